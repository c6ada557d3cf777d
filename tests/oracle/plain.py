"""How much is hidden, and how many inches of woods, by plain Shapely: reference and baseline of the bench.

Obviously right before quick. A test knows this file's digest: whoever makes it faster moves the goal.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon, box

NEAR = 1e-7  # inches in front of the eye where looking begins: a projection needs some distance
Point3 = Sequence[float]


@dataclass(frozen=True, slots=True)
class Solid:
    """An upright prism from `bottom` to the plane z = a + b x + c y."""

    polygon: Polygon
    bottom: float
    top: tuple[float, float, float]

    def top_at(self, x: float, y: float) -> float:
        return self.top[0] + self.top[1] * x + self.top[2] * y


def hidden_share(solids: Iterable[Solid], *, eye: Point3, foot: Point3, width: float, height: float) -> float:
    """Clip each prism to the wedge of sight, project its walls and caps, unite them, and measure the area."""
    away = np.array([foot[0] - eye[0], foot[1] - eye[1]])
    distance = float(np.hypot(*away))
    if distance == 0:
        return 0.0
    ahead = away / distance
    right = np.array([ahead[1], -ahead[0]])
    start = np.array([eye[0], eye[1]])
    near, far = start + NEAR * ahead, start + away
    side = right * width / 2
    near_side = side * NEAR / distance
    wedge = Polygon([near - near_side, near + near_side, far + side, far - side])
    rectangle = box(-width / 2, foot[2], width / 2, foot[2] + height)
    shadows = []
    for solid in solids:
        if solid.polygon.intersects(wedge):
            clipped = solid.polygon.intersection(wedge)
            for part in shapely.get_parts(clipped):
                if part.geom_type == "Polygon":
                    shadows += _project(solid, part, eye=eye, ahead=ahead, right=right, distance=distance)
    # Shadows of what is near are huge: united as they are, they would lose hairs of the rectangle.
    hidden = shapely.union_all([shadow.intersection(rectangle) for shadow in shadows])
    return float(hidden.area / rectangle.area)


def _project(
    solid: Solid, part: Polygon, *, eye: Point3, ahead: np.ndarray, right: np.ndarray, distance: float
) -> list[Polygon]:
    """Return walls, top and underside of one clipped piece as seen on the silhouette's plane."""
    found, tops, undersides = [], [], []
    for ring in (part.exterior, *part.interiors):
        top, underside = [], []
        for x, y in ring.coords:
            off = np.array([x - eye[0], y - eye[1]])
            t = float(off @ ahead) / distance
            lateral = float(off @ right) / t
            top.append((lateral, eye[2] + (solid.top_at(x, y) - eye[2]) / t))
            underside.append((lateral, eye[2] + (solid.bottom - eye[2]) / t))
        for i in range(len(top) - 1):
            found.append(Polygon([underside[i], underside[i + 1], top[i + 1], top[i]]))
        tops.append(top)
        undersides.append(underside)
    found.append(Polygon(tops[0], tops[1:]))
    found.append(Polygon(undersides[0], undersides[1:]))
    return [shape if shape.is_valid else shape.buffer(0) for shape in found if shape.area > 0]


def woods_length(
    woods: Iterable[Solid], *, start: Point3, end: Point3, start_edge: float, end_edge: float
) -> float:
    """Measure the plan length of the line from edge to edge in woods, where it is not above the treetops."""
    a, b = np.array(start, dtype=float), np.array(end, dtype=float)
    distance = float(np.hypot(*(b - a)[:2]))
    if distance <= start_edge + end_edge:
        return 0.0
    first, last = start_edge / distance, 1 - end_edge / distance
    line = LineString([(a + first * (b - a))[:2], (a + last * (b - a))[:2]])
    inside = []
    for wood in woods:
        if wood.polygon.intersects(line):
            low = _below(wood, a, b, first=first, last=last)
            if low is not None:
                for part in shapely.get_parts(wood.polygon.intersection(low)):
                    inside.append(sorted(math.dist(a[:2], corner) for corner in part.coords))
    # Slanting stretches that overlap differ by hairs, so that Shapely's union would count them twice.
    length, reached = 0.0, 0.0
    for places in sorted(filter(None, inside)):
        length += max(places[-1] - max(places[0], reached), 0.0)
        reached = max(reached, places[-1])
    return length


def _below(wood: Solid, a: np.ndarray, b: np.ndarray, *, first: float, last: float) -> LineString | None:
    """Return the part of the line that is not above the treetops' plane; both are straight, so one part."""

    def spare(t: float) -> float:
        x, y, z = a + t * (b - a)
        return wood.top_at(x, y) - float(z)

    at_first, at_last = spare(first), spare(last)
    if at_first < 0 and at_last < 0:
        return None
    if at_first * at_last < 0:
        turn = first + (last - first) * at_first / (at_first - at_last)
        first, last = (first, turn) if at_first > 0 else (turn, last)
    return LineString([(a + first * (b - a))[:2], (a + last * (b - a))[:2]])
