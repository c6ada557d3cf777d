"""What do the players decide about an attack, beside who attacks whom with what?

Which choices the attack offers, what is chosen now, and whether anything was chosen that it does not offer. Choices
are rows of the edition's choices table; what a choice does stands in its bonuses table.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from types import MappingProxyType

from astrike.errors import InputError, Problem, child, quoted
from astrike.model.attack_outcome import AttackChoice
from astrike.model.attack_question import AttackQuestion
from astrike.model.explain import Fact
from astrike.model.question_schema import LONGEST_TEXT
from astrike.model.unit import Unit
from astrike.rulebook.ability_rows import ChoiceRow
from astrike.rulebook.schema import Edition
from astrike.rules.attack.ability_conditions import codes_of, holds
from astrike.rules.attack.situation import Situation
from astrike.rules.shot.ability_rows import is_for
from astrike.rules.units.move_and_tmm import pilot_ids

NAMES = ("enemies", "antagonizers")
"""Values that stand for ids of units on the table."""
USUAL: Mapping[str, Fact] = MappingProxyType({"flag": False, "number": 0, "word": ""})
"""What is chosen when nothing is."""
MOST_NAMED = 8
"""Choices that are all named where one was wanted that there is not."""


def choices_of(s: Situation) -> tuple[AttackChoice, ...]:
    """Give every choice that this attack offers, with what is chosen now."""
    return tuple(_choice(s, row) for row in s.prepared.edition.choices.values() if is_offered(s, row))


def is_offered(s: Situation, row: ChoiceRow) -> bool:
    """Is this choice there for this kind of attack, these two units and this table?"""
    return (
        is_for(s.question, s.kind, row.kinds, row.families)
        and all(s.prepared.options.is_on(option) for option in row.options)
        and _has(s.attacker, codes=row.codes, pilot=row.pilot)
        and _has(s.target, codes=row.target_codes, pilot=row.target_pilot)
        and (row.kind != "word" or bool(words_of(s, row)))
        and all(holds(s, condition) for condition in row.when)
    )


def choices_known(edition: Edition, question: AttackQuestion) -> tuple[tuple[str, Fact], ...]:
    """Give those choices of a question that its kind of attack may have at all."""
    kind, rows = edition.kinds[question.kind], edition.choices
    return tuple(
        (key, value)
        for key, value in question.choices
        if key in rows and is_for(question, kind, rows[key].kinds, rows[key].families)
    )


def _has(unit: Unit, *, codes: tuple[str, ...], pilot: tuple[str, ...]) -> bool:
    return (not codes or bool(codes_of(unit) & {*codes})) and (
        not pilot or bool({*pilot_ids(unit)} & {*pilot})
    )


def words_of(s: Situation, row: ChoiceRow) -> tuple[str, ...]:
    """Give the words to choose from: those that the attacker's card allows, or ids of units."""
    units = s.prepared.units.units
    foes = [unit for unit in units if unit.id != s.attacker.id and unit.is_enemy_of(s.attacker)]
    if row.values == ("enemies",):
        return tuple(unit.id for unit in foes)
    if row.values == ("antagonizers",):
        return tuple(unit.id for unit in foes if "antagonizer" in pilot_ids(unit))
    if not row.needs:
        return row.values
    mine = codes_of(s.attacker)
    return tuple(word for word, codes in zip(row.values, row.needs, strict=True) if mine & {*codes.split()})


def _choice(s: Situation, row: ChoiceRow) -> AttackChoice:
    chosen = s.question.choice(row.key)
    usual = USUAL[row.kind]
    return AttackChoice(
        key=row.key,
        label=row.label,
        cite=row.cite,
        value=usual if chosen is None else chosen,
        values=words_of(s, row) if row.kind == "word" else (),
        low=row.low,
        high=row.high,
        whose=_bearer(s, row),
    )


def _bearer(s: Situation, row: ChoiceRow) -> str:
    if row.codes or row.pilot or row.needs:
        return s.attacker.id
    return s.target.id if row.target_codes or row.target_pilot else ""


# ---- what was chosen


def wrong_choices(edition: Edition, choices: Iterable[tuple[str, Fact]]) -> Iterator[Problem]:
    """Name what no attack could have been asked with: choices that are not there, and values of another kind."""
    for key, value in choices:
        row = edition.choices.get(key)
        if row is None:
            near = _near(key, edition.choices)
            such = (
                f", such as {', '.join(near)}" if near else ": the answer to an attack lists what it offers"
            )
            yield Problem(child("choices", key), quoted(value), f"a choice that there is{such}")
            continue
        words = None if row.values and row.values[0] in NAMES else row.values
        if expected := _expected(row, value, words):
            yield Problem(child("choices", key), quoted(value), expected)


def check_choices(s: Situation) -> None:
    """Refuse choices that are not there, or that this attack does not offer; name what there is."""
    problems = list(_problems(s))
    if problems:
        raise InputError(problems)


def _problems(s: Situation) -> Iterator[Problem]:
    if not s.question.choices:
        return
    rows = s.prepared.edition.choices
    offered = [row.key for row in rows.values() if is_offered(s, row)]
    for key, value in s.question.choices:
        row = rows.get(key)
        if row is None or (key not in offered and value):
            yield Problem(child("choices", key), quoted(value), _offered_words(key, offered))
        elif key in offered and (expected := _expected(row, value, words_of(s, row))):
            yield Problem(child("choices", key), quoted(value), expected)


def _offered_words(key: str, offered: Sequence[str]) -> str:
    """Say what can be chosen instead of something unknown: what is spelled like it first, of many only that."""
    near = _near(key, offered)
    if near and len(offered) > MOST_NAMED:
        return f"one that this attack offers, such as {', '.join(near)}"
    named = dict.fromkeys([*near, *offered])
    return f"one that this attack offers: {', '.join(named) or 'none'}"


def _near(key: str, names: Iterable[str]) -> list[str]:
    return get_close_matches(key[:LONGEST_TEXT], list(names))


def _expected(row: ChoiceRow, value: Fact, words: tuple[str, ...] | None) -> str:
    """Say what is allowed where the value is not."""
    if row.kind == "flag":
        return "" if isinstance(value, bool) else "true or false"
    if row.kind == "number":
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        fits = is_whole and row.low <= int(value) <= row.high
        return "" if fits else f"a whole number from {row.low} to {row.high}"
    if words is None:
        return "" if isinstance(value, str) else "the id of a unit"
    return "" if value in ("", *words) else f"one of {', '.join(words)}"
