"""How much of a table does its terrain cover, where, and how close together are solid pieces?

Limits: `coverage.all`, `coverage.KIND`, `coverage.quadrant`, `coverage.impassable` (where no 'Mech may stand: what is
prohibited to it in this edition, slopes that it does not climb, buildings and walls) and `coverage.objective` (of the
disc around each objective; of one without a radius, whether anything lies on it). Zones are no terrain.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Box, Shapes, covers, floats, make_box, make_polygon, shape_array
from astrike.geometry.shaping import ellipse
from astrike.geometry.spacing import shares, shares_of, smallest_gap
from astrike.model.explain import facts
from astrike.model.legality import CheckResult, Finding
from astrike.model.table import Table
from astrike.model.terrain import Marker, Terrain
from astrike.presets.schema import LayoutLimit, LayoutLimits
from astrike.rulebook.loader import load_edition
from astrike.rules.layout.features import SOLID, ZONE, pieces_of
from astrike.rules.layout.limit_checks import (
    check_limit,
    check_limit_by_kind,
    finding_against,
    joined_results,
    limits_by_kind,
    reported,
)
from astrike.rules.layout.table_parts import (
    HALVES,
    QUADRANTS,
    centre_of,
    half_boxes,
    quadrant_boxes,
    whole_box,
)
from astrike.rules.movement.mobility_profile import MobilityProfile
from astrike.rules.movement.movement_terrain import movement_terrain_for
from astrike.rules.table.prepared_table import PreparedTable


@dataclass(frozen=True, slots=True)
class SolidGap:
    """The two solid pieces that lie closest to each other without touching."""

    inches: float
    pieces: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares of the table, its halves and quadrants that terrain covers, from 0 to 1; zones do not count."""

    counts: Mapping[str, int]
    """Pieces by kind, in the order of the table."""
    whole: float
    halves: Mapping[str, float]
    quadrants: Mapping[str, float]
    gap: SolidGap | None


def coverage_of(table: Table) -> Coverage:
    """Measure the terrain of a table.

    >>> coverage_of(Table("Practice", 48, 48)).whole
    0.0
    """
    edition = load_edition(table.edition)
    family = {piece.id: edition.terrain[piece.kind].family for piece in table.terrain}
    pieces = [piece for piece in table.terrain if family[piece.id] != ZONE]
    outlines = [area for piece in pieces for area in piece.areas]
    parts: list[Box] = [whole_box(table), *half_boxes(table).values(), *quadrant_boxes(table).values()]
    found = shares(outlines, parts)
    return Coverage(
        counts=dict(Counter(piece.kind for piece in pieces)),
        whole=found[0],
        halves=dict(zip(HALVES, found[1:5], strict=True)),
        quadrants=dict(zip(QUADRANTS, found[5:], strict=True)),
        gap=_gap([piece for piece in pieces if family[piece.id] in SOLID]),
    )


def _gap(solids: list[Terrain]) -> SolidGap | None:
    found = smallest_gap([piece.areas for piece in solids])
    return None if found is None else SolidGap(found[0], (solids[found[1]].id, solids[found[2]].id))


# ---- against the limits of an event


def check_coverage(prepared: PreparedTable, limits: LayoutLimits, *, tolerance: float) -> CheckResult:
    """Measure which shares of a table terrain covers."""
    table = prepared.table
    found = coverage_of(table)
    kinds = _shares_by_kind(prepared)
    impassable = _impassable(prepared)
    objectives = _objectives(prepared)
    boxes = quadrant_boxes(table)

    def of_whole(share: float) -> Callable[[LayoutLimit], Iterable[Finding]]:
        return lambda limit: (finding_against(limit, share, tolerance=tolerance),)

    def of_kind(kind: str, limit: LayoutLimit) -> Iterator[Finding]:
        share = kinds.get(kind, {}).get("whole", 0.0)
        yield finding_against(limit, share, tolerance=tolerance, measured=facts(kind=kind))

    def of_quadrants(limit: LayoutLimit) -> Iterable[Finding]:
        return reported(
            finding_against(
                limit, share, tolerance=tolerance, where=centre_of(boxes[name]), measured=facts(quadrant=name)
            )
            for name, share in found.quadrants.items()
        )

    def of_objectives(limit: LayoutLimit) -> Iterable[Finding]:
        return reported(
            finding_against(limit, share, tolerance=tolerance, where=marker.at, by=(marker.id,))
            for marker, share in objectives
        )

    parts = (
        check_limit(limits, "coverage.all", of_whole(found.whole)),
        check_limit(limits, "coverage.impassable", of_whole(impassable)),
        check_limit_by_kind(limits_by_kind(limits.limits, "coverage"), "coverage.KIND", of_kind),
        check_limit(limits, "coverage.quadrant", of_quadrants),
        check_limit(limits, "coverage.objective", of_objectives),
    )
    figures = {
        "whole": found.whole,
        "halves": dict(found.halves),
        "quadrants": dict(found.quadrants),
        "kinds": kinds,
        "impassable": impassable,
        "objectives": {marker.id: share for marker, share in objectives},
    }
    return joined_results(parts, {"coverage": figures})


def _shares_by_kind(prepared: PreparedTable) -> dict[str, dict[str, float]]:
    """Give the share of the table and of each quadrant that each kind covers."""
    parts = [whole_box(prepared.table), *quadrant_boxes(prepared.table).values()]
    shapes: dict[str, list[Terrain]] = {}
    for piece in pieces_of(prepared):
        shapes.setdefault(piece.kind, []).append(piece)
    names = ("whole", *QUADRANTS)
    return {
        kind: dict(zip(names, shares([area for piece in pieces for area in piece.areas], parts), strict=True))
        for kind, pieces in shapes.items()
    }


def _impassable(prepared: PreparedTable) -> float:
    """Give the share of the table on which no 'Mech may stand."""
    land = movement_terrain_for(prepared, MobilityProfile("mech"))
    barred = [*land.zones.polygons[land.is_barred], *land.steep.polygons, *_solids(prepared)]
    (share,) = shares_of(shape_array(barred), _frame(prepared.table))
    return share


def _solids(prepared: PreparedTable) -> Iterator[object]:
    for row, shapes in zip(prepared.terrain.rows, prepared.terrain.shapes, strict=True):
        if row.family == "solid":
            yield from shapes


def _frame(table: Table) -> Shapes:
    return shape_array([make_box(whole_box(table))])


def _objectives(prepared: PreparedTable) -> list[tuple[Marker, float]]:
    """Give each objective and the share of it that terrain covers."""
    outlines = [area for piece in pieces_of(prepared) for area in piece.areas]
    shapes = shape_array(make_polygon(*area) for area in outlines)
    return [(marker, _covered(marker, shapes)) for marker in prepared.table.objectives]


def _covered(marker: Marker, shapes: Shapes) -> float:
    if marker.radius is None:
        x, y = marker.at
        here = covers(shapes, floats([x] * len(shapes)), floats([y] * len(shapes)))
        return float(bool(np.any(here)))
    across = 2 * marker.radius
    disc = make_polygon(ellipse(marker.at, across, across, within=1e-4))
    (share,) = shares_of(shapes, shape_array([disc]))
    return share
