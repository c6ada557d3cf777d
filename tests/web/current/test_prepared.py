"""Answers about a table are kept for its version and no longer than room is; the table is not kept with them."""

import gc
import weakref
from dataclasses import replace
from typing import cast

import pytest

from astrike.byte_budget import BUDGET
from astrike.web.current.prepared import TableState, cached
from astrike.web.current.table import Current
from tests.web.conftest import NOW


class Whole:
    """Stands for the table of a request."""


def state(version: int = 1, *, current: object = None) -> TableState:
    return TableState(("code", version, NOW), cast(Current, current))


def test_an_answer_is_worked_out_once_a_version_and_question() -> None:
    asked: list[tuple[int, str]] = []

    @cached
    def answer(state: TableState, question: str) -> str:
        _code, version, _updated = state.key
        asked.append((version, question))
        return f"{question} at {version}"

    assert [answer(state(), "a"), answer(state(), "a"), answer(state(), "b")] == [
        "a at 1",
        "a at 1",
        "b at 1",
    ]
    assert answer(state(2), "a") == "a at 2"
    assert asked == [(1, "a"), (1, "b"), (2, "a")]


def test_a_restored_table_is_another_one() -> None:
    @cached
    def answer(state: TableState) -> object:
        return object()

    assert answer(state()) is answer(state())
    assert answer(state()) is not answer(replace(state(), key=("code", 1, NOW.replace(year=2001))))


def test_the_answers_asked_for_longest_ago_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    BUDGET.clear()
    monkeypatch.setattr(BUDGET, "most_bytes", 25_000)

    @cached
    def answer(state: TableState, question: str) -> object:
        return bytearray(10_000)

    first, second = answer(state(), "first"), answer(state(), "second")
    assert answer(state(), "first") is first
    answer(state(), "third")
    assert answer(state(), "first") is first
    assert answer(state(), "second") is not second


def test_the_table_is_not_kept() -> None:
    @cached
    def answer(state: TableState) -> str:
        return "answer"

    whole = Whole()
    seen = weakref.ref(whole)
    answer(state(current=whole))
    del whole
    gc.collect()
    assert seen() is None
