"""From where and in which arc does a physical attack strike, and does the attacker get into contact?

Where the bases touch already, it does; else the move into contact is judged: along the path that is asked for, or
straight, or over and round what is in the way. The judge of moves alone decides what is allowed; the answer has the
table as it looks after that move. Sources: CE pp.45-47, AS pp.19, 37, 43.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import numpy as np

from astrike.geometry.arrays import in_contact, share_place
from astrike.geometry.hexes import hex_ring
from astrike.model.attack_answer import AttackAnswer, SightAnswer
from astrike.model.explain import Assumed, Reason, facts
from astrike.model.movement import MoveAnswer, MoveQuestion, Waypoint
from astrike.model.table import MetricName
from astrike.rules.attack.combatants import combatants
from astrike.rules.attack.kind import AttackContext, AttackKind, arc_assumed, side_assumed
from astrike.rules.attack.outcome import with_outcome
from astrike.rules.attack.sight import sight_answer
from astrike.rules.attack.situation import Situation
from astrike.rules.edition_rows import reason
from astrike.rules.movement.best_route import best_route
from astrike.rules.movement.contact import (
    ContactPlace,
    after_contact_move,
    first_touch,
    gap_at,
    heights_beside,
    places_around,
)
from astrike.rules.movement.hex_path import board_in
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.wall_crossing import UNASKED
from astrike.rules.physical.rules import (
    ANTI_MECH_RULES,
    CHARGE_RULES,
    MELEE_RULES,
    STANDARD_RULES,
    has_finished,
    is_declared,
    needs_arc,
)
from astrike.rules.shot.facts import ContactMove, Shot, height_between_bases
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.shot.rule_types import KindRules
from astrike.rules.table.lines import measure_lines
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.weapons import Weapon
from astrike.tolerance import TOUCH

ContactWay = tuple[Waypoint, ...]

TURNS = {"jump": 15.0, "ground": 45.0}
"""Degrees from one place around the target to the next that is tried."""


def move_into_contact(
    prepared: PreparedTable, a: int, t: int, mode: str, path: ContactWay
) -> tuple[ContactMove, tuple[PreparedTable, MeasuredLine] | None]:
    """Find a move into contact; with it comes the table on which it has been made, and the line measured there."""
    first: tuple[ContactWay, MoveAnswer] | None = None
    for way, answer in _tries(prepared, a, t, mode, path):
        first = first or (way, answer)
        if not answer.allowed:
            continue
        there = after_contact_move(prepared, a, answer)
        line = measure_lines(there, np.array([a]), np.array([t]))[0]
        if line.contact:
            used = tuple(used.id for used in answer.options_used)
            return ContactMove(way, answer.length, options=used), (there, line)
    assert first is not None
    way, answer = first
    return ContactMove(way, answer.length, reasons=tuple(_missing(prepared, a, t, answer))), None


# ---- ways that are tried


def _tries(
    prepared: PreparedTable, a: int, t: int, mode: str, path: ContactWay
) -> Iterator[tuple[ContactWay, MoveAnswer]]:
    """Give ways and what the judge says of them: the one asked for, or the straight one and then others."""
    return _TRIES[prepared.metric.name](prepared, a, t, mode, path)


def _tries_in_inches(
    prepared: PreparedTable, a: int, t: int, mode: str, path: ContactWay
) -> Iterator[tuple[ContactWay, MoveAnswer]]:
    """Give ways up to the target's base, straight and then from all around."""
    start = prepared.units.units[a].at
    if path:
        before = (path[-2].x, path[-2].y) if len(path) > 1 else start
        for end in _ends(prepared, a, t, path[-1], before):
            yield (*path[:-1], end), _judged(prepared, a, mode, (*path[:-1], end))
        return
    straight, available = first_touch(prepared, a, t, prepared.units.units[t].at, start), 0.0
    for end in heights_beside(prepared, t, straight):
        answer = _judged(prepared, a, mode, (end,))
        available = answer.available
        yield (end,), answer
    others = places_around(prepared, a, t, TURNS[mode])
    for spot in others if mode == "jump" else (straight, *others):
        if math.dist(start, spot) > available + TOUCH:
            continue
        for end in heights_beside(prepared, t, spot):
            if mode == "jump":
                yield (end,), _judged(prepared, a, mode, (end,))
            elif (found := best_route(prepared, prepared.units.units[a].id, *spot, end.z, mode)) is not None:
                yield found.path, found.answer


def _ends(
    prepared: PreparedTable, a: int, t: int, asked: Waypoint, before: ContactPlace
) -> Iterator[Waypoint]:
    """Give the ends of a path that is asked for: where it says, and where it first touches a base that it runs into."""
    spot = (asked.x, asked.y)
    gap = gap_at(prepared, a, t, spot)
    # Of polygons over each other nobody knows here how deep: their gap is 0.
    is_round = bool(prepared.units.bases.is_round[[a, t]].all())
    is_there = (is_round or gap != 0.0) and bool(in_contact(gap)) and not share_place(gap)
    first = first_touch(prepared, a, t, spot, before)
    for end in dict.fromkeys((spot, first) if is_there else (first,)):
        levels = tuple(heights_beside(prepared, t, end))
        is_known = end == spot or isinstance(asked.z, int | float) or asked.z in {level.z for level in levels}
        if asked.z is None or not is_known:
            yield from levels
        else:
            yield Waypoint(*end, asked.z)


def _tries_on_hexes(
    prepared: PreparedTable, a: int, t: int, mode: str, path: ContactWay
) -> Iterator[tuple[ContactWay, MoveAnswer]]:
    """Give ways into the hexes beside the target's, the nearest first; a path into the target's ends beside it."""
    board = board_in(prepared)
    target = board.layout.hex_at([prepared.units.units[t].at])
    points = (prepared.units.units[a].at, *((point.x, point.y) for point in path))
    from_here = points[max(0, len(path) - 1)]
    beside = [(x, y) for x, y in board.layout.centre(hex_ring(target[0], 1)).tolist()]
    beside.sort(key=lambda spot: math.dist(spot, from_here))
    if path:
        meets = np.array_equal(board.layout.hex_at([points[-1]]), target)
        last = replace(path[-1], x=beside[0][0], y=beside[0][1]) if meets else path[-1]
        for end in (last,) if last.z is not None else heights_beside(prepared, t, (last.x, last.y)):
            yield (*path[:-1], end), _judged(prepared, a, mode, (*path[:-1], end))
        return
    for spot in beside:
        for end in heights_beside(prepared, t, spot):
            answer = _judged(prepared, a, mode, (end,))
            yield (end,), answer
            is_silent = any(reason.key == UNASKED for reason in answer.refusals)
            if is_silent and (found := best_route(prepared, answer.unit, *spot, end.z, mode)) is not None:
                yield found.path, found.answer


_TRIES: Mapping[
    MetricName, Callable[[PreparedTable, int, int, str, ContactWay], Iterator[tuple[ContactWay, MoveAnswer]]]
] = {
    "inches": _tries_in_inches,
    "hexes": _tries_on_hexes,
}


def _judged(prepared: PreparedTable, a: int, mode: str, way: ContactWay) -> MoveAnswer:
    return judge_move(prepared, prepared.units.units[a].id, MoveQuestion(way, mode=mode))


def gap_between(prepared: PreparedTable, a: int, t: int) -> float:
    """Give the inches that are missing to contact as the two stand."""
    return _missing_at(prepared, a, t, prepared.units.units[a].at)


def _missing_at(prepared: PreparedTable, a: int, t: int, place: ContactPlace) -> float:
    gap = gap_at(prepared, a, t, place)
    return 0.0 if in_contact(gap) else round(gap, 6)


def _missing(prepared: PreparedTable, a: int, t: int, answer: MoveAnswer) -> Iterator[Reason]:
    """Say what is missing in inches of Move, or to the target's base, and what else forbids the way."""
    x, y, z = answer.end
    gap = _missing_at(prepared, a, t, (x, y))
    step = round(abs(z - float(prepared.units.z[t])), 6)
    too_far = next((each for each in answer.refusals if each.key == "move.too-far"), None)
    if gap:
        measured = facts(missing=gap, height=step)
    elif too_far is not None:
        short = round(answer.cost - answer.available, 6)
        measured = facts(missing=short, cost=round(answer.cost, 6), available=answer.available)
    else:
        stopped = min((each.at for each in answer.refusals), default=answer.length)
        measured = facts(missing=round(answer.length - stopped, 6), height=step)
    yield reason(prepared, "charge.contact", measured)
    named: dict[str, Reason] = {}
    for each in answer.refusals:
        if each is not too_far or gap:
            named.setdefault(each.key, Reason(each.key, each.label, each.cite, each.facts))
    yield from named.values()


FISTS = Weapon("", None)


def physical_situation(context: AttackContext, line: MeasuredLine, seen: SightAnswer) -> Situation:
    """Settle from where and in which arc; there is no bracket and no weapon."""
    in_arc = context.is_in_arc(line)
    arc = "front" if in_arc else None
    return context.laid(line, seen, None, FISTS, arc, in_arc=in_arc, underwater=seen.underwater)


def closing_situation(context: AttackContext, line: MeasuredLine, seen: SightAnswer) -> Situation:
    """Settle everything from where the attacker stands in contact, or will when its move is possible."""
    here = physical_situation(context, line, seen)
    if line.contact or here.a == here.t:
        return here
    if not context.question.path and has_finished(combatants(here.prepared)[here.a]):
        return here
    way, moved = move_into_contact(here.prepared, here.a, here.t, here.kind.mode, context.question.path)
    if moved is None:
        return here._replace(approach=way)
    prepared, reached = moved
    there = physical_situation(
        AttackContext(prepared, context.question, context.aim), reached, sight_answer(prepared, reached)
    )
    return there._replace(approach=way, measured=line.range)


def missing_contact(s: Situation, shot: Shot) -> Iterator[Reason]:
    """The bases do not touch: say what is missing in inches, and what is in the way (CE p.46, AS p.43)."""
    if s.approach is not None:
        yield from s.approach.reasons
    elif not s.line.contact and s.a != s.t:
        measured = facts(
            missing=gap_between(s.prepared, s.a, s.t), height=round(height_between_bases(shot), 6)
        )
        yield reason(s.prepared, "charge.contact", measured)


# ---- what was assumed, and what comes of it


def physical_assumed(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed about the blow."""
    if needs_arc(s.kind):
        yield from arc_assumed(s)
    yield from side_assumed(s)


def closing_assumed(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed about declaration and way."""
    if not is_declared(s.prepared.table.declarations, s.attacker.id, s.question.kind, s.target.id):
        yield Assumed("declarations", s.question.kind, "Not declared yet: asked whether it can be")
    if s.approach is not None and not s.approach.reasons and not s.question.path:
        end = s.approach.way[-1]
        at = f"units.{s.attacker.id}.at"
        height = "" if end.z is None else f",{end.z}"
        yield Assumed(at, f"{end.x:.2f},{end.y:.2f}{height}", "Moves there into base contact")
    yield from physical_assumed(s)


def physical_complete(s: Situation, shot: Shot, answer: AttackAnswer) -> AttackAnswer:
    """Add what comes of it; some kinds bring a critical roll whatever armor is left (CE pp.47, 50, AS p.43)."""
    return with_outcome(s, shot, answer, extra=(s.kind.critical,) if s.kind.critical else ())


def _kind_with(rules: KindRules) -> AttackKind:
    return AttackKind(
        situation=physical_situation, rules=rules, assumed=physical_assumed, complete=physical_complete
    )


STANDARD, MELEE, ANTI_MECH = map(_kind_with, (STANDARD_RULES, MELEE_RULES, ANTI_MECH_RULES))

CHARGE = DFA = AttackKind(
    situation=closing_situation,
    rules=CHARGE_RULES,
    obstacles=missing_contact,
    assumed=closing_assumed,
    complete=physical_complete,
)
