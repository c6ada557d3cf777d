"""Which tables are kept? Makes, reads, copies and deletes them; how they change is left to `changes`.

Tables that are made without a code are counted by day and by sender, and more than a server wants to keep are refused.
The count is in the database, so that a restart forgets nothing, and goes with its day. Time is an argument.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from astrike.byte_budget import kept
from astrike.dataclass import dataclass
from astrike.errors import Conflict, InputError, NotFound, Problem, TooMuch
from astrike.model.document_change import ChangeLabel, Document, SetMember, apply
from astrike.store.database.column_values import (
    checked_text,
    document_from_text,
    document_name,
    json_to_text,
    time_from_text,
    time_to_text,
)
from astrike.store.database.connection import Database, reading, writing
from astrike.store.table import log
from astrike.store.table.codes import Codes, Right, codes_of, draw_code, give_codes


@dataclass(frozen=True, slots=True)
class Allowance:
    """Who wants to make tables, and how many a day may come from there and from everywhere."""

    address: str
    """As `address_group` gives it."""
    each: int
    in_all: int


def count_made(db: Database, allowance: Allowance, *, tables: int = 1, now: datetime) -> None:
    """Count tables that are being made, inside the write that makes them; raise `TooMuch` above the allowance."""
    day = now.date().isoformat()
    with writing(db):
        db.execute("DELETE FROM made_tables WHERE day <> ?", (day,))
        of_address, in_all = db.execute(
            "SELECT coalesce(sum(CASE WHEN address = ? THEN count END), 0), coalesce(sum(count), 0)"
            " FROM made_tables",
            (allowance.address,),
        ).fetchone()
        if of_address + tables > allowance.each:
            raise _too_many("From this address", of_address, allowance.each, tables, now)
        if in_all + tables > allowance.in_all:
            raise _too_many("On this server", in_all, allowance.in_all, tables, now)
        db.execute(
            "INSERT INTO made_tables (day, address, count) VALUES (?, ?, ?)"
            " ON CONFLICT (day, address) DO UPDATE SET count = count + excluded.count",
            (day, allowance.address, tables),
        )


def _too_many(where: str, made: int, most: int, tables: int, now: datetime) -> TooMuch:
    midnight = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    wait = midnight - now
    hours, minutes = divmod(max(1, round(wait.total_seconds() / 60)), 60)
    more = "" if tables == 1 else f", and this would make {tables:,} more"
    return TooMuch(
        f"{where}, {made:,} tables were made today{more}; the limit is {most:,} a day. Nothing was made."
        f" New tables can be made again in {hours} h {minutes} min, at midnight UTC.",
        wait_seconds=wait.total_seconds(),
    )


LONGEST_NAME: Final = 120

LONGEST_AUTHOR: Final = 40

KEPT_AFTER_DELETION: Final = timedelta(days=30)
"""Of tables, events and what is in the library."""

LONGEST_KEPT: Final = 250_000
"""Letters of a document that is kept in memory as it was read."""


VersionKey = tuple[str, int, datetime]


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table at one version. `undoable` and `redoable` name what undo and redo would do now, if anything.

    `undo_held` and `redo_held` say why that is not for the code to play, where it is not.

    The document is the caller's to read, not to change; `step` counts the changes that are done.
    """

    id: int
    document: dict[str, object]
    version: int
    created: datetime
    updated: datetime
    step: int
    codes: Codes
    undoable: ChangeLabel | None
    redoable: ChangeLabel | None
    locked: datetime | None = None
    """Since when only the organizer may change it."""
    undo_held: log.HeldBackBy | None = None
    redo_held: log.HeldBackBy | None = None
    undo_author: str = ""
    """Who made the change that undo would take back."""
    undo_device: str | None = None
    """The phone that made it; None: nobody's."""

    @property
    def version_key(self) -> VersionKey:
        """What tells this version of this table from all others.

        No two tables of any database share a code, and the time tells a restored table from the one it replaced.
        """
        return self.codes.organise, self.version, self.updated

    @property
    def name(self) -> str:
        """The name that the document gives the table; may be empty."""
        return document_name(self.document)


def create_table(
    db: Database,
    *,
    document: Document,
    now: datetime,
    author: str,
    name: str | None = None,
    origin: str | None = None,
    is_demo: bool = False,
    allowance: Allowance | None = None,
    draw: Callable[[], str] = draw_code,
) -> StoredTable:
    """Keep a new table under a name of its own or its document's, and give it codes.

    `origin` names what must not be made twice, such as a demo or a form that is sent again: if a table of
    this origin is there, it is the answer. `is_demo` marks the demo and its copies, which anybody can have.
    With an `allowance` it is counted, and refused above that.
    """
    if name is not None:
        document, _ = apply(document, [set_name(name)])
    author = checked_author(author)
    text = json_to_text(document)
    moment = time_to_text(now)
    with writing(db):
        forget_deleted(db, now=now)
        if origin is not None and (made := table_of_origin(db, origin)) is not None:
            return made
        if allowance is not None:
            count_made(db, allowance, now=now)
        [(table_id,)] = db.execute(
            "INSERT INTO tables (origin, version, step, created, updated, document, is_demo)"
            " VALUES (?, 1, 0, ?, ?, ?, ?) RETURNING id",
            (origin, moment, moment, text, is_demo),
        ).fetchall()
        label = ChangeLabel("table.created")
        entry = log.LogEntry("create", Right.ORGANISE, author, client_id=None, now=now, label=label)
        log.append(db, log.row(entry, table_id=table_id, version=1))
        give_codes(db, table_id, draw=draw)
        return load_table(db, table_id)


def load_table(db: Database, table_id: int) -> StoredTable:
    """Read a table as it is now."""
    with reading(db):
        row = db.execute(
            "SELECT document, version, created, updated, step, locked FROM tables WHERE id = ? AND deleted IS NULL",
            (table_id,),
        ).fetchone()
        if row is None:
            raise NotFound("This table does not exist any more.")
        document, version, created, updated, step, locked = row
        codes = codes_of(db, table_id)
        undo, redo = log.undo_entries_around(db, table_id, step)
    return StoredTable(
        id=table_id,
        document=_document(document),
        version=version,
        created=time_from_text(created),
        updated=time_from_text(updated),
        step=step,
        codes=codes,
        undoable=None if undo is None else undo.label,
        redoable=None if redo is None else redo.label,
        locked=None if locked is None else time_from_text(locked),
        undo_held=None if undo is None else undo.held,
        redo_held=None if redo is None else redo.held,
        undo_author="" if undo is None else undo.author,
        undo_device=None if undo is None else undo.device,
    )


def _document(text: str) -> dict[str, object]:
    return _same_document(text) if len(text) <= LONGEST_KEPT else document_from_text(text)


@kept
def _same_document(text: str) -> dict[str, object]:
    """Take the document that this text has just been read as: eight phones ask for the same again and again."""
    return document_from_text(text)


def table_of_origin(db: Database, origin: str) -> StoredTable | None:
    """Find the table that was made by this origin, if it is there."""
    with reading(db):
        row = db.execute("SELECT id FROM tables WHERE origin = ?", (origin,)).fetchone()
        return load_table(db, row[0]) if row else None


def delete_table(db: Database, table_id: int, *, from_version: int, now: datetime) -> None:
    """Delete a table if nobody changed it meanwhile; it can be restored for 30 days."""
    with writing(db):
        refuse_stale(from_version, load_table(db, table_id).version)
        db.execute("UPDATE tables SET deleted = ?, origin = NULL WHERE id = ?", (time_to_text(now), table_id))


def restore_table(db: Database, table_id: int) -> StoredTable:
    """Bring a deleted table back with its codes and its history."""
    with writing(db):
        db.execute("UPDATE tables SET deleted = NULL WHERE id = ?", (table_id,))
        return load_table(db, table_id)


def forget_deleted(db: Database, *, now: datetime) -> None:
    """Forget tables and events that were deleted long ago, so that no event comes back without its tables."""
    since = (time_to_text(now - KEPT_AFTER_DELETION),)
    db.execute("DELETE FROM tables WHERE deleted < ?", since)
    db.execute("DELETE FROM events WHERE deleted < ?", since)


def set_name(name: str) -> SetMember:
    """Answer the operation that gives a table a name."""
    name = checked_text(name, at="name", most=LONGEST_NAME)
    if not name:
        raise InputError([Problem("name", "nothing", f"1 to {LONGEST_NAME} characters")])
    return SetMember("name", name)


def checked_author(author: str) -> str:
    """Answer the name of a device as it is kept; it may be empty."""
    return checked_text(author, at="author", most=LONGEST_AUTHOR)


def refuse_stale(from_version: int, current_version: int) -> None:
    """Refuse what was made from another version than the newest."""
    if from_version != current_version:
        raise Conflict(
            "Someone else has changed this table meanwhile; nothing was written.",
            mine_version=from_version,
            current_version=current_version,
        )
