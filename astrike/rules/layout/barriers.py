"""What has a kind of unit to get between on its way across a table?

Which question: the same that stops it, for counting ways: what bars as it lies, and of drops the places where the
middle of its base may not be, which is exact also where terraces run together. On a road no drop beside it counts
(CE p.35), nor does ground that bars; leaving it there still does.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from astrike.geometry.arrays import (
    Floats,
    Point,
    Shapes,
    distances,
    nearest_lines,
    nearest_of,
    outside,
    points,
    shape_array,
    union,
)
from astrike.geometry.corridors import Gap
from astrike.geometry.freespace import drops, touched
from astrike.rules.battlefield import Field
from astrike.rules.layout.grounds import Kind, drops_on, most_straddled
from astrike.rules.layout.stops import CLIFF, WALL, Stops, stops_for, walked_land
from astrike.rules.movement.landscape import Landscape
from astrike.rules.movement.roads import carrying
from astrike.tolerance import TOUCH


@dataclass(frozen=True, slots=True, eq=False)
class Barriers:
    """What a kind of unit gets between."""

    shapes: Shapes
    """(k,)"""
    grown: Floats
    """(k,) how far each reaches beyond what stands there already: half the base where it is places of its middle."""
    pieces: tuple[str, ...]
    """Id of the piece; empty for what no piece is the cause of."""
    edges: Shapes
    """What stops at the places that are grown, as it lies: edges of drops, ground that bars beside a road."""

    def is_open(self, gap: Gap) -> bool:
        """Is there a gap at all, and not a piece or a drop that goes on to the edge of the table?"""
        return gap.width > TOUCH

    def drawn(self, gap: Gap) -> tuple[Point, Point]:
        """Give the line across a gap, up to what stops there."""
        one, other = (
            self._at_edge(place) if side >= 0 and self.grown[side] > 0.0 and len(self.edges) else place
            for side, place in zip((gap.one, gap.other), gap.line, strict=True)
        )
        return one, other

    def _at_edge(self, place: Point) -> Point:
        spot = points(np.array([place], dtype=np.float64))
        nearest = int(np.argmin(distances(self.edges, np.repeat(spot, len(self.edges)))))
        x, y = nearest_lines(self.edges[[nearest]], spot)[0, 0].tolist()
        return x, y


@lru_cache(maxsize=32)
def barriers_for(board: Field, kind: Kind) -> Barriers:
    """Give what a kind of unit with this base gets between on a table."""
    stops = stops_for(board, kind)
    land, _ = walked_land(board, kind)
    road = carrying(board, land, kind.base)
    on_road = dict(_beside_road(board, kind, land, road))
    plain = [
        k
        for k, (piece, reason) in enumerate(zip(stops.pieces, stops.reasons, strict=True))
        if reason != CLIFF and not (piece in on_road and reason != WALL)
    ]
    cliffs = [k for k, reason in enumerate(stops.reasons) if reason == CLIFF]
    closed = [(piece, shape) for piece, shapes in on_road.items() for shape in shapes]
    if cliffs:
        places = _drops(board, kind, land, road)
        closed += zip(_nearest(stops, cliffs, places), places, strict=True)
    # A hair less than half the base, as the places are: see `geometry.freespace`.
    grown = np.concatenate((np.zeros(len(plain)), np.full(len(closed), kind.radius - 2 * TOUCH)))
    return Barriers(
        shapes=np.concatenate((stops.shapes[plain], shape_array(shape for _, shape in closed))),
        grown=grown,
        pieces=(*(stops.pieces[k] for k in plain), *(piece for piece, _ in closed)),
        edges=np.delete(stops.shapes, plain),
    )


def _beside_road(
    board: Field, kind: Kind, land: Landscape, road: Shapes
) -> Iterator[tuple[str, list[object]]]:
    """Give the pieces that bar beside a road, and where the middle of a base may not be because of each."""
    if not len(road):
        return
    table = board.table
    found: dict[str, list[object]] = {}
    touching: set[str] = set()
    for zone in np.flatnonzero(land.is_barred).tolist():
        name = land.names(board.lie, zone)
        if name is None or land.barred[zone] == WALL:
            continue
        shape = land.zones.polygons[[zone]]
        closed = touched(shape, radius=kind.radius, extent=(0.0, 0.0, table.width, table.depth))
        if (distances(road, np.repeat(shape, len(road))) < kind.radius).any():
            touching.add(name)
        found.setdefault(name, []).extend(part for each in closed for part in outside(each, road))
    yield from ((name, shapes) for name, shapes in found.items() if name in touching)


def _drops(board: Field, kind: Kind, land: Landscape, road: Shapes) -> Shapes:
    """Give where the middle of a base may not be because of drops."""
    table = board.table
    extent = (0.0, 0.0, table.width, table.depth)
    found = drops_on(land.floor, most_straddled(board, land), kind.radius, extent)
    if not len(road):
        return found
    off = [part for shape in found for part in outside(shape, road)]
    return union(shape_array([*off, *_rises(land, kind, extent)]))


def _rises(land: Landscape, kind: Kind, extent: tuple[float, float, float, float]) -> Shapes:
    """Give where the middle is on lower ground beside higher: what stops on a road too."""
    floor = land.floor
    level = np.flatnonzero(floor.is_level)
    cells = floor.polygons[level]
    return drops(
        cells, floor.plane[level, 0], limit=land.climb_limit, radius=kind.radius, extent=extent, over=cells
    )


def _nearest(stops: Stops, cliffs: Sequence[int], places: Shapes) -> list[str]:
    """Name for each of the places the piece of the edge that they lie along."""
    return [stops.pieces[cliffs[k]] for k in nearest_of(places, stops.shapes[list(cliffs)]).tolist()]
