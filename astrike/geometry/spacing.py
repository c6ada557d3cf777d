"""How close do outlines lie to each other, and how much of an area do they cover?

For laying something out: outlines are open rings of corners in inches, placed one after the other.
"""

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import (
    Box,
    Floats,
    Ints,
    Point,
    Polygon,
    Shapes,
    areas,
    close_pairs,
    contains,
    corners_of,
    distances,
    floats,
    intersections,
    make_polygon,
    nearest_lines,
    oriented,
    outer_rings,
    outlines_of,
    prepare,
    shape_array,
    union,
    within,
)

Ring = Sequence[Point]
Area = tuple[Ring, Sequence[Ring]]
"""An exterior and its holes."""

_HAIR = 1e-9


class LaidOutlines:
    """Outlines that lie already, to be asked whether another one fits between them.

    >>> crowd = LaidOutlines()
    >>> crowd.add([(0, 0), (2, 0), (2, 2), (0, 2)])
    >>> new = [(3, 0), (4, 0), (4, 1), (3, 1)]
    >>> crowd.is_free(new, [1.0]), crowd.is_free(new, [1.5])
    (True, False)
    """

    def __init__(self) -> None:
        self._shapes: list[Polygon] = []
        self._circles = np.empty((0, 3))

    def add(self, ring: Ring) -> None:
        """Put an outline down."""
        polygon = make_polygon(floats(ring, columns=2))
        prepare(shape_array([polygon]))
        self._shapes.append(polygon)
        self._circles = np.vstack((self._circles, _circle(ring)))

    def is_free(self, ring: Ring, gaps: Sequence[float], *, inside: Sequence[float | None] = ()) -> bool:
        """Say whether an outline keeps this distance from each of those that lie already.

        Where `inside` gives a distance, it may also lie within that outline, so far from its edge.
        """
        if not self._shapes:
            return True
        x, y, reach = _circle(ring)
        apart = np.hypot(self._circles[:, 0] - x, self._circles[:, 1] - y) - self._circles[:, 2] - reach
        near = np.flatnonzero(apart < np.asarray(gaps) + _HAIR)
        if not len(near):
            return True
        polygon = make_polygon(floats(ring, columns=2))
        others = shape_array(self._shapes[k] for k in near)
        # Touching counts as too near, also where no distance is kept.
        close = within(
            others, shape_array([polygon] * len(near)), np.maximum(np.asarray(gaps)[near] - _HAIR, 0.0)
        )
        return all(
            inside and (margin := inside[k]) is not None and _lies_in(ring, polygon, self._shapes[k], margin)
            for k in near[close].tolist()
        )


def is_within(ring: Ring, outer: Ring, margin: float) -> bool:
    """Say whether an outline lies inside another and keeps this distance from its edge.

    >>> is_within([(1, 1), (2, 1), (2, 2)], [(0, 0), (5, 0), (5, 5), (0, 5)], 1)
    True
    """
    return _lies_in(
        ring, make_polygon(floats(ring, columns=2)), make_polygon(floats(outer, columns=2)), margin
    )


def _lies_in(ring: Ring, polygon: Polygon, outer: Polygon, margin: float) -> bool:
    mine, its = shape_array([polygon]), shape_array([outer])
    if not contains(its, floats(ring[0][0]), floats(ring[0][1]))[0]:
        return False
    return bool(distances(mine, outer_rings(its))[0] >= max(margin - _HAIR, _HAIR))


def _circle(ring: Ring) -> Floats:
    """Give the middle of an outline's box and how far its corners are from there."""
    xy = floats(ring, columns=2)
    middle = (xy.min(axis=0) + xy.max(axis=0)) / 2
    return np.array([*middle, math.sqrt(float(((xy - middle) ** 2).sum(axis=1).max()))])


@dataclass(frozen=True, slots=True, eq=False)
class ShapeGaps:
    """Pairs of shapes that lie close: their indices (n,), how far apart they are, and the shortest line (n, 2, 2)."""

    one: Ints
    other: Ints
    inches: Floats
    line: Floats


def gaps_between(a: Shapes, b: Shapes, most: float) -> ShapeGaps:
    """Give the pairs of shapes that are at most so far apart, the closest first; what touches is 0 apart.

    >>> squares = shape_array(make_polygon([(x, 0), (x + 1, 0), (x + 1, 1), (x, 1)]) for x in (0, 3, 4.5))
    >>> found = gaps_between(squares[:1], squares[1:], 2.5)
    >>> found.one.tolist(), found.other.tolist(), found.inches.tolist(), found.line[0, :, 0].tolist()
    ([0], [0], [2.0], [1.0, 3.0])
    """
    return _gaps(a, b, *close_pairs(a, b, most + _HAIR))


def gaps_among(shapes: Shapes, most: float) -> ShapeGaps:
    """Give the pairs of these shapes, each once, that are at most so far apart, the closest first."""
    one, other = close_pairs(shapes, shapes, most + _HAIR)
    later = one < other
    return _gaps(shapes, shapes, one[later], other[later])


def _gaps(a: Shapes, b: Shapes, one: Ints, other: Ints) -> ShapeGaps:
    """Measure pairs and sort them."""
    inches = distances(a[one], b[other])
    order = np.lexsort((other, one, inches.round(9)))
    one, other = one[order], other[order]
    return ShapeGaps(one, other, inches[order], nearest_lines(a[one], b[other]))


def edge_gaps(shapes: Shapes, *, width: float, depth: float) -> ShapeGaps:
    """Give how far each shape (n,) is from the nearest edge of a table, negative for what hangs over it.

    `other` says which edge: 0 south, 1 north, 2 west, 3 east. Of equals it is the first.

    >>> found = edge_gaps(shape_array([make_polygon([(1, 3), (3, 3), (3, 9), (1, 9)])]), width=20, depth=10)
    >>> found.inches.tolist(), found.other.tolist(), found.line.tolist()
    ([1.0], [1], [[[3.0, 9.0], [3.0, 10.0]]])
    """
    corner, owner = corners_of(shapes)
    room = np.stack((corner[:, 1], depth - corner[:, 1], corner[:, 0], width - corner[:, 0]), axis=1)
    edge = np.argmin(room.round(9), axis=1)
    near = room[np.arange(len(room)), edge]
    order = np.lexsort((edge, near.round(9), owner))
    _, first = np.unique(owner[order], return_index=True)
    chosen = order[first]
    end = corner[chosen].copy()
    for number, (axis, value) in enumerate(((1, 0.0), (1, depth), (0, 0.0), (0, width))):
        end[edge[chosen] == number, axis] = value
    line = np.stack((corner[chosen], end), axis=1)
    return ShapeGaps(owner[chosen], np.asarray(edge[chosen], dtype=np.intp), near[chosen], line)


def smallest_gap(pieces: Sequence[Sequence[Area]], *, most: float = 24.0) -> tuple[float, int, int] | None:
    """Give the two pieces that lie closest without overlapping, and the distance; None with no two within `most`.

    >>> squares = [[([(x, 0), (x + 1, 0), (x + 1, 1), (x, 1)], ())] for x in (0, 3, 4.5)]
    >>> smallest_gap(squares)
    (0.5, 1, 2)
    """
    outlines = [(owner, area) for owner, piece in enumerate(pieces) for area in piece]
    owner = np.array([one for one, _ in outlines], dtype=np.intp)
    shapes = shape_array(make_polygon(*area) for _, area in outlines)
    for reach in widening(_FIRST_LOOK, most):
        found = _smallest_within(shapes, owner, reach)
        # What is rounded to the same distance may lie a little farther off.
        if found is not None and (found[0] < reach - _FAR_OFF or reach == most):
            return found
    return None


_FIRST_LOOK = 1.0
"""Inches within which the closest pair is looked for first."""
_FAR_OFF = 1e-5


def widening(first: float, most: float) -> Iterator[float]:
    """Give distances within which to look for the closest, each twice the one before, at last `most`.

    On a full table the first one finds it; looking as far as `most` at once would find nearly every pair there is.

    >>> list(widening(1.0, 5.0))
    [1.0, 2.0, 4.0, 5.0]
    """
    reach = first
    while reach < most:
        yield reach
        reach *= 2
    yield most


def _smallest_within(shapes: Shapes, owner: Ints, reach: float) -> tuple[float, int, int] | None:
    """Give the closest pair of pieces that do not touch, among those within reach."""
    a, b = close_pairs(shapes, shapes, reach)
    later = owner[b] > owner[a]
    a, b = a[later], b[later]
    gaps = distances(shapes[a], shapes[b]).tolist()
    pairs = list(zip(owner[a].tolist(), owner[b].tolist(), strict=True))
    touching = {pair for pair, gap in zip(pairs, gaps, strict=True) if gap <= 0.0}
    apart = [(round(gap, 6), *pair) for pair, gap in zip(pairs, gaps, strict=True) if pair not in touching]
    return min(apart, default=None)


def shares(outlines: Iterable[Area], boxes: Sequence[Box]) -> tuple[float, ...]:
    """Give which share of each box the outlines cover; what lies twice counts once.

    >>> shares([([(0, 0), (2, 0), (2, 1), (0, 1)], ())], [(0, 0, 2, 2), (2, 0, 4, 2)])
    (0.5, 0.0)
    """
    shapes = shape_array(make_polygon(*area) for area in outlines)
    if not len(shapes):
        return tuple(0.0 for _ in boxes)
    corner, line, _ = outlines_of(oriented(union(shapes)))
    if not len(corner):
        return tuple(0.0 for _ in boxes)
    first = np.concatenate(([0], np.flatnonzero(np.diff(line)) + 1))
    rings = np.split(corner, first[1:])
    low, high = np.minimum.reduceat(corner, first), np.maximum.reduceat(corner, first)
    return tuple(_area_in(rings, low, high, box) / ((box[2] - box[0]) * (box[3] - box[1])) for box in boxes)


def _area_in(rings: Sequence[Floats], low: Floats, high: Floats, box: Box) -> float:
    """Give the area that closed rings have in a box; `low` and `high` (n, 2) say from where to where each goes.

    Only rings that cross the border of the box are cut.
    """
    least, most = np.array(box[:2]), np.array(box[2:])
    meets = ((low <= most) & (high >= least)).all(axis=1)
    is_inside = np.asarray(((low >= least) & (high <= most)).all(axis=1), dtype=np.bool_)
    return float(
        sum(
            _signed_area(rings[k][:-1] - least) if is_inside[k] else _area_within(rings[k][:-1], box)
            for k in np.flatnonzero(meets).tolist()
        )
    )


def _area_within(ring: Floats, box: Box) -> float:
    """Give the area that a ring has in a box, below 0 if it runs clockwise.

    What sticks out is cut off side by side; where that leaves lines along the box there and back, they have no area.
    """
    west, south, east, north = box
    for axis, edge, sign in ((0, west, 1.0), (1, south, 1.0), (0, east, -1.0), (1, north, -1.0)):
        depth = sign * (ring[:, axis] - edge)
        following, depth_there = np.roll(ring, -1, axis=0), np.roll(depth, -1)
        crosses = (depth < 0) != (depth_there < 0)
        share = depth / np.where(crosses, depth - depth_there, 1.0)
        both = np.stack((ring, ring + share[:, None] * (following - ring)), axis=1)
        ring = both[np.column_stack((depth >= 0, crosses))]
    return _signed_area(ring - np.array((west, south)))


def _signed_area(ring: Floats) -> float:
    """Give the area of an open ring, below 0 if it runs clockwise."""
    x, y = ring.T
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) / 2


def shares_of(shapes: Shapes, frames: Shapes) -> tuple[float, ...]:
    """Give which share of each frame the shapes cover; what lies twice counts once."""
    if not len(shapes):
        return tuple(0.0 for _ in frames)
    covered = union(shapes)
    found = np.zeros(len(frames))
    for part in covered:  # they do not overlap each other
        found += areas(intersections(frames, shape_array([part] * len(frames))))
    return tuple(float(share) for share in found / areas(frames))
