"""How much of a rectangle do slanting bands cover together?

A field is a rectangle one wide and one high. A band crosses it from its left to its right side between two
straight lines, `low` and `high`, which may run outside the field. Bands of one field may cross and overlap;
what they cover is exact, because the field is cut wherever two lines cross or one leaves the field.
"""

from collections.abc import Iterator

import numpy as np

from astrike.dataclass import dataclass
from astrike.deadline import go_on
from astrike.geometry.arrays import Bools, Floats, Ints, runs

_NONE: Ints = np.zeros(0, dtype=np.intp)
_SAME = 1e-12  # share of a field too small to matter
_PAIRS = 100_000  # pairs of bands compared in one go: bounds the memory
_FLAT = 1e-7  # rise below which a line is level: dividing by less loses more than it gains


@dataclass(frozen=True, slots=True, eq=False)
class OcclusionBands:
    """m bands: the field each lies in, and its lines' heights at the field's left and right side."""

    field: Ints
    low_left: Floats
    low_right: Floats
    high_left: Floats
    high_right: Floats

    def __len__(self) -> int:
        return len(self.field)

    def take(self, rows: Ints | Bools) -> "OcclusionBands":
        """Return some of the bands."""
        return OcclusionBands(
            self.field[rows],
            self.low_left[rows],
            self.low_right[rows],
            self.high_left[rows],
            self.high_right[rows],
        )

    def low_at(self, row: Ints, place: Floats) -> Floats:
        """Return how high these bands' lower lines are at places from 0 to 1, cut off at 0 and 1."""
        return _clipped(self.low_left, self.low_right, row, place)

    def high_at(self, row: Ints, place: Floats) -> Floats:
        """Return how high their upper lines are likewise."""
        return _clipped(self.high_left, self.high_right, row, place)


@dataclass(frozen=True, slots=True, eq=False)
class CoveredTrapezoids:
    """What bands cover together, as trapezoids that do not overlap: field, left and right side (0 to 1).

    The lower edge runs along the `low` line of band `below`, the upper edge along `high` of band `above`.
    """

    field: Ints
    left: Floats
    right: Floats
    below: Ints
    above: Ints


def covered_share_of_each(bands: OcclusionBands) -> Floats:
    """Return what each band alone covers of its field.

    >>> half = OcclusionBands(np.array([0]), np.array([-1.0]), np.array([0.0]), np.array([0.0]), np.array([1.0]))
    >>> covered_share_of_each(half).tolist()
    [0.5]
    """
    above = _mean_clipped(bands.high_left, bands.high_right)
    return np.maximum(above - _mean_clipped(bands.low_left, bands.low_right), 0.0)


def covered_shares(bands: OcclusionBands, *, fields: int) -> Floats:
    """Return what all bands of each field cover together (fields,).

    >>> ground, rising = np.array([-1.0, -1.0]), np.array([0.0, 1.0])
    >>> crossing = OcclusionBands(np.array([0, 0]), ground, ground, high_left=rising, high_right=1 - rising)
    >>> covered_shares(crossing, fields=2).tolist()
    [0.75, 0.0]
    """
    total = np.zeros(fields)
    alone = covered_share_of_each(bands)
    best, rival, leader = _rivals(bands, alone)
    total[bands.field[best]] = alone[best]
    for row in _portions(np.concatenate((np.unique(leader), rival)), bands.field):
        some = bands.take(row)
        cuts = _cut(some)
        middle = (cuts.left + cuts.right) / 2
        area = (cuts.right - cuts.left) * (some.high_at(cuts.above, middle) - some.low_at(cuts.below, middle))
        field = np.unique(cuts.field)
        total[field] = np.bincount(cuts.field, weights=area, minlength=fields)[field]
    return total


def _rivals(bands: OcclusionBands, alone: Floats) -> tuple[Ints, Ints, Ints]:
    """Return the best band of each field, and the bands that add something to it, each with that best one."""
    # Best first: then most fields are settled by one band, or by one that the others stay within.
    order = np.argsort(bands.field - 0.5 * alone)
    field = bands.field[order]
    is_best = np.ones(len(order), dtype=np.bool_)
    is_best[1:] = field[1:] != field[:-1]
    best = order[is_best]
    rival, leader = order[~is_best], best[np.cumsum(is_best)[~is_best] - 1]
    contested = (alone[leader] < 1 - _SAME) & ~_is_within(bands, rival, leader)
    return best, rival[contested], leader[contested]


def _portions(row: Ints, field: Ints) -> Iterator[Ints]:
    """Divide rows so that no field is split, and not too many pairs of bands are compared in one go."""
    if not len(row):
        return
    row = row[np.argsort(field[row], kind="stable")]
    count = np.bincount(field[row])
    portion = (np.cumsum(count**2) // _PAIRS)[field[row]]
    yield from np.split(row, np.flatnonzero(portion[1:] > portion[:-1]) + 1)


def covered_trapezoids(bands: OcclusionBands) -> CoveredTrapezoids:
    """Return what the bands of each field cover together, as trapezoids, field by field."""
    go_on()
    best, rival, _ = _rivals(bands, covered_share_of_each(bands))
    found = [
        (row[cuts.below], row[cuts.above], cuts)
        for row in _portions(np.concatenate((best, rival)), bands.field)
        for cuts in (_cut(bands.take(row)),)
    ]
    return CoveredTrapezoids(
        field=np.concatenate([_NONE, *(cuts.field for _, _, cuts in found)]),
        left=np.concatenate([np.zeros(0), *(cuts.left for _, _, cuts in found)]),
        right=np.concatenate([np.zeros(0), *(cuts.right for _, _, cuts in found)]),
        below=np.concatenate([_NONE, *(below for below, _, _ in found)]),
        above=np.concatenate([_NONE, *(above for _, above, _ in found)]),
    )


def _cut(bands: OcclusionBands) -> CoveredTrapezoids:
    """Cut each field upright wherever the order of its bands' lines changes, and unite the bands between."""
    order = np.argsort(bands.field, kind="stable")
    fields, first, count = np.unique(bands.field[order], return_index=True, return_counts=True)
    owner = np.repeat(np.arange(len(fields)), count)
    where, at = _events(bands.take(order), owner=owner, first=first, count=count)
    ends = np.arange(len(fields))
    where = np.concatenate((where, ends, ends))
    at = np.concatenate((at, np.zeros(len(ends)), np.ones(len(ends))))
    sequence = np.argsort(2 * where + at)
    where, at = where[sequence], at[sequence]
    real = np.flatnonzero((where[1:] == where[:-1]) & (at[1:] - at[:-1] > _SAME))
    left, right, where = at[real], at[real + 1], where[real]

    strip, row = runs(first[where], count[where])
    row = order[row]
    middle = ((left + right) / 2)[strip]
    low, high = bands.low_at(row, middle), bands.high_at(row, middle)
    some = high > low
    strip, row, low, high = strip[some], row[some], low[some], high[some]
    upward = np.argsort(2 * strip + low)
    strip, row, low, high = strip[upward], row[upward], low[upward], high[upward]
    # Two per strip keeps the strips apart, so that one running maximum serves them all.
    reach = 2 * strip + high
    reached = np.maximum.accumulate(reach)
    highest = np.maximum.accumulate(np.where(reach >= reached, np.arange(len(reach)), 0))
    begins = np.ones(len(strip), dtype=np.bool_)
    begins[1:] = 2 * strip[1:] + low[1:] > reached[:-1]
    ends_here = np.append(begins[1:], np.ones(min(len(begins), 1), dtype=np.bool_))
    strip = strip[begins]
    return CoveredTrapezoids(
        field=fields[where[strip]],
        left=left[strip],
        right=right[strip],
        below=row[begins],
        above=row[highest[ends_here]],
    )


def _events(bands: OcclusionBands, *, owner: Ints, first: Ints, count: Ints) -> tuple[Ints, Floats]:
    """Return field and place of every crossing that can bend what the bands cover; bands sorted by field."""
    left = np.stack((bands.low_left, bands.high_left))
    rise = np.stack((bands.low_right, bands.high_right)) - left
    wheres, ats = [], []
    with np.errstate(divide="ignore", invalid="ignore"):
        for bound in (0.0, 1.0):
            at = (bound - left) / rise
            kind, row = np.nonzero((at > 0) & (at < 1))
            wheres.append(owner[row])
            ats.append(at[kind, row])
        # Each band with every later one of its field.
        after = np.arange(len(owner)) - first[owner] + 1
        a, b = runs(np.arange(len(owner)) + 1, count[owner] - after)
        for line_a, line_b in ((0, 0), (1, 1), (0, 1), (1, 0)):
            at = (left[line_b, b] - left[line_a, a]) / (rise[line_a, a] - rise[line_b, b])
            z = left[line_a, a] + at * rise[line_a, a]
            crosses = (at > 0) & (at < 1) & (z > 0) & (z < 1)
            wheres.append(owner[a[crosses]])
            ats.append(at[crosses])
    return np.concatenate(wheres), np.concatenate(ats)


def _is_within(bands: OcclusionBands, row: Ints, other: Ints) -> Bools:
    """Say whether each band of `row` lies, inside the field, within the band of `other`."""
    # One and the same reason must hold on both sides to hold between them.
    floor = (bands.low_left[other] <= 0) & (bands.low_right[other] <= 0)
    same = (bands.low_left[other] <= bands.low_left[row]) & (bands.low_right[other] <= bands.low_right[row])
    upper = (bands.high_left[other] >= bands.high_left[row]) & (
        bands.high_right[other] >= bands.high_right[row]
    )
    return np.asarray((floor | same) & upper)


def _mean_clipped(left: Floats, right: Floats) -> Floats:
    """Return the mean over the field of a straight line's height, cut off at 0 and 1."""
    rise = right - left
    level = (np.abs(rise) < _FLAT) | (np.minimum(left, right) >= 1) | (np.maximum(left, right) <= 0)
    total = _integral(right) - _integral(left)
    return np.where(level, np.clip((left + right) / 2, 0, 1), total / np.where(level, 1.0, rise))


def _integral(z: Floats) -> Floats:
    return 0.5 * np.clip(z, 0, 1) ** 2 + np.maximum(z - 1, 0)


def _clipped(left: Floats, right: Floats, row: Ints, at: Floats) -> Floats:
    start = left[row]
    return np.clip(start + at * (right[row] - start), 0, 1)
