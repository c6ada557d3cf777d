"""How do ground, water, solids and trees look from the side?"""

from collections.abc import Sequence

from astrike.dataclass import dataclass
from astrike.model.terrain import Point
from astrike.report.drawing.pair_scale import PairScale
from astrike.report.drawing.shapes import DrawnPath, ellipse_path, line_path, path
from astrike.report.terrain.cross_section import CrossSection, SectionPart
from astrike.report.terrain.symbols import TREES, TerrainLayer, symbol, tint, water_depth

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


def grid_shapes(frame: SideFrame, *, lowest: float, highest: float) -> list[DrawnPath]:
    """Draw a line for every so many inches of height."""
    step = next((step for step in _GRID_STEPS if step * frame.up >= _GRID_APART), _GRID_STEPS[-1])
    levels = range(int(lowest // step) * step, int(highest // step) * step + 1, step)
    rows = [frame.zero - z * frame.up for z in levels]
    return [DrawnPath("pf-grid", "".join(line_path((0.0, y), (frame.scale.width, y)) for y in rows))]


def ground_shapes(frame: SideFrame, cut: CrossSection, *, bottom: float) -> list[DrawnPath]:
    """Draw the table down to the pixel `bottom`, and on it hills in the map's tints, each from its own foot."""
    points = [frame.at(x, z) for x, z in cut.ground_points()]
    corners = [(points[0][0], frame.zero), (points[-1][0], frame.zero)]
    shapes = [DrawnPath("pf-ground", path([*corners, (points[-1][0], bottom), (points[0][0], bottom)]))]
    hills = [part for part in cut.parts if part.is_ground]
    # The highest first, so that each lower step keeps its own tint below it.
    for part in sorted(hills, key=lambda part: -part.known.top):
        base = part.known.base
        d = _band(frame, (part.start, part.end), low=(base, base), high=(part.low, part.high))
        shapes.append(DrawnPath(f"pf-fill {tint(part.known.top)}", d, piece=part.piece.id))
    return [*shapes, DrawnPath("pf-line", line_path(*points))]


def water_shapes(frame: SideFrame, cut: CrossSection) -> list[DrawnPath]:
    """Draw waters as deep as they are below the ground they lie in, shallow ones first."""
    shapes: list[DrawnPath] = []
    for part in sorted(
        (part for part in cut.parts if part.layer == TerrainLayer.WATER), key=lambda part: part.depth
    ):
        places = cut.breaks(part)
        surface = cut.on_ground(part, places)
        d = _band(frame, places, low=[z - part.depth for z in surface], high=surface)
        shapes.append(DrawnPath(f"pf-water {water_depth(part.depth)}", d, piece=part.piece.id))
    return shapes


def solid_shapes(frame: SideFrame, cut: CrossSection) -> list[DrawnPath]:
    """Draw buildings, walls and bridges from where their foot stands: what is below it hides nobody."""
    return [
        DrawnPath(
            "bridge" if part.layer == TerrainLayer.DECK else "bld",
            _box(frame, part, bottom=part.known.base, top=part.high),
            piece=part.piece.id,
        )
        for part in cut.parts
        if part.layer in (TerrainLayer.SOLID, TerrainLayer.DECK)
    ]


def tree_shapes(frame: SideFrame, cut: CrossSection) -> list[DrawnPath]:
    """Draw woods and whatever else one can see through, following the ground."""
    shapes: list[DrawnPath] = []
    for part in cut.parts:
        high = part.known.top - part.known.base
        if not part.is_see_through or high <= 0.0:
            continue
        places = cut.breaks(part)
        floor = cut.floor(part, places)
        d = _band(frame, places, low=floor, high=[z + high for z in floor])
        css = "pf-wood" if part.piece.kind in TREES else symbol(part.piece.kind).css
        shapes.append(DrawnPath(css, d, piece=part.piece.id))
        if part.piece.kind in TREES and (row := _row_of_trees(frame, cut, part, high)):
            shapes.append(DrawnPath("pf-tree", row))
    return shapes


def _band(frame: SideFrame, places: Sequence[float], *, low: Sequence[float], high: Sequence[float]) -> str:
    """Write the outline of what lies between two heights along the cut."""
    over = [frame.at(x, z) for x, z in zip(places, high, strict=True)]
    under = [frame.at(x, z) for x, z in zip(places, low, strict=True)]
    return path([*over, *reversed(under)])


def _box(frame: SideFrame, part: SectionPart, *, bottom: float, top: float) -> str:
    left, high = frame.at(part.start, top)
    right, low = frame.at(part.end, bottom)
    low = max(low, high + _THINNEST)
    return path([(left, high), (right, high), (right, low), (left, low)])


def _row_of_trees(frame: SideFrame, cut: CrossSection, part: SectionPart, high: float) -> str:
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
