"""How is a table written as a drawing that prints well and can be read back?

The viewBox is in inches and y turned over. One path a piece, with its kind as class and what is known about it in
data attributes; base plates, points and names are decoration that the reader passes over.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from astrike.formats.maps.bigjson import as_text
from astrike.formats.maps.carried import properties_of, shown_number
from astrike.formats.maps.svg.inks import GROUND, INK, SIDES, layer, paint
from astrike.geometry.shaping import ellipse, rectangle, regular
from astrike.model.table import Table
from astrike.model.terrain import Point, Ring, Terrain
from astrike.model.unit import Unit
from astrike.rulebook.loader import load_edition
from astrike.rulebook.schema import Edition

_LETTERING: Final = 0.7
"""Inches high: read from where one stands beside the table."""
_FONTS: Final = "Arial, Helvetica, 'DejaVu Sans', 'Liberation Sans', 'Noto Sans', sans-serif"
"""By name, because a renderer may know no font for the general word."""


def svg_text(table: Table) -> str:
    """Write a table as SVG.

    >>> from astrike.formats.tablefile import empty_document, parse_document
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
