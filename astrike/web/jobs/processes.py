"""Where is long work done, and how is the memory that it took given back?

In a few processes beside the server, started when first needed and kept. A question is a `partial` of a function at
module level with arguments that can be pickled; its answer can be pickled, too. An asker that stops waiting ends the
process that works for it, so no work continues unseen.

A search takes tens of megabytes for a second. Left alone, the C library keeps them in a separate heap for each thread;
set up at startup, it keeps few heaps and returns large blocks to the system. On systems without it nothing is done.
"""

import ctypes
import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from multiprocessing.reduction import ForkingPickler
from types import MappingProxyType
from typing import Any, Final, TypeVar

from pebble import ProcessExpired, ProcessFuture, ProcessPool

from astrike.errors import Broken
from astrike.web.http.i18n import _, speaking

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
"""Names in glibc's malloc.h."""

_WISHES = ((_M_ARENA_MAX, 2), (_M_MMAP_THRESHOLD, 1 << 17), (_M_TRIM_THRESHOLD, 1 << 20))


def give_memory_back() -> bool:
    """Ask the C library to give large pieces back at once; say whether it took the wish."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is None:
        return False
    return all(mallopt(ctypes.c_int(name), ctypes.c_int(value)) == 1 for name, value in _WISHES)


if sys.platform != "win32":
    import resource

Answer = TypeVar("Answer")

_LOOK: Final = 0.1
"""Seconds after which a waiting thread checks whether the answer is still wanted."""

_MOST_TASKS: Final = 300
"""After so many answers a process makes room for a fresh one."""

_METHOD: Final = "spawn" if sys.platform == "win32" else "forkserver"
"""The server has threads, so it may not be copied; what it loads is loaded once and shared where that is possible."""


def _read_only(found: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(found)


def _as_pickled(mapping: MappingProxyType[Any, Any]) -> tuple[Any, ...]:
    return _read_only, (dict(mapping),)


ForkingPickler.register(MappingProxyType, _as_pickled)


class Processes:
    """Processes that answer questions, one at a time each."""

    def __init__(self, count: int, *, megabytes: int) -> None:
        self._count = count
        self._megabytes = megabytes
        self._guard = threading.Lock()
        self._pool: ProcessPool | None = None
        self._is_closed = False
        self._begun: ProcessPool | None = None

    def begin(self, *, go_on: Callable[[], None]) -> None:
        """Start the processes where they do not run yet: that takes seconds, which are nobody's fault."""
        if self._pool is None or self._begun is not self._pool:
            self.answer(os.getpid, language="", go_on=go_on)
            self._begun = self._pool

    def answer(self, question: Callable[[], Answer], *, language: str, go_on: Callable[[], None]) -> Answer:
        """Give what a question answers, and raise what it raises; where `go_on` raises, the work is ended."""
        for _try in range(2):  # a process that died while it had nothing to do takes the others with it
            future = self._scheduled(question, language)
            try:
                return _awaited(future, go_on)
            except BrokenProcessPool:
                continue
            except (ProcessExpired, CancelledError):
                break
            finally:
                future.cancel()  # type: ignore[no-untyped-call]  # as it comes
        raise Broken(_("The process that worked on this has ended without an answer. Please try again."))

    def close(self) -> None:
        """End all processes and what they work on."""
        with self._guard:
            self._is_closed = True
            pool, self._pool = self._pool, None
        if pool is not None:
            _end(pool)

    def _scheduled(self, question: Callable[[], Answer], language: str) -> "ProcessFuture[Answer]":
        broken: ProcessPool | None = None
        with self._guard:
            if self._is_closed:
                raise Broken(_("The server is being stopped."))
            if self._pool is None or not self._pool.active:
                broken, self._pool = self._pool, _started(self._count, self._megabytes)
            future = self._pool.schedule(_answered, args=(question, language))
        if broken is not None:
            _end(broken)  # which takes a while; others need not wait for it
        return future


def _started(count: int, megabytes: int) -> ProcessPool:
    context = multiprocessing.get_context(_METHOD)
    if _METHOD == "forkserver":
        context.set_forkserver_preload(["astrike.web.preloaded"])
    return ProcessPool(
        max_workers=count,
        max_tasks=_MOST_TASKS,
        initializer=_begin,
        initargs=(megabytes * 1_000_000,),
        context=context,
    )


def _end(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call]  # as it comes
    pool.join()


def _awaited(future: "ProcessFuture[Answer]", go_on: Callable[[], None]) -> Answer:
    while True:
        go_on()
        try:
            return future.result(timeout=_LOOK)
        except TimeoutError:
            if future.done():
                raise


# ---- in a process


def _begin(most_bytes: int) -> None:
    """Set a process up so that it ends at once on a signal, whatever it is doing, and together with the server."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform == "linux":  # elsewhere what is allowed to be taken is not bounded by what is used
        resource.setrlimit(resource.RLIMIT_DATA, (most_bytes, most_bytes))
    give_memory_back()
    gc.freeze()
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        wait([server.sentinel])
        os._exit(1)


def _answered(question: Callable[[], Answer], language: str) -> Answer:
    with speaking(language):
        try:
            return question()
        except MemoryError as error:
            raise Broken(_("This needs more memory than this server gives to one question.")) from error
