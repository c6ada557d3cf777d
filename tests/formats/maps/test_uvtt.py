"""UniversalVTT: walls in cells from the map's corner, closed ones as areas, doors by themselves."""

from itertools import pairwise

import pytest

from astrike.errors import InputError
from astrike.formats.maps.uvtt.reading import is_uvtt, read_uvtt
from astrike.formats.maps.walls import join_walls, length
from astrike.geometry.outlines import signed_area
from astrike.model.imported_map import DrawnMap, ImportChoices
from tests.formats.maps.drawings import stated
from tests.formats.maps.sketches import placed, table_of
from tests.formats.maps.tabletops import Json, around, portal, uvtt

ROOM = around(2, 2, 10, 8)


def groups(drawing: DrawnMap) -> dict[str, int]:
    return {group.key: group.count for group in drawing.groups}


def paths(drawing: DrawnMap, group: str) -> list[tuple[tuple[float, float], ...]]:
    return [shape.path for shape in drawing.shapes if shape.group == group]


@pytest.mark.parametrize("origin", [(0, 0), (2, 1), (-3.5, 7)], ids=str)
def test_the_origin_is_taken_off(origin: tuple[float, float]) -> None:
    drawing = read_uvtt(uvtt(ROOM, [(6, 2), (6, 5)], origin=origin))
    area = next(shape for shape in drawing.shapes if shape.group == "closed walls").outlines[0].exterior
    assert abs(signed_area(area)) == pytest.approx(48)
    assert set(area) == {(2, 2), (10, 2), (10, 8), (2, 8)}
    assert paths(drawing, "walls") == [((6, 2), (6, 5))]
    assert drawing.box == (0, 0, 24, 20)


def test_a_line_whose_ends_nearly_meet_is_closed_and_that_is_said() -> None:
    nearly = [*ROOM[:-1], (2, 2.03)]
    drawing = read_uvtt(uvtt(nearly))
    assert groups(drawing) == {"closed walls": 1}
    assert "0.030 cells apart was taken for closed" in stated(drawing)


def test_a_line_with_a_real_gap_stays_open() -> None:
    drawing = read_uvtt(uvtt([*ROOM[:-1], (2, 2.06)]))
    assert groups(drawing) == {"walls": 1}
    assert "closed" not in stated(drawing)


def test_walls_in_pieces_close_together() -> None:
    pieces = [[start, end] for start, end in pairwise(ROOM)]
    drawing = read_uvtt(uvtt(*pieces[:2], pieces[2][::-1], pieces[3]))
    assert groups(drawing) == {"closed walls": 1}


def test_walls_that_branch_stay_lines_and_keep_their_length() -> None:
    fork = [[(1, 1), (5, 1)], [(5, 1), (9, 1)], [(5, 1), (5, 6)], [(9, 1), (9, 3)]]
    drawing = read_uvtt(uvtt(*fork))
    assert sorted(len(path) for path in paths(drawing, "walls")) == [2, 2, 3]
    assert sum(length(path) for path in paths(drawing, "walls")) == pytest.approx(15)


def test_a_loop_on_a_stick_is_no_solid_piece() -> None:
    joined = join_walls([[(0, 0), (2, 0)], [(2, 0), (4, 1)], [(4, 1), (4, -1)], [(4, -1), (2, 0)]])
    assert not joined.rings
    assert sum(map(length, joined.paths)) == pytest.approx(2 + 2 + 2 * 5**0.5)


def test_a_room_is_offered_as_lines_too() -> None:
    drawing = read_uvtt(uvtt(ROOM, [(6, 2), (6, 5)]))
    assert groups(drawing) == {"closed walls": 1, "walls": 1, "walls around walls": 1}
    kinds = {group.key: group.kind for group in drawing.groups}
    assert kinds == {"closed walls": "building", "walls": "wall", "walls around walls": ""}
    assert "buries" in stated(drawing)


def test_doors_are_asked_about_by_whether_they_are_closed() -> None:
    portals = [portal((6, 5), (6, 6), closed=True), portal((6, 7), (6, 8), closed=False)]
    drawing = read_uvtt(uvtt(ROOM, portals=portals))
    kinds = {group.key: (group.kind, group.is_line) for group in drawing.groups}
    assert kinds["closed portals"] == ("wall", True)
    assert kinds["open portals"] == ("", True)
    assert paths(drawing, "open portals") == [((6, 7), (6, 8))]


def test_objects_have_groups_of_their_own() -> None:
    crate = [{"x": x, "y": y} for x, y in around(12, 12, 13, 13)]
    drawing = read_uvtt(uvtt(ROOM, objects_line_of_sight=[crate]))
    assert groups(drawing) == {"closed walls": 1, "closed outlines of objects": 1}


def test_what_is_no_terrain_is_counted() -> None:
    drawing = read_uvtt(
        uvtt(
            ROOM,
            image="maps/yard.webp",
            lights=[{}, {}],
            environment={"ambient_light": "ff"},
            author="X",
            walls=3,
        )
    )
    words = stated(drawing)
    assert "yard.webp was not fetched" in words
    assert "lights: a light is no terrain (2 times)" in words
    assert "author: " in words
    assert "walls: " in words


@pytest.mark.parametrize(
    ("version", "label"), [(0.3, "UniversalVTT 0.3"), ("1.0", "UniversalVTT 1.0"), (None, "UniversalVTT")]
)
def test_the_version_is_a_number_or_a_text(version: object, label: str) -> None:
    assert read_uvtt(uvtt(ROOM, format=version)).label == label


def test_a_map_without_a_size_is_as_large_as_it_draws() -> None:
    document = uvtt(ROOM)
    del document["resolution"]
    drawing = read_uvtt(document)
    assert drawing.box == (0, 0, 10, 8)
    assert "map_size" in stated(drawing)


def test_it_becomes_a_table_turned_over() -> None:
    document, wishes = uvtt(around(2, 2, 10, 8)), ImportChoices(scale=2.0)
    assert placed(document, wishes).size == (48, 40)
    (piece,) = table_of(document, wishes).terrain
    assert piece.kind == "building"
    assert set(piece.outlines[0].exterior) == {(4, 36), (20, 36), (20, 24), (4, 24)}


BROKEN: list[tuple[str, Json, str]] = [
    ("no position", uvtt([(1, 1)], line_of_sight=[[{"x": 1, "y": "one"}]]), "line_of_sight[0][0]"),
    ("NaN", uvtt(line_of_sight=[[{"x": float("nan"), "y": 1}, {"x": 1, "y": 1}]]), "line_of_sight[0][0]"),
    ("without end", uvtt(line_of_sight=[[{"x": 1e308, "y": 1}, {"x": 1, "y": 1}]]), "line_of_sight[0][0]"),
    ("a digit too many", uvtt(line_of_sight=[[{"x": 10**400, "y": 1}, {"x": 1, "y": 1}]]), "line_of_sight[0][0]"),
    ("no list", uvtt(line_of_sight={"x": 1}), "line_of_sight"),
    ("no line", uvtt(line_of_sight=[7]), "line_of_sight[0]"),
    ("a door of one end", uvtt(portals=[{"bounds": [{"x": 1, "y": 1}]}]), "portals[0].bounds"),
    ("no size", uvtt(resolution={"map_size": {"x": 0, "y": 9}}), "resolution.map_size"),
    ("resolution as text", uvtt(resolution="9"), "resolution"),
    ("a million walls", uvtt(line_of_sight=[[]] * 1_000_000), "line_of_sight"),
]  # fmt: skip


@pytest.mark.parametrize(("document", "at"), [each[1:] for each in BROKEN], ids=[each[0] for each in BROKEN])
def test_what_is_wrong_is_named(document: Json, at: str) -> None:
    assert is_uvtt(document)
    with pytest.raises(InputError) as caught:
        read_uvtt(document)
    assert caught.value.problems[0].at == at


def test_every_problem_is_named() -> None:
    with pytest.raises(InputError) as caught:
        read_uvtt(uvtt(line_of_sight=[[{"x": 1}], 3], portals=[{}]))
    assert [problem.at for problem in caught.value.problems] == [
        "line_of_sight[0][0]",
        "line_of_sight[1]",
        "portals[0].bounds",
    ]


def test_a_map_without_a_size_reaches_as_far_as_it_draws_on_every_side() -> None:
    wall = [{"x": -2, "y": -3}, {"x": -20, "y": -3}, {"x": -20, "y": -18}]
    drawing = read_uvtt({"format": "1.0", "line_of_sight": [wall]})
    assert drawing.box == (-20, -18, 0, 0)
    assert read_uvtt({"line_of_sight": []}).box == (0, 0, 1, 1)
