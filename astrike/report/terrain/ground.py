"""Which strokes make the ground, the pieces on it and the grid, from the lowest to the highest?

The map and the plan of one attack both draw terrain with this, each in its own frame.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import atan2, degrees, hypot

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Floats, Ints
from astrike.geometry.cross_section import cuts_of_segment, make_edges
from astrike.model.table import Table
from astrike.model.terrain import Point, Terrain
from astrike.report.drawing.shapes import (
    Box,
    DrawnPath,
    FillPattern,
    PictureFrame,
    TreeCrowns,
    compass,
    crown_shapes,
    crowns,
    line_path,
    path,
    rings_path,
    sweep_path,
    tenth,
)
from astrike.report.terrain.grid import grid_of
from astrike.report.terrain.symbols import (
    TREES,
    PieceHeights,
    TerrainLayer,
    TerrainSymbol,
    piece_heights,
    symbol,
    tint,
    water_depth,
)
from astrike.report.units.marks import OTHERS, sides
from astrike.rulebook.schema import Edition

PieceTops = Mapping[str, tuple[float, float]]
"""z of the underside and the top of each piece, by id."""


@dataclass(frozen=True, slots=True, eq=False)
class DrawnPiece:
    """A piece with its pixels: rings, all edges from `tail` to `head`, the box around it and its path."""

    piece: Terrain
    symbol: TerrainSymbol
    known: PieceHeights
    order: int
    rings: tuple[Floats, ...]
    tail: Floats
    head: Floats
    box: Box
    d: str


def pieces_on(
    table: Table, frame: PictureFrame, view: Box, *, tops: PieceTops, edition: Edition | None
) -> tuple[DrawnPiece, ...]:
    """Give the pieces that reach into the view, with their pixels, in the order they are drawn."""
    every = _every_outline(table.terrain)
    if not every.pieces:
        return ()
    pixels = frame.all(every.points)
    low, high = np.minimum.reduceat(pixels, every.first), np.maximum.reduceat(pixels, every.first)
    left, top, right, bottom = view
    is_in_view = (low[:, 0] <= right) & (high[:, 0] >= left) & (low[:, 1] <= bottom) & (high[:, 1] >= top)
    found: list[DrawnPiece] = []
    for number in np.flatnonzero(is_in_view).tolist():
        order, piece, spans = every.pieces[number]
        rings = tuple(pixels[start:end] for start, end in spans)
        whole = slice(spans[0][0], spans[-1][1])
        west, north = low[number].tolist()
        east, south = high[number].tolist()
        found.append(
            DrawnPiece(
                piece,
                symbol(piece.kind),
                piece_heights(piece, tops, edition),
                order,
                rings,
                pixels[whole],
                pixels[every.ahead[whole]],
                (west, north, east, south),
                rings_path(rings),
            )
        )
    return tuple(sorted(found, key=_drawn))


@dataclass(frozen=True, slots=True, eq=False)
class _Outlines:
    """The corners of all pieces in one array, ready to be turned into pixels at once."""

    points: Floats
    ahead: Ints
    """(n,) the next corner of the ring that each belongs to."""
    first: Ints
    """(pieces,) where each piece begins."""
    pieces: tuple[tuple[int, Terrain, tuple[tuple[int, int], ...]], ...]
    """Place in the file, piece, and from where to where each of its rings goes; pieces without any are left out."""


@lru_cache(maxsize=32)  # all pictures of a table have the same pieces
def _every_outline(terrain: tuple[Terrain, ...]) -> _Outlines:
    rings: list[Floats] = []
    pieces: list[tuple[int, Terrain, tuple[tuple[int, int], ...]]] = []
    count = 0
    for order, piece in enumerate(terrain):
        spans: list[tuple[int, int]] = []
        for outline in piece.outlines:
            for ring in (outline.exterior, *outline.holes):
                rings.append(np.asarray(ring, dtype=np.float64))
                spans.append((count, count + len(ring)))
                count += len(ring)
        if spans:
            pieces.append((order, piece, tuple(spans)))
    ahead = np.arange(1, count + 1, dtype=np.intp)
    for _, _, spans_of in pieces:
        for start, end in spans_of:
            ahead[end - 1] = start
    return _Outlines(
        points=np.concatenate(rings) if rings else np.empty((0, 2)),
        ahead=ahead,
        first=np.array([spans_of[0][0] for _, _, spans_of in pieces], dtype=np.intp),
        pieces=tuple(pieces),
    )


def _drawn(one: DrawnPiece) -> tuple[int, float, int]:
    within = {TerrainLayer.HILL: one.known.top, TerrainLayer.WATER: one.known.depth}.get(
        one.symbol.layer, 0.0
    )
    return one.symbol.layer, within, one.order


# ---- shapes


def terrain_shapes(
    table: Table, frame: PictureFrame, view: Box, pieces: Sequence[DrawnPiece]
) -> tuple[tuple[DrawnPath, ...], tuple[FillPattern, ...]]:
    """Draw ground, pieces and the grid, bottom to top, with the patterns they need."""
    styles = sides(table)
    corners = [
        frame.at(point) for point in ((0, 0), (table.width, 0), (table.width, table.depth), (0, table.depth))
    ]
    shapes = [DrawnPath("ground", path(corners))]
    fills: dict[str, FillPattern] = {}
    by_layer: dict[TerrainLayer, list[DrawnPiece]] = {layer: [] for layer in TerrainLayer}
    for one in pieces:
        by_layer[one.symbol.layer].append(one)
    for one in by_layer[TerrainLayer.HILL]:
        shapes += _ramp(one, frame, fills) if one.piece.kind == "ramp" else _hill(one, frame)
    for one in by_layer[TerrainLayer.GROUND]:
        shapes += _patterned(one, one.symbol.css, fills)
    for one in by_layer[TerrainLayer.WATER]:
        shapes += _patterned(one, f"water {water_depth(one.known.depth)}", fills)
    for one in by_layer[TerrainLayer.ICE]:
        shapes += _patterned(one, one.symbol.css, fills)
    # All casings lie under all surfaces, so that roads that meet become one.
    shapes += [DrawnPath("road-case", one.d) for one in by_layer[TerrainLayer.ROAD]]
    for one in by_layer[TerrainLayer.ROAD]:
        shapes += _road(one, fills)
    shapes += [DrawnPath("bridge", one.d, piece=one.piece.id) for one in by_layer[TerrainLayer.DECK]]
    groves: list[TreeCrowns] = []
    for one in by_layer[TerrainLayer.TREES]:
        shapes += _patterned(one, one.symbol.css, fills)
        if one.piece.kind in TREES:
            spacing = 0.74 if one.piece.kind == "jungle" else 0.98
            groves += [crowns(one.piece.id, outline, spacing=spacing) for outline in one.piece.outlines]
    shapes += crown_shapes(frame, groves)
    grid = grid_of(table)
    shapes += grid.shapes(table, frame, view)
    fills |= {fill.key: fill for fill in grid.fills(table, frame)}
    for one in by_layer[TerrainLayer.ZONE]:
        style = styles.get(one.piece.side, OTHERS) if one.piece.side else OTHERS
        if d := _inner_edges(one.piece, table, frame):
            shapes.append(DrawnPath(f"zone-{style}", d, piece=one.piece.id))
    for one in by_layer[TerrainLayer.SOLID]:
        shapes += _solid(one, frame)
    for one in by_layer[TerrainLayer.AREA]:
        shapes += _patterned(one, one.symbol.css, fills)
    return tuple(shapes), tuple(fills.values())


def _hill(one: DrawnPiece, frame: PictureFrame) -> list[DrawnPath]:
    by = min(max(0.155 * frame.scale, 0.8), 3.0)
    return [
        DrawnPath("hill-shade", one.d, shift=(tenth(by), tenth(by * 1.25))),
        DrawnPath(f"hill {tint(one.known.top)}", one.d, piece=one.piece.id),
    ]


def _ramp(one: DrawnPiece, frame: PictureFrame, fills: dict[str, FillPattern]) -> list[DrawnPath]:
    """Draw a ramp: tinted from the lower step to the upper, lines across, an arrow uphill."""
    up = compass(one.piece.toward or 0.0)
    way = frame.along((up[0], -up[1]))
    unit = (way[0] / frame.scale, way[1] / frame.scale)
    along = one.tail @ np.asarray(unit)
    low, high = float(along.min()), float(along.max())
    middle = (one.tail.min(axis=0) + one.tail.max(axis=0)) / 2.0
    across = (-unit[1], unit[0])

    def at(far: float, beside: float = 0.0) -> Point:
        step = far - float(middle @ np.asarray(unit))
        return (
            float(middle[0]) + unit[0] * step + across[0] * beside,
            float(middle[1]) + unit[1] * step + across[1] * beside,
        )

    key = f"ramp-{one.order}"
    fills[key] = FillPattern(
        key, "gradient", start=at(low), end=at(high), tints=(tint(one.known.base), tint(one.known.top))
    )
    edges = make_edges([[[(float(x), float(y)) for x, y in ring] for ring in one.rings]])
    size = hypot(one.box[2] - one.box[0], one.box[3] - one.box[1]) + 1.0
    count = max(2, min(12, int((high - low) / 5.0)))
    lines = ""
    for i in range(1, count):
        start, end = at(low + (high - low) * i / count, -size), at(low + (high - low) * i / count, size)
        found = cuts_of_segment(edges, start=start, end=end)
        for first, last in zip(found.start.tolist(), found.end.tolist(), strict=True):
            lines += line_path(*(
                (start[0] + (end[0] - start[0]) * far / (2 * size), start[1] + (end[1] - start[1]) * far / (2 * size))
                for far in (first, last)
            ))  # fmt: skip
    # The arrow stands on the upper half; the lower one is for the label.
    above = low + (high - low) * 0.9
    tip, foot = at(above), at(low + (high - low) * 0.55)
    wing = min(4.0, (high - low) * 0.2)
    head = (at(above - wing, wing), tip, at(above - wing, -wing))
    return [
        DrawnPath("ramp", one.d, piece=one.piece.id, pattern=key),
        *([DrawnPath("ramp-line", lines)] if lines else []),
        DrawnPath("ramp-way-case", line_path(foot, tip) + line_path(*head)),
        DrawnPath("ramp-way", line_path(foot, tip) + line_path(*head)),
    ]


def _patterned(one: DrawnPiece, css: str, fills: dict[str, FillPattern]) -> list[DrawnPath]:
    pattern = one.symbol.pattern
    shapes = [DrawnPath(css, one.d, piece=one.piece.id)]
    if pattern:
        fills.setdefault(pattern, FillPattern(pattern, pattern))
        shapes.append(DrawnPath("texture", one.d, pattern=pattern))
    return shapes


def _road(one: DrawnPiece, fills: dict[str, FillPattern]) -> list[DrawnPath]:
    shapes = [DrawnPath(one.symbol.css, one.d, piece=one.piece.id)]
    if one.symbol.pattern:
        edge = one.head - one.tail
        longest = edge[int(np.argmax(np.hypot(edge[:, 0], edge[:, 1])))]
        angle = round(degrees(atan2(float(longest[1]), float(longest[0]))), 1) % 180.0
        key = f"{one.symbol.pattern}-{one.order}"
        fills[key] = FillPattern(key, one.symbol.pattern, angle=angle)
        shapes.append(DrawnPath("texture", one.d, pattern=key))
    return shapes


def _solid(one: DrawnPiece, frame: PictureFrame) -> list[DrawnPath]:
    high = max(one.known.top - one.known.base, 0.4)
    by = min(high * 0.14 * frame.scale, 9.0)
    shade = sweep_path(one.rings, (by, by * 1.18))
    return [
        *([DrawnPath("bld-shade", shade)] if shade else []),
        DrawnPath(one.symbol.css, one.d, piece=one.piece.id),
    ]


def _inner_edges(piece: Terrain, table: Table, frame: PictureFrame) -> str:
    """Write the edges of a zone that do not lie on the table's own edge."""
    lines: list[str] = []
    for outline in piece.outlines:
        for ring in (outline.exterior, *outline.holes):
            run: list[Point] = []
            for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
                if _on_edge(a, b, table):
                    if len(run) > 1:
                        lines.append(line_path(*run))
                    run = []
                    continue
                run = run or [frame.at(a)]
                run.append(frame.at(b))
            if len(run) > 1:
                lines.append(line_path(*run))
    return "".join(lines)


def _on_edge(a: Point, b: Point, table: Table) -> bool:
    return any(
        abs(a[axis] - limit) < 1e-6 and abs(b[axis] - limit) < 1e-6
        for axis, limit in ((0, 0.0), (0, table.width), (1, 0.0), (1, table.depth))
    )
