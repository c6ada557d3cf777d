"""Along which lines does the ground fall or rise too far for a base to be on both sides?

Level ground counts as soon as the base is over two heights at once, also across a terrace that is narrower than the
base; sloped ground counts at its borders. Lines cannot say everything about narrow terraces: from above, and where
they run together aslant, a line may stop a little early. Where that matters, `free_space` has the places themselves.
What is too far is for the caller.
"""

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import (
    Bools,
    Box,
    Floats,
    Ints,
    Shapes,
    corner_counts,
    corners_of,
    cut_small,
    holders,
    in_reach,
    intersections,
    joined_lines,
    make_box,
    make_polygons,
    parts_of,
    segments,
    shape_array,
    touching_pairs,
)
from astrike.geometry.elevation import plane_at
from astrike.geometry.ground_partition import GroundPartition, cliffs_over
from astrike.tolerance import TOUCH

_SAME = 6
"""Decimals to which heights are the same."""
_NO_CELLS: Ints = np.empty(0, dtype=np.intp)
_HAIR = 4 * TOUCH
"""Inches of border that are no more than noise."""
_CORNERS = 400
"""Corners of a shape that is tested as a whole."""


@dataclass(frozen=True, slots=True, eq=False)
class DropEdges:
    """Lines (k,) along the edge of the higher ground, and how high that is: (k,)."""

    lines: Shapes
    high: Floats

    def __len__(self) -> int:
        return len(self.lines)


def drop_edges(
    floor: GroundPartition, most: float, *, width: float, box: Box, without: Ints = _NO_CELLS
) -> DropEdges:
    """Return where no base so wide gets over: heights on both sides that differ by more than `most`.

    Cells `without` anybody on them are left out: whoever is barred there comes to no edge of theirs.

    >>> from astrike.geometry.arrays import lengths
    >>> from astrike.geometry.bases import rectangle
    >>> from astrike.geometry.ground_partition import make_ground_partition
    >>> from astrike.geometry.prisms import make_prisms
    >>> hill = make_prisms([rectangle(2, 2, facing=0)], bottom=[0], top=[3], piece=[0])
    >>> none = shape_array([])
    >>> floor = make_ground_partition(hill, extent=(-9, -9, 9, 9), waters=none, depths=[], covers=none, cover_levels=[])
    >>> [lengths(drop_edges(floor, most, width=1, box=(-9, -9, 9, 9)).lines).tolist() for most in (2, 3)]
    [[8.0], []]
    """
    sloped = cliffs_over(floor.cliffs, most)
    inside = in_reach(_ends_box(sloped.segments[:, 0], sloped.segments[:, 1]), box)
    start, end, high = _level_drop_edges(floor, most, width=width, box=box, without=without)
    start = np.concatenate((sloped.segments[inside, 0], start))
    end = np.concatenate((sloped.segments[inside, 1], end))
    high = np.concatenate((sloped.z[inside].max(axis=(1, 2)), high))
    lines: list[object] = []
    heights: list[float] = []
    for level in np.unique(np.round(high, _SAME)).tolist():
        alike = np.abs(high - level) <= TOUCH
        together = joined_lines(segments(start[alike], end[alike]))
        lines += [*together]
        heights += [level] * len(together)
    return DropEdges(shape_array(lines), np.array(heights, dtype=np.float64))


def _level_drop_edges(
    floor: GroundPartition, most: float, *, width: float, box: Box, without: Ints
) -> tuple[Floats, Floats, Floats]:
    """Return the parts (k, 2) to (k, 2) of edges of level cells that lower level ground is too near to; how high."""
    none = np.empty((0, 2)), np.empty((0, 2)), np.empty(0)
    height = np.where(floor.is_level, floor.plane[:, 0], np.nan)
    height[without] = np.nan
    known = ~np.isnan(height) & in_reach(floor.zones.box, box)
    if not known.any() or np.ptp(height[known]) <= most + TOUCH:
        return none
    lowest = float(height[known].min())
    edge = _edges_of(floor, np.flatnonzero(known & (height > lowest + most + TOUCH)))
    zones = floor.zones
    edge = edge[in_reach(_ends_box(zones.start[edge], zones.end[edge]), box)]
    owner = np.repeat(np.arange(len(floor), dtype=np.intp), np.diff(zones.first))[edge]
    start, end, along = zones.start[edge], zones.end[edge], zones.heading[edge]
    out = np.column_stack((along[:, 1], -along[:, 0])) * width
    strips = make_polygons(np.stack((start, end, end + out, start + out), axis=1))
    low = np.flatnonzero(known & (height < float(height[known].max()) - most - TOUCH))
    west, south, east, north = box
    frame = make_box((west - width, south - width, east + width, north + width))
    ground = intersections(floor.polygons[low], shape_array([frame] * len(low)))
    ground, of = _in_parts(ground)
    low = low[of]
    strip, cell = touching_pairs(strips, ground)
    apart = height[owner[strip]] - height[low[cell]] > most + TOUCH
    strip, cell = strip[apart], cell[apart]
    parts, of = parts_of(intersections(strips[strip], ground[cell]))
    if not len(parts):
        return none
    k, below = strip[of], low[cell[of]]
    corner, part = corners_of(parts)
    corner = corner - start[k][part]
    begins = np.searchsorted(part, np.arange(len(parts)))
    run = (corner * along[k][part]).sum(axis=1)
    first, last = np.minimum.reduceat(run, begins), np.maximum.reduceat(run, begins)
    near = np.minimum.reduceat((corner * out[k][part]).sum(axis=1), begins) / width
    real = (last - first > _HAIR) & (near < width - _HAIR)
    k, below = k[real], below[real]
    begin, finish, off = first[real, None], last[real, None], near[real, None]
    before = start[k] + along[k] * (begin + finish) / 2 + out[k] * (off - _HAIR) / width
    kept = _is_led_down(floor, before, height[below], most) | (off[:, 0] <= _HAIR)
    one, other = start[k] + begin * along[k], start[k] + finish * along[k]
    return one[kept], other[kept], height[owner[k]][kept]


def _is_led_down(floor: GroundPartition, places: Floats, lower: Floats, most: float) -> Bools:
    """Say whether the ground at each place is not too high itself for what lies lower beyond it.

    Where it is, it has an edge of its own there, and nobody comes to the higher ground behind it from below.
    """
    place, cell = holders(places, floor.polygons)
    found = np.ones(len(places), dtype=np.bool_)
    found[place] = plane_at(floor.plane[cell], places[place]) - lower[place] <= most + TOUCH
    return found


def _in_parts(shapes: Shapes) -> tuple[Shapes, Ints]:
    """Cut shapes with many corners into small ones, and give which each is of: what is asked of all stays quick."""
    many = corner_counts(shapes) > _CORNERS
    if not many.any():
        return shapes, np.arange(len(shapes), dtype=np.intp)
    plain, large = np.flatnonzero(~many), np.flatnonzero(many)
    polygons, of = parts_of(shapes[large])
    parts, part = cut_small(polygons, _CORNERS)
    return np.concatenate((shapes[plain], parts)), np.concatenate((plain, large[of[part]]))


def _edges_of(floor: GroundPartition, cells: Ints) -> Ints:
    first = floor.zones.first
    return np.concatenate(
        [np.arange(first[k], first[k + 1], dtype=np.intp) for k in cells.tolist()]
        or [np.empty(0, dtype=np.intp)]
    )


def _ends_box(start: Floats, end: Floats) -> Floats:
    return np.concatenate((np.minimum(start, end), np.maximum(start, end)), axis=1).reshape(-1, 4)
