"""How high is a unit along its way, and what was measured at the places that break it?"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from astrike.model.explain import Facts
from astrike.model.movement import MoveAnswer, Rise
from astrike.model.terrain import Point
from astrike.rulebook.loader import load_edition


@dataclass(frozen=True, slots=True)
class HeightLine:
    """How high the unit is after so many inches."""

    rises: tuple[Rise, ...]
    mode: str
    edition: str
    ceiling: float | None

    @property
    def is_jump(self) -> bool:
        """Is it drawn as an arc?"""
        return self.mode == "jump"

    @property
    def is_above(self) -> bool:
        """Does it pass over what lies on the ground?"""
        return self.is_jump or self.mode in load_edition(self.edition).tagged("low-flight")

    def points(self) -> list[Point]:
        """Give inches of travel and z, corner by corner."""
        return [
            corner for rise in self.rises for corner in ((rise.start, rise.z_start), (rise.end, rise.z_end))
        ]

    def heights(self, at: float, until: float) -> tuple[float, float]:
        """Give the lowest and highest z from one place to another, both sides of a step at either counted."""
        found: list[float] = []
        for rise in self.rises:
            first, last = max(rise.start, at), min(rise.end, until)
            if first <= last + 1e-6:
                span = rise.end - rise.start
                for x in (first, min(last, rise.end)):
                    share = min(max((x - rise.start) / span, 0.0), 1.0) if span > 0.0 else 0.0
                    found.append(rise.z_start + (rise.z_end - rise.z_start) * share)
        if not found:
            found = [self.rises[-1].z_end]
        return min(found), max(found)

    def part(self, at: float, until: float) -> list[Point]:
        """Give the corners of a part of the line."""
        return split(split(self.points(), at)[1], until)[0]

    def is_up(self, at: float, until: float) -> bool:
        """Does it go up from one place to another?"""
        before = [rise for rise in self.rises if rise.start < at - 1e-6] or self.rises[:1]
        behind = [rise for rise in self.rises if rise.end > until + 1e-6] or self.rises[-1:]
        return behind[0].z_start >= before[-1].z_end


def split(corners: Sequence[Point], at: float) -> tuple[list[Point], list[Point]]:
    """Split a line; a step at the place itself belongs to what is behind."""
    if at <= 0.0:
        return [], list(corners)
    for i, ((ax, az), (bx, bz)) in enumerate(pairwise(corners)):
        if bx > ax and bx >= at:
            place = at, az + (bz - az) * (at - ax) / (bx - ax)
            return [*corners[: i + 1], place], [place, *corners[i + 1 :]]
    return list(corners), []


def ceiling_of(answer: MoveAnswer) -> float | None:
    """Find how high a jump goes, as whoever judged it says."""
    measured: list[Facts] = [
        *(one.facts for one in answer.terms),
        *(one.facts for one in answer.refusals),
    ]
    return next(
        (float(each["ceiling"]) for each in measured if isinstance(each.get("ceiling"), int | float)), None
    )


def number_of(measured: Facts, key: str) -> float | None:
    """Give a fact that is a number."""
    value = measured.get(key)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
