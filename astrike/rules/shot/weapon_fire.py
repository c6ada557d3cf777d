"""With what does a unit fire, directly or indirectly, and what does its damage depend on?

For plain weapon attacks and special attacks of the card: which facts change the damage and which options decided. For
indirect fire, at a target that somebody else sees, also what forbids it; range, arc and movement are the attacker's,
sight and terrain the spotter's. Sources: CE pp.40-48, 78, 86; AS pp.34-43, 47.
"""

from collections.abc import Iterator

from astrike.model.attack_answer import SightAnswer
from astrike.model.attack_question import AttackQuestion
from astrike.model.card import DamageRow, DamageValue, Special
from astrike.model.explain import Reason
from astrike.model.unit import Unit
from astrike.rules.edition_rows import reason
from astrike.rules.odds import automatic
from astrike.rules.shot.ability_damage import damage_key as ability_key
from astrike.rules.shot.armor import protection_of
from astrike.rules.shot.damage import damage_of
from astrike.rules.shot.facts import Shot, touches_at_another_height
from astrike.rules.shot.refusals import (
    heat_refusals,
    is_kept_low,
    is_too_near,
    reach_refusals,
    refusals_of,
    side_refusals,
    unprinted_rules,
)
from astrike.rules.shot.rule_types import KindRules
from astrike.rules.shot.see_through import counting_kinds
from astrike.rules.units.move_and_tmm import pilot_ids
from astrike.rules.units.weapons import Weapon, in_turret, missile_values, missiles_loaded
from astrike.tolerance import TOUCH


def weapon_damage_key(s: Shot) -> tuple[object, ...]:
    """Name what the damage depends on: attacker, weapon and mount, bracket, direction, water, protection, beacons."""
    return (
        s.attacker.unit.id,
        s.weapon.code,
        s.arc,
        s.bracket and s.bracket.key,
        s.direction,
        s.target.submersion,
        protection_of(s.circumstances, s.target),
        s.is_guided,
        ability_key(s),
        s.attacker.flies and s.target.flies,
    )


def weapon_options(s: Shot, total: int) -> list[str]:
    """Name the options that decided something, those of sight aside."""
    chosen = s.circumstances.options
    used: list[str] = []
    if s.viewer_woods and all(why in (None, "attacker") for why in counting_kinds(s)):
        used.append("woods.attacker-occupied")
    if s.direction == "rear" and "hull-down" in s.target.unit.state:
        used.append("hull-down.rear-counts")
    is_forward = s.attacker.row.arc == "forward" and not s.attacker.is_many_armed
    if s.line.arc_share < 1.0 - TOUCH and is_forward:
        used.append("arc.forward-degrees")
    if s.bracket is not None and s.bracket.option:
        used.append(s.bracket.option)
    if chosen.is_on("environment-modifiers"):
        used.append("environment-modifiers")
    if s.question.secondary:
        used.append("multiple-attack-rolls")
    if chosen.is_on("critical-success") and automatic(total) is not None:
        used.append("critical-success")
    if s.attacker.unit.hits.weapon:
        used.append("critical.weapon-minimal")
    if s.aim is None and touches_at_another_height(s):
        used.append("contact.max-step")
    return [*used, *s.sharing]


WEAPON_RULES = KindRules(
    refusals=refusals_of, damage=damage_of, damage_key=weapon_damage_key, options=weapon_options
)

BRACKETS = 4

BLIND = "oblique-attacker"
"""The pilot ability of those who fire without a spotter."""


def needs_no_spotter(question: AttackQuestion, unit: Unit) -> bool:
    """Does it fire without a spotter, as some pilots can? (CE p.98)"""
    return bool(question.choice("without-spotter")) and BLIND in pilot_ids(unit)


def indirect_weapon(unit: Unit, codes: tuple[str, ...], *, in_arc: bool) -> tuple[Weapon, str | None]:
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


def indirect_refusals(s: Shot, states: tuple[str, ...]) -> tuple[Reason, ...]:
    """Collect every reason that forbids it; those of each possible spotter stand with the spotters."""
    own = s.own_sight or s.sight
    keys = [*side_refusals(s), *states, *_battery(s), *_own_sight(s, own)]
    found = [reason(s.circumstances, key) for key in dict.fromkeys(keys)]
    if s.spotting is not None:
        found += s.spotting.refusals
    elif not needs_no_spotter(s.question, s.attacker.unit):
        found.append(
            reason(s.circumstances, "spotter.no-sensor" if s.question.spotter else "indirect.no-spotter")
        )
        found += s.sight.reasons
    found += unprinted_rules(s)
    found += reach_refusals(s)
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
    yield from heat_refusals(s)


def _own_sight(s: Shot, own: SightAnswer) -> Iterator[str]:
    """Whoever sees the target fires at it directly; whether it may do this as well is an option."""
    if is_too_near(s, own):
        yield "contact.no-weapons"
    if own.state != "blocked" and s.circumstances.options.word("indirect.with-los") == "refuse":
        yield "indirect.in-sight"


# ---- what the answer says besides


def indirect_options(s: Shot, total: int) -> list[str]:
    """Name the options that decided something, those of sight aside."""
    used = weapon_options(s, total)
    if (s.own_sight or s.sight).state != "blocked":
        used.append("indirect.with-los")
    if s.spotting is not None:
        used += s.spotting.options
    return used


INDIRECT_RULES = KindRules(refusals=indirect_refusals, damage=damage_of, options=indirect_options)
