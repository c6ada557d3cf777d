"""What do the loose lines of a map's walls form together: closed rings, chains, rooms?

Virtual tabletops keep walls as separate lines that share their ends. Here they are joined: rings become areas later,
and whatever ends or branches stays a line. Nothing is moved, and nothing is closed unless the ends nearly meet. A
closed ring with other walls inside is a building with rooms; as a solid piece it would bury them.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from astrike.dataclass import dataclass
from astrike.geometry.outlines import signed_area
from astrike.model.import_notes import ImportNote
from astrike.model.terrain import Point, Ring

SAME = 1e-3
"""Units between two ends that are one place: less than any program draws on purpose."""

_LEAST_AREA = 1e-6


@dataclass(frozen=True, slots=True)
class JoinedWalls:
    """Walls strung together."""

    rings: tuple[Ring, ...]
    paths: tuple[Ring, ...]
    of_rings: tuple[tuple[int, ...], ...]
    """Numbers of the given lines of which each ring is made."""
    nearly: tuple[float, ...]
    """Gaps that were closed, one for each ring whose ends only nearly met."""
    repeated: int
    """Lines that were given twice."""
    empty: int
    """Lines without any length."""


def join_walls(lines: Sequence[Sequence[Point]], *, near: float = 0.0) -> JoinedWalls:
    """String lines together where exactly two of them end; ends not further apart than `near` are closed.

    >>> square = [[(0, 0), (1, 0)], [(1, 1), (1, 0)], [(1, 1), (0, 1)], [(0, 1), (0, 0)]]
    >>> join_walls(square).rings, join_walls(square).of_rings
    ((((0, 0), (1, 0), (1, 1), (0, 1)),), ((0, 1, 2, 3),))
    >>> join_walls(square[:2]).paths
    (((0, 0), (1, 0), (1, 1)),)
    """
    kept, repeated, empty = _sound(lines)
    ends: dict[Point, list[int]] = defaultdict(list)
    for number, line in kept.items():
        if not _is_closed(line):
            ends[_place(line[0])].append(number)
            ends[_place(line[-1])].append(number)
    rings: list[tuple[Ring, tuple[int, ...]]] = []
    paths: list[Ring] = []
    nearly: list[float] = []
    done: set[int] = set()
    for number, line in kept.items():
        if number in done:
            continue
        path, used = _strung(number, kept, ends, done) if not _is_closed(line) else (list(line), [number])
        done.update(used)
        gap = math.dist(path[0], path[-1])
        ring = _ring(path)
        # A loop whose ends meet a third line is closed by chance: it stays the line that it is.
        meets_others = not _is_closed(line) and len(ends[_place(path[0])]) > 2
        if ring and not meets_others and gap <= max(SAME, near):
            rings.append((ring, tuple(used)))
            if gap > SAME:
                nearly.append(gap)
        else:
            paths.append(tuple(path))
    return JoinedWalls(
        rings=tuple(ring for ring, _ in rings),
        paths=tuple(paths),
        of_rings=tuple(used for _, used in rings),
        nearly=tuple(nearly),
        repeated=repeated,
        empty=empty,
    )


def _sound(lines: Sequence[Sequence[Point]]) -> tuple[dict[int, Sequence[Point]], int, int]:
    """Give the lines that have a length, each of them once."""
    kept: dict[int, Sequence[Point]] = {}
    seen: set[tuple[Point, ...]] = set()
    repeated = empty = 0
    for number, line in enumerate(lines):
        if len(line) < 2 or all(_place(point) == _place(line[0]) for point in line):
            empty += 1
            continue
        places = tuple(map(_place, line))
        spelling = min(places, places[::-1])
        if spelling in seen:
            repeated += 1
            continue
        seen.add(spelling)
        kept[number] = line
    return kept, repeated, empty


def _strung(
    first: int, lines: dict[int, Sequence[Point]], ends: dict[Point, list[int]], done: set[int]
) -> tuple[list[Point], list[int]]:
    """Follow a line in both directions as long as exactly one other goes on."""
    path, used, taken = list(lines[first]), [first], {first}
    for is_back in (False, True):
        while True:
            here = _place(path[0] if is_back else path[-1])
            meeting = ends[here]
            if len(meeting) != 2:
                break
            further = [number for number in meeting if number not in taken and number not in done]
            if not further:
                break
            number = further[0]
            line = list(lines[number])
            if _place(line[0]) != here:
                line.reverse()
            if is_back:
                path[:0] = line[:0:-1]
                used.insert(0, number)
            else:
                path.extend(line[1:])
                used.append(number)
            taken.add(number)
    return path, used


def _ring(path: Sequence[Point]) -> Ring:
    """Give the ring of a path whose ends meet, or nothing where it encloses no area."""
    ring = tuple(path[:-1]) if _is_closed(path) else tuple(path)
    return ring if len(set(ring)) >= 3 and abs(signed_area(ring)) > _LEAST_AREA else ()


def _is_closed(line: Sequence[Point]) -> bool:
    return len(line) > 2 and _place(line[0]) == _place(line[-1])


def _place(point: Point) -> Point:
    return (round(point[0], 3) + 0.0, round(point[1], 3) + 0.0)


def length(line: Sequence[Point], *, is_closed: bool = False) -> float:
    """Give the length of a line.

    >>> length([(0, 0), (3, 4)]), length([(0, 0), (1, 0), (1, 1), (0, 1)], is_closed=True)
    (5.0, 4.0)
    """
    whole = (*line, line[0]) if is_closed else line
    return sum(math.dist(one, other) for one, other in pairwise(whole))


def holds(ring: Ring, points: Iterable[Point]) -> bool:
    """Does the ring have any of these points well inside?

    >>> holds(((0, 0), (4, 0), (4, 4), (0, 4)), [(9, 9), (1, 2)])
    True
    """
    return any(_is_inside(ring, x, y) for x, y in points)


def _is_inside(ring: Ring, x: float, y: float) -> bool:
    inside = False
    x0, y0 = ring[-1]
    for x1, y1 in ring:
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
        x0, y0 = x1, y1
    return inside


MOST_ROOMS: Final = 200

_MOST_INSIDE: Final = 50
"""Rings that are searched for walls inside them, and walls that are tried for each."""


def rooms_among(joined: JoinedWalls) -> tuple[Ring, ...]:
    """Give the rings inside which other walls stand: rooms rather than solid pieces."""
    lines = [*joined.paths, *((*ring, ring[0]) for ring in joined.rings)]
    # In the middle of a stretch, because the ends of a wall often lie on the wall around it.
    middles = [_between(line[len(line) // 2 - 1], line[len(line) // 2]) for line in lines]
    rooms = []
    for number, ring in enumerate(joined.rings[:MOST_ROOMS]):
        own = len(joined.paths) + number
        west, north = min(x for x, _ in ring), min(y for _, y in ring)
        east, south = max(x for x, _ in ring), max(y for _, y in ring)
        near = [
            (x, y)
            for other, (x, y) in enumerate(middles)
            if other != own and west < x < east and north < y < south
        ]
        if holds(ring, near[:_MOST_INSIDE]):
            rooms.append(ring)
    return tuple(rooms)


def _between(one: Point, other: Point) -> Point:
    return ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)


def room_notes(at: str, rooms: Sequence[Ring]) -> list[ImportNote]:
    """Say that a solid piece would bury what stands inside."""
    if not rooms:
        return []
    words = "a closed wall has other walls inside: as a solid piece it buries them, as a line it does not"
    return [ImportNote(at, words, len(rooms))]
