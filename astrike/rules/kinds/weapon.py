"""The plain weapon attack, special attacks with weapons of the card among them.

Which question: what does its damage depend on, and which options decided? With what it fires, and how, is settled in
`fire`. Source: CE pp.40-48, AS pp.34-43.
"""

from astrike.rules.abilities.damage import damage_key as ability_key
from astrike.rules.damage.armor import protection_of
from astrike.rules.damage.hit import damage_of
from astrike.rules.kinds.rules import KindRules
from astrike.rules.odds import automatic
from astrike.rules.refusals import refusals_of
from astrike.rules.shot import Shot, is_over_a_step
from astrike.rules.steps.see_through import counting_kinds
from astrike.tolerance import TOUCH


def damage_key(s: Shot) -> tuple[object, ...]:
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


def options(s: Shot, total: int) -> list[str]:
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
    if s.aim is None and is_over_a_step(s):
        used.append("contact.max-step")
    return [*used, *s.sharing]


WEAPON_RULES = KindRules(refusals=refusals_of, damage=damage_of, damage_key=damage_key, options=options)
