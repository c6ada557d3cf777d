"""How does what an answer costs grow with the table, the file and the history? `python -m tests.bench.growth`.

Everything is measured at growing sizes in one process; the exponent is the slope between the larger half of the sizes
on double logarithmic paper. Prints the exponents, draws the pictures and writes both into astrike/docs/speed.md. Ends
with 1 when one is above 1.2 and nobody says why.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np

from astrike.model.events.event import MOST_TABLES
from astrike.model.movement import MoveQuestion, Waypoint
from astrike.model.table import Table
from astrike.rules.movement.cost_maps import _mapped
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.reach import reach
from astrike.rules.solver.attack import enemy_pairs
from astrike.rules.table.prepared_table import PreparedTable, prepare_table, table_on_terrain
from astrike.rules.terrain.prepared_terrain import PreparedTerrain, prepare_terrain
from astrike.web.layout.questions import ask_legal
from tests.asking import attacks_from, matrix
from tests.bench.clock import cheapest
from tests.bench.growth_chart import chart
from tests.bench.kept_tables import KeptTables, kept_tables
from tests.bench.layouts import PROFILE
from tests.bench.moves import LEGS
from tests.bench.page import DOCS, machine, write_section
from tests.bench.row import seconds_text
from tests.bench.tables import table_of_pieces, table_with_corners

STEEPEST: Final = 1.2
"""Exponents above it need a reason."""
PIECES: Final = (15, 30, 60, 120, 240, 480)
UNITS: Final = (2, 6, 20, 50, 100, 200, 400)
CORNERS: Final = (10, 50, 200, 1_000, 2_500, 5_000)
TABLES: Final = (1, 6, 12, 25, 50, 99, 200)
CHANGES: Final = (10, 100, 500, 1_000, 3_000, 10_000)
USUAL_PIECES, USUAL_UNITS = 60, 48
LISTS = 8
"""So many attackers' lists are asked for, and as many moves judged."""

ALL_PAIRS: Final = (
    "everybody may shoot at every enemy: the pairs grow with the square, and each costs the same"
)


@dataclass(frozen=True, slots=True)
class Work:
    """What is done to get an answer, or so many of them."""

    answer: str
    run: Callable[[], object]
    count: int = 1
    before: Callable[[], object] = lambda: None
    """What is done before, and does not count."""


@dataclass(frozen=True, slots=True)
class Curve:
    """What one kind of answer costs at each size."""

    answer: str
    sizes: tuple[int, ...]
    seconds: tuple[float, ...]
    reason: str = ""
    """Why it may grow faster than the size."""

    @property
    def exponent(self) -> float:
        """Return the slope on double logarithmic paper over the larger half of the sizes."""
        return exponent(self.sizes, self.seconds)

    @property
    def holds(self) -> bool:
        """Is it no steeper than it may be?"""
        return self.exponent <= STEEPEST or bool(self.reason)


@dataclass(frozen=True, slots=True)
class Growth:
    """All curves over one kind of size."""

    key: str
    title: str
    unit: str
    curves: tuple[Curve, ...]


def exponent(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """Fit the slope of a line on double logarithmic paper through the larger half of the sizes."""
    half = min(len(sizes) // 2, len(sizes) - 2)
    slope, _ = np.polyfit(np.log(sizes[half:]), np.log(seconds[half:]), 1)
    return round(float(slope), 2) + 0.0  # never -0


def curves(
    sizes: Sequence[int],
    works: Callable[[int], Iterable[Work]],
    *,
    reasons: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Curve, ...]:
    """Measure works at all sizes, each by the quickest of some runs."""
    found: dict[str, dict[int, float]] = {}
    for size in sizes:
        for work in works(size):
            seconds = cheapest(work.run, before=work.before) / work.count
            found.setdefault(work.answer, {})[size] = seconds
    return tuple(
        Curve(answer, tuple(some), tuple(some.values()), reasons.get(answer, ""))
        for answer, some in found.items()
    )


# ---- what is asked


def table_works(table: Table) -> Iterator[Work]:
    """Give what rules are asked about a table."""
    prepared = prepare_table(table)
    units = prepared.units.units
    asked = units[:: max(1, len(units) // LISTS)][:LISTS]

    def lists() -> None:
        there = _on(prepared, prepared.terrain)
        for unit in asked:
            attacks_from(there, unit.id)

    def moves() -> None:
        for unit in asked:
            path = tuple(Waypoint(unit.at[0] + x, unit.at[1] + y) for x, y in LEGS)
            judge_move(prepared, unit.id, MoveQuestion(path, mode="ground"))

    def ground() -> None:
        _mapped.cache_clear()
        reach(prepared, units[0].id, "ground")

    yield Work("prepare", lambda: _on(prepared, _terrain_of(prepared)))
    yield Work("one attacker’s list", lists, len(asked))
    yield Work("judge three legs", moves, len(asked))
    yield Work("reach", ground)
    yield layout_work(table)


def layout_work(table: Table) -> Work:
    """Give the check of a layout."""
    body = {"tables": [dict(table.document)], "profile": PROFILE}
    return Work("layout checked", lambda: ask_legal(body, tables_at=[""]))


def _terrain_of(prepared: PreparedTable) -> PreparedTerrain:
    return prepare_terrain(prepared.table.terrain, edition=prepared.edition, options=prepared.options)


def _on(prepared: PreparedTable, terrain: PreparedTerrain) -> PreparedTable:
    """Return the table as it is after a move: of its lines nothing is known yet."""
    return table_on_terrain(terrain, table=prepared.table, edition=prepared.edition, options=prepared.options)


def all_works(table: Table) -> Iterator[Work]:
    """Give what rules and pages are asked about a table."""
    yield from table_works(table)
    with kept_tables() as kept:
        yield from page_works(kept, kept.put(table.document))


# ---- over what


def over_pieces(sizes: Sequence[int] = PIECES) -> Growth:
    """Ask on tables of more and more, smaller and smaller pieces."""

    def works(size: int) -> Iterator[Work]:
        yield from all_works(table_of_pieces(size, units=USUAL_UNITS))

    return Growth("pieces", "Pieces of terrain", "pieces", curves(sizes, works))


def over_corners(sizes: Sequence[int] = CORNERS) -> Growth:
    """Ask on tables with one hill of more and more corners."""

    def works(size: int) -> Iterator[Work]:
        yield from all_works(table_with_corners(size, units=USUAL_UNITS))

    return Growth("corners", "Corners of one outline", "corners", curves(sizes, works))


def over_units(sizes: Sequence[int] = UNITS) -> Growth:
    """Ask on tables with more and more units."""

    def works(size: int) -> Iterator[Work]:
        table = table_of_pieces(USUAL_PIECES, units=size)
        prepared = prepare_table(table)
        yield from all_works(table)
        yield Work("all pairs", lambda: matrix(_on(prepared, prepared.terrain)))
        yield Work(
            "all pairs, each",
            lambda: matrix(_on(prepared, prepared.terrain)),
            len(enemy_pairs(prepared)),
        )

    return Growth("units", "Units", "units", curves(sizes, works, reasons={"all pairs": ALL_PAIRS}))


def over_tables(sizes: Sequence[int] = TABLES) -> Growth:
    """Ask for pages of one table in a file with more and more of them, and for the lists of all."""
    document = table_of_pieces(USUAL_PIECES, units=USUAL_UNITS).document

    def works(size: int) -> Iterator[Work]:
        with kept_tables() as kept:
            seats = min(size, MOST_TABLES)
            event = kept.put_event(document, tables=seats)
            for _ in range(size - seats):
                kept.put(document)
            code = kept.put(document)
            yield from page_works(kept, code)
            yield Work("a new table", lambda: kept.put(document))
            yield Work("first page", lambda: kept.get("/"))
            yield Work("installation", lambda: kept.get(f"/i/{kept.installation()}"))
            if seats == size:
                yield Work("event with all its tables", lambda: kept.get(f"/e/{event}"))

    return Growth("tables", "Tables in one file", "tables", curves(sizes, works))


def over_changes(sizes: Sequence[int] = CHANGES) -> Growth:
    """Ask for pages of a table with a longer and longer history; at last its oldest changes are forgotten."""
    document = table_of_pieces(USUAL_PIECES, units=USUAL_UNITS).document

    def works(size: int) -> Iterator[Work]:
        with kept_tables() as kept:
            code = kept.put(document)
            kept.change_often(code, size)
            yield from page_works(kept, code)
            yield Work("undo and redo", lambda: (kept.step(code, "undo"), kept.step(code, "redo")), 2)
            yield Work("page of the history", lambda: kept.get(f"/t/{code}/history"))
            yield Work("oldest page of the history", lambda: kept.get(f"/t/{code}/history?before=30"))
            yield Work("is there anything new?", lambda: kept.get(f"/t/{code}/version"))
            yield Work("whole history as a file", lambda: kept.get(f"/t/{code}/history.json"))

    return Growth("changes", "Changes in the history", "changes", curves(sizes, works))


def page_works(kept: KeptTables, code: str) -> Iterator[Work]:
    """Give what a phone asks for: a unit is moved, and a card that is not the one from before."""
    yield Work("a change", lambda: kept.move(code))
    yield Work(
        "a card after a move",
        lambda: kept.get(f"/t/{code}/attack/west-0/east-0"),
        before=lambda: kept.move(code),
    )


# ---- what is printed


def measured() -> Iterator[Growth]:
    """Measure everything."""
    yield over_pieces()
    yield over_units()
    yield over_corners()
    yield over_tables()
    yield over_changes()


def page_text(growths: Sequence[Growth]) -> str:
    """Write pictures and tables for the page."""
    return "\n".join(line for growth in growths for line in _lines(growth)) + machine()


def _lines(growth: Growth) -> Iterator[str]:
    first, last = growth.curves[0].sizes[0], growth.curves[0].sizes[-1]
    yield f"### {growth.title}: {first:,} to {last:,}"
    yield ""
    yield f"![{growth.title}, on double logarithmic paper](growth-{growth.key}.svg)"
    yield ""
    yield f"| answer | with {first:,} | with {last:,} | exponent | |"
    yield "|---|---:|---:|---:|---|"
    for curve in growth.curves:
        few, many = (seconds_text(each) for each in (curve.seconds[0], curve.seconds[-1]))
        fewer = "" if curve.sizes[-1] == last else f" (with {curve.sizes[-1]:,})"
        yield f"| {curve.answer} | {few} | {many}{fewer} | {curve.exponent:.2f} | {curve.reason} |"
    yield ""


def main() -> int:
    growths = []
    for growth in measured():
        growths.append(growth)
        picture = chart(f"{growth.title}: processor time of an answer", growth.unit, growth.curves)
        (DOCS / f"growth-{growth.key}.svg").write_text(picture, encoding="utf-8")
        for curve in growth.curves:
            mark = "ok  " if curve.holds else "FAIL"
            costs = "  ".join(f"{seconds_text(each):>8}" for each in curve.seconds)
            print(f"{mark} {growth.title:<24} {curve.answer:<28} {curve.exponent:5.2f}  {costs}", flush=True)
    write_section("bench.growth", page_text(growths))
    return 0 if all(curve.holds for growth in growths for curve in growth.curves) else 1


if __name__ == "__main__":
    sys.exit(main())
