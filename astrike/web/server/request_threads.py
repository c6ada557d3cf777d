"""Which thread answers which request, and when? In the order of their arrival, few at once.

Many threads that share one processor make everybody wait for the slowest. So a request has the processor for itself
until it is answered, and the next begins then. What takes long never holds up what is quick: a request that waits for a
search or for another's answer gives up its slot (`quick_slot`), and one that takes longer than `QUICK` loses it. Either
goes on beside the others, in its own thread.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final, Generic, Protocol, TypeVar

from waitress.task import ThreadedTaskDispatcher

from astrike.web.jobs.quick_slot import holding_slot

AT_ONCE: Final = 1
"""Quick requests that are answered at once: what they do is nearly all Python, of which one thread runs at a time."""

QUICK: Final = 0.1
"""Seconds after which a request is no quick one, and the next begins beside it."""


class ThreadTask(Protocol):
    """What a thread does: answer a request."""

    def service(self) -> None:
        """Do it."""

    def cancel(self) -> None:
        """Never do it: the server is being stopped."""


Task = TypeVar("Task", bound=ThreadTask)


class TaskQueue(Protocol[Task]):
    """Tasks that wait for a thread."""

    def __len__(self) -> int:
        """Count them."""

    def append(self, task: Task, /) -> None:
        """Let one more wait."""

    def popleft(self) -> Task:
        """Take the next."""


class RequestThreads(ThreadedTaskDispatcher, Generic[Task]):  # type: ignore[misc]  # waitress has no types
    """The threads of a server, of which those used last are used first; more are started as they are needed."""

    lock: threading.Lock
    threads: set[int]

    def __init__(
        self,
        queue: TaskQueue[Task],
        *,
        most: int,
        at_once: int = AT_ONCE,
        quick: float = QUICK,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.queue: TaskQueue[Task] = queue
        self._most = most
        self._at_once = at_once
        self._quick = quick
        self._clock = clock
        # Whoever is being answered in a slot, by thread, and since when.
        self._slots: dict[int, float] = {}
        self._idle: list[threading.Condition] = []
        self._is_watched = False
        self._is_stopped = False
        self._since: deque[float] = deque()
        self._first: deque[Task] = deque()

    @property
    def active_count(self) -> int:
        """Count the threads that are at work."""
        return len(self.threads) - len(self._idle)

    @property
    def delay(self) -> float:
        """Say for how many seconds the first in line has been waiting."""
        with self.lock:
            return self._clock() - self._since[0] if self._since else 0.0

    def add_task(self, task: Task) -> None:
        """Have a request answered when its turn has come."""
        with self.lock:
            self.queue.append(task)
            self._since.append(self._clock())
            self._call_thread()

    def add_first(self, task: Task) -> None:
        """Have a request answered before all others: it is only told that it is not answered now."""
        with self.lock:
            self._first.append(task)
            self._call_thread()

    def handler_thread(self, thread_no: int) -> None:
        """Answer requests until the server is stopped."""
        while (task := self._next_task(thread_no)) is not None:
            try:
                with holding_slot(lambda: self._give_up(thread_no)):
                    task.service()
            except BaseException:
                self.logger.exception("Exception when servicing %r", task)
            with self.lock:
                self._slots.pop(thread_no, None)

    def set_thread_count(self, count: int) -> None:
        """Stop all threads, which is what `shutdown` asks for; they are started by themselves."""
        assert count == 0
        with self.lock:
            self._is_stopped = True
            for each in self._idle:
                each.notify()

    def _next_task(self, thread_no: int) -> Task | None:
        wake = threading.Condition(self.lock)
        with self.lock:
            while not self._is_stopped:
                if self._waits() and self._has_room():
                    self._slots[thread_no] = self._clock()
                    task = self._taken()
                    self._call_thread()
                    return task
                self._wait(wake)
            self.threads.discard(thread_no)
            self.thread_exit_cv.notify()
            return None

    def _wait(self, wake: threading.Condition) -> None:
        """Sleep until there is something to do; one thread looks whether the request that holds a slot is slow."""
        watches = self._waits() and not self._is_watched
        self._is_watched |= watches
        self._idle.append(wake)
        wake.wait(self._until_room() if watches else None)
        if wake in self._idle:
            self._idle.remove(wake)
        if watches:
            self._is_watched = False

    def _call_thread(self) -> None:
        """Wake the thread that was used last, or start one, where there is something to do or to watch."""
        if not self._waits() or self._is_stopped or (self._is_watched and not self._has_room()):
            return
        if self._idle:
            self._idle.pop().notify()
        elif len(self.threads) < self._most:
            number = max(self.threads, default=-1) + 1
            self.threads.add(number)
            self.start_new_thread(self.handler_thread, number)

    def _waits(self) -> bool:
        return bool(self.queue or self._first)

    def _taken(self) -> Task:
        if self._first:
            return self._first.popleft()
        self._since.popleft()
        return self.queue.popleft()

    def _has_room(self) -> bool:
        since = self._clock() - self._quick
        return sum(begun > since for begun in self._slots.values()) < self._at_once

    def _until_room(self) -> float:
        left = [begun + self._quick - self._clock() for begun in self._slots.values()]
        return max(min((each for each in left if each > 0), default=0.0), 0.001)

    def _give_up(self, thread_no: int) -> None:
        with self.lock:
            if self._slots.pop(thread_no, None) is not None:
                self._call_thread()
