"""Inches and hexes are two metrics behind one interface: nothing else asks which of them a table has."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "astrike"

METRICS = (
    "rules/table/metric.py",
    "rules/table/inch_",
    "rules/table/hex_",
    "rules/terrain/hex_",
    "rules/movement/hex_",
    "report/terrain/grid.py",
    "geometry/hexes.py",
)
"""Where the metrics are: what they do on hexes needs no excuse."""
ALLOWED = {
    "formats/": "what files say: the grid of a table file, words of other tools, colors in hexadecimal",
    "geometry/bases.py": "a miniature's base may be a hexagon, whatever the table is played on",
    "model/table.py": "the one place that reads from a table how it is measured",
    "report/units/miniatures.py": "a miniature's base may be a hexagon",
    "report/drawing/pair_scale.py": "a miniature's base may be a hexagon",
    "report/attack/text.py": "an answer names the hexes of its line, if there are any",
    "report/battletech/": "hexes that a unit of another game moved, which is played without a table",
    "rules/battletech/": "the same",
    "web/battletech/": "the same",
    "rules/movement/cost_map": "cost maps lie on a grid of inches, and on hexes there are none yet",
}
"""Modules, or packages, whose conditions name hexes or a metric, and why."""

ASKS_WHICH = re.compile(r"hex|\.grid\b|\bmetric\.(name|cells)\b|\.metric\b(?!\.)|InchMetric", re.IGNORECASE)
MAY_ASK = re.compile(r"hex|grid|metric", re.IGNORECASE)
"""What the lines of such a condition have, however they are broken: the others are not looked at closely."""


def conditions(tree: ast.AST) -> Iterator[ast.expr]:
    """Everything that code branches on, and every comparison, wherever its outcome goes."""
    for node in ast.walk(tree):
        match node:
            case ast.If() | ast.IfExp() | ast.While() | ast.Assert():
                yield node.test
            case ast.Compare():
                yield node
            case ast.comprehension():
                yield from node.ifs
            case ast.BoolOp():
                yield from node.values
            case ast.Match():
                yield node.subject
                yield from (case.guard for case in node.cases if case.guard is not None)


def asks_which(condition: ast.expr) -> bool:
    """Does a condition ask how a table is measured, by whatever name?"""
    return ASKS_WHICH.search(ast.unparse(condition)) is not None


def asking(code: str) -> list[str]:
    """The conditions of a module that ask how a table is measured."""
    if not MAY_ASK.search(code):
        return []
    lines = ["", *code.splitlines()]
    found = [
        condition
        for condition in conditions(ast.parse(code))
        if any(MAY_ASK.search(line) for line in lines[condition.lineno : (condition.end_lineno or 0) + 1])
        and asks_which(condition)
    ]
    return [f"{condition.lineno}: {ast.unparse(condition)}" for condition in found]


@cache
def modules() -> dict[str, list[str]]:
    """The conditions that ask, by the path of the module."""
    found = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}
    return {
        name: asked
        for name, path in found.items()
        if not name.startswith(METRICS) and (asked := asking(path.read_text(encoding="utf-8")))
    }


def test_nothing_but_the_metrics_asks_how_a_table_is_measured() -> None:
    unexcused = {name: asked for name, asked in modules().items() if not name.startswith(tuple(ALLOWED))}
    assert unexcused == {}, "ask the table's metric instead (astrike/rules/table/metric.py)"


@pytest.mark.parametrize("excused", ALLOWED)
def test_every_excuse_is_needed(excused: str) -> None:
    assert any(name.startswith(excused) for name in modules()), f"{excused} no longer asks"


@pytest.mark.parametrize(
    "code",
    [
        "if on_hexes: pass",
        "x = a if field.board_of_hexes is None else b",
        "x = table.grid is None and y",
        "while case.hexes: pass",
        "assert isinstance(field.metric, HexMetric)",
        "x = [a for a in b if isinstance(field.metric, InchMetric)]",
        "if field.metric.name == 'inches': pass",
        "if table.metric != 'inches': pass",
        "match table.metric:\n    case 'inches': pass",
        "if field.metric.cells is not None: pass",
        "def f(field): return field.metric.name in CHARTED",
        "match a:\n    case 1 if base.shape == 'hex': pass",
    ],
)
def test_a_condition_that_asks_is_found(code: str) -> None:
    assert asking(code)


@pytest.mark.parametrize(
    "code",
    ["x = WAYS[field.metric.name](field)", "if field.metric.unmeasured: pass", "if self._grid.fine: pass"],
)
def test_what_asks_the_metric_itself_is_not(code: str) -> None:
    assert asking(code) == []
