"""What stops a kind of unit on a table, wherever it comes from?

Where no part of its base may be on the ground, as the rules of movement and the edition's tables have it: ground that
is prohibited to it, slopes and drops that it does not climb, walls, and bridges too low to pass beneath. Other units
are left out, and so is what a path decides by itself: how far it must travel between two climbs.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import (
    Box,
    Floats,
    Ints,
    Shapes,
    areas,
    borders,
    buffered,
    close_pairs,
    corners_of,
    holders,
    in_reach,
    inside,
    intersections,
    joined_lines,
    outer_and_inner,
    outside,
    points,
    polygons_of,
    runs,
    shape_array,
    touching_pairs,
    union,
)
from astrike.geometry.components import linked_components
from astrike.geometry.drop_edges import DropEdges, drop_edges
from astrike.geometry.elevation import plane_at
from astrike.geometry.sweeps import make_zones
from astrike.model.terrain import BUILT, LAND, Family
from astrike.rules.layout.reachable_areas import GroundUnitKind, ground_unit_kinds
from astrike.rules.movement.mobility_profile import MobilityProfile
from astrike.rules.movement.movement_terrain import (
    MovementTerrain,
    cover_level,
    movement_terrain_for,
    passes_under_decks,
)
from astrike.rules.movement.roads import where_road_carries
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.terrain.prepared_terrain import PreparedTerrain
from astrike.tolerance import TOUCH

CLIFF: Final = "move.cliff"
WALL: Final = "move.wall"
USUAL: Final = "mech"
"""Who is meant where nobody is named."""
_BESIDE: Final = 0.02
"""Inches outside an edge at which the ground beside it is checked."""
_APART: Final = 0.5
"""Inches along an edge between two places at which the ground beside it is checked."""
_EDGED: Final = LAND | BUILT | {Family.WATER}
"""Families at whose edges one stops: they have a top that one stands on, or are wet."""
_CARVED: Final = 1e-4
"""Inches that a road is wider than drawn, so that nothing of what lies beside it is left on it."""


@dataclass(frozen=True, slots=True, eq=False)
class Blockers:
    """What a kind of unit does not get over: areas and lines (k,), and the piece and the reason of each."""

    kind: GroundUnitKind
    shapes: Shapes
    pieces: tuple[str, ...]
    """Id of the piece; empty for what no piece is the cause of."""
    reasons: tuple[str, ...]
    """Key of the edition's reasons: `move.prohibited`, `move.wall`, `move.steep`, `move.cliff`, `move.headroom`."""


def kinds_checked(prepared: PreparedTable) -> tuple[GroundUnitKind, ...]:
    """Give the kinds of unit that a table is checked for, with the bases of the edition's types."""
    return tuple(
        kind for kind in ground_unit_kinds(prepared) if kind.key in prepared.edition.tagged("looked-at")
    )


@lru_cache(maxsize=32)
def blockers_for(prepared: PreparedTable, kind: GroundUnitKind) -> Blockers:
    """Give what stops a kind of unit with this base on a table."""
    found = tuple(_found(prepared, kind))
    return Blockers(
        kind,
        shape_array(shape for shape, _, _ in found),
        tuple(piece for _, piece, _ in found),
        tuple(reason for _, _, reason in found),
    )


def walkable_terrain(
    prepared: PreparedTable, kind: GroundUnitKind
) -> tuple[MovementTerrain, tuple[int, ...]]:
    """Give the ground as the kind walks it, and the bridges it can only pass beneath.

    Bridges and low walls that can be stepped onto from two sides are walked over.
    """
    bare = movement_terrain_for(prepared, MobilityProfile(kind.key))
    walked = frozenset(
        k for group in _groups(prepared, bare) if _leads_over(prepared, bare, group) for k in group
    )
    under = tuple(
        k for k in sorted(bare.solids) if k not in walked and prepared.terrain.rows[k].family == "deck"
    )
    return (movement_terrain_for(prepared, bare.mobility, walked) if walked else bare), under


# ---- what stops


_Stop = tuple[object, str, str]
"""A shape, the id of its piece and the reason."""


def _found(prepared: PreparedTable, kind: GroundUnitKind) -> Iterator[_Stop]:
    terrain = prepared.terrain
    land, under = walkable_terrain(prepared, kind)
    frame = frame_of(prepared, kind.base)
    road = union(buffered(where_road_carries(prepared, land, kind.base), kind.base / 2 + _CARVED))
    for zone in np.flatnonzero(land.is_barred & in_reach(land.zones.box, frame)).tolist():
        shape, reason = land.zones.polygons[zone], land.barred[zone]
        parts = shape_array([shape]) if reason == WALL else _beside_road(shape, road, kind)
        for part in parts:
            yield part, land.names(terrain, zone) or "", reason
    for shape, name in zip(land.steep.polygons, land.steep_piece.values(), strict=True):
        yield shape, name, "move.steep"
    yield from _low_decks(prepared, land, under, kind)
    yield from _drop_edges(prepared, land, kind, frame)


def _beside_road(shape: object, road: Shapes, kind: GroundUnitKind) -> Shapes:
    """Give what of a shape stops whoever comes along a road, for whom what lies beside it does not count (CE p.35).

    A base on the road may be over it; the road may not be left over it, so that the border of all that such a base can
    be over stops instead of what is cut away.
    """
    rest = outside(shape, road)
    cut = inside(shape, road) if len(road) else road
    if not len(cut) or any(areas(rest) > 0.0):
        return rest  # who leaves the road here comes into the rest
    reach = buffered(cut, kind.base / 2 + 2 * _CARVED)
    edges = [part for rim in borders(road) for part in inside(rim, reach)]
    return np.concatenate((rest, joined_lines(shape_array(edges)))) if edges else rest


def _low_decks(
    prepared: PreparedTable, land: MovementTerrain, under: tuple[int, ...], kind: GroundUnitKind
) -> Iterator[_Stop]:
    """Give the parts of bridges that are too low over the ground beneath to pass."""
    terrain, floor = prepared.terrain, land.floor
    for k in under:
        low, _ = terrain.extent[terrain.pieces[k].id]
        deck, cell = touching_pairs(terrain.shapes[k], floor.polygons)
        for common, plane in zip(
            intersections(terrain.shapes[k][deck], floor.polygons[cell]), floor.plane[cell], strict=True
        ):
            for part in polygons_of(common):
                ground = plane_at(plane[None], outer_and_inner(part)[0])
                if low - float(ground.max()) < kind.height - TOUCH:
                    yield part, terrain.pieces[k].id, "move.headroom"


def _drop_edges(
    prepared: PreparedTable, land: MovementTerrain, kind: GroundUnitKind, frame: Box
) -> Iterator[_Stop]:
    """Give the edges over which it goes too far up or down; from a road no drop beside it counts (CE p.35)."""
    limit = land.climb_limit
    most = limit if prepared.options.is_on("move.cliff-at-limit") else limit - 3 * TOUCH
    found = drop_edges(land.floor, most, width=kind.base, box=frame, without=_shut(land))
    if not len(found):
        return
    road, level = _road_levels(land, where_road_carries(prepared, land, kind.base), kind.base / 2)
    names = _pieces_above(prepared.terrain, found)
    for line, high, name in zip(found.lines, found.high.tolist(), names, strict=True):
        above = union(road[level >= high - limit - TOUCH]) if len(road) else road
        for part in _beside_road(line, above, kind):
            yield part, name, CLIFF


def _shut(land: MovementTerrain) -> Ints:
    """Give the raised cells of the floor that are barred altogether."""
    cells = land.floor.raised.polygons
    barred = land.zones.polygons[land.is_barred]
    cell, zone = touching_pairs(cells, barred)
    share = areas(intersections(cells[cell], barred[zone])) / areas(cells[cell])
    return np.unique(cell[share >= 1.0 - TOUCH])


def _road_levels(land: MovementTerrain, roads: Shapes, reach: float) -> tuple[Shapes, Floats]:
    """Give the level parts of roads with what a base on them may be over, and their heights."""
    floor = land.floor
    paved, cell = touching_pairs(roads, floor.polygons)
    is_level = floor.is_level[cell]
    paved, cell = paved[is_level], cell[is_level]
    parts = intersections(roads[paved], floor.polygons[cell])
    real = areas(parts) > TOUCH
    return buffered(parts[real], reach + _CARVED), floor.plane[cell[real], 0]


def _pieces_above(terrain: PreparedTerrain, found: DropEdges) -> list[str]:
    """Name for each line the piece whose top is the higher ground along most of it.

    Else it is the ramp that goes up there, else the water beside it, or none.
    """
    corner, line = corners_of(found.lines)
    side = np.flatnonzero(line[1:] == line[:-1])
    middle, of = (corner[side] + corner[side + 1]) / 2, line[side]
    length = np.hypot(*(corner[side + 1] - corner[side]).T)
    pieces = [k for k, row in enumerate(terrain.rows) if row.family in _EDGED]
    shapes = shape_array(shape for k in pieces for shape in terrain.shapes[k])
    owner = [k for k in pieces for _ in terrain.shapes[k]]
    along: list[dict[tuple[int, int], float]] = [{} for _ in range(len(found))]
    for spot, shape in zip(
        *(each.tolist() for each in close_pairs(points(middle), shapes, 10 * TOUCH)), strict=True
    ):
        k, which = owner[shape], int(of[spot])
        low, top = terrain.extent[terrain.pieces[k].id]
        high = found.high[which]
        if abs(top - high) <= 10 * TOUCH and terrain.rows[k].family != "water":
            rank = 0
        elif terrain.rows[k].family == "ramp" and low - TOUCH <= high <= top + TOUCH:
            rank = 1
        elif terrain.rows[k].family == "water":
            rank = 2
        else:
            continue
        along[which][rank, k] = along[which].get((rank, k), 0.0) + float(length[spot])
    best = [
        min(some, key=lambda each: (each[0], -round(some[each], 6), each[1])) if some else None
        for some in along
    ]
    return ["" if each is None else terrain.pieces[each[1]].id for each in best]


# ---- what is walked over


def _groups(prepared: PreparedTable, bare: MovementTerrain) -> Iterator[tuple[int, ...]]:
    """Give the bridges and walls, those together that one walks along from one to the next."""
    terrain, edition = prepared.terrain, prepared.edition
    solids = [k for k in sorted(bare.solids) if terrain.pieces[k].kind != "building"]
    shapes = shape_array(shape for k in solids for shape in terrain.shapes[k])
    owner = [n for n, k in enumerate(solids) for _ in terrain.shapes[k]]
    level = [
        cover_level(terrain, k, bare.mobility, edition) if _may_be_walked(prepared, bare, k) else np.nan
        for k in solids
    ]
    one, other = (side.tolist() for side in close_pairs(shapes, shapes, TOUCH))
    pairs = [
        (owner[i], owner[j])
        for i, j in zip(one, other, strict=True)
        if i < j and abs(level[owner[i]] - level[owner[j]]) <= bare.climb_limit + TOUCH
    ]
    first = linked_components(len(solids), pairs)
    for group in np.unique(first).tolist():
        members = tuple(k for k, mine in zip(solids, first.tolist(), strict=True) if mine == group)
        if all(_may_be_walked(prepared, bare, k) for k in members):
            yield members


def _may_be_walked(prepared: PreparedTable, bare: MovementTerrain, k: int) -> bool:
    """Do the rules let such a unit onto bridges or walls at all?"""
    edition = prepared.edition
    if prepared.terrain.rows[k].family == "deck":
        return not passes_under_decks(bare, edition)
    return not edition.numbers["wall.climb-factor"].unknown


def _leads_over(prepared: PreparedTable, bare: MovementTerrain, group: tuple[int, ...]) -> bool:
    """Is it a way over: stepped onto from everywhere, or from two sides and more that are not connected?

    What can be stepped onto from one side alone leads nowhere; one passes beneath it where it is high enough.
    """
    terrain, table = prepared.terrain, prepared.table
    near: list[Floats] = []
    low: list[Floats] = []
    for k in group:
        beside = _beside(terrain.shapes[k])
        on_table = ((beside >= 0.0) & (beside <= (table.width, table.depth))).all(axis=1)
        beside = beside[on_table]
        inner, _ = holders(beside, shape_array(shape for other in group for shape in terrain.shapes[other]))
        beside = np.delete(beside, inner, axis=0)
        place, cell = holders(beside, bare.floor.polygons)
        ground = plane_at(bare.floor.plane[cell], beside[place])
        near.append(beside[place])
        low.append(np.abs(ground - cover_level(terrain, k, bare.mobility, prepared.edition)))
    steps = np.concatenate(low) <= bare.climb_limit + TOUCH
    places = np.concatenate(near)[steps]
    if not len(places):
        return False
    off = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    one, other = np.nonzero(np.triu(off <= 2 * _APART, 1))
    sides = linked_components(len(places), list(zip(one.tolist(), other.tolist(), strict=True)))
    return bool(steps.all()) or len(np.unique(sides)) > 1


def _beside(shapes: Shapes) -> Floats:
    """Give places just outside the outlines."""
    zones = make_zones(shapes)
    count = np.maximum(np.ceil(zones.length / _APART), 1.0).astype(np.intp)
    edge, k = runs(np.zeros(len(count), dtype=np.intp), count)
    share = (k + 0.5) / count[edge]
    along = zones.heading[edge]
    out = np.column_stack((along[:, 1], -along[:, 0])) * _BESIDE
    found: Floats = zones.start[edge] + along * (zones.length[edge] * share)[:, None] + out
    return found


def frame_of(prepared: PreparedTable, base: float) -> Box:
    """Give the box that bases can be over whose centre is on the table."""
    reach = base / 2
    return -reach, -reach, prepared.table.width + reach, prepared.table.depth + reach
