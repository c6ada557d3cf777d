"""What should people know about a piece as it lies: over the edge, too steep for whom, half in the air?

Warnings, not findings: everything here may be meant so. Limits are the edition's, with its pages.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from astrike.editing.shapes import Strip, box_of
from astrike.editing.wishes import Piece
from astrike.geometry.outlines import is_covered
from astrike.geometry.shaping import box, centroid
from astrike.model.explain import facts
from astrike.model.naming import piece_names
from astrike.model.terrain import Family, Point, Terrain
from astrike.rules.battlefield import Field
from astrike.rules.layout.climbing import Remark, figure
from astrike.rules.layout.climbs import climb_remarks
from astrike.tolerance import TOUCH

_SEEN: Final = 0.005
"""Inches over the edge that anybody could see."""


def remarks_on(board: Field, pieces: Mapping[str, Piece]) -> Mapping[str, tuple[Remark, ...]]:
    """Give the warnings about each piece of a table, by id."""
    climbs = climb_remarks(board)
    found: dict[str, tuple[Remark, ...]] = {}
    for name, piece in pieces.items():
        terrain = board.table.piece(name)
        remarks = list(_overhang(board, piece))
        if terrain is not None:
            remarks += climbs.get(name, ())
            remarks += _buried(board, terrain)
            remarks += _hanging(board, terrain)
            remarks += _inside(board, terrain)
        found[name] = tuple(remarks)
    return found


# ---- over the edge


def _runs_on(board: Field, piece: Piece) -> bool:
    """Is it a river or a road? These have to reach over an edge to be cut off by it."""
    row = board.edition.terrain.get(piece.kind)
    return isinstance(piece.form, Strip) and row is not None and row.family in (Family.WATER, Family.FLAT)


def _overhang(board: Field, piece: Piece) -> Iterator[Remark]:
    """Say by how much a piece lies over the table's edges."""
    west, south, east, north = box_of(piece.form)
    beyond = {
        "north": north - board.table.depth,
        "east": east - board.table.width,
        "south": -south,
        "west": -west,
    }
    over = {edge: inches for edge, inches in beyond.items() if inches > _SEEN}
    if over:
        edge = max(over, key=lambda each: over[each])
        measured = facts(edges=", ".join(over), edge=edge, inches=figure(over[edge]))
        off = west >= board.table.width or south >= board.table.depth or east <= 0.0 or north <= 0.0
        if off:
            yield Remark("piece.off-table", label="Lies beside the table.", facts=measured)
        elif not _runs_on(board, piece):
            yield Remark(
                "piece.overhang",
                label="Hangs %(inches)s″ over the %(edge)s edge of the table.",
                facts=measured,
            )


# ---- under ground, in the air


def _buried(board: Field, piece: Terrain) -> Iterator[Remark]:
    """Say where a hill makes no difference, because all the ground it lies on is higher than its top."""
    if board.edition.terrain[piece.kind].family != "ground":
        return
    corners = [corner for outline in piece.outlines for corner in outline.exterior]
    middle = centroid((outline.exterior, outline.holes) for outline in piece.outlines)
    lowest = float(board.lie.ground_at(np.array([middle, *corners])).min())
    top = board.lie.extent[piece.id][1]
    if lowest > top + TOUCH:
        yield Remark(
            "piece.buried",
            label="Lies under ground that is %(ground)s″ high: its top is %(top)s″ above the table.",
            facts=facts(ground=figure(lowest), top=figure(top)),
        )


def _hanging(board: Field, piece: Terrain) -> Iterator[Remark]:
    """Say where a building or wall stands with a part of it over lower ground."""
    if board.edition.terrain[piece.kind].family != Family.SOLID:
        return
    corners = [corner for outline in piece.outlines for corner in outline.exterior]
    middle = centroid(piece.areas)
    # A corner that lies on the rim of the hill it stands on is not over the edge.
    places = [(x + (middle[0] - x) * 0.02, y + (middle[1] - y) * 0.02) for x, y in corners]
    lowest = float(board.lie.ground_at(np.array(places)).min())
    gap = board.lie.extent[piece.id][0] - lowest
    if gap > TOUCH:
        yield Remark(
            "piece.hangs",
            label="A part of it hangs %(inches)s″ above the ground.",
            facts=facts(inches=figure(gap)),
        )


def _inside(board: Field, piece: Terrain) -> Iterator[Remark]:
    """Say where a building, wall or wood lies wholly inside a larger building."""
    if board.edition.terrain[piece.kind].family not in (Family.SOLID, Family.SEE_THROUGH):
        return
    west, south, east, north = _box(piece)
    corners = [(west, south), (east, south), (east, north), (west, north)]
    for other in board.table.terrain:
        if other.id == piece.id or board.edition.terrain[other.kind].family != "solid":
            continue
        w, s, e, n = _box(other)
        is_larger = w <= west and s <= south and east <= e and north <= n
        if is_larger and (e - w) * (n - s) > (east - west) * (north - south) and _covers(other, corners):
            name = piece_names(board.table)[other.id]
            yield Remark(
                "piece.inside", label="Lies inside %(name)s.", facts=facts(piece=other.id, name=name)
            )
            return


def _covers(piece: Terrain, places: Sequence[Point]) -> bool:
    return all(any(is_covered(place, exterior, holes) for exterior, holes in piece.areas) for place in places)


def _box(piece: Terrain) -> tuple[float, float, float, float]:
    return box(corner for outline in piece.outlines for corner in outline.exterior)
