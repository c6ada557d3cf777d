"""Which layouts has an event? Table files under a name, for as many tables as wanted."""

import hashlib
from datetime import datetime
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import InputError, NotFound, Problem
from astrike.model.byte_limits import TABLE
from astrike.model.document_change import ChangeLabel, Document
from astrike.store.database.column_values import (
    checked_text,
    document_from_text,
    json_to_text,
    time_from_text,
    time_to_text,
)
from astrike.store.database.connection import Database, reading
from astrike.store.events.events import changing, refuse_stale, write_document
from astrike.store.events.undo_states import take_out_layout
from astrike.store.table.log import ChangedBy

LONGEST_LAYOUT_NAME: Final = 80
MOST_LAYOUTS: Final = 60
MOST_BYTES: Final = TABLE.most

_READ: Final = "SELECT id, name, updated, document FROM event_layouts"


@dataclass(frozen=True, slots=True)
class EventLayout:
    """A layout of an event; the document is the caller's to read, not to change."""

    id: int
    name: str
    updated: datetime
    document: dict[str, object]
    digest: str
    """Tells its content apart from every other."""


def layouts_of(db: Database, event_id: int) -> tuple[EventLayout, ...]:
    """List the layouts by name."""
    with reading(db):
        rows = db.execute(
            _READ + " WHERE event_id = ? ORDER BY name COLLATE NOCASE, id", (event_id,)
        ).fetchall()
    return tuple(map(_layout, rows))


def load_layout(db: Database, event_id: int, layout_id: int) -> EventLayout:
    """Read one layout of an event."""
    with reading(db):
        row = db.execute(_READ + " WHERE event_id = ? AND id = ?", (event_id, layout_id)).fetchone()
    if row is None:
        raise NotFound("This layout is not one of the event any more.")
    return _layout(row)


def add_layout(db: Database, event_id: int, *, name: str, document: Document, who: ChangedBy) -> EventLayout:
    """Keep one more layout; a form that is sent twice adds it once."""
    name, text = checked_name(name), json_to_text(document)
    if len(text) > MOST_BYTES:
        raise InputError([Problem("file", f"{len(text):,} bytes", f"at most {MOST_BYTES:,} bytes")])
    with changing(db, event_id, ChangeLabel("layout.added", {"name": name}), who) as is_new:
        if is_new:
            _refuse_full(db, event_id)
            _refuse_taken(db, event_id, name)
            db.execute(
                "INSERT INTO event_layouts (event_id, name, updated, document) VALUES (?, ?, ?, ?)",
                (event_id, name, time_to_text(who.now), text),
            )
        row = db.execute(_READ + " WHERE event_id = ? AND name = ?", (event_id, name)).fetchone()
    if row is None:
        raise NotFound("This layout is not one of the event any more.")
    return _layout(row)


def rename_layout(
    db: Database,
    event_id: int,
    layout_id: int,
    *,
    name: str,
    event: Document,
    from_version: int,
    who: ChangedBy,
) -> None:
    """Give a layout another name; `event` is the event's document in which it has that name everywhere.

    The document has to be made from the newest version.
    """
    name = checked_name(name)
    with changing(db, event_id, ChangeLabel("layout.renamed", {"name": name}), who) as is_new:
        if is_new:
            refuse_stale(db, event_id, from_version)
            before = load_layout(db, event_id, layout_id)
            if before.name != name:
                _refuse_taken(db, event_id, name)
            db.execute("UPDATE event_layouts SET name = ? WHERE id = ?", (name, layout_id))
            write_document(db, event_id, event)


def remove_layout(
    db: Database,
    event_id: int,
    layout_id: int,
    *,
    name: str,
    event: Document,
    from_version: int,
    who: ChangedBy,
) -> None:
    """Take a layout out of the event; `event` is the newest version's document without it on any table."""
    with changing(db, event_id, ChangeLabel("layout.removed", {"name": name}), who) as is_new:
        if is_new:
            refuse_stale(db, event_id, from_version)
            load_layout(db, event_id, layout_id)
            take_out_layout(db, event_id, layout_id, version=from_version + 1)
            write_document(db, event_id, event)


def checked_name(name: str) -> str:
    """Answer the name of a layout as it is kept."""
    name = checked_text(name, at="name", most=LONGEST_LAYOUT_NAME)
    if not name:
        raise InputError([Problem("name", "nothing", f"1 to {LONGEST_LAYOUT_NAME} characters")])
    if not name.isprintable():  # the event could not be read any more that says where it lies
        raise InputError([Problem("name", repr(name), "a text without control characters")])
    return name


def _refuse_full(db: Database, event_id: int) -> None:
    [(count,)] = db.execute("SELECT count(*) FROM event_layouts WHERE event_id = ?", (event_id,)).fetchall()
    if count >= MOST_LAYOUTS:
        raise InputError([Problem("name", f"{count} layouts", f"at most {MOST_LAYOUTS} in an event")])


def _refuse_taken(db: Database, event_id: int, name: str) -> None:
    taken = db.execute(
        "SELECT id FROM event_layouts WHERE event_id = ? AND name = ?", (event_id, name)
    ).fetchone()
    if taken is not None:
        raise InputError([Problem("name", repr(name), "a name that no other layout of the event has")])


def _layout(row: tuple[int, str, str, str]) -> EventLayout:
    layout_id, name, updated, document = row
    digest = hashlib.sha256(document.encode()).hexdigest()
    return EventLayout(layout_id, name, time_from_text(updated), document_from_text(document), digest)
