"""Where in an area does a base fit whole, clear of other bases?

The area is what zones leave open between things that are closed; a round base fits where its centre is far enough from
the rim of that, any other where none of it sticks out.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from astrike.geometry.arrays import (
    Bools,
    Floats,
    Shapes,
    areas,
    boxes,
    differences,
    floats,
    intersections,
    make_polygon,
    outer_and_inner,
    polygons_of,
    shape_array,
    union,
    widened,
)
from astrike.geometry.bases import Bases, gaps
from astrike.geometry.interior import clearances, is_inside
from astrike.tolerance import TOUCH

PlacementRing = Sequence[tuple[float, float]]


def open_ground(
    zones: Sequence[tuple[PlacementRing, Sequence[PlacementRing]]],
    *,
    width: float,
    depth: float,
    closed: Shapes,
) -> Shapes:
    """Return the polygons (k,) of the zones, outlines with their holes, that lie on the table and are not closed.

    >>> square = [(0, 0), (9, 0), (9, 9), (0, 9)]
    >>> ground = open_ground([(square, [])], width=6, depth=24, closed=shape_array([]))
    >>> areas(ground).tolist()
    [54.0]
    """
    outlines = union(shape_array(make_polygon(outline, holes) for outline, holes in zones))
    table = make_polygon([(0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth)])
    ground = polygons_of(intersections(outlines, shape_array([table] * len(outlines))))
    for each in union(closed) if len(closed) else ():
        ground = polygons_of(differences(ground, shape_array([each] * len(ground))))
    return ground


def edge_strips(shapes: Shapes, by: float) -> Shapes:
    """Return the polygons (k,) of all that lies within so many inches of an edge of the shapes.

    >>> square = make_polygon([(0, 0), (9, 0), (9, 9), (0, 9)], [])
    >>> areas(edge_strips(shape_array([square]), 0.5)).tolist()
    [36.0]
    """
    strips = [
        strip
        for polygon in shapes
        for ring in outer_and_inner(polygon)
        for strip in widened(ring, 2 * by, is_closed=True)
    ]
    return union(shape_array(strips))


def frame_around(ground: Shapes) -> tuple[float, float, float, float]:
    """Return the west, south, east and north end of the ground."""
    edges = boxes(ground)
    west, south = edges[:, :2].min(axis=0).tolist()
    east, north = edges[:, 2:].max(axis=0).tolist()
    return west, south, east, north


def room_inside(ground: Shapes, places: ArrayLike) -> Floats:
    """Return how far (n,) places (n, 2) lie inside the rim of the ground; below 0 outside of it.

    >>> ground = open_ground([([(0, 0), (9, 0), (9, 4), (0, 4)], [])], width=24, depth=24, closed=shape_array([]))
    >>> room_inside(ground, [(5, 1), (5, 2), (11, 2)]).tolist()
    [1.0, 2.0, -2.0]
    """
    spots = floats(places, columns=2)
    found = np.full(len(spots), -np.inf)
    for polygon in ground:
        rings = outer_and_inner(polygon)
        tail = np.concatenate([ring[:-1] for ring in rings])
        head = np.concatenate([ring[1:] for ring in rings])
        away = clearances(tail, head, spots)
        found = np.maximum(found, np.where(is_inside(tail, head, spots), away, -away))
    return found


def fit_whole(bases: Bases, ground: Shapes, rim: Floats) -> Bools:
    """Say which of the first bases (n,) lie wholly on the ground; `rim` (n,) is the room at their centres."""
    found: Bools = rim >= bases.radius[: len(rim)] - TOUCH
    for i in np.flatnonzero(~bases.is_round[: len(rim)] & found).tolist():
        base = shape_array([bases.outline[i]])
        found[i] = any(areas(differences(base, shape_array([each])))[0] <= TOUCH for each in ground)
    return found


def are_clear(bases: Bases, count: int, *, by: float) -> Bools:
    """Say which of the first `count` bases keep at least so many inches from all that come after them."""
    others = len(bases) - count
    if not others or not count:
        return np.ones(count, dtype=np.bool_)
    one, other = np.meshgrid(np.arange(count), count + np.arange(others), indexing="ij")
    apart = gaps(bases, one.ravel(), other.ravel()).reshape(one.shape)
    return np.asarray(apart.min(axis=1) >= by - TOUCH)
