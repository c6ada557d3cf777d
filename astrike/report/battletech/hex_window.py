"""Which hexes of a patch does a picture show, and where does each stand on it? Columns go right, rows down."""

from collections.abc import Iterable, Iterator
from math import cos, pi, sin, sqrt
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.battletech.hex import HexQuestion

Point = tuple[float, float]
Cell = tuple[int, int]
"""Column and row, both from 1."""
WIDTH: Final = 390.0
COLUMNS, ROWS = 9, 7
"""So many hexes are shown where a thumb is to hit each."""
MOST_COLUMNS, MOST_ROWS = 25, 25
"""Of a larger patch a picture shows a part."""
LAST: Final = 99
"""The last column and row that maps have."""
_EDGE: Final = 2.0


def cell_of(name: str) -> Cell:
    """Give column and row of a hex by its name.

    >>> cell_of("0305")
    (3, 5)
    """
    return int(name[:2]), int(name[2:])


def name_of(cell: Cell) -> str:
    """Give the name of a hex by column and row.

    >>> name_of((3, 5))
    '0305'
    """
    return f"{cell[0]:02d}{cell[1]:02d}"


@dataclass(frozen=True, slots=True)
class HexWindow:
    """A block of hexes by its first column and row, and its size."""

    column: int = 1
    row: int = 1
    columns: int = COLUMNS
    rows: int = ROWS

    @property
    def cells(self) -> Iterator[Cell]:
        """Give every column and row in it."""
        for column in range(self.column, self.column + self.columns):
            for row in range(self.row, self.row + self.rows):
                yield column, row

    def shows(self, name: str) -> bool:
        """Is a hex in it?"""
        column, row = cell_of(name)
        return 0 <= column - self.column < self.columns and 0 <= row - self.row < self.rows

    def moved(self, columns: int, rows: int) -> "HexWindow":
        """Give the window so many hexes to the right and down, as far as maps go.

        >>> HexWindow(3, 3).moved(-4, 2)
        HexWindow(column=1, row=5, columns=9, rows=7)
        """
        column = min(max(self.column + columns, 1), LAST + 1 - self.columns)
        row = min(max(self.row + rows, 1), LAST + 1 - self.rows)
        return HexWindow(column, row, self.columns, self.rows)

    @property
    def across(self) -> float:
        """Pixels of a hex from corner to corner."""
        return (WIDTH - 2 * _EDGE) / (0.75 * self.columns + 0.25)

    @property
    def high(self) -> float:
        """Pixels of a hex from side to side."""
        return self.across * sqrt(3.0) / 2.0

    @property
    def height(self) -> float:
        """Pixels of the whole window."""
        return round(self.high * (self.rows + 0.5) + 2 * _EDGE, 1)

    def middle(self, name: str) -> Point:
        """Give the middle of a hex; of one outside too."""
        column, row = cell_of(name)
        x = _EDGE + (0.75 * (column - self.column) + 0.5) * self.across
        y = _EDGE + (row - self.row + (0.5 if column % 2 else 1.0)) * self.high
        return x, y

    def corners(self, name: str, share: float = 1.0) -> tuple[Point, ...]:
        """Give the six corners of a hex, or of one so much smaller; the first on the right, then clockwise."""
        return around(self.middle(name), self.across / 2.0 * share, 6)

    def side(self, name: str, hexside: int, share: float = 1.0) -> Point:
        """Give the middle of a hexside, or a place on the way there."""
        x, y = self.middle(name)
        angle = hexside * pi / 3.0
        far = self.high / 2.0 * share
        return round(x + far * sin(angle), 1), round(y - far * cos(angle), 1)


def around(middle: Point, radius: float, count: int) -> tuple[Point, ...]:
    """Give points on a circle, the first on the right, then clockwise."""
    x, y = middle
    return tuple(
        (
            round(x + radius * cos(2 * pi * each / count), 1),
            round(y + radius * sin(2 * pi * each / count), 1),
        )
        for each in range(count)
    )


def window_around(question: HexQuestion, names: Iterable[str] = (), *, columns: int, rows: int) -> HexWindow:
    """Give a window of a size in which both units stand, and the named hexes where they fit; else the attacker's."""
    units = [each.hex for each in (question.attacker, question.target) if each is not None]
    for shown in ([*units, *names], units, units[:1]):
        cells = [cell_of(name) for name in shown]
        if not cells:
            continue
        found = _fitting(cells, columns, rows)
        if found is not None:
            return found
    return HexWindow(1, 1, columns, rows)


def _fitting(cells: list[Cell], columns: int, rows: int) -> HexWindow | None:
    """Give the window with these cells in its middle; None where it is too small."""
    left, right = min(cell[0] for cell in cells), max(cell[0] for cell in cells)
    top, bottom = min(cell[1] for cell in cells), max(cell[1] for cell in cells)
    if right - left >= columns or bottom - top >= rows:
        return None
    column = left - (columns - 1 - (right - left)) // 2
    row = top - (rows - 1 - (bottom - top)) // 2
    return HexWindow(1, 1, columns, rows).moved(column - 1, row - 1)


def whole_window(question: HexQuestion, names: Iterable[str] = ()) -> HexWindow:
    """Give a window with all that a question names and one hex around it; a part of it where that is too much."""
    named = [name for name, _contents in question.hexes]
    units = [each.hex for each in (question.attacker, question.target) if each is not None]
    cells = [cell_of(name) for name in (*named, *units, *names)] or [(1, 1), (COLUMNS, ROWS)]
    left, top = (max(1, min(cell[at] for cell in cells) - 1) for at in (0, 1))
    right, bottom = (min(LAST, max(cell[at] for cell in cells) + 1) for at in (0, 1))
    columns, rows = max(COLUMNS, right - left + 1), max(ROWS - 2, bottom - top + 1)
    if columns > MOST_COLUMNS or rows > MOST_ROWS:
        size = {"columns": min(columns, MOST_COLUMNS), "rows": min(rows, MOST_ROWS)}
        return window_around(question, (*named, *names), **size)
    return HexWindow(1, 1, columns, rows).moved(left - 1, top - 1)
