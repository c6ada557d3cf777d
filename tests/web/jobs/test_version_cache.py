"""What is kept in memory for a table: its newest version only, and only so many tables."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest

from astrike.byte_budget import BUDGET
from astrike.errors import NotFound
from astrike.store.table.codes import Codes
from astrike.store.table.tables import StoredTable
from astrike.web.jobs.version_cache import OnceComputed, VersionCache
from tests.web.conftest import NOW


def stored(name: str = "A", version: int = 1) -> StoredTable:
    codes = Codes(view=f"{name}v", play=f"{name}p", organise=f"{name}o")
    return StoredTable(
        id=1,
        document={},
        version=version,
        created=NOW,
        updated=NOW + timedelta(seconds=version),
        step=0,
        codes=codes,
        undoable=None,
        redoable=None,
    )


def test_a_value_is_worked_out_once_a_version() -> None:
    known = VersionCache[str]()
    assert known.of(stored(), lambda: "first") == "first"
    assert known.of(stored(), lambda: "again") == "first"
    assert known.of(stored(version=2), lambda: "second") == "second"


def test_an_old_version_does_not_take_the_place_of_the_newest() -> None:
    known = VersionCache[str]()
    known.of(stored(version=2), lambda: "second")
    assert known.of(stored(version=1), lambda: "first") == "first"
    assert known.of(stored(version=2), lambda: "again") == "second"


def test_a_table_restored_from_a_backup_is_another_one() -> None:
    known = VersionCache[str]()
    known.of(stored(version=2), lambda: "before")
    restored = replace(stored(version=2), updated=NOW + timedelta(days=1))
    assert known.of(restored, lambda: "after") == "after"


def test_the_tables_asked_for_longest_ago_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    BUDGET.clear()
    monkeypatch.setattr(BUDGET, "most_bytes", 25_000)
    known = VersionCache[str]()
    for name in ("A", "B", "A", "C"):
        known.of(stored(name), lambda name=name: name * 10_000)  # type: ignore[misc]
    assert known.of(stored("A"), lambda: "anew") == "A" * 10_000
    assert known.of(stored("B"), lambda: "anew") == "anew"


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
