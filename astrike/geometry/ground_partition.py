"""How high is the ground, and where are its borders?

The ground is cut into cells that do not overlap: hills and ramps, the plain around them, the bottoms of waters, and
covers such as decks and roofs, which hide what lies under them. What a change of level costs is for the caller.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from astrike.dataclass import dataclass
from astrike.geometry.arrays import (
    EPSILON,
    Bools,
    Floats,
    Ints,
    Shapes,
    close_pairs,
    floats,
    intersections,
    lengths,
    make_box,
    opened,
    points,
    polygons_of,
    remainder,
    shape_array,
    touching_pairs,
    union,
    without_noise,
)
from astrike.geometry.elevation import highest_cells
from astrike.geometry.prisms import Prisms
from astrike.geometry.sweeps import Zones, make_zones
from astrike.tolerance import TOUCH

CRACK = 4 * TOUCH
"""Inches below which a gap between cells is no gap: what typed-in edges that should meet may be apart."""
_SHORTEST = 0.01
"""Inches that two edges run along each other at least where they do so at an angle."""
_SAME = 7
"""Decimals to which the planes of two cells agree that are one piece of ground."""


@dataclass(frozen=True, slots=True, eq=False)
class Cliffs:
    """Straight borders (k,) between two cells each, and the heights of the ground on both sides at both ends."""

    segments: Floats
    """(k, 2, 2) from one end to the other."""
    cells: Ints
    """(k, 2) the cells on both sides, and on each side ..."""
    z: Floats
    """(k, 2, 2) ... the height at the first end and at the last."""

    def __len__(self) -> int:
        return len(self.cells)


@dataclass(frozen=True, slots=True, eq=False)
class GroundPartition:
    """C cells that do not overlap and fill the table, each under one plane z = a + b x + c y."""

    polygons: Shapes
    """(C,)"""
    plane: Floats
    """(C, 3) a, b, c of where one stands: in water its bottom."""
    depth: Floats
    """(C,) of the water there; 0 where there is none."""
    cover: Ints
    """(C,) the cover that the cell is the top of; -1 for the ground."""
    is_level: Bools
    """(C,)"""
    zones: Zones
    """The cells, ready for sweeping; the plain at 0 comes last. Most of a table is plain, and often not asked for:"""
    raised: Zones
    """All cells but the plain, by the same numbers."""
    plain: Zones
    """The plain by itself."""
    cliffs: Cliffs
    """The borders of sloped cells."""

    def __len__(self) -> int:
        return len(self.polygons)


# ---- cutting


def make_ground_partition(
    ground: Prisms,
    *,
    extent: tuple[float, float, float, float],
    waters: Shapes,
    depths: ArrayLike,
    covers: Shapes,
    cover_levels: ArrayLike,
) -> GroundPartition:
    """Return the cells of the table: west, south, east, north of its extent.

    The ground is the highest hill or ramp, or 0. In water one stands so deep below it, the deepest of several. Covers
    hide what is under them, of several the highest.

    >>> from astrike.geometry.prisms import make_prisms
    >>> from astrike.geometry.bases import rectangle
    >>> hill = make_prisms([rectangle(2, 2, facing=0)], bottom=[0], top=[3], piece=[0])
    >>> from astrike.geometry.arrays import areas
    >>> none = shape_array([])
    >>> floor = make_ground_partition(hill, extent=(-9, -9, 9, 9), waters=none, depths=[], covers=none, cover_levels=[])
    >>> floor.plane[:, 0].tolist(), areas(floor.polygons).tolist()
    ([3.0, 0.0], [4.0, 320.0])
    """
    table = make_box(extent)
    hills = highest_cells(ground.polygons, ground.top, ground.lowest)
    plain = without_noise(remainder(table, hills.polygons))
    cells = _Cells(
        np.concatenate((hills.polygons, plain)),
        np.concatenate((hills.plane, np.zeros((len(plain), 3)))),
        np.zeros(len(hills.polygons) + len(plain)),
        np.full(len(hills.polygons) + len(plain), -1, dtype=np.intp),
    )
    deep = floats(depths)
    ponds, pond = _topmost(waters[deep > 0.0], deep[deep > 0.0])
    cells = _flooded(cells, ponds, deep[deep > 0.0][pond])
    level = floats(cover_levels)
    tops, top = _topmost(covers, level)
    cells = _covered(cells, tops, level[top], top)
    cells = _in_one(cells)
    is_plain = (cells.ground == 0.0).all(axis=1) & (cells.depth == 0.0) & (cells.cover < 0)
    order = np.argsort(is_plain, kind="stable")
    cells = cells.parts(cells.polygons[order], order)
    zones = make_zones(cells.polygons)
    plane = cells.ground - cells.depth[:, None] * np.array((1.0, 0.0, 0.0))
    is_level = np.hypot(plane[:, 1], plane[:, 2]) <= EPSILON
    first_plain = len(zones) - int(np.count_nonzero(is_plain))
    return GroundPartition(
        polygons=zones.polygons,
        plane=plane,
        depth=cells.depth,
        cover=cells.cover,
        is_level=is_level,
        zones=zones,
        raised=zones.take(np.arange(first_plain)),
        plain=zones.take(np.arange(first_plain, len(zones))),
        cliffs=_cliffs(zones, plane, is_level),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """Polygons (c,) that do not overlap, the plane of the ground in each, its water's depth and its cover."""

    polygons: Shapes
    ground: Floats
    depth: Floats
    cover: Ints

    def parts(self, polygons: Shapes, cell: Ints) -> "_Cells":
        """Return these polygons as parts of those cells."""
        return _Cells(polygons, self.ground[cell], self.depth[cell], self.cover[cell])


def _topmost(shapes: Shapes, level: Floats) -> tuple[Shapes, Ints]:
    """Return parts (k,) of the shapes that do not overlap, and the shape of each: the highest keeps what it covers."""
    found: list[object] = []
    source: list[int] = []
    one, other = touching_pairs(shapes, shapes)
    for k, shape in enumerate(shapes):
        rivals = other[one == k]
        above = rivals[(level[rivals] > level[k]) | ((level[rivals] == level[k]) & (rivals < k))]
        parts = without_noise(remainder(shape, shapes[above]))
        found += [*parts]
        source += [k] * len(parts)
    return shape_array(found), np.array(source, dtype=np.intp)


def _flooded(cells: _Cells, ponds: Shapes, depth: Floats) -> _Cells:
    """Return the cells cut along the ponds, which do not overlap."""
    cell, pond = touching_pairs(cells.polygons, ponds)
    found = [_outside(cells, cell, ponds[pond])]
    for k, p, common in zip(cell, pond, intersections(cells.polygons[cell], ponds[pond]), strict=True):
        parts = without_noise(polygons_of(common))
        wet = cells.parts(parts, np.full(len(parts), k))
        found.append(replace(wet, depth=np.full(len(parts), depth[p])))
    return _joined(found)


def _covered(cells: _Cells, tops: Shapes, level: Floats, cover: Ints) -> _Cells:
    """Return the cells without what is under the covers, which do not overlap, and the tops of those."""
    cell, top = touching_pairs(cells.polygons, tops)
    ground = np.column_stack((level, np.zeros((len(level), 2))))
    return _joined([_outside(cells, cell, tops[top]), _Cells(tops, ground, np.zeros(len(tops)), cover)])


def _outside(cells: _Cells, cell: Ints, shapes: Shapes) -> _Cells:
    """Return the cells without these shapes, each near one of the cells (m,)."""
    touched = np.unique(cell)
    rest: list[object] = []
    source: list[int] = []
    for k in touched:
        parts = without_noise(remainder(cells.polygons[k], shapes[cell == k]))
        rest += [*parts]
        source += [int(k)] * len(parts)
    free = np.setdiff1d(np.arange(len(cells.polygons)), touched)
    kept = np.concatenate((free, np.array(source, dtype=np.intp)))
    return cells.parts(np.concatenate((cells.polygons[free], shape_array(rest))), kept)


def _joined(several: list[_Cells]) -> _Cells:
    return _Cells(
        np.concatenate([some.polygons for some in several]),
        np.concatenate([some.ground for some in several]),
        np.concatenate([some.depth for some in several]),
        np.concatenate([some.cover for some in several]),
    )


def _in_one(cells: _Cells) -> _Cells:
    """Return cells of the same ground that touch as one cell, and without cracks that noise left between others."""
    row: Floats = np.column_stack(
        (np.round(np.column_stack((cells.ground, cells.depth)), _SAME), cells.cover)
    )
    _, first, group = np.unique(row, axis=0, return_index=True, return_inverse=True)
    found: list[_Cells] = []
    for number, k in enumerate(first):
        alike = cells.polygons[group == number]
        parts = _without_cracks(union(alike) if len(alike) > 1 else alike)
        found.append(cells.parts(parts, np.full(len(parts), k)))
    return _joined(found)


def _without_cracks(polygons: Shapes) -> Shapes:
    wide = opened(polygons, TOUCH)
    # What is cut off has a long edge, however little area.
    is_cracked = lengths(wide) < lengths(polygons) - 100 * TOUCH
    return np.concatenate((polygons[~is_cracked], *(polygons_of(shape) for shape in wide[is_cracked])))


# ---- borders


def _cliffs(zones: Zones, plane: Floats, is_level: Bools) -> Cliffs:
    """Return the borders of the sloped cells: where an edge of one runs along an edge of another cell."""
    owner = np.repeat(np.arange(len(zones), dtype=np.intp), np.diff(zones.first))
    one, other = _side_by_side(zones, np.flatnonzero(~is_level[owner]))
    # Of two sloped cells the border is found from both sides.
    apart = (owner[one] < owner[other]) | ((owner[one] != owner[other]) & is_level[owner[other]])
    one, other = one[apart], other[apart]
    heading, start = zones.heading[one], zones.start[one]
    along, aside = np.empty((2, len(one))), np.empty((2, len(one)))
    for end, place in enumerate((zones.start[other], zones.end[other])):
        away = place - start
        along[end] = (away * heading).sum(axis=1)
        aside[end] = heading[:, 0] * away[:, 1] - heading[:, 1] * away[:, 0]
    low = np.maximum(along.min(axis=0), 0.0)
    high = np.minimum(along.max(axis=0), zones.length[one])
    run = along[1] - along[0]
    real = high - low > CRACK
    for at in (low, high):
        share = (at - along[0]) / np.where(run == 0.0, 1.0, run)
        real &= np.abs(aside[0] + (aside[1] - aside[0]) * share) <= CRACK
    one, other, low, high = one[real], other[real], low[real], high[real]
    ends = zones.start[one][:, None] + zones.heading[one][:, None] * np.stack((low, high), axis=1)[:, :, None]
    cells = np.stack((owner[one], owner[other]), axis=1)
    z = plane[cells][:, :, None, 0] + (plane[cells][:, :, None, 1:] * ends[:, None]).sum(axis=3)
    return Cliffs(ends, cells, z)


def _side_by_side(zones: Zones, some: Ints) -> tuple[Ints, Ints]:
    """Return the pairs of edges, the first of them one of `some`, that may run along each other.

    Spikes by the thousand are all near each other, but few lie in one line: each line is a point, by its direction
    and by how far it passes from the middle of all, and only points close together are pairs.
    """
    if not len(some):
        return some, some
    low = np.minimum(zones.start, zones.end).min(axis=0)
    high = np.maximum(zones.start, zones.end).max(axis=0)
    radius = float(np.hypot(*(high - low))) / 2
    turn = 2 * CRACK / _SHORTEST
    angle = np.arctan2(zones.heading[:, 1], zones.heading[:, 0])
    # Either way along, a line is the same.
    half: Floats = np.where(angle < 0.0, angle + np.pi, angle)
    away = (zones.start + zones.end - low - high) / 2
    past = -np.sin(half) * away[:, 0] + np.cos(half) * away[:, 1]
    near, far = np.flatnonzero(half <= turn), np.flatnonzero(half >= np.pi - turn)
    edge = np.concatenate((np.arange(len(half)), near, far))
    line = np.column_stack(
        (
            radius * np.concatenate((half, half[near] + np.pi, half[far] - np.pi)),
            np.concatenate((past, -past[near], -past[far])),
        )
    )
    places = points(line)
    one, other = close_pairs(places[some], places, np.sqrt(2.0) * (radius * turn + CRACK))
    return some[one], edge[other]


def cliffs_over(cliffs: Cliffs, limit: float) -> Cliffs:
    """Return the parts of the borders where the ground on both sides differs by more than the limit."""
    drop = cliffs.z[:, 0] - cliffs.z[:, 1]
    found: list[Cliffs] = []
    for sign in (1.0, -1.0):
        first, last = (sign * drop - limit - TOUCH).T
        rise = last - first
        cut = -first / np.where(rise == 0.0, 1.0, rise)
        low = np.where(first > 0.0, 0.0, np.where(last > 0.0, cut, np.inf))
        high = np.where(last > 0.0, 1.0, np.where(first > 0.0, cut, -np.inf))
        kept = np.flatnonzero(low < high)
        share = np.stack((low, high), axis=1)[kept]
        ends = cliffs.segments[kept, :1] + np.diff(cliffs.segments[kept], axis=1) * share[:, :, None]
        z = cliffs.z[kept, :, :1] + np.diff(cliffs.z[kept], axis=2) * share[:, None, :]
        found.append(Cliffs(ends, cliffs.cells[kept], z))
    return Cliffs(
        np.concatenate([some.segments for some in found]),
        np.concatenate([some.cells for some in found]),
        np.concatenate([some.z for some in found]),
    )


def steep_cells(floor: GroundPartition, ratio: float) -> Ints:
    """Return the cells (k,) that rise by more than so much per inch of travel in their steepest direction."""
    steep: Ints = np.flatnonzero(np.hypot(floor.plane[:, 1], floor.plane[:, 2]) > ratio + TOUCH)
    return steep
