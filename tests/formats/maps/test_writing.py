"""What is written for other tools can be read again, and what stays behind is said."""

import base64
import json
import struct
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.errors import InputError
from astrike.formats.maps.placing import place
from astrike.formats.maps.portable import properties_of
from astrike.formats.maps.reading import read_map
from astrike.formats.maps.svg.writing import svg_text
from astrike.formats.maps.tiled.writing import tiled_document
from astrike.formats.maps.uvtt.writing import solids, uvtt_document
from astrike.formats.maps.writing import WRITERS, notes_of, picture, write_map
from astrike.formats.table.table_file import parse_document, read_table
from astrike.geometry.keyholes import without_holes
from astrike.geometry.outlines import signed_area
from astrike.geometry.shaping import difference, without_slivers
from astrike.model.imported_map import ImportChoices
from astrike.model.table import Table
from astrike.model.terrain import Outline, Terrain
from tests.builders import (
    area,
    around,
    box,
    building,
    document,
    hill,
    mech,
    poi,
    polygon,
    table,
    wall,
    water,
    woods,
)
from tests.strategies import tables

RING = polygon(around(20, 20, radius=6), around(20, 20, radius=2))
HOUSE = building("house", box(30, 10, 36, 14), height=2.5, name="Mill <&>", class_="heavy", floors=2)
PIECES = (
    hill("h1", RING, height=3),
    woods("w1", box(2, 2, 9, 9)),
    water("lake", box(40, 25, 46, 33), depth=2),
    HOUSE,
    wall("low", box(10, 30, 16, 30.5), height=0.5, base=1),
)
TABLE = table(
    *PIECES,
    mech("A", at=(5, 5), side="red"),
    poi("p", at=(9, 9)),
    width=48,
    depth=36,
)
FORMATS = ("geojson", "svg", "tiled", "uvtt")


def again(data: bytes) -> Table:
    """Read a file and place it as it proposes itself."""
    return parse_document(place(read_map(data), ImportChoices()).document)


def areas(pieces: tuple[Terrain, ...]) -> list[tuple[object, object]]:
    return [(outline.exterior, outline.holes) for piece in pieces for outline in piece.outlines]


def differ(one: list[tuple[object, object]], other: list[tuple[object, object]]) -> float:
    """What is in one of them only and wider than a hundredth of an inch, in square inches."""
    left = [*difference(one, other), *difference(other, one)]  # type: ignore[arg-type]
    return sum(abs(signed_area(exterior)) for exterior, _ in without_slivers(left, 0.02))


# ---- laws


def assert_same_pieces(one: Table, other: Table) -> None:
    """The same pieces, but for those that lie beside the table."""
    back = {piece.id: piece for piece in other.terrain}
    whole = [(box(0, 0, one.width, one.depth), ())]
    for piece in one.terrain:
        mine = areas((piece,))
        if piece.id not in back:
            assert differ(difference(mine, whole), mine) == 0
            continue
        same = back[piece.id]
        assert (same.kind, same.height, same.base) == (piece.kind, piece.height, piece.base)
        assert (same.depth, same.cf, same.grade) == (piece.depth, piece.cf, piece.grade)
        assert differ(mine, areas((same,))) == 0


@settings(max_examples=12, deadline=None)
@given(tables(most_pieces=4, most_units=1))
def test_what_is_written_as_svg_reads_the_same(given_table: Table) -> None:
    assert_same_pieces(given_table, again(svg_text(given_table).encode()))


@pytest.mark.parametrize("size", [(48.0, 36.0), (47.5, 37.25), (47.4159, 40.001)], ids=str)
def test_what_is_written_for_tiled_reads_the_same_on_tables_of_any_size(size: tuple[float, float]) -> None:
    resized = table(*PIECES, width=size[0], depth=size[1])
    found = again(json.dumps(tiled_document(resized)).encode())
    assert (found.width, found.depth) == pytest.approx(size, abs=0.011)
    assert len(found.terrain) == len(resized.terrain)
    assert_same_pieces(resized, found)


@settings(max_examples=12, deadline=None)
@given(tables(most_pieces=4, most_units=0))
def test_what_stops_sight_is_written_for_tabletops(given_table: Table) -> None:
    pieces = solids(given_table)
    written = uvtt_document(given_table, pieces, picture=b"", pixels_per_inch=50)
    drawing = read_map(json.dumps(written).encode())
    rings = [ring for piece in pieces for each in piece.outlines for ring in (each.exterior, *each.holes)]
    turned = [tuple((x, given_table.depth - y) for x, y in ring) for ring in rings]
    read = [shape.outlines[0].exterior for shape in drawing.shapes if shape.group == "closed walls"]
    assert drawing.box[2:] == (given_table.width, given_table.depth)
    unseen = [ring for ring in turned if not any(_are_near(ring, other) for other in read)]
    assert not unseen


def _are_near(ring: tuple[tuple[float, float], ...], other: tuple[tuple[float, float], ...]) -> bool:
    if len(ring) != len(other):
        return False
    pairs = zip(ring, other, strict=True)
    return all(abs(x - u) <= 0.01 and abs(y - v) <= 0.01 for (x, y), (u, v) in pairs)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), unique=True, max_size=8), st.integers(3, 9))
def test_a_slit_changes_no_area(cells: list[tuple[int, int]], corners: int) -> None:
    holes = [around(2.5 + 5 * x, 2.5 + 5 * y, radius=1.9, corners=corners) for x, y in cells]
    outer = box(0, 0, 20, 20)
    ring = without_holes(outer, holes)
    assert len(ring) == 4 + sum(len(hole) + 2 for hole in holes)
    expected = 400 - sum(abs(signed_area(hole)) for hole in holes)
    assert signed_area(ring) == pytest.approx(expected)
    assert differ([(ring, ())], [(outer, holes)]) == 0


# ---- one table


@pytest.mark.parametrize("format_", FORMATS)
def test_a_table_comes_back_from_every_format(format_: str) -> None:
    found = again(write_map(TABLE, format_).data)
    assert (found.width, found.depth) == (48, 36)
    house = next(piece for piece in found.terrain if piece.kind == "building" and _is_house(piece))
    assert house.outlines[0].exterior
    if format_ != "uvtt":
        assert house.name == "Mill <&>"
        assert (house.height, house.grade, house.floors) == (2.5, "heavy", 2)
        assert sorted(piece.kind for piece in found.terrain) == ["building", "hill", "wall", "water", "woods"]


def _is_house(piece: Terrain) -> bool:
    return {(round(x, 2), round(y, 2)) for x, y in piece.outlines[0].exterior} == set(box(30, 10, 36, 14))


def test_our_own_format_carries_everything() -> None:
    written = write_map(TABLE, "geojson")
    assert read_table(written.data) == TABLE
    assert not written.notes
    assert written.extension == ".astrike.json"


@pytest.mark.parametrize("format_", ["svg", "tiled", "uvtt"])
def test_what_stays_behind_is_said(format_: str) -> None:
    places = {note.at: note for note in notes_of(TABLE, format_)}
    assert places["units"].count == 1
    assert any("edition" in at for at in places)


def test_tabletops_get_what_stands_at_a_height() -> None:
    def names(level: float) -> set[str]:
        return {piece.id for piece in solids(TABLE, level=level)}

    assert names(0) == {"h1", "house"}
    assert names(1.2) == {"h1", "house", "low"}
    assert names(2.5) == {"h1"}
    assert names(3) == set()
    written = write_map(TABLE, "uvtt", level=1.2)
    document_ = json.loads(written.data)
    assert len(document_["line_of_sight"]) == 4
    assert all(line[0] == line[-1] for line in document_["line_of_sight"])
    assert base64.b64decode(document_["image"])[:8] == b"\x89PNG\r\n\x1a\n"
    stated = "\n".join(note.sentence for note in written.notes)
    assert written.notes == notes_of(TABLE, "uvtt", level=1.2)
    assert "walls are the outlines 1.2 inches above the table" in stated
    assert "holes: became walls of their own" in stated


def test_the_drawing_is_in_inches_and_says_what_is_what() -> None:
    root = fromstring(svg_text(TABLE))
    assert (root.get("width"), root.get("viewBox")) == ("48in", "0 0 48 36")
    paths = {each.get("id"): each for each in root.iter() if each.get("data-kind")}
    assert set(paths) == {"h1", "w1", "lake", "house", "low"}
    house = paths["house"]
    assert house.get("class") == "building"
    assert house.get("data-height") == "2.5"
    assert house.get("d") == "M 30 26 36 26 36 22 30 22 Z"
    bases = [each for each in root.iter() if each.get("data-decoration") == "units"]
    assert len(bases[0]) == 1


def test_bases_are_drawn_in_their_shape_and_not_read_as_terrain() -> None:
    shapes = [{"shape": "hex", "across": 1.25}, {"shape": "rect", "width": 2, "length": 3}, 1.5]
    units = [mech(f"U{n}", at=(10 + 5 * n, 9), base=base, facing=90) for n, base in enumerate(shapes)]
    found = table(*units, width=48, depth=36)
    drawing = read_map(svg_text(found).encode())
    assert not drawing.shapes
    assert "units: a base is only drawn here and was left out (3 times)" in [
        note.sentence for note in drawing.notes
    ]
    root = fromstring(svg_text(found))
    (group,) = (each for each in root.iter() if each.get("data-decoration") == "units")
    corners = [len((path.get("d") or "").partition(" Z")[0].split()) // 2 for path in group]
    assert corners[:2] == [6, 4]
    assert corners[2] > 10


@pytest.mark.parametrize(("size", "pixels"), [((12, 12), (1200, 1200)), ((144, 12), (3000, 250))])
def test_a_picture_is_fine_and_has_a_limit(size: tuple[float, float], pixels: tuple[int, int]) -> None:
    data = picture(table(width=size[0], depth=size[1]))
    assert data.startswith(b"\x89PNG")
    assert struct.unpack(">II", data[16:24]) == pixels


def test_odd_names_do_no_harm() -> None:
    odd = table(
        area("\"<a>\" & 'b'", box(1, 1, 5, 5), kind="hill", height=1, name='</path><script>"'),
        mech("u<", at=(9, 9), name="]]>&amp;"),
        width=48,
        depth=36,
    )
    text = svg_text(odd)
    root = fromstring(text)
    assert not [each for each in root.iter() if "script" in str(each.tag)]
    (piece,) = again(text.encode()).terrain
    assert piece.name == '</path><script>"'
    assert picture(odd).startswith(b"\x89PNG")


def test_an_unknown_format_is_named() -> None:
    with pytest.raises(
        InputError, match="format: found 'bmp', expected one of geojson, svg, png, tiled, uvtt"
    ):
        write_map(TABLE, "bmp")
    assert set(WRITERS) == {"geojson", "svg", "png", "tiled"}


def test_an_empty_table_can_be_written_as_everything() -> None:
    empty = parse_document(document())
    for format_ in ("geojson", "svg", "tiled", "uvtt"):
        assert write_map(empty, format_).data


def test_outlines_keep_their_holes_in_tiled() -> None:
    objects = tiled_document(TABLE)["layers"][0]["objects"]  # type: ignore[index]
    (only,) = objects
    assert len(only["polygon"]) == 16 + 16 + 2
    assert Outline(without_holes(box(0, 0, 1, 1), ())).exterior == box(0, 0, 1, 1)


# ---- what stays behind

RICH = {
    "group": "g1",
    "locked": True,
    "source": {"tool": "other"},
    "x-own": 7,
}


@pytest.mark.parametrize("format", ["svg", "tiled", "uvtt"])
def test_everything_that_does_not_come_back_is_named(format: str) -> None:  # noqa: A002 - the word people use
    pieces = (
        building(
            "b", box(4, 4, 8, 8), height=3, base=0, cf=20, floors=2, class_="heavy", name="Mill", **RICH
        ),
        water("lake", box(20, 20, 30, 30), depth=2),
        area("zone", box(0, 0, 48, 6), kind="deployment", side="red"),
        mech("A", at=(12, 12), side="red"),
        poi("p", at=(40, 9)),
    )
    head = {"turn": 3, "tolerance": 0.2, "options": {"woods.mixed": "separate"}, "x-head": 1}
    given = parse_document(document(*pieces, width=48, depth=36, **head))
    written = write_map(given, format)
    back = again(written.data)
    found = {piece.id: piece for piece in back.terrain}
    stated = " ".join(f"{note.at} {note.words}" for note in written.notes)
    for piece in given.terrain:
        reported, kept = properties_of(piece), properties_of(found[piece.id]) if piece.id in found else {}
        lost = {key for key in reported if reported[key] != kept.get(key)} - {"base", "height"}
        assert not [key for key in lost if key not in stated], stated
    for word in ("units", "points", *RICH, "edition", "options", "turn", "tolerance", "x-head"):
        assert word in stated, word
    assert written.notes == notes_of(given, format)


@pytest.mark.parametrize("format", ["svg", "tiled", "uvtt"])
def test_what_is_not_there_is_not_named(format: str) -> None:  # noqa: A002 - the word people use
    notes = notes_of(table(hill("h", box(4, 4, 8, 8)), width=48, depth=36), format)
    assert {note.at for note in notes} <= {"edition, environment", "heights"}
