"""What is wrong with a database file, in words for a player? Errors of SQLite and the system become ours here.

No sentence says where the file lies: the error carries that beside its message, for the terminal and the log.
"""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from astrike.errors import StorageError

MENDING: Final = (
    "astrike check-db says what is wrong with it, and astrike restore puts a backup in its place."
)

_BUSY: Final = "The database is busy; nothing was written. Please try again."
_FULL: Final = "The disk is full; nothing was written."
_SENTENCES: Final = {
    sqlite3.SQLITE_NOTADB: "This file is not a database of ours. astrike restore can put a backup in its place.",
    sqlite3.SQLITE_CORRUPT: f"The database is damaged. {MENDING}",
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_READONLY: "The database may only be read; nothing was written.",
    sqlite3.SQLITE_CANTOPEN: "The database cannot be opened; check that its folder exists and may be written.",
    sqlite3.SQLITE_PERM: "The database cannot be opened; check its permissions.",
    sqlite3.SQLITE_IOERR: "The database cannot be read or written because of a fault of the disk.",
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_PROTOCOL: _BUSY,
}
_OF_THE_SYSTEM: Final = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: "The file would be larger than this system allows; nothing was written.",
    errno.ENOENT: "There is no such file or folder; nothing was written.",
    errno.ENOTDIR: "There is no such folder; nothing was written.",
    errno.EACCES: "This cannot be written; check the permissions of the folder.",
    errno.EPERM: "This cannot be written; check the permissions of the folder.",
    errno.EROFS: "This disk may only be read; nothing was written.",
    errno.ENAMETOOLONG: "The name of the file is too long.",
}


def kind_of(error: sqlite3.Error) -> int:
    """Give the kind of fault: the low byte of SQLite's code; the others say where in SQLite it happened."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


@contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Turn what goes wrong with this file into a `StorageError`; a mistake in our own SQL stays what it is."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        sentence = _SENTENCES.get(kind_of(error))
        if sentence is None:
            raise
        raise StorageError(sentence, path=path) from error


@contextmanager
def file_errors(path: Path) -> Iterator[None]:
    """Turn what the system refuses to do with this file into a `StorageError`."""
    try:
        yield
    except OSError as error:
        sentence = _OF_THE_SYSTEM.get(error.errno or 0, f"The system says: {error.strerror or error}.")
        raise StorageError(sentence, path=path) from error


def resolved(path: Path) -> Path:
    """Give the real name of a file, whether it is there or not; refuse what can be the name of none."""
    try:
        found = path.resolve()
        found.exists()
    except (OSError, RuntimeError, ValueError) as error:  # no working folder; links in a circle; a zero byte
        is_long = getattr(error, "errno", None) == errno.ENAMETOOLONG
        stated = _OF_THE_SYSTEM[errno.ENAMETOOLONG] if is_long else _SENTENCES[sqlite3.SQLITE_CANTOPEN]
        raise StorageError(stated, path=path) from error
    return found


def existing_file(path: Path) -> Path:
    """Give the real name of a file that is there; refuse what is not there, or is a folder."""
    found = resolved(path)
    if not found.exists():
        raise StorageError("There is no such file.", path=found)
    refuse_folder(found)
    return found


def refuse_folder(place: Path) -> None:
    """Refuse the name of a folder where one of a file is needed."""
    if place.is_dir():
        raise StorageError("This is a folder; name a file.", path=place)
