import pytest

from tests import builders
from tests.rules.movement.move_questions import ask, keys, mobility


def other(at: tuple[float, float], **card: object) -> builders.Json:
    return builders.mech("B", at, side="red", **card)


@pytest.mark.parametrize(("x", "expected"), [(9.75, []), (9.76, ["move.stacking"])])
def test_nobody_ends_on_anybody(x: float, expected: list[str]) -> None:
    answer = ask(mobility(), other((11, 10)), path=[(x, 10)])
    assert keys(answer) == expected
    assert answer.margin is not None
    assert answer.margin.close


def test_nor_above_or_below_anybody() -> None:
    flyer = other((9, 10), type="CV", move='12"v', elevation=5, state=["airborne"])
    assert keys(ask(mobility(), flyer, path=[(9, 10)])) == ["move.stacking"]
    assert ask(mobility(), flyer, path=[(12, 10)]).allowed


@pytest.mark.parametrize("gone", [{"state": ["destroyed"]}, {"state": ["off-table"]}, {"carried_by": "C"}])
def test_what_is_not_there_takes_no_space(gone: dict[str, object]) -> None:
    bus = builders.vehicle("C", (30, 30), side="red", specials=["IT9"])
    assert keys(ask(mobility(), other((9, 10), **gone), bus, path=[(9, 10)])) == []


def test_a_long_base_turned_at_the_end_is_measured_as_it_lies() -> None:
    base = {"shape": "rect", "width": 1, "length": 3}
    unit = mobility(base=base, facing=0)
    assert ask(unit, other((10.5, 10)), path=[(9, 10)]).allowed
    assert keys(ask(unit, other((10.5, 10)), path=[(9, 10)], facing=90)) == ["move.stacking"]


def test_the_way_off_the_table() -> None:
    answer = ask(mobility((3, 10)), path=[(-1, 10)])
    assert keys(answer) == ["move.off-table"]
    assert (answer.refusals[0].at, answer.refusals[0].until) == (pytest.approx(3.0, abs=1e-5), 4.0)
    back = ask(mobility((3, 10)), path=[(-1, 10), (2, 10)])
    assert keys(back) == ["move.off-table"]
    assert back.refusals[0].until == pytest.approx(5.0, abs=1e-5)


def test_a_base_over_the_edge_is_a_note() -> None:
    answer = ask(mobility((3, 10)), path=[(0.5, 10)])
    assert answer.allowed
    assert [(check.key, round(float(check.facts["inches"]), 6)) for check in answer.checks] == [
        ("overhang", 0.125)
    ]
