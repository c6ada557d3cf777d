"""What does the editor show about each piece: its form, sizes and heights, and what people should know about its place?

Warnings name what may well be meant so (over the edge of the table, too steep for some, partly in the air), so none of
them is a finding. Their limits are the edition's, with its pages.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.editing.terrain.edit_requests import EditedPiece, pieces_on
from astrike.editing.terrain.shapes import (
    Form,
    FreeForm,
    PartsForm,
    PointForm,
    RegularForm,
    SizedForm,
    StripForm,
    ZoneForm,
    areas_of,
    box_of,
    centre_of,
    editable,
    size_of_form,
    turn_of,
)
from astrike.geometry.outlines import is_covered
from astrike.geometry.shaping import bounding_box, centroid, size_of
from astrike.model.explain import facts
from astrike.model.piece_names import piece_names
from astrike.model.table import Table
from astrike.model.terrain import Family, Point, Ring, Terrain
from astrike.rules.layout.climb_limits import PieceWarning, figure_text
from astrike.rules.layout.slopes import slope_warnings
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

_SEEN: Final = 0.005
"""Inches over the edge that anybody could see."""


def piece_remarks(
    prepared: PreparedTable, pieces: Mapping[str, EditedPiece]
) -> Mapping[str, tuple[PieceWarning, ...]]:
    """Give the warnings about each piece of a table, by id."""
    climbs = slope_warnings(prepared)
    found: dict[str, tuple[PieceWarning, ...]] = {}
    for name, piece in pieces.items():
        terrain = prepared.table.piece(name)
        remarks = list(_overhang(prepared, piece))
        if terrain is not None:
            remarks += climbs.get(name, ())
            remarks += _buried(prepared, terrain)
            remarks += _hanging(prepared, terrain)
            remarks += _inside(prepared, terrain)
        found[name] = tuple(remarks)
    return found


# ---- over the edge


def _runs_on(prepared: PreparedTable, piece: EditedPiece) -> bool:
    """Is it a river or a road? These have to reach over an edge to be cut off by it."""
    row = prepared.edition.terrain.get(piece.kind)
    return isinstance(piece.form, StripForm) and row is not None and row.family in (Family.WATER, Family.FLAT)


def _overhang(prepared: PreparedTable, piece: EditedPiece) -> Iterator[PieceWarning]:
    """Say by how much a piece lies over the table's edges."""
    west, south, east, north = box_of(piece.form)
    beyond = {
        "north": north - prepared.table.depth,
        "east": east - prepared.table.width,
        "south": -south,
        "west": -west,
    }
    over = {edge: inches for edge, inches in beyond.items() if inches > _SEEN}
    if over:
        edge = max(over, key=lambda each: over[each])
        measured = facts(edges=", ".join(over), edge=edge, inches=figure_text(over[edge]))
        off = west >= prepared.table.width or south >= prepared.table.depth or east <= 0.0 or north <= 0.0
        if off:
            yield PieceWarning("piece.off-table", label="Lies beside the table.", facts=measured)
        elif not _runs_on(prepared, piece):
            yield PieceWarning(
                "piece.overhang",
                label="Hangs %(inches)s″ over the %(edge)s edge of the table.",
                facts=measured,
            )


# ---- under ground, in the air


def _buried(prepared: PreparedTable, piece: Terrain) -> Iterator[PieceWarning]:
    """Say where a hill makes no difference, because all the ground it lies on is higher than its top."""
    if prepared.edition.terrain[piece.kind].family != "ground":
        return
    corners = [corner for outline in piece.outlines for corner in outline.exterior]
    middle = centroid((outline.exterior, outline.holes) for outline in piece.outlines)
    lowest = float(prepared.terrain.ground_at(np.array([middle, *corners])).min())
    top = prepared.terrain.extent[piece.id][1]
    if lowest > top + TOUCH:
        yield PieceWarning(
            "piece.buried",
            label="Lies under ground that is %(ground)s″ high: its top is %(top)s″ above the table.",
            facts=facts(ground=figure_text(lowest), top=figure_text(top)),
        )


def _hanging(prepared: PreparedTable, piece: Terrain) -> Iterator[PieceWarning]:
    """Say where a building or wall stands with a part of it over lower ground."""
    if prepared.edition.terrain[piece.kind].family != Family.SOLID:
        return
    corners = [corner for outline in piece.outlines for corner in outline.exterior]
    middle = centroid(piece.areas)
    # A corner that lies on the rim of the hill it stands on is not over the edge.
    places = [(x + (middle[0] - x) * 0.02, y + (middle[1] - y) * 0.02) for x, y in corners]
    lowest = float(prepared.terrain.ground_at(np.array(places)).min())
    gap = prepared.terrain.extent[piece.id][0] - lowest
    if gap > TOUCH:
        yield PieceWarning(
            "piece.hangs",
            label="A part of it hangs %(inches)s″ above the ground.",
            facts=facts(inches=figure_text(gap)),
        )


def _inside(prepared: PreparedTable, piece: Terrain) -> Iterator[PieceWarning]:
    """Say where a building, wall or wood lies wholly inside a larger building."""
    if prepared.edition.terrain[piece.kind].family not in (Family.SOLID, Family.SEE_THROUGH):
        return
    west, south, east, north = _box(piece)
    corners = [(west, south), (east, south), (east, north), (west, north)]
    for other in prepared.table.terrain:
        if other.id == piece.id or prepared.edition.terrain[other.kind].family != "solid":
            continue
        w, s, e, n = _box(other)
        is_larger = w <= west and s <= south and east <= e and north <= n
        if is_larger and (e - w) * (n - s) > (east - west) * (north - south) and _covers(other, corners):
            name = piece_names(prepared.table)[other.id]
            yield PieceWarning(
                "piece.inside", label="Lies inside %(name)s.", facts=facts(piece=other.id, name=name)
            )
            return


def _covers(piece: Terrain, places: Sequence[Point]) -> bool:
    return all(any(is_covered(place, exterior, holes) for exterior, holes in piece.areas) for place in places)


def _box(piece: Terrain) -> tuple[float, float, float, float]:
    return bounding_box(corner for outline in piece.outlines for corner in outline.exterior)


@dataclass(frozen=True, slots=True)
class PieceView:
    """One piece of terrain, zone or marked point."""

    id: str
    kind: str
    title: str
    form: str
    """`rectangle`, `ellipse`, `regular`, `free`, `strip`, `rule`, `parts` or `point`."""
    corners: Ring
    """Those to edit: of an ellipse a few on it, of a zone or a regular outline its own; none of a line."""
    curved: bool
    """Is the edge between these corners curved?"""
    holes: tuple[Ring, ...]
    """The corners of each hole."""
    points: Ring
    """Of a line."""
    rings: tuple[tuple[Ring, ...], ...]
    """What is drawn: each outline, then its holes."""
    at: Point
    """The centre about which it turns."""
    width: float | None
    """Of the unturned form; of a line the width of the strip."""
    depth: float | None
    """Of the unturned form; of a line its length."""
    turn: float | None
    """Degrees; None where it has no direction of its own."""
    sides: int | None
    base: float | None
    """Height of its underside above the table; None where it follows the ground."""
    top: float | None
    """Height of its top above the table; of woods above their ground."""
    height: float | None
    """What the file says; None: as the edition says."""
    locked: bool
    group: str | None
    area: float | None
    """Square inches."""
    remarks: tuple[PieceWarning, ...] = ()


def pieces_of(table: Table, prepared: PreparedTable) -> tuple[PieceView, ...]:
    """Give every piece of terrain, zone and marked point, in the order in which they are drawn."""
    pieces = pieces_on(table)
    remarks = piece_remarks(prepared, pieces)
    return tuple(_view(table, prepared, piece, remarks[name]) for name, piece in pieces.items())


def _view(
    table: Table, prepared: PreparedTable, piece: EditedPiece, remarks: Sequence[PieceWarning]
) -> PieceView:
    form, terrain = piece.form, table.piece(piece.id)
    areas = areas_of(form)
    edited = editable(form)
    outline = edited if isinstance(edited, FreeForm) else None
    width, depth = (None, None) if isinstance(form, PointForm) else size_of_form(form)
    base, top = _heights(prepared, piece)
    return PieceView(
        id=piece.id,
        kind=piece.kind,
        title=piece.title,
        form=form_name(form),
        corners=outline.corners if outline is not None else (),
        curved=edited.curved if edited is not None else False,
        holes=outline.holes if outline is not None else (),
        points=form.points if isinstance(form, StripForm) else (),
        rings=tuple((exterior, *holes) for exterior, holes in areas),
        at=centre_of(form),
        width=width,
        depth=depth,
        turn=turn_of(form) if isinstance(form, SizedForm | RegularForm) else None,
        sides=form.sides if isinstance(form, RegularForm) else None,
        base=base,
        top=top,
        height=None if terrain is None else terrain.height,
        locked=piece.is_locked,
        group=piece.group,
        area=size_of(areas) if areas else None,
        remarks=tuple(remarks),
    )


def _heights(prepared: PreparedTable, piece: EditedPiece) -> tuple[float | None, float | None]:
    """Give base and top; of woods that follow the ground no base, and the height above it."""
    if piece.id not in prepared.terrain.extent:
        return None, None
    base, top = prepared.terrain.extent[piece.id]
    if math.isnan(base):
        return None, top
    return base, base + top if prepared.edition.terrain[piece.kind].family == "see-through" else top


def form_name(form: Form) -> str:
    """Name a form as the property `shape` does."""
    match form:
        case SizedForm():
            return form.form
        case RegularForm():
            return "regular"
        case FreeForm():
            return "free"
        case StripForm():
            return "strip"
        case ZoneForm():
            return "rule"
        case PartsForm():
            return "parts"
        case PointForm():
            return "point"


def piece_json(view: PieceView) -> dict[str, object]:
    """Give a piece as plain JSON values, for scripts."""
    return {
        "id": view.id,
        "kind": view.kind,
        "title": view.title,
        "form": view.form,
        "corners": _places(view.corners),
        "curved": view.curved,
        "holes": [_places(hole) for hole in view.holes],
        "points": _places(view.points),
        "rings": [[_places(ring) for ring in rings] for rings in view.rings],
        "at": list(view.at),
        "width": view.width,
        "depth": view.depth,
        "turn": view.turn,
        "sides": view.sides,
        "base": view.base,
        "top": view.top,
        "height": view.height,
        "locked": view.locked,
        "group": view.group,
        "area": view.area,
        "remarks": [
            {
                "key": each.key,
                "words": each.words,
                "facts": dict(each.facts),
                "ref": "" if each.cite is None else each.cite.page,
                "page_of": None if each.cite is None else each.cite.page_of,
            }
            for each in view.remarks
        ],
    }


def _places(ring: Ring) -> list[list[float]]:
    return [[x, y] for x, y in ring]
