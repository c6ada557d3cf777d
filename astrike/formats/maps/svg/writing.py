"""How is a table written as a drawing that prints well and can be read back?

The viewBox is in inches, with y pointing down; colors are those of the map on a light page. Each piece is one path,
with its kind as class and its properties in data attributes; base plates, points and names are decoration that the
reader skips.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from astrike.dataclass import dataclass
from astrike.formats.maps.large_json import as_text
from astrike.formats.maps.portable import properties_of, shown_number
from astrike.geometry.shaping import ellipse, rectangle, regular
from astrike.model.table import Table
from astrike.model.terrain import Family, Point, Ring, Terrain
from astrike.model.unit import Unit
from astrike.rulebook.loader import load_edition
from astrike.rulebook.schema import Edition

GROUND: Final = "#f1efe2"

INK: Final = "#2a2517"

SIDES: Final = ("#0b5394", "#a8320c", "#005b47", "#5c4a68", "#4a4c4e")

_HILLS: Final = ("#e6d7b4", "#d6bf8e", "#c3a56c", "#ad8b4f")

_WATERS: Final = ("#d6e8ef", "#a3cbe3", "#6aa5cf")


@dataclass(frozen=True, slots=True)
class AreaPaint:
    """How an area is filled and edged; `share` is how much of what lies below it hides."""

    fill: str
    edge: str
    width: float = 0.06
    """Inches."""
    share: float = 1.0
    dashes: str = ""


_OTHER: Final = AreaPaint("#e4e0d4", "#8b8473", 0.04)

_SOLID: Final = AreaPaint("#b9b6b4", "#2b2c2e", 0.08)

_OF_KIND: Final[Mapping[str, AreaPaint]] = {
    "ramp": AreaPaint(_HILLS[0], "#7d5f2c"),
    "woods": AreaPaint("#c4dcae", "#2f5f2c", share=0.9),
    "jungle": AreaPaint("#8fb97a", "#2f5f2c", share=0.9),
    "planted-fields": AreaPaint("#e3e8b8", "#5f7a3a", share=0.9),
    "heavy-industrial": AreaPaint("#d4cfd6", "#55534f", share=0.9),
    "smoke": AreaPaint("#d9d9d9", "#8b8b8b", share=0.6, dashes="0.3 0.2"),
    "building": _SOLID,
    "wall": AreaPaint("#6f6d6b", "#2b2c2e", 0.04),
    "bridge": AreaPaint("#fbfaf5", "#55534f"),
    "road": AreaPaint("#fbfaf5", "#a9a392", 0.04),
    "paved": AreaPaint("#efeee9", "#a9a392", 0.04),
    "rail": AreaPaint("#ddd8cf", "#55534f", 0.04),
    "swamp": AreaPaint("#cfdcc0", "#4f7a5a", 0.04),
    "sand": AreaPaint("#f3e6bd", "#b39a55", 0.04),
    "snow": AreaPaint("#ffffff", "#9fb4c0", 0.04),
    "ice": AreaPaint("#e4f2f8", "#2f6f9e", 0.04),
    "deployment": AreaPaint("#0b5394", "#0b5394", 0.06, 0.1, "0.5 0.3"),
    "objective-area": AreaPaint("#a8320c", "#a8320c", 0.06, 0.12, "0.2 0.2"),
    "fire": AreaPaint("#f2b705", "#a8320c", 0.06, 0.6),
    "minefield": AreaPaint("#f2c9b8", "#a8320c", 0.06, 0.7, "0.15 0.15"),
}

_LAYERS: Final = (
    Family.GROUND, Family.RAMP, Family.FLAT, Family.WATER, Family.DECK, Family.SEE_THROUGH, Family.ZONE, Family.SOLID,
)  # fmt: skip


def layer(piece: Terrain, edition: Edition) -> int:
    """Give the layer that a piece is drawn in, the lowest first."""
    row = edition.terrain.get(piece.kind)
    return _LAYERS.index(Family(row.family)) if row is not None and row.family in _LAYERS else 2


def paint(piece: Terrain) -> AreaPaint:
    """Give the paint of a piece; hills are darker the higher they are, water the deeper it is.

    >>> paint(Terrain("h", "hill", (), height=3)).fill, paint(Terrain("w", "water", (), depth=1)).fill
    ('#c3a56c', '#a3cbe3')
    """
    if piece.kind == "hill":
        top = (piece.base or 0.0) + (piece.height if piece.height is not None else 1.0)
        return AreaPaint(_HILLS[min(3, max(0, round(top + 0.49) - 1))], "#7d5f2c")
    if piece.kind in ("water", "rapids", "hazardous-liquid"):
        return AreaPaint(
            _WATERS[min(2, max(0, round(piece.depth if piece.depth is not None else 1.0)))], "#2f6f9e"
        )
    return _OF_KIND.get(piece.kind, _OTHER)


_LETTERING: Final = 0.7
"""Inches high: read from where one stands beside the table."""

_FONTS: Final = "Arial, Helvetica, 'DejaVu Sans', 'Liberation Sans', 'Noto Sans', sans-serif"
"""By name, because a renderer may know no font for the general word."""


def svg_text(table: Table) -> str:
    """Write a table as SVG.

    >>> from astrike.formats.table.table_file import empty_document, parse_document
    >>> print(svg_text(parse_document(empty_document("Practice", width=48, depth=36))).splitlines()[0][:72])
    <svg xmlns="http://www.w3.org/2000/svg" width="48in" height="36in" viewB
    """
    edition = load_edition(table.edition)
    wide, deep = shown_number(table.width), shown_number(table.depth)
    pieces = sorted(table.terrain, key=lambda piece: layer(piece, edition))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}in" height="{deep}in" viewBox="0 0 {wide} {deep}">',
        f"<title>{escape(as_text(table.name))}</title>",
        f'<rect data-decoration="table" width="{wide}" height="{deep}" fill="{GROUND}"/>',
        *(_piece(piece, table) for piece in pieces),
        '<g data-decoration="points">',
        *(_point(table, marker.at, marker.radius) for marker in table.markers),
        "</g>",
        '<g data-decoration="units">',
        *(_unit(unit, table, edition) for unit in table.units),
        "</g>",
        f'<g data-decoration="names" font-family="{_FONTS}" text-anchor="middle" fill="{INK}"'
        f' stroke="#ffffff" stroke-width="0.12" paint-order="stroke">',
        *_names(table, pieces),
        "</g>",
        f'<rect data-decoration="table" width="{wide}" height="{deep}" fill="none" stroke="{INK}"'
        ' stroke-width="0.1"/>',
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _piece(piece: Terrain, table: Table) -> str:
    look = paint(piece)
    data = " ".join(
        f"{'data-' + key}={quoteattr(_value(value))}" for key, value in properties_of(piece).items()
    )
    path = " ".join(
        _path(ring, table.depth) for outline in piece.outlines for ring in (outline.exterior, *outline.holes)
    )
    dashes = f' stroke-dasharray="{look.dashes}"' if look.dashes else ""
    return (
        f"<path id={quoteattr(as_text(piece.id))} class={quoteattr(piece.kind)}"
        f" data-kind={quoteattr(piece.kind)}{' ' + data if data else ''}"
        f' fill="{look.fill}" fill-opacity="{look.share:g}" fill-rule="evenodd" stroke="{look.edge}"'
        f' stroke-width="{look.width:g}"{dashes} stroke-linejoin="round" d="{path}"/>'
    )


def _value(value: object) -> str:
    return as_text(value) if isinstance(value, str) else f"{value}"


def _path(ring: Ring, depth: float) -> str:
    corners = " ".join(f"{shown_number(x)} {shown_number(depth - y)}" for x, y in ring)
    return f"M {corners} Z"


def _point(table: Table, at: Point, radius: float | None) -> str:
    x, y = shown_number(at[0]), shown_number(table.depth - at[1])
    around = (
        f'<circle cx="{x}" cy="{y}" r="{shown_number(radius)}" fill="none" stroke="{INK}" stroke-width="0.06"'
        ' stroke-dasharray="0.3 0.2"/>'
        if radius
        else ""
    )
    return f'{around}<circle cx="{x}" cy="{y}" r="0.3" fill="#ffffff" stroke="{INK}" stroke-width="0.12"/>'


def _unit(unit: Unit, table: Table, edition: Edition) -> str:
    """Draw the base in the color of its side, with a stroke to its front."""
    sides = [side.id for side in table.sides]
    color = SIDES[min(sides.index(unit.side), len(SIDES) - 1)] if unit.side in sides else SIDES[-1]
    ring = _base(unit, edition)
    path = _path(ring, table.depth)
    front = ""
    if unit.facing is not None:
        reach = max(math.dist(unit.at, corner) for corner in ring)
        x, y = (
            unit.at[0] + reach * math.sin(math.radians(unit.facing)),
            table.depth - unit.at[1] - reach * math.cos(math.radians(unit.facing)),
        )
        start = f"{shown_number(unit.at[0])} {shown_number(table.depth - unit.at[1])}"
        front = f" M {start} L {shown_number(x)} {shown_number(y)}"
    return (
        f'<path fill="#ffffff" fill-opacity="0.85" stroke="{color}" stroke-width="0.14" d="{path}{front}"/>'
    )


def _base(unit: Unit, edition: Edition) -> Ring:
    base, facing = unit.base, unit.facing or 0.0
    if base is None or base.is_round:
        row = edition.units.get(unit.type)
        width = base.width if base is not None else (row.base if row is not None else 0.0) or 1.25
        return ellipse(unit.at, width, width)
    if base.shape == "hex":
        return regular(unit.at, 6, base.width / math.cos(math.pi / 6), facing + 30.0)
    return rectangle(unit.at, base.width, base.length, facing)


def _words(piece: Terrain) -> str:
    """Give what is written on a piece: its name, and the height or depth that the file says."""
    size = piece.depth if piece.depth is not None else piece.height
    return " ".join([*([piece.name] if piece.name else []), *([f"{size:g}″"] if size else [])])


def _names(table: Table, pieces: Sequence[Terrain]) -> list[str]:
    """Write the names of units, and those of pieces where they cover no other."""
    taken: list[_Place] = [
        _Place(unit.at[0], table.depth - unit.at[1] + 1.4, unit.name) for unit in table.units
    ]
    bodies = [_Place(unit.at[0], table.depth - unit.at[1] + 0.3, "....") for unit in table.units]
    # From the top of the pile, so that the summit has its name and the slope looks for another place.
    for piece in reversed(pieces):
        words = as_text(_words(piece), most=40)
        tried = (_Place(x, y, words) for x, y in _spots(piece, table)) if words else iter(())
        free = next((spot for spot in tried if not any(map(spot.meets, [*taken, *bodies]))), None)
        if free is not None:
            taken.append(free)
    return [_name(spot) for spot in taken]


@dataclass(frozen=True, slots=True)
class _Place:
    """A text by the middle of its base line, y down."""

    x: float
    y: float
    words: str

    def meets(self, other: "_Place") -> bool:
        """Would the two cover each other?"""
        reach = 0.28 * _LETTERING * (len(self.words) + len(other.words))
        return abs(self.x - other.x) < reach and abs(self.y - other.y) < 1.1 * _LETTERING


def _spots(piece: Terrain, table: Table) -> tuple[Point, ...]:
    """Give the places where the name of a piece may stand: its middle, its southern end, its northern one."""
    xs = [x for outline in piece.outlines[:1] for x, _ in outline.exterior]
    ys = [y for outline in piece.outlines[:1] for _, y in outline.exterior]
    middle = (min(xs) + max(xs)) / 2
    low, high = table.depth - min(ys), table.depth - max(ys)
    spots = (
        (middle, (low + high) / 2 + _LETTERING / 3),
        (middle, low - 0.4 * _LETTERING),
        (middle, high + 1.1 * _LETTERING),
        (middle, (3 * low + high) / 4 + _LETTERING / 3),
        (middle, (low + 3 * high) / 4 + _LETTERING / 3),
    )
    return tuple((x, y) for x, y in spots if 0 < x < table.width and _LETTERING < y < table.depth - 0.2)


def _name(spot: _Place) -> str:
    x, y = shown_number(spot.x), shown_number(spot.y)
    return f'<text x="{x}" y="{y}" font-size="{_LETTERING}">{escape(as_text(spot.words, most=40))}</text>'
