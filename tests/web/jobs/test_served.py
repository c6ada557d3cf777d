"""Through the real server: who hangs up ends the work, nobody waits for another's, and one address has its bounds."""

import http.client
import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from astrike.store.database.connection import connect
from astrike.store.table.tables import create_table
from astrike.web.home.demo import demo_text
from astrike.web.server.serve import THREADS, ListeningServer, listen
from astrike.web.work_limits import BUDGETS, USUAL, ServerLimits
from tests.web.conftest import NOW

BIG = json.loads(demo_text("big"))
SIXTY = json.dumps({"tables": [BIG] * 60}).encode()
TWELVE = json.dumps({"tables": [BIG] * 12}).encode()
"""Small enough that the server itself does not let them wait."""
"""Minutes of work."""
PATIENT = replace(USUAL, seconds=dict.fromkeys(BUDGETS, 600.0), patience=600.0)
"""Budgets for a machine that others use too."""


@contextmanager
def serving(path: Path, limits: ServerLimits) -> Iterator[ListeningServer]:
    found = listen("127.0.0.1", 0, db=path, demo="diagram", limits=limits)
    thread = threading.Thread(target=found.run)
    thread.start()
    try:
        yield found
    finally:
        found.stop()
        thread.join(timeout=30)
        assert not thread.is_alive()


@pytest.fixture
def served(fresh_db: Path) -> Iterator[ListeningServer]:
    with serving(fresh_db, PATIENT) as found:
        yield found


def ask(
    served: ListeningServer, method: str, path: str, body: bytes | None = None, *, of: str = "127.0.0.1"
) -> tuple[int, str, str]:
    """Ask from an address, and give status, text, and when to try again."""
    local = served.local.removeprefix("http://")
    connection = http.client.HTTPConnection(local, timeout=300, source_address=(of, 0))
    try:
        connection.request(method, path, body)
        response = connection.getresponse()
        return (
            response.status,
            response.read().decode(errors="replace"),
            response.getheader("Retry-After") or "",
        )
    finally:
        connection.close()


def table_of(served: ListeningServer) -> str:
    found = re.search(r'href="(/t/[0-9A-Z]{10})"', ask(served, "GET", "/")[1])
    assert found is not None
    return found[1]


@contextmanager
def getting(served: ListeningServer, path: str) -> Iterator[socket.socket]:
    """Ask for a page, and do not wait for the answer."""
    host, _, port = served.local.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=30) as found:
        found.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        yield found


@contextmanager
def hanging(served: ListeningServer, body: bytes = SIXTY) -> Iterator[socket.socket]:
    """Ask for a long check, and do not wait for the answer."""
    host, _, port = served.local.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=30) as found:
        head = f"POST /api/v1/legal HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: {len(body)}\r\n\r\n"
        found.sendall(head.encode() + body)
        yield found


def eventually(what: Callable[[], bool], *, seconds: float) -> bool:
    until = time.monotonic() + seconds
    while not what() and time.monotonic() < until:
        time.sleep(0.02)
    return what()


def test_who_hangs_up_ends_the_work_and_nobody_waited_for_it(served: ListeningServer) -> None:
    table = table_of(served)
    with hanging(served):
        assert eventually(lambda: served.places.long.load == (1, 0), seconds=30)
        status, text, _ = ask(served, "GET", f"{table}/legal")
        assert (status, "<h1" in text) == (200, True)
        assert ask(served, "GET", f"{table}/paper/setup")[0] == 200
        assert served.places.long.load[0] == 1
    assert eventually(lambda: served.places.long.load == (0, 0), seconds=2)
    assert eventually(lambda: served.places.anonymous.load == (0, 0), seconds=2)
    assert ask(served, "GET", f"{table}/legal?tolerance=0.3")[0] == 200


def test_many_tables_are_answered_as_by_themselves(served: ListeningServer) -> None:
    tables = [BIG, {**BIG, "astrike": {**BIG["astrike"], "name": "Another"}}]
    alone = [json.loads(check(served, [table])) for table in tables]
    assert json.loads(check(served, tables)) == {
        "files": [{"file": f"tables[{number}]", **answer} for number, answer in enumerate(alone)]
    }


def check(served: ListeningServer, tables: list[object]) -> str:
    status, text, _ = ask(served, "POST", "/api/v1/legal", json.dumps({"tables": tables}).encode())
    assert status == 200
    return text


def test_an_address_without_a_code_has_few_questions_at_once_and_takes_none_from_others(
    served: ListeningServer,
) -> None:
    most = PATIENT.anonymous_each + PATIENT.anonymous_waiting_each
    table = table_of(served)
    with ExitStack() as asked:
        for _ in range(most):
            asked.enter_context(hanging(served, TWELVE))
        assert eventually(
            lambda: served.places.anonymous.load == (PATIENT.anonymous_each, PATIENT.anonymous_waiting_each),
            seconds=30,
        )
        status, text, wait = ask(served, "POST", "/api/v1/legal", json.dumps({"tables": [BIG]}).encode())
        assert (status, int(wait) > 0) == (429, True)
        assert json.loads(text)["errors"][0]["found"] == "Limit reached"
        assert ask(served, "GET", "/quick")[0] == 429
        for page in ("", "/attack/A/B", "/legal"):
            assert ask(served, "GET", f"{table}{page}")[0] == 200
    assert eventually(lambda: served.places.anonymous.load == (0, 0), seconds=5)
    assert ask(served, "GET", "/quick")[0] == 200


def test_a_check_that_takes_too_long_is_ended_and_said(fresh_db: Path) -> None:
    limits = replace(PATIENT, seconds={**PATIENT.seconds, "legality": 0.2})
    with serving(fresh_db, limits) as served:
        status, text, _ = ask(served, "POST", "/api/v1/legal", json.dumps({"tables": [BIG] * 3}).encode())
        assert status == 422
        assert "Gave up after 0.2 s: the check of this table takes too long." in text
        assert served.places.long.load == (0, 0)


def test_a_server_that_is_stopped_does_not_finish_long_work_first(fresh_db: Path) -> None:
    with serving(fresh_db, PATIENT) as served, hanging(served):
        assert eventually(lambda: served.places.long.load == (1, 0), seconds=30)
    # Leaving it has stopped the server, and waited for its threads.
    assert served.places.long.load == (0, 0)


def codes_of_tables(path: Path, count: int) -> list[str]:
    with closing(connect(path)) as db:
        made = [create_table(db, document=BIG, now=NOW, author="organiser") for _ in range(count)]
    return [f"/t/{each.codes.organise}" for each in made]


def test_many_tables_of_one_address_leave_another_address_served(fresh_db: Path) -> None:
    *tables, others = codes_of_tables(fresh_db, 7)
    with serving(fresh_db, PATIENT) as served, ExitStack() as asked:
        for number in range(4):
            for table in tables:
                asked.enter_context(getting(served, f"{table}/legal?tolerance=0.{number + 1}"))
        assert eventually(lambda: served.places.long.load[1] == PATIENT.waiting - PATIENT.kept, seconds=30)
        assert ask(served, "GET", f"{others}/legal?tolerance=0.1", of="127.0.0.2")[0] == 200


def test_a_page_is_answered_at_once_however_many_tables_wait(fresh_db: Path) -> None:
    *tables, others = codes_of_tables(fresh_db, 12)
    with serving(fresh_db, PATIENT) as served, ExitStack() as asked:
        for _ in range(9):
            for table in tables:
                asked.enter_context(getting(served, f"{table}/legal"))
        assert eventually(lambda: served.places.long.load[1] > 0, seconds=30)
        assert served.server.task_dispatcher.active_count <= THREADS
        for path in ("/", others):
            assert ask(served, "GET", path, of="127.0.0.2")[0] == 200


@pytest.mark.parametrize("workers", [0, 1, 2, 32])
def test_what_is_worked_out_and_waits_never_holds_all_threads(
    monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    monkeypatch.setattr("astrike.web.work_limits.processors", lambda: 2)
    limits = replace(USUAL, workers=workers)
    in_all = (
        (limits.places, limits.waiting),
        (1, limits.searching),
        (limits.anonymous, limits.anonymous_waiting),
        (limits.same,),
    )
    assert sum(map(sum, in_all)) == limits.threads < THREADS
