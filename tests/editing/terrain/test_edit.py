"""Every action of the editor on small tables: what it changes, what it says, and what it refuses."""

import pytest

from astrike.editing.terrain.edit import ACTIONS, edit
from astrike.editing.terrain.palette import palette
from astrike.errors import InputError
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import apply
from astrike.model.terrain import Point
from astrike.rulebook.loader import IDS, load_edition
from astrike.web.current.log_words import CHANGE_SENTENCES
from tests import builders
from tests.builders import around, box, bridge, building, hill, mech, poi, polygon, ramp, water, woods
from tests.editing.terrain.edits import TableEditor, wish

SQUARE = box(10, 10, 14, 14)
BOW_TIE = [[10, 10], [14, 14], [14, 10], [10, 14]]


def close(one: Point, other: Point) -> bool:
    return one == pytest.approx(other, abs=1e-6)


# ---- adding


@pytest.mark.parametrize("edition", IDS)
def test_every_kind_of_terrain_can_be_added(edition: str) -> None:
    items = palette(edition)
    assert {part.kind for item in items.values() for part in item.parts} == {*load_edition(edition).terrain}
    editor = TableEditor(edition=edition)
    grades = set()
    for key, item in items.items():
        added = edit(editor.table, wish("add", piece=key))
        table = parse_document(apply(editor.table.document, added.operations)[0])
        assert [piece.kind for piece in table.terrain] == [part.kind for part in item.parts]
        grades |= {piece.grade for piece in table.terrain if piece.kind == "building"}
    assert {*load_edition(edition).buildings} <= grades


@pytest.mark.parametrize("kind", ["hill", "ramp", "woods", "building", "road", "deployment"])
@pytest.mark.parametrize("form", ["rectangle", "ellipse", "regular", "free", "strip"])
def test_every_kind_can_have_every_form(kind: str, form: str) -> None:
    editor = TableEditor()
    editor.do("add", kind=kind, form=form, x="20", y="12", width="4")
    view = editor.view(f"{kind}-1")
    assert (view.form, close(view.at, (20.0, 12.0))) == (form, True)
    assert view.width == pytest.approx(4.0, abs=1e-4)


def test_a_hill_of_three_steps_is_one_group_that_stands_up() -> None:
    editor = TableEditor()
    edited = editor.do("add", piece="hill-3", x="20", y="18")
    assert edited.selected == ("hill-1", "hill-1-step-2", "hill-1-step-3")
    assert [editor.view(name).top for name in edited.selected] == [1.0, 2.0, 3.0]
    assert {editor.properties(name)["group"] for name in edited.selected} == {"group-1"}
    assert all(editor.view(name).curved and close(editor.view(name).at, (20, 18)) for name in edited.selected)


def test_a_piece_is_added_at_the_size_and_turn_that_were_typed() -> None:
    editor = TableEditor()
    editor.do(
        "add",
        piece="building-heavy",
        x="12,5",
        y="8 1/2",
        width='3"',
        depth="2",
        turn="30",
        name="Hall",
        cf="9",
    )
    view = editor.view("building-1")
    assert (view.at, view.width, view.depth, view.turn, view.title) == ((12.5, 8.5), 3.0, 2.0, 30.0, "Hall")
    assert (editor.piece("building-1").grade, editor.piece("building-1").cf) == ("heavy", 9.0)


def test_what_is_drawn_lies_where_it_was_drawn() -> None:
    editor = TableEditor()
    hole = box(11, 11, 12, 12)
    editor.do("add", kind="woods", corners=SQUARE, holes=[hole], class_="heavy")
    editor.do("add", kind="water", points=[[0, 18], [24, 20], [48, 18]], width="3", curved="true", depth="2")
    editor.do("add", kind="hill", corners=SQUARE, curved="yes", height="2")
    assert editor.view("woods-1").area == 15.0
    assert editor.piece("water-1").depth == 2.0
    assert (editor.view("water-1").form, editor.view("water-1").width) == ("strip", 3.0)
    assert len(editor.view("hill-1").corners) == 4
    assert len(editor.view("hill-1").rings[0][0]) > 20


def test_a_ramp_leads_from_the_table_to_the_hill_before_it() -> None:
    editor = TableEditor(hill("h", box(10, 10, 20, 20), height=3))
    editor.do("add", piece="ramp", x="15", y="8.5")
    assert (editor.properties("ramp-1").get("base"), editor.properties("ramp-1")["height"]) == (None, 3.0)
    assert editor.piece("ramp-1").toward == 0.0
    assert "rises from 0″ to 3″" in editor.notes[0]
    editor.do("add", piece="ramp", x="21.5", y="15", turn="270")
    assert (editor.properties("ramp-2")["height"], editor.piece("ramp-2").toward) == (3.0, 270.0)


def test_a_ramp_drawn_as_a_line_rises_along_it() -> None:
    editor = TableEditor()
    editor.do("add", kind="ramp", points=[[5, 5], [9, 5]], width="2")
    assert editor.piece("ramp-1").toward == 90.0


def test_a_ramp_between_two_hills_begins_on_the_lower_one() -> None:
    editor = TableEditor(hill("low", box(0, 0, 10, 10), height=1), hill("high", box(10, 0, 20, 10), height=3))
    editor.do("add", piece="ramp", x="8.5", y="5", turn="90")
    assert (editor.properties("ramp-1")["base"], editor.properties("ramp-1")["height"]) == (1.0, 2.0)


def test_a_marked_point_is_added_and_moved() -> None:
    editor = TableEditor()
    editor.do("point", kind="objective", x="24", y="18", name="Dish", radius="3", side="red")
    editor.do("move", "objective-1", dx="1", dy="-1")
    view = editor.view("objective-1")
    assert (view.form, view.at, view.title) == ("point", (25.0, 17.0), "Dish")


# ---- moving


def test_a_group_moves_when_one_of_it_is_named() -> None:
    editor = TableEditor()
    editor.do("add", piece="hill-2", x="20", y="18")
    editor.do("move", "hill-1-step-2", dx="2.5", dy="-1")
    assert close(editor.view("hill-1").at, (22.5, 17.0))
    assert close(editor.view("hill-1-step-2").at, (22.5, 17.0))


def test_a_piece_is_put_so_far_from_the_edges() -> None:
    editor = TableEditor(building("b", box(0, 0, 4, 2)))
    editor.do("place", "b", x="12.5", y="8", from_x="west", from_y="south")
    assert editor.view("b").rings[0][0][0] == (12.5, 8.0)
    editor.do("place", "b", x="1", y="2", from_x="east", from_y="north")
    assert editor.view("b").at == (48 - 1 - 2, 36 - 2 - 1)
    editor.do("place", "b", x="20")
    assert editor.view("b").at == (20.0, 33.0)


def test_the_distance_from_an_edge_is_that_of_the_turned_piece() -> None:
    editor = TableEditor()
    editor.do("add", piece="building-light", width="4", depth="2")
    editor.do("place", "building-1", x="12.5", y="8", from_x="west", from_y="south", turn="30")
    ring = editor.view("building-1").rings[0][0]
    assert min(x for x, _ in ring) == pytest.approx(12.5)
    assert min(y for _, y in ring) == pytest.approx(8.0)
    assert editor.view("building-1").turn == 30.0


def test_pieces_turn_about_their_common_centre_and_ramps_lead_elsewhere() -> None:
    editor = TableEditor(ramp("r", box(10, 10, 12, 12), toward=350), building("b", box(14, 10, 16, 12)))
    editor.do("turn", "r", "b", by="90")
    assert close(editor.view("r").at, (13.0, 13.0))
    assert close(editor.view("b").at, (13.0, 9.0))
    assert editor.piece("r").toward == 80.0
    editor.do("turn", "b", by="-90", px="13", py="11")
    assert close(editor.view("b").at, (15.0, 11.0))


def test_a_piece_gets_the_width_and_depth_that_were_typed() -> None:
    editor = TableEditor()
    editor.do("add", piece="woods-light", x="20", y="18")
    editor.do("resize", "woods-1", width="9", depth="3.5")
    west, south, east, north = _box(editor.view("woods-1").rings[0][0])
    assert (east - west, north - south) == pytest.approx((9.0, 3.5), abs=1e-4)
    editor.do("add", piece="building-light", turn="40")
    editor.do("resize", "building-1", depth="5")
    assert (editor.view("building-1").width, editor.view("building-1").depth) == (3.0, 5.0)
    editor.do("add", piece="wall")
    editor.do("resize", "wall-1", width="0.5", depth="10")
    assert (editor.view("wall-1").width, editor.view("wall-1").depth) == (0.5, 10.0)


def test_a_group_grows_as_a_whole() -> None:
    editor = TableEditor()
    editor.do("add", piece="hill-2", x="20", y="18")
    before = [editor.view(name).area for name in ("hill-1", "hill-1-step-2")]
    editor.do("resize", "hill-1-step-2", factor="1.5")
    after = [editor.view(name).area for name in ("hill-1", "hill-1-step-2")]
    assert after == pytest.approx([each * 2.25 for each in before if each], rel=5e-3)


def test_what_gets_too_small_is_refused() -> None:
    parts = builders.multipolygon(box(0, 0, 0.3, 0.3), box(2, 0, 3, 1))
    editor = TableEditor(woods("parts", parts), woods("curved", box(10, 10, 10.1, 10.1)))
    editor.do("edge", "curved", edge="curved")
    for name in ("parts", "curved"):
        editor.do("resize", name, factor="0.1")
        assert {*editor.refused("resize", name, factor="0.01")} <= {"factor"}


def test_an_anchor_stays_where_it_is() -> None:
    editor = TableEditor(building("b", box(10, 10, 14, 12)))
    editor.do("resize", "b", width="8", x="10", y="10")
    assert _box(editor.view("b").rings[0][0]) == (10.0, 10.0, 18.0, 12.0)


# ---- standing


def test_a_step_put_on_a_hill_has_its_top_above_the_hill() -> None:
    editor = TableEditor(hill("h", box(10, 10, 20, 20), height=2))
    editor.do("add", piece="hill-1", x="15", y="15", width="4", depth="4")
    assert editor.view("h-step-2").top == 3.0
    assert editor.notes == ["Hill: stands at 2″ now: its top is 3″ above the table"]
    editor.do("move", "h-step-2", dx="20")
    assert editor.view("h-step-2").top == 1.0
    editor.do("move", "h-step-2", dx="-20")
    assert editor.view("h-step-2").top == 3.0


def test_a_typed_height_is_measured_from_the_table() -> None:
    editor = TableEditor(hill("h", box(10, 10, 20, 20), height=2))
    editor.do("add", piece="hill-1", x="15", y="15", width="4", depth="4", height="5")
    assert editor.view("h-step-2").top == 5.0


def test_a_group_of_steps_rises_as_a_whole() -> None:
    editor = TableEditor(hill("h", box(0, 0, 20, 36), height=2))
    editor.do("add", piece="hill-2", x="34", y="18")
    editor.do("place", "hill-1", x="10", y="18")
    assert [editor.view(name).top for name in ("hill-1", "hill-1-step-2")] == [3.0, 4.0]


def test_steps_that_lie_on_each_other_rise_together_and_others_for_themselves() -> None:
    editor = TableEditor(
        hill("h", box(24, 0, 40, 36), height=2),
        hill("low", box(2, 2, 12, 8), height=1),
        hill("middle", box(8, 3, 11, 6), height=2),
        hill("high", box(9, 3.5, 10.9, 5.5), height=3),
        hill("apart", box(14, 2, 16, 4), height=1),
        *(hill(f"t{k}", box(2 + k % 20 / 2, 20 + k // 20 / 2, 2.4 + k % 20 / 2, 21)) for k in range(40)),
    )
    moved = [name for name in editor.order if name != "h"]
    editor.do("move", *moved, dx="22")
    assert [editor.view(name).top for name in ("low", "middle", "high", "apart")] == [3.0, 4.0, 5.0, 3.0]
    assert {editor.properties(f"t{k}")["height"] for k in range(40)} == {4.0}


def test_a_piece_that_would_be_too_far_away_is_one_problem_however_many_corners_it_has() -> None:
    editor = TableEditor(woods("w", around(20, 18, radius=10, corners=1200)))
    with pytest.raises(InputError) as refused:
        edit(editor.table, wish("move", "w", dx="1500"))
    assert [(each.at, each.expected) for each in refused.value.problems] == [
        ("dx", "a number from -1000 to 1000")
    ]


def test_a_ramp_that_moves_onto_a_hill_gets_its_base() -> None:
    editor = TableEditor(
        hill("h", box(0, 0, 20, 20), height=2), ramp("r", box(30, 5, 33, 8), toward=0, height=1)
    )
    editor.do("move", "r", dx="-20")
    assert editor.properties("r")["base"] == 2.0
    editor.do("move", "r", dx="20")
    assert "base" not in editor.properties("r")


def test_a_building_put_on_a_hill_stands_on_it() -> None:
    editor = TableEditor(
        hill("h", box(10, 10, 20, 20), height=2), building("b", box(30, 30, 33, 33), height=2)
    )
    editor.do("place", "b", x="15", y="15")
    assert (editor.view("b").base, editor.view("b").top) == (2.0, 4.0)


def test_a_building_that_says_its_base_follows_the_ground_it_stands_on() -> None:
    editor = TableEditor(
        hill("h", box(10, 10, 20, 20), height=2),
        building("b", box(12, 12, 14, 14), base=2),
        building("roof", box(40, 12, 42, 14), base=5),
    )
    editor.do("move", "b", dx="15")
    assert editor.view("b").base == 0.0
    editor.do("move", "roof", dx="-28")
    assert editor.view("roof").base == 5.0


def test_a_hill_takes_nothing_along_and_says_so() -> None:
    editor = TableEditor(
        hill("h", box(10, 10, 20, 20), height=2),
        building("b", box(12, 12, 14, 14), name="Hall"),
        building("c", box(15, 12, 17, 14), base=2),
        mech("A", at=(18, 18)),
    )
    editor.do("move", "h", dx="20")
    assert editor.view("b").at == (13.0, 13.0)
    assert editor.notes == [
        "Hall: stays where it is: its ground was at 2″ and is at 0″ now",
        "C: stays where it is and hangs 2″ above the ground now",
        "A unit stays where it is; the ground under it changed",
    ]
    editor.do("move", "h", "b", dx="-20")
    assert not any(note.startswith("Hall") for note in editor.notes)


def test_a_copy_beside_its_hill_is_not_put_onto_it() -> None:
    editor = TableEditor(hill("h", box(10, 10, 20, 20), height=2))
    editor.do("copy", "h")
    assert (editor.view("h-1").top, editor.view("h-1").at) == (2.0, (16.0, 14.0))


# ---- corners


def test_one_corner_is_typed() -> None:
    editor = TableEditor(woods("w", SQUARE))
    editor.do("corner", "w", ring="0", index="2", x="15", y="16")
    assert editor.view("w").corners == ((10.0, 10.0), (14.0, 10.0), (15.0, 16.0), (10.0, 14.0))


def test_corners_come_and_go() -> None:
    editor = TableEditor(woods("w", SQUARE))
    editor.do("corner-add", "w", ring="0", index="1", x="12", y="9")
    assert len(editor.view("w").corners) == 5
    assert editor.view("w").corners[1] == (12.0, 9.0)
    editor.do("corner-remove", "w", index="0")
    editor.do("corner-remove", "w", index="0")
    assert editor.view("w").corners == ((14.0, 10.0), (14.0, 14.0), (10.0, 14.0))
    assert editor.refused("corner-remove", "w", index="0") == {"index": "one of the last"}


def test_an_outline_that_crosses_itself_is_mended_with_a_word() -> None:
    editor = TableEditor(woods("w", SQUARE))
    editor.do("reshape", "w", corners=BOW_TIE)
    assert editor.notes == ["W: crossed itself and was mended: it has 2 parts now"]
    assert (editor.view("w").form, editor.view("w").area) == ("parts", 8.0)
    assert editor.refused("corner", "w", index="0", x="1", y="1")["id"] == "a piece of several outlines"


def test_an_outline_without_an_area_is_refused() -> None:
    editor = TableEditor(woods("w", SQUARE))
    assert editor.refused("reshape", "w", corners=[[0, 0], [1, 1], [2, 2]]) == {
        "corners": "an outline without an area"
    }


def test_holes_are_cut_changed_and_filled() -> None:
    editor = TableEditor(woods("w", SQUARE))
    editor.do("hole-add", "w", corners=box(11, 11, 12, 12))
    assert editor.view("w").area == 15.0
    editor.do("reshape", "w", ring="1", corners=box(11, 11, 13, 13))
    assert editor.view("w").area == 12.0
    editor.do("hole-add", "w", corners=box(13, 13, 15, 15))
    assert editor.view("w").area == 11.0
    assert editor.notes == ["W: crossed itself and was mended"]
    editor.do("hole-remove", "w", ring="1")
    assert (editor.view("w").area, editor.view("w").holes) == (15.0, ())
    assert editor.refused("hole-remove", "w") == {"ring": "none"}


def test_an_edge_becomes_curved_and_straight_again() -> None:
    editor = TableEditor(woods("w", SQUARE))
    editor.do("edge", "w", edge="curved")
    assert editor.view("w").curved
    assert editor.view("w").corners == tuple((float(x), float(y)) for x, y in SQUARE)
    editor.do("edge", "w", edge="straight")
    assert (editor.view("w").area, "shape" in editor.properties("w")) == (16.0, False)


def test_a_curve_keeps_its_few_corners_while_it_moves_turns_and_grows() -> None:
    editor = TableEditor(woods("w", SQUARE))
    editor.do("edge", "w", edge="curved")
    editor.do("move", "w", dx="3.1")
    editor.do("turn", "w", by="33")
    editor.do("resize", "w", factor="1.3")
    editor.do("mirror", "w", axis="west-east", as_="move")
    assert (len(editor.view("w").corners), editor.view("w").curved) == (4, True)


def test_a_hill_becomes_a_ramp() -> None:
    editor = TableEditor(hill("h", SQUARE, height=2), woods("w", SQUARE))
    editor.do("edge", "h", edge="ramp", toward="90")
    assert (editor.piece("h").kind, editor.piece("h").toward, editor.piece("h").height) == ("ramp", 90.0, 2.0)
    assert "edge" in editor.refused("edge", "w", edge="ramp")


@pytest.mark.parametrize(
    ("piece", "axis", "size"),
    [("river", 0, 48.0), ("river-south", 1, 36.0), ("road", 0, 48.0), ("road-south", 1, 36.0)],
)
def test_a_river_and_a_road_reach_from_edge_to_edge_through_the_place(
    piece: str, axis: int, size: float
) -> None:
    """Wherever it is tapped, and without hanging over an edge."""
    editor = TableEditor()
    editor.do("add", piece=piece, x="20", y="18")
    view = editor.view(f"{piece.removesuffix('-south').replace('river', 'water')}-1")
    along = [corner[axis] for ring in view.rings[0] for corner in ring]
    across = [corner[1 - axis] for ring in view.rings[0] for corner in ring]
    assert (min(along), max(along)) == pytest.approx((0.0, size), abs=0.02)
    assert (min(across) + max(across)) / 2 == pytest.approx((18.0, 20.0)[axis], abs=0.01)
    assert view.remarks == ()


def test_a_river_is_edited_along_its_line() -> None:
    editor = TableEditor()
    editor.do("add", piece="river", x="24", y="18")
    editor.do("corner", "water-1", index="0", x="0", y="18")
    assert editor.view("water-1").points[0] == (0.0, 18.0)
    editor.do("reshape", "water-1", points=[[0, 10], [20, 12], [48, 9]])
    assert len(editor.view("water-1").points) == 3
    editor.do("edge", "water-1", edge="straight")
    assert not editor.view("water-1").curved
    editor.do("corner-remove", "water-1", index="1")
    assert editor.refused("corner-remove", "water-1", index="0") == {"index": "one of the last"}


def test_a_shape_that_does_not_make_the_geometry_is_not_believed() -> None:
    shape = {"form": "ellipse", "at": [12, 12], "width": 4, "depth": 4, "turn": 0}
    editor = TableEditor(woods("w", SQUARE, shape=shape))
    assert editor.view("w").form == "free"
    editor.do("move", "w", dx="1")
    assert "shape" not in editor.properties("w")


@pytest.mark.parametrize(
    "shape",
    [
        "round",
        {"form": "rectangle", "at": "here", "width": 4, "depth": 4},
        {"form": "rectangle", "at": [12, 12], "width": 1e300, "depth": 4},
        {"form": "regular", "at": [12, 12], "width": 4, "sides": 10**9},
        {"form": "free", "corners": [[1, 1], [2]], "holes": 3},
        {"form": "strip", "points": [[0, 0]], "width": True},
    ],
)
def test_any_nonsense_may_stand_in_a_shape(shape: object) -> None:
    editor = TableEditor(woods("w", SQUARE, shape=shape))
    assert editor.view("w").form == "free"


# ---- properties


def test_a_field_that_is_emptied_is_as_the_edition_says() -> None:
    editor = TableEditor(building("b", SQUARE, height=5, name="Hall"))
    editor.do("set", "b", height="", cf="14", floors="3", class_="hardened")
    piece = editor.piece("b")
    assert (piece.height, piece.cf, piece.floors, piece.grade) == (None, 14.0, 3, "hardened")
    assert editor.view("b").top == 3.0


def test_another_kind_drops_what_does_not_suit_it() -> None:
    editor = TableEditor(building("b", SQUARE, class_="hardened", cf=9))
    editor.do("set", "b", kind="woods")
    assert (editor.piece("b").kind, editor.piece("b").grade, editor.piece("b").cf) == ("woods", None, None)
    assert editor.notes == ["B: cf, class dropped: Woods has no such thing"]
    editor.do("set", "b", kind="ramp")
    assert editor.piece("b").toward == 0.0


def test_problems_of_the_table_file_are_said_at_the_field() -> None:
    editor = TableEditor(woods("w", SQUARE), ramp("r", SQUARE, toward=0))
    assert editor.refused("set", "w", class_="steel") == {"class": "'steel'"}
    assert editor.refused("set", "w", height="0") == {"height": "0.0"}
    assert editor.refused("set", "r", toward="") == {"toward": "nothing"}


# ---- copies, mirror images


def test_a_copy_has_a_name_and_a_group_of_its_own() -> None:
    editor = TableEditor()
    editor.do("add", piece="hill-2", x="20", y="18")
    editor.do("set", "hill-1", name="Knoll 1")
    edited = editor.do("copy", "hill-1-step-2", dx="10", dy="0")
    assert edited.selected == ("hill-2", "hill-2-step-2")
    assert {editor.properties(name)["group"] for name in edited.selected} == {"group-2"}
    assert editor.view("hill-2").title == "Knoll 2"
    assert editor.view("hill-2-step-2").title == "Knoll 2 step 2"
    editor.do("add", piece="silo", name="Hall")
    assert editor.view(*editor.do("copy", "building-1").selected).title == "Hall 2"


@pytest.mark.parametrize(
    ("axis", "at", "toward"),
    [("turn", (35.0, 26.0), 210.0), ("west-east", (35.0, 10.0), 330.0), ("south-north", (13.0, 26.0), 150.0)],
)
def test_a_mirror_image_lies_opposite_and_leads_the_other_way(axis: str, at: Point, toward: float) -> None:
    editor = TableEditor(ramp("r", box(12, 8, 14, 12), toward=30))
    edited = editor.do("mirror", "r", axis=axis)
    (new,) = edited.selected
    assert close(editor.view(new).at, at)
    assert editor.piece(new).toward == toward


def test_a_turned_rectangle_is_mirrored_with_its_turn() -> None:
    editor = TableEditor()
    editor.do("add", piece="building-light", x="10", y="10", turn="30")
    editor.do("mirror", "building-1", axis="west-east", as_="move")
    assert (editor.view("building-1").turn, editor.view("building-1").at) == (330.0, (38.0, 10.0))


def test_what_is_its_own_mirror_image_is_not_doubled() -> None:
    editor = TableEditor(woods("w", box(22, 16, 26, 20)))
    edited = editor.do("mirror", "w", axis="turn")
    assert edited.selected == ()
    assert editor.notes == ["W: is its own mirror image and was not copied"]


def test_the_mirror_image_of_a_zone_belongs_to_the_other_side() -> None:
    editor = TableEditor(sides=[{"id": "red", "home": "south"}, {"id": "blue", "home": "north"}])
    editor.do("zone", rule="edge", side="red", inches="3")
    (new,) = editor.do("mirror", "deployment-1", axis="turn").selected
    assert editor.piece(new).side == "blue"
    assert editor.properties(new)["shape"] == {
        "form": "rule",
        "rule": "edge",
        "inches": 3.0,
        "edge": "north",
        "from": 0.0,
    }
    assert close(editor.view(new).at, (24.0, 34.5))


# ---- together, locked, order, gone


def test_locked_pieces_refuse_everything_but_unlock_and_copy() -> None:
    editor = TableEditor(woods("w", SQUARE), woods("v", SQUARE))
    editor.do("lock", "w")
    values = {
        "by": "9",
        "dx": "1",
        "x": "1",
        "y": "1",
        "width": "3",
        "corners": SQUARE,
        "index": "0",
        "to": "front",
    }
    for action in ACTIONS:
        if action not in ("add", "zone", "point", "copy", "unlock", "lock", "mirror", "group"):
            assert editor.refused(action, "w", **values, edge="curved", name="x")["id"] == "W: locked"
    assert editor.refused("mirror", "w", as_="move")["id"] == "W: locked"
    assert editor.refused("group", "w", "v")["id"] == "W: locked"
    (new,) = editor.do("copy", "w").selected
    assert "locked" not in editor.properties(new)
    editor.do("unlock", "w")
    editor.do("move", "w", dx="1")


def test_a_group_with_a_locked_piece_stays() -> None:
    editor = TableEditor(woods("w", SQUARE), woods("v", SQUARE))
    editor.do("group", "w", "v")
    editor.do("lock", "v")
    assert editor.refused("move", "w", dx="1") == {"id": "V: locked"}
    editor.do("unlock", "v")
    editor.do("ungroup", "w")
    editor.do("move", "w", dx="1")
    assert editor.view("v").at == (12.0, 12.0)


@pytest.mark.parametrize(
    ("to", "order"),
    [
        ("front", ["b", "A", "c", "a"]),
        ("back", ["a", "A", "b", "c"]),
        ("forward", ["b", "A", "a", "c"]),
        ("backward", ["a", "A", "b", "c"]),
    ],
)
def test_the_order_of_features_is_the_order_of_drawing(to: str, order: list[str]) -> None:
    editor = TableEditor(woods("a", SQUARE), mech("A"), woods("b", SQUARE), woods("c", SQUARE))
    editor.do("order", "a", to=to)
    assert editor.order == order


def test_a_building_with_a_unit_in_it_stays() -> None:
    editor = TableEditor(
        building("b", SQUARE, height=4), mech("A", at=(12, 12), elevation={"in": "b", "level": 1})
    )
    assert "B, where A is" in editor.refused("remove", "b")["id"]
    editor.do("set", "b", name="Hall")


def test_what_is_removed_is_gone() -> None:
    editor = TableEditor(woods("a", SQUARE), poi("p", (1, 1)))
    edited = editor.do("remove", "a", "p")
    assert (editor.order, edited.selected) == ([], ())
    assert dict(edited.label.names) == {"piece": "A", "more": "1"}


# ---- what is refused


def test_everything_that_is_wrong_is_named_at_once() -> None:
    editor = TableEditor()
    wrong = editor.refused(
        "add", piece="castle", x="left", y="1e5", width="0", depth="-1", turn="north", cf="x"
    )
    assert {*wrong} == {"piece", "x", "y", "width", "depth", "turn", "cf"}
    assert {*editor.refused("turn", "nobody", by="")} == {"id", "by"}
    assert {*editor.refused("corner", x="1", y="n", index="z")} == {"id", "y"}
    assert editor.refused("fly") == {"action": "'fly'"}


def test_units_are_no_terrain() -> None:
    assert TableEditor(mech("A")).refused("move", "A", dx="1") == {"id": "'A'"}


@pytest.mark.parametrize(
    "text",
    ["{", "[[1, 2], [3]]", '[["a", 1], [2, 3], [4, 5]]', "[[1e9, 0], [0, 1], [1, 1]]", "[" * 2000, "[NaN]"],
)
def test_rubbish_in_a_list_of_places_is_named(text: str) -> None:
    assert {*TableEditor().refused("add", kind="woods", corners=text)} == {"corners"}


def test_a_table_takes_so_many_features_and_vertices() -> None:
    editor = TableEditor(
        *(woods(f"w{n}", box(n % 40, n // 40, n % 40 + 0.5, n // 40 + 0.5)) for n in range(1000))
    )
    assert {*editor.refused("copy", "w1")} == {"table"}
    ring = [[n / 20, 20 + (n % 2) / 9] for n in range(400)] + [[20, 30], [0, 30]]
    fine = TableEditor(woods("w", polygon([(x, y) for x, y in ring])))
    assert fine.view("w").form == "free"
    fine.do("edge", "w", edge="curved")


def test_a_move_off_the_world_is_refused_at_its_field() -> None:
    assert {*TableEditor(woods("w", SQUARE)).refused("move", "w", dx="1500")} == {"dx"}


def test_every_label_has_its_sentence() -> None:
    editor = TableEditor(woods("a", SQUARE), hill("h", SQUARE), water("v", SQUARE), bridge("g", SQUARE))
    keys = {
        editor.do("add", piece="hill-1").label.key,
        editor.do("move", "a", dx="1").label.key,
        editor.do("place", "a", x="9").label.key,
        editor.do("turn", "a", by="9").label.key,
        editor.do("resize", "a", factor="2").label.key,
        editor.do("corner", "a", index="0", x="1", y="1").label.key,
        editor.do("set", "a", name="Alder", height="2").label.key,
        editor.do("copy", "a").label.key,
        editor.do("mirror", "a").label.key,
        editor.do("group", "a", "h").label.key,
        editor.do("ungroup", "a").label.key,
        editor.do("order", "a", to="front").label.key,
        editor.do("lock", "a").label.key,
        editor.do("unlock", "a").label.key,
        editor.do("remove", "a").label.key,
    }
    assert len(keys) == 15
    assert keys <= {*CHANGE_SENTENCES}


def test_what_this_program_does_not_know_is_kept() -> None:
    editor = TableEditor(woods("w", SQUARE, ours=[1, {"kept": True}]), club="ours")
    editor.do("move", "w", dx="1")
    assert editor.properties("w")["ours"] == [1, {"kept": True}]
    assert editor.table.document["astrike"]["club"] == "ours"  # type: ignore[index]  # written so above


def _box(ring: tuple[Point, ...]) -> tuple[float, float, float, float]:
    xs, ys = zip(*ring, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
