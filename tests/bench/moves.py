"""Movement on the table of 60 polygons: the judge, reach and where to stand, against plain ways to do the same."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
from shapely.geometry import Point

from astrike.geometry.arcs import bearings
from astrike.geometry.grid_edges import GridGraph, open_edges
from astrike.model.movement import MoveQuestion, PositionChances, Waypoint
from astrike.model.table import Table
from astrike.rules.movement.after_move import moved_unit
from astrike.rules.movement.best_route import best_route
from astrike.rules.movement.budget import budget_of
from astrike.rules.movement.cost_maps import _mapped, cost_maps_of
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.reach import reach
from astrike.rules.solver.best_positions import best_positions
from astrike.rules.table.prepared_table import PreparedTable, prepare_table, table_on_terrain
from tests.asking import attack
from tests.bench.clock import medians, ms
from tests.bench.heap import cheapest
from tests.bench.plain_walk import PlainWalk, land_of
from tests.bench.row import Row
from tests.bench.tables import timed_table
from tests.oracle.boundary_graph import BoundaryGraph, grown_ground

MOVE = 12.0
LEGS = ((2.0, 1.5), (5.0, 1.0), (6.0, 3.5))
"""The path that is judged, from the unit's place."""


class Moves:
    """The bench's table, ready; `every` takes only one unit or place in so many through the slow ways."""

    def __init__(self, *, every: int = 1) -> None:
        self.table = timed_table()
        self.prepared = prepare_table(self.table)
        self.every = every
        # The one whose card prints a Move of 12 inches.
        self.number = next(
            i for i in range(len(self.table.units)) if budget_of(self.prepared, i, "ground").available == MOVE
        )
        self.unit = self.table.units[self.number]

    def judged(self) -> Iterator[Row]:
        """Judge three legs, against plain Shapely that adds up the same prices and looks at the same bars."""
        units = self.prepared.units.units
        asked = [
            (
                unit.id,
                MoveQuestion(tuple(Waypoint(unit.at[0] + x, unit.at[1] + y) for x, y in LEGS), mode="ground"),
            )
            for unit in units[:: 4 * self.every]
        ]
        plain = [PlainWalk(self.prepared, self.prepared.place_of(name)) for name, _ in asked]

        def all_judged() -> list[float]:
            return [judge_move(self.prepared, name, question).cost for name, question in asked]

        def all_plain() -> list[object]:
            return [
                walk.measured(
                    [self.prepared.unit_of(name).at, *((point.x, point.y) for point in question.path)]
                )
                for walk, (name, question) in zip(plain, asked, strict=True)
            ]

        quick, slow = medians(all_judged, all_plain)
        each = quick / len(asked)
        yield Row(
            "judge: three legs",
            slow / quick,
            "at least",
            2,
            "x",
            "plain without ledger and reasons",
            baseline=slow / len(asked),
            ours=each,
        )
        yield Row("  judge by itself, in the median", each * 1000, "at most", 1, " ms")

    def searched(self) -> Iterator[Row]:
        """Search the grid around the units, against Dijkstra in Python on the same steps."""
        quick_all, slow_all = 0.0, 0.0
        numbers = range(0, 24, 6 * self.every)
        for i in numbers:
            (way, *_) = cost_maps_of(self.prepared, i, "sprint").ways
            assert way.found is not None
            grid, costs = way.grid, way.found.costs
            first, end, cost = open_edges(grid, costs)
            limit = float(way.available)
            graph, start, begun = GridGraph(grid, costs), np.array([grid.start]), np.zeros(1)
            slow, quick = medians(
                lambda first=first, end=end, cost=cost, grid=grid, limit=limit: cheapest(
                    first, end, cost, start=grid.start, limit=limit
                ),
                lambda graph=graph, start=start, begun=begun, limit=limit: graph.cheapest(
                    start, begun, limit
                ),
                runs=3,
            )
            quick_all, slow_all = quick_all + quick, slow_all + slow
        yield Row(
            "reach: a search over the grid",
            slow_all / quick_all,
            "at least",
            20,
            "x",
            baseline=slow_all / len(numbers),
            ours=quick_all / len(numbers),
        )

    def reached(self) -> Iterator[Row]:
        """Ask for the reach of Move 12, with proof, and for a way to a place; then how exact the costs are."""

        def whole() -> object:
            _mapped.cache_clear()
            return reach(self.prepared, self.unit.id, "ground")

        def search_alone() -> object:
            _mapped.cache_clear()
            return cost_maps_of(self.prepared, self.number, "ground")

        all_, chart = medians(whole, search_alone, runs=3)
        answer = reach(self.prepared, self.unit.id, "ground")
        yield Row(
            "  share of sampled places that the judge refused",
            len(answer.refused) / answer.sampled,
            "at most",
            0.02,
            "",
            f"{answer.sampled} places; whole answer {ms(all_)}, its chart {ms(chart)}",
        )
        x, y = answer.contours[-1].rings[0][0]
        (quick,) = medians(lambda: best_route(self.prepared, self.unit.id, x, y, None, "ground"), runs=3)
        errors = self.errors()
        p95 = float(np.percentile(np.abs(errors), 95))
        yield Row(
            "  cost: p95 of the difference to points on borders",
            p95,
            "at most",
            0.2,
            " in",
            f"{len(errors)} places; a way to one place {ms(quick)}",
        )

    def errors(self) -> np.ndarray:
        """Return by how much the grid's costs differ from those of the boundary-point graph."""
        rng = np.random.default_rng(12)
        found: list[np.ndarray] = []
        for i in range(0, 24, 6 * self.every):
            found.append(_errors(self.prepared, i, rng, move=MOVE if self.every == 1 else 6.0))
        return np.concatenate(found)

    def weighed(self) -> Iterator[Row]:
        """Weigh all places in reach, against asking at one place after another."""
        enemies = sorted(
            (unit for unit in self.table.units if unit.side != self.unit.side),
            key=lambda unit: _gap(unit.at, self.unit.at),
        )
        names = tuple(unit.id for unit in enemies[:4])

        def every_place() -> object:
            _mapped.cache_clear()
            return best_positions(self.prepared, self.unit.id, target=names[0], threats=names, mode="ground")

        answer = best_positions(self.prepared, self.unit.id, target=names[0], threats=names, mode="ground")
        some = answer.places[:: 40 * self.every]
        quick, slow = medians(
            every_place,
            lambda: [_singly(self.prepared, self.table, self.unit.id, place, names) for place in some],
            runs=3,
        )
        count = len(answer.places)
        yield Row(
            f"best position: {count} places, one target, four threats",
            slow * count / len(some) / quick,
            "at least",
            15,
            "x",
            f"{ms(quick)}, one by one {slow * count / len(some):.1f} s",
        )


def _gap(one: tuple[float, float], other: tuple[float, float]) -> float:
    return float(np.hypot(one[0] - other[0], one[1] - other[1]))


def _singly(
    prepared: PreparedTable, table: Table, name: str, place: PositionChances, names: tuple[str, ...]
) -> list[float]:
    unit = moved_unit(prepared, prepared.unit_of(name), "ground", place.cost)
    (facing,) = bearings([(place.x, place.y)], [prepared.unit_of(names[0]).at]).tolist()
    unit = replace(unit, at=(place.x, place.y), elevation=place.z, facing=facing)
    units = tuple(unit if each.id == name else each for each in table.units)
    there = table_on_terrain(
        prepared.terrain,
        table=replace(table, units=units),
        edition=prepared.edition,
        options=prepared.options,
    )
    hit = attack(there, name, names[0]).probability
    return [hit, *(attack(there, threat, name).probability for threat in names)]


# ---- how exact


def _errors(prepared: PreparedTable, i: int, rng: np.random.Generator, *, move: float) -> np.ndarray:
    """Compare the costs of one unit on terrain without slopes, whose heights the graph knows as areas."""
    from astrike.rules.movement.cost_map import ground_cost_fields

    flat = replace(
        prepared.table,
        terrain=tuple(p for p in prepared.table.terrain if p.kind in ("woods", "water", "building")),
        units=(prepared.units.units[i],),
    )
    prepared = prepare_table(flat)
    budget = replace(budget_of(prepared, 0, "ground"), available=move, fees=())
    (way, *_) = ground_cost_fields(prepared, 0, "ground", budget, budget, reach=budget.available)
    land = land_of(prepared, 0)
    at = prepared.units.units[0].at
    near = [
        (zone, term, rate, bar)
        for zone, term, rate, bar in zip(
            land.zones.polygons, land.term, land.surcharge, land.is_barred, strict=True
        )
        if zone.distance(Point(at)) < move + 1
    ]
    layers = []
    for term in sorted({term for _, term, _, _ in near}):
        below = 0.0
        for rate in sorted({rate for _, each, rate, _ in near if each == term and rate}):
            layers.append(
                (rate - below, [zone for zone, each, own, _ in near if each == term and own >= rate])
            )
            below = rate
    radius = float(prepared.units.bases.radius[0])
    floor = land.floor
    price = land.climb_price
    low = sorted({float(z) for z in floor.plane[:, 0]})
    steps = [
        (
            (high - under) * price,
            [cell for cell, plane in zip(floor.polygons, floor.plane, strict=True) if plane[0] < high],
        )
        for under, high in pairwise(low)
    ]
    ground = grown_ground(
        layers, barred=[zone for zone, _, _, bar in near if bar], steps=steps, radius=radius
    )
    exact = BoundaryGraph(ground, at, limit=move, spacing=0.5)
    angle, far = rng.uniform(0, 2 * np.pi, 150), move * np.sqrt(rng.uniform(0, 1, 150))
    places = np.unique(
        way.grid.nearest(np.array(at) + np.column_stack((far * np.cos(angle), far * np.sin(angle))))
    )
    true = exact.cost_to(way.grid.places[places])
    # At the very edge of the Move, and in corners that one of the two calls closed, there is nothing to compare.
    known = (true < move - 0.4) & np.isfinite(way.cost[places])
    return way.cost[places][known] - true[known]
