"""A path on the ground by plain Shapely: the work that the judge is timed against.

What the terrain costs is prepared beforehand, as it is for the timed program, and comes from it.
"""

import math
from itertools import pairwise

import shapely
from shapely.geometry import LineString, Point

from astrike.rules.movement.budget import budget_of
from astrike.rules.movement.mobility_profile import mobility_profile_of
from astrike.rules.movement.movement_terrain import MovementTerrain, movement_terrain_for
from astrike.rules.table.prepared_table import PreparedTable

Span = tuple[float, float]


def land_of(prepared: PreparedTable, i: int) -> MovementTerrain:
    budget = budget_of(prepared, i, "ground")
    return movement_terrain_for(
        prepared, mobility_profile_of(prepared, i, budget.mover.key, budget.code, budget.variant)
    )


class PlainWalk:
    """One unit on its table, ready to be moved."""

    def __init__(self, prepared: PreparedTable, i: int) -> None:
        land, units = land_of(prepared, i), prepared.units
        self.radius = float(units.bases.radius[i])
        zones = list(zip(land.zones.polygons, land.term, land.surcharge, land.is_barred, strict=True))
        self.zones = {
            term: [(zone, rate) for zone, own, rate, _ in zones if own == term and rate]
            for term in set(land.term)
        }
        self.barred = [zone for zone, _, _, is_barred in zones if is_barred]
        self.cells = list(zip(land.floor.polygons, land.floor.plane, strict=True))
        self.others = [
            Point(unit.at).buffer(float(units.bases.radius[k]))
            for k, unit in enumerate(units.units)
            if k != i
        ]

    def measured(
        self, path: list[tuple[float, float]]
    ) -> tuple[float, list[Span], list[Span], list[float], float]:
        """Return inches with surcharges, what the base is over and whom it meets, heights, and the least clearance.

        Leg by leg, as one would write it down; what a span means is not asked.
        """
        cost, over, met, heights, clear = 0.0, [], [], [], math.inf
        for start, end in pairwise(path):
            leg = LineString([start, end])
            swept = leg.buffer(self.radius)
            cost += leg.length
            for zones in self.zones.values():
                near = [(zone, rate) for zone, rate in zones if zone.intersects(swept)]
                inside = [leg.intersection(zone.buffer(self.radius)) for zone, _ in near]
                if near:
                    cost += max(rate for _, rate in near) * shapely.union_all(inside).length
                over += [span for shape in inside for span in _spans(leg, shape)]
            for zone in self.barred:
                if zone.intersects(swept):
                    over += _spans(leg, leg.intersection(zone.buffer(self.radius)))
                clear = min(clear, leg.distance(zone) - self.radius)
            for base in self.others:
                if base.intersects(swept):
                    met += _spans(leg, leg.intersection(base.buffer(self.radius)))
                clear = min(clear, leg.distance(base) - self.radius)
            for cell, (a, b, c) in self.cells:
                if cell.intersects(swept):
                    over += _spans(leg, leg.intersection(cell.buffer(self.radius)))
                    heights += [a + b * x + c * y for x, y in shapely.get_coordinates(cell.intersection(leg))]
        return cost, over, met, heights, clear


def _spans(leg: LineString, shape: shapely.Geometry) -> list[Span]:
    """Return from where to where each part of a shape on a leg reaches."""
    return [
        (leg.project(Point(part.coords[0])), leg.project(Point(part.coords[-1])))
        for part in shapely.get_parts(shape)
        if part.geom_type == "LineString"
    ]
