"""Hexes that fill the plane: which hex is a point in, how far apart are two, and which does a line touch?

Hexes are pairs (q, r) of whole numbers, n of them (n, 2). One step along q leads to the east or north-east, one along r
north or north-east of that, sixty degrees counter-clockwise from q. Hex (0, 0) is the one in the south-west corner,
which touches the axes; it is numbered 0101. Columns are numbered eastwards, rows northwards; of hexes with a flat
side north every other column, of those with a corner north every other row, lies half a hex further.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from astrike.dataclass import dataclass
from astrike.geometry.arrays import EPSILON, Bools, Floats, Ints, Shapes, floats, make_polygons

NEIGHBOR_OFFSETS: Ints = np.array([(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)], dtype=np.intp)
"""(6, 2) to each neighbor, clockwise from the one that lies north, or with a corner north from the next one."""
SIDE = 60.0
"""Degrees from one side of a hex to the next."""


@dataclass(frozen=True, slots=True)
class HexLayout:
    """How hexes lie: inches from flat side to flat side, and whether a flat side or a corner points north."""

    across: float
    is_flat: bool

    @property
    def origin(self) -> tuple[float, float]:
        """The centre of hex (0, 0)."""
        corner, side = self.across / math.sqrt(3.0), self.across / 2.0
        return (corner, side) if self.is_flat else (side, corner)

    @property
    def first_side(self) -> float:
        """Direction of the first side from north clockwise, in degrees."""
        return 0.0 if self.is_flat else SIDE / 2.0

    @property
    def axes(self) -> Floats:
        """The two steps (2, 2): along q and along r."""
        apart = self.across * math.sqrt(3.0) / 2.0
        half = self.across / 2.0
        if self.is_flat:
            return np.array([(apart, half), (0.0, self.across)])
        return np.array([(self.across, 0.0), (half, apart)])

    def centre(self, hexes: ArrayLike) -> Floats:
        """Return the centres (n, 2).

        >>> HexLayout(2, is_flat=False).centre([(0, 0), (2, 0)]).round(3).tolist()
        [[1.0, 1.155], [5.0, 1.155]]
        """
        return np.asarray(hex_array(hexes) @ self.axes + self.origin)

    def hex_at(self, places: ArrayLike) -> Ints:
        """Return the hexes (n, 2) that places (n, 2) are in; a place on a border is in one of its hexes.

        >>> HexLayout(2, is_flat=True).hex_at([(0.2, 1.0), (3.0, 2.0)]).tolist()
        [[0, 0], [1, 0]]
        """
        away = floats(places, columns=2) - self.origin
        part: Floats = away @ np.linalg.inv(self.axes)
        return rounded_hexes(part)

    def corners(self, hexes: ArrayLike) -> Floats:
        """Return the corners (n, 6, 2), counter-clockwise."""
        angle = np.radians(SIDE * np.arange(6) + (0.0 if self.is_flat else SIDE / 2.0))
        ring = self.across / math.sqrt(3.0) * np.column_stack((np.cos(angle), np.sin(angle)))
        return np.asarray(self.centre(hexes)[:, None, :] + ring[None, :, :])

    def polygons(self, hexes: ArrayLike) -> Shapes:
        """Return the hexes as polygons (n,), for drawing: corners that several have in common are the same."""
        return make_polygons(np.round(self.corners(hexes), 6))

    def cells(self, hexes: ArrayLike) -> Ints:
        """Return column and row (n, 2), both from 1 in the south-west corner.

        >>> HexLayout(2, is_flat=True).cells([(0, 0), (1, 0), (2, -1)]).tolist()
        [[1, 1], [2, 1], [3, 1]]
        """
        q, r = hex_array(hexes).T
        if self.is_flat:
            return np.column_stack((q + 1, r + q // 2 + 1))
        return np.column_stack((q + r // 2 + 1, r + 1))

    def from_cells(self, cells: ArrayLike) -> Ints:
        """Return the hexes (n, 2) of columns and rows (n, 2)."""
        column, row = (hex_array(cells) - 1).T
        if self.is_flat:
            return np.column_stack((column, row - column // 2))
        return np.column_stack((column - row // 2, row))

    def names(self, hexes: ArrayLike) -> list[str]:
        """Return the numbers of hexes as printed on maps: column and row, two digits each.

        >>> HexLayout(2, is_flat=True).names([(0, 0), (2, 4)])
        ['0101', '0306']
        """
        return [f"{column:02d}{row:02d}" for column, row in self.cells(hexes).tolist()]

    def on(self, width: float, depth: float, *, beyond: float = 0.0) -> Ints:
        """Return the hexes (n, 2) whose centre lies on a table, or so far beside it; by columns."""
        east, north = (max(1, math.ceil(size / (self.across * 0.8)) + 4) for size in (width, depth))
        columns, rows = np.meshgrid(np.arange(-3, east), np.arange(-3, north), indexing="ij")
        found = self.from_cells(np.column_stack((columns.ravel(), rows.ravel())))
        x, y = self.centre(found).T
        pad = beyond + EPSILON
        kept: Ints = found[(x >= -pad) & (x <= width + pad) & (y >= -pad) & (y <= depth + pad)]
        return kept

    def side(self, direction: ArrayLike) -> Floats:
        """Return the direction (n,) of the side nearest to each direction; from a corner clockwise.

        >>> HexLayout(2, is_flat=True).side([10, 359, 30, 90.5]).tolist()
        [0.0, 0.0, 60.0, 120.0]
        """
        turn = np.floor((floats(direction) - self.first_side) / SIDE + 0.5)
        return np.asarray((turn * SIDE + self.first_side) % 360.0)


def hex_array(hexes: ArrayLike) -> Ints:
    """Return hexes as an array (n, 2) of whole numbers."""
    return np.asarray(hexes, dtype=np.intp).reshape(-1, 2)


def rounded_hexes(part: Floats) -> Ints:
    """Return the hexes (n, 2) that fractions of steps (n, 2) lie in.

    >>> rounded_hexes(np.array([(0.2, 0.7), (1.5, -0.6)])).tolist()
    [[0, 1], [2, -1]]
    """
    cube = np.column_stack((part, -part.sum(axis=1)))
    near = np.rint(cube)
    off = np.abs(near - cube)
    worst = off.argmax(axis=1)
    row = np.arange(len(near))
    near[row, worst] -= near.sum(axis=1)
    found: Ints = near[:, :2].astype(np.intp)
    return found


def hexes_between(a: ArrayLike, b: ArrayLike) -> Ints:
    """Return how many hexes it is from each of a to each of b, the last one counted.

    >>> hexes_between([(0, 0), (0, 0)], [(2, -1), (2, 1)]).tolist()
    [2, 3]
    """
    q, r = (hex_array(b) - hex_array(a)).T
    return np.asarray(np.maximum(np.maximum(np.abs(q), np.abs(r)), np.abs(q + r)))


def hex_ring(centre: ArrayLike, radius: int) -> Ints:
    """Return the hexes exactly so far from one: 6 times as many, or itself.

    >>> len(hex_ring((4, 2), 2)), hex_ring((4, 2), 0).tolist()
    (12, [[4, 2]])
    """
    (at,) = hex_array(centre)
    if radius == 0:
        return hex_array(at)
    found = [
        at + NEIGHBOR_OFFSETS[k] * radius + NEIGHBOR_OFFSETS[(k + 2) % 6] * j
        for k in range(6)
        for j in range(radius)
    ]
    return np.array(found, dtype=np.intp)


def hex_disc(centre: ArrayLike, radius: int) -> Ints:
    """Return the hexes at most so far from one.

    >>> [len(hex_disc((0, 0), radius)) for radius in range(4)]
    [1, 7, 19, 37]
    """
    return np.concatenate([hex_ring(centre, k) for k in range(radius + 1)])


# ---- lines


@dataclass(frozen=True, slots=True, eq=False)
class HexLines:
    """The hexes that lines touch: k of them, by line and along it."""

    line: Ints
    """(k,) which line."""
    hexes: Ints
    """(k, 2)"""
    start: Floats
    """(k,) share of the line from its start to where it enters the hex, and ..."""
    end: Floats
    """(k,) ... to where it leaves it."""
    side: Ints
    """(k,) 0 for a hex that the line runs through; where it runs along a border 1 for the hex to its left, -1 for that
    to its right."""


def lines_between(a: ArrayLike, b: ArrayLike) -> HexLines:
    """Return every hex that the lines from centre to centre (n, 2) touch, both ends included.

    A line that runs along a border touches the hexes on both sides; one that meets a mere corner does not touch what
    lies beyond it. Both are told apart in whole numbers, so that no line is a hair off.

    >>> found = lines_between([(0, 0)], [(1, 1)])
    >>> found.hexes.tolist(), found.side.tolist()
    ([[0, 0], [1, 0], [0, 1], [1, 1]], [0, -1, 1, 0])
    """
    origin = hex_array(a)
    way = hex_array(b) - origin
    owner, hexes = _near_lines(way)
    # Across each pair of opposite sides a hex is the strip within 1 of its centre: the line is in it from (off - 1) to
    # (off + 1) of so many parts as the slope is. What all three strips have in common is compared in common parts.
    slope, off = _across(way)[owner], _across(hexes)
    level, steps = slope == 0, np.abs(slope)
    parts = np.where(level, 1, steps).prod(axis=1)
    each = parts[:, None] // np.where(level, 1, steps)
    ahead = off * np.sign(slope)
    low = np.where(level, 0, (ahead - 1) * each).max(axis=1)
    high = np.where(level, parts[:, None], (ahead + 1) * each).min(axis=1)
    start, end = np.maximum(low, 0), np.minimum(high, parts)
    is_point: Bools = (way == 0).all(axis=1)[owner]
    outside = (level & (np.abs(off) > 1)).any(axis=1)
    met: Bools = ~outside & np.where(is_point, (hexes == 0).all(axis=1), end > start)
    beside = (level & (np.abs(off) == 1)).any(axis=1) & ~is_point
    left = np.sign(way[owner, 0] * hexes[:, 1] - way[owner, 1] * hexes[:, 0])
    side = np.where(beside, left, 0)
    order = np.lexsort((side[met], start[met], owner[met]))
    return HexLines(
        line=owner[met][order],
        hexes=(hexes + origin[owner])[met][order],
        start=(start / parts)[met][order],
        end=(end / parts)[met][order],
        side=side[met][order].astype(np.intp),
    )


def _near_lines(way: Ints) -> tuple[Ints, Ints]:
    """Return line (k,) and place (k, 2) of every hex that lines from (0, 0) may touch, in order and each once.

    These are the nearest ones at as many places along each line as it is hexes long, and their neighbors.
    """
    far = hexes_between(np.zeros_like(way), way)
    line = np.repeat(np.arange(len(way)), far + 1)
    along = np.arange(len(line)) - np.repeat(np.cumsum(far + 1) - (far + 1), far + 1)
    near = _nearest(way[line] * along[:, None], np.maximum(far, 1)[line])
    every = np.concatenate([near, *(near + step for step in NEIGHBOR_OFFSETS)])
    owner = np.tile(line, 7)
    if not len(owner):
        return owner, every
    lowest = every.min(axis=0)
    q_count, r_count = every.max(axis=0) - lowest + 1
    number = (owner * q_count + every[:, 0] - lowest[0]) * r_count + every[:, 1] - lowest[1]
    _, first = np.unique(number, return_index=True)
    return owner[first], every[first]


def _nearest(part: Ints, parts: Ints) -> Ints:
    """Return the hexes (n, 2) nearest to places so many parts (n, 2) of a step off, of so many parts (n,) each."""
    cube = np.column_stack((part, -part.sum(axis=1)))
    whole = parts[:, None]
    near = (2 * cube + whole) // (2 * whole)
    worst = np.abs(near * whole - cube).argmax(axis=1)
    near[np.arange(len(near)), worst] -= near.sum(axis=1)
    return np.asarray(near[:, :2])


def way_between(a: ArrayLike, b: ArrayLike, *, left: bool = False) -> Ints:
    """Return a shortest way (n, 2) from one hex to another along the line, both ends included.

    Where the line leads along a border, the hexes to its left or those to its right.

    >>> way_between((0, 0), (1, 1)).tolist(), way_between((0, 0), (1, 1), left=True).tolist()
    ([[0, 0], [1, 0], [1, 1]], [[0, 0], [0, 1], [1, 1]])
    """
    (start,), (end,) = hex_array(a), hex_array(b)
    way = end - start
    count = int(hexes_between(start, end)[0])
    hair = 1e-6 * np.array((-way[0] - 2 * way[1], 2 * way[0] + way[1])) / max(count, 1)
    nudge = hair if left else -hair
    share = np.linspace(0.0, 1.0, count + 1)[:, None]
    found: Ints = rounded_hexes(way * share + nudge) + start
    found[0], found[-1] = start, end
    return found


def _across(hexes: Ints) -> Ints:
    """Return how far hexes lie across each of the three pairs of sides (n, 3), half a hex being 1."""
    q, r = hexes.T
    third = -q - r
    return np.column_stack((q - r, r - third, third - q))
