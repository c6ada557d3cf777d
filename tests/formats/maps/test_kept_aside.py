"""What of a map cannot be read is kept aside and said with its place, and the rest of the map comes."""

import json

import pytest

from astrike.errors import InputError
from astrike.formats.maps.reading import FORMATS, read_map
from tests.builders import box
from tests.formats.maps.sketches import Json, area_feature, collection, objects, thing, tiled
from tests.formats.maps.tabletops import around, places, portal, scene, uvtt, wall, walls_of

SQUARE = {"type": "rectangle", "x": 300, "y": 300, "width": 200, "height": 99, "rotation": 0}
ROUND = {"type": "circle", "x": 300, "y": 300, "radius": 90}
PAINTED = {
    "polygon": [{"x": 300, "y": 300}, {"x": 500, "y": 300}, {"x": 500, "y": 500}],
    "height": 2,
    "elevation": 0,
}
DRAWN = {"x": 9, "y": 9, "shape": {"type": "p", "points": [0, 0, 50, 0, 50, 50]}, "strokeWidth": 4}
SOUND = walls_of(around(1, 1, 4, 4))


def heights(*items: object) -> Json:
    return {"terrain-height-tools": {"heightData": list(items)}}


BROKEN: dict[str, tuple[Json, Json, str]] = {
    "a wall of a UniversalVTT map": (
        uvtt(around(2, 2, 9, 9)),
        {
            "line_of_sight": [
                places(around(2, 2, 9, 9)),
                [{"x": 1, "y": 1}, {"x": "a", "y": 2}, {"x": 3, "y": 3}],
            ]
        },
        "line_of_sight[1][1]",
    ),
    "a portal": (
        uvtt(around(2, 2, 9, 9)),
        {"portals": [{**portal((1, 1), (2, 2), closed=True), "bounds": 7}]},
        "portals[0].bounds",
    ),
    "a wall of a scene": (
        scene(walls=SOUND),
        {"walls": [*SOUND, {**wall((5, 5), (9, 9)), "c": [1, 2]}]},
        "walls[4].c",
    ),
    "a region without a radius": (
        scene(walls=SOUND),
        {"regions": [{"name": "Hill", "shapes": [SQUARE, {**ROUND, "radius": None}]}]},
        "regions[0].shapes[1].radius",
    ),
    "a region in no known place": (
        scene(walls=SOUND),
        {"regions": [{"name": "Hill", "shapes": [{**SQUARE, "x": "west"}]}]},
        "regions[0].shapes[0].x",
    ),
    "a drawing": (
        scene(walls=SOUND),
        {"drawings": [{**DRAWN, "x": "west"}]},
        "drawings[0].x",
    ),
    "painted terrain": (
        scene(walls=SOUND),
        {"flags": heights({**PAINTED, "polygon": [{"x": 1}, *PAINTED["polygon"]]})},  # type: ignore[misc]
        "flags.terrain-height-tools.heightData[0].polygon[0]",
    ),
    "a height that is none": (
        scene(walls=SOUND),
        {"flags": heights({**PAINTED, "height": "high"})},
        "flags.terrain-height-tools.heightData[0].height",
    ),
    "an object of a Tiled map": (
        tiled(objects("Hills", thing(0, 0, 50, 20))),
        {"layers": [objects("Hills", thing(0, 0, 50, 20), {**thing(9, 9, 9, 9), "x": "a"})]},
        "layers[0].objects[1].x",
    ),
    "a corner of an object": (
        tiled(objects("Hills", thing(0, 0, 50, 20))),
        {
            "layers": [
                objects(
                    "Hills",
                    thing(0, 0, 50, 20),
                    thing(9, 9, polygon=[{"x": 0, "y": 0}, {"x": 9, "y": 0}, {"x": 9}, {"x": 0, "y": 9}]),
                )
            ]
        },
        "layers[0].objects[1].polygon[2]",
    ),
    "a layer in no known place": (
        tiled(objects("Hills", thing(0, 0, 50, 20))),
        {
            "layers": [
                objects("Hills", thing(0, 0, 50, 20)),
                objects("Woods", thing(60, 60, 20, 20), offsetx="east"),
            ]
        },
        "layers[1].offsetx",
    ),
    "a feature": (
        collection(area_feature(box(0, 0, 50, 40), natural="wood")),
        {
            "features": [
                area_feature(box(0, 0, 50, 40), natural="wood"),
                {
                    "type": "Feature",
                    "properties": {},
                    "geometry": {"type": "Polygon", "coordinates": [[[0, "a"]]]},
                },
            ]
        },
        "features[1].geometry.coordinates[0][0]",
    ),
}


READ_OTHERWISE = {
    "table": "read whole or not at all",
    "board": "lines of text: test_megamek_repairs.py",
    "svg": "XML: test_svg.py",
}


def test_every_format_keeps_aside_what_cannot_be_read() -> None:
    tried = {read_map(json.dumps(sound).encode()).format for sound, _change, _place in BROKEN.values()}
    assert tried | set(READ_OTHERWISE) == set(FORMATS), "something broken of each format: BROKEN above"


@pytest.mark.parametrize("name", BROKEN)
def test_what_cannot_be_read_is_kept_aside_and_the_rest_comes(name: str) -> None:
    sound, change, place = BROKEN[name]
    usual = read_map(json.dumps(sound).encode())
    drawing = read_map(json.dumps({**sound, **change}).encode())
    assert drawing.shapes == usual.shapes
    (note,) = (note for note in drawing.notes if note.at == place)
    assert "was kept aside: needs" in note.words


@pytest.mark.parametrize("name", BROKEN)
def test_where_nothing_else_is_there_the_file_is_refused_with_the_place(name: str) -> None:
    sound, change, place = BROKEN[name]
    (key,) = change
    items = change[key]
    alone: object = items
    if isinstance(items, list) and key in sound:
        alone = items[-1:]
    bare = {**sound, **{each: [] for each in ("walls", "line_of_sight") if each in sound}}
    if key == "layers":
        assert isinstance(items, list)
        last = items[-1]
        alone = [{**last, "objects": last["objects"][-1:]}]
        bare = sound
    with pytest.raises(InputError) as caught:
        read_map(json.dumps({**bare, key: alone}).encode())
    assert caught.value.problems[0].at.partition("[")[0] == place.partition("[")[0]


def test_a_map_without_a_size_is_refused_whatever_else_it_has() -> None:
    wrong = {**uvtt(around(2, 2, 9, 9)), "resolution": {"map_size": {"x": "wide", "y": 9}}}
    with pytest.raises(InputError):
        read_map(json.dumps(wrong).encode())
    with pytest.raises(InputError):
        read_map(json.dumps(scene(walls=SOUND, grid={"size": 0})).encode())
