"""Whose turn is it to write? A lock that serves threads in the order in which they came.

SQLite's own waiting sleeps and retries, so one writer among eight may starve for a second; taking turns here
keeps the slowest write close to the average one.
"""

import threading
from collections import deque
from types import TracebackType

from astrike.errors import StorageError


class FairLock:
    """First come, first served; not re-entrant.

    >>> lock = FairLock(patience_seconds=1)
    >>> with lock:
    ...     lock.waiting
    0
    """

    def __init__(self, *, patience_seconds: float) -> None:
        self._patience_seconds = patience_seconds
        self._guard = threading.Lock()
        self._is_taken = False
        self._tickets: deque[threading.Lock] = deque()

    @property
    def waiting(self) -> int:
        """How many threads wait for their turn."""
        with self._guard:
            return len(self._tickets)

    def __enter__(self) -> None:
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return
            ticket = threading.Lock()
            ticket.acquire()
            self._tickets.append(ticket)
        is_ours = False
        try:
            is_ours = ticket.acquire(timeout=self._patience_seconds)
        finally:
            if not is_ours:
                self._leave(ticket)
        if not is_ours:
            raise StorageError("The database is busy; nothing was written. Please try again.")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pass_on()

    def _leave(self, ticket: threading.Lock) -> None:
        # Patience may end at the very moment in which the turn comes: then the turn is passed on.
        with self._guard:
            is_still_waiting = ticket in self._tickets
            if is_still_waiting:
                self._tickets.remove(ticket)
        if not is_still_waiting:
            self._pass_on()

    def _pass_on(self) -> None:
        with self._guard:
            if self._tickets:
                self._tickets.popleft().release()
            else:
                self._is_taken = False
