"""How does each piece lie on the table, as the editor shows it: its form, sizes, heights, and what to know about it?"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from astrike.editing.remarks import remarks_on
from astrike.editing.shapes import (
    Dot,
    Form,
    Free,
    Parts,
    Regular,
    Rule,
    Sized,
    Strip,
    areas_of,
    centre_of,
    editable,
    size_of_form,
    turn_of,
)
from astrike.editing.wishes import Piece, pieces_on
from astrike.geometry.shaping import size_of
from astrike.model.table import Table
from astrike.model.terrain import Point, Ring
from astrike.rules.battlefield import Field
from astrike.rules.layout.climbing import Remark


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
    remarks: tuple[Remark, ...] = ()


def pieces_of(table: Table, field: Field) -> tuple[PieceView, ...]:
    """Give every piece of terrain, zone and marked point, in the order in which they are drawn."""
    pieces = pieces_on(table)
    remarks = remarks_on(field, pieces)
    return tuple(_view(table, field, piece, remarks[name]) for name, piece in pieces.items())


def _view(table: Table, field: Field, piece: Piece, remarks: Sequence[Remark]) -> PieceView:
    form, terrain = piece.form, table.piece(piece.id)
    areas = areas_of(form)
    edited = editable(form)
    outline = edited if isinstance(edited, Free) else None
    width, depth = (None, None) if isinstance(form, Dot) else size_of_form(form)
    base, top = _heights(field, piece)
    return PieceView(
        id=piece.id,
        kind=piece.kind,
        title=piece.title,
        form=form_name(form),
        corners=outline.corners if outline is not None else (),
        curved=edited.curved if edited is not None else False,
        holes=outline.holes if outline is not None else (),
        points=form.points if isinstance(form, Strip) else (),
        rings=tuple((exterior, *holes) for exterior, holes in areas),
        at=centre_of(form),
        width=width,
        depth=depth,
        turn=turn_of(form) if isinstance(form, Sized | Regular) else None,
        sides=form.sides if isinstance(form, Regular) else None,
        base=base,
        top=top,
        height=None if terrain is None else terrain.height,
        locked=piece.is_locked,
        group=piece.group,
        area=size_of(areas) if areas else None,
        remarks=tuple(remarks),
    )


def _heights(field: Field, piece: Piece) -> tuple[float | None, float | None]:
    """Give base and top; of woods that follow the ground no base, and the height above it."""
    if piece.id not in field.lie.extent:
        return None, None
    base, top = field.lie.extent[piece.id]
    if math.isnan(base):
        return None, top
    return base, base + top if field.edition.terrain[piece.kind].family == "see-through" else top


def form_name(form: Form) -> str:
    """Name a form as the property `shape` does."""
    match form:
        case Sized():
            return form.form
        case Regular():
            return "regular"
        case Free():
            return "free"
        case Strip():
            return "strip"
        case Rule():
            return "rule"
        case Parts():
            return "parts"
        case Dot():
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
