"""How do several processes serve one file together, where one processor is not enough for everybody?

All of them are copies of one that is ready to serve and listens already, so they take connections from the same port;
one that has more than its share leaves the next to the others. What they all have to know is in the database, which
lets one write at a time, in whichever process. What each keeps in memory is named by the version of a table, so none
shows an older one. Limits for an address are divided among them.
"""

import mmap
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Final

from astrike.errors import InputError, Problem
from astrike.web.http.i18n import _
from astrike.web.server.terminal import print_failure

MOST: Final = 32
_MARGIN: Final = 2
"""Connections that a process may have beyond the one with the fewest, and still take the next."""
_PATIENCE: Final = 10.0
"""Seconds in which a process answers what it has begun, when the server is stopped."""
_SOON: Final = 1.0
"""A process that ends sooner after its start is replaced only after so many seconds."""
_LOOK: Final = 0.05
_ENDING: Final = (signal.SIGINT, signal.SIGTERM)


class ConnectionCounts:
    """How many connections each process has: memory that all of them share.

    >>> counts = ConnectionCounts(2)
    >>> first, second = counts.of(0), counts.of(1)
    >>> first.may_take(9), second.may_take(0), first.may_take(2)
    (False, True, True)
    """

    def __init__(self, processes: int) -> None:
        self._counts = memoryview(mmap.mmap(-1, 4 * processes)).cast("I")

    def of(self, number: int) -> "CountedShare":
        """Give the share of one process, which has none yet."""
        self._counts[number] = 0
        return CountedShare(self._counts, number)


class CountedShare:
    """The share of one process."""

    def __init__(self, counts: "memoryview", number: int) -> None:
        self._counts = counts
        self._number = number

    def may_take(self, connections: int) -> bool:
        """Tell whether it takes another connection beside so many, rather than leave it to a process with fewer."""
        self._counts[self._number] = connections
        return connections <= min(self._counts) + _MARGIN


def check_processes(count: int) -> None:
    """Raise `InputError` where this system cannot have so many."""
    if count > 1 and sys.platform != "linux":
        expected = _("1 on this system: several processes need Linux")
        raise InputError([Problem("--processes", str(count), expected)])


def serve_in_processes(count: int, serve: Callable[[int], None]) -> None:
    """Let so many processes call `serve`, each with its number, until the server is interrupted.

    One that dies is replaced, and that is said. This process must not have started a thread.
    """
    _Processes(count, serve).run()


class _Stopped(Exception):  # noqa: N818 - it is no error
    """The server was asked to end."""


class _Processes:
    """The processes of a server, seen from the one that started them."""

    def __init__(self, count: int, serve: Callable[[int], None]) -> None:
        self._count = count
        self._serve = serve
        self._running: dict[int, tuple[int, float]] = {}
        # Nothing is ever written: that it is closed says that this process is gone, however it ended.
        self._alive, self._open = os.pipe()

    def run(self) -> None:
        before = {each: signal.signal(each, _stop) for each in _ENDING}
        try:
            for number in range(self._count):
                self._start(number)
            while True:
                self._replace(*os.wait())
        except _Stopped:
            pass
        finally:
            for each in before:
                signal.signal(each, signal.SIG_IGN)
            self._end()
            for each, handler in before.items():
                signal.signal(each, handler)

    def _start(self, number: int) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)  # until it is clear whose they are
        started = os.fork()
        if started:
            self._running[started] = number, time.monotonic()
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
            return
        code = 1
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one that started this one says when to end
            signal.signal(signal.SIGTERM, _interrupt)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
            os.close(self._open)
            threading.Thread(target=_end_with, args=(self._alive,), daemon=True).start()
            self._serve(number)
            code = 0
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def _replace(self, ended: int, status: int) -> None:
        number, since = self._running.pop(ended, (None, 0.0))
        if number is None:
            return
        how = os.waitstatus_to_exitcode(status)
        print_failure(
            _(
                "Server process %(process)s ended (%(code)s). Another takes its place.",
                process=ended,
                code=how,
            )
        )
        if time.monotonic() - since < _SOON:
            time.sleep(_SOON)
        self._start(number)

    def _end(self) -> None:
        self._send(signal.SIGTERM)
        until = time.monotonic() + _PATIENCE
        while self._running and time.monotonic() < until:
            for process in list(self._running):
                if _is_over(process, os.WNOHANG):
                    del self._running[process]
            time.sleep(_LOOK)
        self._send(signal.SIGKILL)
        for process in self._running:
            _is_over(process, 0)

    def _send(self, number: signal.Signals) -> None:
        for process in self._running:
            with suppress(ProcessLookupError):
                os.kill(process, number)


def _is_over(process: int, options: int) -> bool:
    """Tell whether a process has ended; one of which that was heard when the signal came is no child any more."""
    try:
        return bool(os.waitpid(process, options)[0])
    except ChildProcessError:
        return True


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise _Stopped


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _end_with(alive: int) -> None:
    """End this process when the one at the other end of the pipe is gone."""
    os.read(alive, 1)
    os.kill(os.getpid(), signal.SIGTERM)
