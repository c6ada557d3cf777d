"""Which is the cheapest path over a grid from its start to every place, and where can it be made straight?

Dijkstra's search over the edges of `grid_edges`. What only adds up along a path (height gained, inches that are bought
whole, climbs within a window) is checked on the paths found. A path along edges has corners that nobody would walk, so
straight lines over the grid are costed too and replace the parts that they beat.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from astrike.dataclass import dataclass
from astrike.deadline import go_on
from astrike.geometry.arrays import EPSILON, Bools, Floats, Ints, offsets, runs
from astrike.geometry.grid import PlaceGrid
from astrike.geometry.grid_edges import GridCosts, GridGraph, clearance_wanted, share_inside
from astrike.tolerance import TOUCH

_TRIES = 4
"""How often the search may begin again without the edges that climb too soon."""


@dataclass(frozen=True, slots=True, eq=False)
class GridSearch:
    """The cheapest ways found from the start."""

    grid: PlaceGrid
    costs: GridCosts
    cost: Floats
    """(n,) inf where it does not get."""
    exact_cost: Floats
    """(n,) the cost with every hair of height paid."""
    before: Ints
    """(n,) the place before on the way; -1 for the start and what is out of reach."""
    travel: Floats
    """(n,) inches along the way."""

    def way_to(self, place: int) -> Ints:
        """Return the places on the way to a place, start and end included; none when it does not get there."""
        if not math.isfinite(self.cost[place]):
            return np.empty(0, dtype=np.intp)
        way = [place]
        while (at := int(self.before[way[-1]])) >= 0:
            way.append(at)
        return np.array(way[::-1], dtype=np.intp)


def search_grid(grid: PlaceGrid, costs: GridCosts, limit: float) -> GridSearch:
    """Return the cheapest ways of at most `limit` to all places.

    >>> from astrike.geometry.grid import make_grid
    >>> grid = make_grid((0, 0), reach=3, extent=(-9, -9, 9, 9))
    >>> clear = GridCosts((), barrier=np.full(len(grid), 9.0), height=np.zeros(len(grid)))
    >>> found = search_grid(grid, clear, limit=3)
    >>> [round(float(found.cost[place]), 2) for place in grid.nearest([(0, 3), (1, 1)])]
    [3.0, 1.41]
    """
    graph = GridGraph(grid, costs)
    found = _searched(graph, costs, limit)
    for _ in range(_TRIES):
        start, end = too_steep(found)
        if not len(end):
            return found
        graph.close(start, end)
        found = _searched(graph, costs, limit)
    _, end = too_steep(found)
    return _without(found, end)


def search_grid_from(
    graph: GridGraph, costs: GridCosts, starts: Ints, limit: float, *, ahead: Floats | None = None
) -> GridSearch:
    """Return the cheapest ways of at most `limit` to all places from whichever of the starts (k,) is best.

    With `ahead` (k,) so much of the way from each start is behind one already; costs are less by it.
    Ways that climb too soon are left out, not replaced.

    >>> from astrike.geometry.grid import make_grid
    >>> grid = make_grid((0, 0), reach=3, extent=(-9, -9, 9, 9))
    >>> clear = GridCosts((), barrier=np.full(len(grid), 9.0), height=np.zeros(len(grid)))
    >>> found = search_grid_from(GridGraph(grid, clear), clear, grid.nearest([(0, 2), (2, 0)]), limit=3)
    >>> [round(float(found.cost[place]), 2) for place in grid.nearest([(0, 3), (2, 0)])]
    [1.0, 0.0]
    """
    found = _searched(graph, costs, limit, starts, ahead)
    _, end = too_steep(found)
    return _without(found, end) if len(end) else found


def _searched(
    graph: GridGraph, costs: GridCosts, limit: float, starts: Ints | None = None, ahead: Floats | None = None
) -> GridSearch:
    from_ = np.array([graph.grid.start], dtype=np.intp) if starts is None else starts
    # The farther ahead a start is, the nearer; no cost is below 0 on the way.
    most = 0.0 if ahead is None else float(ahead.max()) + 1.0
    begun = np.zeros(len(from_)) if ahead is None else most - ahead
    cost, found = graph.cheapest(from_, begun, limit + most + EPSILON)
    exact = cost - most
    rank, travel = _followed(graph.grid, found)
    at = GridSearch(graph.grid, costs, exact, exact, found, travel)
    if costs.is_bought or (costs.level_cost and np.ptp(costs.height) > TOUCH):
        return replace(at, cost=_settled(at, rank))
    return at


# ---- along the ways


def _followed(grid: PlaceGrid, before: Ints) -> tuple[Ints, Floats]:
    """Return how many steps each place is from the start, and how many inches, by doubling: (n,) and (n,)."""
    rank, travel = np.zeros(len(before), dtype=np.intp), np.zeros(len(before))
    reached = np.flatnonzero(before >= 0)
    # Only what is reached, and the start, at the end of the list.
    number = np.full(len(before), len(reached), dtype=np.intp)
    number[reached] = np.arange(len(reached))
    ahead = np.append(number[before[reached]], len(reached))
    steps = np.append(np.ones(len(reached), dtype=np.intp), 0)
    inches = np.append(np.hypot(*(grid.places[reached] - grid.places[before[reached]]).T), 0.0)
    while (more := steps[ahead]).any():
        steps += more
        inches += inches[ahead]
        ahead = ahead[ahead]
    rank[reached], travel[reached] = steps[:-1], inches[:-1]
    return rank, travel


def _settled(found: GridSearch, rank: Ints) -> Floats:
    """Return the costs as they are paid along the ways found: height in parts, and stretches by started inches.

    Height that has not come together yet at the end is free. Step by step, from the start outwards.
    """
    go_on()
    costs, z = found.costs, found.costs.height
    plain, paid = found.cost.copy(), z.copy()
    stretches = list(_stretches(found))
    run = np.zeros((len(stretches), len(z)))
    left, still = np.zeros(len(z)), np.zeros(len(z))
    origin = z.copy()
    order = np.argsort(rank, kind="stable")
    first = np.searchsorted(rank[order], np.arange(1, int(rank.max(initial=0)) + 2))
    for begin, finish in pairwise(first.tolist()):
        here = order[begin:finish]
        last = found.before[here]
        plain[here] = plain[last] + found.cost[here] - found.cost[last]
        if costs.level_cost:
            # A slope that is paid by the inch of travel is paid for already.
            by_inch = np.zeros(len(here)) if costs.slope is None else costs.slope[here] | costs.slope[last]
            origin[here] = origin[last]
            now = _due(costs, z[here], paid[last], origin=origin[here])
            more = np.abs(now) - np.abs(z[here] - z[last])
            plain[here] += costs.level_cost * np.where(by_inch, 0.0, more)
            paid[here] = np.where(by_inch, z[here], paid[last] + now)
        left[here] = left[last]
        for stretch, length in zip(stretches, run, strict=True):
            so_far = length[last] + stretch.inches[here]
            more = np.where(so_far > TOUCH, stretch.rate * (stretch.bought(so_far) - so_far), 0.0)
            goes_on = stretch.is_inside[here]
            length[here] = np.where(goes_on, so_far, 0.0)
            left[here] += np.where(goes_on, 0.0, more)
            still[here] += np.where(goes_on, more, 0.0)
    return plain + left + still


def _due(costs: GridCosts, z: Floats, paid: Floats, *, origin: Floats) -> Floats:
    """Return the height that is paid on coming to heights z (k,) after so much has been paid."""
    if not costs.level_part:
        return z - paid
    if costs.level_is_rounded:
        parts = np.floor(np.abs(z - origin) / costs.level_part + 0.5 + TOUCH)
        return np.asarray(origin + np.sign(z - origin) * parts * costs.level_part - paid)
    # Heights were searched with half the digits: a hair below a part is the part.
    owed = z - paid
    return np.asarray(np.sign(owed) * np.floor(np.abs(owed) / costs.level_part + TOUCH) * costs.level_part)


@dataclass(frozen=True, slots=True, eq=False)
class _Stretch:
    """Zones whose inches are bought along the ways found: what is bought too much is paid as well."""

    rate: float
    inches: Floats
    """(n,) inside them on the step to each place."""
    is_inside: Bools
    """(n,)"""
    bought: Callable[[Floats], Floats]


def _stretches(found: GridSearch) -> Iterator[_Stretch]:
    costs = found.costs
    before = np.where(found.before < 0, np.arange(len(found.before)), found.before)
    length = found.travel - found.travel[before]
    if costs.is_bought and costs.surcharges:
        every = np.min([clearance for _, clearance in costs.surcharges], axis=0)
        for rate, clearance in ((1.0, every), *costs.surcharges):
            off = clearance - costs.margin
            yield _Stretch(rate, length * share_inside(off[before], off), off < 0.0, _by_halves)
    if costs.slope is not None and costs.level_cost:
        share = (costs.slope.astype(np.float64) + costs.slope[before]) / 2.0
        yield _Stretch(costs.level_cost, length * share, costs.slope, np.ceil)


def _by_halves(inches: Floats) -> Floats:
    """Return the inches bought: the first whole, then halves."""
    return np.asarray(np.maximum(1.0, np.ceil((inches - TOUCH) * 2.0) / 2.0))


def too_steep(found: GridSearch) -> tuple[Ints, Ints]:
    """Return the edges, from and to, with which a way climbs or sinks by more than the limit within its window."""
    go_on()
    costs, z = found.costs, found.costs.height
    none = np.empty(0, dtype=np.intp)
    if np.ptp(z) <= TOUCH or not math.isfinite(costs.climb_limit):
        return none, none
    count = len(z)
    before = np.where(found.before < 0, np.arange(count), found.before)
    length = found.travel - np.where(found.before < 0, found.travel, found.travel[before])
    rise = np.abs(z - z[before])
    even = costs.climb_limit / costs.climb_window if costs.climb_window else math.inf
    is_step = rise > even * length + TOUCH
    end = np.flatnonzero((rise > TOUCH) & (found.before >= 0))
    high, low = np.maximum(z[end], z[before[end]]), np.minimum(z[end], z[before[end]])
    # Where exactly an edge lies between its places is not known: its own length does not count as travel.
    since = np.where(is_step[end], found.travel[before[end]], found.travel[end])
    at = before[end]
    is_within = since - found.travel[at] < costs.climb_window - EPSILON
    while is_within.any():
        # Of the step that leads into the window only what is inside counts, unless it is sudden.
        inside = (costs.climb_window - since + found.travel[at]) / np.maximum(length[at], EPSILON)
        share = np.where(is_step[at], 1.0, np.clip(inside, 0.0, 1.0))
        for heights in (z[at], z[at] + share * (z[before[at]] - z[at])):
            np.maximum(high, heights, out=high, where=is_within)
            np.minimum(low, heights, out=low, where=is_within)
        at = before[at]
        is_within &= (since - found.travel[at] < costs.climb_window - EPSILON) & (at != before[at])
    bad = end[high - low > costs.climb_limit + TOUCH]
    return before[bad], bad


def _without(found: GridSearch, end: Ints) -> GridSearch:
    """Return the search without these places and all ways through them."""
    lost = np.zeros(len(found.cost), dtype=np.bool_)
    lost[end] = True
    ahead = np.where(found.before < 0, np.arange(len(lost)), found.before)
    for _ in range(len(lost).bit_length()):
        lost |= lost[ahead]
        ahead = ahead[ahead]
    return replace(found, cost=np.where(lost, np.inf, found.cost), before=np.where(lost, -1, found.before))


def line_costs(found: GridSearch, start: Floats, end: Floats) -> Floats:
    """Return the cost of straight lines from starts (k, 2) to ends (k, 2), every hair of height paid.

    inf where that touches what blocks; limits on climbing are not checked.
    """
    grid, costs = found.grid, found.costs
    length: Floats = np.hypot(*(end - start).T)
    count = np.maximum(np.ceil(length / grid.step), 1.0).astype(np.intp) + 1
    line, k = runs(np.zeros(len(count), dtype=np.intp), count)
    share = k / (count - 1)[line]
    at = start[line] + (end - start)[line] * share[:, None]
    is_first = k == 0
    inches = (length / (count - 1))[line]
    cost = inches.copy()
    for rate, clearance in costs.surcharges:
        off = grid.between(clearance, at) - costs.margin
        cost[1:] += rate * inches[1:] * share_inside(off[:-1], off[1:])
    if costs.level_cost and np.ptp(costs.height) > TOUCH:
        nearest = grid.nearest(at)
        rise = np.abs(np.diff(costs.height[nearest]))
        if costs.border_clearance is not None:
            off = grid.between(costs.border_clearance, at)
            near = (off[:-1] + off[1:] < inches[1:] - TOUCH) & (rise <= TOUCH) & ~is_first[1:]
            cost[1:][near] = np.inf
        if costs.slope is not None:
            slope = costs.slope[nearest].astype(np.float64)
            np.maximum(rise, inches[1:] * (slope[1:] + slope[:-1]) / 2.0, out=rise)
        cost[1:] += costs.level_cost * rise
    cost[is_first] = 0.0
    cost[grid.between(costs.barrier - clearance_wanted(grid, costs), at) < 0.0] = np.inf
    return np.add.reduceat(cost, offsets(count)[:-1]) if len(count) else length


def straightened(found: GridSearch, ways: Sequence[Ints]) -> list[Floats]:
    """Return the ways with fewer bends (k, 2): straight wherever that costs no more and touches nothing.

    All ways at once: each part that cannot be straight is cut where it is farthest from straight.
    """
    place = found.grid.places
    kept = [{0, len(way) - 1} for way in ways]
    parts = [(w, 0, len(way) - 1) for w, way in enumerate(ways) if len(way) > 2]
    while parts:
        one = np.array([ways[w][i] for w, i, _ in parts], dtype=np.intp)
        other = np.array([ways[w][j] for w, _, j in parts], dtype=np.intp)
        straight = line_costs(found, place[one], place[other])
        bent = found.exact_cost[other] - found.exact_cost[one]
        rest: list[tuple[int, int, int]] = []
        for (w, i, j), costs_more in zip(parts, (straight > bent + TOUCH).tolist(), strict=True):
            if costs_more:
                middle = i + 1 + _farthest(place[ways[w][i : j + 1]])
                kept[w].add(middle)
                rest += [(w, a, b) for a, b in ((i, middle), (middle, j)) if b - a > 1]
        parts = rest
    return [place[way[sorted(keep)]] for way, keep in zip(ways, kept, strict=True)]


def _farthest(at: Floats) -> int:
    """Return which of the inner places of a way (n, 2) is farthest from its straight line."""
    along = at[-1] - at[0]
    off = np.abs(along[0] * (at[1:-1, 1] - at[0, 1]) - along[1] * (at[1:-1, 0] - at[0, 0]))
    return int(np.argmax(off)) if off.max() > EPSILON else (len(at) - 2) // 2
