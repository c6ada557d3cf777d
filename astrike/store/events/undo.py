"""What of an event can be taken back, or made again, and who did that? Step by step, the newest change first.

An undo is a change of its own, with its line in the log; so is a redo. What can be taken back is the newest change
that nobody has taken back: everything after it has canceled itself out, so what was before it fits exactly.
"""

import hashlib
from dataclasses import replace
from datetime import datetime
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import Conflict, NotFound
from astrike.model.document_change import ChangeLabel
from astrike.store.database.column_values import label_from_text, time_from_text
from astrike.store.database.connection import Database, reading, writing
from astrike.store.events.events import changing, load_event, was_written
from astrike.store.events.undo_states import ChangedTables, changed_tables_in, put_back
from astrike.store.table.changes import redo, undo
from astrike.store.table.codes import Right
from astrike.store.table.log import ChangedBy, is_touched_since
from astrike.store.table.tables import load_table

UNDONE: Final = "event.undone"
REDONE: Final = "event.redone"
KEPT: Final = "kept"
"""How many tables were changed since, and were left as they are."""
_OF: Final = "of"
_KEY: Final = "key"
_NAME: Final = "name."


@dataclass(frozen=True, slots=True)
class EventUndo:
    """A change that can be taken back or made again; the label is that of the change it is about."""

    version: int
    label: ChangeLabel
    author: str
    time: datetime
    kept_at: int
    """The version whose row says what was there before: its own, or that of the redo that made it again."""


@dataclass(frozen=True, slots=True)
class EventUndos:
    """What the next undo and the next redo would be about."""

    undo: EventUndo | None
    redo: EventUndo | None


def undos_of_event(db: Database, event_id: int) -> EventUndos:
    """Say what can be taken back and made again."""
    with reading(db):
        rows = db.execute(
            "SELECT version, author, time, label FROM event_changes"
            " WHERE event_id = ? AND before IS NOT NULL ORDER BY version DESC",
            (event_id,),
        ).fetchall()
    found = [
        EventUndo(version, label_from_text(label), author, time_from_text(time), version)
        for version, author, time, label in rows
    ]
    cancelled: dict[int, int] = {}
    """Versions that do not count any more, by the newest one that canceled them."""
    made_again: dict[int, int] = {}
    redo: EventUndo | None = None
    for step in found:
        by = cancelled.get(step.version)
        of = int(step.label.names[_OF]) if step.label.key in (UNDONE, REDONE) else 0
        if by is not None:
            if step.label.key == UNDONE:
                made_again.setdefault(of, by)
        elif step.label.key == REDONE:
            cancelled[of] = step.version
        elif step.label.key == UNDONE:
            cancelled[of] = step.version
            redo = redo or replace(step, label=label_within(step.label))
        else:
            return EventUndos(replace(step, kept_at=made_again.get(step.version, step.version)), redo)
    return EventUndos(None, redo)


def undo_event(db: Database, event_id: int, *, version: int, who: ChangedBy) -> None:
    """Take back the change that led to this version, if it is the newest that nobody has taken back."""
    with writing(db):
        step = undos_of_event(db, event_id).undo
        _apply(db, event_id, step, UNDONE, version=version, who=who)


def redo_event(db: Database, event_id: int, *, version: int, who: ChangedBy) -> None:
    """Make again what was taken back with this version, if that is the newest change that could be."""
    with writing(db):
        step = undos_of_event(db, event_id).redo
        _apply(db, event_id, step, REDONE, version=version, who=who)


def label_within(label: ChangeLabel) -> ChangeLabel:
    """Give the label of the change that an undo or a redo is about."""
    names = {key.removeprefix(_NAME): text for key, text in label.names.items() if key.startswith(_NAME)}
    return ChangeLabel(label.names[_KEY], names)


def _apply(
    db: Database, event_id: int, step: EventUndo | None, key: str, *, version: int, who: ChangedBy
) -> None:
    if was_written(db, event_id, who.client_id or ""):
        return
    newest = load_event(db, event_id).version
    if step is None or step.version != version:
        raise Conflict(
            "Somebody else has changed this event meanwhile; nothing was taken back.",
            mine_version=version,
            current_version=newest,
        )
    [(before,)] = db.execute(
        "SELECT before FROM event_changes WHERE event_id = ? AND version = ?", (event_id, step.kept_at)
    ).fetchall()
    changed_tables = changed_tables_in(before)
    back = None if changed_tables is None else _take_back(db, changed_tables, who)
    kept = 0 if changed_tables is None or back is None else len(changed_tables.tables) - len(back.tables)
    names = {_NAME + name: text for name, text in step.label.names.items()}
    names |= {KEPT: str(kept)} if kept else {}
    label = ChangeLabel(key, {_OF: str(version), _KEY: step.label.key, **names})
    with changing(db, event_id, label, who, changed_tables=back):
        put_back(db, event_id, before, version=newest + 1, now=who.now)


def _take_back(db: Database, changed_tables: ChangedTables, who: ChangedBy) -> ChangedTables:
    """Take back what was laid on tables, where nobody has changed them since."""
    change = undo if changed_tables.takes_back == "undo" else redo
    short = hashlib.sha256((who.client_id or "").encode()).hexdigest()[:24]
    found: list[tuple[int, int]] = []
    for table_id, version in changed_tables.tables:
        try:
            is_left = not is_touched_since(db, table_id, version)
            after = change(
                db,
                table_id,
                from_version=load_table(db, table_id).version if is_left else version,
                right=Right.ORGANISE,
                author=who.author,
                client_id=f"{short}-{table_id}",
                now=who.now,
            )
        except (Conflict, NotFound):  # played on, or deleted since
            continue
        found.append((table_id, after.version))
    return ChangedTables(tuple(found), "redo" if changed_tables.takes_back == "undo" else "undo")
