"""Whose turn is it? Places for work, given to askers by turns, with room for few to wait."""

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from astrike.errors import Busy, TooMuch

LOOK: Final = 0.2
"""Seconds after which whoever waits looks whether that is still wanted."""


@dataclass(frozen=True, slots=True)
class Words:
    """What is said to whom there is no room for."""

    too_many: str
    """One asker wants too much at once."""
    full: str
    """All together do."""


class Turns:
    """Places for work: askers get them by turns, however much one of them asks.

    An asker has at most `each` places at once, so that one is left for the next who comes.
    """

    def __init__(self, places: int, *, each: int, waiting: int, waiting_each: int) -> None:
        self._places = places
        self._each = each
        self._most_waiting = waiting
        self._most_waiting_each = waiting_each
        self._changed = threading.Condition()
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, deque[object]] = {}
        # When each asker had its last turn, of those who are here.
        self._served: dict[str, int] = {}
        self._turns = 0
        self._called: set[object] = set()

    @property
    def load(self) -> tuple[int, int]:
        """Count who has a place and who waits for one."""
        with self._changed:
            return self._running.total(), sum(map(len, self._waiting.values()))

    @contextmanager
    def turn(self, asker: str, *, words: Words, patience: float, go_on: Callable[[], None]) -> Iterator[None]:
        """Wait for a place and hold it; raise `TooMuch` or `Busy` when there is no room to wait, or not so long."""
        ticket = object()
        with self._changed:
            self._queue(asker, ticket, words)
            try:
                self._wait(ticket, time.monotonic() + patience, go_on, words)
            except BaseException:
                self._forget(asker, ticket)
                raise
        try:
            yield
        finally:
            with self._changed:
                self._called.discard(ticket)
                self._leave(asker)

    def _queue(self, asker: str, ticket: object, words: Words) -> None:
        own = self._waiting.get(asker, deque())
        is_free = not self._waiting and self._has_room(asker)
        if not is_free:
            if len(own) >= self._most_waiting_each:
                raise TooMuch(words.too_many, wait_seconds=5)
            if sum(map(len, self._waiting.values())) >= self._most_waiting:
                raise Busy(words.full, wait_seconds=10)
        self._waiting.setdefault(asker, own).append(ticket)
        self._call_next()

    def _wait(self, ticket: object, until: float, go_on: Callable[[], None], words: Words) -> None:
        while ticket not in self._called:
            self._changed.wait(LOOK)
            if ticket not in self._called:
                go_on()
                if time.monotonic() > until:
                    raise Busy(words.full, wait_seconds=10)

    def _call_next(self) -> None:
        """Give free places to those whose turn it is: who had none goes first, then whose last is longest ago."""
        while asker := min(filter(self._has_room, self._waiting), key=self._last_turn, default=None):
            queue = self._waiting[asker]
            self._called.add(queue.popleft())
            if not queue:
                del self._waiting[asker]
            self._running[asker] += 1
            self._turns += 1
            self._served[asker] = self._turns

    def _last_turn(self, asker: str) -> int:
        return self._served.get(asker, 0)

    def _has_room(self, asker: str) -> bool:
        return self._running.total() < self._places and self._running[asker] < self._each

    def _forget(self, asker: str, ticket: object) -> None:
        if ticket in self._called:
            self._called.discard(ticket)
            self._leave(asker)
            return
        queue = self._waiting[asker]
        queue.remove(ticket)
        if not queue:
            del self._waiting[asker]

    def _leave(self, asker: str) -> None:
        self._running[asker] -= 1
        if not self._running[asker]:
            del self._running[asker]
        self._call_next()
        if asker not in self._running and asker not in self._waiting:
            self._served.pop(asker, None)
        self._changed.notify_all()
