"""What of the table does the map of a move show, and how is the move drawn on it?

At first the map holds the unit with all of its Move, and every point of the move that is declared.
"""

from dataclasses import replace

from flask import request

from astrike.dataclass import dataclass
from astrike.model.movement import MoveAnswer
from astrike.model.table import Table
from astrike.model.unit import Unit
from astrike.report.movement.contact_mark import contact_mark
from astrike.report.table.board import Disc
from astrike.report.terrain.picture import TerrainPicture
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.current.prepared import TableState
from astrike.web.http.i18n import _
from astrike.web.http.responses import draw_svg
from astrike.web.map import MapOverlay, MapSection, MapView, land_of, map_view, read_section, section_of
from astrike.web.movement.declared_move import DeclaredMove
from astrike.web.movement.overlays import MoveOverlayAsked, MovePictures, move_pictures

_RIM, _AROUND_END, _PAST_POINTS = 1.0, 2.0, 3.0
"""Inches that the map shows beyond all of the Move, around the bases at its end, and beyond the points of a move."""
_LEAST = 6.0
"""Inches around a unit that its map shows at first, at least."""
_TAP, _ROUND = 44.0, 17.0
"""Pixels: a button of the map, and the round part of it that covers something."""


@dataclass(frozen=True, slots=True)
class MapArea:
    """A part of the table: its edges, in inches."""

    west: float
    south: float
    east: float
    north: float

    def __str__(self) -> str:
        """Write it as the page does.

        >>> str(MapArea(0, 1, 20, 30.5))
        '0,1,20,30.5'
        """
        return ",".join(f"{round(edge, 2):g}" for edge in (self.west, self.south, self.east, self.north))

    def with_place(self, at: tuple[float, float], reach: float) -> "MapArea":
        """Give the area that holds everything within so many inches of a place as well."""
        x, y = at
        return MapArea(
            min(self.west, x - reach),
            min(self.south, y - reach),
            max(self.east, x + reach),
            max(self.north, y + reach),
        )

    def on(self, table: Table) -> "MapArea":
        """Give the part of it that lies on the table."""
        return MapArea(
            max(self.west, 0.0),
            max(self.south, 0.0),
            min(self.east, table.width),
            min(self.north, table.depth),
        )


def opening_area(prepared: PreparedTable, unit: Unit, declared: DeclaredMove, most: float) -> MapArea:
    """Give what the map shows first: the unit with so much Move to every side, and the points of the move."""
    x, y = unit.at
    reach = max(_LEAST, most + _radius(prepared, unit) + _RIM)
    area = MapArea(x - reach, y - reach, x + reach, y + reach)
    for point in declared.question.path:
        area = area.with_place((point.x, point.y), _PAST_POINTS)
    return area.on(prepared.table)


def shown_end(
    prepared: PreparedTable, unit: Unit, answer: MoveAnswer | None, touched: tuple[str, ...]
) -> MapArea | None:
    """Give the area around the end of a move and the enemies that it touches; None where there is no end."""
    if answer is None or not answer.allowed:
        return None
    x, y = answer.end[:2]
    area = MapArea(x, y, x, y).with_place((x, y), _radius(prepared, unit) + _AROUND_END)
    for other in (prepared.unit_of(each) for each in touched):
        area = area.with_place(other.at, _radius(prepared, other) + _AROUND_END)
    return area.on(prepared.table)


def drawn_move(
    state: TableState,
    unit: Unit,
    answer: MoveAnswer | None,
    look: MoveOverlayAsked,
    area: MapArea,
    touched: tuple[str, ...],
) -> tuple[MovePictures, MapView]:
    """Draw the move and the map, which shows an area of the table where the address names no other."""
    section = read_section(request.args)
    if section == MapSection() and not {"view", "frame"} & set(request.args):
        section = section_of(state.current.table, area.west, area.south, area.east, area.north)
    land = land_of(state, section)
    pictures = move_pictures(state, answer, look, land)
    if answer is not None and touched:
        pictures = _with_contact(state.current.table, pictures, answer, touched[0], land)
    end = unit.at if answer is None else answer.end[:2]
    return pictures, map_view(
        state,
        section,
        known_land=request.args.get("land", ""),
        chosen=unit.id if answer is None else None,
        overlay=MapOverlay(about=end, keep=(*pictures.keep, *_zoom(land)), strokes=pictures.strokes),
    )


def _with_contact(
    table: Table, pictures: MovePictures, answer: MoveAnswer, touched: str, land: TerrainPicture
) -> MovePictures:
    """Say on the map where the move ends in contact."""
    enemy = next(each for each in table.units if each.id == touched)
    mark = contact_mark(
        table, answer.end[:2], enemy.at, word=_("contact"), land=land, busy=(*pictures.keep, *_zoom(land))
    )
    drawn = draw_svg("movement/path", "contact", mark, "contact")
    return replace(pictures, above=pictures.above + drawn, keep=(*pictures.keep, *mark.keep))


def _radius(prepared: PreparedTable, unit: Unit) -> float:
    """Give the inches from the middle of a base to the farthest part of it."""
    return prepared.metric.footprint(prepared.units.bases, prepared.place_of(unit.id)).reach


def _zoom(land: TerrainPicture) -> tuple[Disc, ...]:
    """Give the area of the map under the zoom buttons (static/css/table.css): nothing is written there."""
    return tuple((land.width - _TAP / 2.0, _TAP * (row + 0.5), _ROUND) for row in range(3))
