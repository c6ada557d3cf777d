"""Many phones in a process of their own: what they ask, when each was meant to ask, and how long it waited.

`python -m tests.bench.phones PLAN` with a plan as JSON prints what came of it as JSON. How long a phone waited counts
from the moment at which it meant to ask: a server that stands still for a second is late for everybody who would have
asked in that second. Each phone has two connections, as a browser has several: one hears what is new, one does the
rest.
"""

import asyncio
import itertools
import json
import random
import secrets
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Final
from urllib.parse import urlencode

CARD_EVERY: Final = 4.0
CHANGE_EVERY: Final = 20.0
VERSION_EVERY: Final = 0.7
RELOAD_EVERY: Final = 60.0
RELOAD_WITHIN: Final = 0.2
PATIENCE: Final = 30.0


@dataclass(frozen=True)
class SeatedPhone:
    """Which table a phone is at, the unit that it moves, where that stands, and at whom it shoots."""

    table: str
    unit: str
    x: float
    targets: list[str]
    source: str = "127.0.0.1"
    """The address from which it asks."""


@dataclass(frozen=True)
class Plan:
    """Who asks which server, and for how long. What they do at times `hurry` comes so many times as often."""

    port: int
    seconds: float
    phones: list[SeatedPhone]
    hurry: float = 1.0
    warm_up: float = 0.0
    """Seconds before those that are counted."""


@dataclass
class Outcome:
    """How long everything took, in seconds, and how it was answered."""

    waits: dict[str, list[float]] = field(default_factory=dict)
    statuses: dict[str, dict[str, int]] = field(default_factory=dict)
    changes: dict[str, int] = field(default_factory=dict)
    """How many changes were saved, by table."""
    share: float = 0.0
    """Of one processor, what the phones took themselves."""


class Connection(asyncio.Protocol):
    """One connection that stays open and has one request on its way; opened anew when the server closed it."""

    def __init__(self, port: int, source: str) -> None:
        self._port, self._source = port, source
        self._transport: asyncio.Transport | None = None
        self._turn = asyncio.Lock()
        self._answer: asyncio.Future[tuple[int, dict[str, str], bytes]] | None = None
        self._data = b""

    async def ask(
        self, path: str, form: dict[str, str] | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Send a request when the one before has been answered; a connection that breaks gives status 0."""
        lines = [f"{'GET' if form is None else 'POST'} {path} HTTP/1.1", f"Host: 127.0.0.1:{self._port}"]
        lines += ["Accept-Encoding: gzip", "Sec-Fetch-Site: same-origin"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        body = b""
        if form is not None:
            body = urlencode(form).encode()
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        async with self._turn:
            try:
                async with asyncio.timeout(PATIENCE):
                    return await self._sent("\r\n".join([*lines, "", ""]).encode() + body)
            except (OSError, TimeoutError):
                self.close()
                return 0, {}, b""

    async def _sent(self, request: bytes) -> tuple[int, dict[str, str], bytes]:
        loop = asyncio.get_running_loop()
        if self._transport is None or self._transport.is_closing():
            await loop.create_connection(lambda: self, "127.0.0.1", self._port, local_addr=(self._source, 0))
        self._answer, self._data = loop.create_future(), b""
        assert self._transport is not None
        self._transport.write(request)
        return await self._answer

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()
        self._transport = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(exc or ConnectionResetError())

    def data_received(self, data: bytes) -> None:
        self._data += data
        head, found, body = self._data.partition(b"\r\n\r\n")
        if not found or self._answer is None or self._answer.done():
            return
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        if len(body) >= int(headers.get("content-length", 0)):
            self._answer.set_result((int(first.split(" ", 2)[1]), headers, body))


class Phone:
    """What somebody at a table does with a phone."""

    def __init__(self, plan: Plan, seat: SeatedPhone, outcome: Outcome, number: int) -> None:
        self._plan, self._seat, self._outcome = plan, seat, outcome
        self._news, self._pages = (Connection(plan.port, seat.source) for _ in range(2))
        self._random = random.Random(number)
        self._targets = itertools.cycle(seat.targets)
        # Never where the unit stands already: that would change nothing.
        self._places = itertools.cycle([seat.x + number / 100 for number in range(1, 51)])
        self._tag, self._version = "", 0
        self._pause = 0.0

    async def begin(self) -> None:
        """Open the table, as somebody does who scans the code."""
        await self._pages.ask(f"/t/{self._seat.table}")
        await self._ask_version()

    async def ask_version(self) -> tuple[str, int]:
        """Ask whether anything is new, unless the server asked not to be asked so soon."""
        if time.monotonic() < self._pause:
            return "version put off", 200
        status, headers = await self._ask_version()
        if status == 429:
            self._pause = time.monotonic() + float(headers.get("retry-after", "1"))
        return "version", status

    async def _ask_version(self) -> tuple[int, dict[str, str]]:
        status, headers, body = await self._news.ask(
            f"/t/{self._seat.table}/version", None, If_None_Match=self._tag
        )
        if status == 200:
            self._tag, self._version = headers["etag"], int(json.loads(body)["version"])
        return status, headers

    async def ask_card(self) -> tuple[str, int]:
        """Look at an attack."""
        path = f"/t/{self._seat.table}/attack/{self._seat.unit}/{next(self._targets)}"
        return "card", (await self._pages.ask(path))[0]

    async def reload(self) -> tuple[str, int]:
        """Show the table anew."""
        return "reload", (await self._pages.ask(f"/t/{self._seat.table}"))[0]

    async def change(self) -> tuple[str, int]:
        """Move the unit, again where somebody else was faster or the server had no time."""
        form = {"change_id": secrets.token_hex(12), "x": f"{next(self._places):g}"}
        first = await self._send(form)
        status = first
        for _try in range(20):
            if status == 303:
                self._version += 1
                self._outcome.changes[self._seat.table] = self._outcome.changes.get(self._seat.table, 0) + 1
                break
            if status not in (0, 409, 429):
                break
            if status != 409:
                await asyncio.sleep(1 + self._random.random())
            while (await self._ask_version())[0] not in (200, 304):
                await asyncio.sleep(1 + self._random.random())
            status = await self._send(form)
        return "change", first if first in (409, 429) and status == 303 else status

    async def _send(self, form: dict[str, str]) -> int:
        path = f"/t/{self._seat.table}/unit/{self._seat.unit}/place"
        return (await self._pages.ask(path, {**form, "version": str(self._version)}))[0]

    def times(self, every: float) -> Iterator[float]:
        """Say when something is done again and again, in seconds from the start, not all at the same moment."""
        every /= self._plan.hurry
        yield from itertools.takewhile(
            lambda due: due < self._plan.seconds + self._plan.warm_up,
            itertools.count(self._random.random() * every, every),
        )

    async def repeat(
        self, what: Callable[[], Awaitable[tuple[str, int]]], dues: Iterator[float], start: float
    ) -> None:
        """Do something at its times; when one is late, the next is due all the same."""
        for due in dues:
            await asyncio.sleep(max(0.0, start + due - time.monotonic()))
            kind, status = await what()
            if due >= self._plan.warm_up:
                self._outcome.waits.setdefault(kind, []).append(time.monotonic() - start - due)
                counted = self._outcome.statuses.setdefault(kind, {})
                counted[str(status)] = counted.get(str(status), 0) + 1

    def reloads(self, table_number: int, tables: int) -> Iterator[float]:
        """Say when the table shows itself anew on all of its phones, which is at another time for each table."""
        every = RELOAD_EVERY / self._plan.hurry
        offset = every * (table_number + 0.5) / tables
        ends = self._plan.seconds + self._plan.warm_up
        for due in itertools.takewhile(lambda due: due < ends, itertools.count(offset, every)):
            yield due + self._random.random() * RELOAD_WITHIN


async def played(plan: Plan) -> Outcome:
    """Let all phones ask."""
    outcome = Outcome()
    phones = [Phone(plan, seat, outcome, number) for number, seat in enumerate(plan.phones)]
    tables = list(Counter(seat.table for seat in plan.phones))
    for phone in phones:
        await phone.begin()
    start, busy = time.monotonic(), time.process_time()
    async with asyncio.TaskGroup() as group:
        for seat, phone in zip(plan.phones, phones, strict=True):
            reloads = phone.reloads(tables.index(seat.table), len(tables))
            group.create_task(phone.repeat(phone.ask_version, phone.times(VERSION_EVERY), start))
            group.create_task(phone.repeat(phone.ask_card, phone.times(CARD_EVERY), start))
            group.create_task(phone.repeat(phone.change, phone.times(CHANGE_EVERY), start))
            group.create_task(phone.repeat(phone.reload, reloads, start))
    outcome.share = (time.process_time() - busy) / (time.monotonic() - start)
    return outcome


def main() -> None:
    text = json.loads(sys.argv[1])
    plan = Plan(**{**text, "phones": [SeatedPhone(**each) for each in text["phones"]]})
    json.dump(asdict(asyncio.run(played(plan))), sys.stdout)


if __name__ == "__main__":
    main()
