"""Where does a straight cut pass through shapes, and how does the ground run along it?

Everything is measured along the segment in its own unit, from its start. A shape is a set of closed rings with the
even-odd rule, so holes are holes. Pictures use this; what a line of sight meets is counted elsewhere.
"""

from collections.abc import Sequence

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Floats, Ints


@dataclass(frozen=True, slots=True)
class ShapeEdges:
    """The edges of all rings of all shapes: both ends (n, 2) and the index of the shape (n,)."""

    tail: Floats
    head: Floats
    shape: Ints


@dataclass(frozen=True, slots=True)
class SegmentCuts:
    """Intervals of a segment inside shapes, ordered by shape and then along the segment; equally long arrays."""

    shape: Ints
    start: Floats
    end: Floats


@dataclass(frozen=True, slots=True)
class SurfaceLine:
    """Highest surface along a segment: pieces from (`start`, `low`) to (`end`, `high`) without gaps; equally long."""

    start: Floats
    end: Floats
    low: Floats
    high: Floats


def make_edges(shapes: Sequence[Sequence[Sequence[tuple[float, float]]]]) -> ShapeEdges:
    """Collect the edges of shapes, each a sequence of rings without the repeated last point.

    >>> make_edges([[[(0, 0), (2, 0), (2, 2)]]]).shape.tolist()
    [0, 0, 0]
    """
    rings = [(number, ring) for number, shape in enumerate(shapes) for ring in shape if len(ring)]
    corners = [corner for _, ring in rings for corner in ring]
    tail = np.array(corners, dtype=np.float64).reshape(-1, 2)
    count = np.array([len(ring) for _, ring in rings], dtype=np.intp)
    end = np.cumsum(count)
    after = np.arange(1, len(tail) + 1)
    after[end - 1] = end - count
    owner = np.array([number for number, _ in rings], dtype=np.intp)
    return ShapeEdges(tail, tail[after], np.repeat(owner, count))


def cuts_of_segment(
    edges: ShapeEdges, *, start: tuple[float, float], end: tuple[float, float]
) -> SegmentCuts:
    """Find the intervals of the segment from `start` to `end` that lie inside each shape.

    >>> square = make_edges([[[(1, 0), (3, 0), (3, 2), (1, 2)]]])
    >>> found = cuts_of_segment(square, start=(0, 1), end=(2, 1))
    >>> found.start.tolist(), found.end.tolist()
    ([1.0], [2.0])
    """
    origin = np.asarray(start, dtype=np.float64)
    along = np.asarray(end, dtype=np.float64) - origin
    length = float(np.hypot(*along))
    nothing = SegmentCuts(np.empty(0, dtype=np.intp), np.empty(0), np.empty(0))
    if length == 0.0 or not len(edges.shape):
        return nothing
    along = along / length
    across = np.array([-along[1], along[0]])
    tail_side = (edges.tail - origin) @ across
    head_side = (edges.head - origin) @ across
    # Half open, so that a vertex on the line counts once and every ring is crossed an even number of times.
    crossed = (tail_side >= 0.0) != (head_side >= 0.0)
    if not crossed.any():
        return nothing
    tail = (edges.tail[crossed] - origin) @ along
    head = (edges.head[crossed] - origin) @ along
    low, high = tail_side[crossed], head_side[crossed]
    where = tail + (head - tail) * (low / (low - high))
    shape = edges.shape[crossed]
    order = np.lexsort((where, shape))
    where, shape = where[order], shape[order]
    first, last = np.clip(where[0::2], 0.0, length), np.clip(where[1::2], 0.0, length)
    inside = last > first
    return SegmentCuts(shape[0::2][inside], first[inside], last[inside])


def surface_line(start: Floats, end: Floats, low: Floats, high: Floats, *, length: float) -> SurfaceLine:
    """Find the highest of straight surfaces from (`start`, `low`) to (`end`, `high`) along 0 to `length`; else 0.

    >>> line = surface_line(np.array([1.0]), np.array([2.0]), np.array([3.0]), np.array([3.0]), length=4.0)
    >>> line.start.tolist(), line.low.tolist()
    ([0.0, 1.0, 2.0], [0.0, 3.0, 0.0])
    """
    start, end = np.append(start, 0.0), np.append(end, length)
    low, high = np.append(low, 0.0), np.append(high, 0.0)
    span = np.where(end > start, end - start, 1.0)
    slope = (high - low) / span
    level = low - slope * start
    # Between two neighboring breaks no surface begins, ends or passes another: the highest one stays the highest.
    steeper = slope[:, None] - slope[None, :]
    with np.errstate(divide="ignore", invalid="ignore"):
        passing = np.where(steeper != 0.0, (level[None, :] - level[:, None]) / steeper, -1.0)
    breaks = np.unique(np.concatenate((start, end, passing.ravel(), [0.0, length])))
    breaks = breaks[(breaks >= 0.0) & (breaks <= length)]
    left, right = breaks[:-1], breaks[1:]
    middle = (left + right) / 2.0
    covering = (start[None, :] <= middle[:, None]) & (middle[:, None] <= end[None, :])
    height = np.where(covering, level[None, :] + slope[None, :] * middle[:, None], -np.inf)
    top = np.argmax(height, axis=1)
    joined = np.flatnonzero(np.append(True, top[1:] != top[:-1]))
    until = np.append(joined[1:], len(top)) - 1
    top, left, right = top[joined], left[joined], right[until]
    return SurfaceLine(left, right, level[top] + slope[top] * left, level[top] + slope[top] * right)


def heights_on(line: SurfaceLine, at: Floats) -> Floats:
    """Give the height of a skyline at places along it; where two pieces meet, the higher one."""
    inside = (line.start[None, :] <= at[:, None]) & (at[:, None] <= line.end[None, :])
    span = np.where(line.end > line.start, line.end - line.start, 1.0)
    share = (at[:, None] - line.start[None, :]) / span[None, :]
    height = line.low[None, :] + (line.high - line.low)[None, :] * share
    found = np.where(inside, height, -np.inf).max(axis=1, initial=-np.inf)
    return np.where(np.isfinite(found), found, 0.0)
