"""Which tables has an event, by their numbers, and to which event does a table belong?"""

from collections.abc import Callable
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import InputError, NotFound, Problem
from astrike.model.document_change import ChangeLabel, Document
from astrike.store.database.column_values import time_to_text
from astrike.store.database.connection import Database, reading, writing
from astrike.store.events.events import changing, refuse_stale, write_document
from astrike.store.table.codes import Codes, draw_code
from astrike.store.table.log import ChangedBy
from astrike.store.table.tables import StoredTable, create_table


@dataclass(frozen=True, slots=True)
class StoredEventTable:
    """A table of an event, without what lies on it."""

    number: int
    table_id: int
    version: int
    turn: int
    is_locked: bool
    codes: Codes


@dataclass(frozen=True, slots=True)
class TableInEvent:
    """Where a table stands: the event, the version that it has now, and the number of the table in it."""

    event_id: int
    version: int
    number: int


@dataclass(frozen=True, slots=True)
class EventPulse:
    """What changes when anything of an event does; cheap to ask for."""

    version: int
    tables: int
    """Versions and locks of all its tables together; a lock that goes is a version that comes, so those count twice."""
    rulings: int
    """Rulings, calls and decisions together."""


_TABLES: Final = (
    "SELECT event_tables.number, tables.id, tables.version,"
    " json_extract(tables.document, '$.astrike.turn'), tables.locked IS NOT NULL"
    " FROM event_tables JOIN tables ON tables.id = event_tables.table_id"
    " WHERE event_tables.event_id = ? AND tables.deleted IS NULL ORDER BY event_tables.number"
)
_CODES: Final = (
    "SELECT codes.table_id, codes.right, codes.code FROM event_tables"
    " JOIN codes ON codes.table_id = event_tables.table_id WHERE event_tables.event_id = ?"
)
_PULSE: Final = (
    "SELECT events.version,"
    " (SELECT 2 * total(tables.version) + total(tables.locked IS NOT NULL) + 1000000 * count(*)"
    "  FROM event_tables JOIN tables ON tables.id = event_tables.table_id"
    "  WHERE event_tables.event_id = events.id AND tables.deleted IS NULL),"
    " (SELECT count(*) + 1000 * count(called) + 1000000000000 * count(revoked)"
    "  + total(strftime('%s', json_extract(decision, '$[3]')))"  # a judge may decide again
    "  FROM rulings WHERE event_id = events.id)"
    " FROM events WHERE events.id = ?"
)


def tables_of_event(db: Database, event_id: int) -> tuple[StoredEventTable, ...]:
    """List the tables of an event by their numbers; those that were deleted are left out."""
    with reading(db):
        rows = db.execute(_TABLES, (event_id,)).fetchall()
        codes: dict[int, dict[str, str]] = {}
        for table_id, right, code in db.execute(_CODES, (event_id,)).fetchall():
            codes.setdefault(table_id, {})[right] = code
    return tuple(
        StoredEventTable(
            number=number,
            table_id=table_id,
            version=version,
            turn=turn if isinstance(turn, int) else 1,
            is_locked=bool(locked),
            codes=Codes(**codes[table_id]),
        )
        for number, table_id, version, turn, locked in rows
    )


def event_of_table(db: Database, table_id: int) -> TableInEvent | None:
    """Find the event that a table belongs to; cheap, for every phone that asks whether there is news."""
    with reading(db):
        row = db.execute(
            "SELECT events.id, events.version, event_tables.number FROM event_tables"
            " JOIN events ON events.id = event_tables.event_id"
            " WHERE event_tables.table_id = ? AND events.deleted IS NULL",
            (table_id,),
        ).fetchone()
    return TableInEvent(*row) if row else None


def pulse_of(db: Database, event_id: int) -> EventPulse:
    """Say what changes with anything of an event."""
    with reading(db):
        row = db.execute(_PULSE, (event_id,)).fetchone()
    if row is None:
        raise NotFound("This event does not exist any more.")
    return EventPulse(*map(int, row))


def add_table(
    db: Database,
    event_id: int,
    number: int,
    *,
    table: Document,
    name: str,
    event: Document,
    from_version: int,
    who: ChangedBy,
    draw: Callable[[], str] = draw_code,
) -> StoredTable | None:
    """Make a table of an event; `event` is the newest version's document with it.

    None: the same request came twice, and the other made it.
    """
    with changing(db, event_id, ChangeLabel("tables.added", {"number": str(number)}), who) as is_new:
        if not is_new:
            return None
        refuse_stale(db, event_id, from_version)
        made = put_table(db, event_id, number, table=table, name=name, who=who, draw=draw)
        write_document(db, event_id, event)
    return made


def put_table(
    db: Database,
    event_id: int,
    number: int,
    *,
    table: Document,
    name: str,
    who: ChangedBy,
    draw: Callable[[], str] = draw_code,
) -> StoredTable:
    """Make a table under a number that is free, inside another write."""
    with writing(db):
        taken = db.execute(
            "SELECT event_tables.table_id, tables.deleted FROM event_tables"
            " JOIN tables ON tables.id = event_tables.table_id"
            " WHERE event_tables.event_id = ? AND number = ?",
            (event_id, number),
        ).fetchone()
        if taken is not None and taken[1] is None:
            raise InputError([Problem("number", str(number), "a number that no other table has")])
        if taken is not None:  # deleted by hand: its number is free again
            db.execute("DELETE FROM event_tables WHERE table_id = ?", (taken[0],))
        made = create_table(db, document=table, now=who.now, author=who.author, name=name, draw=draw)
        db.execute(
            "INSERT INTO event_tables (event_id, number, table_id) VALUES (?, ?, ?)",
            (event_id, number, made.id),
        )
    return made


def remove_table(
    db: Database, event_id: int, number: int, *, event: Document, from_version: int, who: ChangedBy
) -> None:
    """Delete a table of an event, as tables are deleted; `event` is the newest version's document without it."""
    with changing(db, event_id, ChangeLabel("tables.removed", {"number": str(number)}), who) as is_new:
        if not is_new:
            return
        refuse_stale(db, event_id, from_version)
        row = db.execute(
            "DELETE FROM event_tables WHERE event_id = ? AND number = ? RETURNING table_id",
            (event_id, number),
        ).fetchone()
        if row is None:
            raise NotFound("The event has no table of this number.")
        db.execute(
            "UPDATE tables SET deleted = ?, origin = NULL WHERE id = ? AND deleted IS NULL",
            (time_to_text(who.now), row[0]),
        )
        write_document(db, event_id, event)


def delete_tables(db: Database, event_id: int, *, who: ChangedBy) -> None:
    """Delete every table of an event, inside the write that deletes the event."""
    with writing(db):
        db.execute(
            "UPDATE tables SET deleted = ?, origin = NULL WHERE deleted IS NULL"
            " AND id IN (SELECT table_id FROM event_tables WHERE event_id = ?)",
            (time_to_text(who.now), event_id),
        )
