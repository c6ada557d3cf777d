"""Which grid lies over the picture of a table: a line every six inches, or the hexes that it is played on?"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from astrike.model.table import MetricName, Table
from astrike.report.hexes import hex_fill, hex_numbers, hex_shapes, hex_size, touched_shapes
from astrike.report.shapes import Box, Fill, Frame, Shape, Text, line_path

APART: Final = 6.0
"""Inches from line to line."""


@dataclass(frozen=True, slots=True)
class Grid:
    """How one grid is drawn."""

    shapes: Callable[[Table, Frame, Box], list[Shape]]
    fills: Callable[[Table, Frame], tuple[Fill, ...]]
    """The patterns that the shapes are filled with."""
    touched: Callable[[Table, Sequence[str], Frame], list[Shape]]
    """The cells that a line touches between its ends, by their numbers."""
    numbers: Callable[[Table, Frame, Box], tuple[Text, ...]]
    """The numbers of cells in view."""
    across: Callable[[Table], float]
    """Inches across a cell that is played on; 0 where a table is played in inches."""


def grid_of(table: Table) -> Grid:
    """Give the grid of a table."""
    return _GRIDS[table.metric]


def _lines(table: Table, frame: Frame, view: Box) -> list[Shape]:
    lines = [((x, 0.0), (x, table.depth)) for x in _steps(table.width)]
    lines += [((0.0, y), (table.width, y)) for y in _steps(table.depth)]
    return [Shape("grid", "".join(line_path(frame.at(a), frame.at(b)) for a, b in lines))]


def _steps(until: float) -> list[float]:
    return [APART * i for i in range(1, int(until / APART) + 1) if APART * i < until - 1e-9]


_GRIDS: Final[Mapping[MetricName, Grid]] = {
    "inches": Grid(
        shapes=_lines,
        fills=lambda table, frame: (),
        touched=lambda table, names, frame: [],
        numbers=lambda table, frame, view: (),
        across=lambda table: 0.0,
    ),
    "hexes": Grid(
        shapes=hex_shapes, fills=hex_fill, touched=touched_shapes, numbers=hex_numbers, across=hex_size
    ),
}
