"""Charge and Death From Above: attacks that are declared with the move that ends in base contact.

Which question: may this unit charge that one, or jump on it, and does it get there? Where the bases touch already,
they do; else the move is judged: along the path that is asked for, or straight, or over and round what is in the way.
Sources: CE pp.45-46, AS pp.19, 43.
"""

from collections.abc import Iterator

from astrike.model.answer import SightAnswer
from astrike.model.explain import Assumed, Reason, facts
from astrike.rules.battlefield import Field
from astrike.rules.damage.physical import option_decides_recoil, option_decides_tmm
from astrike.rules.kinds import physical
from astrike.rules.kinds.contact import approach, gap_between
from astrike.rules.kinds.drill import Desk, Drill
from astrike.rules.lines import Line
from astrike.rules.reasons import reason
from astrike.rules.refusals import sides, unprinted
from astrike.rules.sight import sight_answer
from astrike.rules.situation import Situation


def situation(desk: Desk, line: Line, seen: SightAnswer) -> Situation:
    """Settle everything from where the attacker stands in contact, or will when its move is possible."""
    here = physical.situation(desk, line, seen)
    if line.contact or here.a == here.t or not (desk.question.path or may_move(here.field, here.a)):
        return here
    way, moved = approach(here.field, here.a, here.t, here.kind.mode, desk.question.path)
    if moved is None:
        return here._replace(approach=way)
    field, reached = moved
    there = physical.situation(Desk(field, desk.question, desk.aim), reached, sight_answer(field, reached))
    return there._replace(approach=way, measured=line.range)


def may_move(field: Field, i: int) -> bool:
    """May this unit still move this turn?"""
    return not has_finished(field, i)


def has_finished(field: Field, i: int) -> bool:
    """Has this unit finished its move? Who cannot move has."""
    unit = field.units.units[i]
    if field.motions[i].manner == "immobile":
        return True
    return unit.done if unit.done is not None else unit.motion != "unmoved"


# ---- what forbids it


def refusals(s: Situation, states: tuple[str, ...]) -> tuple[Reason, ...]:
    """Collect every reason that forbids the attack; `states` are those of each unit alone."""
    declared = is_declared(s)
    # Who has declared just this attack makes it.
    kept = [key for key in states if not (declared and key == "attacker.declared")]
    keys = [*sides(s), *kept, *_who(s), *physical.questions(s), *physical.flight(s), *_moves(s)]
    found = [reason(s.field, key) for key in dict.fromkeys(keys)]
    if s.line.contact:
        found += s.sight.reasons
        found += unprinted(s)
    elif s.a != s.t and not physical.is_only_aloft(s):
        found += _contact(s)
    return tuple(found)


def is_declared(s: Situation) -> bool:
    """Has the attacker declared this attack, and no other?"""
    own = [one for one in s.field.table.declarations if one.by == s.attacker.id]
    return bool(own) and all((one.kind, one.target) == (s.question.kind, s.target.id) for one in own)


def _who(s: Situation) -> Iterator[str]:
    """'Mechs and vehicles charge, by ground movement; who has a jump Move may jump on others (CE p.46)."""
    unit, row = s.attacker, s.attacker_row
    if s.question.kind == "charge":
        if not (row.mech or (row.vehicle and not row.structure)):
            yield "physical.unit"
    elif unit.move is not None and unit.move.jump is None:
        yield "dfa.jump"


def _moves(s: Situation) -> Iterator[str]:
    """The attacker moves so this turn, the target has moved, and it is charged by nobody else (CE p.46, AS p.43)."""
    kind, motion = s.question.kind, s.attacker.motion
    stands = s.field.motions[s.a].manner == "immobile"
    # Who sprinted or flew is refused every physical attack.
    is_refused = motion == "sprint" or motion in s.field.edition.tagged("in-flight")
    if stands or (motion not in s.kind.motions and not is_refused):
        yield "charge.moved" if kind == "charge" else "dfa.moved"
    if not has_finished(s.field, s.t):
        yield "charge.target-moves"
    if any(one.target == s.target.id and one.by != s.attacker.id for one in s.field.table.declarations):
        yield "charge.twice"


def _contact(s: Situation) -> Iterator[Reason]:
    """The bases do not touch: say what is missing in inches, and what is in the way (CE p.46, AS p.43)."""
    if s.approach is not None:
        yield from s.approach.reasons
        return
    measured = facts(missing=gap_between(s.field, s.a, s.t), height=round(physical.step_between(s), 6))
    yield reason(s.field, "charge.contact", measured)


# ---- what was assumed, and which options decided


def assumed(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed about declaration and way."""
    if not is_declared(s):
        yield Assumed("declarations", s.question.kind, "Not declared yet: asked whether it can be")
    if s.approach is not None and not s.approach.reasons and not s.question.path:
        end = s.approach.way[-1]
        at = f"units.{s.attacker.id}.at"
        height = "" if end.z is None else f",{end.z}"
        yield Assumed(at, f"{end.x:.2f},{end.y:.2f}{height}", "Moves there into base contact")
    yield from physical.assumed(s)


def options(s: Situation, total: int) -> list[str]:
    """Name the options that decided something, those of sight aside."""
    used = physical.options(s, total) if s.line.contact else []
    if s.approach is not None:
        used += s.approach.options
    counts_tmm = "charge" in s.field.edition.damage_steps_of(s.question.kind)
    if counts_tmm and option_decides_tmm(s):
        used.append("charge.tmm")
    if s.question.kind == "charge" and option_decides_recoil(s):
        used.append("charge.infantry")
    return used


CHARGE = DFA = Drill(
    situation=situation,
    refusals=refusals,
    damage=physical.damage,
    options=options,
    assumed=assumed,
    complete=physical.complete,
)
