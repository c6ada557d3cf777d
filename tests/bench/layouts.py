"""A hundred generated layouts against an event's rules, as `astrike legal` looks them over: all at once, in processes.

For the test a few of them, by the cost of one flow through a grid of bases, which is the slow part of doing it by hand.
"""

import time
from collections.abc import Iterator

from shapely.geometry import shape

from astrike.cli.table_checks import check_many_tables
from astrike.editing.layout.generator import generate
from astrike.editing.layout.wishes import SYMMETRIES, GeneratedLayout, LayoutWishes, counts_for
from astrike.model.table import Table
from astrike.report.words.texts import untranslated
from astrike.web.layout.questions import ask_legal
from tests.bench.clock import medians
from tests.bench.plain_flow import PlainFlow
from tests.bench.row import Row
from tests.bench.tables import table_of_hills

SIDE, BASE = 48.0, 1.25
MANY = 100
HILLS = 900
PROFILE = "pursuit"


def batch() -> Iterator[Row]:
    """Look over a hundred tables in the time an organizer waits."""
    names = [f"layout {seed}" for seed in range(MANY)]
    body = {"tables": [dict(_layout(seed).table.document) for seed in range(MANY)], "profile": PROFILE}
    start = time.perf_counter()
    answers = check_many_tables(body, tables_at=names, titles=names, translate=untranslated)
    seconds = time.perf_counter() - start
    yield Row("layouts looked over at once", len(answers), "is", MANY)
    yield Row(f"{MANY} layouts looked over in processes", seconds, "at most", 60, " s")


def single(*, count: int = 4) -> Iterator[Row]:
    """Look over a few, one after another; what is kept of a table that was looked over is of no use to the next."""
    first, *layouts = (_layout(seed) for seed in range(count + 1))
    outlines = [shape(each["geometry"]) for each in first.features]
    flow = PlainFlow(outlines, width=SIDE, depth=SIDE, base=BASE, step=BASE / 2)
    _looked_over(first.table)  # what is read once for all
    start = time.process_time()
    for layout in layouts:
        _looked_over(layout.table)
    mean = (time.process_time() - start) / count
    (slow,) = medians(flow.ways, runs=3)
    yield Row(
        "a layout looked over, by one flow through a grid",
        mean / slow,
        "at most",
        1,
        "x",
        baseline=slow,
        ours=mean,
    )


def hills(*, count: int = HILLS) -> Iterator[Row]:
    """Look over a table of hundreds of hills, against an event's rules."""
    _looked_over(table_of_hills(2))
    yield Row(f"{count} hills looked over", _seconds(table_of_hills(count)), "at most", 6, " s")
    # More or finer ones are so crowded that nothing is measured between them.
    some = table_of_hills(count // 3, corners=6)
    yield Row(f"{count // 3} hills looked over, with all gaps", _seconds(some), "at most", 6, " s")


def _seconds(table: Table) -> float:
    start = time.process_time()
    _looked_over(table)
    return time.process_time() - start


def _looked_over(table: Table) -> None:
    ask_legal({"tables": [dict(table.document)], "profile": PROFILE}, tables_at=[""])


def _layout(seed: int) -> GeneratedLayout:
    return generate(
        LayoutWishes(
            seed=seed,
            width=SIDE,
            depth=SIDE,
            symmetry=SYMMETRIES[seed % len(SYMMETRIES)],
            counts=counts_for(("sparse", "medium", "dense")[seed % 3], SIDE, SIDE),
        )
    )
