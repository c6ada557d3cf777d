"""Jumps: ceiling, landing, water, enemies; the dossier's examples 10 to 12 and RC-37."""

import pytest

from astrike.rules.movement.declared_move import MoveVerdict
from astrike.rules.movement.jump import judge_jump
from tests.builders import (
    Json,
    battle_armor,
    box,
    bridge,
    building,
    hill,
    mech,
    table,
    vehicle,
    wall,
    water,
    woods,
)
from tests.rules.movement.declared_moves import Stop, cost, declared, keys

AT = (4.0, 18.0)


def jump(*features: Json, to: Stop, jumper: Json | None = None, **head: object) -> MoveVerdict:
    who = jumper if jumper is not None else mech("A", at=AT, move='8"/12"j')
    return judge_jump(declared(table(who, *features, **head), to, mode="jump"))


def jumper(inches: int, **card: object) -> Json:
    return mech("A", at=AT, **{"move": f'8"/{inches}"j', **card})


@pytest.mark.parametrize(
    ("inches", "height", "allowed"),
    [(12, 4, True), (12, 6, True), (12, 7, False), (7, 3, True), (7, 4, False), (6, 3, True)],
)
def test_a_building_on_the_way_is_at_most_half_the_jump_move_high(
    inches: int, height: float, allowed: bool
) -> None:
    tower = building("b", box(7, 16, 8, 20), height=height)
    found = jump(tower, to=(4 + inches, 18), jumper=jumper(inches))
    assert keys(found) == ([] if allowed else ["move.jump-ceiling"])
    assert cost(found) == inches


@pytest.mark.parametrize(("top", "allowed"), [(5.0, True), (5.5, False)])
def test_the_ceiling_counts_from_where_it_starts(top: float, allowed: bool) -> None:
    stand = hill("h", box(2, 16, 6, 20), height=2)
    obstacle = building("b", box(7, 16, 8, 20), height=top - 3, base=3)
    mesa = hill("m", box(6.5, 16, 8.5, 20), height=3)
    found = jump(stand, mesa, obstacle, to=(10, 18), jumper=jumper(6))
    assert keys(found) == ([] if allowed else ["move.jump-ceiling"])
    if not allowed:
        (reason,) = found.refusals
        assert (reason.by, reason.facts["top"], reason.facts["ceiling"]) == ("b", 5.5, 5.0)
        assert (round(reason.at, 6), round(reason.until, 6)) == (7 - 0.625 - 4, 8 + 0.625 - 4)


def test_the_classic_ceiling_is_the_whole_jump_move_and_not_reached() -> None:
    for height, allowed in ((5.75, True), (6, False)):
        tower = building("b", box(7, 16, 8, 20), height=height)
        found = jump(tower, to=(10, 18), jumper=jumper(6), edition="classic-2.3.1")
        assert (keys(found) == []) is allowed


def test_it_lands_on_the_roof_within_the_ceiling_and_jumps_down_any_depth() -> None:
    tower = building("b", box(8, 14, 14, 22), height=3)
    up = jump(tower, to=(10, 18), jumper=jumper(6))
    assert (up.end_z, up.on, keys(up)) == (3.0, "b", [])
    too_high = jump(building("b", box(8, 14, 14, 22), height=4), to=(10, 18), jumper=jumper(6))
    assert keys(too_high) == ["move.jump-ceiling"]
    down = jump(hill("h", box(2, 16, 6, 20), height=9), to=(10, 18), jumper=jumper(6))
    assert (down.end_z, keys(down)) == (0.0, [])


def test_it_does_not_land_inside() -> None:
    tower = building("b", box(8, 14, 14, 22), height=3)
    assert keys(jump(tower, to=(10, 18, "inside"), jumper=jumper(6))) == ["move.jump-landing"]


@pytest.mark.parametrize(("depth", "out"), [(0, True), (0.5, True), (1, False), (3, False)])
def test_water_is_jumped_into_and_not_out_of(depth: float, out: bool) -> None:
    leaving = jump(water("w", box(1, 15, 7, 21), depth=depth), to=(12, 18))
    assert keys(leaving) == ([] if out else ["move.jump-water"])
    entering = jump(water("w", box(9, 15, 15, 21), depth=depth), to=(12, 18))
    assert (keys(entering), entering.end_z) == ([], -depth)


def test_off_a_bridge_over_water_it_jumps() -> None:
    pond, deck = water("w", box(1, 15, 7, 21), depth=2), bridge("d", box(2, 16, 6, 20), base=1)
    assert keys(jump(pond, deck, to=(12, 18))) == []


def test_it_lands_on_a_deck() -> None:
    found = jump(bridge("d", box(8, 14, 14, 22), base=2), to=(10, 18))
    assert (found.end_z, found.on, keys(found)) == (2.25, "d", [])


def test_infantry_needs_umu_where_it_lands_in_water() -> None:
    pond = water("w", box(7, 15, 13, 21), depth=1)
    plain, diver = (battle_armor("A", at=AT, move='6"j', specials=specials) for specials in ([], ["UMU"]))
    assert keys(jump(pond, to=(10, 18), jumper=plain)) == ["move.jump-landing"]
    assert keys(jump(pond, to=(10, 18), jumper=diver)) == []


def test_the_base_lands_on_one_level() -> None:
    mesa = hill("h", box(10, 14, 16, 22), height=3)
    (reason,) = jump(mesa, to=(10.3, 18)).refusals
    assert (reason.key, dict(reason.facts)) == ("move.cliff", {"low": 0.0, "high": 3.0, "limit": 2.0})
    assert keys(jump(hill("h", box(10, 14, 16, 22), height=2), to=(10.3, 18))) == []
    assert keys(jump(mesa, to=(12, 18))) == []


def test_it_goes_in_one_straight_line() -> None:
    case = declared(table(mech("A", at=AT, move='12"j')), (8, 18), (8, 22), mode="jump")
    (reason,) = judge_jump(case).refusals
    assert (reason.key, reason.at, reason.leg) == ("move.not-straight", 4.0, 0)
    straight = declared(table(mech("A", at=AT, move='12"j')), (8, 18), (12, 18), mode="jump")
    assert judge_jump(straight).refusals == ()


def test_trees_are_an_obstacle_of_their_height_or_none() -> None:
    grove = woods("w", box(6, 14, 7, 22))
    low = jumper(3)
    assert keys(jump(grove, to=(7, 18), jumper=low)) == ["move.jump-ceiling"]
    free = jump(grove, to=(7, 18), jumper=low, options={"jump.woods": "free"})
    assert (keys(free), free.options) == ([], ("jump.woods",))
    assert keys(jump(grove, to=(8, 18), jumper=jumper(4))) == []


def test_woods_that_one_stands_in_are_told_from_woods_on_the_way() -> None:
    low = jumper(3)
    (inside,) = jump(woods("w", box(3, 14, 7, 22)), to=(8, 18), jumper=low).refusals
    assert (inside.key, inside.facts["leaving"]) == ("move.jump-ceiling", "w")
    (across,) = jump(woods("w", box(6.5, 14, 7, 22)), to=(8, 18), jumper=low).refusals
    assert "leaving" not in across.facts


def test_enemies_are_jumped_over_where_the_jump_clears_them() -> None:
    enemy = mech("E", at=(6.5, 18), side="blue")
    red = {"side": "red"}
    assert keys(jump(enemy, to=(8, 18), jumper=jumper(4, **red))) == []
    low = jump(enemy, to=(7.9, 18), jumper=jumper(3, **red))
    assert "move.jump-enemy" in keys(low)
    friend = mech("E", at=(6.5, 18), side="red")
    assert keys(jump(friend, to=(8, 18), jumper=jumper(3, **red))) == []
    always = jump(enemy, to=(8, 18), jumper=jumper(3, **red), options={"jump.over-enemies": "always"})
    assert (keys(always), always.options) == ([], ("jump.over-enemies",))


def test_heat_takes_nothing_from_a_jump_and_hits_do() -> None:
    hot = declared(table(mech("A", at=AT, move='10"/6"j', heat=3)), (10, 18), mode="jump")
    assert hot.budget.available == 6
    hit = declared(table(mech("A", at=AT, move='10"/6"j', hits={"mp": 1})), (7, 18), mode="jump")
    assert hit.budget.available == 3


def test_vehicles_do_not_land_on_roofs() -> None:
    tower = building("b", box(8, 14, 14, 22), height=2)
    tank = vehicle("A", at=AT, move='8"t/6"j')
    assert keys(jump(tower, to=(10, 18), jumper=tank)) == ["move.roof"]
    assert keys(jump(tower, to=(10, 18), jumper=tank, options={"roof.vehicles": True})) == []


def test_no_landing_on_a_wall_narrower_than_the_base() -> None:
    assert keys(jump(wall("w", box(9.9, 10, 10.1, 26), height=3), to=(10, 18))) == ["move.cliff"]


def test_a_wige_jumps_from_flight() -> None:
    skimmer = vehicle("A", at=AT, move='12"g/6"j', elevation=1)
    found = declared(table(skimmer), (10, 18), mode="jump")
    assert (found.z_start, found.budget.refusals) == (1.0, ())
    assert keys(judge_jump(found)) == []
