"""Where does something pass between obstacles, and how wide may it be at most?

A gap is where a disc touches two obstacles, or one twice, on opposite sides and meets nothing else: there it is
narrowest on the way through. Where something lies in between there is none.
"""

import math
from collections.abc import Iterator, Sequence

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import (
    Bools,
    Box,
    Floats,
    Ints,
    Point,
    Shapes,
    close_pairs,
    floats,
    outlines_of,
    pairs_nearer,
    points,
    segments,
)
from astrike.tolerance import TOUCH

SOUTH, EAST, NORTH, WEST = -1, -2, -3, -4
"""The edges of the frame, in place of obstacles."""
_NOISE = 1e-7
"""Inches that a disc may run into something."""
_PARALLEL = 1e-9
"""Sine of the angle between sides that count as parallel."""
ALONG = 6.0
"""Inches within which equally wide places between parallel sides are one gap."""


@dataclass(frozen=True, slots=True)
class NarrowGap:
    """A gap, and the shortest line across it."""

    one: int
    """Index of the first obstacle."""
    other: int
    """Index of the second obstacle, or an edge of the frame."""
    width: float
    """Of the widest disc that passes."""
    line: tuple[Point, Point]


def narrow_gaps(
    obstacles: Shapes, *, most: float, frame: Box | None = None, owners: Sequence[str] = ()
) -> tuple[NarrowGap, ...]:
    """Return the gaps between obstacles through which a disc passes that is at most so wide, the narrowest first.

    Obstacles are areas or lines; those of one of the `owners` (n,) are parts of one thing. The edges of a frame are
    walls: a gap is only where the whole disc is within, and there are gaps between obstacles and the edges.

    >>> from astrike.geometry.arrays import make_polygon, shape_array
    >>> squares = shape_array(make_polygon([(x, 0), (x + 1, 0), (x + 1, 1), (x, 1)]) for x in (0, 3, 4.5))
    >>> [(gap.one, gap.other, gap.width) for gap in narrow_gaps(squares, most=4)]
    [(1, 2, 0.5), (0, 1, 2.0)]
    """
    sides = _Sides.of(obstacles)
    start, end, one, other, is_middle = _between(sides, most)
    around = (0.0, 0.0)
    if frame is not None:
        west, south, east, north = frame
        around = (west + east) / 2, (south + north) / 2
        edge_start, edge_end, owner, edge, between = _at_edges(sides, most, frame)
        start, end = np.concatenate((start, edge_start)), np.concatenate((end, edge_end))
        one, other = np.concatenate((one, owner)), np.concatenate((other, edge))
        is_middle = np.concatenate((is_middle, between))
        inside = _is_within(start, end, frame)
        start, end, one, other = start[inside], end[inside], one[inside], other[inside]
        is_middle = is_middle[inside]
    middle, radius = (start + end) / 2, np.hypot(*(end - start).T) / 2
    free = _is_free(obstacles, middle, radius)
    found = [
        (
            NarrowGap(int(one[k]), int(other[k]), float(2 * radius[k]), (_point(start[k]), _point(end[k]))),
            bool(is_middle[k]),
        )
        for k in np.flatnonzero(free).tolist()
    ]
    return tuple(_distinct(found, around=around, owners=owners))


@dataclass(frozen=True, slots=True, eq=False)
class _Sides:
    """All sides (e,) of the obstacles; what comes before and after a side is nan where a line ends."""

    start: Floats
    end: Floats
    before: Floats
    after: Floats
    owner: Ints

    @staticmethod
    def of(shapes: Shapes) -> "_Sides":
        """Lay the sides out flat."""
        corner, line, owner = outlines_of(shapes)
        follows = np.flatnonzero(line[1:] == line[:-1])
        moves = (corner[follows] != corner[follows + 1]).any(axis=1)
        first = follows[moves]
        start, end, of_line = corner[first], corner[first + 1], line[first]
        before, after = np.full_like(start, np.nan), np.full_like(end, np.nan)
        same = np.flatnonzero(of_line[1:] == of_line[:-1])
        before[same + 1], after[same] = start[same], end[same + 1]
        ends = (
            np.flatnonzero(np.append(of_line[1:] != of_line[:-1], True)) if len(start) else np.empty(0, int)
        )
        begins = np.append(0, ends[:-1] + 1) if len(ends) else ends
        closed = (start[begins] == end[ends]).all(axis=1)
        before[begins[closed]], after[ends[closed]] = start[ends[closed]], end[begins[closed]]
        return _Sides(start, end, before, after, owner[of_line])


# ---- between two obstacles


def _between(sides: _Sides, most: float) -> tuple[Floats, Floats, Ints, Ints, Bools]:
    """Return the shortest lines (k, 2) to (k, 2) between sides, and the obstacles at both ends.

    Those in the middle of parallel sides come first, and are named.
    """
    lines = segments(sides.start, sides.end)
    a, b = close_pairs(lines, lines, most)
    a, b = a[a < b], b[a < b]
    low, high = _side_by_side(sides, a, b)
    beside = high > low
    c, d = a[beside], b[beside]
    tries = [
        (start := _along(sides, c, low[beside], high[beside], share), _onto(start, sides, d), c, d)
        for share in (0.5, 0.0, 1.0)
    ]
    tries.append((*_nearest(sides, a[~beside], b[~beside]), a[~beside], b[~beside]))
    start, end = (np.concatenate([each[k] for each in tries]) for k in (0, 1))
    one, other = (np.concatenate([each[k] for each in tries]) for k in (2, 3))
    is_middle = np.arange(len(start)) < len(c)
    width: Floats = np.hypot(*(end - start).T)
    kept = (width > TOUCH) & (width <= most + TOUCH)
    start, end, one, other, is_middle = start[kept], end[kept], one[kept], other[kept], is_middle[kept]
    real = _is_shortest(sides, one, start, end) & _is_shortest(sides, other, end, start)
    start, end, one, other, is_middle = start[real], end[real], one[real], other[real], is_middle[real]
    row = np.round(np.column_stack((start + end, np.abs(end - start))), 6)
    first = np.sort(np.unique(row, axis=0, return_index=True)[1])
    return start[first], end[first], sides.owner[one[first]], sides.owner[other[first]], is_middle[first]


def _side_by_side(sides: _Sides, a: Ints, b: Ints) -> tuple[Floats, Floats]:
    """Return from which share of side a to which side b runs beside it; nothing where they are not parallel."""
    start, way = sides.start[a], sides.end[a] - sides.start[a]
    square = (way**2).sum(axis=1)
    one = ((sides.start[b] - start) * way).sum(axis=1) / square
    other = ((sides.end[b] - start) * way).sum(axis=1) / square
    across = sides.end[b] - sides.start[b]
    turn = np.abs(way[:, 0] * across[:, 1] - way[:, 1] * across[:, 0])
    is_parallel = turn <= _PARALLEL * np.sqrt(square * (across**2).sum(axis=1))
    low, high = np.clip(np.minimum(one, other), 0.0, 1.0), np.clip(np.maximum(one, other), 0.0, 1.0)
    return low, np.where(is_parallel, high, low)


def _along(sides: _Sides, a: Ints, low: Floats, high: Floats, share: float) -> Floats:
    way = sides.end[a] - sides.start[a]
    found: Floats = sides.start[a] + way * (low + (high - low) * share)[:, None]
    return found


def _nearest(sides: _Sides, a: Ints, b: Ints) -> tuple[Floats, Floats]:
    """Return the ends of the shortest lines between sides that do not cross: one of them is a corner."""
    tries = (
        (sides.start[a], _onto(sides.start[a], sides, b)),
        (sides.end[a], _onto(sides.end[a], sides, b)),
        (_onto(sides.start[b], sides, a), sides.start[b]),
        (_onto(sides.end[b], sides, a), sides.end[b]),
    )
    apart = np.array([np.hypot(*(far - near).T) for near, far in tries]).reshape(4, -1)
    best, every = apart.argmin(axis=0), np.arange(len(a))
    near, far = (np.array([each[k] for each in tries]).reshape(4, -1, 2)[best, every] for k in (0, 1))
    return near, far


def _onto(place: Floats, sides: _Sides, side: Ints) -> Floats:
    """Return the nearest places (k, 2) on the sides."""
    start, way = sides.start[side], sides.end[side] - sides.start[side]
    share = np.clip(((place - start) * way).sum(axis=1) / (way**2).sum(axis=1), 0.0, 1.0)
    found: Floats = start + way * share[:, None]
    return found


def _is_shortest(sides: _Sides, side: Ints, here: Floats, there: Floats) -> Bools:
    """Say whether one comes no nearer by going on along the outline from a corner."""
    way = there - here
    found = np.ones(len(side), dtype=np.bool_)
    for corner, beyond in ((sides.start, sides.before), (sides.end, sides.after)):
        at_corner = np.abs(corner[side] - here).max(axis=1, initial=0.0) <= _NOISE
        along = beyond[side] - corner[side]
        along = along / np.maximum(np.hypot(*along.T), TOUCH)[:, None]
        nearer = (along * way).sum(axis=1) > _NOISE  # never where there is nothing beyond
        found &= ~(at_corner & nearer)
    return found


# ---- at the edges of the frame


def _at_edges(sides: _Sides, most: float, frame: Box) -> tuple[Floats, Floats, Ints, Ints, Bools]:
    """Return the shortest lines from obstacles to the edges of the frame, the obstacle, and the edge.

    They begin at corners; where a side runs along an edge, that in its middle is named as such, last.
    """
    west, south, east, north = frame
    halfway = (sides.start + sides.end) / 2
    along = sides.end - sides.start
    long = np.maximum(np.hypot(*along.T), TOUCH)
    every = np.ones(len(halfway), dtype=np.bool_)
    found: list[tuple[Floats, Floats, Ints, Ints, Bools]] = []
    for edge, axis, at in ((SOUTH, 1, south), (EAST, 0, east), (NORTH, 1, north), (WEST, 0, west)):
        is_parallel = np.abs(along[:, axis]) <= _PARALLEL * long
        for spot, some, is_middle in (
            (sides.start, every, False),
            (sides.end, every, False),
            (halfway, is_parallel, True),
        ):
            x, y = spot.T
            inside = (x > west) & (x < east) & (y > south) & (y < north)
            foot = spot.copy()
            foot[:, axis] = at
            off = np.abs(spot[:, axis] - at)
            near = np.flatnonzero(some & inside & (off > TOUCH) & (off <= most + TOUCH))
            if not is_middle:
                near = near[_is_shortest(sides, near, spot[near], foot[near])]
            of_edge = np.full(len(near), edge, dtype=np.intp)
            found.append((spot[near], foot[near], sides.owner[near], of_edge, np.full(len(near), is_middle)))
    return (
        np.concatenate([each[0] for each in found]),
        np.concatenate([each[1] for each in found]),
        np.concatenate([each[2] for each in found]),
        np.concatenate([each[3] for each in found]),
        np.concatenate([each[4] for each in found]),
    )


def _is_within(start: Floats, end: Floats, frame: Box) -> Bools:
    """Say whether the disc over each line is within the frame."""
    middle, radius = (start + end) / 2, np.hypot(*(end - start).T)[:, None] / 2
    low, high = np.array(frame[:2]), np.array(frame[2:])
    found: Bools = ((middle - radius >= low - _NOISE) & (middle + radius <= high + _NOISE)).all(axis=1)
    return found


# ---- what counts


def _is_free(obstacles: Shapes, middle: Floats, radius: Floats) -> Bools:
    """Say whether a disc round each place meets nothing but at its rim."""
    found = np.ones(len(middle), dtype=np.bool_)
    hit, _ = pairs_nearer(points(middle), obstacles, np.maximum(radius - _NOISE, 0.0))
    found[hit] = False
    return found


def _distinct(
    found: list[tuple[NarrowGap, bool]], *, around: Point, owners: Sequence[str] = ()
) -> Iterator[NarrowGap]:
    """Give one of those that lie side by side between the same two: the narrowest, and of a long one the first.

    Of those that are equally narrow it is that in the middle of parallel sides, or the nearest to a point: the same
    however all is turned around it.
    It is the same way through near the narrower one, or farther along between the same parallel sides.
    """
    ranked = [gap for gap, _ in sorted(found, key=lambda each: _rank(each[0], each[1], around))]
    middle, width = floats([_middle(gap) for gap in ranked], columns=2), floats([gap.width for gap in ranked])
    between: dict[frozenset[int | str], list[int]] = {}
    for k, gap in enumerate(ranked):
        sides = (owners[side] if owners and side >= 0 else side for side in (gap.one, gap.other))
        between.setdefault(frozenset(sides), []).append(k)
    new = np.ones(len(ranked), dtype=np.bool_)
    for some in between.values():
        at, wide = middle[some], width[some]
        for n, k in enumerate(some[1:], 1):
            off = at[:n] - at[n]
            away = np.hypot(off[:, 0], off[:, 1])
            (ax, ay), (bx, by) = ranked[k].line
            aside = np.abs((bx - ax) * off[:, 0] + (by - ay) * off[:, 1]) <= TOUCH * np.maximum(away, 1.0)
            along = aside & (np.abs(wide[:n] - wide[n]) <= TOUCH) & (away <= ALONG)
            new[k] = not ((away <= wide[:n]) | along).any()
    return (gap for gap, is_new in zip(ranked, new.tolist(), strict=True) if is_new)


def _rank(gap: NarrowGap, is_middle: bool, around: Point) -> tuple[float, bool, float, float, float]:
    (x, y), (u, v) = _middle(gap), around
    return round(gap.width, 6), not is_middle, round(math.hypot(x - u, y - v), 6), round(x, 6), round(y, 6)


def _middle(gap: NarrowGap) -> Point:
    (ax, ay), (bx, by) = gap.line
    return (ax + bx) / 2, (ay + by) / 2


def _point(place: Floats) -> Point:
    return float(place[0]), float(place[1])
