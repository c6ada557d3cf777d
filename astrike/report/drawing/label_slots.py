"""Which of a few slots may a label have, so that it covers no other label and no line runs through it?

Slots are tried one after the other, the best first: for so few that takes a fraction of the time that arrays take, and
most labels get the first. For everything that searches farther around there is `labels`, with the same measure of what
is covered. Boxes (n, 4) are left, top, right and bottom, lines (n, 4) the x and y of both ends; all numbers are
pixels.
"""

from collections.abc import Iterable, Sequence
from math import inf
from typing import TypeAlias

import numpy as np

from astrike.geometry.arrays import Bools, Floats
from astrike.model.terrain import Point
from astrike.report.drawing.shapes import Box


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


GAP = 1.0
"""Least space between two labels and between a label and a base."""

CROSSED_LINE = 10.0
"""What it costs to cover a line."""

Disc: TypeAlias = tuple[float, float, float]
"""x, y and radius."""

Segment: TypeAlias = tuple[float, float, float, float]
"""x and y of both ends."""


def cheapest_label_place(
    slots: Iterable[Point],
    size: Point,
    *,
    area: Box,
    boxes: Sequence[Box] = (),
    discs: Sequence[Disc] = (),
    barred: Sequence[Segment] = (),
    lines: Sequence[Segment] = (),
    limit: float = inf,
) -> Point | None:
    """Give the spot that costs the least, and less than `limit`: its place in the list, and what it covers of `lines`.

    A label of this size centred on it stays within `area`, and away from boxes, discs and barred lines.

    >>> cheapest_label_place([(10, 10), (30, 10)], (12, 8), area=(0, 0, 50, 20), boxes=[(0, 0, 8, 20)])
    (30, 10)
    """
    best, least = None, limit
    for number, (x, y) in enumerate(slots):
        if number >= least:
            break
        box = x - size[0] / 2.0, y - size[1] / 2.0, x + size[0] / 2.0, y + size[1] / 2.0
        if box[0] < area[0] or box[1] < area[1] or box[2] > area[2] or box[3] > area[3]:
            continue
        if (
            any(_is_near(box, other) for other in boxes)
            or any(_is_on(box, disc) for disc in discs)
            or any(_passes(line, box) for line in barred)
        ):
            continue
        cost = number + CROSSED_LINE * sum(_passes(line, box) for line in lines)
        if cost < least:
            best, least = (x, y), cost
    return best


def _is_near(box: Box, other: Box) -> bool:
    return (
        box[0] < other[2] + GAP
        and box[2] > other[0] - GAP
        and box[1] < other[3] + GAP
        and box[3] > other[1] - GAP
    )


def _is_on(box: Box, disc: Disc) -> bool:
    x, y, radius = disc
    beside, above = x - min(max(x, box[0]), box[2]), y - min(max(y, box[1]), box[3])
    return beside * beside + above * above < (radius + GAP) ** 2


def _passes(line: Segment, box: Box) -> bool:
    """Does a line pass through a box?"""
    enter, leave = -inf, inf
    for start, end, low, high in ((line[0], line[2], box[0], box[2]), (line[1], line[3], box[1], box[3])):
        way = end - start if abs(end - start) >= 1e-9 else 1e-9
        one, other = (low - start) / way, (high - start) / way
        enter, leave = max(enter, min(one, other)), min(leave, max(one, other))
    return enter <= leave and leave >= 0.0 and enter <= 1.0
