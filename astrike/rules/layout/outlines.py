"""Does every piece enclose an area, lie on the table, and leave room for the others?

Asked of every table, without any limit of an event: outlines that cross themselves (`outline.invalid`), pieces that are
nowhere on the table (`outline.off-table`), pieces with a height that hang over its edge (`outline.overhang`; water and
roads may run on), and buildings, walls and bridges that stand in each other (`outline.overlap`): two of them cannot
fill the same space. How deep they stand in each other is the shorter side of what they share. Only where there is one,
a building or bridge is told that has a construction factor of 0 and stands all the same (`outline.fallen`).
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
    neighbours,
    outer_and_inner,
    polygons_of,
    shape_array,
    together,
)
from astrike.geometry.outlines import SMALLEST_AREA, outline_faults, overlapping
from astrike.geometry.spacing import edge_gaps
from astrike.model.explain import Citation, facts
from astrike.model.legality import Finding, Part
from astrike.model.terrain import BUILT, RAISED, Point, Terrain
from astrike.presets.schema import LayoutLimits
from astrike.rules.battlefield import Field
from astrike.rules.layout.features import pieces_of
from astrike.rules.layout.labels import LABELS
from astrike.rules.layout.telling import told
from astrike.tolerance import TOUCH

CHECKS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "outline.invalid": "count",
        "outline.off-table": "in",
        "outline.overhang": "in",
        "outline.overlap": "in",
    }
)
"""Key and unit of each check, in the order in which they are told."""
HERE: Final = Citation("Table file", None)
"""What says so where no page of a book does."""


def look(board: Field, limits: LayoutLimits, *, tolerance: float) -> Part:
    """Look at the outlines of a table; `limits` say nothing about them."""
    pieces = pieces_of(board)
    hangs = _overhangs(board)
    findings = [
        *(found for piece in pieces for found in _faults(board, piece)),
        *_beside(board, hangs),
        *_over_the_edge(board, hangs, tolerance),
        *_overlaps(board, tolerance),
        *_fallen(board),
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
    return Part(tuple(findings), figures=MappingProxyType({"outlines": figures}))


def _faults(board: Field, piece: Terrain) -> Iterator[Finding]:
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
            _page(board, piece),
            piece.outlines[0].exterior[0],
            by=(piece.id,),
            facts=facts(found=found, expected=expected),
            unit="count",
        )


# ---- on the table


Hang = tuple[Terrain, float, tuple[Point, Point]]
"""A piece, how far its farthest corner is over the edge of the table (negative: inside), and the line from there."""


def _overhangs(board: Field) -> list[Hang]:
    lie, table = board.lie, board.table
    if not lie.pieces:
        return []
    shapes = shape_array(
        together(shape_array(make_polygon(*area) for area in piece.areas)) for piece in lie.pieces
    )
    found = edge_gaps(shapes, width=table.width, depth=table.depth)
    return [
        (lie.pieces[k], -inches, ((x1, y1), (x2, y2)))
        for k, inches, ((x1, y1), (x2, y2)) in zip(
            found.one.tolist(), found.inches.tolist(), found.line.tolist(), strict=True
        )
    ]


def _is_beside(board: Field, piece: Terrain) -> bool:
    """Say whether no part of a piece is on the table."""
    table = board.table
    corner = [place for outline in piece.outlines for place in outline.exterior]
    return bool(
        all(x <= TOUCH for x, _ in corner)
        or all(x >= table.width - TOUCH for x, _ in corner)
        or all(y <= TOUCH for _, y in corner)
        or all(y >= table.depth - TOUCH for _, y in corner)
    )


def _beside(board: Field, hangs: Sequence[Hang]) -> Iterator[Finding]:
    for piece, inches, line in hangs:
        if _is_beside(board, piece):
            yield Finding(
                "layout.outline.off-table",
                "error",
                LABELS["outline.off-table"],
                _page(board, piece),
                line[0],
                limit=0.0,
                value=inches,
                by=(piece.id,),
                bound="at-most",
                lines=(line,),
            )


def _over_the_edge(board: Field, hangs: Sequence[Hang], tolerance: float) -> Iterator[Finding]:
    """Warn of what stands over the edge."""
    for piece, inches, line in hangs:
        family = board.edition.terrain[piece.kind].family
        if inches > TOUCH and family in RAISED and not _is_beside(board, piece):
            yield Finding(
                "layout.outline.overhang",
                "close" if inches < tolerance - TOUCH else "warning",
                LABELS["outline.overhang"],
                _page(board, piece),
                line[0],
                limit=0.0,
                value=inches,
                by=(piece.id,),
                bound="at-most",
                tolerance=tolerance,
                lines=(line,),
            )


# ---- what has fallen


def _fallen(board: Field) -> Iterator[Finding]:
    """Name buildings and bridges that stand although no construction factor is left of them (CE p.73)."""
    row = board.edition.follow_ups["collapse"]
    for piece in board.lie.pieces:
        if piece.cf == 0 and board.edition.terrain[piece.kind].family in BUILT:
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


def _overlaps(board: Field, tolerance: float) -> Iterator[Finding]:
    """Name the pairs of buildings, walls and bridges that fill the same space."""
    lie = board.lie
    filled = [k for k, row in enumerate(lie.rows) if row.family in BUILT]
    polygons = [(k, polygon) for k in filled for polygon in lie.shapes[k]]
    if not polygons:
        return
    owner = np.array([k for k, _ in polygons], dtype=np.intp)
    low, high = np.array([lie.extent[lie.pieces[k].id] for k, _ in polygons]).T
    shapes = shape_array(polygon for _, polygon in polygons)
    one, other = neighbours(shapes, shapes)
    same = (owner[one] < owner[other]) & (
        np.minimum(high[one], high[other]) - np.maximum(low[one], low[other]) > TOUCH
    )
    one, other = one[same], other[same]
    common = intersections(shapes[one], shapes[other])
    pairs: dict[tuple[int, int], list[object]] = {}
    for i, j, shape in zip(owner[one].tolist(), owner[other].tolist(), common, strict=True):
        pairs.setdefault((i, j), []).extend(polygons_of(shape))
    found = [
        _overlap(board, (lie.pieces[i], lie.pieces[j]), shape_array(parts), tolerance)
        for (i, j), parts in pairs.items()
        if areas(shape_array(parts)).sum() > SMALLEST_AREA
    ]
    if found:
        yield from told(found)


def _overlap(board: Field, pair: tuple[Terrain, Terrain], parts: Shapes, tolerance: float) -> Finding:
    largest = parts[[int(np.argmax(areas(parts)))]]
    deep = float(boxes_turned(largest)[0, 1])
    ((x, y),) = centroids(largest).tolist()
    return Finding(
        "layout.outline.overlap",
        "close" if deep < tolerance - TOUCH else "error",
        LABELS["outline.overlap"],
        _page(board, pair[1]),
        (x, y),
        limit=0.0,
        value=deep,
        by=tuple(piece.id for piece in pair),
        facts=facts(area=float(areas(parts).sum())),
        bound="at-most",
        tolerance=tolerance,
        lines=tuple(tuple((a, b) for a, b in outer_and_inner(part)[0].tolist()) for part in parts),
    )


def _page(board: Field, piece: Terrain) -> Citation:
    return board.edition.terrain[piece.kind].cite
