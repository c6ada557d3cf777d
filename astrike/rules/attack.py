"""May this unit attack that one, what does it need, and why.

Which question: the main one. Everything that shows an attack - list, picture, page, command, API - asks here, of one
pair or of a thousand, and says with how much detail. Pairs are measured together and answered step by step for all.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from functools import lru_cache
from itertools import chain
from typing import Literal, overload

import numpy as np

from astrike.errors import InputError, Problem, child
from astrike.model.answer import AttackAnswer, SightReport
from astrike.model.attack import KINDS, PLAIN, AttackQuestion, Point
from astrike.model.combat import Instead
from astrike.model.question_limits import beyond_limits
from astrike.model.refused import refused_at, without
from astrike.model.schema import made_of, values_of
from astrike.rules.abilities.choices import wrong_choices
from astrike.rules.battlefield import Field
from astrike.rules.clerk import Chance, Clerk, assumed_of
from astrike.rules.kinds.instead import as_instead, by_odds, other_attacks
from astrike.rules.lines import Line, arc_degrees, measure_lines
from astrike.rules.points import aim_at, as_at_a_point, off_table
from astrike.rules.results.outcome import impossible_rolls
from astrike.rules.sight import sight_answer, sight_options


class Detail(Enum):
    """How much an answer about an attack says; each level holds what the one before says."""

    CHANCE = "chance"
    """The probability and the Target Number, where only the dice count."""
    LISTED = "listed"
    """What lists show: ledger, refusals, sight, damage."""
    WHOLE = "whole"
    """Also spotters, outcome, choices, who else is caught, notes, and of a "No" what may be used in its place."""


UnitPair = tuple[str, str]
"""Ids of attacker and target."""
Pair = tuple[str, str | Point] | Line
"""Attacker and target, a unit or a point; or the line between two units where it has been measured already."""


@overload
def attack(
    field: Field,
    pairs: Sequence[Pair],
    question: AttackQuestion = PLAIN,
    *,
    detail: Literal[Detail.CHANCE],
) -> tuple[Chance, ...]: ...


@overload
def attack(
    field: Field,
    pairs: Sequence[Pair],
    question: AttackQuestion = PLAIN,
    *,
    detail: Literal[Detail.LISTED, Detail.WHOLE],
) -> tuple[AttackAnswer, ...]: ...


def attack(
    field: Field, pairs: Sequence[Pair], question: AttackQuestion = PLAIN, *, detail: Detail
) -> tuple[AttackAnswer, ...] | tuple[Chance, ...]:
    """Answer one question about every pair, in their order.

    Raises `NotFound` for an unknown unit, and `InputError` with everything wrong with the question or its points.
    """
    try:
        check(field, question, _points(pairs))
        return _answers(field, pairs, question, detail)
    except InputError as error:
        raise InputError(_all_wrong(field, pairs, question, detail, error)) from error


def _answers(
    field: Field, pairs: Sequence[Pair], question: AttackQuestion, detail: Detail
) -> tuple[AttackAnswer, ...] | tuple[Chance, ...]:
    places = {k: pair for k, pair in enumerate(pairs) if isinstance(pair[1], Point)}
    if not places:
        return _along(field, measured(field, pairs), question, detail)
    units = [k for k in range(len(pairs)) if k not in places]
    lines = measured(field, [pairs[k] for k in units])
    found = dict(zip(units, _along(field, lines, question, detail), strict=True))
    found |= {k: _at_a_point(field, pair, question, detail) for k, pair in places.items()}
    return tuple(found[k] for k in range(len(pairs)))  # type: ignore[return-value]  # all of one detail


def alternatives(
    field: Field, answers: Sequence[AttackAnswer], question: AttackQuestion = PLAIN
) -> tuple[tuple[Instead, ...], ...]:
    """Give for each of one unit's answers what may be used where it is refused, as lists look for it."""
    refused = [k for k, answer in enumerate(answers) if not answer.allowed]
    pairs = [(answers[k].attacker, answers[k].target) for k in refused]
    found: list[tuple[Instead, ...]] = [() for _ in answers]
    kinds = field.edition.tagged("in-passing")
    for k, each in zip(refused, _instead(field, measured(field, pairs), question, kinds), strict=True):
        found[k] = each
    return tuple(found)


def sight(field: Field, pairs: Sequence[UnitPair | Line]) -> tuple[SightReport, ...]:
    """Answer line of sight and cover alone, for every pair in their order."""
    return tuple(_sight(field, line) for line in measured(field, pairs))


def measured(field: Field, pairs: Sequence[Pair]) -> list[Line]:
    """Measure the lines between pairs of units at once; there and back cost what one of them would.

    For whoever asks several questions along the same lines.
    """
    ends = [
        (field.place_of(pair[0]), field.place_of(str(pair[1])))
        for pair in pairs
        if not isinstance(pair, Line)
    ]
    indices = np.array(ends, dtype=np.intp).reshape(-1, 2)
    new = iter(measure_lines(field, indices[:, 0], indices[:, 1]) if ends else ())
    return [pair if isinstance(pair, Line) else next(new) for pair in pairs]


# ---- who against whom


def enemy_pairs(
    field: Field, *, side: str | None = None, attacker: str | None = None, target: str | None = None
) -> tuple[UnitPair, ...]:
    """Give every attacker with every enemy, in file order; only those of a side, attacker or target that is named."""
    units = field.units.units
    if side is not None and side not in {unit.side for unit in units}:
        known = ", ".join(sorted({unit.side for unit in units if unit.side})) or "none"
        raise InputError([Problem("side", side, f"one of the sides on the table: {known}")])
    every = range(len(units))
    attackers = every if attacker is None else (field.place_of(attacker),)
    targets = every if target is None else (field.place_of(target),)
    return tuple(
        (units[a].id, units[t].id)
        for a in attackers
        if side in (None, units[a].side)
        for t in targets
        if are_enemies(field, a, t)
    )


def pairs_with(field: Field, unit: str) -> tuple[UnitPair, ...]:
    """Give every pair of enemies that a unit has a part in, in file order."""
    mine = (*enemy_pairs(field, attacker=unit), *enemy_pairs(field, target=unit))
    return tuple(sorted(mine, key=lambda pair: (field.place_of(pair[0]), field.place_of(pair[1]))))


def are_enemies(field: Field, a: int, t: int) -> bool:
    """Are two units enemies? Nobody is its own."""
    return a != t and field.units.units[a].is_enemy_of(field.units.units[t])


# ---- the question


def check(field: Field, question: AttackQuestion, points: Iterable[Point] = ()) -> None:
    """Refuse what no attack could be asked with, and points off the table, naming every problem."""
    problems = [
        *chain.from_iterable(off_table(field, point) for point in points),
        *beyond_limits(question),
        *impossible_rolls(question.rolls[:1]),
        *wrong_choices(field.edition, question.choices),
    ]
    if problems:
        raise InputError(problems)


def _points(pairs: Sequence[Pair]) -> Iterator[Point]:
    return (pair[1] for pair in pairs if isinstance(pair[1], Point))


def _all_wrong(
    field: Field, pairs: Sequence[Pair], question: AttackQuestion, detail: Detail, error: InputError
) -> Iterable[Problem]:
    """Name everything wrong: ask again without what was refused until nothing more is."""
    found = {problem.at: problem for problem in error.problems}
    if question.kind not in KINDS:
        return found.values()  # what else is wrong hangs on the kind
    pairs = [pair if isinstance(pair, Line) else (pair[0], _on_the_table(field, pair[1])) for pair in pairs]
    # Dice, and choices that there are not, do no harm: the attack itself names them, and what it offers instead.
    harmless = {
        child("choices", name) for name, _value in question.choices if name not in field.edition.choices
    }
    refused = {at for at in found if at not in harmless and not at.startswith("rolls")}
    values = values_of(question)
    while True:
        left_out = [each for at in refused if (each := refused_at(type(question), values, at)) is not None]
        try:
            _answers(field, pairs, made_of(type(question), without(values, left_out)), detail)
        except InputError as again:
            new = {problem.at for problem in again.problems} - refused
            refused |= new
            found |= {problem.at: problem for problem in again.problems}
            if new:
                continue
        return found.values()


def _on_the_table(field: Field, target: str | Point) -> str | Point:
    """Give the point of the table nearest to one that lies off it."""
    if isinstance(target, str) or not any(off_table(field, target)):
        return target
    width, depth = field.table.width, field.table.depth
    x, y = min(max(target.x, 0.0), width), min(max(target.y, 0.0), depth)
    return Point(x, y)


# ---- how it is answered


@lru_cache(maxsize=8)  # one a thread that is answering: a table that nobody asks about is let go
def _clerk(field: Field, question: AttackQuestion) -> Clerk:
    """Keep the clerk for the next question: what depends on one unit alone has been worked out then."""
    return Clerk(field, question)


def _along(
    field: Field, lines: Sequence[Line], question: AttackQuestion, detail: Detail
) -> tuple[AttackAnswer, ...] | tuple[Chance, ...]:
    clerk = _clerk(field, question)
    match detail:
        case Detail.CHANCE:
            return clerk.chances(lines)
        case Detail.LISTED:
            return clerk.answers(lines)
        case Detail.WHOLE:
            return tuple(_with_instead(field, lines, question, clerk.whole_answers(lines)))


def _with_instead(
    field: Field, lines: Sequence[Line], question: AttackQuestion, answers: Sequence[AttackAnswer]
) -> Iterator[AttackAnswer]:
    """Add to each "No" what may be used in its place."""
    for line, answer in zip(lines, answers, strict=True):
        if answer.allowed:
            yield answer
        else:
            more = field.edition.tagged("moved-into")
            (found,) = _instead(field, [line], question, (*field.edition.tagged("in-passing"), *more))
            yield replace(answer, instead=found)


def _at_a_point(field: Field, pair: Pair, question: AttackQuestion, detail: Detail) -> AttackAnswer | Chance:
    """Answer an attack at a point of the table, or at the building there."""
    attacker, point = pair[0], pair[1]
    assert isinstance(attacker, str)
    assert isinstance(point, Point)
    aim = aim_at(field, field.place_of(attacker), point, question)
    clerk = Clerk(aim.scene, aim.question, aim.point)
    (answer,) = clerk.whole_answers([aim.line]) if detail is Detail.WHOLE else clerk.answers([aim.line])
    answer = as_at_a_point(field, aim, answer)
    if detail is Detail.CHANCE:
        return Chance(answer.probability, answer.target_number)
    if detail is Detail.LISTED or answer.allowed:
        return answer
    (found,) = _instead(field, [(attacker, point)], question, field.edition.tagged("in-passing"))
    return replace(answer, instead=found)


def _instead(
    field: Field, pairs: Sequence[Pair], question: AttackQuestion, kinds: Collection[str]
) -> tuple[tuple[Instead, ...], ...]:
    """Give for each pair what may be used there instead of what was asked; all have the same attacker."""
    if not pairs:
        return ()
    first = pairs[0][0]
    attacker = field.place_of(first) if isinstance(first, str) else first
    found: list[list[Instead]] = [[] for _ in pairs]
    for other in other_attacks(field, attacker, question, kinds):
        for k, answer in enumerate(attack(field, pairs, other, detail=Detail.LISTED)):
            if answer.allowed and answer.probability > 0.0:
                found[k].append(as_instead(other, answer))
    return tuple(tuple(sorted(each, key=by_odds)) for each in found)


def _sight(field: Field, line: Line) -> SightReport:
    units, answer = field.units.units, sight_answer(field, line)
    assumed = (
        *assumed_of(field, line.attacker),
        *assumed_of(field, line.target),
        *field.metric.line_notes(field.units, line),
    )
    ends = units[line.attacker].id, units[line.target].id
    return SightReport(*ends, line.range, answer, assumed, sight_options(field, line, answer))


def width_of_arc(field: Field, unit_id: str) -> float:
    """Give the width of a unit's own arc in degrees, for pictures."""
    i = field.place_of(unit_id)
    return arc_degrees(field.units.units[i], field, i)
