"""What does it cost a side to walk to the objectives, and how many does it reach in one move and in two?

Which question: least inches of Move of a usual 'Mech from anywhere in its zone to where its base comes onto an
objective, over the quarter-inch field that the reach of a move is drawn on. No sprint, no jump, no bonus for roads.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from astrike.geometry.arrays import Bools, Floats, Shapes
from astrike.geometry.lattice import Lattice
from astrike.geometry.search import Search, search_from
from astrike.geometry.steps import Graph
from astrike.geometry.tracks import footprint_of
from astrike.model.card import parse_move
from astrike.rules.battlefield import Field
from astrike.rules.layout.grounds import kind_of
from astrike.rules.layout.lookouts import lookouts
from astrike.rules.layout.sectors import holds, rim_distances
from astrike.rules.movement.budget import budget_of
from astrike.rules.movement.chart import ground_going
from astrike.rules.movement.surroundings import Surroundings
from astrike.tolerance import TOUCH

STEP: Final = 0.25
"""Inches from place to place."""
MOVE: Final = 8.0
"""Inches of Move of the usual 'Mech."""


@dataclass(frozen=True, slots=True)
class Objective:
    """What is to be reached: a marked point with its circle."""

    id: str
    at: tuple[float, float]
    radius: float


@dataclass(frozen=True, slots=True, eq=False)
class Approaches:
    """Inches from each side (sides, objectives); inf where nobody gets."""

    objectives: tuple[Objective, ...]
    inches: Floats

    def figures(self, sides: Sequence[str]) -> dict[str, object]:
        """Give the figures for both sides and what is between them; nothing where there are no objectives."""
        if not self.objectives:
            return {"objectives": {"move": MOVE, "sides": []}}
        counts = [[int((row <= moves * MOVE + TOUCH).sum()) for moves in (1, 2)] for row in self.inches]
        costs = [[_inches(value) for value in row] for row in self.inches.tolist()]
        known = np.where(np.isfinite(self.inches), self.inches, np.nan)
        sums = [float(row.sum()) for row in self.inches]
        return {
            "objectives": {
                "move": MOVE,
                "step": STEP,
                "sides": [
                    {
                        "side": side,
                        "one_move": count[0],
                        "two_moves": count[1],
                        "nearest": _inches(float(row.min())),
                        "sum": _inches(total),
                        "inches": dict(zip([each.id for each in self.objectives], cost, strict=True)),
                    }
                    for side, count, cost, row, total in zip(
                        sides, counts, costs, self.inches, sums, strict=True
                    )
                ],
                "difference": {
                    "one_move": max(count[0] for count in counts) - min(count[0] for count in counts),
                    "two_moves": max(count[1] for count in counts) - min(count[1] for count in counts),
                    "sum": _inches(max(sums) - min(sums)) if np.isfinite(known).all() else None,
                },
            }
        }


def approaches_to(board: Field, zones: Sequence[Shapes]) -> Approaches:
    """Search the way to every objective from the zones of each side, in which the whole base has to be at the start."""
    objectives = objectives_of(board)
    found = np.full((len(zones), len(objectives)), np.inf)
    if not objectives:
        return Approaches(objectives, found)
    lattice = _lattice(board.table.width, board.table.depth)
    radius = kind_of(board, "mech").radius
    inside = [np.flatnonzero(holds(zone, lattice.places, radius=radius)) for zone in zones]
    first = next((places for places in inside if len(places)), np.zeros(1, dtype=np.intp))
    lattice = replace(lattice, start=int(first[0]))
    going = ground_going(_surroundings(board, lattice), "ground")
    graph = Graph(lattice, going)
    can_end = going.barrier >= -TOUCH
    for k, places in enumerate(inside):
        begin = places[can_end[places]]
        if not len(begin):
            continue
        rim = rim_distances(zones[k], lattice.places[begin], radius=radius)
        ahead = np.where(rim < STEP, rim, 0.0)  # farther in, there is a place nearer to the rim
        ways = search_from(graph, going, begin, np.inf, ahead=ahead)
        for n, each in enumerate(objectives):
            found[k, n] = _least(ways, each, can_end, radius=radius)
    return Approaches(objectives, found)


def _least(ways: Search, objective: Objective, can_end: Bools, *, radius: float) -> float:
    """Give the inches from the rim of a zone to where a base comes to touch an objective.

    Ways lead from place to place: what they have too much at the end, on the objective, is off. The price counts, for
    of several ways that are equally cheap until inches are rounded any may be found.
    """
    places, reach = ways.lattice.places, objective.radius + radius
    over = reach - np.hypot(*(places - np.array(objective.at)).T)
    is_there = can_end & (over >= -TOUCH) & np.isfinite(ways.cost)
    return max(0.0, float(np.where(is_there, ways.price - np.maximum(over, 0.0), np.inf).min()))


def objectives_of(board: Field) -> tuple[Objective, ...]:
    """Give the objectives of a table."""
    return tuple(Objective(marker.id, marker.at, marker.radius or 0.0) for marker in board.table.objectives)


def _surroundings(board: Field, lattice: Lattice) -> Surroundings:
    place = lattice.places[lattice.start]
    bare = lookouts(board, place[None])
    (unit,) = bare.units.units
    mech = replace(unit, move=parse_move(f'{MOVE:g}"'))
    bare = replace(bare, units=replace(bare.units, units=(mech,)))
    return Surroundings(bare, 0, budget_of(bare, 0, "ground"), lattice, footprint_of(bare.units.bases, 0))


def _lattice(width: float, depth: float) -> Lattice:
    """Lay places over a table, the same from all its sides."""
    x, y = _line(width), _line(depth)
    places = np.column_stack([each.ravel() for each in np.meshgrid(x, y)])
    return Lattice(x=x, y=y, step=STEP, start=0, near=np.ones(len(places), dtype=np.bool_), places=places)


def _line(length: float) -> Floats:
    count = int(length / 2 / STEP)
    return np.asarray(length / 2 + STEP * np.arange(-count, count + 1, dtype=np.float64))


def _inches(value: float) -> float | None:
    return round(value, 2) if np.isfinite(value) else None
