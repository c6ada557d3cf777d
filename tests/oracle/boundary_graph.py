"""The cheapest way through weighted terrain by a graph of points on its borders: reference for the grid.

Cheapest ways are straight inside a terrain and bend only on borders, so points along all borders, joined by straight
lines with their exact weighted lengths, come as near to them as the points are close. Obviously right before quick.
"""

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import Polygon

HAIR = 1e-6
BESIDE = 1e-4


@dataclass(frozen=True, slots=True)
class Ground:
    """What a base meets, as plain polygons for its centre: grown by the base where any part of it counts."""

    surcharges: Sequence[tuple[float, shapely.Geometry]]
    """Inches of cost for each inch inside; they add up."""
    barred: shapely.Geometry
    """Where the centre may not be; its edge is free."""
    corners: np.ndarray
    """(c, 2) points a hair outside round corners, so that going from one to the next cuts none."""
    steps: Sequence[tuple[float, shapely.Geometry]] = ()
    """Cost of crossing the border of an area, for each threshold of height."""


def grown_ground(
    zones: Sequence[tuple[float, Sequence[Polygon]]],
    *,
    barred: Sequence[shapely.Geometry] = (),
    steps: Sequence[tuple[float, Sequence[Polygon]]] = (),
    radius: float,
) -> Ground:
    """Grow zones and what bars by a round base; steps count under its centre."""
    ring = radius / math.cos(math.pi / 32)
    outer = [
        [shape.buffer(ring, quad_segs=8) for shape in shapes] for shapes in (barred, *(z for _, z in zones))
    ]
    return Ground(
        surcharges=[
            (rate, shapely.union_all([shape.buffer(radius, quad_segs=16) for shape in shapes]))
            for rate, shapes in zones
        ],
        barred=shapely.union_all([shape.buffer(radius - HAIR, quad_segs=16) for shape in barred]),
        corners=np.concatenate([shapely.get_coordinates(shapely.union_all(shapes)) for shapes in outer]),
        steps=[(price, shapely.union_all(list(shapes))) for price, shapes in steps],
    )


class BoundaryGraph:
    """All points within reach of a start, and the costs of getting to each."""

    def __init__(self, ground: Ground, start: tuple[float, float], *, limit: float, spacing: float) -> None:
        self.ground = ground
        self.limit = limit
        self._surcharges = [(rate, _Area(area)) for rate, area in ground.surcharges]
        self._steps = [(price, _Area(area)) for price, area in ground.steps]
        shapely.prepare(ground.barred)
        points = [np.array([start]), ground.corners]
        points += [_along(area, spacing) for _, area in ground.surcharges]
        # At a step it matters on which side of it a point is.
        points += [
            _along(area.buffer(side), spacing) for _, area in ground.steps for side in (BESIDE, -BESIDE)
        ]
        nodes = np.concatenate(points)
        near = np.hypot(*(nodes - start).T) <= limit
        free = ~shapely.contains_xy(ground.barred, nodes)
        self.nodes = nodes[near & (free | (np.arange(len(nodes)) == 0))]
        self.cost = self._dijkstra()

    def cost_to(self, places: np.ndarray) -> np.ndarray:
        """Return the cost (k,) of getting to each place (k, 2); inf where it does not get within the limit."""
        found = np.full(len(places), np.inf)
        reached = np.flatnonzero(self.cost < self.limit)
        for k, place in enumerate(places):
            gap = np.hypot(*(self.nodes[reached] - place).T)
            close = reached[self.cost[reached] + gap <= self.limit]
            if len(close):
                found[k] = (self.cost[close] + self.price(self.nodes[close], place)).min()
        return np.where(found <= self.limit, found, np.inf)

    def price(self, ends: np.ndarray, place: np.ndarray) -> np.ndarray:
        """Return the cost of the straight lines (k,) between ends (k, 2) and one place; inf through what bars."""
        lines = shapely.linestrings(np.stack((ends, np.broadcast_to(place, ends.shape)), axis=1))
        found = shapely.length(lines)
        for rate, area in self._surcharges:
            found += rate * area.inches(lines)
        for price, area in self._steps:
            found += price * area.crossings(lines)
        found[shapely.intersects(self.ground.barred, lines)] = np.inf
        return found

    def _dijkstra(self) -> np.ndarray:
        cost = np.full(len(self.nodes), np.inf)
        cost[0] = 0.0
        done = np.zeros(len(self.nodes), dtype=bool)
        queue = [(0.0, 0)]
        while queue:
            now, at = heapq.heappop(queue)
            if done[at]:
                continue
            done[at] = True
            gap = np.hypot(*(self.nodes - self.nodes[at]).T)
            rest = np.flatnonzero(~done & (now + gap < np.minimum(cost, self.limit)))
            if not len(rest):
                continue
            new = now + self.price(self.nodes[rest], self.nodes[at])
            better = new < np.minimum(cost[rest], self.limit)
            for k, value in zip(rest[better].tolist(), new[better].tolist(), strict=True):
                cost[k] = value
                heapq.heappush(queue, (value, k))
        return cost


class _Area:
    """An area cut into its parts, so that each line is cut with what it meets."""

    def __init__(self, area: shapely.Geometry) -> None:
        self.parts = shapely.get_parts(area)
        self.tree = shapely.STRtree(self.parts)

    def inches(self, lines: np.ndarray) -> np.ndarray:
        line, part = self.tree.query(lines, predicate="intersects")
        return np.bincount(
            line, shapely.length(shapely.intersection(lines[line], self.parts[part])), minlength=len(lines)
        )

    def crossings(self, lines: np.ndarray) -> np.ndarray:
        """Count the ends of what the lines have in common with the area, but for the lines' own ends."""
        line, part = self.tree.query(lines, predicate="intersects")
        common = shapely.intersection(lines[line], self.parts[part])
        runs, owner = shapely.get_parts(common, return_index=True)
        real = shapely.length(runs) > HAIR
        ends = 2.0 * np.bincount(line[owner[real]], minlength=len(lines))
        for place in (0, -1):
            ends -= np.bincount(
                line,
                shapely.distance(shapely.get_point(lines[line], place), self.parts[part]) < HAIR,
                minlength=len(lines),
            ) * (ends > 0)
        return np.maximum(ends, 0.0)


def _along(area: shapely.Geometry, spacing: float) -> np.ndarray:
    """Return points along the borders of an area: its corners, and between them no farther than the spacing."""
    return shapely.get_coordinates(
        shapely.segmentize(shapely.boundary(shapely.simplify(area, 0.002)), spacing)
    )
