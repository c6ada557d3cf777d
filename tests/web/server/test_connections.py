"""Can one address keep the others out, and what becomes of those who say nothing?"""

import json
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from astrike.web.server.connections import ConnectionBounds, bounds_that_fit
from tests.web.page import parse
from tests.web.server.wire import Wire, serving

OTHER = "127.0.0.2"
HELD = {
    "nothing": b"",
    "half a head": b"GET / HTTP/1.1\r\nHo",
    "half a body": b"POST /api/v1/attack HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n{",
    "half a file": b"POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30000000\r\n\r\nx",
}
ANSWERED = b"GET /static/0/icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture(scope="module", autouse=True)
def room_for_sockets() -> Iterator[None]:
    """Let this process hold both ends of a thousand connections."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, before[1]), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def hold(
    wire: Wire, count: int, data: bytes, opened: ExitStack, source: str = "127.0.0.1"
) -> list[socket.socket]:
    found = []
    for _ in range(count):
        found.append(opened.enter_context(wire.connect(source)))
        if data:
            try:
                found[-1].sendall(data)
            except OSError:  # closed already, to make room
                continue
    return found


def is_open(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


@pytest.mark.parametrize("kind", HELD)
def test_a_thousand_unfinished_requests_of_one_address_leave_all_others_served(
    fresh_db: Path, kind: str
) -> None:
    with serving(fresh_db) as wire, ExitStack() as opened:
        wire.ask("/")
        hold(wire, 1_000, HELD[kind], opened)
        for source in (OTHER, "127.0.0.1", OTHER):
            began = time.monotonic()
            assert wire.ask("/", source=source).status == 200
            assert time.monotonic() - began < 3
        assert len(wire.served.open) < 420


def test_finished_connections_that_are_kept_leave_room_too(fresh_db: Path) -> None:
    bounds = ConnectionBounds(most=60, most_of_one=40)
    with serving(fresh_db, bounds=bounds) as wire, ExitStack() as opened:
        hold(wire, 150, ANSWERED, opened)
        assert wire.ask("/", source=OTHER).status == 200
        assert wire.ask("/").status == 200


def test_a_hall_behind_one_address_keeps_its_connections(fresh_db: Path) -> None:
    with serving(fresh_db) as wire, ExitStack() as opened:
        phones = hold(wire, 40 * 6, ANSWERED, opened)
        for each in phones:
            assert each.recv(12) == b"HTTP/1.1 200"
        assert wire.ask("/").status == 200
        assert len(wire.served.open) >= 240


def test_when_all_is_full_the_busiest_address_makes_room(fresh_db: Path) -> None:
    bounds = ConnectionBounds(most=60, most_of_one=50)
    with serving(fresh_db, bounds=bounds) as wire, ExitStack() as opened:
        few = hold(wire, 20, HELD["half a head"], opened, source=OTHER)
        hold(wire, 50, HELD["half a head"], opened)
        assert wire.ask("/", source="127.0.0.3").status == 200
        assert all(map(is_open, few)), "an address with few connections keeps them"


def test_who_begins_a_request_and_does_not_end_it_is_told_so(fresh_db: Path) -> None:
    bounds = ConnectionBounds(headers=1.0, grace=1.0, silence=5.0, pace=1000.0)
    with serving(fresh_db, bounds=bounds) as wire:
        for sent in (b"GET /quick HTTP/1.1\r\nHost: local", HELD["half a file"]):
            answer = wire.send(sent)
            assert answer.status == 408
            assert parse(answer.text).one("section", class_="problem").one("h2").text == "That took too long"
        for sent in (b"GET /api/v1/openapi.json HTTP/1.1\r\nHo", HELD["half a body"]):
            answer = wire.send(sent)
            assert answer.status == 408
            assert json.loads(answer.text)["errors"]
        assert wire.send(b"").status == 0, "closed without a word"


def test_a_body_that_comes_slowly_but_steadily_is_read(fresh_db: Path) -> None:
    bounds = ConnectionBounds(headers=0.5, grace=0.5, silence=5.0, pace=10.0)
    with serving(fresh_db, bounds=bounds) as wire, wire.connect() as connection:
        body = b'{"table": ' + b" " * 190 + b"1}"
        head = f"POST /api/v1/unit HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
        connection.sendall(head.encode())
        for at in range(0, len(body), 20):
            connection.sendall(body[at : at + 20])
            time.sleep(0.2)
        assert connection.recv(12) == b"HTTP/1.1 422"


def test_an_address_with_many_unfinished_requests_is_closed_without_a_word(fresh_db: Path) -> None:
    bounds = ConnectionBounds(headers=1.0, late_of_one=3)
    with serving(fresh_db, bounds=bounds) as wire, ExitStack() as opened:
        held = hold(wire, 12, HELD["half a head"], opened)
        stated = []
        for each in held:
            try:
                stated.append(each.recv(12))
            except OSError:
                stated.append(b"")
        assert 0 < len([each for each in stated if each]) <= 2 * 3
        assert set(stated) <= {b"", b"HTTP/1.0 408"}


def test_large_files_wait_for_each_other(fresh_db: Path) -> None:
    bounds = ConnectionBounds(files_of_one=1)
    with serving(fresh_db, bounds=bounds) as wire, wire.connect() as first:
        first.sendall(HELD["half a file"])
        time.sleep(0.5)
        with wire.connect() as second:
            size = 3_000_000
            head = f"POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\nConnection: close\r\n\r\n"
            second.sendall(head.encode() + bytes(100_000))
            assert wire.ask("/", source="127.0.0.1").status == 200, "small ones do not wait"
            assert wire.send_file("/upload", b"\x89PNG").status == 422
            second.settimeout(1.0)
            with pytest.raises(TimeoutError):
                second.sendall(bytes(size)) or second.recv(1)
            first.close()
            second.settimeout(20)
            assert second.recv(8) == b"HTTP/1.1"


@pytest.mark.parametrize(
    ("soft", "hard", "allowed", "most"),
    [(4096, 4096, None, 800), (256, 5000, 1100, 800), (256, 500, 500, 200), (256, 256, 256, 20)],
)
def test_there_are_no_more_connections_than_files_may_be_open(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, allowed: int | None, most: int
) -> None:
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, limits: told.append(limits))
    found = bounds_that_fit(ConnectionBounds())
    assert found.most == most
    assert found.most_of_one <= most
    assert told == ([] if allowed is None else [(allowed, hard)])
