"""Which part of the table does the map show, at which size, and what is on it?

The terrain of a map is drawn once for each table and section and cached; a phone that has it already gets an empty
group of the same name in its place, and htmx leaves what is there alone.
"""

from collections.abc import Mapping
from hashlib import blake2b
from math import cos, isfinite, radians, sin
from typing import Final

from flask import get_template_attribute
from markupsafe import Markup

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.model.table import Table
from astrike.model.turn import DoneAct
from astrike.report.table.board import BoardView, Disc, Stroke, TriedUnit, board
from astrike.report.table.sight_lines import SightLine
from astrike.report.terrain.picture import SIDE, TerrainPicture, Viewport, terrain_picture
from astrike.rulebook.loader import load_edition
from astrike.rules.solver.attack import arc_width
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.attack.answers import lines_of
from astrike.web.current.prepared import TableState, cached, prepared_state
from astrike.web.current.standing import done_units
from astrike.web.http.i18n import _
from astrike.web.jobs.keyed_cache import KeyedCache

WIDTH: Final = 390.0
"""Pixels of a phone; a script reports how wide the screen really is."""
_NARROWEST, _WIDEST = 160.0, 4000.0
_SMALLEST: Final = 2.0
"""Inches: nobody needs to look closer."""
_ZOOM: Final = 1.6
_DEEPEST: Final = 5.0
"""Times as deep as wide."""
_FLAT: Final = 0.66
"""How deep a section around a place is for its width."""
_ARC: Final = 22.0
"""Pixels."""
_BUTTON: Final = 44.0
"""Pixels that a button over the map takes: they stand in the top right corner, one below the other."""


@dataclass(frozen=True, slots=True)
class MapSection:
    """What of the table is shown: the whole (None) or a part of it, on a screen of this width."""

    view: Viewport | None = None
    width: float = WIDTH


@dataclass(frozen=True, slots=True)
class TriedTable:
    """A prepared table on which the chosen unit stands where it is tried out, and its lines from there."""

    prepared: PreparedTable
    lines: tuple[SightLine, ...]


@dataclass(frozen=True, slots=True)
class MapOverlay:
    """What a page draws on the board itself: labels keep away from it, and zooming begins at its place `about`."""

    about: tuple[float, float] | None = None
    keep: tuple[Disc, ...] = ()
    strokes: tuple[Stroke, ...] = ()


@dataclass(frozen=True, slots=True)
class MapView:
    """A map ready to be put on a page."""

    picture: BoardView
    terrain: Markup
    side: float
    top: float
    bottom: float
    """Pixels around the section itself."""
    land: str
    """The name of the terrain that is drawn."""
    arc: Markup
    """The edges of the arc of a unit that is tried out."""
    zoom_in: str
    zoom_out: str
    """Sections for the buttons, as they stand in an address; empty for the whole table."""
    view: str
    done: Mapping[str, DoneAct]
    """Units that are done in the phase of a game, and with what."""
    about: str
    """The place where the chosen unit stands or is tried out, in inches; empty when none is chosen."""


def read_section(asked: Mapping[str, str]) -> MapSection:
    """Read the section from an address: ``view`` of a link, or ``frame`` of a script with its width."""
    frame = asked.get("frame")
    if frame is not None:
        west, south, east, north, width = _numbers("frame", frame, 5)
        if not _NARROWEST <= width <= _WIDEST:
            expected = _("a width of %(low)s to %(high)s", low=f"{_NARROWEST:g}", high=f"{_WIDEST:g}")
            raise InputError([Problem(at="frame", found=f"{width:g}", expected=expected)])
        return MapSection(_checked("frame", (west, south, east, north)), width)
    view = asked.get("view")
    if not view:
        return MapSection()
    west, south, east, north = _numbers("view", view, 4)
    return MapSection(_checked("view", (west, south, east, north)))


def section_around(table: Table, at: tuple[float, float], reach: float) -> MapSection:
    """Give the section in which everything within so many inches of a place can be seen."""
    wide, deep = min(2.0 * reach, table.width), min(2.0 * reach * _FLAT, table.depth)
    if wide >= table.width or deep >= table.depth:
        return MapSection()
    west = min(max(at[0] - wide / 2.0, 0.0), table.width - wide)
    south = min(max(at[1] - deep / 2.0, 0.0), table.depth - deep)
    return MapSection(_checked("view", (west, south, west + wide, south + deep)))


def section_of(table: Table, west: float, south: float, east: float, north: float) -> MapSection:
    """Give the section that shows an area of the table; the whole where that is hardly less."""
    view = (max(west, 0.0), max(south, 0.0), min(east, table.width), min(north, table.depth))
    wide, deep = view[2] - view[0], view[3] - view[1]
    is_all = wide >= table.width and deep >= table.depth
    if is_all or min(wide, deep) < _SMALLEST or deep > _DEEPEST * wide:
        return MapSection()
    return MapSection(_checked("view", view))


def view_around(table: Table, at: tuple[float, float], reach: float) -> str:
    """Give such a section as it stands in an address; empty for the whole table."""
    view = section_around(table, at, reach).view
    return "" if view is None else _written(view)


def land_of(state: TableState, section: MapSection) -> TerrainPicture:
    """Give the terrain as the map will show it, for what is to be drawn on it."""
    prepared = prepared_state(state).prepared
    return _land(prepared.table, section, prepared).landscape


def map_view(
    state: TableState,
    section: MapSection,
    *,
    known_land: str = "",
    chosen: str | None = None,
    tried: TriedTable | None = None,
    overlay: MapOverlay | None = None,
    lines: tuple[SightLine, ...] | None = None,
) -> MapView:
    """Draw the map of a table, with the lines of the chosen unit's attacks, or ready for what a page draws on it."""
    prepared = prepared_state(state).prepared
    table = prepared.table
    land = _land(table, section, prepared)
    if overlay is not None:
        picture = board(
            table,
            prepared.bodies,
            chosen=chosen,
            land=land.landscape,
            keep=(*overlay.keep, *_buttons(land.landscape, section)),
            strokes=overlay.strokes,
            done=done_units(state),
        )
    elif chosen is not None and tried is not None:
        picture = _tried_board(state, land, chosen, tried)
    elif lines is not None:
        picture = board(
            table,
            prepared.bodies,
            chosen=chosen,
            sightlines=lines,
            land=land.landscape,
            done=done_units(state),
        )
    else:
        picture = _board(state, section, chosen)
    drawn = Markup() if known_land == land.name else land.drawn
    focus = _focus(table, chosen) if overlay is None else overlay.about
    return MapView(
        picture=picture,
        terrain=Markup('<g id="land-{}" hx-morph-skip>{}</g>').format(land.name, drawn),
        land=land.name,
        arc=Markup() if chosen is None or tried is None else _tried_arc(picture, tried.prepared, chosen),
        side=SIDE,
        top=round(land.landscape.frame.at((0.0, land.landscape.viewport[3]))[1], 2),
        bottom=round(
            land.landscape.height - land.landscape.frame.at((0.0, land.landscape.viewport[1]))[1], 2
        ),
        zoom_in=_zoomed(table, section.view, 1.0 / _ZOOM, focus),
        zoom_out=_zoomed(table, section.view, _ZOOM, focus),
        view="" if section.view is None else _written(section.view),
        done=done_units(state),
        about=_about(focus if tried is None else _focus(tried.prepared.table, chosen)),
    )


@cached
def _board(state: TableState, section: MapSection, chosen: str | None) -> BoardView:
    prepared = prepared_state(state).prepared
    land = _land(prepared.table, section, prepared).landscape
    return board(
        prepared.table,
        prepared.bodies,
        chosen=chosen,
        sightlines=() if chosen is None else lines_of(state, chosen),
        arc=None if chosen is None else arc_width(prepared, chosen),
        land=land,
        keep=_buttons(land, section),
        done=done_units(state),
    )


def _buttons(land: TerrainPicture, section: MapSection) -> tuple[Disc, ...]:
    """Say where the buttons over the map are: a letter under them is read by nobody."""
    count = 1 if section.view is None else 3
    return tuple((land.width - _BUTTON / 2, _BUTTON * (place + 0.5), _BUTTON / 3) for place in range(count))


def _tried_board(state: TableState, land: "_DrawnLand", chosen: str, tried: TriedTable) -> BoardView:
    """Draw the chosen unit's lines from where it is tried out, beside the unit itself."""
    prepared = prepared_state(state).prepared
    unit = tried.prepared.unit_of(chosen)
    return board(
        prepared.table,
        prepared.bodies,
        sightlines=tried.lines,
        ghost=TriedUnit(unit.id, unit.at, unit.facing),
        land=land.landscape,
        done=done_units(state),
    )


@dataclass(frozen=True, slots=True)
class _DrawnLand:
    landscape: TerrainPicture
    drawn: Markup
    name: str


_LANDS: Final = KeyedCache[_DrawnLand]()


def _land(table: Table, section: MapSection, prepared: PreparedTable) -> _DrawnLand:
    """Draw the terrain of a table, once for all tables that have the same."""
    sides_there = tuple(dict.fromkeys(unit.side for unit in table.units))
    size = (table.width, table.depth, table.grid)
    same = (*size, table.edition, table.terrain, table.markers, table.sides, sides_there)
    return _LANDS.of((*same, section), lambda: _draw_land(section, prepared))


def _draw_land(section: MapSection, prepared: PreparedTable) -> _DrawnLand:
    drawn = terrain_picture(
        prepared.table,
        width_px=section.width,
        viewport=section.view,
        tops=prepared.heights,
        edition=load_edition(prepared.table.edition),
    )
    terrain = get_template_attribute("table/board.svg.html", "terrain")
    name = blake2b(str(terrain(drawn, "land")).encode(), digest_size=6).hexdigest()
    # Its ids carry its name: htmx takes elements that share an id for the same one and would make it an HTML element.
    return _DrawnLand(drawn, Markup(terrain(drawn, f"land-{name}")), name)


def _focus(table: Table, chosen: str | None) -> tuple[float, float] | None:
    unit = None if chosen is None else table.unit(chosen)
    return None if unit is None else unit.at


def _about(at: tuple[float, float] | None) -> str:
    return "" if at is None else f"{at[0]:g},{at[1]:g}"


def _tried_arc(picture: BoardView, prepared: PreparedTable, chosen: str) -> Markup:
    unit, degrees, ghost = prepared.unit_of(chosen), arc_width(prepared, chosen), picture.ghost
    if unit.facing is None or degrees >= 360.0 or ghost is None:
        return Markup()
    path = ""
    for turn in (-degrees / 2.0, degrees / 2.0):
        angle = radians(unit.facing + turn)
        east, south = sin(angle), -cos(angle)
        start, end = ghost.reach, ghost.reach + _ARC
        path += f"M{ghost.x + east * start:.1f} {ghost.y + south * start:.1f}"
        path += f"L{ghost.x + east * end:.1f} {ghost.y + south * end:.1f}"
    return Markup('<path class="arc arc-{}" d="{}"/>').format(ghost.side, path)


def _zoomed(table: Table, view: Viewport | None, factor: float, focus: tuple[float, float] | None) -> str:
    """Give the section that is larger or smaller by a factor, as it stands in an address."""
    west, south, east, north = view or (0.0, 0.0, table.width, table.depth)
    wide, deep = (east - west) * factor, (north - south) * factor
    if wide >= table.width and deep >= table.depth:
        return ""
    wide, deep = max(wide, _SMALLEST), max(deep, _SMALLEST)
    middle = ((west + east) / 2.0, (south + north) / 2.0)
    if focus is not None and view is None:
        middle = focus
    left = min(max(middle[0] - wide / 2.0, min(0.0, table.width - wide)), max(0.0, table.width - wide))
    low = min(max(middle[1] - deep / 2.0, min(0.0, table.depth - deep)), max(0.0, table.depth - deep))
    return _written((left, low, left + wide, low + deep))


def _written(view: Viewport) -> str:
    return ",".join(f"{edge:.2f}".rstrip("0").rstrip(".") for edge in view)


def _numbers(name: str, text: str, count: int) -> tuple[float, ...]:
    parts = text.split(",")
    try:
        numbers = tuple(float(part) for part in parts)
    except ValueError:
        numbers = ()
    if len(numbers) != count or not all(isfinite(number) and abs(number) < 1e5 for number in numbers):
        expected = _("%(count)s numbers between commas", count=count)
        raise InputError([Problem(at=name, found=repr(text[:40]), expected=expected)])
    return numbers


def _checked(name: str, view: Viewport) -> Viewport:
    west, south, east, north = view
    wide, deep = east - west, north - south
    if wide < _SMALLEST / 2 or deep < _SMALLEST / 2 or deep > _DEEPEST * wide:
        found = ",".join(f"{edge:g}" for edge in view)
        expected = _("west, south, east, north in inches, at least 1 apart, not much deeper than wide")
        raise InputError([Problem(at=name, found=found, expected=expected)])
    return view
