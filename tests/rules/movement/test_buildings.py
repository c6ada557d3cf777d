import pytest

from tests import builders
from tests.rules.movement.move_questions import ask, foot, keys, ledger, mobility, tank


def house(height: float = 4, *, class_: str = "medium", **more: object) -> builders.Json:
    return builders.building("house", builders.box(8, 0, 20, 20), height=height, class_=class_, **more)


def test_infantry_reaches_the_roof_inside_an_inch_for_an_inch() -> None:
    answer = ask(foot(), house(), path=[(9, 10, "roof")])
    assert answer.allowed
    assert ledger(answer) == {"path": 4.0, "level": 4.0}
    assert (answer.on, answer.inside, answer.end[2]) == ("house", None, 4.0)


def test_protomechs_do_so_too() -> None:
    assert ledger(ask(mobility(type="PM", move='9"'), house(), path=[(9, 10, "roof")])) == {
        "path": 4.0,
        "level": 4.0,
    }


def test_infantry_changes_floors_and_comes_down_again() -> None:
    answer = ask(foot(), house(), path=[(9, 10, 3), (9.5, 10, 1)])
    assert ledger(answer) == {"path": 4.5, "level": 5.0}
    assert (answer.inside, answer.end[2]) == ("house", 1.0)
    assert [leg.end[2] for leg in answer.legs] == [3.0, 1.0]
    assert ledger(ask(foot(), house(), path=[(9, 10, 3), (5, 10)]))["level"] == 6.0


def test_inside_one_stays_on_ones_floor() -> None:
    answer = ask(foot((10, 10), elevation={"in": "house", "level": 2}), house(), path=[(12, 10)])
    assert (answer.cost, answer.end[2]) == (2.0, 2.0)


def test_mechs_climb_outside_and_change_no_floors_inside() -> None:
    assert ledger(ask(mobility(), house(2), path=[(9, 10, "roof")])) == {"path": 4.0, "level": 4.0}
    assert "move.steep" in keys(ask(mobility(), house(3), path=[(9, 10, "roof")]))
    assert keys(ask(mobility((9, 10)), house(), path=[(10, 10, 2)])) == ["move.floor"]


def test_vehicles_get_onto_roofs_by_option_alone() -> None:
    assert keys(ask(tank(), house(1), path=[(9, 10, "roof")])) == ["move.roof"]
    answer = ask(tank(), house(1), path=[(9, 10, "roof")], options={"roof.vehicles": True})
    assert answer.allowed
    assert "roof.vehicles" in [option.id for option in answer.options_used]


def test_who_walks_through_walls_wears_them_down() -> None:
    answer = ask(mobility(move='30"'), house(cf=3), path=[(12, 10)])
    assert answer.cf_lost == {"house": 4}
    assert [check.key for check in answer.checks if check.by == "house"] == ["building-damage", "collapse"]
    (collapse,) = [check for check in answer.checks if check.key == "collapse"]
    assert collapse.at == pytest.approx(2.375 + 3)
    assert ask(foot(), house(cf=3), path=[(12, 10)]).cf_lost == {}


def test_a_building_carries_so_many_sizes() -> None:
    on_it = [
        builders.mech(name, at, elevation="roof", size=1, side="red")
        for name, at in (("B", (12, 5)), ("C", (15, 5)))
    ]
    light = house(2, class_="light")
    assert [
        check.key for check in ask(mobility(size=1), light, on_it[0], path=[(9, 10, "roof")]).checks
    ] == []
    answer = ask(mobility(type="BA", move='9"'), light, *on_it, path=[(9, 10, "roof")])
    (check,) = answer.checks
    assert (check.key, check.by, dict(check.facts)) == (
        "building-load",
        "house",
        {"load": 3.0, "capacity": 2, "units": 3},
    )


def test_large_units_bring_buildings_down() -> None:
    answer = ask(mobility(move='20"', specials=["LG"]), house(), path=[(12, 10)])
    assert "collapse" in [check.key for check in answer.checks]


def test_a_weak_bridge_carries_little() -> None:
    bridge = builders.bridge("bridge", builders.box(8, 0, 20, 20), base=0.5, cf=1)
    assert [check.key for check in ask(mobility(size=2), bridge, path=[(10, 10)]).checks] == ["bridge-load"]
    assert not ask(mobility(size=1), bridge, path=[(10, 10)]).checks
