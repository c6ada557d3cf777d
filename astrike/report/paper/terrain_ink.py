"""How is each kind of terrain drawn so that a black-and-white printer keeps it apart from the others?

Greys for what rises, strokes and marks for what lies: waves, tufts, crowns, crosses. Hatching is cut along the
outline, so it needs no clipping.
"""

from collections.abc import Callable, Mapping, Sequence
from math import cos, hypot, radians, sin
from types import MappingProxyType
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Floats
from astrike.geometry.cross_section import cuts_of_segment, make_edges
from astrike.geometry.interior import clearances, is_inside
from astrike.model.terrain import Point, Terrain
from astrike.report.drawing.shapes import Box, PictureFrame, compass
from astrike.report.paper.surface import DrawingPen, Surface
from astrike.report.terrain.symbols import TerrainLayer, symbol

_HILL: Final = (0.93, 0.85, 0.77, 0.69)
"""Greys up to one, two, three inches and above."""
_AT_ONCE: Final = 128
_EDGE: Final = DrawingPen(0.7)
_SOFT: Final = DrawingPen(0.7, dashes=(2.2, 1.4))
_FINE: Final = DrawingPen(0.45, 0.15)


@dataclass(frozen=True, slots=True)
class InkedPiece:
    """A piece in points on the page."""

    piece: Terrain
    rings: tuple[tuple[tuple[Point, ...], ...], ...]
    tail: Floats
    head: Floats
    box: tuple[float, float, float, float]
    top: float


def inked_piece(piece: Terrain, frame: PictureFrame, top: float) -> InkedPiece:
    """Bring a piece onto the page."""
    rings = tuple(
        tuple(tuple(frame.at(point) for point in ring) for ring in (outline.exterior, *outline.holes))
        for outline in piece.outlines
    )
    every = [np.asarray(ring, dtype=np.float64) for outline in rings for ring in outline]
    tail = np.concatenate(every)
    head = np.concatenate([np.roll(ring, -1, axis=0) for ring in every])
    low, high = tail.min(axis=0), tail.max(axis=0)
    box = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
    return InkedPiece(piece, rings, tail, head, box, top)


def draw_ink(canvas: Surface, one: InkedPiece) -> None:
    """Draw a piece: its grey, its pattern, its outline."""
    layer = symbol(one.piece.kind).layer
    kind = one.piece.kind
    fill = _fill(kind, layer, one.top)
    for outline in one.rings:
        canvas.area(outline, fill, tint=_tint(one.piece, layer, one.top))
    if kind == "ramp":
        _uphill(canvas, one)
    elif pattern := _PATTERNS.get(kind, _BY_LAYER.get(layer)):
        pattern(canvas, one)
    pen = {
        TerrainLayer.HILL: DrawingPen(0.9),
        TerrainLayer.SOLID: DrawingPen(1.5),
        TerrainLayer.DECK: DrawingPen(1.3),
        TerrainLayer.GROUND: _SOFT,
        TerrainLayer.ICE: _SOFT,
        TerrainLayer.AREA: _SOFT,
    }.get(layer, _EDGE)
    for outline in one.rings:
        for ring in outline:
            canvas.ring(ring, pen)


def _fill(kind: str, layer: TerrainLayer, top: float) -> float | None:
    if layer == TerrainLayer.HILL:
        return _HILL[min(3, max(0, round(top + 0.49) - 1))]
    if kind == "wall":
        return 0.3
    return (
        1.0
        if layer
        in (TerrainLayer.WATER, TerrainLayer.ICE, TerrainLayer.ROAD, TerrainLayer.DECK, TerrainLayer.SOLID)
        else None
    )


def _tint(piece: Terrain, layer: TerrainLayer, top: float) -> str:
    """Name the color of a piece: its kind or layer, with the height of a hill and the depth of water."""
    match layer:
        case TerrainLayer.HILL:
            return f"hill-{min(4, max(1, round(top + 0.49)))}"
        case TerrainLayer.WATER:
            return "water-2" if (piece.depth or 0.0) > 1.5 else "water-1"
        case _:
            return "wall" if piece.kind == "wall" else layer.name.lower()


def draw_swatch(canvas: Surface, kind: str, box: Box) -> None:
    """Draw a sample of a kind."""
    left, top, right, bottom = box
    ring = ((left, bottom), (right, bottom), (right, top), (left, top))
    xy = np.asarray(ring, dtype=np.float64)
    toward = 90.0 if kind == "ramp" else None
    piece = Terrain("", kind, (), toward=toward)
    draw_ink(canvas, InkedPiece(piece, ((ring,),), xy, np.roll(xy, -1, axis=0), box, 1.0))


# ---- patterns


def _hatch(canvas: Surface, one: InkedPiece, *, step: float, angle: float, pen: DrawingPen = _FINE) -> None:
    """Draw parallel lines across a piece; 0 degrees are level lines, 90 upright ones."""
    edges = make_edges([[ring for outline in one.rings for ring in outline]])
    way, across = (cos(radians(angle)), -sin(radians(angle))), (sin(radians(angle)), cos(radians(angle)))
    middle = ((one.box[0] + one.box[2]) / 2, (one.box[1] + one.box[3]) / 2)
    half = hypot(one.box[2] - one.box[0], one.box[3] - one.box[1]) / 2 + 1.0
    for number in range(-int(half / step), int(half / step) + 1):
        x, y = middle[0] + across[0] * number * step, middle[1] + across[1] * number * step
        start, end = (x - way[0] * half, y - way[1] * half), (x + way[0] * half, y + way[1] * half)
        found = cuts_of_segment(edges, start=start, end=end)
        for first, last in zip(found.start.tolist(), found.end.tolist(), strict=True):
            canvas.line([(start[0] + way[0] * far, start[1] + way[1] * far) for far in (first, last)], pen)


def _places(one: InkedPiece, *, step: float, clear: float) -> list[Point]:
    """Give places inside a piece in shifted rows, none nearer to the edge than `clear`."""
    left, top, right, bottom = one.box
    rows = np.arange(top + step / 2, bottom, step * 0.87)
    found = [
        np.column_stack(
            (x := np.arange(left + step * (0.5 if row % 2 else 1.0), right, step), np.full(len(x), y))
        )
        for row, y in enumerate(rows)
    ]
    points = np.concatenate(found) if found else np.empty((0, 2))
    # In parts, since each place is held against each edge.
    parts = [points[start : start + _AT_ONCE] for start in range(0, len(points), _AT_ONCE)]
    inside = [part[is_inside(one.tail, one.head, part)] for part in parts]
    kept = [part[clearances(one.tail, one.head, part) >= clear] for part in inside if len(part)]
    return [(float(x), float(y)) for part in kept for x, y in part]


def _crowns(canvas: Surface, one: InkedPiece) -> None:
    for at in _places(one, step=7.0, clear=2.0):
        canvas.dot(at, 2.0, grey=None, pen=_FINE)


def _dense_crowns(canvas: Surface, one: InkedPiece) -> None:
    for at in _places(one, step=5.6, clear=1.8):
        canvas.dot(at, 1.7, grey=0.35)


def _marks(*strokes: tuple[Point, ...], step: float) -> Callable[[Surface, InkedPiece], None]:
    """Make a pattern of a small drawing around each place."""

    def pattern(canvas: Surface, one: InkedPiece) -> None:
        for x, y in _places(one, step=step, clear=2.0):
            for stroke in strokes:
                canvas.line([(x + dx, y + dy) for dx, dy in stroke], _FINE)

    return pattern


def _lines(*, step: float, angle: float, pen: DrawingPen = _FINE) -> Callable[[Surface, InkedPiece], None]:
    return lambda canvas, one: _hatch(canvas, one, step=step, angle=angle, pen=pen)


def _water(canvas: Surface, one: InkedPiece) -> None:
    _hatch(canvas, one, step=2.6 if (one.piece.depth or 0.0) > 1.5 else 4.6, angle=0.0)


def _paving(canvas: Surface, one: InkedPiece) -> None:
    for angle in (45.0, -45.0):
        _hatch(canvas, one, step=6.0, angle=angle, pen=DrawingPen(0.3, 0.4))


def _deck(canvas: Surface, one: InkedPiece) -> None:
    _hatch(canvas, one, step=3.0, angle=_across(one))


def _ties(canvas: Surface, one: InkedPiece) -> None:
    _hatch(canvas, one, step=5.0, angle=_across(one), pen=DrawingPen(0.8))


def _across(one: InkedPiece) -> float:
    edge = one.head - one.tail
    longest = edge[int(np.argmax(np.hypot(edge[:, 0], edge[:, 1])))]
    return float(np.degrees(np.arctan2(-longest[1], longest[0]))) + 90.0


def _uphill(canvas: Surface, one: InkedPiece) -> None:
    toward = one.piece.toward or 0.0
    _hatch(canvas, one, step=4.0, angle=-toward)
    x, y = compass(toward)
    middle = ((one.box[0] + one.box[2]) / 2, (one.box[1] + one.box[3]) / 2)
    size = min(one.box[2] - one.box[0], one.box[3] - one.box[1]) * 0.35
    tip = (middle[0] + x * size, middle[1] + y * size)
    foot = (middle[0] - x * size, middle[1] - y * size)
    wing = size * 0.5
    head = [
        (tip[0] - x * wing + side * y * wing * 0.7, tip[1] - y * wing - side * x * wing * 0.7)
        for side in (-1, 1)
    ]
    for pen in (DrawingPen(3.0, 1.0), DrawingPen(1.2)):
        canvas.line([foot, tip], pen)
        canvas.line([head[0], tip, head[1]], pen)


_PEAK: Final = ((-2.0, 1.5), (0.0, -1.8), (2.0, 1.5))
_CROSS: Final = (((-1.7, -1.7), (1.7, 1.7)), ((-1.7, 1.7), (1.7, -1.7)))
_TUFT: Final = (
    ((-2.4, 1.2), (2.4, 1.2)),
    ((0.0, 1.2), (0.0, -2.0)),
    ((-1.2, 1.2), (-1.9, -0.9)),
    ((1.2, 1.2), (1.9, -0.9)),
)
_SPECK: Final = (((-0.5, 0.0), (0.5, 0.0)),)
_CRACK: Final = (((-3.0, 1.0), (-1.0, -1.2), (1.0, 1.0), (3.0, -1.2)),)
_WAVE: Final = (((-3.0, 0.0), (-1.5, -1.3), (0.0, 0.0), (1.5, 1.3), (3.0, 0.0)),)
_FLAME: Final = ((-2.0, -1.6), (0.0, 1.8), (2.0, -1.6))
_FLAKE: Final = (*_CROSS, ((0.0, -2.0), (0.0, 2.0)))
_SQUARE: Final = (((-1.6, -1.6), (1.6, -1.6), (1.6, 1.6), (-1.6, 1.6), (-1.6, -1.6)),)
_MINE: Final = (((0.0, -2.2), (2.2, 0.0), (0.0, 2.2), (-2.2, 0.0), (0.0, -2.2)), *_SPECK)
_PUFF: Final = (((-3.0, 1.4), (-2.2, -0.6), (-0.6, -1.4), (1.0, -0.6), (1.6, 1.4), (2.6, 0.2), (3.4, 1.4)),)
_PLUS: Final = (((-1.5, 0.0), (1.5, 0.0)), ((0.0, -1.5), (0.0, 1.5)))

_BY_LAYER: Final[Mapping[TerrainLayer, Callable[[Surface, InkedPiece], None]]] = MappingProxyType(
    {
        TerrainLayer.GROUND: _marks(*_SPECK, step=4.0),
        TerrainLayer.WATER: _water,
        TerrainLayer.DECK: _deck,
        TerrainLayer.TREES: _marks(*_PLUS, step=6.0),
        TerrainLayer.SOLID: _lines(step=3.2, angle=45.0, pen=DrawingPen(0.5)),
        TerrainLayer.AREA: _marks(*_SPECK, step=6.0),
    }
)
_PATTERNS: Final[Mapping[str, Callable[[Surface, InkedPiece], None]]] = MappingProxyType(
    {
        "wall": lambda canvas, one: None,
        "paved": _paving,
        "rail": _ties,
        "rough": _marks(_PEAK, step=7.5),
        "ultra-rough": _marks(_PEAK, step=5.0),
        "rubble": _marks(*_CROSS, step=7.0),
        "ultra-rubble": _marks(*_CROSS, step=5.0),
        "swamp": _marks(*_TUFT, step=8.5),
        "tundra": _marks(*_TUFT, step=11.0),
        "woods": _crowns,
        "jungle": _dense_crowns,
        "ice": _marks(*_CRACK, step=9.0),
        "magma-crust": _marks(_FLAME, step=8.0),
        "magma": _marks(_FLAME, step=5.5),
        "mud": _marks(*_WAVE, step=9.0),
        "quicksand": _marks(*_WAVE, step=6.5),
        "snow": _marks(*_FLAKE, step=8.0),
        "gravel": _marks(*_SPECK, step=2.8),
        "fortified": _marks(*_SQUARE, step=6.5),
        "minefield": _marks(*_MINE, step=8.5),
        "smoke": _marks(*_PUFF, step=9.0),
        "fire": _marks(_FLAME, step=4.5),
        "hazardous-liquid": _marks(*_CROSS, step=5.0),
        "rapids": _marks(*_WAVE, step=6.5),
        "planted-fields": _lines(step=4.0, angle=90.0),
    }
)


def kinds_in_order(looks: Sequence[InkedPiece]) -> list[InkedPiece]:
    """Give pieces from the lowest to the highest, as they are drawn."""
    return sorted(looks, key=lambda one: (symbol(one.piece.kind).layer, one.top, one.piece.depth or 0.0))
