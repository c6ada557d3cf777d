"""How does the table look from above on paper, with every piece's number and the points to measure?

Numbers stand on their pieces, else beside them with a leader; a number is never left out. Letters of points are, where
there is no room for them: the drawing of each piece further on has them all.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Final

import numpy as np

from astrike.geometry.arrays import Floats
from astrike.geometry.interior import clearances, is_inside
from astrike.model.table import Table
from astrike.model.terrain import Point
from astrike.report.figures import height, plain
from astrike.report.labels import Placed, Wish, place
from astrike.report.paper.entries import Entry, Inventory, Step
from astrike.report.paper.ink import Look, draw, kinds_in_order, look
from astrike.report.paper.surface import Pen, Surface
from astrike.report.shapes import Box, Frame, upright
from astrike.report.symbols import Layer, depth_label, symbol

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
class Label:
    """What is written on the plan: the strong text, the small one behind it, and its place."""

    key: str
    text: str
    small: str
    placed: Placed
    is_letter: bool = False


@dataclass(frozen=True, slots=True)
class Drawn:
    """A plan laid out: where the table lies on the page, its pieces and its labels."""

    frame: Frame
    view: Box
    looks: tuple[Look, ...]
    labels: tuple[Label, ...]


def plan_frame(table: Table, box: Box) -> Frame:
    """Fit a table into a box on the page, in the middle."""
    left, top, right, bottom = box
    wide, deep = right - left - 2 * MARGIN, bottom - top - 2 * MARGIN
    scale = min(wide / table.width, deep / table.depth)
    west = left + MARGIN + (wide - table.width * scale) / 2.0
    return upright(scale, left=west, bottom=top + MARGIN + table.depth * scale)


def bare(table: Table, found: Inventory, frame: Frame) -> Drawn:
    """Bring the pieces of a table onto the page, without labels."""
    west, north = frame.at((0.0, table.depth))
    east, south = frame.at((table.width, 0.0))
    steps = [step for entry in (*found.pieces, *found.zones) for step in entry.steps]
    looks = tuple(look(step.piece, frame, step.top) for step in steps)
    return Drawn(frame, (west, north, east, south), looks, ())


Asked = tuple[Wish, str, str]
"""A place that is wanted, for a strong text and a small one."""


def numbered(canvas: Surface, table: Table, found: Inventory, frame: Frame) -> Drawn:
    """Give the numbers of pieces, zones and marked points their places."""
    drawn = bare(table, found, frame)
    return replace(drawn, labels=tuple(_placed(_numbers(canvas, found, drawn), (), drawn.view)))


def laid_out(canvas: Surface, table: Table, found: Inventory, frame: Frame) -> Drawn:
    """Give everything on the plan its place: numbers, and the letters of the points to measure."""
    drawn = bare(table, found, frame)
    looks = {one.piece.id: one for one in drawn.looks}
    letters: list[Asked] = []
    for entry in found.pieces if len(found.pieces) <= _CROWDED else ():
        for step in entry.steps:
            for point in (each for part in step.points for each in part):
                at = frame.at(point.at)
                wide = canvas.width_of(point.letter, _LETTER, is_bold=True) + 0.6
                wish = Wish(
                    f"{entry.number}{point.letter}", wide, _LETTER, at, reach=_POINT - 1.5,
                    toward=_away(at, looks[step.piece.id]), leader=False, limit=9.0,
                )  # fmt: skip
                letters.append((wish, point.letter, ""))
    numbers = _numbers(canvas, found, drawn)
    return replace(drawn, labels=tuple(_placed(numbers, letters, drawn.view)))


def _numbers(canvas: Surface, found: Inventory, drawn: Drawn) -> list[Asked]:
    looks = {one.piece.id: one for one in drawn.looks}
    wishes: list[Asked] = []
    for entry in found.pieces:
        wishes += _number_wishes(canvas, entry, looks, drawn.view)
    for spot in found.spots:
        at = drawn.frame.at(spot.marker.at)
        wide = canvas.width_of(spot.number, _NUMBER, is_bold=True) + 2 * _PAD
        wishes.append((Wish(spot.number, wide, _NUMBER + 1.5, at, reach=5.0, must=True), spot.number, ""))
    wishes += (_zone_wish(canvas, entry, looks, drawn.view) for entry in found.zones)
    ordered = sorted(wishes, key=lambda each: not each[0].must)
    if len(found.pieces) <= _CROWDED:
        return ordered
    return [(replace(wish, must=False), text, small) for wish, text, small in ordered if text]


def _placed(numbers: Sequence[Asked], letters: Sequence[Asked], view: Box) -> Iterator[Label]:
    """Place numbers, then letters; no label covers a point that has a letter."""
    every = [*numbers, *letters]
    texts = {wish.key: (text, small) for wish, text, small in every}
    small = {wish.key for wish, _text, _small in letters}
    area = (view[0] + 0.5, view[1] + 0.5, view[2] - 0.5, view[3] - 0.5)
    discs = [(*wish.at, _POINT) for wish, _text, _small in letters]
    placed = place([wish for wish, _text, _small in every], area=area, discs=discs)
    for one in placed:
        yield Label(one.key, *texts[one.key], one, one.key in small)
    there = {one.key for one in placed}
    for wish, text, heights in numbers:
        if (
            text and wish.key not in there
        ):  # a crowded table: a number that covers something is better than none
            yield Label(wish.key, text, heights, Placed(wish.key, *wish.at, wish.width, wish.height))


def _number_wishes(canvas: Surface, entry: Entry, looks: dict[str, Look], view: Box) -> list[Asked]:
    """Ask for a place for a number, and for the heights of further steps."""
    found: list[Asked] = []
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
        spots = _spots(one, higher, view, wide)
        left, top, right, bottom = _clipped(one.box, view)
        at = spots[0] if spots else ((left + right) / 2, (top + bottom) / 2)
        key = entry.number if is_highest else f"{entry.number}:{index}"
        wish = Wish(key, wide, _NUMBER + 1.5, at, spots=spots, must=is_highest, leader=is_highest)
        found.append((wish, text, small))
    return found


def _height_of(step: Step) -> str:
    """Write what a helper looks for on the plan: the height of what rises."""
    layer = symbol(step.piece.kind).layer
    if layer == Layer.HILL and step.piece.kind == "hill":
        return height(step.top)
    if layer == Layer.WATER and step.depth >= 0.5:
        return depth_label(step.depth)
    return height(step.top - step.base) if layer == Layer.SOLID and step.top > step.base else ""


def _spots(one: Look, higher: Sequence[Look], view: Box, wide: float) -> tuple[Point, ...]:
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


def _zone_wish(canvas: Surface, entry: Entry, looks: dict[str, Look], view: Box) -> Asked:
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
    spots = tuple(
        (round(left + (right - left) * share, 2), round(top + (bottom - top) * down, 2))
        for down in (0.5, 0.25, 0.75)
        for share in steps
    )
    inside = is_inside(one.tail, one.head, np.asarray(spots))
    spots = tuple(spot for spot, is_in in zip(spots, inside.tolist(), strict=True) if is_in)
    return (
        Wish(entry.number, wide, _NUMBER + 1.5, spots[0] if spots else (left, top), spots=spots, must=True),
        (entry.number),
        small,
    )


def _away(at: Point, one: Look) -> Point | None:
    middle: Floats = (one.tail.min(axis=0) + one.tail.max(axis=0)) / 2.0
    off = np.asarray(at) - middle
    far = float(np.hypot(*off))
    return (float(off[0]) / far, float(off[1]) / far) if far > 1e-6 else None


# ---- ink


def draw_plan(canvas: Surface, table: Table, found: Inventory, drawn: Drawn) -> None:
    """Draw the table: ground, pieces, grid, zones, points, labels."""
    frame = drawn.frame
    draw_table(canvas, table, found, drawn)
    for entry in found.pieces:
        for point in entry.all_points:
            canvas.dot(frame.at(point.at), _POINT)
    draw_labels(canvas, drawn.labels)


def draw_table(canvas: Surface, table: Table, found: Inventory, drawn: Drawn) -> None:
    """Draw ground, pieces, grid, zones and marked points, without a label."""
    frame, view = drawn.frame, drawn.view
    zones = {step.piece.id for entry in found.zones for step in entry.steps}
    pieces = kinds_in_order([one for one in drawn.looks if one.piece.id not in zones])
    with canvas.clipped(view):
        for one in pieces:
            draw(canvas, one)
        _grid(canvas, table, frame)
        for one in drawn.looks:
            if one.piece.id in zones:
                for outline in one.rings:
                    for ring in outline:
                        canvas.ring(_inset(ring, view), Pen(1.3, dashes=(7.0, 3.5)))
    canvas.rect(view, pen=Pen(1.6))
    _ruler(canvas, table, frame, view)
    for spot in found.spots:
        at = frame.at(spot.marker.at)
        if spot.marker.radius:
            canvas.dot(at, spot.marker.radius * frame.scale, grey=None, pen=Pen(0.7, dashes=(3.0, 2.0)))
        canvas.dot(at, 4.2, grey=1.0, pen=Pen(1.2))
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


def _grid(canvas: Surface, table: Table, frame: Frame) -> None:
    pen = Pen(0.35, 0.45)
    for x, _from_edge in grid_lines(table.width):
        canvas.line([frame.at((x, 0.0)), frame.at((x, table.depth))], pen)
    for y, _from_edge in grid_lines(table.depth):
        canvas.line([frame.at((0.0, y)), frame.at((table.width, y))], pen)


def _ruler(canvas: Surface, table: Table, frame: Frame, view: Box) -> None:
    """Write at each line of the grid how far it is from the nearer edge."""
    for x, from_edge in grid_lines(table.width):
        px = frame.at((x, 0.0))[0]
        for y in (view[1] - 3.5, view[3] + _RULER + 1.5):
            canvas.text((px, y), plain(from_edge), _RULER, align="middle")
    for y, from_edge in grid_lines(table.depth):
        py = frame.at((0.0, y))[1] + _RULER * 0.36
        canvas.text((view[0] - 3.5, py), plain(from_edge), _RULER, align="right")
        canvas.text((view[2] + 3.5, py), plain(from_edge), _RULER)


def draw_labels(canvas: Surface, labels: Sequence[Label]) -> None:
    """Write labels with their leaders."""
    for label in labels:
        if label.placed.leader is not None:
            canvas.line(label.placed.leader, Pen(2.2, 1.0))
            canvas.line(label.placed.leader, Pen(0.7))
    for label in labels:
        left, top, right, bottom = label.placed.box
        if label.is_letter:
            canvas.rect((left, top + 0.4, right, bottom), grey=1.0)
            canvas.text((left + 0.3, bottom - 1.1), label.text, _LETTER, is_bold=True)
            continue
        canvas.rect(label.placed.box, grey=1.0, pen=Pen(0.5 if label.text else 0.25))
        x = left + _PAD
        if label.text:
            x += canvas.text((x, bottom - 2.0), label.text, _NUMBER, is_bold=True) + 1.5
        if label.small:
            canvas.text((x, bottom - 2.2), label.small, _HEIGHT)
