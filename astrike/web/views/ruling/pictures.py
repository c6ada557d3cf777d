"""How is an answer drawn so that its pictures can leave the page? With their colors in them, and without addresses.

No address stands in such a picture: it goes where the codes of its table must not go.
"""

import re
from collections.abc import Sequence
from typing import Final

from markupsafe import Markup, escape

from astrike.model.combat import BlastAnswer
from astrike.model.movement import MoveAnswer
from astrike.model.ruling import Drawing
from astrike.report.blast_picture import blast_view
from astrike.report.board import board
from astrike.report.climb import climb
from astrike.report.landscape import Landscape, Viewport, landscape
from astrike.report.pathway import pathway
from astrike.rules.battlefield import Field
from astrike.web.views.ruling.styles import style_of
from astrike.web.views.svg import draw_svg

WIDTH: Final = 390.0
_RIM: Final = 4.0
"""Inches that are seen around what matters."""
_LEAST: Final = 16.0
"""Inches that a map shows at least."""
_OPENING: Final = re.compile(r"\s*<svg\b[^>]*>")
_CLASS: Final = re.compile(r'\bclass="([^"]*)"')
_BOX: Final = re.compile(r'\bviewBox="0 0 ([0-9.]+) ([0-9.]+)"')
_LABEL: Final = re.compile(r'\baria-label="([^"]*)"')


def drawing(key: str, picture: Markup) -> Drawing:
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
    return Drawing(key, str(Markup(label[1]).unescape()), float(box[1]), float(box[2]), svg)


def move_drawings(field: Field, answer: MoveAnswer) -> tuple[tuple[Drawing, ...], str]:
    """Draw a move from above and along its way, with what is said about the scale."""
    places = [field.unit_of(answer.unit).at, answer.end[:2], *(leg.start[:2] for leg in answer.legs)]
    land = _land(field, _around(places))
    way = pathway(field.table, answer, field.bodies, land=land)
    above = board(field.table, field.bodies, chosen=None, land=land, keep=way.keep, strokes=way.strokes)
    said = _words("pathway", "said", way)
    map_ = draw_svg(
        "still",
        "still",
        above,
        "map",
        draw_svg("pathway", "under", way, "way"),
        draw_svg("pathway", "over", way, "way"),
    )
    found = [_said(drawing("map", map_), said)]
    if not any(leg.length > 0.0 for leg in answer.legs):
        return tuple(found), ""
    side = climb(field.table, answer, tops=field.heights, edition=field.edition)
    found.append(drawing("climb", draw_svg("climb", "climb", side, "climb")))
    return tuple(found), _words("climb", "scale_said", side)


def blast_drawings(field: Field, answer: BlastAnswer) -> tuple[tuple[Drawing, ...], str]:
    """Draw an area effect from above, with the sentence that belongs to it."""
    reach = answer.outer
    corners = [
        (x + dx, y + dy)
        for x, y in (answer.poi[:2], answer.final[:2])
        for dx, dy in ((-reach, -reach), (reach, reach))
    ]
    land = _land(field, _around([*corners, *answer.outline]))
    view = blast_view(field.table, answer, field.bodies, land=land)
    above = board(field.table, field.bodies, chosen=None, land=land, keep=view.keep, strokes=view.strokes)
    map_ = draw_svg(
        "still",
        "still",
        above,
        "map",
        draw_svg("templates", "blast_under", view, "blast"),
        draw_svg("templates", "blast_over", view, "blast"),
    )
    said = _words("templates", "blast_said", view)
    return (_said(drawing("map", map_), said),), said


def ends_drawing(field: Field, ends: Sequence[tuple[float, float]]) -> Drawing:
    """Draw the part of the table between two places, where no straight line says what is seen."""
    land = _land(field, _around(list(ends)))
    above = board(field.table, field.bodies, chosen=None, land=land)
    return drawing("map", draw_svg("still", "still", above, "map"))


def _said(picture: Drawing, words: str) -> Drawing:
    """Say what a map shows beside the table itself."""
    said = f"{picture.said} {words}"
    old, new = (str(escape(each)) for each in (picture.said, said))
    svg = picture.svg.replace(f'aria-label="{old}"', f'aria-label="{new}"', 1)
    return Drawing(picture.key, said, picture.width, picture.height, svg)


def _land(field: Field, view: Viewport | None) -> Landscape:
    if view is not None:
        view = _on_the_table(view, field.table.width, field.table.depth)
    return landscape(field.table, width_px=WIDTH, viewport=view, tops=field.heights, edition=field.edition)


def _around(places: list[tuple[float, float]]) -> Viewport:
    """Give a section with room around places, not much deeper than wide."""
    west, east = min(x for x, _y in places) - _RIM, max(x for x, _y in places) + _RIM
    south, north = min(y for _x, y in places) - _RIM, max(y for _x, y in places) + _RIM
    wide, deep = max(east - west, _LEAST), max(north - south, _LEAST * 0.7)
    wide, deep = max(wide, deep * 0.8), max(deep, wide * 0.6)
    x, y = (west + east) / 2.0, (south + north) / 2.0
    return x - wide / 2.0, y - deep / 2.0, x + wide / 2.0, y + deep / 2.0


def _on_the_table(view: Viewport, width: float, depth: float) -> Viewport | None:
    """Move a section so that it shows as much of the table as it can; the whole where it is not smaller."""
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
