"""Two processes that serve one file: no change is lost, everyone reads what it wrote, and one that dies is replaced."""

import http.client
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import pytest

from astrike.errors import InputError
from astrike.web.server import several_processes
from astrike.web.server.several_processes import check_processes
from astrike.web.work_limits import USUAL

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="several processes need Linux")
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
PHONES = 6
MOVES = 4


@dataclass(frozen=True)
class Served:
    """A server with two processes."""

    process: subprocess.Popen[str]
    port: int

    def children(self) -> set[int]:
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return set(map(int, found))

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    command = [sys.executable, "-m", "astrike", "serve", "--port", "0", "--processes", "2"]
    process = subprocess.Popen(
        [*command, "--demo", "--db", str(tmp_path / "tables.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert process.stdout is not None
        found = (re.search(r"http://127\.0\.0\.1:(\d+)", line) for line in process.stdout)
        port = next(int(match[1]) for match in found if match)
        running = Served(process, port)
        assert eventually(lambda: len(running.children()) == 2)
        yield running
    finally:
        process.terminate()
        process.communicate(timeout=120)


def eventually(what: Callable[[], bool], *, seconds: float = 120) -> bool:
    until = time.monotonic() + seconds
    while not what() and time.monotonic() < until:
        time.sleep(0.05)
    return what()


def ask(
    connection: http.client.HTTPConnection, path: str, form: dict[str, str] | None = None
) -> tuple[int, str]:
    """Ask, and again where the server is busy: it says so on a machine that has other things to do."""
    headers = {"Sec-Fetch-Site": "same-origin"} | FORM
    while True:
        connection.request("GET" if form is None else "POST", path, form and urlencode(form), headers)
        response = connection.getresponse()
        text = response.read().decode()
        if response.status != 429:
            return response.status, text
        time.sleep(0.5)


def new_table(served: Served) -> str:
    with closing(served.connect()) as connection:
        connection.request("POST", "/demo", "name=diagram", {"Sec-Fetch-Site": "same-origin"} | FORM)
        response = connection.getresponse()
        response.read()
        return (response.getheader("Location") or "").rpartition("/t/")[2]


def move(served: Served, table: str, number: int) -> int:
    """Move a unit to and fro, again where another phone was faster, and read each time what was written."""
    saved = 0
    with closing(served.connect()) as writing:
        for turn in range(MOVES):
            x = f"{20 + number + turn / 100:g}"
            while True:
                version = json.loads(ask(writing, f"/t/{table}/version")[1])["version"]
                form = {"version": str(version), "change_id": secrets.token_hex(12), "x": x}
                status, _text = ask(writing, f"/t/{table}/unit/A/place", form)
                if status != 409:
                    break
            assert status == 303
            saved += 1
            with closing(served.connect()) as reading:  # perhaps the other process
                now = json.loads(ask(reading, f"/t/{table}/version")[1])["version"]
                assert now > version
                assert ask(reading, f"/t/{table}/attack/A/C")[0] == 200
    return saved


def test_no_change_is_lost_and_everyone_reads_what_it_wrote(served: Served) -> None:
    tables = [new_table(served) for _ in range(2)]
    with ThreadPoolExecutor(PHONES) as phones:
        moved = [phones.submit(move, served, tables[number % 2], number) for number in range(PHONES)]
        assert [each.result(timeout=300) for each in moved] == [MOVES] * PHONES
    with closing(served.connect()) as connection:
        for table in tables:
            version = json.loads(ask(connection, f"/t/{table}/version")[1])["version"]
            assert version == 1 + MOVES * PHONES // 2


def test_both_processes_answer_the_same(served: Served) -> None:
    table = new_table(served)
    connections = [served.connect() for _ in range(12)]
    try:
        found = {ask(each, f"/t/{table}/version")[1] for each in connections}
        cards = {
            re.findall(r"<title>.*?</title>", ask(each, f"/t/{table}/attack/A/C")[1])[0]
            for each in connections
        }
        files = {ask(each, f"/t/{table}/download")[1] for each in connections}
    finally:
        for each in connections:
            each.close()
    assert (len(found), len(cards), len(files)) == (1, 1, 1)


def test_a_process_that_dies_is_replaced_and_that_is_said(served: Served) -> None:
    before = served.children()
    os.kill(min(before), signal.SIGKILL)
    assert eventually(lambda: len(served.children()) == 2 and served.children() != before)
    for _ in range(4):
        with closing(served.connect()) as connection:
            assert ask(connection, "/")[0] == 200
    served.process.send_signal(signal.SIGINT)
    _out, told = served.process.communicate(timeout=120)
    assert f"Server process {min(before)} ended (-9). Another takes its place." in told


def test_all_end_together(served: Served) -> None:
    running = served.children()
    served.process.send_signal(signal.SIGINT)
    assert served.process.wait(timeout=120) == 0
    assert eventually(lambda: not any(Path(f"/proc/{each}").exists() for each in running))


def test_none_outlives_the_one_that_started_it(served: Served) -> None:
    running = served.children()
    served.process.kill()
    served.process.wait(timeout=120)
    assert eventually(lambda: not any(Path(f"/proc/{each}").exists() for each in running))


def test_elsewhere_than_on_linux_it_is_said_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(several_processes.sys, "platform", "win32")
    check_processes(1)
    with pytest.raises(InputError, match="several processes need Linux"):
        check_processes(2)


def test_limits_of_an_address_are_divided() -> None:
    part = USUAL.part_of(2)
    assert (part.anonymous, part.searching, part.sharers) == (2, 5, 2)
    assert part.tables_a_day == USUAL.tables_a_day
    assert USUAL.part_of(1) == USUAL
