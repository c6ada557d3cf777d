"""Requests are answered in the order in which they come, few at once, and what takes long holds nobody up."""

import http.client
import re
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from astrike.web.jobs.quick_slot import give_up_slot
from astrike.web.server.overload import FORM_PATIENCE, NEWS_PATIENCE, PAGE_PATIENCE
from astrike.web.server.request_threads import RequestThreads
from astrike.web.work_limits import TRY_AGAIN
from tests.web.server.wire import Wire, serving


@dataclass
class Work:
    """A task that says when it began and ended."""

    name: str
    log: list[str]
    do: Callable[[], object] = lambda: None
    done: threading.Event = field(default_factory=threading.Event)

    def service(self) -> None:
        self.log.append(f"{self.name} begins")
        self.do()
        self.log.append(f"{self.name} ends")
        self.done.set()

    def cancel(self) -> None:
        self.log.append(f"{self.name} never")
        self.done.set()


def threads_of(**wishes: float) -> RequestThreads[Work]:
    return RequestThreads(deque[Work](), **{"most": 8, "quick": 60.0, **wishes})  # type: ignore[arg-type]


@pytest.fixture
def threads() -> Iterator[RequestThreads[Work]]:
    found = threads_of()
    yield found
    found.shutdown()


def done(*works: Work) -> bool:
    return all(each.done.wait(timeout=20) for each in works)


def test_quick_requests_are_answered_one_after_the_other(threads: RequestThreads[Work]) -> None:
    log: list[str] = []
    works = [Work(name, log, lambda: time.sleep(0.01)) for name in "abc"]
    for each in works:
        threads.add_task(each)
    assert done(*works)
    assert log == [f"{name} {what}" for name in "abc" for what in ("begins", "ends")]


def test_one_that_is_not_quick_is_overtaken() -> None:
    threads, log, go = threads_of(quick=0.05), list[str](), threading.Event()
    slow, quick = Work("slow", log, lambda: go.wait(timeout=20)), Work("quick", log)
    threads.add_task(slow)
    threads.add_task(quick)
    assert done(quick)
    assert log == ["slow begins", "quick begins", "quick ends"]
    go.set()
    assert done(slow)
    threads.shutdown()


def test_one_that_waits_gives_up_its_slot(threads: RequestThreads[Work]) -> None:
    log, go = list[str](), threading.Event()

    def wait() -> None:
        give_up_slot()
        give_up_slot()
        go.wait(timeout=20)

    waiting, others = Work("waiting", log, wait), [Work(name, log) for name in "ab"]
    threads.add_task(waiting)
    for each in others:
        threads.add_task(each)
    assert done(*others)
    assert log == ["waiting begins", "a begins", "a ends", "b begins", "b ends"]
    go.set()
    assert done(waiting)


def test_there_are_never_more_threads_than_allowed_and_none_before_it_is_needed() -> None:
    threads, log, go = threads_of(most=3, quick=0.01), list[str](), threading.Event()
    assert threads.threads == set()
    works = [Work(str(number), log, lambda: go.wait(timeout=20)) for number in range(5)]
    for each in works:
        threads.add_task(each)
    time.sleep(0.3)
    assert (len(threads.threads), len(log), threads.active_count) == (3, 3, 3)
    assert threads.delay > 0.1
    go.set()
    assert done(*works)
    assert threads.delay == 0.0
    threads.shutdown()


def test_quick_requests_one_by_one_use_few_threads(threads: RequestThreads[Work]) -> None:
    for number in range(30):
        work = Work(str(number), [])
        threads.add_task(work)
        assert done(work)
    assert len(threads.threads) <= 2


def test_a_mistake_ends_neither_thread_nor_slot(threads: RequestThreads[Work]) -> None:
    def fail() -> None:
        raise ValueError("a mistake")

    threads.add_task(Work("wrong", [], fail))
    right = Work("right", [])
    threads.add_task(right)
    assert done(right)


def test_who_is_put_off_is_told_first(threads: RequestThreads[Work]) -> None:
    log, begun, go = list[str](), threading.Event(), threading.Event()
    works = [
        Work("first", log, lambda: begun.set() or go.wait(timeout=20)),
        Work("waits", log),
        Work("refused", log),
    ]
    threads.add_task(works[0])
    assert begun.wait(timeout=20)
    threads.add_task(works[1])
    threads.add_first(works[2])
    go.set()
    assert done(*works)
    assert [each for each in log if each.endswith("begins")] == [
        "first begins",
        "refused begins",
        "waits begins",
    ]


def test_what_still_waits_when_the_server_stops_is_cancelled() -> None:
    threads, log, go = threads_of(), list[str](), threading.Event()
    works = [Work("first", log, lambda: go.wait(timeout=20)), Work("waits", log)]
    for each in works:
        threads.add_task(each)
    threading.Timer(0.2, go.set).start()
    assert threads.shutdown()
    assert "waits never" in log


# ---- a busy server


@pytest.fixture
def wire(fresh_db: Path) -> Iterator[Wire]:
    with serving(fresh_db, demo="diagram") as found:
        yield found


def late(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    monkeypatch.setattr(RequestThreads, "delay", property(lambda _threads: seconds))


def demo(wire: Wire) -> str:
    return wire.ask("/demo", b"name=diagram", Content_Type=FORM).headers["Location"]


FORM = "application/x-www-form-urlencoded"


def test_a_busy_server_puts_off_news_first_then_pages_and_forms_last(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = demo(wire)

    def statuses(seconds: float) -> list[int]:
        late(monkeypatch, seconds)
        return [
            wire.ask(f"{table}/version").status,
            wire.ask(f"{table}/attack/A/C").status,
            wire.ask("/demo", b"name=diagram", Content_Type=FORM).status,
            wire.ask("/static/x/css/chosen.css").status,
        ]

    assert statuses(NEWS_PATIENCE) == [200, 200, 303, 200]
    assert statuses(NEWS_PATIENCE + 0.1) == [429, 200, 303, 200]
    assert statuses(PAGE_PATIENCE + 0.1) == [429, 429, 303, 200]
    assert statuses(FORM_PATIENCE + 0.1) == [429, 429, 429, 429]
    assert statuses(0) == [200, 200, 303, 200], "and recovers"


def test_whoever_is_put_off_hears_when_to_try_again(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    table = demo(wire)
    late(monkeypatch, PAGE_PATIENCE + 0.1)
    news, page = wire.ask(f"{table}/version"), wire.ask(f"{table}/attack/A/C")
    assert news.headers["Retry-After"] == page.headers["Retry-After"] == str(TRY_AGAIN)
    assert "The server is busy" in news.text
    assert "This server is busy. Nothing was saved. Please try again in a moment." in page.text
    assert "Start page" in page.text
    assert f'href="{table}/attack/A/C">Try again' in page.text


def test_a_page_whose_part_was_put_off_stays_as_it_is(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    table = demo(wire)
    late(monkeypatch, PAGE_PATIENCE + 0.1)
    by_htmx = wire.ask(f"{table}?unit=A", HX_Request="true", HX_Request_Type="full")
    assert (by_htmx.status, by_htmx.headers["Hx-Reswap"]) == (429, "none")
    assert "Hx-Reswap" not in wire.ask(f"{table}?unit=A").headers


def test_a_connection_goes_on_after_it_was_put_off(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    table = demo(wire)
    with closing(http.client.HTTPConnection("127.0.0.1", wire.port, timeout=20)) as connection:
        for path, seconds, status in (
            ("/version", 1.0, 429),
            ("/attack/A/C", 3.0, 429),
            ("/version", 0.0, 200),
        ):
            late(monkeypatch, seconds)
            connection.request("GET", f"{table}{path}")
            response = connection.getresponse()
            response.read()
            assert (response.status, response.will_close) == (status, False)


def test_who_wants_one_answer_alone_is_put_off_and_closed(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = demo(wire)
    late(monkeypatch, NEWS_PATIENCE + 0.1)
    with closing(http.client.HTTPConnection("127.0.0.1", wire.port, timeout=20)) as connection:
        connection.request("GET", f"{table}/version", headers={"Connection": "close"})
        with connection.getresponse() as response:
            assert (response.status, response.getheader("Connection")) == (429, "close")
            assert "The server is busy" in response.read().decode()
        assert connection.sock is None


def test_requests_sent_in_one_go_are_all_answered_where_some_are_put_off(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = demo(wire)
    late(monkeypatch, NEWS_PATIENCE + 0.1)
    host = f"Host: 127.0.0.1:{wire.port}\r\n"
    asked = [f"{table}/attack/A/C", *[f"{table}/version"] * 3, f"{table}/attack/A/B"]
    with socket.create_connection(("127.0.0.1", wire.port), timeout=20) as connection:
        sent = "".join(f"GET {each} HTTP/1.1\r\n{host}\r\n" for each in asked)
        connection.sendall(f"{sent}GET {table}/more HTTP/1.1\r\n{host}Connection: close\r\n\r\n".encode())
        with connection.makefile("rb") as answers:
            heads = re.findall(rb"HTTP/1.1 (\d+)", answers.read())
    assert heads == [b"200", b"429", b"429", b"429", b"200", b"200"]


def test_nothing_new_keeps_the_connection_unless_the_phone_closes_it(wire: Wire) -> None:
    table = demo(wire)
    with closing(http.client.HTTPConnection("127.0.0.1", wire.port, timeout=20)) as connection:
        for wish in ("keep-alive", "keep-alive", "close"):
            connection.request(
                "GET", f"{table}/version", headers={"If-None-Match": '"v1"', "Connection": wish}
            )
            response = connection.getresponse()
            response.read()
            assert (response.status, response.getheader("Connection")) == (
                304,
                "close" if wish == "close" else None,
            )
