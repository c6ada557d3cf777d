"""A move into contact: by the engine the two touch, and the move is allowed, from every side and past what is there."""

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.geometry.bases import gaps
from astrike.model.attack_question import AttackQuestion
from astrike.model.movement import ContactAnswer, MoveQuestion, Waypoint
from astrike.rules.movement.after_move import moved_unit
from astrike.rules.movement.contact import units_touched, way_into_contact
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.standing_check import base_contacts, standing_findings
from astrike.rules.rulings.move_margins import with_end_margin
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from astrike.tolerance import is_touching
from tests.asking import attack
from tests.builders import Json, box, building, hill, mech, table, vehicle, wall, water, woods
from tests.rules.hex_scene import centre, layout_of
from tests.soak import examples

HOME = (24.0, 18.0)
BASES = st.sampled_from(
    (
        1.25,
        2.0,
        {"shape": "hex", "across": 1.25},
        {"shape": "rect", "width": 1.25, "length": 2.5},
    )
)
NOWHERE = MoveQuestion(())


def walker(at: tuple[float, float] = (10, 10), **more: object) -> Json:
    usual: Json = {"side": "red", "move": '12"/8"j', "motion": "unmoved", "done": False}
    return mech("A", at=at, **{**usual, **more})


def enemy(at: tuple[float, float] = (18, 14), **more: object) -> Json:
    return mech("B", at=at, **{"side": "blue", "done": True, **more})


def asked(*features: Json, question: MoveQuestion = NOWHERE) -> ContactAnswer:
    return way_into_contact(prepare_table(table(*features)), "A", "B", question)


def stored(prepared: PreparedTable, found: ContactAnswer, facing: float | None = None) -> PreparedTable:
    """Give the table as it is stored when the move has been made."""
    assert found.route is not None
    i = prepared.place_of("A")
    unit, answer = prepared.units.units[i], found.route.answer
    at = (round(answer.end[0], 3), round(answer.end[1], 3))
    moved = moved_unit(prepared, replace(unit, at=at, done=True), answer.mode, answer.length)
    moved = moved if facing is None else replace(moved, facing=facing)
    units = tuple(moved if each.id == "A" else each for each in prepared.table.units)
    return prepare_table(replace(prepared.table, units=units))


@settings(max_examples=examples(60, 1500), deadline=None)
@given(
    BASES,
    BASES,
    st.floats(0, 360, allow_nan=False),
    st.floats(0.0, 5.0),
    st.integers(0, 359),
    st.none() | st.integers(0, 359),
)
def test_from_every_side_a_move_into_contact_is_allowed_and_touches_by_the_engine(
    base: object, other: object, angle: float, apart: float, facing: int, at_end: int | None
) -> None:
    far = 4.5 + apart
    at = (
        HOME[0] + far * math.sin(math.radians(angle)),
        HOME[1] + far * math.cos(math.radians(angle)),
    )
    here = prepare_table(
        table(walker(at=at, base=base, facing=facing), enemy(at=HOME, base=other, facing=20))
    )
    question = MoveQuestion((), facing=at_end)
    found = way_into_contact(here, "A", "B", question)
    assert found.route is not None
    answer = judge_move(here, "A", replace(question, path=found.route.path))
    assert answer.allowed
    assert answer.cost == pytest.approx(found.route.answer.cost)
    there = stored(here, found, at_end)
    assert units_touched(there, "A", ["B"]) == ("B",)
    assert units_touched(there, "B", ["A"]) == ("A",)
    assert [each.key for each in base_contacts(there)] == ["standing.contact"]
    assert standing_findings(there) == ()
    assert is_touching(float(gaps(there.units.bases, [0], [1])[0]))
    assert attack(there, "A", "B", AttackQuestion(kind="charge")).refusals == ()


@settings(max_examples=examples(30, 500), deadline=None)
@given(st.sampled_from((0.5, 1.25, 2.0)), st.sampled_from((0.5, 1.25, 2.0)), st.floats(0, 360))
def test_of_round_bases_on_open_ground_the_way_is_the_straight_one(
    base: float, other: float, angle: float
) -> None:
    at = (HOME[0] + 7 * math.sin(math.radians(angle)), HOME[1] + 7 * math.cos(math.radians(angle)))
    found = asked(walker(at=at, base=base), enemy(at=HOME, base=other))
    assert found.route is not None
    assert found.route.answer.cost == pytest.approx(7 - (base + other) / 2, abs=0.001)
    assert len(found.route.path) == 1


def test_it_goes_on_from_the_last_point_of_the_way() -> None:
    found = asked(walker(), enemy(), question=MoveQuestion((Waypoint(14, 10),)))
    assert found.route is not None
    first, last = found.route.path
    assert (first.x, first.y) == (14, 10)
    to_go = math.hypot(18 - 14, 14 - 10) - 1.25
    assert found.route.answer.cost == pytest.approx(4 + to_go, abs=0.001)
    assert math.dist((last.x, last.y), (18, 14)) == pytest.approx(1.25, abs=0.001)


def test_where_no_move_leads_on_from_the_points_another_way_is_found() -> None:
    found = asked(walker(), enemy(), question=MoveQuestion((Waypoint(10, 16),)))
    assert found.route is not None
    assert found.leaves_points
    assert found.route.answer.allowed


def test_a_last_point_on_the_enemy_itself_is_forgotten() -> None:
    found = asked(walker(), enemy(), question=MoveQuestion((Waypoint(14, 10), Waypoint(17.5, 13.5))))
    assert found.route is not None
    assert [(each.x, each.y) for each in found.route.path[:-1]] == [(14, 10)]


def test_who_cannot_go_straight_comes_from_another_side() -> None:
    friends = [mech(f"C{n}", at=at, side="blue") for n, at in enumerate(((16.9, 13.4), (18, 12.7)))]
    found = asked(walker(), enemy(), *friends)
    assert found.route is not None
    straight = math.hypot(8, 4) - 1.25
    assert straight < found.route.answer.cost < straight + 2


def test_a_way_round_a_wall_is_found() -> None:
    found = asked(walker(), enemy(), wall("w", box(13, 5, 13.3, 14.5), height=4))
    assert found.route is not None
    assert len(found.route.path) > 1
    assert found.route.answer.cost < 12


@pytest.mark.parametrize(
    ("mode", "missing"),
    [(None, math.hypot(20, 4) - 1.25 - 12), ("jump", math.hypot(20, 4) - 1.25 - 8)],
)
def test_who_is_too_far_away_is_told_so_and_how_near_it_comes(mode: str | None, missing: float) -> None:
    found = asked(walker(), enemy(at=(30, 14)), question=MoveQuestion((), mode=mode))
    assert found.route is None
    assert found.refused is not None
    assert [each.key for each in found.refused.refusals] == ["move.too-far"]
    assert found.refused.cost - found.refused.available == pytest.approx(missing, abs=0.001)
    assert found.closest is not None
    assert found.closest.answer.allowed
    assert found.gap == pytest.approx(missing, abs=0.001)


def test_who_is_blocked_is_told_by_what() -> None:
    found = asked(walker(), enemy(), water("w", box(16, 12, 20, 16), depth=3))
    assert found.route is None
    assert found.refused is not None
    assert not found.refused.allowed
    assert found.closest is not None
    assert 0 < found.gap < 3


def test_who_cannot_get_near_at_all_has_no_closest_move() -> None:
    found = asked(walker(move='0"'), enemy())
    assert found.route is None
    assert found.closest is None
    assert found.gap == pytest.approx(math.hypot(8, 4) - 1.25)


def test_a_jump_comes_down_beside_the_enemy() -> None:
    found = asked(
        walker(),
        enemy(at=(16, 13)),
        hill("h", box(12, 5, 14, 18), height=3),
        question=replace(NOWHERE, mode="jump"),
    )
    assert found.route is not None
    assert found.route.answer.mode == "jump"
    assert len(found.route.path) == 1


def test_a_dearer_straight_way_gives_way_to_a_cheaper_side() -> None:
    trees = woods("t", box(15, 8, 16.4, 12.6))
    found = asked(walker(), enemy(), trees)
    assert found.route is not None
    straight = judge_move(
        prepare_table(table(walker(), enemy(), trees)), "A", MoveQuestion((Waypoint(16.882, 13.441),))
    )
    assert found.route.answer.cost <= straight.cost


def test_who_stands_on_a_roof_is_met_there() -> None:
    house = building("h", box(16, 12, 21, 17), height=1)
    found = asked(walker(move='14"'), enemy(type="CI", elevation="roof", size=1), house)
    assert found.route is not None
    assert found.route.answer.on == "h"


HEXES = {"grid": {"hex": 2, "top": "flat"}}


def test_on_hexes_a_neighboring_hex_is_in_contact() -> None:
    layout = layout_of(HEXES)
    units = walker(at=centre(layout, "0808")), enemy(at=centre(layout, "1108"))
    here = prepare_table(table(*units, **HEXES))
    found = way_into_contact(here, "A", "B", NOWHERE)
    assert found.route is not None
    assert found.route.answer.allowed
    assert units_touched(here, "A", ["B"]) == ()
    assert units_touched(stored(here, found), "A", ["B"]) == ("B",)


def test_those_that_touch_are_named_among_several() -> None:
    here = prepare_table(
        table(
            walker(at=(10, 10)),
            enemy(at=(11.25, 10)),
            vehicle("C", at=(10, 12), side="blue"),
        )
    )
    assert units_touched(here, "A", ["B", "C"]) == ("B",)
    assert units_touched(here, "A", []) == ()


def test_contact_that_is_meant_is_no_close_call() -> None:
    here = prepare_table(table(walker(), enemy()))
    found = way_into_contact(here, "A", "B", NOWHERE)
    assert found.route is not None
    question = MoveQuestion(found.route.path)
    answer = with_end_margin(here, "A", question, judge_move(here, "A", question))
    assert answer.margin is not None
    assert not answer.margin.close
    beside = MoveQuestion((Waypoint(16.85, 13.41),))
    near = with_end_margin(here, "A", beside, judge_move(here, "A", beside))
    assert near.margin is not None
    assert near.margin.close
