"""Who may still change a table, and by which codes? Locks, unlocks and new codes, each in the table's log.

None of it is an undo step: undo takes back what lies on the table, never who may touch it.
"""

from collections.abc import Callable
from datetime import datetime

from astrike.model.document_change import ChangeLabel
from astrike.store.database.column_values import time_to_text
from astrike.store.database.connection import Database, writing
from astrike.store.table import log
from astrike.store.table.codes import Right, draw_code, reissue_code
from astrike.store.table.tables import StoredTable, checked_author, load_table


def lock_table(
    db: Database, table_id: int, *, author: str, client_id: str | None, now: datetime
) -> StoredTable:
    """Keep everybody but the organizer from changing a table; locking it again changes nothing."""
    return _set_lock(db, table_id, since=now, author=author, client_id=client_id, now=now)


def unlock_table(
    db: Database, table_id: int, *, author: str, client_id: str | None, now: datetime
) -> StoredTable:
    """Let everybody with the code to play change the table again."""
    return _set_lock(db, table_id, since=None, author=author, client_id=client_id, now=now)


def reissue(
    db: Database,
    table_id: int,
    right: Right,
    *,
    author: str,
    client_id: str | None,
    now: datetime,
    draw: Callable[[], str] = draw_code,
) -> StoredTable:
    """Draw another code for a right; whoever holds the old one is out. The same `client_id` draws once."""
    with writing(db):
        if client_id is None or log.first_answer(db, table_id, client_id) is None:
            reissue_code(db, table_id, right, draw=draw)
            label = ChangeLabel("table.code-reissued", {"right": right.name.lower()})
            note_beside(db, table_id, label, author=author, client_id=client_id, now=now)
        return load_table(db, table_id)


def _set_lock(
    db: Database,
    table_id: int,
    *,
    since: datetime | None,
    author: str,
    client_id: str | None,
    now: datetime,
) -> StoredTable:
    with writing(db):
        is_locked = load_table(db, table_id).locked is not None
        if is_locked != (since is not None):
            text = None if since is None else time_to_text(since)
            db.execute("UPDATE tables SET locked = ? WHERE id = ?", (text, table_id))
            label = ChangeLabel("table.unlocked" if since is None else "table.locked")
            note_beside(db, table_id, label, author=author, client_id=client_id, now=now)
        return load_table(db, table_id)


def note_beside(
    db: Database, table_id: int, label: ChangeLabel, *, author: str, client_id: str | None, now: datetime
) -> int:
    """Write into the log what happened to the table without changing what lies on it; answer the version for that."""
    [(version,)] = db.execute(
        "UPDATE tables SET version = version + 1, updated = ? WHERE id = ? RETURNING version",
        (time_to_text(now), table_id),
    ).fetchall()
    entry = log.LogEntry("change", Right.ORGANISE, checked_author(author), client_id, now, label)
    log.append(db, log.row(entry, table_id=table_id, version=version))
    return int(version)
