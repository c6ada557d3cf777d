"""Parts of MegaMek boards become patches of the classic desk, and patches boards; what is left out is said."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.errors import InputError
from astrike.formats.maps.megamek.hex_patch import board_of_patch, patch_of_board
from astrike.model.battletech.hex_patch import (
    APART,
    GROUNDS,
    NEEDS_WATER,
    SMOKE,
    WOODS,
    HexBuilding,
    HexContents,
    NamedHexes,
    has_feature,
)
from tests.formats.maps.sketches import board_text
from tests.soak import examples

Hex = tuple[int, int]


def one_hex(fields: str, level: int = 0) -> tuple[HexContents, list[str]]:
    """Read a board of one hex, and give what was said about it."""
    named, notes = patch_of_board(board_text(1, 1, {(1, 1): (level, fields)}))
    return dict(named).get("0101", HexContents()), [note.words for note in notes]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("woods:2;foliage_elev:2", HexContents(woods="heavy")),
        ("woods:3;smoke:2", HexContents(woods="ultra-heavy", smoke="heavy")),
        ("water:2;rapids:2", HexContents(water=2, ground="torrent")),
        ("rough:1;snow:1", HexContents(rough=True, ground="thin-snow")),
        ("road:1:9", HexContents(road=True, road_sides=(0, 3))),
        ("road:1", HexContents(road=True)),
        (
            "water:1;bridge:2:18;bridge_cf:40;bridge_elev:0",
            HexContents(water=1, road=True, road_sides=(1, 4)),
        ),
        ("pavement:1;rubble:3", HexContents(pavement=True, rubble=True)),
        ("planted_fields:1", HexContents(ground="fields")),
        ("heavy_industrial:1", HexContents(ground="industrial")),
        (
            "building:3:0;bldg_elev:4;bldg_cf:60;bldg_basement_type:7",
            HexContents(building=HexBuilding(4, "heavy", 60, basement=2)),
        ),
        ("building:2;bldg_elev:1;bldg_cf:40", HexContents(building=HexBuilding(1, "medium"))),
    ],
)
def test_what_the_desk_knows_comes_without_a_word(fields: str, expected: HexContents) -> None:
    assert one_hex(fields, level=2) == (replace(expected, level=2), [])


@pytest.mark.parametrize(
    ("fields", "expected", "words"),
    [
        ("jungle:1", HexContents(), "a field that the desk has no place for"),
        ("water:1;rough:1", HexContents(water=1), "rough was left out: the hex has water"),
        ("building:2;woods:1", HexContents(building=HexBuilding()), "woods was left out: the hex has building"),
        ("water:3;mud:1", HexContents(water=3), "mud was left out: the hex has water"),
        ("rapids:1", HexContents(), "rapids was left out: there is no water in the hex"),
        ("bldg_cf:40", HexContents(), "bldg_cf:40 was kept aside: there is no building in the hex"),
        ("building:5", HexContents(), "building:5 was kept aside: needs 1 to 4"),
        ("building:2;bldg_cf:900", HexContents(building=HexBuilding()), "bldg_cf:900 was kept aside: needs 1 to 150"),
        ("water:99", HexContents(), "water:99 was kept aside: needs 0 to 30"),
        ("rough:2", HexContents(rough=True), "rough:2: taken as rough"),
        ("swamp:3", HexContents(ground="swamp"), "swamp:3: taken as swamp:1"),
        ("swamp:1;snow:2", HexContents(ground="swamp"), "snow was left out: the hex has swamp"),
        ("road:1;water:1", HexContents(water=1), "a road through water without a bridge was left out"),
        ("bridge:2;bridge_elev:3", HexContents(), "a bridge over land was left out"),
        (
            "water:1;bridge:2;bridge_elev:2",
            HexContents(water=1, road=True),
            "a bridge 2 levels up: taken as level with its banks",
        ),
        ("woods:1;foliage_elev:1", HexContents(woods="light"), "woods 1 levels high: taken as high as usual"),
    ],
)  # fmt: skip
def test_what_the_desk_does_not_know_is_said(fields: str, expected: HexContents, words: str) -> None:
    assert one_hex(fields) == (expected, [words])


def test_levels_that_no_patch_has_are_taken_as_its_last_one() -> None:
    assert one_hex("", level=45) == (HexContents(level=30), ["level 45: taken as 30"])


@pytest.mark.parametrize(("first", "expected"), [("0302", "0102"), ("0402", "0202")])
def test_a_part_is_named_anew_so_that_the_same_columns_lie_lower(first: str, expected: str) -> None:
    column, row = int(first[:2]), int(first[2:])
    text = board_text(16, 17, {(column, row + 1): (3, "")})
    named, notes = patch_of_board(text, first, 3, 4)
    assert [name for name, _ in named] == [expected]
    assert [note.sentence for note in notes] == [f"hex {first}: is hex {expected[:2]}01 of the patch"]


def test_a_part_ends_at_the_edge_of_the_board() -> None:
    named, notes = patch_of_board(board_text(6, 6, {(6, 6): (1, "")}), "0501", 9, 20)
    assert [name for name, _ in named] == ["0206"]
    assert [note.sentence for note in notes][1:] == [
        "columns: the board ends at 6: the patch has 2",
        "rows: the board ends at 6: the patch has 6",
    ]


def test_large_boards_are_read_in_parts() -> None:
    text = board_text(120, 110, {(101, 102): (4, "woods:1")})
    named, _ = patch_of_board(text, "101102", 19, 9)
    assert named == (("0101", HexContents(level=4, woods="light")),)


@pytest.mark.parametrize(
    ("first", "columns", "rows", "sentences"),
    [
        ("1701", None, None, ["first: found 1701, expected a hex of the board, 0101 to 1617"]),
        ("", None, None, ["first: found nothing, expected a hex of the board, 0101 to 1617"]),
        ("01x1", None, None, ["first: found 01x1, expected a hex of the board, 0101 to 1617"]),
        (
            "9999",
            0,
            None,
            [
                "first: found 9999, expected a hex of the board, 0101 to 1617",
                "columns: found 0, expected 1 to 99",
            ],
        ),
        ("0101", 0, 100, ["columns: found 0, expected 1 to 99", "rows: found 100, expected 1 to 99"]),
    ],
)
def test_parts_that_cannot_be_are_named(
    first: str, columns: int | None, rows: int | None, sentences: list[str]
) -> None:
    with pytest.raises(InputError) as raised:
        patch_of_board(board_text(16, 17, {}), first, columns, rows)
    assert [problem.sentence for problem in raised.value.problems] == sentences


def test_a_patch_has_no_more_hexes_than_a_question() -> None:
    with pytest.raises(InputError, match="61 by 60 hexes, expected a patch of at most 3,600 hexes"):
        patch_of_board(board_text(61, 60, {}), "0101")


def test_buildings_that_touch_are_told_apart_where_the_board_does() -> None:
    hexes = {
        (2, 2): (0, "building:2:8;bldg_elev:1;bldg_cf:40"),
        (2, 3): (0, "building:2:1;bldg_elev:1;bldg_cf:40"),
        (2, 4): (0, "building:2:0;bldg_elev:1;bldg_cf:40"),
        (5, 5): (0, "building:3;bldg_elev:1;bldg_cf:90"),
    }
    named, _ = patch_of_board(board_text(8, 8, hexes), "0202")
    names = {name: contents.building.name for name, contents in named if contents.building}
    assert names == {"0201": "0201", "0202": "0201", "0203": "0203", "0504": ""}


def test_a_road_of_one_hex_has_no_sides() -> None:
    written = board_of_patch((("0101", HexContents(road=True, road_sides=(5,))),))
    assert 'hex 0101 0 "road:1:32" ""' in written


# ---- laws


@st.composite
def hexes(draw: st.DrawFn) -> HexContents:
    """Draw what can lie in one hex."""
    found = HexContents(
        level=draw(st.integers(-30, 30)),
        woods=draw(st.sampled_from(WOODS)),
        smoke=draw(st.sampled_from(SMOKE)),
        water=draw(st.none() | st.integers(0, 30)),
        rough=draw(st.booleans()),
        rubble=draw(st.booleans()),
        pavement=draw(st.booleans()),
        road=draw(st.booleans()),
        ground=draw(st.sampled_from(GROUNDS)),
        building=draw(
            st.none()
            | st.builds(
                HexBuilding,
                levels=st.integers(1, 30),
                class_=st.sampled_from(("light", "medium", "heavy", "hardened")),
                cf=st.sampled_from((None, 1, 77, 150)),
                name=st.sampled_from(("", "", "Keep", "Mill")),
                basement=st.integers(0, 2),
            )
        ),
    )
    if found.road:
        sides = draw(st.lists(st.integers(0, 5), unique=True))
        found = replace(found, road_sides=tuple(sorted(sides)))
    for first, second in APART:
        if has_feature(found, first) and has_feature(found, second):
            member = second if hasattr(found, second) else "ground"
            found = replace(found, **{member: getattr(HexContents(), member)})
    if found.ground in NEEDS_WATER and found.water is None:
        found = replace(found, ground="clear")
    return found


places = st.tuples(st.integers(1, 9), st.integers(1, 9))


def is_one(one: HexBuilding, other: HexBuilding) -> bool:
    """Are two hexes that touch one building?"""
    return one.name == other.name and (bool(one.name) or one.class_ == other.class_)


def pairs(found: dict[Hex, HexContents]) -> Iterator[tuple[Hex, Hex, bool]]:
    """Give every two hexes with buildings that touch, and whether they are one building."""
    for (column, row), contents in found.items():
        down = 1 - column % 2
        for other in ((column, row + 1), (column + 1, row - 1 + down), (column + 1, row + down)):
            if contents.building and other in found and (beside := found[other].building):
                yield (column, row), other, is_one(contents.building, beside)


def by_place(named: NamedHexes) -> dict[Hex, HexContents]:
    """Give the hexes of a patch by column and row."""
    return {(int(name[:2]), int(name[2:])): contents for name, contents in named}


def without_names(named: NamedHexes) -> dict[str, HexContents]:
    """Give the hexes of a patch, their buildings without names; clear ones are left out."""
    plain = {
        name: replace(each, building=replace(each.building, name="")) if each.building else each
        for name, each in named
    }
    return {name: each for name, each in plain.items() if each != HexContents()}


@settings(deadline=None, max_examples=examples(25, soaked=60))
@given(st.dictionaries(places, hexes(), max_size=12))
def test_a_patch_comes_back_from_the_board_that_it_becomes(drawn: dict[Hex, HexContents]) -> None:
    named = tuple((f"{column:02d}{row:02d}", contents) for (column, row), contents in drawn.items())
    back, notes = patch_of_board(board_of_patch(named))
    assert (without_names(back), notes) == (without_names(named), ())


@settings(deadline=None, max_examples=examples(25, soaked=60))
@given(st.dictionaries(places, hexes(), max_size=12))
def test_hexes_linked_on_a_board_stay_one_building(drawn: dict[Hex, HexContents]) -> None:
    named = tuple((f"{column:02d}{row:02d}", contents) for (column, row), contents in drawn.items())
    back = by_place(patch_of_board(board_of_patch(named))[0])
    assert all(is_as_one for one, other, is_as_one in pairs(back) if (one, other, True) in set(pairs(drawn)))
