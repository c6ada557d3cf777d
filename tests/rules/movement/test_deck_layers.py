import pytest

from astrike.errors import InputError
from tests import builders
from tests.rules.movement.move_questions import ask, keys, ledger, mobility, tank

RIVER = builders.water("river", builders.box(8, 0, 12, 20), depth=2)


def test_a_plain_bridge_costs_nothing_to_step_on() -> None:
    bridge = builders.area("bridge", builders.box(7, 9, 13, 11), kind="bridge")
    answer = ask(tank(), RIVER, bridge, path=[(10, 10)])
    assert answer.allowed
    assert ledger(answer) == {"path": 5.0}
    assert (answer.on, answer.end[2]) == ("bridge", 0.25)
    assert keys(ask(tank(move='30"t'), RIVER, path=[(10, 10)])) == [
        "move.prohibited",
        "move.cliff",
        "move.steep",
    ]


def test_a_deck_out_of_reach_is_passed_underneath() -> None:
    bridge = builders.bridge("bridge", builders.box(8, 0, 10, 20), base=3)
    answer = ask(mobility(), bridge, path=[(14, 10)])
    assert answer.allowed
    assert ledger(answer) == {"path": 9.0}
    assert [(note.at, note.value) for note in answer.assumed if note.value == "under"] == [
        ("terrain.bridge", "under")
    ]


def test_a_deck_within_reach_is_stepped_on_and_off() -> None:
    bridge = builders.bridge("bridge", builders.box(8, 0, 10, 20), base=1.5)
    assert ledger(ask(mobility(), bridge, path=[(14, 10)])) == {"path": 9.0, "level": 6.0}
    assert ledger(ask(mobility(), bridge, path=[(9, 10)]))["level"] == 3.0


@pytest.mark.parametrize(("base", "expected"), [(2.0, []), (1.99, ["move.headroom"])])
def test_under_a_bridge_there_is_room_for_the_unit(base: float, expected: list[str]) -> None:
    bridge = builders.bridge("bridge", builders.box(8, 0, 10, 20), base=base)
    answer = ask(mobility(), bridge, path=[(9, 10, "under"), (14, 10)])
    assert keys(answer) == expected
    if expected:
        assert dict(answer.refusals[0].facts) == {"headroom": 1.99, "height": 2.0}
        assert answer.margin is not None
        assert answer.margin.close


def test_from_hill_to_hill_over_the_bridge() -> None:
    west, east = builders.box(0, 0, 8, 20), builders.box(14, 0, 22, 20)
    hills = [builders.hill("west", west, height=3), builders.hill("east", east, height=3)]
    bridge = builders.bridge("bridge", builders.box(7.5, 9, 14.5, 11), base=3)
    answer = ask(mobility(), *hills, bridge, path=[(15, 10)])
    assert answer.allowed
    assert ledger(answer) == {"path": 10.0}
    assert {round(rise.z_start, 6) for rise in answer.profile} == {3.0, 3.25}


def test_who_stands_on_the_deck_stays_on_it_and_who_stands_below_stays_there() -> None:
    bridge = builders.bridge("bridge", builders.box(0, 0, 20, 20), base=3)
    assert ask(mobility(), bridge, path=[(9, 10)]).on == "bridge"
    below = ask(mobility(elevation="under"), bridge, path=[(9, 10)])
    assert (below.on, below.end[2]) == (None, 0.0)


def test_a_narrow_deck_does_not_carry_a_wide_base_over_deep_water() -> None:
    bridge = builders.area("bridge", builders.box(7, 9.5, 13, 10.5), kind="bridge")
    answer = ask(mobility(), RIVER, bridge, path=[(15, 10)])
    assert ledger(answer)["terrain.water"] == 3 * 4.75
    road = builders.area("road", builders.box(0, 9.5, 30, 10.5), kind="road")
    assert ask(mobility(), RIVER, bridge, road, path=[(15, 10)]).cost == 10.0


@pytest.mark.parametrize(
    ("unit", "cost"),
    [(mobility(move='14"'), 14.0), (mobility(type="CI", move='14"f'), 14.0)],
    ids=["a 'Mech: double height", "infantry: as high as it is"],
)
def test_a_wall_is_climbed_where_the_path_says_so(unit: builders.Json, cost: float) -> None:
    wall = builders.wall("wall", builders.box(8, 0, 8.5, 20), height=1)
    assert ask(unit, wall, path=[(8.25, 10, "roof"), (11, 10)]).cost == cost
    assert keys(ask(unit, wall, path=[(11, 10)], options={"paths.straight": "through"})) == ["move.wall"]
    assert ask(unit, wall, path=[(11, 10)]).cost == cost


def test_a_tank_does_not_climb_a_wall_of_an_inch() -> None:
    wall = builders.wall("wall", builders.box(8, 0, 8.5, 20), height=1)
    assert "move.steep" in keys(ask(tank(), wall, path=[(8.25, 10, "roof")]))


def test_heights_that_are_not_there_are_told_with_the_one_that_is() -> None:
    hill = builders.hill("hill", builders.box(9, 0, 20, 20), height=2)
    assert ask(mobility(), hill, path=[(11, 10, 2)]).allowed
    with pytest.raises(InputError) as error:
        ask(mobility(), hill, path=[(11, 10, 3)])
    (problem,) = error.value.problems
    assert (problem.at, problem.found, problem.expected) == ("path[0].z", "3", "2, the height there")


def test_walkers_do_not_stay_on_the_surface() -> None:
    with pytest.raises(InputError):
        ask(mobility(), RIVER, path=[(10, 10, "surface")])
    assert ask(tank(code="h"), RIVER, path=[(10, 10, "surface")]).allowed
