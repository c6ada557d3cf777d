"""What lies under the line of one attack: which pieces, from where to where, how high, on which ground?

A cut through the table along the line from centre to centre, in inches from the attacker's centre. Like the pictures
that use it, it decides nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from astrike.editions.schema import Edition
from astrike.geometry.arrays import Floats
from astrike.geometry.section import Skyline, cuts, heights_on, make_edges, skyline
from astrike.model.answer import PairGeometry
from astrike.model.table import Table
from astrike.model.terrain import Point, Terrain
from astrike.report.ground import Tops
from astrike.report.labels import compass
from astrike.report.pair_scale import PairScale
from astrike.report.symbols import Figures, Layer, figures, symbol

_HAIR = 1e-6


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of one piece along the cut; `low` and `high` are z of its top at the start and at the end."""

    piece: Terrain
    known: Figures
    start: float
    end: float
    low: float
    high: float

    @property
    def layer(self) -> Layer:
        """Where its kind is drawn."""
        return symbol(self.piece.kind).layer

    @property
    def depth(self) -> float:
        """Depth of water, else 0."""
        return self.known.depth

    @property
    def is_see_through(self) -> bool:
        """Is it woods or the like, which follow the ground?"""
        return self.layer == Layer.TREES or self.piece.kind == "smoke"

    @property
    def is_solid(self) -> bool:
        """Can it hide something?"""
        return self.layer in (Layer.HILL, Layer.SOLID, Layer.DECK)


@dataclass(frozen=True, slots=True)
class Cut:
    """The parts under a line and the ground between `start` and `end`."""

    parts: tuple[Part, ...]
    ground: Skyline
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

    def breaks(self, part: Part) -> list[float]:
        """Give the places where the ground under a part steps or bends, each just before and just behind."""
        steps = [float(x) + self.start for x in self.ground.start]
        inner = [x for x in steps if part.start < x < part.end]
        return [part.start, *(x + side for x in inner for side in (-_HAIR, _HAIR)), part.end]

    def floor(self, part: Part, places: Sequence[float]) -> list[float]:
        """Give z of a see-through part's underside: the ground, unless the file says otherwise."""
        if part.piece.base is not None:
            return [part.known.base] * len(places)
        # A hair inside, because at its very edge the part may touch the next step of the ground.
        return self.heights_at([min(max(x, part.start + _HAIR), part.end - _HAIR) for x in places])


def make_cut(
    table: Table, scale: PairScale, *, start: float, end: float, tops: Tops, edition: Edition | None
) -> Cut:
    """Cut a table along the line of a pair, from `start` to `end` inches from the attacker's centre."""
    owners = [
        (piece, outline)
        for piece in table.terrain
        if symbol(piece.kind).layer != Layer.ZONE
        for outline in piece.outlines
    ]
    edges = make_edges([(outline.exterior, *outline.holes) for _, outline in owners])
    found = cuts(edges, start=scale.point_at(start), end=scale.point_at(end))
    parts: list[Part] = []
    for index, first, last in zip(found.shape, found.start, found.end, strict=True):
        piece = owners[int(index)][0]
        known = figures(piece, tops, edition)
        a, b = float(first) + start, float(last) + start
        low = high = known.top
        if piece.kind == "ramp":
            low, high = (_on_ramp(piece, known, scale.point_at(x)) for x in (a, b))
        parts.append(Part(piece, known, a, b, low, high))
    hills = [part for part in parts if part.layer == Layer.HILL]
    ground = skyline(
        _column(part.start - start for part in hills),
        _column(part.end - start for part in hills),
        _column(part.low for part in hills),
        _column(part.high for part in hills),
        length=end - start,
    )
    return Cut(tuple(parts), ground, start, end)


def _column(values: Iterable[float]) -> Floats:
    return np.fromiter(values, dtype=np.float64)


def _on_ramp(piece: Terrain, known: Figures, point: Point) -> float:
    """Give the height of a ramp, which rises evenly from one end of the piece to the other."""
    x, y = compass(piece.toward or 0.0)
    up = np.array([x, -y])
    corners = [np.asarray(outline.exterior, dtype=np.float64) for outline in piece.outlines]
    along = np.concatenate(corners) @ up
    low, high = float(along.min()), float(along.max())
    share = (float(np.asarray(point) @ up) - low) / (high - low) if high > low else 1.0
    return known.base + (known.top - known.base) * min(max(share, 0.0), 1.0)


@dataclass(frozen=True, slots=True)
class Clearance:
    """The trees that the line for woods passes with the least room: where, and by how many inches."""

    part: Part
    at: float
    z: float
    """z of the line there."""
    room: float


def clearance(cut: Cut, geometry: PairGeometry, distance: float) -> Clearance | None:
    """Find the least room between treetops and the line from the eye to the middle of the target's height."""
    counted = {part.piece for part in geometry.stretches}
    eye, aim = geometry.attacker.eye, (geometry.target.foot + geometry.target.top) / 2.0
    best: Clearance | None = None
    for part in cut.parts:
        if not part.is_see_through or part.piece.id in counted:
            continue
        places = [x for x in cut.breaks(part) if 0.0 < x < distance]
        for x, floor in zip(places, cut.floor(part, places), strict=True):
            z = eye + (aim - eye) * x / distance
            room = z - (floor + part.known.top - part.known.base)
            if room > 0.0 and (best is None or room < best.room - 1e-9):
                best = Clearance(part, x, z, room)
    return best
