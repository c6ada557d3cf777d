"""Physical attacks as they are laid out on a table, those that are declared with a move among them.

Which question: from where and in which arc does it strike, and does it get there? Where the bases touch already, it
does; else the move is judged: along the path that is asked for, or straight, or over and round what is in the way.
What forbids a blow and what it does stands in `physical` and `closing`. Sources: CE pp.45-47, AS pp.19, 37, 43.
"""

from collections.abc import Iterator

from astrike.model.answer import AttackAnswer, SightAnswer
from astrike.model.explain import Assumed, Reason, facts
from astrike.rules.armament import Weapon
from astrike.rules.combatants import combatants
from astrike.rules.kinds.closing import CLOSING_RULES, has_finished, is_declared
from astrike.rules.kinds.contact import approach, gap_between
from astrike.rules.kinds.drill import Desk, Drill, arc_assumed, side_assumed
from astrike.rules.kinds.physical import ANTI_MECH_RULES, MELEE_RULES, STANDARD_RULES, needs_arc
from astrike.rules.kinds.rules import KindRules
from astrike.rules.lines import Line
from astrike.rules.reasons import reason
from astrike.rules.results.outcome import with_outcome
from astrike.rules.shot import Shot, step_between
from astrike.rules.sight import sight_answer
from astrike.rules.situation import Situation

FISTS = Weapon("", None)


def situation(desk: Desk, line: Line, seen: SightAnswer) -> Situation:
    """Settle from where and in which arc; there is no bracket and no weapon."""
    in_arc = desk.is_in_arc(line)
    arc = "front" if in_arc else None
    return desk.laid(line, seen, None, FISTS, arc, in_arc=in_arc, underwater=seen.underwater)


def closing_situation(desk: Desk, line: Line, seen: SightAnswer) -> Situation:
    """Settle everything from where the attacker stands in contact, or will when its move is possible."""
    here = situation(desk, line, seen)
    if line.contact or here.a == here.t:
        return here
    if not desk.question.path and has_finished(combatants(here.field)[here.a]):
        return here
    way, moved = approach(here.field, here.a, here.t, here.kind.mode, desk.question.path)
    if moved is None:
        return here._replace(approach=way)
    field, reached = moved
    there = situation(Desk(field, desk.question, desk.aim), reached, sight_answer(field, reached))
    return there._replace(approach=way, measured=line.range)


def missing(s: Situation, shot: Shot) -> Iterator[Reason]:
    """The bases do not touch: say what is missing in inches, and what is in the way (CE p.46, AS p.43)."""
    if s.approach is not None:
        yield from s.approach.reasons
    elif not s.line.contact and s.a != s.t:
        measured = facts(missing=gap_between(s.field, s.a, s.t), height=round(step_between(shot), 6))
        yield reason(s.field, "charge.contact", measured)


# ---- what was assumed, and what comes of it


def assumed(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed about the blow."""
    if needs_arc(s.kind):
        yield from arc_assumed(s)
    yield from side_assumed(s)


def closing_assumed(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed about declaration and way."""
    if not is_declared(s.field.table.declarations, s.attacker.id, s.question.kind, s.target.id):
        yield Assumed("declarations", s.question.kind, "Not declared yet: asked whether it can be")
    if s.approach is not None and not s.approach.reasons and not s.question.path:
        end = s.approach.way[-1]
        at = f"units.{s.attacker.id}.at"
        height = "" if end.z is None else f",{end.z}"
        yield Assumed(at, f"{end.x:.2f},{end.y:.2f}{height}", "Moves there into base contact")
    yield from assumed(s)


def complete(s: Situation, shot: Shot, answer: AttackAnswer) -> AttackAnswer:
    """Add what comes of it; some kinds bring a critical roll whatever armor is left (CE pp.47, 50, AS p.43)."""
    return with_outcome(s, shot, answer, extra=(s.kind.critical,) if s.kind.critical else ())


def _drill(rules: KindRules) -> Drill:
    return Drill(situation=situation, rules=rules, assumed=assumed, complete=complete)


STANDARD, MELEE, ANTI_MECH = map(_drill, (STANDARD_RULES, MELEE_RULES, ANTI_MECH_RULES))
CHARGE = DFA = Drill(
    situation=closing_situation,
    rules=CLOSING_RULES,
    obstacles=missing,
    assumed=closing_assumed,
    complete=complete,
)
