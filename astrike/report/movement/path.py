"""What do all pictures of one move share: the base's path, its lettered points, its pins, the ground it sweeps?

Places along the path are inches of travel from the start; outlines are pixels. What the base touches is measured in
`rules`; circles are polygons here.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate, groupby, pairwise
from math import hypot

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import buffered, make_polygon, rings, segments, shape_array, union
from astrike.model.attack_answer import StandingUnit
from astrike.model.explain import Facts
from astrike.model.movement import MoveAnswer
from astrike.model.terrain import Point
from astrike.model.unit import Unit
from astrike.report.drawing.shapes import PictureFrame, path
from astrike.report.units.miniatures import ahead_of, base_corners

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"

_HAIR = 1e-9


@dataclass(frozen=True, slots=True)
class BasePath:
    """The points of a path, the start first, and the inches of travel at each."""

    points: tuple[Point, ...]
    offsets: tuple[float, ...]

    @property
    def length(self) -> float:
        """Inches from the first point to the last."""
        return self.offsets[-1]

    def place(self, at: float) -> Point:
        """Give the point after so many inches.

        >>> BasePath(((0, 0), (3, 0), (3, 4)), (0, 3, 7)).place(5)
        (3.0, 2.0)
        """
        at = min(max(at, 0.0), self.length)
        for (a, b), (first, last) in zip(pairwise(self.points), pairwise(self.offsets), strict=True):
            if at <= last and last - first > _HAIR:
                share = max(at - first, 0.0) / (last - first)
                return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        return self.points[-1]

    def between(self, at: float, until: float) -> tuple[Point, ...]:
        """Give the points of a part of the way, corners included.

        >>> BasePath(((0, 0), (3, 0), (3, 4)), (0, 3, 7)).between(2, 4)
        ((2.0, 0.0), (3, 0), (3.0, 1.0))
        """
        inner = [
            point
            for point, offset in zip(self.points, self.offsets, strict=True)
            if at + _HAIR < offset < until - _HAIR
        ]
        return self.place(at), *inner, self.place(max(at, until))


def base_path(answer: MoveAnswer) -> BasePath:
    """Give the way of a judged move; a single point when the unit stays where it is."""
    if not answer.legs:
        return BasePath((answer.end[:2],), (0.0,))
    points = (answer.legs[0].start[:2], *(leg.end[:2] for leg in answer.legs))
    steps = (hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
    return BasePath(points, tuple(accumulate(steps, initial=0.0)))


def letter_of(index: int) -> str:
    """Give the letter of a point on the way, the first after the start being 0.

    >>> letter_of(0), letter_of(25), letter_of(26), letter_of(199)
    ('a', 'z', 'aa', 'gr')
    """
    round_, place = divmod(index, len(_ALPHABET))
    return (letter_of(round_ - 1) if round_ else "") + _ALPHABET[place]


@dataclass(frozen=True, slots=True)
class PathSpot:
    """What a pin stands for: a reason against the move, or a check it brings about."""

    number: int
    key: str
    is_check: bool
    at: float
    until: float
    by: str | None
    facts: Facts

    @property
    def css(self) -> str:
        """How its place is drawn: what lies beyond the Move is only tinted."""
        if self.is_check:
            return "check-zone"
        return "bad-zone bad-rest" if "available" in self.facts else "bad-zone"

    @property
    def middle(self) -> float:
        """Where its pin belongs."""
        return (self.at + max(self.at, self.until)) / 2.0


def path_spots(answer: MoveAnswer) -> tuple[PathSpot, ...]:
    """Number the reasons in the order of the answer, then the checks."""
    reasons = [
        PathSpot(number, one.key, False, one.at, one.until, one.by, one.facts)
        for number, one in enumerate(answer.refusals, 1)
    ]
    checks = [
        PathSpot(number, one.key, True, one.at, one.at, one.by, one.facts)
        for number, one in enumerate(answer.checks, len(reasons) + 1)
    ]
    return (*reasons, *checks)


def broken_at(spots: Sequence[PathSpot]) -> float | None:
    """Give the inches of travel from which a move is not so; what counts within a window is so at its end.

    >>> steep = PathSpot(1, "move.steep", False, 7.44, 8.94, None, {"window": 2.0})
    >>> broken_at([steep, PathSpot(2, "move.prohibited", False, 9.5, 10, None, {})]), broken_at([])
    (8.94, None)
    """
    return min(
        (spot.until if "window" in spot.facts else spot.at for spot in spots if not spot.is_check),
        default=None,
    )


_LEAST = 0.5


@dataclass(frozen=True, slots=True)
class BaseOutline:
    """A base as it travels: a disc of this radius, or the corners of a convex polygon around its centre."""

    radius: float
    corners: tuple[Point, ...] = ()

    @property
    def reach(self) -> float:
        """How far its edge is from its centre, at most."""
        return max((float(np.hypot(*corner)) for corner in self.corners), default=self.radius)


def base_outline(unit: Unit, body: StandingUnit | None, frame: PictureFrame) -> BaseOutline:
    """Give a unit's base in pixels; a polygon keeps the facing it starts with."""
    width = unit.base.width if unit.base is not None else body.width if body is not None else 1.25
    ahead = ahead_of(frame, unit.facing if unit.facing is not None else 0.0)
    return BaseOutline(
        max(width * frame.scale / 2.0, _LEAST),
        tuple(base_corners(unit, width, ahead, frame.scale, (0.0, 0.0))),
    )


def swept_path(points: Sequence[Point], sole: BaseOutline) -> str:
    """Write the outline of all that a base covers on its way through some pixels.

    >>> swept_path([(10, 10), (20, 10)], BaseOutline(0, ((-1, -1), (1, -1), (1, 1), (-1, 1))))
    'M9 9l12 0 0 2-12 0z'
    """
    kept = [point for point, _ in groupby(points)]
    legs = list(pairwise(kept)) or [(kept[0], kept[0])]
    if sole.corners:
        shapes = shape_array(make_polygon(_hull(_moved(sole, leg))) for leg in legs)
    else:
        ends = np.asarray(legs, dtype=np.float64)
        shapes = buffered(segments(ends[:, 0], ends[:, 1]), sole.radius)
    xy, index, _ = rings(union(shapes))
    parts = [xy[index == number][:-1] for number in range(int(index[-1]) + 1)]
    return "".join(path((float(x), float(y)) for x, y in part) for part in parts)


def _moved(sole: BaseOutline, places: Iterable[Point]) -> list[Point]:
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
