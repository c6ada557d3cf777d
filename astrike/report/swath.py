"""Which ground does a base sweep while it travels, as an outline to draw?

In pixels. What the base touches is measured in `rules`; circles are polygons here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

import numpy as np

from astrike.geometry.arrays import make_polygon, rings, segments, shape_array, swollen, union
from astrike.model.answer import Body
from astrike.model.terrain import Point
from astrike.model.unit import Unit
from astrike.report.miniatures import ahead_of, base_corners
from astrike.report.shapes import Frame, path

_LEAST = 0.5


@dataclass(frozen=True, slots=True)
class Sole:
    """A base as it travels: a disc of this radius, or the corners of a convex polygon around its centre."""

    radius: float
    corners: tuple[Point, ...] = ()

    @property
    def reach(self) -> float:
        """How far its edge is from its centre, at most."""
        return max((float(np.hypot(*corner)) for corner in self.corners), default=self.radius)


def sole_of(unit: Unit, body: Body | None, frame: Frame) -> Sole:
    """Give a unit's base in pixels; a polygon keeps the facing it starts with."""
    width = unit.base.width if unit.base is not None else body.width if body is not None else 1.25
    ahead = ahead_of(frame, unit.facing if unit.facing is not None else 0.0)
    return Sole(
        max(width * frame.scale / 2.0, _LEAST),
        tuple(base_corners(unit, width, ahead, frame.scale, (0.0, 0.0))),
    )


def swath_path(points: Sequence[Point], sole: Sole) -> str:
    """Write the outline of all that a base covers on its way through some pixels.

    >>> swath_path([(10, 10), (20, 10)], Sole(0, ((-1, -1), (1, -1), (1, 1), (-1, 1))))
    'M9 9l12 0 0 2-12 0z'
    """
    kept = [point for point, _ in groupby(points)]
    legs = list(pairwise(kept)) or [(kept[0], kept[0])]
    if sole.corners:
        shapes = shape_array(make_polygon(_hull(_moved(sole, leg))) for leg in legs)
    else:
        ends = np.asarray(legs, dtype=np.float64)
        shapes = swollen(segments(ends[:, 0], ends[:, 1]), sole.radius)
    xy, index, _ = rings(union(shapes))
    parts = [xy[index == number][:-1] for number in range(int(index[-1]) + 1)]
    return "".join(path((float(x), float(y)) for x, y in part) for part in parts)


def _moved(sole: Sole, places: Iterable[Point]) -> list[Point]:
    return [(x + dx, y + dy) for x, y in places for dx, dy in sole.corners]


def _hull(points: Iterable[Point]) -> list[Point]:
    """Give the corners of the smallest convex polygon around points, one way round."""
    ordered = sorted(set(points))
    return [*_chain(ordered), *_chain(ordered[::-1])]


def _chain(points: Sequence[Point]) -> list[Point]:
    """Give one side of a hull, without its last corner."""
    kept: list[Point] = []
    for x, y in points:
        while len(kept) > 1:
            (ax, ay), (bx, by) = kept[-2:]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0.0:
                break
            kept.pop()
        kept.append((x, y))
    return kept[:-1]
