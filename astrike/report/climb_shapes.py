"""Which strokes make a height profile: the scale of heights, strips of dear ground, bad places, the way itself?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from astrike.model.movement import Ground
from astrike.model.terrain import Point
from astrike.report.climb_line import HeightLine, number_of, split
from astrike.report.cut import Cut
from astrike.report.figures import plain
from astrike.report.shapes import Box, Fill, Shape, Text, line_path, path, tenth
from astrike.report.side_land import SideFrame
from astrike.report.symbols import symbol
from astrike.report.way import Spot, Way

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


def axis_of(frame: SideFrame, lowest: float, highest: float) -> tuple[Shape, tuple[Text, ...]]:
    """Draw a line and a number for every so many inches of height."""
    step = next((step for step in _GRID_STEPS if step * frame.up >= _GRID_APART), _GRID_STEPS[-1])
    first = -int(-lowest // step) * step
    levels = range(first, int(highest // step) * step + 1, step)
    rows = [(z, tenth(frame.zero - z * frame.up)) for z in levels]
    lines = "".join(line_path((LEFT - 6.0, y), (frame.scale.width, y)) for _, y in rows)
    return Shape("pf-grid", lines), tuple(
        Text("pf-t", LEFT - 8.0, y, plain(z), anchor="end") for z, y in rows
    )


@dataclass(frozen=True, slots=True)
class Strips:
    """Hatched strips along the ground where something costs more, and their patterns."""

    shapes: tuple[Shape, ...]
    fills: tuple[Fill, ...]


def strips_of(grounds: Sequence[Ground], frame: SideFrame, cut: Cut) -> Strips:
    """Draw a strip for each stretch of ground that costs more or is closed."""
    shapes: list[Shape] = []
    fills: dict[str, Fill] = {}
    for ground in grounds:
        if not is_told(ground):
            continue
        pattern = symbol(ground.kind).pattern or "hatch"
        if pattern == "ties":
            continue
        fills.setdefault(pattern, Fill(pattern, pattern))
        steps = [float(x) for x in cut.ground.start if ground.start < x < ground.end]
        places = [ground.start, *(x + by for x in steps for by in (-1e-6, 1e-6)), ground.end]
        inside = [min(max(x, ground.start + 1e-6), ground.end - 1e-6) for x in places]
        line = [frame.at(x, z) for x, z in zip(places, cut.heights_at(inside), strict=True)]
        above = [(x, y - _STRIP_UP) for x, y in line]
        below = [(x, y + _STRIP_DOWN) for x, y in reversed(line)]
        shapes.append(Shape("texture", path([*above, *below]), piece=ground.piece, pattern=pattern))
    return Strips(tuple(shapes), tuple(fills.values()))


def is_told(ground: Ground) -> bool:
    """Is it ground that costs more or is closed?"""
    return ground.surcharge > 0.0 or ground.is_barred


def zone_of(spot: Spot, frame: SideFrame, line: HeightLine, bottom: float) -> Box:
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


def _is_tall(spot: Spot) -> bool:
    """Is it about heights, so that its place reaches from the lowest to the highest?"""
    return any(number_of(spot.facts, key) is not None for key in _HEIGHTS)


def zone_shape(spot: Spot, zone: Box, frame: SideFrame, line: HeightLine) -> Shape:
    """Draw the place that breaks the move, or where there is a check: a box, or a band along the way."""
    left, top, right, bottom = zone
    part = line.part(spot.at, spot.until)
    if _is_tall(spot) or line.is_jump or right - left <= 6.0 or len(part) < 2:
        return Shape(spot.css, path([(left, top), (right, top), (right, bottom), (left, bottom)]))
    along = [frame.at(*corner) for corner in part]
    above = [(x, y - _LEAST_ZONE / 2.0) for x, y in along]
    below = [(x, y + _LEAST_ZONE / 2.0) for x, y in reversed(along)]
    return Shape(spot.css, path([*above, *below]))


def way_shapes(
    frame: SideFrame, line: HeightLine, side: str, length: float, broken: float | None
) -> list[Shape]:
    """Draw the unit's own height: what goes, and dashed what does not."""
    if line.is_jump:
        css = "way-bad" if broken is not None else f"way way-{side} way-air"
        return [Shape("way-case", d := _jump_path(frame, line, length)), Shape(css, d)]
    corners = line.points()
    before, behind = (corners, []) if broken is None else split(corners, broken)
    shapes = [Shape("way-case", _along(frame, corners))]
    if len(before) > 1:
        shapes.append(Shape(f"way way-{side}", _along(frame, before)))
    if len(behind) > 1 and broken is not None and broken < length:
        shapes.append(Shape("way-bad", _along(frame, behind)))
    return shapes


def _along(frame: SideFrame, corners: Iterable[Point]) -> str:
    return line_path(*(frame.at(*corner) for corner in corners))


def _jump_path(frame: SideFrame, line: HeightLine, length: float) -> str:
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


def ceiling_shapes(frame: SideFrame, line: HeightLine, length: float) -> list[Shape]:
    """Draw how high a jump goes."""
    if line.ceiling is None or not line.is_jump:
        return []
    y = frame.at(0.0, line.ceiling)[1]
    return [Shape("ceiling", line_path((LEFT - 6.0, y), (frame.scale.x_at(length) + BEYOND, y)))]


def ticks(frame: SideFrame, way: Way, bottom: float) -> list[Shape]:
    """Mark the start, every point on the way, and the end."""
    places = [frame.scale.x_at(offset) for offset in way.offsets]
    return [Shape("ruler", "".join(line_path((x, bottom), (x, bottom + TICK)) for x in places))]
