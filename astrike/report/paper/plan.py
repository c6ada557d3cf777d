"""How does the table look from above on paper, with every piece's number and the points to measure?

Numbers stand on their pieces, else beside them with a leader; a number is never left out. Letters of points are, where
there is no room for them: the drawing of each piece further on has them all.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Floats
from astrike.geometry.interior import clearances, is_inside
from astrike.model.number_text import plain_number
from astrike.model.table import Table
from astrike.model.terrain import Point
from astrike.report.drawing.labels import LabelWish, PlacedLabel, place_labels
from astrike.report.drawing.shapes import Box, PictureFrame, upright_frame
from astrike.report.paper.inventory import Inventory, InventoryEntry, PrintedTier
from astrike.report.paper.surface import DrawingPen, Surface
from astrike.report.paper.terrain_ink import InkedPiece, draw_ink, inked_piece, kinds_in_order
from astrike.report.terrain.symbols import TerrainLayer, depth_label, symbol
from astrike.report.words.numbers import height

GRID: Final = 6.0
"""Inches."""
_NUMBER: Final = 9.5
_HEIGHT: Final = 7.0
_LETTER: Final = 5.6
_PAD: Final = 1.6
_POINT: Final = 1.15
_RULER: Final = 7.0
_CROWDED: Final = 120
"""Entries above which nobody searches for free places: there are no letters, and numbers may cover each other."""
MARGIN: Final = 15.0
"""Points around the table for the figures of its grid."""


@dataclass(frozen=True, slots=True)
class PlanLabel:
    """What is written on the plan: the strong text, the small one behind it, and its place."""

    key: str
    text: str
    small: str
    placed: PlacedLabel
    is_letter: bool = False


@dataclass(frozen=True, slots=True)
class PaperPlan:
    """A plan laid out: where the table lies on the page, its pieces and its labels."""

    frame: PictureFrame
    view: Box
    looks: tuple[InkedPiece, ...]
    labels: tuple[PlanLabel, ...]


def plan_frame(table: Table, box: Box) -> PictureFrame:
    """Fit a table into a box on the page, in the middle."""
    left, top, right, bottom = box
    wide, deep = right - left - 2 * MARGIN, bottom - top - 2 * MARGIN
    scale = min(wide / table.width, deep / table.depth)
    west = left + MARGIN + (wide - table.width * scale) / 2.0
    return upright_frame(scale, left=west, bottom=top + MARGIN + table.depth * scale)


def unlabeled_plan(table: Table, found: Inventory, frame: PictureFrame) -> PaperPlan:
    """Bring the pieces of a table onto the page, without labels."""
    west, north = frame.at((0.0, table.depth))
    east, south = frame.at((table.width, 0.0))
    steps = [step for entry in (*found.pieces, *found.zones) for step in entry.steps]
    looks = tuple(inked_piece(step.piece, frame, step.top) for step in steps)
    return PaperPlan(frame, (west, north, east, south), looks, ())


NumbersWanted = tuple[LabelWish, str, str]
"""A place that is wanted, for a strong text and a small one."""


def numbered(canvas: Surface, table: Table, found: Inventory, frame: PictureFrame) -> PaperPlan:
    """Give the numbers of pieces, zones and marked points their places."""
    drawn = unlabeled_plan(table, found, frame)
    return replace(drawn, labels=tuple(_placed(_numbers(canvas, found, drawn), (), drawn.view)))


def laid_out(canvas: Surface, table: Table, found: Inventory, frame: PictureFrame) -> PaperPlan:
    """Give everything on the plan its place: numbers, and the letters of the points to measure."""
    drawn = unlabeled_plan(table, found, frame)
    looks = {one.piece.id: one for one in drawn.looks}
    letters: list[NumbersWanted] = []
    for entry in found.pieces if len(found.pieces) <= _CROWDED else ():
        for step in entry.steps:
            for point in (each for part in step.points for each in part):
                at = frame.at(point.at)
                wide = canvas.width_of(point.letter, _LETTER, is_bold=True) + 0.6
                wish = LabelWish(
                    f"{entry.number}{point.letter}", wide, _LETTER, at, reach=_POINT - 1.5,
                    toward=_away(at, looks[step.piece.id]), leader=False, limit=9.0,
                )  # fmt: skip
                letters.append((wish, point.letter, ""))
    numbers = _numbers(canvas, found, drawn)
    return replace(drawn, labels=tuple(_placed(numbers, letters, drawn.view)))


def _numbers(canvas: Surface, found: Inventory, drawn: PaperPlan) -> list[NumbersWanted]:
    looks = {one.piece.id: one for one in drawn.looks}
    wishes: list[NumbersWanted] = []
    for entry in found.pieces:
        wishes += _number_wishes(canvas, entry, looks, drawn.view)
    for spot in found.spots:
        at = drawn.frame.at(spot.marker.at)
        wide = canvas.width_of(spot.number, _NUMBER, is_bold=True) + 2 * _PAD
        wishes.append(
            (LabelWish(spot.number, wide, _NUMBER + 1.5, at, reach=5.0, must=True), spot.number, "")
        )
    wishes += (_zone_wish(canvas, entry, looks, drawn.view) for entry in found.zones)
    ordered = sorted(wishes, key=lambda each: not each[0].must)
    if len(found.pieces) <= _CROWDED:
        return ordered
    return [(replace(wish, must=False), text, small) for wish, text, small in ordered if text]


def _placed(
    numbers: Sequence[NumbersWanted], letters: Sequence[NumbersWanted], view: Box
) -> Iterator[PlanLabel]:
    """Place numbers, then letters; no label covers a point that has a letter."""
    every = [*numbers, *letters]
    texts = {wish.key: (text, small) for wish, text, small in every}
    small = {wish.key for wish, _text, _small in letters}
    area = (view[0] + 0.5, view[1] + 0.5, view[2] - 0.5, view[3] - 0.5)
    discs = [(*wish.at, _POINT) for wish, _text, _small in letters]
    placed = place_labels([wish for wish, _text, _small in every], area=area, discs=discs)
    for one in placed:
        yield PlanLabel(one.key, *texts[one.key], one, one.key in small)
    there = {one.key for one in placed}
    for wish, text, heights in numbers:
        if (
            text and wish.key not in there
        ):  # a crowded table: a number that covers something is better than none
            yield PlanLabel(wish.key, text, heights, PlacedLabel(wish.key, *wish.at, wish.width, wish.height))


def _number_wishes(
    canvas: Surface, entry: InventoryEntry, looks: dict[str, InkedPiece], view: Box
) -> list[NumbersWanted]:
    """Ask for a place for a number, and for the heights of further steps."""
    found: list[NumbersWanted] = []
    for index, step in enumerate(entry.steps):
        is_highest = index == len(entry.steps) - 1
        text = entry.number if is_highest else ""
        small = _height_of(step)
        wide = (
            canvas.width_of(text, _NUMBER, is_bold=True)
            + canvas.width_of(small, _HEIGHT)
            + (1.5 if text and small else 0.0)
            + 2 * _PAD
        )
        one = looks[step.piece.id]
        higher = [looks[other.piece.id] for other in entry.steps[index + 1 :]]
        slots = _slots(one, higher, view, wide)
        left, top, right, bottom = _clipped(one.box, view)
        at = slots[0] if slots else ((left + right) / 2, (top + bottom) / 2)
        key = entry.number if is_highest else f"{entry.number}:{index}"
        wish = LabelWish(key, wide, _NUMBER + 1.5, at, slots=slots, must=is_highest, leader=is_highest)
        found.append((wish, text, small))
    return found


def _height_of(step: PrintedTier) -> str:
    """Write what a helper looks for on the plan: the height of what rises."""
    layer = symbol(step.piece.kind).layer
    if layer == TerrainLayer.HILL and step.piece.kind == "hill":
        return height(step.top)
    if layer == TerrainLayer.WATER and step.depth >= 0.5:
        return depth_label(step.depth)
    return height(step.top - step.base) if layer == TerrainLayer.SOLID and step.top > step.base else ""


def _slots(one: InkedPiece, higher: Sequence[InkedPiece], view: Box, wide: float) -> tuple[Point, ...]:
    """Give places on a piece and not on what lies on it, the roomiest first."""
    left, top, right, bottom = _clipped(one.box, view)
    if right <= left or bottom <= top:
        return ()
    columns, rows = (min(16, max(5, ceil(size / 6.0))) for size in (right - left, bottom - top))
    x = left + (np.arange(columns) + 0.5) * (right - left) / columns
    y = top + (np.arange(rows) + 0.5) * (bottom - top) / rows
    points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    points = points[is_inside(one.tail, one.head, points)]
    tail, head = one.tail, one.head
    for other in higher:
        points = points[~is_inside(other.tail, other.head, points)]
        tail, head = np.concatenate((tail, other.tail)), np.concatenate((head, other.head))
    if not len(points):
        return ()
    clear = np.minimum(clearances(tail, head, points), wide / 2.0 + 3.0)
    off = np.hypot(*(points - ((left + right) / 2.0, (top + bottom) / 2.0)).T)
    best = np.argsort(np.round(off / max(right - left, bottom - top) * 4.0 - clear, 3), kind="stable")[:14]
    return tuple((round(float(px), 2), round(float(py), 2)) for px, py in points[best])


def _clipped(box: Box, view: Box) -> Box:
    return max(box[0], view[0]), max(box[1], view[1]), min(box[2], view[2]), min(box[3], view[3])


def _zone_wish(
    canvas: Surface, entry: InventoryEntry, looks: dict[str, InkedPiece], view: Box
) -> NumbersWanted:
    one = looks[entry.steps[0].piece.id]
    left, top, right, bottom = _clipped(one.box, view)
    small = entry.name[:40]
    wide = (
        canvas.width_of(entry.number, _NUMBER, is_bold=True)
        + canvas.width_of(small, _HEIGHT)
        + 2 * _PAD
        + 2.0
    )
    steps = [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9]
    slots = tuple(
        (round(left + (right - left) * share, 2), round(top + (bottom - top) * down, 2))
        for down in (0.5, 0.25, 0.75)
        for share in steps
    )
    inside = is_inside(one.tail, one.head, np.asarray(slots))
    slots = tuple(spot for spot, is_in in zip(slots, inside.tolist(), strict=True) if is_in)
    return (
        LabelWish(
            entry.number, wide, _NUMBER + 1.5, slots[0] if slots else (left, top), slots=slots, must=True
        ),
        (entry.number),
        small,
    )


def _away(at: Point, one: InkedPiece) -> Point | None:
    middle: Floats = (one.tail.min(axis=0) + one.tail.max(axis=0)) / 2.0
    off = np.asarray(at) - middle
    far = float(np.hypot(*off))
    return (float(off[0]) / far, float(off[1]) / far) if far > 1e-6 else None


# ---- ink


def draw_plan(canvas: Surface, table: Table, found: Inventory, drawn: PaperPlan) -> None:
    """Draw the table: ground, pieces, grid, zones, points, labels."""
    frame = drawn.frame
    draw_table(canvas, table, found, drawn)
    for entry in found.pieces:
        for point in entry.all_points:
            canvas.dot(frame.at(point.at), _POINT)
    draw_labels(canvas, drawn.labels)


def draw_table(canvas: Surface, table: Table, found: Inventory, drawn: PaperPlan) -> None:
    """Draw ground, pieces, grid, zones and marked points, without a label."""
    frame, view = drawn.frame, drawn.view
    zones = {step.piece.id for entry in found.zones for step in entry.steps}
    pieces = kinds_in_order([one for one in drawn.looks if one.piece.id not in zones])
    with canvas.clipped(view):
        for one in pieces:
            draw_ink(canvas, one)
        _grid(canvas, table, frame)
        for one in drawn.looks:
            if one.piece.id in zones:
                for outline in one.rings:
                    for ring in outline:
                        canvas.ring(_inset(ring, view), DrawingPen(1.3, dashes=(7.0, 3.5)))
    canvas.rect(view, pen=DrawingPen(1.6))
    _ruler(canvas, table, frame, view)
    for spot in found.spots:
        at = frame.at(spot.marker.at)
        if spot.marker.radius:
            canvas.dot(
                at, spot.marker.radius * frame.scale, grey=None, pen=DrawingPen(0.7, dashes=(3.0, 2.0))
            )
        canvas.dot(at, 4.2, grey=1.0, pen=DrawingPen(1.2))
        canvas.dot(at, 1.5)


def _inset(ring: Sequence[Point], view: Box) -> list[Point]:
    """Keep a zone's line off the table's edge."""
    by = 2.0
    return [
        (min(max(x, view[0] + by), view[2] - by), min(max(y, view[1] + by), view[3] - by)) for x, y in ring
    ]


def grid_lines(size: float) -> tuple[tuple[float, float], ...]:
    """Give where the lines of the grid lie along an edge, and how far each is from the nearer end.

    As a tape does, they count from both ends; where the edge is no multiple of their distance, the middle is odd.

    >>> grid_lines(20)
    ((0.0, 0.0), (6.0, 6.0), (14.0, 6.0), (20.0, 0.0))
    """
    near = [number * GRID for number in range(ceil(size / GRID) + 1) if number * GRID <= size / 2.0]
    far = [size - each for each in near if size - each > size / 2.0]
    return tuple((each, min(each, size - each)) for each in (*near, *far[::-1]))


def _grid(canvas: Surface, table: Table, frame: PictureFrame) -> None:
    pen = DrawingPen(0.35, 0.45)
    for x, _from_edge in grid_lines(table.width):
        canvas.line([frame.at((x, 0.0)), frame.at((x, table.depth))], pen)
    for y, _from_edge in grid_lines(table.depth):
        canvas.line([frame.at((0.0, y)), frame.at((table.width, y))], pen)


def _ruler(canvas: Surface, table: Table, frame: PictureFrame, view: Box) -> None:
    """Write at each line of the grid how far it is from the nearer edge."""
    for x, from_edge in grid_lines(table.width):
        px = frame.at((x, 0.0))[0]
        for y in (view[1] - 3.5, view[3] + _RULER + 1.5):
            canvas.text((px, y), plain_number(from_edge), _RULER, align="middle")
    for y, from_edge in grid_lines(table.depth):
        py = frame.at((0.0, y))[1] + _RULER * 0.36
        canvas.text((view[0] - 3.5, py), plain_number(from_edge), _RULER, align="right")
        canvas.text((view[2] + 3.5, py), plain_number(from_edge), _RULER)


def draw_labels(canvas: Surface, labels: Sequence[PlanLabel]) -> None:
    """Write labels with their leaders."""
    for label in labels:
        if label.placed.leader is not None:
            canvas.line(label.placed.leader, DrawingPen(2.2, 1.0))
            canvas.line(label.placed.leader, DrawingPen(0.7))
    for label in labels:
        left, top, right, bottom = label.placed.box
        if label.is_letter:
            canvas.rect((left, top + 0.4, right, bottom), grey=1.0)
            canvas.text((left + 0.3, bottom - 1.1), label.text, _LETTER, is_bold=True)
            continue
        canvas.rect(label.placed.box, grey=1.0, pen=DrawingPen(0.5 if label.text else 0.25))
        x = left + _PAD
        if label.text:
            x += canvas.text((x, bottom - 2.0), label.text, _NUMBER, is_bold=True) + 1.5
        if label.small:
            canvas.text((x, bottom - 2.2), label.small, _HEIGHT)
