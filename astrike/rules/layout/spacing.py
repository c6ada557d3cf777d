"""How far are solid pieces, objectives and zones from each other and from the edges of the table?

Limits: `gap.edge`, `gap.pieces`, `gap.zone` and `gap.objective` for hills, buildings and walls; `objective.edge`,
`objective.apart` and `zone.apart`. Pieces that stand on each other, or that touch and belong to one group of the
editor, are one obstacle; others that touch are 0″ apart. Objectives are measured from their middle. What hangs over an
edge has a distance below 0. Every finding has the shortest line to draw.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Shapes, distances, floats, make_polygon, points, shape_array, together
from astrike.geometry.components import components
from astrike.geometry.spacing import ShapeGaps, edge_gaps, gaps_among, gaps_between, widening
from astrike.model.explain import NO_FACTS, facts
from astrike.model.inch_limits import FARTHEST as FAR
from astrike.model.legality import CheckResult, Finding, SkippedCheck
from astrike.model.terrain import DEPLOYMENT, Point, Terrain
from astrike.presets.schema import LayoutLimit, LayoutLimits
from astrike.rules.layout.features import SOLID, groups_of
from astrike.rules.layout.limit_checks import NOT_IN_PRESET, finding_against, not_checked, reported
from astrike.rules.layout.table_parts import halfway
from astrike.rules.table.prepared_table import PreparedTable

EDGES: Final = ("south", "north", "west", "east")
NEAR: Final = 24.0
"""Inches that are checked where no limit asks for more; what is farther off is no close pair."""
FIRST: Final = 1.0
"""Inches that are checked first where no limit asks for more."""


@dataclass(frozen=True, slots=True)
class MeasuredDistance:
    """How far two things lie apart, or one from an edge, and the shortest line between them."""

    inches: float
    by: tuple[str, ...]
    line: tuple[Point, Point]
    edge: str = ""
    """One of EDGES, where the distance is to the edge of the table."""


@dataclass(frozen=True, slots=True, eq=False)
class _Things:
    """Shapes (n,), and what each of them consists of."""

    shapes: Shapes
    members: tuple[tuple[tuple[str, object], ...], ...]
    """Ids and shapes."""

    def nearest(self, k: int, at: Point) -> str:
        """Name the member of a thing that a place on its rim belongs to."""
        members = self.members[k]
        if len(members) == 1:
            return members[0][0]
        here = points(floats(at, columns=2))
        away = distances(shape_array(shape for _, shape in members), shape_array([here[0]] * len(members)))
        return members[int(np.argmin(away.round(6)))][0]


def check_spacing(prepared: PreparedTable, limits: LayoutLimits, *, tolerance: float) -> CheckResult:
    """Measure the distances on a table."""
    findings: list[Finding] = []
    skipped: list[SkippedCheck] = []
    figures: dict[str, object] = {}
    asked = _Asked(prepared, limits, tolerance, _solids(prepared), _zones(prepared), _objectives(prepared))
    for key in _MEASURES:
        spans = _spans(asked, key)
        figures[key] = _figure(spans)
        limit = limits.get(key)
        if limit is None:
            skipped.append(not_checked(key, NOT_IN_PRESET))
        elif not spans:
            skipped.append(not_checked(key, _nothing(asked, key)))
        else:
            findings += _held(limit, spans, tolerance)
    return CheckResult(tuple(findings), tuple(skipped), MappingProxyType({"spacing": figures}))


def _spans(asked: "_Asked", key: str) -> list[MeasuredDistance]:
    """Measure as far as the limit asks; where nothing is so near, farther, until the closest is found."""
    for reach in asked.reaches(key):
        if found := _MEASURES[key](asked, reach):
            return found
    return []


def _held(limit: LayoutLimit, spans: Sequence[MeasuredDistance], tolerance: float) -> Iterator[Finding]:
    """Hold every pair against the least distance, and the nearest of each thing against the greatest."""
    for bounded, some in (
        (replace(limit, at_most=None), spans),
        (replace(limit, at_least=None), _nearest(spans)),
    ):
        if bounded.at_least is not None or bounded.at_most is not None:
            yield from reported(
                finding_against(
                    bounded,
                    span.inches,
                    tolerance=tolerance,
                    where=halfway(*span.line),
                    by=span.by,
                    measured=facts(edge=span.edge) if span.edge else NO_FACTS,
                    lines=(span.line,),
                )
                for span in some
            )


def _nearest(spans: Sequence[MeasuredDistance]) -> list[MeasuredDistance]:
    """Keep for each thing the shortest of its spans."""
    seen: set[str] = set()
    found: list[MeasuredDistance] = []
    for span in sorted(spans, key=lambda each: each.inches):
        if not seen.issuperset(span.by):
            found.append(span)
        seen.update(span.by)
    return found


def _figure(spans: Sequence[MeasuredDistance]) -> object:
    closest = min(spans, key=lambda each: each.inches, default=None)
    if closest is None:
        return None
    return {
        "inches": closest.inches,
        "by": list(closest.by),
        **({"edge": closest.edge} if closest.edge else {}),
    }


# ---- what is measured


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    prepared: PreparedTable
    limits: LayoutLimits
    tolerance: float
    solids: _Things
    zones: _Things
    objectives: _Things

    def reaches(self, key: str) -> Iterator[float]:
        """Say how far apart things may be and still matter, the farther only where nothing is nearer."""
        limit = self.limits.get(key)
        if limit is not None and limit.at_most is not None:
            return iter((FAR,))
        asked_for = 0.0 if limit is None else (limit.at_least or 0.0) + self.tolerance
        return widening(max(asked_for, FIRST), max(asked_for, NEAR))


def _nothing(asked: _Asked, key: str) -> str:
    """Say why nothing was measured."""
    if "objective" in key and not asked.objectives.members:
        return "no-objectives"
    if "zone" in key and not asked.zones.members:
        return "no-zones"
    return "no-pair" if key.endswith((".apart", ".pieces")) else "no-pieces"


def _solids(prepared: PreparedTable) -> _Things:
    """Give the solid pieces, those that lie on each other or are one in the editor as one."""
    terrain, groups = prepared.terrain, groups_of(prepared.table)
    solid = [piece for piece, row in zip(terrain.pieces, terrain.rows, strict=True) if row.family in SOLID]
    found = components([piece.areas for piece in solid], [groups.get(piece.id) for piece in solid])
    members = tuple(tuple((solid[k].id, _shape(solid[k])) for k in component) for component in found)
    return _Things(
        shape_array(together(shape_array(shape for _, shape in component)) for component in members), members
    )


def _zones(prepared: PreparedTable) -> _Things:
    zones = [(piece.id, _shape(piece)) for piece in prepared.table.terrain if piece.kind == DEPLOYMENT]
    return _Things(shape_array(shape for _, shape in zones), tuple((zone,) for zone in zones))


def _objectives(prepared: PreparedTable) -> _Things:
    markers = prepared.table.objectives
    spots = points(floats([marker.at for marker in markers], columns=2))
    return _Things(spots, tuple(((marker.id, spot),) for marker, spot in zip(markers, spots, strict=True)))


def _shape(piece: Terrain) -> object:
    return together(shape_array(make_polygon(*area) for area in piece.areas))


def _between(one: _Things, other: _Things, found: ShapeGaps) -> list[MeasuredDistance]:
    spans = []
    for i, j, inches, (start, end) in zip(
        found.one.tolist(), found.other.tolist(), found.inches.tolist(), found.line.tolist(), strict=True
    ):
        line = (_point(start), _point(end))
        spans.append(MeasuredDistance(inches, (one.nearest(i, line[0]), other.nearest(j, line[1])), line))
    return spans


def _to_edge(things: _Things, prepared: PreparedTable) -> list[MeasuredDistance]:
    found = edge_gaps(things.shapes, width=prepared.table.width, depth=prepared.table.depth)
    return [
        MeasuredDistance(
            inches, (things.nearest(i, _point(start)),), (_point(start), _point(end)), EDGES[edge]
        )
        for i, edge, inches, (start, end) in zip(
            found.one.tolist(), found.other.tolist(), found.inches.tolist(), found.line.tolist(), strict=True
        )
    ]


def _point(place: Sequence[float]) -> Point:
    x, y = place
    return (x, y)


def _across(asked: _Asked, others: _Things, reach: float) -> list[MeasuredDistance]:
    """Measure from the solid pieces to something else."""
    found = gaps_between(asked.solids.shapes, others.shapes, reach)
    return _between(asked.solids, others, found)


def _edge(asked: _Asked, reach: float) -> list[MeasuredDistance]:
    return _to_edge(asked.solids, asked.prepared)


def _pieces(asked: _Asked, reach: float) -> list[MeasuredDistance]:
    return _between(asked.solids, asked.solids, gaps_among(asked.solids.shapes, reach))


def _zone(asked: _Asked, reach: float) -> list[MeasuredDistance]:
    return _across(asked, asked.zones, reach)


def _objective(asked: _Asked, reach: float) -> list[MeasuredDistance]:
    return _across(asked, asked.objectives, reach)


def _objective_edge(asked: _Asked, reach: float) -> list[MeasuredDistance]:
    return _to_edge(asked.objectives, asked.prepared)


def _objectives_apart(asked: _Asked, reach: float) -> list[MeasuredDistance]:
    spots = asked.objectives
    return _between(spots, spots, gaps_among(spots.shapes, reach))


def _zones_apart(asked: _Asked, reach: float) -> list[MeasuredDistance]:
    """Measure between the zones of two sides; those that are nobody's count as of different sides."""
    zones = asked.zones
    side = {piece.id: piece.side for piece in asked.prepared.table.terrain}
    spans = _between(zones, zones, gaps_among(zones.shapes, FAR))
    return [span for span in spans if side[span.by[0]] is None or side[span.by[0]] != side[span.by[1]]]


_MEASURES: Final[Mapping[str, Callable[[_Asked, float], list[MeasuredDistance]]]] = MappingProxyType(
    {
        "gap.edge": _edge,
        "gap.pieces": _pieces,
        "gap.zone": _zone,
        "gap.objective": _objective,
        "objective.edge": _objective_edge,
        "objective.apart": _objectives_apart,
        "zone.apart": _zones_apart,
    }
)
