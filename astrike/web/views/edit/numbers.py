"""Which numbers does a piece have in the editor, as texts? What its form shows, and is compared with when sent."""

from collections.abc import Mapping
from typing import Final

from astrike.editing.actions.properties import FIELDS
from astrike.editing.pieces import PieceView
from astrike.model.table import Table
from astrike.model.terrain import Marker, Terrain
from astrike.report.figures import plain

PLACE: Final = ("x", "y", "turn")
CORNER: Final = ("cx", "cy")
SET: Final = ("kind", *FIELDS)
FORMED: Final = ("rectangle", "ellipse", "regular")
"""Forms that have a width, a depth and a turn of their own."""


def shown_numbers(table: Table, view: PieceView, asked: Mapping[str, str]) -> dict[str, str]:
    """Give every number of a piece as a text; `asked` says from which edges, and which corner."""
    found = _place(table, view, asked)
    if view.form != "point":
        found["turn"] = number_text(view.turn or 0.0)
        wide, deep = size_of(view)
        found["wide"], found["deep"] = number_text(wide), number_text(deep)
    corner = corner_at(view, asked.get("ring", ""), asked.get("index", ""))
    if corner is not None:
        found["cx"], found["cy"] = number_text(corner[0]), number_text(corner[1])
    piece = table.piece(view.id) or next((each for each in table.markers if each.id == view.id), None)
    if piece is not None:
        found |= {name: _text(value) for name, value in _properties(piece).items()}
    return found


def lines_of(view: PieceView) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Give the lines of a piece that can be changed corner by corner: outline and holes, or the middle of a strip."""
    if view.form == "strip":
        return (tuple(view.points),)
    if view.form not in {"free", "rectangle", "regular"}:
        return ()
    return (tuple(view.corners), *(tuple(hole) for hole in view.holes))


def corner_at(view: PieceView, ring: str, index: str) -> tuple[float, float] | None:
    """Give a corner of a piece by the numbers of its line and of itself; None when there is none."""
    if not (ring.isdecimal() and index.isdecimal() and len(ring) < 4 and len(index) < 5):
        return None
    lines = lines_of(view)
    if int(ring) >= len(lines) or int(index) >= len(lines[int(ring)]):
        return None
    x, y = lines[int(ring)][int(index)]
    return (x, y)


def box_of(view: PieceView) -> tuple[float, float, float, float]:
    """Give the west, south, east and north end of a piece."""
    points = [point for rings in view.rings for point in rings[0]] or [view.at]
    xs, ys = [x for x, _y in points], [y for _x, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def size_of(view: PieceView) -> tuple[float, float]:
    """Give width and depth: of a form that has them, else of what it takes up."""
    if view.form in FORMED or view.form == "strip":
        wide = view.width or 0.0
        return wide, wide if view.depth is None else view.depth
    west, south, east, north = box_of(view)
    return east - west, north - south


def number_text(value: float) -> str:
    """Write a number as a field shows it, with a hyphen for minus so that it can be typed back."""
    return plain(value).replace("−", "-")


def _place(table: Table, view: PieceView, asked: Mapping[str, str]) -> dict[str, str]:
    west, south, east, north = box_of(view)
    across = {"west": west, "east": table.width - east}
    along = {"south": south, "north": table.depth - north}
    return {
        "x": number_text(across.get(asked.get("from_x", ""), view.at[0])),
        "y": number_text(along.get(asked.get("from_y", ""), view.at[1])),
    }


def _properties(piece: Terrain | Marker) -> dict[str, float | str | None]:
    if isinstance(piece, Marker):
        return {"kind": piece.kind, "name": piece.name, "side": piece.side, "radius": piece.radius}
    return {
        "kind": piece.kind,
        "name": piece.name,
        "height": piece.height,
        "base": piece.base,
        "depth": piece.depth,
        "class": piece.grade,
        "cf": piece.cf,
        "floors": piece.floors,
        "toward": piece.toward,
        "density": piece.density,
        "side": piece.side,
    }


def _text(value: float | str | None) -> str:
    return value if isinstance(value, str) else "" if value is None else number_text(value)
