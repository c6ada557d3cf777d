"""What do zones and the ground look like to a base that stands on the places of a square grid?

A grid has one of its places on the start of a move. Everything is known there as numbers per place: how far the
edge of the base is from a zone (less than 0: how deep in it), and how high the ground is under the centre. Between two
places the zone's border lies where the numbers in between pass 0. Searching the grid is for `grid_paths`.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from astrike.dataclass import dataclass
from astrike.deadline import go_on
from astrike.geometry.arrays import EPSILON, Bools, Floats, Ints, floats, runs
from astrike.geometry.elevation import plane_at
from astrike.geometry.sweeps import Footprint, Zones
from astrike.tolerance import TOUCH

FINEST = 0.125
"""Inches from place to place, as long as there are no more than `MOST_PLACES`."""
MOST_PLACES = 40_000
"""Places within reach and on the table that there may be before they lie farther apart than `FINEST`."""

_PORTION = 60_000
"""Pairs of walls and places that are measured at once, about."""


@dataclass(frozen=True, slots=True, eq=False)
class PlaceGrid:
    """Rows from south to north of places from west to east; place k lies in row k // columns."""

    x: Floats
    """(columns,)"""
    y: Floats
    """(rows,)"""
    step: float
    start: int
    """The place where the move starts."""
    near: Bools
    """(n,) is the place on the table and within reach of the start as the crow flies?"""
    places: Floats
    """(n, 2)"""

    def __len__(self) -> int:
        return len(self.x) * len(self.y)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.y), len(self.x)

    def between(self, values: Floats, points: ArrayLike) -> Floats:
        """Return the values (n,) at any points (k, 2), straight between the four places around each.

        >>> grid = make_grid((0, 0), reach=1, extent=(-5, -5, 5, 5))
        >>> grid.between(grid.places[:, 0] * 2, [(0.3, 0.11)]).round(6).tolist()
        [0.6]
        """
        rows, columns = self.shape
        point = floats(points, columns=2)
        across = np.clip((point[:, 0] - self.x[0]) / self.step, 0.0, columns - 1.0)
        up = np.clip((point[:, 1] - self.y[0]) / self.step, 0.0, rows - 1.0)
        column = np.minimum(across.astype(np.intp), max(columns - 2, 0))
        row = np.minimum(up.astype(np.intp), max(rows - 2, 0))
        right, above = across - column, up - row
        corner = row * columns + column
        east, north = min(columns - 1, 1), columns * min(rows - 1, 1)
        low = values[corner] * (1.0 - right) + values[corner + east] * right
        high = values[corner + north] * (1.0 - right) + values[corner + north + east] * right
        return np.asarray(low * (1.0 - above) + high * above)

    def around(self, point: Floats, steps: int) -> Ints:
        """Return the places up to so many steps from the one nearest to a point, in a square."""
        rows, columns = self.shape
        row, column = divmod(int(self.nearest(point[None])[0]), columns)
        every_row = np.arange(max(row - steps, 0), min(row + steps, rows - 1) + 1)
        every_column = np.arange(max(column - steps, 0), min(column + steps, columns - 1) + 1)
        return np.asarray((every_row[:, None] * columns + every_column[None, :]).ravel())

    def nearest(self, points: ArrayLike) -> Ints:
        """Return the places (k,) nearest to the points (k, 2)."""
        rows, columns = self.shape
        point = floats(points, columns=2)
        column = np.clip(np.rint((point[:, 0] - self.x[0]) / self.step), 0, columns - 1).astype(np.intp)
        row = np.clip(np.rint((point[:, 1] - self.y[0]) / self.step), 0, rows - 1).astype(np.intp)
        return np.asarray(row * columns + column)


def make_grid(
    start: tuple[float, float], *, reach: float, extent: tuple[float, float, float, float]
) -> PlaceGrid:
    """Return the grid around a start, as far as `reach` inches get and the table (w, s, e, n) goes.

    >>> grid = make_grid((1, 1), reach=2, extent=(0, 0, 40, 40))
    >>> grid.shape, grid.step, grid.places[grid.start].tolist()
    ((25, 25), 0.125, [1.0, 1.0])
    """
    x0, y0 = start
    west, south, east, north = extent
    wide = min(x0 - west, reach) + min(east - x0, reach)
    deep = min(y0 - south, reach) + min(north - y0, reach)
    step = max(FINEST, math.sqrt(min(math.pi * reach**2, max(wide, 0.0) * max(deep, 0.0)) / MOST_PLACES))
    left, right = _steps(x0 - west, reach, step), _steps(east - x0, reach, step)
    down, up = _steps(y0 - south, reach, step), _steps(north - y0, reach, step)
    x: Floats = x0 + step * np.arange(-left, right + 1, dtype=np.float64)
    y: Floats = y0 + step * np.arange(-down, up + 1, dtype=np.float64)
    far = np.hypot(x[None, :] - x0, y[:, None] - y0)
    return PlaceGrid(
        x=x,
        y=y,
        step=step,
        start=down * len(x) + left,
        near=(far <= reach + EPSILON).ravel(),
        places=np.column_stack([each.ravel() for each in np.meshgrid(x, y)]),
    )


def _steps(room: float, reach: float, step: float) -> int:
    return max(0, math.floor(min(room, reach) / step + EPSILON))


# ---- zones


def clearances(
    grid: PlaceGrid, zones: Zones, *, group: Ints, count: int, footprint: Footprint, band: float
) -> Floats:
    """Return how far the base is from the zones of each group, at every place: (count, n), below 0 inside.

    `group` (Z,) says which zones are one. Exact within `band` inches of the border of a grown zone, and at least that
    far, with the right sign, beyond. Corners of bases that are not round: a little too near, never on the wrong side.

    >>> from astrike.geometry.bases import rectangle
    >>> from astrike.geometry.sweeps import make_footprint, make_zones
    >>> grid, zone = make_grid((3, 0), reach=2, extent=(-9, -9, 9, 9)), make_zones([rectangle(2, 2, 0)])
    >>> found = clearances(grid, zone, group=np.array([0]), count=1, footprint=make_footprint(radius=0.5), band=2)
    >>> round(float(found[0, grid.start]), 6)
    1.5
    """
    owner = np.repeat(np.asarray(group, dtype=np.intp), np.diff(zones.first))
    found = wall_clearances(
        grid, zones.start, zones.end, group=owner, count=count, footprint=footprint, band=band
    )
    flat = found.reshape(-1)
    inside = _windings(grid, zones.start, zones.end, owner, count).reshape(-1) > 0
    # Inside a zone the nearest edge is as far on the other side of the base's centre as outside on this one.
    flat[inside] = np.minimum(flat[inside], -2.0 * footprint.radius - flat[inside])
    np.minimum(flat, band, out=flat)
    return found


def wall_clearances(
    grid: PlaceGrid,
    start: Floats,
    end: Floats,
    *,
    group: Ints,
    count: int,
    footprint: Footprint,
    band: float,
) -> Floats:
    """Return how far the base is from the walls (w, 2) to (w, 2) of each group at every place: (count, n).

    Walls have no inside. Exact within `band` inches; what is farther away is at `band`.
    """
    rows, columns = grid.shape
    found = np.full(count * rows * columns, float(band))
    # In portions: pairs of walls and places are many, and memory that was needed once stays taken.
    pad = footprint.reach + band
    room = np.hypot(*(end - start).T) * 2.0 * pad + math.pi * pad**2
    portion = (np.cumsum(room / grid.step**2) / _PORTION).astype(np.intp)
    for some in np.split(np.arange(len(start)), np.flatnonzero(np.diff(portion)) + 1):
        wall, place = _near_walls(grid, start[some], end[some], pad)
        at = np.column_stack((grid.x[place % columns], grid.y[place // columns]))
        if footprint.is_round:
            off = _from_segments(at, start[some], (end - start)[some], wall) - footprint.radius
        else:
            off = _from_swollen(at, start[some], end[some], footprint, wall)
        np.minimum.at(found, group[some][wall] * (rows * columns) + place, off)
    return found.reshape(count, rows * columns)


def disc_clearances(
    grid: PlaceGrid, centre: Floats, radius: Floats, *, footprint: Footprint, band: float
) -> Floats:
    """Return how far the base is from the nearest of these discs (d, 2) at every place: (n,)."""
    far = np.full(grid.shape, float(band))
    for (x, y), size in zip(centre.tolist(), radius.tolist(), strict=True):
        pad = footprint.reach + size + band
        west, east = np.searchsorted(grid.x, (x - pad, x + pad)).tolist()
        south, north = np.searchsorted(grid.y, (y - pad, y + pad)).tolist()
        here = far[south:north, west:east]
        if here.size:
            away = np.meshgrid(x - grid.x[west:east], y - grid.y[south:north])
            off = _from_base(np.column_stack([each.ravel() for each in away]), footprint) - size
            np.minimum(here, off.reshape(here.shape), out=here)
    return far.ravel()


def _from_base(point: Floats, footprint: Footprint) -> Floats:
    """Return how far points (k, 2) are from the edge of a base round the origin, below 0 inside."""
    if footprint.is_round:
        return np.asarray(np.hypot(point[:, 0], point[:, 1]) - footprint.radius)
    ahead = np.roll(footprint.corner, -1, axis=0) - footprint.corner
    every = np.arange(len(point))
    edges = [
        _from_segments(point, corner[None], along[None], np.zeros(len(every), dtype=np.intp))
        for corner, along in zip(footprint.corner, ahead, strict=True)
    ]
    beyond = (point @ footprint.side[:, :2].T - footprint.side[:, 2]).max(axis=1)
    return np.asarray(np.where(beyond > 0.0, np.min(edges, axis=0), beyond))


def _near_walls(grid: PlaceGrid, start: Floats, end: Floats, pad: float) -> tuple[Ints, Ints]:
    """Pair each wall with the places within `pad` inches of it, and a few more: row by row, from west to east."""
    go_on()
    rows, columns = grid.shape
    x0, y0, step = grid.x[0], grid.y[0], grid.step
    low = np.minimum(start[:, 1], end[:, 1]) - pad
    high = np.maximum(start[:, 1], end[:, 1]) + pad
    first = np.clip(np.ceil((low - y0) / step), 0, rows).astype(np.intp)
    last = np.clip(np.floor((high - y0) / step), -1, rows - 1).astype(np.intp)
    wall, row = runs(first, np.maximum(last - first + 1, 0))
    # Only the part of the wall within reach of this row counts: what runs aslant stays narrow.
    a, way = start[wall], (end - start)[wall]
    y = grid.y[row]
    is_level = np.abs(way[:, 1]) <= EPSILON
    rise = np.where(is_level, 1.0, way[:, 1])
    one, other = (y - pad - a[:, 1]) / rise, (y + pad - a[:, 1]) / rise
    begin = np.where(is_level, 0.0, np.clip(np.minimum(one, other), 0.0, 1.0))
    finish = np.where(is_level, 1.0, np.clip(np.maximum(one, other), 0.0, 1.0))
    one, other = a[:, 0] + begin * way[:, 0], a[:, 0] + finish * way[:, 0]
    first = np.clip(np.ceil((np.minimum(one, other) - pad - x0) / step), 0, columns).astype(np.intp)
    last = np.clip(np.floor((np.maximum(one, other) + pad - x0) / step), -1, columns - 1).astype(np.intp)
    pair, column = runs(first, np.maximum(last - first + 1, 0))
    return wall[pair], row[pair] * columns + column


def _from_segments(at: Floats, start: Floats, along: Floats, wall: Ints) -> Floats:
    """Return how far the places (k, 2) are from their walls."""
    go_on()
    square = (along**2).sum(axis=1)
    unit = along / np.where(square > 0.0, square, 1.0)[:, None]
    off = at - start[wall]
    share = np.clip((off * unit[wall]).sum(axis=1), 0.0, 1.0)
    off -= share[:, None] * along[wall]
    return np.asarray(np.hypot(off[:, 0], off[:, 1]))


def _from_swollen(at: Floats, start: Floats, end: Floats, footprint: Footprint, wall: Ints) -> Floats:
    """Return how far the places are from the walls grown by the mirrored base: the farthest of its sides."""
    go_on()
    along = end - start
    length = np.hypot(along[:, 0], along[:, 1])
    across = np.column_stack((along[:, 1], -along[:, 0])) / np.where(length > 0.0, length, 1.0)[:, None]
    outwards = -footprint.side[:, :2]
    found = np.full(len(wall), -np.inf)
    for sign in (1.0, -1.0):
        normal = sign * across
        edge = (normal * start).sum(axis=1) + (-(normal @ footprint.corner.T)).max(axis=1)
        np.maximum(found, (at * normal[wall]).sum(axis=1) - edge[wall], out=found)
    for normal, distance in zip(outwards, footprint.side[:, 2], strict=True):
        edge = np.maximum(start @ normal, end @ normal) + distance
        np.maximum(found, at @ normal - edge[wall], out=found)
    return found


def _windings(grid: PlaceGrid, start: Floats, end: Floats, group: Ints, count: int) -> Ints:
    """Return how many zones of each group are around each place: (count, rows * columns)."""
    rows, columns = grid.shape
    edge, row, column, sign = _crossings(grid, start, end)
    change = np.zeros((count, rows, columns + 1), dtype=np.int16)
    np.add.at(change, (group[edge], row, column), sign.astype(np.int16))
    return np.asarray(np.cumsum(change[:, :, :-1], axis=2, dtype=np.int16), dtype=np.intp).reshape(count, -1)


def _crossings(
    grid: PlaceGrid, start: Floats, end: Floats, hair: float = EPSILON
) -> tuple[Ints, Ints, Ints, Ints]:
    """Find where edges cross the rows: edge, row, the first column to the east, and 1 where it enters a zone.

    Places on an edge lie to the east and north of it; with a negative hair to the west and south.
    """
    rows, columns = grid.shape
    low, high = np.minimum(start[:, 1], end[:, 1]), np.maximum(start[:, 1], end[:, 1])
    first = np.clip(np.ceil((low - grid.y[0]) / grid.step - hair), 0, rows).astype(np.intp)
    until = np.clip(np.ceil((high - grid.y[0]) / grid.step - hair), 0, rows).astype(np.intp)
    edge, row = runs(first, np.maximum(until - first, 0))
    a, b = start[edge], end[edge]
    share = (grid.y[row] - a[:, 1]) / (b[:, 1] - a[:, 1])
    x = a[:, 0] + share * (b[:, 0] - a[:, 0])
    column = np.clip(np.ceil((x - grid.x[0]) / grid.step - hair), 0, columns).astype(np.intp)
    # The inside lies to the left of an edge: one that goes down has it to the east.
    return edge, row, column, np.where(b[:, 1] < a[:, 1], 1, -1).astype(np.intp)


# ---- ground


def cells_under(grid: PlaceGrid, zones: Zones, hair: float = EPSILON) -> Ints:
    """Return which of the zones, that do not overlap and fill the table, lies under each place (n,); -1: none.

    Of two that meet under a place it is the eastern or northern one; with a negative hair the other.
    """
    owner = np.repeat(np.arange(len(zones), dtype=np.intp), np.diff(zones.first))
    edge, row, column, sign = _crossings(grid, zones.start, zones.end, hair)
    rows, columns = grid.shape
    change = np.zeros((rows, columns + 1), dtype=np.intp)
    np.add.at(change, (row, column), sign * (owner[edge] + 1))
    # On a seam that two zones draw a hair apart the sum of numbers is none of a zone.
    cell = np.cumsum(change[:, :-1], axis=1).ravel() - 1
    return np.where((cell >= 0) & (cell < len(zones)), cell, -1)


def heights_under(grid: PlaceGrid, zones: Zones, plane: Floats) -> tuple[Floats, Ints]:
    """Return the height of the ground under each place, and its cell: (n,) and (n,); cells are planes a, b, c.

    On an edge the highest ground counts.
    """
    (height, cell), (other, beside) = (_heights_of(grid, zones, plane, hair) for hair in (EPSILON, -EPSILON))
    is_higher = other > height + TOUCH
    return np.where(is_higher, other, height), np.where(is_higher, beside, cell)


def _heights_of(grid: PlaceGrid, zones: Zones, plane: Floats, hair: float) -> tuple[Floats, Ints]:
    cell = cells_under(grid, zones, hair)
    known = np.flatnonzero(cell >= 0)
    height = np.zeros(len(grid))
    height[known] = plane_at(plane[cell[known]], grid.places[known])
    return height, cell
