"""What stands below a field or a constant can be read alone: it begins a sentence and does not continue another one."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from astrike import rulebook

PACKAGE = Path(rulebook.__file__).parent
BEGINS = re.compile(r"[A-Z0-9`'\"(]")
CONTINUES = re.compile(r"(And|Or|But|The same|Likewise|As above|Ditto)\b")


def of_attributes(code: str) -> Iterator[tuple[int, str]]:
    """Yield the texts that stand below assignments, with their lines."""
    for node in ast.walk(ast.parse(code)):
        body = getattr(node, "body", None)
        for before, here in pairwise(body) if isinstance(body, list) else ():
            match before, here:
                case ast.Assign() | ast.AnnAssign(), ast.Expr(value=ast.Constant(value=str() as text)):
                    yield here.lineno, text


def continuing(code: str) -> list[str]:
    """Name the texts below assignments that do not begin a sentence, or that end in the middle of one."""
    return [
        f"{line}: {text}"
        for line, text in of_attributes(code)
        if not BEGINS.match(text) or CONTINUES.match(text) or text.rstrip().endswith(",")
    ]


@pytest.mark.parametrize("module", sorted(PACKAGE.glob("*.py")), ids=lambda path: path.stem)
def test_what_stands_below_a_field_does_not_continue_another_text(module: Path) -> None:
    assert continuing(module.read_text(encoding="utf-8")) == []


def test_there_are_such_texts() -> None:
    count = sum(len([*of_attributes(path.read_text(encoding="utf-8"))]) for path in PACKAGE.glob("*.py"))
    assert count > 150


@pytest.mark.parametrize(
    "text", ["and beyond it.", "or none.", "inches of travel.", "The same for others.", "Damage up to it,"]
)
def test_a_text_that_continues_is_found(text: str) -> None:
    assert continuing(f'class Row:\n    a: int\n    """Whole."""\n    b: int\n    """{text}"""\n') == [
        f"5: {text}"
    ]
