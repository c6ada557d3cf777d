"""By which move does a unit get into base contact with another, and how near does it come otherwise?

Places around the target's base are those that can be stored, in thousandths of an inch. The judge of moves alone
decides whether a move may end there, and the table as it is after the move whether the two touch. Sources:
CE pp.32, 46.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

import numpy as np

from astrike.geometry.arcs import bearings
from astrike.geometry.arrays import in_contact, share_place
from astrike.geometry.bases import nearest_points
from astrike.geometry.hexes import hex_ring
from astrike.model.movement import CheapestRoute, ContactAnswer, MoveAnswer, MoveQuestion, Waypoint
from astrike.model.table import MetricName
from astrike.model.terrain import Family
from astrike.rules.movement.after_move import moved_unit
from astrike.rules.movement.best_route import best_route, routes_near
from astrike.rules.movement.clear_end import clear_end
from astrike.rules.movement.cost_map import BEYOND
from astrike.rules.movement.cost_maps import cost_maps_of, has_cost_maps, mode_asked
from astrike.rules.movement.hex_path import board_in
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.suggestions import shortened_move
from astrike.rules.table.hypothetical import with_unit, with_unit_at
from astrike.rules.table.lines import are_in_base_contact
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

ContactPlace = tuple[float, float]

CLOSEST: Final = TOUCH / 4
"""Inches at which bases count as touching when one is moved up to the other."""
MOST_STEPS: Final = 200
_DIGITS: Final = 3
"""Decimals of an inch with which places are stored."""
_TURN: Final = 15.0
"""Degrees from one place around the target to the next that is tried."""
_MOST_ROUTES: Final = 6
"""Places around the target to which a way round what is in the way is looked for, the cheapest first."""


def way_into_contact(
    prepared: PreparedTable, unit: str, target: str, question: MoveQuestion
) -> ContactAnswer:
    """Find the cheapest move that ends in base contact with a unit; where none does, say why and how near it comes.

    It goes on straight from the last point of the question's path. Where that is not allowed from any side, a way
    round is looked for from where the unit stands. Raises `NotFound` or `InputError` where the question makes no
    sense.
    """
    search = _ContactSearch(prepared, prepared.place_of(unit), prepared.place_of(target), question)
    straight = search.straight()
    if straight is not None:
        return ContactAnswer(unit, target, straight)
    route = search.round_about()
    if route is None:
        return search.missed()
    return ContactAnswer(unit, target, route, leaves_points=bool(search.question.path))


def units_touched(prepared: PreparedTable, unit: str, others: Sequence[str]) -> tuple[str, ...]:
    """Name those of some units that a unit is in base contact with, whichever of the two is asked."""
    if not others:
        return ()
    i = np.full(len(others), prepared.place_of(unit))
    k = np.array([prepared.place_of(other) for other in others])
    touched = are_in_base_contact(prepared, i, k) & are_in_base_contact(prepared, k, i)
    return tuple(other for other, touches in zip(others, touched.tolist(), strict=True) if touches)


# ---- places where bases touch


def gap_at(prepared: PreparedTable, i: int, k: int, place: ContactPlace) -> float:
    """Give the inches that a unit misses contact with another by when it stands at a place; below 0 they overlap."""
    return prepared.metric.gap_at(prepared.units.bases, i, place, k)


def first_touch(
    prepared: PreparedTable, i: int, k: int, end: ContactPlace, start: ContactPlace
) -> ContactPlace:
    """Give where on the way from start to end the base first touches the other's; the end where it never does."""
    length = math.dist(start, end)
    if length <= TOUCH:
        return end
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    here, gone = start, 0.0
    for _ in range(MOST_STEPS):
        here = (start[0] + along[0] * gone, start[1] + along[1] * gone)
        gap = gap_at(prepared, i, k, here)
        if gap <= CLOSEST:
            return here
        gone += gap
        if gone >= length:
            return end
    return here


def places_around(prepared: PreparedTable, i: int, k: int, turn: float) -> Iterator[ContactPlace]:
    """Give places all around the other unit where the bases touch, the nearest first."""
    xy = prepared.units.bases.xy
    (from_target,) = bearings(xy[[k]], xy[[i]]).tolist()
    far = prepared.units.bases.radius[[i, k]].sum() + _reach(prepared, i) + _reach(prepared, k) + 1.0
    x, y = xy[k].tolist()
    for step in range(1, int(180.0 / turn) + 1):
        for side in (1.0, -1.0) if step * turn < 180.0 else (1.0,):
            angle = math.radians(from_target + side * step * turn)
            outside = (x + far * math.sin(angle), y + far * math.cos(angle))
            yield first_touch(prepared, i, k, (x, y), outside)


def _reach(prepared: PreparedTable, i: int) -> float:
    """Give an inch count that no corner of a base is farther from its centre than."""
    return 3.0 * float(prepared.units.bases.side[i, :, 2].max(initial=0.0))


def heights_beside(prepared: PreparedTable, k: int, spot: ContactPlace) -> Iterator[Waypoint]:
    """Give a place at every height at which a unit there may touch the other; first as it comes to stand there."""
    yield Waypoint(*spot)
    terrain, z, step = (
        prepared.terrain,
        float(prepared.units.z[k]),
        prepared.options.number("contact.max-step"),
    )
    (over,) = terrain.pieces_over(np.array([spot], dtype=np.float64))
    solids, decks = (
        [terrain.pieces[each].id for each in over if terrain.rows[each].family == family]
        for family in (Family.SOLID, Family.DECK)
    )
    roof = max((terrain.extent[name][1] for name in solids), default=math.inf)
    if abs(roof - z) <= step + TOUCH:
        yield Waypoint(*spot, "roof")
    if prepared.units.of[k].inside in solids:
        yield Waypoint(*spot, "inside")
    if any(z < terrain.extent[name][1] - TOUCH for name in decks):
        yield Waypoint(*spot, "under")


def after_contact_move(prepared: PreparedTable, i: int, answer: MoveAnswer) -> PreparedTable:
    """Give the table once the move has been made."""
    x, y, z = answer.end
    unit = moved_unit(prepared, prepared.units.units[i], answer.mode, answer.length)
    facing = unit.facing if answer.facing is None else answer.facing % 360.0
    return with_unit(prepared, i, replace(unit, at=(x, y), facing=facing, elevation=z, done=True))


# ---- ways to such a place


class _ContactSearch:
    """The search for one move into contact."""

    def __init__(self, prepared: PreparedTable, i: int, k: int, question: MoveQuestion) -> None:
        self.prepared, self.i, self.k = prepared, i, k
        unit = prepared.units.units[i]
        is_turned = (
            question.facing is not None and unit.base is not None and not prepared.units.bases.is_round[i]
        )
        self.turned = (
            with_unit_at(prepared, i, replace(unit, facing=question.facing)) if is_turned else prepared
        )
        """The table with the unit's base as it lies at the end."""
        path = question.path
        while path and self._lies_over((path[-1].x, path[-1].y)):
            path = path[:-1]
        self.question = replace(question, path=path)
        self.before = (path[-1].x, path[-1].y) if path else unit.at
        self.gone = _length((unit.at, *((point.x, point.y) for point in path)))
        self.first: MoveAnswer | None = None
        """What the judge says of the nearest place, straight."""

    def straight(self) -> CheapestRoute | None:
        """Give the cheapest allowed move that goes on straight to a place around the target."""
        best: CheapestRoute | None = None
        for spot in self._spots():
            # In no mode a move costs less than its inches.
            least = self.gone + math.dist(self.before, spot)
            if best is not None and least >= best.answer.cost - TOUCH:
                break
            if self.first is not None and least > self.first.available + TOUCH:
                break
            for end in heights_beside(self.prepared, self.k, spot):
                found = self._judged((*self.question.path, end))
                if found is not None and (best is None or found.answer.cost < best.answer.cost - TOUCH):
                    best = found
        return best

    def round_about(self) -> CheapestRoute | None:
        """Give a move round what is in the way, to the place around the target that costs least."""
        if self._is_bound:
            return None
        name, mode = self.prepared.units.units[self.i].id, self.question.mode
        for spot in self._by_cost()[:_MOST_ROUTES]:
            for end in heights_beside(self.prepared, self.k, spot):
                route = best_route(self.prepared, name, end.x, end.y, end.z, mode)
                found = None if route is None else self._judged(route.path)
                if found is not None:
                    return found
        return None

    def missed(self) -> ContactAnswer:
        """Say what forbids the straight move, and give the one that ends nearest to the target."""
        closest = min(self._near(), key=self._gap_after, default=None)
        if closest is not None:
            name = self.prepared.units.units[self.i].id
            closest = clear_end(self.prepared, name, self.question, closest)
        here = self.prepared.units.units[self.i].at
        gap = gap_at(self.prepared, self.i, self.k, here) if closest is None else self._gap_after(closest)
        unit, target = (self.prepared.units.units[each].id for each in (self.i, self.k))
        return ContactAnswer(unit, target, None, refused=self.first, closest=closest, gap=gap)

    # ---- places

    def _lies_over(self, place: ContactPlace) -> bool:
        """Would the two lie over each other? Of bases with corners the gap does not say how deep."""
        gap = gap_at(self.turned, self.i, self.k, place)
        is_round = bool(self.prepared.units.bases.is_round[[self.i, self.k]].all())
        return bool(share_place(gap)) if is_round else gap <= 0.0

    def _spots(self) -> list[ContactPlace]:
        """List the places around the target where the two would touch, the nearest to where the move goes on first."""
        found = dict.fromkeys(_SPOTS[self.prepared.metric.name](self))
        return sorted(found, key=lambda place: math.dist(place, self.before))

    def spots_in_inches(self) -> Iterator[ContactPlace]:
        """Give the nearest place where the bases touch, and others all around, as they are stored."""
        unit = self.turned.units.units[self.i]
        there = with_unit_at(self.turned, self.i, replace(unit, at=self.before, elevation=None))
        (ours,), (theirs,) = nearest_points(there.units.bases, [self.i], [self.k])
        x, y = (np.array(self.before) + theirs - ours).tolist()
        for place in ((x, y), *places_around(there, self.i, self.k, _TURN)):
            stored = (round(place[0], _DIGITS), round(place[1], _DIGITS))
            gap = gap_at(self.turned, self.i, self.k, stored)
            if in_contact(gap) and not share_place(gap):
                yield stored

    def spots_on_hexes(self) -> Iterator[ContactPlace]:
        """Give the centres of the hexes beside the target's."""
        layout = board_in(self.prepared).layout
        target = layout.hex_at([self.prepared.units.units[self.k].at])
        yield from ((x, y) for x, y in layout.centre(hex_ring(target[0], 1)).tolist())

    def _by_cost(self) -> list[ContactPlace]:
        """Sort the places by what the cost maps say it costs to get there; those out of reach are left out."""
        spots = self._spots()
        if not has_cost_maps(self.prepared):
            return spots
        maps = cost_maps_of(self.prepared, self.i, mode_asked(self.prepared, self.i, self.question.mode))
        cost = dict.fromkeys(spots, math.inf)
        for way in maps.ways:
            for spot in spots:
                near = way.grid.around(np.array(spot), 2)
                total = way.cost[near] + np.hypot(*(way.grid.places[near] - np.array(spot)).T)
                if (least := float(total.min(initial=math.inf))) <= way.available + BEYOND:
                    cost[spot] = min(cost[spot], least)
        return sorted((spot for spot in spots if cost[spot] < math.inf), key=lambda spot: cost[spot])

    # ---- moves

    @property
    def _is_bound(self) -> bool:
        """Does the question say more than a route finder can heed?"""
        asked = self.question
        return bool(asked.mount or asked.dismount or asked.land or asked.take_off)

    def _judged(self, path: Sequence[Waypoint]) -> CheapestRoute | None:
        """Give a move if the judge allows it and it ends in contact."""
        answer = self._ask(path)
        self.first = self.first or answer
        if not answer.allowed:
            return None
        there = after_contact_move(self.turned, self.i, answer)
        unit, target = (there.units.units[each].id for each in (self.i, self.k))
        return CheapestRoute(tuple(path), answer) if units_touched(there, unit, [target]) else None

    def _ask(self, path: Sequence[Waypoint]) -> MoveAnswer:
        name = self.prepared.units.units[self.i].id
        return judge_move(self.prepared, name, replace(self.question, path=tuple(path)))

    def _gap_after(self, route: CheapestRoute) -> float:
        return gap_at(self.turned, self.i, self.k, route.answer.end[:2])

    def _near(self) -> Iterator[CheapestRoute]:
        """Give allowed moves toward the target: as far as the straight one goes, and to the nearest places in reach."""
        unit = self.prepared.units.units[self.i]
        spot = next(iter(self._spots()), None)
        if spot is not None and self.first is not None:
            straight = replace(self.question, path=(*self.question.path, Waypoint(*spot)))
            if self.first.allowed:
                yield CheapestRoute(straight.path, self.first)
            elif (found := shortened_move(self.prepared, unit.id, straight, self.first)) is not None:
                yield found
        if self._is_bound:
            return
        x, y = self.prepared.units.units[self.k].at
        for route in routes_near(self.prepared, unit.id, (x, y), self.question.mode):
            yield CheapestRoute(route.path, self._ask(route.path))


_SPOTS: Final[Mapping[MetricName, Callable[[_ContactSearch], Iterator[ContactPlace]]]] = {
    "inches": _ContactSearch.spots_in_inches,
    "hexes": _ContactSearch.spots_on_hexes,
}


def _length(places: Sequence[ContactPlace]) -> float:
    return math.fsum(math.dist(one, other) for one, other in pairwise(places))
