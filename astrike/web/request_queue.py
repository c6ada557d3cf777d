"""Whose request is next? Addresses take turns, so that many requests of one do not hold up the first of another."""

from collections import deque
from typing import Generic, Protocol, TypeVar


class Waiting(Protocol):
    """Something that waits for a thread."""

    group: str
    """On whose behalf: those take turns."""


Task = TypeVar("Task", bound=Waiting)


class RequestQueue(Generic[Task]):
    """The queue of waitress's threads, which hold a lock whenever they touch it.

    >>> from types import SimpleNamespace as Request
    >>> queue = RequestQueue()
    >>> for number, group in enumerate("AAABA"):
    ...     queue.append(Request(group=group, number=number))
    >>> len(queue), [queue.popleft().number for _ in range(5)], len(queue)
    (5, [0, 3, 1, 2, 4], 0)
    """

    def __init__(self) -> None:
        # The group whose turn it is comes first; none is kept without something that waits.
        self._of: dict[str, deque[Task]] = {}
        self._count = 0

    def __len__(self) -> int:
        """Count all that wait."""
        return self._count

    def append(self, task: Task) -> None:
        """Let one more wait."""
        self._of.setdefault(task.group, deque()).append(task)
        self._count += 1

    def popleft(self) -> Task:
        """Take the next."""
        group = next(iter(self._of))
        waiting = self._of.pop(group)
        if len(waiting) > 1:
            self._of[group] = waiting
        self._count -= 1
        return waiting.popleft()
