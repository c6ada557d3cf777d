"""Which strokes make the height profile of a move: scale, costly ground, places that break it, the unit's path?

How high the unit is at each place, and what was measured where the move breaks, comes from the answer. Lengths along
the picture are inches of travel from the start.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from astrike.dataclass import dataclass
from astrike.model.explain import Facts
from astrike.model.movement import MoveAnswer, ProfilePart, TerrainUnderPath
from astrike.model.number_text import plain_number
from astrike.model.terrain import Point
from astrike.report.drawing.shapes import Box, DrawnPath, DrawnText, FillPattern, line_path, path, tenth
from astrike.report.movement.path import BasePath, PathSpot
from astrike.report.terrain.cross_section import CrossSection
from astrike.report.terrain.side_view import SideFrame
from astrike.report.terrain.symbols import symbol
from astrike.rulebook.loader import load_edition


@dataclass(frozen=True, slots=True)
class PathHeights:
    """How high the unit is after so many inches."""

    rises: tuple[ProfilePart, ...]
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
        return split_at(split_at(self.points(), at)[1], until)[0]

    def is_up(self, at: float, until: float) -> bool:
        """Does it go up from one place to another?"""
        before = [rise for rise in self.rises if rise.start < at - 1e-6] or self.rises[:1]
        behind = [rise for rise in self.rises if rise.end > until + 1e-6] or self.rises[-1:]
        return behind[0].z_start >= before[-1].z_end


def split_at(corners: Sequence[Point], at: float) -> tuple[list[Point], list[Point]]:
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


LEFT, RIGHT = 26.0, 28.0
"""Pixels beside the way."""

BEYOND = 14.0
"""Pixels of ground behind the end."""

TICK = 5.0

_LEAST_ZONE = 14.0

_HEIGHTS = ("rise", "top", "high", "low", "z", "room")
"""Facts that say how high something is."""

_STRIP_UP, _STRIP_DOWN = 5.0, 6.0

_GRID_STEPS = (1, 2, 5, 10, 20, 50, 100)

_GRID_APART = 13.0

_UNDER = 4.0
"""Pixels from a jump's ceiling down to its arc."""

_ROUND = 12.0
"""Pixels in which a jump turns from up to across."""


def axis_of(frame: SideFrame, lowest: float, highest: float) -> tuple[DrawnPath, tuple[DrawnText, ...]]:
    """Draw a line and a number for every so many inches of height."""
    step = next((step for step in _GRID_STEPS if step * frame.up >= _GRID_APART), _GRID_STEPS[-1])
    first = -int(-lowest // step) * step
    levels = range(first, int(highest // step) * step + 1, step)
    rows = [(z, tenth(frame.zero - z * frame.up)) for z in levels]
    lines = "".join(line_path((LEFT - 6.0, y), (frame.scale.width, y)) for _, y in rows)
    return DrawnPath("pf-grid", lines), tuple(
        DrawnText("pf-t", LEFT - 8.0, y, plain_number(z), anchor="end") for z, y in rows
    )


@dataclass(frozen=True, slots=True)
class CostStrips:
    """Hatched strips along the ground where something costs more, and their patterns."""

    shapes: tuple[DrawnPath, ...]
    fills: tuple[FillPattern, ...]


def cost_strips(grounds: Sequence[TerrainUnderPath], frame: SideFrame, cut: CrossSection) -> CostStrips:
    """Draw a strip for each stretch of ground that costs more or is closed."""
    shapes: list[DrawnPath] = []
    fills: dict[str, FillPattern] = {}
    for ground in grounds:
        if not is_reported(ground):
            continue
        pattern = symbol(ground.kind).pattern or "hatch"
        if pattern == "ties":
            continue
        fills.setdefault(pattern, FillPattern(pattern, pattern))
        steps = [float(x) for x in cut.ground.start if ground.start < x < ground.end]
        places = [ground.start, *(x + by for x in steps for by in (-1e-6, 1e-6)), ground.end]
        inside = [min(max(x, ground.start + 1e-6), ground.end - 1e-6) for x in places]
        line = [frame.at(x, z) for x, z in zip(places, cut.heights_at(inside), strict=True)]
        above = [(x, y - _STRIP_UP) for x, y in line]
        below = [(x, y + _STRIP_DOWN) for x, y in reversed(line)]
        shapes.append(DrawnPath("texture", path([*above, *below]), piece=ground.piece, pattern=pattern))
    return CostStrips(tuple(shapes), tuple(fills.values()))


def is_reported(ground: TerrainUnderPath) -> bool:
    """Is it ground that costs more or is closed?"""
    return ground.surcharge > 0.0 or ground.is_barred


def zone_of(spot: PathSpot, frame: SideFrame, line: PathHeights, bottom: float) -> Box:
    """Give the box over the place that a pin stands for."""
    until = max(spot.at, spot.until)
    left, right = frame.scale.x_at(spot.at), frame.scale.x_at(until)
    if right - left < 6.0:
        middle = (left + right) / 2.0
        left, right = middle - 3.0, middle + 3.0
    low, high = line.heights(spot.at, until) if _is_tall(spot) else line.heights(spot.middle, spot.middle)
    low = min([low, *(z for key in ("low", "z") if (z := number_of(spot.facts, key)) is not None)])
    high = max([high, *(z for key in ("top", "high") if (z := number_of(spot.facts, key)) is not None)])
    foot, head = frame.at(0.0, low)[1], frame.at(0.0, high)[1]
    if foot - head < _LEAST_ZONE:
        foot, head = min(foot + _LEAST_ZONE / 2.0, bottom), foot - _LEAST_ZONE / 2.0
    return tenth(left), tenth(head), tenth(right), tenth(foot)


def _is_tall(spot: PathSpot) -> bool:
    """Is it about heights, so that its place reaches from the lowest to the highest?"""
    return any(number_of(spot.facts, key) is not None for key in _HEIGHTS)


def zone_shape(spot: PathSpot, zone: Box, frame: SideFrame, line: PathHeights) -> DrawnPath:
    """Draw the place that breaks the move, or where there is a check: a box, or a band along the way."""
    left, top, right, bottom = zone
    part = line.part(spot.at, spot.until)
    if _is_tall(spot) or line.is_jump or right - left <= 6.0 or len(part) < 2:
        return DrawnPath(spot.css, path([(left, top), (right, top), (right, bottom), (left, bottom)]))
    along = [frame.at(*corner) for corner in part]
    above = [(x, y - _LEAST_ZONE / 2.0) for x, y in along]
    below = [(x, y + _LEAST_ZONE / 2.0) for x, y in reversed(along)]
    return DrawnPath(spot.css, path([*above, *below]))


def way_shapes(
    frame: SideFrame, line: PathHeights, side: str, length: float, broken: float | None
) -> list[DrawnPath]:
    """Draw the unit's own height: what goes, and dashed what does not."""
    if line.is_jump:
        css = "way-bad" if broken is not None else f"way way-{side} way-air"
        return [DrawnPath("way-case", d := _jump_path(frame, line, length)), DrawnPath(css, d)]
    corners = line.points()
    before, behind = (corners, []) if broken is None else split_at(corners, broken)
    shapes = [DrawnPath("way-case", _along(frame, corners))]
    if len(before) > 1:
        shapes.append(DrawnPath(f"way way-{side}", _along(frame, before)))
    if len(behind) > 1 and broken is not None and broken < length:
        shapes.append(DrawnPath("way-bad", _along(frame, behind)))
    return shapes


def _along(frame: SideFrame, corners: Iterable[Point]) -> str:
    return line_path(*(frame.at(*corner) for corner in corners))


def _jump_path(frame: SideFrame, line: PathHeights, length: float) -> str:
    """Write the arc of a jump: up, across under the ceiling, down."""
    start, end = line.rises[0].z_start, line.rises[-1].z_end
    top = line.ceiling if line.ceiling is not None else max(start, end) + 1.0
    (ax, ay), (bx, by) = frame.at(0.0, start), frame.at(length, end)
    high = min(frame.at(0.0, max(top, start, end))[1] + _UNDER, ay, by)
    turn = min(_ROUND, (bx - ax) / 2.0)
    points = [(ax, ay)]
    for way, x, y in ((1.0, ax, ay), (-1.0, bx, by)):
        deep = min(_ROUND, y - high)
        steps = [i / 6.0 for i in range(7)]
        # A quarter of an ellipse, from upright to level.
        arc = [(x + way * turn * (1.0 - (1.0 - s * s) ** 0.5), high + deep * (1.0 - s)) for s in steps]
        points += arc if way > 0.0 else arc[::-1]
    points.append((bx, by))
    return line_path(*points)


def ceiling_shapes(frame: SideFrame, line: PathHeights, length: float) -> list[DrawnPath]:
    """Draw how high a jump goes."""
    if line.ceiling is None or not line.is_jump:
        return []
    y = frame.at(0.0, line.ceiling)[1]
    return [DrawnPath("ceiling", line_path((LEFT - 6.0, y), (frame.scale.x_at(length) + BEYOND, y)))]


def ticks(frame: SideFrame, way: BasePath, bottom: float) -> list[DrawnPath]:
    """Mark the start, every point on the way, and the end."""
    places = [frame.scale.x_at(offset) for offset in way.offsets]
    return [DrawnPath("ruler", "".join(line_path((x, bottom), (x, bottom + TICK)) for x in places))]
