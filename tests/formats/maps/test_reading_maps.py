"""A map is told by its content; what is no map is called what it seems to be; nothing takes long or much."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.cli.files import convert
from astrike.errors import InputError
from astrike.formats.encodings import LARGEST_IMPORT
from astrike.formats.json_text import MAX_VALUES
from astrike.formats.maps.drawing_builder import MOST_NOTES
from astrike.formats.maps.large_json import NumberReader, load_big_json
from astrike.formats.maps.reading import FORMATS, read_map, seen_format
from tests.builders import box, document, hill
from tests.formats.maps.sketches import (
    Json,
    area_feature,
    as_bytes,
    board_text,
    collection,
    objects,
    placed,
    thing,
    tiled,
)
from tests.formats.maps.tabletops import around, scene, uvtt, walls_of
from tests.soak import examples
from tests.strategies import mutated

BOARD = board_text(8, 8, {(4, 4): (1, "")})
TILED = tiled(objects("Hills", thing(0, 0, 50, 20)))
PLANAR = collection(area_feature(box(0, 0, 500, 400), natural="wood"))
OURS = document(hill("h", box(4, 4, 9, 9)))
PICTURE = "data:image/png;base64," + "iVBORw0KGgo" * 3000
MAPS = {
    "table": OURS,
    "geojson": PLANAR,
    "board": BOARD,
    "tiled": TILED,
    "uvtt": uvtt(around(2, 2, 10, 8), [(6, 2), (6, 5)]),
    "foundry": scene(walls=walls_of(around(2, 2, 10, 8))),
    "svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 36"><g id="woods">'
    '<rect x="4" y="5" width="9" height="8"/></g></svg>',
}
# By this people know whether their map can be read, wherever formats are listed.
CALLED = {
    "geojson": "GeoJSON",
    "board": "MegaMek",
    "tiled": "Tiled",
    "uvtt": "VTT",
    "foundry": "Foundry",
    "svg": "SVG",
}
LISTED = {
    "the command convert (astrike/cli/files.py)": str(convert.help),
    "README.md": Path("README.md").read_text(encoding="utf-8").partition("Maps of other tools")[2][:400],
    "Maps to terrain in astrike/docs/formats.md": Path("astrike/docs/formats.md")
    .read_text(encoding="utf-8")
    .partition("## Maps to terrain")[2]
    .partition("\n## ")[0],
    "the editor (astrike/web/terrain/tools.py)": Path("astrike/web/terrain/tools.py")
    .read_text(encoding="utf-8")
    .partition("Map from a file")[2]
    .partition("),")[2]
    .partition("),")[0],
}


def test_every_format_is_held_to_the_laws_of_all() -> None:
    assert set(MAPS) == set(FORMATS), "a small map of each format: MAPS above"
    assert set(CALLED) == set(FORMATS) - {"table"}, "what people call each format: CALLED above"


@pytest.mark.parametrize("where", LISTED)
def test_people_are_told_every_format_that_is_read(where: str) -> None:
    missing = [name for name in CALLED.values() if name not in LISTED[where]]
    assert missing == [], f"name it in {where}"


@pytest.mark.parametrize("key", MAPS)
@pytest.mark.parametrize("name", ["", "map.png", "list.csv", "scene.dd2vtt"])
def test_a_map_is_told_by_its_content_and_not_by_its_name(key: str, name: str) -> None:
    drawing = read_map(as_bytes(MAPS[key]), name=name)
    assert drawing.format == key
    assert drawing.label.startswith(FORMATS[key])


def test_the_file_names_the_map_that_does_not_name_itself() -> None:
    assert read_map(as_bytes(BOARD), name="boards/Old ford.board").name == "Old ford"
    assert read_map(as_bytes({**PLANAR, "name": "Mill creek"}), name="x.json").name == "Mill creek"


def test_a_byte_order_mark_and_blank_lines_do_not_hide_a_map() -> None:
    for key, content in MAPS.items():
        assert read_map(b"\xef\xbb\xbf\n \n" + as_bytes(content)).format == key


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", "nothing"),
        (b"  \n\t ", "nothing"),
        (b"\x89PNG\r\n\x1a\n0000", "a picture (PNG), and only outlines can be read"),
        (b"PK\x03\x04....", "a zip archive or a spreadsheet, which has to be unpacked first"),
        (b"%PDF-1.7", "a PDF"),
        ("size 4 4".encode("utf-16"), "text in UTF-16, which has to be saved as UTF-8"),
        (b"chassis,model,mul_id\nAlder,ALD-1,7", "neither JSON nor SVG nor a board"),
        (b"\x00\x01\x02\xff", "neither JSON nor SVG nor a board"),
        (b"[1, 2, 3]", "JSON that is no object"),
        (b'{"Units": []}', "a list of units (MUL QuickList)"),
        (b'{"tilecount": 4, "tilewidth": 8}', "a Tiled tileset, without a map"),
        (b"{}", "JSON of another kind"),
        (
            b"<?xml version='1.0'?><map version='1.0'></map>",
            "a Tiled map in XML, which Tiled can export as JSON",
        ),
        (b"<!DOCTYPE html><html></html>", "a web page"),
    ],
)
def test_what_is_no_map_is_called_what_it_seems_to_be(data: bytes, found: str) -> None:
    with pytest.raises(InputError) as caught:
        read_map(data)
    (problem,) = caught.value.problems
    assert problem.found == found
    assert "UniversalVTT" in problem.expected


@pytest.mark.parametrize("key", MAPS)
def test_a_map_that_was_cut_off_is_refused(key: str) -> None:
    data = as_bytes(MAPS[key])
    for end in range(12, len(data) - 30, 41):
        with pytest.raises(InputError):
            read_map(data[:end])


@pytest.mark.parametrize("key", MAPS)
def test_a_map_without_its_end_is_called_what_it_was(key: str) -> None:
    assert seen_format(as_bytes(MAPS[key])[:-2]) == key, (
        "what it is known by: `_MARKS` of formats/maps/reading.py"
    )


@settings(max_examples=examples(25, soaked=60), deadline=None)
@given(mutated(st.sampled_from([each for each in MAPS.values() if isinstance(each, dict)])))
def test_of_a_map_with_something_broken_comes_a_table_or_a_sentence(broken: Json) -> None:
    found: object
    try:
        found = placed(broken).document
    except InputError as error:
        found = error.problems
    assert found


# ---- large, deep and wrong


def test_embedded_pictures_are_cut_out_and_counted() -> None:
    drawing = read_map(as_bytes({**TILED, "backgroundimage": PICTURE, "other": "A" * 5000}))
    assert [note.sentence for note in drawing.notes] == ["an embedded picture: left out (2 times)"]


def test_long_text_that_is_no_picture_stays() -> None:
    story = "Once upon a time. " * 300
    assert load_big_json(as_bytes({"story": story})).document == {"story": story}


def test_a_table_of_ours_keeps_what_looks_like_a_picture() -> None:
    drawing = read_map(as_bytes({**OURS, "sketch": PICTURE}))
    assert drawing.table is not None
    assert drawing.table["sketch"] == PICTURE


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b" " * (LARGEST_IMPORT + 1), "32,000,001 bytes"),
        (b'{"a": [' + b"[]," * MAX_VALUES + b"[]]}", "values"),
        (b'{"features": ' + b"[" * 5_000 + b"]" * 5_000 + b"}", "nested too deeply"),
        (b'{"a":' * 90 + b"1" + b"}" * 90, "nested too deeply"),
        (b'{"features": [' + b'"' * 1001 + b"]}", "not JSON"),
        (b'{"img": "data:image/png;base64,' + b"A" * 1_000_000, "not JSON"),
        (b"{" * 1_000_000, "not JSON"),
        (b'{"features": [' + b"{}," * 30_000 + b"{}]}", "30,001 features"),
        (b"<" * 1_000_000, "XML of another kind"),
        (b"size 2 2\n" + b'hex 0101 1 "woods:' + b"1" * 1_000_000, "hex 0101"),
        (b"size 99 99\n" + b"\n" * 1_000_000, "1,000,001 lines"),
        (b'size 99 99\nhex 0101 1 "' + b"woods:1;" * 100_000 + b'" ""\n', "hexes missing: 9,800"),
    ],
    ids=[
        "too large",
        "too many values",
        "lists in lists",
        "objects in objects",
        "only quotes",
        "half a picture",
        "only brackets",
        "too many features",
        "only angles",
        "a level without end",
        "only line ends",
        "terrain without end",
    ],
)
def test_files_made_to_annoy_are_refused_fast(data: bytes, words: str) -> None:
    start = time.perf_counter()
    with pytest.raises(InputError, match=words):
        read_map(data)
    assert time.perf_counter() - start < 5


def test_thousands_of_things_left_out_are_a_few_notes() -> None:
    lamps = [thing(1, 1, point=True, name=f"Lamp {number}") for number in range(3_000)]
    drawing = read_map(as_bytes(tiled(objects("Hills", thing(0, 0, 50, 20), *lamps))))
    assert [note.sentence for note in drawing.notes] == [
        "a point is no terrain and was left out (3000 times)"
    ]


def test_groups_are_few_enough_to_be_asked_about() -> None:
    many = [area_feature(box(9 * n, 0, 9 * n + 8, 300), kind=f"sort {n}") for n in range(300)]
    for content in (
        collection(*many),
        tiled(*(objects(f"Layer {n}", thing(n, n, 9, 9)) for n in range(300))),
    ):
        drawing = read_map(as_bytes(content))
        assert (len(drawing.shapes), len(drawing.groups)) == (300, 61)
        assert sum(group.count for group in drawing.groups) == 300
    assert MOST_NOTES < 300


@pytest.mark.parametrize(
    ("value", "sound"),
    [
        (3, True),
        (2.5, True),
        (True, False),
        ("3", False),
        (None, True),
        (float("inf"), False),
        (10**400, False),
    ],
)
def test_only_finite_numbers_are_numbers(value: object, sound: bool) -> None:
    numbers = NumberReader()
    numbers.number({"x": value}, "x", "here")
    assert (not numbers.problems) == sound


def test_problems_come_to_an_end() -> None:
    bad: Json = {"type": "Polygon", "coordinates": [[["a", "b"]] * 3000]}
    with pytest.raises(InputError) as caught:
        read_map(json.dumps(collection(bad)).encode())
    assert len(caught.value.problems) == 50
