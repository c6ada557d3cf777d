"""How is each kind of terrain drawn, and what is written on it?

Which layer it lies in, its class in the style sheet and the pattern that fills it. A kind that is not listed gets the
symbol of other ground, so that nothing on a table is ever invisible.
"""

from collections.abc import Mapping
from enum import IntEnum
from math import isnan
from types import MappingProxyType

from astrike.dataclass import dataclass
from astrike.model.number_text import MINUS, plain_number
from astrike.model.terrain import Terrain
from astrike.report.words.numbers import height
from astrike.rulebook.schema import Edition


class TerrainLayer(IntEnum):
    """What lies under what, the lowest first."""

    HILL = 0
    GROUND = 1
    WATER = 2
    ICE = 3
    ROAD = 4
    DECK = 5
    TREES = 6
    ZONE = 7
    SOLID = 8
    AREA = 9


@dataclass(frozen=True, slots=True)
class TerrainSymbol:
    """How a kind is drawn: its layer, class, pattern, and what a label on top of it costs."""

    layer: TerrainLayer
    css: str
    pattern: str = ""
    cost: float = 0.0
    is_named: bool = False
    """Is the kind written on it, because the picture alone does not say it?"""


_OTHER = TerrainSymbol(TerrainLayer.GROUND, "other-bg", "dots", is_named=True)

SYMBOLS: Mapping[str, TerrainSymbol] = MappingProxyType(
    {
        "hill": TerrainSymbol(TerrainLayer.HILL, "hill"),
        "ramp": TerrainSymbol(TerrainLayer.HILL, "ramp"),
        "rough": TerrainSymbol(TerrainLayer.GROUND, "rough-bg", "hatch"),
        "ultra-rough": TerrainSymbol(TerrainLayer.GROUND, "rough-bg", "hatch-dense", is_named=True),
        "rubble": TerrainSymbol(TerrainLayer.GROUND, "rough-bg", "cross"),
        "ultra-rubble": TerrainSymbol(TerrainLayer.GROUND, "rough-bg", "cross-dense", is_named=True),
        "gravel": TerrainSymbol(TerrainLayer.GROUND, "rough-bg", "dots", is_named=True),
        "swamp": TerrainSymbol(TerrainLayer.GROUND, "swamp-bg", "tufts", is_named=True),
        "quicksand": TerrainSymbol(TerrainLayer.GROUND, "sand-bg", "waves", is_named=True),
        "mud": TerrainSymbol(TerrainLayer.GROUND, "mud-bg", "waves", is_named=True),
        "ice": TerrainSymbol(TerrainLayer.ICE, "ice-bg", "cracks", is_named=True),
        "sand": TerrainSymbol(TerrainLayer.GROUND, "sand-bg", "dots", is_named=True),
        "snow": TerrainSymbol(TerrainLayer.GROUND, "snow-bg", "flakes", is_named=True),
        "tundra": TerrainSymbol(TerrainLayer.GROUND, "other-bg", "tufts", is_named=True),
        "magma-crust": TerrainSymbol(TerrainLayer.GROUND, "mud-bg", "cracks", is_named=True),
        "magma": TerrainSymbol(TerrainLayer.GROUND, "mud-bg", "cross-dense", is_named=True),
        "fortified": TerrainSymbol(TerrainLayer.GROUND, "fort", is_named=True),
        "water": TerrainSymbol(TerrainLayer.WATER, "water"),
        "rapids": TerrainSymbol(TerrainLayer.WATER, "water", "ripples", is_named=True),
        "hazardous-liquid": TerrainSymbol(TerrainLayer.WATER, "water", "cross", is_named=True),
        "road": TerrainSymbol(TerrainLayer.ROAD, "road", cost=30.0),
        "paved": TerrainSymbol(TerrainLayer.ROAD, "paved", cost=10.0),
        "rail": TerrainSymbol(TerrainLayer.ROAD, "rail", "ties", cost=30.0),
        "bridge": TerrainSymbol(TerrainLayer.DECK, "bridge", cost=30.0),
        "woods": TerrainSymbol(TerrainLayer.TREES, "wood", cost=14.0),
        "jungle": TerrainSymbol(TerrainLayer.TREES, "wood jungle", cost=14.0),
        "planted-fields": TerrainSymbol(TerrainLayer.TREES, "crop", "rows", cost=6.0, is_named=True),
        "heavy-industrial": TerrainSymbol(TerrainLayer.TREES, "industry", "cross", cost=14.0, is_named=True),
        "deployment": TerrainSymbol(TerrainLayer.ZONE, "zone"),
        "objective-area": TerrainSymbol(TerrainLayer.AREA, "area", is_named=True),
        "building": TerrainSymbol(TerrainLayer.SOLID, "bld", cost=60.0),
        "wall": TerrainSymbol(TerrainLayer.SOLID, "bld", cost=60.0),
        "smoke": TerrainSymbol(TerrainLayer.AREA, "smoke", "puffs", is_named=True),
        "minefield": TerrainSymbol(TerrainLayer.AREA, "mines", "mines", is_named=True),
        "fire": TerrainSymbol(TerrainLayer.AREA, "mines", "cross-dense", is_named=True),
    }
)

TREES = frozenset({"woods", "jungle"})
"""Kinds drawn with crowns."""


def symbol(kind: str) -> TerrainSymbol:
    """Give the symbol of a kind."""
    return SYMBOLS.get(kind, _OTHER)


def tint(top: float) -> str:
    """Give the class of the tint for a height in inches: up to 1, 2, 3, more; h0 is the table.

    >>> tint(0), tint(1.0), tint(1.5), tint(3), tint(8)
    ('h0', 'h1', 'h2', 'h3', 'h4')
    """
    return next((f"h{i}" for i in range(4) if top <= i + 1e-9), "h4")


def water_depth(depth: float) -> str:
    """Give the class of the blue for a depth: 0, 1, 2 and deeper."""
    return f"d{min(2, max(0, round(depth)))}"


@dataclass(frozen=True, slots=True)
class PieceHeights:
    """What is known about a piece's heights: its underside and top, the default of its kind, its depth as water."""

    base: float
    top: float
    default: float | None
    depth: float = 0.0


def piece_heights(
    piece: Terrain, tops: Mapping[str, tuple[float, float]], edition: Edition | None
) -> PieceHeights:
    """Find a piece's heights: as measured, else as the file says, else the edition's default.

    Woods and the like have no underside of their own: they follow the ground.
    """
    row = edition.terrain.get(piece.kind) if edition is not None else None
    default = row.height if row is not None and row.height > 0.0 else None
    base = piece.base or 0.0
    top = base + (piece.height if piece.height is not None else default or 0.0)
    if piece.id in tops:
        low, high = tops[piece.id]
        base, top = (base, base + high) if isnan(low) else (low, high)
    depth = piece.depth
    if depth is None:
        depth = top - base if symbol(piece.kind).layer == TerrainLayer.WATER else 0.0
    return PieceHeights(base, top, default, depth)


def label_height(piece: Terrain, known: PieceHeights) -> float:
    """Give the height in a piece's label: its top above the table, below 0 the depth of water, else how tall it is.

    >>> [label_height(Terrain("x", kind, ()), PieceHeights(1, 3, 2)) for kind in ("hill", "wall")]
    [3, 2]
    >>> label_height(Terrain("w", "water", ()), PieceHeights(1, 2, None, 1.0))
    -1.0
    """
    layer = symbol(piece.kind).layer
    if layer == TerrainLayer.WATER:
        return -known.depth
    return known.top if layer in (TerrainLayer.HILL, TerrainLayer.DECK) else known.top - known.base


def solid_label(piece: Terrain, known: PieceHeights, edition: Edition | None) -> str:
    """Write height and construction factor of a building or wall.

    >>> solid_label(Terrain("b", "building", (), height=3.0, cf=12), PieceHeights(0, 3, 2), None)
    '3″ CF 12'
    """
    high = known.top - known.base
    factor = piece.cf
    if (
        factor is None
        and edition is not None
        and piece.grade is not None
        and piece.grade in edition.buildings
    ):
        factor = float(edition.buildings[piece.grade].cf)
    parts = [height(high)] if high > 0.0 else []
    if factor is not None:
        parts.append(f"CF {plain_number(factor)}")
    return " ".join(parts)


def depth_label(depth: float) -> str:
    """Write a depth of water.

    >>> depth_label(1.0)
    '−1'
    """
    return f"{MINUS}{plain_number(depth)}"


def kind_label(piece: Terrain, edition: Edition | None) -> str:
    """Give the English word for a kind, to be translated where it is shown."""
    row = edition.terrain.get(piece.kind) if edition is not None else None
    return row.label if row is not None else piece.kind.replace("-", " ").capitalize()
