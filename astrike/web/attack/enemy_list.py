"""Which enemies can a unit attack? One list, best odds first, each with its Target Number or the reason why not."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf

from astrike.dataclass import dataclass
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_outcome import Alternative
from astrike.model.margin import Margin, verdict_parts
from astrike.report.attack.sentences import chip, instead_name, reason_chip
from astrike.report.rulings.margins import call_words
from astrike.report.units.marks import UnitMark
from astrike.report.words.numbers import inches
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.current.units import UnitLabels
from astrike.web.http.i18n import _, tr

_SIGNED = re.compile(r"([+−]\d+)$")
_BETWEEN = re.compile(r"(?<=[+−]\d), ")


@dataclass(frozen=True, slots=True)
class ReasonChip:
    """A few words on why, with the modifier behind them."""

    text: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class OtherAttack:
    """Another attack that is allowed where one is refused: its name, what it needs, and how it is asked for."""

    name: str
    number: str
    odds: str
    query: Mapping[str, str]


def other_attack(each: Alternative) -> OtherAttack:
    """Say another attack, and how its card is asked for."""
    asked = {"kind": each.kind, "special": each.special or "", "weapon": each.weapon or ""}
    return OtherAttack(
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
    mark: UnitMark
    range: str
    chips: tuple[ReasonChip, ...]
    more: int
    """Reasons that are not shown."""
    number: str
    odds: str
    bracket: str
    close: str
    """The outcomes of a close call and its cause, such as "11+ or 9+ (range)"; empty where it is none."""
    instead: tuple[OtherAttack, ...] = ()
    """For a refused attack: what may be used against this target."""

    @property
    def allowed(self) -> bool:
        """May it be attacked?"""
        return bool(self.number)


Insteads = tuple[tuple[Alternative, ...], ...]
"""For each refused answer, what may be used instead."""
Calls = tuple[Margin | None, ...]
"""For each answer, the outcome within the tolerance; None where there is no other."""


def enemy_rows(
    prepared: PreparedTable,
    answers: tuple[AttackAnswer, ...],
    calls: Calls,
    labels: UnitLabels,
    *,
    instead: Insteads = (),
) -> tuple[EnemyRow, ...]:
    """List the answers as people read them: by chance to hit, then by range."""
    others = {
        answer.target: tuple(map(other_attack, each)) for answer, each in zip(answers, instead, strict=False)
    }
    return tuple(
        replace(_row(prepared, answer, call, labels), instead=others.get(answer.target, ()))
        for answer, call in _in_order(prepared, answers, calls)
    )


def shooter_rows(
    prepared: PreparedTable, answers: tuple[AttackAnswer, ...], calls: Calls, labels: UnitLabels
) -> tuple[EnemyRow, ...]:
    """List who attacks a unit, the best chance first."""
    return tuple(
        _row(prepared, answer, call, labels, of=answer.attacker)
        for answer, call in _in_order(prepared, answers, calls)
    )


def in_order(prepared: PreparedTable, answers: tuple[AttackAnswer, ...]) -> list[AttackAnswer]:
    """Sort answers as the list has them: the best chance first, then by range; who has no structure left comes last."""
    spent = _spent(prepared)
    return sorted(answers, key=lambda each: _order(each, spent))


def _in_order(
    prepared: PreparedTable, answers: Sequence[AttackAnswer], calls: Calls
) -> list[tuple[AttackAnswer, Margin | None]]:
    spent = _spent(prepared)
    return sorted(zip(answers, calls, strict=True), key=lambda each: _order(each[0], spent))


def _spent(prepared: PreparedTable) -> frozenset[str]:
    """Name the units without structure, which are destroyed when the End Phase comes."""
    return frozenset(unit.id for unit in prepared.table.units if unit.structure_left == 0)


def percent_of(probability: float) -> str:
    """Write a chance in percent with one place.

    >>> percent_of(0.4167), percent_of(1.0), percent_of(0.0)
    ('41.7', '100', '0')
    """
    return f"{probability * 100:.1f}".removesuffix(".0")


def bracket_label(prepared: PreparedTable, answer: AttackAnswer) -> str:
    """Name the range bracket."""
    return tr(prepared.edition.brackets[answer.bracket].label).lower() if answer.bracket is not None else ""


def split_chips(text: str) -> tuple[ReasonChip, ...]:
    """Take a list's words apart into chips, each with its modifier, to set that in bold.

    >>> split_chips("Hill 2 hides 46 % +1, in Wood 3 +1")
    (ReasonChip(text='Hill 2 hides 46 %', value='+1'), ReasonChip(text='in Wood 3', value='+1'))
    """
    return tuple(_chip(part) for part in _BETWEEN.split(text))


def _chip(text: str) -> ReasonChip:
    found = _SIGNED.search(text)
    if found is None:
        return ReasonChip(text)
    return ReasonChip(text[: found.start()].rstrip(), found[1])


def _order(answer: AttackAnswer, spent: frozenset[str]) -> tuple[int, float, float, float]:
    number = answer.target_number
    group = 2 if not answer.allowed else 1 if answer.target in spent else 0
    return (group, -answer.probability, inf if number is None else float(number), answer.range)


def _row(
    prepared: PreparedTable, answer: AttackAnswer, call: Margin | None, labels: UnitLabels, *, of: str = ""
) -> EnemyRow:
    other = of or answer.target
    number = answer.target_number
    if answer.refusals:
        chips: tuple[ReasonChip, ...] = (
            ReasonChip(reason_chip(answer.refusals[0], labels.names, translate=tr)),
        )
    else:
        chips = split_chips(chip(answer, labels.names, translate=tr))
    return EnemyRow(
        id=other,
        name=labels.names[other],
        mark=labels.marks[other],
        range=inches(answer.range),
        chips=chips,
        more=max(0, len(answer.refusals) - 1),
        number="" if number is None else str(number),
        odds=percent_of(answer.probability),
        bracket=_automatic(answer) or bracket_label(prepared, answer),
        close="" if call is None else call_words(call, verdict_parts(answer), translate=tr),
    )


def _automatic(answer: AttackAnswer) -> str:
    match answer.automatic:
        case "hit":
            return _("no roll")
        case "miss":
            return _("cannot hit")
        case _:
            return ""
