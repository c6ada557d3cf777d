"""Which area of a table does one drawn shape cover, in inches?

Lines become as thick as they are or as somebody wants, crossed outlines are mended, and what lies beside the table
is left out. Every such thing is reported to `OutlineNotes`, which counts what is reported twice.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import Final

from astrike.dataclass import dataclass
from astrike.geometry.outlines import (
    is_entangled,
    open_ring,
    orient,
    outline_faults,
    overlapping,
    signed_area,
)
from astrike.geometry.self_intersections import self_intersections
from astrike.geometry.shaping import Areas, difference, mended_area, rectangle, strip_along, union
from astrike.model.import_notes import ImportNote
from astrike.model.imported_map import DrawnShape
from astrike.model.inch_limits import FARTHEST
from astrike.model.terrain import Outline, Point, Ring

THINNEST: Final = 0.02
"""Inches; a thinner line is made that thick, or nobody could touch it."""
_DIGITS: Final = 4
"""Of a coordinate in inches: a ten-thousandth is less than a pencil's line."""
_HAIR: Final = 1e-6
_BARELY: Final = 0.3
"""Inches that nobody needs to hear of: walls along the edge are that thick."""
MOST_CROSSINGS: Final = 2_000
"""That are undone in one drawing: a shape drawn by hand has a few."""
_REACH: Final = FARTHEST / 4
"""Inches around the table beyond which pieces are cut off."""


@dataclass(slots=True)
class OutlineNotes:
    """What happened so far, each thing once with how often it did."""

    counts: dict[tuple[str, str], int] = field(default_factory=dict)
    crossings: int = 0
    """Crossings that were undone so far."""
    beside: dict[tuple[str, bool], list[float]] = field(default_factory=dict)
    """By how much pieces lie beside the table, by group and whether wholly."""

    def tell(self, at: str, words: str, count: int = 1) -> None:
        """Note something."""
        self.counts[at, words] = self.counts.get((at, words), 0) + count

    def tell_beside(self, at: str, by: float, *, wholly: bool) -> None:
        """Note that a piece lies beside the table, by so many inches."""
        self.beside.setdefault((at, wholly), []).append(by)

    def notes(self) -> tuple[ImportNote, ...]:
        """Give everything that was reported."""
        stated = tuple(ImportNote(at, words, count) for (at, words), count in self.counts.items())
        return (*stated, *(self._beside(*key, found) for key, found in self.beside.items()))

    @staticmethod
    def _beside(at: str, wholly: bool, found: Sequence[float]) -> ImportNote:
        by = f"by up to {max(found):.2f}″" if len(found) > 1 else f"by {found[0]:.2f}″"
        words = f"wholly beside the table, {by}, so left out" if wholly else f"reaches beside the table, {by}"
        return ImportNote(at, words, len(found))


@dataclass(frozen=True, slots=True)
class DrawingPlacement:
    """How a drawing lies on a table."""

    west: float
    edge: float
    """The low edge of the map, or the high one where y runs down, in its own units."""
    scale: float
    y_down: bool
    size: tuple[float, float]

    def point(self, place: Point) -> Point:
        """Give a place in inches."""
        up = self.edge - place[1] if self.y_down else place[1] - self.edge
        # Adding zero makes a zero of minus zero.
        return (
            round((place[0] - self.west) * self.scale, _DIGITS) + 0.0,
            round(up * self.scale, _DIGITS) + 0.0,
        )

    def ring(self, ring: Sequence[Point]) -> Ring:
        """Give a ring in inches, without points that have become the same."""
        return open_ring([self.point(place) for place in ring])


def areas_of(
    shape: DrawnShape,
    frame: DrawingPlacement,
    *,
    is_line: bool,
    thickness: float,
    outline_notes: OutlineNotes,
) -> Areas:
    """Give the areas that a shape covers; none when nothing of it is left on the table."""
    if shape.outlines:
        drawn = tuple(
            area
            for outline in shape.outlines
            for area in _outlined(shape.group, outline, frame, outline_notes)
        )
    else:
        drawn = _along(shape, frame, is_line=is_line, thickness=thickness, outline_notes=outline_notes)
    areas = tuple(_rounded(drawn))
    if len(areas) > 1 and overlapping(areas) is not None:
        if is_entangled([[area] for area in areas], most=MOST_CROSSINGS):
            outline_notes.tell(shape.group, "its parts lie over each other too often, so left out")
            return ()
        outline_notes.tell(shape.group, "parts of one piece that lie over each other were joined")
        areas = tuple(_rounded(union(areas)))
    if not areas:
        outline_notes.tell(shape.group, "an outline without an area was left out")
        return ()
    beside = _beside(areas, frame.size)
    if not _lies_on(areas, frame.size):
        outline_notes.tell_beside(shape.group, beside, wholly=True)
        return ()
    if beside > _BARELY:
        outline_notes.tell_beside(shape.group, beside, wholly=False)
    return _within_reach(shape.group, areas, frame.size, outline_notes)


def _outlined(group: str, outline: Outline, frame: DrawingPlacement, outline_notes: OutlineNotes) -> Areas:
    exterior = frame.ring(outline.exterior)
    holes = tuple(hole for each in outline.holes if len(hole := frame.ring(each)) >= 3)
    if len(exterior) < 3:
        return ()
    if not outline_faults(exterior, holes):
        return (orient(exterior, holes),)
    if _is_tangled((exterior, *holes), outline_notes):
        outline_notes.tell(group, "crosses itself too often, so left out")
        return ()
    found = mended_area(exterior, holes)
    if found:
        outline_notes.tell(group, "an outline that crosses itself was mended")
    return found


def _is_tangled(rings: Sequence[Ring], outline_notes: OutlineNotes) -> bool:
    for ring in rings:
        outline_notes.crossings += self_intersections((*ring, ring[0]), most=MOST_CROSSINGS)
    return outline_notes.crossings > MOST_CROSSINGS


def _along(
    shape: DrawnShape,
    frame: DrawingPlacement,
    *,
    is_line: bool,
    thickness: float,
    outline_notes: OutlineNotes,
) -> Areas:
    path = [frame.point(place) for place in shape.path]
    is_closed = len(path) > 3 and math.dist(path[0], path[-1]) <= _HAIR
    if is_closed and not is_line:
        return _outlined(shape.group, Outline(tuple(shape.path)), frame, outline_notes)
    if self_intersections(path, most=MOST_CROSSINGS) > MOST_CROSSINGS:
        outline_notes.tell(shape.group, "crosses itself too often, so left out")
        return ()
    width = thickness if shape.width is None else shape.width * frame.scale
    if width < THINNEST:
        outline_notes.tell(shape.group, f"thinner than {THINNEST:g}″, so made that thick")
        width = THINNEST
    return strip_along(path, width, is_closed=is_closed)


def _rounded(areas: Iterable[tuple[Ring, tuple[Ring, ...]]]) -> Iterable[tuple[Ring, tuple[Ring, ...]]]:
    """Round corners; what has no area any more vanishes."""
    for exterior, holes in areas:
        shell, *inner = (open_ring([_round(point) for point in ring]) for ring in (exterior, *holes))
        if len(shell) < 3 or abs(signed_area(shell)) < _HAIR:
            continue
        kept = tuple(hole for hole in inner if len(hole) >= 3 and abs(signed_area(hole)) > _HAIR)
        if not outline_faults(shell, kept):
            yield orient(shell, kept)
        elif not outline_faults(exterior, holes):
            yield orient(exterior, holes)


def _round(point: Point) -> Point:
    return (round(point[0], _DIGITS) + 0.0, round(point[1], _DIGITS) + 0.0)


def _beside(areas: Areas, size: tuple[float, float]) -> float:
    """Give by how much areas reach over the edges of the table."""
    points = [point for exterior, _ in areas for point in exterior]
    return max(max(-x, -y, x - size[0], y - size[1], 0.0) for x, y in points)


def _lies_on(areas: Areas, size: tuple[float, float]) -> bool:
    """Does more than an edge of it lie on the table?"""
    for exterior, holes in areas:
        west, east = min(x for x, _ in exterior), max(x for x, _ in exterior)
        south, north = min(y for _, y in exterior), max(y for _, y in exterior)
        if east <= _HAIR or north <= _HAIR or west >= size[0] - _HAIR or south >= size[1] - _HAIR:
            continue
        if west >= 0 and south >= 0 and east <= size[0] and north <= size[1]:
            return True
        beside = difference([(exterior, holes)], [(_table(size), ())])
        if _area(beside) < _area(((exterior, holes),)) - _HAIR:
            return True
    return False


def _within_reach(group: str, areas: Areas, size: tuple[float, float], outline_notes: OutlineNotes) -> Areas:
    """Cut off what lies further from the table than a table file may say."""
    points = [point for exterior, _ in areas for point in exterior]
    if all(-_REACH <= x <= size[0] + _REACH and -_REACH <= y <= size[1] + _REACH for x, y in points):
        return areas
    outline_notes.tell(group, f"cut off {_REACH:g}″ beside the table")
    beyond = difference(areas, [(_table(size, more=_REACH), ())])
    return tuple(_rounded(difference(areas, beyond)))


def _table(size: tuple[float, float], *, more: float = 0.0) -> Ring:
    return rectangle((size[0] / 2, size[1] / 2), size[0] + 2 * more, size[1] + 2 * more)


def _area(areas: Areas) -> float:
    return sum(
        abs(signed_area(exterior)) - sum(abs(signed_area(hole)) for hole in holes)
        for exterior, holes in areas
    )
