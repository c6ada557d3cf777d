"""Which boxes overlap, and which lines pass through them or cross each other?

Boxes (n, 4) are left, top, right and bottom, lines (n, 4) the x and y of both ends; all numbers are pixels.
"""

import numpy as np

from astrike.geometry.arrays import Bools, Floats
from astrike.model.terrain import Point


def hull(boxes: Floats, grown: float) -> Floats:
    """Give the box around all of these (n, 4), and so much larger on every side."""
    return np.concatenate((boxes[:, :2].min(axis=0) - grown, boxes[:, 2:].max(axis=0) + grown))


def overlapping(boxes: Floats, other: Floats) -> Bools:
    """Say which boxes overlap another one, or touch it: (n,)."""
    return np.asarray(
        (boxes[:, 0] <= other[2])
        & (boxes[:, 2] >= other[0])
        & (boxes[:, 1] <= other[3])
        & (boxes[:, 3] >= other[1])
    )


def covering(boxes: Floats, point: Point) -> Bools:
    """Say which boxes cover a point: (n,)."""
    x, y = point
    return np.asarray((boxes[:, 0] < x) & (boxes[:, 2] > x) & (boxes[:, 1] < y) & (boxes[:, 3] > y))


def line_boxes(lines: Floats) -> Floats:
    """Give the box around each line."""
    return np.hstack((np.minimum(lines[:, :2], lines[:, 2:]), np.maximum(lines[:, :2], lines[:, 2:])))


def crossings(lines: Floats, boxes: Floats) -> Bools:
    """Say which line passes through which box: (boxes, lines)."""
    start, way = lines[:, :2], lines[:, 2:] - lines[:, :2]
    way = np.where(np.abs(way) < 1e-9, 1e-9, way)
    one = (boxes[:, None, :2] - start) / way
    other = (boxes[:, None, 2:] - start) / way
    enter = np.minimum(one, other).max(axis=2)
    leave = np.maximum(one, other).min(axis=2)
    return np.asarray((enter <= leave) & (leave >= 0.0) & (enter <= 1.0))


def crossed(a: Floats, b: Floats) -> Bools:
    """Say which segments cross: (len(a), len(b))."""

    def side(from_: Floats, to: Floats, point: Floats) -> Floats:
        way, off = to - from_, point - from_
        return np.asarray(way[..., 0] * off[..., 1] - way[..., 1] * off[..., 0])

    a0, a1, b0, b1 = a[:, None, :2], a[:, None, 2:], b[None, :, :2], b[None, :, 2:]
    return np.asarray(
        (side(a0, a1, b0) * side(a0, a1, b1) < 0.0) & (side(b0, b1, a0) * side(b0, b1, a1) < 0.0)
    )


def distances(points: Floats, segments: Floats) -> Floats:
    """Give how far each point is from each segment: (segments, points)."""
    start, way = segments[:, None, :2], (segments[:, 2:] - segments[:, :2])[:, None, :]
    size = (way * way).sum(axis=2)
    share = ((points - start) * way).sum(axis=2) / np.where(size > 0.0, size, 1.0)
    off = points - (start + np.clip(share, 0.0, 1.0)[..., None] * way)
    return np.asarray(np.hypot(off[..., 0], off[..., 1]))
