"""How far, and which way, is the nearest place at which something differs from what it is here?

Squares of a grid are halved where their corners differ, and where something measured comes so near to its bound that
it may pass it between them; squares farther away than the nearest known change are dropped. The nearest is then closed
in on along rays.
"""

from collections.abc import Callable

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools, Floats, Ints

NEARLY = 0.6
"""A measure may pass its bound between the corners of a square where it comes so near to it, in parts of what it
changes by between them."""
MOST_OPEN = 100
"""Squares that are halved at once; of more the nearest."""
PARTS = np.array((0.25, 0.5, 0.75))
"""Where a stretch of a ray is read at once, so that a quarter of it is left."""
ROUNDS = 3
"""Such rounds along a ray."""


@dataclass(frozen=True, slots=True, eq=False)
class PlaceValues:
    """What is so at n places."""

    classes: Ints
    """(n, k) of each of k aspects the number of its class; the same number is the same class."""
    measures: Floats
    """(n, m) what classes hang on, less its bound: it changes evenly, and the class where it passes 0; nan: nothing."""


@dataclass(frozen=True, slots=True)
class SearchGrid:
    """How finely is looked: squares of `coarse` inches at first, halved until they are `fine`."""

    reach: float
    coarse: float
    fine: float
    enough: float
    """So fine is fine enough for every aspect but the first."""
    is_first_alone: bool = False
    """Is nothing but the first aspect looked for?"""
    rays: int = 2
    """Rays to each side of that to the nearest on which it is closed in on, a step of the grid apart."""


@dataclass(frozen=True, slots=True, eq=False)
class NearestChange:
    """The nearest change of one aspect: inches, direction of length 1, and the classes just before and just beyond."""

    inches: float
    toward: tuple[float, float]
    before: Ints
    beyond: Ints


PlaceReading = Callable[[Floats], tuple[Bools, PlaceValues]]
"""Takes displacements (n, 2); gives which of them can be, and what is so at those."""


class ChangeSearch:
    """Looks around one place."""

    def __init__(self, read: PlaceReading, grid: SearchGrid, matters: Bools) -> None:
        """`matters` (m, k): which measure bears on which aspect."""
        self._read, self._grid, self._matters = read, grid, matters
        self.here = np.empty(0, dtype=np.intp)
        """The classes where it stands, known when changes are."""
        self._half = round(grid.reach / grid.fine)
        side = 2 * self._half + 1
        self._row = np.full((side + 2, side + 2), -1, dtype=np.intp)
        """Where the reading of each corner of the grid is; -1 not looked yet, -2 cannot be."""
        count, aspects = matters.shape
        self._classes = np.empty((0, aspects), dtype=np.intp)
        self._measures = np.empty((0, count))
        self._best = np.full(aspects, np.inf)
        self._at = np.zeros((aspects, 2))

    def changes(self, seeds: Floats) -> tuple[NearestChange | None, ...]:
        """Give the nearest change of each aspect, None where there is none within reach."""
        self._take(np.concatenate((np.zeros((1, 2)), seeds)))
        grid, half = self._grid, self._half
        size = round(grid.coarse / grid.fine)
        starts = np.arange(-half, half, size)
        cells = np.stack(np.meshgrid(starts, starts, indexing="ij"), axis=-1).reshape(-1, 2)
        cells = cells[self._near(cells, size) < grid.reach]
        while True:
            self._look(cells, size)
            if size == 1:
                break
            cells = cells[self._is_open(cells, size)]
            cells = cells[np.argsort(self._near(cells, size), kind="stable")[:MOST_OPEN]]
            size //= 2
            shift = np.array(((0, 0), (size, 0), (0, size), (size, size)))
            cells = (cells[:, None, :] + shift).reshape(-1, 2)
            cells = cells[self._near(cells, size) < min(self._best.max(), grid.reach)]
            if not len(cells):
                break
        return self._closed_in()

    # ---- the grid

    def _near(self, cells: Ints, size: int) -> Floats:
        """Give how near each cell comes: its nearest corner, for no cell lies across an axis."""
        nearest = np.where(cells >= 0, cells, cells + size)
        found: Floats = np.hypot(nearest[:, 0], nearest[:, 1]) * self._grid.fine
        return found

    def _corners(self, cells: Ints, size: int) -> Ints:
        """Give the four corners (n, 4, 2) of each cell."""
        shift = np.array(((0, 0), (size, 0), (0, size), (size, size)))
        found: Ints = cells[:, None, :] + shift
        return found

    def _look(self, cells: Ints, size: int) -> None:
        corner = np.unique(self._corners(cells, size).reshape(-1, 2), axis=0)
        x, y = (corner + self._half).T
        new = self._row[x, y] == -1
        corner, x, y = corner[new], x[new], y[new]
        if not len(corner):
            return
        can, rows = self._take(corner * self._grid.fine)
        self._row[x[~can], y[~can]] = -2
        self._row[x[can], y[can]] = rows

    def _take(self, places: Floats) -> tuple[Bools, Ints]:
        """Read places and remember the nearest change of each aspect."""
        can, reading = self._read(places)
        rows = len(self._classes) + np.arange(int(can.sum()))
        if not len(self.here):
            self.here = reading.classes[0]
        self._classes = np.concatenate((self._classes, reading.classes))
        self._measures = np.concatenate((self._measures, reading.measures))
        there = places[can]
        if len(there):
            far = np.hypot(there[:, 0], there[:, 1])
            away = np.where(reading.classes != self.here, far[:, None], np.inf)
            k = np.argmin(away, axis=0)
            nearest = away[k, np.arange(away.shape[1])]
            better = nearest < np.minimum(self._best, self._grid.reach)
            self._best[better], self._at[better] = nearest[better], there[k[better]]
        return can, rows

    def _is_open(self, cells: Ints, size: int) -> Bools:
        """May a nearer change than is known lie in these cells?"""
        corner = self._corners(cells, size) + self._half
        row = self._row[corner[..., 0], corner[..., 1]]
        there = row >= 0
        row = np.where(there, row, 0)
        near = self._near(cells, size)
        wanted = near[:, None] < np.minimum(self._best, self._grid.reach)
        wanted[:, 1:] &= size * self._grid.fine > self._grid.enough and not self._grid.is_first_alone
        differs = (self._classes[row] != self.here) & there[..., None]
        mixed = (differs.any(axis=1) & wanted).any(axis=1)
        value = np.where(there[..., None], self._measures[row], np.nan)
        low, high = np.fmin.reduce(value, axis=1), np.fmax.reduce(value, axis=1)
        with np.errstate(invalid="ignore"):
            nears = (low * high > 0.0) & (np.minimum(np.abs(low), np.abs(high)) < NEARLY * (high - low))
        reported = (
            self._distinguished()[row].all(axis=1)
            if wanted[:, 0].any()
            else np.zeros(value.shape[::2], dtype=np.bool_)
        )
        asked = (wanted[:, 1:] @ self._matters[:, 1:].T) | (wanted[:, :1] & self._matters[:, 0] & ~reported)
        found: Bools = mixed | (nears & asked).any(axis=1)
        return found

    def _distinguished(self) -> Bools:
        """Say at which places, and of which measures (n, m), it is known that the first aspect does not hang on them.

        Where a place has been read that is the same but for one measure on the other side of its bound, and the class
        is the same too.
        """
        alone = ~self._matters[:, 1:].any(axis=0)
        count = self._matters.shape[0]
        side = (self._measures > 0.0) @ (1 << np.arange(count))
        keys = np.column_stack((self._classes[:, 1:][:, alone], side))
        kinds, first, kind = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        verdict = self._classes[first, 0].copy()
        verdict[kind[self._classes[:, 0] != verdict[kind]]] = -1
        known = {tuple(key): one for key, one in zip(kinds.tolist(), verdict.tolist(), strict=True)}
        reported = np.zeros((len(kinds), count), dtype=np.bool_)
        for k, (*same, bits) in enumerate(kinds.tolist()):
            for m in range(count):
                other = known.get((*same, bits ^ (1 << m)), -1)
                reported[k, m] = other >= 0 and other == verdict[k]
        found: Bools = reported[kind.reshape(-1)]
        return found

    # ---- along rays

    def _closed_in(self) -> tuple[NearestChange | None, ...]:
        """Close in on the nearest change of each aspect along rays beside each other."""
        found = np.flatnonzero(np.isfinite(self._best))
        found = found[found == 0] if self._grid.is_first_alone else found
        changes: list[NearestChange | None] = [None] * len(self.here)
        if not len(found):
            return tuple(changes)
        fine, far = self._grid.fine, self._best[found]
        spread = np.arange(-self._grid.rays, self._grid.rays + 1)
        step = fine / np.maximum(far, 2.0 * fine)
        angle = np.arctan2(self._at[found, 1], self._at[found, 0])[:, None] + spread * step[:, None]
        aspect = np.repeat(found, len(spread))
        heading = np.stack((np.cos(angle), np.sin(angle)), axis=-1).reshape(-1, 2)
        high = np.repeat(far, len(spread))
        low = np.maximum(high - 2.5 * fine, 0.0)
        ends = np.concatenate((heading * high[:, None], heading * low[:, None]))
        differs, classes = self._differs(ends, np.tile(aspect, 2))
        (is_beyond, starts), (beyond, before) = differs.reshape(2, -1), classes.reshape(2, len(aspect), -1)
        low[starts], before[starts] = 0.0, self.here
        rays = np.flatnonzero(is_beyond)
        for _ in range(ROUNDS + (1 if starts.any() else 0)):
            far = low[rays, None] + (high - low)[rays, None] * PARTS
            places = (heading[rays, None, :] * far[..., None]).reshape(-1, 2)
            differs, classes = self._differs(places, np.repeat(aspect[rays], len(PARTS)))
            differs, classes = differs.reshape(far.shape), classes.reshape(*far.shape, -1)
            first = np.where(differs.any(axis=1), differs.argmax(axis=1), len(PARTS))
            (ends,), (begins,) = np.nonzero(first < len(PARTS)), np.nonzero(first > 0)
            high[rays[ends]], beyond[rays[ends]] = far[ends, first[ends]], classes[ends, first[ends]]
            low[rays[begins]] = far[begins, first[begins] - 1]
            before[rays[begins]] = classes[begins, first[begins] - 1]
        high[~is_beyond] = np.inf
        for row, k in zip(high.reshape(-1, len(spread)), found.tolist(), strict=True):
            at = int(np.argmin(row)) + len(spread) * int(np.flatnonzero(found == k)[0])
            changes[k] = NearestChange(
                float(high[at]), (float(heading[at, 0]), float(heading[at, 1])), before[at], beyond[at]
            )
        return tuple(changes)

    def _differs(self, places: Floats, aspect: Ints) -> tuple[Bools, Ints]:
        """Say at which places an aspect's class is another one, and give all classes there."""
        can, reading = self._read(places)
        classes = np.broadcast_to(self.here, (len(places), len(self.here))).copy()
        classes[can] = reading.classes
        every = np.arange(len(places))
        differs: Bools = classes[every, aspect] != self.here[aspect]
        return differs, classes
