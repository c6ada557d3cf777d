"""Where do units stand when a side sets up along its deployment zone, or along its edge of the table?

In rows that are spread evenly, every base whole inside the zone and clear of all others, facing the enemy. Where the
rules let a unit not stand it moves to the nearest place where it may; who finds none is named and stays off the table.
Whether a place is legal the rules say; buildings, walls and bridges are left free by themselves.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.editing.units.free_places import AXES, SideAxes, free_places
from astrike.errors import InputError, Problem
from astrike.geometry.arrays import Polygon, Shapes, shape_array
from astrike.geometry.placement import edge_strips, open_ground
from astrike.model.table import Table
from astrike.model.terrain import BUILT, DEPLOYMENT, Family, Point
from astrike.model.unit import Unit
from astrike.rules.table.prepared_table import PreparedTable, prepare_table

EDGES: Final = ("south", "north", "west", "east")
STRIP: Final = 12.0
"""Inches from the edge of the table where a side has no zone; never more than a third of the table."""
OFF_TABLE: Final = "off-table"
_HAIR: Final = 0.001
"""Inches beyond the tolerance: what is just as far off is no farther."""


@dataclass(frozen=True, slots=True)
class UnitPlacement:
    """Where one unit stands."""

    unit: str
    at: Point
    facing: float


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A unit that was not placed: there is no `room`, it `flies` over the table, or another one has it `carried`."""

    unit: str
    why: str


@dataclass(frozen=True, slots=True)
class SideDeployment:
    """Who stands where, in the order of the units asked for, and who does not."""

    placements: tuple[UnitPlacement, ...]
    left_out: tuple[LeftOut, ...] = ()


def zones_of(table: Table, side: str | None) -> tuple[str, ...]:
    """Give the ids of a side's deployment zones: its own, else those at its edge that are nobody's."""
    if not side:
        return ()
    edge = edge_of(table, side)
    return _own_zones(table, side) or tuple(zone for zone, at in open_zones(table).items() if at == edge)


def open_zones(table: Table) -> dict[str, str]:
    """Give the deployment zones that are nobody's, and the edge that each is nearest to."""
    return {
        piece.id: _nearest_edge(table, [piece.id])
        for piece in table.terrain
        if piece.kind == DEPLOYMENT and not piece.side
    }


def _own_zones(table: Table, side: str | None) -> tuple[str, ...]:
    return tuple(
        piece.id for piece in table.terrain if piece.kind == DEPLOYMENT and side and piece.side == side
    )


def edge_of(table: Table, side: str | None) -> str:
    """Give a side's edge of the table: its own, that of its zones, or the first that nobody has.

    >>> edge_of(Table("t", 48, 36), "red")
    'south'
    """
    own = next((each.home for each in table.sides if each.id == side), None)
    if own is not None:
        return own
    zones = _own_zones(table, side)
    if zones:
        return _nearest_edge(table, zones)
    homes = {each.home for each in table.sides}
    free = [edge for edge in EDGES if edge not in homes]
    homeless = [each.id for each in table.sides if each.home is None]
    place = homeless.index(side) if side in homeless else 0
    return (*free, *EDGES)[place]


def deploy(
    table: Table, units: Sequence[str], *, zones: Sequence[str] = (), edge: str = "south"
) -> SideDeployment:
    """Give the units places along their zones, else along the edge, beside everyone who stays where he is."""
    problems = [Problem("unit", repr(each), "the id of a unit") for each in units if table.unit(each) is None]
    if edge not in EDGES:
        problems.append(Problem("edge", repr(edge), f"one of {', '.join(EDGES)}"))
    if problems:
        raise InputError(problems)
    axes = AXES[edge]
    prepared = prepare_table(replace(table, units=()))
    asked = [unit for each in dict.fromkeys(units) if (unit := table.unit(each)) is not None]
    reasons = {unit.id: why for unit in asked if (why := _stays_off(unit, prepared))}
    to_place = [_set_up(unit, axes) for unit in asked if unit.id not in reasons]
    moving = {unit.id for unit in to_place}
    others = [
        replace(unit, elevation=None)
        for unit in table.units
        if unit.id not in moving and unit.is_on_table and "destroyed" not in unit.state
    ]
    found: dict[str, Point] = {}
    for ground in _grounds(prepared, table, zones, edge):
        left = [unit for unit in to_place if unit.id not in found]
        placed = [replace(unit, at=found[unit.id]) for unit in to_place if unit.id in found]
        if left and len(ground):
            found |= free_places(
                prepared, table, ground, left, [*others, *placed], axes=axes, from_front=bool(zones)
            )
    facing = float(prepared.metric.facings(np.array([axes.facing]))[0])
    placements = tuple(
        UnitPlacement(unit.id, found[unit.id], facing) for unit in to_place if unit.id in found
    )
    left_out = tuple(LeftOut(unit.id, reasons.get(unit.id, "room")) for unit in asked if unit.id not in found)
    return SideDeployment(placements, left_out)


def _stays_off(unit: Unit, prepared: PreparedTable) -> str:
    if unit.carried_by is not None:
        return "carried"
    return "flies" if prepared.edition.units[unit.type].aerospace else ""


def _set_up(unit: Unit, axes: SideAxes) -> Unit:
    return replace(
        unit,
        at=(0.0, 0.0),
        facing=axes.facing,
        elevation=None,
        state=unit.state - {OFF_TABLE},
    )


def _nearest_edge(table: Table, zones: Sequence[str]) -> str:
    corners = [
        corner
        for each in zones
        if (piece := table.piece(each)) is not None
        for outline in piece.outlines
        for corner in outline.exterior
    ]
    west, south = (min(values) for values in zip(*corners, strict=True))
    east, north = (max(values) for values in zip(*corners, strict=True))
    x, y = (west + east) / 2, (south + north) / 2
    away = {"south": y, "north": table.depth - y, "west": x, "east": table.width - x}
    return min(EDGES, key=lambda edge: away[edge])


def _grounds(prepared: PreparedTable, table: Table, zones: Sequence[str], edge: str) -> list[Shapes]:
    """Give where bases may be: zones, else a strip along the edge, without what is built.

    The dry part comes first, and of each part what is farther from every edge of terrain than the table's tolerance:
    whether a base stands on a hill or before it would be too close to call at once.
    """
    pieces = [piece for each in zones if (piece := table.piece(each)) is not None]
    outlines = [area for piece in pieces for area in piece.areas]
    terrain = prepared.terrain
    built = [
        polygon
        for shapes, row in zip(terrain.shapes, terrain.rows, strict=True)
        if row.family in BUILT
        for polygon in shapes
    ]
    dry = [*built, *terrain.wet]
    parts = [dry, built] if len(terrain.wet) else [dry]
    edges = _edges(prepared, table)
    if len(edges):
        parts = [each for part in parts for each in ([*part, *edges], part)]
    return [
        open_ground(
            outlines or [(_strip(table, edge), ())],
            width=table.width,
            depth=table.depth,
            closed=shape_array(closed),
        )
        for closed in parts
    ]


def _edges(prepared: PreparedTable, table: Table) -> Sequence[Polygon]:
    """Give what lies within the tolerance of an edge of terrain, where anything is measured."""
    if prepared.metric.unmeasured or table.tolerance <= 0.0:
        return ()
    terrain = prepared.terrain
    drawn = [
        polygon
        for shapes, row in zip(terrain.shapes, terrain.rows, strict=True)
        if row.family != Family.ZONE
        for polygon in shapes
    ]
    return tuple(edge_strips(shape_array(drawn), table.tolerance + _HAIR)) if drawn else ()


def _strip(table: Table, edge: str) -> tuple[Point, ...]:
    wide, deep = table.width, table.depth
    west, south, east, north = 0.0, 0.0, wide, deep
    match edge:
        case "south":
            north = min(STRIP, deep / 3)
        case "north":
            south = deep - min(STRIP, deep / 3)
        case "west":
            east = min(STRIP, wide / 3)
        case _:
            west = wide - min(STRIP, wide / 3)
    return ((west, south), (east, south), (east, north), (west, north))
