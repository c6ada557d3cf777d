"""How does a reach look on the map: where can a unit end, for how much Move?

An overlay for a board, made before it, so that its labels stay away from what is written here.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import hypot

from astrike.dataclass import dataclass
from astrike.model.movement import Contour, ReachAnswer
from astrike.model.table import Table
from astrike.model.terrain import Point
from astrike.report.drawing.labels import LabelWish, PlacedLabel, place_labels
from astrike.report.drawing.shapes import DrawnPath, DrawnText, path, tenth, text_width
from astrike.report.table.board import Disc, Stroke
from astrike.report.table.overlay import (
    OVERLAY_LINE,
    OVERLAY_TEXT,
    discs_of_bases,
    is_seen,
    name_of,
    writing_area,
)
from astrike.report.table.sight_lines import cross_path
from astrike.report.terrain.picture import TerrainPicture
from astrike.report.units.marks import OTHERS, marks
from astrike.report.words.numbers import height

_MOST_CROSSES = 300
_CROSS = 2.6
_APART = 0.7
"""Pixels between two corners of a line that are worth keeping."""
_SPECK = 40.0
"""Square pixels below which an island of an inner line is a trace of the grid, not of the table."""
_FINE = 0.25
"""Inches below which the side of such an island is one too, however large the map is drawn."""
_SPOTS = 24


@dataclass(frozen=True, slots=True)
class ReachContour:
    """A contour in the legend: how much Move, and is it drawn as proven?"""

    cost: str
    is_proven: bool
    is_outermost: bool


@dataclass(frozen=True, slots=True)
class ReachOverlay:
    """Where a unit can end, to draw on a board: `under` below the units, `labels` above."""

    side: str
    name: str
    under: tuple[DrawnPath, ...]
    labels: tuple[DrawnText, ...]
    levels: tuple[ReachContour, ...]
    available: str
    refused_count: int
    keep: tuple[Disc, ...]
    strokes: tuple[Stroke, ...]
    """The outermost line, roughly."""

    @property
    def has_unproven(self) -> bool:
        """Is a part of it hatched?"""
        return any(not level.is_proven for level in self.levels)


RING_SCALE = 10.0
"""Units of a ring to an inch of the table."""


@dataclass(frozen=True, slots=True)
class ReachRing:
    """The outline of all places where a unit can end, x to the east and y to the north, in parts of an inch."""

    side: str
    name: str
    available: str
    scale: float
    """Units of the picture to an inch."""
    shapes: tuple[DrawnPath, ...]
    """Empty where it cannot move so."""


def reach_ring(table: Table, answer: ReachAnswer) -> ReachRing:
    """Draw the outermost contour of a reach, whatever section of the table is shown."""
    side = _side(table, answer.unit)
    farthest = max(answer.contours, key=lambda contour: contour.cost, default=None)
    shapes: tuple[DrawnPath, ...] = ()
    if farthest is not None:
        line = "".join(path([(x * RING_SCALE, y * RING_SCALE) for x, y in ring]) for ring in farthest.rings)
        unsure = "" if farthest.is_proven else " reach-unsure"
        shapes = (
            DrawnPath(f"reach-area reach-{side}", line),
            DrawnPath("reach-case reach-out-case", line),
            DrawnPath(f"reach-line reach-out reach-{side}{unsure}", line),
        )
    return ReachRing(
        side=side,
        name=name_of(table, answer.unit),
        available=height(answer.available),
        scale=RING_SCALE,
        shapes=shapes,
    )


def reach_overlay(
    table: Table, answer: ReachAnswer, *, land: TerrainPicture, keep: Sequence[Disc] = ()
) -> ReachOverlay:
    """Draw the contours of a reach, the outermost strongest; its numbers stay away from the discs `keep`."""
    side = _side(table, answer.unit)
    contours = sorted(answer.contours, key=lambda contour: -contour.cost)
    outermost = max((contour.cost for contour in contours), default=0.0)
    least = max(_SPECK, (_FINE * land.scale) ** 2)
    rings = {
        index: [ring for ring in _pixels(contour, land) if contour.cost == outermost or _area(ring) >= least]
        for index, contour in enumerate(contours)
    }
    placed = _place_costs(contours, rings, land, (*keep, *discs_of_bases(table, land)))
    costs = sorted({contour.cost for contour in contours}, reverse=True)
    return ReachOverlay(
        side=side,
        name=name_of(table, answer.unit),
        under=tuple(_reach_shapes(contours, rings, side, answer.refused, land)),
        labels=tuple(
            DrawnText(
                "lbl-t lbl-b" if index == 0 else "lbl-t",
                tenth(found.x),
                tenth(found.y),
                height(contour.cost),
            )
            for index, contour in enumerate(contours)
            if (found := placed.get(f"cost:{index}")) is not None
        ),
        levels=tuple(
            ReachContour(
                height(cost),
                all(contour.is_proven for contour in contours if contour.cost == cost),
                cost == costs[0],
            )
            for cost in costs
        ),
        available=height(answer.available),
        refused_count=len(answer.refused),
        keep=tuple((one.x, one.y, one.width / 2.0) for one in placed.values()),
        strokes=tuple(_roughly(rings[0])) if contours else (),
    )


def _area(ring: Sequence[Point]) -> float:
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise((*ring, ring[0])))) / 2.0


def _roughly(rings: Iterable[Sequence[Point]]) -> Iterable[Stroke]:
    """Give rings as a few strokes that other labels avoid."""
    for ring in rings:
        corners = ring[:: max(len(ring) // _SPOTS, 1)]
        for (ax, ay), (bx, by) in pairwise((*corners, corners[0])):
            yield ax, ay, bx, by


def _reach_shapes(
    contours: Sequence[Contour],
    rings: Mapping[int, list[list[Point]]],
    side: str,
    refused: Sequence[Point],
    land: TerrainPicture,
) -> Iterable[DrawnPath]:
    paths = {index: "".join(path(ring) for ring in rings[index]) for index in rings}
    outermost = max((contour.cost for contour in contours), default=0.0)
    for index, contour in enumerate(contours):
        if contour.cost == outermost and paths[index]:
            yield DrawnPath(f"reach-area reach-{side}", paths[index])
        if not contour.is_proven and paths[index]:
            yield DrawnPath(
                "texture", paths[index] + _proven_within(contours, paths, contour.cost), pattern="unsure"
            )
    # The outermost line is drawn last, over all others.
    for index, contour in reversed(list(enumerate(contours))):
        if paths[index]:
            weight = "reach-out" if contour.cost == outermost else "reach-in"
            unsure = "" if contour.is_proven else " reach-unsure"
            yield DrawnPath(f"reach-case {weight}-case", paths[index])
            yield DrawnPath(f"reach-line {weight} reach-{side}{unsure}", paths[index])
    seen = [at for point in refused if is_seen(at := land.frame.at(point), land)][:_MOST_CROSSES]
    if seen:
        d = "".join(cross_path(x, y, _CROSS) for x, y in seen)
        yield DrawnPath("refused-case", d)
        yield DrawnPath("refused", d)


def _proven_within(contours: Sequence[Contour], paths: Mapping[int, str], cost: float) -> str:
    """Write the largest proven contours within one: with the even-odd rule they are holes in its hatching."""
    within = [contour.cost for contour in contours if contour.is_proven and contour.cost < cost]
    return "".join(
        paths[index]
        for index, contour in enumerate(contours)
        if within and contour.is_proven and contour.cost == max(within)
    )


def _pixels(contour: Contour, land: TerrainPicture) -> list[list[Point]]:
    """Give the rings of a contour in pixels, without corners too close to matter."""
    found: list[list[Point]] = []
    for ring in contour.rings:
        kept: list[Point] = []
        for point in ring:
            x, y = land.frame.at(point)
            if not kept or hypot(x - kept[-1][0], y - kept[-1][1]) >= _APART:
                kept.append((x, y))
        if len(kept) > 1 and hypot(kept[0][0] - kept[-1][0], kept[0][1] - kept[-1][1]) < _APART:
            kept.pop()
        if len(kept) > 2:
            found.append(kept)
    return found


def _place_costs(
    contours: Sequence[Contour],
    rings: Mapping[int, list[list[Point]]],
    land: TerrainPicture,
    keep: Sequence[Disc],
) -> dict[str, PlacedLabel]:
    """Give the cost of each contour a place on its line, the topmost there is room for."""
    wishes: list[LabelWish] = []
    for index, contour in enumerate(contours):
        if not rings[index]:
            continue
        ring = max(rings[index], key=len)
        slots = sorted(
            {ring[int(i * len(ring) / _SPOTS)] for i in range(_SPOTS)}, key=lambda spot: (spot[1], spot[0])
        )
        size = OVERLAY_TEXT + 2.0 if index == 0 else OVERLAY_TEXT
        wide = text_width(height(contour.cost), size) + 4.0
        wishes.append(
            LabelWish(
                f"cost:{index}",
                wide,
                OVERLAY_LINE,
                slots[0],
                slots=tuple((round(x, 2), round(y, 2)) for x, y in slots),
                around=False,
                leader=False,
            )
        )
    return {one.key: one for one in place_labels(wishes, area=writing_area(land), discs=keep)}


def _side(table: Table, unit_id: str) -> str:
    known = marks(table).get(unit_id)
    return known.side if known is not None else OTHERS
