"""The tables that are timed: random scenes of the oracle as table files, 24 units a side with mixed cards."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import shapely
from shapely.geometry import Polygon

from astrike.formats.table.table_file import parse_document
from astrike.model.table import Table
from astrike.model.table_document import features_of
from tests import builders
from tests.builders import Json
from tests.oracle.plain import Solid
from tests.oracle.scenes import DEPTH, WIDTH, Kind, Piece, Scene, blob, random_scene

SEED = 24
EAST, WEST = 90, 270
CARDS: tuple[Json, ...] = (
    {"type": "BM", "motion": "ground", "move": '8"', "tmm": 1, "damage": "3/3/2"},
    {"type": "BM", "motion": "jump", "move": '8"/6"j', "tmm": 1, "damage": "4/4/1", "special": "JMPS1, CASE"},
    {"type": "BM", "motion": "standstill", "move": '6"', "tmm": 1, "damage": "5/5/3", "heat": 2},
    {"type": "CV", "motion": "ground", "move": '10"t', "tmm": 2, "damage": "2/2/1", "special": "TUR(2/2/1)"},
    {"type": "CI", "motion": "ground", "move": '4"f', "tmm": 0, "damage": "1/1/-"},
    {"type": "BA", "motion": "jump", "move": '6"j', "tmm": 1, "damage": "2/1/-", "special": "STL, MEC"},
    {"type": "PM", "motion": "ground", "move": '12"', "tmm": 2, "damage": "2/2/0"},
    {
        "type": "IM",
        "motion": "ground",
        "move": '6"',
        "tmm": 1,
        "damage": "3/2/0",
        "hits": {"fire_control": 1},
    },
)


def timed_table(*, units: int = 24, scale: int = 1) -> Table:
    """Return the table of the bench: 61 polygons times `scale`, ramps, holes and a bridge among them."""
    return table_of(random_scene(SEED, units=units, scale=scale))


def table_of(scene: Scene) -> Table:
    """Return a scene as a table file would bring it."""
    pieces = [_feature(f"{piece.kind}-{k}", piece) for k, piece in enumerate(scene.pieces)]
    document = builders.document(*pieces, *_units(scene), width=WIDTH, depth=DEPTH)
    return parse_document(document)


def table_of_hills(count: int, *, corners: int = 12) -> Table:
    """Return a table full of so many small hills in rows, with ways of all widths between them and no units."""
    return table_of_pieces(count, kinds=("hill",), corners=corners, units=0)


def table_of_pieces(
    count: int,
    *,
    kinds: Sequence[Kind] = ("hill", "woods", "building", "woods", "water"),
    corners: int = 6,
    units: int = 48,
) -> Table:
    """Return a table with so many pieces in rows, the smaller the more there are, and units on the ways between."""
    rng = np.random.default_rng(SEED)
    columns = math.ceil(math.sqrt(count * WIDTH / DEPTH))
    wide, deep = WIDTH / columns, DEPTH / math.ceil(count / columns)
    pieces = []
    for k in range(count):
        row, column = divmod(k, columns)
        x, y = rng.uniform(0.4, 0.6, 2)
        at = (wide * (column + x), deep * (row + y))
        outline = blob(rng, at=at, radius=0.28 * min(wide, deep), corners=corners)
        pieces.append(Piece(kinds[k % len(kinds)], _solid(kinds[k % len(kinds)], outline, rng)))
    between = wide * rng.integers(1, max(columns, 2), units)
    foot = np.column_stack((between, rng.uniform(1, DEPTH - 1, units), np.zeros(units)))
    return table_of(Scene(tuple(pieces), foot, foot, np.full(units, 1.75)))


def table_with_corners(count: int, *, units: int = 48) -> Table:
    """Return a table in the middle of which is a hill with a coast of so many corners, the first written twice."""
    table = table_of_pieces(16, units=units)
    angle = 2 * np.pi * np.arange(count - 1) / (count - 1)
    reach = 7 + np.sin(3 * angle) + 0.2 * np.sin(40 * angle)
    coast = Polygon(
        np.column_stack((WIDTH / 2 + reach * np.cos(angle), DEPTH / 2 + reach * np.sin(angle))).round(5)
    )
    hill = _feature("coast", Piece("hill", Solid(coast, 0, (2.0, 0, 0))))
    document = dict(table.document)
    features = [each for each in features_of(document) if not _is_under(each, coast)]
    return parse_document({**document, "features": [hill, *features]})


def _is_under(feature: Mapping[str, object], coast: Polygon) -> bool:
    return bool(shapely.intersects(shapely.from_geojson(json.dumps(feature["geometry"])), coast))


def _solid(kind: Kind, outline: Polygon, rng: np.random.Generator) -> Solid:
    if kind == "water":
        return Solid(outline, -1, (0, 0, 0))
    return Solid(outline, 0, (float(rng.integers(1, 4)), 0, 0))


def _units(scene: Scene) -> Iterator[Json]:
    half = len(scene.height) // 2
    for i, ((x, y, _), height) in enumerate(zip(scene.foot, scene.height, strict=True)):
        ours = i < half
        yield builders.unit(
            f"{'west' if ours else 'east'}-{i % half}",
            (float(x), float(y)),
            **CARDS[i % len(CARDS)],
            side="west" if ours else "east",
            facing=EAST if ours else WEST,
            height=float(height),
            size=3,
            skill=3 + i % 3,
        )


def _feature(name: str, piece: Piece) -> Json:
    solid = piece.solid
    geometry = json.loads(shapely.to_geojson(solid.polygon))
    if piece.kind == "hill":
        return builders.hill(name, geometry, height=solid.top[0])
    if piece.kind == "ramp":
        return builders.ramp(name, geometry, **_rise(solid.polygon, solid.top))
    if piece.kind == "building":
        return builders.building(
            name,
            geometry,
            height=solid.top[0] - solid.bottom,
            base=solid.bottom,
            cf=4,
            **{"class_": "medium"},
        )
    if piece.kind == "woods":
        return builders.woods(name, geometry, height=solid.top[0])
    if piece.kind == "water":
        return builders.water(name, geometry, depth=-solid.bottom)
    return builders.bridge(name, geometry, base=solid.bottom)


def _rise(polygon: Polygon, top: tuple[float, float, float]) -> dict[str, float]:
    """Return direction and height of a ramp with this top plane."""
    corner = np.asarray(polygon.exterior.coords)
    z = top[0] + corner @ np.array(top[1:])
    return {"toward": math.degrees(math.atan2(top[1], top[2])) % 360, "height": float(z.max())}
