import pytest

from astrike.rules.table.prepared_table import prepare_table
from tests import builders
from tests.rules.movement.move_questions import ask, foot, keys, mobility, tank


def test_the_least_that_an_allowed_move_hangs_on() -> None:
    wall = builders.wall("wall", builders.box(0, 10.675, 30, 11), height=3)
    margin = ask(mobility(), wall, path=[(12, 10)]).margin
    assert margin is not None
    assert (round(margin.inches, 6), margin.of, margin.by, margin.close) == (0.05, "clearance", "wall", True)


def test_move_left_and_move_missing() -> None:
    left = ask(mobility(), path=[(14.75, 10)]).margin
    missing = ask(mobility(), path=[(15.02, 10)]).margin
    assert left is not None
    assert missing is not None
    assert (round(left.inches, 6), left.of, left.close) == (0.25, "move", False)
    assert (round(missing.inches, 6), missing.of, missing.close) == (0.02, "move", True)


@pytest.mark.parametrize(("x", "left"), [(15.0, 0.0), (15.0 - 5e-7, 5e-7), (14.99, 0.01)])
def test_all_of_the_move_and_no_more_is_no_close_call(x: float, left: float) -> None:
    answer = ask(mobility(), path=[(x, 10)])
    assert answer.allowed
    assert answer.margin is not None
    assert answer.margin.inches == pytest.approx(left, abs=1e-9)
    assert (answer.margin.of, answer.margin.close) == ("move", left == 0.01)


def test_nothing_left_of_the_move_hides_nothing_that_is_close() -> None:
    wall = builders.wall("wall", builders.box(0, 10.675, 30, 11), height=3)
    margin = ask(mobility(), wall, path=[(15, 10)]).margin
    assert margin is not None
    assert (round(margin.inches, 6), margin.of, margin.by, margin.close) == (0.05, "clearance", "wall", True)


def transport(x: float) -> builders.Json:
    card = {"type": "CV", "move": '16"t', "side": "red", "specials": ["IT12"], "motion": "unmoved"}
    return builders.unit("T", (x, 10), **card)


def squad(**card: object) -> builders.Json:
    return foot(specials=["CAR4"], **card)


def test_the_transport_that_has_to_be_touched_is_no_close_call() -> None:
    end = 11.0
    apart = gap_of(squad(), transport(end + 3))
    boards = ask(squad(), transport(end + 3 - apart), path=[(end, 10)], mount="T")
    assert boards.allowed, keys(boards)
    assert boards.margin is not None
    assert (boards.margin.by, boards.margin.close) == (None, False)
    passes = ask(squad(), transport(end + 3 - apart), path=[(end, 10)])
    assert passes.margin is not None
    assert (passes.margin.by, passes.margin.close) == ("T", True)


def test_nor_is_the_one_that_is_left() -> None:
    end = 5.0
    apart = gap_of(squad(), transport(end + 3), end=end)
    aboard = squad(carried_by="T", carried_as="inside")
    leaves = ask(aboard, transport(end + 3 - apart), path=[(end, 10)], dismount="T")
    assert leaves.allowed, keys(leaves)
    assert leaves.margin is None or not leaves.margin.close


def test_how_far_a_base_lies_over_its_transport_is_not_measured() -> None:
    apart = gap_of(squad(), transport(8), end=5.0)
    aboard = squad(carried_by="T", carried_as="inside")
    over = ask(aboard, transport(8 - apart - 0.01), path=[(5, 10)], dismount="T")
    assert keys(over) == ["move.stacking"]
    assert over.margin is None


def gap_of(*units: builders.Json, end: float = 11.0) -> float:
    """Give the inches between the bases with the first of them moved along the row to `end`."""
    bases = prepare_table(builders.table(*units)).units.bases
    return float(bases.xy[1][0] - end - bases.radius.sum())


def test_a_refusal_holds_as_far_as_its_clearest_reason() -> None:
    wall = builders.wall("wall", builders.box(0, 10.62, 30, 11), height=3)
    margin = ask(mobility(), wall, path=[(12, 10)]).margin
    assert margin is not None
    assert (round(margin.inches, 6), margin.of, margin.by, margin.close) == (0.005, "clearance", "wall", True)
    both = ask(mobility(), wall, path=[(17, 10)]).margin
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
            mobility(move='20"'),
            builders.hill("h", builders.box(8, 0, 20, 20), height=height),
            path=[(12, 10)],
        )
        assert answer.allowed is allowed
        assert answer.margin is not None
        assert (round(answer.margin.inches, 6), answer.margin.of) == (0.03, "height")


def test_states_are_not_measured() -> None:
    assert ask(mobility(state=["shutdown"]), path=[(9, 10)]).margin is None


def test_ships_near_the_shore() -> None:
    lake = builders.water("lake", builders.box(0, 0, 12, 20), depth=2)
    for x, allowed in ((11.36, True), (11.39, False)):
        margin = ask(tank(code="n"), lake, path=[(x, 10)]).margin
        assert margin is not None
        assert (round(margin.inches, 6), margin.of, margin.close) == (0.015, "clearance", True)
        assert ask(tank(code="n"), lake, path=[(x, 10)]).allowed is allowed
