"""Who flies over the table as aerospace units do, at which altitude, along which path?

Which question: which units are in flight, what does their altitude mean, and how much of the table does a path cross?
Sources: CE pp.180-182, AS p.54.
"""

import math
from collections.abc import Iterator
from functools import lru_cache

from astrike.geometry.flightpaths import bearing_along, share_over
from astrike.model.explain import Facts, Reason, facts
from astrike.model.unit import Flight, Unit
from astrike.rulebook.combat import AltitudeRow
from astrike.rules.battlefield import Field
from astrike.rules.line import Line
from astrike.rules.movement.mover import AEROSPACE_CODES
from astrike.rules.reasons import not_printed
from astrike.tolerance import TOUCH

HOVERING_CODES = frozenset("pi")
"""Motive codes of spheroids and airships, which may stop over the table (CE p.180)."""
SPHEROID = "DS"


@lru_cache(maxsize=8)
def flyers(field: Field) -> frozenset[int]:
    """Give the indices of the units that fly as aerospace units do; for most tables there are none."""
    units = field.units
    return frozenset(i for i in range(len(units.units)) if units.airborne[i] and is_craft(field, i))


def is_craft(field: Field, i: int) -> bool:
    """Is it an aerospace unit by its type, or by what its card prints, as an airship? (CE pp.28, 34)"""
    unit = field.units.units[i]
    codes = unit.move.codes if unit.move is not None else frozenset()
    return field.units.rows[i].aerospace or (bool(codes) and codes <= AEROSPACE_CODES)


def over_terrain(line: Line) -> Line:
    """Give a line to or from such a unit: nothing on the table lies between (CE pp.181, 185-186)."""
    dry = (0.0,) * len(line.own)
    return line._replace(
        contact=False,
        hidden=0.0,
        hidden_back=0.0,
        hiders=(),
        back_hiders=(),
        own=dry,
        between=dry,
        theirs=dry,
        between_back=dry,
        woods_pieces=(),
        own_pieces=(),
        pieces_back=(),
        same_water=False,
        hexes=(),
        side="",
    )


def altitude_of(field: Field, unit: Unit) -> AltitudeRow | None:
    """Give the row of the altitude a unit flies at, None where its path is not given."""
    return None if unit.flight is None else field.edition.altitudes[unit.flight.altitude]


def unprinted_altitude(row: AltitudeRow) -> Reason:
    """Say why an altitude means nothing here: no source prints it for this edition."""
    return not_printed(row, f"altitude.{row.key}")


def heading_of(flight: Flight) -> float:
    """Give the direction of flight, degrees clockwise from north.

    >>> heading_of(Flight((0, 5), (40, 5), "low"))
    90.0
    """
    return bearing_along(flight.start, flight.end)


def may_hover(unit: Unit) -> bool:
    """May it stop over the table, as spheroids and airships do? (CE p.180)"""
    return unit.type == SPHEROID or (unit.move is not None and bool(unit.move.codes & HOVERING_CODES))


def inches_over(field: Field, start: tuple[float, float], end: tuple[float, float]) -> float:
    """Give the inches of a path that lie over the table."""
    low, high = share_over([start, end], width=field.table.width, depth=field.table.depth)
    return (high - low) * math.dist(start, end)


def too_short(field: Field, start: tuple[float, float], end: tuple[float, float]) -> Facts | None:
    """Measure a path that crosses too little of the table, None for one that is long enough (CE p.180, AS p.54)."""
    inches, least = inches_over(field, start, end), field.edition.number("flight.cross")
    return facts(inches=inches, limit=least) if inches < least - TOUCH else None


def units_but(field: Field, i: int) -> Iterator[int]:
    """Give every other unit that stands on the table or over it."""
    for k, unit in enumerate(field.units.units):
        if k != i and unit.is_on_table and "destroyed" not in unit.state:
            yield k
