"""Flight of VTOLs and WiGEs: heights and their price, terrain, take-off and landing; examples 19, 21 and 22."""

import pytest

from astrike.errors import InputError
from astrike.rules.movement.declared_move import MoveVerdict
from astrike.rules.movement.vtol import judge_vtol
from astrike.rules.movement.wige import judge_wige, taxi_refusals
from tests.builders import (
    Json,
    area,
    box,
    bridge,
    building,
    hill,
    mech,
    ramp,
    table,
    unit,
    vehicle,
    water,
    woods,
)
from tests.rules.movement.declared_moves import Stop, cost, declared, keys

AT = (4.0, 18.0)


def vtol(**card: object) -> Json:
    return vehicle("A", at=AT, **{"move": '14"v', "tmm": 3, "motion": "unmoved", **card})


def wige(**card: object) -> Json:
    return vehicle("A", at=AT, **{"move": '12"g', "tmm": 2, "motion": "unmoved", **card})


def fly(*features: Json, to: tuple[Stop, ...], who: Json | None = None, **asked: object) -> MoveVerdict:
    head = {key: asked.pop(key) for key in ("edition", "options") if key in asked}
    return judge_vtol(declared(table(who or vtol(), *features, **head), *to, mode="vtol", **asked))


def skim(*features: Json, to: tuple[Stop, ...], who: Json | None = None, **asked: object) -> MoveVerdict:
    head = {key: asked.pop(key) for key in ("edition", "options") if key in asked}
    return judge_wige(declared(table(who or wige(), *features, **head), *to, mode="wige", **asked))


# ---- VTOLs


def test_a_climb_costs_two_inches_per_inch_and_flight_one() -> None:
    found = fly(to=((12, 18, 3),))
    assert (cost(found), found.end_z, keys(found)) == (6 + 8, 3, [])
    assert [(term.key, term.value) for term in found.terms] == [("path", 8), ("lift", 6)]
    assert fly(to=((12, 18, 3),), edition="classic-2.3.1").terms[1].value == 3


def test_it_takes_off_an_inch_where_no_height_is_said_and_then_keeps_its_height() -> None:
    up = fly(to=((10, 18), (12, 18)))
    assert (cost(up), up.end_z, up.notes) == (2 + 8, 1, ("took-off",))
    aloft = fly(to=((10, 18),), who=vtol(elevation=5))
    assert (cost(aloft), aloft.end_z, aloft.notes) == (6, 5, ())


def test_from_the_ground_it_gains_an_inch_first() -> None:
    low = fly(to=((10, 18, 0.5),))
    assert "move.take-off" in keys(low)
    hop = fly(to=((10, 18, 0),))
    assert (cost(hop), hop.end_z, hop.notes, keys(hop)) == (6 + 2 + 2, 0, ("took-off", "landed"), [])


def test_a_leg_rises_before_and_sinks_after_it_travels() -> None:
    ridge = hill("h", box(6, 10, 8, 26), height=3)
    up = fly(ridge, to=((12, 18, 3),), who=vtol(elevation=1))
    assert (keys(up), cost(up)) == ([], 8 + 4)
    down = fly(ridge, to=((12, 18, 1),), who=vtol(elevation=3))
    assert (keys(down), cost(down), down.end_z) == ([], 8 + 4, 1)
    assert [(rise.start, rise.end, rise.z_start) for rise in down.profile] == [
        (0, 0, 3),
        (0, 8, 3),
        (8, 8, 1),
    ]
    at = fly(ridge, to=((12, 18, 2),), who=vtol(elevation=2))
    (reason,) = at.refusals
    assert (reason.key, reason.by, dict(reason.facts)) == ("move.terrain-height", "h", {"top": 3, "z": 2})
    assert (round(reason.at, 6), round(reason.until, 6)) == (6 - 0.625 - 4, 8 + 0.625 - 4)


@pytest.mark.parametrize(("z", "allowed"), [(2, True), (1.9, False)])
def test_trees_below_do_not_matter_and_trees_as_high_as_it_flies_do(z: float, allowed: bool) -> None:
    found = fly(woods("w", box(6, 10, 8, 26)), to=((12, 18, z),), who=vtol(elevation=z))
    assert (keys(found) == []) is allowed


def test_it_flies_up_a_slope_only_as_far_as_it_is_higher() -> None:
    slope = ramp("r", box(6, 10, 10, 26), toward=90, height=4)
    (reason,) = fly(slope, to=((12, 18),), who=vtol(elevation=2)).refusals
    assert (reason.key, round(reason.at, 6)) == ("move.terrain-height", 8 - 0.625 - 4)


def test_it_passes_under_a_high_bridge() -> None:
    deck = bridge("d", box(6, 10, 8, 26), base=4)
    assert keys(fly(deck, to=((12, 18),), who=vtol(elevation=2))) == []
    assert keys(fly(deck, to=((12, 18),), who=vtol(elevation=3.5))) == ["move.terrain-height"]
    assert keys(fly(deck, to=((12, 18),), who=vtol(elevation=4.25))) == []


def test_landing_in_woods_or_water_is_a_crash() -> None:
    up = vtol(elevation=2)
    grove = woods("w", box(8, 14, 14, 22))
    assert keys(fly(grove, to=((10, 18),), who=up, land=True)) == ["move.landing"]
    pond = water("p", box(8, 14, 14, 22), depth=1)
    assert keys(fly(pond, to=((10, 18),), who=up, land=True)) == ["move.landing"]
    assert keys(fly(pond, to=((10, 18, 0),), who=up)) == ["move.landing"]
    amphibious = vtol(elevation=2, specials=["AMP"])
    assert (found := fly(pond, to=((10, 18),), who=amphibious, land=True)).end_z == 0
    assert keys(found) == []
    clear = fly(to=((10, 18),), who=up, land=True)
    assert (keys(clear), cost(clear), clear.end_z, clear.notes) == ([], 6 + 4, 0, ("landed",))


def test_it_lands_on_decks_and_by_option_on_roofs() -> None:
    up = vtol(elevation=4)
    deck = bridge("d", box(8, 14, 14, 22), base=2)
    found = fly(deck, to=((10, 18),), who=up, land=True)
    assert (keys(found), found.end_z, found.on) == ([], 2.25, "d")
    tower = building("b", box(8, 14, 14, 22), height=2)
    assert keys(fly(tower, to=((10, 18),), who=up, land=True)) == ["move.roof"]
    assert keys(fly(tower, to=((10, 18),), who=up, land=True, options={"roof.vehicles": True})) == []


def test_a_height_below_the_ground_is_no_height() -> None:
    with pytest.raises(InputError):
        fly(to=((10, 18, -1),), who=vtol(elevation=2))


def test_an_enemy_at_its_height_is_in_the_way() -> None:
    enemy = mech("E", at=(8, 18), side="blue")
    assert keys(fly(enemy, to=((12, 18, 1),), who=vtol(elevation=1, side="red"))) == ["move.enemy"]
    assert keys(fly(enemy, to=((12, 18, 2),), who=vtol(elevation=2, side="red"))) == []


# ---- WiGEs


def test_take_off_costs_four_inches_and_ends_an_inch_up() -> None:
    found = skim(to=((12, 18),))
    assert (cost(found), found.end_z, keys(found)) == (4 + 8, 1, [])
    assert found.notes == ("took-off", "aloft")


def test_take_off_needs_four_inches_of_move() -> None:
    weak = wige(hits={"motive": ["half", "half"]})
    assert keys(skim(to=((5, 18),), who=weak)) == ["move.wige-take-off"]
    allowance = {"wige.take-off": "ground-allowance"}
    assert keys(skim(to=((5, 18),), options=allowance)) == ["move.wige-take-off"]


def test_each_edge_of_an_inch_costs_two() -> None:
    mesa = hill("h", box(6, 10, 9, 26), height=1)
    found = skim(mesa, to=((12, 18),), who=wige(elevation=1))
    assert (keys(found), cost(found)) == ([], 8 + 2 + 2)
    assert [rise.z_start for rise in found.profile] == [1, 1, 2, 1, 1]


@pytest.mark.parametrize("height", [1.5, 2, 4])
def test_what_rises_more_is_flown_around(height: float) -> None:
    mesa = hill("h", box(6, 10, 9, 26), height=height)
    assert "move.wige-rise" in keys(skim(mesa, to=((12, 18),), who=wige(elevation=1)))
    beside = hill("h", box(6, 18.3, 9, 26), height=height)
    assert keys(skim(beside, to=((12, 18),), who=wige(elevation=1))) == ["move.wige-rise"]


def test_woods_and_buildings_are_flown_around_and_rough_and_water_are_not_there() -> None:
    up = wige(elevation=1)
    for height in (1, 2):
        grove = woods("w", box(6, 10, 9, 26), height=height)
        assert keys(skim(grove, to=((12, 18),), who=up)) == ["move.wige-rise"]
    tower = building("b", box(6, 10, 9, 26), height=2)
    (reason,) = skim(tower, to=((12, 18),), who=up).refusals
    assert (reason.key, reason.by, reason.facts["rise"]) == ("move.wige-rise", "b", 2)
    shed = building("b", box(6, 10, 9, 26), height=1)
    assert (cost(skim(shed, to=((12, 18),), who=up)), keys(skim(shed, to=((12, 18),), who=up))) == (12, [])
    rough = area("r", box(6, 10, 9, 26), kind="rough")
    pond = water("p", box(9, 10, 11, 26), depth=3)
    assert (cost(skim(rough, pond, to=((12, 18),), who=up))) == 8


def test_less_than_four_inches_do_not_keep_it_aloft() -> None:
    up = wige(elevation=1)
    short = skim(to=((7.9, 18),), who=up)
    assert (short.end_z, short.notes, keys(short), round(cost(short), 6)) == (0, ("sank",), [], 3.9)
    assert skim(to=((8, 18),), who=up).notes == ("aloft",)
    assert skim(to=((5, 18),)).notes == ("took-off", "aloft")


def test_it_lands_free_of_charge_and_only_on_clear_ground() -> None:
    up = wige(elevation=1)
    down = skim(to=((10, 18),), who=up, land=True)
    assert (down.end_z, cost(down), keys(down)) == (0, 6, [])
    rough = area("r", box(8, 10, 13, 26), kind="rough")
    assert keys(skim(rough, to=((10, 18),), who=up, land=True)) == ["move.landing"]
    road = area("r", box(8, 10, 13, 26), kind="road")
    assert keys(skim(road, to=((10, 18),), who=up, land=True)) == []
    pond = water("p", box(8, 10, 13, 26), depth=2)
    assert keys(skim(pond, to=((10, 18),), who=up, land=True)) == ["move.landing"]


def test_it_chooses_no_height() -> None:
    with pytest.raises(InputError):
        skim(to=((12, 18, 3),), who=wige(elevation=1))
    assert skim(to=((12, 18, 1),), who=wige(elevation=1)).notes == ("aloft",)
    assert skim(to=((12, 18, 0),), who=wige(elevation=1)).notes == ("landed",)


@pytest.mark.parametrize(("inches", "allowed"), [(2, True), (2.1, False)])
def test_on_the_ground_it_moves_two_inches(inches: float, allowed: bool) -> None:
    case = declared(table(wige()), (4 + inches, 18), mode="ground")
    assert case.mover.key == "hover"
    assert [reason.key for reason in taxi_refusals(case)] == ([] if allowed else ["move.wige-taxi"])


def test_an_airmech_flies_with_the_move_of_its_other_modes() -> None:
    lam = mech("A", at=AT, move='10"/8"j', specials=['LAM(36"g/5a)'], elevation=1, state=["airborne"])
    case = declared(table(lam), (20, 18), mode="wige")
    assert (case.budget.available, case.mover.key, cost(judge_wige(case))) == (36, "wige", 16)


def test_units_that_are_not_there_are_not_met() -> None:
    away = unit("E", at=(8, 18), move='8"', state=["off-table"])
    assert keys(skim(away, to=((12, 18),), who=wige(elevation=1))) == []


def test_what_the_classic_errata_does_not_print_is_refused_with_its_key() -> None:
    classic = {"edition": "classic-2.3.1"}
    assert "vtol.take-off" in keys(fly(to=((10, 18, 2),), **classic))
    assert keys(fly(to=((10, 18),), who=vtol(elevation=3), **classic)) == []
    assert "wige.take-off" in keys(skim(to=((10, 18),), **classic))
    assert "wige.aloft" in keys(skim(to=((10, 18),), who=wige(elevation=1), **classic))


def test_how_nearly_a_flight_is_clear_is_told() -> None:
    mesa = hill("h", box(6, 18.7, 8, 26), height=3)
    beside = fly(mesa, to=((12, 18),), who=vtol(elevation=2))
    assert [(round(each.inches, 6), each.of, each.close) for each in beside.margins] == [
        (0.075, "clearance", True)
    ]
    over = fly(hill("h", box(6, 10, 8, 26), height=2.95), to=((12, 18),), who=vtol(elevation=3))
    assert [(round(each.inches, 6), each.of, each.close) for each in over.margins] == [(0.05, "height", True)]
