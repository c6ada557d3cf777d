"""How do the hexes of a table look on the map, and which number stands in which?

One tile repeats all over the map, so that many hexes take no more room in a page than few. Numbers stand in the
northern part of their hexes, once these are large enough to hold them.
"""

from collections.abc import Sequence
from math import atan2, degrees, sqrt

from astrike.geometry.hexes import Layout
from astrike.model.table import HexGrid, Table
from astrike.report.shapes import Box, Fill, Frame, Shape, Text, path, tenth

SMALLEST = 5.0
"""Pixels from side to side of a hex below which none is drawn,"""
ROOMY = 30.0
"""and from which on it has its number."""
DIGITS = 4
"""Of a number: two for the column, two for the row."""
_NORTH = 0.33
"""Share of a hex from its centre to its number."""


def hex_tile(grid: HexGrid, frame: Frame) -> tuple[Box, str] | None:
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


def hex_fill(table: Table, frame: Frame) -> tuple[Fill, ...]:
    """Give the pattern of hexes; none where they are too small."""
    tile = hex_tile(_grid(table), frame)
    return () if tile is None else (Fill("hexes", "hexes", angle=turn_of(frame), tile=tile[0], d=tile[1]),)


def hex_shapes(table: Table, frame: Frame, view: Box) -> list[Shape]:
    """Cover the view with the pattern of hexes; nothing where they are too small."""
    if hex_tile(_grid(table), frame) is None:
        return []
    left, top, right, bottom = view
    return [
        Shape(
            "hexes-all", path([(left, top), (right, top), (right, bottom), (left, bottom)]), pattern="hexes"
        )
    ]


def _grid(table: Table) -> HexGrid:
    assert table.grid is not None, "asked of a table that is played in inches"
    return table.grid


def _layout(table: Table) -> Layout:
    grid = _grid(table)
    return Layout(grid.hex, grid.top == "flat")


def turn_of(frame: Frame) -> float:
    """Give the degrees, clockwise, by which a picture is turned from one with north on top."""
    (x0, y0), (x1, y1) = frame.at((0.0, 0.0)), frame.at((1.0, 0.0))
    return round(degrees(atan2(y1 - y0, x1 - x0)), 4) + 0.0


def touched_shapes(table: Table, names: Sequence[str], frame: Frame) -> list[Shape]:
    """Draw the hexes that a line touches between its two ends."""
    if not names:
        return []
    layout = _layout(table)
    cells = [(int(name[:2]), int(name[2:])) for name in names if len(name) == DIGITS]
    rings = layout.corners(layout.from_cells(cells)).tolist() if cells else []
    return [Shape("hex-met", "".join(path([frame.at((x, y)) for x, y in ring]) for ring in rings))]


def hex_numbers(table: Table, frame: Frame, view: Box) -> tuple[Text, ...]:
    """Write the number of every hex in view whose centre lies on the table."""
    across = hex_size(table)
    if across * frame.scale < ROOMY:
        return ()
    layout = _layout(table)
    hexes = layout.on(table.width, table.depth)
    left, top, right, bottom = view
    found: list[Text] = []
    for (east, north), name in zip(layout.centre(hexes).tolist(), layout.names(hexes), strict=True):
        x, y = frame.at((east, north + _NORTH * across))
        if left <= x <= right and top + 4.0 <= y <= bottom:
            found.append(Text("hex-n", tenth(x), tenth(y), name))
    return tuple(found)


def _n(pixels: float) -> str:
    return f"{pixels:.6g}"
