"""Whom can a unit shoot? Every enemy in one list, the best chance first, each with the number or the reason why not."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from astrike.model.answer import AttackAnswer
from astrike.model.combat import Instead
from astrike.model.margin import Margin, outcome_of
from astrike.report.figures import inches
from astrike.report.instead import instead_name
from astrike.report.margins import call_words
from astrike.report.marks import Mark
from astrike.report.sentences import chip, reason_chip
from astrike.rules.battlefield import Field
from astrike.web.i18n import _, tr
from astrike.web.views.units import Cast

_SIGNED = re.compile(r"([+−]\d+)$")
_BETWEEN = re.compile(r"(?<=[+−]\d), ")


@dataclass(frozen=True, slots=True)
class Chip:
    """A few words on why, with the modifier behind them."""

    text: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Other:
    """Another attack that is allowed where one is refused: its name, what it needs, and how it is asked for."""

    name: str
    number: str
    odds: str
    query: Mapping[str, str]


def other_of(each: Instead) -> Other:
    """Say another attack, and how its card is asked for."""
    asked = {"kind": each.kind, "special": each.special or "", "weapon": each.weapon or ""}
    return Other(
        name=instead_name(each, translate=tr),
        number=str(each.target_number),
        odds=percent_of(each.probability),
        query={key: value for key, value in asked.items() if value},
    )


@dataclass(frozen=True, slots=True)
class EnemyRow:
    """One enemy of the chosen unit. `number` is empty for a "No"."""

    id: str
    name: str
    mark: Mark
    range: str
    chips: tuple[Chip, ...]
    more: int
    """Reasons that are not shown."""
    number: str
    odds: str
    bracket: str
    close: str
    """Between what it is too close to call, and by what: "11+ or 9+ (range)"; empty where it is not."""
    instead: tuple[Other, ...] = ()
    """Of a "No": what may be used at this target."""

    @property
    def allowed(self) -> bool:
        """May it be attacked?"""
        return bool(self.number)


Insteads = tuple[tuple[Instead, ...], ...]
"""Of each answer what may be used where it is refused."""
Calls = tuple[Margin | None, ...]
"""Of each answer what would be within the tolerance, None where nothing else would be."""


def enemy_rows(
    field: Field, answers: tuple[AttackAnswer, ...], calls: Calls, cast: Cast, *, instead: Insteads = ()
) -> tuple[EnemyRow, ...]:
    """List the answers as people read them: by chance to hit, then by range."""
    others = {
        answer.target: tuple(map(other_of, each)) for answer, each in zip(answers, instead, strict=False)
    }
    return tuple(
        replace(_row(field, answer, call, cast), instead=others.get(answer.target, ()))
        for answer, call in _in_order(answers, calls)
    )


def shooter_rows(
    field: Field, answers: tuple[AttackAnswer, ...], calls: Calls, cast: Cast
) -> tuple[EnemyRow, ...]:
    """List who attacks a unit, the best chance first."""
    return tuple(
        _row(field, answer, call, cast, of=answer.attacker) for answer, call in _in_order(answers, calls)
    )


def in_order(answers: tuple[AttackAnswer, ...]) -> list[AttackAnswer]:
    """Sort answers as the list has them: the best chance first, then by range."""
    return sorted(answers, key=_order)


def _in_order(answers: Sequence[AttackAnswer], calls: Calls) -> list[tuple[AttackAnswer, Margin | None]]:
    return sorted(zip(answers, calls, strict=True), key=lambda each: _order(each[0]))


def percent_of(probability: float) -> str:
    """Write a chance in percent with one place.

    >>> percent_of(0.4167), percent_of(1.0), percent_of(0.0)
    ('41.7', '100', '0')
    """
    return f"{probability * 100:.1f}".removesuffix(".0")


def bracket_label(field: Field, answer: AttackAnswer) -> str:
    """Name the range bracket."""
    return tr(field.edition.brackets[answer.bracket].label).lower() if answer.bracket is not None else ""


def split_chips(text: str) -> tuple[Chip, ...]:
    """Take a list's words apart into chips, each with its modifier, to set that in bold.

    >>> split_chips("Hill 2 hides 46 % +1, in Wood 3 +1")
    (Chip(text='Hill 2 hides 46 %', value='+1'), Chip(text='in Wood 3', value='+1'))
    """
    return tuple(_chip(part) for part in _BETWEEN.split(text))


def _chip(text: str) -> Chip:
    found = _SIGNED.search(text)
    if found is None:
        return Chip(text)
    return Chip(text[: found.start()].rstrip(), found[1])


def _order(answer: AttackAnswer) -> tuple[float, float, float]:
    number = answer.target_number
    return (-answer.probability, inf if number is None else float(number), answer.range)


def _row(field: Field, answer: AttackAnswer, call: Margin | None, cast: Cast, *, of: str = "") -> EnemyRow:
    other = of or answer.target
    number = answer.target_number
    if answer.refusals:
        chips: tuple[Chip, ...] = (Chip(reason_chip(answer.refusals[0], cast.names, translate=tr)),)
    else:
        chips = split_chips(chip(answer, cast.names, translate=tr))
    return EnemyRow(
        id=other,
        name=cast.names[other],
        mark=cast.marks[other],
        range=inches(answer.range),
        chips=chips,
        more=max(0, len(answer.refusals) - 1),
        number="" if number is None else str(number),
        odds=percent_of(answer.probability),
        bracket=_automatic(answer) or bracket_label(field, answer),
        close="" if call is None else call_words(call, outcome_of(answer), translate=tr),
    )


def _automatic(answer: AttackAnswer) -> str:
    match answer.automatic:
        case "hit":
            return _("no roll")
        case "miss":
            return _("cannot hit")
        case _:
            return ""
