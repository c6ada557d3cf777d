"""MegaMek boards that are not quite right, bridges with room beneath, and ground that does not begin at level 0."""

import math
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.formats.maps.megamek.hex_outlines import centre
from astrike.formats.maps.megamek.parsing import parse_board
from astrike.formats.table.table_file import parse_document
from astrike.model.movement import MoveAnswer, MoveQuestion, Waypoint
from astrike.rules.movement.judge import judge_move
from astrike.rules.table.prepared_table import prepare_table
from tests.builders import mech, vehicle
from tests.formats.maps.sketches import Json, board_text, placed, stated, table_of

Hexes = dict[tuple[int, int], tuple[int, str]]
WIDE_RIVER: Hexes = {(column, row): (0, "water:1") for column in (3, 4, 5) for row in range(1, 9)}


def over_river(bridge: str, *, level: int = 0) -> Hexes:
    """A river three hexes wide with a bridge across it from west to east."""
    across = {(column, 4): (level, f"water:1;{bridge}") for column in (3, 4, 5)}
    return {place: (level, words) for place, (_, words) in WIDE_RIVER.items()} | across


# ---- bridges


@pytest.mark.parametrize("level", [0, 1, 3])
@pytest.mark.parametrize("deck", [0, 1, 4])
def test_the_top_of_a_deck_is_as_high_as_the_file_says_over_its_hex(deck: int, level: int) -> None:
    hexes = over_river(f"bridge:1:36;bridge_elev:{deck};bridge_cf:40", level=level)
    terrain = prepare_table(table_of(board_text(8, 8, {**hexes, (1, 1): (0, "woods:1")}))).terrain
    (bridge,) = (piece for piece in terrain.pieces if piece.kind == "bridge")
    low, high = terrain.extent[bridge.id]
    assert (high, high - low) == (pytest.approx(level + deck), pytest.approx(0.25))


def test_a_bridge_over_hexes_of_several_levels_is_one_deck() -> None:
    hexes = {
        (3, 4): (2, "bridge:2:18;bridge_elev:0;bridge_cf:90"),
        (4, 4): (0, "bridge:2:18;bridge_elev:2;bridge_cf:90"),
        (5, 4): (1, "bridge:2:18;bridge_elev:1;bridge_cf:90"),
    }
    table = table_of(board_text(8, 8, hexes))
    (bridge,) = (piece for piece in table.terrain if piece.kind == "bridge")
    assert (bridge.base, bridge.height, len(bridge.outlines)) == (1.75, 0.25, 1)


WADING = mech("A", at=(6.35, 14.5), move='30"', facing=180)
BOAT = vehicle("A", at=(6.35, 14), move='30"n', elevation=0)
VTOL = vehicle("A", at=(6.35, 14), move='30"v')


def along_the_river(unit: Json, mode: str, *, deck: int) -> MoveAnswer:
    """Judge a move beneath a bridge over the river."""
    document = placed(board_text(8, 8, over_river(f"bridge:1:36;bridge_elev:{deck};bridge_cf:40"))).document
    features = document["features"]
    assert isinstance(features, list)
    table = parse_document({**document, "features": [*features, unit]})
    return judge_move(prepare_table(table), "A", MoveQuestion((Waypoint(6.35, 3.5),), mode=mode))


@pytest.mark.parametrize(
    ("unit", "mode"),
    [(WADING, "ground"), (BOAT, "ground"), (VTOL, "vtol")],
    ids=["a 'Mech that wades", "a boat", "a VTOL"],
)
def test_units_pass_beneath_a_high_bridge(unit: Json, mode: str) -> None:
    answer = along_the_river(unit, mode, deck=4)
    assert answer.allowed, answer.refusals


def test_no_boat_passes_beneath_a_deck_at_the_water() -> None:
    answer = along_the_river(BOAT, "ground", deck=0)
    assert "move.headroom" in {reason.key for reason in answer.refusals}


def test_a_road_with_the_exits_of_the_bridge_runs_on_it_and_another_passes_beneath() -> None:
    hexes = {
        (3, 3): (0, "bridge:2:18;bridge_elev:2;bridge_cf:90;road:1:18"),
        (6, 6): (0, "bridge:2:18;bridge_elev:2;bridge_cf:90;road:1:9"),
    }
    found = placed(board_text(8, 8, hexes))
    kinds = [piece.kind for piece in parse_document(found.document).terrain]
    assert sorted(kinds) == ["bridge", "bridge", "road"]
    assert "hex 0303: the road runs on the bridge, whose deck is its road" in stated(found)
    assert "exits: left out: a road, rail or bridge fills its hex (2 times)" in stated(found)


# ---- ground


def grounds(text: str) -> set[float]:
    """Heights of the ground all over the table, its corners and edges too."""
    table = table_of(text)
    xs, ys = np.linspace(0.01, table.width - 0.01, 60), np.linspace(0.01, table.depth - 0.01, 60)
    places = np.array([(x, y) for x in xs for y in ys])
    return set(prepare_table(table).terrain.ground_at(places).round(6))


def test_the_lowest_level_becomes_the_table() -> None:
    high = {(column, row): (2, "") for column in range(1, 9) for row in range(1, 9)}
    assert "levels: the lowest is 2: everything was lowered by 2″" in stated(placed(board_text(8, 8, high)))
    assert grounds(board_text(8, 8, high)) == {0.0}
    assert grounds(board_text(8, 8, {**high, (4, 4): (5, "")})) == {0.0, 3.0}
    assert table_of(board_text(8, 8, high)).terrain == ()


@pytest.mark.parametrize("pit", [0, -1, 1])
def test_no_ditch_lies_along_the_edges_of_a_plateau(pit: int) -> None:
    high = {(column, row): (2, "") for column in range(1, 9) for row in range(1, 9)}
    assert grounds(board_text(8, 8, {**high, (4, 4): (pit, "")})) == {0.0, float(2 - pit)}


def test_terrain_on_a_lowered_board_stands_where_its_hex_is() -> None:
    high = {(column, row): (3, "") for column in range(1, 9) for row in range(1, 9)}
    built = "building:2;bldg_elev:2;bldg_cf:40"
    table = table_of(board_text(8, 8, {**high, (4, 4): (4, built), (6, 6): (3, "bridge:1;bridge_elev:2")}))
    found = {piece.kind: (piece.base, piece.height) for piece in table.terrain}
    assert found == {"hill": (None, 1), "building": (1, 2), "bridge": (1.75, 0.25)}


# ---- lines


@pytest.mark.parametrize("is_by_column", [False, True], ids=["along the rows", "down the columns"])
@pytest.mark.parametrize("number", [0, 9, 30, 62])
@pytest.mark.parametrize("is_later", [False, True], ids=["the one before", "the one after"])
def test_a_hex_named_twice_is_its_missing_neighbour(
    number: int, *, is_later: bool, is_by_column: bool
) -> None:
    order = [(c, r) for c in range(1, 9) for r in range(1, 9)]
    if not is_by_column:
        order = [(c, r) for r in range(1, 9) for c in range(1, 9)]
    levels = {place: index % 5 for index, place in enumerate(order)}
    lines = [f'hex {column:02d}{row:02d} {levels[column, row]} "" ""' for column, row in order]
    right = "\n".join(["size 8 8", *lines, "end"])
    wrong, twice = (number + 1, number) if is_later else (number, number + 1)
    missing, named = ("{:02d}{:02d}".format(*order[each]) for each in (wrong, twice))
    lines[wrong] = lines[wrong].replace(f"hex {missing}", f"hex {named}")
    found = placed("\n".join(["size 8 8", *lines, "end"]))
    assert found.document["features"] == placed(right).document["features"]
    words = (
        f"was there twice: line {wrong + 2} was read as the missing hex {missing}, by the order of the lines"
    )
    assert f"hex {named}: {words}" in stated(found)


def test_a_hex_named_twice_far_from_the_missing_one_is_said_with_the_hole() -> None:
    lines = board_text(8, 8, {(2, 2): (1, "")}).split("\r\n")
    lines = [line for line in lines if not line.startswith("hex 0707")]
    lines.insert(12, 'hex 0202 3 "" ""')
    found = placed("\n".join(lines))
    assert "hex 0202: is there again: line 11 was read, line 13 was kept aside; hex 0707 missing" in stated(
        found
    )
    assert "missing: hex 0707" in stated(found)
    (hill,) = parse_document(found.document).terrain
    assert hill.height == 1


def test_a_hex_named_thousands_of_times_is_said_once_and_nobody_waits() -> None:
    lines = ["size 60 60", *['hex 0101 2 "" ""'] * 50_000, "end"]
    started = time.process_time()
    board = parse_board("\n".join(lines))
    assert time.process_time() - started < 10
    twice, again = (note.sentence for note in board.repairs)
    assert twice.startswith("hex 0101: was there twice: line 50001 was read as the missing hex 0201")
    assert again.startswith("hex 0101: is there again: line 2 was read, line 3, line 4, line 5, ")
    assert "line 10 and 49,990 more were kept aside; hexes 0102, 0103, " in again


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("hex 0909 2", "hex 0909 was kept aside: needs a hex of a board of 8 by 8"),
        (
            "hex 0404 high",
            "'hex 0404 high' was kept aside: needs a hex: its number, its level, its terrain in quotes",
        ),
        ("hex 0404 9999", "level 9,999 was kept aside: needs a level from -50 to 50 for hex 0404"),
    ],
)
def test_a_line_that_cannot_be_read_is_kept_aside_and_the_rest_comes(line: str, note: str) -> None:
    text = board_text(8, 8, {(2, 2): (1, "")}).replace('hex 0404 0 "" ""', line)
    found = placed(text)
    number = text.split("\r\n").index(line) + 1
    assert f"line {number}: {note}" in stated(found)
    assert [piece.kind for piece in parse_document(found.document).terrain] == ["hill"]


@pytest.mark.parametrize(
    ("terrain", "words"),
    [
        ("swamp:0", "swamp:0 was kept aside: needs 1 to 3"),
        ("woods:9", "woods:9 was kept aside: needs 1 to 3"),
        ("jungle:-1", "jungle:-1 was kept aside: needs 1 to 3"),
        ("building:7", "building:7 was kept aside: needs 1 to 5"),
        ("bridge:0", "bridge:0 was kept aside: needs 1 to 4"),
        ("water:-1", "water:-1 was kept aside: needs 0 to 60"),
        ("water:99", "water:99 was kept aside: needs 0 to 60"),
        ("road:0", "road:0 was kept aside: needs 1 or more"),
        ("bldg_elev:3", "bldg_elev:3 was kept aside: there is no building in the hex"),
        ("bldg_cf:3", "bldg_cf:3 was kept aside: there is no building in the hex"),
        ("bridge_elev:3", "bridge_elev:3 was kept aside: there is no bridge in the hex"),
        ("foliage_elev:2", "foliage_elev:2 was kept aside: there is no woods or jungle in the hex"),
        ("rapids:1", "rapids:1 was kept aside: there is no water in the hex"),
        ("building:2;bldg_cf:0", "bldg_cf:0 was kept aside: needs 1 to 1000"),
        ("building:2;bldg_elev:0", "bldg_elev:0 was kept aside: needs 1 to 100"),
        ("bridge:2;bridge_elev:-1", "bridge_elev:-1 was kept aside: needs 0 to 100"),
        ("woods:1;jungle:1", "jungle:1 was kept aside: the hex has woods:1"),
        ("woods:1;woods:2", "woods:2 was kept aside: it has woods:1 already"),
        ("woods", "'woods' (line 29) was kept aside: needs terrain and its level, such as woods:1"),
        ("building:2;bldg_elev:2", "the building has no bldg_cf: the factor of its class counts"),
        ("building:2;bldg_cf:40", "the building has no bldg_elev: it is taken 1″ high"),
        ("bridge:2;bridge_cf:40", "the bridge has no bridge_elev: its deck is taken 1″ up"),
    ],
)
def test_terrain_that_cannot_be_is_named_with_its_hex(terrain: str, words: str) -> None:
    found = placed(board_text(8, 8, {(4, 4): (0, terrain), (6, 6): (1, "rough:1")}))
    assert f"hex 0404: {words}" in stated(found)
    kinds = {piece.kind for piece in parse_document(found.document).terrain}
    assert kinds >= {"hill", "rough"}


def test_hexes_with_the_same_fault_are_named_together() -> None:
    hexes = {(column, 4): (0, "swamp:0") for column in range(1, 9)} | {
        (1, 5): (0, "swamp:0"),
        (2, 2): (1, ""),
    }
    sentences = stated(placed(board_text(8, 8, hexes)))
    named = "hexes 0104, 0105, 0204, 0304, 0404, 0504, 0604, 0704 and 1 more"
    assert f"{named}: swamp:0 was kept aside: needs 1 to 3 (9 times)" in sentences


@settings(max_examples=30)
@given(
    st.dictionaries(
        st.tuples(st.integers(1, 8), st.integers(1, 8)),
        st.tuples(
            st.integers(-3, 5),
            st.sampled_from(
                [
                    "",
                    "woods:1",
                    "woods:7",
                    "bridge:1:36;bridge_elev:0",
                    "bldg_elev:2",
                    "building:1",
                    "x",
                    ";;:",
                ]
            ),
        ),
        min_size=1,
    ).filter(lambda hexes: len({level for level, _ in hexes.values()} | {0}) > 1)
)
def test_any_board_becomes_a_table_with_the_levels_of_its_hexes(hexes: Hexes) -> None:
    table = table_of(board_text(8, 8, hexes))
    levels = {(c, r): hexes.get((c, r), (0, ""))[0] for c in range(1, 9) for r in range(1, 9)}
    lowest = min(levels.values())
    middles = np.array([centre(place) for place in levels])
    places = np.column_stack((middles[:, 0], table.depth - middles[:, 1]))
    found = prepare_table(table).terrain.ground_at(places)
    assert [round(float(each), 6) for each in found] == [level - lowest for level in levels.values()]
    assert all(math.isfinite(piece.base or 0) for piece in table.terrain)
