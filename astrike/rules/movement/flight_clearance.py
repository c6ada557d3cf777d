"""What stands higher than a base that passes over it, and along which inches of the path?

Hills, buildings, walls, decks and treetops above a height, for everything that jumps or flies. Whether that forbids
the move is decided by the mode's own module. Sources: CE pp.34-38; AS p.32.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools, Floats, Ints, Polygon, shape_array
from astrike.geometry.clearance import nearest
from astrike.geometry.elevation import parts_above
from astrike.geometry.sweeps import Footprint, Track, Zones, make_zones
from astrike.geometry.swept_overlaps import swept_zones
from astrike.model.movement import MoveMargin
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.terrain.prepared_terrain import PreparedTerrain
from astrike.tolerance import TOUCH

SEE_THROUGH = "see-through"
NEAR = 1.0
"""Inches beyond which nobody asks how near something is."""


@dataclass(frozen=True, slots=True)
class HigherPiece:
    """A piece that is higher, where the base is over it, and how high it is there."""

    piece: int
    start: float
    end: float
    top: float
    is_see_through: bool


def higher_than(
    prepared: PreparedTable,
    track: Track,
    footprint: Footprint,
    *,
    z: float,
    headroom: float,
    skip: frozenset[str] = frozenset(),
) -> tuple[HigherPiece, ...]:
    """List what is higher than `z` under any part of the base, by the inch at which it begins.

    What begins `headroom` above z or higher is passed below. `skip` names families of terrain that are left out.
    """
    layer = _layer(prepared.terrain)
    found = [
        each
        for item, zones in _rising(prepared, z=z, headroom=headroom, skip=skip)
        for each in _met(layer, item, zones, track, footprint)
    ]
    return tuple(sorted(found, key=lambda each: (each.start, each.piece)))


def zones_above(
    prepared: PreparedTable, *, z: float, headroom: float, skip: frozenset[str] = frozenset()
) -> Zones:
    """Give the outlines of everything that is higher than `z`, as `higher_than` counts it."""
    found = [zones.polygons for _, zones in _rising(prepared, z=z, headroom=headroom, skip=skip)]
    return make_zones(np.concatenate(found) if found else shape_array([]))


def height_clearances(
    prepared: PreparedTable,
    track: Track,
    footprint: Footprint,
    *,
    z: float,
    headroom: float,
    skip: frozenset[str] = frozenset(),
) -> Iterator[MoveMargin]:
    """Say by how much nothing is in the way: how far below `z` the highest thing ends, how near a higher one comes.

    What ends at that very height is no close call, and what is farther than an inch is not reported.
    """
    layer, tolerance = _layer(prepared.terrain), prepared.table.tolerance
    spans = swept_zones(track, footprint, layer.zones)
    counts = _counting(prepared, z=z, headroom=headroom, skip=skip)
    under = [(z - float(layer.highest[k]), k) for k in np.unique(spans.zone).tolist() if counts[k]]
    below = [(gap, k) for gap, k in under if TOUCH < gap < NEAR]
    if below:
        gap, k = min(below)
        yield MoveMargin(gap, "height", _id_of(prepared, k), gap < tolerance)
    gaps = [
        (float(gap), int(k))
        for item, zones in _rising(prepared, z=z, headroom=headroom, skip=skip)
        for gap, k in zip(nearest(track, footprint, zones, within=NEAR)[0], item, strict=True)
    ]
    gap, k = min(gaps, default=(np.inf, -1))
    if TOUCH < gap < NEAR:
        yield MoveMargin(gap, "clearance", _id_of(prepared, k), gap < tolerance)


def _id_of(prepared: PreparedTable, item: int) -> str:
    return prepared.terrain.pieces[int(_layer(prepared.terrain).piece[item])].id


def _counting(prepared: PreparedTable, *, z: float, headroom: float, skip: frozenset[str]) -> Bools:
    """Say which items of the layer can be in the way at a height: not what is passed below."""
    layer = _layer(prepared.terrain)
    # Smoke is no terrain that one could fly into.
    named = np.array(
        [
            family not in skip
            and (family != SEE_THROUGH or prepared.terrain.pieces[k].kind in prepared.edition.going)
            for family, k in zip(layer.family, layer.piece.tolist(), strict=True)
        ],
        dtype=np.bool_,
    )
    found: Bools = named & ~(layer.bottom >= z + headroom - TOUCH)
    return found


def _rising(
    prepared: PreparedTable, *, z: float, headroom: float, skip: frozenset[str]
) -> Iterator[tuple[Ints, Zones]]:
    """Give what rises above `z` as items of the layer and their outlines."""
    layer = _layer(prepared.terrain)
    rises = (layer.highest > z + TOUCH) & _counting(prepared, z=z, headroom=headroom, skip=skip)
    item = np.flatnonzero(rises)
    slope = item[layer.lowest[item] <= z + TOUCH]
    whole = item[layer.lowest[item] > z + TOUCH]
    if len(whole):
        yield whole, layer.zones.take(whole)
    # Of what rises evenly, only the part above z is in the way.
    owner: list[int] = []
    parts: list[Polygon] = []
    for k in slope.tolist():
        for part in parts_above(layer.top[k] - np.array((z, 0.0, 0.0)), layer.zones.polygons[k]):
            owner.append(k)
            parts.append(part)
    if parts:
        yield np.asarray(owner, dtype=np.intp), make_zones(shape_array(parts))


def _met(layer: "_Layer", item: Ints, zones: Zones, track: Track, footprint: Footprint) -> list[HigherPiece]:
    spans = swept_zones(track, footprint, zones)
    return [
        HigherPiece(
            piece=int(layer.piece[k]),
            start=float(start),
            end=float(end),
            top=float(layer.highest[k]),
            is_see_through=layer.family[k] == SEE_THROUGH,
        )
        for k, start, end in zip(item[spans.zone].tolist(), spans.start, spans.end, strict=True)
    ]


@dataclass(frozen=True, slots=True, eq=False)
class _Layer:
    """Everything with a height, laid out for sweeping: solids, decks (which never block sight), treetops."""

    zones: Zones
    family: tuple[str, ...]
    piece: Ints
    bottom: Floats
    """Height of the underside; nan where it reaches down to the ground."""
    top: Floats
    """(n, 3) planes."""
    lowest: Floats
    highest: Floats


@lru_cache(maxsize=16)
def _layer(terrain: PreparedTerrain) -> _Layer:
    solids, trees = terrain.solids, terrain.canopy.parts
    decks = [
        (k, shape)
        for k, row in enumerate(terrain.rows)
        if row.family == "deck"
        for shape in terrain.shapes[k]
    ]
    low, high = (
        np.array([terrain.extent[terrain.pieces[k].id][end] for k, _ in decks], dtype=np.float64)
        for end in (0, 1)
    )
    piece = np.concatenate((solids.piece, np.array([k for k, _ in decks], dtype=np.intp), trees.piece))
    deck_top = np.column_stack((high, np.zeros((len(decks), 2))))
    return _Layer(
        zones=make_zones([*solids.polygons, *(shape for _, shape in decks), *trees.polygons]),
        family=tuple(terrain.rows[k].family for k in piece.tolist()),
        piece=piece.astype(np.intp),
        bottom=np.concatenate((solids.bottom, low, trees.bottom)),
        top=np.concatenate((solids.top, deck_top, trees.top)),
        lowest=np.concatenate((solids.lowest, high, trees.lowest)),
        highest=np.concatenate((solids.highest, high, trees.highest)),
    )
