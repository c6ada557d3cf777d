"""Where along a path does a moving base stand on ground of two heights at once?"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from astrike.geometry.arrays import Floats, segments
from astrike.geometry.ground_partition import Cliffs, GroundPartition, cliffs_over
from astrike.geometry.sweeps import Footprint, Track, Zones
from astrike.geometry.swept_overlaps import Spans, swept_zones
from astrike.tolerance import TOUCH


class UnevenSpan(NamedTuple):
    """From `start` to `end` inches along the path the base is over ground of two heights at once."""

    start: float
    end: float
    low: float
    high: float


def uneven_spans(
    track: Track, footprint: Footprint, floor: GroundPartition, limit: float, *, over: Spans | None = None
) -> list[UnevenSpan]:
    """Return where the base is over ground that differs by more than the limit, in order of travel.

    Level cells count whenever they are under the base at the same time. A sloped cell counts where the base is over
    a border of it at which the ground drops by more than the limit. Of one stretch the largest difference is reported.
    `over`: where the base is over `floor.raised`, if that is known already.

    >>> from astrike.geometry.arrays import shape_array
    >>> from astrike.geometry.bases import rectangle
    >>> from astrike.geometry.ground_partition import make_ground_partition
    >>> from astrike.geometry.prisms import make_prisms
    >>> hill = make_prisms([rectangle(2, 2, facing=0)], bottom=[0], top=[3], piece=[0])
    >>> none = shape_array([])
    >>> floor = make_ground_partition(hill, extent=(-9, -9, 9, 9), waters=none, depths=[], covers=none, cover_levels=[])
    >>> from astrike.geometry.sweeps import make_footprint, make_track
    >>> track, footprint = make_track([(-5, 0), (0, 0)]), make_footprint(radius=0.5)
    >>> [[round(number, 6) for number in found] for found in uneven_spans(track, footprint, floor, limit=2)]
    [[3.5, 4.5, 0.0, 3.0]]
    """
    limit = max(limit, 0.0)  # less than no difference is none
    cells = swept_zones(track, footprint, floor.raised) if over is None else over
    found = _over_levels(track, footprint, floor, limit, cells)
    if not floor.is_level[cells.zone].all():
        found += _over_cliffs(track, footprint, floor, limit)
    # Where several begin at once, noise does not order them.
    return sorted(found, key=lambda one: (round(one.start, 6), round(one.end, 6), one.low, one.high))


def _over_levels(
    track: Track, footprint: Footprint, floor: GroundPartition, limit: float, spans: Spans
) -> list[UnevenSpan]:
    spans = spans.where(floor.is_level[spans.zone])
    height = floor.plane[spans.zone, 0]
    low, high = min(height.min(initial=np.inf), 0.0), max(height.max(initial=-np.inf), 0.0)
    if high - low <= limit + TOUCH:
        return []
    plain = swept_zones(track, footprint, floor.plain)
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
    found: list[UnevenSpan] = []
    for k in np.flatnonzero(high - low > limit + TOUCH).tolist():
        part = UnevenSpan(float(start[k]), float(end[k]), float(low[k]), float(high[k]))
        if found and part.start <= found[-1].end + 2 * TOUCH:
            before = found.pop()
            worse = max(before, part, key=lambda one: one.high - one.low)
            part = UnevenSpan(before.start, part.end, worse.low, worse.high)
        found.append(part)
    return found


def _over_cliffs(
    track: Track, footprint: Footprint, floor: GroundPartition, limit: float
) -> list[UnevenSpan]:
    if not len(floor.cliffs):
        return []
    cliffs, zones = _cliff_zones(floor, limit)
    spans = swept_zones(track, footprint, zones)
    place = track.at((spans.start + spans.end) / 2)
    first, last = cliffs.segments[spans.zone, 0], cliffs.segments[spans.zone, 1]
    way = last - first
    share = np.clip(((place - first) * way).sum(axis=1) / (way**2).sum(axis=1), 0.0, 1.0)
    z = cliffs.z[spans.zone]
    z_there = z[:, :, 0] + (z[:, :, 1] - z[:, :, 0]) * share[:, None]
    return [
        UnevenSpan(float(start), float(end), float(heights.min()), float(heights.max()))
        for start, end, heights in zip(spans.start, spans.end, z_there, strict=True)
    ]


@lru_cache(maxsize=64)
def _cliff_zones(floor: GroundPartition, limit: float) -> tuple[Cliffs, Zones]:
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
