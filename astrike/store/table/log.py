"""What changed, when, by whom and with which right, and what can be undone? The log of a table, and its undo steps.

The log only grows, one row a version; undoing and redoing are changes of their own. Beside it lie the undo steps:
those up to the table's `step` are done, those above were undone and can be redone until something else is
changed. Rows that are old and no step any more are pruned.

A step keeps the highest right with which it was made, undone or redone. The code to play stops at steps of the
organizer, and at those from before the round began that is played now; the organizer's code goes further.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final, Literal

from astrike.dataclass import dataclass
from astrike.errors import NotFound
from astrike.model.document_change import ChangeLabel, Operation
from astrike.model.play_record import PlayRecord
from astrike.store.database.column_values import (
    label_from_text,
    label_to_text,
    operations_from_text,
    operations_to_text,
    time_from_text,
    time_to_text,
)
from astrike.store.database.connection import Database, reading
from astrike.store.table.codes import Right
from astrike.store.table.play_text import play_to_text

KEPT_CHANGES: Final = 10_000
# Looking for old rows costs more than the write itself, so not every write pays for it.
PRUNED_EVERY: Final = 100

Kind = Literal["create", "change", "undo", "redo"]
HeldBackBy = Literal["organiser", "round"]
"""Why the code to play leaves a step as it is: the organizer has touched it, or a round has begun since."""


@dataclass(frozen=True, slots=True)
class LoggedChange:
    """One row of a table's history. An undo and a redo carry the label of the change they are about."""

    version: int
    kind: Kind
    author: str
    time: datetime
    label: ChangeLabel
    right: Right
    """With which right it was made."""
    device: str | None = None
    """Id of the phone that made it; None: made without one."""


@dataclass(frozen=True, slots=True)
class PlayedChange:
    """One row of a table's history with what was played, and what became of it."""

    version: int
    kind: Kind
    author: str
    time: datetime
    label: ChangeLabel
    about: int | None
    """Of an undo and a redo: the version of the change that it is about; None where that is not kept."""
    is_undone: bool
    """Is it a change that does not count any more?"""
    play: dict[str, object] | None
    """The move or attack as it was written, whatever its format; `play_text` reads it."""


@dataclass(frozen=True, slots=True)
class ChangedBy:
    """By whom something is changed, under which id of their own, and when."""

    author: str
    client_id: str | None
    now: datetime


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A change on its way into the log; `client_id` is the asker's own id, the same when asked again."""

    kind: Kind
    right: Right
    author: str
    client_id: str | None
    now: datetime
    label: ChangeLabel
    operations: tuple[Operation, ...] = ()
    inverse: tuple[Operation, ...] = ()
    device: str | None = None
    """Id of the phone that asks; None: nobody's."""
    play: PlayRecord | None = None
    """The move or attack that is made by it."""


@dataclass(frozen=True, slots=True)
class UndoEntry:
    """A change that can be undone or redone."""

    label: ChangeLabel
    operations: tuple[Operation, ...]
    inverse: tuple[Operation, ...]
    held: HeldBackBy | None


@dataclass(frozen=True, slots=True)
class NextUndo:
    """What undo or redo would be about, and why it is not for the code to play, if it is not."""

    label: ChangeLabel
    held: HeldBackBy | None
    author: str
    device: str | None
    """Id of the phone that made the change; None: nobody's."""


Row = tuple[str | int | None, ...]


def row(entry: LogEntry, *, table_id: int, version: int) -> Row:
    """Answer the row that says what led to a version."""
    return (
        table_id,
        version,
        entry.kind,
        entry.right.name.lower(),
        entry.author,
        entry.client_id,
        time_to_text(entry.now),
        label_to_text(entry.label),
        operations_to_text(entry.operations),
        operations_to_text(entry.inverse),
        entry.device,
        None if entry.play is None else play_to_text(entry.play),
    )


def append(db: Database, row: Row) -> None:
    """Write a row into the log."""
    db.execute(
        "INSERT INTO changes"
        " (table_id, version, kind, right, author, client_id, time, label, operations, inverse, device, play)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        row,
    )


def push_undo(db: Database, table_id: int, *, step: int, version: int, right: Right) -> None:
    """Make a version a step that can be undone; what was undone before cannot be redone any more."""
    db.execute("DELETE FROM steps WHERE table_id = ? AND step >= ?", (table_id, step))
    db.execute(
        "INSERT INTO steps (table_id, step, version, right) VALUES (?, ?, ?, ?)",
        (table_id, step, version, right.name.lower()),
    )


def touch_undo(db: Database, table_id: int, *, step: int, right: Right) -> None:
    """Note with which right a step was undone or redone; the highest counts."""
    if right is Right.ORGANISE:
        db.execute("UPDATE steps SET right = 'organise' WHERE table_id = ? AND step = ?", (table_id, step))


def prune(db: Database, table_id: int, *, step: int, version: int) -> None:
    """Forget steps beyond the kept ones and, now and then, rows that are neither new nor a step."""
    if step > KEPT_CHANGES:
        db.execute("DELETE FROM steps WHERE table_id = ? AND step <= ?", (table_id, step - KEPT_CHANGES))
    if version > KEPT_CHANGES and version % PRUNED_EVERY == 0:
        db.execute(
            "DELETE FROM changes WHERE table_id = ? AND version <= ? AND NOT EXISTS (SELECT 1 FROM steps"
            " WHERE steps.table_id = changes.table_id AND steps.version = changes.version)",
            (table_id, version - KEPT_CHANGES),
        )


def undo_entry_at(db: Database, table_id: int, step: int) -> UndoEntry | None:
    """Answer one step with what it did and what takes it back."""
    row = db.execute(
        "SELECT steps.right, version, label, operations, inverse FROM steps"
        " JOIN changes USING (table_id, version) WHERE table_id = ? AND step = ?",
        (table_id, step),
    ).fetchone()
    if row is None:
        return None
    right, version, label, operations, inverse = row
    return UndoEntry(
        label_from_text(label),
        operations_from_text(operations),
        operations_from_text(inverse),
        _held(right, version, _round_start(db, table_id)),
    )


def undo_entries_around(db: Database, table_id: int, step: int) -> tuple[NextUndo | None, NextUndo | None]:
    """Answer what undo and redo would be about when `step` is the newest that is done."""
    rows = db.execute(
        "SELECT step, label, steps.right, version, author, device FROM steps JOIN changes USING (table_id, version)"
        " WHERE table_id = ? AND step BETWEEN ? AND ?",
        (table_id, step, step + 1),
    ).fetchall()
    start = _round_start(db, table_id) if rows else 0
    found = {
        number: NextUndo(label_from_text(label), _held(right, version, start), author, device)
        for number, label, right, version, author, device in rows
    }
    return found.get(step), found.get(step + 1)


def _held(right: str, version: int, start: int) -> HeldBackBy | None:
    if right == "organise":
        return "organiser"
    return "round" if version <= start else None


def _round_start(db: Database, table_id: int) -> int:
    """Answer the version with which the newest round began here; 0 where none has."""
    [(start,)] = db.execute(
        "SELECT coalesce(max(version), 0) FROM round_starts WHERE table_id = ?", (table_id,)
    ).fetchall()
    return int(start)


def is_touched_since(db: Database, table_id: int, version: int) -> bool:
    """Tell whether anything on a table was changed after a version; locks, new codes and rounds change nothing there.

    What is too old to be known counts as changed.
    """
    [(newest, known, touched)] = db.execute(
        "SELECT tables.version, count(changes.version), coalesce(sum(changes.operations <> '[]'), 0) FROM tables"
        " LEFT JOIN changes ON changes.table_id = tables.id AND changes.version > :version"
        " WHERE tables.id = :table GROUP BY tables.id",
        {"table": table_id, "version": version},
    ).fetchall()
    return bool(touched) or known != newest - version


def first_answer(db: Database, table_id: int, client_id: str) -> tuple[int, Kind, datetime, str] | None:
    """Answer version, kind, time and written operations of the change an asker's id has already led to."""
    row: tuple[int, Kind, str, str] | None = db.execute(
        "SELECT version, kind, time, operations FROM changes WHERE table_id = ? AND client_id = ?",
        (table_id, client_id),
    ).fetchone()
    return row and (row[0], row[1], time_from_text(row[2]), row[3])


def ways_back(db: Database, table_id: int, *, version: int, to: int) -> list[tuple[Operation, ...]]:
    """Answer the inverses that lead from a version back to an earlier one, in the order to apply them."""
    rows = db.execute(
        "SELECT inverse FROM changes WHERE table_id = ? AND version > ? ORDER BY version DESC", (table_id, to)
    ).fetchall()
    if not 1 <= to <= version or len(rows) != version - to:
        raise NotFound(f"Version {to} of this table is not kept.")
    return [operations_from_text(inverse) for (inverse,) in rows]


def not_undone(changes: Iterable[LoggedChange]) -> Iterator[LoggedChange]:
    """Leave out changes that were undone since; the newest come first."""
    undone = redone = 0
    for each in changes:
        match each.kind:
            case "redo":
                redone += 1
            case "undo" if redone:
                redone -= 1
            case "undo":
                undone += 1
            case _ if undone:
                undone -= 1
            case _:
                yield each


def history(
    db: Database, table_id: int, *, limit: int = 50, before: int | None = None
) -> tuple[LoggedChange, ...]:
    """List the changes of a table, the newest first, from the one before a version on."""
    with reading(db):
        rows = db.execute(
            "SELECT version, kind, author, time, label, right, device FROM changes"
            " WHERE table_id = ? AND (? IS NULL OR version < ?) ORDER BY version DESC LIMIT ?",
            (table_id, before, before, limit),
        ).fetchall()
    return tuple(
        LoggedChange(
            version, kind, author, time_from_text(time), label_from_text(label), Right[right.upper()], device
        )
        for version, kind, author, time, label, right, device in rows
    )


def whole_history(db: Database, table_id: int) -> tuple[PlayedChange, ...]:
    """Give all changes that are kept, the oldest first, with moves and attacks as they were written."""
    with reading(db):
        rows = db.execute(
            "SELECT version, kind, author, time, label,"
            " operations <> '[]' OR play IS NOT NULL OR kind IN ('undo', 'redo'), play FROM changes"
            " WHERE table_id = ? ORDER BY version",
            (table_id,),
        ).fetchall()
        steps = db.execute(
            "SELECT steps.step, steps.version, steps.step <= tables.step FROM steps"
            " JOIN tables ON tables.id = table_id WHERE table_id = ? ORDER BY steps.step",
            (table_id,),
        ).fetchall()
    about = dict(
        _about((version, kind, label) for version, kind, _a, _t, label, changes, _p in rows if changes)
    )
    done = {version for _step, version, is_done in steps if is_done}
    # What is older than every step that is kept was done when its step was forgotten.
    forgotten = steps[0][1] if steps and steps[0][0] > 1 else 0
    return tuple(
        PlayedChange(
            version,
            kind,
            author,
            time_from_text(time),
            label_from_text(label),
            about.get(version),
            is_undone=kind == "change" and bool(changes) and version >= forgotten and version not in done,
            play=None if play is None else json.loads(play),
        )
        for version, kind, author, time, label, changes, play in rows
    )


def _about(rows: Iterable[tuple[int, Kind, str]]) -> Iterator[tuple[int, int]]:
    """Follow changes, undos and redos, and give which change each undo and redo is about; each has its label."""
    done: list[tuple[int, str]] = []
    undone: list[tuple[int, str]] = []
    for version, kind, label in rows:
        if kind == "change":
            done.append((version, label))
            undone.clear()
        elif kind in ("undo", "redo"):
            here, there = (done, undone) if kind == "undo" else (undone, done)
            if here and here[-1][1] == label:  # else the change is older than what is kept
                there.append(here[-1])
                yield version, here.pop()[0]
