"""How much of a table does its terrain cover, where, and how close do solid pieces lie?

Limits: `coverage.all`, `coverage.KIND`, `coverage.quadrant`, `coverage.impassable` (where no 'Mech may stand: what is
prohibited to it in this edition, slopes that it does not climb, buildings and walls) and `coverage.objective` (of the
disc around each objective; of one without a radius, whether anything lies on it). Zones are no terrain.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from astrike.geometry.arrays import Box, Shapes, covers, floats, make_box, make_polygon, shape_array
from astrike.geometry.shaping import ellipse
from astrike.geometry.spacing import shares, shares_of, smallest_gap
from astrike.model.explain import facts
from astrike.model.legality import Finding, Part
from astrike.model.table import Table
from astrike.model.terrain import Marker, Terrain
from astrike.presets.schema import LayoutLimits, Limit
from astrike.rulebook.loader import load_edition
from astrike.rules.battlefield import Field
from astrike.rules.layout.features import SOLID, ZONE, pieces_of
from astrike.rules.layout.judging import by_kind, held, held_by_kind, joined, judged
from astrike.rules.layout.parts import HALVES, QUADRANTS, centre_of, half_boxes, quadrant_boxes, whole_box
from astrike.rules.layout.telling import told
from astrike.rules.movement.landscape import landscape_for
from astrike.rules.movement.walker import Walker


@dataclass(frozen=True, slots=True)
class Gap:
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
    gap: Gap | None


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


def _gap(solids: list[Terrain]) -> Gap | None:
    found = smallest_gap([piece.areas for piece in solids])
    return None if found is None else Gap(found[0], (solids[found[1]].id, solids[found[2]].id))


# ---- against the limits of an event


def look(board: Field, limits: LayoutLimits, *, tolerance: float) -> Part:
    """Measure which shares of a table terrain covers."""
    table = board.table
    found = coverage_of(table)
    kinds = _shares_by_kind(board)
    impassable = _impassable(board)
    objectives = _objectives(board)
    boxes = quadrant_boxes(table)

    def of_whole(share: float) -> Callable[[Limit], Iterable[Finding]]:
        return lambda limit: (judged(limit, share, tolerance=tolerance),)

    def of_kind(kind: str, limit: Limit) -> Iterator[Finding]:
        share = kinds.get(kind, {}).get("whole", 0.0)
        yield judged(limit, share, tolerance=tolerance, measured=facts(kind=kind))

    def of_quadrants(limit: Limit) -> Iterable[Finding]:
        return told(
            judged(
                limit, share, tolerance=tolerance, where=centre_of(boxes[name]), measured=facts(quadrant=name)
            )
            for name, share in found.quadrants.items()
        )

    def of_objectives(limit: Limit) -> Iterable[Finding]:
        return told(
            judged(limit, share, tolerance=tolerance, where=marker.at, by=(marker.id,))
            for marker, share in objectives
        )

    parts = (
        held(limits, "coverage.all", of_whole(found.whole)),
        held(limits, "coverage.impassable", of_whole(impassable)),
        held_by_kind(by_kind(limits.limits, "coverage"), "coverage.KIND", of_kind),
        held(limits, "coverage.quadrant", of_quadrants),
        held(limits, "coverage.objective", of_objectives),
    )
    figures = {
        "whole": found.whole,
        "halves": dict(found.halves),
        "quadrants": dict(found.quadrants),
        "kinds": kinds,
        "impassable": impassable,
        "objectives": {marker.id: share for marker, share in objectives},
    }
    return joined(parts, {"coverage": figures})


def _shares_by_kind(board: Field) -> dict[str, dict[str, float]]:
    """Give the share of the table and of each quadrant that each kind covers."""
    parts = [whole_box(board.table), *quadrant_boxes(board.table).values()]
    shapes: dict[str, list[Terrain]] = {}
    for piece in pieces_of(board):
        shapes.setdefault(piece.kind, []).append(piece)
    names = ("whole", *QUADRANTS)
    return {
        kind: dict(zip(names, shares([area for piece in pieces for area in piece.areas], parts), strict=True))
        for kind, pieces in shapes.items()
    }


def _impassable(board: Field) -> float:
    """Give the share of the table on which no 'Mech may stand."""
    land = landscape_for(board, Walker("mech"))
    barred = [*land.zones.polygons[land.is_barred], *land.steep.polygons, *_solids(board)]
    (share,) = shares_of(shape_array(barred), _frame(board.table))
    return share


def _solids(board: Field) -> Iterator[object]:
    for row, shapes in zip(board.lie.rows, board.lie.shapes, strict=True):
        if row.family == "solid":
            yield from shapes


def _frame(table: Table) -> Shapes:
    return shape_array([make_box(whole_box(table))])


def _objectives(board: Field) -> list[tuple[Marker, float]]:
    """Give each objective and the share of it that terrain covers."""
    outlines = [area for piece in pieces_of(board) for area in piece.areas]
    shapes = shape_array(make_polygon(*area) for area in outlines)
    return [(marker, _covered(marker, shapes)) for marker in board.table.objectives]


def _covered(marker: Marker, shapes: Shapes) -> float:
    if marker.radius is None:
        x, y = marker.at
        here = covers(shapes, floats([x] * len(shapes)), floats([y] * len(shapes)))
        return float(bool(np.any(here)))
    across = 2 * marker.radius
    disc = make_polygon(ellipse(marker.at, across, across, within=1e-4))
    (share,) = shares_of(shapes, shape_array([disc]))
    return share
