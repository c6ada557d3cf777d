"""Which file keeps the tables, and is it fit for use? Opens it, brings it up to date, and guards writing.

A file is made, or brought up to date, when a program starts; whoever serves goes on with the same database or says that
it is gone (`kept_connections`: which of its connections stay open). Before a file is brought up to date it is copied.
"""

import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from weakref import WeakValueDictionary

import sqlite_utils

from astrike.errors import StorageError
from astrike.store.database.copies import claim_name, copy_verified, let_go
from astrike.store.database.fair_lock import FairLock
from astrike.store.database.migrations import KNOWN, MIGRATIONS, NEWEST, TABLES
from astrike.store.database.storage_errors import kind_of, resolved, storage_errors

PATIENCE_SECONDS: Final = 30.0

# One lock a file, shared by all connections of this process and forgotten with the last of them.
_locks: "WeakValueDictionary[Path, FairLock]" = WeakValueDictionary()
_locks_guard = threading.Lock()


class Database(sqlite_utils.Database):
    """A connection to a file of tables, for one thread at a time; close it when it is not used any more."""

    def __init__(self, connection: sqlite3.Connection, *, path: Path) -> None:
        super().__init__(connection, execute_plugins=False)
        self.path = path
        self.is_writing = False
        self.copy: Path | None = None
        """Where the file lies as it was before this connection brought it up to date."""
        with _locks_guard:
            lock = _locks.get(path) or FairLock(patience_seconds=PATIENCE_SECONDS)
            _locks[path] = lock
        self.write_lock = lock

    @property
    def identity(self) -> int:
        """A number drawn when the database was made, which its copies have too; 0 before one was drawn."""
        [(found,)] = self.execute("PRAGMA user_version").fetchall()
        return int(found)


def connect(path: Path) -> Database:
    """Open a file of tables, made or brought up to date if need be; any other file is left as it is."""
    return _open(path, "rwc", _bring_up_to_date)


def connect_existing(path: Path, *, identity: int | None = None) -> Database:
    """Open a file of tables that is there; one that is gone, emptied or another database is an error, never a new one.

    `identity` is that of the database it has to be, or of a copy of it.
    """

    def accept(db: Database) -> None:
        if not _is_current(db):
            is_empty = not db.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
            raise _gone(db.path) if is_empty else StorageError(_OLDER, path=db.path)
        if identity is not None and db.identity != identity:
            raise StorageError(_ANOTHER, path=db.path)

    return _open(path, "rw", accept)


_GONE: Final = (
    "The database is not there any more; nothing was written. Put its file back where it was, or put a backup there"
    " with astrike restore."
)
_ANOTHER: Final = (
    "Another database was put in the place of the one that this server was started with; nothing was written. Put that"
    " one back, or start the server again to go on with the other."
)
_OLDER: Final = (
    "The database is one of an older astrike; nothing was written. It is brought up to date when the server is started"
    " again."
)


def _gone(path: Path) -> StorageError:
    return StorageError(_GONE, path=path)


def _open(path: Path, mode: str, prepare: Callable[[Database], None]) -> Database:
    path = resolved(path)
    if mode == "rw" and not path.exists():
        raise _gone(path)
    with storage_errors(path):
        connection = sqlite3.connect(
            f"{path.as_uri()}?mode={mode}",
            uri=True,
            timeout=PATIENCE_SECONDS,
            isolation_level=None,
            check_same_thread=False,  # one request after the other, in whichever thread
        )
        try:
            db = Database(connection, path=path)
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("PRAGMA synchronous = FULL")
            prepare(db)
            if db.journal_mode != "wal":
                _switch_to_wal(db)
        except BaseException:
            connection.close()
            raise
    return db


def _bring_up_to_date(db: Database) -> None:
    if not _is_current(db):
        try:
            with writing(db):
                if not _is_current(db):  # another process may have been faster
                    db.copy = _copied_before(db)
                    MIGRATIONS.apply(db)
        except BaseException:
            if db.copy is not None and not _is_current(db):
                db.copy.unlink(missing_ok=True)  # the file is as it was, and the next start makes another
                db.copy = None
            raise
    if not db.identity:
        with writing(db):
            if not db.identity:
                db.execute(f"PRAGMA user_version = {secrets.randbelow(2**31 - 1) + 1}")


def _copied_before(db: Database) -> Path | None:
    """Copy a file that is about to be brought up to date; a new one has nothing to copy."""
    if not db.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall():
        return None
    # A connection that is writing cannot be copied from; nobody else writes while this one does.
    with closing(sqlite3.connect(f"{db.path.as_uri()}?mode=rw", uri=True, isolation_level=None)) as reader:
        try:
            place = claim_name(db.path, f"before-{NEWEST.partition('_')[0]}", datetime.now(UTC))
            try:
                copy_verified(reader, place, of=db.path)
            finally:
                let_go(place)
        except StorageError as error:
            message = (
                "The database is one of an older astrike. It could not be copied, so it was not brought up to date."
                f" {error.message}"
            )
            raise StorageError(message, path=error.path) from error
    return place


def _switch_to_wal(db: Database) -> None:
    # Another process may have the file open, perhaps to do just this. Nothing depends on it: the old way of
    # writing is as safe, only slower, and the next connection finds it done or tries again. So nobody waits.
    db.execute("PRAGMA busy_timeout = 0")
    try:
        db.enable_wal()
    except sqlite3.OperationalError as error:
        if kind_of(error) != sqlite3.SQLITE_BUSY:
            raise
    finally:
        db.execute(f"PRAGMA busy_timeout = {PATIENCE_SECONDS * 1000:.0f}")


def _is_current(db: Database) -> bool:
    return applied_migrations(db.conn, db.path) == KNOWN


def applied_migrations(connection: sqlite3.Connection, path: Path) -> set[str]:
    """Name the migrations that shaped a file, none for an empty one.

    A file that is not ours, or newer than this program, is refused.
    """
    rows = connection.execute("SELECT type, name FROM sqlite_schema").fetchall()
    if not rows:
        return set()
    names = {str(name) for kind, name in rows if kind == "table"}
    applied = _applied(connection) if MIGRATIONS.migrations_table in names else set()
    if not applied or not names >= TABLES:
        raise StorageError("This is a database of another program; nothing in it was changed.", path=path)
    if applied - KNOWN:
        message = "The database was written by a newer astrike; nothing in it was changed."
        raise StorageError(message, path=path)
    return applied


def _applied(connection: sqlite3.Connection) -> set[str]:
    """Name the migrations that were applied, as `MIGRATIONS.applied` does, at a tenth of the price of that."""
    try:
        rows = connection.execute(
            "SELECT name FROM _sqlite_migrations WHERE migration_set = ?", (MIGRATIONS.name,)
        )
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
    with storage_errors(db.path), db.atomic():
        yield


@contextmanager
def writing(db: Database) -> Iterator[None]:
    """Write all or nothing, one after the other; inside another write, be a part of it."""
    if db.is_writing:
        with db.atomic():
            yield
        return
    with storage_errors(db.path), db.write_lock:
        db.execute("BEGIN IMMEDIATE")
        db.is_writing = True
        try:
            yield
            db.commit()
        finally:
            db.is_writing = False
            db.rollback()  # does nothing after the commit
