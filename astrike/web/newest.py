"""What has already been worked out for the newest version of a table? Kept in memory, one value a table.

A table that is played changes every minute and nobody asks for its old versions, so each new version takes the
place of the one before; the tables that were asked for longest ago make room.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from typing import Generic, TypeVar

from astrike.store.tables import StoredTable

Value = TypeVar("Value")


class Newest(Generic[Value]):
    """Values that depend on nothing but a table and its version.

    Threads may work out the same value at the same time; that costs a little and harms nobody.
    """

    def __init__(self, *, most_tables: int) -> None:
        self._most_tables = most_tables
        self._guard = threading.Lock()
        self._known: OrderedDict[str, tuple[int, datetime, Value]] = OrderedDict()

    def of(self, stored: StoredTable, work_out: Callable[[], Value]) -> Value:
        """Give the value of this table at this version."""
        # No two tables of any database share a code; the time tells a restored table from the one it replaced.
        name = stored.codes.organise
        with self._guard:
            known = self._known.get(name)
            if known is not None and known[:2] == (stored.version, stored.updated):
                self._known.move_to_end(name)
                return known[2]
        value = work_out()
        with self._guard:
            newer = self._known.get(name)
            if newer is None or newer[0] <= stored.version or newer[1] <= stored.updated:
                self._known[name] = (stored.version, stored.updated, value)
                self._known.move_to_end(name)
            if len(self._known) > self._most_tables:
                self._known.popitem(last=False)
        return value

    def __len__(self) -> int:
        return len(self._known)
