"""May this unit attack that one, what does it need, and why.

Which question: the main one. Everything that shows an attack - list, picture, page, command, API - asks here.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from astrike.errors import InputError, Problem
from astrike.geometry.arrays import Ints
from astrike.model.answer import AttackAnswer, SightReport
from astrike.model.combat import Instead
from astrike.rules.abilities.choices import wrong_choices
from astrike.rules.battlefield import Field
from astrike.rules.clerk import Chance, Clerk, assumed_of
from astrike.rules.kinds.instead import instead_of
from astrike.rules.lines import Line, arc_degrees, measure_lines
from astrike.rules.sight import sight_answer, sight_options
from astrike.rules.situation import (
    KINDS,
    LARGEST_MODIFIER,
    LONGEST_MODIFIER_NAME,
    MOST_OVERHEAT,
    MOVED_INTO,
    PLAIN,
    AttackQuestion,
)


def attack(field: Field, attacker: str, target: str, question: AttackQuestion = PLAIN) -> AttackAnswer:
    """Answer one attack; raise `NotFound` for an unknown unit and `InputError` for a wrong question."""
    a, t = field.place_of(attacker), field.place_of(target)
    check(field, question)
    return attack_along(field, measure_lines(field, np.array([a]), np.array([t]))[0], question)


def attack_along(field: Field, line: Line, question: AttackQuestion = PLAIN) -> AttackAnswer:
    """Answer one attack along a line that has been measured, as `attack` does."""
    check(field, question)
    answer = _clerk(field, question).answers([line], whole=True)[0]
    if answer.allowed:
        return answer
    (instead,) = instead_of(field, [line], question, whole=True)
    return replace(answer, instead=instead)


def attack_as_listed(
    field: Field, attacker: str, target: str, question: AttackQuestion = PLAIN
) -> AttackAnswer:
    """Answer one attack as lists hold it: quicker, without spotters, outcome, choices and who is caught."""
    a, t = field.place_of(attacker), field.place_of(target)
    check(field, question)
    return listed_along(field, measure_lines(field, np.array([a]), np.array([t]))[0], question)


def listed_along(field: Field, line: Line, question: AttackQuestion = PLAIN) -> AttackAnswer:
    """Answer one attack along a line that has been measured, as `attack_as_listed` does."""
    check(field, question)
    return _clerk(field, question).answers([line])[0]


@lru_cache(maxsize=8)  # one a thread that is answering: a table that nobody asks about is let go
def _clerk(field: Field, question: AttackQuestion) -> Clerk:
    """Keep the clerk for the next single line: what depends on one unit alone has been worked out then."""
    return Clerk(field, question)


def instead_from(
    field: Field, answers: Sequence[AttackAnswer], question: AttackQuestion = PLAIN
) -> tuple[tuple[Instead, ...], ...]:
    """Give for each of one unit's answers what may be used where it is refused, as lists look for it."""
    refused = [k for k, answer in enumerate(answers) if not answer.allowed]
    found: list[tuple[Instead, ...]] = [() for _ in answers]
    if refused:
        ends = [(field.place_of(answers[k].attacker), field.place_of(answers[k].target)) for k in refused]
        pairs = np.array(ends, dtype=np.intp)
        lines = measure_lines(field, pairs[:, 0], pairs[:, 1])
        for k, each in zip(refused, instead_of(field, lines, question), strict=True):
            found[k] = each
    return tuple(found)


def attacks_from(field: Field, attacker: str, question: AttackQuestion = PLAIN) -> tuple[AttackAnswer, ...]:
    """Answer for every enemy of one unit, in file order."""
    a = field.place_of(attacker)
    check(field, question)
    targets = np.array([t for t in range(len(field.units.units)) if are_enemies(field, a, t)], dtype=np.intp)
    return answers_on(field, measure_lines(field, np.full(len(targets), a), targets), question)


def attacks_at(field: Field, target: str) -> tuple[AttackAnswer, ...]:
    """Answer for every enemy's attack at one unit, in file order."""
    t = field.place_of(target)
    attackers = np.array(
        [a for a in range(len(field.units.units)) if are_enemies(field, a, t)], dtype=np.intp
    )
    return answers_on(field, measure_lines(field, attackers, np.full(len(attackers), t)))


def matrix(field: Field, side: str | None = None) -> tuple[AttackAnswer, ...]:
    """Answer every attacker against every enemy, in file order; only one side's attackers when a side is named."""
    pairs = enemy_pairs(field, side)
    return answers_on(field, measure_lines(field, pairs[:, 0], pairs[:, 1]))


def lines_of_unit(field: Field, unit: str) -> list[Line]:
    """Measure the lines from and to one unit, in file order: there and back cost what one of them would."""
    u = field.place_of(unit)
    pairs = [
        pair
        for other in range(len(field.units.units))
        if are_enemies(field, u, other)
        for pair in ((u, other), (other, u))
    ]
    lines = np.array(sorted(pairs), dtype=np.intp).reshape(-1, 2)
    return measure_lines(field, lines[:, 0], lines[:, 1])


def sight(field: Field, attacker: str, target: str) -> SightReport:
    """Answer line of sight and cover alone."""
    a, t = field.place_of(attacker), field.place_of(target)
    line = measure_lines(field, np.array([a]), np.array([t]))[0]
    answer = sight_answer(field, line)
    assumed = (*assumed_of(field, a), *assumed_of(field, t), *field.metric.line_notes(field.units, line))
    return SightReport(attacker, target, line.range, answer, assumed, sight_options(field, line, answer))


def are_enemies(field: Field, a: int, t: int) -> bool:
    """Are two units enemies? Nobody is its own."""
    return a != t and field.units.units[a].is_enemy_of(field.units.units[t])


def enemy_pairs(field: Field, side: str | None) -> Ints:
    """Give all pairs (n, 2) of attacker and enemy, in file order."""
    units = field.units.units
    if side is not None and side not in {unit.side for unit in units}:
        known = ", ".join(sorted({unit.side for unit in units if unit.side})) or "none"
        raise InputError([Problem("side", side, f"one of the sides on the table: {known}")])
    count = range(len(units))
    rows = [(a, t) for a in count if side in (None, units[a].side) for t in count if are_enemies(field, a, t)]
    return np.array(rows, dtype=np.intp).reshape(-1, 2)


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
    if question.kind not in MOVED_INTO:
        problems += [
            Problem(f"path[{k}].z", str(point.z), "nothing: only charge and dfa have heights on their path")
            for k, point in enumerate(question.path)
            if point.z is not None
        ]
    problems += wrong_choices(field.edition, question.choices)
    if problems:
        raise InputError(problems)


def answers_on(
    field: Field, lines: Sequence[Line], question: AttackQuestion = PLAIN
) -> tuple[AttackAnswer, ...]:
    """Answer attacks along lines that have been measured."""
    return Clerk(field, question).answers(lines)


def chances_on(field: Field, lines: Sequence[Line], question: AttackQuestion = PLAIN) -> tuple[Chance, ...]:
    """Give the chances of attacks along lines that have been measured, the same as in `answers_on`."""
    return Clerk(field, question).chances(lines)


def width_of_arc(field: Field, unit_id: str) -> float:
    """Give the width of a unit's own arc in degrees, for pictures."""
    i = field.place_of(unit_id)
    return arc_degrees(field.units.units[i], field, i)
