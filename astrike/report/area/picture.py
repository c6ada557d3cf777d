"""How does an area effect look on the map: where it lands, how far it reaches, who is caught, and how it scattered?

An overlay for a board: both rings of the template around the point of impact, an arrow from the point that was aimed
at, and an outline around everyone caught, with the damage beside it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import hypot

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import buffered, outer_and_inner
from astrike.geometry.bases import angular
from astrike.model.area_answer import BlastAnswer, CaughtTarget
from astrike.model.attack_answer import StandingUnit
from astrike.model.explain import Reason
from astrike.model.piece_names import piece_names
from astrike.model.table import Table
from astrike.model.terrain import Point, Terrain
from astrike.model.unit import Unit
from astrike.report.drawing.labels import LabelWish, place_labels
from astrike.report.drawing.shapes import (
    DrawnPath,
    DrawnText,
    PictureFrame,
    circle_path,
    direction,
    line_path,
    outline_path,
    path,
    tenth,
    text_width,
)
from astrike.report.table.board import Disc, Stroke
from astrike.report.table.overlay import (
    OVERLAY_LINE,
    OVERLAY_TEXT,
    discs_of_bases,
    is_seen,
    place_of_unit,
    writing_area,
)
from astrike.report.terrain.picture import TerrainPicture
from astrike.report.units.marks import OTHERS, UnitMark, marks
from astrike.report.words.numbers import height

_BASE = 1.25
_AROUND = 3.0
"""Pixels between a base and the outline around it."""
_CROSS, _GAP = 9.0, 3.0
"""Arms of the cross at the point of impact, in pixels, and the hole in its middle."""
_HEAD = 9.0
"""Length of the arrow's head."""
_SHORTEST = 4.0
"""Pixels of scatter from which an arrow is drawn."""


@dataclass(frozen=True, slots=True)
class AreaLegendRow:
    """One line of the legend: who is caught, or nearly."""

    key: str
    letter: str
    """Empty for a piece of terrain."""
    name: str
    side: str
    damage: str
    distance: str
    ring: str
    """`inner`, `outer`, or `near` for who just escapes."""
    is_close: bool


@dataclass(frozen=True, slots=True)
class AreaPicture:
    """An area effect to draw on a board, bottom to top."""

    under: tuple[DrawnPath, ...]
    """The template and the arrow: below the units, and cut at the map's edge, where it lands beyond it."""
    over: tuple[DrawnPath, ...]
    """Outlines of who is caught, and the point of impact."""
    labels: tuple[DrawnText, ...]
    rows: tuple[AreaLegendRow, ...]
    label: str
    inner: str
    """Radii as they are written; `inner` is empty when there is but one ring."""
    outer: str
    bearing: str
    """Empty when nothing scattered."""
    inches: str
    notes: tuple[Reason, ...]
    keep: tuple[Disc, ...]
    """Where something is written: labels of the board keep off."""
    strokes: tuple[Stroke, ...]
    """The arrow of the scatter."""


def area_picture(
    table: Table,
    answer: BlastAnswer,
    bodies: Mapping[str, StandingUnit],
    *,
    land: TerrainPicture,
    keep: Sequence[Disc] = (),
) -> AreaPicture:
    """Draw an area effect and everyone that it catches."""
    known, here = marks(table), {unit.id: unit for unit in table.units}
    pieces = {piece.id: piece for piece in table.terrain}
    frame, names = land.frame, piece_names(table)
    aimed, final = frame.at(answer.poi[:2]), frame.at(answer.final[:2])
    shown = [*((each, each.ring) for each in answer.caught), *((each, "near") for each in answer.near)]
    outlines = [
        shape
        for each, ring in shown
        for shape in _outline(each, ring, here=here, pieces=pieces, bodies=bodies, land=land)
    ]
    is_scattered = hypot(final[0] - aimed[0], final[1] - aimed[1]) >= _SHORTEST
    arrow = [*_aim(aimed), *_arrow(aimed, final)] if is_scattered else []
    stroke = ((*aimed, *final),) if is_scattered else ()
    placed = _labels(answer, table, bodies, land, keep)
    return AreaPicture(
        under=(*_strip(answer, frame.at), *_rings(answer, final, frame.scale), *arrow),
        over=(*outlines, *(_impact(final) if is_seen(final, land) else ())),
        labels=tuple(DrawnText(css, tenth(x), tenth(y), text) for x, y, text, css in placed),
        rows=tuple(_row(each, ring, here, names, known) for each, ring in shown),
        label=answer.label,
        inner=height(answer.inner) if answer.inner < answer.outer else "",
        outer=height(answer.outer),
        bearing=f"{answer.bearing:.0f}°" if answer.bearing is not None else "",
        inches=height(answer.inches) if answer.bearing is not None else "",
        notes=answer.notes,
        keep=(*((x, y, text_width(text, OVERLAY_TEXT) / 2.0) for x, y, text, _ in placed), (*final, _CROSS)),
        strokes=stroke,
    )


# ---- the template


def _strip(answer: BlastAnswer, at: Callable[[Point], Point]) -> Iterator[DrawnPath]:
    """Draw a strafed strip."""
    if answer.outline:
        corners = path([at(corner) for corner in answer.outline])
        yield DrawnPath("blast-area", corners)
        yield DrawnPath("blast-case", corners)
        yield DrawnPath("blast-ring", corners)


def _rings(answer: BlastAnswer, final: Point, scale: float) -> Iterator[DrawnPath]:
    outer = circle_path(*final, answer.outer * scale)
    if not answer.outer:
        return
    yield DrawnPath("blast-area", outer)
    yield DrawnPath("blast-case", outer)
    has_two = answer.inner < answer.outer
    yield DrawnPath("blast-ring blast-outer" if has_two else "blast-ring", outer)
    if has_two and answer.inner:
        inner = circle_path(*final, answer.inner * scale)
        yield DrawnPath("blast-area", inner)
        yield DrawnPath("blast-case", inner)
        yield DrawnPath("blast-ring", inner)


def _impact(at: Point) -> Iterator[DrawnPath]:
    """Draw a cross with a hole: what lies under the point stays to be seen."""
    x, y = at
    ways = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))
    cross = "".join(
        line_path((x + a * _GAP, y + b * _GAP), (x + a * _CROSS, y + b * _CROSS)) for a, b in ways
    )
    yield DrawnPath("blast-cross-case", cross)
    yield DrawnPath("blast-cross", cross)


def _aim(at: Point) -> Iterator[DrawnPath]:
    spot = circle_path(*at, 4.0)
    yield DrawnPath("blast-aim-case", spot)
    yield DrawnPath("blast-aim", spot)


def _arrow(start: Point, end: Point) -> Iterator[DrawnPath]:
    way = direction(start, end) or (0.0, -1.0)
    shaft = line_path(
        (start[0] + 4.0 * way[0], start[1] + 4.0 * way[1]),
        (end[0] - _CROSS * way[0], end[1] - _CROSS * way[1]),
    )
    tip = (end[0] - _GAP * way[0], end[1] - _GAP * way[1])
    back = (tip[0] - _HEAD * way[0], tip[1] - _HEAD * way[1])
    side = (-way[1] * _HEAD * 0.45, way[0] * _HEAD * 0.45)
    head = path([tip, (back[0] + side[0], back[1] + side[1]), (back[0] - side[0], back[1] - side[1])])
    yield DrawnPath("blast-way-case", shaft)
    yield DrawnPath("blast-way", shaft)
    yield DrawnPath("blast-head", head)


# ---- who is caught


def _outline(
    caught: CaughtTarget,
    ring: str,
    *,
    here: Mapping[str, Unit],
    pieces: Mapping[str, Terrain],
    bodies: Mapping[str, StandingUnit],
    land: TerrainPicture,
) -> Iterator[DrawnPath]:
    frame = land.frame
    piece, unit = pieces.get(caught.unit), here.get(caught.unit)
    if caught.is_piece and piece is not None:
        d = outline_path(frame, piece.outlines)
        yield DrawnPath("caught-case", d)
        yield DrawnPath(f"caught caught-{ring}", d, piece=piece.id)
    elif unit is not None and unit.is_on_table and is_seen(frame.at(place_of_unit(unit, bodies)), land):
        d = _around(unit, bodies, frame)
        yield DrawnPath("caught-case", d)
        yield DrawnPath(f"caught caught-{ring}", d)


def _around(unit: Unit, bodies: Mapping[str, StandingUnit], frame: PictureFrame) -> str:
    """Write an outline a little outside a base."""
    body, base, at = bodies.get(unit.id), unit.base, place_of_unit(unit, bodies)
    if base is None or base.is_round:
        width = base.width if base is not None else body.width if body is not None else _BASE
        return circle_path(*frame.at(at), width * frame.scale / 2.0 + _AROUND)
    facing = unit.facing or 0.0
    shape = angular(base.shape, base.width, base.length, facing=facing)
    around = outer_and_inner(buffered(np.array([shape], dtype=object), _AROUND / frame.scale)[0])[0]
    return path(frame.all(around[:-1] + np.array(at)).tolist())


def _row(
    caught: CaughtTarget,
    ring: str,
    here: Mapping[str, Unit],
    names: Mapping[str, str],
    known: Mapping[str, UnitMark],
) -> AreaLegendRow:
    unit, mark = here.get(caught.unit), known.get(caught.unit)
    return AreaLegendRow(
        key=caught.unit,
        letter=mark.letter if mark is not None and not caught.is_piece else "",
        name=unit.name if unit is not None and not caught.is_piece else names.get(caught.unit, caught.unit),
        side=mark.side if mark is not None else OTHERS,
        damage=str(caught.damage),
        distance=height(caught.distance),
        ring=ring,
        is_close=caught.close or ring == "near",
    )


# ---- words


def _labels(
    answer: BlastAnswer,
    table: Table,
    bodies: Mapping[str, StandingUnit],
    land: TerrainPicture,
    keep: Sequence[Disc],
) -> list[tuple[float, float, str, str]]:
    """Place the damage beside everyone caught, the scatter on its arrow, the radius on the outer ring."""
    texts: dict[str, tuple[str, str]] = {}
    wishes: list[LabelWish] = []
    frame, final = land.frame, land.frame.at(answer.final[:2])
    aimed = frame.at(answer.poi[:2])
    here = {unit.id: unit for unit in table.units if unit.is_on_table}
    for each in answer.caught:
        found = _middle(each, here, table, bodies)
        if found is None:
            continue
        at, reach = frame.at(found[0]), found[1] * frame.scale + _AROUND + 1.0
        key = f"caught:{each.unit}"
        texts[key] = str(each.damage), f"blast-t blast-t-{each.ring}"
        wide = text_width(texts[key][0], OVERLAY_TEXT) + 6.0
        if each.is_piece:
            wishes.append(LabelWish(key, wide, OVERLAY_LINE, at, slots=(at,), around=False, leader=False))
            continue
        toward = direction(final, at) or (0.0, -1.0)
        wishes.append(LabelWish(key, wide, OVERLAY_LINE, at, reach=reach, toward=toward, leader=False))
    if answer.bearing is not None and hypot(final[0] - aimed[0], final[1] - aimed[1]) >= _SHORTEST:
        texts["way"] = f"{answer.bearing:.0f}° · {height(answer.inches)}", "blast-t"
        middle = ((aimed[0] + final[0]) / 2.0, (aimed[1] + final[1]) / 2.0)
        wide = text_width(texts["way"][0], OVERLAY_TEXT) + 4.0
        wishes.append(LabelWish("way", wide, OVERLAY_LINE, middle, reach=4.0, leader=False))
    seen = [wish for wish in wishes if is_seen(wish.at, land)]
    discs = (*keep, *discs_of_bases(table, land), (*final, _CROSS))
    placed = place_labels(seen, area=writing_area(land), discs=discs)
    return [(one.x, one.y, *texts[one.key]) for one in placed]


def _middle(
    caught: CaughtTarget, here: Mapping[str, Unit], table: Table, bodies: Mapping[str, StandingUnit]
) -> tuple[Point, float] | None:
    """Give the middle of what is caught and how far its damage stays away, in inches; None: it is not drawn."""
    piece, unit = table.piece(caught.unit), here.get(caught.unit)
    if caught.is_piece and piece is not None:
        corners = [corner for outline in piece.outlines for corner in outline.exterior]
        x, y = ([corner[axis] for corner in corners] for axis in (0, 1))
        return ((min(x) + max(x)) / 2.0, (min(y) + max(y)) / 2.0), 0.0
    if unit is None:
        return None
    body, base = bodies.get(unit.id), unit.base
    wide = max(base.width, base.length) if base is not None else body.width if body is not None else _BASE
    return place_of_unit(unit, bodies), wide / 2.0
