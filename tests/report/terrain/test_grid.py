"""The hexes on the map: the tile that repeats draws every side of every hex, and numbers stand in their own."""

import re
from math import cos, radians, sin

import numpy as np
import pytest

from astrike.formats.table.table_file import parse_document
from astrike.geometry.hexes import HexLayout
from astrike.model.table import HexGrid, Table
from astrike.report.drawing.shapes import turned_frame
from astrike.report.terrain.grid import grid_of, hex_tile, turn_of
from astrike.report.terrain.picture import terrain_picture
from tests import builders
from tests.report.drawing.path_reader import read_path

GRIDS = [HexGrid(2, "flat"), HexGrid(2, "pointy"), HexGrid(1.25, "flat")]
Segment = frozenset[tuple[float, float]]


def table(grid: HexGrid | None) -> Table:
    head = {} if grid is None else {"grid": {"hex": grid.hex, "top": grid.top}}
    return parse_document(builders.document(width=24, depth=24, **head))


def segments(d: str) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Give the lines of a path of M, L, H and V."""
    found = []
    at = (0.0, 0.0)
    for letter, numbers in re.findall(r"([MLHV])([^MLHV]*)", d):
        values = [float(value) for value in numbers.split()]
        to = {"H": (values[0], at[1]), "V": (at[0], values[0])}.get(letter, tuple(values))
        if letter != "M":
            found.append((at, to))
        at = to
    return found


def rounded(*ends) -> Segment:
    return frozenset((round(float(x), 2) + 0.0, round(float(y), 2) + 0.0) for x, y in ends)


def laid(x: float, y: float, angle: float, by: tuple[float, float]) -> tuple[float, float]:
    """Turn a place of the tile clockwise and move it, as the pattern's transform does."""
    return x * cos(angle) - y * sin(angle) + by[0], x * sin(angle) + y * cos(angle) + by[1]


@pytest.mark.parametrize("grid", GRIDS, ids=str)
@pytest.mark.parametrize("way", [(1.0, 0.0), (0.6, 0.8), (-0.8, 0.6), (0.0, -1.0)])
def test_the_tile_draws_every_side_of_every_hex(grid: HexGrid, way: tuple[float, float]) -> None:
    frame = turned_frame(20.0, direction=way, at=(3.0, 4.0), pixel=(40.0, 60.0))
    tile = hex_tile(grid, frame)
    assert tile is not None
    (left, top, wide, tall), lines = tile
    angle = radians(turn_of(frame))
    drawn = {
        rounded(*(laid(column * wide + x, row * tall + y, angle, (left, top)) for x, y in ends))
        for column in range(-5, 6)
        for row in range(-5, 6)
        for ends in segments(lines)
    }
    sides = np.array([sorted(side) for side in drawn if len(side) == 2])
    layout = HexLayout(grid.hex, grid.top == "flat")
    for corners in layout.corners(layout.on(5, 5)):
        ring = [frame.at((float(x), float(y))) for x, y in corners]
        for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
            off = [
                np.abs(sides - ends).max(axis=(1, 2)).min() for ends in (np.array((a, b)), np.array((b, a)))
            ]
            assert min(off) < 0.03


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_numbers_stand_in_their_hexes(grid: HexGrid) -> None:
    land = terrain_picture(table(grid), width_px=1200)
    layout = HexLayout(grid.hex, grid.top == "flat")
    assert len(land.numbers) > 50
    west, south = land.frame.at((0, 0))
    for text in land.numbers:
        place = ((text.x - west) / land.scale, (south - text.y) / land.scale)
        assert layout.names(layout.hex_at([place])) == [text.text]


def test_small_hexes_have_no_numbers_and_tiny_ones_no_lines() -> None:
    land = terrain_picture(table(HexGrid(2, "flat")), width_px=200)
    assert land.numbers == ()
    assert "hexes" in {fill.kind for fill in land.fills}
    far = terrain_picture(table(HexGrid(0.5, "flat")), width_px=100)
    assert "hexes" not in {fill.kind for fill in far.fills}


def test_a_table_in_inches_has_its_grid() -> None:
    land = terrain_picture(table(None), width_px=390)
    assert (land.hex, land.numbers) == (0.0, ())
    assert "grid" in {shape.css for shape in land.shapes}
    hexed = terrain_picture(table(HexGrid(2, "flat")), width_px=390)
    assert "grid" not in {shape.css for shape in hexed.shapes}


def test_the_hexes_that_a_line_touches_are_drawn() -> None:
    hexed = table(HexGrid(2, "flat"))
    frame = terrain_picture(hexed, width_px=390).frame
    touched = grid_of(hexed).touched
    (shape,) = touched(hexed, ["0304", "0305"], frame)
    assert [len(part) for part in read_path(shape.d)] == [6, 6]
    assert touched(hexed, [], frame) == grid_of(table(None)).touched(table(None), ["0304"], frame) == []
