"""MegaMek boards: hexes become pieces where they touch, levels inches, and nothing is lost in silence."""

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.errors import InputError
from astrike.formats.maps.megamek.hex_outlines import board_size, centre
from astrike.formats.maps.megamek.reading import read_board
from astrike.formats.table.table_file import parse_document
from astrike.model.table import Table
from astrike.rules.table.prepared_table import prepare_table
from tests.formats.maps.sketches import area, board_text, placed, stated, table_of

HEX = 2 * math.sqrt(3)
"""Square inches of a hex that is 2 inches across."""
RIVER = {(3, row): (0, "water:1;rapids:1" if row == 4 else "water:1") for row in range(1, 9)}


def pieces(table: Table, kind: str) -> list[tuple[int, float | None]]:
    """How many hexes and how high each piece of a kind is."""
    return [(round(area(piece) / HEX), piece.height) for piece in table.terrain if piece.kind == kind]


def test_a_board_is_as_large_as_its_hexes() -> None:
    table = table_of(board_text(16, 17, {(1, 1): (1, "")}))
    assert (table.width, table.depth) == (pytest.approx(15 * math.sqrt(3) + 4 / math.sqrt(3), abs=1e-4), 35)
    (hill,) = table.terrain
    xs, ys = zip(*hill.outlines[0].exterior, strict=True)
    assert (np.mean(xs), np.mean(ys)) == (pytest.approx(1.1547, abs=1e-3), pytest.approx(34))


def test_even_columns_lie_half_a_hex_lower() -> None:
    (hill,) = table_of(board_text(8, 8, {(2, 1): (1, "")})).terrain
    xs, ys = zip(*hill.outlines[0].exterior, strict=True)
    assert (np.mean(xs), np.mean(ys)) == (pytest.approx(1.1547 + 1.7321, abs=1e-3), pytest.approx(15))


def test_equal_neighbours_are_one_piece_and_others_another() -> None:
    hexes = {(2, 2): (1, ""), (2, 3): (1, ""), (3, 3): (1, ""), (5, 5): (1, ""), (3, 4): (3, "")}
    table = table_of(board_text(8, 8, hexes))
    assert sorted(pieces(table, "hill")) == [(1, 1.0), (1, 3.0), (3, 1.0)]


def test_hills_lie_below_what_grows_and_stands_on_them() -> None:
    hexes = {(1, 1): (0, "bridge:2;woods:1;water:1;road:1"), (5, 5): (2, "woods:2;rough:1")}
    kinds = [piece.kind for piece in table_of(board_text(8, 8, hexes)).terrain]
    assert kinds == ["hill", "water", "road", "rough", "woods", "woods", "bridge"]


def test_a_crater_is_a_hole() -> None:
    ring = {(2, 2): 1, (3, 2): 1, (3, 3): 1, (4, 2): 1, (2, 3): 1, (4, 3): 1, (3, 4): 1}
    del ring[3, 3]
    (hill,) = table_of(board_text(8, 8, {place: (level, "") for place, level in ring.items()})).terrain
    assert len(hill.outlines[0].holes) == 1
    assert round(area(hill) / HEX, 3) == 6


def test_woods_have_a_class_and_the_height_that_the_file_gives() -> None:
    hexes = {(1, 1): (0, "woods:1"), (4, 4): (0, "woods:2;foliage_elev:3"), (7, 7): (0, "jungle:3")}
    found = {(piece.kind, piece.grade, piece.height) for piece in table_of(board_text(8, 8, hexes)).terrain}
    assert found == {("woods", "light", None), ("woods", "heavy", 3.0), ("jungle", "ultra-heavy", None)}


def test_buildings_stand_on_the_level_of_their_hexes_and_keep_their_factor() -> None:
    built = "building:3:0;bldg_elev:4;bldg_cf:90;bldg_basement_type:0"
    found = placed(board_text(8, 8, {(2, 2): (2, built), (2, 3): (2, built), (5, 5): (0, "building:5")}))
    table = parse_document(found.document)
    (house,) = (piece for piece in table.terrain if piece.kind == "building")
    (wall,) = (piece for piece in table.terrain if piece.kind == "wall")
    assert (house.grade, house.base, house.height, house.cf, round(area(house) / HEX)) == (
        "heavy",
        2,
        4,
        90,
        2,
    )
    assert (wall.base, wall.height) == (0, 1)
    assert "bldg_basement_type: a field that a table has no place for (2 times)" in stated(found)


def test_a_bridge_has_its_deck_over_the_water() -> None:
    table = table_of(
        board_text(8, 8, {**RIVER, (3, 5): (1, "water:2;bridge:4:9;bridge_elev:1;bridge_cf:120")})
    )
    (bridge,) = (piece for piece in table.terrain if piece.kind == "bridge")
    assert (bridge.grade, bridge.base, bridge.height, bridge.cf) == ("hardened", 1.75, 0.25, 120)


def test_water_is_one_piece_for_each_depth_and_level() -> None:
    table = table_of(board_text(8, 8, {**RIVER, (3, 1): (2, "water:1"), (3, 8): (0, "water:0")}))
    found = sorted((piece.kind, piece.depth, round(area(piece) / HEX)) for piece in table.terrain)
    assert found == [
        ("hill", None, 1),
        ("rapids", 1.0, 1),
        ("water", 0.0, 1),
        ("water", 1.0, 1),
        ("water", 1.0, 2),
        ("water", 1.0, 3),
    ]


@pytest.mark.parametrize(
    ("terrain", "kind"),
    [
        ("rough:1", "rough"),
        ("rough:2", "ultra-rough"),
        ("rubble:3", "rubble"),
        ("rubble:6", "ultra-rubble"),
        ("pavement:1", "paved"),
        ("road:1:9", "road"),
        ("swamp:1", "swamp"),
        ("magma:2", "magma"),
        ("fields:1", "planted-fields"),
        ("planted_fields:1", "planted-fields"),
        ("heavy_industrial:3", "heavy-industrial"),
        ("fuel_tank:1;fuel_tank_elev:2;fuel_tank_cf:20", "building"),
    ],
)
def test_terrain_has_its_kind(terrain: str, kind: str) -> None:
    (piece,) = table_of(board_text(8, 8, {(4, 4): (0, terrain)})).terrain
    assert (piece.kind, round(area(piece), 3)) == (kind, pytest.approx(HEX, abs=1e-3))


def test_below_level_0_everything_is_raised() -> None:
    found = placed(board_text(8, 8, {(4, 4): (-2, ""), (5, 5): (1, "woods:1")}))
    table = parse_document(found.document)
    assert "levels: the lowest is -2: everything was raised by 2″" in stated(found)
    assert ground_at(table, [(4, 4), (5, 5), (1, 1)]) == [0, 3, 2]


def test_where_everything_is_raised_no_ditch_lies_along_the_edges() -> None:
    whole = board_text(8, 7, {(4, 4): (-2, ""), (1, 1): (1, "")})
    lines = [line for line in whole.split("\n") if not line.startswith("hex 0605")]
    for text in (whole, "\n".join(lines)):
        table = table_of(text)
        wide, deep = table.width, table.depth
        rim = [(x, y) for x in np.linspace(0.01, wide - 0.01, 60) for y in (0.01, deep - 0.01)]
        rim += [(x, y) for y in np.linspace(0.01, deep - 0.01, 60) for x in (0.01, wide - 0.01)]
        assert set(prepare_table(table).terrain.ground_at(np.array(rim)).round(6)) == {2.0, 3.0}
        assert ground_at(table, [(6, 5), (4, 4)]) == [2, 0]
        assert all(
            -1e-4 <= x <= wide + 1e-4 and -1e-4 <= y <= deep + 1e-4
            for piece in table.terrain
            for outline in piece.outlines
            for x, y in outline.exterior
        )


def ground_at(table: Table, hexes: list[tuple[int, int]]) -> list[float]:
    terrain = prepare_table(table).terrain
    east_down = np.array([centre(place) for place in hexes])
    places = np.column_stack((east_down[:, 0], table.depth - east_down[:, 1]))
    return [round(float(height), 6) for height in terrain.ground_at(places)]


@settings(max_examples=15)
@given(
    st.dictionaries(
        st.tuples(st.integers(1, 8), st.integers(1, 7)), st.integers(-2, 4), min_size=1, max_size=30
    ).filter(lambda levels: any(levels.values()))
)
def test_the_ground_of_every_hex_is_its_level(levels: dict[tuple[int, int], int]) -> None:
    table = table_of(board_text(8, 7, {place: (level, "") for place, level in levels.items()}))
    hexes = [(column, row) for column in range(1, 9) for row in range(1, 8)]
    lowest = min(0, *levels.values())
    assert ground_at(table, hexes) == [levels.get(place, 0) - lowest for place in hexes]


def test_columns_from_100_on_have_three_digits() -> None:
    columns, lines = 110, ["size 110 2"]
    for row in (1, 2):
        lines += [f'hex {column:02d}{row:02d} {int(column == 101)} "" ""' for column in range(1, columns + 1)]
    drawing = read_board("\n".join([*lines, "end"]).encode(), "wide.board")
    (shape,) = drawing.shapes
    xs = [x for x, _ in shape.outlines[0].exterior]
    assert (min(xs) + max(xs)) / 2 == pytest.approx(centre((101, 1))[0])
    assert drawing.box[2] == board_size(110, 2)[0]


def test_a_large_wild_board_has_one_piece_for_each_sort() -> None:
    drawn = random.Random(4)
    hexes = {(column, row): (drawn.randrange(8), "") for column in range(1, 46) for row in range(1, 46)}
    found = placed(board_text(45, 45, hexes))
    table = parse_document(found.document)
    sizes = {piece.height: round(area(piece) / HEX) for piece in table.terrain}
    assert len(table.terrain) == len(sizes) == 7
    assert sizes == {level: sum(each == (level, "") for each in hexes.values()) for level in range(1, 8)}
    assert sum(len(piece.outlines) for piece in table.terrain) > 1_000
    assert any(each.startswith("patches of one sort are one piece") for each in stated(found))


def test_other_lines_and_missing_hexes_are_said() -> None:
    text = 'tag "arid"\noption exit_roads_to_pavement false\n' + board_text(8, 8, {(1, 1): (1, "")})
    text = text.replace('hex 0303 0 "" ""\r\n', "").replace('hex 0404 0 "" ""', 'hex 0404 0 "" "lunar"')
    assert stated(placed(text)) >= {
        "tag: a line that a table has no place for",
        "option: a line that a table has no place for",
        "hexes: not in the file: taken as level ground",
        "theme: how a hex looks: left out",
        "hexes: measured in inches: a table's own hexes would lie half a hex beside those of the board",
    }


def test_what_stands_behind_a_hash_is_a_comment() -> None:
    text = board_text(8, 8, {(1, 1): (1, ""), (3, 3): (0, "woods:2")})
    marked = text.replace('""\r\n', '"" # a "hill" #\r\n').replace("size 8 8", "size 8 8 # small")
    assert marked != text
    assert placed(marked).document == placed(text).document


@pytest.mark.parametrize(
    ("text", "at", "found"),
    [
        ('size 2 1\nhex 0101 1 "' + "woods:1;" * 600_000, "file", "600,000 fields of terrain"),
        ('hex 0101 1 "" ""\nend', "file", "no size"),
        ("size 1000000 1000000\nend", "line 1", "1,000,000 by 1,000,000 hexes"),
        ("size 2 1\n", "file", "no end: it stops before any hex, hexes missing: 2"),
        ("size 0 8\nend", "line 1", "0 by 8 hexes"),
        ("size -3 8\nend", "line 1", "'size -3 8'"),
        ("size nan 8\nend", "line 1", "'size nan 8'"),
        ('size 2 1\nhex 0301 1 "" ""\nend', "line 2", "hex 0301"),
        ('size 2 1\nhex 0101 1e308 "" ""\nend', "line 2", '\'hex 0101 1e308 "" ""\''),
        ('size 2 1\nhex 0101 9999 "" ""\nend', "line 2", "level 9,999"),
        ('size 2 1\nhex 0101 1 "" ""\n', "file", "no end: it stops after hex 0101, hexes missing: 1"),
        (
            'size 2 1\nhex 0101 0 "" ""\nhex 0201 0 "" ""\nend',
            "file",
            "a board of level hexes without terrain",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, at: str, found: str) -> None:
    with pytest.raises(InputError) as caught:
        read_board(text.encode(), "")
    assert (caught.value.problems[0].at, caught.value.problems[0].found) == (at, found)


def test_problems_come_to_an_end() -> None:
    lines = "\n".join(f'hex {number:04d} x "" ""' for number in range(5000))
    with pytest.raises(InputError) as caught:
        read_board(f"size 99 99\n{lines}\nend".encode(), "")
    assert len(caught.value.problems) == 50
