"""Which bases does a straight line run across, and which part of it runs within so many inches of a base?

A line that only touches a base is not across it. The ground within so many inches of a base is convex, so a line meets
it in one interval at most. Exact for round bases and polygons alike: from discs at the corners, corridors along the
sides and the outline itself, never from a polygon in place of a circle.
"""

import numpy as np
from numpy.typing import ArrayLike

from astrike.geometry.arrays import (
    Bools,
    Floats,
    buffered,
    distances,
    floats,
    intersections,
    lengths,
    segments,
)
from astrike.geometry.bases import Bases
from astrike.tolerance import TOUCH


def bases_crossed(bases: Bases, i: ArrayLike, *, start: Floats, end: Floats) -> Bools:
    """Say for each base i (n,) whether the line between two places runs across it.

    >>> from astrike.geometry.bases import make_bases
    >>> row = make_bases([(5, 0), (5, 0.5), (5, 2)], radius=[0.5, 0.5, 0.5])
    >>> bases_crossed(row, [0, 1, 2], start=np.array((0.0, 0.0)), end=np.array((10.0, 0.0))).tolist()
    [True, False, False]
    """
    index = np.asarray(i, dtype=np.intp)
    line = segments(np.tile(start, (len(index), 1)), np.tile(end, (len(index), 1)))
    found: Bools = distances(bases.core[index], line) < bases.radius[index] - TOUCH
    corners = ~bases.is_round[index]
    inside = buffered(bases.core[index][corners], -TOUCH)
    found[corners] = lengths(intersections(inside, line[corners])) > TOUCH
    return found


_NOWHERE = (np.inf, -np.inf)


def intervals_within(
    bases: Bases, i: ArrayLike, by: ArrayLike, *, start: ArrayLike, end: ArrayLike
) -> tuple[Floats, Floats]:
    """Return from where to where, as shares of the way, each line k is at most by[k] away from base i[k]: (m,), (m,).

    Touching counts. A line that stays away begins at inf and ends at -inf.

    >>> from astrike.geometry.bases import make_bases
    >>> bases = make_bases([(0, 0)], radius=1)
    >>> low, high = intervals_within(bases, [0, 0], 2, start=[(-6, 0), (-6, 4)], end=[(6, 0), (6, 4)])
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.25, inf], [0.75, -inf])
    """
    first, last = floats(start, columns=2), floats(end, columns=2)
    chosen = np.broadcast_to(np.asarray(i, dtype=np.intp), len(first))
    reach = np.broadcast_to(np.asarray(by, dtype=np.float64), len(first)) + TOUCH
    low, high = np.full(len(first), np.inf), np.full(len(first), -np.inf)
    is_round = bases.is_round[chosen]
    round_ = np.flatnonzero(is_round)
    low[round_], high[round_] = _in_discs(
        bases.xy[chosen[round_]],
        reach[round_] + bases.radius[chosen[round_]],
        first[round_],
        (last - first)[round_],
    )
    for k in np.flatnonzero(~is_round).tolist():
        corner = np.asarray(bases.core[chosen[k]].exterior.coords, dtype=np.float64)
        low[k], high[k] = _around_polygon(corner, float(reach[k]), first[k], last[k] - first[k])
    return low, high


def _in_discs(centre: Floats, radius: Floats, start: Floats, way: Floats) -> tuple[Floats, Floats]:
    """Return the shares (m,) and (m,) between which lines lie in their discs."""
    off = start - centre
    square = (way * way).sum(axis=1)
    along = (way * off).sum(axis=1)
    beyond = (off * off).sum(axis=1) - radius * radius
    is_way = square > TOUCH * TOUCH
    room = along * along - square * beyond
    root = np.sqrt(np.maximum(room, 0.0))
    by = np.where(is_way, square, 1.0)
    low, high = np.clip((-along - root) / by, 0.0, None), np.clip((-along + root) / by, None, 1.0)
    low, high = np.where(is_way, low, 0.0), np.where(is_way, high, 1.0)
    meets = np.where(is_way, (room >= 0.0) & (low <= high), beyond <= 0.0)
    return np.where(meets, low, np.inf), np.where(meets, high, -np.inf)


def _around_polygon(corner: Floats, reach: float, start: Floats, way: Floats) -> tuple[float, float]:
    """Return the shares between which one line is within reach of a convex outline, its corners a closed ring."""
    heads = corner[:-1]
    lows, highs = _in_discs(
        heads, np.full(len(heads), reach), np.tile(start, (len(heads), 1)), np.tile(way, (len(heads), 1))
    )
    side = np.diff(corner, axis=0)
    length = np.hypot(side[:, 0], side[:, 1])
    along = side / length[:, None]
    outwards = np.column_stack((along[:, 1], -along[:, 0]))
    if _turn(corner) < 0.0:
        outwards = -outwards
    every = [(lows, highs)]
    zero = np.zeros(len(heads))
    ahead, aside = ((start - heads) * along).sum(axis=1), ((start - heads) * outwards).sum(axis=1)
    forward, off = along @ way, outwards @ way
    strip = _clipped([(ahead, forward, zero, length), (aside, off, zero - reach, zero + reach)])
    every.append(strip)
    low, high = min(map(np.min, (low for low, _ in every))), max(map(np.max, (high for _, high in every)))
    inner_low, inner_high = _clipped([(aside, off, zero - np.inf, zero)])
    if inner_low.max() <= inner_high.min():
        low, high = min(low, inner_low.max()), max(high, inner_high.min())
    return (float(low), float(high)) if low <= high else _NOWHERE


def _turn(corner: Floats) -> float:
    """Return twice the area of a ring, above 0 where it runs counter-clockwise."""
    x, y = corner[:, 0], corner[:, 1]
    return float((x[:-1] * y[1:] - x[1:] * y[:-1]).sum())


def _clipped(slabs: list[tuple[Floats, Floats, Floats, Floats]]) -> tuple[Floats, Floats]:
    """Return the shares (s,) of a way on which a value and its rate keep between two limits, in every slab."""
    low, high = np.zeros(len(slabs[0][0])), np.ones(len(slabs[0][0]))
    for value, rate, least, most in slabs:
        moves = np.abs(rate) > TOUCH * TOUCH
        by = np.where(moves, rate, 1.0)
        one, other = (least - value) / by, (most - value) / by
        stays = ~moves & (value >= least) & (value <= most)
        low = np.maximum(low, np.where(moves, np.minimum(one, other), np.where(stays, 0.0, np.inf)))
        high = np.minimum(high, np.where(moves, np.maximum(one, other), np.where(stays, 1.0, -np.inf)))
    gone = low > high
    return np.where(gone, np.inf, low), np.where(gone, -np.inf, high)
