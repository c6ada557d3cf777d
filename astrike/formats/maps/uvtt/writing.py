"""How is a table written for virtual tabletops? A cell an inch, a closed ring around everything that stops sight."""

import base64
from collections.abc import Sequence
from typing import Final

from astrike.model.table import Table
from astrike.model.terrain import LAND, Family, Ring, Terrain
from astrike.rulebook.loader import load_edition
from astrike.rulebook.schema import Edition

_SOLID: Final = LAND | {Family.SOLID}


def solids(table: Table, *, level: float = 0.0) -> tuple[Terrain, ...]:
    """Give the pieces that stand in the way at this height above the table.

    >>> from astrike.formats.table.table_file import empty_document, parse_document
    >>> solids(parse_document(empty_document("Practice", width=48, depth=36)))
    ()
    """
    edition = load_edition(table.edition)
    return tuple(piece for piece in table.terrain if _stands(piece, edition, level))


def _stands(piece: Terrain, edition: Edition, level: float) -> bool:
    row = edition.terrain.get(piece.kind)
    if row is None or row.family not in _SOLID:
        return False
    base = piece.base or 0.0
    return base <= level < base + (piece.height if piece.height is not None else row.height)


def uvtt_document(
    table: Table, pieces: Sequence[Terrain], *, picture: bytes, pixels_per_inch: int
) -> dict[str, object]:
    """Write the outlines of these pieces as walls, below a picture of the table."""
    rings = [
        ring for piece in pieces for outline in piece.outlines for ring in (outline.exterior, *outline.holes)
    ]
    return {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": table.width, "y": table.depth},
            "pixels_per_grid": pixels_per_inch,
        },
        "line_of_sight": [_line(ring, table.depth) for ring in rings],
        "objects_line_of_sight": [],
        "portals": [],
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [],
        "image": base64.b64encode(picture).decode("ascii"),
    }


def _line(ring: Ring, depth: float) -> list[dict[str, float]]:
    return [{"x": round(x, 4) + 0.0, "y": round(depth - y, 4) + 0.0} for x, y in (*ring, ring[0])]
