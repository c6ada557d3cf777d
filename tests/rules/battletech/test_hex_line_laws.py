"""Whatever lies on a patch: sight is mutual, turning it changes nothing, and woods never open a line."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astrike.model.battletech.hex import HexQuestion, HexSight
from astrike.model.battletech.hex_patch import GROUNDS, SMOKE, WOODS, HexBuilding, HexContents, PlacedUnit
from astrike.model.battletech.unit import KINDS, ClassicUnit
from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.rules.battletech.hexes.grid import Hex, hex_name, hex_named
from astrike.rules.battletech.hexes.line.arcs import arcs_of
from astrike.rules.battletech.hexes.line.sight import see
from astrike.rules.battletech.hexes.patch import HexCase, HexPatch
from astrike.rules.battletech.options_in_use import OptionsInUse

CENTRE = hex_named("3030")
RADIUS = 5
Turn = Callable[[Hex], Hex]
places = st.tuples(st.integers(-RADIUS, RADIUS), st.integers(-RADIUS, RADIUS)).map(
    lambda off: (CENTRE[0] + off[0], CENTRE[1] + off[1])
)
contents = st.builds(
    HexContents,
    level=st.integers(-1, 3),
    woods=st.sampled_from(WOODS),
    smoke=st.sampled_from(SMOKE),
    water=st.sampled_from([None, None, None, 0, 1, 2, 3]),
    ground=st.sampled_from(["clear", *GROUNDS]),
    building=st.none() | st.builds(HexBuilding, levels=st.integers(1, 4)),
)
patches = st.dictionaries(places, contents, max_size=40)
mechs = st.builds(ClassicUnit, kind=st.sampled_from(["biped", "biped", "quad", *KINDS]), prone=st.booleans())
units = st.builds(
    PlacedUnit,
    hex=places.map(hex_name),
    unit=mechs,
    facing=st.integers(0, 5),
    twist=st.integers(-1, 1),
    elevation=st.sampled_from([0, 0, 0, 1, 2, 5]),
)
editions = st.sampled_from(BATTLETECH_IDS)
runs = st.sampled_from(["line", "pair"])
WORSE_WOODS = [("none", "light"), ("light", "heavy"), ("none", "heavy"), ("heavy", "ultra-heavy")]


def case_of(patch: Mapping[Hex, HexContents], edition: str, run: str = "line") -> HexCase:
    rules = load_battletech(edition)
    return HexCase(HexQuestion(), HexPatch(patch), rules, OptionsInUse(rules, {"border-run": run}))


def sixth(place: Hex) -> Hex:
    """Turn a hex by sixty degrees clockwise."""
    q, r = place[0] - CENTRE[0], place[1] - CENTRE[1]
    return CENTRE[0] + q + r, CENTRE[1] - q


def mirrored(place: Hex) -> Hex:
    """Mirror a hex in the line that leads up the map."""
    q, r = place[0] - CENTRE[0], place[1] - CENTRE[1]
    return CENTRE[0] - q, CENTRE[1] + r + q


def moved(placed: PlacedUnit, turn: Turn, facing: int, twist: int) -> PlacedUnit:
    name = hex_name(turn(hex_named(placed.hex)))
    assert name is not None
    return replace(placed, hex=name, facing=facing % 6, twist=twist)


def each_hex(sight: HexSight, turn: Turn = lambda place: place) -> dict[str | None, tuple[object, ...]]:
    """Say by hex what it does, under the name that it has once turned."""
    return {
        hex_name(turn(hex_named(each.hex))): (each.height, each.points, each.is_blocking, each.gives_cover, each.what)
        for each in sight.hexes
    }  # fmt: skip


def verdict(sight: HexSight) -> tuple[object, ...]:
    """Say what no choice between two equal sides may change."""
    return (
        sight.distance, sight.attacker_height, sight.target_height, sight.woods, sight.is_clear, sight.has_cover,
        sight.hexes_inside, sight.levels_inside, sight.is_underwater, [len(place) for place in sight.line],
    )  # fmt: skip


@given(patches, units, units, editions, runs)
def test_sight_is_mutual(patch: Any, one: PlacedUnit, other: PlacedUnit, edition: str, run: str) -> None:
    there, back = (see(case_of(patch, edition, run), *pair) for pair in ((one, other), (other, one)))
    assert there.is_clear == back.is_clear
    assert there.distance == back.distance
    assert each_hex(there).keys() == each_hex(back).keys()
    assert [sorted(place) for place in there.line] == [sorted(place) for place in back.line][::-1]
    if there.side_taken is None:
        assert there.woods == back.woods
        assert Counter(each.key for each in there.blocked_by) == Counter(each.key for each in back.blocked_by)


@given(patches, units, units, editions, runs)
def test_what_blocks_is_named_and_only_then_there_is_no_sight(
    patch: Any, one: PlacedUnit, other: PlacedUnit, edition: str, run: str
) -> None:
    sight = see(case_of(patch, edition, run), one, other)
    assert sight.is_clear == (sight.blocked_by == ())
    assert sight.has_cover == (sight.cover is not None) == (sight.cover_by is not None)
    counted = [each for each in sight.hexes if each.is_counted]
    assert sum(each.points for each in counted) == sight.woods
    assert {each.place for each in counted} == {each.place for each in sight.hexes}
    named = {str(each.facts["hex"]) for each in sight.blocked_by if "hex" in each.facts}
    assert named == {each.hex for each in counted if each.is_blocking}
    assert all(each.hex in each.label for each in sight.hexes)


@given(patches, units, units, editions, runs)
def test_turning_the_patch_turns_the_answer(
    patch: Any, one: PlacedUnit, other: PlacedUnit, edition: str, run: str
) -> None:
    turned = {sixth(place): what for place, what in patch.items()}
    before, after = case_of(patch, edition, run), case_of(turned, edition, run)
    a, t = (moved(each, sixth, each.facing + 1, each.twist) for each in (one, other))
    sight, now = see(before, one, other), see(after, a, t)
    assert verdict(now) == verdict(sight)
    assert (now.side_taken, now.side_hit) == (sight.side_taken, sight.side_hit)
    assert each_hex(now) == each_hex(sight, sixth)
    assert arcs_of(after, a, t) == arcs_of(before, one, other)
    assert before.options.used == after.options.used


SWAPPED = {"left": "right", "right": "left"}


def swapped(name: str) -> str:
    """Give the name of what lies on the other side."""
    return name.replace("left", "?").replace("right", "left").replace("?", "right")


@given(patches, units, units, editions, runs)
def test_mirroring_the_patch_swaps_left_and_right_and_nothing_else(
    patch: Any, one: PlacedUnit, other: PlacedUnit, edition: str, run: str
) -> None:
    image = {mirrored(place): what for place, what in patch.items()}
    before, after = case_of(patch, edition, run), case_of(image, edition, run)
    a, t = (moved(each, mirrored, -each.facing, -each.twist) for each in (one, other))
    sight, now = see(before, one, other), see(after, a, t)
    assert verdict(now) == verdict(sight)
    assert {row.key: row.value for row in now.side_ledger} == {
        SWAPPED[row.key]: row.value for row in sight.side_ledger
    }
    is_tie = any(each.key == "note.border-tie" for each in sight.line_notes)
    if sight.side_taken is None:
        assert now.side_hit == swapped(sight.side_hit or "") or sight.side_hit is None
        assert each_hex(now) == each_hex(sight, mirrored)
    elif not is_tie and sight.side_taken != now.side_taken and sight.side_hit:
        assert now.side_hit == swapped(sight.side_hit)
    assert {(swapped(each.mount), each.is_rear): each.is_in for each in arcs_of(after, a, t)} == {
        (each.mount, each.is_rear): each.is_in for each in arcs_of(before, one, other)
    }


@given(patches, units, units, editions, runs, places, contents, st.sampled_from(WORSE_WOODS))
def test_more_woods_never_lower_points_nor_open_a_line(
    patch: Any, one: PlacedUnit, other: PlacedUnit, edition: str, run: str,
    place: Hex, there: HexContents, woods: tuple[str, str],
) -> None:  # fmt: skip
    fewer, more = (
        see(case_of({**patch, place: replace(there, woods=each)}, edition, run), one, other) for each in woods
    )
    assert more.woods >= fewer.woods
    assert fewer.is_clear or not more.is_clear


@given(patches, units, units, editions)
def test_each_pair_by_itself_is_never_better_for_the_attacker(
    patch: Any, one: PlacedUnit, other: PlacedUnit, edition: str
) -> None:
    by_line, by_pair = (see(case_of(patch, edition, run), one, other) for run in ("line", "pair"))
    assert by_line.is_clear or not by_pair.is_clear


@pytest.mark.timing
def test_sight_across_sixty_hexes_is_found_in_no_time() -> None:
    patch = {
        hex_named(f"{column:02d}{row:02d}"): HexContents(level=(column * row) % 4, woods=WOODS[row % 3],
                                                         building=HexBuilding() if row % 5 == 0 else None)
        for column in range(1, 61)
        for row in range(1, 61)
    }  # fmt: skip
    times = []
    for _ in range(3):
        case, start = case_of(patch, ""), process_time()
        one, other = PlacedUnit("0101", elevation=5), PlacedUnit("6058")
        see(case, one, other)
        see(case, other, one)
        arcs_of(case, one, other)
        times.append(process_time() - start)
    assert min(times) < 0.05


@given(patches, units, units, editions)
def test_who_cannot_stand_is_seen_like_who_lies(
    patch: Any, one: PlacedUnit, other: PlacedUnit, edition: str
) -> None:
    down = replace(one, unit=ClassicUnit(kind="biped", gyro_hits=2))
    prone = replace(one, unit=ClassicUnit(kind="biped", gyro_hits=2, prone=True))
    case = case_of(patch, edition)
    assert see(case, down, other) == see(case, prone, other)
    assert see(case, other, down) == see(case, other, prone)
    assert arcs_of(case, down, other) == arcs_of(case, prone, other)
