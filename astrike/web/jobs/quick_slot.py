"""May the next request be answered while this one goes on? What takes long, or waits, gives up its slot.

Quick requests are answered one after the other, in the order in which they came, since threads that take turns on one
processor only make all of them late. A request that is not quick says so here; it is then answered beside the others.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

_GIVE_UP: Final[ContextVar[Callable[[], None] | None]] = ContextVar("quick_slot", default=None)


@contextmanager
def holding_slot(give_up: Callable[[], None]) -> Iterator[None]:
    """Answer a request that holds a slot; `give_up` lets the next begin."""
    token = _GIVE_UP.set(give_up)
    try:
        yield
    finally:
        _GIVE_UP.reset(token)


def give_up_slot() -> None:
    """Let the next request begin; outside of a server's threads there is none that waits."""
    give_up = _GIVE_UP.get()
    if give_up is not None:
        give_up()
