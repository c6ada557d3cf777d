"""Which events are kept, and how do they change? Like tables: codes, versions, and a log of who did what.

A change made from another version than the newest is refused, and nothing is written. What came under the same
`client_id` before is not written again. Layouts and tables of an event count as changes of the event too.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import Conflict, InputError, NotFound, Problem, SentBefore
from astrike.model.document_change import ChangeLabel, Document
from astrike.store.database.column_values import (
    document_from_text,
    json_to_text,
    label_from_text,
    label_to_text,
    time_from_text,
    time_to_text,
)
from astrike.store.database.connection import Database, reading, writing
from astrike.store.events.codes import codes_of_event, give_event_codes
from astrike.store.events.round_starts import has_other_clock, join_round, start_round
from astrike.store.events.undo_states import ChangedTables, forget_undos, state_of, way_back
from astrike.store.table.changes import LONGEST_CLIENT_ID
from astrike.store.table.codes import Codes, draw_code
from astrike.store.table.log import ChangedBy
from astrike.store.table.tables import checked_author, forget_deleted

KEPT_CHANGES: Final = 10_000


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event at one version; the document is the caller's to read, not to change."""

    id: int
    document: dict[str, object]
    version: int
    created: datetime
    updated: datetime
    codes: Codes


@dataclass(frozen=True, slots=True)
class EventChange:
    """One row of an event's log."""

    version: int
    author: str
    time: datetime
    label: ChangeLabel


def create_event(
    db: Database,
    *,
    document: Document,
    now: datetime,
    author: str,
    origin: str | None = None,
    draw: Callable[[], str] = draw_code,
) -> StoredEvent:
    """Keep a new event and give it codes; the event that this origin made before is given back as it is."""
    author, text, moment = checked_author(author), json_to_text(document), time_to_text(now)
    with writing(db):
        forget_deleted(db, now=now)
        made = event_of_origin(db, origin)
        if made is not None:
            return made
        [(event_id,)] = db.execute(
            "INSERT INTO events (origin, version, created, updated, document)"
            " VALUES (?, 1, ?, ?, ?) RETURNING id",
            (origin, moment, moment, text),
        ).fetchall()
        _note(
            db,
            event_id,
            version=1,
            label=ChangeLabel("event.created"),
            who=ChangedBy(author, None, now),
            before=None,
        )
        give_event_codes(db, event_id, draw=draw)
        return load_event(db, event_id)


def event_of_origin(db: Database, origin: str | None) -> StoredEvent | None:
    """Find the event that was made by this origin, if it is there."""
    if origin is None:
        return None
    with reading(db):
        row = db.execute("SELECT id FROM events WHERE origin = ?", (origin,)).fetchone()
        return load_event(db, row[0]) if row else None


def load_event(db: Database, event_id: int) -> StoredEvent:
    """Read an event as it is now."""
    with reading(db):
        row = db.execute(
            "SELECT document, version, created, updated FROM events WHERE id = ? AND deleted IS NULL",
            (event_id,),
        ).fetchone()
        if row is None:
            raise NotFound("This event does not exist any more.")
        document, version, created, updated = row
        codes = codes_of_event(db, event_id)
    return StoredEvent(
        id=event_id,
        document=document_from_text(document),
        version=version,
        created=time_from_text(created),
        updated=time_from_text(updated),
        codes=codes,
    )


def change_event(
    db: Database,
    event_id: int,
    *,
    from_version: int,
    document: Document,
    label: ChangeLabel,
    author: str,
    client_id: str,
    now: datetime,
) -> StoredEvent:
    """Put another document in the place of an event's, if its newest version is the one it was made from."""
    with changing(db, event_id, label, ChangedBy(author, client_id, now)) as is_new:
        if is_new:
            refuse_stale(db, event_id, from_version)
            write_document(db, event_id, document)
    return load_event(db, event_id)


@contextmanager
def changing(
    db: Database,
    event_id: int,
    label: ChangeLabel,
    who: ChangedBy,
    *,
    changed_tables: ChangedTables | None = None,
) -> Iterator[bool]:
    """Write something of an event as its next version; False: this was written before, so leave it.

    `changed_tables` is what was done on its tables by the same tap.
    """
    author, client_id = checked_author(who.author), _checked_id(who.client_id)
    with writing(db):
        before = load_event(db, event_id)
        if _is_written(db, before, client_id, label):
            yield False
            return
        state = state_of(db, event_id)
        yield True
        version = before.version + 1
        after = state_of(db, event_id)
        back = way_back(state, after, changed_tables)
        if has_other_clock(state.document, after.document):
            start_round(db, event_id, after.document, author=author, now=who.now)
        join_round(db, sorted(set(after.tables.values()) - set(state.tables.values())), after.document)
        db.execute(
            "UPDATE events SET version = ?, updated = ? WHERE id = ?",
            (version, time_to_text(who.now), event_id),
        )
        _note(
            db, event_id, version=version, label=label, who=ChangedBy(author, client_id, who.now), before=back
        )
        forget_undos(db, event_id, version=version)
        db.execute(
            "DELETE FROM event_changes WHERE event_id = ? AND version <= ?",
            (event_id, version - KEPT_CHANGES),
        )


def note_change(
    db: Database,
    event_id: int,
    label: ChangeLabel,
    who: ChangedBy,
    *,
    changed_tables: ChangedTables | None = None,
) -> None:
    """Write into the log what was done beside the event: it is as it was, and the log says who did that."""
    with changing(db, event_id, label, who, changed_tables=changed_tables):
        pass


def write_document(db: Database, event_id: int, document: Document) -> None:
    """Write the document of an event inside `changing`."""
    db.execute("UPDATE events SET document = ? WHERE id = ?", (json_to_text(document), event_id))


def refuse_stale(db: Database, event_id: int, from_version: int) -> None:
    """Refuse what was made from another version than the newest."""
    [(version,)] = db.execute("SELECT version FROM events WHERE id = ?", (event_id,)).fetchall()
    if from_version != version:
        raise Conflict(
            "Someone else has changed this event meanwhile; nothing was written.",
            mine_version=from_version,
            current_version=version,
        )


def event_history(
    db: Database, event_id: int, *, limit: int, before: int | None = None
) -> tuple[EventChange, ...]:
    """List who changed what, the newest first."""
    with reading(db):
        rows = db.execute(
            "SELECT version, author, time, label FROM event_changes"
            " WHERE event_id = ? AND (? IS NULL OR version < ?) ORDER BY version DESC LIMIT ?",
            (event_id, before, before, limit),
        ).fetchall()
    return tuple(
        EventChange(v, author, time_from_text(at), label_from_text(words)) for v, author, at, words in rows
    )


def was_written(db: Database, event_id: int, client_id: str) -> bool:
    """Tell whether a change of an event came under this id before, as far back as changes are kept."""
    with reading(db):
        row = db.execute(
            "SELECT 1 FROM event_changes WHERE event_id = ? AND client_id = ?", (event_id, client_id)
        ).fetchone()
    return row is not None


def delete_event(db: Database, event_id: int, *, from_version: int, now: datetime) -> None:
    """Delete an event if nobody changed it meanwhile; its tables stay, and it can be restored for 30 days."""
    with writing(db):
        load_event(db, event_id)
        refuse_stale(db, event_id, from_version)
        db.execute("UPDATE events SET deleted = ?, origin = NULL WHERE id = ?", (time_to_text(now), event_id))


def _is_written(db: Database, event: StoredEvent, client_id: str | None, label: ChangeLabel) -> bool:
    row = db.execute(
        "SELECT version, label FROM event_changes WHERE event_id = ? AND client_id = ?", (event.id, client_id)
    ).fetchone()
    if row is None:
        return False
    version, words = row
    if words != label_to_text(label):
        raise SentBefore(
            "This change was sent before with another content; nothing was written.",
            mine_version=version,
            current_version=event.version,
        )
    return True


def _checked_id(client_id: str | None) -> str | None:
    is_fit = client_id is None or (
        0 < len(client_id) <= LONGEST_CLIENT_ID and client_id.isascii() and client_id.isprintable()
    )
    if not is_fit:
        expected = f"1 to {LONGEST_CLIENT_ID} plain letters, digits and signs"
        raise InputError([Problem("client_id", repr(client_id)[:80], expected)])
    return client_id


def _note(
    db: Database, event_id: int, *, version: int, label: ChangeLabel, who: ChangedBy, before: str | None
) -> None:
    db.execute(
        "INSERT INTO event_changes (event_id, version, author, client_id, time, label, before)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (event_id, version, who.author, who.client_id, time_to_text(who.now), label_to_text(label), before),
    )
