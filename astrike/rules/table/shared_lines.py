"""Which lines between units have been measured already, for this table or for one on which the same units stand alike?

A line depends on the terrain, the rules in use, the large units that hide others, and how its own two units stand; so
it is kept under just these. A newer version of a table, another question about it and a unit that is tried out
elsewhere measure only the lines of units that stand otherwise, and nobody can be given a line that would be another one
now.
"""

from collections.abc import Hashable, Sequence
from functools import lru_cache
from itertools import count
from threading import Lock

import numpy as np

from astrike.byte_budget import Same
from astrike.geometry.arrays import Bools, Ints
from astrike.model.table import HexGrid, Option
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.table.flyers import aerospace_flyers
from astrike.rules.table.line_columns import LineColumns, joined_lines
from astrike.rules.table.lines import arc_degrees, measure_columns
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.terrain.prepared_terrain import PreparedTerrain

MOST_UNITS = 64
"""Units up to which a table's lines are kept."""
MOST_LINES = 2 * MOST_UNITS**2
"""Lines that are kept of one terrain; then those of older versions are let go."""
MOST_TERRAINS = 16


def lines_between(prepared: PreparedTable, attacker: Ints, target: Ints) -> LineColumns:
    """Give the lines between pairs of units (indices (n,) each), measured at most once.

    Whoever asks about one unit gets its lines measured there and back; who then asks about another one, all between
    enemies, since many lines together cost hardly more than those of one unit.
    """
    if not len(attacker) or len(prepared.units.units) > MOST_UNITS:
        return measure_columns(prepared, attacker, target)
    return _lines_of(prepared).between(attacker, target)


def line_known(prepared: PreparedTable, attacker: int, target: int) -> MeasuredLine | None:
    """Give the line between two units if it has been measured already."""
    if len(prepared.units.units) > MOST_UNITS:
        return None
    return _lines_of(prepared).known(attacker, target)


class _KeptLines:
    """Measured lines, by the numbers of how their two units stand."""

    def __init__(self) -> None:
        self.lock = Lock()
        self._number: dict[Hashable, int] = {}
        self._numbers = count()
        self._row: dict[tuple[int, int], int] = {}
        self._columns: LineColumns | None = None

    def numbers_of(self, standings: Sequence[Hashable]) -> list[int]:
        """Number how units stand."""
        with self.lock:
            return [self._number.setdefault(each, next(self._numbers)) for each in standings]

    def rows_of(self, pairs: Sequence[tuple[int, int]]) -> list[int]:
        """Give the rows of the lines between pairs of these numbers, -1 where none has been measured."""
        return [self._row.get(pair, -1) for pair in pairs]

    def take(self, rows: Sequence[int]) -> LineColumns:
        """Give lines by their rows."""
        assert self._columns is not None
        return self._columns.take(np.array(rows, dtype=np.intp))

    def make_room(self, lines: int) -> None:
        """Let all go when there would be too many with so many more."""
        if len(self._row) + lines > MOST_LINES:
            self._row, self._number, self._columns = {}, {}, None

    def add(self, pairs: Sequence[tuple[int, int]], lines: LineColumns) -> None:
        """Keep new lines."""
        first = 0 if self._columns is None else len(self._columns)
        self._row |= {pair: first + k for k, pair in enumerate(pairs)}
        self._columns = lines if self._columns is None else joined_lines((self._columns, lines))


class _LinesOfTable:
    """The lines of one prepared table, among those that are kept."""

    def __init__(self, prepared: PreparedTable) -> None:
        self._prepared, self._kept = prepared, _kept_lines(prepared)
        self._numbers = self._kept.numbers_of(
            [_standing(prepared, i) for i in range(len(prepared.units.units))]
        )
        self._was_asked = False

    def between(self, attacker: Ints, target: Ints) -> LineColumns:
        """Give these lines, and measure what has not been."""
        pairs = self._pairs(attacker, target)
        with self._kept.lock:
            if -1 in self._kept.rows_of(pairs):
                self._measure(attacker, target)
            self._was_asked = True
            found = self._kept.take(self._kept.rows_of(pairs))
        return found.with_ends(attacker, target)

    def known(self, attacker: int, target: int) -> MeasuredLine | None:
        """Give one line if it has been measured already."""
        numbers = self._numbers[attacker], self._numbers[target]
        with self._kept.lock:
            (row,) = self._kept.rows_of([numbers])
            if row < 0:
                return None
            found = self._kept.take([row])
        (line,) = found.with_ends(np.array([attacker]), np.array([target])).lines()
        return line

    def _pairs(self, attacker: Ints, target: Ints) -> list[tuple[int, int]]:
        number = self._numbers
        return [(number[a], number[t]) for a, t in zip(attacker.tolist(), target.tolist(), strict=True)]

    def _measure(self, attacker: Ints, target: Ints) -> None:
        """Measure what is asked for and not known, there and back; from the second time on all between enemies."""
        ends = np.concatenate(
            (
                np.stack((attacker, target), axis=1),
                np.stack((target, attacker), axis=1),
                np.argwhere(self._are_enemies()) if self._was_asked else np.empty((0, 2), dtype=np.intp),
            )
        )
        ends = np.unique(ends, axis=0)
        self._kept.make_room(len(ends))
        known = np.array(self._kept.rows_of(self._pairs(*ends.T)))
        new = ends[known < 0]
        self._kept.add(self._pairs(*new.T), measure_columns(self._prepared, *new.T))

    def _are_enemies(self) -> Bools:
        units = self._prepared.units.units
        return np.array([[one is not other and one.is_enemy_of(other) for other in units] for one in units])


@lru_cache(maxsize=16)
def _lines_of(prepared: PreparedTable) -> _LinesOfTable:
    return _LinesOfTable(prepared)


# ---- what a line depends on


def _kept_lines(prepared: PreparedTable) -> _KeptLines:
    """Give the lines that are kept of this terrain, under these rules, with these units hiding others."""
    units, table = prepared.units, prepared.table
    hiding = tuple(_standing(prepared, i) for i, whom in enumerate(units.blocks) if whom != "none")
    options = tuple(sorted(prepared.options.values.items()))
    rules = Same(prepared.edition)
    return _lines_on(prepared.terrain, rules, options, table.grid, table.width, table.depth, hiding)


@lru_cache(maxsize=MOST_TERRAINS)
def _lines_on(
    terrain: PreparedTerrain,
    edition: Same,
    options: tuple[tuple[str, Option], ...],
    grid: HexGrid | None,
    width: float,
    depth: float,
    hiding: tuple[Hashable, ...],
) -> _KeptLines:
    return _KeptLines()


def _standing(prepared: PreparedTable, i: int) -> Hashable:
    """Give everything about one unit that a line from or to it depends on.

    The woods that it stands in, and the solids that are cut away around it, follow from its place and base.
    """
    units = prepared.units
    unit, row = units.units[i], units.rows[i]
    return (
        units.of[i],
        tuple(units.bases.xy[i].tolist()),
        float(units.z[i]),
        float(units.bases.radius[i]),
        unit.base,
        unit.facing,
        row.key,
        row.cover,
        units.rank[i],
        units.blocks[i],
        units.airborne[i],
        i in aerospace_flyers(prepared),
        arc_degrees(unit, prepared, i),
    )
