"""How does a kept table change? Every change names the version and the right it was made with, and can be undone.

Undo and redo with the code to play stop where the organizer changed something, and at the start of a round.

A change made from another version than the newest is refused with both versions, and nothing is written. The
costly part (reading, applying, checking) happens before the turn to write comes; the version tells whether it
still holds then.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from typing import Final

from astrike.errors import Conflict, HeldBack, InputError, Problem, SentBefore
from astrike.model.document_change import ChangeLabel, Operation, apply
from astrike.model.play_record import PlayRecord
from astrike.store.database.column_values import json_to_text, operations_to_text, time_to_text
from astrike.store.database.connection import Database, reading, writing
from astrike.store.table import log
from astrike.store.table.codes import Right
from astrike.store.table.log import LogEntry, is_touched_since
from astrike.store.table.tables import StoredTable, checked_author, load_table, refuse_stale, set_name

LONGEST_CLIENT_ID: Final = 64


def change_table(
    db: Database,
    table_id: int,
    *,
    from_version: int,
    operations: Iterable[Operation],
    label: ChangeLabel,
    right: Right,
    author: str,
    client_id: str,
    now: datetime,
    check: Callable[[dict[str, object]], object],
    device: str | None = None,
    play: PlayRecord | None = None,
) -> StoredTable:
    """Change a table if what lies on it is still what the change was made from; `play` is the move or attack it is.

    `check` refuses a document that is no legal table by raising. What was already changed under this
    `client_id` is answered with its first result; what changes nothing and plays nothing, with the table as it is.
    """
    entry = _entry("change", right=right, author=author, client_id=client_id, now=now, label=label)
    entry = replace(entry, operations=tuple(operations), device=device, play=play)
    with reading(db):
        first = _first_result(db, table_id, entry)
        if first is not None:
            return first
        table = load_table(db, table_id)
        _refuse_stale(db, table, from_version)
    document, inverse = apply(table.document, entry.operations)
    is_same = document == table.document and json_to_text(document) == json_to_text(table.document)
    if is_same and entry.play is None:
        return table  # the texts decide, since 5 equals 5.0 and key order does not count for Python
    check(document)
    entry = replace(entry, inverse=inverse)
    after = replace(
        table,
        document=document,
        version=table.version + 1,
        updated=now,
        step=table.step + 1,
        undoable=label,
        redoable=None,
        undo_held=_held_by(right),
        redo_held=None,
        undo_author=entry.author,
        undo_device=entry.device,
    )
    return _write(db, after, entry=entry)


def rename_table(
    db: Database,
    table_id: int,
    *,
    name: str,
    from_version: int,
    right: Right,
    author: str,
    client_id: str,
    now: datetime,
) -> StoredTable:
    """Give a table another name, in its document; can be undone like any change."""
    operation = set_name(name)
    return change_table(
        db,
        table_id,
        from_version=from_version,
        operations=[operation],
        label=ChangeLabel("table.renamed", {"name": str(operation.value)}),
        right=right,
        author=author,
        client_id=client_id,
        now=now,
        check=lambda document: None,  # the name is checked, and nothing else changes
    )


def undo(
    db: Database,
    table_id: int,
    *,
    from_version: int,
    right: Right,
    author: str,
    client_id: str,
    now: datetime,
    device: str | None = None,
) -> StoredTable:
    """Take back the newest change that is still done, as far as the right goes."""
    entry = _entry("undo", right=right, author=author, client_id=client_id, now=now)
    entry = replace(entry, device=device)
    return _step(db, table_id, from_version=from_version, entry=entry)


def redo(
    db: Database,
    table_id: int,
    *,
    from_version: int,
    right: Right,
    author: str,
    client_id: str,
    now: datetime,
    device: str | None = None,
) -> StoredTable:
    """Make the change again that was undone last, as far as the right goes."""
    entry = _entry("redo", right=right, author=author, client_id=client_id, now=now)
    entry = replace(entry, device=device)
    return _step(db, table_id, from_version=from_version, entry=entry)


def was_written(db: Database, table_id: int, client_id: str) -> bool:
    """Tell whether a change came under this id before, as far back as changes are kept."""
    return log.first_answer(db, table_id, client_id) is not None


def version_written(db: Database, table_id: int, client_id: str) -> int | None:
    """Give the version that came under this id before; None where none did."""
    first = log.first_answer(db, table_id, client_id)
    return None if first is None else first[0]


def document_at(db: Database, table_id: int, version: int) -> dict[str, object]:
    """Read the document of an earlier version, as far back as changes are kept."""
    with reading(db):
        table = load_table(db, table_id)
        ways_back = log.ways_back(db, table_id, version=table.version, to=version)
    document = table.document
    for inverse in ways_back:
        document, _ = apply(document, inverse)
    return document


def _step(db: Database, table_id: int, *, from_version: int, entry: LogEntry) -> StoredTable:
    is_undo = entry.kind == "undo"
    with reading(db):
        first = _first_result(db, table_id, entry)
        if first is not None:
            return first
        table = load_table(db, table_id)
        _refuse_stale(db, table, from_version)
        step_after = table.step - 1 if is_undo else table.step + 1
        step = log.undo_entry_at(db, table_id, max(table.step, step_after))
        below, above = log.undo_entries_around(db, table_id, step_after)
    if step is None:
        message = "There is nothing to undo." if is_undo else "There is nothing to redo."
        raise Conflict(message, mine_version=from_version, current_version=table.version)
    if step.held is not None and entry.right is not Right.ORGANISE:
        raise HeldBack("undo" if is_undo else "redo", step.held)
    operations = step.inverse if is_undo else step.operations
    document, inverse = apply(table.document, operations)
    this = log.NextUndo(step.label, _held_by(entry.right) or step.held, entry.author, entry.device)
    back, again = (below, this) if is_undo else (this, above)
    after = replace(
        table,
        document=document,
        version=table.version + 1,
        updated=entry.now,
        step=step_after,
        undoable=None if back is None else back.label,
        redoable=None if again is None else again.label,
        undo_held=None if back is None else back.held,
        redo_held=None if again is None else again.held,
        undo_author="" if back is None else back.author,
        undo_device=None if back is None else back.device,
    )
    return _write(db, after, entry=replace(entry, label=step.label, operations=operations, inverse=inverse))


def _write(db: Database, after: StoredTable, *, entry: LogEntry) -> StoredTable:
    """Write a table as it is after a change, if it is still at the version before."""
    # What takes time is done before the turn to write comes.
    text = json_to_text(after.document)
    row = log.row(entry, table_id=after.id, version=after.version)
    with writing(db):
        is_newest = db.execute(
            "UPDATE tables SET document = ?, version = ?, step = ?, updated = ?"
            " WHERE id = ? AND version = ? AND deleted IS NULL",
            (text, after.version, after.step, time_to_text(after.updated), after.id, after.version - 1),
        ).rowcount
        if not is_newest:
            # The same request may have come twice, and the other was faster.
            first = _first_result(db, after.id, entry)
            if first is not None:
                return first
            refuse_stale(after.version - 1, load_table(db, after.id).version)
        log.append(db, row)
        if entry.kind == "change":
            log.push_undo(db, after.id, step=after.step, version=after.version, right=entry.right)
        else:
            step = after.step + 1 if entry.kind == "undo" else after.step
            log.touch_undo(db, after.id, step=step, right=entry.right)
        log.prune(db, after.id, step=after.step, version=after.version)
    return after


def _first_result(db: Database, table_id: int, entry: LogEntry) -> StoredTable | None:
    """Answer what this request led to when it came first, or None if it is new."""
    first = log.first_answer(db, table_id, entry.client_id or "")
    if first is None:
        return None
    version, kind, moment, operations = first
    table = load_table(db, table_id)
    is_same = kind == entry.kind and (kind != "change" or operations == operations_to_text(entry.operations))
    if not is_same:
        raise SentBefore(
            "This change was sent before with another content; nothing was written.",
            mine_version=version,
            current_version=table.version,
        )
    if version == table.version:
        return table
    document = document_at(db, table_id, version)
    return replace(
        table,
        document=document,
        version=version,
        updated=moment,
        undoable=None,
        redoable=None,
        undo_held=None,
        redo_held=None,
        undo_author="",
        undo_device=None,
    )


def _refuse_stale(db: Database, table: StoredTable, from_version: int) -> None:
    """Refuse what was made from an older version, unless nothing but locks, codes and rounds changed since."""
    if not 1 <= from_version <= table.version or is_touched_since(db, table.id, from_version):
        refuse_stale(from_version, table.version)


def _held_by(right: Right) -> log.HeldBackBy | None:
    return "organiser" if right is Right.ORGANISE else None


def _entry(
    kind: log.Kind,
    *,
    right: Right,
    author: str,
    client_id: str,
    now: datetime,
    label: ChangeLabel | None = None,
) -> LogEntry:
    if not (0 < len(client_id) <= LONGEST_CLIENT_ID and client_id.isascii() and client_id.isprintable()):
        expected = f"1 to {LONGEST_CLIENT_ID} plain letters, digits and signs"
        raise InputError([Problem("client_id", repr(client_id[: LONGEST_CLIENT_ID + 1]), expected)])
    return LogEntry(kind, right, checked_author(author), client_id, now, label or ChangeLabel(""))
