"""How does the terrain of a table look from above?

The part of the map that stays the same while units move: made once for a table, size and section, and kept. It also
says where labels of terrain would like to stand; they get their places on the board, after the units.
"""

from collections.abc import Sequence
from dataclasses import field
from math import inf

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.interior import is_inside
from astrike.model.piece_names import piece_names
from astrike.model.table import Table
from astrike.report.drawing.labels import CoverCosts, LabelWish
from astrike.report.drawing.shapes import (
    Box,
    DrawnPath,
    DrawnText,
    FillPattern,
    PictureFrame,
    tenth,
    text_width,
    upright_frame,
)
from astrike.report.terrain.grid import grid_of
from astrike.report.terrain.ground import DrawnPiece, PieceTops, pieces_on, terrain_shapes
from astrike.report.terrain.labels import TerrainLabel, short, terrain_labels
from astrike.report.units.marks import OTHERS, sides
from astrike.rulebook.schema import Edition

Viewport = tuple[float, float, float, float]
"""West, south, east and north edge of what is shown, in inches."""
SIDE = 7.1
_TOP = 11.0
_BOTTOM = 32.4
_TALLEST = 1.25
_CELL = 4.0
PIN_SIZE = 6.5
_PIN_TEXT = 10.0
_PIN_LINE = 12.0


@dataclass(frozen=True, slots=True)
class MapPin:
    """An objective, point of impact or sensor on the map."""

    id: str
    kind: str
    x: float
    y: float
    side: str
    name: str
    ring: float
    """Radius in pixels of the area that counts, 0 for none."""


@dataclass(frozen=True, slots=True)
class TerrainPicture:
    """The terrain of a table, drawn; everything in pixels but `viewport`."""

    width: float
    height: float
    frame: PictureFrame
    view: Box
    """Left, top, right and bottom of the map itself."""
    viewport: Viewport
    shapes: tuple[DrawnPath, ...]
    fills: tuple[FillPattern, ...]
    labels: tuple[TerrainLabel, ...]
    pins: tuple[MapPin, ...]
    table_size: tuple[float, float]
    hex: float
    """Inches across a hex; 0 on a table that is played in inches."""
    numbers: tuple[DrawnText, ...]
    """Those of the hexes."""
    costs: CoverCosts = field(compare=False)

    @property
    def scale(self) -> float:
        """Pixels per inch."""
        return self.frame.scale


def terrain_picture(
    table: Table,
    *,
    width_px: float = 390.0,
    viewport: Viewport | None = None,
    tops: PieceTops | None = None,
    edition: Edition | None = None,
) -> TerrainPicture:
    """Draw the terrain of a table, or of the section `viewport`, as wide as the screen."""
    shown = viewport or (0.0, 0.0, table.width, table.depth)
    wide, deep = max(shown[2] - shown[0], 1e-6), max(shown[3] - shown[1], 1e-6)
    # Whoever asks for a section has chosen its proportions; the whole table must not become a tower.
    tallest = width_px * _TALLEST if viewport is None else inf
    scale = min((width_px - 2 * SIDE) / wide, tallest / deep)
    left = (width_px - wide * scale) / 2.0
    frame = upright_frame(scale, left=left, bottom=_TOP + deep * scale, origin=(shown[0], shown[1]))
    west, north = frame.at((max(shown[0], 0.0), min(shown[3], table.depth)))
    east, south = frame.at((min(shown[2], table.width), max(shown[1], 0.0)))
    view = (west, north, east, south)
    pieces = pieces_on(table, frame, view, tops=tops or {}, edition=edition)
    shapes, fills = terrain_shapes(table, frame, view, pieces)
    pins, grid = _pins(table, frame, view), grid_of(table)
    return TerrainPicture(
        width_px, tenth(_TOP + deep * scale + _BOTTOM), frame, view, shown, shapes, fills,
        (*_pin_labels(pins), *terrain_labels(pieces, frame, view, edition=edition, names=piece_names(table))), pins,
        (table.width, table.depth), grid.across(table), grid.numbers(table, frame, view),
        _costs(pieces, view),
    )  # fmt: skip


# ---- marked points


def _pins(table: Table, frame: PictureFrame, view: Box) -> tuple[MapPin, ...]:
    styles, called = sides(table), piece_names(table)
    found: list[MapPin] = []
    for marker in table.markers:
        x, y = frame.at(marker.at)
        if view[0] <= x <= view[2] and view[1] <= y <= view[3]:
            side = styles.get(marker.side, OTHERS) if marker.side else ""
            name = called[marker.id]
            ring = (marker.radius or 0.0) * frame.scale
            found.append(MapPin(marker.id, marker.kind, tenth(x), tenth(y), side, name, tenth(ring)))
    return tuple(found)


def _pin_labels(pins: Sequence[MapPin]) -> list[TerrainLabel]:
    found: list[TerrainLabel] = []
    for pin in pins:
        text = short(pin.name)
        wide = text_width(text, _PIN_TEXT) + 3.0
        wish = LabelWish(f"pin:{pin.id}", wide, _PIN_LINE, (pin.x, pin.y), reach=PIN_SIZE, leader=False)
        found.append(TerrainLabel(wish, "lbl-t", text, rank=3))
    return found


# ---- costs


def _costs(pieces: Sequence[DrawnPiece], view: Box) -> CoverCosts:
    """Note in a coarse grid what labels should not cover."""
    columns = max(1, int((view[2] - view[0]) / _CELL) + 1)
    rows = max(1, int((view[3] - view[1]) / _CELL) + 1)
    values = np.zeros((rows, columns))
    for one in pieces:
        if one.symbol.cost <= 0.0:
            continue
        first = max(0, int((one.box[0] - view[0]) / _CELL)), max(0, int((one.box[1] - view[1]) / _CELL))
        last = (
            min(columns, int((one.box[2] - view[0]) / _CELL) + 1),
            min(rows, int((one.box[3] - view[1]) / _CELL) + 1),
        )
        if first[0] >= last[0] or first[1] >= last[1]:
            continue
        x = view[0] + (np.arange(first[0], last[0]) + 0.5) * _CELL
        y = view[1] + (np.arange(first[1], last[1]) + 0.5) * _CELL
        points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        covered = is_inside(one.tail, one.head, points).reshape(len(y), len(x))
        part = values[first[1] : last[1], first[0] : last[0]]
        np.maximum(part, np.where(covered, one.symbol.cost, 0.0), out=part)
    return CoverCosts(view[0], view[1], _CELL, values)
