"""How is an answer drawn so that its pictures can leave the page? With their colors in them, and without links.

No link stands in such a picture, because it may be sent to people who must not have the codes of its table.
"""

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from flask import Response
from markupsafe import Markup, escape

from astrike.model.area_answer import BlastAnswer
from astrike.model.movement import MoveAnswer
from astrike.model.ruling import RulingPicture
from astrike.report.area.picture import area_picture
from astrike.report.movement.elevation_profile import elevation_profile
from astrike.report.movement.path_overlay import path_overlay
from astrike.report.table.board import board
from astrike.report.terrain.picture import TerrainPicture, Viewport, terrain_picture
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.http.responses import draw_svg, with_etag
from astrike.web.rulings.picture_styles import style_of

WIDTH: Final = 390.0
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A picture that is opened by itself may color itself, and nothing else."""
_RIM: Final = 4.0
"""Inches that are seen around what matters."""
_LEAST: Final = 16.0
"""Inches that a map shows at least."""
_OPENING: Final = re.compile(r"\s*<svg\b[^>]*>")
_CLASS: Final = re.compile(r'\bclass="([^"]*)"')
_BOX: Final = re.compile(r'\bviewBox="0 0 ([0-9.]+) ([0-9.]+)"')
_LABEL: Final = re.compile(r'\baria-label="([^"]*)"')


def drawing(key: str, picture: Markup) -> RulingPicture:
    """Make a picture of a page one that stands by itself."""
    text = str(picture)
    opening = _OPENING.match(text)
    assert opening is not None, "a picture is one SVG element"
    tag = opening[0]
    names, box, label = _CLASS.search(tag), _BOX.search(tag), _LABEL.search(tag)
    assert names is not None
    assert box is not None
    assert label is not None
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{names[1]}" viewBox="0 0 {box[1]} {box[2]}"'
        f' width="{box[1]}" height="{box[2]}" role="img" aria-label="{label[1]}">'
    )
    svg = f"{head}<style>{style_of(text)}</style>{text[opening.end() :].strip()}"
    return RulingPicture(key, str(Markup(label[1]).unescape()), float(box[1]), float(box[2]), svg)


def picture_response(svg: str, etag: str) -> Response:
    """Answer with a picture that carries its colors."""
    response = with_etag(svg, f"{etag}-{sha256(svg.encode()).hexdigest()[:16]}")
    response.mimetype = "image/svg+xml"
    response.headers["Content-Security-Policy"] = _POLICY
    return response


def move_drawings(prepared: PreparedTable, answer: MoveAnswer) -> tuple[tuple[RulingPicture, ...], str]:
    """Draw a move from above and along its path, with a note on the scale."""
    places = [prepared.unit_of(answer.unit).at, answer.end[:2], *(leg.start[:2] for leg in answer.legs)]
    land = _land(prepared, _around(places))
    way = path_overlay(prepared.table, answer, prepared.bodies, land=land)
    above = board(prepared.table, prepared.bodies, chosen=None, land=land, keep=way.keep, strokes=way.strokes)
    said = _words("movement/path", "description", way)
    map_ = draw_svg(
        "table/still",
        "still",
        above,
        "map",
        draw_svg("movement/path", "under", way, "way"),
        draw_svg("movement/path", "over", way, "way"),
    )
    found = [_stated(drawing("map", map_), said)]
    if not any(leg.length > 0.0 for leg in answer.legs):
        return tuple(found), ""
    side = elevation_profile(prepared.table, answer, tops=prepared.heights, edition=prepared.edition)
    found.append(drawing("climb", draw_svg("movement/elevation_profile", "climb", side, "climb")))
    return tuple(found), _words("movement/elevation_profile", "scale_description", side)


def blast_drawings(prepared: PreparedTable, answer: BlastAnswer) -> tuple[tuple[RulingPicture, ...], str]:
    """Draw an area effect from above, with the sentence that belongs to it."""
    reach = answer.outer
    corners = [
        (x + dx, y + dy)
        for x, y in (answer.poi[:2], answer.final[:2])
        for dx, dy in ((-reach, -reach), (reach, reach))
    ]
    land = _land(prepared, _around([*corners, *answer.outline]))
    view = area_picture(prepared.table, answer, prepared.bodies, land=land)
    above = board(
        prepared.table, prepared.bodies, chosen=None, land=land, keep=view.keep, strokes=view.strokes
    )
    map_ = draw_svg(
        "table/still",
        "still",
        above,
        "map",
        draw_svg("area/templates", "blast_under", view, "blast"),
        draw_svg("area/templates", "blast_over", view, "blast"),
    )
    said = _words("area/templates", "blast_description", view)
    return (_stated(drawing("map", map_), said),), said


def ends_drawing(prepared: PreparedTable, ends: Sequence[tuple[float, float]]) -> RulingPicture:
    """Draw the part of the table between two places, where no straight line decides what is seen."""
    land = _land(prepared, _around(list(ends)))
    above = board(prepared.table, prepared.bodies, chosen=None, land=land)
    return drawing("map", draw_svg("table/still", "still", above, "map"))


def _stated(picture: RulingPicture, words: str) -> RulingPicture:
    """Say what a map shows beside the table itself."""
    said = f"{picture.said} {words}"
    old, new = (str(escape(each)) for each in (picture.said, said))
    svg = picture.svg.replace(f'aria-label="{old}"', f'aria-label="{new}"', 1)
    return RulingPicture(picture.key, said, picture.width, picture.height, svg)


def _land(prepared: PreparedTable, view: Viewport | None) -> TerrainPicture:
    if view is not None:
        view = _on_the_table(view, prepared.table.width, prepared.table.depth)
    return terrain_picture(
        prepared.table, width_px=WIDTH, viewport=view, tops=prepared.heights, edition=prepared.edition
    )


def _around(places: list[tuple[float, float]]) -> Viewport:
    """Give a section with room around places, not much deeper than wide."""
    west, east = min(x for x, _y in places) - _RIM, max(x for x, _y in places) + _RIM
    south, north = min(y for _x, y in places) - _RIM, max(y for _x, y in places) + _RIM
    wide, deep = max(east - west, _LEAST), max(north - south, _LEAST * 0.7)
    wide, deep = max(wide, deep * 0.8), max(deep, wide * 0.6)
    x, y = (west + east) / 2.0, (south + north) / 2.0
    return x - wide / 2.0, y - deep / 2.0, x + wide / 2.0, y + deep / 2.0


def _on_the_table(view: Viewport, width: float, depth: float) -> Viewport | None:
    """Move a section so that it shows as much of the table as it can; all of it where the table is not larger."""
    west, south, east, north = view
    wide, deep = min(east - west, width), min(north - south, depth)
    if wide >= width and deep >= depth:
        return None
    west = min(max(west, 0.0), width - wide)
    south = min(max(south, 0.0), depth - deep)
    return west, south, west + wide, south + deep


def _words(template: str, name: str, view: object) -> str:
    """Give the words of a macro as plain text."""
    return str(draw_svg(template, name, view).unescape()).strip()
