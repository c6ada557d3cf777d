"""How close do outlines lie to each other, and how much of an area do they cover?

For laying something out: outlines are open rings of corners in inches, placed one after the other.
"""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from astrike.geometry.arrays import (
    Floats,
    Polygon,
    Shapes,
    areas,
    close_pairs,
    contains,
    distances,
    floats,
    intersections,
    make_polygon,
    outer_rings,
    prepare,
    shape_array,
    union,
    within,
)

Point = tuple[float, float]
Ring = Sequence[Point]
Area = tuple[Ring, Sequence[Ring]]
"""An exterior and its holes."""
Box = tuple[float, float, float, float]
"""West, south, east, north."""

_HAIR = 1e-9


class Crowd:
    """Outlines that lie already, to be asked whether another one fits between them.

    >>> crowd = Crowd()
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


def smallest_gap(pieces: Sequence[Sequence[Area]], *, most: float = 24.0) -> tuple[float, int, int] | None:
    """Give the two pieces that lie closest without overlapping, and the distance; None with no two within `most`.

    >>> squares = [[([(x, 0), (x + 1, 0), (x + 1, 1), (x, 1)], ())] for x in (0, 3, 4.5)]
    >>> smallest_gap(squares)
    (0.5, 1, 2)
    """
    outlines = [(owner, area) for owner, piece in enumerate(pieces) for area in piece]
    owner = np.array([one for one, _ in outlines], dtype=np.intp)
    shapes = shape_array(make_polygon(*area) for _, area in outlines)
    a, b = close_pairs(shapes, shapes, most)
    later = owner[b] > owner[a]
    a, b = a[later], b[later]
    gaps = distances(shapes[a], shapes[b])
    touching = {(int(owner[i]), int(owner[j])) for i, j, gap in zip(a, b, gaps, strict=True) if gap <= 0.0}
    apart = [
        (round(float(gap), 6), int(owner[i]), int(owner[j]))
        for i, j, gap in zip(a, b, gaps, strict=True)
        if (int(owner[i]), int(owner[j])) not in touching
    ]
    return min(apart, default=None)


def shares(outlines: Iterable[Area], boxes: Sequence[Box]) -> tuple[float, ...]:
    """Give which share of each box the outlines cover; what lies twice counts once.

    >>> shares([([(0, 0), (2, 0), (2, 1), (0, 1)], ())], [(0, 0, 2, 2), (2, 0, 4, 2)])
    (0.5, 0.0)
    """
    frames = shape_array(make_polygon([(w, s), (e, s), (e, n), (w, n)]) for w, s, e, n in boxes)
    return shares_of(shape_array(make_polygon(*area) for area in outlines), frames)


def shares_of(shapes: Shapes, frames: Shapes) -> tuple[float, ...]:
    """Give which share of each frame the shapes cover; what lies twice counts once."""
    if not len(shapes):
        return tuple(0.0 for _ in frames)
    covered = union(shapes)
    found = np.zeros(len(frames))
    for part in covered:  # they do not overlap each other
        found += areas(intersections(frames, shape_array([part] * len(frames))))
    return tuple(float(share) for share in found / areas(frames))
