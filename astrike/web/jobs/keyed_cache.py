"""What has already been worked out, for a table at this version or a question? Kept within the budget of all caches.

Whoever asks first works it out, everyone else waits for that. What was not asked for longest makes room.
"""

import threading
from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar, cast

from astrike.byte_budget import BUDGET, estimated_size, new_cache_id
from astrike.deadline import go_on
from astrike.web.jobs.dispatch import waiting_for_another
from astrike.web.jobs.quick_slot import give_up_slot
from astrike.web.jobs.turns import LOOK_EVERY

Value = TypeVar("Value")

_SOON: Final = 1.0
"""Seconds in which nearly everything is worked out: everyone at an event may wait so long for the same answer."""
_SMALLEST: Final = 1_000
"""Bytes that whatever is kept takes beside its value, with its name."""


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
    """Values that depend on nothing but what they are kept under; all caches share one budget in bytes.

    >>> lengths = KeyedCache[int]()
    >>> lengths.of("woods", lambda: 5), lengths.of("woods", lambda: 0)
    (5, 5)
    """

    def __init__(self) -> None:
        self._cache = new_cache_id()

    def of(
        self,
        name: Hashable,
        work_out: Callable[[], Value],
        *,
        of_version: tuple[Hashable, Hashable] | None = None,
    ) -> Value:
        """Give the value that is kept under this name, or work it out.

        One of a version of something (what it is, which version) is let go when there are newer ones of it.
        """
        kept_as = (self._cache, name)
        once = cast(OnceComputed[Value] | None, BUDGET.get(kept_as))
        if once is None:
            fresh = OnceComputed[Value]()
            once = cast(
                OnceComputed[Value], BUDGET.get_or_put(kept_as, fresh, _SMALLEST, of_version=of_version)
            )
            if once is fresh:
                value = once.get(work_out)
                BUDGET.resize(kept_as, once, _SMALLEST + estimated_size(value))
                return value
        return once.get(work_out)

    def peek(self, name: Hashable) -> Value | None:
        """Give the value that is kept under this name if it is worked out already."""
        once = cast(OnceComputed[Value] | None, BUDGET.get((self._cache, name)))
        return None if once is None else once.peek()
