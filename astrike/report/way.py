"""What do all pictures of one move share: the way of the base's centre, the letters of its points, the pins?

Places along the way are inches of travel from the start.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import hypot

from astrike.model.explain import Facts
from astrike.model.movement import MoveAnswer
from astrike.model.terrain import Point

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_HAIR = 1e-9


@dataclass(frozen=True, slots=True)
class Way:
    """The points of a path, the start first, and the inches of travel at each."""

    points: tuple[Point, ...]
    offsets: tuple[float, ...]

    @property
    def length(self) -> float:
        """Inches from the first point to the last."""
        return self.offsets[-1]

    def place(self, at: float) -> Point:
        """Give the point after so many inches.

        >>> Way(((0, 0), (3, 0), (3, 4)), (0, 3, 7)).place(5)
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

        >>> Way(((0, 0), (3, 0), (3, 4)), (0, 3, 7)).between(2, 4)
        ((2.0, 0.0), (3, 0), (3.0, 1.0))
        """
        inner = [
            point
            for point, offset in zip(self.points, self.offsets, strict=True)
            if at + _HAIR < offset < until - _HAIR
        ]
        return self.place(at), *inner, self.place(max(at, until))


def way_of(answer: MoveAnswer) -> Way:
    """Give the way of a judged move; a single point when the unit stays where it is."""
    if not answer.legs:
        return Way((answer.end[:2],), (0.0,))
    points = (answer.legs[0].start[:2], *(leg.end[:2] for leg in answer.legs))
    steps = (hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
    return Way(points, tuple(accumulate(steps, initial=0.0)))


def letter_of(index: int) -> str:
    """Give the letter of a point on the way, the first after the start being 0.

    >>> letter_of(0), letter_of(25), letter_of(26), letter_of(199)
    ('a', 'z', 'aa', 'gr')
    """
    round_, place = divmod(index, len(_ALPHABET))
    return (letter_of(round_ - 1) if round_ else "") + _ALPHABET[place]


@dataclass(frozen=True, slots=True)
class Spot:
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


def spots_of(answer: MoveAnswer) -> tuple[Spot, ...]:
    """Number the reasons in the order of the answer, then the checks."""
    reasons = [
        Spot(number, one.key, False, one.at, one.until, one.by, one.facts)
        for number, one in enumerate(answer.refusals, 1)
    ]
    checks = [
        Spot(number, one.key, True, one.at, one.at, one.by, one.facts)
        for number, one in enumerate(answer.checks, len(reasons) + 1)
    ]
    return (*reasons, *checks)


def broken_at(spots: Sequence[Spot]) -> float | None:
    """Give the inches of travel from which a move is not so; what counts within a window is so at its end.

    >>> steep = Spot(1, "move.steep", False, 7.44, 8.94, None, {"window": 2.0})
    >>> broken_at([steep, Spot(2, "move.prohibited", False, 9.5, 10, None, {})]), broken_at([])
    (8.94, None)
    """
    return min(
        (spot.until if "window" in spot.facts else spot.at for spot in spots if not spot.is_check),
        default=None,
    )
