"""Where does a bomb fall that missed?

Which question: from the point it was dropped on, in which direction and how far, seen from the way it was flown?
Source: CE p.182.
"""

from astrike.errors import InputError, Problem
from astrike.geometry.flightpaths import bearing_along
from astrike.model.combat import BlastAnswer
from astrike.model.dice import Tray
from astrike.rules.areas.scatter import Numbers, scatter
from astrike.rules.battlefield import Field
from astrike.rules.situation import Point


def bomb_scatter(
    field: Field,
    attacker: str,
    at: Point,
    weapon: str,
    tray: Tray,
    *,
    is_series: bool = False,
    margin: int | None = None,
) -> BlastAnswer:
    """Scatter a bomb that a unit dropped along its flight path; raise `InputError` for a unit without one.

    One of a series from high altitude takes the numbers in parentheses.
    """
    flight = field.unit_of(attacker).flight
    if flight is None:
        raise InputError([Problem("by", attacker, "a unit with a flight path")])
    numbers: Numbers = "ahead" if is_series else "around"
    return scatter(
        field,
        at,
        weapon,
        tray,
        margin=margin,
        heading=bearing_along(flight.start, flight.end),
        numbers=numbers,
    )
