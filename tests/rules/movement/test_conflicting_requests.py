"""A move that asks for two things that cannot both be is an error that names them, wherever it is asked."""

import pytest

from astrike.errors import InputError
from astrike.model.movement import MoveQuestion, Waypoint
from astrike.rules.movement.judge import judge_move
from astrike.rules.rulings.move_margins import with_end_margin
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests import builders
from tests.builders import Json

AT = (10.0, 20.0)
LAKE = builders.area("lake", builders.box(12, 10, 30, 30), kind="water", depth=2)
SEA = builders.area("sea", builders.box(2, 10, 30, 30), kind="water", depth=3)
HOUSE = builders.area("house", builders.box(13, 18, 17, 22), kind="building", height=2)
WALKER = builders.mech("A", at=AT, move='10"/8"j')
PARKED = builders.mech("A", at=AT, move='16"v', type="CV")
FLYING = PARKED | {"properties": PARKED["properties"] | {"state": ["airborne"], "elevation": 3}}
SKIMMING = builders.mech("A", at=AT, move='12"g', type="CV", state=["airborne"], elevation=1)
DIVING = builders.mech("A", at=AT, move='12"s', type="CV", state=["submerged"], elevation=-1)


def field_with(unit: Json, *terrain: Json, **head: object) -> PreparedTable:
    return prepare_table(builders.table(unit, *terrain, **head))


def wrong_in(prepared: PreparedTable, *path: tuple, **said: object) -> list[str]:
    question = MoveQuestion(tuple(Waypoint(*point) for point in path), **said)
    with pytest.raises(InputError) as caught:
        judge_move(prepared, "A", question)
    return [problem.at for problem in caught.value.problems]


@pytest.mark.parametrize("edition", ["ce-5.01", "ce-7", "classic-2.3.1"])
@pytest.mark.parametrize(
    ("unit", "terrain", "path", "said", "at"),
    [
        (PARKED, LAKE, [(15, 20, 2)], {"mode": "vtol", "land": True}, ["land"]),
        (FLYING, LAKE, [(15, 20, 3)], {"land": True}, ["land"]),
        (SKIMMING, None, [(15, 20, 1)], {"mode": "wige", "land": True}, ["land"]),
        (WALKER, None, [(15, 20)], {"mode": "jump", "land": True}, ["land"]),
        (WALKER, None, [(15, 20)], {"land": True}, ["land"]),
        (WALKER, None, [], {"mode": "standstill", "land": True}, ["land"]),
        (DIVING, SEA, [(15, 20)], {"mode": "submersible", "land": True}, ["land"]),
        (WALKER, None, [(15, 20)], {"take_off": True}, ["take_off"]),
        (FLYING, None, [(15, 20)], {"take_off": True}, ["take_off"]),
        (WALKER, None, [(15, 20)], {"mode": "jump", "land": True, "take_off": True}, ["land", "take_off"]),
        (WALKER, None, [(15, 20, "roof")], {"mode": "ground"}, ["path[0].z"]),
        (WALKER, None, [(15, 20, "roof")], {"mode": "jump"}, ["path[0].z"]),
        (WALKER, None, [(15, 20, "inside")], {"mode": "jump"}, ["path[0].z"]),
        (FLYING, None, [(15, 20, "roof")], {"mode": "vtol"}, ["path[0].z"]),
        (WALKER, None, [(15, 20, 5)], {"mode": "ground"}, ["path[0].z"]),
        (DIVING, SEA, [(15, 20, "roof")], {"mode": "submersible"}, ["path[0].z"]),
        (WALKER, None, [(13, 20, "under"), (15, 20)], {"mode": "ground"}, ["path[0].z"]),
        (FLYING, None, [(15, 20, "under")], {"mode": "vtol"}, ["path[0].z"]),
    ],
    ids=[
        "lands and ends in the air above water",
        "lands and flies on",
        "a WiGE lands and flies on",
        "a jump that lands",
        "a walker that lands",
        "a landing of who stands still",
        "a submarine that lands",
        "a walker that takes off",
        "what flies takes off",
        "a jump that takes off and lands",
        "a roof where there is none",
        "a jump onto no roof",
        "a jump into nothing",
        "a landing on no roof",
        "a walker in the air",
        "a submarine on a roof",
        "under no bridge",
        "a flight under no bridge",
    ],
)
def test_a_contradiction_is_an_error_that_names_it(
    unit: Json, terrain: Json | None, path: list[tuple], said: dict, at: list[str], edition: str
) -> None:
    prepared = field_with(unit, *([terrain] if terrain else []), edition=edition)
    assert wrong_in(prepared, *path, **said) == at


def test_nobody_boards_what_it_leaves() -> None:
    prepared = field_with(WALKER, builders.mech("T", at=(12, 20)))
    assert "mount" in wrong_in(prepared, (13, 20), mount="T", dismount="T")


@pytest.mark.parametrize(
    ("path", "said", "z"),
    [
        ([(15, 20)], {"take_off": True, "land": True}, 0.0),
        ([(15, 20, 0)], {"take_off": True}, 0.0),
        ([(15, 20, 0)], {"mode": "vtol", "land": True}, 0.0),
        ([(13, 20, 2), (15, 20)], {"mode": "vtol", "land": True}, 0.0),
        ([(15, 20, 2)], {"mode": "vtol"}, 2.0),
    ],
    ids=[
        "up and down again",
        "up, and an end on the ground",
        "a landing at the ground's height",
        "over a point",
        "flies",
    ],
)
def test_what_agrees_is_judged(path: list[tuple], said: dict, z: float) -> None:
    question = MoveQuestion(tuple(Waypoint(*point) for point in path), **said)
    answer = judge_move(field_with(PARKED), "A", question)
    assert answer.allowed
    assert answer.end[2] == z


def test_a_submarine_above_the_water_is_refused_with_a_reason() -> None:
    answer = judge_move(
        field_with(DIVING, SEA), "A", MoveQuestion((Waypoint(15, 20, 2),), mode="submersible")
    )
    assert "move.surface" in [reason.key for reason in answer.refusals]


def test_a_height_that_is_none_a_little_beside_leaves_the_answer_as_it_is() -> None:
    prepared = field_with(PARKED, builders.hill("h", builders.box(15.05, 10, 20, 30), height=1))
    question = MoveQuestion((Waypoint(15, 20, 0),), mode="vtol", land=True)
    answer = judge_move(prepared, "A", question)
    assert with_end_margin(prepared, "A", question, answer).end == answer.end == (15, 20, 0)
