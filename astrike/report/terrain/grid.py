"""Which grid lies over the picture of a table: a line every six inches, or the hexes that it is played on?

One tile repeats all over the map, so that many hexes take no more room in a page than few. A hex's number stands in
its northern part, once hexes are large enough to hold it.
"""

from collections.abc import Callable, Mapping, Sequence
from math import atan2, degrees, sqrt
from typing import Final

from astrike.dataclass import dataclass
from astrike.geometry.hexes import HexLayout
from astrike.model.table import HexGrid, MetricName, Table
from astrike.report.drawing.shapes import (
    Box,
    DrawnPath,
    DrawnText,
    FillPattern,
    PictureFrame,
    line_path,
    path,
    tenth,
)

SMALLEST = 5.0
"""Pixels from side to side of a hex below which none is drawn."""

ROOMY = 30.0
"""Pixels from side to side of a hex from which on it has its number."""

DIGITS = 4
"""Of a number: two for the column, two for the row."""

_NORTH = 0.33
"""Share of a hex from its centre to its number."""


def hex_tile(grid: HexGrid, frame: PictureFrame) -> tuple[Box, str] | None:
    """Give the tile that repeats (x, y, width, height) and the lines in it; None where hexes are too small."""
    across = grid.hex * frame.scale
    if across < SMALLEST:
        return None
    corner, half = across / sqrt(3.0), across / 2.0
    if grid.top == "flat":
        left, top = frame.at((0.0, grid.hex))
        box = (left, top, 3.0 * corner, across)
        lines = (
            f"M0 {_n(half)}L{_n(corner / 2)} 0H{_n(1.5 * corner)}L{_n(2 * corner)} {_n(half)}H{_n(3 * corner)}"
            f"M0 {_n(half)}L{_n(corner / 2)} {_n(across)}H{_n(1.5 * corner)}L{_n(2 * corner)} {_n(half)}"
        )
        return box, lines
    left, top = frame.at((0.0, sqrt(3.0) * grid.hex))
    box = (left, top, across, 3.0 * corner)
    lines = (
        f"M{_n(half)} {_n(3 * corner)}L0 {_n(2.5 * corner)}V{_n(1.5 * corner)}L{_n(half)} {_n(corner)}V0"
        f"M{_n(half)} {_n(corner)}L{_n(across)} {_n(1.5 * corner)}V{_n(2.5 * corner)}L{_n(half)} {_n(3 * corner)}"
    )
    return box, lines


def hex_size(table: Table) -> float:
    """Give the inches across a hex of a table that is played on hexes."""
    return _grid(table).hex


def hex_fill(table: Table, frame: PictureFrame) -> tuple[FillPattern, ...]:
    """Give the pattern of hexes; none where they are too small."""
    tile = hex_tile(_grid(table), frame)
    return (
        ()
        if tile is None
        else (FillPattern("hexes", "hexes", angle=turn_of(frame), tile=tile[0], d=tile[1]),)
    )


def hex_shapes(table: Table, frame: PictureFrame, view: Box) -> list[DrawnPath]:
    """Cover the view with the pattern of hexes; nothing where they are too small."""
    if hex_tile(_grid(table), frame) is None:
        return []
    left, top, right, bottom = view
    return [
        DrawnPath(
            "hexes-all", path([(left, top), (right, top), (right, bottom), (left, bottom)]), pattern="hexes"
        )
    ]


def _grid(table: Table) -> HexGrid:
    assert table.grid is not None, "asked of a table that is played in inches"
    return table.grid


def _layout(table: Table) -> HexLayout:
    grid = _grid(table)
    return HexLayout(grid.hex, grid.top == "flat")


def turn_of(frame: PictureFrame) -> float:
    """Give the degrees, clockwise, by which a picture is turned from one with north on top."""
    (x0, y0), (x1, y1) = frame.at((0.0, 0.0)), frame.at((1.0, 0.0))
    return round(degrees(atan2(y1 - y0, x1 - x0)), 4) + 0.0


def touched_shapes(table: Table, names: Sequence[str], frame: PictureFrame) -> list[DrawnPath]:
    """Draw the hexes that a line touches between its two ends."""
    if not names:
        return []
    layout = _layout(table)
    cells = [(int(name[:2]), int(name[2:])) for name in names if len(name) == DIGITS]
    rings = layout.corners(layout.from_cells(cells)).tolist() if cells else []
    return [DrawnPath("hex-met", "".join(path([frame.at((x, y)) for x, y in ring]) for ring in rings))]


def hex_numbers(table: Table, frame: PictureFrame, view: Box) -> tuple[DrawnText, ...]:
    """Write the number of every hex in view whose centre lies on the table."""
    across = hex_size(table)
    if across * frame.scale < ROOMY:
        return ()
    layout = _layout(table)
    hexes = layout.on(table.width, table.depth)
    left, top, right, bottom = view
    found: list[DrawnText] = []
    for (east, north), name in zip(layout.centre(hexes).tolist(), layout.names(hexes), strict=True):
        x, y = frame.at((east, north + _NORTH * across))
        if left <= x <= right and top + 4.0 <= y <= bottom:
            found.append(DrawnText("hex-n", tenth(x), tenth(y), name))
    return tuple(found)


def _n(pixels: float) -> str:
    return f"{pixels:.6g}"


GRID_SPACING: Final = 6.0
"""Inches from line to line."""


@dataclass(frozen=True, slots=True)
class TableGrid:
    """How one grid is drawn."""

    shapes: Callable[[Table, PictureFrame, Box], list[DrawnPath]]
    fills: Callable[[Table, PictureFrame], tuple[FillPattern, ...]]
    """The patterns that the shapes are filled with."""
    touched: Callable[[Table, Sequence[str], PictureFrame], list[DrawnPath]]
    """The cells that a line touches between its ends, by their numbers."""
    numbers: Callable[[Table, PictureFrame, Box], tuple[DrawnText, ...]]
    """The numbers of cells in view."""
    across: Callable[[Table], float]
    """Inches across a cell that is played on; 0 where a table is played in inches."""


def grid_of(table: Table) -> TableGrid:
    """Give the grid of a table."""
    return _GRIDS[table.metric]


def _lines(table: Table, frame: PictureFrame, view: Box) -> list[DrawnPath]:
    lines = [((x, 0.0), (x, table.depth)) for x in _steps(table.width)]
    lines += [((0.0, y), (table.width, y)) for y in _steps(table.depth)]
    return [DrawnPath("grid", "".join(line_path(frame.at(a), frame.at(b)) for a, b in lines))]


def _steps(until: float) -> list[float]:
    return [
        GRID_SPACING * i for i in range(1, int(until / GRID_SPACING) + 1) if GRID_SPACING * i < until - 1e-9
    ]


_GRIDS: Final[Mapping[MetricName, TableGrid]] = {
    "inches": TableGrid(
        shapes=_lines,
        fills=lambda table, frame: (),
        touched=lambda table, names, frame: [],
        numbers=lambda table, frame, view: (),
        across=lambda table: 0.0,
    ),
    "hexes": TableGrid(
        shapes=hex_shapes, fills=hex_fill, touched=touched_shapes, numbers=hex_numbers, across=hex_size
    ),
}
