"""Which of a few spots may a label have?

One spot after the other is looked at, the best first: for so few that takes a fraction of what arrays take, and most
labels get the first. What counts is what counts in `labels`, which places everything that looks around.
"""

from collections.abc import Iterable, Sequence
from math import inf
from typing import TypeAlias

from astrike.model.terrain import Point
from astrike.report.shapes import Box

GAP = 1.0
"""Least space between two labels and between a label and a base."""
CROSSED_LINE = 10.0
"""What it costs to cover a line."""

Disc: TypeAlias = tuple[float, float, float]
"""x, y and radius."""
Segment: TypeAlias = tuple[float, float, float, float]
"""x and y of both ends."""


def cheapest_spot(
    spots: Iterable[Point],
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

    >>> cheapest_spot([(10, 10), (30, 10)], (12, 8), area=(0, 0, 50, 20), boxes=[(0, 0, 8, 20)])
    (30, 10)
    """
    best, least = None, limit
    for number, (x, y) in enumerate(spots):
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
