"""Attacks on the table of 60 polygons, 24 against 24: against plain Shapely, against itself, and how exact."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

import numpy as np
from shapely.geometry import Polygon

from astrike.model.table import Table
from astrike.model.unit import Unit
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.solver.attack import Detail, attack, attack_columns, enemy_pairs
from astrike.rules.solver.attack_columns import AttackColumns
from astrike.rules.table.line_columns import LineColumns, columns_of_lines
from astrike.rules.table.lines import measure_columns
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests.asking import attacks_from, attacks_with, matrix
from tests.bench.baseline import PlainTable
from tests.bench.clock import medians, ms
from tests.bench.row import Row
from tests.bench.tables import timed_table
from tests.oracle.slices import SLICES, sliced_share

THIRDS = np.array([1 / 3, 2 / 3])
NEAR_A_THIRD = 0.002


class Attacks:
    """The bench's table, ready; `every` takes only one line in so many through the slow ways."""

    def __init__(self, *, every: int = 1) -> None:
        self.table = timed_table()
        self.prepared = prepare_table(self.table)
        self.pairs = enemy_pairs(self.prepared)
        places = [[self.prepared.place_of(name) for name in pair] for pair in self.pairs]
        self.ends = np.array(places, dtype=np.intp).T
        self.lines = self._measured().lines()
        self.some = self.lines[::every]
        self.plain = PlainTable(self.prepared, self.some)

    def _measured(self) -> LineColumns:
        return measure_columns(self.prepared, *self.ends)

    def plain_numbers(self) -> AttackColumns:
        """Measure the lines with plain Shapely and give the numbers of the attacks on them."""
        lines = columns_of_lines(self.plain.lines(), len(self.prepared.terrain.kinds))
        return attack_columns(self.prepared, lines)

    def all_pairs(self) -> Iterator[Row]:
        """Compare all pairs, both directions, with plain Shapely that does the same work."""
        columns = self._numbers()
        slow, slow_lines = medians(self.plain_numbers, self.plain.lines, runs=3)
        quick, quick_lines, ledgers = medians(self._numbers, self._measured, columns.answers)
        first, prepared = medians(
            lambda: self._numbers(prepare_table(self.table)), lambda: prepare_table(self.table)
        )
        share = len(self.some) / len(self.lines)
        every = f"{len(self.lines):,} attacks"
        yield Row(
            f"all pairs, both directions: {every} with ledger",
            slow / share / quick,
            "at least",
            40,
            "x",
            baseline=slow / share,
            ours=quick,
            note=f"of a table never seen {ms(first - prepared)}",
        )
        yield Row(
            "  geometry alone",
            slow_lines / share / quick_lines,
            "at least",
            90,
            "x",
            baseline=slow_lines / share,
            ours=quick_lines,
        )
        yield Row(
            "  all ledgers opened",
            ledgers / len(self.lines) * 1e6,
            "at most",
            100,
            " us",
            f"{ms(ledgers)} for {every}",
        )

    def _numbers(self, prepared: PreparedTable | None = None) -> AttackColumns:
        """Measure anew and give the numbers of all attacks."""
        table = self.prepared if prepared is None else prepared
        return attack_columns(table, measure_columns(table, *self.ends))

    def one_list(self) -> Iterator[Row]:
        """List 24 attackers one by one, on a table that nobody has asked about; preparing it is not counted."""
        steps = count(1)

        def fresh() -> PreparedTable:
            return prepare_table(moved_table(self.table, everybody=True, by=next(steps) / 1000))

        def listed() -> None:
            prepared = fresh()
            for unit in prepared.units.units[:24]:
                attacks_from(prepared, unit.id)

        whole, prepared = medians(listed, fresh)
        each = (whole - prepared) * 1000 / 24
        yield Row("one attacker's list, of 24 asked for one by one", each, "at most", 2, " ms")

    def same_answers(self) -> Iterator[Row]:
        """Hold the answers of both ways against each other."""
        plain = self.plain.lines()
        inches = max(
            abs(float(one) - float(other))
            for slow, quick in zip(plain, self.some, strict=True)
            for one, other in zip(_inches(slow), _inches(quick), strict=True)
        )
        shares = max(abs(a.hidden - b.hidden) for a, b in zip(plain, self.some, strict=True))
        differ = sum(
            a.target_number != b.target_number
            for a, b in zip(
                attack(self.prepared, plain, detail=Detail.LISTED),
                attack(self.prepared, self.some, detail=Detail.LISTED),
                strict=True,
            )
        )
        yield Row("  Target Numbers other than the plain way's", differ, "is", 0)
        yield Row("  hidden share: farthest from the plain way's", shares, "at most", 1e-6)
        yield Row("  range and woods: farthest from the plain way's", inches, "at most", 1e-6, " in")

    def sliced(self) -> Iterator[Row]:
        """Hold hidden shares against thousands of plain slices with the same clipping; one line in four."""
        some = self.some[::4]
        quick = np.array([line.hidden for line in some])
        slow = np.array([self._sliced(line) for line in some])
        differs = np.searchsorted(THIRDS, quick) != np.searchsorted(THIRDS, slow)
        far = np.abs(slow[:, None] - THIRDS).min(axis=1) > NEAR_A_THIRD
        error = float(np.abs(quick - slow).max())
        yield Row(f"hidden share against {SLICES:,} slices: largest error", error, "at most", 0.002)
        yield Row("  classes wrong, farther than 0.002 from a third", int((differs & far).sum()), "is", 0)

    def _sliced(self, line: MeasuredLine) -> float:
        eye, seen = self.plain.stands[line.attacker], self.plain.stands[line.target]
        right = np.array([seen.foot[1] - eye.foot[1], eye.foot[0] - seen.foot[0]])
        half = right / np.hypot(*right) * seen.width / 2
        wedge = Polygon([eye.foot[:2], seen.foot[:2] + half, seen.foot[:2] - half])
        here = self.plain.solids[line.attacker, line.target]
        solids = [solid for solid in here if solid.polygon.intersects(wedge)]
        return sliced_share(solids, eye=eye.eye, foot=seen.foot, width=seen.width, height=seen.height)

    def one_moved(self) -> Iterator[Row]:
        """Answer one moved unit's row and column alone; both sides begin with a table that nobody has seen."""
        steps = count(1)
        name = self.table.units[0].id
        matrix(self.prepared)
        every, own = medians(
            lambda: matrix(prepare_table(moved_table(self.table, everybody=True, by=next(steps) / 100))),
            lambda: attacks_with(prepare_table(moved_table(self.table, by=next(steps) / 100)), name),
        )
        yield Row(
            "one unit moved: its row and column only",
            every / own,
            "at least",
            4,
            "x",
            baseline=every,
            ours=own,
        )


def growth() -> Iterator[Row]:
    """Double the terrain, and the units: what does one attacker's list cost then?"""
    usual, more_terrain, more_units = (
        prepare_table(table) for table in (timed_table(), timed_table(scale=2), timed_table(units=48))
    )
    base, terrain, units = medians(
        *(lambda field=prepared: _lists(field) for prepared in (usual, more_terrain, more_units)), runs=5
    )
    note = f"{ms(base / 24)} a list"
    yield Row("twice the terrain: one attacker's list costs", terrain / base, "at most", 2, "x", note)
    yield Row("twice the units: one attacker's list costs", units / base, "at most", 2, "x", note)


def _lists(prepared: PreparedTable) -> None:
    """Measure and list the attacks of 24 attackers one by one, as phones ask for them."""
    for unit in prepared.units.units[:24]:
        pairs = enemy_pairs(prepared, attacker=unit.id)
        attacker, target = np.array([[prepared.place_of(name) for name in pair] for pair in pairs]).T
        attack(prepared, measure_columns(prepared, attacker, target).lines(), detail=Detail.LISTED)


def moved_table(table: Table, *, everybody: bool = False, by: float = 1.0) -> Table:
    """Move the first unit, or everybody, by so many inches."""
    first, *others = table.units

    def moved(unit: Unit) -> Unit:
        x, y = unit.at
        return replace(unit, at=(x + by, y))

    return replace(table, units=(moved(first), *(map(moved, others) if everybody else others)))


def _inches(line: MeasuredLine) -> Sequence[float]:
    return (line.range, *line.own, *line.between, *line.theirs)
