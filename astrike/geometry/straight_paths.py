"""Straight paths over the table: how near do they come, which part lies in a wedge, which bases in a strip?

Paths have no width. How far something may be from a path is for the caller.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from astrike.geometry.arrays import (
    EPSILON,
    Floats,
    Shapes,
    distances,
    floats,
    make_polygon,
    segments,
    shape_array,
)
from astrike.geometry.bases import Bases
from astrike.tolerance import TOUCH

PathPart: TypeAlias = tuple[tuple[float, float], tuple[float, float]]
"""Both ends of a part of a path."""
FULL_TURN = 360.0
HALF_TURN = 180.0


def nearest_places(start: ArrayLike, end: ArrayLike, places: ArrayLike) -> Floats:
    """Return the inches (n,) along the path from start to end after which each place (n, 2) is nearest.

    >>> nearest_places((0, 0), (40, 0), [(3, 4), (-2, 1), (50, 0)]).tolist()
    [3.0, 0.0, 40.0]
    """
    first, way, length = _way(start, end)
    along: Floats = (floats(places, columns=2) - first) @ way
    return np.clip(along, 0.0, length)


def places_along(start: ArrayLike, end: ArrayLike, inches: ArrayLike) -> Floats:
    """Return the places (n, 2) after so many inches of the path.

    >>> places_along((0, 0), (0, 40), [3, 10]).tolist()
    [[0.0, 3.0], [0.0, 10.0]]
    """
    first, way, _ = _way(start, end)
    return first + floats(inches).reshape(-1, 1) * way


def bearing_along(start: ArrayLike, end: ArrayLike) -> float:
    """Return the direction of the path, degrees clockwise from north.

    >>> bearing_along((0, 0), (5, 0))
    90.0
    """
    _, way, _ = _way(start, end)
    return float(np.degrees(np.arctan2(way[0], way[1])) % FULL_TURN)


def gaps_to_path(bases: Bases, start: ArrayLike, end: ArrayLike) -> Floats:
    """Return the inches (n,) from the edge of each base to the nearest point of the path; 0 on the path.

    >>> from astrike.geometry.bases import make_bases
    >>> gaps_to_path(make_bases([(3, 4), (43, 4)], radius=1), (0, 0), (40, 0)).tolist()
    [3.0, 4.0]
    """
    if not len(bases):
        return np.zeros(0)
    line = _lines([floats(start), floats(end)])
    return np.maximum(distances(bases.core, np.repeat(line, len(bases))) - bases.radius, 0.0)


def gaps_to_strip(bases: Bases, corners: ArrayLike) -> Floats:
    """Return the inches (n,) from the edge of each base to a strip with these corners; 0 where they overlap.

    >>> from astrike.geometry.bases import make_bases
    >>> strip = strip_corners((0, 0), (40, 0), 5, length=10, width=2)
    >>> gaps_to_strip(make_bases([(3, 0), (17, 0), (9, 4)], radius=1), strip).tolist()
    [1.0, 1.0, 2.0]
    """
    if not len(bases):
        return np.zeros(0)
    shapes = np.repeat(shape_array([make_polygon(corners)]), len(bases))
    return np.maximum(distances(bases.core, shapes) - bases.radius, 0.0)


def strip_corners(
    start: ArrayLike, end: ArrayLike, begin: float, *, length: float, width: float
) -> tuple[tuple[float, float], ...]:
    """Return the four corners of the strip that begins after so many inches of the path.

    >>> strip_corners((0, 0), (40, 0), 5, length=10, width=2)
    ((5.0, 1.0), (15.0, 1.0), (15.0, -1.0), (5.0, -1.0))
    """
    first, way, _ = _way(start, end)
    aside = np.array((-way[1], way[0])) * width / 2
    here, there = first + begin * way, first + (begin + length) * way
    return tuple((float(x), float(y)) for x, y in (here + aside, there + aside, there - aside, here - aside))


def closest_of_paths(one: ArrayLike, other: ArrayLike) -> float:
    """Return the inches between the closest points of two paths (2, 2); 0 where they cross.

    >>> closest_of_paths([(0, 0), (40, 0)], [(10, 3), (10, 30)])
    3.0
    """
    lines = _lines([floats(one, columns=2), floats(other, columns=2)])
    return float(distances(lines[:1], lines[1:])[0])


def parts_in_wedge(apex: ArrayLike, facing: float, degrees: float, path: ArrayLike) -> tuple[PathPart, ...]:
    """Return the parts of a path (2, 2) that lie inside the wedge of that width round that facing, borders too.

    >>> parts_in_wedge((0, 0), 0, 180, [(5, -10), (5, 10)])
    (((5.0, 0.0), (5.0, 10.0)),)
    >>> parts_in_wedge((0, 0), 180, 90, [(5, 3), (8, 3)])
    ()
    >>> len(parts_in_wedge((0, 0), 0, 270, [(-8, -2), (8, -2)]))
    2
    """
    ends = floats(path, columns=2)
    if degrees >= FULL_TURN or np.isnan(facing):
        return (_pair(ends, 0.0, 1.0),)
    seen = ends - floats(apex)
    if degrees <= HALF_TURN:
        found = _shares_in_wedge(seen, facing, degrees)
        return () if found is None else (_pair(ends, *found),)
    rest = _shares_in_wedge(seen, facing + HALF_TURN, FULL_TURN - degrees)
    if rest is None:
        return (_pair(ends, 0.0, 1.0),)
    return tuple(_pair(ends, low, high) for low, high in ((0.0, rest[0]), (rest[1], 1.0)) if high > low)


def gap_to_parts(bases: Bases, i: int, parts: tuple[PathPart, ...]) -> float:
    """Return the inches from the edge of base i to the nearest of several parts (p, 2, 2) of a path."""
    lines = _lines(parts)
    far = distances(np.repeat(bases.core[[i]], len(lines)), lines) - bases.radius[i]
    return max(0.0, float(far.min()))


def share_over(path: ArrayLike, *, width: float, depth: float) -> tuple[float, float]:
    """Return after which shares of a path (2, 2) it lies over a table of this size: (0, 0) for one that misses it.

    >>> share_over([(-10, 5), (10, 5)], width=48, depth=36)
    (0.5, 1.0)
    """
    ends = floats(path, columns=2)
    sides = [(np.array((1.0, 0.0)), 0.0), (np.array((-1.0, 0.0)), width)]
    sides += [(np.array((0.0, 1.0)), 0.0), (np.array((0.0, -1.0)), depth)]
    return _clipped([(float(ends[0] @ n) + d, float(ends[1] @ n) + d) for n, d in sides]) or (0.0, 0.0)


def _lines(paths: ArrayLike) -> Shapes:
    """Make the lines (n,) of paths (n, 2, 2); one that goes nowhere, as good as, is a point."""
    ends = np.array(paths, dtype=np.float64).reshape(-1, 2, 2)
    is_point = np.abs(ends[:, 1] - ends[:, 0]).max(axis=1) <= EPSILON
    return segments(ends[:, 0], np.where(is_point[:, None], ends[:, 0], ends[:, 1]))


def _shares_in_wedge(ends: Floats, facing: float, degrees: float) -> tuple[float, float] | None:
    """Clip a path seen from the apex against both borders of a wedge that is no wider than a half turn."""
    left, right = np.radians(facing - degrees / 2), np.radians(facing + degrees / 2)
    inward = (
        np.array((np.cos(left), -np.sin(left))),
        np.array((-np.cos(right), np.sin(right))),
    )
    return _clipped([(float(ends[0] @ n), float(ends[1] @ n)) for n in inward])


def _clipped(sides: list[tuple[float, float]]) -> tuple[float, float] | None:
    """Keep what lies on the good side of each border, given how far inside both ends are."""
    low, high = 0.0, 1.0
    for first, last in sides:
        if first < -TOUCH and last < -TOUCH:
            return None
        if abs(first - last) <= EPSILON or (first >= -TOUCH and last >= -TOUCH):
            continue
        crossing = min(1.0, max(0.0, first / (first - last)))
        if first < last:
            low = max(low, crossing)
        else:
            high = min(high, crossing)
    return (low, high) if low <= high + EPSILON else None


def _pair(ends: Floats, low: float, high: float) -> PathPart:
    one, other = (ends[0] + share * (ends[1] - ends[0]) for share in (low, high))
    return (float(one[0]), float(one[1])), (float(other[0]), float(other[1]))


def _way(start: ArrayLike, end: ArrayLike) -> tuple[Floats, Floats, float]:
    """Return the first point, the direction of length 1 and the length; north for a path without length."""
    first, last = floats(start), floats(end)
    length = float(np.hypot(*(last - first)))
    way: Floats = (last - first) / length if length > EPSILON else np.array((0.0, 1.0))
    return first, way, length
