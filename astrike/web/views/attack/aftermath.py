"""What is written down after a roll, in words, and as operations on the table file?"""

from collections.abc import Iterable
from dataclasses import dataclass

from astrike.errors import InputError, Problem
from astrike.formats.tablefile import parse_document
from astrike.model.answer import AttackAnswer
from astrike.model.change import ABSENT, Label, Operation, SetMember
from astrike.model.table import Declaration, Mark, Table
from astrike.rules.battlefield import Field
from astrike.rules.effects.aftermath import Aftermath, marks_with
from astrike.web.current import Current, Line, change, form_document, form_version
from astrike.web.effects.still_to_roll import to_roll
from astrike.web.i18n import _
from astrike.web.views.effects import change_operations, change_words
from astrike.web.views.fields import prepare, prepared, state_of
from astrike.web.views.units import Cast, cast_of


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


def aftermath_card(found: Aftermath, table: Table, cast: Cast) -> AftermathCard:
    """Put what a roll brings into words."""
    standing = [(each, points) for each, points in found.unwritten if table.piece(each) is not None]
    lines = [change_words(each, cast) for each in found.changes]
    if found.mark is not None:
        lines.append(mark_words(found.mark, cast))
    return AftermathCard(
        is_hit=found.is_hit,
        short=found.short,
        lines=tuple(lines),
        asides=tuple(
            _("%(unit)s: %(points)s damage to note by hand", unit=cast.names.get(unit, unit), points=points)
            for unit, points in found.unwritten
            if (unit, points) not in standing
        ),
        can_write=found.is_anything,
        buildings=tuple((each, cast.names.get(each, each), str(points)) for each, points in standing),
    )


def mark_words(mark: Mark, cast: Cast) -> str:
    """Say which mark lies on whom."""
    names = {"tag": "TAG", "ltag": "LTAG", "narc": "NARC", "inarc": "iNARC"}
    said = {"mark": names[mark.kind], "target": cast.names.get(mark.target, mark.target)}
    if mark.by is None:
        return _("%(mark)s on %(target)s", **said)
    return _("%(mark)s on %(target)s, by %(unit)s", unit=cast.names.get(mark.by, mark.by), **said)


def declared_lines(table: Table, cast: Cast) -> tuple[DeclaredLine, ...]:
    """Say who has declared what."""
    return tuple(
        DeclaredLine(
            each.by,
            each.target,
            each.kind,
            declared_words(each, cast),
        )
        for each in table.declarations
    )


def declared_words(declared: Declaration, cast: Cast) -> str:
    """Say one declaration."""
    said = {
        "unit": cast.names.get(declared.by, declared.by),
        "target": cast.names.get(declared.target, declared.target),
    }
    if declared.kind == "dfa":
        return _("%(unit)s jumps on %(target)s", **said)
    return _("%(unit)s charges %(target)s", **said)


# ---- on the table


def aftermath_operations(found: Aftermath, table: Table) -> list[Operation]:
    """Write what a roll brings into the table file."""
    operations = change_operations(found.changes, table)
    if found.mark is not None:
        operations.append(marks_operation(marks_with(table.marks, found.mark)))
    return operations


def declarations_operation(declared: Iterable[Declaration]) -> Operation:
    """Write all declarations into the table file."""
    rows = [{"by": each.by, "kind": each.kind, "target": each.target} for each in declared]
    return SetMember("declarations", rows or ABSENT)


def marks_operation(marks: Iterable[Mark]) -> Operation:
    """Write all marks into the table file."""
    return SetMember("marks", [_mark(each) for each in marks] or ABSENT)


def _mark(mark: Mark) -> dict[str, object]:
    said = {"kind": mark.kind, "by": mark.by, "target": mark.target, "success": mark.success}
    return {
        key: value for key, value in said.items() if value is not None and (key != "success" or not value)
    }


def table_begun_from(current: Current) -> Field:
    """Prepare the table that the form was made from: a form that is sent twice asks for the same change twice."""
    if form_version() == current.version:
        return prepared(state_of(current)).field
    return prepare(parse_document(form_document(current))).field


def change_with(
    current: Current, begun: Table, found: Aftermath, what: str, answer: AttackAnswer | None
) -> str:
    """Make the change, and name the rolls that are still to be made."""
    if not found.is_anything:
        raise InputError([Problem(at="rolls", found=_("nothing"), expected=_("something to write"))])
    card = aftermath_card(found, begun, cast_of(begun))
    operations = aftermath_operations(found, begun)
    lines = [Line(words, "", "") for words in card.lines]
    change(current, operations, label=Label("attack.settled", {"what": what}), lines=lines)
    return to_roll(found, answer) or "nothing"
