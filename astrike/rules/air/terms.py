"""The to-hit steps of attacks from and at aerospace units in flight.

Which question: which rows of the modifiers table do flight and the way to attack from the air bring? Sources: CE pp.44,
183, 185; AS p.37.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from astrike.rules.air.flight import DROPSHIPS, SMALL_CRAFT, altitude_of, flyers
from astrike.rules.battlefield import Field
from astrike.rules.situation import Situation
from astrike.rules.steps.terms import Term

MANNERS: Mapping[str, str] = MappingProxyType(
    {
        "strafe": "attack.strafing",
        "strike": "attack.striking",
        "dive-bomb": "attack.dive-bombing",
        "altitude-bomb": "attack.altitude-bombing",
    }
)
"""What each way to attack from the air adds."""


def airborne_target(field: Field, t: int) -> Iterator[Term]:
    """O: an aerospace unit in flight, and a DropShip besides (CE p.44)."""
    if t in flyers(field):
        yield "type.aerospace", None
        if field.units.units[t].type in DROPSHIPS:
            yield "type.dropship", None


def airborne_target_from_ground(s: Situation) -> Iterator[Term]:
    """O: the same, but from the air itself only a DropShip is another target (AS p.37 note 4)."""
    flying = flyers(s.field)
    if s.t in flying:
        if s.a not in flying:
            yield "type.aerospace", None
        if s.target.type in DROPSHIPS:
            yield "type.dropship", None


def aerospace(s: Situation) -> Iterator[Term]:
    """O: the way to attack from the air, tailing and small craft among it (CE pp.183, 185)."""
    manner = MANNERS.get(s.question.kind)
    if manner is not None:
        yield manner, None
        return
    flying = flyers(s.field)
    if not flying or s.a not in flying or s.t not in flying:
        return
    yield "attack.air-to-air", None
    if s.direction == "rear":
        yield "attack.tailing", None
    if s.target.type == SMALL_CRAFT:
        yield "type.small-craft", None


def is_unmeasured(s: Situation) -> bool:
    """Is there no range to speak of: a path or what its altitude means is not known, or the ground is no target?"""
    flying = flyers(s.field)
    if not flying:
        return False
    rows = [altitude_of(s.field, unit) for i, unit in ((s.a, s.attacker), (s.t, s.target)) if i in flying]
    return any(row is None or row.unknown for row in rows) or (s.a in flying and s.t not in flying)
