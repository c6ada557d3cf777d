"""Where does a move end so that later questions about it are no close calls?

A move that stops before something, or that a search has found, may end with its base right at the edge of woods or of
an enemy: then a hair decides what it sees and what it is in. Such a move ends a little earlier on its last leg, if it
is allowed to. What it costs is judged again; a move that somebody declared is left as it is.
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

import numpy as np

from astrike.geometry.clearance import nearest
from astrike.geometry.sweeps import Zones, make_track
from astrike.model.movement import CheapestRoute, MoveAnswer, MoveQuestion, Waypoint
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.movement_terrain import zones_of_piece
from astrike.rules.movement.obstacles import others_on_table
from astrike.rules.table.prepared_table import PreparedTable

_STEP: Final = 0.05
"""Inches from one end that is tried to the next."""
_BACK, _ASIDE = 12, 6
"""How many such steps back and to either side are tried."""
_LEAST_LEG: Final = 0.25
"""Inches that are left of the last leg, at least."""
_MOST_JUDGED: Final = 12
_BEYOND: Final = 0.01
"""Inches by which the room is larger than the tolerance: people measure hundredths at best."""
_DIGITS: Final = 7


def clear_end(
    prepared: PreparedTable, unit: str, question: MoveQuestion, route: CheapestRoute
) -> CheapestRoute:
    """End a move farther from edges and bases than the tolerance, and no close call, if there is such a place near."""
    is_bound = question.mount is not None or question.dismount is not None or route.path[-1].z is not None
    if is_bound or prepared.metric.unmeasured or not route.answer.legs:
        return route
    room, least = _Room(prepared, unit, route.answer.end[:2]), prepared.table.tolerance + _BEYOND
    if room.at(route.answer.end[:2]) >= least and not _is_close(route.answer):
        return route
    clear = (end for end in _places(route) if room.at((end.x, end.y)) >= least)
    for end in islice(clear, _MOST_JUDGED):
        path = (*route.path[:-1], end)
        answer = judge_move(prepared, unit, replace(question, path=path))
        if answer.allowed and not _is_close(answer):
            return replace(route, path=path, answer=answer)
    return route


def _is_close(answer: MoveAnswer) -> bool:
    return answer.margin is not None and answer.margin.close


class _Room:
    """How much room a base has around a place: edges of terrain and other bases that are near."""

    def __init__(self, prepared: PreparedTable, unit: str, place: tuple[float, float]) -> None:
        self.prepared, self.i = prepared, prepared.place_of(unit)
        self.footprint = prepared.metric.footprint(prepared.units.bases, self.i)
        near = (_BACK + _ASIDE) * _STEP + prepared.table.tolerance + _BEYOND
        pieces, terrain = range(len(prepared.terrain.pieces)), prepared.terrain
        every = (zones_of_piece(terrain, k) for k in pieces if len(terrain.shapes[k]))
        self.edges = [zones for zones in every if self._to_edge(zones, place) <= near]
        others = others_on_table(prepared, self.i).tolist()
        self.others = [k for k in others if self._to_base(k, place) <= near]

    def at(self, place: tuple[float, float]) -> float:
        """Give the inches to the nearest edge or base.

        Inside a piece the way out counts just as much as the way in does outside.
        """
        rooms = [self._to_edge(zones, place) for zones in self.edges]
        rooms += [self._to_base(k, place) for k in self.others]
        return min(rooms, default=math.inf)

    def _to_edge(self, zones: Zones, place: tuple[float, float]) -> float:
        clearance, _ = nearest(make_track([place]), self.footprint, zones)
        return float(np.abs(clearance).min(initial=np.inf))

    def _to_base(self, k: int, place: tuple[float, float]) -> float:
        return self.prepared.metric.gap_at(self.prepared.units.bases, self.i, place, k)


def _places(route: CheapestRoute) -> Iterator[Waypoint]:
    """Give places around the end of the last leg that do not go beyond it, the nearest first."""
    leg = route.answer.legs[-1]
    if leg.length < _LEAST_LEG:
        return
    east, north = ((b - a) / leg.length for a, b in zip(leg.start[:2], leg.end[:2], strict=True))
    steps = [(back, aside) for back in range(_BACK + 1) for aside in range(-_ASIDE, _ASIDE + 1)]
    for back, aside in sorted(steps, key=lambda step: (math.hypot(*step), step[1] < 0)):
        if (back or aside) and leg.length - back * _STEP >= _LEAST_LEG:
            x = leg.end[0] - (back * east + aside * north) * _STEP
            y = leg.end[1] - (back * north - aside * east) * _STEP
            yield Waypoint(round(x, _DIGITS), round(y, _DIGITS))
