"""Which connections to a file of tables stay open from one request to the next?

Opening one costs as much as a page, and closing the last one writes the log back. So a connection that was given back
waits a moment for the next request. It is used again only as long as the file is the one that it was opened for and has
not been written over; otherwise it is opened, and checked, anew. Who wants to put another database in the place of the
file needs it for himself: while that is waited for, every connection ends with its request.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from astrike.dataclass import dataclass
from astrike.store.database.connection import Database, connect_existing
from astrike.store.database.storage_errors import file_errors

_MOST: Final = 16
_WANTED: Final = "-wanted"

_FileStamp = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class _Idle:
    """A connection that waits for the next request."""

    db: Database
    stamp: _FileStamp
    """The file, as it was just before the connection was opened."""
    since: float


class KeptConnections:
    """The connections of one server to its file; each is used by one request at a time, in whichever thread.

    One that nobody has used for so many `seconds` is closed: the file of a server at rest is closed. 0: none is kept.
    """

    def __init__(self, path: Path, *, identity: int | None, seconds: float) -> None:
        self.path = path
        self.identity = identity
        self._seconds = seconds
        self._guard = threading.Lock()
        self._idle: list[_Idle] = []
        self._used: dict[Database, _FileStamp] = {}
        self._is_watched = False

    def take(self) -> Database:
        """Give a connection; raise `StorageError` when the file is gone, emptied or another database."""
        stamp = self._stamp()
        with self._guard:
            known, outdated = self._next(stamp)
        for each in outdated:
            each.db.close()
        db = connect_existing(self.path, identity=self.identity) if known is None else known.db
        if stamp is not None:
            with self._guard:
                self._used[db] = stamp
        return db

    def give_back(self, db: Database) -> None:
        """Keep a connection for the next request, or close it."""
        is_clean = not db.is_writing and not db.conn.in_transaction
        is_kept = self._seconds > 0 and is_clean and not _is_wanted(self.path)
        with self._guard:
            stamp = self._used.pop(db, None)
            is_kept = is_kept and stamp is not None and len(self._idle) < _MOST
            if is_kept and stamp is not None:
                self._idle.append(_Idle(db, stamp, time.monotonic()))
                self._watch()
        if not is_kept:
            db.close()

    def close(self) -> None:
        """Close all that wait."""
        with self._guard:
            idle, self._idle = self._idle, []
        for each in idle:
            each.db.close()

    def __len__(self) -> int:
        """Count those that wait."""
        return len(self._idle)

    def _stamp(self) -> _FileStamp | None:
        """Tell one file from another, and from itself written over; None where no connection is to be kept."""
        try:
            found = self.path.stat()
        except (OSError, ValueError):
            return None  # whoever opens it says why
        return (
            None if _is_wanted(self.path) else (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
        )

    def _next(self, stamp: _FileStamp | None) -> tuple[_Idle | None, list[_Idle]]:
        """Take the connection that was used last out, with those that belong to another state of the file."""
        outdated = [each for each in self._idle if each.stamp != stamp]
        if outdated:
            self._idle = [each for each in self._idle if each.stamp == stamp]
        return (self._idle.pop() if self._idle else None), outdated

    def _watch(self) -> None:
        if not self._is_watched:
            self._is_watched = True
            watch = threading.Timer(self._seconds, self._close_unused)
            watch.daemon = True
            watch.start()

    def _close_unused(self) -> None:
        now = time.monotonic()
        with self._guard:
            unused = [each for each in self._idle if each.since + self._seconds <= now]
            self._idle = [each for each in self._idle if each.since + self._seconds > now]
            self._is_watched = False
            if self._idle:
                self._watch()
        for each in unused:
            each.db.close()


@contextmanager
def wanting_alone(path: Path) -> Iterator[None]:
    """Ask servers to close their connections to a file after each request."""
    mark = _mark(path)
    with file_errors(path):
        mark.touch()
    try:
        yield
    finally:
        mark.unlink(missing_ok=True)


def _is_wanted(path: Path) -> bool:
    return _mark(path).exists()


def _mark(path: Path) -> Path:
    return path.with_name(f"{path.name}{_WANTED}")
