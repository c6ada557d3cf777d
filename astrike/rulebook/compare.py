"""What changes when a table is played under another edition?

Rows are compared field by field; labels, confidence and notes do not count.
"""

from dataclasses import fields
from typing import TypeVar

from astrike.rulebook.row import RulebookRow
from astrike.rulebook.schema import Edition, EditionDifference, EditionHead, tables_of

E = TypeVar("E", bound=EditionHead)
_WORDS = frozenset(
    {"key", "label", "ref", "page_of", "conf", "note", "part", "emits", "unit", "check", "why"}
)


def differences(first: E, second: E) -> tuple[EditionDifference, ...]:
    """List the differing rows of two editions of one game, in the order of the tables.

    >>> from astrike.rulebook.loader import load_edition
    >>> rows = differences(load_edition("ce-5.01"), load_edition("classic-2.3.1"))
    >>> next(row for row in rows if row.key == "terrain.woods").b
    '2'
    """
    found: list[EditionDifference] = []
    if isinstance(first, Edition) and isinstance(second, Edition) and first.steps != second.steps:
        found.append(
            EditionDifference(
                "edition", "steps", ", ".join(first.steps), ", ".join(second.steps), label="Order of steps"
            )
        )
    for table in tables_of(type(first)):
        ours, theirs = getattr(first, table), getattr(second, table)
        for key in [*ours, *(key for key in theirs if key not in ours)]:
            a, b = ours.get(key), theirs.get(key)
            if a is None or b is None or _values(a) != _values(b):
                found.append(_compare(table, key, a, b))
    return tuple(found)


def _values(row: RulebookRow) -> tuple[object, ...]:
    return tuple(getattr(row, spec.name) for spec in fields(row) if spec.name not in _WORDS)


def _compare(table: str, key: str, a: RulebookRow | None, b: RulebookRow | None) -> EditionDifference:
    shown: list[str] = []
    for row, other in ((a, b), (b, a)):
        shown.append(_shown(row, other))
    cites = [None if row is None else row.cite for row in (a, b)]
    label = next(row.label for row in (a, b) if row is not None)
    return EditionDifference(table, key, shown[0], shown[1], cites[0], cites[1], label)


def _shown(row: RulebookRow | None, other: RulebookRow | None) -> str:
    if row is None:
        return "not in this edition"
    if row.unknown:
        return f"unknown: {row.unknown}"
    names = [spec.name for spec in fields(row) if spec.name not in _WORDS and spec.name != "unknown"]
    plain = [name for name in names if name not in row.inner_fields()]
    names = (
        plain if other is None else [n for n in names if getattr(row, n) != getattr(other, n)] or plain[:1]
    )
    if not names:
        return "printed"
    words = [(name, getattr(row, name)) for name in names]
    if len(words) == 1:
        return _plain(words[0][1])
    return ", ".join(f"{name} {_plain(value)}" for name, value in words if value not in ("", (), False))


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, tuple):
        is_of_words = all(isinstance(item, str) for item in value)
        return (" " if is_of_words else "/").join(_plain(item) for item in value) or "none"
    return str(value) or "none"
