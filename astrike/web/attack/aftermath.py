"""What is recorded after an attack, in words, and as operations on the table file?"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.table.table_file import parse_document
from astrike.formats.table.unit import MOST_HEAT_MADE
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import AttackQuestion
from astrike.model.document_change import ABSENT, ChangeLabel, Operation, SetMember, SetProperty
from astrike.model.number_text import plain_number
from astrike.model.play_record import PlayRecord
from astrike.model.table import AttackDeclaration, Table, TargetMark
from astrike.report.attack.sentences import kind_label
from astrike.rules.effects.aftermath import Aftermath, marks_with
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.turn.standing import is_beside
from astrike.web.current.prepared import prepare, prepared_state, state_of
from astrike.web.current.table import ChangedLine, Current, change, form_document, form_version
from astrike.web.current.units import UnitLabels, unit_labels
from astrike.web.effects.operations import change_operations
from astrike.web.effects.still_to_roll import in_address, left_to_roll
from astrike.web.effects.view import change_words
from astrike.web.http.i18n import _, tr

SETTLED: Final = "attack.settled"
"""Key of the label of a change that applies an attack or an area effect."""

NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class AftermathCard:
    """What a roll brings, and whether there is something to write."""

    is_hit: bool
    short: int
    lines: tuple[str, ...]
    """What will be written."""
    asides: tuple[str, ...]
    """What has to be noted by hand."""
    can_write: bool
    buildings: tuple[tuple[str, str, str], ...] = ()
    """Damage that terrain takes: its id, its name, and how much."""


@dataclass(frozen=True, slots=True)
class DeclaredLine:
    """A declared charge or Death From Above, in the words of the table page."""

    by: str
    target: str
    kind: str
    words: str


def aftermath_card(
    found: Aftermath,
    table: Table,
    labels: UnitLabels,
    attacker: str | None = None,
) -> AftermathCard:
    """Put what a roll brings into words; on a played table the attack of an `attacker` is noted whatever it brings."""
    standing = [(each, points) for each, points in found.unwritten if table.piece(each) is not None]
    lines = [change_words(each, labels) for each in found.changes]
    if found.mark is not None:
        lines.append(mark_words(found.mark, labels))
    return AftermathCard(
        is_hit=found.is_hit,
        short=found.short,
        lines=tuple(lines),
        asides=tuple(
            _("%(unit)s: %(points)s damage to note by hand", unit=labels.names.get(unit, unit), points=points)
            for unit, points in found.unwritten
            if (unit, points) not in standing
        ),
        can_write=found.is_anything or (attacker is not None and table.is_played),
        buildings=tuple((each, labels.names.get(each, each), str(points)) for each, points in standing),
    )


def mark_words(mark: TargetMark, labels: UnitLabels) -> str:
    """Name the mark and the unit that it is on."""
    names = {"tag": "TAG", "ltag": "LTAG", "narc": "NARC", "inarc": "iNARC"}
    stated = {"mark": names[mark.kind], "target": labels.names.get(mark.target, mark.target)}
    if mark.by is None:
        return _("%(mark)s on %(target)s", **stated)
    return _("%(mark)s on %(target)s, by %(unit)s", unit=labels.names.get(mark.by, mark.by), **stated)


def declared_lines(table: Table, labels: UnitLabels) -> tuple[DeclaredLine, ...]:
    """Say who has declared what."""
    return tuple(
        DeclaredLine(
            each.by,
            each.target,
            each.kind,
            declared_words(each, labels),
        )
        for each in table.declarations
    )


def declared_words(declared: AttackDeclaration, labels: UnitLabels) -> str:
    """Say one declaration."""
    stated = {
        "unit": labels.names.get(declared.by, declared.by),
        "target": labels.names.get(declared.target, declared.target),
    }
    if declared.kind == "dfa":
        return _("%(unit)s jumps on %(target)s", **stated)
    return _("%(unit)s charges %(target)s", **stated)


# ---- on the table


def fired_operations(
    table: Table, unit_id: str, *, overheat: int | None, is_beside: bool = False
) -> list[Operation]:
    """Note on a played table that a unit has attacked, with the overheat of its weapons; None: no weapons (CE p.53).

    What `is_beside` its one attack leaves it to be made.
    """
    unit = table.unit(unit_id)
    if unit is None or not table.is_played:
        return []
    found: list[Operation] = [] if unit.fired or is_beside else [SetProperty(unit_id, "fired", True)]
    made = None if overheat is None else (unit.heat_made or 0) + overheat
    if made is not None and made != unit.heat_made:
        found.append(SetProperty(unit_id, "heat_made", min(made, MOST_HEAT_MADE)))
    return found


def aftermath_operations(
    found: Aftermath,
    table: Table,
    answer: AttackAnswer | None,
    due: Iterable[tuple[str, str]],
    *,
    at_once: bool,
) -> list[Operation]:
    """Write what a roll brings into the table file, with the rolls that it leaves and the heat that it gives."""
    heat = {} if answer is None or not found.is_hit else {answer.target: _heat_brought(answer)}
    operations = change_operations(found.changes, table, due=due, heat=heat, at_once=at_once)
    if found.mark is not None:
        operations.append(marks_operation(marks_with(table.marks, found.mark)))
    return operations


def _heat_brought(answer: AttackAnswer) -> int:
    """Give the heat that a hit brings its target in the End Phase (CE p.52)."""
    brought = () if answer.outcome is None else answer.outcome.follow_ups
    return sum(int(str(each.facts.get("heat", 0))) for each in brought if each.key == "heat")


def declarations_operation(declared: Iterable[AttackDeclaration]) -> Operation:
    """Write all declarations into the table file."""
    rows = [{"by": each.by, "kind": each.kind, "target": each.target} for each in declared]
    return SetMember("declarations", rows or ABSENT)


def marks_operation(marks: Iterable[TargetMark]) -> Operation:
    """Write all marks into the table file."""
    return SetMember("marks", [_mark(each) for each in marks] or ABSENT)


def _mark(mark: TargetMark) -> dict[str, object]:
    stated = {"kind": mark.kind, "by": mark.by, "target": mark.target, "success": mark.success}
    return {
        key: value for key, value in stated.items() if value is not None and (key != "success" or not value)
    }


def table_begun_from(current: Current) -> PreparedTable:
    """Prepare the table that the form was made from: a form that is sent twice asks for the same change twice."""
    if form_version() == current.version:
        return prepared_state(state_of(current)).prepared
    return prepare(parse_document(form_document(current))).prepared


@dataclass(frozen=True, slots=True)
class WrittenAttack:
    """What an applied attack or area effect writes, in operations and in words, and the rolls that it leaves."""

    operations: tuple[Operation, ...]
    what: str
    lines: tuple[ChangedLine, ...]
    left: tuple[tuple[str, str], ...]
    """The effect and the unit of each roll that is still to be made."""


def written_attack(
    begun: PreparedTable,
    question: AttackQuestion,
    answer: AttackAnswer,
    found: Aftermath,
    *,
    was_noted: bool = False,
) -> WrittenAttack:
    """Say what a rolled attack writes on the table that it was rolled on.

    `was_noted`: its shell was fired in an earlier turn, in which that was noted.
    """
    names = unit_labels(begun.table).names
    stated = _(
        "%(attacker)s at %(target)s",
        attacker=names[answer.attacker],
        target=names.get(answer.target, _("a point")),
    )
    kind = kind_label(answer.kind)
    what = f"{tr(kind)}: {stated}" if kind else stated
    if found.dealt:
        what = _("%(attack)s, %(points)s damage", attack=what, points=plain_number(found.dealt))
    elif not found.is_hit:
        what = _("%(attack)s, a miss", attack=what)
    fired = fired_operations(
        begun.table,
        answer.attacker,
        overheat=weapon_overheat(begun, question, answer),
        is_beside=is_beside_its_attack(begun, answer.attacker, answer.kind),
    )
    return _written(begun, found, what, answer, [] if was_noted else fired)


def weapon_overheat(begun: PreparedTable, question: AttackQuestion, answer: AttackAnswer) -> int | None:
    """Give the overheat of an attack with weapons; None for others: only those keep a unit from cooling (CE p.53)."""
    row = begun.edition.kinds[answer.kind]
    is_of_weapons = "heat" in row.steps or "overheat" in row.damage_steps
    return (
        question.overheat
        if is_of_weapons and not is_beside_its_attack(begun, answer.attacker, answer.kind)
        else None
    )


def is_beside_its_attack(begun: PreparedTable, attacker: str, kind: str) -> bool:
    """Does an attack of this kind leave its unit the one attack of the turn?"""
    return is_beside(begun.edition, begun.unit_of(attacker), kind)


def written_area(begun: PreparedTable, found: Aftermath, what: str) -> WrittenAttack:
    """Say what an area effect writes where it has come down."""
    return _written(begun, found, what, None, ())


def _written(
    begun: PreparedTable,
    found: Aftermath,
    what: str,
    answer: AttackAnswer | None,
    fired: Sequence[Operation],
) -> WrittenAttack:
    left = tuple(left_to_roll(found, answer))
    at_once = answer is not None and answer.kind in begun.edition.tagged("at-once")
    operations = aftermath_operations(found, begun.table, answer, left, at_once=at_once)
    card = aftermath_card(found, begun.table, unit_labels(begun.table))
    lines = tuple(ChangedLine(words, "", "") for words in card.lines)
    return WrittenAttack((*operations, *fired), what, lines, left)


def change_with(
    current: Current,
    written: WrittenAttack,
    play: PlayRecord,
    *,
    order: Mapping[str, str] = NOTHING,
) -> str:
    """Make the change with the record of what was played, and name the rolls that are still to be made.

    On a table that is played an attack that changes nothing is noted as well. `order` says how it was out of order.
    """
    if not written.operations and play.phase is None:
        raise InputError([Problem(at="rolls", found=_("nothing"), expected=_("something to write"))])
    label = ChangeLabel(SETTLED, {"what": written.what, **order})
    change(current, written.operations, label=label, lines=written.lines, play=play)
    return in_address(written.left) or "nothing"
