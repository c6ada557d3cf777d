"""Which edges lead from place to place on a grid, and what does each cost?

An edge costs its length, surcharges for what part of it lies in zones, and the height between its ends; it is closed
where the base would touch what blocks. Edges lead to 32 neighbors, so that the lengths of a hundred directions are at
most a hundredth too long. The places and what is known at them come from `grid`; `grid_paths` finds paths.
"""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from astrike.dataclass import dataclass
from astrike.deadline import go_on
from astrike.geometry.arrays import Bools, Floats, Ints, offsets
from astrike.geometry.grid import PlaceGrid
from astrike.geometry.sweeps import Footprint
from astrike.tolerance import TOUCH

MARGIN = 0.01
"""Inches kept at least from what blocks or costs more."""
_LEAVING = 0.02
"""Inches of that margin for each inch from a start that itself is nearer."""

_Numbers: TypeAlias = NDArray[np.floating]

_AHEAD = (
    *((1, 0), (0, 1), (1, 1), (-1, 1), (2, 1), (1, 2), (-1, 2), (-2, 1)),
    *((3, 1), (3, 2), (2, 3), (1, 3), (-1, 3), (-2, 3), (-3, 2), (-3, 1)),
)
"""Half of the neighbors as columns and rows away; the others lie opposite."""


@dataclass(frozen=True, slots=True, eq=False)
class GridCosts:
    """What moving over a grid costs one unit: numbers (n,) for every place."""

    surcharges: tuple[tuple[float, Floats], ...]
    """Inches of cost for each inch inside, and the clearance to those zones; they add up."""
    barrier: Floats
    """Clearance to whatever may not be under the base."""
    height: Floats
    level_cost: float = 0.0
    """Inches of cost for an inch of height, up or down."""
    level_part: float = 0.0
    """Height is paid in parts of so much, once so much has come together; 0: every hair."""
    climb_limit: float = math.inf
    """Inches between the highest and the lowest place within any `climb_window` inches of travel, at most."""
    climb_window: float = 0.0
    """Inches of travel within which `climb_limit` holds."""
    margin: float = MARGIN
    """Inches kept from what blocks or costs more, so that no corner of it is cut unseen; `margin_for` a base."""
    border_clearance: Floats | None = None
    """Distance of the centre to where the height jumps: nobody walks along there so near that it might be crossed
    unseen. None: nowhere."""
    slope: Bools | None = None
    """Where every started inch of travel counts as an inch of height at least; None: nowhere."""
    level_is_rounded: bool = False
    """Height is paid in whole parts nearest to it, counted from the start."""
    is_bought: bool = False
    """Stretches inside zones are bought, the first inch whole and then by halves, base and surcharge alike."""


def margin_for(grid: PlaceGrid, footprint: Footprint) -> float:
    """Return by how much a base has to stay away from corners lest a step between two places cuts them.

    Around a round base they are arcs, and the larger it is, the flatter; around others they stay sharp.

    >>> from astrike.geometry.grid import make_grid
    >>> from astrike.geometry.sweeps import make_footprint
    >>> grid = make_grid((0, 0), reach=3, extent=(-9, -9, 9, 9))
    >>> [round(margin_for(grid, make_footprint(radius=radius)), 4) for radius in (0.625, 0.1, 0)]
    [0.01, 0.0281, 0.075]
    """
    longest = 1.2 * grid.step
    sagitta = longest**2 / (8.0 * footprint.radius) if footprint.radius else math.inf
    return max(MARGIN, min(sagitta, longest / 2.0))


def open_edges(grid: PlaceGrid, costs: GridCosts) -> tuple[Ints, Ints, Floats]:
    """Return all steps, place by place: where each place's begin (n + 1,), the places they end at, their costs."""
    graph = GridGraph(grid, costs)
    start, slot = np.nonzero(np.isfinite(graph.cost))
    first = offsets(np.bincount(start, minlength=len(graph.cost)))
    return first, start + graph.away[slot], graph.cost[start, slot].astype(np.float64)


class GridGraph:
    """The edges of a grid, 32 from each place; one that is closed has no end to its cost."""

    def __init__(self, grid: PlaceGrid, costs: GridCosts) -> None:
        self.grid = grid
        rows, columns = grid.shape
        half = len(_AHEAD)
        every = np.full((2 * half, rows, columns), np.inf, dtype=np.float32)
        for slot, step in enumerate(_steps(grid, costs)):
            every[slot][step.here] = step.cost
            every[slot + half][step.there] = step.cost
        self.cost = np.ascontiguousarray(every.reshape(2 * half, -1).T)
        """(n, 32) for every place and each of its neighbors."""
        ahead = np.array([dy * columns + dx for dx, dy in _AHEAD], dtype=np.intp)
        self.away = np.concatenate((ahead, -ahead))
        """(32,) by how much the number of each neighbor is larger."""

    def close(self, start: Ints, end: Ints) -> None:
        """Close the steps (k,) from start to end; those back stay open."""
        edge, slot = np.nonzero(self.away == (end - start)[:, None])
        self.cost[start[edge], slot] = np.inf

    def cheapest(self, starts: Ints, begun: Floats, limit: float) -> tuple[Floats, Ints]:
        """Return what it costs at most `limit` to get to each place, and the place before it: (n,) and (n,).

        The starts (k,) have cost `begun` (k,) already. What is out of reach has infinite cost, and like the starts
        no place before it. This is Dijkstra's search, but all places of about the same cost go on together: while
        none is farther than the shortest edge from the cheapest, none can be on the way to another. Of ways that
        cost the same the one is taken whose last place is cheaper, or comes later.
        """
        cost = np.full(len(self.cost), np.inf)
        before = np.full(len(cost), -1, dtype=np.intp)
        np.minimum.at(cost, starts, begun)
        shortest, above = float(self.cost.min(initial=np.inf)), np.nextafter(limit, np.inf)
        is_waiting = np.zeros(len(cost), dtype=np.bool_)
        is_waiting[starts[cost[starts] <= limit]] = True
        while len(waiting := np.flatnonzero(is_waiting)):
            go_on()
            paid = cost[waiting]
            least = paid.min()
            now = paid < max(least + shortest, np.nextafter(least, np.inf))
            here, paid = waiting[now], paid[now]
            is_waiting[here] = False
            order = np.lexsort((-here, paid))
            here, paid = here[order], paid[order]
            there, new = here[:, None] + self.away, self.cost[here] + paid[:, None]
            # Those beside the grid are closed: what stands for them is never reached.
            found = np.flatnonzero(new < np.minimum(cost.take(there, mode="clip"), above))
            end, paid = there.ravel()[found], new.ravel()[found]
            np.minimum.at(cost, end, paid)
            # Written from the last to the first, so that the first of equals stays.
            best = np.flatnonzero(paid == cost[end])[::-1]
            before[end[best]] = here[found[best] // len(self.away)]
            is_waiting[end] = True
        cost[cost > limit] = np.inf
        return cost, before


@dataclass(frozen=True, slots=True, eq=False)
class _Step:
    """All steps in one direction: slices of where they start and end, and what they cost."""

    here: tuple[slice, slice]
    there: tuple[slice, slice]
    cost: _Numbers


def _steps(grid: PlaceGrid, costs: GridCosts) -> Iterator[_Step]:
    shape = grid.shape
    slack = (costs.barrier - clearance_wanted(grid, costs)).reshape(shape)
    slack[~grid.near.reshape(shape)] = -np.inf
    # Half the digits are twice as quick, and a grid is no better than that.
    slack = np.clip(slack, -9.0, 9.0).astype(np.float32)
    height = costs.height.astype(np.float32).reshape(shape) if np.ptp(costs.height) > TOUCH else None
    border_clearance = (
        None if costs.border_clearance is None else costs.border_clearance.astype(np.float32).reshape(shape)
    )
    slope = None if costs.slope is None else costs.slope.astype(np.float32).reshape(shape)
    zones = [
        (rate, (clearance - costs.margin).astype(np.float32).reshape(shape))
        for rate, clearance in costs.surcharges
        if rate and clearance.min() < costs.margin
    ]
    for dx, dy in _AHEAD:
        here, there = _shifted(shape, dx, dy)
        length = grid.step * math.hypot(dx, dy)
        cost = np.full(slack[here].shape, length, dtype=np.float32)
        for rate, clearance in zones:
            cost += np.float32(rate * length) * _share(clearance, dx, dy)
        if height is not None:
            rise = np.abs(height[there] - height[here])
            if border_clearance is not None:
                cost[_is_near(border_clearance, dx, dy, grid.step) & (rise <= TOUCH)] = np.inf
            if slope is not None:
                np.maximum(rise, np.float32(length / 2.0) * (slope[here] + slope[there]), out=rise)
            cost += np.float32(costs.level_cost) * rise
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


def clearance_wanted(grid: PlaceGrid, costs: GridCosts) -> Floats:
    """Return how far every place has to stay from what blocks; a start that is nearer leaves it bit by bit."""
    place = grid.places
    away = np.hypot(*(place - place[grid.start]).T)
    own = float(costs.barrier[grid.start])
    wanted: Floats = np.minimum(costs.margin, max(own, 0.0) + _LEAVING * away)
    if own < 0.0:
        wanted[grid.start] = own
    return wanted - TOUCH


def _shifted(shape: tuple[int, int], dx: int, dy: int) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Return the slices of all places that have a neighbor there, and of those neighbors."""
    rows, columns = shape
    west, east = max(0, -dx), max(0, dx)
    here = (slice(0, max(rows - dy, 0)), slice(west, max(columns - east, west)))
    there = (slice(dy, rows), slice(west + dx, max(columns - east, west) + dx))
    return here, there


def _is_open(slack: _Numbers, dx: int, dy: int) -> Bools:
    """Say for all edges in a direction whether both ends and what lies between keep away from what blocks."""
    first, *others = _along(slack, dx, dy)
    found = first >= 0.0
    for each in others:
        found &= each >= 0.0
    return found


def _is_near(border_clearance: _Numbers, dx: int, dy: int, apart: float) -> Bools:
    """Say for all edges in a direction whether they may cross a drop and come back: it is nearer than they go.

    Between two places that are `apart`, a corner of the drop may be nearer than to both: what is known there is
    only that it is no nearer than either of them says.
    """
    here, there = _shifted(border_clearance.shape, dx, dy)
    along = [border_clearance[here]]
    for a, b, part in _beside(border_clearance, dx, dy):
        # The lines' places lie a step apart, those beside a diagonal a diagonal.
        wide = apart * math.hypot(dx, dy) if abs(dx) == abs(dy) else apart
        along.append(np.maximum(a - np.float32(wide * part), b - np.float32(wide * (1.0 - part))))
    along.append(border_clearance[there])
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
    """Return the values along all edges in a direction: where they start, cross the grid's lines, and end."""
    here, there = _shifted(values.shape, dx, dy)
    between = [a * np.float32(1.0 - part) + b * np.float32(part) for a, b, part in _beside(values, dx, dy)]
    return [values[here], *between, values[there]]


def _beside(values: _Numbers, dx: int, dy: int) -> Iterator[tuple[_Numbers, _Numbers, float]]:
    """Give the values on either side of where all edges in a direction cross the grid's lines, and the share."""
    here, _ = _shifted(values.shape, dx, dy)
    rows, columns = values[here].shape
    row, column = here[0].start, here[1].start
    for (ax, ay), (bx, by), part in _between(dx, dy):
        a = values[row + ay : row + ay + rows, column + ax : column + ax + columns]
        b = values[row + by : row + by + rows, column + bx : column + bx + columns]
        yield a, b, part


def _between(dx: int, dy: int) -> Iterator[tuple[tuple[int, int], tuple[int, int], float]]:
    """Give where an edge crosses the grid's lines: the places on either side, and how far from the first."""
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
