"""With what does a weapon attack fire, through which arc, at which range bracket, and who spots for it?

Sets up plain weapon attacks, indirect fire and surprise attacks at a table, and names what was assumed. A surprise
attack is made at once by a unit that was hidden until an enemy came near; only Skill and critical hits make its number
(CE p.168). What forbids an attack and what it does is decided in `shot`. Sources: CE pp.40-48, 78, 86, 168; AS
pp.34-43, 47.
"""

from collections.abc import Iterator
from dataclasses import replace

from astrike.model.attack_answer import AttackAnswer, SightAnswer
from astrike.model.explain import Assumed, Reason, facts
from astrike.rules.attack.aerospace import aerospace_situation, air_assumed, is_aloft
from astrike.rules.attack.kind import AttackContext, AttackKind, arc_assumed, side_assumed
from astrike.rules.attack.outcome import with_outcome
from astrike.rules.attack.sight import carries_torpedoes, uses_torpedoes
from astrike.rules.attack.situation import Situation
from astrike.rules.attack.spotters import spotted, spotters_of
from astrike.rules.attack.weapon_arcs import choose_arc
from astrike.rules.edition_rows import not_printed, reason
from astrike.rules.shot.facts import Shot, bracket_at
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.shot.weapon_fire import INDIRECT_RULES, WEAPON_RULES, indirect_weapon, needs_no_spotter
from astrike.rules.table.flyers import aerospace_flyers
from astrike.rules.terrain.construction import assumed_factor
from astrike.tolerance import TOUCH


def weapon_situation(context: AttackContext, line: MeasuredLine, seen: SightAnswer) -> Situation:
    """Settle with what is attacked, from where, at which bracket."""
    prepared, a, t = context.prepared, line.attacker, line.target
    in_arc = context.is_in_arc(line)
    torpedo = (
        line.same_water and carries_torpedoes(prepared.units.units[a]) and uses_torpedoes(prepared, a, t)
    )
    weapon, arc = context.weapon(a, in_arc=in_arc, torpedo=torpedo)
    wet = seen.underwater or torpedo
    halved = wet and not (weapon.code == "TOR" and not prepared.edition.number("torpedo.halved"))
    bracket = bracket_at(prepared, line.range, underwater=halved)
    s = context.laid(line, seen, bracket, weapon, arc, in_arc=in_arc, underwater=wet)
    if context.flyers and (a in context.flyers or t in context.flyers):
        return aerospace_situation(context, s)
    if a in context.many_armed and not torpedo:
        return choose_arc(s, context.half, lambda lies: context.weapon(a, in_arc=lies, torpedo=False))
    return s


def shelter_assumed(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed about the building that the target is in: it takes a part of the damage (CE p.73)."""
    inside = s.prepared.units.of[s.t].inside
    piece = s.prepared.table.piece(inside) if inside is not None else None
    if piece is not None and piece.kind == "building":
        yield from assumed_factor(piece, s.prepared.edition)


def weapon_assumed(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed about this attack, beside what was assumed about the two units."""
    if is_aloft(s):
        yield from air_assumed(s)
    for piece in (*s.sight.by, *s.sight.own_woods):
        yield from s.prepared.terrain.assumed.get(piece, ())
    yield from shelter_assumed(s)
    flying = aerospace_flyers(s.prepared)
    if s.a not in flying:
        yield from arc_assumed(s)
    if s.t not in flying:
        yield from side_assumed(s)
    if s.arc == "turret" and not s.question.special:
        yield Assumed("attack.special", "TUR", "Turret used: the target lies outside the forward arc")
    if s.weapon.code == "TOR" and not s.question.special:
        yield Assumed("attack.special", "TOR", "Torpedoes used: other weapons do not reach")


# ---- indirect fire


def indirect_situation(context: AttackContext, line: MeasuredLine, seen: SightAnswer) -> Situation:
    """Settle with what is fired, from where, at which bracket, and who spots."""
    unit, in_arc = context.prepared.units.units[line.attacker], context.is_in_arc(line)
    code = (context.question.special or context.question.weapon or "").upper()
    every = context.prepared.edition.kinds[context.question.kind].codes
    fired, arc = indirect_weapon(unit, every if code in ("", "LRM") else (code,), in_arc=in_arc)
    bracket = bracket_at(context.prepared, line.range, underwater=seen.underwater)
    s = context.laid(line, seen, bracket, fired, arc, in_arc=in_arc, underwater=seen.underwater)
    return s if needs_no_spotter(context.question, unit) else spotted(s)


def spotting_assumed(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed about this attack and its spotter."""
    yield from weapon_assumed(s)
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


WEAPON = AttackKind(
    situation=weapon_situation, rules=WEAPON_RULES, assumed=weapon_assumed, complete=with_outcome
)

INDIRECT = AttackKind(
    situation=indirect_situation, rules=INDIRECT_RULES, assumed=spotting_assumed, complete=with_spotters
)


def surprise_refusals(s: Shot, states: tuple[str, ...]) -> tuple[Reason, ...]:
    """Collect every reason that forbids the attack; `states` are those of each unit alone."""
    return (*WEAPON_RULES.refusals(s, states), *_far(s))


def _far(s: Shot) -> Iterator[Reason]:
    row = s.circumstances.edition.numbers["surprise.reach"]
    if row.unknown:
        yield not_printed(row)
    elif s.range > row.value + TOUCH:
        yield reason(s.circumstances, "surprise.far", facts(range=s.range, limit=row.value))


def surprise_assumed(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed: that nobody had seen it."""
    yield Assumed(f"units.{s.attacker.id}.state", "hidden", "Hidden until now")
    yield from WEAPON.assumed(s)


SURPRISE_RULES = replace(WEAPON_RULES, refusals=surprise_refusals)

SURPRISE = replace(WEAPON, rules=SURPRISE_RULES, assumed=surprise_assumed)
