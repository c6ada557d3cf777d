"""Reads the paths that pictures are made of, as far as we write them: M, l and z in pixels."""

import re

_TOKEN = re.compile(r"[Mlz]|-?(?:\d+\.?\d*|\.\d+)")


def read_path(d: str) -> list[list[tuple[float, float]]]:
    """Give the corners of each part of a path."""
    parts: list[list[tuple[float, float]]] = []
    x = y = 0.0
    letter = ""
    tokens = _TOKEN.findall(d)
    place = 0
    while place < len(tokens):
        if tokens[place] in "Mlz":
            letter = tokens[place]
            place += 1
            continue
        one, two = float(tokens[place]), float(tokens[place + 1])
        place += 2
        if letter == "M":
            x, y = one, two
            parts.append([(x, y)])
        else:
            assert letter == "l", d
            x, y = round(x + one, 3), round(y + two, 3)
            parts[-1].append((x, y))
    return parts


def bounds(d: str) -> tuple[float, float, float, float]:
    """Give left, top, right and bottom of a path."""
    points = [point for part in read_path(d) for point in part]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def areas(d: str) -> list[float]:
    """Give the area of each closed part of a path."""
    return [
        abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(part, (*part[1:], part[0]), strict=True))) / 2.0
        for part in read_path(d)
    ]
