"""Where things lie: points, areas, holes, several parts, and outlines that are none."""

import pytest

from tests.builders import (
    Json,
    area,
    around,
    box,
    document,
    feature,
    mech,
    multipolygon,
    piece_of,
    poi,
    polygon,
    table,
)
from tests.formats.problems import places, problems_of

SQUARE = [[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]]
AT = "features[0].geometry.coordinates"


def ring(*points: tuple[float, float]) -> list[list[float]]:
    return [list(point) for point in points]


def piece(kind: str, coordinates: object) -> Json:
    return document(feature("h", {"type": kind, "coordinates": coordinates}, kind="hill"))


def hole(x: float, y: float, size: float = 2) -> list[list[float]]:
    return ring((x, y), (x + size, y), (x + size, y + size), (x, y + size), (x, y))


@pytest.mark.parametrize("clockwise", [True, False])
def test_outlines_run_counter_clockwise_and_holes_clockwise(clockwise: bool) -> None:
    outer, inner = box(0, 0, 9, 9), box(2, 2, 4, 4)
    if clockwise:
        outer, inner = tuple(reversed(outer)), tuple(reversed(inner))
    (outline,) = piece_of(area("h", polygon(outer, inner), kind="hill")).outlines
    assert set(outline.exterior) == set(outer)
    assert _turn(outline.exterior) > 0
    assert _turn(outline.holes[0]) < 0


def _turn(points: tuple[tuple[float, float], ...]) -> float:
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True))


def test_a_third_coordinate_is_kept_in_the_file_and_means_nothing() -> None:
    square = [[*point, 5] for point in SQUARE]
    found = table(
        feature("h", {"type": "Polygon", "coordinates": [square]}, kind="hill"),
        feature("p", {"type": "Point", "coordinates": [3, 4, 5]}, kind="poi"),
    )
    assert found.terrain[0].outlines[0].exterior == ((0, 0), (9, 0), (9, 9), (0, 9))
    assert found.markers[0].at == (3, 4)
    assert found.document["features"][1]["geometry"]["coordinates"] == [3, 4, 5]  # type: ignore[index]  # known


def test_a_point_that_stands_twice_in_a_row_counts_once() -> None:
    doubled = ring((0, 0), (9, 0), (9, 0), (9, 9), (0, 9), (0, 0))
    found = table(feature("h", {"type": "Polygon", "coordinates": [doubled]}, kind="hill"))
    assert found.terrain[0].outlines[0].exterior == ((0, 0), (9, 0), (9, 9), (0, 9))


@pytest.mark.parametrize(
    "geometry",
    [
        polygon(box(-3, -3, 4, 4)),
        polygon(box(100, 100, 104, 104)),
        polygon(box(0, 0, 9, 9), box(1, 1, 4, 4), box(4, 4, 6, 6)),
        polygon(box(0, 0, 9, 9), ((0, 4), (2, 3), (2, 5))),
        multipolygon(box(0, 0, 2, 2), box(2, 0, 4, 2)),
        multipolygon(box(0, 0, 2, 2), box(2, 2, 4, 4)),
        multipolygon(*(box(3 * n, 0, 3 * n + 3, 3) for n in range(40))),
    ],
    ids=[
        "partly off the table",
        "wholly off the table",
        "holes that touch at a corner",
        "a hole that touches the outline at a corner",
        "parts that share an edge",
        "parts that share a corner",
        "many parts that share edges",
    ],
)
def test_outlines_that_are_odd_but_proper_are_read(geometry: Json) -> None:
    assert piece_of(area("h", geometry, kind="hill")).outlines


@pytest.mark.parametrize(
    ("geometry", "place"),
    [
        (None, "features[0].geometry"),
        ([], "features[0].geometry"),
        ({}, "features[0].geometry.type"),
        ({"type": "Point", "coordinates": [1, 1]}, "features[0].geometry.type"),
        ({"type": "LineString", "coordinates": [[1, 1], [2, 2]]}, "features[0].geometry.type"),
        ({"type": ["Polygon"], "coordinates": []}, "features[0].geometry.type"),
        ({"type": "Polygon"}, AT),
        ({"type": "Polygon", "coordinates": None}, AT),
    ],
)
def test_a_geometry_that_is_none_is_named(geometry: object, place: str) -> None:
    wrong = {"type": "Feature", "id": "h", "geometry": geometry, "properties": {"kind": "hill"}}
    assert places(document(wrong)) == {place}


@pytest.mark.parametrize(
    ("kind", "coordinates", "place"),
    [
        ("Polygon", [], AT),
        ("Polygon", {}, AT),
        ("Polygon", 3, AT),
        ("Polygon", [[]], f"{AT}[0]"),
        ("Polygon", ["ring"], f"{AT}[0]"),
        ("Polygon", [SQUARE, []], f"{AT}[1]"),
        ("Polygon", [[[0, 0]]], f"{AT}[0]"),
        ("Polygon", [ring((0, 0), (4, 4), (0, 0))], f"{AT}[0]"),
        ("Polygon", [ring((0, 0), (4, 4), (4, 4), (0, 0), (0, 0))], f"{AT}[0]"),
        ("Polygon", [ring((0, 0), (4, 4), (8, 8), (0, 0))], f"{AT}[0]"),
        ("Polygon", [ring((0, 0), (4, 0), (4, 1e-8), (0, 0))], f"{AT}[0]"),
        ("Polygon", [SQUARE[:-1]], f"{AT}[0][3]"),
        ("Polygon", [[[0, 0], [9, 0], [9], [0, 0]]], f"{AT}[0][2]"),
        ("Polygon", [[[0, 0], [9, 0], [9, 9, 1, 1], [0, 0]]], f"{AT}[0][2]"),
        ("Polygon", [[[0, 0], [9, 0], 9, [0, 0]]], f"{AT}[0][2]"),
        ("Polygon", [[[0, 0], [9, 0], [9, "9"], [0, 0]]], f"{AT}[0][2][1]"),
        ("Polygon", [[[0, 0], [9, 0], [9, 9, None], [0, 0]]], f"{AT}[0][2][2]"),
        ("Polygon", [[[0, 0], [9, 0], [9, True], [0, 0]]], f"{AT}[0][2][1]"),
        ("Polygon", [[[0, 0], [9, 0], [9, 1e6], [0, 0]]], f"{AT}[0][2][1]"),
        ("Polygon", [[[0, 0], [9, 0], [10**400, 9], [0, 0]]], f"{AT}[0][2][0]"),
        ("Polygon", [ring((0, 0), (9, 9), (9, 0), (0, 9), (0, 0))], f"{AT}[0]"),
        ("Polygon", [ring((0, 0), (9, 0), (4, 0), (4, 9), (0, 0))], f"{AT}[0]"),
        ("Polygon", [ring((0, 0), (9, 0), (4, 4), (9, 9), (0, 9), (4, 4), (0, 0))], f"{AT}[0]"),
        ("Polygon", [SQUARE, SQUARE], AT),
        ("Polygon", [SQUARE, hole(20, 20)], f"{AT}[1]"),
        ("Polygon", [SQUARE, hole(8, 8)], f"{AT}[1]"),
        ("Polygon", [SQUARE, hole(0, 4)], AT),
        ("Polygon", [SQUARE, hole(1, 1), hole(2, 2)], f"{AT}[2]"),
        ("Polygon", [SQUARE, hole(1, 1, 6), hole(2, 2)], f"{AT}[2]"),
        ("Polygon", [SQUARE, hole(1, 1), hole(1, 1)], f"{AT}[2]"),
        ("Polygon", [SQUARE, hole(1, 1), hole(3, 1)], AT),
        ("Polygon", [SQUARE, ring((1, 1), (3, 3), (3, 1), (1, 3), (1, 1))], f"{AT}[1]"),
        ("MultiPolygon", [], AT),
        ("MultiPolygon", [[]], f"{AT}[0]"),
        ("MultiPolygon", [[SQUARE], [hole(8, 8)]], f"{AT}[1]"),
        ("MultiPolygon", [[SQUARE], [hole(3, 3)]], f"{AT}[1]"),
        ("MultiPolygon", [[SQUARE], [hole(20, 20)], [SQUARE]], f"{AT}[2]"),
        ("MultiPolygon", [[SQUARE], [hole(20, 20), hole(30, 30)]], f"{AT}[1][1]"),
    ],
)
def test_an_outline_that_is_none_is_named(kind: str, coordinates: object, place: str) -> None:
    assert places(piece(kind, coordinates)) == {place}


def test_a_part_in_the_hole_of_another_does_not_overlap_it() -> None:
    coordinates = [[SQUARE, hole(2, 2, 5)], [hole(3, 3)]]
    shape = {"type": "MultiPolygon", "coordinates": coordinates}
    assert len(piece_of(feature("h", shape, kind="hill")).outlines) == 2


def test_a_crossing_is_named_with_its_place() -> None:
    (problem,) = problems_of(piece("Polygon", [ring((0, 0), (9, 9), (9, 0), (0, 9), (0, 0))]))
    assert problem.found == "an outline that crosses or touches itself at (4.5, 4.5)"


def test_every_ring_s_problem_is_named() -> None:
    crossing = ring((1, 1), (3, 3), (3, 1), (1, 3), (1, 1))
    short = ring((5, 5), (6, 6), (5, 5))
    assert places(piece("MultiPolygon", [[SQUARE, crossing], [SQUARE, short]])) == {
        f"{AT}[0][1]",
        f"{AT}[1][1]",
    }


@pytest.mark.parametrize("at", [[1], [], [1, 2, 3, 4], "1,2", None, {}, [[1, 2]], [1, None]])
def test_a_point_that_is_none_is_named(at: object) -> None:
    wrong = feature("p", {"type": "Point", "coordinates": at}, kind="poi")
    assert all(problem.at.startswith(AT) for problem in problems_of(document(wrong)))


def test_an_area_is_no_unit_and_a_point_no_hill() -> None:
    wrong = document(
        feature("A", polygon(box(0, 0, 1, 1)), kind="unit"),
        feature("h", {"type": "Point", "coordinates": [1, 1]}, kind="hill"),
    )
    assert places(wrong) == {"features[0].geometry.type", "features[1].geometry.type"}


def test_a_feature_of_unknown_kind_still_has_its_geometry_looked_at() -> None:
    wrong = document(
        feature("h", polygon(((0, 0), (4, 4), (4, 0), (0, 4))), kind="lava"),
        feature("p", {"type": "Point", "coordinates": ["x", 1]}),
        mech("A"),
    )
    assert places(wrong) == {
        "features[0].properties.kind",
        "features[0].geometry.coordinates[0]",
        "features[1].properties.kind",
        "features[1].geometry.coordinates[0]",
    }


def test_a_thousand_strips_side_by_side_are_looked_at_quickly() -> None:
    strips = [((n / 50, 0), (n / 50 + 30, 30), (n / 50 + 30.01, 30), (n / 50 + 0.01, 0)) for n in range(990)]
    assert len(piece_of(area("h", multipolygon(*strips), kind="hill")).outlines) == 990
    assert places(document(area("h", multipolygon(*strips, box(20, 0, 21, 1)), kind="hill"))) == {
        f"{AT}[990]"
    }


def test_round_things_are_read_where_they_lie() -> None:
    found = table(area("h", around(10, 10, radius=3, corners=64), kind="hill"), poi("p", (48, 36)))
    assert len(found.terrain[0].outlines[0].exterior) == 64
    assert found.markers[0].at == (48, 36)
