"""Who may be connected, how many at once, how long may a connection be idle, and whose request is next?

One client address cannot keep the others out: when there are too many connections, idle ones of the busiest address are
closed, longest idle first; a request that is being answered is never cut off. Addresses take turns, so that many
requests of one do not hold up the first of another. A request that arrives too slowly is answered with the reason, and
large files wait until there is room for them. Nothing is kept about an address that is not connected.
"""

import select
import socket
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, Generic, Protocol, TypeVar

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.trigger import trigger

from astrike.dataclass import dataclass
from astrike.web.http.upload_limits import MostBytes
from astrike.web.network import address_group
from astrike.web.server.incoming import AnswerTask, ArrivingRequest, LateError, RefuseTask, parser_of
from astrike.web.server.overload import (
    NOT_NOW,
    NOT_NOW_AND_CLOSED,
    BusyError,
    is_for_news,
    is_last_one,
    patience_for,
)
from astrike.web.server.request_threads import RequestThreads


class WaitingTask(Protocol):
    """Something that waits for a thread."""

    group: str
    """On whose behalf: those take turns."""


Task = TypeVar("Task", bound=WaitingTask)


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


_AT_ONCE: Final = 64
"""Connections that are taken in one go."""

_BLOCK: Final = 65_536

_OTHER_FILES: Final = 200
"""Files that are open beside the connections: the database for every thread, large requests."""

_FEWEST: Final = 20

_IN_THE_MIDDLE: Final = 10.0
"""Seconds by which a connection in the middle of something outlasts one between two requests."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionBounds:
    """How many connections, and how patient the server is with each; times in seconds.

    An event behind one address, forty phones with six connections each, fits well into the bound of one address.
    """

    most: int = 800
    most_of_one: int = 400
    busy_above: int = 100
    """Connections accepted above the bound while all others are being answered; later ones wait to be accepted."""
    headers: float = 10.0
    """Time from the connection, or the first byte of the next request, to the end of the headers."""
    grace: float = 20.0
    """Time during which a body may arrive at any speed."""
    pace: float = 1_000.0
    """Bytes per second that a body must reach on average once its time of grace is over."""
    silence: float = 30.0
    """Longest time between two parts of a body."""
    idle: float = 120.0
    """Longest time between two requests, and for an answer that is not received."""
    drained: float = 30.0
    """What follows a refused request is thrown away for so long, so that the refusal is not lost."""
    drained_silence: float = 5.0
    late_of_one: int = 20
    """An address with more unfinished requests than this is no person, and is closed without a word."""
    files: int = 16
    """Large requests that may arrive at once, each on the disk."""
    files_of_one: int = 4

    def part_of(self, sharers: int) -> "ConnectionBounds":
        """Give the part of one of several processes."""
        names = ("most", "most_of_one", "busy_above", "late_of_one", "files", "files_of_one")
        return replace(self, **{name: max(1, getattr(self, name) // sharers) for name in names})


def bounds_that_fit(bounds: ConnectionBounds) -> ConnectionBounds:
    """Let this process open as many files as the connections need, or take fewer connections."""
    try:
        import resource
    except ImportError:  # Windows counts otherwise
        return bounds
    needed = bounds.most + bounds.busy_above + _OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return bounds
    allowed = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    most = min(bounds.most, max(allowed - bounds.busy_above - _OTHER_FILES, _FEWEST))
    return replace(bounds, most=most, most_of_one=min(bounds.most_of_one, most // 2))


class Connection(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection, with what is needed to judge how long it has been waiting."""

    server: "LimitedServer"
    request: ArrivingRequest | None
    requests: list[ArrivingRequest]
    close_when_flushed: bool
    total_outbufs_len: int
    last_activity: float
    task_class = AnswerTask
    error_task_class = RefuseTask
    lingers = False
    """The request was refused unread: what is still on its way is thrown away before the connection closes."""
    drained_since: float | None = None
    _stuck: tuple[float, float] | None = None

    def __init__(
        self, server: "LimitedServer", sock: socket.socket, addr: Any, adj: Any, **where: Any
    ) -> None:
        self.parser_class = server.parser_class
        self.group = address_group(str(addr[0]))
        self.reached = str(sock.getsockname()[0])
        self.began = time.time()
        """Since when it waits for what comes next: the connection, or the first byte of the request."""
        self.is_fresh = True
        super().__init__(server, sock, addr, adj, **where)

    @property
    def is_busy(self) -> bool:
        """Tell whether a request was read and is being answered."""
        return bool(self.requests)

    @property
    def is_large(self) -> bool:
        """Tell whether a large request arrives or is being answered."""
        return any(each is not None and each.is_large for each in (self.request, *self.requests))

    def readable(self) -> bool:
        """Tell whether what arrives is read: a large file waits for room."""
        if self.drained_since is not None:
            return True
        if self.requests and self.requests[-1].error is not None:
            return False  # what follows it is no request
        return bool(super().readable()) and (
            self.request is None or not self.request.is_large or self.server.has_room_for(self)
        )

    def writable(self) -> bool:
        """Tell whether to wait until something can be sent: not while a thread sends, which says what it leaves.

        Looking again and again until it is done would keep that thread from its work.
        """
        if not self.total_outbufs_len or not self.requests:
            return bool(super().writable())
        if not self.outbuf_lock.acquire(blocking=False):
            return False
        self.outbuf_lock.release()
        return True

    def handle_read(self) -> None:
        """Read what has arrived."""
        if self.drained_since is not None:
            try:
                if self.recv(_BLOCK):
                    self.last_activity = time.time()
            except OSError:
                self.handle_close()
            return
        before = self.request
        super().handle_read()
        self.is_fresh = False
        if self.request is not before:
            self.began = time.time()

    def handle_write(self) -> None:
        """Send what there is; after a refusal, listen until the other side has heard it."""
        if not (self.lingers and self.close_when_flushed):
            super().handle_write()
            return
        self.close_when_flushed = False
        super().handle_write()
        if not self.connected:
            return
        if self.total_outbufs_len:
            self.close_when_flushed = True
            return
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:  # gone already
            self.handle_close()
            return
        self.drained_since = self.last_activity = time.time()

    def is_over(self, now: float, bounds: ConnectionBounds) -> bool:
        """Tell whether it has been silent for too long to be kept, whatever it is about."""
        if self.drained_since is not None:
            return (
                now - self.drained_since > bounds.drained or now - self.last_activity > bounds.drained_silence
            )
        if self.total_outbufs_len:
            if self._stuck is None or self._stuck[0] != self.last_activity:
                self._stuck = (self.last_activity, now)
            return now - self._stuck[1] > bounds.idle
        self._stuck = None
        if self.is_busy or self.request is not None:
            return False
        return now - self.last_activity > (bounds.headers if self.is_fresh else bounds.idle)

    def is_late(self, now: float, bounds: ConnectionBounds) -> bool:
        """Tell whether its request should have arrived by now."""
        request = self.request
        if request is None or self.is_busy or self.total_outbufs_len:
            return False
        took = now - self.began
        if not request.headers_finished:
            return took > bounds.headers
        if request.is_large and not self.server.has_room_for(self):
            self.began = now  # it waits for us
            return False
        is_slow = took > bounds.grace and request.arrived < bounds.pace * took
        return is_slow or now - max(self.last_activity, self.began) > bounds.silence

    def put_off(self) -> None:
        """Answer what asks for news without a thread; `requests_lock` is held."""
        request = self.requests.pop(0)
        is_last = is_last_one(request)
        answer = NOT_NOW_AND_CLOSED if is_last else NOT_NOW
        with self.outbuf_lock:
            self.outbufs[-1].append(answer)
            self.total_outbufs_len += len(answer)
        for each in (request, *(self.requests if is_last else ())):
            each.close()
        if is_last:
            self.requests, self.close_when_flushed = [], True

    def tell_late(self) -> None:
        """Answer that the request took too long."""
        with self.requests_lock:
            if self.request is None or self.requests:
                return
            self.request.refuse(LateError(""))
            self.requests.append(self.request)
            self.request = None
            self.server.add_task(self)


class ConnectionShare(Protocol):
    """What one of several processes takes of the connections to their port."""

    def may_take(self, connections: int) -> bool:
        """Tell whether it takes another one beside so many."""


class LimitedServer(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """waitress, with an eye on who takes more than a share."""

    channel_class = Connection
    trigger: Any
    task_dispatcher: RequestThreads[Connection]

    def __init__(
        self,
        application: Callable[..., Any],
        listener: socket.socket,
        *,
        opened: dict[int, object],
        threads: int,
        bounds: ConnectionBounds,
        most_bytes: MostBytes,
        **adjustments: Any,
    ) -> None:
        self.bounds = bounds
        self.parser_class: Callable[[Any], ArrivingRequest] = parser_of(most_bytes)
        self._large: set[Connection] = set()
        self._looked_at = 0.0
        self._share: ConnectionShare | None = None
        super().__init__(
            application,
            opened,
            True,
            listener,
            dispatcher=RequestThreads(RequestQueue[Connection](), most=threads),
            adj=Adjustments(sockets=[listener], asyncore_use_poll=True, **adjustments),
            sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
            bind_socket=False,
        )

    def add_task(self, connection: Connection) -> None:
        """Have a request answered, or say that it is not answered now."""
        while connection.requests:
            request = connection.requests[0]
            if request.error is not None or self.task_dispatcher.delay <= patience_for(request):
                self.task_dispatcher.add_task(connection)
                return
            if not is_for_news(request):
                request.refuse(BusyError(""))
                self.task_dispatcher.add_first(connection)
                return
            connection.put_off()  # and then what was sent behind it, without waiting for an answer

    def share_port(self, share: ConnectionShare) -> None:
        """Be one of several copies of a server that listen at the same port, each in its process."""
        self.trigger.close()
        self.trigger = trigger(self._map)  # what wakes the others is none of this one
        self._share = share

    def run(self) -> None:
        """Serve until nothing is open any more."""
        try:
            while self._map:
                # Only between two rounds may connections be closed: in one, a new one could get an old one's number.
                self.close_some(time.time())
                look = wasyncore.poll2 if hasattr(select, "poll") else wasyncore.poll
                look(self.adj.asyncore_loop_timeout, self._map)
        except (SystemExit, KeyboardInterrupt):
            self.task_dispatcher.shutdown()

    def readable(self) -> bool:
        """Tell whether another connection is taken."""
        count = len(self.active_channels)
        if not self.accepting or count >= self.bounds.most + self.bounds.busy_above:
            return False
        return self._share is None or self._share.may_take(count)

    def handle_accept(self) -> None:
        """Take those who wait."""
        for _ in range(_AT_ONCE):
            before = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == before or not self.readable():
                return

    def has_room_for(self, connection: Connection) -> bool:
        """Tell whether a large request may arrive now; who may keeps the place until it is answered."""
        if connection in self._large:
            return True
        self._large = {each for each in self._large if each.connected and each.is_large}
        of_one = sum(each.group == connection.group for each in self._large)
        if len(self._large) >= self.bounds.files or of_one >= self.bounds.files_of_one:
            return False
        self._large.add(connection)
        return True

    def close_some(self, now: float) -> None:
        """Close what has been waiting for too long, and what is too much."""
        if now - self._looked_at >= 1.0 or now < self._looked_at:
            self._looked_at = now
            self._close_late(now)
        for connection in self._too_many():
            connection.handle_close()

    def _close_late(self, now: float) -> None:
        late: Counter[str] = Counter()
        for connection in list(self.active_channels.values()):
            if connection.is_over(now, self.bounds):
                connection.handle_close()
            elif connection.is_late(now, self.bounds):
                late[connection.group] += 1
                if late[connection.group] > self.bounds.late_of_one:
                    connection.handle_close()
                else:
                    connection.tell_late()

    def _too_many(self) -> Iterator[Connection]:
        """Name those to close: of the busiest address, the longest idle first."""
        count = len(self.active_channels)
        if count <= self.bounds.most_of_one:
            return
        everybody: list[Connection] = list(self.active_channels.values())
        of_each = Counter(each.group for each in everybody)
        waiting: dict[str, list[Connection]] = {}
        for each in sorted(everybody, key=_worth, reverse=True):
            if not each.is_busy:
                waiting.setdefault(each.group, []).append(each)
        while waiting:
            group = max(waiting, key=lambda each: of_each[each])
            if count <= self.bounds.most and of_each[group] <= self.bounds.most_of_one:
                return
            yield waiting[group].pop()
            count, of_each[group] = count - 1, of_each[group] - 1
            if not waiting[group]:
                del waiting[group]


def _worth(connection: Connection) -> float:
    """Put a connection in order: who was silent for longest has the least to lose, between two requests still less."""
    is_idle = connection.request is None and not connection.is_fresh and not connection.total_outbufs_len
    return connection.last_activity + (0.0 if is_idle else _IN_THE_MIDDLE)
