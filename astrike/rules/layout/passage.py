"""How many ways does a base have side by side across a table, and how wide a base passes between the pieces?

Counted are ways from one far edge to the other that do not meet, past whatever stops this kind of unit; of drops,
exactly the places where the middle of its base may not be, also where terraces run together. On a road no drop beside
it counts (CE p.35), nor does ground that blocks; leaving it there still does. The edge of the table is a wall: a
layout is judged by what passes on the table, also where a move may hang a base over the edge. Sources: CE pp.32, 35;
AS p.124.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import (
    Floats,
    Point,
    Shapes,
    distances,
    nearest_lines,
    nearest_of,
    outside,
    points,
    shape_array,
    union,
)
from astrike.geometry.corridors import Corridors, Course, ObstacleGap, corridors, farthest_courses
from astrike.geometry.free_space import drop_places, touched
from astrike.model.explain import facts
from astrike.model.legality import CheckResult, Finding, SkippedCheck
from astrike.presets.schema import LayoutLimit, LayoutLimits
from astrike.rules.layout.blockers import (
    CLIFF,
    USUAL,
    WALL,
    Blockers,
    blockers_for,
    kinds_checked,
    walkable_terrain,
)
from astrike.rules.layout.chokepoints import GAPS, Chokepoint, chokepoint_findings, chokepoints
from astrike.rules.layout.crowding import TOO_CROWDED, why_not_measured
from astrike.rules.layout.limit_checks import NOT_IN_PRESET, finding_against, not_checked
from astrike.rules.layout.reachable_areas import (
    GroundUnitKind,
    ground_unit_kind,
    straddle_limit,
    uneven_places,
)
from astrike.rules.layout.table_parts import halfway
from astrike.rules.movement.movement_terrain import MovementTerrain
from astrike.rules.movement.roads import where_road_carries
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH


@dataclass(frozen=True, slots=True, eq=False)
class PassageObstacles:
    """What a kind of unit gets between."""

    shapes: Shapes
    """(k,)"""
    grown: Floats
    """(k,) how far each reaches beyond what stands there already: half the base where it is places of its middle."""
    pieces: tuple[str, ...]
    """Id of the piece; empty for what no piece is the cause of."""
    edges: Shapes
    """What stops at the places that are grown, as it lies: edges of drops, ground that blocks beside a road."""

    def is_open(self, gap: ObstacleGap) -> bool:
        """Is there a gap at all, and not a piece or a drop that goes on to the edge of the table?"""
        return gap.width > TOUCH

    def drawn(self, gap: ObstacleGap) -> tuple[Point, Point]:
        """Give the line across a gap, up to what stops there."""
        one, other = (
            self._at_edge(place) if side >= 0 and self.grown[side] > 0.0 and len(self.edges) else place
            for side, place in zip((gap.one, gap.other), gap.line, strict=True)
        )
        return one, other

    def _at_edge(self, place: Point) -> Point:
        spot = points(np.array([place], dtype=np.float64))
        nearest = int(np.argmin(distances(self.edges, np.repeat(spot, len(self.edges)))))
        x, y = nearest_lines(self.edges[[nearest]], spot)[0, 0].tolist()
        return x, y


@lru_cache(maxsize=32)
def passage_obstacles_for(prepared: PreparedTable, kind: GroundUnitKind) -> PassageObstacles:
    """Give what a kind of unit with this base gets between on a table."""
    stops = blockers_for(prepared, kind)
    land, _ = walkable_terrain(prepared, kind)
    road = where_road_carries(prepared, land, kind.base)
    on_road = dict(_beside_road(prepared, kind, land, road))
    plain = [
        k
        for k, (piece, reason) in enumerate(zip(stops.pieces, stops.reasons, strict=True))
        if reason != CLIFF and not (piece in on_road and reason != WALL)
    ]
    cliffs = [k for k, reason in enumerate(stops.reasons) if reason == CLIFF]
    closed = [(piece, shape) for piece, shapes in on_road.items() for shape in shapes]
    if cliffs:
        places = _drops(prepared, kind, land, road)
        closed += zip(_nearest(stops, cliffs, places), places, strict=True)
    # A hair less than half the base, as the places are: see `geometry.free_space`.
    grown = np.concatenate((np.zeros(len(plain)), np.full(len(closed), kind.radius - 2 * TOUCH)))
    return PassageObstacles(
        shapes=np.concatenate((stops.shapes[plain], shape_array(shape for _, shape in closed))),
        grown=grown,
        pieces=(*(stops.pieces[k] for k in plain), *(piece for piece, _ in closed)),
        edges=np.delete(stops.shapes, plain),
    )


def _beside_road(
    prepared: PreparedTable, kind: GroundUnitKind, land: MovementTerrain, road: Shapes
) -> Iterator[tuple[str, list[object]]]:
    """Give the pieces that bar beside a road, and where the middle of a base may not be because of each."""
    if not len(road):
        return
    table = prepared.table
    found: dict[str, list[object]] = {}
    touching: set[str] = set()
    for zone in np.flatnonzero(land.is_barred).tolist():
        name = land.names(prepared.terrain, zone)
        if name is None or land.barred[zone] == WALL:
            continue
        shape = land.zones.polygons[[zone]]
        closed = touched(shape, radius=kind.radius, extent=(0.0, 0.0, table.width, table.depth))
        if (distances(road, np.repeat(shape, len(road))) < kind.radius).any():
            touching.add(name)
        found.setdefault(name, []).extend(part for each in closed for part in outside(each, road))
    yield from ((name, shapes) for name, shapes in found.items() if name in touching)


def _drops(prepared: PreparedTable, kind: GroundUnitKind, land: MovementTerrain, road: Shapes) -> Shapes:
    """Give where the middle of a base may not be because of drops."""
    table = prepared.table
    extent = (0.0, 0.0, table.width, table.depth)
    found = uneven_places(land.floor, straddle_limit(prepared, land), kind.radius, extent)
    if not len(road):
        return found
    off = [part for shape in found for part in outside(shape, road)]
    return union(shape_array([*off, *_rises(land, kind, extent)]))


def _rises(land: MovementTerrain, kind: GroundUnitKind, extent: tuple[float, float, float, float]) -> Shapes:
    """Give where the middle is on lower ground beside higher: what stops on a road too."""
    floor = land.floor
    level = np.flatnonzero(floor.is_level)
    cells = floor.polygons[level]
    return drop_places(
        cells, floor.plane[level, 0], limit=land.climb_limit, radius=kind.radius, extent=extent, over=cells
    )


def _nearest(stops: Blockers, cliffs: Sequence[int], places: Shapes) -> list[str]:
    """Name for each of the places the piece of the edge that they lie along."""
    return [stops.pieces[cliffs[k]] for k in nearest_of(places, stops.shapes[list(cliffs)]).tolist()]


EDGES: Mapping[Course, tuple[str, str]] = {"west-east": ("west", "east"), "south-north": ("south", "north")}

_WALLS: Mapping[Course, tuple[str, str]] = {"west-east": ("south", "north"), "south-north": ("west", "east")}
"""The edges along which the outermost ways run."""

_KEY = "corridors"


def check_passage(prepared: PreparedTable, limits: LayoutLimits, *, tolerance: float) -> CheckResult:
    """Check the ways across the table, and list the gaps and whom they stop."""
    if why := why_not_measured(prepared):
        gaps = (SkippedCheck("layout.gaps", GAPS, why),) if why == TOO_CROWDED else ()
        return CheckResult(skipped=(not_checked(_KEY, why), *gaps))
    kind = replace(ground_unit_kind(prepared, USUAL), base=limits.base)
    found = ways_across(prepared, kind)
    narrow = chokepoints(prepared, tolerance=tolerance)
    limit = limits.get(_KEY)
    checked = () if limit is None else (_ways_finding(prepared, limit, kind, found, tolerance),)
    return CheckResult(
        findings=(*checked, *chokepoint_findings(prepared, narrow, tolerance=tolerance)),
        skipped=(not_checked(_KEY, NOT_IN_PRESET),) if limit is None else (),
        figures={
            _KEY: _ways_figure(prepared, kind, found),
            "gaps": [_narrow_figure(each) for each in narrow],
        },
    )


def _ways_figure(prepared: PreparedTable, kind: GroundUnitKind, found: Corridors) -> Mapping[str, object]:
    stops = passage_obstacles_for(prepared, kind)
    return {
        "base": kind.base,
        "count": found.count,
        "between": [list(EDGES[course]) for course in courses_of(prepared)],
        "fewest": list(EDGES[found.course]),
        "chain": [_gap_figure(gap, stops, found.course) for gap in found.chain],
        "kinds": {
            each.key: {"base": each.base, "count": ways_across(prepared, each).count}
            for each in kinds_checked(prepared)
        },
    }


def _narrow_figure(gap: Chokepoint) -> Mapping[str, object]:
    return {
        "between": list(gap.between),
        "inches": round(gap.width, 4),
        "line": [[round(x, 4), round(y, 4)] for x, y in gap.line],
        "stops": list(gap.stops),
        "close": list(gap.close),
        "through": list(gap.through),
    }


# ---- ways


def courses_of(prepared: PreparedTable) -> tuple[Course, ...]:
    """Say which edges of the table are farthest apart; both pairs of a square table."""
    return farthest_courses(prepared.table.width, prepared.table.depth)


def ways_across(prepared: PreparedTable, kind: GroundUnitKind, *, slack: float = 0.0) -> Corridors:
    """Give the ways between the edges farthest apart; the fewer, where two pairs are equally far."""
    stops = passage_obstacles_for(prepared, kind)
    return min(
        (
            corridors(
                stops.shapes,
                (0.0, 0.0, prepared.table.width, prepared.table.depth),
                base=kind.base,
                course=course,
                slack=slack,
                grown=stops.grown,
            )
            for course in courses_of(prepared)
        ),
        key=lambda found: found.count,
    )


def _ways_finding(
    prepared: PreparedTable, limit: LayoutLimit, kind: GroundUnitKind, found: Corridors, tolerance: float
) -> Finding:
    """Hold the number of ways against the limit; too close to call where other counts are within the tolerance."""
    stops = passage_obstacles_for(prepared, kind)
    fewest = ways_across(prepared, kind, slack=-tolerance).count
    most = ways_across(prepared, kind, slack=tolerance).count
    open_gaps = [gap for gap in found.chain if stops.is_open(gap)]
    names = dict.fromkeys(name for gap in found.chain for name in _sides(gap, stops) if name)
    # Where nothing stands in the way there is no place to look at.
    narrowest = min(open_gaps or found.chain, key=lambda gap: gap.width) if names else None
    start, end = EDGES[found.course]
    measured = facts(base=kind.base, start=start, end=end)
    if fewest != most:
        measured = facts(**measured, fewest=fewest, most=most)
    verdict = finding_against(
        limit,
        found.count,
        tolerance=tolerance,
        where=None if narrowest is None else halfway(*stops.drawn(narrowest)),
        by=tuple(names),
        measured=measured,
        lines=tuple(stops.drawn(gap) for gap in open_gaps),
    )
    others = {finding_against(limit, count, tolerance=tolerance).severity for count in (fewest, most)}
    return verdict if others == {verdict.severity} else replace(verdict, severity="close")


def _gap_figure(gap: ObstacleGap, stops: PassageObstacles, course: Course) -> Mapping[str, object]:
    south, north = _WALLS[course]
    names = [
        {-1: south, -2: north}.get(side, "" if side < 0 else stops.pieces[side])
        for side in (gap.one, gap.other)
    ]
    return {
        "between": names,
        "inches": round(gap.width, 4),
        "line": [[round(x, 4), round(y, 4)] for x, y in stops.drawn(gap)],
    }


def _sides(gap: ObstacleGap, stops: PassageObstacles) -> tuple[str, ...]:
    return tuple(stops.pieces[side] for side in (gap.one, gap.other) if side >= 0)
