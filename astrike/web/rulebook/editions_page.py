"""Which numbers does each edition give, on which page, and where do two editions differ?"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache

from flask import request

from astrike.errors import InputError, Problem
from astrike.rulebook.compare import differences
from astrike.rulebook.loader import IDS, load_edition
from astrike.rulebook.row import RulebookRow
from astrike.rulebook.schema import TABLES, Edition
from astrike.web.http.i18n import _
from astrike.web.http.responses import show

_WORDS = frozenset({"key", "label", "ref", "page_of", "conf", "note", "unknown"})


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
        return _TABLE_LABELS[self.name]()

    @property
    def differing(self) -> int:
        """In how many rows the editions differ."""
        return sum(row.differs for row in self.rows)


@dataclass(frozen=True, slots=True)
class EditionsContext:
    """The editions, and in how many rows each pair differs."""

    editions: tuple[Edition, ...]
    pairs: tuple[tuple[Edition, Edition, int], ...]


@dataclass(frozen=True, slots=True)
class PairContext:
    """Two editions side by side; one alone when both are the same."""

    a: Edition
    b: Edition
    tables: tuple[PairTable, ...]
    only_differences: bool
    is_single: bool


def show_editions() -> str:
    """Show the editions."""
    editions = tuple(load_edition(each) for each in IDS)
    pairs = tuple(
        (a, b, len(differences(a, b))) for number, a in enumerate(editions) for b in editions[number + 1 :]
    )
    return show("rulebook/editions.html", EditionsContext(editions, pairs))


def show_edition_pair(a: str, b: str) -> str:
    """Show two editions side by side."""
    only = request.args.get("only", "")
    if only not in ("", "differences"):
        raise InputError([Problem(at="only", found=repr(only[:20]), expected="differences")])
    first, second = load_edition(a), load_edition(b)
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
    first, second = load_edition(a), load_edition(b)
    return tuple(PairTable(name, _rows(name, first, second)) for name in TABLES)


def _rows(table: str, first: Edition, second: Edition) -> tuple[PairRow, ...]:
    found: list[PairRow] = []
    ours, theirs = getattr(first, table), getattr(second, table)
    for key in [*ours, *(key for key in theirs if key not in ours)]:
        a, b = ours.get(key), theirs.get(key)
        label = next(row.label for row in (a, b) if row is not None)
        left, right = _side(a, b, first), _side(b, a, second)
        differs = (left.values, left.unknown, left.missing) != (right.values, right.unknown, right.missing)
        found.append(PairRow(key, label, left, right, differs))
    return tuple(found)


def _side(row: RulebookRow | None, other: RulebookRow | None, edition: Edition) -> EditionSide:
    if row is None:
        return EditionSide((), "", missing=True)
    printing = row.page_of if row.page_of is not None and row.page_of != edition.id else ""
    if row.unknown:
        return EditionSide((), row.ref, printing, unknown=row.unknown)
    names = [spec.name for spec in fields(row) if spec.name not in _WORDS]
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


_TABLE_LABELS: Mapping[str, Callable[[], str]] = {
    "modifiers": lambda: _("Modifiers of the Target Number"),
    "damage": lambda: _("Terms of the damage"),
    "numbers": lambda: _("Measures and limits"),
    "brackets": lambda: _("Range brackets"),
    "units": lambda: _("Types of unit"),
    "large": lambda: _("Large units"),
    "arcs": lambda: _("Firing arcs"),
    "terrain": lambda: _("Terrain"),
    "buildings": lambda: _("Buildings"),
    "visual": lambda: _("Visual range"),
    "conditions": lambda: _("Light, weather, wind"),
    "tmm": lambda: _("Target movement modifier"),
    "water": lambda: _("Attacks in and out of water"),
    "options": lambda: _("Options"),
    "reasons": lambda: _("Reasons for a no"),
    "abilities": lambda: _("Special abilities and pilots"),
    "movers": lambda: _("Who moves how"),
    "going": lambda: _("Movement costs of terrain"),
    "modes": lambda: _("Modes of movement"),
    "prices": lambda: _("Terms of movement costs and of Move"),
    "effects": lambda: _("What conditions do to Move"),
    "hazards": lambda: _("Rolls and damage on the way"),
    "kinds": lambda: _("Kinds of attack"),
    "artillery": lambda: _("Artillery"),
    "munitions": lambda: _("Special ammunition"),
    "electronics": lambda: _("Electronics"),
    "nets": lambda: _("Networks"),
    "criticals": lambda: _("Critical hits"),
    "critical_effects": lambda: _("What critical hits do"),
    "follow_ups": lambda: _("What may follow a hit"),
    "motive": lambda: _("Motive damage"),
    "motive_modifiers": lambda: _("Modifiers of the motive roll"),
    "support": lambda: _("Battlefield support"),
    "air_cover": lambda: _("Air cover"),
    "minefields": lambda: _("Minefields"),
    "heat": lambda: _("Heat in the End Phase"),
    "altitudes": lambda: _("Altitudes"),
    "bonuses": lambda: _("What abilities change"),
    "choices": lambda: _("What players decide"),
}
