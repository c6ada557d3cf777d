"""May an answer that takes long still go on?

Which question: is anybody still waiting for this, and long enough? Whoever asks says so by a function that raises when
it is over; whatever works for long calls `go_on` now and then. Without one, as for commands, nothing ever stops. No
clock is read here: an answer that comes in time is the same, however long it took.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

_CHECK: Final[ContextVar[Callable[[], None] | None]] = ContextVar("deadline", default=None)


def go_on() -> None:
    """Return while the answer is still waited for; else raise what the one who asks has chosen for that."""
    check = _CHECK.get()
    if check is not None:
        check()


@contextmanager
def stopped_by(check: Callable[[], None]) -> Iterator[None]:
    """Let work stop where `check` raises.

    >>> def over() -> None:
    ...     raise TimeoutError("gave up")
    >>> with stopped_by(over):
    ...     go_on()
    Traceback (most recent call last):
    TimeoutError: gave up
    >>> go_on()
    """
    before = _CHECK.set(check)
    try:
        yield
    finally:
        _CHECK.reset(before)
