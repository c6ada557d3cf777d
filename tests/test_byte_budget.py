"""All caches of a process share one budget in bytes, and what was not asked for longest makes room."""

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest

from astrike.byte_budget import BUDGET, ByteBudget, count_only_in, estimated_size, kept


def test_the_longest_unused_makes_room_whatever_cache_it_is_in() -> None:
    budget = ByteBudget(100)
    for name in ("a", "b", "c"):
        budget.put(name, name.upper(), 30)
    assert budget.get("a") == "A"
    budget.put("d", "D", 30)
    assert [budget.get(name) for name in "abcd"] == ["A", None, "C", "D"]
    assert budget.bytes == 90


def test_what_is_larger_than_the_budget_is_not_kept() -> None:
    budget = ByteBudget(100)
    budget.put("small", "S", 40)
    budget.put("large", "L", 101)
    assert (budget.get("large"), budget.get("small"), budget.bytes) == (None, "S", 40)
    budget.put("small", "S", 101)
    assert (budget.get("small"), budget.bytes) == (None, 0)


def test_all_who_keep_something_under_a_name_at_once_get_the_same() -> None:
    budget, ready = ByteBudget(100_000), Barrier(8)

    def put_all(_thread: int) -> list[object]:
        ready.wait(timeout=10)
        return [budget.get_or_put(name, object(), 1) for name in range(2_000)]

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            first, *others = threads.map(put_all, range(8))
    finally:
        sys.setswitchinterval(before)
    assert all(each is same for found in others for each, same in zip(found, first, strict=True))
    assert budget.bytes == 2_000


def test_a_value_that_grew_counts_what_it_is_now() -> None:
    budget, value = ByteBudget(100), object()
    budget.put("a", value, 10)
    budget.resize("a", value, 60)
    budget.resize("a", object(), 1)
    assert budget.bytes == 60
    budget.put("b", object(), 50)
    assert budget.get("a") is None


def test_every_argument_is_part_of_the_name() -> None:
    @kept
    def joined(first: str, second: str, *, third: str = "") -> str:
        return first + second + third

    assert [joined("a", "b"), joined("b", "a"), joined("a", "b", third="c"), joined("a", second="b")] == [
        "ab",
        "ba",
        "abc",
        "ab",
    ]


def test_nothing_is_an_answer_too() -> None:
    asked: list[int] = []

    @kept
    def nothing(number: int) -> None:
        asked.append(number)

    nothing(1)
    nothing(1)
    assert asked == [1]


@pytest.mark.parametrize(
    ("value", "least", "most"),
    [
        (np.zeros(1_000), 8_000, 8_300),
        (np.zeros(1_000)[:500], 4_000, 4_300),
        ("x" * 500, 500, 600),
        ([f"{number:0100}" for number in range(100)], 10_000, 16_000),
        ({f"{number:0100}": bytes(100) for number in range(100)}, 20_000, 40_000),
        (np.array([bytes(1_000)] * 3 + [b""], dtype=object), 1_000, 4_500),
        (int, 0, 0),
    ],
)
def test_sizes_are_estimated(value: object, least: int, most: int) -> None:
    assert least <= estimated_size(value) <= most


def test_what_another_cache_keeps_counts_only_by_itself() -> None:
    class Shared:
        def __init__(self) -> None:
            self.data = bytes(10_000)

    shared = Shared()
    assert estimated_size((shared, "")) > 10_000
    count_only_in(Shared)
    assert estimated_size((shared, "")) < 1_000
    assert estimated_size(shared) > 10_000


def test_a_small_budget_holds_little(monkeypatch: pytest.MonkeyPatch) -> None:
    BUDGET.clear()
    monkeypatch.setattr(BUDGET, "most_bytes", 0)
    asked: list[int] = []

    @kept
    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    assert (double(1), double(1), asked, BUDGET.bytes) == (2, 2, [1, 1], 0)
