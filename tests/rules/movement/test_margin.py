import pytest

from tests import builders
from tests.rules.movement.asked import ask, tank, walker


def test_the_least_that_an_allowed_move_hangs_on() -> None:
    wall = builders.wall("wall", builders.box(0, 10.675, 30, 11), height=3)
    margin = ask(walker(), wall, path=[(12, 10)]).margin
    assert margin is not None
    assert (round(margin.inches, 6), margin.of, margin.by, margin.close) == (0.05, "clearance", "wall", True)


def test_move_left_and_move_missing() -> None:
    left = ask(walker(), path=[(14.75, 10)]).margin
    missing = ask(walker(), path=[(15.02, 10)]).margin
    assert left is not None
    assert missing is not None
    assert (round(left.inches, 6), left.of, left.close) == (0.25, "move", False)
    assert (round(missing.inches, 6), missing.of, missing.close) == (0.02, "move", True)


def test_a_refusal_holds_as_far_as_its_clearest_reason() -> None:
    wall = builders.wall("wall", builders.box(0, 10.62, 30, 11), height=3)
    margin = ask(walker(), wall, path=[(12, 10)]).margin
    assert margin is not None
    assert (round(margin.inches, 6), margin.of, margin.by, margin.close) == (0.005, "clearance", "wall", True)
    both = ask(walker(), wall, path=[(17, 10)]).margin
    assert both is not None
    assert (both.inches, both.of) == (2.0, "move")


@pytest.mark.parametrize(("apart", "allowed"), [(2.02, True), (1.98, False)])
def test_travel_between_climbs(apart: float, allowed: bool) -> None:
    hills = [
        builders.hill("low", builders.box(8, 0, 20, 20), height=1),
        builders.hill("high", builders.box(8 + apart, 0, 20, 20), height=2),
    ]
    answer = ask(tank(), *hills, path=[(12, 10)])
    assert answer.allowed is allowed
    assert answer.margin is not None
    assert (round(answer.margin.inches, 6), answer.margin.of) == (0.02, "travel")


def test_a_rise_just_within_the_limit_and_one_just_above() -> None:
    for height, allowed in ((1.97, True), (2.03, False)):
        answer = ask(
            walker(move='20"'), builders.hill("h", builders.box(8, 0, 20, 20), height=height), path=[(12, 10)]
        )
        assert answer.allowed is allowed
        assert answer.margin is not None
        assert (round(answer.margin.inches, 6), answer.margin.of) == (0.03, "height")


def test_states_are_not_measured() -> None:
    assert ask(walker(state=["shutdown"]), path=[(9, 10)]).margin is None


def test_ships_near_the_shore() -> None:
    lake = builders.water("lake", builders.box(0, 0, 12, 20), depth=2)
    for x, allowed in ((11.36, True), (11.39, False)):
        margin = ask(tank(code="n"), lake, path=[(x, 10)]).margin
        assert margin is not None
        assert (round(margin.inches, 6), margin.of, margin.close) == (0.015, "clearance", True)
        assert ask(tank(code="n"), lake, path=[(x, 10)]).allowed is allowed
