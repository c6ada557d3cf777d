"""What does an attack change on the table once its dice have fallen, and which rolls are still to be made?

Cards and marks as they are written down after the roll; the table itself is not changed. Damage comes off armor first
(CE p.49, AS p.40); heat from attacks counts in the End Phase and is not written at once (CE p.53).
"""

from collections.abc import Iterable

from astrike.dataclass import dataclass
from astrike.model.area_answer import BlastAnswer
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_outcome import AttackOutcome
from astrike.model.attack_question import AttackQuestion
from astrike.model.effect_answer import StateChange
from astrike.model.table import TargetMark
from astrike.rules.attack.marking import special_printed
from astrike.rules.effects.unit_changes import UnitChanges
from astrike.rules.odds import WAYS
from astrike.rules.table.prepared_table import PreparedTable


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What a rolled attack, or an area effect, brings."""

    is_hit: bool
    short: int = 0
    """By how much the roll missed."""
    dealt: int | None = None
    """Points dealt to the target; None where a die still decides, or an area effect deals them."""
    changes: tuple[StateChange, ...] = ()
    mark: TargetMark | None = None
    criticals: tuple[str, ...] = ()
    """Units that lost structure to something else than the attack itself, each once for each critical roll."""
    unwritten: tuple[tuple[str, int | str], ...] = ()
    """Damage that cannot be written: the card does not say what it can take, it is terrain, or a die decides."""

    @property
    def is_anything(self) -> bool:
        """Is there something to write?"""
        return bool(self.changes) or self.mark is not None


def aftermath(prepared: PreparedTable, answer: AttackAnswer, question: AttackQuestion) -> Aftermath | None:
    """Work out what a rolled attack changes; None before the roll, and for what may not be made."""
    number = answer.target_number
    if number is None or not (question.rolls or answer.automatic == "hit"):
        return None
    outcome = answer.outcome
    if outcome is not None and outcome.hits is not None:
        is_hit = outcome.hits > 0
    else:
        is_hit = answer.automatic == "hit" or _is_reached(prepared, question.rolls[0], number)
    short = 0 if is_hit or not question.rolls else max(number - question.rolls[0], 0)
    hurt, is_unit = _Hurt(prepared), answer.target in prepared.units.index
    dealt = _dealt(outcome, has_dice=bool(question.rolls), is_hit=is_hit)
    if answer.blast is not None:
        if is_hit:
            hurt.area(answer.blast)
    elif dealt is None or not is_unit:
        points = answer.damage.target if dealt is None and is_hit else dealt
        hurt.unwritten += [(answer.building or answer.target, points)] if points else []
    elif dealt:
        hurt.one(answer.target, dealt, is_rolled=True)
    own = answer.damage.attacker_on_hit if is_hit else answer.damage.attacker_on_miss
    if own:
        hurt.one(answer.attacker, own)
    mark = _mark(prepared, answer, question) if is_hit else None
    changes, criticals, unwritten = hurt.changes, tuple(hurt.criticals), tuple(hurt.unwritten)
    return Aftermath(is_hit, short, dealt, changes, mark, criticals, unwritten)


def _dealt(outcome: AttackOutcome | None, *, has_dice: bool, is_hit: bool) -> int | None:
    """Give what dice came to; without dice what a hit does that needs none, where only one number is possible."""
    if outcome is None or has_dice or not is_hit or outcome.rolls > 1:
        return None if outcome is None else outcome.dealt
    return outcome.on_hit[0].points if len(outcome.on_hit) == 1 else None


def aftermath_of_area(prepared: PreparedTable, blast: BlastAnswer) -> Aftermath:
    """Work out what an area effect changes where it has come down."""
    hurt = _Hurt(prepared)
    hurt.area(blast)
    return Aftermath(
        True,
        changes=hurt.changes,
        criticals=tuple(hurt.criticals),
        unwritten=tuple(hurt.unwritten),
    )


class _Hurt:
    """Everybody's card while damage is dealt."""

    def __init__(self, prepared: PreparedTable) -> None:
        self.prepared = prepared
        self.criticals: list[str] = []
        self.unwritten: list[tuple[str, int | str]] = []
        self._sheets: dict[str, UnitChanges] = {}

    def area(self, blast: BlastAnswer) -> None:
        for each in blast.caught:
            if isinstance(each.damage, str) or each.is_piece:
                self.unwritten.append((each.unit, each.damage))
            elif each.damage:
                self.one(each.unit, each.damage)

    def one(self, name: str, points: int, *, is_rolled: bool = False) -> None:
        """Let a unit take damage; `is_rolled`: its critical rolls stand among what follows the attack."""
        i = self.prepared.place_of(name)
        sheet = self._sheets.setdefault(name, UnitChanges(self.prepared.units.units[i]))
        if not sheet.is_known:
            self.unwritten.append((name, points))
            return
        lost, row = sheet.hurt(points), self.prepared.units.rows[i]
        if lost and row.criticals and not sheet.is_destroyed and not is_rolled:
            rolls = int(self.prepared.edition.number("critical.industrial")) if row.industrial else 1
            self.criticals += [name] * rolls

    @property
    def changes(self) -> tuple[StateChange, ...]:
        return tuple(change for sheet in self._sheets.values() for change in sheet.changes())


def _is_reached(prepared: PreparedTable, fell: int, number: int) -> bool:
    if prepared.options.is_on("critical-success") and fell in (min(WAYS), max(WAYS)):
        return fell == max(WAYS)
    return fell >= number and number <= max(WAYS)


def _mark(prepared: PreparedTable, answer: AttackAnswer, question: AttackQuestion) -> TargetMark | None:
    """Give the mark that a hit leaves: of the system asked for, or of the one that the answer says it used.

    Source: CE pp.77, 86-87.
    """
    if answer.target not in prepared.units.index:
        return None
    unit = prepared.unit_of(answer.attacker)
    every = [
        code for code in prepared.edition.kinds[answer.kind].codes if special_printed(unit, code) is not None
    ]
    asked = (question.special or question.weapon or "").upper()
    used = (str(each.value) for each in answer.assumed if each.at == "attack.special")
    code = asked or next(used, next(iter(every), ""))
    row = prepared.edition.abilities.get(code)
    return TargetMark(row.mark, answer.attacker, answer.target) if row is not None and row.mark else None


def marks_with(marks: Iterable[TargetMark], new: TargetMark) -> tuple[TargetMark, ...]:
    """Add a mark in the place of the same one."""
    same = (new.kind, new.by, new.target)
    return (*(each for each in marks if (each.kind, each.by, each.target) != same), new)
