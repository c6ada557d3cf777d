"""Where can a unit end its move, and for how much?

The outlines of all places that a mode gets a unit to, by cost. They illustrate: costs come from the judge's tables,
but are taken on a grid. For what is drawn as proven, the judge has been asked, path by path.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np

from astrike.errors import InputError, Problem
from astrike.geometry.arrays import Floats
from astrike.geometry.contours import Ring, extended, outlines_within
from astrike.model.explain import Assumed, OptionUsed
from astrike.model.movement import Contour, MoveAnswer, MoveReason, ReachAnswer
from astrike.model.table import MetricName
from astrike.rules.movement.budget import options_used
from astrike.rules.movement.cost_map import CostField
from astrike.rules.movement.cost_maps import CostMaps, cost_maps_of, mode_asked
from astrike.rules.movement.hex_reach import hex_reach, search_hexes
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

INCHES_BETWEEN_OUTLINES = 2.0
"""Inches of Move from one outline to the next."""
MOST_OUTLINES = 8
"""The most outlines that are given when nobody states which."""
ON_EACH = 10
"""Places along each outline that the judge is asked about."""
INSIDE = 12
"""Places inside all outlines that the judge is asked about."""
CLOSE = 0.1
"""Inches by which the judge's cost may exceed that of an outline; the Move itself it may not."""
MOST_LEVELS = 40
"""Outlines that can be asked for."""


def reach(
    prepared: PreparedTable, unit: str, mode: str | None = None, levels: Sequence[float] | None = None
) -> ReachAnswer:
    """Outline where a unit can end its move; raise `NotFound` or `InputError` where the question makes no sense.

    `levels` are the costs to draw outlines for; the whole Move always is one of them.
    """
    i = prepared.place_of(unit)
    return _REACH[prepared.metric.name](prepared, i, mode_asked(prepared, i, mode), levels)


def _on_hexes(prepared: PreparedTable, i: int, mode: str, levels: Sequence[float] | None) -> ReachAnswer:
    """Outline the hexes that it can end on."""
    found = search_hexes(prepared, i, mode)
    return hex_reach(found, _costs(found.available, levels))


def _in_inches(prepared: PreparedTable, i: int, mode: str, levels: Sequence[float] | None) -> ReachAnswer:
    """Outline the places of the cost maps, tried out before the judge."""
    maps = cost_maps_of(prepared, i, mode)
    costs = _costs(maps.available, levels)
    trials = _Trials(maps)
    contours = [_contour(maps, cost, trials) for cost in costs] if maps.ways else []
    trials.inside()
    is_closed = bool(trials.refused) and not trials.answers
    return ReachAnswer(
        unit=prepared.units.units[i].id,
        mode=maps.mode,
        edition=prepared.edition.id,
        available=maps.available,
        contours=() if is_closed else tuple(contour for contour in contours if contour.rings),
        refused=() if is_closed else tuple(trials.refused),
        sampled=0 if is_closed else trials.count,
        refusals=tuple(trials.everywhere) if is_closed else maps.refusals,
        assumed=tuple(_assumed(maps, trials.answers)),
        options_used=tuple(_options(maps, trials.answers)),
    )


_REACH: Mapping[MetricName, Callable[[PreparedTable, int, str, Sequence[float] | None], ReachAnswer]] = {
    "inches": _in_inches,
    "hexes": _on_hexes,
}


def _costs(available: float, levels: Sequence[float] | None) -> list[float]:
    """Give the costs of the outlines, the lowest first, the whole Move last."""
    if levels is None:
        step = INCHES_BETWEEN_OUTLINES * max(
            1, math.ceil(available / (INCHES_BETWEEN_OUTLINES * MOST_OUTLINES))
        )
        levels = [step * k for k in range(1, math.ceil(available / step))]
    bad = [value for value in levels if not (math.isfinite(value) and value > 0.0)]
    if bad or len(levels) > MOST_LEVELS:
        found = f"{bad[0]}" if bad else f"{len(levels)} costs"
        raise InputError([Problem("levels", found, f"at most {MOST_LEVELS} costs above 0")])
    return [*sorted({float(value) for value in levels if value < available - TOUCH}), available]


def _contour(maps: CostMaps, cost: float, trials: "_Trials") -> Contour:
    grid = maps.ways[0].grid
    values = np.min([_beyond(way, cost, maps.available) for way in maps.ways], axis=0)
    rings = tuple(ring for area in outlines_within(grid, values) for ring in area)
    return Contour(cost, rings, is_proven=trials.along(rings, cost) if rings else False)


def _beyond(way: CostField, cost: float, most: float) -> Floats:
    """Give for each place by how much it lies outside an outline: what it costs too much, or lacks of room."""
    limit = way.available if cost >= most - TOUCH else min(cost, way.available)
    known = extended(way.grid, way.cost, way.rest < way.margin)
    return np.maximum(known - limit, -way.rest)


# ---- proof


class _Trials:
    """Places that the judge has been asked about."""

    def __init__(self, maps: CostMaps) -> None:
        self.maps = maps
        self.answers: list[MoveAnswer] = []
        self.refused: list[tuple[float, float]] = []
        self.count = 0
        self.everywhere: list[MoveReason] = []
        """The reasons that every refusal has, before the first inch."""
        self._seen: dict[tuple[int, int], bool] = {}

    def along(self, rings: Sequence[Ring], cost: float) -> bool:
        """Ask about places along these rings, just inside; were all of them accepted?"""
        return self._ask(_spread(rings, ON_EACH), cost)

    def inside(self) -> None:
        """Ask about places all over the reach."""
        for w, way in enumerate(self.maps.ways):
            here = np.flatnonzero(way.is_within)
            chosen = (
                here[np.linspace(0, len(here) - 1, INSIDE + 2).astype(np.intp)[1:-1]] if len(here) else here
            )
            self._try([(w, int(place)) for place in chosen], way.available)

    def _ask(self, points: Floats, cost: float) -> bool:
        chosen = [
            found for point in points if (found := _place_near(self.maps.ways, point, cost)) is not None
        ]
        return bool(chosen) and self._try(chosen, cost)

    def _try(self, chosen: Iterable[tuple[int, int]], cost: float) -> bool:
        most = cost + CLOSE if cost < self.maps.available - TOUCH else math.inf
        chosen = list(dict.fromkeys(chosen))
        new = [one for one in chosen if one not in self._seen]
        for w, way in enumerate(self.maps.ways):
            places = [place for at, place in new if at == w]
            for place, paths in zip(places, way.paths(places), strict=True):
                self._seen[w, place] = self._judge(way, place, paths, most)
        return all(self._seen[one] for one in chosen)

    def _judge(self, way: CostField, place: int, paths: tuple[Floats, ...], most: float) -> bool:
        self.count += 1
        found = self.maps.first_allowed(paths, most, way)
        if found is not None:
            self.answers.append(found[1])
            return True
        x, y = way.grid.places[place].tolist()
        self.refused.append((x, y))
        reasons = [reason for reason in self.maps.ask(paths[0], None, way).refusals if reason.until <= TOUCH]
        keys = {reason.key for reason in reasons}
        self.everywhere = [r for r in self.everywhere if r.key in keys] if self.count > 1 else reasons
        return False


def _spread(rings: Sequence[Ring], count: int) -> Floats:
    """Give so many points along rings together, evenly spaced."""
    corner = [np.array(ring) for ring in rings]
    start = np.concatenate([ring[:-1] for ring in corner])
    way = np.concatenate([np.diff(ring, axis=0) for ring in corner])
    length = np.hypot(way[:, 0], way[:, 1])
    until = np.cumsum(length)
    at = (np.arange(count) + 0.5) * (until[-1] / count)
    leg = np.minimum(np.searchsorted(until, at), len(until) - 1)
    share = 1.0 - (until[leg] - at) / np.maximum(length[leg], TOUCH)
    return np.asarray(start[leg] + way[leg] * share[:, None])


def _place_near(ways: Sequence[CostField], point: Floats, cost: float) -> tuple[int, int] | None:
    """Choose the place of the grid next to a point at which a move of this cost can end, and by which way."""
    best: tuple[float, int, int] | None = None
    for w, way in enumerate(ways):
        near = way.grid.around(point, 2)
        fits = near[way.is_within[near] & (way.cost[near] <= cost + TOUCH)]
        if len(fits):
            off = np.hypot(*(way.grid.places[fits] - point).T)
            k = int(np.argmin(off))
            if best is None or float(off[k]) < best[0] - TOUCH:
                best = (float(off[k]), w, int(fits[k]))
    return best[1:] if best is not None else None


# ---- what it rests on


def _assumed(maps: CostMaps, answers: Sequence[MoveAnswer]) -> Iterator[Assumed]:
    yield from dict.fromkeys((*maps.budget.assumed, *(note for answer in answers for note in answer.assumed)))


def _options(maps: CostMaps, answers: Sequence[MoveAnswer]) -> Iterator[OptionUsed]:
    own = options_used(maps.prepared, maps.budget.options)
    yield from dict.fromkeys((*own, *(used for answer in answers for used in answer.options_used)))
