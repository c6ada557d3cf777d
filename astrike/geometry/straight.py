"""What does it cost to go straight over a lattice, and where can a way that was found be straight?"""

from collections.abc import Sequence

import numpy as np

from astrike.geometry.arrays import EPSILON, Floats, Ints, offsets, runs
from astrike.geometry.search import Search
from astrike.geometry.steps import clearance_wanted, share_inside
from astrike.tolerance import TOUCH


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
    price[lattice.between(going.barrier - clearance_wanted(lattice, going), at) < 0.0] = np.inf
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
