"""How is a table written as a Tiled map? One object layer a kind, a polygon an outline, twenty pixels an inch."""

import math
from typing import Final

from astrike.formats.maps.large_json import as_text
from astrike.formats.maps.portable import properties_of
from astrike.geometry.keyholes import without_holes
from astrike.model.table import Table
from astrike.model.terrain import Outline, Terrain

_TILES: Final = (20, 10, 5, 4, 2, 1)
_PIXELS: Final = 20
_FINE: Final = 100
"""Pixels an inch for a table whose size is in no twentieths."""


def tiled_document(table: Table) -> dict[str, object]:
    """Write a table as the document of a Tiled map.

    >>> from astrike.formats.table.table_file import empty_document, parse_document
    >>> document = tiled_document(parse_document(empty_document("Practice", width=48, depth=36)))
    >>> document["width"], document["tilewidth"], document["layers"]
    (48, 20, [])
    """
    pixels, tile = _grid(table)
    across, down = (math.ceil(round(inches * pixels / tile, 6)) for inches in (table.width, table.depth))
    kinds = dict.fromkeys(piece.kind for piece in table.terrain)
    layers: list[object] = []
    number = 1
    for kind in kinds:
        objects: list[object] = []
        for piece in table.terrain:
            if piece.kind == kind:
                for outline in piece.outlines:
                    objects.append(_object(piece, outline, number, scale=pixels, bottom=down * tile))
                    number += 1
        layers.append(
            {
                "id": len(layers) + 1, "name": kind, "type": "objectgroup", "draworder": "index", "opacity": 1,
                "visible": True, "x": 0, "y": 0, "objects": objects,
            }
        )  # fmt: skip
    return {
        "type": "map", "version": "1.10", "tiledversion": "1.10.2", "orientation": "orthogonal",
        "renderorder": "right-down", "infinite": False, "compressionlevel": -1, "width": across, "height": down,
        "tilewidth": tile, "tileheight": tile, "nextlayerid": len(layers) + 1, "nextobjectid": number,
        "tilesets": [], "layers": layers,
        "properties": [
            {"name": "inches-per-pixel", "type": "float", "value": 1 / pixels},
            {"name": "name", "type": "string", "value": as_text(table.name)},
        ],
    }  # fmt: skip


def _grid(table: Table) -> tuple[int, int]:
    """Give pixels an inch, and those of the largest tile that the table is whole numbers of."""
    sizes = [inches * _PIXELS for inches in (table.width, table.depth)]
    for tile in _TILES:
        if all(abs(size / tile - round(size / tile)) < 1e-9 for size in sizes):
            return _PIXELS, tile
    return _FINE, 1


def _object(piece: Terrain, outline: Outline, number: int, *, scale: int, bottom: int) -> dict[str, object]:
    corners = without_holes(outline.exterior, outline.holes)
    x0, y0 = _pixel(corners[0][0] * scale), _pixel(bottom - corners[0][1] * scale)
    polygon = [{"x": _pixel(x * scale - x0), "y": _pixel(bottom - y * scale - y0)} for x, y in corners]
    properties = properties_of(piece)
    properties.pop("name", None)
    properties["piece"] = as_text(piece.id)
    return {
        "id": number, "name": as_text(piece.name or ""), "type": piece.kind, "x": x0, "y": y0, "width": 0,
        "height": 0, "rotation": 0, "visible": True, "polygon": polygon,
        "properties": [_property(key, value) for key, value in properties.items()],
    }  # fmt: skip


def _property(key: str, value: object) -> dict[str, object]:
    if isinstance(value, str):
        return {"name": key, "type": "string", "value": as_text(value)}
    return {"name": key, "type": "int" if isinstance(value, int) else "float", "value": value}


def _pixel(value: float) -> float:
    return round(value, 4) + 0.0
