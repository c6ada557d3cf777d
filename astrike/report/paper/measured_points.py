"""Which few points of a piece have to be measured so that it lies right?

All corners of what has few. A disc by its centre, an ellipse by the ends of its axes, a smooth outline by the points
that it was drawn through, a river by its middle line; any other outline by corners between which straight lines are
nowhere further off than is said.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final, Literal

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Floats
from astrike.geometry.interior import clearances
from astrike.geometry.shaping import bounding_box, centroid, curve, curved_path, ellipse, strip_along
from astrike.geometry.thinning import thin
from astrike.model.terrain import Point, Ring, Terrain

PieceForm = Literal["corners", "round", "ellipse", "curve", "line", "outline"]
_FEW: Final = 12
"""Corners that are all listed."""
_MANY: Final = 20
"""Points of something longer than two feet."""
_LONG: Final = 24.0
_MOST: Final = 60
"""Corners of a jagged outline that are all listed; of more, nobody measures any but the four ends."""
_AT_ONCE: Final = 256
_STRAIGHT: Final = 0.01
"""Inches off the line between its neighbors at which a point is no corner."""
_OFF: Final = (0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1.0, 1.5, 2.0)
"""Inches that straight lines between the points may be off, tried one after the other."""
_ROUND: Final = 0.02
_UNEVEN: Final = 0.35
"""Share of its width by which a river may be wider or narrower and still have a middle line."""
_SLENDER: Final = 3.0
"""Widths that a river with a middle line is long at least."""
_SAME: Final = 1e-3


@dataclass(frozen=True, slots=True)
class MeasuredPoints:
    """One ring of a piece, or its middle line, and the points that fix it."""

    form: PieceForm
    points: Ring
    """To be lettered."""
    ring: Ring
    """The outline itself."""
    off: float = 0.0
    """Inches that the outline may lie off the straight lines between the points."""
    width: float | None = None
    """Of a line; of a disc its diameter."""
    is_hole: bool = False
    axes: tuple[float, float, float] | None = None
    """Of an oval: width, depth and turn."""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """West, south, east and north end."""
        return bounding_box(self.ring)


def measured_points(piece: Terrain, shape: object = None) -> tuple[MeasuredPoints, ...]:
    """Give the points of a piece; `shape` is what the table file says that it was drawn as, believed if it fits.

    >>> from astrike.model.terrain import Outline
    >>> bounding_box = Terrain("b", "building", (Outline(((0, 0), (4, 0), (4, 2), (2, 2), (0, 2))),))
    >>> measured_points(bounding_box)[0].form, measured_points(bounding_box)[0].points
    ('corners', ((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)))
    """
    if isinstance(shape, Mapping) and len(piece.outlines) == 1 and not piece.outlines[0].holes:
        stated = _stated(shape, piece.outlines[0].exterior)
        if stated is not None:
            return (stated,)
    found: list[MeasuredPoints] = []
    for outline in piece.outlines:
        found.append(_ring(outline.exterior))
        found += [_ring(hole, is_hole=True) for hole in outline.holes]
    return tuple(found)


# ---- as it was drawn


def _stated(shape: Mapping[object, object], ring: Ring) -> MeasuredPoints | None:
    match shape.get("form"):
        case "ellipse":
            return _ellipse(shape, ring)
        case "free" if shape.get("curved") is True and not shape.get("holes"):
            corners = _places(shape.get("corners"))
            if 3 <= len(corners) <= _MANY and _is_same(curve(corners), ring):
                return MeasuredPoints("curve", corners, ring)
        case "strip":
            return _strip(shape, ring)
    return None


def _ellipse(shape: Mapping[object, object], ring: Ring) -> MeasuredPoints | None:
    at = _places([shape.get("at")])
    wide, deep, turn = (_number(shape.get(key, 0.0)) for key in ("width", "depth", "turn"))
    if not at or not wide or not deep or turn is None or not _is_same(ellipse(at[0], wide, deep, turn), ring):
        return None
    if wide == deep:
        return MeasuredPoints("round", at, ring, width=wide)
    angle = math.radians(turn)
    along, across = (math.cos(angle) * wide / 2, -math.sin(angle) * wide / 2), (
        math.sin(angle) * deep / 2, math.cos(angle) * deep / 2,
    )  # fmt: skip
    (x, y), ends = at[0], (along, across)
    points = tuple((x + sign * dx, y + sign * dy) for dx, dy in ends for sign in (-1, 1))
    return MeasuredPoints("ellipse", points, ring, axes=(wide, deep, turn))


def _strip(shape: Mapping[object, object], ring: Ring) -> MeasuredPoints | None:
    points, wide = _places(shape.get("points")), _number(shape.get("width"))
    if not 2 <= len(points) <= _MANY or not wide:
        return None
    curved = shape.get("curved") is True
    made = strip_along(curved_path(points) if curved else points, wide)
    if len(made) != 1 or made[0][1] or not _is_same(made[0][0], ring):
        return None
    return MeasuredPoints("line", points, ring, width=wide)


def _is_same(one: Ring, other: Ring) -> bool:
    """Do two rings run along each other?"""
    return max(_farthest(one, other), _farthest(other, one)) <= _SAME


def _places(value: object) -> Ring:
    if not isinstance(value, list | tuple):
        return ()
    found = [
        (x, y)
        for each in value
        if isinstance(each, list | tuple) and len(each) >= 2
        if (x := _number(each[0])) is not None and (y := _number(each[1])) is not None
    ]
    return tuple(found) if len(found) == len(value) else ()


def _number(value: object) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and math.isfinite(value) else None  # type: ignore[arg-type]  # a number


# ---- as it lies


def _ring(ring: Ring, *, is_hole: bool = False) -> MeasuredPoints:
    corners = _without_straight(ring)
    if len(corners) <= _FEW:
        return MeasuredPoints("corners", corners, ring, is_hole=is_hole)
    middle = centroid([(ring, ())])
    far = [math.dist(middle, point) for point in ring]
    if max(far) - min(far) < _ROUND:
        return MeasuredPoints("round", (middle,), ring, width=round(2 * max(far), 3), is_hole=is_hole)
    if not is_hole and (band := _band(ring)) is not None:
        return band
    west, south, east, north = bounding_box(ring)
    most = _MANY if max(east - west, north - south) > _LONG else _FEW
    best: MeasuredPoints | None = None
    for within in _OFF:
        areas = thin(((ring, ()),), within)
        if len(areas) == 1 and 3 <= len(areas[0][0]) <= most:
            one = _likelier(areas[0][0], ring, is_hole=is_hole)
            best = one if best is None or one.off < best.off else best
            if best.off <= _OFF[0]:
                break
    if best is None and len(corners) > _MOST:
        ends = tuple(dict.fromkeys(end(corners, key=key) for end in (min, max) for key in (_east, _north)))
        return MeasuredPoints("outline", ends, ring, off=_farthest(ring, ends), is_hole=is_hole)
    return best or MeasuredPoints("outline", corners, ring, off=_STRAIGHT, is_hole=is_hole)


def _east(point: Point) -> Point:
    return point


def _north(point: Point) -> Point:
    return point[1], point[0]


def _band(ring: Ring) -> MeasuredPoints | None:
    """Find the middle line of an outline that is as wide everywhere, such as a road or a river."""
    xy: Floats = np.asarray(ring, dtype=np.float64)
    count = len(ring)
    if count % 2:
        return None
    step = np.arange(count // 2)
    for first in range(count // 2):
        one, other = xy[(first + step) % count], xy[(first - 1 - step) % count]
        wide = np.hypot(*(one - other).T)
        if np.ptp(wide) > _UNEVEN * float(wide.mean()):
            continue
        middle = (one + other) / 2.0
        width = round(float(wide.mean()), 2)
        if np.hypot(*np.diff(middle, axis=0).T).sum() < _SLENDER * width:
            continue
        for within in _OFF:
            points = _thinned([(float(x), float(y)) for x, y in middle], within)
            made = strip_along(curved_path(points), width) if len(points) <= _FEW else ()
            if len(made) != 1 or made[0][1]:
                continue
            off = max(_farthest(ring, made[0][0]), _farthest(made[0][0], ring))
            if off <= _OFF[3]:
                return MeasuredPoints("line", points, ring, off=off, width=width)
    return None


def _thinned(line: Sequence[Point], within: float) -> Ring:
    """Drop points of an open line that lie no further than `within` off the straight ones between those kept."""
    if len(line) < 3:
        return tuple(line)
    inner = np.asarray(line[1:-1], dtype=np.float64)
    far = clearances(np.array([line[0]]), np.array([line[-1]]), inner)
    worst = int(far.argmax())
    if far[worst] <= within:
        return (line[0], line[-1])
    return (*_thinned(line[: worst + 2], within)[:-1], *_thinned(line[worst + 1 :], within))


def _likelier(points: Ring, ring: Ring, *, is_hole: bool) -> MeasuredPoints:
    """Say whether straight lines or a smooth curve through some corners come nearer to the outline."""
    smooth = curve(points)
    off_smooth = max(_farthest(ring, smooth), _farthest(smooth, ring))
    off_straight = _farthest(ring, points)
    if off_smooth < off_straight:
        return MeasuredPoints("curve", points, ring, off=off_smooth, is_hole=is_hole)
    return MeasuredPoints("outline", points, ring, off=off_straight, is_hole=is_hole)


def _without_straight(ring: Ring) -> Ring:
    areas = thin(((ring, ()),), _STRAIGHT)
    if len(areas) != 1:
        return ring
    corners = areas[0][0]
    # Where the ring begins a point stays although it lies on a straight line.
    is_straight = len(corners) > 3 and _farthest(corners[:1], (corners[-1], corners[1])) <= _STRAIGHT
    return corners[1:] if is_straight else corners


def _farthest(points: Sequence[Point], ring: Sequence[Point]) -> float:
    """Give how far the farthest of the points lies from the edge of the ring."""
    tail: Floats = np.asarray(ring, dtype=np.float64)
    head, xy = np.roll(tail, -1, axis=0), np.asarray(points, dtype=np.float64)
    parts = (xy[start : start + _AT_ONCE] for start in range(0, len(xy), _AT_ONCE))
    return max(float(clearances(tail, head, part).max()) for part in parts)
