"""GeoJSON: a table of ours goes through as it is, planar data of others is asked about, degrees are refused."""

import json

import pytest

from astrike.errors import InputError
from astrike.formats.maps.placing import place
from astrike.formats.maps.reading import read_map
from astrike.formats.table.table_file import parse_document
from astrike.model.imported_map import ImportChoices
from tests.builders import box, building, document, hill, mech, point, woods
from tests.formats.maps.sketches import (
    Json,
    area,
    area_feature,
    as_bytes,
    collection,
    placed,
    stated,
    table_of,
)

CITY = collection(
    {"type": "Feature", "id": "values", "roadWidth": 8, "generator": "mfcg"},
    {"type": "Polygon", "id": "earth", "coordinates": [[[-500, -400], [500, -400], [500, 400], [-500, 400]]]},
    {
        "type": "GeometryCollection",
        "id": "walls",
        "geometries": [
            {
                "type": "Polygon",
                "width": 8,
                "coordinates": [[[-100, -100], [100, -100], [100, 100], [-100, 100]]],
            }
        ],
    },
    {
        "type": "GeometryCollection",
        "id": "rivers",
        "geometries": [
            {"type": "LineString", "width": 20, "coordinates": [[-300, 400], [-300, 0], [-500, 0]]}
        ],
    },
    {"type": "MultiPolygon", "id": "greens", "coordinates": []},
    {
        "type": "MultiPolygon",
        "id": "buildings",
        "coordinates": [[[[0, 0], [20, 0], [20, 40], [0, 40]]], [[[40, 0], [60, 0], [60, 40], [40, 40]]]],
    },
    {"type": "MultiPoint", "id": "trees", "coordinates": [[1, 1], [2, 2], [3, 3]]},
)


def test_a_table_of_ours_goes_through_to_the_letter() -> None:
    ours = document(
        hill("h", box(4, 4, 12, 12), height=2, note="made of foam"),
        mech("A", at=(7, 7)),
        point("p", (1, 1), kind="poi"),
    )
    ours["data"] = [0] * 400
    drawing = read_map(as_bytes(ours), name="whatever.svg")
    assert drawing.format == "table"
    found = place(
        drawing, ImportChoices(kinds={"hill": "hill"}, heights={}, scale=1.0, y_down=False, name="Other")
    )
    assert found.document == ours


def test_a_table_of_ours_may_be_made_smaller_and_says_what_it_loses() -> None:
    ours = document(
        hill("h", box(4, 4, 12, 12), height=2),
        mech("A", at=(7, 7)),
        point("p", (10, 20), kind="poi"),
        width=48,
        depth=36,
    )
    found = place(read_map(as_bytes(ours)), ImportChoices(scale=0.5))
    table = parse_document(found.document)
    assert (table.width, table.depth, table.units) == (24, 18, ())
    assert [(piece.id, piece.height, area(piece)) for piece in table.terrain] == [("h", 2.0, 16.0)]
    assert [(marker.id, marker.at) for marker in table.markers] == [("p", (5.0, 10.0))]
    assert "units: left out, as the map is not taken as it is" in stated(found)


def test_a_wrong_table_of_ours_says_what_is_wrong() -> None:
    ours = document(hill("h", box(4, 4, 12, 12), height=-2))
    with pytest.raises(InputError) as caught:
        read_map(as_bytes(ours))
    assert [problem.at for problem in caught.value.problems] == ["features[0].properties.height"]


def test_features_in_our_words_are_inches_from_the_corner() -> None:
    bare = collection(*_features(woods("w", box(4, 4, 20, 30)), building("b", box(30, 8, 36, 14), height=3)))
    found = placed(bare)
    table = parse_document(found.document)
    assert (table.width, table.depth, found.scale) == (36, 30, 1)
    assert [(piece.id, piece.kind, piece.outlines[0].exterior[0]) for piece in table.terrain] == [
        ("w", "woods", (4.0, 4.0)),
        ("b", "building", (30.0, 8.0)),
    ]


def _features(*features: Json) -> tuple[Json, ...]:
    return features


def test_a_generated_city_has_open_rings_and_its_y_runs_down() -> None:
    found = placed(CITY)
    table = parse_document(found.document)
    assert (found.scale, table.width, table.depth, found.y_down) == (0.05, 50, 40, True)
    kinds = sorted((piece.kind, round(area(piece), 2)) for piece in table.terrain)
    assert kinds == [("building", 2.0), ("building", 2.0), ("wall", 16.0), ("water", 30.0)]
    (wall,) = (piece for piece in table.terrain if piece.kind == "wall")
    assert len(wall.outlines[0].holes) == 1
    (river,) = (piece for piece in table.terrain if piece.kind == "water")
    assert min(y for _, y in river.outlines[0].exterior) == 0
    assert stated(found) >= {
        "trees: points are no terrain and were left out (3 times)",
        "greens: empty",
        "values: without a geometry: roadWidth 8, generator 'mfcg'",
        "earth: left out: the ground that everything else lies on: it gives the size of the map",
    }


def test_other_words_for_kinds_are_understood_and_the_rest_is_kept() -> None:
    data = collection(
        area_feature(box(0, 0, 500, 400), natural="wood", name="Old grove", density="thick"),
        area_feature(box(600, 0, 800, 400), building="yes", height=35, levels=3),
        area_feature(box(0, 500, 300, 600), landuse="harbour", width=2),
    )
    found = placed(data)
    table = parse_document(found.document)
    assert [(piece.kind, piece.name, piece.height) for piece in table.terrain] == [
        ("woods", "Old grove", None),
        ("building", None, None),
        ("water", None, None),
    ]
    sources = [feature["properties"]["source"] for feature in found.document["features"]]  # type: ignore[attr-defined]
    assert sources[0] == {"natural": "wood", "density": "thick"}
    assert sources[1] == {"building": "yes", "height": 35, "levels": 3}
    assert any(each.startswith("height: above 20") for each in stated(found))


def test_lines_have_a_group_of_their_own() -> None:
    line: Json = {
        "type": "Feature",
        "properties": {"kind": "wall"},
        "geometry": {
            "type": "MultiLineString",
            "coordinates": [[[0, 0], [30, 0]], [[0, 20], [30, 20], [30, 10]]],
        },
    }
    drawing = read_map(as_bytes(collection(line, area_feature(box(2, 2, 9, 9), kind="wall"))))
    assert [(group.key, group.count, group.is_line) for group in drawing.groups] == [
        ("wall (lines)", 2, True),
        ("wall", 1, False),
    ]
    assert sorted(
        area(piece) for piece in parse_document(place(drawing, ImportChoices()).document).terrain
    ) == [
        7.5,
        10,
        49,
    ]


@pytest.mark.parametrize(
    "members",
    [
        {"crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:OGC:1.3:CRS84"}}},
        {"crs": {"type": "name", "properties": {"name": "EPSG:4326"}}},
        {},
    ],
    ids=["says CRS84", "says EPSG:4326", "says nothing, and is tiny"],
)
def test_longitude_and_latitude_are_refused_with_words(members: Json) -> None:
    data = collection(area_feature(box(11.51, 48.12, 11.55, 48.15), landuse="forest"), **members)
    with pytest.raises(InputError) as caught:
        read_map(as_bytes(data))
    (problem,) = caught.value.problems
    assert problem.found == "longitude 11.51 to 11.55, latitude 48.12 to 48.15"
    assert "planar" in problem.expected


def test_members_besides_are_kept_or_reported() -> None:
    projected = {"crs": {"type": "name", "properties": {"name": "EPSG:25832"}}, "author": "the mayor"}
    grove = {
        **area_feature(box(690_000, 5_330_000, 690_600, 5_330_400), natural="wood"),
        "title": "Old grove",
    }
    found = placed(collection(grove, **projected))
    features = found.document["features"]
    assert isinstance(features, list)
    assert features[0]["properties"]["source"] == {"natural": "wood", "title": "Old grove"}
    assert stated(found) >= {
        "EPSG:25832: coordinates of this system are taken as plain lengths",
        "author: members of the file that were not used",
    }


def test_a_single_geometry_is_a_map_too() -> None:
    table = table_of({"type": "Polygon", "coordinates": [[[0, 0], [300, 0], [300, 200], [0, 200], [0, 0]]]})
    assert [piece.kind for piece in table.terrain] == ["building"]


@pytest.mark.parametrize(
    ("data", "at"),
    [
        (collection(), "file"),
        (collection(7), "features[0]"),
        ({"type": "FeatureCollection", "features": {}}, "features"),
        (collection({"type": "Feature", "properties": [], "geometry": None}), "features[0].properties"),
        (collection({"type": "Feature", "geometry": {"type": "Circle"}}), "features[0].geometry.type"),
        (
            collection({"type": "Polygon", "coordinates": [[[0, 0], ["a", 1], [2, 2]]]}),
            "features[0].coordinates[0][1]",
        ),
        (
            collection({"type": "Polygon", "coordinates": [[[0, 0], [1e308, 1], [2, 2]]]}),
            "features[0].coordinates[0][1]",
        ),
        (
            collection({"type": "LineString", "width": -4, "coordinates": [[0, 0], [9, 9]]}),
            "features[0].width",
        ),
        (collection({"type": "MultiPolygon", "coordinates": [7]}), "features[0].coordinates[0]"),
        (collection({"type": "GeometryCollection", "geometries": 3}), "features[0].geometries"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(data: Json, at: str) -> None:
    with pytest.raises(InputError) as caught:
        read_map(as_bytes(data))
    assert caught.value.problems[0].at == at


def test_not_a_number_is_refused() -> None:
    text = json.dumps(collection(area_feature(box(0, 0, 30, 20), kind="woods"))).replace("30", "NaN", 1)
    with pytest.raises(InputError, match="found \\[NaN, 0\\]"):
        read_map(text.encode())


def test_collections_without_end_are_refused() -> None:
    inner: Json = {"type": "Point", "coordinates": [0, 0]}
    for _ in range(20):
        inner = {"type": "GeometryCollection", "geometries": [inner]}
    with pytest.raises(InputError, match="inside each other"):
        read_map(as_bytes(collection(inner)))


def test_a_map_program_may_shout_and_say_heights_above_the_sea() -> None:
    ring = [[0, 0, 4.5], [60, 0, 4.5], [60, 40, 4.5], [0, 40, 4.5], [0, 0, 4.5]]
    geometry = {"type": "Polygon", "coordinates": [ring]}
    feature = {"type": "Feature", "properties": {"KIND": "woods", "HEIGHT": "3"}, "geometry": geometry}
    found = placed(collection(feature))
    (piece,) = parse_document(found.document).terrain
    assert (piece.kind, piece.height) == ("woods", 3)
    assert "position: a third number, its height above the sea: left out (5 times)" in stated(found)


def test_heights_without_a_measure_are_taken_as_inches_and_this_is_said() -> None:
    geometry = {
        "type": "Polygon",
        "coordinates": [[[500, 500], [560, 500], [560, 540], [500, 540], [500, 500]]],
    }
    feature = {"type": "Feature", "properties": {"type": "building", "height": 9}, "geometry": geometry}
    found = placed(collection(feature))
    assert parse_document(found.document).terrain[0].height == 9
    assert "height: taken as inches, as the file does not say in what it measures" in stated(found)
