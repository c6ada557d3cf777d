"""Which outlines has the part of a grid where a number is at most 0?

Borders lie between the places, where the number passes 0 on the straight line between them.
"""

from collections.abc import Iterator
from typing import cast

import numpy as np

from astrike.deadline import go_on
from astrike.geometry.arrays import (
    Bools,
    Floats,
    Ints,
    Polygon,
    buffered,
    flaws,
    intersections,
    make_polygon,
    outer_and_inner,
    repaired,
    shape_array,
    simplified,
    smoothed_areas,
    union,
)
from astrike.geometry.grid import PlaceGrid

Ring = tuple[tuple[float, float], ...]

_FAR = 1e6
"""Stands for what has no end: interpolating toward infinity gives nothing."""
_THIN = 0.004
"""Inches that an outline may lose of its corners."""
_EVEN = 0.125
"""Half the width of what is too fine for a grid to show: notches, spikes, islands and holes."""
_SPACING = 0.0625
"""Inches between the points of an outline while it is smoothed."""
_MOST_MOVED = 0.07
"""Inches that smoothing may move a point from its place."""
_ROUNDS = 60
_DRAWN, _PUSHED = 0.5, -0.52
"""Shares by which points are drawn to their neighbors and pushed back, so that ripples go and arcs stay as large."""
_SHARP = 30.0
"""Degrees from which a turn between two straight sides is a corner that stays."""
_STRAIGHT = 0.3
"""Inches from which a side is straight, and no stair of the grid."""
_BEYOND = 0.19
"""Inches beyond what was found that no outline claims, however it is smoothed."""
_LEAST = 1e-3
"""Square inches below which an island is noise."""


def outlines_within(grid: PlaceGrid, values: Floats) -> tuple[tuple[Ring, ...], ...]:
    """Return the areas in which the values (n,) are at most 0: of each the outline, then its holes, closed.

    >>> from astrike.geometry.grid import make_grid
    >>> grid = make_grid((0, 0), reach=2, extent=(-9, -9, 9, 9))
    >>> ((ring,),) = outlines_within(grid, np.abs(grid.places).max(axis=1) - 1.0)
    >>> len(ring), max(x for x, _ in ring)
    (5, 1.0)
    """
    go_on()
    return tuple(_areas(grid, values))


def extended(grid: PlaceGrid, values: Floats, room: Bools) -> Floats:
    """Return the values (n,) with the endless ones in `room` (n,) filled from their neighbors, two places deep.

    An outline beside a wall then lies where the wall says, not where the last place happens to be.
    """
    rows, columns = grid.shape
    known = values.reshape(grid.shape).copy()
    free = room.reshape(grid.shape)
    for _ in range(2):
        padded = np.pad(known, 1, constant_values=np.inf)
        least = np.full(grid.shape, np.inf)
        for dy in (0, 1, 2):
            for dx in (0, 1, 2):
                step = grid.step * float(np.hypot(dx - 1, dy - 1))
                np.minimum(least, padded[dy : dy + rows, dx : dx + columns] + step, out=least)
        fill = free & np.isinf(known)
        known[fill] = least[fill]
    return known.ravel()


def _areas(grid: PlaceGrid, values: Floats) -> Iterator[tuple[Ring, ...]]:
    if not (values <= 0.0).any() or min(grid.shape) < 2:
        return
    from contourpy import FillType, contour_generator

    z = np.clip(values, -_FAR, _FAR).reshape(grid.shape)
    generator = contour_generator(grid.x, grid.y, z, fill_type=FillType.OuterOffset)
    points, starts = cast(tuple[list[Floats], list[Ints]], generator.filled(-2 * _FAR, 0.0))
    found: list[Polygon] = []
    for corner, first in zip(points, starts, strict=True):
        rings = [corner[a:b] for a, b in zip(first[:-1].tolist(), first[1:].tolist(), strict=True)]
        polygon = make_polygon(rings[0], rings[1:])
        if polygon.area > _LEAST:
            found.append(simplified(polygon, _THIN / 4.0))
    whole = repaired(shape_array(found))
    if not len(whole):
        return
    even = shape_array(simplified(_smoothed(polygon), _THIN) for polygon in smoothed_areas(whole, _EVEN))
    rims = union(buffered(whole, _BEYOND))
    for polygon in union(intersections(even[:, None], rims[None, :]).ravel()):
        if polygon.area > _LEAST:
            yield tuple(tuple((float(x), float(y)) for x, y in ring) for ring in outer_and_inner(polygon))


def _smoothed(polygon: Polygon) -> Polygon:
    """Take the ripples of the grid's stairs out of the outlines; where they would cross, leave them as they are."""
    go_on()
    outer, *inner = (_without_ripples(ring[:-1]) for ring in outer_and_inner(polygon))
    smooth = make_polygon(outer, inner)
    return polygon if flaws(shape_array([smooth]))[0] else smooth


def _without_ripples(corner: Floats) -> Floats:
    """Return a ring (k, 2) as points that its neighbors draw and push, those of real corners held in their places."""
    side = np.roll(corner, -1, axis=0) - corner
    length = np.hypot(side[:, 0], side[:, 1])
    count = np.maximum(np.ceil(length / _SPACING), 1).astype(np.intp)
    first = np.cumsum(count) - count
    share = (np.arange(int(count.sum())) - np.repeat(first, count)) / np.repeat(count, count)
    start = np.repeat(corner, count, axis=0) + np.repeat(side, count, axis=0) * share[:, None]
    heading = np.degrees(np.arctan2(side[:, 1], side[:, 0]))
    turn = np.abs((heading - np.roll(heading, 1) + 180.0) % 360.0 - 180.0)
    held = np.zeros(len(start), dtype=np.bool_)
    held[first] = (turn > _SHARP) & (np.minimum(length, np.roll(length, 1)) > _STRAIGHT)
    # Closed at both ends, so that each point has its neighbors beside it.
    closed = np.concatenate((start[-1:], start, start[:1]))
    place = closed[1:-1]
    drawn, pushed = (np.where(held, 0.0, by)[:, None] for by in (_DRAWN, _PUSHED))
    for _ in range(_ROUNDS):
        for by in (drawn, pushed):
            place += by * ((closed[:-2] + closed[2:]) / 2.0 - place)
            closed[0], closed[-1] = place[-1], place[0]
    off = place - start
    far = np.maximum(np.hypot(off[:, 0], off[:, 1]), _MOST_MOVED)
    return start + off * (_MOST_MOVED / far)[:, None]
