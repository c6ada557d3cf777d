"""What came of dice that fell? Hit or miss and why, and what it takes off each card, in words and as pips."""

from collections.abc import Iterator
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_outcome import AttackOutcome
from astrike.model.attack_question import AttackQuestion
from astrike.model.effect_answer import StateChange
from astrike.model.unit import Unit
from astrike.rules.effects.aftermath import Aftermath
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.current.units import UnitLabels
from astrike.web.effects.view import change_words
from astrike.web.http.i18n import _

_ARMOR: Final = "armor_left"
_STRUCTURE: Final = "structure_left"
_DRAWN: Final = (_ARMOR, _STRUCTURE)
MOST_PIPS: Final = 40


@dataclass(frozen=True, slots=True)
class PipRow:
    """Armor or structure of one unit, before and after."""

    label: str
    words: str
    """The whole change in words; empty where nothing changes."""
    numbers: str
    kept: int
    lost: int
    is_structure: bool

    @property
    def is_drawn(self) -> bool:
        """Are there few enough to be drawn one by one?"""
        return self.kept + self.lost <= MOST_PIPS


@dataclass(frozen=True, slots=True)
class RolledCard:
    """What the dice came to."""

    is_hit: bool
    why: str
    """The dice against the number."""
    damage: str
    """What the target takes, as a sentence."""
    points: str
    """The damage as a number; empty where there is none, or it is not known."""
    rows: tuple[PipRow, ...]

    @property
    def word(self) -> str:
        """Hit or miss."""
        return _("Hit") if self.is_hit else _("Miss")

    @property
    def said(self) -> str:
        """Say all of it, as a ruling keeps it."""
        return " ".join(filter(None, (f"{self.word}:", self.why, self.damage)))


def rolled_card(
    prepared: PreparedTable,
    answer: AttackAnswer,
    question: AttackQuestion,
    found: Aftermath | None,
    labels: UnitLabels,
) -> RolledCard | None:
    """Say what dice came to; None as long as too few have fallen."""
    outcome = answer.outcome
    does_damage = outcome is not None and any(each.points for each in outcome.on_hit)
    is_open = outcome is not None and outcome.hits is None and does_damage
    if found is None or (is_open and found.dealt is None):
        return None
    dealt = found.dealt if does_damage else None
    return RolledCard(
        is_hit=found.is_hit,
        why=_why(answer, question, found, outcome),
        damage=_damage(answer, found, dealt, labels),
        points=str(dealt) if dealt else "",
        rows=tuple(_rows(prepared, answer, found, labels)),
    )


def _why(
    answer: AttackAnswer, question: AttackQuestion, found: Aftermath, outcome: AttackOutcome | None
) -> str:
    if not question.rolls:
        return _("No roll needed.")
    if outcome is not None and outcome.rolls > 1:
        return _("%(hits)s of %(rolls)s rolls hit.", hits=outcome.hits or 0, rolls=outcome.rolls)
    fell, number = question.rolls[0], answer.target_number or 0
    if found.is_hit:
        if fell >= number:
            return _("%(fell)s is %(number)s or more.", fell=fell, number=number)
        return _("%(fell)s always hits.", fell=fell)
    if fell < number:
        return _("%(fell)s is less than %(number)s.", fell=fell, number=number)
    return _("%(fell)s always misses.", fell=fell)


def _damage(answer: AttackAnswer, found: Aftermath, dealt: int | None, labels: UnitLabels) -> str:
    if not dealt:
        return ""
    target = labels.names.get(answer.target)
    if target is None:
        return _("%(points)s damage.", points=dealt)
    if not found.is_hit:
        return _("%(points)s damage to %(unit)s all the same.", points=dealt, unit=target)
    return _("%(points)s damage to %(unit)s.", points=dealt, unit=target)


def _rows(
    prepared: PreparedTable, answer: AttackAnswer, found: Aftermath, labels: UnitLabels
) -> Iterator[PipRow]:
    drawn = [each for each in found.changes if each.at in _DRAWN]
    for each in drawn:
        yield _changed(each, answer.target, labels)
    touched = {each.at for each in drawn if each.unit == answer.target}
    unit = prepared.table.unit(answer.target)
    if unit is not None and _ARMOR in touched and _STRUCTURE not in touched:
        left = _structure(unit)
        yield PipRow(_label(_STRUCTURE), "", str(left), left, 0, is_structure=True)


def _changed(each: StateChange, target: str, labels: UnitLabels) -> PipRow:
    before, after = (int(float(str(value))) for value in (each.before, each.after))
    label = _label(each.at)
    if each.unit != target:
        label = f"{labels.marks[each.unit].letter}: {label}"
    return PipRow(
        label,
        change_words(each, labels),
        f"{before} → {after}",
        after,
        max(before - after, 0),
        is_structure=each.at == _STRUCTURE,
    )


def _structure(unit: Unit) -> int:
    return unit.structure if unit.structure_left is None else unit.structure_left


def _label(at: str) -> str:
    return _("Armor") if at == _ARMOR else _("Structure")
