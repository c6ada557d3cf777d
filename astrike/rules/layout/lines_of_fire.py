"""How long is the longest line of fire that nothing breaks?

Two 'Mechs stand on the ground, bases whole on the table, at places at most 1″ apart that reach from rim to rim; which
two that see each other are farthest apart? Sight is that of every attack, by daylight and however far: not blocked
counts, so partial cover and some woods do too. The length is measured as ranges are, from base to base. The places are
the same for every layout of a size, so that more walls never make it longer; a line that passes none of them can be
missed.
"""

import math
from collections.abc import Iterator
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools, Floats, Ints, Shapes, corner_counts, distances, points, shape_array
from astrike.geometry.shadows import Shadows, shadows
from astrike.model.explain import facts
from astrike.model.legality import CheckResult
from astrike.presets.schema import LayoutLimits
from astrike.rules.attack.sight import sight_rules
from astrike.rules.layout.crowding import why_not_measured
from astrike.rules.layout.limit_checks import NOT_IN_PRESET, Point, finding_against, not_checked
from astrike.rules.layout.reachable_areas import ground_unit_kind, reachable_areas_of
from astrike.rules.layout.vantage_points import can_stand, is_open, sights_between, vantage_points
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

KEY: Final = "lane.longest"
APART: Final = 1.0
"""Inches between places at most."""
CHUNK: Final = 4000
"""Lines that are checked in one go."""
FIRST: Final = 40
"""Lines hidden by no single solid that are measured at first; then more and more."""
MOST_LINES: Final = 3_000
"""Lines of sight that are measured before the search is given up."""
MOST_SHADOWS: Final = 20_000_000
"""Pairs of places times solids checked before it is given up: some seconds where nobody sees anybody."""
CORNERS: Final = 2_000
"""Corners of all solids with which a line takes no longer than usual; with twice as many it counts for two."""
HIDDEN: Final = 0.7
"""Share of the target's width behind one solid that is more than enough to be out of sight."""


@dataclass(frozen=True, slots=True)
class LineOfFire:
    """A line of fire from place to place; inches from base to base."""

    start: Point
    end: Point
    inches: float


@dataclass(frozen=True, slots=True)
class LongestLine:
    """The longest open line of fire, or how long it is at most where the search was given up."""

    lane: LineOfFire | None
    at_most: float | None = None
    """Inches from base to base; None where everything was checked."""


def check_lines_of_fire(prepared: PreparedTable, limits: LayoutLimits, *, tolerance: float) -> CheckResult:
    """Hold the longest open line of fire against the limit, and draw it."""
    if why := why_not_measured(prepared):
        return CheckResult(skipped=(not_checked(KEY, why),), figures={"lanes": {}})
    found = longest_line_of_fire(prepared)
    lane, limit = found.lane, limits.get(KEY)
    figures = {
        "lanes": {
            "longest": round(lane.inches, 2) if lane is not None else None,
            "at_most": None if found.at_most is None else round(found.at_most, 2),
            "from": list(lane.start) if lane is not None else None,
            "to": list(lane.end) if lane is not None else None,
            "apart": APART,
        }
    }
    if limit is None or found.at_most is not None:
        why = NOT_IN_PRESET if limit is None else "too-many-lines"
        return CheckResult(skipped=(not_checked(KEY, why),), figures=figures)
    held = finding_against(
        limit,
        lane.inches if lane is not None else 0.0,
        tolerance=tolerance,
        where=_middle(lane) if lane is not None else None,
        measured=facts(apart=APART),
        lines=((lane.start, lane.end),) if lane is not None else (),
    )
    return CheckResult(findings=(held,), figures=figures)


def longest_line_of_fire(prepared: PreparedTable) -> LongestLine:
    """Give the longest open line of fire; no lane where nobody sees anybody.

    Pairs are checked from the longest to the shortest, portion by portion. On a table where very many are hidden the
    search is given up, and what is left is known to be no longer than the portion in which that happened.
    """
    search = _Search(prepared)
    for one, other in search.pairs():
        found = search.first_open(one, other)
        if found is not None:
            return LongestLine(found)
        if search.is_spent:
            return LongestLine(None, at_most=search.length_of(int(one[0]), int(other[0])))
    return LongestLine(None)


def _middle(lane: LineOfFire) -> Point:
    return ((lane.start[0] + lane.end[0]) / 2, (lane.start[1] + lane.end[1]) / 2)


class _Search:
    """The places of a table, and what hides them from each other."""

    def __init__(self, prepared: PreparedTable) -> None:
        ground = reachable_areas_of(prepared, ground_unit_kind(prepared, "mech"))
        radius = ground.kind.radius
        self.prepared, self.base = prepared, ground.kind.base
        self.x = _line(radius, prepared.table.width - radius)
        self.y = _line(radius, prepared.table.depth - radius)
        self.places: Floats = np.column_stack([each.ravel() for each in np.meshgrid(self.x, self.y)])
        self.is_open = can_stand(ground, self.places)
        self.tall = _Tall(prepared, self.places, radius=radius, height=ground.kind.height)
        self.lines = self.shadows = 0
        corners = int(corner_counts(prepared.terrain.solids.polygons).sum())
        self.weight = max(1, corners // CORNERS)

    @property
    def is_spent(self) -> bool:
        """Has more been checked than a table is worth?"""
        return self.lines > MOST_LINES or self.shadows > MOST_SHADOWS

    def length_of(self, one: int, other: int) -> float:
        """Give the inches between two places, from base to base."""
        return max(0.0, math.dist(self.places[one], self.places[other]) - self.base)

    def pairs(self) -> Iterator[tuple[Ints, Ints]]:
        """Give all pairs of places where somebody can stand, farthest first, in portions."""
        columns, rows = len(self.x), len(self.y)
        step_x = float(self.x[1] - self.x[0]) if columns > 1 else 0.0
        step_y = float(self.y[1] - self.y[0]) if rows > 1 else 0.0
        across, up = np.meshgrid(np.arange(columns), np.arange(1 - rows, rows))
        kept = (across > 0) | (up > 0)
        across, up = across[kept], up[kept]
        length = np.round(np.hypot(across * step_x, up * step_y), 9)
        order = np.lexsort((up, across, -length))
        portion: list[tuple[Ints, Ints]] = []
        count, last = 0, math.inf
        for dx, dy, far in zip(
            across[order].tolist(), up[order].tolist(), length[order].tolist(), strict=True
        ):
            if count >= CHUNK and far < last:
                yield _together(portion)
                portion, count = [], 0
            last = far
            one, other = self._along(dx, dy)
            if len(one):
                portion.append((one, other))
                count += len(one)
        if portion:
            yield _together(portion)

    def _along(self, dx: int, dy: int) -> tuple[Ints, Ints]:
        columns, rows = len(self.x), len(self.y)
        column, row = np.arange(columns - dx), np.arange(max(0, -dy), min(rows, rows - dy))
        one = (row[:, None] * columns + column[None, :]).ravel()
        other = one + dy * columns + dx
        both = self.is_open[one] & self.is_open[other]
        return one[both], other[both]

    def first_open(self, one: Ints, other: Ints) -> LineOfFire | None:
        """Give the first of some pairs that see each other."""
        self.shadows += len(one) * (1 + len(self.tall.outlines))
        left = np.flatnonzero(~self.tall.hide(one, other, width=self.base))
        start, count = 0, FIRST
        while start < len(left):
            some = left[start : start + count]
            self.lines += len(some) * self.weight
            seen = self._see(one[some], other[some])
            if seen.any():
                k = some[int(np.argmax(seen))]
                return self._lane(int(one[k]), int(other[k]))
            if self.is_spent:
                return None
            start, count = start + count, min(2 * count, 2000)
        return None

    def _see(self, one: Ints, other: Ints) -> Bools:
        """Say for each pair whether one of them sees the other."""
        used, at = np.unique(np.concatenate((one, other)), return_inverse=True)
        crowd = vantage_points(self.prepared, self.places[used])
        a, b = at[: len(one)], at[len(one) :]
        seen = np.array([is_open(each) for each in sights_between(crowd, a, b)], dtype=np.bool_)
        if not sight_rules(crowd).hidden_attacker_blocks:
            seen |= np.array([is_open(each) for each in sights_between(crowd, b, a)], dtype=np.bool_)
        return seen

    def _lane(self, one: int, other: int) -> LineOfFire:
        (ax, ay), (bx, by) = self.places[one].tolist(), self.places[other].tolist()
        return LineOfFire((ax, ay), (bx, by), self.length_of(one, other))


class _Tall:
    """The solids that hide a whole 'Mech from another, wherever both stand in the open."""

    def __init__(self, prepared: PreparedTable, places: Floats, *, radius: float, height: float) -> None:
        terrain = prepared.terrain
        depth, _ = terrain.depth_at(places)
        self.places = places
        self.foot: Floats = terrain.ground_at(places) - depth
        self.top: Floats = self.foot + height
        solids = terrain.solids
        tall = np.flatnonzero(solids.lowest >= self.foot.min(initial=0.0) + height - TOUCH)
        self.outlines: Shapes = solids.polygons[tall]
        self.low, self.high = solids.bottom[tall], solids.lowest[tall]
        self.radius = radius
        count = (len(places), len(tall))
        self.known = np.zeros(len(places), dtype=np.bool_)
        self.seen = Shadows(np.full(count, np.nan), np.zeros(count), np.full(count, np.inf))
        self.is_clear = np.zeros(count, dtype=np.bool_)

    def hide(self, one: Ints, other: Ints, *, width: float) -> Bools:
        """Say for which pairs of places one solid alone hides each from the other."""
        if not len(self.outlines):
            return np.zeros(len(one), dtype=np.bool_)
        self._learn(np.unique(np.concatenate((one, other))))
        way = self.places[other] - self.places[one]
        distance = np.hypot(way[:, 0], way[:, 1])
        half = np.arctan2(HIDDEN * width / 2, distance)
        angle = np.arctan2(way[:, 1], way[:, 0])
        there = self.seen.hides(one, angle, half, distance)
        back = self.seen.hides(other, angle + np.pi, half, distance)
        top = np.maximum(self.top[one], self.top[other])[:, None]
        foot = np.minimum(self.foot[one], self.foot[other])[:, None]
        # What somebody stands in or against hides him less.
        real = (self.high >= top - TOUCH) & (self.low <= foot + TOUCH)
        real &= self.is_clear[one] & self.is_clear[other]
        return np.asarray((there & back & real).any(axis=1))

    def _learn(self, some: Ints) -> None:
        """Work out how the solids look from places that were not asked about yet."""
        new = some[~self.known[some]]
        if not len(new):
            return
        found = shadows(self.places[new], self.outlines)
        self.seen.low[new], self.seen.width[new], self.seen.far[new] = found.low, found.width, found.far
        spots = points(self.places[new])
        for k, outline in enumerate(self.outlines):
            off = distances(spots, shape_array([outline] * len(spots)))
            self.is_clear[new, k] = off >= self.radius - TOUCH
        self.known[new] = True


def _together(portion: list[tuple[Ints, Ints]]) -> tuple[Ints, Ints]:
    one, other = zip(*portion, strict=True)
    return np.concatenate(one), np.concatenate(other)


def _line(low: float, high: float) -> Floats:
    """Give places from rim to rim; the middle alone where a table is narrower than a base."""
    if high <= low:
        return np.array([(low + high) / 2])
    return np.linspace(low, high, max(1, math.ceil((high - low) / APART - TOUCH)) + 1)
