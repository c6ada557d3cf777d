import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.errors import InputError, NotFound
from astrike.model.card import parse_move
from astrike.model.movement import MoveAnswer, MoveQuestion, Waypoint
from astrike.model.table import Table
from astrike.model.terrain import Outline
from astrike.model.unit import Base
from astrike.rules.movement.judge import judge_move
from astrike.rules.table.prepared_table import prepare_table
from tests import builders
from tests.bench.tables import table_of
from tests.builders import Json
from tests.oracle.scenes import random_scene
from tests.rules.movement.move_questions import Stop, ask, foot, keys, ledger, mobility, tank
from tests.soak import examples

HILL = builders.box(9, 0, 20, 20)
"""The 'Mech at (5, 10) is four inches from it."""
SHORE = builders.box(8.625, 0, 20, 20)
"""Three inches from the edge of its base."""


# ---- the book's examples


def test_four_inches_two_up_and_two_across_are_ten() -> None:
    answer = ask(mobility(), builders.hill("hill", HILL, height=2), path=[(11, 10)])
    assert answer.allowed
    assert answer.cost == 10.0
    assert ledger(answer) == {"path": 6.0, "level": 4.0}
    assert answer.end == (11, 10, 2.0)
    assert answer.on == "hill"


def test_four_inches_at_once_are_too_steep() -> None:
    answer = ask(mobility(move='20"'), builders.hill("hill", HILL, height=4), path=[(11, 10)])
    assert keys(answer) == ["move.cliff", "move.steep"]
    cliff, steep = answer.refusals
    assert (round(cliff.at, 6), round(cliff.until, 6), cliff.by) == (3.375, 4.625, "hill")
    assert (steep.at, steep.by, dict(steep.facts)) == (
        4.0,
        "hill",
        {"rise": 4.0, "inches": 0.0, "limit": 2.0, "window": 2.0},
    )


def test_round_the_hill_costs_its_inches() -> None:
    hill = builders.hill("hill", builders.box(9, 0, 20, 9), height=4)
    assert ask(mobility(), hill, path=[(8, 10), (15, 10)]).cost == 10.0


def test_woods_cost_one_more_where_the_base_is_over_them() -> None:
    woods = builders.woods("woods", builders.box(12.625, 0, 20, 20))
    assert ask(mobility(), woods, path=[(13.5, 10)]).cost == 10.0
    assert keys(ask(mobility(), woods, path=[(13.51, 10)])) == ["move.too-far"]


def test_into_water_one_pays_level_and_surcharge() -> None:
    answer = ask(mobility(), builders.water("lake", SHORE, depth=1), path=[(9.5, 10)])
    assert answer.cost == 8.0
    assert ledger(answer) == {"path": 4.5, "terrain.water": 1.5, "level": 2.0}
    assert answer.end == (9.5, 10, -1.0)


def test_deep_water_costs_three_more() -> None:
    answer = ask(mobility(), builders.water("lake", SHORE, depth=2), path=[(9.375, 10)])
    assert ledger(answer) == {"path": 4.375, "terrain.water": 4.125, "level": 4.0}
    assert keys(answer) == ["move.too-far"]


@pytest.mark.parametrize(("gap", "expected"), [(1.0, ["move.gap"]), (1.25, []), (1.3, [])])
def test_the_whole_base_fits_between_two_enemies(gap: float, expected: list[str]) -> None:
    away = gap / 2 + 0.625
    enemies = [builders.mech(name, (8, 10 + by), side="blue") for name, by in (("B", away), ("C", -away))]
    assert keys(ask(mobility(), *enemies, path=[(12, 10)])) == expected


@pytest.mark.parametrize(("gap", "expected"), [(1.0, ["move.gap"]), (1.3, [])])
def test_the_whole_base_fits_between_two_cliffs_or_walls(gap: float, expected: list[str]) -> None:
    north, south = builders.box(9, 10 + gap / 2, 20, 20), builders.box(9, 0, 20, 10 - gap / 2)
    for kind in ("hill", "wall"):
        pieces = [builders.area(name, box, kind=kind, height=3) for name, box in (("n", north), ("s", south))]
        answer = ask(mobility(), *pieces, path=[(12, 10)])
        assert keys(answer) == expected
        if expected:
            (reason,) = answer.refusals
            assert reason.facts["gap"] == pytest.approx(gap)
            assert {reason.by} <= {"n, s", "s, n"}


def test_a_base_on_two_levels_is_refused_though_the_centre_stays_below() -> None:
    hill = builders.hill("hill", builders.box(9, 10.5, 20, 20), height=3)
    answer = ask(mobility(), hill, path=[(12, 10)])
    assert keys(answer) == ["move.cliff"]
    assert dict(answer.refusals[0].facts) == {"low": 0.0, "high": 3.0, "limit": 2.0}


@pytest.mark.parametrize(
    ("apart", "expected"),
    [(1.0, ["move.steep", "move.cliff"]), (1.99, ["move.steep"]), (2.0, []), (2.5, [])],
)
def test_tanks_climb_an_inch_in_two(apart: float, expected: list[str]) -> None:
    hills = [
        builders.hill("low", builders.box(8, 0, 20, 20), height=1),
        builders.hill("high", builders.box(8 + apart, 0, 20, 20), height=2),
    ]
    assert keys(ask(tank(), *hills, path=[(12, 10)])) == expected


def test_a_mech_climbs_four_steps_an_inch_apart() -> None:
    hills = [builders.hill(f"h{k}", builders.box(7 + k, 0, 20, 20), height=1 + k) for k in range(4)]
    answer = ask(mobility(move='14"'), *hills, path=[(11, 10)])
    assert answer.allowed
    assert ledger(answer) == {"path": 6.0, "level": 8.0}


def test_infantry_pays_four_for_an_inch_up_and_nothing_for_woods() -> None:
    step = builders.hill("hill", builders.box(6, 0, 20, 20), height=1)
    assert ask(foot(move='6"f'), step, path=[(7, 10)]).cost == 6.0
    woods = builders.woods("woods", builders.box(0, 0, 20, 20))
    assert ask(foot(move='3"f'), woods, path=[(8, 10)]).cost == 3.0


def test_two_inches_more_on_the_road_and_the_woods_beside_it_do_not_count() -> None:
    road = builders.area("road", builders.box(0, 9.7, 30, 10.3), kind="road")
    woods = builders.woods("woods", builders.box(6, 0, 20, 20))
    answer = ask(tank(move='8"t'), road, woods, path=[(15, 10)])
    assert (answer.allowed, answer.cost, answer.available) == (True, 10.0, 10.0)
    off = ask(tank(move='8"t'), road, woods, path=[(7, 10.4)])
    assert off.available == 8.0
    assert ledger(off)["terrain.woods"] > 1.0


def test_hover_vehicles_ride_over_the_lake() -> None:
    lake = builders.water("lake", builders.box(5.625, 0, 8.625, 20), depth=2)
    answer = ask(tank(code="h"), lake, path=[(10, 10)])
    assert (answer.allowed, answer.cost, answer.end[2]) == (True, 5.0, 0.0)


@pytest.mark.parametrize(
    ("unit", "kind", "cost", "lost"),
    [
        (mobility(move='13"'), "medium", 13.0, {"house": 3}),
        (tank(), "light", 10.0, {"house": 3}),
        (foot(), "light", 7.0, {}),
    ],
    ids=["'Mech", "tracked vehicle", "infantry"],
)
def test_three_inches_through_a_building(
    unit: builders.Json, kind: str, cost: float, lost: dict[str, int]
) -> None:
    house = builders.building("house", builders.box(8, 0, 9.75, 20), height=3, class_=kind, cf=4)
    answer = ask(unit, house, path=[(9, 10, "inside"), (12, 10)])
    assert answer.allowed
    assert answer.cost == cost
    assert answer.cf_lost == lost


def test_a_move_that_is_too_dear_but_short_is_minimum_movement() -> None:
    woods = builders.woods("woods", builders.box(0, 0, 20, 20))
    answer = ask(mobility(move='2"'), woods, path=[(7, 10)])
    assert (answer.allowed, answer.mode, answer.cost) == (True, "minimum", 2.0)
    assert (answer.derived.motion, answer.derived.tmm) == ("minimum", 0)
    assert keys(ask(mobility(move='2"'), woods, path=[(7.01, 10)])) == ["move.too-far"]
    assert keys(ask(mobility(), path=[(7.01, 10)], mode="minimum")) == ["move.minimum-far"]


def test_an_immobile_unit_has_no_minimum_movement() -> None:
    assert keys(ask(mobility(move='0"'), path=[(6, 10)])) == ["move.immobile"]


# ---- what a move leaves behind


def test_less_than_an_inch_is_standing_still() -> None:
    answer = ask(mobility(), path=[(5.9, 10)])
    assert (answer.derived.motion, answer.derived.manner, answer.derived.tmm) == (
        "standstill",
        "standstill",
        0,
    )
    moved = ask(mobility(), path=[(6, 10)])
    assert (moved.derived.motion, moved.derived.manner, moved.derived.tmm) == ("ground", "ground", 2)


SEA = builders.water("sea", builders.box(0, 0, 40, 36), depth=6)
STANDING = {
    "on the ground": (mobility(), ()),
    "in the air": (tank(code="v", state=["airborne"], elevation=3), ()),
    "as a WiGE": (tank(code="g", state=["airborne"], elevation=1), ()),
    "under water": (tank(code="s", state=["submerged"], elevation=-3), (SEA,)),
}


@pytest.mark.parametrize("who", STANDING)
@pytest.mark.parametrize(("inches", "stands"), [(0.99, True), (1.0, False), (5.0, False)])
def test_nobody_stands_still_and_moves_an_inch(who: str, inches: float, stands: bool) -> None:
    unit, around = STANDING[who]
    answer = ask(unit, *around, path=[(5 + inches, 10)], mode="standstill")
    assert ("move.too-far" in keys(answer)) != stands


@pytest.mark.parametrize(("who", "z"), [("in the air", 5), ("under water", -5)])
def test_who_rises_or_dives_does_not_stand_still(who: str, z: float) -> None:
    unit, around = STANDING[who]
    answer = ask(unit, *around, path=[(5, 10, z)], mode="standstill")
    assert keys(answer) == ["move.too-far"]


@pytest.mark.parametrize(
    ("unit", "mode", "stop", "at"),
    [
        (tank(move='10"v'), "vtol", (15, 10, 3), 4.0),
        (tank(move='10"v', state=["airborne"], elevation=5), "vtol", (14, 10, 2), 9.0),
        (tank(move='12"g'), "wige", (15, 10), 8.0),
        (tank(move='8"s', state=["submerged"], elevation=-1), "submersible", (11, 10, -3), 6.0),
        (tank(move='8"s', state=["submerged"], elevation=-3), "submersible", (11, 10, -1), 4.0),
    ],
    ids=["rises first", "sinks last", "takes off first", "dives last", "surfaces first"],
)
def test_move_runs_out_where_the_height_is_paid(unit: Json, mode: str, stop: Stop, at: float) -> None:
    sea = [SEA] if mode == "submersible" else []
    (reason,) = ask(unit, *sea, path=[stop], mode=mode).refusals
    assert (reason.key, reason.at) == ("move.too-far", pytest.approx(at))


def test_a_loop_counts_by_its_path_unless_the_option_says_otherwise() -> None:
    loop = [(7.0, 10.0), (5.2, 10.0)]
    answer = ask(mobility(), path=loop)
    assert answer.derived.manner == "ground"
    assert [option.id for option in answer.options_used] == ["move.loop"]
    assert ask(mobility(), path=loop, options={"move.loop": "displacement"}).derived.manner == "standstill"


def test_a_sprint_is_half_as_far_again_and_the_tmm_stays() -> None:
    answer = ask(mobility(move='9"'), path=[(19, 10)], mode="sprint")
    assert (answer.allowed, answer.available, answer.derived.tmm) == (True, 14.0, 2)
    assert keys(ask(mobility(move='9"'), path=[(19.01, 10)], mode="sprint")) == ["move.too-far"]


# ---- the question


def test_unknown_units_are_not_found() -> None:
    with pytest.raises(NotFound):
        ask(mobility(), path=[(6, 10)], unit="B")


@pytest.mark.parametrize(
    ("question", "at"),
    [
        (MoveQuestion(path=()), ["path"]),
        (MoveQuestion(path=(Waypoint(6, 10),), mode="crawl"), ["mode"]),
        (MoveQuestion(path=(Waypoint(math.nan, 10),)), ["path[0].x"]),
        (MoveQuestion(path=(Waypoint(6, 1001),)), ["path[0].y"]),
        (MoveQuestion(path=(Waypoint(6, 10, "moon"),)), ["path[0].z"]),
        (MoveQuestion(path=(Waypoint(6, 10, math.inf),)), ["path[0].z"]),
        (MoveQuestion(path=(Waypoint(6, 10),) * 201), ["path"]),
        (MoveQuestion(path=(Waypoint(6, 10),), mount="bus"), ["mount"]),
        (MoveQuestion(path=(Waypoint(6, 10),), mount="A"), ["mount"]),
        (MoveQuestion(path=(Waypoint(6, 10),), facing=math.inf), ["facing"]),
        (MoveQuestion(path=(Waypoint(6, 10, "roof"),)), ["path[0].z"]),
        (MoveQuestion(path=(Waypoint(6, 10, 3.0),)), ["path[0].z"]),
        (MoveQuestion(path=(), mode="crawl", mount="bus"), ["mode", "path", "mount"]),
    ],
)
def test_wrong_questions_are_refused_with_every_problem(question: MoveQuestion, at: list[str]) -> None:
    prepared = prepare_table(builders.table(mobility()))
    with pytest.raises(InputError) as error:
        judge_move(prepared, "A", question)
    assert [problem.at for problem in error.value.problems] == at


def test_who_says_no_mode_moves_as_the_card_has_it() -> None:
    answer = ask(mobility(), path=[(6, 10)], mode=None)
    assert answer.mode == "ground"
    assert "move.mode" in [note.at for note in answer.assumed]


def test_a_card_with_two_ways_on_the_ground_takes_the_one_that_may() -> None:
    rough = builders.area("rough", builders.box(6, 0, 20, 20), kind="rough")
    assert keys(ask(tank(move='8"w'), rough, path=[(7, 10)])) == ["move.prohibited"]
    assert ask(tank(move='8"w/6"t'), rough, path=[(7, 10)]).available == 6.0


# ---- laws


CARDS = (
    ("BM", '10"'),
    ("CV", '10"t'),
    ("CI", '8"f'),
    ("CV", '10"h'),
    ("PM", '9"'),
    ("CV", '10"w'),
    ("IM", '8"'),
)
BASES = (None, Base("hex", 1.25, 1.25), Base("rect", 1.0, 2.0))
EDITIONS = ("ce-5.01", "ce-7", "classic-2.3.1")


@st.composite
def moves(draw: st.DrawFn) -> tuple[Table, list[tuple[float, float]]]:
    """A unit somewhere on a cluttered table, and three legs."""
    table = replace(
        table_of(random_scene(draw(st.integers(0, 30)), units=4)), edition=draw(st.sampled_from(EDITIONS))
    )
    kind, move = draw(st.sampled_from(CARDS))
    at = (draw(st.floats(2, table.width - 2)), draw(st.floats(2, table.depth - 2)))
    moving_unit = replace(
        table.units[0],
        type=kind,
        move=parse_move(move),
        at=at,
        base=draw(st.sampled_from(BASES)),
        heat=0,
        motion="unmoved",
        elevation=None,
    )
    path = [at]
    for _ in range(3):
        angle, length = draw(st.floats(0, 2 * math.pi)), draw(st.floats(0.25, 4))
        path.append((path[-1][0] + length * math.cos(angle), path[-1][1] + length * math.sin(angle)))
    return replace(table, units=(moving_unit, *table.units[1:])), path[1:]


def judged(table: Table, path: list[tuple[float, float]]) -> MoveAnswer:
    question = MoveQuestion(tuple(Waypoint(x, y) for x, y in path), "ground")
    return judge_move(prepare_table(table), table.units[0].id, question)


def gist(answer: MoveAnswer) -> tuple[object, ...]:
    return answer.allowed, answer.mode, sorted(set(keys(answer))), round(answer.cost, 4)


def hangs_by_a_hair(answer: MoveAnswer) -> bool:
    return answer.margin is not None and answer.margin.inches < 1e-5


@settings(max_examples=examples(13, soaked=25), deadline=None)
@given(moves(), st.integers(0, 2), st.floats(0.01, 0.99))
def test_splitting_a_leg_changes_nothing(
    move: tuple[Table, list[tuple[float, float]]], leg: int, share: float
) -> None:
    table, path = move
    every = [table.units[0].at, *path]
    (x, y), (u, v) = every[leg], every[leg + 1]
    middle = (x + (u - x) * share, y + (v - y) * share)
    whole, split = judged(table, path), judged(table, [*path[:leg], middle, *path[leg:]])
    assert gist(whole) == gist(split) or hangs_by_a_hair(whole)
    assert math.fsum(term.value for term in whole.terms) == pytest.approx(whole.cost, abs=1e-9)
    assert math.fsum(part.cost for part in whole.legs) == pytest.approx(whole.cost, abs=1e-6)


@settings(max_examples=examples(13, soaked=25), deadline=None)
@given(moves())
def test_turning_and_mirroring_change_nothing(move: tuple[Table, list[tuple[float, float]]]) -> None:
    table, path = move
    was = judged(table, path)
    turned = judged(*_moved(table, path, lambda x, y: (y, x)))
    mirrored = judged(*_moved(table, path, lambda x, y: (table.width - x, y)))
    assert gist(turned) == gist(was) or hangs_by_a_hair(was)
    assert gist(mirrored) == gist(was) or hangs_by_a_hair(was)


@settings(max_examples=examples(13, soaked=25), deadline=None)
@given(moves(), st.floats(0.1, 1.25))
def test_a_smaller_base_and_more_move_never_restrict(
    move: tuple[Table, list[tuple[float, float]]], width: float
) -> None:
    table, path = move
    moving_unit = replace(table.units[0], base=Base("round", 1.25, 1.25))
    usual = judged(replace(table, units=(moving_unit, *table.units[1:])), path)
    small = replace(moving_unit, base=Base("round", width, width))
    answer = judged(replace(table, units=(small, *table.units[1:])), path)
    assert moving_unit.move is not None
    fast = replace(moving_unit, move=parse_move("1" + moving_unit.move.printed))
    if usual.allowed:
        assert answer.allowed
        assert judged(replace(table, units=(fast, *table.units[1:])), path).allowed
    if usual.mode == answer.mode:
        assert answer.cost <= usual.cost + 1e-6


def _moved(table: Table, path: list[tuple[float, float]], to) -> tuple[Table, list[tuple[float, float]]]:  # type: ignore[no-untyped-def]
    """Put everything where `to` says: a mirror image."""

    def outline(one: Outline) -> Outline:
        return Outline(
            tuple(to(*p) for p in reversed(one.exterior)),
            tuple(tuple(to(*p) for p in reversed(hole)) for hole in one.holes),
        )

    def direction(degrees: float | None) -> float | None:
        if degrees is None:
            return None
        (x, y), (u, v) = to(0.0, 0.0), to(math.sin(math.radians(degrees)), math.cos(math.radians(degrees)))
        return math.degrees(math.atan2(u - x, v - y)) % 360

    width, depth = (table.depth, table.width) if to(1.0, 0.0) == (0.0, 1.0) else (table.width, table.depth)
    there = replace(
        table,
        width=width,
        depth=depth,
        terrain=tuple(
            replace(
                piece, outlines=tuple(outline(one) for one in piece.outlines), toward=direction(piece.toward)
            )
            for piece in table.terrain
        ),
        units=tuple(replace(unit, at=to(*unit.at), facing=direction(unit.facing)) for unit in table.units),
    )
    return there, [to(*place) for place in path]
