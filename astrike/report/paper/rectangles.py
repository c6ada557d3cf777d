"""How wide and deep is a piece, and how is it turned?"""

import math
from collections.abc import Sequence

import numpy as np

from astrike.geometry.arrays import Floats
from astrike.geometry.shaping import box
from astrike.model.terrain import Point
from astrike.report.paper.fixing import Fixed


def size_of(parts: Sequence[Fixed]) -> tuple[tuple[float, float], float]:
    """Give width, depth and turn: what has straight sides or axes has a turn of its own, the rest its box."""
    axes = parts[0].axes
    if axes is not None and len(parts) == 1:
        wide, deep, turn = axes[0], axes[1], (axes[2] + 90.0) % 180.0 - 90.0
        if abs(turn) > 45.0 + 1e-6:
            wide, deep, turn = deep, wide, turn - 90.0 if turn > 0 else turn + 90.0
        return (wide, deep), turn
    if all(part.form == "corners" or (part.form == "line" and len(part.points) == 2) for part in parts):
        return rectangle_around([point for part in parts for point in part.ring])
    west, south, east, north = box(point for part in parts for point in part.ring)
    return (east - west, north - south), 0.0


def rectangle_around(points: Sequence[Point]) -> tuple[tuple[float, float], float]:
    """Give width, depth and turn of the smallest rectangle around points.

    >>> size, turn = rectangle_around([(0, 0), (4, 0), (4, 2), (0, 2)])
    >>> size, turn
    ((4.0, 2.0), 0.0)
    """
    xy = np.asarray(points, dtype=np.float64)
    hull = _hull(xy)
    edge = np.roll(hull, -1, axis=0) - hull
    # The rectangle lies along an edge of the hull; straight ones first, so that they win ties.
    angles = np.unique(
        np.round(np.concatenate(([0.0], np.mod(np.arctan2(edge[:, 1], edge[:, 0]), np.pi / 2))), 9)
    )
    cosine, sine = np.cos(angles), np.sin(angles)
    along = hull[:, :1] * cosine + hull[:, 1:] * sine
    across = hull[:, 1:] * cosine - hull[:, :1] * sine
    wide, deep = np.ptp(along, axis=0), np.ptp(across, axis=0)
    best = int(np.argmin(np.round(wide * deep, 4)))
    angle, size = math.degrees(float(angles[best])), (float(wide[best]), float(deep[best]))
    if angle > 45.0 + 1e-6:
        angle, size = angle - 90.0, size[::-1]
    return (round(size[0], 4), round(size[1], 4)), round(-angle, 2) + 0.0


def _hull(
    xy: Floats,
) -> Floats:
    ordered = sorted({(float(x), float(y)) for x, y in xy})
    if len(ordered) < 3:
        return np.array(ordered)

    def half(points: Sequence[Point]) -> list[Point]:
        kept: list[Point] = []
        for x, y in points:
            while len(kept) > 1 and _cross(kept[-2], kept[-1], (x, y)) <= 0.0:
                kept.pop()
            kept.append((x, y))
        return kept[:-1]

    return np.array(half(ordered) + half(ordered[::-1]))


def _cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
