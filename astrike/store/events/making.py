"""How does a whole event come to be at once, go, and come back: with its layouts and tables, or not at all?"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

from astrike.dataclass import dataclass
from astrike.model.document_change import ChangeLabel, Document
from astrike.model.ruling import ArchivedRuling
from astrike.store.database.column_values import json_to_text, time_to_text
from astrike.store.database.connection import Database, writing
from astrike.store.events.events import (
    StoredEvent,
    create_event,
    delete_event,
    event_of_origin,
    load_event,
    note_change,
    refuse_stale,
)
from astrike.store.events.layouts import checked_name
from astrike.store.events.round_starts import join_round
from astrike.store.events.tables import delete_tables, put_table, tables_of_event
from astrike.store.rulings.rulings import bring_ruling
from astrike.store.table.codes import draw_code
from astrike.store.table.locks import lock_table
from astrike.store.table.log import ChangedBy
from astrike.store.table.tables import Allowance, count_made


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table that is made with its event."""

    number: int
    name: str
    document: Document
    is_locked: bool = False


def make_event(
    db: Database,
    *,
    document: Document,
    tables: Sequence[NewTable],
    layouts: Mapping[str, Document],
    now: datetime,
    author: str,
    origin: str | None,
    rulings: Iterable[ArchivedRuling] = (),
    allowance: Allowance | None = None,
    draw: Callable[[], str] = draw_code,
) -> StoredEvent:
    """Keep a new event with its layouts, tables and rulings.

    What this origin made before is given back as it is. With an `allowance` its tables are counted, and the event
    is refused above that.
    """
    who = ChangedBy(author, None, now)
    with writing(db):
        made = event_of_origin(db, origin)
        if made is not None:
            return made
        if allowance is not None:
            count_made(db, allowance, tables=max(1, len(tables)), now=now)
        event = create_event(db, document=document, now=now, author=author, origin=origin, draw=draw)
        for name, layout in layouts.items():
            db.execute(
                "INSERT INTO event_layouts (event_id, name, updated, document) VALUES (?, ?, ?, ?)",
                (event.id, checked_name(name), time_to_text(now), json_to_text(layout)),
            )
        for each in tables:
            put_table(db, event.id, each.number, table=each.document, name=each.name, who=who, draw=draw)
        seats = {each.number: each.table_id for each in tables_of_event(db, event.id)}
        for each in tables:
            if each.is_locked:
                lock_table(db, seats[each.number], author=author, client_id=None, now=now)
        join_round(db, seats.values(), json_to_text(document))
        for kept in rulings:
            seat = None if kept.seat is None else seats.get(kept.seat)
            bring_ruling(db, kept, table_id=seat, event_id=event.id, now=now, draw=draw)
        return load_event(db, event.id)


def unmake_event(
    db: Database, event_id: int, *, from_version: int, also_tables: bool, now: datetime, author: str
) -> None:
    """Delete an event, on demand with its tables, if nobody changed it meanwhile."""
    with writing(db):
        refuse_stale(db, event_id, from_version)
        if also_tables:
            delete_tables(db, event_id, who=ChangedBy(author, None, now))
        delete_event(db, event_id, from_version=from_version, now=now)


def restore_event(db: Database, event_id: int, *, who: ChangedBy) -> None:
    """Bring a deleted event back with its codes, its log, and the tables that went with it."""
    with writing(db):
        [(since,)] = db.execute("SELECT deleted FROM events WHERE id = ?", (event_id,)).fetchall()
        if since is None:  # the same request came twice, and the other was faster
            return
        db.execute("UPDATE events SET deleted = NULL WHERE id = ?", (event_id,))
        db.execute(
            "UPDATE tables SET deleted = NULL WHERE deleted = ?"
            " AND id IN (SELECT table_id FROM event_tables WHERE event_id = ?)",
            (since, event_id),
        )
        note_change(db, event_id, ChangeLabel("event.restored"), who)
