"""Movement under water: depth and its price, bottom, surface and shore; example 20."""

import pytest

from astrike.errors import InputError
from astrike.rules.movement.declared_move import MoveVerdict
from astrike.rules.movement.underwater import judge_underwater
from tests.builders import Json, battle_armor, box, hill, mech, table, vehicle, water
from tests.rules.movement.declared_moves import Stop, cost, declared, keys

AT = (8.0, 18.0)
LAKE = water("lake", box(2, 4, 30, 32), depth=6)


def boat(**card: object) -> Json:
    return vehicle("A", at=AT, **{"move": '10"s', "motion": "unmoved", **card})


def dive(*features: Json, to: tuple[Stop, ...], who: Json | None = None, **head: object) -> MoveVerdict:
    return judge_underwater(
        declared(table(who or boat(), *(features or (LAKE,)), **head), *to, mode="submersible")
    )


def test_depth_costs_two_inches_per_inch() -> None:
    found = dive(to=((10, 18, -4),))
    assert (cost(found), found.end_z, keys(found)) == (2 + 8, -4, [])
    assert [(term.key, term.value) for term in found.terms] == [("path", 2), ("depth", 8)]
    straight_down = dive(to=((8, 18, -4),))
    assert (cost(straight_down), keys(straight_down)) == (8, [])


def test_water_has_no_surcharge_for_it_and_it_keeps_its_depth() -> None:
    found = dive(to=((14, 18), (14, 22)), who=boat(elevation=-3, state=["submerged"]))
    assert (cost(found), found.end_z) == (10, -3)
    up = dive(to=((14, 18, "surface"),), who=boat(elevation=-2, state=["submerged"]))
    assert (cost(up), up.end_z) == (6 + 4, 0)


def test_it_stays_above_the_bottom() -> None:
    assert keys(dive(to=((10, 18, -6),))) == []
    (reason,) = dive(to=((10, 18, -6.5),)).refusals
    assert (reason.key, dict(reason.facts)) == ("move.bottom", {"z": -6.5, "bottom": -6.0})
    shoal = water("shoal", box(12, 4, 16, 32), depth=2)
    beside = (water("deep", box(2, 4, 12, 32), depth=6), shoal, water("far", box(16, 4, 30, 32), depth=6))
    low = boat(elevation=-3, state=["submerged"])
    (reason,) = dive(*beside, to=((20, 18),), who=low).refusals
    assert (reason.key, round(reason.at, 6), round(reason.until, 6)) == ("move.bottom", 3.375, 8.625)
    assert keys(dive(*beside, to=((20, 18, -2),), who=low)) == []


def test_it_stays_in_the_water() -> None:
    (reason,) = dive(to=((29.5, 18),)).refusals
    assert (reason.key, round(reason.at, 6)) == ("move.dry", 30 - 0.625 - 8)
    wet_feet = water("ford", box(12, 4, 16, 32), depth=0)
    lakes = (water("w", box(2, 4, 12, 32), depth=3), wet_feet, water("e", box(16, 4, 30, 32), depth=3))
    assert set(keys(dive(*lakes, to=((20, 18),)))) == {"move.dry"}


def test_a_pond_on_a_hill_has_a_surface_and_a_bottom_of_its_own() -> None:
    mesa, pond = hill("h", box(2, 4, 30, 32), height=4), water("p", box(3, 5, 29, 31), depth=3)
    found = dive(mesa, pond, to=((12, 18, 1.5),))
    assert (found.end_z, cost(found), keys(found)) == (1.5, 4 + 5, [])
    assert keys(dive(mesa, pond, to=((12, 18, 4.5),))) == ["move.surface"]
    with pytest.raises(InputError):
        dive(mesa, pond, to=((12, 18, "roof"),))
    assert keys(dive(mesa, pond, to=((12, 18, 0.5),))) == ["move.bottom"]


def test_infantry_with_manoeuvring_units_swims() -> None:
    diver = battle_armor("A", at=AT, move='6"j', specials=["UMU"], elevation=-2, state=["submerged"])
    case = declared(table(diver, LAKE), (12, 18, -3), mode="submersible")
    assert (case.budget.available, case.mover.key) == (6, "submersible")
    assert cost(judge_underwater(case)) == 4 + 2


def test_an_enemy_at_its_depth_is_in_the_way() -> None:
    enemy = mech("E", at=(12, 18), side="blue")
    deep = boat(elevation=-5, state=["submerged"], side="red")
    assert keys(dive(LAKE, enemy, to=((16, 18),), who=deep)) == ["move.enemy"]
    assert keys(dive(LAKE, enemy, to=((16, 18),), who=boat(side="red"))) == []
