"""Weapon attacks and indirect fire as they are laid out on a table.

Which question: with what does it fire, through which arc, at which bracket, who spots, and what was assumed? What
forbids it and what it does stands in `weapon` and `indirect`. Sources: CE pp.40-48, 78, 86; AS pp.34-43, 47.
"""

from collections.abc import Iterator
from dataclasses import replace

from astrike.model.answer import AttackAnswer, SightAnswer
from astrike.model.explain import Assumed
from astrike.rules.air.engagement import air_assumed, aloft, is_aloft
from astrike.rules.air.flight import flyers
from astrike.rules.kinds.drill import Desk, Drill, arc_assumed, side_assumed
from astrike.rules.kinds.indirect import INDIRECT_RULES, battery, is_blind
from astrike.rules.kinds.weapon import WEAPON_RULES
from astrike.rules.lines import Line
from astrike.rules.many_arcs import by_arc
from astrike.rules.movement.construction import assumed_factor
from astrike.rules.results.outcome import with_outcome
from astrike.rules.shot import Shot, bracket_at
from astrike.rules.sight import carries_torpedoes, uses_torpedoes
from astrike.rules.situation import Situation
from astrike.rules.spotting.spotters import spotted, spotters_of


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


# ---- indirect fire


def indirect_situation(desk: Desk, line: Line, seen: SightAnswer) -> Situation:
    """Settle with what is fired, from where, at which bracket, and who spots."""
    unit, in_arc = desk.field.units.units[line.attacker], desk.is_in_arc(line)
    code = (desk.question.special or desk.question.weapon or "").upper()
    every = desk.field.edition.kinds[desk.question.kind].codes
    fired, arc = battery(unit, every if code in ("", "LRM") else (code,), in_arc=in_arc)
    bracket = bracket_at(desk.field, line.range, underwater=seen.underwater)
    s = desk.laid(line, seen, bracket, fired, arc, in_arc=in_arc, underwater=seen.underwater)
    return s if is_blind(desk.question, unit) else spotted(s)


def spotting_assumed(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed about this attack and its spotter."""
    yield from assumed_here(s)
    if s.spotting is None:
        return
    if s.question.spotter is None:
        yield Assumed(
            "attack.spotter", s.spotting.name, "Best spotter taken; sight and terrain are along its line"
        )
    yield from s.spotting.assumed


def with_spotters(s: Situation, shot: Shot, answer: AttackAnswer) -> AttackAnswer:
    """Add what comes of it, and everybody who could spot, the best first."""
    return with_outcome(s, shot, replace(answer, spotters=spotters_of(s)))


WEAPON = Drill(situation=situation, rules=WEAPON_RULES, assumed=assumed_here, complete=with_outcome)
INDIRECT = Drill(
    situation=indirect_situation, rules=INDIRECT_RULES, assumed=spotting_assumed, complete=with_spotters
)
