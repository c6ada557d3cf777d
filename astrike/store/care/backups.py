"""How is a database backed up while the server writes, and how does a backup come back? Nothing is ever overwritten.

What lay in the place of a backup is kept beside it. A server that is running goes on with what was put back.
"""

import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import StorageError
from astrike.store.database.connection import applied_migrations
from astrike.store.database.copies import (
    BESIDE,
    claim_name,
    copy_unverified,
    copy_verified,
    let_go,
    sync_folder,
)
from astrike.store.database.kept_connections import wanting_alone
from astrike.store.database.migrations import KNOWN
from astrike.store.database.storage_errors import (
    existing_file,
    file_errors,
    kind_of,
    refuse_folder,
    resolved,
    storage_errors,
)

PATIENCE_SECONDS: Final = 10.0
_UNREADABLE: Final = frozenset({sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_IOERR})


@dataclass(frozen=True, slots=True)
class BackupResult:
    """A copy that was made: where it lies, and how many rows each table has."""

    place: Path
    rows: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class RestoreResult:
    """A database that was put back.

    `kept` is where the file lies that was there before. `is_picked_up`: a server that was started with that file goes
    on with this one; otherwise it has to be started again.
    """

    place: Path
    rows: Mapping[str, int]
    kept: Path | None
    is_picked_up: bool


def back_up(path: Path, place: Path, *, replace: bool = False) -> BackupResult:
    """Copy a database into a file of its own, also while others write into it."""
    path, place = existing_file(path), resolved(place)
    _refuse_place(place, of=path, replace=replace)
    with opened_to_read(path) as connection:
        return BackupResult(place, copy_verified(connection, place, of=path))


def restore(
    copy: Path,
    place: Path,
    *,
    now: datetime,
    replace: bool = False,
    patience_seconds: float = PATIENCE_SECONDS,
) -> RestoreResult:
    """Put a copy in the place of a database, and keep what lay there under another name.

    A database that others have open is changed under their eyes, as one large write.
    """
    copy, place = existing_file(copy), resolved(place)
    if place.exists() and copy.samefile(place):
        raise StorageError("This file is the database itself; name a copy of it.", path=place)
    refuse_folder(place)
    if place.exists() and not replace:
        message = "There is a database already. With --replace it is kept under another name and replaced."
        raise StorageError(message, path=place)
    ready = claim_name(place, "restoring", now)
    try:
        with opened_to_read(copy) as connection:
            is_current = applied_migrations(connection, copy) == KNOWN
            identity = _identity(connection)
            rows = copy_verified(connection, ready, of=copy)
        kept, before = _put(ready, place, now=now, patience_seconds=patience_seconds)
    finally:
        ready.unlink(missing_ok=True)
    return RestoreResult(
        place, rows, kept, is_picked_up=is_current and before in (identity, None) and identity != 0
    )


@contextmanager
def opened_to_read(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database of ours, of this version or an older one, without changing anything in it."""
    with storage_errors(path):
        connection = sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, isolation_level=None)
        with closing(connection):
            connection.execute("PRAGMA query_only = ON")
            if not applied_migrations(connection, path):
                raise StorageError("There is no table in it: this file is empty.", path=path)
            yield connection


def _put(
    ready: Path, place: Path, *, now: datetime, patience_seconds: float
) -> tuple[Path | None, int | None]:
    """Put a file in its place; give where the old one is kept, and its identity where that could be read."""
    if not place.exists() or not place.stat().st_size:
        kept = claim_name(place, "replaced", now)
        is_moved = _move_aside(place, kept)  # what a database left behind would be mixed into the next one
        _move(ready, place)
        return (kept if is_moved else None), None
    kept = claim_name(place, "replaced", now)
    with storage_errors(place):
        try:
            return kept, _write_over(ready, place, kept, patience_seconds=patience_seconds)
        except sqlite3.DatabaseError as error:
            if kind_of(error) not in _UNREADABLE:
                raise
        finally:
            let_go(kept)
    kept = claim_name(place, "replaced", now)
    _move_aside(place, kept)
    _move(ready, place)
    return kept, None


def _write_over(ready: Path, place: Path, kept: Path, *, patience_seconds: float) -> int:
    """Write a database into the file that others may open at any moment, so that they see all of it or nothing."""
    connection = sqlite3.connect(f"{place.as_uri()}?mode=rw", uri=True, timeout=0, isolation_level=None)
    with closing(connection), wanting_alone(place):
        _take_alone(connection, place, patience_seconds=patience_seconds)
        identity = _identity(connection)
        copy_unverified(connection, kept, of=place)
        # Without its log the file takes pages of any size; whoever opens it next turns the log on again.
        connection.execute("PRAGMA journal_mode = DELETE")
        with closing(sqlite3.connect(f"{ready.as_uri()}?mode=ro", uri=True)) as source:
            source.backup(connection)
    return identity


def _take_alone(connection: sqlite3.Connection, place: Path, *, patience_seconds: float) -> None:
    """Keep everybody else out until the connection is closed; who is inside is waited for."""
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    end = time.monotonic() + patience_seconds
    while True:
        try:
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
        except sqlite3.OperationalError as error:
            if kind_of(error) != sqlite3.SQLITE_BUSY:
                raise
            if time.monotonic() >= end:
                message = (
                    "The database is in use, so nothing was put in its place. Stop the server and every other program"
                    " that has it open, then try again."
                )
                raise StorageError(message, path=place) from error
            time.sleep(0.001)  # between two requests of a busy server there is not much time
        else:
            return


def _identity(connection: sqlite3.Connection) -> int:
    [(found,)] = connection.execute("PRAGMA user_version").fetchall()
    return int(found)


def _move_aside(place: Path, kept: Path) -> bool:
    """Give a file a name that was claimed, with what SQLite left beside it; say whether there was anything."""
    found = [suffix for suffix in ("", *BESIDE) if place.with_name(place.name + suffix).exists()]
    with file_errors(place):
        if "" not in found:
            let_go(kept)
        for suffix in found:
            place.with_name(place.name + suffix).replace(kept.with_name(kept.name + suffix))
    return bool(found)


def _move(ready: Path, place: Path) -> None:
    with file_errors(place):
        ready.rename(place)
        sync_folder(place.parent)


def _refuse_place(place: Path, *, of: Path, replace: bool) -> None:
    """Refuse a name for a copy that would cost something that is there."""
    refuse_folder(place)
    if not place.parent.is_dir():
        raise StorageError("There is no such folder; nothing was written.", path=place)
    if place.exists() and place.samefile(of):
        raise StorageError("This file is the database itself; name another one for the copy.", path=place)
    if place.exists() and not replace:
        raise StorageError("This file is there already. With --replace it is replaced.", path=place)
    left = [each for suffix in BESIDE if (each := place.with_name(place.name + suffix)).exists()]
    if left:
        stated = f"A database of this name is in use or was not closed: {left[0].name} lies beside it."
        raise StorageError(f"{stated} Choose another name.", path=place)
