"""Whose turn is it? Slots for work, given to askers by turns, with room for a few to wait."""

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import Busy, TooMuch
from astrike.web.jobs.quick_slot import give_up_slot

LOOK_EVERY: Final = 0.2
"""Seconds after which a waiting thread checks whether its answer is still wanted."""


@dataclass(frozen=True, slots=True)
class RefusalWords:
    """The message for an asker for whom there is no room."""

    too_many: str
    """One asker wants too much at once."""
    full: str
    """All together do."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, and from where: everyone at a table shares its turns, and so do all tables of one address."""

    address: str
    table: str
    """The table or event, or the address again for what has no code."""


class WaitingRoom:
    """Room for few to wait: so many in all, and so many of one table.

    The last `kept` places are left to addresses of which nobody waits yet. So an address that asks about many tables
    may fill the rest, but does not keep others out.
    """

    def __init__(self, most: int, *, each: int, kept: int) -> None:
        self._most = most
        self._each = each
        self._kept = kept
        self._of_tables: Counter[str] = Counter()
        self._of_addresses: Counter[str] = Counter()

    def __len__(self) -> int:
        """Count who is in."""
        return self._of_tables.total()

    def enter(self, asker: Asker, words: RefusalWords) -> None:
        """Let one more in; raise `TooMuch` or `Busy` when there is no room."""
        if self._of_tables[asker.table] >= self._each:
            raise TooMuch(words.too_many, wait_seconds=5)
        if len(self) >= self._most - (self._kept if self._of_addresses[asker.address] else 0):
            raise Busy(words.full, wait_seconds=10)
        self._of_tables[asker.table] += 1
        self._of_addresses[asker.address] += 1

    def leave(self, asker: Asker) -> None:
        """Let one out."""
        _take_one(self._of_tables, asker.table)
        _take_one(self._of_addresses, asker.address)


class FairTurns:
    """Places for work: addresses get them by turns, and so do the tables of each, however much one of them asks.

    A table has at most `each` places at once, so that one is left for the next who comes; all tables of one address
    have at most `each_address`.
    """

    def __init__(self, places: int, *, each: int, each_address: int, room: WaitingRoom) -> None:
        self._places = places
        self._each = each
        self._each_address = each_address
        self._room = room
        self._changed = threading.Condition()
        self._running: Counter[str] = Counter()
        self._running_addresses: Counter[str] = Counter()
        # The address, and of each the table, whose turn it is comes first; none is kept without a waiting asker.
        self._waiting: dict[str, dict[str, deque[object]]] = {}
        self._called: set[object] = set()

    @property
    def load(self) -> tuple[int, int]:
        """Count who has a place and who waits for one."""
        with self._changed:
            return self._running.total(), len(self._room)

    @contextmanager
    def turn(
        self, asker: Asker, *, words: RefusalWords, patience: float, go_on: Callable[[], None]
    ) -> Iterator[None]:
        """Wait for a place and hold it; raise `TooMuch` or `Busy` when there is no room to wait, or not so long."""
        with self._changed:
            self._take_place(asker, words=words, patience=patience, go_on=go_on)
        try:
            yield
        finally:
            with self._changed:
                self._leave(asker)

    def _take_place(
        self, asker: Asker, *, words: RefusalWords, patience: float, go_on: Callable[[], None]
    ) -> None:
        if self._has_room(asker):  # nobody who waits could take it: they would have been called
            self._begin(asker)
            return
        self._room.enter(asker, words)
        give_up_slot()
        ticket = object()
        self._waiting.setdefault(asker.address, {}).setdefault(asker.table, deque()).append(ticket)
        try:
            self._wait(ticket, time.monotonic() + patience, go_on, words)
        except BaseException:
            self._forget(asker, ticket)
            raise
        self._called.discard(ticket)

    def _wait(self, ticket: object, until: float, go_on: Callable[[], None], words: RefusalWords) -> None:
        while ticket not in self._called:
            self._changed.wait(LOOK_EVERY)
            if ticket not in self._called:
                go_on()
                if time.monotonic() > until:
                    raise Busy(words.full, wait_seconds=10)

    def _call_next(self) -> None:
        """Give free places to those whose turn it is."""
        while asker := self._next():
            self._called.add(self._waiting[asker.address][asker.table].popleft())
            self._drop_empty(asker)
            self._put_behind(asker)
            self._room.leave(asker)
            self._begin(asker)

    def _next(self) -> Asker | None:
        """Name the first who may have a place."""
        everybody = (Asker(address, table) for address, tables in self._waiting.items() for table in tables)
        return next(filter(self._has_room, everybody), None)

    def _put_behind(self, asker: Asker) -> None:
        """Let a table that had its turn wait behind others, whichever phone of it is next, and so its address."""
        for address, tables in list(self._waiting.items()):
            if asker.table in tables:
                tables[asker.table] = tables.pop(asker.table)
            if address == asker.address or tables.keys() == {asker.table}:
                self._waiting[address] = self._waiting.pop(address)

    def _drop_empty(self, asker: Asker) -> None:
        tables = self._waiting[asker.address]
        if not tables[asker.table]:
            del tables[asker.table]
        if not tables:
            del self._waiting[asker.address]

    def _has_room(self, asker: Asker) -> bool:
        return (
            self._running.total() < self._places
            and self._running[asker.table] < self._each
            and self._running_addresses[asker.address] < self._each_address
        )

    def _begin(self, asker: Asker) -> None:
        self._running[asker.table] += 1
        self._running_addresses[asker.address] += 1

    def _forget(self, asker: Asker, ticket: object) -> None:
        if ticket in self._called:
            self._called.discard(ticket)
            self._leave(asker)
            return
        self._room.leave(asker)
        self._waiting[asker.address][asker.table].remove(ticket)
        self._drop_empty(asker)

    def _leave(self, asker: Asker) -> None:
        _take_one(self._running, asker.table)
        _take_one(self._running_addresses, asker.address)
        self._put_behind(asker)
        self._call_next()
        self._changed.notify_all()


def _take_one(counted: Counter[str], key: str) -> None:
    counted[key] -= 1
    if not counted[key]:
        del counted[key]
