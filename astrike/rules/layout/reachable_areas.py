"""Where can each kind of unit stand, and which of those places can it walk between?

The ground of a table as one kind of unit meets it, however many turns it takes: on the ground, over decks, walls and
roofs that it climbs, and along roads, on which what is beside them does not matter. Of bridges all that a unit can
walk onto are crossed, or none. Jumps, flights and other units are left out. Movement costs and blocked ground are
those of the judge of moves. Sources: CE pp.32-35, 70, 72.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import (
    Box,
    Floats,
    Shapes,
    areas,
    intersections,
    polygons_of,
    remainder,
    segments,
    shape_array,
    union,
)
from astrike.geometry.components import linked_components
from astrike.geometry.free_space import NO_GROUND, drop_places, free_space, shared_pairs, touched
from astrike.geometry.ground_partition import GroundPartition, cliffs_over
from astrike.rules.movement.buildings import floor_without_roofs
from astrike.rules.movement.mobility_profile import CostSettings, MobilityProfile
from astrike.rules.movement.movement_terrain import MovementTerrain, movement_terrain_for
from astrike.rules.movement.roads import where_road_carries
from astrike.rules.movement.wall_crossing import can_step_onto, ground_under, heights_at_corners
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

VEHICLE: Final = "CV"
"""The type of unit whose base and height a mover has that is one by its motive code."""


@dataclass(frozen=True, slots=True)
class GroundUnitKind:
    """A kind of unit that moves on the ground."""

    key: str
    """Row of the movers table."""
    label: str
    types: tuple[str, ...]
    base: float
    height: float

    @property
    def radius(self) -> float:
        """Half its base."""
        return self.base / 2


@dataclass(frozen=True, slots=True, eq=False)
class ReachableAreas:
    """Where the middle of a kind's base may be, in parts (k,) that it cannot walk between."""

    kind: GroundUnitKind
    parts: tuple[Shapes, ...]
    """The polygons of each part; they do not overlap."""
    area: Floats
    """(k,) square inches."""

    @property
    def total(self) -> float:
        """Square inches of all parts."""
        return float(self.area.sum())


def ground_unit_kinds(prepared: PreparedTable) -> tuple[GroundUnitKind, ...]:
    """Give the kinds of unit that move on the ground; those that differ in nothing are one."""
    edition = prepared.edition
    found: dict[tuple[str, float, float], tuple[str, ...]] = {}
    walking = [
        (mover, edition.units[unit_type])
        for mover in edition.tagged("ground-mover")
        for unit_type in edition.movers[mover].types or (VEHICLE,)
    ]
    for mover, row in sorted(walking, key=lambda each: each[1].infantry):
        key = (mover, row.base, row.height)
        found[key] = (*found.get(key, ()), row.key)
    return tuple(
        GroundUnitKind(mover, edition.movers[mover].label, types, base, height)
        for (mover, base, height), types in found.items()
    )


def ground_unit_kind(prepared: PreparedTable, mover: str) -> GroundUnitKind:
    """Give a kind by its row of the movers table."""
    return next(kind for kind in ground_unit_kinds(prepared) if kind.key == mover)


def reachable_areas_of(prepared: PreparedTable, kind: GroundUnitKind) -> ReachableAreas:
    """Give the ground of a table for a kind of unit; made once and kept."""
    table = prepared.table
    return _ground(prepared, CostSettings.of(prepared), kind, (0.0, 0.0, table.width, table.depth))


@lru_cache(maxsize=16)
def _ground(
    prepared: PreparedTable, setting: CostSettings, kind: GroundUnitKind, extent: Box
) -> ReachableAreas:
    layers = list(_layers(prepared, kind, extent))
    found = _put_together(prepared, kind, layers)
    if len(found.parts) > 1 and kind.key in prepared.edition.tagged("on-foot"):
        layers += _roofs(prepared, kind, extent, found)
        found = _put_together(prepared, kind, layers)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Layer:
    """Where the middle of a base may be while certain decks, walls and roofs are walked upon and others are not."""

    polygons: Shapes
    covers: frozenset[int]
    """What is walked upon, by piece."""


def _layers(prepared: PreparedTable, kind: GroundUnitKind, extent: Box) -> Iterator[_Layer]:
    """Give the layers without roofs: over and under decks, over walls, and along roads."""
    terrain, mobility = prepared.terrain, MobilityProfile(mover=kind.key)
    covers = _climbed(prepared, kind)
    walls = frozenset(k for k in covers if terrain.pieces[k].kind == "wall")
    decks = covers - walls
    above = movement_terrain_for(prepared, mobility, decks | walls)
    yield _Layer(_on_foot(prepared, above, kind, extent), decks | walls)
    if len(above.paved):
        yield _Layer(_on_road(prepared, above, kind, extent), decks | walls)
    for covers in dict.fromkeys((walls, frozenset[int]())) if decks or walls else ():
        if covers != decks | walls:
            yield _Layer(
                _on_foot(prepared, movement_terrain_for(prepared, mobility, covers), kind, extent), covers
            )


def _roofs(
    prepared: PreparedTable, kind: GroundUnitKind, extent: Box, ground: ReachableAreas
) -> Iterator[_Layer]:
    """Give the layers with roofs as links from one part to another: all together, and one by one beside several parts.

    Who gets onto them inside never stands on their edges (CE p.72).
    """
    terrain, mobility = prepared.terrain, MobilityProfile(mover=kind.key)
    roofs = [k for k, piece in enumerate(terrain.pieces) if piece.kind == "building"]
    if not roofs:
        return
    inside = kind.key in prepared.edition.tagged("changes-floors")
    tops = _climbed(prepared, kind)
    chosen = [frozenset(roofs)]
    if not inside and len(roofs) > 1:
        chosen += [frozenset({k}) for k in roofs if _is_between(ground, terrain.shapes[k], extent)]
    for some in chosen:
        land = movement_terrain_for(prepared, mobility, tops | some)
        yield _Layer(_on_foot(prepared, land, kind, extent, without_roofs=inside), tops | some)


def _is_between(ground: ReachableAreas, shapes: Shapes, extent: Box) -> bool:
    """Do bases on several parts touch this building?"""
    near = touched(shapes, radius=ground.kind.radius, extent=extent)
    return sum(bool(shared_pairs(part, near)) for part in ground.parts) > 1


def _put_together(prepared: PreparedTable, kind: GroundUnitKind, layers: list[_Layer]) -> ReachableAreas:
    """Join what is one place at one height in two layers; of layers with roofs what is on those is not shown."""
    terrain = prepared.terrain
    roofs = frozenset(k for k, piece in enumerate(terrain.pieces) if piece.kind == "building")
    before = np.cumsum([0, *(len(layer.polygons) for layer in layers)]).tolist()
    pairs: list[tuple[int, int]] = []
    for n, one in enumerate(layers):
        for m in range(n + 1, len(layers)):
            apart = one.covers ^ layers[m].covers
            if kind.key in prepared.edition.tagged("changes-floors"):
                apart -= roofs
            without = (
                union(shape_array(shape for k in apart for shape in terrain.shapes[k])) if apart else None
            )
            pairs += [
                (before[n] + i, before[m] + j)
                for i, j in shared_pairs(one.polygons, layers[m].polygons, without=without)
            ]
    first = linked_components(before[-1], pairs)
    shown: dict[int, list[object]] = {}
    for n, layer in enumerate(layers):
        hidden = shape_array(shape for k in layer.covers & roofs for shape in terrain.shapes[k])
        for k, polygon in enumerate(layer.polygons):
            shown.setdefault(int(first[before[n] + k]), []).extend(
                remainder(polygon, hidden) if len(hidden) else (polygon,)
            )
    joined = [_in_one(shape_array(some)) for some in shown.values()]
    parts = tuple(part for part in joined if areas(part).sum() > NO_GROUND)
    return ReachableAreas(kind, parts, np.array([areas(part).sum() for part in parts], dtype=np.float64))


def _in_one(polygons: Shapes) -> Shapes:
    return polygons if len(polygons) < 2 else union(polygons)


# ---- the three ways to be somewhere


def _on_foot(
    prepared: PreparedTable,
    land: MovementTerrain,
    kind: GroundUnitKind,
    extent: Box,
    *,
    without_roofs: bool = False,
) -> Shapes:
    """Give where the whole base is on ground that it may be on, and on no two levels too far apart."""
    floor = floor_without_roofs(land) if without_roofs else land.floor
    low = shape_array(_low_decks(prepared, land, kind))
    closed = [*_closed(prepared, land, floor, kind, extent), touched(low, radius=kind.radius, extent=extent)]
    return free_space(extent, np.concatenate(closed))


def _on_road(prepared: PreparedTable, land: MovementTerrain, kind: GroundUnitKind, extent: Box) -> Shapes:
    """Give where the centre is on a road or deck: only walls and higher ground beside it bar there (CE p.35)."""
    walls = np.array([key == "move.wall" for key in land.barred], dtype=np.bool_)
    closed = [
        touched(land.zones.polygons[walls], radius=kind.radius, extent=extent),
        touched(land.steep.polygons, radius=kind.radius, extent=extent),
    ]
    floor = land.floor
    level = np.flatnonzero(floor.is_level)
    road = where_road_carries(prepared, land, kind.base)
    cells = floor.polygons[level]
    # Beside the road the limit itself is no cliff; up a step of it the centre may still not go.
    for limit, radius in ((land.climb_limit, kind.radius), (straddle_limit(prepared, land), 0.0)):
        if limit > 0.0:
            z = floor.plane[level, 0]
            closed.append(drop_places(cells, z, limit=limit, radius=radius, extent=extent, over=cells))
    free = free_space(extent, np.concatenate(closed))
    found = [part for each in road for part in polygons_of(intersections(free, _alike(each, len(free))))]
    return union(shape_array(found)) if found else shape_array(found)


def _closed(
    prepared: PreparedTable, land: MovementTerrain, floor: GroundPartition, kind: GroundUnitKind, extent: Box
) -> Iterator[Shapes]:
    """Give where the middle of the base may not be."""
    radius = kind.radius
    yield touched(land.zones.polygons[land.is_barred], radius=radius, extent=extent)
    if land.climb_limit <= 0.0:
        return
    yield touched(land.steep.polygons, radius=radius, extent=extent)
    yield uneven_places(floor, straddle_limit(prepared, land), radius, extent)


@lru_cache(maxsize=32)
def uneven_places(floor: GroundPartition, most: float, radius: float, extent: Box) -> Shapes:
    """Give where a base would be on two levels of the ground, or over an edge of a slope, too far apart (CE p.32)."""
    level = np.flatnonzero(floor.is_level)
    sheer = cliffs_over(floor.cliffs, most).segments
    found = (
        drop_places(floor.polygons[level], floor.plane[level, 0], limit=most, radius=radius, extent=extent),
        touched(segments(sheer[:, 0], sheer[:, 1]), radius=radius, extent=extent),
    )
    return union(np.concatenate(found))


def straddle_limit(prepared: PreparedTable, land: MovementTerrain) -> float:
    """Give the difference of level that a base may straddle: exactly the limit is legal by option (CE p.32)."""
    tie = prepared.options.is_on("move.cliff-at-limit")
    return land.climb_limit if tie else land.climb_limit - 3 * TOUCH


@lru_cache(maxsize=16)
def _climbed(prepared: PreparedTable, kind: GroundUnitKind) -> frozenset[int]:
    """Choose the decks and walls that this kind can step onto from somewhere, be it from one to the next.

    It passes under the other decks, and the other walls bar its way.
    """
    terrain, mobility = prepared.terrain, MobilityProfile(mover=kind.key)
    tops = frozenset(
        k for k, row in enumerate(terrain.rows) if row.family == "deck" or terrain.pieces[k].kind == "wall"
    )
    return can_step_onto(prepared, mobility, tops)


def _low_decks(prepared: PreparedTable, land: MovementTerrain, kind: GroundUnitKind) -> Iterator[object]:
    """Give the decks, or parts of them, that are passed underneath and too low for it."""
    terrain = prepared.terrain
    for k, row in enumerate(terrain.rows):
        if row.family == "deck" and k not in land.covers:
            low = terrain.extent[terrain.pieces[k].id][0]
            for shape in terrain.shapes[k]:
                cell, common = ground_under(land.floor, shape)
                for z, part in zip(heights_at_corners(land.floor, cell, common), common, strict=True):
                    if low - z.min() < kind.height - TOUCH:
                        yield from polygons_of(part)


def _alike(shape: object, count: int) -> Shapes:
    return shape_array([shape] * count)
