"""Which outline has this rectangle, ring, curve or strip, and which area is meant by a bad outline?

Outlines as people draw them: plain points in inches, turned clockwise in degrees. An answer that is a ring runs
counter-clockwise and does not repeat its first point. What consists of several outlines is a tuple of pairs: an
exterior and its holes.
"""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from astrike.geometry.arrays import (
    Polygon,
    Shapes,
    areas,
    buffered,
    cut_out,
    floats,
    make_polygon,
    mended,
    merged,
    opened,
    outer_and_inner,
    polygons_of,
    shape_array,
    shared,
    simplified,
    widened,
)
from astrike.geometry.outlines import SMALLEST_AREA, open_ring, orient, outline_faults, signed_area

Point = tuple[float, float]
Points = Sequence[Point]
Ring = tuple[Point, ...]
Area = tuple[Ring, tuple[Ring, ...]]
"""An exterior and its holes."""
Areas = tuple[Area, ...]

GRID = 1e-6
"""Inches to which corners are rounded where outlines are cut along each other."""
_DIGITS = 10
"""Of a coordinate: what is beyond is noise of computing."""
_FARTHEST = 1e6
"""Inches; a place that is further off is no place."""
_MOST_STEPS = 64
"""Pieces of a curve between two of its corners."""


# ---- rings


def rectangle(at: Point, width: float, depth: float, turn: float = 0.0) -> Ring:
    """Give the corners of a rectangle around its centre, beginning in the south-west.

    >>> rectangle((2, 1), 4, 2)
    ((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0))
    """
    (x, y), half, deep = at, width / 2, depth / 2
    corners = ((x - half, y - deep), (x + half, y - deep), (x + half, y + deep), (x - half, y + deep))
    return points_turned(corners, turn, about=at)


def ellipse(at: Point, width: float, depth: float, turn: float = 0.0, *, within: float = 0.01) -> Ring:
    """Give an ellipse as corners on it; its edge is nowhere further than `within` from theirs.

    However large it is, 500 corners are enough.

    >>> len(ellipse((0, 0), 6, 4)), ellipse((0, 0), 6, 4)[0]
    (40, (3.0, 0.0))
    """
    longest = max(abs(width), abs(depth)) / 2
    share = min(max(within / longest, 2e-5), 0.5) if longest > 0 else 0.5
    count = max(12, 4 * math.ceil(math.pi / math.acos(1 - share) / 4))
    corners = [
        (at[0] + width / 2 * math.cos(angle), at[1] + depth / 2 * math.sin(angle))
        for angle in (2 * math.pi * number / count for number in range(count))
    ]
    return points_turned(corners, turn, about=at)


def regular(at: Point, sides: int, width: float, turn: float = 0.0) -> Ring:
    """Give a regular outline, `width` across opposite corners, its first corner north of the centre.

    >>> regular((0, 0), 4, 2)
    ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))
    """
    step = 2 * math.pi / sides
    corners = [
        (at[0] - width / 2 * math.sin(step * number), at[1] + width / 2 * math.cos(step * number))
        for number in range(sides)
    ]
    return points_turned(corners, turn, about=at)


def curve(corners: Points, *, within: float = 0.02) -> Ring:
    """Give the smooth closed line through the corners, never further than `within` from its own corners.

    >>> line = curve([(0, 0), (4, 0), (4, 4), (0, 4)])
    >>> len(line), (4.0, 0.0) in line, max(x for x, y in line) > 4
    (36, True, True)
    """
    ring = open_ring(corners)
    if len(ring) < 3:
        return tuple(_rounded(ring))
    count = len(ring)
    line = [
        point
        for number in range(count)
        for point in _bend(ring[number - 1], *(ring[(number + k) % count] for k in range(3)), within=within)
    ]
    return tuple(_rounded(line if signed_area(line) > 0 else line[::-1]))


def curved_path(points: Points, *, within: float = 0.02) -> Ring:
    """Give the smooth open line through the points, from the first to the last.

    >>> path = curved_path([(0, 0), (4, 3), (8, 0)])
    >>> path[0], path[-1], (4.0, 3.0) in path
    ((0.0, 0.0), (8.0, 0.0), True)
    """
    stops = _apart(points)
    if len(stops) < 3:
        return tuple(_rounded(stops))
    before = (2 * stops[0][0] - stops[1][0], 2 * stops[0][1] - stops[1][1])
    after = (2 * stops[-1][0] - stops[-2][0], 2 * stops[-1][1] - stops[-2][1])
    whole = [before, *stops, after]
    line = [point for k in range(len(stops) - 1) for point in _bend(*whole[k : k + 4], within=within)]
    return tuple(_rounded([*line, stops[-1]]))


def bezier(before: Point, start: Point, end: Point, after: Point) -> tuple[Point, Point]:
    """Give the two handles of the curve from start to end, which passes its neighbors smoothly.

    The curve is a centripetal Catmull-Rom spline: however unevenly the corners lie, it makes no loop between two.

    >>> bezier((0, 0), (3, 0), (6, 0), (9, 0))
    ((4.0, 0.0), (5.0, 0.0))
    """
    to_start = math.sqrt(math.dist(before, start))
    through = math.sqrt(math.dist(start, end))
    from_end = math.sqrt(math.dist(end, after))
    return (
        _handle(before, start, end, one=to_start, other=through),
        _handle(after, end, start, one=from_end, other=through),
    )


def _handle(before: Point, start: Point, end: Point, *, one: float, other: float) -> Point:
    """Give the handle at `start` of the curve to `end`; lengths are roots of the distances on both sides."""
    if one == 0.0 or other == 0.0:
        return (start[0] + (end[0] - start[0]) / 3, start[1] + (end[1] - start[1]) / 3)
    whole = 3 * one * (one + other)
    own = 2 * one * one + 3 * one * other + other * other
    return (
        (one * one * end[0] - other * other * before[0] + own * start[0]) / whole,
        (one * one * end[1] - other * other * before[1] + own * start[1]) / whole,
    )


def _bend(before: Point, start: Point, end: Point, after: Point, *, within: float) -> list[Point]:
    """Give places on the curve from start to end, the end left out, so that straight lines stay within of it."""
    one, other = bezier(before, start, end, after)
    bow = max(
        math.hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1])
        for a, b, c in ((start, one, other), (one, other, end))
    )
    count = min(max(1, math.ceil(math.sqrt(0.75 * bow / within))), _MOST_STEPS)
    found = [start]
    for number in range(1, count):
        t = number / count
        s = 1 - t
        weights = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        x, y = (
            sum(w * place[axis] for w, place in zip(weights, (start, one, other, end), strict=True))
            for axis in (0, 1)
        )
        found.append((x, y))
    return found


# ---- the same outline somewhere else


def points_moved(points: Iterable[Point], dx: float, dy: float) -> Ring:
    """Give the points so many inches further east and north.

    >>> points_moved([(0, 0), (1, 2)], 0.1, -1)
    ((0.1, -1.0), (1.1, 1.0))
    """
    return tuple(_rounded((x + dx, y + dy) for x, y in points))


def points_turned(points: Iterable[Point], degrees: float, *, about: Point) -> Ring:
    """Give the points turned clockwise about a place; quarter turns are exact.

    >>> points_turned([(0, 1)], 90, about=(0, 0))
    ((1.0, 0.0),)
    """
    sine, cosine = _sine_cosine(degrees)
    cx, cy = about
    return tuple(
        _rounded(
            (cx + (x - cx) * cosine + (y - cy) * sine, cy - (x - cx) * sine + (y - cy) * cosine)
            for x, y in points
        )
    )


def _sine_cosine(degrees: float) -> tuple[float, float]:
    quarter = degrees % 360.0 / 90.0
    if quarter.is_integer():
        return ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))[int(quarter) % 4]
    return math.sin(math.radians(degrees)), math.cos(math.radians(degrees))


def points_stretched(
    points: Iterable[Point], along: float, across: float, *, about: Point, turn: float = 0.0
) -> Ring:
    """Give the points stretched by two factors, in width and depth of something that is turned so far.

    >>> points_stretched([(1, 1)], 2, 3, about=(0, 0))
    ((2.0, 3.0),)
    """
    upright = points_turned(points, -turn, about=about)
    cx, cy = about
    longer = [(cx + (x - cx) * along, cy + (y - cy) * across) for x, y in upright]
    return points_turned(longer, turn, about=about)


def bounding_box(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """Give the west, south, east and north end of some points.

    >>> bounding_box([(1, 5), (3, 2)])
    (1.0, 2.0, 3.0, 5.0)
    """
    xs, ys = zip(*points, strict=True)
    return (float(min(xs)), float(min(ys)), float(max(xs)), float(max(ys)))


# ---- areas


def strip_along(path: Points, width: float, *, is_closed: bool = False) -> Areas:
    """Give the area of a line of this width; closed, it comes back to its first point and leaves a hole.

    >>> strip_along([(0, 1), (4, 1)], 2)
    ((((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)), ()),)
    """
    line = open_ring(path) if is_closed else _apart(path)
    if len(line) < 2 or not width > 0:
        return ()
    return _answer(widened(floats(line, columns=2), width, is_closed=is_closed and len(line) > 2))


def union(outlines: Iterable[tuple[Points, Sequence[Points]]]) -> Areas:
    """Give what the outlines cover together; shared edges vanish.

    >>> west, east = rectangle((1, 1), 2, 2), rectangle((3, 1), 2, 2)
    >>> [len(exterior) for exterior, holes in union([(west, ()), (east, ())])]
    [4]
    """
    return _answer(merged(_polygons(outlines), grid=GRID))


def difference(
    outlines: Iterable[tuple[Points, Sequence[Points]]], others: Iterable[tuple[Points, Sequence[Points]]]
) -> Areas:
    """Give what the outlines cover and the others do not.

    >>> difference([(rectangle((2, 1), 4, 2), ())], [(rectangle((3, 1), 2, 2), ())])[0][0]
    ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
    """
    return _answer(cut_out(_polygons(outlines), _polygons(others), grid=GRID))


def intersection(
    outlines: Iterable[tuple[Points, Sequence[Points]]], others: Iterable[tuple[Points, Sequence[Points]]]
) -> Areas:
    """Give what the outlines and the others both cover.

    >>> intersection([(rectangle((2, 1), 4, 2), ())], [(rectangle((4, 1), 4, 4), ())])[0][0]
    ((2.0, 0.0), (4.0, 0.0), (4.0, 2.0), (2.0, 2.0))
    """
    return _answer(shared(_polygons(outlines), _polygons(others), grid=GRID))


def size_of(outlines: Iterable[tuple[Points, Sequence[Points]]]) -> float:
    """Give the square inches that outlines enclose.

    >>> size_of([(rectangle((0, 0), 4, 4), [rectangle((0, 0), 2, 2)])])
    12.0
    """
    return sum(
        abs(signed_area(exterior)) - sum(abs(signed_area(hole)) for hole in holes)
        for exterior, holes in outlines
    )


def centroid(outlines: Iterable[tuple[Points, Sequence[Points]]]) -> Point:
    """Give the centre of gravity: however the outlines are turned, it stays where it is on them.

    >>> centroid([(rectangle((3, 4), 2, 6, 30), ())])
    (3.0, 4.0)
    """
    weights, xs, ys = [], [], []
    for exterior, holes in outlines:
        for ring, sign in ((exterior, 1.0), *((hole, -1.0) for hole in holes)):
            weight, x, y = _moments(ring)
            weights.append(sign * abs(weight))
            xs.append(x)
            ys.append(y)
    whole = math.fsum(weights)
    x, y = (math.fsum(w * each for w, each in zip(weights, axis, strict=True)) / whole for axis in (xs, ys))
    return next(iter(_rounded([(x, y)])))


def _moments(ring: Points) -> tuple[float, float, float]:
    """Give the signed area of a ring and the place of its centre of gravity."""
    x0, y0 = ring[0]
    area = x_moment = y_moment = 0.0
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        cross = (ax - x0) * (by - y0) - (bx - x0) * (ay - y0)
        area += cross / 2
        x_moment += cross * (ax + bx - 2 * x0) / 6
        y_moment += cross * (ay + by - 2 * y0) / 6
    return area, x0 + x_moment / area, y0 + y_moment / area


def buffer(outlines: Iterable[tuple[Points, Sequence[Points]]], by: float) -> Areas:
    """Give the outlines with so many inches all round; with less than 0, what is left without its rim.

    >>> buffer([(rectangle((2, 2), 4, 4), ())], -1)[0][0]
    ((1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0))
    """
    grown = buffered(_polygons(outlines), by)
    return _answer(merged(grown, grid=GRID))


def without_slivers(outlines: Iterable[tuple[Points, Sequence[Points]]], width: float) -> Areas:
    """Give the outlines without what is narrower than this, corners kept.

    >>> without_slivers([(rectangle((2, 0), 4, 0.1), ())], 0.2)
    ()
    """
    wide = opened(_polygons(outlines), width / 2)
    return _answer(merged(wide, grid=GRID))


def mended_area(exterior: Points, holes: Sequence[Points] = ()) -> Areas:
    """Give the area that a drawn outline means: crossings undone, holes cut out, nothing counted twice.

    A sound outline comes back as it is, the right way round; where no area is left, nothing does.

    >>> sorted(exterior for exterior, holes in mended_area([(0, 0), (2, 2), (2, 0), (0, 2)]))
    [((0.0, 0.0), (1.0, 1.0), (0.0, 2.0)), ((2.0, 0.0), (2.0, 2.0), (1.0, 1.0))]
    >>> mended_area([(0, 0), (1, 1), (2, 2)])
    ()
    """
    outside = _places(exterior)
    inside = [hole for ring in holes if len(hole := _places(ring)) >= 3]
    if len(outside) < 3:
        return ()
    if not outline_faults(outside, inside):
        return (orient(outside, inside),)
    meant = mended(make_polygon(outside), grid=GRID)
    for hole in inside:
        meant = cut_out(meant, mended(make_polygon(hole), grid=GRID), grid=GRID)
    return _answer(meant)


# ---- from and to Shapely's polygons


def _polygons(outlines: Iterable[tuple[Points, Sequence[Points]]]) -> Shapes:
    return shape_array(
        make_polygon(exterior, holes)
        for given in outlines
        for exterior, holes in mended_area(given[0], given[1])
    )


def _answer(polygons: Shapes) -> Areas:
    """Give the outlines of polygons, larger ones first, without corners that lie on a straight edge."""
    found = [area for polygon in polygons for area in _outlines(polygon)]
    return tuple(sorted(found, key=lambda area: (-abs(signed_area(area[0])), area[0])))


def _outlines(polygon: Polygon) -> list[Area]:
    plain = simplified(polygon, GRID)
    found: list[Area] = []
    for part in polygons_of(plain):
        if areas(shape_array([part]))[0] <= SMALLEST_AREA:
            continue
        exterior, *holes = (
            open_ring([(float(x), float(y)) for x, y in np.round(ring, _DIGITS).tolist()])
            for ring in outer_and_inner(part)
        )
        kept = [hole for hole in holes if len(hole) >= 3 and abs(signed_area(hole)) > SMALLEST_AREA]
        if not outline_faults(exterior, kept):
            outside, inside = orient(exterior, kept)
            found.append((_from_south_west(outside), inside))
    return found


def _from_south_west(ring: Ring) -> Ring:
    """Begin the ring at its lowest corner, the westernmost of these, so that an outline has one spelling."""
    first = min(range(len(ring)), key=lambda number: (ring[number][1], ring[number][0]))
    return ring[first:] + ring[:first]


def _places(points: Points) -> Ring:
    return open_ring([(float(x), float(y)) for x, y in points if abs(x) <= _FARTHEST and abs(y) <= _FARTHEST])


def _apart(points: Points) -> list[Point]:
    """Drop points that lie on the one before; unlike a ring, a line may end where it began."""
    kept: list[Point] = []
    for x, y in points:
        if not kept or math.dist(kept[-1], (x, y)) > 1e-9:
            kept.append((float(x), float(y)))
    return kept


def _rounded(points: Iterable[Point]) -> Iterable[Point]:
    # Adding zero makes a zero of minus zero.
    return ((round(x, _DIGITS) + 0.0, round(y, _DIGITS) + 0.0) for x, y in points)
