"""What is kept in memory: under all that it depends on, worked out once, and only so much."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from astrike.byte_budget import BUDGET
from astrike.errors import NotFound
from astrike.web.jobs.keyed_cache import KeyedCache, OnceComputed


def test_a_value_is_worked_out_once_for_what_it_is_kept_under() -> None:
    known, others = KeyedCache[str](), KeyedCache[str]()
    assert known.peek(("A", 1)) is None
    assert known.of(("A", 1), lambda: "first") == "first"
    assert known.of(("A", 1), lambda: "again") == "first"
    assert known.of(("A", 2), lambda: "second") == "second"
    assert known.peek(("A", 1)) == "first"
    assert others.of(("A", 1), lambda: "of another cache") == "of another cache"


def test_what_was_asked_for_longest_ago_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    BUDGET.clear()
    monkeypatch.setattr(BUDGET, "most_bytes", 25_000)
    known = KeyedCache[str]()
    for name in ("A", "B", "A", "C"):
        known.of(name, lambda name=name: name * 10_000)  # type: ignore[misc]
    assert known.of("A", lambda: "anew") == "A" * 10_000
    assert known.of("B", lambda: "anew") == "anew"


def test_what_many_ask_for_at_once_is_worked_out_once() -> None:
    once, begun, go = OnceComputed[str](), threading.Event(), threading.Event()
    worked: list[str] = []

    def work_out() -> str:
        begun.set()
        go.wait(timeout=10)
        worked.append("work")
        return "value"

    with ThreadPoolExecutor(4) as phones:
        asked = [phones.submit(once.get, work_out) for _ in range(4)]
        begun.wait(timeout=10)
        go.set()
        assert [each.result(timeout=10) for each in asked] == ["value"] * 4
    assert worked == ["work"]


def test_what_could_not_be_worked_out_is_tried_again() -> None:
    once = OnceComputed[str]()
    with pytest.raises(NotFound):
        once.get(missing)
    assert once.get(lambda: "found") == "found"


def missing() -> str:
    raise NotFound("not there yet")
