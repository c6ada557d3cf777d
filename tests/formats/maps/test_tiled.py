"""Tiled maps: layers hand down where they are, objects turn clockwise about their own x and y."""

import pytest
from hypothesis import given, settings

from astrike.errors import InputError
from astrike.formats.maps.placing import place
from astrike.formats.maps.reading import read_map
from astrike.formats.maps.writing import write_map
from astrike.formats.table.table_file import parse_document
from astrike.geometry.shaping import Areas, buffer, difference
from astrike.model.imported_map import DrawnMap, ImportChoices
from astrike.model.table import Table
from astrike.model.terrain import Terrain
from tests import strategies
from tests.builders import box
from tests.formats.maps.sketches import Json, area, as_bytes, objects, placed, stated, table_of, thing, tiled

TRIANGLE = [{"x": 0, "y": 0}, {"x": 40, "y": 0}, {"x": 0, "y": 30}]


def corners(drawing: DrawnMap, number: int = 0) -> list[tuple[float, float]]:
    """Corners of a shape's first outline in pixels."""
    return [(round(x, 6) + 0, round(y, 6) + 0) for x, y in drawing.shapes[number].outlines[0].exterior]


def drawing_of(*layers: Json, **members: object) -> DrawnMap:
    return read_map(as_bytes(tiled(*layers, **members)), name="Old town.tmj")


def test_a_rectangle_turns_clockwise_about_its_corner() -> None:
    turned = thing(100, 50, 40, 20, rotation=90)
    assert corners(drawing_of(objects("Hills", turned))) == [(100, 50), (100, 90), (80, 90), (80, 50)]


def test_a_polygon_turns_about_its_first_place() -> None:
    turned = thing(100, 50, polygon=TRIANGLE, rotation=180)
    assert corners(drawing_of(objects("Hills", turned))) == [(100, 50), (60, 50), (100, 20)]


def test_a_tile_stands_on_its_bottom_left_corner_unless_its_set_says_otherwise() -> None:
    tile = thing(100, 50, 20, 10, gid=7)
    assert corners(drawing_of(objects("Houses", tile)))[0] == (100, 40)
    flipped = thing(100, 50, 20, 10, gid=7 | 0x80000000)
    sets = [{"firstgid": 1, "objectalignment": "center"}]
    assert corners(drawing_of(objects("Houses", flipped), tilesets=sets))[0] == (90, 45)


def test_an_ellipse_is_as_large_as_its_box() -> None:
    drawing = drawing_of(objects("Pond", thing(100, 50, 80, 40, ellipse=True)))
    (piece,) = parse_document(place(drawing, ImportChoices(scale=0.1)).document).terrain
    assert area(piece) == pytest.approx(3.14159 * 4 * 2, rel=5e-3)
    assert min(x for x, _ in corners(drawing)) == pytest.approx(100, abs=0.01)


def test_groups_hand_down_their_offset_and_their_properties() -> None:
    deep = objects("Things", thing(0, 0, 20, 10), offsetx=5)
    high = {"name": "height", "type": "float", "value": 3}
    group = {
        "type": "group",
        "name": "Hills",
        "offsetx": 100,
        "offsety": 20,
        "layers": [deep],
        "properties": [high],
    }
    drawing = drawing_of(group)
    assert corners(drawing)[0] == (105, 20)
    assert [(each.kind, drawing.shapes[0].properties["height"]) for each in drawing.groups] == [("hill", 3)]


def test_class_type_and_properties_say_what_it_is() -> None:
    things = [
        thing(0, 0, 50, 20, type="Light Woods"),
        thing(
            60,
            0,
            50,
            20,
            **{"class": "building"},
            properties=[{"name": "Height", "type": "string", "value": "4"}],
        ),
        thing(120, 0, 50, 20, properties={"kind": "magma-crust", "Owner": "the mayor"}, mood=7),
    ]
    found = placed(tiled(objects("Layer 1", *things)), ImportChoices(scale=0.1))
    table = parse_document(found.document)
    assert [(piece.kind, piece.height) for piece in table.terrain] == [
        ("woods", None),
        ("building", 4),
        ("magma-crust", None),
    ]
    features = found.document["features"]
    assert isinstance(features, list)
    assert features[2]["properties"]["source"] == {"mood": 7, "Owner": "the mayor"}


def test_a_line_is_as_thick_as_wished_and_a_closed_one_leaves_a_hole() -> None:
    square = [
        {"x": 0, "y": 0},
        {"x": 100, "y": 0},
        {"x": 100, "y": 100},
        {"x": 0, "y": 100},
        {"x": 0, "y": 0},
    ]
    line = thing(50, 20, polyline=[{"x": 0, "y": 0}, {"x": 200, "y": 0}])
    table = table_of(
        tiled(objects("Walls", line, thing(100, 50, polyline=square))),
        ImportChoices(scale=0.1, thickness=0.5),
    )
    straight, around = table.terrain
    assert (area(straight), area(around)) == (pytest.approx(10), pytest.approx(40 * 0.5))
    assert len(around.outlines[0].holes) == 1


def test_what_is_no_terrain_is_said() -> None:
    things = [
        thing(1, 1, point=True, name="Camera"),
        thing(1, 1, 40, 10, text={"text": "Hello"}, id=5),
        thing(1, 1, id=6),
        thing(1, 1, id=7, ellipse=True),
        thing(1, 1, polygon=TRIANGLE[:2], id=8),
        {"template": "tree.tx", "x": 4, "y": 4, "id": 9},
        thing(0, 0, 50, 20),
    ]
    other = [{"type": "tilelayer", "name": "Ground", "data": [1, 2]}, {"type": "imagelayer", "name": "Map"}]
    found = stated(placed(tiled(objects("Hills", *things), *other), ImportChoices(scale=0.1)))
    assert found >= {
        "Camera: a point is no terrain and was left out",
        "Hills, object 5: a text is no terrain and was left out",
        "Hills, object 6: a rectangle of size 0 was left out",
        "Hills, object 7: an ellipse of size 0 was left out",
        "Hills, object 8: an outline of too few points was left out",
        "Hills, object 9: what it is stands in a template, another file: left out",
        "Ground: a layer of tiles was left out",
        "Map: a layer of pictures was left out",
    }


def test_hidden_things_are_asked_about_and_left_out() -> None:
    drawing = drawing_of(objects("Hills", thing(0, 0, 50, 20), thing(0, 50, 50, 20, visible=False)))
    assert [(each.label, each.kind) for each in drawing.groups] == [("Hills", "hill"), ("Hills (hidden)", "")]


def test_an_objective_is_a_point() -> None:
    found = table_of(
        tiled(objects("Hills", thing(0, 0, 50, 20), thing(70, 40, point=True, type="objective")))
    )
    assert [(marker.kind, marker.at) for marker in found.markers] == [("objective", (7.0, 16.0))]


def test_where_nothing_tells_it_is_something_solid() -> None:
    drawing = drawing_of(
        objects("Layer", thing(0, 0, 50, 20), thing(0, 0, polyline=[{"x": 0, "y": 0}, {"x": 9, "y": 9}]))
    )
    assert [(each.kind, each.why) for each in drawing.groups] == [
        ("building", "nothing says what it is: taken for something solid"),
        ("wall", "nothing says what it is: taken for something solid"),
    ]


def test_a_map_without_end_is_as_large_as_what_lies_on_it() -> None:
    tiles = {
        "type": "tilelayer",
        "name": "Ground",
        "startx": -16,
        "starty": 0,
        "width": 32,
        "height": 16,
        "chunks": [],
    }
    drawing = drawing_of(objects("Hills", thing(-50, 30, 300, 250)), tiles, infinite=True)
    assert drawing.box == (-160, 0, 250, 280)


@pytest.mark.parametrize(
    ("members", "size"),
    [
        ({"orientation": "isometric", "tilewidth": 20}, (300, 200)),
        ({"orientation": "staggered", "staggeraxis": "y"}, (305, 105)),
        ({"orientation": "hexagonal", "staggeraxis": "x", "hexsidelength": 4}, (213, 205)),
        ({"orientation": "spherical"}, (300, 200)),
    ],
)
def test_other_orientations_are_said(members: Json, size: tuple[float, float]) -> None:
    drawing = drawing_of(objects("Hills", thing(0, 0, 50, 20)), **members)
    assert drawing.box[2:] == size
    assert any(str(members["orientation"]) in note.words for note in drawing.notes)


def test_a_tile_is_an_inch_where_that_makes_a_table_and_the_map_may_say_its_scale() -> None:
    layer = objects("Hills", thing(0, 0, 50, 20))
    assert (drawing_of(layer).guess, drawing_of(layer).scale) == (0.1, None)
    said_scale = [{"name": "inches_per_pixel", "type": "float", "value": 0.2}]
    assert drawing_of(layer, properties=said_scale).scale == 0.2
    other = {"Pixels per inch": 20, "Author": "the mayor"}
    drawing = drawing_of(layer, properties=other)
    assert drawing.scale == 0.05
    assert [note.sentence for note in drawing.notes] == [
        "Author: a property of the map that a table has no place for"
    ]


def areas_of(piece: Terrain) -> Areas:
    return tuple((outline.exterior, outline.holes) for outline in piece.outlines)


def covers(one: Areas, other: Areas) -> bool:
    """Does one area, a hundredth of an inch larger, cover the other?"""
    return difference(other, buffer(one, 0.01)) == ()


@settings(max_examples=15)
@given(strategies.tables(most_units=0))
def test_what_we_write_we_read_again(table: Table) -> None:
    if not table.terrain:
        return
    drawing = read_map(write_map(table, "tiled").data)
    again = parse_document(place(drawing, ImportChoices(edition=table.edition)).document)
    back = {piece.id: piece for piece in again.terrain}
    assert (again.width, again.depth) == (
        pytest.approx(table.width, abs=0.06),
        pytest.approx(table.depth, abs=0.06),
    )
    for piece in table.terrain:
        before = areas_of(piece)
        if piece.id not in back:
            assert covers(difference(before, [(box(0, 0, table.width, table.depth), ())]), before)
            continue
        same = back[piece.id]
        assert (same.kind, same.height, same.base) == (piece.kind, piece.height, piece.base)
        assert covers(before, areas_of(same))
        assert covers(areas_of(same), before)


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"width": -30}, "width"),
        ({"tilewidth": "wide"}, "tilewidth"),
        ({"tileheight": None}, "tileheight"),
        ({"width": 1e308}, "width"),
        ({"layers": [7]}, "layers[0]"),
        ({"layers": [objects("A", thing(0, 0, -5, 5))]}, "layers[0].objects[0].width"),
        ({"layers": [objects("A", thing(1e300, 0, 5, 5))]}, "layers[0].objects[0].x"),
        ({"layers": [objects("A", thing(0, 0, polygon=[7, 8]))]}, "layers[0].objects[0].polygon[0]"),
        ({"layers": [objects("A", thing(0, 0, polygon=7))]}, "layers[0].objects[0].polygon"),
        ({"layers": [{"type": "objectgroup", "objects": "none"}]}, "layers[0].objects"),
        ({"layers": []}, "file"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(change: Json, at: str) -> None:
    with pytest.raises(InputError) as caught:
        read_map(as_bytes({**tiled(objects("A", thing(0, 0, 5, 5))), **change}))
    assert caught.value.problems[0].at == at


def test_corners_without_end_are_refused() -> None:
    with pytest.raises(InputError) as caught:
        drawing_of(objects("Pond", *(thing(0, 0, 1e7, 1e7, ellipse=True) for _ in range(1_000))))
    assert caught.value.problems[0].found == "more than 400,000 corners"
