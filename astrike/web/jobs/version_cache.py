"""What has already been worked out for the newest version of a table? Kept in memory, one value for each table.

A table in play changes every minute and nobody asks for its old versions, so each new version replaces the one before;
the tables that have not been asked for longest make room.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from datetime import datetime
from typing import Final, Generic, TypeVar

from astrike.deadline import go_on
from astrike.store.table.tables import StoredTable
from astrike.web.jobs.dispatch import waiting_for_another
from astrike.web.jobs.quick_slot import give_up_slot
from astrike.web.jobs.turns import LOOK_EVERY

Value = TypeVar("Value")

_SOON: Final = 1.0
"""Seconds in which nearly everything is worked out: everyone at an event may wait so long for the same answer."""


class OnceComputed(Generic[Value]):
    """A value that the first asker works out; later askers wait for it.

    When a unit has moved, all phones ask for the same at once, and threads that all work take turns anyway.
    """

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._found: list[Value] = []

    def get(self, work_out: Callable[[], Value]) -> Value:
        """Give the value; when working it out fails, the next who asks tries again."""
        if self._found:
            return self._found[0]
        if not self._turn.acquire(blocking=False):
            self._wait_for_turn()
        try:
            if not self._found:
                self._found.append(work_out())
            return self._found[0]
        finally:
            self._turn.release()

    def _wait_for_turn(self) -> None:
        give_up_slot()
        if not self._turn.acquire(timeout=_SOON):
            with waiting_for_another():
                while not self._turn.acquire(timeout=LOOK_EVERY):
                    go_on()

    def peek(self) -> Value | None:
        """Give the value if it is worked out already."""
        return self._found[0] if self._found else None


class KeyedCache(Generic[Value]):
    """Values that depend on nothing but what they are kept under; those not asked for longest make room.

    >>> lengths = KeyedCache[int](most=2)
    >>> lengths.of("woods", lambda: 5), lengths.of("woods", lambda: 0)
    (5, 5)
    """

    def __init__(self, *, most: int) -> None:
        self._most = most
        self._guard = threading.Lock()
        self._known: OrderedDict[Hashable, OnceComputed[Value]] = OrderedDict()

    def of(self, name: Hashable, work_out: Callable[[], Value]) -> Value:
        """Give the value that is kept under this name, or work it out."""
        with self._guard:
            once = self._known.setdefault(name, OnceComputed[Value]())
            self._known.move_to_end(name)
            if len(self._known) > self._most:
                self._known.popitem(last=False)
        return once.get(work_out)

    def peek(self, name: Hashable) -> Value | None:
        """Give the value that is kept under this name if it is worked out already."""
        with self._guard:
            once = self._known.get(name)
        return None if once is None else once.peek()


class VersionCache(Generic[Value]):
    """Values that depend on nothing but a table and its version."""

    def __init__(self, *, most_tables: int) -> None:
        self._most_tables = most_tables
        self._guard = threading.Lock()
        self._known: OrderedDict[str, tuple[int, datetime, OnceComputed[Value]]] = OrderedDict()

    def of(self, stored: StoredTable, work_out: Callable[[], Value]) -> Value:
        """Give the value of this table at this version."""
        return self._once(stored).get(work_out)

    def _once(self, stored: StoredTable) -> OnceComputed[Value]:
        # No two tables of any database share a code; the time tells a restored table from the one it replaced.
        name = stored.codes.organise
        with self._guard:
            known = self._known.get(name)
            if known is not None and known[:2] == (stored.version, stored.updated):
                self._known.move_to_end(name)
                return known[2]
            once = OnceComputed[Value]()
            if known is None or known[0] <= stored.version or known[1] <= stored.updated:
                self._known[name] = (stored.version, stored.updated, once)
                self._known.move_to_end(name)
            if len(self._known) > self._most_tables:
                self._known.popitem(last=False)
            return once

    def __len__(self) -> int:
        return len(self._known)
