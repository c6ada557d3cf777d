"""Where may the middle of a round base be, and which of those places are connected?

What blocks is grown by the base's radius and taken from the table, and so is what the base would be on at two levels
too far apart; the rest falls into parts. Exact but for the arcs round corners, which are drawn with straight lines.
What blocks whom is for the caller.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from astrike.geometry.arrays import (
    Box,
    Floats,
    Shapes,
    areas,
    boxes,
    clipped,
    corners_of,
    floats,
    grown_round,
    intersections,
    make_box,
    parts_of,
    polygons_of,
    remainder,
    shape_array,
    touching_pairs,
    union,
)
from astrike.tolerance import TOUCH

NO_GROUND = 1e-6
"""Square inches below which two parts do not share any ground."""


def free_space(extent: Box, closed: Shapes) -> Shapes:
    """Return the parts (k,) of a table that are not closed.

    >>> from astrike.geometry.arrays import make_polygon
    >>> wall = make_polygon([(2, 0), (3, 0), (3, 9), (2, 9)])
    >>> areas(free_space((0, 0, 9, 9), shape_array([wall]))).tolist()
    [18.0, 54.0]
    """
    found = remainder(make_box(extent), closed)
    return found[areas(found) > NO_GROUND]


def touched(shapes: Shapes, *, radius: float, extent: Box) -> Shapes:
    """Return where a base of this radius is over any of the shapes by more than a touch; nothing far off the table.

    >>> from astrike.geometry.arrays import make_polygon
    >>> wall = make_polygon([(2, -99), (3, -99), (3, 99), (2, 99)])
    >>> areas(touched(shape_array([wall]), radius=0.5, extent=(0, 0, 9, 9))).round(2).tolist()
    [23.78]
    """
    # A hair less: a base as wide as a gap passes it.
    by = max(radius - 2 * TOUCH, TOUCH)
    # Lines are as wide as a touch, so that they are areas like the others.
    flat = areas(shapes) <= 0.0
    shapes = np.concatenate((shapes[~flat], grown_round(shapes[flat], TOUCH)))
    near = clipped(shapes, _around(extent, 2 * radius))
    return grown_round(union(near), by) if len(near) else near


def drop_places(
    cells: Shapes,
    level: ArrayLike,
    *,
    limit: float,
    radius: float,
    extent: Box,
    over: Shapes | None = None,
) -> Shapes:
    """Return where a base of this radius is over cells (c,) whose levels (c,) are farther apart than the limit.

    With `over` (c,) its middle is on the lower of the two, and only those cells carry it.

    >>> from astrike.geometry.arrays import make_polygon
    >>> cell = [make_polygon([(w, 0), (w + 5, 0), (w + 5, 9), (w, 9)]) for w in (0, 5)]
    >>> found = drop_places(shape_array(cell), [0, 2], limit=1, radius=0.5, extent=(0, 0, 10, 9))
    >>> areas(found).round(2).tolist()
    [9.78]
    """
    height = np.round(floats(level), 6)
    steps = np.unique(height)
    if not len(steps) or steps[-1] - steps[0] <= limit + TOUCH:
        return shape_array([])
    around = [touched(cells[height == step], radius=radius, extent=extent) for step in steps]
    below = around if over is None else [over[height == step] for step in steps]
    found: list[object] = []
    for low, step in enumerate(steps):
        above = [
            shape for high, far in enumerate(steps) if far > step + limit + TOUCH for shape in around[high]
        ]
        if above and len(below[low]):
            found.extend(_common(below[low], union(shape_array(above))))
    return shape_array(found)


def shared_pairs(one: Shapes, other: Shapes, *, without: Shapes | None = None) -> list[tuple[int, int]]:
    """Return the pairs of polygons that share ground, apart from what is left out.

    >>> from astrike.geometry.arrays import make_polygon
    >>> left, right = (make_polygon([(w, 0), (w + 3, 0), (w + 3, 1), (w, 1)]) for w in (0, 2))
    >>> shared_pairs(shape_array([left]), shape_array([right])), shared_pairs(
    ...     shape_array([left]), shape_array([right]), without=shape_array([right]))
    ([(0, 0)], [])
    """
    if not len(one) or not len(other):
        return []
    i, j = touching_pairs(one, other)
    common = intersections(one[i], other[j])
    shared = areas(common)
    if without is not None and len(without):
        shared = np.array([_rest(shape, without) for shape in common], dtype=np.float64)
    kept = shared > NO_GROUND
    return list(zip(i[kept].tolist(), j[kept].tolist(), strict=True))


def share_within(parts: Shapes, zones: Shapes) -> Floats:
    """Return the area (k,) of each part that lies in the zones; a place in two of them counts once."""
    if not len(zones) or not len(parts):
        return np.zeros(len(parts))
    whole = union(zones)
    part, zone = touching_pairs(parts, whole)
    shared = areas(intersections(parts[part], whole[zone]))
    found: Floats = np.bincount(part, weights=shared, minlength=len(parts)).astype(np.float64)
    return found


def areas_on(parts: Shapes, ground: Shapes) -> Floats:
    """Return the area (n,) of each part that lies on ground (k,); what lies on two polygons of it counts twice.

    >>> from astrike.geometry.arrays import make_polygon
    >>> left, right = (make_polygon([(w, 0), (w + 3, 0), (w + 3, 1), (w, 1)]) for w in (0, 2))
    >>> areas_on(shape_array([left, right]), shape_array([left])).tolist()
    [3.0, 1.0]
    """
    cut = _in_smaller_parts(ground)
    part, where = touching_pairs(parts, cut)
    shared = areas(intersections(parts[part], cut[where]))
    found: Floats = np.bincount(part, weights=shared, minlength=len(parts)).astype(np.float64)
    return found


_CORNERS = 200
"""Polygons with more corners are cut: each question about a place on them would look at all of them."""
_HALVINGS = 12


def _in_smaller_parts(polygons: Shapes) -> Shapes:
    """Cut polygons in halves, across their longer side, until they have few corners."""
    found, large = [], polygons
    for _ in range(_HALVINGS):
        is_large = np.bincount(corners_of(large)[1], minlength=len(large)) > _CORNERS
        found.append(large[~is_large])
        large = _halved(large[is_large])
        if not len(large):
            break
    return np.concatenate((*found, large))


def _halved(polygons: Shapes) -> Shapes:
    halves = [
        make_box(half)
        for west, south, east, north in boxes(polygons).tolist()
        for half in (
            ((west, south, (west + east) / 2, north), ((west + east) / 2, south, east, north))
            if east - west > north - south
            else ((west, south, east, (south + north) / 2), (west, (south + north) / 2, east, north))
        )
    ]
    return polygons_of(intersections(np.repeat(polygons, 2), shape_array(halves)))


def _rest(shape: object, without: Shapes) -> float:
    return float(sum(areas(remainder(part, without)).sum() for part in polygons_of(shape)))


def _common(one: Shapes, other: Shapes) -> Iterable[object]:
    i, j = touching_pairs(one, other)
    return parts_of(intersections(one[i], other[j]))[0]


def _around(extent: Box, by: float) -> Box:
    west, south, east, north = extent
    return west - by, south - by, east + by, north + by
