"""Terrain, zones and marked points in a table file: every property read, every wrong one named."""

import pytest

from astrike.model.terrain import Marker
from astrike.rulebook.loader import IDS, load_edition
from tests.builders import Json, area, box, document, hill, mech, piece_of, poi, point, ramp, table
from tests.formats.problems import places

SQUARE = box(10, 10, 14, 14)
ABOUT = "features[0].properties"


def test_every_property_is_read() -> None:
    found = table(
        area(
            "b",
            SQUARE,
            kind="building",
            name="Town hall",
            base=1,
            height=4,
            class_="heavy",
            cf=12,
            floors=4,
            armed="A",
        ),
        area("w", SQUARE, kind="water", depth=2),
        ramp("r", SQUARE, toward=360, height=3),
        area("m", SQUARE, kind="minefield", density=3),
        area("d", SQUARE, kind="deployment", side="red"),
        mech("A"),
    )
    house, lake, slope, mines, zone = found.terrain
    assert (house.id, house.kind, house.name, house.base, house.height) == (
        "b",
        "building",
        "Town hall",
        1,
        4,
    )
    assert (house.grade, house.cf, house.floors, house.armed) == ("heavy", 12, 4, "A")
    assert (lake.depth, lake.height) == (2, None)
    assert (slope.toward, slope.height) == (0, 3)
    assert (mines.density, zone.side) == (3, "red")


def test_what_the_file_leaves_out_stays_out() -> None:
    found = piece_of(area("w", SQUARE, kind="woods"))
    assert (found.name, found.base, found.height, found.depth, found.toward) == (None, None, None, None, None)
    assert (found.grade, found.cf, found.floors, found.armed, found.density, found.side) == (None,) * 6


@pytest.mark.parametrize("edition", IDS)
def test_every_kind_of_terrain_of_the_edition_is_known(edition: str) -> None:
    rows = load_edition(edition).terrain
    pieces = [
        area(kind, SQUARE, kind=kind, toward=0 if row.family == "ramp" else None)
        for kind, row in rows.items()
    ]
    assert [piece.kind for piece in table(*pieces, edition=edition).terrain] == list(rows)


@pytest.mark.parametrize("kind", ["poi", "objective", "sensor"])
def test_marked_points_are_read(kind: str) -> None:
    found = table(point("p", (3, 4), kind=kind, name="X", side="red", radius=2))
    assert found.markers == (Marker("p", kind, (3, 4), "X", "red", 2),)
    assert table(point("p", (3, 4), kind=kind)).markers == (Marker("p", kind, (3, 4)),)


@pytest.mark.parametrize(
    ("about", "place"),
    [
        ({"kind": "lava"}, "kind"),
        ({"kind": None}, "kind"),
        ({"kind": 7}, "kind"),
        ({"kind": "hill", "height": 0}, "height"),
        ({"kind": "hill", "height": -2}, "height"),
        ({"kind": "hill", "height": "2"}, "height"),
        ({"kind": "hill", "height": True}, "height"),
        ({"kind": "hill", "height": 1e9}, "height"),
        ({"kind": "woods", "height": 0}, "height"),
        ({"kind": "building", "height": 0}, "height"),
        ({"kind": "rough", "height": -1}, "height"),
        ({"kind": "hill", "base": "low"}, "base"),
        ({"kind": "hill", "base": -500}, "base"),
        ({"kind": "water", "depth": -1}, "depth"),
        ({"kind": "water", "depth": [2]}, "depth"),
        ({"kind": "ramp"}, "toward"),
        ({"kind": "ramp", "toward": 400}, "toward"),
        ({"kind": "ramp", "toward": "north"}, "toward"),
        ({"kind": "building", "class": "soft"}, "class"),
        ({"kind": "building", "class": 1}, "class"),
        ({"kind": "smoke", "class": "medium"}, "class"),
        ({"kind": "woods", "class": "dense"}, "class"),
        ({"kind": "building", "cf": -1}, "cf"),
        ({"kind": "building", "cf": "12"}, "cf"),
        ({"kind": "building", "floors": 0}, "floors"),
        ({"kind": "building", "floors": 1.5}, "floors"),
        ({"kind": "building", "armed": "Z"}, "armed"),
        ({"kind": "building", "armed": 1}, "armed"),
        ({"kind": "minefield", "density": 0}, "density"),
        ({"kind": "deployment", "side": 1}, "side"),
        ({"kind": "hill", "name": ["Hill"]}, "name"),
    ],
)
def test_a_wrong_property_has_one_problem_at_its_place(about: Json, place: str) -> None:
    assert places(document(area("x", SQUARE, **about))) == {f"{ABOUT}.{place}"}


@pytest.mark.parametrize(
    ("about", "place"),
    [({"radius": 0}, "radius"), ({"radius": "2"}, "radius"), ({"side": 1}, "side"), ({"name": 1}, "name")],
)
def test_a_wrong_marked_point_has_one_problem_at_its_place(about: Json, place: str) -> None:
    assert places(document(point("p", (3, 4), kind="objective", **about))) == {f"{ABOUT}.{place}"}


def test_a_piece_is_armed_by_a_unit_only() -> None:
    wrong = document(area("b", SQUARE, kind="building", armed="h"), hill("h", SQUARE), poi("p", (1, 1)))
    assert places(wrong) == {f"{ABOUT}.armed"}


@pytest.mark.parametrize("properties", [None, [], "hill", 5])
def test_a_feature_without_properties_is_a_problem(properties: object) -> None:
    feature = hill("h", SQUARE)
    feature["properties"] = properties
    assert places(document(feature)) == {"features[0].properties"}
