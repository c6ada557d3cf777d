"""What is written on terrain, and where would it like to stand?

The places themselves are given on the board, after the units have theirs.
"""

from collections.abc import Mapping, Sequence
from math import hypot

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.interior import clearances, is_inside
from astrike.model.number_text import plain_number
from astrike.model.terrain import Point
from astrike.report.drawing.labels import LabelWish
from astrike.report.drawing.shapes import Box, PictureFrame, compass, text_width
from astrike.report.terrain.ground import DrawnPiece
from astrike.report.terrain.symbols import TerrainLayer, depth_label, kind_label, solid_label, water_depth
from astrike.report.words.numbers import height
from astrike.rulebook.schema import Edition

_ON_ANOTHER = 32.0
"""The label of a building may cost this much: less than standing on another building."""
_MANY = 24
"""Buildings and walls in view above which a label has to be no wider than what it stands for."""
NAMES_FROM = 9.5
"""Pixels per inch from which there is room for names."""
_TEXT = 10.0
_TEXT_BOLD = 12.0
_LINE = 12.0


@dataclass(frozen=True, slots=True)
class TerrainLabel:
    """A label of terrain that waits for its place."""

    wish: LabelWish
    css: str
    text: str
    word: str = ""
    rank: int = 7
    """3 pins, 4 buildings, 5 summits and depths, 6 contours, 7 names: lower comes first."""


def short(name: str, limit: int = 18) -> str:
    """Cut a name that would fill the map.

    >>> short("The old observatory on the hill")
    'The old observato…'
    >>> short("Capture the Flag, South")
    'Capture th…, South'
    """
    if len(name) <= limit:
        return name
    head, comma, tail = name.rpartition(", ")
    if not head or len(tail) > limit // 2:
        return f"{name[: limit - 1].rstrip()}…"
    return f"{head[: limit - 1 - len(comma + tail)].rstrip()}…{comma}{tail}"


def terrain_labels(
    pieces: Sequence[DrawnPiece],
    frame: PictureFrame,
    view: Box,
    *,
    edition: Edition | None,
    names: Mapping[str, str],
) -> tuple[TerrainLabel, ...]:
    """Give the labels that the pieces of a view want, the weightiest first."""
    found: list[TerrainLabel] = []
    is_town = sum(one.symbol.layer == TerrainLayer.SOLID for one in pieces) > _MANY
    for one in pieces:
        is_near = frame.scale >= NAMES_FROM
        name = short(names[one.piece.id]) if one.piece.name and is_near else ""
        match one.symbol.layer:
            case TerrainLayer.SOLID:
                found += _solid_labels(one, name, edition, is_town=is_town)
            case TerrainLayer.HILL:
                found += _hill_labels(one, pieces, name, frame, view)
            case TerrainLayer.WATER:
                found += _water_labels(one, pieces, view, edition)
            case TerrainLayer.DECK:
                found += (
                    [_beside(one, f"CF {plain_number(one.piece.cf)}", rank=6)]
                    if one.piece.cf and is_near
                    else []
                )
            case _:
                found += _flat_labels(one, name, view, edition)
    return tuple(sorted(found, key=lambda label: label.rank))


def _solid_labels(
    one: DrawnPiece, name: str, edition: Edition | None, *, is_town: bool
) -> list[TerrainLabel]:
    text = " · ".join(part for part in (name, solid_label(one.piece, one.known, edition)) if part)
    longest = max(one.box[2] - one.box[0], one.box[3] - one.box[1])
    if not text or (is_town and longest < text_width(text, _TEXT)):
        return []
    return [_beside(one, text, rank=4)]


def _hill_labels(
    one: DrawnPiece, pieces: Sequence[DrawnPiece], name: str, frame: PictureFrame, view: Box
) -> list[TerrainLabel]:
    if one.piece.kind == "ramp":
        return [_on_ramp(one, f"{plain_number(one.known.base)}–{height(one.known.top)}", frame, view)]
    higher = _over(one, pieces)
    if any(_mostly_inside(other, one) for other in higher):
        found = [_on_contour(one, higher, plain_number(one.known.top), view)]
    else:
        text = height(one.known.top)
        found = [_inside(one, higher, text, "lbl-t lbl-b", view, rank=5, size=_TEXT_BOLD)]
    return [*found, _inside(one, higher, name, "lbl-t lbl-n", view, rank=7)] if name else found


def _water_labels(
    one: DrawnPiece, pieces: Sequence[DrawnPiece], view: Box, edition: Edition | None
) -> list[TerrainLabel]:
    deeper = _over(one, pieces)
    found: list[TerrainLabel] = []
    if water_depth(one.known.depth) != "d0":
        found.append(_inside(one, deeper, depth_label(one.known.depth), "lbl-t lbl-w", view, rank=5))
    if one.symbol.is_named:
        word = kind_label(one.piece, edition)
        found.append(_inside(one, deeper, "", "lbl-t lbl-w", view, rank=7, word=word))
    return found


def _flat_labels(one: DrawnPiece, name: str, view: Box, edition: Edition | None) -> list[TerrainLabel]:
    """Label trees that are not as high as usual, ground that its picture does not explain, and what has a name."""
    found: list[TerrainLabel] = []
    if one.symbol.layer == TerrainLayer.TREES and one.piece.height not in (None, one.known.default):
        found.append(_inside(one, [], height(one.piece.height or 0.0), "lbl-t", view, rank=6))
    word, text = "", name
    if one.symbol.layer == TerrainLayer.AREA and one.piece.name:
        text = short(one.piece.name)
    elif one.symbol.is_named:
        word = kind_label(one.piece, edition)
        text = f" {one.piece.density}" if one.piece.density is not None else ""
    if word or text:
        found.append(_inside(one, [], text, "lbl-t lbl-n", view, rank=7, word=word))
    return found


def _over(one: DrawnPiece, pieces: Sequence[DrawnPiece]) -> list[DrawnPiece]:
    """Give the pieces of the same layer that are drawn over this one."""
    after = pieces[pieces.index(one) + 1 :]
    return [other for other in after if other.symbol.layer == one.symbol.layer and _meet(one.box, other.box)]


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _mostly_inside(inner: DrawnPiece, outer: DrawnPiece) -> bool:
    """Is the inner piece a further step of the outer one?"""
    ring = inner.rings[0]
    return int(np.count_nonzero(is_inside(outer.tail, outer.head, ring))) * 2 > len(ring)


def _beside(one: DrawnPiece, text: str, *, rank: int) -> TerrainLabel:
    """Label a solid: on it when there is room, else beside it."""
    left, top, right, bottom = one.box
    middle = ((left + right) / 2, (top + bottom) / 2)
    wide = text_width(text, _TEXT) + 3.0
    fits = right - left > wide + 6.0 and bottom - top > _LINE + 4.0
    wish = LabelWish(
        f"piece:{one.piece.id}:{rank}", wide, _LINE, middle, half=((right - left) / 2, (bottom - top) / 2),
        toward=(0.0, 1.0), slots=(middle,) if fits else (), leader=False, limit=_ON_ANOTHER, group="buildings",
    )  # fmt: skip
    return TerrainLabel(wish, "lbl-t", text, rank=rank)


def _inside(
    one: DrawnPiece,
    above: Sequence[DrawnPiece],
    text: str,
    css: str,
    view: Box,
    *,
    rank: int,
    size: float = _TEXT,
    word: str = "",
) -> TerrainLabel:
    """Label a piece where it is widest and not under another."""
    wide = text_width(word + text, size) + 3.0
    slots = _slots(one, above, view)
    middle = ((one.box[0] + one.box[2]) / 2, (one.box[1] + one.box[3]) / 2)
    wish = LabelWish(
        f"piece:{one.piece.id}:{rank}",
        wide,
        size + 2.0,
        slots[0] if slots else middle,
        slots=slots,
        around=False,
        leader=False,
    )
    return TerrainLabel(wish, css, text, word, rank)


def _slots(one: DrawnPiece, above: Sequence[DrawnPiece], view: Box) -> tuple[Point, ...]:
    """Give up to eight places inside a piece, the one farthest from all rims first."""
    left, top = max(one.box[0], view[0]), max(one.box[1], view[1])
    right, bottom = min(one.box[2], view[2]), min(one.box[3], view[3])
    if right <= left or bottom <= top:
        return ()
    columns = min(15, max(7, int((right - left) / 4.0)))
    rows = min(15, max(7, int((bottom - top) / 4.0)))
    x = left + (np.arange(columns) + 0.5) * (right - left) / columns
    y = top + (np.arange(rows) + 0.5) * (bottom - top) / rows
    points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    points = points[is_inside(one.tail, one.head, points)]
    for other in above:
        points = points[~is_inside(other.tail, other.head, points)]
    if not len(points):
        return ()
    tail = np.concatenate([one.tail, *(other.tail for other in above)])
    head = np.concatenate([one.head, *(other.head for other in above)])
    clear = np.minimum(clearances(tail, head, points), 24.0)
    clear = np.minimum(clear, np.minimum(points[:, 0] - view[0], view[2] - points[:, 0]))
    roomy = clear >= min(7.0, 0.6 * float(clear.max()))
    points, clear = points[roomy], clear[roomy]
    apart = max(9.0, hypot(right - left, bottom - top) / 12.0)
    chosen: list[Point] = []
    for index in np.argsort(-np.round(clear, 2), kind="stable").tolist():
        x0, y0 = float(points[index, 0]), float(points[index, 1])
        if all(hypot(x0 - a, y0 - b) >= apart for a, b in chosen):
            chosen.append((round(x0, 2), round(y0, 2)))
        if len(chosen) == 8:
            break
    return tuple(chosen)


def _on_ramp(one: DrawnPiece, text: str, frame: PictureFrame, view: Box) -> TerrainLabel:
    """Label a ramp on its lower half: its arrow stands on the upper."""
    up = compass(one.piece.toward or 0.0)
    way = frame.along((up[0], -up[1]))
    along = one.tail @ np.array(way) / frame.scale**2
    step = float(along.max() - along.min()) * -0.24
    middle = ((one.box[0] + one.box[2]) / 2, (one.box[1] + one.box[3]) / 2)
    lower = (round(middle[0] + way[0] * step, 2), round(middle[1] + way[1] * step, 2))
    wide = text_width(text, _TEXT) + 3.0
    wish = LabelWish(
        f"piece:{one.piece.id}:5", wide, _LINE, lower, slots=(lower, *_slots(one, [], view)), around=False, leader=False
    )  # fmt: skip
    return TerrainLabel(wish, "lbl-t", text, rank=5)


def _on_contour(one: DrawnPiece, higher: Sequence[DrawnPiece], text: str, view: Box) -> TerrainLabel:
    """Label a lower step with its number on its line, to the south-east where nothing hides it."""
    ring = one.rings[0]
    ahead = np.roll(ring, -1, axis=0)
    long = np.hypot(*(ahead - ring).T)
    until = np.cumsum(long)
    far = (np.arange(24) + 0.5) / 24.0 * until[-1]
    edge = np.searchsorted(until, far)
    share = (far - (until[edge] - long[edge])) / np.where(long[edge] > 0.0, long[edge], 1.0)
    points = ring[edge] + share[:, None] * (ahead - ring)[edge]
    for other in higher:
        points = points[clearances(other.tail, other.head, points) > 6.0]
        points = points[~is_inside(other.tail, other.head, points)]
    inside = (points[:, 0] > view[0] + 6) & (points[:, 0] < view[2] - 6)
    points = points[inside & (points[:, 1] > view[1] + 7) & (points[:, 1] < view[3] - 7)]
    off = points - (ring.min(axis=0) + ring.max(axis=0)) / 2.0
    south_east = (off[:, 0] * 0.5 + off[:, 1] * 0.87) / np.maximum(np.hypot(off[:, 0], off[:, 1]), 1e-9)
    best = points[np.argsort(-np.round(south_east, 3), kind="stable")[:10]]
    slots = tuple((round(float(x), 2), round(float(y), 2)) for x, y in best)
    wide = text_width(text, _TEXT) + 2.0
    at = slots[0] if slots else (one.box[0], one.box[1])
    wish = LabelWish(
        f"piece:{one.piece.id}:6", wide, _TEXT + 1.0, at, slots=slots, around=False, leader=False
    )
    return TerrainLabel(wish, "lbl-t", text, rank=6)
