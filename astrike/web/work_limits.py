"""How much may one asker want, and how long may an answer take? Every limit is defined here."""

import os
from collections.abc import Mapping
from dataclasses import field, replace
from types import MappingProxyType
from typing import Final, Literal

from astrike.dataclass import dataclass

WorkKind = Literal["question", "search", "legality", "batch", "paper", "map", "layout", "archive"]
"""Kinds of work: `question` is what is answered on the spot, `search` what searches a whole table for places,
`legality` the check of one table and `batch` that of many, `paper` what is printed or drawn in pixels, `map` another
tool's file, `layout` a random table, `archive` a whole event."""

TRY_AGAIN: Final = 3
"""Seconds after which those who were put off by a busy server may try again."""

BUDGETS: Final[Mapping[WorkKind, float]] = MappingProxyType(
    {
        "question": 12.0,
        "search": 15.0,
        "legality": 30.0,
        "batch": 120.0,
        "paper": 60.0,
        "map": 60.0,
        "layout": 30.0,
        "archive": 120.0,
    }
)
"""Seconds of work, without those of waiting for a turn. A page's own scripts wait for 15 to 20 seconds: what is
answered on the spot gives up before, so that its words arrive."""

_USUAL_WORKERS: Final = 2

_LEFT_TO_THREADS: Final = 2
"""Places for long work where it is done without processes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerLimits:
    """What this server gives an asker: a table or an event by its code, and an address.

    Places are given to addresses by turns, and for each of them by turns to the tables that are asked about from it.
    One address may take nearly everything while nobody else is there, since everyone at an event can come through one
    router. It is bounded by what it has to leave: the last `kept` places to wait are for addresses of which nobody
    waits yet, and the next place that becomes free goes to another address. So someone who makes many tables delays
    others by the work in progress, but does not keep them out.

    Each request that is answered or waits holds one of the server's threads (`THREADS` in serve.py). Fewer threads can
    be held than there are, so that a card is always answered.
    """

    workers: int = _USUAL_WORKERS
    """Processes for long work, never more than there are processors; 0: it is done by the threads that answer."""
    megabytes: int = 1000
    """What each process for long work may take in memory, where the system can bound it."""
    seconds: Mapping[WorkKind, float] = field(default_factory=lambda: BUDGETS)
    patience: float = 60.0
    """Seconds that anybody waits for a turn."""
    kept: int = 2
    """Places to wait that are reserved for addresses of which nobody else is waiting."""
    waiting: int = 8
    """Who may wait for long work, in all."""
    waiting_each: int = 4
    """Who may wait for long work, for one table, event or address without a code."""
    searching: int = 10
    """Who may wait for a search, in all."""
    searching_each: int = 8
    """Who may wait for a search, for one asker: the phones of a table."""
    same: int = 6
    """Who may wait for what another has asked for already, in all."""
    same_each: int = 4
    """Who may wait for what another has asked for already, for one asker."""
    anonymous: int = 4
    """How many questions without a code are answered at once, in all."""
    anonymous_each: int = 2
    """How many questions without a code are answered at once, for one address."""
    anonymous_waiting: int = 5
    """How many questions without a code may wait, in all."""
    anonymous_waiting_each: int = 3
    """How many questions without a code may wait, for one address."""
    sharers: int = 1
    """Server processes that share all this: each has its part."""
    tables_a_day: int = 2000
    """Tables that are made without a code in a day, in all."""
    tables_a_day_each: int = 200
    """Tables that are made without a code in a day, for one address."""

    def part_of(self, sharers: int) -> "ServerLimits":
        """Give the part of one of several server processes; the tables of a day are counted in the database.

        >>> ServerLimits(waiting=8, kept=2, workers=0).part_of(4).waiting
        2
        """
        divided = {
            name: max(1, getattr(self, name) // sharers)
            for name in _DIVIDED
            if getattr(self, name) and sharers > 1
        }
        return replace(self, sharers=sharers, **divided)

    @property
    def processes(self) -> int:
        """How many processes there may be on this machine."""
        return min(self.workers, processors())

    @property
    def places(self) -> int:
        """How much long work there may be at once."""
        return self.processes or _LEFT_TO_THREADS

    @property
    def threads(self) -> int:
        """How many of the server's threads can be held at once by what is worked out or waits for it."""
        searched = 1 + self.searching
        return self.places + self.waiting + searched + self.same + self.anonymous + self.anonymous_waiting


_DIVIDED: Final = (
    "workers",
    "kept",
    "waiting",
    "waiting_each",
    "searching",
    "searching_each",
    "same",
    "same_each",
    "anonymous",
    "anonymous_each",
    "anonymous_waiting",
    "anonymous_waiting_each",
)

USUAL: Final = ServerLimits()


def processors() -> int:
    """Count the processors that this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
