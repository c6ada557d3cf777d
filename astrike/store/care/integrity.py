"""Is everything in a database as it was written? Asks SQLite first, then what our own rows promise each other.

Nothing is made, changed or brought up to date: a file of an older version is checked as it is. What documents say is
left to those who read them, who come as arguments.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import StorageError
from astrike.store.care.row_checks import DAMAGE, DocumentReaders, ExtraChecks, Flaw, RowChecks
from astrike.store.database.connection import applied_migrations
from astrike.store.database.copies import rows_of
from astrike.store.database.migrations import KNOWN
from astrike.store.database.storage_errors import existing_file, kind_of, storage_errors

PATIENCE_SECONDS: Final = 30.0


@dataclass(frozen=True, slots=True)
class IntegrityReport:
    """What a database holds and what is wrong with it."""

    path: Path
    is_current: bool
    """False: this program would bring it up to date when it is served."""
    rows: Mapping[str, int]
    flaws: tuple[Flaw, ...]

    @property
    def is_sound(self) -> bool:
        """Is there nothing wrong?"""
        return not self.flaws


def check_database(path: Path, readers: DocumentReaders, more: Sequence[ExtraChecks] = ()) -> IntegrityReport:
    """Look through a whole database; `more` is what parts of the program check that can be left out."""
    path = existing_file(path)
    with _read_only(path) as connection:
        try:
            applied = applied_migrations(connection, path)
        except sqlite3.DatabaseError as error:
            if kind_of(error) != sqlite3.SQLITE_CORRUPT:
                raise
            return IntegrityReport(path, is_current=False, rows={}, flaws=(Flaw("the file", "", str(error)),))
        if not applied:
            raise StorageError("There is no table in it: this file is empty.", path=path)
        flaws = tuple(dict.fromkeys(RowChecks(connection, readers, more).all_of_it()))
        return IntegrityReport(path, applied == KNOWN, _rows(connection), flaws)


def _rows(connection: sqlite3.Connection) -> Mapping[str, int]:
    try:
        return rows_of(connection)
    except sqlite3.DatabaseError as error:
        if kind_of(error) not in DAMAGE:
            raise
        return {}


@contextmanager
def _read_only(path: Path) -> Iterator[sqlite3.Connection]:
    log = path.with_name(f"{path.name}-wal")
    had_log = log.exists()
    try:
        with storage_errors(path), closing(_connected(path)) as connection:
            connection.execute("BEGIN")
            yield connection
            connection.execute("ROLLBACK")
    finally:
        if not had_log and log.exists() and not log.stat().st_size:
            _take_log_away(path)


def _take_log_away(path: Path) -> None:
    """Let SQLite remove the empty log that reading made, unless others have the file open now."""
    with (
        suppress(sqlite3.DatabaseError),  # it is empty, so it may stay as well
        closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, isolation_level=None)) as last,
    ):
        last.execute("SELECT 1 FROM sqlite_schema").fetchall()


def _connected(path: Path) -> sqlite3.Connection:
    """Open a file so that nothing can be written; where nobody can write it needs nothing beside it either."""
    address = f"{path.as_uri()}?mode=ro"
    found = sqlite3.connect(address, uri=True, timeout=PATIENCE_SECONDS, isolation_level=None)
    try:
        found.execute("SELECT 1 FROM sqlite_schema").fetchall()
    except sqlite3.OperationalError as error:
        log = path.with_name(f"{path.name}-wal")
        is_alone = kind_of(error) in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY) and not log.exists()
        if not is_alone:
            return found
        found.close()
        return sqlite3.connect(f"{address}&immutable=1", uri=True, isolation_level=None)
    except sqlite3.DatabaseError:
        return found  # whoever reads it next says what is wrong
    return found
