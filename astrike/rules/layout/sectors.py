"""In which parts of a table do the sides start, what is before them, and where in there can 'Mechs stand?

Gives the places that checks of deployment zones use: spread evenly, the same each time, and turned and mirrored with
the table.
"""

import math
from collections.abc import Mapping
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import (
    Bools,
    Floats,
    Shapes,
    areas,
    boxes,
    buffered,
    clipped,
    covers,
    distances,
    outer_rings,
    points,
    polygons_of,
    remainder,
    shape_array,
    union,
)
from astrike.model.terrain import DEPLOYMENT
from astrike.rules.layout.reachable_areas import ReachableAreas
from astrike.rules.layout.vantage_points import can_stand
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

APART: Final = 3.0
"""Inches between places at most, unless that would make too many of them."""
MOST: Final = 48.0
"""About how many places there are at most in a zone, or before it."""
BEFORE: Final = 12.0
"""Inches in front of a zone that belong to it as far as cover is concerned."""


@dataclass(frozen=True, slots=True, eq=False)
class SideSector:
    """The deployment zone of a side and the ground before it, and where 'Mechs can stand there."""

    side: str
    zone: Shapes
    inside: Floats
    """(n, 2) places with the whole base in the zone."""
    before: Floats
    """(m, 2) places outside all zones, within 12″ of this one, and nearer to the others than its own middle is."""
    watch: Floats
    """(k, 2) a few places in the zone from which fire at the others is checked."""
    apart: float
    """Inches from place to place in the zone, at most."""


def sectors_of(prepared: PreparedTable, ground: ReachableAreas) -> tuple[SideSector, ...]:
    """Give the sides that have a deployment zone, in the order of the table."""
    zones, radius = zones_of(prepared), ground.kind.radius
    found: list[SideSector] = []
    for side, zone in zones.items():
        others = shape_array(shape for name, shapes in zones.items() if name != side for shape in shapes)
        apart = _spacing(zone, APART, most=MOST)
        inside = evenly_spread_places(zone, ground, apart=apart, radius=radius)
        watch = evenly_spread_places(
            zone, ground, apart=_spacing(zone, 2 * APART, most=MOST / 2), radius=radius
        )
        around = _around(prepared, zone, others)
        before = evenly_spread_places(around, ground, apart=_spacing(around, APART, most=MOST), radius=0.0)
        if len(others) and len(inside) and len(before):
            own = inside.mean(axis=0)[None]
            before = before[_away(before, others) <= _away(own, others)[0] + TOUCH]
        found.append(SideSector(side, zone, inside, before, watch if len(watch) else inside, apart))
    return tuple(found)


def why_no_sectors(prepared: PreparedTable) -> str:
    """Say why zones cannot be compared: `no-zones`, `no-side` (of which none belongs to one), `one-zone`, or empty."""
    count = len(zones_of(prepared))
    if count > 1:
        return ""
    if count == 1:
        return "one-zone"
    return "no-side" if any(piece.kind == DEPLOYMENT for piece in prepared.terrain.pieces) else "no-zones"


def zones_of(prepared: PreparedTable) -> Mapping[str, Shapes]:
    """Give the deployment zones of each side that has one."""
    shapes: dict[str, list[object]] = {side.id: [] for side in prepared.table.sides}
    for piece, outlines in zip(prepared.terrain.pieces, prepared.terrain.shapes, strict=True):
        if piece.kind == DEPLOYMENT and piece.side is not None:
            shapes.setdefault(piece.side, []).extend(outlines)
    return {side: union(shape_array(some)) for side, some in shapes.items() if some}


def _around(prepared: PreparedTable, zone: Shapes, others: Shapes) -> Shapes:
    """Give what lies within 12″ of a zone on the table, and in no zone."""
    near = clipped(buffered(zone, BEFORE), (0.0, 0.0, prepared.table.width, prepared.table.depth))
    taken = np.concatenate((zone, others))
    return shape_array(part for shape in union(near) for part in remainder(shape, taken))


def _spacing(shapes: Shapes, apart: float, *, most: float) -> float:
    """Lay places farther apart in an area so large that there would be too many of them."""
    return max(apart, math.sqrt(float(areas(shapes).sum()) / most))


def _away(places: Floats, shapes: Shapes) -> Floats:
    """Give how far places (n, 2) are from the nearest of some shapes."""
    spots = points(places)
    each = [distances(spots, shape_array([shape] * len(spots))) for shape in shapes]
    return np.asarray(np.min(each, axis=0))


def evenly_spread_places(shapes: Shapes, ground: ReachableAreas, *, apart: float, radius: float) -> Floats:
    """Give places (n, 2) where 'Mechs can stand in an area: evenly spread, at most so far apart in rows and columns.

    The circle of this radius around each lies in the area: of the whole base, or 0 where its middle is enough.
    """
    area = _core(shapes, radius)
    if not len(area):
        return np.empty((0, 2))
    edges = boxes(area)
    (west, south), (east, north) = edges[:, :2].min(axis=0).tolist(), edges[:, 2:].max(axis=0).tolist()
    grid = np.meshgrid(_middles(west, east, apart), _middles(south, north, apart))
    places = np.column_stack([each.ravel() for each in grid])
    places = places[holds_base(shapes, places, radius=radius)]
    return places[can_stand(ground, places)]


def holds_base(shapes: Shapes, places: Floats, *, radius: float) -> Bools:
    """Say at which places (n, 2) a round base lies wholly in an area.

    >>> from astrike.geometry.arrays import make_polygon
    >>> square = shape_array([make_polygon([(0, 0), (4, 0), (4, 4), (0, 4)])])
    >>> holds_base(square, np.array([[1.0, 1.0], [0.5, 2.0], [2.0, 2.0]]), radius=1.0).tolist()
    [True, False, True]
    """
    found = np.zeros(len(places), dtype=np.bool_)
    for polygon in _core(shapes, radius):
        west, south, east, north = boxes(shape_array([polygon]))[0].tolist()
        x, y = places.T
        near = np.flatnonzero((west <= x) & (x <= east) & (south <= y) & (y <= north) & ~found)
        found[near] = covers(shape_array([polygon] * len(near)), x[near], y[near])
    return found


def rim_distances(shapes: Shapes, places: Floats, *, radius: float) -> Floats:
    """Say how far the middles (n, 2) of bases that lie in an area can go before the bases leave it."""
    spots = points(places)
    rims = outer_rings(_core(shapes, radius))
    return np.asarray(np.min([distances(spots, shape_array([rim] * len(spots))) for rim in rims], axis=0))


def _core(shapes: Shapes, radius: float) -> Shapes:
    """Give where the middle of a base that lies wholly in an area can be, its rim included."""
    return polygons_of(buffered(shapes, TOUCH - radius)) if radius else shapes


def _middles(low: float, high: float, apart: float) -> Floats:
    """Cut a stretch into equal parts, none longer than that, and give their middles.

    >>> _middles(0, 6, 3).tolist(), _middles(0, 7, 3).round(2).tolist()
    ([1.5, 4.5], [1.17, 3.5, 5.83])
    """
    count = max(1, math.ceil((high - low) / apart - TOUCH))
    return np.asarray(low + (np.arange(count) + 0.5) * ((high - low) / count))
