"""Which decks, walls and roofs can a unit get onto, at what height, and which does it cross without being asked to?

Judge, cost maps and checks of a layout all ask here. What climbing costs, and whether a path is too steep, is decided
elsewhere. Sources: CE pp.34-35, 70, 72.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np

from astrike.geometry.arrays import (
    EPSILON,
    Floats,
    Ints,
    Shapes,
    areas,
    boxes,
    buffered,
    close_pairs,
    corners_of,
    intersections,
    remainder,
    shape_array,
    touching_pairs,
)
from astrike.geometry.elevation import plane_at
from astrike.geometry.ground_partition import GroundPartition
from astrike.rules.movement.mobility_profile import CostSettings, MobilityProfile
from astrike.rules.movement.movement_terrain import MovementTerrain, cover_level, movement_terrain_for
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.terrain.prepared_terrain import PreparedTerrain
from astrike.tolerance import TOUCH

STRAIGHT: Final = "paths.straight"
"""The option: does a path that says nothing climb over what may be climbed?"""
UNASKED: Final = "move.building-unasked"
"""The reason of a path that goes into a building and does not say so, where it has to."""
_BESIDE: Final = 100 * TOUCH
"""Inches around an outline within which ground and other pieces lie at its edge."""


def is_climbed_unasked(prepared: PreparedTable) -> bool:
    """Does a path that says nothing climb over what may be climbed?"""
    return prepared.options.word(STRAIGHT) == "over"


def surfaces_crossed(prepared: PreparedTable, mobility: MobilityProfile) -> frozenset[int]:
    """Give the walls and roofs that the ways of a cost map lead over, by piece.

    Where the table's option sends paths straight through, they go into buildings and say that they climb the walls.
    """
    found = climbable(prepared, mobility)
    if is_climbed_unasked(prepared):
        return found
    return frozenset(k for k in found if prepared.terrain.pieces[k].kind != "building")


@lru_cache(maxsize=128)
def climbable(prepared: PreparedTable, mobility: MobilityProfile) -> frozenset[int]:
    """Give the walls and roofs that this unit gets onto from outside, from somewhere at least, by piece."""
    solids = _solids(prepared.terrain)
    if not solids:
        return frozenset()
    tops = frozenset(k for k in solids if _is_open(prepared, mobility, k))
    return can_step_onto(prepared, mobility, tops)


def can_step_onto(prepared: PreparedTable, mobility: MobilityProfile, tops: frozenset[int]) -> frozenset[int]:
    """Give which of some decks, walls and roofs can be stepped onto from somewhere, be it from one to the next."""
    if not tops:
        return tops
    return _stepped_onto(
        prepared.terrain,
        CostSettings.of(prepared),
        movement_terrain_for(prepared, mobility),
        tops,
        climb_limit(prepared, mobility),
    )


@lru_cache(maxsize=128)
def climb_limit(prepared: PreparedTable, mobility: MobilityProfile) -> float:
    """Give how much height this unit climbs at once: by option not all of its limit (CE p.35)."""
    limit = movement_terrain_for(prepared, mobility).climb_limit
    return limit if prepared.options.is_on("move.cliff-at-limit") else limit - 3 * TOUCH


@lru_cache(maxsize=16)
def _solids(terrain: PreparedTerrain) -> frozenset[int]:
    return frozenset(k for k, row in enumerate(terrain.rows) if row.family == "solid")


def _is_open(prepared: PreparedTable, mobility: MobilityProfile, k: int) -> bool:
    """Do the rules let such a unit up the outside of this wall or building, and say what that costs?"""
    if prepared.terrain.pieces[k].kind == "building":
        climbs = mobility.mover in prepared.edition.tagged("on-foot") or prepared.options.is_on(
            "roof.vehicles"
        )
        return climbs and mobility.mover not in prepared.edition.tagged("changes-floors")
    return not prepared.edition.numbers["wall.climb-factor"].unknown


@lru_cache(maxsize=128)
def _stepped_onto(
    terrain: PreparedTerrain, setting: CostSettings, land: MovementTerrain, tops: frozenset[int], limit: float
) -> frozenset[int]:
    level = {k: cover_level(terrain, k, land.mobility, setting.edition) for k in tops}
    most = limit + TOUCH
    found = {k for k in tops if _is_beside(terrain, land.floor, k, level[k] - most, level[k] + most)}
    shapes = shape_array(shape for k in sorted(tops) for shape in terrain.shapes[k])
    owner = [k for k in sorted(tops) for _ in terrain.shapes[k]]
    beside = [(owner[i], owner[j]) for i, j in zip(*close_pairs(shapes, shapes, _BESIDE), strict=True)]
    while more := {
        j for i, j in beside if i in found and j not in found and abs(level[i] - level[j]) <= most
    }:
        found |= more
    return frozenset(found)


def _is_beside(terrain: PreparedTerrain, floor: GroundPartition, k: int, low: float, high: float) -> bool:
    """Is ground between two heights at the edges of a deck, wall or building?

    Where all ground around it is level, and all of it or none is between them, its edges need not be checked.
    """
    cells = np.concatenate([_cells_around(floor, shape) for shape in terrain.shapes[k]])
    if floor.is_level[cells].all():
        z = floor.plane[cells, 0]
        is_between = (z >= low) & (z <= high)
        if not is_between.any() or (is_between.all() and not _reaches_edge(floor, terrain.shapes[k])):
            return bool(is_between.any())
    return any(lowest <= high and highest >= low for lowest, highest in _rims(terrain, floor, k))


def _cells_around(floor: GroundPartition, shape: object) -> Ints:
    """Give the cells of the ground whose boxes a shape's box, a little grown, meets."""
    west, south, east, north = boxes(shape_array([shape]))[0] + (-_BESIDE, -_BESIDE, _BESIDE, _BESIDE)
    box = boxes(floor.polygons)
    meets = (box[:, 0] <= east) & (box[:, 2] >= west) & (box[:, 1] <= north) & (box[:, 3] >= south)
    return np.asarray(np.flatnonzero(meets), dtype=np.intp)


def _reaches_edge(floor: GroundPartition, shapes: Shapes) -> bool:
    """Does a piece come to the edge of the ground, so that beside it there may be none?"""
    ground, own = boxes(floor.polygons), boxes(shapes)
    first = own[:, :2].min(axis=0) <= ground[:, :2].min(axis=0) + _BESIDE
    last = own[:, 2:].max(axis=0) >= ground[:, 2:].max(axis=0) - _BESIDE
    return bool(first.any() or last.any())


def _rims(terrain: PreparedTerrain, floor: GroundPartition, k: int) -> Iterator[tuple[float, float]]:
    """Give how low and how high each part of the ground is that a deck, wall or building has at its edges."""
    for shape in terrain.shapes[k]:
        for part in remainder(buffered(shape_array([shape]), _BESIDE)[0], terrain.shapes[k]):
            for z in heights_at_corners(floor, *ground_under(floor, part)):
                yield float(z.min()), float(z.max())


def ground_under(floor: GroundPartition, shape: object) -> tuple[Ints, Shapes]:
    """Give the cells of the ground that a shape lies on, and what they have in common."""
    _, cell = touching_pairs(shape_array([shape]), floor.polygons)
    common = intersections(floor.polygons[cell], shape_array([shape] * len(cell)))
    real = areas(common) > EPSILON
    return cell[real], common[real]


def heights_at_corners(floor: GroundPartition, cell: Ints, common: Shapes) -> Iterator[Floats]:
    """Give how high the ground is at the corners of each of some parts of its cells."""
    for k, part in zip(cell.tolist(), common, strict=True):
        corner, _ = corners_of(shape_array([part]))
        yield plane_at(floor.plane[[k] * len(corner)], corner)
