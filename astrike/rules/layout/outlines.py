"""Does every piece enclose an area, lie on the table, and leave room for the others?

Asked of every table, without any limit of an event: outlines that cross themselves (`outline.invalid`), pieces that
are nowhere on the table (`outline.off-table`), pieces with a height that hang over its edge (`outline.overhang`; water
and roads may run on), and buildings, walls and bridges that stand in each other (`outline.overlap`): two of them
cannot fill the same space. How deep they stand in each other is the shorter side of what they share. A building or
bridge with a construction factor of 0 that stands all the same is reported only where there is one (`outline.fallen`).
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import numpy as np

from astrike.geometry.arrays import (
    Shapes,
    areas,
    boxes_turned,
    centroids,
    intersections,
    make_polygon,
    outer_and_inner,
    polygons_of,
    shape_array,
    together,
    touching_pairs,
)
from astrike.geometry.outlines import SMALLEST_AREA, outline_faults, overlapping
from astrike.geometry.spacing import edge_gaps
from astrike.model.explain import Citation, facts
from astrike.model.legality import CheckResult, Finding
from astrike.model.terrain import BUILT, RAISED, Point, Terrain
from astrike.presets.schema import LayoutLimits
from astrike.rules.layout.features import pieces_of
from astrike.rules.layout.limit_checks import LABELS, reported
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

CHECKS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "outline.invalid": "count",
        "outline.off-table": "in",
        "outline.overhang": "in",
        "outline.overlap": "in",
    }
)
"""Key and unit of each check, in the order in which they are reported."""
HERE: Final = Citation("Table file", None)
"""What says so where no page of a book does."""


def check_outlines(prepared: PreparedTable, limits: LayoutLimits, *, tolerance: float) -> CheckResult:
    """Look at the outlines of a table; `limits` say nothing about them."""
    pieces = pieces_of(prepared)
    hangs = _overhangs(prepared)
    findings = [
        *(found for piece in pieces for found in _faults(prepared, piece)),
        *_beside(prepared, hangs),
        *_over_the_edge(prepared, hangs, tolerance),
        *_overlaps(prepared, tolerance),
        *_fallen(prepared),
    ]
    found = {each.key for each in findings}
    findings += [
        Finding(
            f"layout.{key}", "pass", LABELS[key], HERE, None, limit=0.0, value=0.0, bound="at-most", unit=unit
        )
        for key, unit in CHECKS.items()
        if f"layout.{key}" not in found
    ]
    figures = {
        "pieces": len(pieces),
        "over-the-edge": {piece.id: inches for piece, inches, _ in hangs if inches > TOUCH},
    }
    return CheckResult(tuple(findings), figures=MappingProxyType({"outlines": figures}))


def _faults(prepared: PreparedTable, piece: Terrain) -> Iterator[Finding]:
    faults = [fault for area in piece.areas for fault in outline_faults(*area)]
    twice = None if faults else overlapping(piece.areas)
    said = [(fault.found, fault.expected) for fault in faults]
    if twice is not None:
        said.append(
            (f"outline {twice[1] + 1} overlaps outline {twice[0] + 1}", "outlines that do not overlap")
        )
    for found, expected in said:
        yield Finding(
            "layout.outline.invalid",
            "error",
            LABELS["outline.invalid"],
            _page(prepared, piece),
            piece.outlines[0].exterior[0],
            by=(piece.id,),
            facts=facts(found=found, expected=expected),
            unit="count",
        )


# ---- on the table


Overhang = tuple[Terrain, float, tuple[Point, Point]]
"""A piece, how far its farthest corner is over the edge of the table (negative: inside), and the line from there."""


def _overhangs(prepared: PreparedTable) -> list[Overhang]:
    terrain, table = prepared.terrain, prepared.table
    if not terrain.pieces:
        return []
    shapes = shape_array(
        together(shape_array(make_polygon(*area) for area in piece.areas)) for piece in terrain.pieces
    )
    found = edge_gaps(shapes, width=table.width, depth=table.depth)
    return [
        (terrain.pieces[k], -inches, ((x1, y1), (x2, y2)))
        for k, inches, ((x1, y1), (x2, y2)) in zip(
            found.one.tolist(), found.inches.tolist(), found.line.tolist(), strict=True
        )
    ]


def _is_beside(prepared: PreparedTable, piece: Terrain) -> bool:
    """Say whether no part of a piece is on the table."""
    table = prepared.table
    corner = [place for outline in piece.outlines for place in outline.exterior]
    return bool(
        all(x <= TOUCH for x, _ in corner)
        or all(x >= table.width - TOUCH for x, _ in corner)
        or all(y <= TOUCH for _, y in corner)
        or all(y >= table.depth - TOUCH for _, y in corner)
    )


def _beside(prepared: PreparedTable, hangs: Sequence[Overhang]) -> Iterator[Finding]:
    for piece, inches, line in hangs:
        if _is_beside(prepared, piece):
            yield Finding(
                "layout.outline.off-table",
                "error",
                LABELS["outline.off-table"],
                _page(prepared, piece),
                line[0],
                limit=0.0,
                value=inches,
                by=(piece.id,),
                bound="at-most",
                lines=(line,),
            )


def _over_the_edge(prepared: PreparedTable, hangs: Sequence[Overhang], tolerance: float) -> Iterator[Finding]:
    """Warn of what stands over the edge."""
    for piece, inches, line in hangs:
        family = prepared.edition.terrain[piece.kind].family
        if inches > TOUCH and family in RAISED and not _is_beside(prepared, piece):
            yield Finding(
                "layout.outline.overhang",
                "close" if inches < tolerance - TOUCH else "warning",
                LABELS["outline.overhang"],
                _page(prepared, piece),
                line[0],
                limit=0.0,
                value=inches,
                by=(piece.id,),
                bound="at-most",
                tolerance=tolerance,
                lines=(line,),
            )


# ---- what has fallen


def _fallen(prepared: PreparedTable) -> Iterator[Finding]:
    """Name buildings and bridges that stand although no construction factor is left of them (CE p.73)."""
    row = prepared.edition.follow_ups["collapse"]
    for piece in prepared.terrain.pieces:
        if piece.cf == 0 and prepared.edition.terrain[piece.kind].family in BUILT:
            yield Finding(
                "layout.outline.fallen",
                "error",
                LABELS["outline.fallen"],
                row.cite,
                piece.outlines[0].exterior[0],
                by=(piece.id,),
                unit="count",
            )


# ---- in each other


def _overlaps(prepared: PreparedTable, tolerance: float) -> Iterator[Finding]:
    """Name the pairs of buildings, walls and bridges that fill the same space."""
    terrain = prepared.terrain
    filled = [k for k, row in enumerate(terrain.rows) if row.family in BUILT]
    polygons = [(k, polygon) for k in filled for polygon in terrain.shapes[k]]
    if not polygons:
        return
    owner = np.array([k for k, _ in polygons], dtype=np.intp)
    low, high = np.array([terrain.extent[terrain.pieces[k].id] for k, _ in polygons]).T
    shapes = shape_array(polygon for _, polygon in polygons)
    one, other = touching_pairs(shapes, shapes)
    same = (owner[one] < owner[other]) & (
        np.minimum(high[one], high[other]) - np.maximum(low[one], low[other]) > TOUCH
    )
    one, other = one[same], other[same]
    common = intersections(shapes[one], shapes[other])
    pairs: dict[tuple[int, int], list[object]] = {}
    for i, j, shape in zip(owner[one].tolist(), owner[other].tolist(), common, strict=True):
        pairs.setdefault((i, j), []).extend(polygons_of(shape))
    found = [
        _overlap(prepared, (terrain.pieces[i], terrain.pieces[j]), shape_array(parts), tolerance)
        for (i, j), parts in pairs.items()
        if areas(shape_array(parts)).sum() > SMALLEST_AREA
    ]
    if found:
        yield from reported(found)


def _overlap(
    prepared: PreparedTable, pair: tuple[Terrain, Terrain], parts: Shapes, tolerance: float
) -> Finding:
    largest = parts[[int(np.argmax(areas(parts)))]]
    deep = float(boxes_turned(largest)[0, 1])
    ((x, y),) = centroids(largest).tolist()
    return Finding(
        "layout.outline.overlap",
        "close" if deep < tolerance - TOUCH else "error",
        LABELS["outline.overlap"],
        _page(prepared, pair[1]),
        (x, y),
        limit=0.0,
        value=deep,
        by=tuple(piece.id for piece in pair),
        facts=facts(area=float(areas(parts).sum())),
        bound="at-most",
        tolerance=tolerance,
        lines=tuple(tuple((a, b) for a, b in outer_and_inner(part)[0].tolist()) for part in parts),
    )


def _page(prepared: PreparedTable, piece: Terrain) -> Citation:
    return prepared.edition.terrain[piece.kind].cite
