"""Which is the cheapest way to a place that the judge allows?

Ways to the point are read off the cost map, shortened and tried out before the judge, who alone decides what they
cost.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import chain

import numpy as np

from astrike.errors import InputError, Problem
from astrike.geometry.arrays import Floats
from astrike.model.inch_limits import FARTHEST
from astrike.model.movement import MOST_POINTS, CheapestRoute, Height, MoveAnswer
from astrike.model.table import MetricName
from astrike.rules.movement.cost_map import CostField
from astrike.rules.movement.cost_maps import CostMaps, cost_maps_of, has_cost_maps, mode_asked
from astrike.rules.movement.hex_reach import hex_route, search_hexes
from astrike.rules.movement.obstacles import others_on_table
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

RoutePlace = tuple[float, float]
ENTRANCES = 3
"""Places of the grid around the end from which each cost map is tried."""
NUDGES = (0.25, 0.08, 0.025)
"""Inches by which bends are moved to see whether that is cheaper, from coarse to fine."""
_MOST_NEAR = 3
"""Places near one that is out of reach to which a way is looked for."""
MOST_QUESTIONS = 120
"""How often the judge is asked to make a way better."""


def best_route(
    prepared: PreparedTable, unit: str, x: float, y: float, z: Height = None, mode: str | None = None
) -> CheapestRoute | None:
    """Find the cheapest allowed way to a place; None where none is found.

    Raises `NotFound` or `InputError` where the question makes no sense.
    """
    i = prepared.place_of(unit)
    problems = [
        Problem(key, f"{value:g}", f"a number from -{FARTHEST:g} to {FARTHEST:g}")
        for key, value in (("x", x), ("y", y))
        if not (math.isfinite(value) and abs(value) <= FARTHEST)
    ]
    if problems:
        raise InputError(problems)
    return _ROUTES[prepared.metric.name](prepared, i, mode_asked(prepared, i, mode), (x, y), z)


def _on_hexes(prepared: PreparedTable, i: int, mode: str, end: RoutePlace, z: Height) -> CheapestRoute | None:
    return hex_route(search_hexes(prepared, i, mode), end, z)


def _in_inches(
    prepared: PreparedTable, i: int, mode: str, end: RoutePlace, z: Height
) -> CheapestRoute | None:
    roofs, inside = _ends_in(prepared, *end, z)
    return _Guide(cost_maps_of(prepared, i, mode, covers=roofs, inside=inside), end, z).best()


_ROUTES: Mapping[
    MetricName, Callable[[PreparedTable, int, str, RoutePlace, Height], CheapestRoute | None]
] = {
    "inches": _in_inches,
    "hexes": _on_hexes,
}


def best_route_to_contact(
    prepared: PreparedTable, unit: str, x: float, y: float, mode: str | None = None
) -> CheapestRoute | None:
    """Find the cheapest way to base contact with a unit that is on a place; None where none is there or none leads."""
    i = prepared.place_of(unit)
    if not has_cost_maps(prepared):
        return None
    maps = cost_maps_of(prepared, i, mode_asked(prepared, i, mode))
    for other, place in _beside(prepared, i, (x, y)):
        found = _Guide(maps, place, None).best() if maps.ways else None
        if found is not None:
            return replace(found, beside=other)
    return None


def routes_near(
    prepared: PreparedTable, unit: str, goal: RoutePlace, mode: str | None = None
) -> Iterator[CheapestRoute]:
    """Give moves that end as near to a place as the Move allows, one for each cost map that has any."""
    if not has_cost_maps(prepared):
        return
    i = prepared.place_of(unit)
    for way in cost_maps_of(prepared, i, mode_asked(prepared, i, mode)).ways:
        places = way.grid.places[way.is_within]
        order = np.argsort(np.hypot(*(places - np.array(goal)).T))[:_MOST_NEAR]
        for x, y in places[order].tolist():
            route = best_route(prepared, unit, x, y, None, mode)
            if route is not None:
                yield route
                break


def _beside(
    prepared: PreparedTable, i: int, place: tuple[float, float]
) -> Iterator[tuple[str, tuple[float, float]]]:
    """Give the units that a base at this place would overlap, and where it touches each, nearest to the place."""
    bases = prepared.units.bases
    if not bases.is_round[i]:
        return
    for k in others_on_table(prepared, i).tolist():
        apart = float(bases.radius[i] + bases.radius[k])
        away = np.array(place) - bases.xy[k]
        if not bases.is_round[k] or np.hypot(*away) >= apart:
            continue
        if np.hypot(*away) <= TOUCH:
            away = bases.xy[i] - bases.xy[k]
        x, y = (bases.xy[k] + away * (apart / max(float(np.hypot(*away)), TOUCH))).tolist()
        yield prepared.units.units[k].id, (round(x, 7), round(y, 7))


def _ends_in(prepared: PreparedTable, x: float, y: float, z: Height) -> tuple[frozenset[int], frozenset[int]]:
    """Give the roof at the end, and the building there, when that is where the way shall lead: on it, or into it."""
    terrain = prepared.terrain
    (over,) = terrain.pieces_over(np.array([(x, y)], dtype=np.float64))
    solid = frozenset(k for k in over if terrain.rows[k].family == "solid")
    if z is None or not solid:
        return frozenset(), frozenset()
    roofs = frozenset(
        k
        for k in solid
        if z == "roof"
        or (isinstance(z, int | float) and abs(z - terrain.extent[terrain.pieces[k].id][1]) <= TOUCH)
    )
    return roofs, solid - roofs


class _Guide:
    """The search for one way."""

    def __init__(self, maps: CostMaps, end: tuple[float, float], z: Height) -> None:
        self.maps, self.end, self.z = maps, np.array(end, dtype=np.float64), z
        self.asked = 0
        self.way: CostField | None = None
        """The way that the best path so far is known from."""

    def best(self) -> CheapestRoute | None:
        """Give the cheapest way found."""
        found = self._first()
        if found is None:
            return None
        path, answer = self._nudged(*self._shortened(*found))
        return CheapestRoute(self.maps.points(path, self.z, self.way), answer)

    def _first(self) -> tuple[Floats, MoveAnswer] | None:
        """Give the cheapest allowed of the ways that the cost maps know, the straight one first."""
        start = self.maps.prepared.units.bases.xy[self.maps.i]
        best: tuple[Floats, MoveAnswer] | None = None
        chosen: CostField | None = None
        straight: list[tuple[CostField | None, Floats]] = [(None, np.array([start, self.end]))]
        for way, path in chain(straight, *(self._ways_in(way) for way in self.maps.ways)):
            if best is not None and self._length(path) >= best[1].cost - TOUCH:
                continue
            self.way = way
            answer = self._ask(path)
            if answer is not None and (best is None or _is_cheaper(answer, best[1])):
                best, chosen = (path, answer), way
                if answer.cost <= self._crow + TOUCH:
                    break
        self.way = chosen
        return best

    @property
    def _crow(self) -> float:
        start = self.maps.prepared.units.bases.xy[self.maps.i]
        return float(np.hypot(*(self.end - start)))

    def _length(self, path: Floats) -> float:
        """Give the length of a path: in no mode a move costs less."""
        return float(np.hypot(*np.diff(path, axis=0).T).sum())

    def _ways_in(self, way: CostField) -> Iterator[tuple[CostField, Floats]]:
        near = way.grid.around(self.end, 2)
        gap = np.hypot(*(way.grid.places[near] - self.end).T)
        total = way.cost[near] + gap
        order = [int(k) for k in np.argsort(total)[:ENTRANCES] if math.isfinite(total[k])]
        for paths in way.paths([int(near[k]) for k in order]):
            for path in paths:
                if len(path) > 2:
                    yield way, np.concatenate((path[:-1], [self.end]))
                yield way, np.concatenate((path, [self.end]))

    def _ask(self, path: Floats) -> MoveAnswer | None:
        """Give the judge's answer if it allows the path."""
        if len(path) > MOST_POINTS:
            return None
        self.asked += 1
        answer = self.maps.ask(path, self.z, self.way)
        return answer if answer.allowed else None

    def _shortened(self, path: Floats, answer: MoveAnswer) -> tuple[Floats, MoveAnswer]:
        """Leave out every bend that makes the way no cheaper."""
        k = 1
        while k < len(path) - 1 and self.asked < MOST_QUESTIONS:
            shorter = np.delete(path, k, axis=0)
            other = self._ask(shorter)
            if other is not None and other.mode == answer.mode and other.cost <= answer.cost + TOUCH:
                path, answer = shorter, other
                k = max(k - 1, 1)
            else:
                k += 1
        return path, answer

    def _nudged(self, path: Floats, answer: MoveAnswer) -> tuple[Floats, MoveAnswer]:
        """Move bends about as long as that makes the way cheaper."""
        for by in NUDGES:
            for k in range(1, len(path) - 1):
                for way in _aside(path, k):
                    if self.asked >= MOST_QUESTIONS:
                        return path, answer
                    moved = path.copy()
                    moved[k] += by * way
                    if self._length(moved) >= answer.cost - TOUCH:
                        continue
                    other = self._ask(moved)
                    if other is not None and _is_cheaper(other, answer):
                        path, answer = moved, other
                        break
        return path, answer


def _is_cheaper(other: MoveAnswer, answer: MoveAnswer) -> bool:
    """Is another way cheaper, and no minimum movement made of a move that the Move suffices for?"""
    return other.mode == answer.mode and other.cost < answer.cost - TOUCH


def _aside(path: Floats, k: int) -> Floats:
    """Give the directions in which a bend may be better: toward the inside of the bend, outwards, along."""
    inside = (path[k - 1] + path[k + 1]) / 2 - path[k]
    length = float(np.hypot(*inside))
    if length <= TOUCH:
        along = path[k + 1] - path[k - 1]
        inside, length = np.array((along[1], -along[0])), float(np.hypot(*along))
    ahead = inside / max(length, TOUCH)
    across = np.array((ahead[1], -ahead[0]))
    return np.array((ahead, across, -across, -ahead))
