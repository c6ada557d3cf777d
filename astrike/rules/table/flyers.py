"""Who flies over the table as aerospace units do, at which altitude, along which path?

Also what an altitude means, and how much of the table a path crosses. Sources: CE pp.180-182, AS p.54.
"""

import math
from collections.abc import Iterator
from functools import lru_cache

from astrike.geometry.straight_paths import bearing_along, share_over
from astrike.model.explain import Facts, Reason, facts
from astrike.model.unit import FlightLine, Unit
from astrike.rulebook.combat_rows import AltitudeRow
from astrike.rules.edition_rows import not_printed
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.mobility import AEROSPACE_CODES
from astrike.tolerance import TOUCH

HOVERING_CODES = frozenset("pi")
"""Motive codes of spheroids and airships, which may stop over the table (CE p.180)."""
SPHEROID = "DS"


@lru_cache(maxsize=8)
def aerospace_flyers(prepared: PreparedTable) -> frozenset[int]:
    """Give the indices of the units that fly as aerospace units do; for most tables there are none."""
    units = prepared.units
    return frozenset(i for i in range(len(units.units)) if units.airborne[i] and is_craft(prepared, i))


def is_craft(prepared: PreparedTable, i: int) -> bool:
    """Is it an aerospace unit by its type, or by what its card prints, as an airship? (CE pp.28, 34)"""
    unit = prepared.units.units[i]
    codes = unit.move.codes if unit.move is not None else frozenset()
    return prepared.units.rows[i].aerospace or (bool(codes) and codes <= AEROSPACE_CODES)


def altitude_of(prepared: PreparedTable, unit: Unit) -> AltitudeRow | None:
    """Give the row of the altitude a unit flies at, None where its path is not given."""
    return None if unit.flight is None else prepared.edition.altitudes[unit.flight.altitude]


def unprinted_altitude(row: AltitudeRow) -> Reason:
    """Say why an altitude means nothing here: no source prints it for this edition."""
    return not_printed(row, f"altitude.{row.key}")


def heading_of(flight: FlightLine) -> float:
    """Give the direction of flight, degrees clockwise from north.

    >>> heading_of(FlightLine((0, 5), (40, 5), "low"))
    90.0
    """
    return bearing_along(flight.start, flight.end)


def may_hover(unit: Unit) -> bool:
    """May it stop over the table, as spheroids and airships do? (CE p.180)"""
    return unit.type == SPHEROID or (unit.move is not None and bool(unit.move.codes & HOVERING_CODES))


def inches_over(prepared: PreparedTable, start: tuple[float, float], end: tuple[float, float]) -> float:
    """Give the inches of a path that lie over the table."""
    low, high = share_over([start, end], width=prepared.table.width, depth=prepared.table.depth)
    return (high - low) * math.dist(start, end)


def flight_too_short(
    prepared: PreparedTable, start: tuple[float, float], end: tuple[float, float]
) -> Facts | None:
    """Measure a path that crosses too little of the table, None for one that is long enough (CE p.180, AS p.54)."""
    inches, least = inches_over(prepared, start, end), prepared.edition.number("flight.cross")
    return facts(inches=inches, limit=least) if inches < least - TOUCH else None


def other_units(prepared: PreparedTable, i: int) -> Iterator[int]:
    """Give every other unit that stands on the table or over it."""
    for k, unit in enumerate(prepared.units.units):
        if k != i and unit.is_on_table and "destroyed" not in unit.state:
            yield k
