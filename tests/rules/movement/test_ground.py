import pytest

from tests import builders
from tests.rules.movement.move_questions import ask, keys, ledger, mobility, tank

WOODS = builders.woods("woods", builders.box(8, 0, 20, 20))


def test_legs_share_the_cost_and_name_what_is_under_the_base() -> None:
    answer = ask(mobility(), WOODS, path=[(7, 10), (9, 10), (9, 12)])
    assert [(round(leg.length, 6), round(leg.cost, 6), leg.terrain) for leg in answer.legs] == [
        (2.0, 2.0, ()),
        (2.0, 3.625, ("woods",)),
        (2.0, 4.0, ("woods",)),
    ]
    assert answer.cost == pytest.approx(9.625)


@pytest.mark.parametrize(
    ("x", "inside", "bought"),
    [(8, 0.625, 1.0), (8.375, 1.0, 1.0), (8.475, 1.1, 1.5), (8.875, 1.5, 1.5), (9.5, 2.125, 2.5)],
)
def test_the_first_inch_is_bought_whole_where_the_option_says_so(
    x: float, inside: float, bought: float
) -> None:
    exact = ask(mobility(move='30"'), WOODS, path=[(x, 10)])
    whole = ask(mobility(move='30"'), WOODS, path=[(x, 10)], options={"move.terrain-entry": "whole-inch"})
    assert ledger(exact)["terrain.woods"] == pytest.approx(inside)
    assert whole.cost == pytest.approx(x - 5 - inside + 2 * bought)
    assert sum(leg.cost for leg in whole.legs) == pytest.approx(whole.cost)
    decided = "move.terrain-entry" in [option.id for option in whole.options_used]
    assert decided is (bought > inside)


def test_where_the_move_runs_out() -> None:
    (reason,) = ask(mobility(), WOODS, path=[(12, 10)]).refusals
    assert reason.key == "move.too-far"
    assert reason.at == pytest.approx(2.375 + (10 - 2.375) / 2)
    assert dict(reason.facts) == {"cost": pytest.approx(7 + 4.625), "available": 10.0}


def test_all_reasons_are_told_in_order_of_travel() -> None:
    wall = builders.wall("wall", builders.box(6, 0, 6.5, 20), height=3)
    rough = builders.area("rough", builders.box(9, 0, 12, 20), kind="rough")
    enemy = builders.mech("B", (15, 10), side="blue")
    answer = ask(tank(code="w", move='9"w'), wall, rough, enemy, path=[(20, 10)])
    assert keys(answer) == ["move.wall", "move.prohibited", "move.enemy", "move.too-far"] or keys(answer) == [
        "move.wall",
        "move.prohibited",
        "move.too-far",
        "move.enemy",
    ]
    assert [reason.by for reason in answer.refusals if reason.by] == ["wall", "rough", "B"]
    assert all(reason.cite.page for reason in answer.refusals)


def test_twice_through_the_same_woods_is_twice_told() -> None:
    woods = builders.woods("woods", builders.box(8, 0, 9, 20))
    answer = ask(tank(move='30"h'), woods, path=[(12, 10), (6, 10)])
    assert [(reason.key, round(reason.at, 4)) for reason in answer.refusals] == [
        ("move.prohibited", 2.375),
        ("move.prohibited", 9.375),
    ]


def test_ground_and_profile_for_the_pictures() -> None:
    hill = builders.hill("hill", builders.box(10, 0, 20, 20), height=1)
    answer = ask(mobility(), WOODS, hill, path=[(11, 10)])
    assert [(part.piece, part.kind, round(part.start, 4), part.end) for part in answer.ground] == [
        ("woods", "woods", 2.375, 6.0)
    ]
    assert [(rise.start, rise.end, rise.z_start, rise.z_end) for rise in answer.profile] == [
        (0.0, 5.0, 0.0, 0.0),
        (5.0, 6.0, 1.0, 1.0),
    ]


def test_a_ramp_is_paid_by_its_height_and_in_classic_by_the_inch() -> None:
    pieces = (
        builders.ramp("ramp", builders.box(8, 0, 14, 20), toward=90, height=2),
        builders.hill("hill", builders.box(14, 0, 30, 20), height=2),
    )
    assert ledger(ask(mobility(move='20"'), *pieces, path=[(15, 10)])) == {"path": 10.0, "level": 4.0}
    classic = ask(mobility(move='20"'), *pieces, path=[(15, 10)], edition="classic-2.3.1")
    assert ledger(classic) == {"path": 10.0, "level": 6.0}


def test_slopes_steeper_than_the_limit_and_higher_than_it_are_prohibited() -> None:
    ramp = builders.ramp("ramp", builders.box(8, 0, 10, 20), toward=90, height=4)
    answer = ask(mobility((7, 5), move='30"'), ramp, path=[(7.5, 15)])
    assert keys(answer) == ["move.steep"]
    assert dict(answer.refusals[0].facts) == {"rise": 4.0, "inches": 2.0, "limit": 2.0, "window": 2.0}
    low = builders.ramp("ramp", builders.box(8, 0, 9, 20), toward=90, height=2)
    assert ask(mobility(), low, path=[(8.9, 10)]).allowed


def test_later_printings_ask_for_a_rest_between_climbs() -> None:
    hills = [builders.hill(f"h{k}", builders.box(x, 0, 20, 20), height=k + 1) for k, x in enumerate((8, 9.3))]
    close = [builders.hill(f"h{k}", builders.box(x, 0, 20, 20), height=k + 1) for k, x in enumerate((8, 9.2))]
    unit = tank(move='30"t')
    assert ask(unit, *hills, path=[(12, 10)], edition="ce-7").allowed
    answer = ask(unit, *close, path=[(12, 10)], edition="ce-7")
    assert "move.steep" in keys(answer)
    assert keys(ask(unit, *hills, path=[(12, 10)])) == ["move.steep"]


def test_exactly_the_limit_is_legal_unless_the_option_says_otherwise() -> None:
    hill = builders.hill("hill", builders.box(9, 0, 20, 20), height=2)
    answer = ask(mobility(), hill, path=[(11, 10)])
    assert answer.allowed
    assert "move.cliff-at-limit" in [option.id for option in answer.options_used]
    assert keys(ask(mobility(), hill, path=[(11, 10)], options={"move.cliff-at-limit": False})) == [
        "move.cliff",
        "move.steep",
    ]


def test_fixed_pieces_of_two_inches_by_option() -> None:
    hills = [
        builders.hill(f"h{k}", builders.box(x, 0, 20, 20), height=k + 1) for k, x in enumerate((6.5, 8.0))
    ]
    assert keys(ask(tank(), *hills, path=[(10, 10)])) == ["move.steep"]
    answer = ask(tank(), *hills, path=[(10, 10)], options={"move.level-window": "fixed"})
    assert answer.allowed
    assert "move.level-window" in [option.id for option in answer.options_used]


def test_a_drop_beside_the_road_is_no_cliff_and_a_rise_is_one() -> None:
    road = builders.area("road", builders.box(0, 9, 30, 11), kind="road")
    bank = builders.hill("bank", builders.box(0, 9.5, 30, 20), height=4)
    assert ask(mobility(), road, bank, path=[(12, 10)]).allowed
    cutting = builders.hill("bank", builders.box(0, 10.5, 30, 20), height=4)
    assert keys(ask(mobility(), road, cutting, path=[(12, 10)])) == ["move.cliff"]


def test_minimum_movement_climbs_only_by_option() -> None:
    hill = builders.hill("hill", builders.box(6, 0, 20, 20), height=2)
    answer = ask(mobility(move='2"'), hill, path=[(7, 10)])
    assert (answer.allowed, answer.mode, answer.cost) == (True, "minimum", 2.0)
    assert "move.minimum-climbs" in [option.id for option in answer.options_used]
    closed = ask(mobility(move='2"'), hill, path=[(7, 10)], options={"move.minimum-climbs": False})
    assert not closed.allowed
    barred = builders.wall("wall", builders.box(6, 0, 7, 20), height=3)
    assert keys(ask(mobility(move='2"'), barred, path=[(7, 10)])) == ["move.wall"]


def test_friends_are_passed_and_enemies_stepped_through_by_who_can() -> None:
    enemy = builders.mech("B", (8, 10), side="blue")
    assert keys(ask(mobility(), enemy, path=[(12, 10)])) == ["move.enemy"]
    assert ask(mobility(), builders.mech("B", (8, 10), side="red"), path=[(12, 10)]).allowed
    aside = ask(mobility(pilot=["stand-aside"]), enemy, path=[(12, 10)])
    assert aside.allowed
    assert ledger(aside) == {"path": 7.0, "stand-aside": 1.0}


def test_a_long_base_is_measured_again_as_it_lies_at_the_end() -> None:
    unit = mobility(base={"shape": "rect", "width": 1, "length": 3}, facing=90)
    wall = builders.wall("wall", builders.box(0, 11, 30, 11.5), height=3)
    bank = builders.hill("bank", builders.box(0, 11, 30, 20), height=4)
    for piece, key in ((wall, "move.wall"), (bank, "move.cliff")):
        assert ask(unit, piece, path=[(9, 10)]).allowed
        answer = ask(unit, piece, path=[(9, 10)], facing=0)
        assert [(reason.key, reason.at) for reason in answer.refusals] == [(key, 4.0)]


def test_a_move_that_was_barred_on_the_way_is_not_barred_twice_at_the_end() -> None:
    unit = mobility(base={"shape": "rect", "width": 1, "length": 3}, facing=90)
    wall = builders.wall("wall", builders.box(0, 10.2, 30, 11.5), height=3)
    assert keys(ask(unit, wall, path=[(9, 10)], facing=0)) == ["move.wall"]
