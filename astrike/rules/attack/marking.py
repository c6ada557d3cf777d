"""May a unit use a designator, beacon or taser beside its one attack of the turn, and what does a hit bring about?

These attacks mark or hinder a target without damaging it. What marks on the table do later is decided for the attacks
that profit from them. Sources: CE pp.77, 86-87, 90; AS p.42.
"""

from collections.abc import Iterator
from dataclasses import replace

from astrike.model.attack_answer import AttackAnswer, Damage, SightAnswer
from astrike.model.attack_outcome import AttackOutcome, FollowUp, PointsChance
from astrike.model.card import Special
from astrike.model.explain import Assumed, Reason, facts
from astrike.model.unit import Unit
from astrike.rules.attack import weapon_kinds
from astrike.rules.attack.kind import AttackContext, AttackKind
from astrike.rules.attack.situation import Situation
from astrike.rules.edition_rows import reason
from astrike.rules.odds import probability
from astrike.rules.options import HasEdition
from astrike.rules.shot import weapon_fire
from astrike.rules.shot.facts import Shot, bracket_at
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.shot.refusals import is_kept_low, is_too_near, side_refusals, unprinted_number
from astrike.rules.shot.rule_types import KindRules
from astrike.rules.units.weapons import Weapon, in_turret
from astrike.tolerance import TOUCH


def marking_situation(context: AttackContext, line: MeasuredLine, seen: SightAnswer) -> Situation:
    """Settle what it is done with, from where, at which bracket."""
    unit, in_arc = context.prepared.units.units[line.attacker], context.is_in_arc(line)
    code, arc = _choose(context, unit, line.range, in_arc=in_arc)
    bracket = bracket_at(context.prepared, line.range, underwater=seen.underwater)
    used = Weapon(code, None)
    return context.laid(line, seen, bracket, used, arc, in_arc=in_arc, underwater=seen.underwater)


def _choose(context: AttackContext, unit: Unit, inches: float, *, in_arc: bool) -> tuple[str, str | None]:
    """Choose code and arc: what is asked for, else the first on the card that reaches the target."""
    asked = (context.question.special or context.question.weapon or "").upper()
    every = context.prepared.edition.kinds[context.question.kind].codes
    carried = [code for code in ((asked,) if asked else every) if special_printed(unit, code) is not None]
    if not carried:
        return asked or every[0], "front" if in_arc else None
    mounts = [(code, _mount(unit, code, in_arc=in_arc)) for code in carried]
    for code, arc in mounts:
        if arc is not None and inches <= _reach(context.prepared, code, underwater=False) + TOUCH:
            return code, arc
    return mounts[0]


def _mount(unit: Unit, code: str, *, in_arc: bool) -> str | None:
    if in_arc and unit.has(code):
        return "front"
    return "turret" if in_turret(unit, code) is not None else None


def special_printed(unit: Unit, code: str) -> Special | None:
    """Give the special ability as the card has it, outside a turret or in it."""
    return unit.special(code) or in_turret(unit, code)


def _reach(at: HasEdition, code: str, *, underwater: bool) -> float:
    """Give how far it reaches: to the end of a bracket, which under water is nearer (CE p.44, AS p.37)."""
    row = at.edition.numbers.get(f"reach.{code}")
    inches = 0.0 if row is None else row.value
    if not underwater:
        return inches
    return next((each.underwater for each in at.edition.brackets.values() if each.upto == inches), inches)


# ---- what forbids it


def marking_refusals(s: Shot, states: tuple[str, ...]) -> tuple[Reason, ...]:
    """Collect every reason that forbids it."""
    keys = [*side_refusals(s), *states, *_question(s)]
    found = [reason(s.circumstances, key) for key in dict.fromkeys(keys)]
    found += s.sight.reasons
    found += _out_of_reach(s)
    if s.arc is None:
        found.append(reason(s.circumstances, "arc.outside"))
    return tuple(found)


def _question(s: Shot) -> Iterator[str]:
    if s.weapon.code not in s.kind.codes or special_printed(s.attacker.unit, s.weapon.code) is None:
        yield "attacker.no-weapon"
    if is_kept_low(s):
        yield "attacker.hull-down"
    if s.question.overheat:
        yield "attacker.overheat"
    if s.question.spotter is not None:
        yield "spotter.unused"
    if is_too_near(s):
        yield "contact.no-weapons"
    if s.question.kind == "taser" and _is_immune(s):
        yield "taser.no-effect"


def _out_of_reach(s: Shot) -> Iterator[Reason]:
    key = f"reach.{s.weapon.code}"
    row = s.circumstances.edition.numbers.get(key)
    if row is not None and row.unknown:
        yield unprinted_number(s.circumstances, key)
        return
    limit = _reach(s.circumstances, s.weapon.code, underwater=s.underwater)
    if row is not None and s.range > limit + TOUCH:
        yield reason(s.circumstances, "extra.reach", facts(range=s.range, limit=limit))
    elif s.bracket is None:
        yield reason(s.circumstances, "range.none", facts(range=s.range))


# ---- what a hit brings about


def _is_immune(s: Shot) -> bool:
    """Has the target nothing that could be disturbed, too much of it, or an armor that keeps tasers out?

    Source: CE pp.83, 90.
    """
    edition, target = s.circumstances.edition, s.target.unit
    proof = edition.tagged("tsemp-proof" if s.weapon.code == "TSEMP" else "taser-proof")
    return target.type in edition.tagged("never-tasered") or target.has_any(*proof)


def taser_modifier(s: Situation) -> int:
    """Give what is added to the roll of a taser or TSEMP that has hit (CE p.90)."""
    unit, row = s.target, s.target_row
    if s.weapon.code == "TSEMP":
        applies: tuple[tuple[str, bool], ...] = (
            ("tsemp.BM", unit.type == "BM"),
            ("tsemp.aerospace", row.aerospace),
            ("tsemp.large", unit.has("LG")),
            ("tsemp.support", row.support),
        )
    else:
        applies = (
            ("taser.BM", unit.type == "BM"),
            ("taser.BA", unit.type == "BA"),
            ("taser.BTAS", s.weapon.code == "BTAS"),
        )
    return int(sum(s.prepared.edition.number(key) for key, is_so in applies if is_so))


def marking_follow_ups(s: Situation) -> tuple[FollowUp, ...]:
    """Say what a hit brings about."""
    special = special_printed(s.attacker, s.weapon.code)
    count = 1 if special is None or special.number is None else special.number
    per = "scenario" if s.weapon.code == "BTAS" else "turn"
    if s.question.kind != "taser":
        lasts = "turn" if s.question.kind == "tag" else "game"
        known = facts(attacks=count, per=per, lasts=lasts)
        return (FollowUp(s.question.kind, s.kind.label, s.kind.cite, chance=1.0, facts=known),)
    row, modifier = s.prepared.edition.numbers["taser.need"], taser_modifier(s)
    need = int(row.value)
    chance = probability(need - modifier)
    other = s.prepared.edition.bonuses["interference"]
    return (
        FollowUp(
            "taser.shutdown", row.label, row.cite, chance=chance, need=need, dice=2, modifier=modifier,
            facts=facts(attacks=count, per=per),
        ),
        FollowUp("taser.interference", other.label, other.cite, chance=round(1 - chance, 4)),
    )  # fmt: skip


def marking_complete(s: Situation, shot: Shot, answer: AttackAnswer) -> AttackAnswer:
    """Add what a hit brings about."""
    if not answer.allowed:
        return answer
    nothing = (PointsChance(0, 1.0),)
    return replace(answer, outcome=AttackOutcome(nothing, nothing, 0.0, follow_ups=marking_follow_ups(s)))


def no_damage(s: Shot) -> Damage:
    """Say that it does no damage, from the rear or not (CE p.48)."""
    return Damage(0)


def marking_assumed(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed about this attack."""
    yield from weapon_kinds.weapon_assumed(s)
    every = [code for code in s.kind.codes if special_printed(s.attacker, code) is not None]
    if len(every) > 1 and not (s.question.special or s.question.weapon):
        yield Assumed("attack.special", s.weapon.code, "The one on the card that reaches is used")


MARKING_RULES = KindRules(refusals=marking_refusals, damage=no_damage, options=weapon_fire.weapon_options)
MARKING = AttackKind(
    situation=marking_situation, rules=MARKING_RULES, assumed=marking_assumed, complete=marking_complete
)
