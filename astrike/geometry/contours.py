"""Which outlines has the part of a lattice where a number is at most 0?

Borders lie between the places, where the number passes 0 on the straight line between them.
"""

from collections.abc import Iterator
from typing import cast

import numpy as np

from astrike.geometry.arrays import Bools, Floats, Ints, make_polygon, outer_and_inner, simplified
from astrike.geometry.lattice import Lattice

Ring = tuple[tuple[float, float], ...]

_FAR = 1e6
"""Stands for what has no end: interpolating towards infinity gives nothing."""
_THIN = 0.004
"""Inches that an outline may lose of its corners."""
_LEAST = 1e-3
"""Square inches below which an island is noise."""


def outlines(lattice: Lattice, values: Floats) -> tuple[tuple[Ring, ...], ...]:
    """Return the areas in which the values (n,) are at most 0: of each the outline, then its holes, closed.

    >>> from astrike.geometry.lattice import make_lattice
    >>> lattice = make_lattice((0, 0), reach=2, extent=(-9, -9, 9, 9))
    >>> ((ring,),) = outlines(lattice, np.abs(lattice.places).max(axis=1) - 1.0)
    >>> len(ring), max(x for x, _ in ring)
    (5, 1.0)
    """
    return tuple(_areas(lattice, values))


def extended(lattice: Lattice, values: Floats, room: Bools) -> Floats:
    """Return the values (n,) with the endless ones in `room` (n,) filled from their neighbours, two places deep.

    An outline beside a wall then lies where the wall says, not where the last place happens to be.
    """
    rows, columns = lattice.shape
    known = values.reshape(lattice.shape).copy()
    free = room.reshape(lattice.shape)
    for _ in range(2):
        padded = np.pad(known, 1, constant_values=np.inf)
        least = np.full(lattice.shape, np.inf)
        for dy in (0, 1, 2):
            for dx in (0, 1, 2):
                step = lattice.step * float(np.hypot(dx - 1, dy - 1))
                np.minimum(least, padded[dy : dy + rows, dx : dx + columns] + step, out=least)
        fill = free & np.isinf(known)
        known[fill] = least[fill]
    return known.ravel()


def _areas(lattice: Lattice, values: Floats) -> Iterator[tuple[Ring, ...]]:
    if not (values <= 0.0).any() or min(lattice.shape) < 2:
        return
    from contourpy import FillType, contour_generator

    z = np.clip(values, -_FAR, _FAR).reshape(lattice.shape)
    generator = contour_generator(lattice.x, lattice.y, z, fill_type=FillType.OuterOffset)
    points, starts = cast(tuple[list[Floats], list[Ints]], generator.filled(-2 * _FAR, 0.0))
    for corner, first in zip(points, starts, strict=True):
        rings = [corner[a:b] for a, b in zip(first[:-1].tolist(), first[1:].tolist(), strict=True)]
        polygon = make_polygon(rings[0], rings[1:])
        if polygon.area > _LEAST:
            yield tuple(
                tuple((float(x), float(y)) for x, y in ring)
                for ring in outer_and_inner(simplified(polygon, _THIN))
            )
