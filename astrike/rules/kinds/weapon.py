"""The plain weapon attack, special attacks with weapons of the card among them.

Which question: with what does it fire, through which arc, at which bracket? Source: CE pp.40-48, AS pp.34-43.
"""

from collections.abc import Iterator

from astrike.geometry.arrays import TOUCH
from astrike.model.answer import AttackAnswer, SightAnswer
from astrike.model.explain import Assumed
from astrike.rules.abilities.damage import damage_key as ability_key
from astrike.rules.air.engagement import air_assumed, aloft, is_air_to_air, is_aloft
from astrike.rules.air.flight import flyers
from astrike.rules.apart import is_over_a_step
from astrike.rules.damage.armor import protections
from astrike.rules.damage.hit import damage_of
from astrike.rules.electronics.sharing import sharing_options
from astrike.rules.kinds.drill import Desk, Drill, arc_assumed, side_assumed
from astrike.rules.lines import Line
from astrike.rules.many_arcs import by_arc, many_armed
from astrike.rules.movement.construction import assumed_factor
from astrike.rules.odds import automatic
from astrike.rules.refusals import refusals_of
from astrike.rules.results.outcome import with_outcome
from astrike.rules.shots import shot_of
from astrike.rules.sight import carries_torpedoes, uses_torpedoes
from astrike.rules.situation import Situation, bracket_at
from astrike.rules.spotting.beacons import is_guided
from astrike.rules.steps.see_through import counting_kinds


def situation(desk: Desk, line: Line, seen: SightAnswer) -> Situation:
    """Settle with what is attacked, from where, at which bracket."""
    field, a, t = desk.field, line.attacker, line.target
    in_arc = desk.is_in_arc(line)
    torpedo = line.same_water and carries_torpedoes(field.units.units[a]) and uses_torpedoes(field, a, t)
    weapon, arc = desk.weapon(a, in_arc=in_arc, torpedo=torpedo)
    wet = seen.underwater or torpedo
    halved = wet and not (weapon.code == "TOR" and not field.edition.number("torpedo.halved"))
    bracket = bracket_at(field, line.range, underwater=halved)
    s = desk.laid(line, seen, bracket, weapon, arc, in_arc=in_arc, underwater=wet)
    if desk.flyers and (a in desk.flyers or t in desk.flyers):
        return aloft(desk, s)
    if a in desk.many_armed and not torpedo:
        return by_arc(s, desk.half, lambda lies: desk.weapon(a, in_arc=lies, torpedo=False))
    return s


def damage_key(s: Situation) -> tuple[object, ...]:
    """Name what the damage depends on: attacker, weapon and mount, bracket, direction, water, protection, beacons."""
    submersion = s.field.units.of[s.t].submersion
    protection = protections(s.field)[s.t]
    bracket = s.bracket and s.bracket.key
    able = ability_key(s)
    if s.measured is not None:
        able = (able, is_air_to_air(s))
    return (s.a, s.weapon.code, s.arc, bracket, s.direction, submersion, protection, is_guided(s), able)


def shelter_assumed(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed about the building that the target is in: it takes a part of the damage (CE p.73)."""
    inside = s.field.units.of[s.t].inside
    piece = s.field.table.piece(inside) if inside is not None else None
    if piece is not None and piece.kind == "building":
        yield from assumed_factor(piece, s.field.edition)


def assumed_here(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed about this attack, beside what was assumed about the two units."""
    if is_aloft(s):
        yield from air_assumed(s)
    for piece in (*s.sight.by, *s.sight.own_woods):
        yield from s.field.lie.assumed.get(piece, ())
    yield from shelter_assumed(s)
    flying = flyers(s.field)
    if s.a not in flying:
        yield from arc_assumed(s)
    if s.t not in flying:
        yield from side_assumed(s)
    if s.arc == "turret" and not s.question.special:
        yield Assumed("attack.special", "TUR", "Turret used: the target lies outside the forward arc")
    if s.weapon.code == "TOR" and not s.question.special:
        yield Assumed("attack.special", "TOR", "Torpedoes used: other weapons do not reach")


def options(s: Situation, total: int) -> list[str]:
    """Name the options that decided something, those of sight aside."""
    field = s.field
    used: list[str] = []
    if s.woods_of_viewer and all(why in (None, "attacker") for why in counting_kinds(shot_of(s))):
        used.append("woods.attacker-occupied")
    if s.direction == "rear" and "hull-down" in s.target.state:
        used.append("hull-down.rear-counts")
    is_forward = s.attacker_row.arc == "forward" and s.a not in many_armed(field)
    if s.line.arc_share < 1.0 - TOUCH and is_forward:
        used.append("arc.forward-degrees")
    if s.bracket is not None and s.bracket.option:
        used.append(s.bracket.option)
    if field.options.is_on("environment-modifiers"):
        used.append("environment-modifiers")
    if s.question.secondary:
        used.append("multiple-attack-rolls")
    if field.options.is_on("critical-success") and automatic(total) is not None:
        used.append("critical-success")
    if s.attacker.hits.weapon:
        used.append("critical.weapon-minimal")
    if s.aim is None and is_over_a_step(field, s.a, s.t):
        used.append("contact.max-step")
    return [*used, *sharing_options(s)]


def complete(s: Situation, answer: AttackAnswer) -> AttackAnswer:
    """Add what comes of it."""
    return with_outcome(s, answer)


WEAPON = Drill(
    situation=situation,
    refusals=refusals_of,
    damage=damage_of,
    damage_key=damage_key,
    options=options,
    assumed=assumed_here,
    complete=complete,
)
