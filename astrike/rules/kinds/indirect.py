"""Indirect fire: at a target that somebody else sees.

Which question: with what does it fire, and what forbids it? Range, arc and movement are the attacker's, sight and
terrain the spotter's, who is found in `fire`. Sources: CE pp.41, 44, 78, 86; AS pp.35, 37, 47.
"""

from collections.abc import Iterator

from astrike.model.answer import SightAnswer
from astrike.model.attack import AttackQuestion
from astrike.model.card import DamageRow, DamageValue, Special
from astrike.model.explain import Reason
from astrike.model.unit import Unit
from astrike.rules.armament import Weapon, in_turret, missile_values, missiles_loaded
from astrike.rules.damage.hit import damage_of
from astrike.rules.kinds import weapon
from astrike.rules.kinds.rules import KindRules
from astrike.rules.motion import pilot_ids
from astrike.rules.reasons import reason
from astrike.rules.refusals import is_kept_low, is_too_near, reach, sides, unheated, unprinted
from astrike.rules.shot import Shot

BRACKETS = 4
BLIND = "oblique-attacker"
"""The pilot ability of those who fire without a spotter."""


def is_blind(question: AttackQuestion, unit: Unit) -> bool:
    """Does it fire without a spotter, as some pilots can? (CE p.98)"""
    return bool(question.choice("without-spotter")) and BLIND in pilot_ids(unit)


def battery(unit: Unit, codes: tuple[str, ...], *, in_arc: bool) -> tuple[Weapon, str | None]:
    """Choose which of these fires indirectly and through which arc, the first on the card.

    A turret serves when the target lies outside the arc.
    """
    arc = "front" if in_arc else None
    for each in codes:
        special, mounted = unit.special(each), in_turret(unit, each)
        if mounted is not None and (special is None or not in_arc):
            return Weapon(each, indirect_values(mounted)), "turret"
        if special is not None:
            return Weapon(each, indirect_values(special)), arc
    return Weapon(codes[0], None), arc


def indirect_values(special: Special) -> DamageRow | None:
    """Give what it does at each bracket: the number of IF, or the Long value of improved missiles (CE pp.78, 86)."""
    if special.code == "IATM" and special.values is not None:
        value = special.values.at("long")
    elif special.code == "IF" and special.values is not None:
        value = special.values.at("short")
    elif special.code == "IF" and special.number is not None:
        value = DamageValue(special.number)
    else:
        return None
    return DamageRow(special.printed, (value,) * BRACKETS)


# ---- what forbids it


def refusals(s: Shot, states: tuple[str, ...]) -> tuple[Reason, ...]:
    """Collect every reason that forbids it; those of each possible spotter stand with the spotters."""
    own = s.own_sight or s.sight
    keys = [*sides(s), *states, *_battery(s), *_own_sight(s, own)]
    found = [reason(s.circumstances, key) for key in dict.fromkeys(keys)]
    if s.spotting is not None:
        found += s.spotting.refusals
    elif not is_blind(s.question, s.attacker.unit):
        found.append(
            reason(s.circumstances, "spotter.no-sensor" if s.question.spotter else "indirect.no-spotter")
        )
        found += s.sight.reasons
    found += unprinted(s)
    found += reach(s)
    if s.arc is None:
        found.append(reason(s.circumstances, "arc.outside"))
    return tuple(found)


def _battery(s: Shot) -> Iterator[str]:
    if is_kept_low(s):
        yield "attacker.hull-down"
    asked = (s.question.special or s.question.weapon or "").upper()
    if asked and asked not in (*s.kind.codes, "LRM"):
        yield "attacker.no-weapon"
    elif s.weapon.damage is None:
        yield "indirect.no-value"
    elif missiles_loaded(s.question, s.kind) and missile_values(s.attacker.unit, "LRM") is None:
        yield "attacker.no-weapon"
    yield from unheated(s)


def _own_sight(s: Shot, own: SightAnswer) -> Iterator[str]:
    """Whoever sees the target fires at it directly; whether it may do this as well is an option."""
    if is_too_near(s, own):
        yield "contact.no-weapons"
    if own.state != "blocked" and s.circumstances.options.word("indirect.with-los") == "refuse":
        yield "indirect.in-sight"


# ---- what the answer says besides


def options(s: Shot, total: int) -> list[str]:
    """Name the options that decided something, those of sight aside."""
    used = weapon.options(s, total)
    if (s.own_sight or s.sight).state != "blocked":
        used.append("indirect.with-los")
    if s.spotting is not None:
        used += s.spotting.options
    return used


INDIRECT_RULES = KindRules(refusals=refusals, damage=damage_of, options=options)
