"""What do reach and chances share, where they are drawn over a board: the room for numbers, and what they stay off?"""

from collections.abc import Mapping

from astrike.model.attack_answer import StandingUnit
from astrike.model.table import Table
from astrike.model.terrain import Point
from astrike.model.unit import Unit
from astrike.report.drawing.shapes import Box
from astrike.report.table.board import Disc
from astrike.report.terrain.picture import TerrainPicture

OVERLAY_TEXT = 10.0
"""Size of letters, in pixels."""
OVERLAY_LINE = 13.0
"""Height of a line of text, in pixels."""
_BASE = 1.25


def writing_area(land: TerrainPicture) -> Box:
    """Give the pixels in which something may be written."""
    left, top, right, bottom = land.view
    return left + 1.5, top + 1.5, right - 1.5, bottom - 1.5


def discs_of_bases(table: Table, land: TerrainPicture) -> list[Disc]:
    """Give the bases of all units, roughly: nothing is written on them."""
    return [
        (*land.frame.at(unit.at), (unit.base.width if unit.base is not None else _BASE) * land.scale / 2.0)
        for unit in table.units
        if unit.is_on_table
    ]


def is_seen(pixel: Point, land: TerrainPicture) -> bool:
    """Does a pixel lie in what is drawn of the table?"""
    left, top, right, bottom = land.view
    return left <= pixel[0] <= right and top <= pixel[1] <= bottom


def name_of(table: Table, unit_id: str) -> str:
    """Give the name of a unit, or its id."""
    unit = table.unit(unit_id)
    return unit.name if unit is not None else unit_id


def place_of_unit(unit: Unit, bodies: Mapping[str, StandingUnit]) -> Point:
    """Give the place of a unit as it stands, else as the file says."""
    body = bodies.get(unit.id)
    return body.at if body is not None else unit.at
