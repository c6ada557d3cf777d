"""Rows of the bench: how they are judged and printed, and that the page about speed names every one and no other."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bench.page import section
from tests.bench.row import Row

BENCH = Path(__file__).resolve().parent / "bench"


def rows_of_the_code() -> Iterator[str]:
    """Yield a pattern for each name of a row: first arguments of `Row`, and of functions that begin with `what`."""
    for path in sorted(BENCH.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = {
            each.name
            for each in ast.walk(tree)
            if isinstance(each, ast.FunctionDef) and each.args.args and each.args.args[0].arg == "what"
        }
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in {"Row", *named} and call.args:
                yield from _pattern(call.args[0])


def _pattern(name: ast.expr) -> Iterator[str]:
    if isinstance(name, ast.Constant):
        yield re.escape(str(name.value).strip())
    elif isinstance(name, ast.JoinedStr):
        parts = (
            re.escape(str(each.value)) if isinstance(each, ast.Constant) else ".+" for each in name.values
        )
        yield "".join(parts).strip()


def test_the_page_names_every_row_of_the_bench_and_no_other() -> None:
    patterns = set(rows_of_the_code())
    lines = [line for line in section("bench --write").splitlines() if line.startswith("|")]
    shown = {line.split("|")[2].strip() for line in lines[2:]}
    assert len(patterns) > 20
    assert [each for each in sorted(patterns) if not any(re.fullmatch(each, name) for name in shown)] == []
    assert [name for name in sorted(shown) if not any(re.fullmatch(each, name) for each in patterns)] == []


@pytest.mark.parametrize(
    ("unit", "holds"),
    [(" ms", True), (" s", True), (" MB", False), (" kB", False), ("x", False), ("", False)],
)
def test_only_times_are_judged_for_the_machine_of_the_limits(unit: str, holds: bool) -> None:
    assert Row("what", 18, "at most", 10, unit).holds(n=0.5) is holds


def test_a_ratio_shows_what_it_compares_and_both_times() -> None:
    row = Row("all pairs", 40.0, "at least", 25, "x", "of some", baseline=2.0, ours=0.05)
    assert row.cells(0.5) == (
        "ok", "all pairs", "2 s", "50 ms", "40x", "at least 25x", "50 ms", "25 ms", "of some"
    )  # fmt: skip


def test_a_time_shows_what_was_measured_and_what_is_judged() -> None:
    assert Row("a card", 72.0, "at most", 50, " ms").cells(0.5)[4:8] == (
        "",
        "at most 50 ms",
        "72 ms",
        "36 ms",
    )
