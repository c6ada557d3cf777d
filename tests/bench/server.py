"""The server with eight phones: how long they wait, what the first page weighs, what it keeps in memory.

Starts the real thing, `astrike serve`, on a database of its own; phones are threads of this process, each with
one connection, and each asks once in a quarter of a second.
"""

import gzip
import html
import http.client
import itertools
import json
import os
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode, urljoin, urlsplit

from tests.bench.row import Row

PHONES = 8
PACE = 0.25  # seconds from request to request
SECONDS = 20.0
REQUESTS = 1000
MOVES = 10.0  # seconds from one moved unit to the next: twice as quick as people who hurry
MOVED, WEST, EAST = "A", 20.0, 21.0  # a unit of the demo, and where it goes to and fro
PHONE = "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36"

_LATE_PICTURES = re.compile(r'id="pictures" hx-get="([^"]+)"')
_LOADS = re.compile(r"""<(?:link|script|img|source|use|iframe)\b[^>]*?\b(?:href|src)=["']([^"'#]+)""")
_IMPORTS = re.compile(
    r"""(?:\bfrom|\bimport)\s*["']([^"']+)["']|url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)"""
)


class Phone:
    """One browser: a connection that stays open, and how long each answer took.

    `wire` are the bytes of the last answer with its head, packed as it came.
    """

    def __init__(self, address: str) -> None:
        self.waits: list[float] = []
        self.errors: list[str] = []
        self.wire = 0
        self._connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)

    def ask(self, path: str, form: dict[str, str] | None = None, *, expected: int = 200) -> tuple[str, str]:
        """Ask for a page, or send a form; return the body and where a redirect leads."""
        headers = {"Accept-Encoding": "gzip", "User-Agent": PHONE, "Sec-Fetch-Site": "same-origin"}
        body = None
        if form is not None:
            body = urlencode(form)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        start = time.perf_counter()
        self._connection.request("GET" if form is None else "POST", path, body, headers)
        response = self._connection.getresponse()
        packed = response.read()
        self.waits.append(time.perf_counter() - start)
        head = sum(len(name) + len(value) + 4 for name, value in response.getheaders()) + 32
        self.wire = head + len(packed)
        text = gzip.decompress(packed) if response.getheader("Content-Encoding") == "gzip" else packed
        if response.status != expected:
            self.errors.append(f"{response.status} for {path}")
        return text.decode("utf-8", "replace"), response.getheader("Location") or ""

    def close(self) -> None:
        self._connection.close()


@dataclass(frozen=True, slots=True)
class Server:
    """A running server, and the phones that were near it."""

    address: str
    pid: int
    phones: ExitStack

    def memory_mb(self) -> float:
        """Return what the process holds in memory now; of several, the largest."""
        texts = [Path(f"/proc/{pid}/status").read_text(encoding="utf-8") for pid in self._pids()]
        return max(int(text.split("VmRSS:")[1].split()[0]) for text in texts) / 1000

    def busy_seconds(self) -> float:
        """Return how long the processes that serve have kept processors busy."""
        texts = [Path(f"/proc/{pid}/stat").read_text(encoding="utf-8") for pid in self._pids()]
        fields = [text.rpartition(")")[2].split() for text in texts]
        return sum(int(each[11]) + int(each[12]) for each in fields) / os.sysconf("SC_CLK_TCK")

    def _pids(self) -> list[str]:
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text(encoding="utf-8").split()
        are_serving = (Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children)
        serving = [pid for pid, line in zip(children, are_serving, strict=True) if b"\0serve\0" in line]
        return [str(self.pid), *serving]

    def phone(self) -> Phone:
        return self.phones.enter_context(closing(Phone(self.address)))


@contextmanager
def running(*more: str) -> Iterator[Server]:
    """Serve the big demo table from a database that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "astrike", "serve", "--port", "0", "--demo", "big", *more]
        process = subprocess.Popen(
            [*command, "--db", str(Path(folder, "bench.db"))],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        try:
            assert process.stdout is not None
            lines = (re.search(r"http://127\.0\.0\.1:\d+", line) for line in process.stdout)
            address = next(found.group() for found in lines if found is not None)
            with ExitStack() as phones:
                yield Server(address, process.pid, phones)
        finally:
            process.terminate()
            process.wait(timeout=30)
            if process.stdout is not None:
                process.stdout.close()


def server_rows(*, seconds: float = SECONDS) -> Iterator[Row]:
    """Measure everything about the server."""
    with running() as server:
        yield from first_page(server)
        yield from attack_cards(server, seconds=seconds)
        yield from writes(server, seconds=seconds)
        yield from memory(server)
        yield from searches(server)


# ---- waiting


def attack_cards(server: Server, *, seconds: float) -> Iterator[Row]:
    """Eight phones go through the enemies of a unit each, card by card, while somebody now and then moves one.

    A card's wait is the card's alone; the server draws its pictures as well, as it does for browsers.
    """
    code = new_table(server)
    pairs = _pairs(server, code)
    phones = [server.phone() for _ in range(PHONES)]
    moving_phone, done = MovingPhone(server, code), threading.Event()

    def look(number: int, attacker: str) -> Callable[[], object]:
        turn = itertools.cycle([pair for pair in pairs if pair[0] == attacker])
        return lambda: _look(phones[number], "/t/{}/attack/{}/{}".format(code, *next(turn)))

    attackers = list(dict.fromkeys(attacker for attacker, _ in pairs))[:PHONES]
    looks = [look(number, attacker) for number, attacker in enumerate(attackers)]
    moving = threading.Thread(target=_repeat, args=(moving_phone.move, MOVES, done))
    before = server.busy_seconds()
    moving.start()
    _in_step(looks, seconds=seconds)
    done.set()
    moving.join()
    waits = [wait for phone in phones for wait in phone.waits]
    errors = [error for phone in (*phones, moving_phone.phone) for error in phone.errors]
    busy = (server.busy_seconds() - before) / len(waits)
    note = f"median {statistics.median(waits) * 1000:.0f} ms, {busy * 1000:.0f} ms of the processor a card"
    yield Row("server, 8 phones: p95 of an attack card", p95(waits) * 1000, "at most", 50, " ms", note)
    yield Row("  errors", len(errors), "is", 0, note="; ".join(errors[:3]))


def _look(phone: Phone, path: str) -> None:
    """Ask for a card and then for its pictures, which come later and for which nobody waits."""
    page, _ = phone.ask(path)
    waits = len(phone.waits)
    for address in _LATE_PICTURES.findall(page):
        phone.ask(html.unescape(address))
    del phone.waits[waits:]


def writes(server: Server, *, seconds: float) -> Iterator[Row]:
    """Eight phones move units, each on its table of one file; then one phone alone."""
    moving_phones = [MovingPhone(server, new_table(server)) for _ in range(PHONES)]
    for moving_phone in moving_phones:
        moving_phone.move()
        moving_phone.waits.clear()
    _in_step([moving_phones[0].move], seconds=seconds)
    alone = p95(moving_phones[0].waits)
    moving_phones[0].waits.clear()
    _in_step([moving_phone.move for moving_phone in moving_phones], seconds=seconds)
    together = p95([wait for moving_phone in moving_phones for wait in moving_phone.waits])
    errors = [error for moving_phone in moving_phones for error in moving_phone.phone.errors]
    note = f"{together * 1000:.0f} ms, alone {alone * 1000:.0f} ms"
    yield Row("  writes: p95 with 8 phones to one alone", together / alone, "at most", 10, "x", note)
    yield Row("  errors", len(errors), "is", 0, note="; ".join(errors[:3]))


class MovingPhone:
    """A phone that moves one unit to and fro, from version to version."""

    def __init__(self, server: Server, code: str) -> None:
        self.phone = server.phone()
        self.code = code
        self.version = int(json.loads(self.phone.ask(f"/t/{code}/version")[0])["version"])
        self.waits: list[float] = []
        self.x = WEST

    def move(self) -> None:
        self.x = WEST + EAST - self.x
        form = {"version": str(self.version), "change_id": secrets.token_hex(12), "x": f"{self.x:g}"}
        self.phone.ask(f"/t/{self.code}/unit/{MOVED}/place", form, expected=303)
        self.waits.append(self.phone.waits[-1])
        self.version += 1


def _in_step(asks: Sequence[Callable[[], object]], *, seconds: float) -> None:
    """Let each ask once in a quarter of a second, not all at the same moment."""
    done = threading.Event()
    threads = [threading.Thread(target=_repeat, args=(ask, PACE, done)) for ask in asks]
    for thread in threads:
        thread.start()
        time.sleep(PACE / len(asks))
    time.sleep(seconds)
    done.set()
    for thread in threads:
        thread.join()


def _repeat(ask: Callable[[], object], pace: float, done: threading.Event) -> None:
    due = time.perf_counter()
    while not done.is_set():
        ask()
        due = max(due + pace, time.perf_counter() - pace)
        done.wait(max(due - time.perf_counter(), 0))


def p95(waits: Sequence[float]) -> float:
    return statistics.quantiles(waits, n=20)[-1]


# ---- weight and memory


def first_page(server: Server) -> Iterator[Row]:
    """Load the table page as a phone does that was never here: itself and everything it names."""
    phone = server.phone()
    code = new_table(server)
    asked: dict[str, int] = {}
    foreign: set[str] = set()
    waiting = [urljoin(server.address, f"/t/{code}")]
    while waiting:
        url = waiting.pop()
        if url in asked or url.startswith("data:"):
            continue
        if not url.startswith(f"{server.address}/"):
            foreign.add(url)
            continue
        text, _ = phone.ask(url.removeprefix(server.address))
        asked[url] = phone.wire
        names = _IMPORTS.findall(text) if re.search(r"\.(?:js|css)\b", url) else _LOADS.findall(text)
        found = ("".join(name) for name in names)
        waiting += [urljoin(url, name) for name in found if name[0] in "./" or "/" in name or "." in name]
    note = f"{len(asked)} requests, the page itself {asked[next(iter(asked))] / 1000:.1f} kB"
    yield Row("first page on a phone", sum(asked.values()) / 1000, "at most", 45, " kB", note)
    yield Row("  requests to others", len(foreign), "is", 0, note=" ".join(sorted(foreign)[:3]))
    yield Row("  errors", len(phone.errors), "is", 0, note="; ".join(phone.errors[:3]))


def memory(server: Server, *, requests: int = REQUESTS) -> Iterator[Row]:
    """Ask as phones do in a game, then look at the process: of ten requests six ask whether anything is new."""
    phone, code = server.phone(), new_table(server)
    pairs = _pairs(server, code)
    moving_phone = MovingPhone(server, code)
    for number in range(requests // 10):
        attacker, target = pairs[number % len(pairs)]
        moving_phone.move()
        for path in (f"?unit={attacker}", f"/attack/{attacker}/{target}", f"/attack/{target}/{attacker}"):
            phone.ask(f"/t/{code}{path}")
        for _ in range(6):
            phone.ask(f"/t/{code}/version")
    errors = [*phone.errors, *moving_phone.phone.errors]
    yield Row(f"memory after {requests:,} requests more", server.memory_mb(), "at most", 150, " MB")
    yield Row("  errors", len(errors), "is", 0, note="; ".join(errors[:3]))


def searches(server: Server, *, units: int = 24) -> Iterator[Row]:
    """Ask for the reach of one unit after another, each from another thread of the server."""
    phone, code = server.phone(), new_table(server)
    names = list(dict.fromkeys(attacker for attacker, _ in _pairs(server, code)))[:units]
    for name in names:
        phone.ask(f"/t/{code}/unit/{name}/move?mode=ground&show=reach")
    note = f"{statistics.median(phone.waits) * 1000:.0f} ms in the middle"
    yield Row(
        f"memory after the reach of {len(names)} units", server.memory_mb(), "at most", 150, " MB", note
    )
    yield Row("  errors", len(phone.errors), "is", 0, note="; ".join(phone.errors[:3]))


def new_table(server: Server) -> str:
    """Start a fresh copy of the big demo and return its code."""
    _, place = server.phone().ask("/demo", {"name": "big"}, expected=303)
    return urlsplit(place).path.removeprefix("/t/")


def _pairs(server: Server, code: str) -> list[tuple[str, str]]:
    """Return all attackers with each of their enemies."""
    text, _ = server.phone().ask(f"/t/{code}/download")
    units = [
        (each["id"], each["properties"].get("side"))
        for each in json.loads(text)["features"]
        if each["properties"]["kind"] == "unit"
    ]
    return [(a, t) for a, side in units for t, other in units if side != other]
