"""Where on the map does it say that a move ends in contact: the place where two bases touch, and its label.

Labels of a board keep away from the discs that are named here.
"""

from collections.abc import Sequence
from math import cos, hypot, inf, radians, sin
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.table import Table
from astrike.model.terrain import Point
from astrike.report.drawing.shapes import line_path, tenth, text_width
from astrike.report.table.board import Disc
from astrike.report.table.overlay import discs_of_bases
from astrike.report.terrain.picture import TerrainPicture

_SIZE: Final = 12.0
_HIGH, _PAD = 22.0, 8.0
"""Pixels: the height of the label, and the room beside its text."""
_FAR: Final = 78.0
"""Pixels from the place of contact to the middle of the label."""
_ANGLES: Final = (270.0, 90.0, 240.0, 120.0, 300.0, 60.0, 200.0, 160.0, 330.0, 30.0)
"""Directions in which there may be room, the level ones first."""
_CLOSE: Final = 4.0


@dataclass(frozen=True, slots=True)
class ContactMark:
    """A dot where bases touch, a line from it, and a box with a word."""

    dot: Point
    line: str
    left: float
    top: float
    width: float
    height: float
    middle: Point
    keep: tuple[Disc, ...]


def contact_mark(
    table: Table, end: Point, enemy: Point, *, word: str, land: TerrainPicture, busy: Sequence[Disc] = ()
) -> ContactMark:
    """Mark the contact of a base that ends at a place with an enemy's, clear of bases and of what is busy already."""
    here, there = land.frame.at(end), land.frame.at(enemy)
    dot = ((here[0] + there[0]) / 2.0, (here[1] + there[1]) / 2.0)
    wide = text_width(word, _SIZE) + 2.0 * _PAD
    discs = (*discs_of_bases(table, land), *busy)
    middle = min(_middles(dot), key=lambda place: _crowded(place, wide, discs, land))
    x, y = middle
    toward = x - wide / 2.0 if dot[0] < x - wide / 2.0 else x + wide / 2.0 if dot[0] > x + wide / 2.0 else x
    return ContactMark(
        dot=(tenth(dot[0]), tenth(dot[1])),
        line=line_path(dot, (toward, y)),
        left=tenth(x - wide / 2.0),
        top=tenth(y - _HIGH / 2.0),
        width=tenth(wide),
        height=_HIGH,
        middle=(tenth(x), tenth(y)),
        keep=tuple((x + part * wide / 3.0, y, _HIGH / 2.0) for part in (-1.0, 0.0, 1.0)),
    )


def _middles(dot: Point) -> list[Point]:
    return [(dot[0] + _FAR * sin(radians(angle)), dot[1] - _FAR * cos(radians(angle))) for angle in _ANGLES]


def _crowded(place: Point, wide: float, discs: Sequence[Disc], land: TerrainPicture) -> float:
    """Say how much lies under a label there; a label beyond the picture is the worst."""
    x, y = place
    left, top, right, bottom = land.view
    if not (left <= x - wide / 2.0 and x + wide / 2.0 <= right and top <= y - _HIGH / 2.0 <= bottom - _HIGH):
        return inf
    return sum(
        max(
            0.0,
            radius + _CLOSE - hypot(max(abs(dx - x) - wide / 2.0, 0.0), max(abs(dy - y) - _HIGH / 2.0, 0.0)),
        )
        for dx, dy, radius in discs
    )
