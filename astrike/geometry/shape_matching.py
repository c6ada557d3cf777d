"""Which shapes of two sets belong together, and how far is each moved and turned from its counterpart?

Two sets, such as a table and its mirror image, are matched so that all pairs together cost least. The assignment of
rows to columns is exact, one row after another along the shortest path of exchanges; among equally cheap ones it is
always the same. SciPy has one too, for forty megabytes. Shapes are Shapely's; a batch of n pairs gives arrays (n,).
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from astrike.dataclass import dataclass
from astrike.geometry.arrays import (
    Bools,
    Floats,
    Ints,
    Shapes,
    areas,
    centroids,
    farthest_apart,
    outer_and_inner,
    polygons_of,
    shape_array,
    simplified,
    transformed,
)

_NOBODY = -1


def cheapest_pairs(cost: Floats) -> tuple[Ints, Ints]:
    """Give the pairs i, j of a table of finite costs (n, m): as many as the shorter side has, in the order of i.

    >>> [found.tolist() for found in cheapest_pairs(np.array([[4.0, 1.0, 3.0], [2.0, 0.0, 5.0], [3.0, 2.0, 2.0]]))]
    [[0, 1, 2], [1, 0, 2]]
    """
    if cost.shape[0] > cost.shape[1]:
        column, row = cheapest_pairs(cost.T)
        order = np.argsort(row)
        return row[order], column[order]
    search = _Search(cost)
    for number in range(cost.shape[0]):
        search.add(number)
    return np.arange(cost.shape[0], dtype=np.intp), search.of_row


class _Search:
    """Rows that have their columns, and prices of both at which no exchange pays."""

    def __init__(self, cost: Floats) -> None:
        rows, self.columns = cost.shape
        self.cost = cost
        self.row_price, self.column_price = np.zeros(rows), np.zeros(self.columns)
        self.of_row = np.full(rows, _NOBODY, dtype=np.intp)
        self.of_column = np.full(self.columns, _NOBODY, dtype=np.intp)

    def add(self, row: int) -> None:
        """Give one more row a column; others change theirs where that is cheaper."""
        least = np.full(self.columns, np.inf)
        before = np.full(self.columns, _NOBODY, dtype=np.intp)
        is_seen: Bools = np.zeros(self.columns, dtype=np.bool_)
        shut = np.zeros(self.columns)  # infinite for columns that are seen
        through = np.empty(self.columns)
        left = _Places(self.columns)
        rows, at, paid = [row], row, 0.0
        while True:
            np.add(self.cost[at], paid, out=through)
            through -= self.row_price[at]
            through -= self.column_price
            through += shut
            cheaper = through < least
            np.copyto(least, through, where=cheaper)
            before[cheaper] = at
            np.add(least, shut, out=through)
            paid = float(through.min())
            best = np.flatnonzero(through == paid)
            free = best[self.of_column[best] == _NOBODY]
            column = left.last(free) if len(free) else left.first(best)
            is_seen[column], shut[column] = True, np.inf
            left.remove(column)
            if len(free):
                break
            at = int(self.of_column[column])
            rows.append(at)
        self.row_price[row] += paid
        others = np.array(rows[1:], dtype=np.intp)
        self.row_price[others] += paid - least[self.of_row[others]]
        self.column_price[is_seen] -= paid - least[is_seen]
        while column != _NOBODY:
            at = int(before[column])
            self.of_column[column] = at
            self.of_row[at], column = column, int(self.of_row[at])
            if at == row:
                break


class _Places:
    """In which order columns are looked at: from the last; the last one takes the place of a removed one."""

    def __init__(self, count: int) -> None:
        self._columns = list(range(count - 1, -1, -1))
        self._place = np.arange(count - 1, -1, -1, dtype=np.intp)

    def first(self, columns: Ints) -> int:
        """Give which of some columns that are left stands first."""
        return int(columns[0] if len(columns) == 1 else columns[self._place[columns].argmin()])

    def last(self, columns: Ints) -> int:
        """Give which of them stands last."""
        return int(columns[0] if len(columns) == 1 else columns[self._place[columns].argmax()])

    def remove(self, column: int) -> None:
        """Take out a column."""
        last, place = self._columns.pop(), int(self._place[column])
        if last != column:
            self._columns[place], self._place[last] = last, place


Complex: TypeAlias = NDArray[np.complex128]

Symmetry = Literal["turn", "west-east", "south-north"]

SYMMETRIES: Final[tuple[Symmetry, ...]] = ("turn", "west-east", "south-north")
"""By 180 degrees about the middle; mirrored so that west and east change places; so that south and north do."""

UNSEEN: Final = 0.02
"""Inches: what moves no edge by more is no turn; circles are drawn with corners."""

_STRAIGHT: Final = 1e-4
"""Inches that a corner may be off the line between its neighbors and still be none."""

_SAMPLES: Final = 512

_ALIKE: Final = 0.01
"""Share of a shape's size by which two ways of laying it on the other may differ and still be as good."""


@dataclass(frozen=True, slots=True, eq=False)
class ShapeShifts:
    """How far n shapes lie from where they should."""

    centre: Floats
    """Inches between their centres of gravity."""
    worst: Floats
    """Inches that the corner farthest off is from the other's edge."""


def image_of(shape: object, symmetry: Symmetry, *, width: float, depth: float) -> object:
    """Give the image of a shape on a table of this size.

    >>> from astrike.geometry.arrays import boxes, make_polygon, shape_array
    >>> corner = make_polygon([(0, 0), (2, 0), (2, 1), (0, 1)])
    >>> boxes(shape_array([image_of(corner, "turn", width=10, depth=6)])).tolist()
    [[8.0, 5.0, 10.0, 6.0]]
    """
    across = symmetry in ("turn", "west-east")
    along = symmetry in ("turn", "south-north")
    scale = np.array([-1.0 if across else 1.0, -1.0 if along else 1.0])
    start = np.array([width if across else 0.0, depth if along else 0.0])
    return transformed(shape, lambda corner: start + scale * corner)


def best_matches(cost: Floats) -> tuple[Ints, Ints]:
    """Give the pairs i, j that cost least altogether (n, m); what costs infinitely much is no pair.

    >>> [found.tolist() for found in best_matches(np.array([[1.0, 2.0], [np.inf, 5.0], [9.0, np.inf]]))]
    [[0, 1], [0, 1]]
    """
    if not cost.size:
        return np.empty(0, dtype=np.intp), np.empty(0, dtype=np.intp)
    possible = np.isfinite(cost)
    cost = cost.round(6)  # noise of computing decides nothing
    # As many pairs as can be come first, then the cost.
    prohibitive = 1.0 + 2.0 * float(cost[possible].sum()) if possible.any() else 1.0
    one, other = cheapest_pairs(np.where(possible, cost, prohibitive))
    kept = possible[one, other]
    return one[kept], other[kept]


def mutual_matches(cost: Floats) -> tuple[Ints, Ints]:
    """Give the pairs i, j that cost least altogether of a symmetric table (n, n) in which i has j and j has i.

    Each is in one pair, perhaps with itself; where the cheapest pairs make a ring, the ring is cut up as cheaply as
    can be.

    >>> ring = np.array([[9.0, 1.0, 1.5], [1.0, 9.0, 1.0], [1.5, 1.0, 2.0]])
    >>> [found.tolist() for found in mutual_matches(ring)]
    [[0, 1, 2], [1, 0, 2]]
    """
    one, other = best_matches(cost)
    after = dict(zip(one.tolist(), other.tolist(), strict=True))
    partner: dict[int, int] = {}
    for start in one.tolist():
        ring = [start]
        while (following := after.get(ring[-1], start)) != start:
            ring.append(following)
        if start not in partner:
            partner.update(_cheapest(cost, _cuts(ring)))
    return np.array(sorted(partner), dtype=np.intp), np.array(
        [partner[k] for k in sorted(partner)], dtype=np.intp
    )


def _cheapest(cost: Floats, cuts: Iterator[dict[int, int]]) -> dict[int, int]:
    paid = [(round(sum(float(cost[i, j]) for i, j in cut.items()), 6), cut) for cut in cuts]
    return min(paid, key=lambda each: each[0])[1]


def _cuts(ring: Sequence[int]) -> Iterator[dict[int, int]]:
    """Give every way to pair neighbors in a ring; of an odd number one is left, and is its own counterpart."""
    for turn in range(len(ring) if len(ring) % 2 else min(len(ring), 2)):
        turned = [*ring[turn:], *ring[:turn]]
        pairs = list(zip(turned[0::2], turned[1::2], strict=False))
        cut = {i: j for one, other in pairs for i, j in ((one, other), (other, one))}
        yield cut if len(ring) % 2 == 0 else cut | {turned[-1]: turned[-1]}


def shape_shifts(actual: Shapes, wanted: Shapes) -> ShapeShifts:
    """Say how far each shape (n,) lies from the one it should be.

    >>> from astrike.geometry.arrays import make_polygon, shape_array
    >>> plain, turned = [(0, 0), (4, 0), (4, 2), (0, 2)], [(3, 1), (3, 5), (1, 5), (1, 1)]
    >>> found = shape_shifts(shape_array([make_polygon(turned)]), shape_array([make_polygon(plain)]))
    >>> found.centre.tolist(), found.worst.round(6).tolist()
    ([2.0], [3.0])
    """
    by = centroids(actual) - centroids(wanted)
    centre = np.hypot(by[:, 0], by[:, 1])
    worst = centre.copy()
    is_area = _are_areas(actual, wanted)
    worst[is_area] = farthest_apart(actual[is_area], wanted[is_area])
    return ShapeShifts(centre, worst)


def shape_rotations(actual: Shapes, wanted: Shapes) -> Floats:
    """Say by how many degrees clockwise, -180 to 180, each shape (n,) is turned from the one it should be.

    Of all turns that bring it into its place the smallest; 0 where that moves no edge.

    >>> from astrike.geometry.arrays import make_polygon, shape_array
    >>> plain, turned = [(0, 0), (4, 0), (4, 2), (0, 2)], [(3, 1), (3, 5), (1, 5), (1, 1)]
    >>> shape_rotations(shape_array([make_polygon(turned)]), shape_array([make_polygon(plain)])).tolist()
    [-90.0]
    """
    by = centroids(actual) - centroids(wanted)
    brought = shape_array(_brought(shape, step) for shape, step in zip(wanted, by, strict=True))
    is_area = _are_areas(actual, wanted)
    off = np.zeros(len(actual))
    off[is_area] = farthest_apart(actual[is_area], brought[is_area])
    found = np.zeros(len(actual))
    for k in np.flatnonzero(off > UNSEEN).tolist():
        found[k] = _turn(_outline(actual[k]), _outline(wanted[k]))
    return found


def _are_areas(one: Shapes, other: Shapes) -> Bools:
    """Say which of both are areas; points are none."""
    return np.asarray((areas(one) > 0.0) & (areas(other) > 0.0))


def _brought(shape: object, by: Floats) -> object:
    return transformed(shape, lambda corner: corner + by)


def _outline(shape: object) -> Floats:
    """Give the corners (k, 2) of the largest outline of a shape, counter-clockwise, without those on straight edges."""
    parts = polygons_of(shape)
    largest = simplified(parts[int(np.argmax(areas(parts)))], _STRAIGHT)
    corner = outer_and_inner(largest)[0][:-1]
    x, y = corner.T
    is_clockwise = float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) < 0.0
    return corner[::-1] if is_clockwise else corner


def _turn(actual: Floats, wanted: Floats) -> float:
    """Give the smallest turn, degrees clockwise, that lays one outline on the other as best it can."""
    if len(actual) == len(wanted):
        turn, left = _best_turn(_complex(actual), _complex(wanted), finer=1)
        if left <= _ALIKE:
            return turn
    return _best_turn(_spread(actual), _spread(wanted), finer=8)[0]


def _best_turn(actual: Complex, wanted: Complex, *, finer: int) -> tuple[float, float]:
    """Lay corner on corner in every possible way; give the turn and what is left, as a share of the whole, squared."""
    count = len(actual)
    actual, wanted = actual - actual.mean(), wanted - wanted.mean()
    product = np.fft.fft(actual) * np.conj(np.fft.fft(wanted))
    padded = np.zeros(count * finer, dtype=np.complex128)
    half = (count + 1) // 2
    padded[:half], padded[padded.size - (count - half) :] = product[:half], product[half:]
    fits = np.fft.ifft(padded) * finer
    whole = float((np.abs(actual) ** 2).sum() + (np.abs(wanted) ** 2).sum())
    left = np.maximum(1.0 - 2.0 * np.abs(fits) / whole, 0.0)
    angles = -np.degrees(np.angle(fits))
    alike = np.flatnonzero(left <= left.min() + _ALIKE**2)
    best = alike[int(np.argmin(np.abs(angles[alike]).round(6)))]
    return float(angles[best]), float(left[best])


def _complex(corner: Floats) -> Complex:
    found: Complex = corner[:, 0] + 1j * corner[:, 1]
    return found


def _spread(corner: Floats) -> Complex:
    """Give places spread evenly along a closed outline."""
    line = np.append(_complex(corner), _complex(corner)[0])
    along = np.concatenate(([0.0], np.cumsum(np.abs(np.diff(line)))))
    at = np.linspace(0.0, along[-1], _SAMPLES, endpoint=False)
    found: Complex = np.interp(at, along, line.real) + 1j * np.interp(at, along, line.imag)
    return found
