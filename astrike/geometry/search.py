"""Which is the cheapest way over a lattice from its start to every place?

Dijkstra's search over 32 neighbours, so that the lengths of a hundred directions are at most a hundredth too long.
A step costs its length, surcharges for what part of it lies in zones, and the height between its ends; it is closed
where the base would touch what bars. Lattices and what is known on them come from `lattice`.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from astrike.geometry.arrays import EPSILON, TOUCH, Bools, Floats, Ints, offsets, runs
from astrike.geometry.lattice import Lattice
from astrike.geometry.sweep import Footprint

MARGIN = 0.01
"""Inches kept at least from what bars or costs more."""
_LEAVING = 0.02
"""Inches of that margin for each inch from a start that itself is nearer."""
_TRIES = 4
"""How often the search may begin again without the steps that climb too soon."""

_Numbers: TypeAlias = NDArray[np.floating]

_AHEAD = (
    *((1, 0), (0, 1), (1, 1), (-1, 1), (2, 1), (1, 2), (-1, 2), (-2, 1)),
    *((3, 1), (3, 2), (2, 3), (1, 3), (-1, 3), (-2, 3), (-3, 2), (-3, 1)),
)
"""Half of the neighbours as columns and rows away; the others lie opposite."""


@dataclass(frozen=True, slots=True, eq=False)
class Going:
    """What the lattice is like for one mover: numbers (n,) for every place."""

    surcharges: tuple[tuple[float, Floats], ...]
    """Inches of cost for each inch inside, and the clearance to those zones; they add up."""
    barrier: Floats
    """Clearance to whatever may not be under the base."""
    height: Floats
    level_price: float = 0.0
    """Inches of cost for an inch of height, up or down."""
    level_part: float = 0.0
    """Height is paid in parts of so much, once so much has come together; 0: every hair."""
    climb_limit: float = math.inf
    """Inches between the highest and the lowest place within the window,"""
    climb_window: float = 0.0
    """inches of travel."""
    margin: float = MARGIN
    """Inches kept from what bars or costs more, so that no corner of it is cut unseen; `margin_for` a base."""
    brink: Floats | None = None
    """Distance of the centre to where the height jumps: nobody walks along there so near that it might be crossed
    unseen. None: nowhere."""
    slope: Bools | None = None
    """Where every started inch of travel counts as an inch of height at least; None: nowhere."""
    level_is_rounded: bool = False
    """Height is paid in whole parts nearest to it, counted from the start."""
    is_bought: bool = False
    """Stretches inside zones are bought, the first inch whole and then by halves, base and surcharge alike."""


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """The cheapest ways found from the start."""

    lattice: Lattice
    going: Going
    cost: Floats
    """(n,) inf where it does not get."""
    price: Floats
    """(n,) the same with every hair of height paid,"""
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


def margin_for(lattice: Lattice, footprint: Footprint) -> float:
    """Return by how much a base has to stay away from corners lest a step between two places cuts them.

    Around a round base they are arcs, and the larger it is, the flatter; around others they stay sharp.

    >>> from astrike.geometry.lattice import make_lattice
    >>> from astrike.geometry.sweep import make_footprint
    >>> lattice = make_lattice((0, 0), reach=3, extent=(-9, -9, 9, 9))
    >>> [round(margin_for(lattice, make_footprint(radius=radius)), 4) for radius in (0.625, 0.1, 0)]
    [0.01, 0.0281, 0.075]
    """
    longest = 1.2 * lattice.step
    sagitta = longest**2 / (8.0 * footprint.radius) if footprint.radius else math.inf
    return max(MARGIN, min(sagitta, longest / 2.0))


def search(lattice: Lattice, going: Going, limit: float) -> Search:
    """Return the cheapest ways of at most `limit` to all places.

    >>> from astrike.geometry.lattice import make_lattice
    >>> lattice = make_lattice((0, 0), reach=3, extent=(-9, -9, 9, 9))
    >>> clear = Going((), barrier=np.full(len(lattice), 9.0), height=np.zeros(len(lattice)))
    >>> found = search(lattice, clear, limit=3)
    >>> [round(float(found.cost[place]), 2) for place in lattice.nearest([(0, 3), (1, 1)])]
    [3.0, 1.41]
    """
    graph = _Graph(lattice, going)
    found = _searched(graph, going, limit)
    for _ in range(_TRIES):
        start, end = too_steep(found)
        if not len(end):
            return found
        graph.close(start, end)
        found = _searched(graph, going, limit)
    _, end = too_steep(found)
    return _without(found, end)


def open_steps(lattice: Lattice, going: Going) -> tuple[Ints, Ints, Floats]:
    """Return all steps, place by place: where each place's begin (n + 1,), the places they end at, their costs."""
    graph = _Graph(lattice, going)
    return graph.first, graph.end.astype(np.intp), graph.cost


def _searched(graph: "_Graph", going: Going, limit: float) -> Search:
    # Loaded here: nobody who only asks for attacks waits for it or keeps it in memory.
    from scipy.sparse.csgraph import dijkstra

    cost, before = dijkstra(
        graph.matrix(), indices=graph.lattice.start, limit=limit + EPSILON, return_predecessors=True
    )
    price = np.asarray(cost, dtype=np.float64)
    found = np.where(before < 0, -1, before).astype(np.intp)
    rank, travel = _followed(graph.lattice, found)
    at = Search(graph.lattice, going, price, price, found, travel)
    if going.is_bought or (going.level_price and np.ptp(going.height) > TOUCH):
        return replace(at, cost=_settled(at, rank))
    return at


# ---- the graph


class _Graph:
    """The open steps of a lattice, place by place; a step that is closed later has no end to its cost."""

    def __init__(self, lattice: Lattice, going: Going) -> None:
        self.lattice = lattice
        rows, columns = lattice.shape
        half = len(_AHEAD)
        every = np.full((2 * half, rows, columns), np.inf, dtype=np.float32)
        for slot, step in enumerate(_steps(lattice, going)):
            every[slot][step.here] = step.cost
            every[slot + half][step.there] = step.cost
        by_place = np.ascontiguousarray(every.reshape(2 * half, -1).T)
        del every
        is_open = np.isfinite(by_place)
        away = np.array([dy * columns + dx for dx, dy in _AHEAD], dtype=np.int32)
        place = np.arange(rows * columns, dtype=np.int32)
        # 32 bits are enough for numbers, and all that SciPy takes.
        self.first = offsets(np.count_nonzero(is_open, axis=1))
        self.end = (place[:, None] + np.concatenate((away, -away)))[is_open]
        self.cost = by_place[is_open].astype(np.float64)

    def close(self, start: Ints, end: Ints) -> None:
        """Close the steps (k,) from start to end; those back stay open."""
        owner, step = runs(self.first[start], self.first[start + 1] - self.first[start])
        self.cost[step[self.end[step] == end[owner]]] = np.inf

    def matrix(self) -> object:
        """Return the open steps as SciPy wants them."""
        from scipy.sparse import csr_array

        count = len(self.first) - 1
        return csr_array((self.cost, self.end, self.first.astype(np.int32)), shape=(count, count))


@dataclass(frozen=True, slots=True, eq=False)
class _Step:
    """All steps in one direction: slices of where they start and end, and what they cost."""

    here: tuple[slice, slice]
    there: tuple[slice, slice]
    cost: _Numbers


def _steps(lattice: Lattice, going: Going) -> Iterator[_Step]:
    shape = lattice.shape
    slack = (going.barrier - _wanted(lattice, going)).reshape(shape)
    slack[~lattice.near.reshape(shape)] = -np.inf
    # Half the digits are twice as quick, and a lattice is no better than that.
    slack = np.clip(slack, -9.0, 9.0).astype(np.float32)
    height = going.height.astype(np.float32).reshape(shape) if np.ptp(going.height) > TOUCH else None
    brink = None if going.brink is None else going.brink.astype(np.float32).reshape(shape)
    slope = None if going.slope is None else going.slope.astype(np.float32).reshape(shape)
    zones = [
        (rate, (clearance - going.margin).astype(np.float32).reshape(shape))
        for rate, clearance in going.surcharges
        if rate and clearance.min() < going.margin
    ]
    for dx, dy in _AHEAD:
        here, there = _shifted(shape, dx, dy)
        length = lattice.step * math.hypot(dx, dy)
        cost = np.full(slack[here].shape, length, dtype=np.float32)
        for rate, clearance in zones:
            cost += np.float32(rate * length) * _share(clearance, dx, dy)
        if height is not None:
            rise = np.abs(height[there] - height[here])
            if brink is not None:
                cost[_is_near(brink, dx, dy, lattice.step) & (rise <= TOUCH)] = np.inf
            if slope is not None:
                np.maximum(rise, np.float32(length / 2.0) * (slope[here] + slope[there]), out=rise)
            cost += np.float32(going.level_price) * rise
        cost[~_is_open(slack, dx, dy)] = np.inf
        yield _Step(here, there, cost)


def share_inside(one: _Numbers, other: _Numbers) -> _Numbers:
    """Return which share of the way between two places is inside, from their clearances.

    >>> share_inside(np.array([-1.0, -1.0, 1.0, 0.0]), np.array([-2.0, 3.0, 1.0, 0.0])).tolist()
    [1.0, 0.25, 0.0, 0.0]
    """
    whole = np.abs(one) + np.abs(other)
    # |a| + |b| - a - b is twice what lies below 0.
    part = whole - one - other
    np.divide(part, 2 * whole, out=part, where=whole > 0.0)
    return part


def _wanted(lattice: Lattice, going: Going) -> Floats:
    """Return how far every place has to stay from what bars; a start that is nearer leaves it bit by bit."""
    place = lattice.places
    away = np.hypot(*(place - place[lattice.start]).T)
    own = float(going.barrier[lattice.start])
    wanted: Floats = np.minimum(going.margin, max(own, 0.0) + _LEAVING * away)
    if own < 0.0:
        wanted[lattice.start] = own
    return wanted - TOUCH


def _shifted(shape: tuple[int, int], dx: int, dy: int) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Return the slices of all places that have a neighbour there, and of those neighbours."""
    rows, columns = shape
    west, east = max(0, -dx), max(0, dx)
    here = (slice(0, max(rows - dy, 0)), slice(west, max(columns - east, west)))
    there = (slice(dy, rows), slice(west + dx, max(columns - east, west) + dx))
    return here, there


def _is_open(slack: _Numbers, dx: int, dy: int) -> Bools:
    """Say for all steps in a direction whether both ends and what lies between keep away from what bars."""
    first, *others = _along(slack, dx, dy)
    found = first >= 0.0
    for each in others:
        found &= each >= 0.0
    return found


def _is_near(brink: _Numbers, dx: int, dy: int, apart: float) -> Bools:
    """Say for all steps in a direction whether they may cross a brink and come back: it is nearer than they go.

    Between two places that are `apart`, a corner of the brink may be nearer than to both: what is known there is
    only that it is no nearer than either of them says.
    """
    here, there = _shifted(brink.shape, dx, dy)
    along = [brink[here]]
    for a, b, part in _beside(brink, dx, dy):
        # The lines' places lie a step apart, those beside a diagonal a diagonal.
        wide = apart * math.hypot(dx, dy) if abs(dx) == abs(dy) else apart
        along.append(np.maximum(a - np.float32(wide * part), b - np.float32(wide * (1.0 - part))))
    along.append(brink[there])
    least = apart * math.hypot(dx, dy) / (len(along) - 1) - TOUCH
    found = np.zeros(along[0].shape, dtype=np.bool_)
    for one, other in pairwise(along):
        found |= one + other < least
    return found


def _share(clearance: _Numbers, dx: int, dy: int) -> _Numbers:
    """Return for all steps in a direction which share of them is inside."""
    parts = [share_inside(one, other) for one, other in pairwise(_along(clearance, dx, dy))]
    whole = parts[0]
    for part in parts[1:]:
        whole += part
    whole /= len(parts)
    return whole


def _along(values: _Numbers, dx: int, dy: int) -> list[_Numbers]:
    """Return the values along all steps in a direction: where they start, cross the lattice's lines, and end."""
    here, there = _shifted(values.shape, dx, dy)
    between = [a * np.float32(1.0 - part) + b * np.float32(part) for a, b, part in _beside(values, dx, dy)]
    return [values[here], *between, values[there]]


def _beside(values: _Numbers, dx: int, dy: int) -> Iterator[tuple[_Numbers, _Numbers, float]]:
    """Give the values on either side of where all steps in a direction cross the lattice's lines, and the share."""
    here, _ = _shifted(values.shape, dx, dy)
    rows, columns = values[here].shape
    row, column = here[0].start, here[1].start
    for (ax, ay), (bx, by), part in _between(dx, dy):
        a = values[row + ay : row + ay + rows, column + ax : column + ax + columns]
        b = values[row + by : row + by + rows, column + bx : column + bx + columns]
        yield a, b, part


def _between(dx: int, dy: int) -> Iterator[tuple[tuple[int, int], tuple[int, int], float]]:
    """Give where a step crosses the lattice's lines: the places on either side, and how far from the first."""
    if (abs(dx), abs(dy)) == (1, 1):
        yield (dx, 0), (0, dy), 0.5
        return
    is_wide = abs(dx) > abs(dy)
    longer, shorter = (dx, dy) if is_wide else (dy, dx)
    for k in range(1, abs(longer)):
        at, off = int(math.copysign(k, longer)), k * shorter / abs(longer)
        low = math.floor(off)
        one, other = ((at, low), (at, low + 1)) if is_wide else ((low, at), (low + 1, at))
        yield one, other, off - low


# ---- along the ways


def _followed(lattice: Lattice, before: Ints) -> tuple[Ints, Floats]:
    """Return how many steps each place is from the start, and how many inches, by doubling: (n,) and (n,)."""
    rank, travel = np.zeros(len(before), dtype=np.intp), np.zeros(len(before))
    reached = np.flatnonzero(before >= 0)
    # Only what is reached, and the start, at the end of the list.
    number = np.full(len(before), len(reached), dtype=np.intp)
    number[reached] = np.arange(len(reached))
    ahead = np.append(number[before[reached]], len(reached))
    steps = np.append(np.ones(len(reached), dtype=np.intp), 0)
    inches = np.append(np.hypot(*(lattice.places[reached] - lattice.places[before[reached]]).T), 0.0)
    while (more := steps[ahead]).any():
        steps += more
        inches += inches[ahead]
        ahead = ahead[ahead]
    rank[reached], travel[reached] = steps[:-1], inches[:-1]
    return rank, travel


def _settled(found: Search, rank: Ints) -> Floats:
    """Return the costs as they are paid along the ways found: height in parts, and stretches by started inches.

    Height that has not come together yet at the end is free. Step by step, from the start outwards.
    """
    going, z = found.going, found.going.height
    plain, paid = found.cost.copy(), z.copy()
    stretches = list(_stretches(found))
    run = np.zeros((len(stretches), len(z)))
    left, still = np.zeros(len(z)), np.zeros(len(z))
    order = np.argsort(rank, kind="stable")
    first = np.searchsorted(rank[order], np.arange(1, int(rank.max(initial=0)) + 2))
    for begin, finish in pairwise(first.tolist()):
        here = order[begin:finish]
        last = found.before[here]
        plain[here] = plain[last] + found.cost[here] - found.cost[last]
        if going.level_price:
            # A slope that is paid by the inch of travel has its price already.
            by_inch = np.zeros(len(here)) if going.slope is None else going.slope[here] | going.slope[last]
            now = _due(going, z[here], paid[last], origin=z[found.lattice.start])
            more = np.abs(now) - np.abs(z[here] - z[last])
            plain[here] += going.level_price * np.where(by_inch, 0.0, more)
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


def _due(going: Going, z: Floats, paid: Floats, *, origin: float) -> Floats:
    """Return the height that is paid on coming to heights z (k,) after so much has been paid."""
    if not going.level_part:
        return z - paid
    if going.level_is_rounded:
        parts = np.floor(np.abs(z - origin) / going.level_part + 0.5 + TOUCH)
        return np.asarray(origin + np.sign(z - origin) * parts * going.level_part - paid)
    # Heights were searched with half the digits: a hair below a part is the part.
    owed = z - paid
    return np.asarray(np.sign(owed) * np.floor(np.abs(owed) / going.level_part + TOUCH) * going.level_part)


@dataclass(frozen=True, slots=True, eq=False)
class _Stretch:
    """Zones whose inches are bought along the ways found: what is bought too much is paid as well."""

    rate: float
    inches: Floats
    """(n,) inside them on the step to each place."""
    is_inside: Bools
    """(n,)"""
    bought: Callable[[Floats], Floats]


def _stretches(found: Search) -> Iterator[_Stretch]:
    going = found.going
    before = np.where(found.before < 0, np.arange(len(found.before)), found.before)
    length = found.travel - found.travel[before]
    if going.is_bought and going.surcharges:
        every = np.min([clearance for _, clearance in going.surcharges], axis=0)
        for rate, clearance in ((1.0, every), *going.surcharges):
            off = clearance - going.margin
            yield _Stretch(rate, length * share_inside(off[before], off), off < 0.0, _by_halves)
    if going.slope is not None and going.level_price:
        share = (going.slope.astype(np.float64) + going.slope[before]) / 2.0
        yield _Stretch(going.level_price, length * share, going.slope, np.ceil)


def _by_halves(inches: Floats) -> Floats:
    """Return the inches bought: the first whole, then halves."""
    return np.asarray(np.maximum(1.0, np.ceil((inches - TOUCH) * 2.0) / 2.0))


def line_prices(found: Search, start: Floats, end: Floats) -> Floats:
    """Return the price of going straight from starts (k, 2) to ends (k, 2), every hair of height paid.

    inf where that touches what bars; limits on climbing are not looked at.
    """
    lattice, going = found.lattice, found.going
    length: Floats = np.hypot(*(end - start).T)
    count = np.maximum(np.ceil(length / lattice.step), 1.0).astype(np.intp) + 1
    line, k = runs(np.zeros(len(count), dtype=np.intp), count)
    share = k / (count - 1)[line]
    at = start[line] + (end - start)[line] * share[:, None]
    is_first = k == 0
    inches = (length / (count - 1))[line]
    price = inches.copy()
    for rate, clearance in going.surcharges:
        off = lattice.between(clearance, at) - going.margin
        price[1:] += rate * inches[1:] * share_inside(off[:-1], off[1:])
    if going.level_price and np.ptp(going.height) > TOUCH:
        nearest = lattice.nearest(at)
        rise = np.abs(np.diff(going.height[nearest]))
        if going.brink is not None:
            off = lattice.between(going.brink, at)
            near = (off[:-1] + off[1:] < inches[1:] - TOUCH) & (rise <= TOUCH) & ~is_first[1:]
            price[1:][near] = np.inf
        if going.slope is not None:
            slope = going.slope[nearest].astype(np.float64)
            np.maximum(rise, inches[1:] * (slope[1:] + slope[:-1]) / 2.0, out=rise)
        price[1:] += going.level_price * rise
    price[is_first] = 0.0
    price[lattice.between(going.barrier - _wanted(lattice, going), at) < 0.0] = np.inf
    return np.add.reduceat(price, offsets(count)[:-1]) if len(count) else length


def straightened(found: Search, ways: Sequence[Ints]) -> list[Floats]:
    """Return the ways with fewer bends (k, 2): straight wherever that is not dearer and touches nothing.

    All ways at once: each part that cannot be straight is cut where it is farthest from straight.
    """
    place = found.lattice.places
    kept = [{0, len(way) - 1} for way in ways]
    parts = [(w, 0, len(way) - 1) for w, way in enumerate(ways) if len(way) > 2]
    while parts:
        one = np.array([ways[w][i] for w, i, _ in parts], dtype=np.intp)
        other = np.array([ways[w][j] for w, _, j in parts], dtype=np.intp)
        straight = line_prices(found, place[one], place[other])
        bent = found.price[other] - found.price[one]
        rest: list[tuple[int, int, int]] = []
        for (w, i, j), is_dearer in zip(parts, (straight > bent + TOUCH).tolist(), strict=True):
            if is_dearer:
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


def too_steep(found: Search) -> tuple[Ints, Ints]:
    """Return the steps, from and to, with which a way climbs or sinks by more than the limit within its window."""
    going, z = found.going, found.going.height
    none = np.empty(0, dtype=np.intp)
    if np.ptp(z) <= TOUCH or not math.isfinite(going.climb_limit):
        return none, none
    count = len(z)
    before = np.where(found.before < 0, np.arange(count), found.before)
    length = found.travel - np.where(found.before < 0, found.travel, found.travel[before])
    rise = np.abs(z - z[before])
    even = going.climb_limit / going.climb_window if going.climb_window else math.inf
    is_step = rise > even * length + TOUCH
    end = np.flatnonzero((rise > TOUCH) & (found.before >= 0))
    high, low = np.maximum(z[end], z[before[end]]), np.minimum(z[end], z[before[end]])
    # Where exactly a step lies between its places is not known: its own length does not count as travel.
    since = np.where(is_step[end], found.travel[before[end]], found.travel[end])
    at = before[end]
    is_within = since - found.travel[at] < going.climb_window - EPSILON
    while is_within.any():
        # Of the step that leads into the window only what is inside counts, unless it is sudden.
        inside = (going.climb_window - since + found.travel[at]) / np.maximum(length[at], EPSILON)
        share = np.where(is_step[at], 1.0, np.clip(inside, 0.0, 1.0))
        for heights in (z[at], z[at] + share * (z[before[at]] - z[at])):
            np.maximum(high, heights, out=high, where=is_within)
            np.minimum(low, heights, out=low, where=is_within)
        at = before[at]
        is_within &= (since - found.travel[at] < going.climb_window - EPSILON) & (at != before[at])
    bad = end[high - low > going.climb_limit + TOUCH]
    return before[bad], bad


def _without(found: Search, end: Ints) -> Search:
    """Return the search without these places and all ways through them."""
    lost = np.zeros(len(found.cost), dtype=np.bool_)
    lost[end] = True
    ahead = np.where(found.before < 0, np.arange(len(lost)), found.before)
    for _ in range(len(lost).bit_length()):
        lost |= lost[ahead]
        ahead = ahead[ahead]
    return replace(found, cost=np.where(lost, np.inf, found.cost), before=np.where(lost, -1, found.before))
