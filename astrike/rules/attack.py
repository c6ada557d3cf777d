"""May this unit attack that one, what does it need, and why.

Which question: the main one. Everything that shows an attack - list, picture, page, command, API - asks here, of one
pair or of a thousand, and says with how much detail. Pairs are measured together and answered step by step for all.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from functools import lru_cache
from typing import Literal, overload

import numpy as np

from astrike.errors import InputError, Problem
from astrike.model.answer import AttackAnswer, SightReport
from astrike.model.attack import (
    KINDS,
    LARGEST_MODIFIER,
    LONGEST_MODIFIER_NAME,
    MOST_OVERHEAT,
    PLAIN,
    AttackQuestion,
    Point,
)
from astrike.model.combat import Instead
from astrike.rules.abilities.choices import wrong_choices
from astrike.rules.battlefield import Field
from astrike.rules.clerk import Chance, Clerk, assumed_of
from astrike.rules.kinds.instead import as_instead, by_odds, other_attacks
from astrike.rules.lines import Line, arc_degrees, measure_lines
from astrike.rules.points import aim_at, as_at_a_point
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

    Raises `NotFound` for an unknown unit, and `InputError` for a wrong question or a point off the table.
    """
    check(field, question)
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


def check(field: Field, question: AttackQuestion) -> None:
    """Refuse a question with wrong words, naming every problem."""
    problems: list[Problem] = []
    if question.kind not in KINDS:
        problems.append(Problem("kind", question.kind, f"one of {', '.join(KINDS)}"))
    if not 0 <= question.overheat <= MOST_OVERHEAT:
        expected = f"a whole number from 0 to {MOST_OVERHEAT}"
        problems.append(Problem("overheat", str(question.overheat), expected))
    for name, value in question.modifiers:
        if not 1 <= len(name) <= LONGEST_MODIFIER_NAME or abs(value) > LARGEST_MODIFIER:
            expected = (
                f"a name of 1 to {LONGEST_MODIFIER_NAME} letters "
                f"and a whole number from {-LARGEST_MODIFIER} to {LARGEST_MODIFIER}"
            )
            problems.append(Problem("modifiers", f"{name}={value}", expected))
    if question.kind not in field.edition.tagged("moved-into"):
        problems += [
            Problem(f"path[{k}].z", str(point.z), "nothing: only charge and dfa have heights on their path")
            for k, point in enumerate(question.path)
            if point.z is not None
        ]
    problems += wrong_choices(field.edition, question.choices)
    if problems:
        raise InputError(problems)


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
