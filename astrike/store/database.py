"""Which file keeps the tables, and is it fit for use? Opens it, brings it up to date, and guards writing.

One connection a request. SQLite's own errors become ours here and nowhere else.
"""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from weakref import WeakValueDictionary

import sqlite_utils

from astrike.errors import StorageError
from astrike.store.fair_lock import FairLock
from astrike.store.migrations import KNOWN, MIGRATIONS, TABLES

PATIENCE_SECONDS: Final = 30.0

# One lock a file, shared by all connections of this process and forgotten with the last of them.
_locks: "WeakValueDictionary[Path, FairLock]" = WeakValueDictionary()
_locks_guard = threading.Lock()

_SENTENCES: Final = {
    sqlite3.SQLITE_NOTADB: "is not a database of ours",
    sqlite3.SQLITE_CORRUPT: "is damaged; restore a backup",
    sqlite3.SQLITE_FULL: "could not grow because the disk is full; nothing was written",
    sqlite3.SQLITE_READONLY: "may only be read; nothing was written",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened; check that its folder exists and may be written",
    sqlite3.SQLITE_PERM: "cannot be opened; check its permissions",
    sqlite3.SQLITE_IOERR: "cannot be read or written because of a fault of the disk",
    sqlite3.SQLITE_BUSY: "is busy; nothing was written. Please try again",
    sqlite3.SQLITE_PROTOCOL: "is busy; nothing was written. Please try again",
}


class Database(sqlite_utils.Database):
    """A connection to a file of tables, for one thread; close it when the request ends."""

    def __init__(self, connection: sqlite3.Connection, *, path: Path) -> None:
        super().__init__(connection, execute_plugins=False)
        self.path = path
        self.is_writing = False
        with _locks_guard:
            lock = _locks.get(path) or FairLock(patience_seconds=PATIENCE_SECONDS)
            _locks[path] = lock
        self.write_lock = lock


def connect(path: Path) -> Database:
    """Open a file of tables, made or brought up to date if need be; any other file is left as it is."""
    try:
        path = path.resolve()
    except (OSError, RuntimeError) as error:  # no working folder; links that lead in a circle
        raise StorageError(f"The database {path} {_SENTENCES[sqlite3.SQLITE_CANTOPEN]}.") from error
    with _storage_errors(str(path)):
        connection = sqlite3.connect(path, timeout=PATIENCE_SECONDS, isolation_level=None)
        try:
            db = Database(connection, path=path)
            _prepare(db)
        except BaseException:
            connection.close()
            raise
    return db


def _prepare(db: Database) -> None:
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA synchronous = FULL")
    if not _is_current(db):
        with writing(db):
            if not _is_current(db):  # another process may have been faster
                MIGRATIONS.apply(db)
    if db.journal_mode != "wal":
        _switch_to_wal(db)


def _switch_to_wal(db: Database) -> None:
    # Another process may have the file open, perhaps to do just this. Nothing depends on it: the old way of
    # writing is as safe, only slower, and the next connection finds it done or tries again. So nobody waits.
    db.execute("PRAGMA busy_timeout = 0")
    try:
        db.enable_wal()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise
    finally:
        db.execute(f"PRAGMA busy_timeout = {PATIENCE_SECONDS * 1000:.0f}")


def _is_current(db: Database) -> bool:
    """Answer whether the schema is today's; refuse a file that is not ours or is newer than this program."""
    rows = db.execute("SELECT type, name FROM sqlite_schema").fetchall()
    if not rows:
        return False
    names = {str(name) for kind, name in rows if kind == "table"}
    applied = _applied(db) if MIGRATIONS.migrations_table in names else set()
    if not applied or not names >= TABLES:
        raise StorageError(f"{db.path} is a database of another program; nothing in it was changed.")
    if applied - KNOWN:
        raise StorageError(f"{db.path} was written by a newer astrike; nothing in it was changed.")
    return applied == KNOWN


def _applied(db: Database) -> set[str]:
    """Name the migrations that were applied, as `MIGRATIONS.applied` does, at a tenth of the price of that."""
    try:
        rows = db.execute("SELECT name FROM _sqlite_migrations WHERE migration_set = ?", (MIGRATIONS.name,))
        return {str(name) for (name,) in rows.fetchall()}
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:
            raise
        return set()  # a table of this name with other columns: not ours


@contextmanager
def reading(db: Database) -> Iterator[None]:
    """Let several look-ups see the same moment."""
    if db.conn.in_transaction:
        yield
        return
    with _storage_errors(db.path.name), db.atomic():
        yield


@contextmanager
def writing(db: Database) -> Iterator[None]:
    """Write all or nothing, one after the other; inside another write, be a part of it."""
    if db.is_writing:
        with db.atomic():
            yield
        return
    with _storage_errors(db.path.name), db.write_lock:
        db.execute("BEGIN IMMEDIATE")
        db.is_writing = True
        try:
            yield
            db.commit()
        finally:
            db.is_writing = False
            db.rollback()  # does nothing after the commit


@contextmanager
def _storage_errors(name: str) -> Iterator[None]:
    try:
        yield
    except sqlite3.DatabaseError as error:
        # The low byte is the kind of fault; the others say where in SQLite it happened.
        sentence = _SENTENCES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
        if sentence is None:
            raise
        raise StorageError(f"The database {name} {sentence}.") from error
