"""Foundry scenes of versions 9 to 14: the border taken off, walls by what they stop, areas with their heights."""

import json
import math

import pytest

from astrike.errors import InputError
from astrike.formats.maps.foundry.reading import is_foundry, read_foundry
from astrike.formats.maps.placing import place
from astrike.formats.maps.reading import read_map
from astrike.formats.maps.uvtt.reading import read_uvtt
from astrike.formats.maps.walls import length
from astrike.formats.table.table_file import parse_document
from astrike.model.imported_map import DrawnMap, ImportChoices
from tests.formats.maps.drawings import area, group, kinds, only, stated
from tests.formats.maps.tabletops import SIZE, Json, around, old_scene, pixels, scene, uvtt, wall, walls_of

BOTH = "walls that stop sight and movement"
MOVE = "walls that stop movement only"


# ---- the frame


@pytest.mark.parametrize("given", [scene(), old_scene()], ids=["version 10", "version 9"])
def test_the_border_is_taken_off(given: Json) -> None:
    drawing = read_foundry({**given, "walls": [wall((1, 2), (5, 2))]})
    assert drawing.box == (0, 0, 24, 20)
    assert only(drawing).path == ((1, 2), (5, 2))
    assert drawing.scale is None
    assert "a cell is 5 ft" in stated(drawing)


@pytest.mark.parametrize(
    ("padding", "cells"), [(0, (0, 0)), (0.25, (6, 5)), (0.1, (3, 2)), (0.21, (6, 5))], ids=str
)
def test_the_border_is_rounded_up_to_whole_cells(padding: float, cells: tuple[int, int]) -> None:
    corner = [cells[0] * SIZE, cells[1] * SIZE]
    drawing = read_foundry(scene(padding=padding, walls=[{"c": [*corner, 2000, 2000]}]))
    assert only(drawing).path[0] == (0, 0)


def test_a_shifted_picture_moves_the_map() -> None:
    moved = read_foundry(scene(background={"offsetX": 25, "offsetY": -50}, walls=[wall((1, 2), (5, 2))]))
    assert only(moved).path == ((1.5, 1), (5.5, 1))
    old = read_foundry({**old_scene(shiftX=25, shiftY=-50), "walls": [wall((1, 2), (5, 2))]})
    assert only(old).path == only(moved).path


@pytest.mark.parametrize("units", ["in", "inches", '"'])
def test_a_scene_in_inches_knows_its_scale(units: str) -> None:
    drawing = read_foundry(scene(grid={"size": SIZE, "distance": 2, "units": units}, walls=[]))
    assert drawing.scale == drawing.guess == 2


# ---- walls

SORTS = [
    ({"sight": 20, "move": 20}, BOTH, "wall"),
    ({"sight": 10, "move": 20}, BOTH, "wall"),
    ({"sight": 0, "move": 20}, MOVE, ""),
    ({"sight": 20, "move": 0}, "walls that stop sight only", ""),
    ({"sight": 0, "move": 0}, "walls that stop neither", ""),
    ({"sight": 30, "move": 20}, "walls that stop sight by distance", ""),
    ({"door": 1}, "doors", "wall"),
    ({"door": 1, "ds": 1}, "open doors", ""),
    ({"door": 1, "ds": 2}, "doors", "wall"),
    ({"door": 1, "sight": 0}, "doors that do not stop sight", ""),
    ({"door": 2}, "secret doors", "wall"),
]


@pytest.mark.parametrize(("fields", "key", "kind"), SORTS, ids=str)
def test_walls_are_asked_about_by_what_they_stop(fields: Json, key: str, kind: str) -> None:
    assert kinds(read_foundry(scene(walls=[wall((1, 1), (2, 2), **fields)]))) == {key: kind}


@pytest.mark.parametrize(("sense", "key"), [(0, MOVE), (1, BOTH), (2, BOTH)])
def test_version_nine_calls_it_sense(sense: int, key: str) -> None:
    fields = {"c": [*pixels(1, 1), *pixels(2, 2)], "move": 1, "sense": sense, "door": 0}
    assert list(kinds(read_foundry(old_scene(walls=[fields])))) == [key]


def test_what_stops_movement_only_hides_nothing_unasked_even_closed() -> None:
    drawing = read_foundry(scene(walls=walls_of(around(1, 1, 5, 5), sight=0)))
    assert kinds(drawing) == {f"closed {MOVE}": ""}
    assert "block every line of sight" in group(drawing, f"closed {MOVE}").why


def test_a_ring_of_equal_walls_is_an_area() -> None:
    drawing = read_foundry(scene(walls=[*walls_of(around(1, 1, 5, 5)), wall((8, 8), (9, 9))]))
    assert kinds(drawing) == {f"closed {BOTH}": "building", BOTH: "wall"}
    assert area(drawing.shapes[0]) == pytest.approx(16)


def test_a_ring_of_several_sorts_stays_lines_and_is_offered() -> None:
    ring = walls_of(around(1, 1, 5, 5))
    ring[2]["sight"] = 0
    drawing = read_foundry(scene(walls=ring))
    assert kinds(drawing) == {"closed walls of several sorts": "", BOTH: "wall", MOVE: ""}
    assert "a closed ring of 4 walls was kept as lines: 1 of them" in stated(drawing)
    lines = [shape.path for shape in drawing.shapes if shape.path]
    assert sum(map(length, lines)) == pytest.approx(16)


def test_the_same_walls_in_two_formats_are_the_same_segments() -> None:
    lines = [[(1, 1), (4, 2)], [(4, 2), (7, 1)], [(7, 1), (9, 6)], [(2, 9), (2, 12)]]
    here = read_foundry(scene(walls=[wall(*line) for line in lines]))
    there = read_uvtt(uvtt(*lines))
    assert sorted(shape.path for shape in here.shapes) == sorted(shape.path for shape in there.shapes)


def test_walls_that_are_twice_or_nothing_are_said() -> None:
    drawing = read_foundry(scene(walls=[wall((1, 1), (5, 1)), wall((5, 1), (1, 1)), wall((3, 3), (3, 3))]))
    assert only(drawing).path == ((1, 1), (5, 1))
    assert "a wall that is there twice was taken once" in stated(drawing)
    assert "a wall without any length was left out" in stated(drawing)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"sight": 10}, "limited sight"),
        ({"sight": None, "sense": 2, "move": 1}, "limited sight"),
        ({"sight": 10, "door": 1}, "limited sight"),
        ({"dir": 1}, "from one side only"),
        ({"sight": 0, "move": 0, "light": 20}, "only light or sound"),
        ({"sight": 0, "move": 0, "light": 0, "sound": 20}, "only light or sound"),
    ],
)
def test_what_a_wall_of_a_table_cannot_be_is_said(fields: Json, words: str) -> None:
    found = stated(read_foundry(scene(walls=[wall((1, 1), (5, 1), **fields)])))
    assert words in found


@pytest.mark.parametrize("fields", [{}, {"sight": 20}, {"sight": 0}, {"sight": None, "sense": 1}])
def test_walls_that_stop_all_or_nothing_are_not_remarked_on(fields: Json) -> None:
    found = stated(read_foundry(scene(walls=[wall((1, 1), (5, 1), **fields)])))
    assert "walls:" not in found


# ---- regions


def region(*shapes: Json, **members: object) -> Json:
    return scene(walls=[], regions=[{"name": "Old mill pond", "shapes": list(shapes), **members}])


def at(x: float, y: float) -> Json:
    across, down = pixels(x, y)
    return {"x": across, "y": down}


def flat(line: list[tuple[float, float]]) -> list[float]:
    return [value for place in line for value in pixels(*place)]


RECTANGLE = {"type": "rectangle", **at(2, 2), "width": 4 * SIZE, "height": 2 * SIZE, "rotation": 0}
CIRCLE = {"type": "circle", **at(10, 10), "radius": 2 * SIZE}


@pytest.mark.parametrize(
    ("shape", "size"),
    [
        (RECTANGLE, 8),
        ({**RECTANGLE, "rotation": 30}, 8),
        (CIRCLE, 4 * math.pi),
        (
            {"type": "ellipse", **at(10, 10), "radiusX": 3 * SIZE, "radiusY": SIZE, "rotation": 20},
            3 * math.pi,
        ),
        ({"type": "polygon", "points": flat(around(1, 1, 4, 5)[:-1])}, 12),
    ],
    ids=lambda value: str(value.get("type")) if isinstance(value, dict) else "",
)
def test_regions_are_areas(shape: Json, size: float) -> None:
    drawing = read_foundry(region(shape))
    assert area(only(drawing)) == pytest.approx(size, rel=0.01)
    assert only(drawing).name == "Old mill pond"
    assert kinds(drawing) == {"region Old mill pond": "water"}


def test_a_region_is_turned_clockwise_on_the_screen() -> None:
    shape = {**RECTANGLE, "rotation": 90}
    ring = only(read_foundry(region(shape))).outlines[0].exterior
    assert {(round(x, 6), round(y, 6)) for x, y in ring} == {(3, 1), (5, 1), (5, 5), (3, 5)}
    # Newer scenes turn about an anchor; this one is the upper left corner.
    anchored = {**shape, "anchorX": 0, "anchorY": 0}
    ring = only(read_foundry(region(anchored))).outlines[0].exterior
    assert {(round(x, 6), round(y, 6)) for x, y in ring} == {(2, 2), (2, 6), (0, 6), (0, 2)}


def test_holes_are_cut_out_in_their_order() -> None:
    hole = {"type": "polygon", "points": flat(around(3, 2.5, 4, 3.5)[:-1]), "hole": True}
    drawing = read_foundry(region(RECTANGLE, hole))
    assert area(only(drawing)) == pytest.approx(7)
    assert len(only(drawing).outlines[0].holes) == 1
    assert area(only(read_foundry(region(hole, RECTANGLE)))) == pytest.approx(8)


def test_the_height_of_a_region_is_proposed_with_the_scale() -> None:
    drawing = read_foundry(region(RECTANGLE, elevation={"bottom": 0, "top": 15}))
    assert group(drawing, "region Old mill pond").height == pytest.approx(3)
    assert not only(drawing).properties
    inches = region(RECTANGLE, elevation={"bottom": 2, "top": 5})
    inches["grid"] = {"size": SIZE, "distance": 1, "units": "in"}
    exact = read_foundry(inches)
    assert only(exact).properties == {"height": 3, "base": 2}
    assert group(exact, "region Old mill pond").height == 3


@pytest.mark.parametrize(("scale", "height"), [(1, 2), (2, 4), (3, 6)])
@pytest.mark.parametrize("units", ["ft", "in"])
def test_heights_grow_with_the_scale(scale: float, height: float, units: str) -> None:
    found = region(RECTANGLE, name="Hill", elevation={"bottom": 0, "top": 10})
    found["grid"] = {"size": SIZE, "distance": 5, "units": units}
    placed = place(read_foundry(found), ImportChoices(scale=scale))
    (hill,) = parse_document(placed.document).terrain
    assert hill.height == height


def test_a_height_that_is_wished_stays_at_any_scale() -> None:
    found = region(RECTANGLE, name="Hill", elevation={"bottom": 0, "top": 10})
    wishes = ImportChoices(scale=3, heights={"region Hill": 2.5})
    (hill,) = parse_document(place(read_foundry(found), wishes).document).terrain
    assert hill.height == 2.5


def test_regions_of_one_name_are_each_as_high_as_they_say() -> None:
    low, high = (
        {"name": "Hill", "shapes": [RECTANGLE], "elevation": {"bottom": 0, "top": top}} for top in (5, 10)
    )
    drawing = read_foundry({**region(RECTANGLE), "regions": [low, high]})
    table = parse_document(place(drawing, ImportChoices(scale=2)).document)
    assert [piece.height for piece in table.terrain] == [2, 4]


def test_water_is_as_deep_as_its_bottom_lies_below_the_ground() -> None:
    drawing = read_foundry(region(RECTANGLE, elevation={"bottom": -10, "top": 0}))
    assert group(drawing, "region Old mill pond").height == pytest.approx(2)
    inches = region(RECTANGLE, elevation={"bottom": -2, "top": -1})
    inches["grid"] = {"size": SIZE, "distance": 1, "units": "in"}
    assert only(read_foundry(inches)).properties["depth"] == 2


def test_a_region_takes_its_height_from_its_level() -> None:
    levels = [{"_id": "one", "elevation": {"bottom": 0, "top": 10}}]
    drawing = read_foundry({**region(RECTANGLE, levels=["one"]), "levels": levels})
    assert group(drawing, "region Old mill pond").height == pytest.approx(2)


def test_an_open_region_has_no_height() -> None:
    drawing = read_foundry(region(RECTANGLE, elevation={"bottom": None, "top": None}))
    assert group(drawing, "region Old mill pond").height is None


def test_shapes_that_are_not_known_are_said() -> None:
    assert "type emanation" in stated(read_foundry(region(RECTANGLE, {"type": "emanation"})))


# ---- painted terrain


def painted(data: object) -> Json:
    return scene(walls=[], flags={"terrain-height-tools": {"heightData": data}})


WHOLE = {
    "polygon": [at(2, 2), at(6, 2), at(6, 6), at(2, 6)],
    "holes": [[at(3, 3), at(5, 3), at(5, 5), at(3, 5)]],
    "height": 10,
    "elevation": 0,
    "terrainTypeId": "x7",
}


@pytest.mark.parametrize(
    "data", [[WHOLE], {"v": 2, "data": [WHOLE]}, {"shapes": [WHOLE], "v": 3}], ids=["list", "data", "shapes"]
)
def test_painted_shapes_have_holes_and_heights(data: object) -> None:
    drawing = read_foundry(painted(data))
    assert area(only(drawing)) == pytest.approx(12)
    (found,) = drawing.groups
    assert (found.kind, found.height) == ("hill", 2)
    assert "height 10 ft" in found.key


CELL = {"terrainTypeId": "woods", "height": 5, "elevation": 0}


@pytest.mark.parametrize(
    "data",
    [
        {"v": 1, "data": {"6|7": [CELL], "6|8": [CELL], "7|7": [CELL]}},
        [{"position": place, **CELL} for place in ([6, 7], [6, 8], [7, 7])],
    ],
    ids=["by place", "a list"],
)
def test_painted_cells_are_merged(data: object) -> None:
    drawing = read_foundry(painted(data))
    # The border is five cells wide and four high, and the row comes first.
    assert set(only(drawing).outlines[0].exterior) == {(2, 2), (4, 2), (4, 3), (3, 3), (3, 4), (2, 4)}
    assert kinds(drawing) == {"terrain woods, height 5 ft": "woods"}


# ---- drawings


def drawn(**members: object) -> DrawnMap:
    place = at(2, 2)
    return read_foundry(scene(walls=[], drawings=[{**place, "rotation": 0, **members}]))


POINTS = [value * SIZE for value in (0, 0, 4, 0, 4, 3, 0, 0)]


@pytest.mark.parametrize(
    ("members", "size"),
    [
        ({"shape": {"type": "r", "width": 4 * SIZE, "height": 3 * SIZE}}, 12),
        ({"shape": {"type": "e", "width": 4 * SIZE, "height": 2 * SIZE}}, 2 * math.pi),
        ({"shape": {"type": "c", "radius": 2 * SIZE}}, 4 * math.pi),
        ({"shape": {"type": "p", "width": 4 * SIZE, "height": 3 * SIZE, "points": POINTS}}, 6),
        ({"shape": {"type": "p", "points": POINTS[:6]}, "fillType": 1, "fillColor": "#00ff00"}, 6),
        ({"type": "p", "points": [POINTS[n : n + 2] for n in (0, 2, 4, 6)], "strokeWidth": 5}, 6),
        ({"type": "r", "width": 4 * SIZE, "height": 3 * SIZE, "rotation": 45}, 12),
    ],
    ids=["rectangle", "ellipse", "circle", "polygon", "filled", "version 9", "turned"],
)
def test_closed_and_filled_drawings_are_areas(members: Json, size: float) -> None:
    assert area(
        only(drawn(strokeWidth=4, **members) if "strokeWidth" not in members else drawn(**members))
    ) == (pytest.approx(size, rel=0.01))


def test_an_open_drawing_is_a_line_of_its_width() -> None:
    drawing = drawn(shape={"type": "f", "points": POINTS[:6]}, strokeWidth=10, bezierFactor=0.4)
    assert only(drawing).path == ((2, 2), (6, 2), (6, 5))
    assert only(drawing).width == pytest.approx(0.2)
    assert "smoothed" in stated(drawing)


def test_the_text_of_a_drawing_names_it() -> None:
    drawing = drawn(shape={"type": "r", "width": 99, "height": 99}, text="North woods", strokeWidth=3)
    assert kinds(drawing) == {"drawing North woods": "woods"}
    assert not drawn(shape={"type": "r", "width": 99, "height": 99}, text="Boo", strokeWidth=0).shapes


# ---- what is no terrain


def test_tokens_and_the_rest_are_counted() -> None:
    drawing = read_foundry(
        scene(
            walls=[],
            tokens=[{}, {}],
            lights=[{}],
            tiles=[{}],
            weather="",
            flags={"levels": {"a": 1}},
            img="a.webp",
        )
    )
    words = stated(drawing)
    assert "a token is no terrain; its place could be that of a unit (2 times)" in words
    assert "lights: a light is no terrain" in words
    assert "flags.levels" in words
    assert "weather: settings of the scene" in words
    assert "a.webp was not fetched" in words


# ---- several scenes


def lines_of(*scenes: Json) -> bytes:
    return b"\n".join(json.dumps(each).encode() for each in scenes) + b"\n"


def named(name: str, x: float, **members: object) -> Json:
    return {**scene(walls=[wall((x, 1), (5, 5))]), "name": name, "_id": name, **members}


def test_a_database_of_one_scene_is_that_scene() -> None:
    data = lines_of(named("Cave", 1), {"type": "actor", "name": "Somebody"})
    assert read_map(data, name="scenes.db").name == "Cave"


@pytest.mark.parametrize("name", ["cave.db", "maps.db#Cave", "Cave"])
def test_one_of_several_scenes_is_chosen_by_name(name: str) -> None:
    drawing = read_map(lines_of(named("Cave", 1), named("Mill", 2)), name=name)
    assert drawing.name == "Cave"
    assert "another scene of the file was left out" in stated(drawing)


def test_several_scenes_are_named() -> None:
    with pytest.raises(InputError) as caught:
        read_map(lines_of(named("Cave", 1), named("Mill", 2)), name="scenes.db")
    assert "'Cave', 'Mill'" in caught.value.problems[0].found


@pytest.mark.parametrize("wanted", ["Mill", "mill", "2", "id-of-mill"])
@pytest.mark.parametrize("is_list", [False, True], ids=["a scene a line", "a list"])
def test_a_scene_is_chosen_by_name_number_or_id(wanted: str, *, is_list: bool) -> None:
    scenes = [named("Cave", 1), named("Mill", 2, _id="id-of-mill"), named("Ford", 3)]
    data = json.dumps(scenes).encode() if is_list else lines_of(*scenes)
    drawing = read_map(data, name="scenes.db", scene=wanted)
    assert (drawing.name, drawing.scene, only(drawing).path[0]) == ("Mill", "2", (2, 1))
    assert drawing.scenes == (("1", "1. Cave"), ("2", "2. Mill"), ("3", "3. Ford"))
    exported = read_map(json.dumps({"name": "World", "scenes": scenes}).encode(), scene=wanted)
    assert exported.name == "Mill"


@pytest.mark.parametrize("wanted", ["Tower", "4", "0", "Twin", "-1"])
def test_a_scene_that_is_none_or_several_is_refused_with_the_list(wanted: str) -> None:
    with pytest.raises(InputError) as caught:
        read_map(lines_of(named("Twin", 1, _id="a"), named("Twin", 2, _id="b")), scene=wanted)
    (problem,) = caught.value.problems
    assert (problem.at, "1 Twin (a), 2 Twin (b)" in problem.expected) == ("scene", True)


def test_a_later_line_replaces_an_earlier_one_and_can_take_it_away() -> None:
    gone = {"_id": "Mill", "$$deleted": True}
    drawing = read_map(lines_of(named("Cave", 1), named("Mill", 2), {**named("Cave", 3)}, gone))
    assert only(drawing).path[0] == (3, 1)


@pytest.mark.parametrize(
    ("mark", "between"), [(b"\xef\xbb\xbf", b"\n"), (b"", b"\n\n"), (b"\xef\xbb\xbf\n", b"\r\n\r\n")]
)
def test_a_database_saved_by_an_editor_is_read_too(mark: bytes, between: bytes) -> None:
    lines = (json.dumps(named(each, 1)).encode() for each in ("Cave", "Mill"))
    assert read_map(mark + between.join(lines), scene="Mill").name == "Mill"


def test_a_broken_line_is_named() -> None:
    with pytest.raises(InputError, match="line 2"):
        read_map(lines_of(named("Cave", 1)) + b'{"name": }\n')


# ---- wrong scenes

BROKEN: list[tuple[str, Json, str]] = [
    ("no size", {**scene(walls=[]), "width": None}, "width"),
    ("a grid of nothing", scene(walls=[], grid={"size": 0}), "grid.size"),
    ("a wall of three numbers", scene(walls=[{"c": [1, 2, 3]}]), "walls[0].c"),
    ("NaN", scene(walls=[{"c": [1, 2, 3, float("nan")]}]), "walls[0].c"),
    ("without end", scene(walls=[{"c": [1, 2, 3, 1e308]}]), "walls[0].c"),
    ("walls as an object", scene(walls={"0": {}}), "walls"),
    ("a wall as text", scene(walls=["c"]), "walls[0]"),
    ("too many walls", scene(walls=[{"c": [1, 2, 3, 4]}] * 20_001), "walls"),
    ("odd points", region({"type": "polygon", "points": [1, 2, 3]}), "regions[0].shapes[0].points"),
    ("points as text", region({"type": "polygon", "points": "1,2"}), "regions[0].shapes[0].points"),
    ("no radius", region({"type": "circle", "x": 1, "y": 1}), "regions[0].shapes[0].radius"),
    ("no corners", painted([{"polygon": 7, "height": 1}]), "flags.terrain-height-tools.heightData[0].polygon"),
    ("a cell nowhere", painted({"v": 1, "data": {"a|b": [CELL]}}), "flags.terrain-height-tools.heightData"),
    ("padding", scene(walls=[], padding=-1), "padding"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("document", "place"), [each[1:] for each in BROKEN], ids=[each[0] for each in BROKEN]
)
def test_what_is_wrong_is_named(document: Json, place: str) -> None:
    assert is_foundry(document)
    with pytest.raises(InputError) as caught:
        read_foundry(document)
    assert caught.value.problems[0].at == place
