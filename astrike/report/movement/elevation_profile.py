"""How high does a declared move go along its way, over which ground, and where does that break it?

A cut along its path, in inches of travel, under the line of the unit's own height. Heights are true to scale unless an
inch would be too small to see or the whole too high for a phone; then the picture says by how much they are stretched.
"""

from collections.abc import Iterable
from math import hypot

from astrike.dataclass import dataclass
from astrike.model.movement import MoveAnswer, ProfilePart
from astrike.model.piece_names import piece_names
from astrike.model.table import Table
from astrike.model.terrain import Point
from astrike.report.drawing.pair_scale import PairScale
from astrike.report.drawing.shapes import DrawnPath, DrawnText, FillPattern, tenth
from astrike.report.movement.path import BasePath, PathSpot, base_path, broken_at, path_spots
from astrike.report.movement.path_overlay import PathPin
from astrike.report.movement.profile_labels import BELOW, WINDOW_ROW, ProfileLabels
from astrike.report.movement.profile_shapes import (
    BEYOND,
    LEFT,
    RIGHT,
    PathHeights,
    axis_of,
    ceiling_of,
    ceiling_shapes,
    cost_strips,
    number_of,
    ticks,
    way_shapes,
    zone_of,
    zone_shape,
)
from astrike.report.terrain.cross_section import CrossSection, cross_section_along, lowest_of, top_of
from astrike.report.terrain.ground import PieceTops
from astrike.report.terrain.side_view import SideFrame, ground_shapes, solid_shapes, tree_shapes, water_shapes
from astrike.report.units.marks import OTHERS, marks
from astrike.report.words.numbers import height, inches
from astrike.rulebook.schema import Edition

_STRETCHES = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
_SQUEEZES = (0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.75)
_NARROWEST = 0.5
"""Share of the width that a way takes at least."""
_LARGEST = 33.5
_LEAST_INCH = 12.0
_TALLEST = 200.0
_SHORTEST = 2.0
"""Inches: a shorter way is not drawn larger."""
_ROOM = 14.0
_SOIL = 6.0


@dataclass(frozen=True, slots=True)
class ElevationProfile:
    """A height profile to draw, bottom to top: `grid`, `land`, `strips`, `zones`, `way`, `dims`, texts, pins."""

    width: float
    height: float
    stretch: float
    """Heights are drawn so many times larger than lengths."""
    fills: tuple[FillPattern, ...]
    shapes: tuple[DrawnPath, ...]
    axis: tuple[DrawnText, ...]
    labels: tuple[DrawnText, ...]
    pins: tuple[PathPin, ...]
    steps: tuple[tuple[str, str, str, str], ...]
    """What is too steep, to be said aloud: `up` or `down`, inches of height, from and to which inches of travel."""
    name: str
    end: str
    """Height at the end."""


def elevation_profile(
    table: Table,
    answer: MoveAnswer,
    *,
    tops: PieceTops,
    width_px: float = 390.0,
    edition: Edition | None = None,
) -> ElevationProfile:
    """Draw the heights along the way of a judged move. `tops` gives z of underside and top of each piece."""
    way, spots = base_path(answer), path_spots(answer)
    total = max(way.length, _SHORTEST)
    widest = min(_LARGEST, (width_px - LEFT - RIGHT) / total)
    cut = cross_section_along(table, _ground_points(way, widest), first=0.0, tops=tops, edition=edition)
    rises = answer.profile or (ProfilePart(0.0, way.length, answer.end[2], answer.end[2]),)
    line = PathHeights(tuple(rises), answer.mode, answer.edition, ceiling_of(answer))
    lowest, highest = _extent(cut, line, spots)
    across = _across(widest, highest - lowest)
    stretch = _stretch(across, (highest - lowest) * across)
    windows = [spot for spot in spots if "window" in spot.facts]
    above = WINDOW_ROW + 12.0 if windows else _ROOM
    scale = PairScale(width_px, across, LEFT, (1.0, 0.0), (0.0, 0.0), total)
    frame = SideFrame(scale, across * stretch, tenth(above + highest * across * stretch))
    bottom = frame.zero - lowest * frame.up + _SOIL
    side = known.side if (known := marks(table).get(answer.unit)) is not None else OTHERS
    words = piece_names(table)
    strips = cost_strips(answer.ground, frame, cut)
    zones = tuple(zone_of(spot, frame, line, bottom) for spot in spots)
    labels = ProfileLabels(frame, answer, way, spots, line, cut, zones, words, bottom)
    placed = labels.find()
    texts, dims = labels.drawn(placed)
    grid, axis = axis_of(frame, lowest, highest)
    return ElevationProfile(
        width=width_px,
        height=tenth(bottom + BELOW),
        stretch=stretch,
        fills=strips.fills,
        shapes=(
            grid,
            *ground_shapes(frame, cut, bottom=bottom),
            *water_shapes(frame, cut),
            *solid_shapes(frame, cut),
            *tree_shapes(frame, cut),
            *strips.shapes,
            *(zone_shape(spot, zone, frame, line) for spot, zone in zip(spots, zones, strict=True)),
            *way_shapes(frame, line, side, way.length, broken_at(spots)),
            *ceiling_shapes(frame, line, way.length),
            *ticks(frame, way, bottom),
            *dims,
        ),
        axis=axis,
        labels=texts,
        pins=labels.pins(placed),
        steps=tuple(_stated(spot, line) for spot in windows),
        name=next((unit.name for unit in table.units if unit.id == answer.unit), ""),
        end=height(answer.end[2]),
    )


def _ground_points(way: BasePath, across: float) -> list[Point]:
    """Give the way and a bit of ground behind its end."""
    (ax, ay), (bx, by) = way.points[max(len(way.points) - 2, 0)], way.points[-1]
    far = hypot(bx - ax, by - ay)
    east, north = ((bx - ax) / far, (by - ay) / far) if far > 0.0 else (1.0, 0.0)
    beyond = max(_SHORTEST - way.length, 0.0) + BEYOND / across
    return [*way.points, (bx + east * beyond, by + north * beyond)]


def _extent(cut: CrossSection, line: PathHeights, spots: Iterable[PathSpot]) -> tuple[float, float]:
    """Give the lowest and the highest z that is drawn."""
    heights = [0.0, 1.0, *(z for _, z in line.points()), *(z for _, z in cut.ground_points())]
    if line.ceiling is not None:
        heights.append(line.ceiling)
    heights += [lowest_of(part, cut) for part in cut.parts]
    heights += [top_of(part, cut) for part in cut.parts if part.is_see_through or part.is_solid]
    for spot in spots:
        heights += [z for key in ("top", "high", "low", "z") if (z := number_of(spot.facts, key)) is not None]
    return min(heights), max(heights)


def _across(widest: float, whole: float) -> float:
    """Choose the pixels of an inch of travel: narrower when that keeps heights true to scale."""
    fitting = _TALLEST / whole
    return fitting if _NARROWEST * widest <= fitting < widest else widest


def _stretch(inch: float, whole: float) -> float:
    """Choose by how much heights are stretched: not at all unless an inch is too small or the whole too tall."""
    wanted = next((times for times in _STRETCHES if inch * times >= _LEAST_INCH), _STRETCHES[-1])
    fitting = [times for times in (*_SQUEEZES, *_STRETCHES) if whole * times <= _TALLEST]
    return min(wanted, max(fitting, default=_SQUEEZES[0]))


def _stated(spot: PathSpot, line: PathHeights) -> tuple[str, str, str, str]:
    low, high = line.heights(spot.at, spot.until)
    rise = number_of(spot.facts, "rise")
    word = "up" if line.is_up(spot.at, spot.until) else "down"
    return word, height(high - low if rise is None else rise), inches(spot.at), inches(spot.until)
