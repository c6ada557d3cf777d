"""Tables for tests that read like a sketch: `table(mech("A", at=(7, 7)), hill("h", box(10, 10, 14, 14)))`.

Every piece is a GeoJSON feature as a table file has it; `document` puts features into a file's JSON, `table`
reads it. Whatever is not said has the value most tables have. Keywords are the properties of the file, with
`class_` for `class`; None leaves a property out.
"""

import math
from collections.abc import Mapping, Sequence

from astrike.formats.table.table_file import parse_document
from astrike.model.table import Table
from astrike.model.terrain import Terrain
from astrike.model.unit import Unit

Json = dict[str, object]
Point = tuple[float, float]
Ring = Sequence[Point]


# ---- outlines


def box(west: float, south: float, east: float, north: float) -> tuple[Point, ...]:
    """An upright rectangle."""
    return ((west, south), (east, south), (east, north), (west, north))


def around(x: float, y: float, *, radius: float, corners: int = 16) -> tuple[Point, ...]:
    """A regular outline around a point."""
    angles = [2 * math.pi * corner / corners for corner in range(corners)]
    return tuple((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles)


def polygon(outline: Ring, *holes: Ring) -> Json:
    """A Polygon; rings are closed here."""
    return {"type": "Polygon", "coordinates": [_closed(ring) for ring in (outline, *holes)]}


def multipolygon(*outlines: Ring) -> Json:
    """A MultiPolygon of outlines without holes."""
    return {"type": "MultiPolygon", "coordinates": [[_closed(outline)] for outline in outlines]}


def _closed(ring: Ring) -> list[list[float]]:
    return [[x, y] for x, y in (*ring, ring[0])]


# ---- features


def feature(feature_id: str, geometry: Mapping[str, object], **properties: object) -> Json:
    """Any feature; properties that are None are left out."""
    given = {key.rstrip("_"): value for key, value in properties.items() if value is not None}
    return {"type": "Feature", "id": feature_id, "geometry": dict(geometry), "properties": given}


def point(feature_id: str, at: Point, **properties: object) -> Json:
    """Any feature that is a point."""
    return feature(feature_id, {"type": "Point", "coordinates": list(at)}, **properties)


def area(feature_id: str, outline: Ring | Mapping[str, object], **properties: object) -> Json:
    """Any feature that is an area: an outline, or a geometry where it has holes or several parts."""
    geometry = outline if isinstance(outline, Mapping) else polygon(outline)
    return feature(feature_id, geometry, **properties)


def unit(unit_id: str = "A", at: Point = (7, 7), **card: object) -> Json:
    """A unit of which only the place is known."""
    return point(unit_id, at, **{"kind": "unit", **card})


def mech(unit_id: str = "A", at: Point = (7, 7), **card: object) -> Json:
    """A 'Mech that has moved on the ground: size 3, Skill 4, Move 8, TMM 1, damage 3/3/2."""
    usual = {"type": "BM", "size": 3, "skill": 4, "facing": 0, "move": '8"', "tmm": 1, "damage": "3/3/2"}
    return unit(unit_id, at, **{**usual, "armor": 5, "structure": 4, "motion": "ground", **card})


def vehicle(unit_id: str = "V", at: Point = (7, 7), **card: object) -> Json:
    """A tracked combat vehicle that has moved: size 2, Skill 4, Move 8, TMM 1, damage 2/2/1."""
    usual = {"type": "CV", "size": 2, "skill": 4, "facing": 0, "move": '8"t', "tmm": 1, "damage": "2/2/1"}
    return unit(unit_id, at, **{**usual, "armor": 4, "structure": 2, "motion": "ground", **card})


def infantry(unit_id: str = "I", at: Point = (7, 7), **card: object) -> Json:
    """Foot infantry that has moved: Skill 4, Move 4, TMM 0, damage 1/1/0."""
    usual = {"type": "CI", "size": 1, "skill": 4, "move": '4"f', "tmm": 0, "damage": "1/1/-"}
    return unit(unit_id, at, **{**usual, "armor": 2, "structure": 1, "motion": "ground", **card})


def battle_armor(unit_id: str = "S", at: Point = (7, 7), **card: object) -> Json:
    """Battle armor that has moved: Skill 4, Move 6 by jump, TMM 1, damage 2/1/0."""
    usual = {"type": "BA", "size": 1, "skill": 4, "move": '6"j', "tmm": 1, "damage": "2/1/-"}
    return unit(unit_id, at, **{**usual, "armor": 2, "structure": 2, "motion": "ground", **card})


def hill(piece_id: str, outline: Ring | Mapping[str, object], *, height: float = 2, **more: object) -> Json:
    """A hill."""
    return area(piece_id, outline, kind="hill", height=height, **more)


def ramp(
    piece_id: str, outline: Ring | Mapping[str, object], *, toward: float, height: float = 2, **more: object
) -> Json:
    """A ramp that rises toward a direction."""
    return area(piece_id, outline, kind="ramp", height=height, toward=toward, **more)


def jungle(piece_id: str, outline: Ring | Mapping[str, object], **more: object) -> Json:
    """Jungle, as high as the edition's trees."""
    return area(piece_id, outline, kind="jungle", **more)


def woods(piece_id: str, outline: Ring | Mapping[str, object], **more: object) -> Json:
    """Woods, as high as the edition's trees."""
    return area(piece_id, outline, kind="woods", **more)


def water(
    piece_id: str, outline: Ring | Mapping[str, object], *, depth: float | None = 1, **more: object
) -> Json:
    """Water."""
    return area(piece_id, outline, kind="water", depth=depth, **more)


def building(
    piece_id: str, outline: Ring | Mapping[str, object], *, height: float = 2, **more: object
) -> Json:
    """A building."""
    return area(piece_id, outline, kind="building", height=height, **more)


def wall(piece_id: str, outline: Ring | Mapping[str, object], *, height: float = 1, **more: object) -> Json:
    """A wall."""
    return area(piece_id, outline, kind="wall", height=height, **more)


def bridge(piece_id: str, outline: Ring | Mapping[str, object], *, base: float = 2, **more: object) -> Json:
    """A bridge whose deck begins at `base`."""
    return area(piece_id, outline, kind="bridge", base=base, **more)


def poi(marker_id: str, at: Point, **more: object) -> Json:
    """A named point of impact."""
    return point(marker_id, at, kind="poi", **more)


# ---- tables


def document(*features: Mapping[str, object], **head: object) -> Json:
    """A table file's JSON, 48 by 36 inches; keywords are keys of its `astrike` member."""
    usual: Json = {"format": 1, "name": "Test table", "width": 48, "depth": 36}
    return {
        "type": "FeatureCollection",
        "astrike": {**usual, **head},
        "features": [dict(f) for f in features],
    }


def table(*features: Mapping[str, object], **head: object) -> Table:
    """A table, read from its JSON."""
    return parse_document(document(*features, **head))


def unit_of(feature: Mapping[str, object], *, edition: str = "ce-5.01") -> Unit:
    """One unit, read as if it stood alone on a table."""
    return table(feature, edition=edition).units[0]


def piece_of(feature: Mapping[str, object], *, edition: str = "ce-5.01") -> Terrain:
    """One piece, read as if it lay alone on a table."""
    return table(feature, edition=edition).terrain[0]
