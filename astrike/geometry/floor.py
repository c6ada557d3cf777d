"""How high is the ground along a path, and where does a moving base stand on two heights at once?

The ground is cut into cells that do not overlap: hills and ramps, the plain around them, the bottoms of waters, and
covers such as decks and roofs, which hide what lies under them. What a step is worth is for the caller.
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from astrike.geometry.arrays import (
    EPSILON,
    TOUCH,
    Bools,
    Floats,
    Ints,
    Shapes,
    areas,
    close_pairs,
    floats,
    intersections,
    lengths,
    make_box,
    neighbours,
    opened,
    polygons_of,
    remainder,
    segments,
    shape_array,
    union,
)
from astrike.geometry.prisms import Prisms
from astrike.geometry.relief import highest_cells, plane_at
from astrike.geometry.sweep import (
    Footprint,
    Spans,
    Track,
    Zones,
    make_zones,
    swept,
    under_centre,
)

_CRACK = 4 * TOUCH
"""Inches below which a gap between cells is no gap: what typed-in edges that should meet may be apart."""
_SAME = 7
"""Decimals to which the planes of two cells agree that are one piece of ground."""


@dataclass(frozen=True, slots=True, eq=False)
class Cliffs:
    """Straight borders (k,) between two cells each, and the heights of the ground on both sides at both ends."""

    segments: Floats
    """(k, 2, 2) from one end to the other."""
    cells: Ints
    """(k, 2) the cells on both sides, and on each side ..."""
    z: Floats
    """(k, 2, 2) ... the height at the first end and at the last."""

    def __len__(self) -> int:
        return len(self.cells)


@dataclass(frozen=True, slots=True, eq=False)
class Floor:
    """C cells that do not overlap and fill the table, each under one plane z = a + b x + c y."""

    polygons: Shapes
    """(C,)"""
    plane: Floats
    """(C, 3) a, b, c of where one stands: in water its bottom."""
    depth: Floats
    """(C,) of the water there; 0 where there is none."""
    cover: Ints
    """(C,) the cover that the cell is the top of; -1 for the ground."""
    is_level: Bools
    """(C,)"""
    zones: Zones
    """The cells, ready for sweeping; the plain at 0 comes last. Most of a table is plain, and often not asked for:"""
    raised: Zones
    """all other cells, by the same numbers, and ..."""
    plain: Zones
    """... the plain by itself."""
    cliffs: Cliffs
    """The borders of sloped cells."""

    def __len__(self) -> int:
        return len(self.polygons)


# ---- cutting


def make_floor(
    ground: Prisms,
    *,
    extent: tuple[float, float, float, float],
    waters: Shapes,
    depths: ArrayLike,
    covers: Shapes,
    cover_levels: ArrayLike,
) -> Floor:
    """Return the cells of the table: west, south, east, north of its extent.

    The ground is the highest hill or ramp, or 0. In water one stands so deep below it, the deepest of several. Covers
    hide what is under them, of several the highest.

    >>> from astrike.geometry.prisms import make_prisms
    >>> from astrike.geometry.bases import rectangle
    >>> hill = make_prisms([rectangle(2, 2, facing=0)], bottom=[0], top=[3], piece=[0])
    >>> none = shape_array([])
    >>> floor = make_floor(hill, extent=(-9, -9, 9, 9), waters=none, depths=[], covers=none, cover_levels=[])
    >>> floor.plane[:, 0].tolist(), areas(floor.polygons).tolist()
    ([3.0, 0.0], [4.0, 320.0])
    """
    table = make_box(extent)
    hills = highest_cells(ground.polygons, ground.top, ground.lowest)
    plain = _real(remainder(table, hills.polygons))
    cells = _Cells(
        np.concatenate((hills.polygons, plain)),
        np.concatenate((hills.plane, np.zeros((len(plain), 3)))),
        np.zeros(len(hills.polygons) + len(plain)),
        np.full(len(hills.polygons) + len(plain), -1, dtype=np.intp),
    )
    deep = floats(depths)
    ponds, pond = _topmost(waters[deep > 0.0], deep[deep > 0.0])
    cells = _flooded(cells, ponds, deep[deep > 0.0][pond])
    level = floats(cover_levels)
    tops, top = _topmost(covers, level)
    cells = _covered(cells, tops, level[top], top)
    cells = _in_one(cells)
    is_plain = (cells.ground == 0.0).all(axis=1) & (cells.depth == 0.0) & (cells.cover < 0)
    order = np.argsort(is_plain, kind="stable")
    cells = cells.parts(cells.polygons[order], order)
    zones = make_zones(cells.polygons)
    plane = cells.ground - cells.depth[:, None] * np.array((1.0, 0.0, 0.0))
    is_level = np.hypot(plane[:, 1], plane[:, 2]) <= EPSILON
    first_plain = len(zones) - int(np.count_nonzero(is_plain))
    return Floor(
        polygons=zones.polygons,
        plane=plane,
        depth=cells.depth,
        cover=cells.cover,
        is_level=is_level,
        zones=zones,
        raised=zones.take(np.arange(first_plain)),
        plain=zones.take(np.arange(first_plain, len(zones))),
        cliffs=_cliffs(zones, plane, is_level),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """Polygons (c,) that do not overlap, the plane of the ground in each, its water's depth and its cover."""

    polygons: Shapes
    ground: Floats
    depth: Floats
    cover: Ints

    def parts(self, polygons: Shapes, cell: Ints) -> "_Cells":
        """Return these polygons as parts of those cells."""
        return _Cells(polygons, self.ground[cell], self.depth[cell], self.cover[cell])


def _topmost(shapes: Shapes, level: Floats) -> tuple[Shapes, Ints]:
    """Return parts (k,) of the shapes that do not overlap, and the shape of each: the highest keeps what it covers."""
    found: list[object] = []
    source: list[int] = []
    one, other = neighbours(shapes, shapes)
    for k, shape in enumerate(shapes):
        rivals = other[one == k]
        above = rivals[(level[rivals] > level[k]) | ((level[rivals] == level[k]) & (rivals < k))]
        parts = _real(remainder(shape, shapes[above]))
        found += [*parts]
        source += [k] * len(parts)
    return shape_array(found), np.array(source, dtype=np.intp)


def _flooded(cells: _Cells, ponds: Shapes, depth: Floats) -> _Cells:
    """Return the cells cut along the ponds, which do not overlap."""
    cell, pond = neighbours(cells.polygons, ponds)
    found = [_outside(cells, cell, ponds[pond])]
    for k, p, common in zip(cell, pond, intersections(cells.polygons[cell], ponds[pond]), strict=True):
        parts = _real(polygons_of(common))
        wet = cells.parts(parts, np.full(len(parts), k))
        found.append(replace(wet, depth=np.full(len(parts), depth[p])))
    return _joined(found)


def _covered(cells: _Cells, tops: Shapes, level: Floats, cover: Ints) -> _Cells:
    """Return the cells without what is under the covers, which do not overlap, and the tops of those."""
    cell, top = neighbours(cells.polygons, tops)
    ground = np.column_stack((level, np.zeros((len(level), 2))))
    return _joined([_outside(cells, cell, tops[top]), _Cells(tops, ground, np.zeros(len(tops)), cover)])


def _outside(cells: _Cells, cell: Ints, shapes: Shapes) -> _Cells:
    """Return the cells without these shapes, each near one of the cells (m,)."""
    touched = np.unique(cell)
    rest: list[object] = []
    source: list[int] = []
    for k in touched:
        parts = _real(remainder(cells.polygons[k], shapes[cell == k]))
        rest += [*parts]
        source += [int(k)] * len(parts)
    free = np.setdiff1d(np.arange(len(cells.polygons)), touched)
    kept = np.concatenate((free, np.array(source, dtype=np.intp)))
    return cells.parts(np.concatenate((cells.polygons[free], shape_array(rest))), kept)


def _joined(several: list[_Cells]) -> _Cells:
    return _Cells(
        np.concatenate([some.polygons for some in several]),
        np.concatenate([some.ground for some in several]),
        np.concatenate([some.depth for some in several]),
        np.concatenate([some.cover for some in several]),
    )


def _in_one(cells: _Cells) -> _Cells:
    """Return cells of the same ground that touch as one cell, and without cracks that noise left between others."""
    row: Floats = np.column_stack(
        (np.round(np.column_stack((cells.ground, cells.depth)), _SAME), cells.cover)
    )
    _, first, group = np.unique(row, axis=0, return_index=True, return_inverse=True)
    found: list[_Cells] = []
    for number, k in enumerate(first):
        alike = cells.polygons[group == number]
        parts = _without_cracks(union(alike) if len(alike) > 1 else alike)
        found.append(cells.parts(parts, np.full(len(parts), k)))
    return _joined(found)


def _without_cracks(polygons: Shapes) -> Shapes:
    wide = opened(polygons, TOUCH)
    # What is cut off has a long edge, however little area.
    is_cracked = lengths(wide) < lengths(polygons) - 100 * TOUCH
    return np.concatenate((polygons[~is_cracked], *(polygons_of(shape) for shape in wide[is_cracked])))


def _real(polygons: Shapes) -> Shapes:
    """Return the polygons that are more than noise of computing."""
    return polygons[areas(polygons) > EPSILON * lengths(polygons)]


# ---- borders


def _cliffs(zones: Zones, plane: Floats, is_level: Bools) -> Cliffs:
    """Return the borders of the sloped cells: where an edge of one runs along an edge of another cell."""
    owner = np.repeat(np.arange(len(zones), dtype=np.intp), np.diff(zones.first))
    lines = segments(zones.start, zones.end)
    sloped = np.flatnonzero(~is_level[owner])
    one, other = close_pairs(lines[sloped], lines, _CRACK)
    one = sloped[one]
    # Of two sloped cells the border is found from both sides.
    apart = (owner[one] < owner[other]) | ((owner[one] != owner[other]) & is_level[owner[other]])
    one, other = one[apart], other[apart]
    heading, start = zones.heading[one], zones.start[one]
    along, aside = np.empty((2, len(one))), np.empty((2, len(one)))
    for end, place in enumerate((zones.start[other], zones.end[other])):
        away = place - start
        along[end] = (away * heading).sum(axis=1)
        aside[end] = heading[:, 0] * away[:, 1] - heading[:, 1] * away[:, 0]
    low = np.maximum(along.min(axis=0), 0.0)
    high = np.minimum(along.max(axis=0), zones.length[one])
    run = along[1] - along[0]
    real = high - low > _CRACK
    for at in (low, high):
        share = (at - along[0]) / np.where(run == 0.0, 1.0, run)
        real &= np.abs(aside[0] + (aside[1] - aside[0]) * share) <= _CRACK
    one, other, low, high = one[real], other[real], low[real], high[real]
    ends = zones.start[one][:, None] + zones.heading[one][:, None] * np.stack((low, high), axis=1)[:, :, None]
    cells = np.stack((owner[one], owner[other]), axis=1)
    z = plane[cells][:, :, None, 0] + (plane[cells][:, :, None, 1:] * ends[:, None]).sum(axis=3)
    return Cliffs(ends, cells, z)


def cliffs_over(cliffs: Cliffs, limit: float) -> Cliffs:
    """Return the parts of the borders where the ground on both sides differs by more than the limit."""
    drop = cliffs.z[:, 0] - cliffs.z[:, 1]
    found: list[Cliffs] = []
    for sign in (1.0, -1.0):
        first, last = (sign * drop - limit - TOUCH).T
        rise = last - first
        cut = -first / np.where(rise == 0.0, 1.0, rise)
        low = np.where(first > 0.0, 0.0, np.where(last > 0.0, cut, np.inf))
        high = np.where(last > 0.0, 1.0, np.where(first > 0.0, cut, -np.inf))
        kept = np.flatnonzero(low < high)
        share = np.stack((low, high), axis=1)[kept]
        ends = cliffs.segments[kept, :1] + np.diff(cliffs.segments[kept], axis=1) * share[:, :, None]
        z = cliffs.z[kept, :, :1] + np.diff(cliffs.z[kept], axis=2) * share[:, None, :]
        found.append(Cliffs(ends, cliffs.cells[kept], z))
    return Cliffs(
        np.concatenate([some.segments for some in found]),
        np.concatenate([some.cells for some in found]),
        np.concatenate([some.z for some in found]),
    )


def steep_cells(floor: Floor, ratio: float) -> Ints:
    """Return the cells (k,) that rise by more than so much per inch of travel in their steepest direction."""
    steep: Ints = np.flatnonzero(np.hypot(floor.plane[:, 1], floor.plane[:, 2]) > ratio + TOUCH)
    return steep


# ---- under the centre


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """Straight parts (k,) of the height under the centre, in order of travel; what lies between two is a step."""

    start: Floats
    end: Floats
    z_start: Floats
    z_end: Floats
    cell: Ints

    def __len__(self) -> int:
        return len(self.cell)

    def part_at(self, at: float) -> int:
        """Return the part after so many inches of travel, the later one where two meet."""
        return max(bisect_right(self.start.tolist(), at + TOUCH) - 1, 0)

    def level_on(self, part: int, at: float) -> float:
        """Return the height on a part after so many inches of travel."""
        start, end = float(self.start[part]), float(self.end[part])
        low, high = float(self.z_start[part]), float(self.z_end[part])
        if low == high or end <= start:
            return low
        return low + (high - low) * min(max((at - start) / (end - start), 0.0), 1.0)

    def level_before(self, at: float) -> float:
        """Return the height just before so many inches of travel, a step there left out.

        >>> step = Profile(*(np.array(each) for each in ([0.0, 3.0], [3.0, 5.0], [0.0, 2.0], [0.0, 4.0], [0, 1])))
        >>> step.level_before(3), step.level_after(3), step.level_after(4), step.levels_between(1, 4)
        (0.0, 2.0, 3.0, [0.0, 2.0, 0.0, 3.0])
        """
        part = bisect_left(self.start.tolist(), at - TOUCH) - 1
        return self.level_on(min(max(part, 0), len(self) - 1), at)

    def level_after(self, at: float) -> float:
        """Return the height after so many inches of travel, a step there included."""
        return self.level_on(self.part_at(at), at)

    def levels_between(self, start: float, end: float) -> list[float]:
        """Return the heights from so many inches of travel to so many: at both ends and at every bend."""
        inside = (self.start < end + TOUCH) & (self.end > start - TOUCH)
        return [
            self.level_after(start),
            *self.z_start[inside & (self.start >= start)].tolist(),
            *self.z_end[inside & (self.end <= end)].tolist(),
            self.level_before(end),
        ]


def height_along(track: Track, floor: Floor) -> Profile:
    """Return how high the ground under the centre is along the path.

    On an edge the highest ground counts, and of equally high ground the deepest water. A corner that is only
    touched on the way does not count; one on which the path begins or ends does. The plain and whatever is beyond
    the table is at 0 and cell -1.
    """
    spans = under_centre(track, floor.raised)
    whole = (spans.start <= EPSILON) & (spans.end >= track.total - EPSILON)
    ways = _of(spans, (spans.end - spans.start > _CRACK) | whole)
    mark = np.sort(np.concatenate((ways.start, ways.end, track.offset)))
    mark = mark[np.diff(mark, prepend=-1.0) > EPSILON]
    start, end = mark[:-1], mark[1:]
    cell = _cells_at(track, floor, ways, (start + end) / 2)
    real = (cell >= 0) | (end - start > _CRACK) | (track.total <= _CRACK)
    start, end, cell = start[real], end[real], cell[real]
    # What a crack takes away, the part before it gets.
    end[:-1] = start[1:]
    z_start, z_end = _heights(track, floor, start, end, cell)
    # The path begins and ends where the unit stands, be it on a corner that the rest of the path leaves at once.
    ends = np.array((0.0, track.total))
    standing = _cells_at(track, floor, spans, ends)
    z_standing, _ = _heights(track, floor, ends, ends, standing)
    first = not len(cell) or abs(z_start[0] - z_standing[0]) > TOUCH
    last = len(cell) > 0 and abs(z_end[-1] - z_standing[1]) > TOUCH
    profile = Profile(
        *(
            np.concatenate((one[:1] if first else one[:0], many, one[1:] if last else one[:0]))
            for one, many in (
                (ends, start),
                (ends, end),
                (z_standing, z_start),
                (z_standing, z_end),
                (standing, cell),
            )
        )
    )
    return _run_together(profile)


def _of(spans: Spans, chosen: Bools) -> Spans:
    return Spans(spans.zone[chosen], spans.start[chosen], spans.end[chosen])


def _cells_at(track: Track, floor: Floor, spans: Spans, at: Floats) -> Ints:
    """Return the cell (m,) that counts after so many inches (m,); -1 where there is none."""
    if not len(spans):
        return np.full(len(at), -1, dtype=np.intp)
    here = (spans.start <= at[:, None] + EPSILON) & (spans.end >= at[:, None] - EPSILON)
    x, y = track.at(at).T[:, :, None]
    a, b, c = floor.plane[spans.zone].T
    depth = floor.depth[spans.zone]
    ground = np.where(here, a + b * x + c * y + depth, -np.inf)
    is_highest = here & (ground >= ground.max(axis=1, keepdims=True) - TOUCH)
    deepest = np.where(is_highest, depth, -np.inf).argmax(axis=1)
    return np.where(here.any(axis=1), spans.zone[deepest], -1)


def _heights(track: Track, floor: Floor, start: Floats, end: Floats, cell: Ints) -> tuple[Floats, Floats]:
    """Return the height where each part begins and where it ends; it lies on one leg."""
    leg = track.leg_at((start + end) / 2)
    origin, heading = track.start[leg], track.heading[leg]
    plane = np.where(cell[:, None] >= 0, floor.plane[cell], 0.0) if len(floor) else np.zeros((len(cell), 3))
    rise = (plane[:, 1:] * heading).sum(axis=1)
    base = plane_at(plane, origin) - rise * track.offset[leg]
    return base + rise * start, base + rise * end


def _run_together(profile: Profile) -> Profile:
    """Return the profile with parts of one cell that go on straight as one."""
    length = profile.end - profile.start
    rise = (profile.z_end - profile.z_start) / np.where(length == 0.0, 1.0, length)
    same = profile.cell[1:] == profile.cell[:-1]
    same &= np.abs(profile.z_start[1:] - profile.z_end[:-1]) <= EPSILON
    same &= np.abs(np.diff(rise)) <= EPSILON
    first = np.flatnonzero(np.append(True, ~same))
    last = np.append(first[1:], len(profile)) - 1
    return Profile(
        profile.start[first],
        profile.end[last],
        profile.z_start[first],
        profile.z_end[last],
        profile.cell[first],
    )


# ---- under the base


class Straddle(NamedTuple):
    """From `start` to `end` inches along the path the base is over ground of two heights at once."""

    start: float
    end: float
    low: float
    high: float


def straddles(
    track: Track, footprint: Footprint, floor: Floor, limit: float, *, over: Spans | None = None
) -> list[Straddle]:
    """Return where the base is over ground that differs by more than the limit, in order of travel.

    Level cells count whenever they are under the base at the same time. A sloped cell counts where the base is over
    a border of it at which the ground drops by more than the limit. Of one stretch the largest difference is told.
    `over`: where the base is over `floor.raised`, if that is known already.

    >>> from astrike.geometry.prisms import make_prisms
    >>> from astrike.geometry.bases import rectangle
    >>> hill = make_prisms([rectangle(2, 2, facing=0)], bottom=[0], top=[3], piece=[0])
    >>> none = shape_array([])
    >>> floor = make_floor(hill, extent=(-9, -9, 9, 9), waters=none, depths=[], covers=none, cover_levels=[])
    >>> from astrike.geometry.sweep import make_footprint, make_track
    >>> track, footprint = make_track([(-5, 0), (0, 0)]), make_footprint(radius=0.5)
    >>> [[round(number, 6) for number in found] for found in straddles(track, footprint, floor, limit=2)]
    [[3.5, 4.5, 0.0, 3.0]]
    """
    limit = max(limit, 0.0)  # less than no difference is none
    cells = swept(track, footprint, floor.raised) if over is None else over
    found = _over_levels(track, footprint, floor, limit, cells)
    if not floor.is_level[cells.zone].all():
        found += _over_cliffs(track, footprint, floor, limit)
    # Where several begin at once, noise does not order them.
    return sorted(found, key=lambda one: (round(one.start, 6), round(one.end, 6), one.low, one.high))


def _over_levels(
    track: Track, footprint: Footprint, floor: Floor, limit: float, spans: Spans
) -> list[Straddle]:
    spans = _of(spans, floor.is_level[spans.zone])
    height = floor.plane[spans.zone, 0]
    low, high = min(height.min(initial=np.inf), 0.0), max(height.max(initial=-np.inf), 0.0)
    if high - low <= limit + TOUCH:
        return []
    plain = swept(track, footprint, floor.plain)
    spans = Spans(
        np.concatenate((spans.zone, plain.zone + len(floor.raised))),
        np.concatenate((spans.start, plain.start)),
        np.concatenate((spans.end, plain.end)),
    )
    mark = np.sort(np.concatenate((spans.start, spans.end)))
    start, end = mark[:-1], mark[1:]
    # Where the base leaves one cell as it comes to another, it stands on both by a touch only.
    real = end - start > (2 * TOUCH if track.total > 2 * TOUCH else -1.0)
    start, end = start[real], end[real]
    middle = (start + end)[:, None] / 2
    here = (spans.start <= middle) & (spans.end >= middle)
    z = floor.plane[spans.zone, 0]
    low, high = np.where(here, z, np.inf).min(axis=1), np.where(here, z, -np.inf).max(axis=1)
    found: list[Straddle] = []
    for k in np.flatnonzero(high - low > limit + TOUCH).tolist():
        part = Straddle(float(start[k]), float(end[k]), float(low[k]), float(high[k]))
        if found and part.start <= found[-1].end + 2 * TOUCH:
            before = found.pop()
            worse = max(before, part, key=lambda one: one.high - one.low)
            part = Straddle(before.start, part.end, worse.low, worse.high)
        found.append(part)
    return found


def _over_cliffs(track: Track, footprint: Footprint, floor: Floor, limit: float) -> list[Straddle]:
    if not len(floor.cliffs):
        return []
    cliffs, zones = _cliff_zones(floor, limit)
    spans = swept(track, footprint, zones)
    place = track.at((spans.start + spans.end) / 2)
    first, last = cliffs.segments[spans.zone, 0], cliffs.segments[spans.zone, 1]
    way = last - first
    share = np.clip(((place - first) * way).sum(axis=1) / (way**2).sum(axis=1), 0.0, 1.0)
    z = cliffs.z[spans.zone]
    z_there = z[:, :, 0] + (z[:, :, 1] - z[:, :, 0]) * share[:, None]
    return [
        Straddle(float(start), float(end), float(heights.min()), float(heights.max()))
        for start, end, heights in zip(spans.start, spans.end, z_there, strict=True)
    ]


@lru_cache(maxsize=64)
def _cliff_zones(floor: Floor, limit: float) -> tuple[Cliffs, Zones]:
    """Return the borders with more of a drop, and as areas without width: there and back."""
    cliffs = cliffs_over(floor.cliffs, limit)
    one, other = cliffs.segments[:, 0], cliffs.segments[:, 1]
    start, end = (np.stack(ends, axis=1).reshape(-1, 2) for ends in ((one, other), (other, one)))
    length: Floats = np.hypot(*(end - start).T)
    zones = Zones(
        polygons=segments(one, other),
        box=np.concatenate((np.minimum(one, other), np.maximum(one, other)), axis=1),
        start=start,
        end=end,
        heading=(end - start) / length[:, None],
        length=length,
        first=np.arange(len(cliffs) + 1, dtype=np.intp) * 2,
    )
    return cliffs, zones
