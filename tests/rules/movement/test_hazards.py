"""Rolls and damage on the way: skids, bogging down, ice, liquids, mines, currents; examples 35, 36 and 48."""

import pytest

from astrike.model.movement import MoveAnswer, MoveCheck, MoveQuestion, Waypoint
from astrike.rules.movement.hazards import hull_down_cost, hull_down_tries
from astrike.rules.movement.judge import judge_move
from astrike.rules.table.prepared_table import prepare_table
from tests.builders import Json, area, box, hill, infantry, mech, table, vehicle, water
from tests.rules.movement.declared_moves import declared

AT = (4.0, 18.0)


def move(
    *features: Json, to: tuple[float, float] = (12, 18), mode: str = "ground", **head: object
) -> MoveAnswer:
    prepared = prepare_table(table(*features, **head))
    return judge_move(prepared, "A", MoveQuestion(path=(Waypoint(*to),), mode=mode))


def rolls(found: MoveAnswer, *keys: str) -> list[MoveCheck]:
    return [check for check in found.checks if check.key in keys]


def strip(kind: str, west: float = 6, east: float = 40, **more: object) -> Json:
    return area("p", box(west, 10, east, 26), kind=kind, **more)


def mobility(**card: object) -> Json:
    return mech("A", at=AT, **{"move": '20"', "tmm": 2, "motion": "unmoved", **card})


# ---- skids


@pytest.mark.parametrize(("inches", "skids"), [(5.0, False), (5.1, True)])
def test_more_than_half_the_move_on_pavement_may_skid(inches: float, skids: bool) -> None:
    found = move(mobility(move='10"'), strip("paved", west=0), to=(4 + inches, 18))
    assert bool(rolls(found, "skid")) is skids


def test_the_later_printing_skids_only_when_sprinting() -> None:
    pavement = strip("paved", west=0)
    assert rolls(move(mobility(move='10"'), pavement, to=(13, 18), edition="ce-7"), "skid") == []
    (check,) = rolls(move(mobility(move='10"'), pavement, to=(13, 18), mode="sprint", edition="ce-7"), "skid")
    assert (check.need, check.at, check.facts["distance"]) == (4 + 2, 1, 5)


@pytest.mark.parametrize(("special", "need"), [([], 6), (["QUAD"], 4), (["TRI"], 5)])
def test_the_roll_is_skill_and_tmm_with_legs_off(special: list[str], need: int) -> None:
    (check,) = rolls(move(mobility(move='10"', specials=special), strip("paved", west=0)), "skid")
    assert (check.need, check.facts["distance"], check.facts["damage"]) == (need, 5, 1)


def test_sure_feet_skid_less_and_hover_and_infantry_never() -> None:
    (check,) = rolls(move(mobility(move='10"', pilot=["sure-footed"]), strip("paved", west=0)), "skid")
    assert check.need == 4
    assert rolls(move(vehicle("A", at=AT, move='10"h'), strip("paved", west=0)), "skid") == []
    assert rolls(move(infantry("A", at=AT, move='10"f'), strip("paved", west=0)), "skid") == []


def test_a_jump_that_ends_on_ice_skids_by_option_only() -> None:
    card = mobility(move='10"j')
    assert rolls(move(card, strip("ice"), mode="jump"), "skid") == []
    (check,) = rolls(move(card, strip("ice"), mode="jump", options={"skid.after-jump": True}), "skid")
    assert check.at == 8


# ---- bogging down


@pytest.mark.parametrize(
    ("kind", "special", "need"),
    [("mud", [], 5), ("swamp", [], 4), ("snow", ["QUAD"], 4), ("tundra", ["TRI"], 4)],
)
def test_the_roll_for_bogging_down(kind: str, special: list[str], need: int) -> None:
    found = rolls(move(mobility(specials=special), strip(kind)), "bog")
    assert {check.need for check in found} == {need}


def test_it_rolls_where_it_enters_and_after_each_full_two_inches() -> None:
    found = rolls(move(mobility(), strip("mud"), to=(11, 18)), "bog")
    assert [round(check.at, 6) for check in found] == [1.375, 3.375, 5.375]
    inside = rolls(move(mobility(), strip("mud", west=0), to=(7, 18)), "bog")
    assert [check.at for check in inside] == [0, 2]
    assert inside[0].by == "p"


def test_two_pieces_of_mud_are_one_mud() -> None:
    other = area("q", box(8, 10, 30, 26), kind="mud")
    found = rolls(move(mobility(), strip("mud", east=9), other, to=(11, 18)), "bog")
    assert [round(check.at, 6) for check in found] == [1.375, 3.375, 5.375]


def test_who_jumps_rolls_where_it_lands_and_who_hovers_never() -> None:
    found = rolls(move(mobility(move='10"j'), strip("mud"), mode="jump"), "bog")
    assert [(check.at, check.need) for check in found] == [(8, 5)]
    assert rolls(move(vehicle("A", at=AT, move='20"h'), strip("mud")), "bog") == []


def test_who_is_stuck_rolls_to_come_free_unless_it_jumps() -> None:
    stuck = mobility(move='10"/10"j', state=["bogged"])
    assert [check.facts["escape"] for check in rolls(move(stuck), "bog")] == [True]
    assert rolls(move(stuck, mode="jump"), "bog") == []


def test_sand_bogs_wheels_without_dune_tires() -> None:
    plain, buggy = (vehicle("A", at=AT, move='20"w', specials=codes) for codes in ([], ["DUN"]))
    assert rolls(move(plain, strip("sand")), "bog") != []
    assert rolls(move(buggy, strip("sand")), "bog") == []
    assert rolls(move(mobility(), strip("sand")), "bog") == []


def test_quicksand_needs_no_roll() -> None:
    found = move(mobility(), strip("quicksand"))
    assert [check.need for check in rolls(found, "quicksand")] == [None]
    assert rolls(found, "bog") == []


# ---- ice, crust, liquids, mines, currents


def test_ice_may_break_after_two_inches_and_where_the_move_ends() -> None:
    found = rolls(move(mobility(), strip("ice"), to=(10, 18)), "ice")
    assert [round(check.at, 6) for check in found] == [3.375, 5.375, 6]
    assert (found[0].facts["roll"], found[0].facts["breaks_at"], found[0].need) == ("1D6", 6, None)
    assert rolls(move(vehicle("A", at=AT, move='20"h'), strip("ice")), "ice") == []


def test_landing_on_magma_crust_is_worse() -> None:
    (check,) = rolls(move(mobility(move='10"j'), strip("magma-crust"), mode="jump"), "magma-crust")
    assert check.facts["modifier"] == 2


def test_hazardous_liquid_damages_by_the_move_spent_in_it() -> None:
    pond = strip("hazardous-liquid", depth=1)
    found = move(mobility(), pond, to=(9.375, 18))
    (check,) = rolls(found, "hazardous-liquid")
    # 4 inches at twice the price: 1 + 4 points.
    assert check.facts["damage"] == 5
    (twice,) = rolls(move(mobility(type="IM"), pond, to=(9.375, 18)), "hazardous-liquid")
    assert twice.facts["damage"] == 10


def test_a_minefield_is_told_where_it_is_entered() -> None:
    (check,) = rolls(move(mobility(), strip("minefield", density=3)), "minefield")
    assert (round(check.at, 6), check.by, check.facts["density"]) == (1.375, "p", 3)


def test_on_a_road_all_the_way_the_mud_beside_it_is_not_there() -> None:
    road = area("r", box(0, 17.5, 40, 18.5), kind="road")
    assert rolls(move(mobility(move='30"'), strip("mud", west=0), road), "bog") == []


# ---- in the air, and hull down


def test_what_stops_in_the_air_crashes_and_what_stops_on_the_ground_does_not() -> None:
    hit: Json = {"hits": {"motive": ["immobile"]}, "move": '10"v'}
    aloft = move(vehicle("A", at=AT, elevation=4, **hit), mode="vtol")
    assert [check.facts["damage"] for check in rolls(aloft, "crash")] == [1]
    landed = move(vehicle("A", at=AT, motion="unmoved", **hit), mode="vtol")
    assert rolls(landed, "crash") == []


def test_a_submersible_that_stops_under_water_sinks() -> None:
    lake = water("w", box(0, 10, 20, 26), depth=6)
    boat = vehicle("A", at=AT, move='8"s', elevation=-2, state=["submerged"], hits={"motive": ["immobile"]})
    found = move(boat, lake, mode="submersible")
    assert [check.facts["damage"] for check in rolls(found, "sink")] == [1]


@pytest.mark.parametrize(
    ("card", "price", "spent", "left"),
    [(mech("A", at=AT, move='10"'), 4, 8, 0), (mech("A", at=AT, move='10"', specials=["QUAD"]), 2, 4, 3)],
)
def test_going_hull_down_is_tried_as_often_as_it_is_paid(
    card: Json, price: int, spent: int, left: int
) -> None:
    case = declared(table(card), (5, 18), mode="ground")
    assert hull_down_cost(case) == price
    assert hull_down_tries(case, 10 - spent) == left


def test_beside_a_step_going_hull_down_is_offered() -> None:
    mesa = hill("h", box(9, 10, 14, 26), height=1)
    (check,) = rolls(move(mobility(move='10"'), mesa, to=(7, 18)), "hull-down")
    assert (check.need, check.facts["price"], check.facts["tries"]) == (5, 4, 1)
    assert rolls(move(mobility(move='10"'), hill("h", box(11, 10, 14, 26)), to=(7, 18)), "hull-down") == []
    assert rolls(move(mobility(move='10"'), water("w", box(20, 10, 24, 26)), to=(7, 18)), "hull-down") == []
