"""May this unit attack that one, what does it need, and why?

The main question. Everything that shows an attack - list, picture, page, command, API - asks here, for one pair or for
a thousand, and states how much detail it wants. All pairs are measured together.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from functools import lru_cache
from itertools import chain

import numpy as np

from astrike.errors import InputError, Problem, child
from astrike.geometry.arrays import Ints
from astrike.model.attack_answer import AttackAnswer, SightReport
from astrike.model.attack_outcome import Alternative
from astrike.model.attack_question import KINDS, PLAIN, AttackQuestion, TablePoint
from astrike.model.question_limits import beyond_limits
from astrike.model.question_schema import question_of_values, values_of
from astrike.model.refused_fields import refused_at, without
from astrike.rules.attack.ability_choices import wrong_choices
from astrike.rules.attack.outcome import impossible_rolls
from astrike.rules.attack.sight import sight_answer, sight_options
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.solver.alternatives import as_alternative, by_odds, other_attacks
from astrike.rules.solver.attack_at_point import as_attack_at_point, off_table, point_attack
from astrike.rules.solver.attack_columns import AttackColumns, ColumnSolver
from astrike.rules.solver.attack_solver import AttackSolver, assumed_of
from astrike.rules.table.line_columns import LineColumns
from astrike.rules.table.lines import arc_degrees
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.table.shared_lines import line_known, lines_between


class Detail(Enum):
    """How much an answer about an attack says; each level holds what the one before says.

    Numbers alone are `attack_columns`.
    """

    LISTED = "listed"
    """What lists show: ledger, refusals, sight, damage."""
    WHOLE = "whole"
    """Spotters, outcome, choices, who else is caught and notes as well, and of a "No" what may be used instead."""


UnitPair = tuple[str, str]
"""Ids of attacker and target."""
Pair = tuple[str, str | TablePoint] | MeasuredLine
"""Attacker and target, a unit or a point; or the line between two units where it has been measured already."""


def attack(
    prepared: PreparedTable, pairs: Sequence[Pair], question: AttackQuestion = PLAIN, *, detail: Detail
) -> tuple[AttackAnswer, ...]:
    """Answer one question about every pair, in their order.

    Raises `NotFound` for an unknown unit, and `InputError` with everything wrong with the question or its points.
    """
    try:
        check_question(prepared, question, _points(pairs))
        return _answers(prepared, pairs, question, detail)
    except InputError as error:
        raise InputError(_all_wrong(prepared, pairs, question, detail, error)) from error


def _answers(
    prepared: PreparedTable, pairs: Sequence[Pair], question: AttackQuestion, detail: Detail
) -> tuple[AttackAnswer, ...]:
    places = {k: pair for k, pair in enumerate(pairs) if isinstance(pair[1], TablePoint)}
    if not places:
        return _along(prepared, measured_pairs(prepared, pairs), question, detail)
    units = [k for k in range(len(pairs)) if k not in places]
    lines = measured_pairs(prepared, [pairs[k] for k in units])
    found = dict(zip(units, _along(prepared, lines, question, detail), strict=True))
    found |= {k: _at_a_point(prepared, pair, question, detail) for k, pair in places.items()}
    return tuple(found[k] for k in range(len(pairs)))


def attack_columns(
    prepared: PreparedTable, lines: LineColumns, question: AttackQuestion = PLAIN
) -> AttackColumns:
    """Give the numbers of one question's attacks along lines that have been measured; each can be opened later.

    Raises `InputError` with everything wrong with the question.
    """
    check_question(prepared, question)
    return _columns_of(prepared, question).columns(lines)


def alternatives(
    prepared: PreparedTable, answers: Sequence[AttackAnswer], question: AttackQuestion = PLAIN
) -> tuple[tuple[Alternative, ...], ...]:
    """Give for each of one unit's answers what may be used where it is refused, as lists look for it."""
    refused = [k for k, answer in enumerate(answers) if not answer.allowed]
    pairs = [(answers[k].attacker, answers[k].target) for k in refused]
    found: list[tuple[Alternative, ...]] = [() for _ in answers]
    kinds = prepared.edition.tagged("in-passing")
    for k, each in zip(
        refused, _instead(prepared, measured_pairs(prepared, pairs), question, kinds), strict=True
    ):
        found[k] = each
    return tuple(found)


def sight(prepared: PreparedTable, pairs: Sequence[UnitPair | MeasuredLine]) -> tuple[SightReport, ...]:
    """Answer line of sight and cover alone, for every pair in their order."""
    return tuple(_sight(prepared, line) for line in measured_pairs(prepared, pairs))


def measured_pairs(prepared: PreparedTable, pairs: Sequence[Pair]) -> list[MeasuredLine]:
    """Give the lines between pairs of units; all that have not been measured yet are measured at once."""
    ends = [
        (prepared.place_of(pair[0]), prepared.place_of(str(pair[1])))
        for pair in pairs
        if not isinstance(pair, MeasuredLine)
    ]
    indices = np.array(ends, dtype=np.intp).reshape(-1, 2)
    new = iter(lines_between(prepared, indices[:, 0], indices[:, 1]).lines() if ends else ())
    return [pair if isinstance(pair, MeasuredLine) else next(new) for pair in pairs]


def pair_known(prepared: PreparedTable, attacker: str, target: str) -> MeasuredLine | None:
    """Give the line between two units if it has been measured already, on this table or while both stood alike."""
    return line_known(prepared, prepared.place_of(attacker), prepared.place_of(target))


# ---- who against whom


def enemy_lines(
    prepared: PreparedTable,
    *,
    side: str | None = None,
    attacker: str | None = None,
    target: str | None = None,
) -> LineColumns:
    """Measure every attacker with every enemy, as `enemy_pairs` gives them."""
    return lines_between(prepared, *_enemy_ends(prepared, side=side, attacker=attacker, target=target).T)


def enemy_pairs(
    prepared: PreparedTable,
    *,
    side: str | None = None,
    attacker: str | None = None,
    target: str | None = None,
) -> tuple[UnitPair, ...]:
    """Give every attacker with every enemy, in file order; only those of a side, attacker or target that is named."""
    names = [unit.id for unit in prepared.units.units]
    ends = _enemy_ends(prepared, side=side, attacker=attacker, target=target)
    return tuple([(names[a], names[t]) for a, t in ends.tolist()])


def _enemy_ends(
    prepared: PreparedTable, *, side: str | None, attacker: str | None, target: str | None
) -> Ints:
    """Give the places (n, 2) of attackers and their enemies."""
    units = prepared.units.units
    if side is not None and side not in {unit.side for unit in units}:
        known = ", ".join(sorted({unit.side for unit in units if unit.side})) or "none"
        raise InputError([Problem("side", side, f"one of the sides on the table: {known}")])
    every = range(len(units))
    attackers = every if attacker is None else (prepared.place_of(attacker),)
    targets = every if target is None else (prepared.place_of(target),)
    ends = [
        (a, t)
        for a in attackers
        if side in (None, units[a].side)
        for t in targets
        if are_enemies(prepared, a, t)
    ]
    return np.array(ends, dtype=np.intp).reshape(-1, 2)


def pairs_with(prepared: PreparedTable, unit: str) -> tuple[UnitPair, ...]:
    """Give every pair of enemies that a unit has a part in, in file order."""
    mine = (*enemy_pairs(prepared, attacker=unit), *enemy_pairs(prepared, target=unit))
    return tuple(sorted(mine, key=lambda pair: (prepared.place_of(pair[0]), prepared.place_of(pair[1]))))


def are_enemies(prepared: PreparedTable, a: int, t: int) -> bool:
    """Are two units enemies? Nobody is its own."""
    return a != t and prepared.units.units[a].is_enemy_of(prepared.units.units[t])


# ---- the question


def check_question(
    prepared: PreparedTable, question: AttackQuestion, points: Iterable[TablePoint] = ()
) -> None:
    """Refuse what no attack could be asked with, and points off the table, naming every problem."""
    problems = [
        *chain.from_iterable(off_table(prepared, point) for point in points),
        *beyond_limits(question),
        *impossible_rolls(question.rolls[:1]),
        *wrong_choices(prepared.edition, question.choices),
    ]
    if problems:
        raise InputError(problems)


def _points(pairs: Sequence[Pair]) -> Iterator[TablePoint]:
    return (pair[1] for pair in pairs if isinstance(pair[1], TablePoint))


def _all_wrong(
    prepared: PreparedTable,
    pairs: Sequence[Pair],
    question: AttackQuestion,
    detail: Detail,
    error: InputError,
) -> Iterable[Problem]:
    """Name everything wrong: ask again without what was refused until nothing more is."""
    found = {problem.at: problem for problem in error.problems}
    if question.kind not in KINDS:
        return found.values()  # what else is wrong hangs on the kind
    pairs = [
        pair if isinstance(pair, MeasuredLine) else (pair[0], _on_the_table(prepared, pair[1]))
        for pair in pairs
    ]
    # Dice, and choices that there are not, do no harm: the attack itself names them, and what it offers instead.
    harmless = {
        child("choices", name) for name, _value in question.choices if name not in prepared.edition.choices
    }
    refused = {at for at in found if at not in harmless and not at.startswith("rolls")}
    values = values_of(question)
    while True:
        left_out = [each for at in refused if (each := refused_at(type(question), values, at)) is not None]
        try:
            _answers(prepared, pairs, question_of_values(type(question), without(values, left_out)), detail)
        except InputError as again:
            new = {problem.at for problem in again.problems} - refused
            refused |= new
            found |= {problem.at: problem for problem in again.problems}
            if new:
                continue
        return found.values()


def _on_the_table(prepared: PreparedTable, target: str | TablePoint) -> str | TablePoint:
    """Give the point of the table nearest to one that lies off it."""
    if isinstance(target, str) or not any(off_table(prepared, target)):
        return target
    width, depth = prepared.table.width, prepared.table.depth
    x, y = min(max(target.x, 0.0), width), min(max(target.y, 0.0), depth)
    return TablePoint(x, y)


# ---- how it is answered


@lru_cache(maxsize=8)  # one a thread that is answering: a table that nobody asks about is let go
def _solver_of(prepared: PreparedTable, question: AttackQuestion) -> AttackSolver:
    """Keep the solver for the next question: what depends on one unit alone has been worked out then."""
    return AttackSolver(prepared, question)


@lru_cache(maxsize=8)  # as for the solver
def _columns_of(prepared: PreparedTable, question: AttackQuestion) -> ColumnSolver:
    return ColumnSolver(_solver_of(prepared, question))


def _along(
    prepared: PreparedTable, lines: Sequence[MeasuredLine], question: AttackQuestion, detail: Detail
) -> tuple[AttackAnswer, ...]:
    solver = _solver_of(prepared, question)
    match detail:
        case Detail.LISTED:
            return solver.answers(lines)
        case Detail.WHOLE:
            return tuple(_with_instead(prepared, lines, question, solver.whole_answers(lines)))


def _with_instead(
    prepared: PreparedTable,
    lines: Sequence[MeasuredLine],
    question: AttackQuestion,
    answers: Sequence[AttackAnswer],
) -> Iterator[AttackAnswer]:
    """Add to each "No" what may be used in its place."""
    for line, answer in zip(lines, answers, strict=True):
        if answer.allowed:
            yield answer
        else:
            more = prepared.edition.tagged("moved-into")
            (found,) = _instead(prepared, [line], question, (*prepared.edition.tagged("in-passing"), *more))
            yield replace(answer, instead=found)


def _at_a_point(
    prepared: PreparedTable, pair: Pair, question: AttackQuestion, detail: Detail
) -> AttackAnswer:
    """Answer an attack at a point of the table, or at the building there."""
    attacker, point = pair[0], pair[1]
    assert isinstance(attacker, str)
    assert isinstance(point, TablePoint)
    aim = point_attack(prepared, prepared.place_of(attacker), point, question)
    solver = AttackSolver(aim.scene, aim.question, aim.point)
    (answer,) = solver.whole_answers([aim.line]) if detail is Detail.WHOLE else solver.answers([aim.line])
    answer = as_attack_at_point(prepared, aim, answer)
    if detail is Detail.LISTED or answer.allowed:
        return answer
    (found,) = _instead(prepared, [(attacker, point)], question, prepared.edition.tagged("in-passing"))
    return replace(answer, instead=found)


def _instead(
    prepared: PreparedTable, pairs: Sequence[Pair], question: AttackQuestion, kinds: Collection[str]
) -> tuple[tuple[Alternative, ...], ...]:
    """Give for each pair what may be used there instead of what was asked; all have the same attacker."""
    if not pairs:
        return ()
    first = pairs[0][0]
    attacker = prepared.place_of(first) if isinstance(first, str) else first
    found: list[list[Alternative]] = [[] for _ in pairs]
    for other in other_attacks(prepared, attacker, question, kinds):
        for k, answer in enumerate(attack(prepared, pairs, other, detail=Detail.LISTED)):
            if answer.allowed and answer.probability > 0.0:
                found[k].append(as_alternative(other, answer))
    return tuple(tuple(sorted(each, key=by_odds)) for each in found)


def _sight(prepared: PreparedTable, line: MeasuredLine) -> SightReport:
    units, answer = prepared.units.units, sight_answer(prepared, line)
    assumed = (
        *assumed_of(prepared, line.attacker),
        *assumed_of(prepared, line.target),
        *prepared.metric.line_notes(prepared.units, line),
    )
    ends = units[line.attacker].id, units[line.target].id
    return SightReport(*ends, line.range, answer, assumed, sight_options(prepared, line, answer))


def arc_width(prepared: PreparedTable, unit_id: str) -> float:
    """Give the width of a unit's own arc in degrees, for pictures."""
    i = prepared.place_of(unit_id)
    return arc_degrees(prepared.units.units[i], prepared, i)
