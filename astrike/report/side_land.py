"""How do ground, water, solids and trees look from the side?"""

from dataclasses import dataclass

from astrike.model.terrain import Point
from astrike.report.cut import Cut, Part
from astrike.report.pair_scale import PairScale
from astrike.report.shapes import Shape, ellipse_path, line_path, path
from astrike.report.symbols import TREES, Layer, symbol, tint, water_depth

_GRID_STEPS = (1, 2, 5, 10, 20, 50)
_GRID_APART = 8.0
_THINNEST = 2.0


@dataclass(frozen=True, slots=True)
class SideFrame:
    """From inches along the line and z to pixels: the plan's scale across, `up` pixels per inch of height."""

    scale: PairScale
    up: float
    zero: float
    """The pixel of z = 0."""

    def at(self, inches: float, z: float) -> Point:
        """Give the pixel of a place."""
        return self.scale.x_at(inches), self.zero - z * self.up


def grid_shapes(frame: SideFrame, *, lowest: float, highest: float) -> list[Shape]:
    """Draw a line for every so many inches of height."""
    step = next((step for step in _GRID_STEPS if step * frame.up >= _GRID_APART), _GRID_STEPS[-1])
    levels = range(int(lowest // step) * step, int(highest // step) * step + 1, step)
    rows = [frame.zero - z * frame.up for z in levels]
    return [Shape("pf-grid", "".join(line_path((0.0, y), (frame.scale.width, y)) for y in rows))]


def ground_shapes(frame: SideFrame, cut: Cut, *, bottom: float) -> list[Shape]:
    """Draw the ground down to the pixel `bottom`, hills in the map's tints."""
    points = [frame.at(x, z) for x, z in cut.ground_points()]
    shapes = [Shape("pf-ground", path([*points, (points[-1][0], bottom), (points[0][0], bottom)]))]
    hills = [part for part in cut.parts if part.is_ground]
    # The highest first, so that each lower step keeps its own tint below it.
    for part in sorted(hills, key=lambda part: -part.known.top):
        base = part.known.base
        corners = [(part.start, base), (part.start, part.low), (part.end, part.high), (part.end, base)]
        d = path(frame.at(x, z) for x, z in corners)
        shapes.append(Shape(f"pf-fill {tint(part.known.top)}", d, piece=part.piece.id))
    return [*shapes, Shape("pf-line", line_path(*points))]


def water_shapes(frame: SideFrame, cut: Cut) -> list[Shape]:
    """Draw waters below the ground beside them, shallow ones first."""
    shapes: list[Shape] = []
    for part in sorted(
        (part for part in cut.parts if part.layer == Layer.WATER), key=lambda part: part.depth
    ):
        is_measured = part.known.top > part.known.base
        surface = part.known.top if is_measured else cut.heights_at([(part.start + part.end) / 2.0])[0]
        d = _box(frame, part, bottom=surface - part.depth, top=surface)
        shapes.append(Shape(f"pf-water {water_depth(part.depth)}", d, piece=part.piece.id))
    return shapes


def solid_shapes(frame: SideFrame, cut: Cut) -> list[Shape]:
    """Draw buildings, walls and bridges."""
    return [
        Shape(
            "bridge" if part.layer == Layer.DECK else "bld",
            _solid(frame, cut, part),
            piece=part.piece.id,
        )
        for part in cut.parts
        if part.layer in (Layer.SOLID, Layer.DECK)
    ]


def tree_shapes(frame: SideFrame, cut: Cut) -> list[Shape]:
    """Draw woods and whatever else one can see through, following the ground."""
    shapes: list[Shape] = []
    for part in cut.parts:
        high = part.known.top - part.known.base
        if not part.is_see_through or high <= 0.0:
            continue
        places = cut.breaks(part)
        floor = cut.floor(part, places)
        over = [frame.at(x, z + high) for x, z in zip(places, floor, strict=True)]
        under = [frame.at(x, z) for x, z in zip(places, floor, strict=True)]
        css = "pf-wood" if part.piece.kind in TREES else symbol(part.piece.kind).css
        shapes.append(Shape(css, path([*over, *reversed(under)]), piece=part.piece.id))
        if part.piece.kind in TREES and (row := _row_of_trees(frame, cut, part, high)):
            shapes.append(Shape("pf-tree", row))
    return shapes


def _solid(frame: SideFrame, cut: Cut, part: Part) -> str:
    """Write the outline of a solid; beside the hill that it partly stands on it reaches down to the ground."""
    base = part.known.base
    if part.layer == Layer.SOLID and part.piece.base is None:
        places = cut.breaks(part)
        foot = [min(base, z) for z in cut.floor(part, places)]
        if min(foot) < base:
            under = [frame.at(x, z) for x, z in zip(places, foot, strict=True)]
            return path([frame.at(part.start, part.high), frame.at(part.end, part.high), *reversed(under)])
    return _box(frame, part, bottom=base, top=part.high)


def _box(frame: SideFrame, part: Part, *, bottom: float, top: float) -> str:
    left, high = frame.at(part.start, top)
    right, low = frame.at(part.end, bottom)
    low = max(low, high + _THINNEST)
    return path([(left, high), (right, high), (right, low), (left, low)])


def _row_of_trees(frame: SideFrame, cut: Cut, part: Part, high: float) -> str:
    """Write trunks and crowns."""
    wide = (part.end - part.start) * frame.scale.scale
    count = min(60, int(wide / max(9.0, 0.8 * frame.scale.scale)))
    places = [part.start + (part.end - part.start) * (i + 0.5) / count for i in range(count)]
    d = ""
    for place, foot in zip(places, cut.floor(part, places), strict=True):
        x, y = frame.at(place, foot)
        crown = frame.at(place, foot + high * 0.66)[1]
        d += line_path((x, y), (x, crown))
        d += ellipse_path(x, crown, min(wide / count * 0.47, 7.5), high * frame.up * 0.28)
    return d
