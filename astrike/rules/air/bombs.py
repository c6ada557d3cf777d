"""Where does a bomb fall that missed?

Which question: from the point it was dropped on, in which direction and how far, seen from the way it was flown?
Source: CE p.182.
"""

from astrike.errors import InputError, Problem
from astrike.model.combat import BlastAnswer
from astrike.model.dice import Tray
from astrike.rules.air.flight import heading_of
from astrike.rules.areas.scatter import Numbers, scatter
from astrike.rules.battlefield import Field
from astrike.rules.situation import Point

SERIES = "altitude-bomb"


def bomb_scatter(
    field: Field,
    attacker: str,
    at: Point,
    weapon: str,
    tray: Tray,
    *,
    kind: str = "dive-bomb",
    margin: int | None = None,
) -> BlastAnswer:
    """Scatter a bomb that a unit dropped along its flight path; raise `InputError` for a unit without one."""
    flight = field.unit_of(attacker).flight
    if flight is None:
        raise InputError([Problem("attacker", attacker, "a unit with a flight path")])
    numbers: Numbers = "ahead" if kind == SERIES else "around"
    return scatter(field, at, weapon, tray, margin=margin, heading=heading_of(flight), numbers=numbers)
