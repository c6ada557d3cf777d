"""How does a whole database get into another file? Copied while others write, and held against what it was copied from.

A copy is one file, without the log that SQLite keeps beside a database in use. It appears under its name when it is
complete, safe on the disk and verified, or not at all.
"""

import itertools
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from astrike.errors import StorageError
from astrike.store.database.storage_errors import MENDING, file_errors, storage_errors

BESIDE: Final = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database in use, after its name."""
_PAGES_AT_ONCE: Final = 256
"""1 MB; after each portion others get their turn."""


def rows_of(connection: sqlite3.Connection) -> dict[str, int]:
    """Count the rows of every table."""
    names = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
    ).fetchall()
    found = {}
    for (name,) in names:
        quoted = name.replace('"', '""')
        [(found[name],)] = connection.execute(f'SELECT count(*) FROM "{quoted}"').fetchall()  # noqa: S608 - a table's own name
    return found


def copy_verified(source: sqlite3.Connection, place: Path, *, of: Path) -> Mapping[str, int]:
    """Copy what a connection sees now into a new file at `place`, and give the rows of each table.

    `of` is the file that the connection belongs to. A file that lies at `place` is replaced.
    """
    with _written_whole(place, like=of) as part:
        with storage_errors(of):
            source.execute("BEGIN")
            rows = rows_of(source)  # reading holds on to this moment, for the copy as well
        try:
            with storage_errors(place):
                _copy(source, part)
        finally:
            source.execute("ROLLBACK")
        _verify(part, rows, of=of)
    return rows


def copy_unverified(source: sqlite3.Connection, place: Path, *, of: Path) -> None:
    """Copy a database as it is, sound or not, into a new file at `place`."""
    with _written_whole(place, like=of) as part:
        _copy(source, part)


def claim_name(place: Path, word: str, now: datetime) -> Path:
    """Take a name beside a file that no file has yet: its own, why it is kept, and when.

    An empty file holds it, so that nobody else takes the same one; `let_go` removes that where nothing came of it.
    """
    stem = f"{place.name}.{word}-{now:%Y%m%d-%H%M%S}"
    names = (stem if number == 1 else f"{stem}-{number}" for number in itertools.count(1))
    with file_errors(place):
        return next(name for name in map(place.with_name, names) if _is_new(name))


def _is_new(place: Path) -> bool:
    try:
        place.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def let_go(claimed: Path) -> None:
    """Give up a name that was claimed, unless something lies there now."""
    if claimed.exists() and not claimed.stat().st_size:
        claimed.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Let names in a folder survive a power cut, where the system knows how to do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _copy(source: sqlite3.Connection, part: Path) -> None:
    with closing(sqlite3.connect(part, isolation_level=None)) as target:
        target.execute("PRAGMA synchronous = OFF")  # it is written through once, when it is complete
        source.backup(target, pages=_PAGES_AT_ONCE, sleep=0)
        target.execute("PRAGMA journal_mode = DELETE")


@contextmanager
def _written_whole(place: Path, *, like: Path) -> Iterator[Path]:
    """Give a file to write beside `place`; it gets that name when all went well, and is gone otherwise."""
    with file_errors(place):
        handle, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name[:80]}.", suffix=".part")
        os.close(handle)
    part = Path(name)
    try:
        yield part
        with file_errors(place):
            shutil.copymode(like, part)
            with part.open("rb+") as written:
                os.fsync(written.fileno())
            part.replace(place)
            sync_folder(place.parent)
    finally:
        for each in (part, *(part.with_name(part.name + suffix) for suffix in BESIDE)):
            each.unlink(missing_ok=True)


def _verify(part: Path, rows: Mapping[str, int], *, of: Path) -> None:
    with (
        storage_errors(of),
        closing(sqlite3.connect(f"{part.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as copy,
    ):
        is_sound = copy.execute("PRAGMA integrity_check(1)").fetchall() == [("ok",)]
        is_sound = is_sound and not copy.execute("PRAGMA foreign_key_check").fetchall()
        if not is_sound:
            raise StorageError(f"The database is damaged, so it was not copied. {MENDING}", path=of)
        if rows_of(copy) != rows:
            raise StorageError("The copy did not come out like the database; it was not kept.", path=of)
