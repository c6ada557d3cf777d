"""What lies under a line over the table: which pieces, from where to where, how high, on which ground?

A cut along the line of an attack, in inches from the attacker's centre, or along the way of a move, in inches from its
start. Like the pictures that use it, it decides nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from math import hypot

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Floats
from astrike.geometry.cross_section import SurfaceLine, cuts_of_segment, heights_on, make_edges, surface_line
from astrike.model.attack_answer import PairGeometry
from astrike.model.table import Table
from astrike.model.terrain import Point, Terrain
from astrike.report.drawing.pair_scale import PairScale
from astrike.report.drawing.shapes import compass
from astrike.report.terrain.ground import PieceTops
from astrike.report.terrain.symbols import PieceHeights, TerrainLayer, piece_heights, symbol
from astrike.rulebook.schema import Edition

_HAIR = 1e-6


@dataclass(frozen=True, slots=True)
class SectionPart:
    """A stretch of one piece along the cut; `low` and `high` are z of its top at the start and at the end."""

    piece: Terrain
    known: PieceHeights
    start: float
    end: float
    low: float
    high: float

    @property
    def layer(self) -> TerrainLayer:
        """Where its kind is drawn."""
        return symbol(self.piece.kind).layer

    @property
    def depth(self) -> float:
        """Depth of water, else 0."""
        return self.known.depth

    @property
    def is_ground(self) -> bool:
        """Is its top the ground: a hill, a ramp, a pile of gravel?"""
        is_pile = self.piece.kind == "gravel" and self.known.top > self.known.base
        return is_pile or self.layer == TerrainLayer.HILL

    @property
    def is_see_through(self) -> bool:
        """Is it woods or the like, which follow the ground?"""
        return self.layer == TerrainLayer.TREES or self.piece.kind == "smoke"

    @property
    def is_solid(self) -> bool:
        """Can it hide something?"""
        return self.layer in (TerrainLayer.HILL, TerrainLayer.SOLID, TerrainLayer.DECK)


@dataclass(frozen=True, slots=True)
class CrossSection:
    """The parts under a line and the ground between `start` and `end`."""

    parts: tuple[SectionPart, ...]
    ground: SurfaceLine
    """In inches from `start`."""
    start: float
    end: float

    def ground_points(self) -> list[Point]:
        """Give the ground's corners: inches along the line and z."""
        line = self.ground
        return [
            (float(x) + self.start, float(z))
            for start, end, low, high in zip(line.start, line.end, line.low, line.high, strict=True)
            for x, z in ((start, low), (end, high))
        ]

    def heights_at(self, places: Sequence[float]) -> list[float]:
        """Give z of the ground at places along the line."""
        return [float(z) for z in heights_on(self.ground, np.asarray(places, dtype=np.float64) - self.start)]

    def breaks(self, part: SectionPart) -> list[float]:
        """Give the places where the ground under a part steps or bends, each just before and just behind."""
        steps = [float(x) + self.start for x in self.ground.start]
        inner = [x for x in steps if part.start < x < part.end]
        return [part.start, *(x + side for x in inner for side in (-_HAIR, _HAIR)), part.end]

    def on_ground(self, part: SectionPart, places: Sequence[float]) -> list[float]:
        """Give z of the ground under a part, at its edges that of its own side; of water this is its surface."""
        # A hair inside, because at its very edge the part may touch the next step of the ground.
        return self.heights_at([min(max(x, part.start + _HAIR), part.end - _HAIR) for x in places])

    def floor(self, part: SectionPart, places: Sequence[float]) -> list[float]:
        """Give z of a see-through part's underside: the ground, unless the file says otherwise."""
        if part.piece.base is not None:
            return [part.known.base] * len(places)
        return self.on_ground(part, places)


def make_cross_section(
    table: Table, scale: PairScale, *, start: float, end: float, tops: PieceTops, edition: Edition | None
) -> CrossSection:
    """Cut a table along the line of a pair, from `start` to `end` inches from the attacker's centre."""
    return cross_section_along(
        table, (scale.point_at(start), scale.point_at(end)), first=start, tops=tops, edition=edition
    )


def cross_section_along(
    table: Table, points: Sequence[Point], *, first: float, tops: PieceTops, edition: Edition | None
) -> CrossSection:
    """Cut a table along straight lines from point to point; the first point is at `first` inches."""
    owners = [
        (piece, outline)
        for piece in table.terrain
        if symbol(piece.kind).layer != TerrainLayer.ZONE
        for outline in piece.outlines
    ]
    edges = make_edges([(outline.exterior, *outline.holes) for _, outline in owners])
    parts: list[SectionPart] = []
    grounds: list[SurfaceLine] = []
    offset = first
    for a, b in pairwise(points):
        length = hypot(b[0] - a[0], b[1] - a[1])
        if length < _HAIR:
            continue
        found = cuts_of_segment(edges, start=a, end=b)
        here = [
            _part(owners[int(index)][0], (a, b), (float(one), float(two)), offset, length, tops, edition)
            for index, one, two in zip(found.shape, found.start, found.end, strict=True)
        ]
        grounds.append(_ground(here, offset, length))
        parts += _opened(here, edition)
        offset += length
    return CrossSection(tuple(_joined(parts)), _in_a_row(grounds), first, offset)


def _part(
    piece: Terrain,
    line: tuple[Point, Point],
    span: tuple[float, float],
    offset: float,
    length: float,
    tops: PieceTops,
    edition: Edition | None,
) -> SectionPart:
    known = piece_heights(piece, tops, edition)
    low = high = known.top
    if piece.kind == "ramp":
        (ax, ay), (bx, by) = line
        low, high = (
            _on_ramp(piece, known, (ax + (bx - ax) * x / length, ay + (by - ay) * x / length)) for x in span
        )
    return SectionPart(piece, known, span[0] + offset, span[1] + offset, low, high)


def _ground(parts: Sequence[SectionPart], offset: float, length: float) -> SurfaceLine:
    """Give the ground under one straight line, in inches from its start."""
    hills = [part for part in parts if part.is_ground]
    return surface_line(
        _column(part.start - offset for part in hills),
        _column(part.end - offset for part in hills),
        _column(part.low for part in hills),
        _column(part.high for part in hills),
        length=length,
    )


def _opened(parts: Sequence[SectionPart], edition: Edition | None) -> list[SectionPart]:
    """Give the parts without what another hides: the water under ice."""
    if edition is None:
        return [*parts]
    found: list[SectionPart] = []
    for part in parts:
        start = part.start
        for lid in sorted(parts, key=lambda each: each.start):
            row = edition.terrain.get(lid.piece.kind)
            if row is None or part.piece.kind not in row.hides or lid.end <= start or lid.start >= part.end:
                continue
            if lid.start > start:
                found.append(replace(part, start=start, end=lid.start))
            start = lid.end
        if start < part.end:
            found.append(replace(part, start=start))
    return found


def _in_a_row(lines: Sequence[SurfaceLine]) -> SurfaceLine:
    """Put the grounds of straight lines one behind the other."""
    if not lines:
        return SurfaceLine(*(np.zeros(1) for _ in range(4)))
    ends = np.cumsum([line.end[-1] for line in lines])
    starts = [0.0, *ends[:-1].tolist()]
    return SurfaceLine(
        np.concatenate([line.start + by for line, by in zip(lines, starts, strict=True)]),
        np.concatenate([line.end + by for line, by in zip(lines, starts, strict=True)]),
        np.concatenate([line.low for line in lines]),
        np.concatenate([line.high for line in lines]),
    )


def _joined(parts: Iterable[SectionPart]) -> list[SectionPart]:
    """Join the parts of a level piece that go on behind a corner of the way."""
    found: list[SectionPart] = []
    last: dict[str, int] = {}
    for part in parts:
        before = last.get(part.piece.id)
        level = before is not None and {found[before].low, found[before].high, part.low} == {part.high}
        if before is not None and level and abs(found[before].end - part.start) < _HAIR:
            found[before] = replace(found[before], end=part.end)
            continue
        last[part.piece.id] = len(found)
        found.append(part)
    return found


def _column(values: Iterable[float]) -> Floats:
    return np.fromiter(values, dtype=np.float64)


def _on_ramp(piece: Terrain, known: PieceHeights, point: Point) -> float:
    """Give the height of a ramp, which rises evenly from one end of the piece to the other."""
    x, y = compass(piece.toward or 0.0)
    up = np.array([x, -y])
    corners = [np.asarray(outline.exterior, dtype=np.float64) for outline in piece.outlines]
    along = np.concatenate(corners) @ up
    low, high = float(along.min()), float(along.max())
    share = (float(np.asarray(point) @ up) - low) / (high - low) if high > low else 1.0
    return known.base + (known.top - known.base) * min(max(share, 0.0), 1.0)


@dataclass(frozen=True, slots=True)
class WoodsClearance:
    """The trees that the line for woods passes with the least room: where, and by how many inches."""

    part: SectionPart
    at: float
    z: float
    """z of the line there."""
    room: float


def woods_clearance(cut: CrossSection, geometry: PairGeometry, distance: float) -> WoodsClearance | None:
    """Find the least room between treetops and the line from the eye to the middle of the target's height."""
    counted = {part.piece for part in geometry.stretches}
    eye, aim = geometry.attacker.eye, (geometry.target.foot + geometry.target.top) / 2.0
    best: WoodsClearance | None = None
    for part in cut.parts:
        if not part.is_see_through or part.piece.id in counted:
            continue
        places = [x for x in cut.breaks(part) if 0.0 < x < distance]
        for x, floor in zip(places, cut.floor(part, places), strict=True):
            z = eye + (aim - eye) * x / distance
            room = z - (floor + part.known.top - part.known.base)
            if room > 0.0 and (best is None or room < best.room - 1e-9):
                best = WoodsClearance(part, x, z, room)
    return best


def lowest_of(part: SectionPart, cut: CrossSection) -> float:
    """Give the lowest z of a part: the bottom of water, the underside of the rest."""
    if part.layer == TerrainLayer.WATER:
        return min(cut.on_ground(part, cut.breaks(part))) - part.depth
    return part.known.base


def top_of(part: SectionPart, cut: CrossSection) -> float:
    """Give the highest z of a part."""
    if part.is_see_through:
        return max(cut.floor(part, cut.breaks(part))) + part.known.top - part.known.base
    if part.layer == TerrainLayer.WATER:
        return max(cut.on_ground(part, cut.breaks(part)))
    return max(part.low, part.high)
