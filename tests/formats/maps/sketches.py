"""Small maps of other tools, made for tests, and what they become."""

import json
from collections.abc import Iterable, Mapping

from astrike.formats.maps.placing import DrawingAsTable, place
from astrike.formats.maps.reading import read_map
from astrike.formats.table.table_file import parse_document
from astrike.geometry.outlines import signed_area
from astrike.model.imported_map import ImportChoices
from astrike.model.table import Table
from astrike.model.terrain import Terrain

Json = dict[str, object]


def board_text(
    columns: int, rows: int, hexes: Mapping[tuple[int, int], tuple[int, str]] | None = None
) -> str:
    """A board on which only these hexes are anything but level ground; lines end as on Windows."""
    given = hexes or {}
    lines = [f"size {columns} {rows}"]
    for row in range(1, rows + 1):
        for column in range(1, columns + 1):
            level, terrain = given.get((column, row), (0, ""))
            lines.append(f'hex {column:02d}{row:02d} {level} "{terrain}" ""')
    return "\r\n".join([*lines, "end", ""])


def tiled(*layers: Json, width: int = 30, height: int = 20, tile: int = 10, **members: object) -> Json:
    """A Tiled map of 300 by 200 pixels."""
    size = {"width": width, "height": height, "tilewidth": tile, "tileheight": tile}
    return {
        "type": "map",
        "orientation": "orthogonal",
        "infinite": False,
        **size,
        "layers": list(layers),
        **members,
    }


def objects(name: str, *things: Json, **members: object) -> Json:
    """A layer of objects."""
    return {"type": "objectgroup", "name": name, "objects": list(things), **members}


def thing(x: float, y: float, width: float = 0, height: float = 0, **members: object) -> Json:
    """An object of a Tiled map."""
    return {
        "x": x,
        "y": y,
        "width": width,
        "height": height,
        "rotation": 0,
        "name": "",
        "type": "",
        **members,
    }


def collection(*features: object, **members: object) -> Json:
    """GeoJSON."""
    return {"type": "FeatureCollection", **members, "features": list(features)}


def area_feature(ring: Iterable[tuple[float, float]], **properties: object) -> Json:
    """A feature of GeoJSON that is a polygon."""
    points = [list(point) for point in ring]
    return {
        "type": "Feature",
        "properties": properties,
        "geometry": {"type": "Polygon", "coordinates": [[*points, points[0]]]},
    }


def as_bytes(document: object) -> bytes:
    """The file of a document; text stays as it is."""
    return document.encode() if isinstance(document, str) else json.dumps(document).encode()


def placed(document: object, wishes: ImportChoices | None = None) -> DrawingAsTable:
    """Read a map and place it."""
    return place(read_map(as_bytes(document), name="Test map.json"), wishes or ImportChoices())


def table_of(document: object, wishes: ImportChoices | None = None) -> Table:
    """The table that a map becomes."""
    return parse_document(placed(document, wishes).document)


def area(piece: Terrain) -> float:
    """Square inches."""
    return sum(
        abs(signed_area(outline.exterior)) - sum(abs(signed_area(hole)) for hole in outline.holes)
        for outline in piece.outlines
    )


def stated(found: DrawingAsTable) -> set[str]:
    """What the notes say."""
    return {note.sentence for note in found.notes}
