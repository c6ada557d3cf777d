"""Which numbers does each edition give, on which page, and where do two editions differ?"""

from dataclasses import fields
from functools import cache

from flask import request

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.rulebook.battletech.rulings import RulingRow
from astrike.rulebook.compare import differences
from astrike.rulebook.row import RulebookRow
from astrike.rulebook.schema import EditionHead, tables_of
from astrike.rulebook.systems import NAMES, edition_of_any_game, ids_of, pair_problems
from astrike.web.http.responses import show
from astrike.web.rulebook.table_labels import table_label

_WORDS = frozenset({"key", "label", "ref", "page_of", "conf", "note", "unknown"})
_LOOKED_UP = frozenset({"group", "weight", "section", "check"})
"""Fields of rulings that their own page shows."""


@dataclass(frozen=True, slots=True)
class RowFigure:
    """One figure of a row: its name and what it is."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class EditionSide:
    """A row in one edition; `missing`: it has none; `unknown`: why its sources print no figure."""

    values: tuple[RowFigure, ...]
    page: str
    printing: str = ""
    """The edition in whose printing its page was found, where that is another."""
    unknown: str = ""
    missing: bool = False


@dataclass(frozen=True, slots=True)
class PairRow:
    """A row of a table as two editions have it."""

    key: str
    label: str
    a: EditionSide
    b: EditionSide
    differs: bool


@dataclass(frozen=True, slots=True)
class PairTable:
    """One table in two editions."""

    name: str
    rows: tuple[PairRow, ...]

    @property
    def label(self) -> str:
        """What people call it, in the language of this request: tables are kept for all of them."""
        return table_label(self.name)

    @property
    def differing(self) -> int:
        """In how many rows the editions differ."""
        return sum(row.differs for row in self.rows)


@dataclass(frozen=True, slots=True)
class EditionsOfGame:
    """The editions of one game, and in how many rows each pair differs."""

    system: str
    name: str
    editions: tuple[EditionHead, ...]
    pairs: tuple[tuple[EditionHead, EditionHead, int], ...]


@dataclass(frozen=True, slots=True)
class EditionsContext:
    """The editions of all games."""

    games: tuple[EditionsOfGame, ...]


@dataclass(frozen=True, slots=True)
class PairContext:
    """Two editions side by side; one alone when both are the same."""

    a: EditionHead
    b: EditionHead
    tables: tuple[PairTable, ...]
    only_differences: bool
    is_single: bool


def show_editions() -> str:
    """Show the editions of all games."""
    return show("rulebook/editions.html", EditionsContext(tuple(_game(system) for system in NAMES)))


def _game(system: str) -> EditionsOfGame:
    editions = tuple(edition_of_any_game(each) for each in ids_of(system))
    pairs = tuple(
        (a, b, len(differences(a, b))) for number, a in enumerate(editions) for b in editions[number + 1 :]
    )
    return EditionsOfGame(system, NAMES[system], editions, pairs)


def show_edition_pair(a: str, b: str) -> str:
    """Show two editions of one game side by side."""
    only = request.args.get("only", "")
    if only not in ("", "differences"):
        raise InputError([Problem(at="only", found=repr(only[:20]), expected="differences")])
    first, second = edition_of_any_game(a), edition_of_any_game(b)
    problems = [Problem("ab"[place], found, expected) for place, found, expected in pair_problems(a, b)]
    if problems:
        raise InputError(problems)
    tables = _tables(a, b)
    if only:
        kept = (PairTable(t.name, _differing(t.rows)) for t in tables)
        tables = tuple(table for table in kept if table.rows)
    return show("rulebook/edition_pair.html", PairContext(first, second, tables, bool(only), first is second))


def _differing(rows: tuple[PairRow, ...]) -> tuple[PairRow, ...]:
    """Give the rows that differ, those first for which both books print a figure."""
    found = [row for row in rows if row.differs]
    return tuple(sorted(found, key=lambda row: any(side.unknown or side.missing for side in (row.a, row.b))))


@cache
def _tables(a: str, b: str) -> tuple[PairTable, ...]:
    first, second = edition_of_any_game(a), edition_of_any_game(b)
    return tuple(PairTable(name, _rows(name, first, second)) for name in tables_of(type(first)))


def _rows(table: str, first: EditionHead, second: EditionHead) -> tuple[PairRow, ...]:
    found: list[PairRow] = []
    ours, theirs = getattr(first, table), getattr(second, table)
    for key in [*ours, *(key for key in theirs if key not in ours)]:
        a, b = ours.get(key), theirs.get(key)
        label = next(row.label for row in (a, b) if row is not None)
        left, right = _side(a, b, first), _side(b, a, second)
        differs = (left.values, left.unknown, left.missing) != (right.values, right.unknown, right.missing)
        found.append(PairRow(key, label, left, right, differs))
    return tuple(found)


def _side(row: RulebookRow | None, other: RulebookRow | None, edition: EditionHead) -> EditionSide:
    if row is None:
        return EditionSide((), "", missing=True)
    printing = row.page_of if row.page_of is not None and row.page_of != edition.id else ""
    if row.unknown:
        return EditionSide((), row.ref, printing, unknown=row.unknown)
    hidden = _WORDS | _LOOKED_UP if isinstance(row, RulingRow) else _WORDS
    names = [spec.name for spec in fields(row) if spec.name not in hidden]
    agreed = {
        name for name in row.inner_fields() if other is None or getattr(row, name) == getattr(other, name)
    }
    # A figure that is empty in both editions says nothing.
    stated = [
        name
        for name in names
        if name not in agreed
        and any(_plain(getattr(each, name)) for each in (row, other) if each is not None)
    ]
    values = tuple(RowFigure(name.replace("_", " "), _plain(getattr(row, name)) or "–") for name in stated)
    return EditionSide(values, row.ref, printing)


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, int | float):
        return f"{value:g}".replace("-", "−")
    if isinstance(value, tuple):
        return " / ".join(_plain(item) or "–" for item in value)
    return str(value).replace("{choice}", "…")
