"""What is written down after a roll, in words, and as operations on the table file?"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

from astrike.model.answer import AttackAnswer
from astrike.model.change import ABSENT, Operation, SetMember
from astrike.model.table import Declaration, Mark, Table
from astrike.rules.effects.aftermath import Aftermath, marks_with
from astrike.web.i18n import _
from astrike.web.views.effects import change_operations, change_words
from astrike.web.views.units import Cast

EFFECTS_OF: Mapping[str, str] = {
    "critical": "critical",
    "motive": "motive",
    "hull-breach": "hull-breach",
    "collapse": "collapse",
    "crash": "crash",
    "heat": "heat",
    "threshold": "critical",
}
"""Which effect is rolled for what follows a hit, by the first word of its key."""


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
class StillToRoll:
    """A roll that a written attack has left open."""

    kind: str
    unit: str
    name: str


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


def to_roll(found: Aftermath, answer: AttackAnswer | None) -> str:
    """Name the rolls that are still to be made, as they stand in an address: `critical:T motive:V`."""
    return " ".join(f"{kind}:{quote(unit, safe='')}" for kind, unit in _to_roll(found, answer))


def _to_roll(found: Aftermath, answer: AttackAnswer | None) -> Iterator[tuple[str, str]]:
    outcome = answer.outcome if answer is not None else None
    if answer is not None and outcome is not None and answer.blast is None and found.is_hit:
        for each in outcome.follow_ups:
            kind = EFFECTS_OF.get(each.key.split(".")[0])
            if kind is not None and each.dice and each.chance is not None and each.chance >= 1:
                rolls = each.facts.get("rolls", 1)
                yield from [(kind, answer.target)] * (int(rolls) if isinstance(rolls, int | float) else 1)
    yield from (("critical", unit) for unit in found.criticals)


def without_roll(address: str, kind: str, unit: str) -> str:
    """Take a roll that has been made out of the rolls that an address still names."""
    parts = urlsplit(address)
    query = parse_qsl(parts.query, keep_blank_values=True)
    made, found = f"{kind}:{quote(unit, safe='')}", []
    for name, value in query:
        left = value.split()
        if name == "written" and made in left:
            left.remove(made)
            found.append((name, " ".join(left) or "nothing"))
        else:
            found.append((name, value))
    return urlunsplit(parts._replace(query=urlencode(found))) if found != query else address


def still_to_roll(text: str, cast: Cast) -> tuple[StillToRoll, ...]:
    """Read the rolls that an address names; what names nobody here is none."""
    found = []
    for word in text.split()[:20]:
        kind, _colon, quoted = word.partition(":")
        unit = unquote(quoted)
        if kind in EFFECTS_OF.values() and unit in cast.names:
            found.append(StillToRoll(kind, unit, cast.names[unit]))
    return tuple(found)
