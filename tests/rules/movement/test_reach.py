"""Where a unit can end its move: known outlines, proof by the judge, every mode."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Point, Polygon

from astrike.errors import InputError, NotFound
from astrike.geometry import contours
from astrike.model.movement import Contour, MoveQuestion, ReachAnswer, Waypoint
from astrike.rules.movement.cost_maps import cost_maps_of
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.reach import reach
from astrike.rules.table.prepared_table import prepare_table
from tests.bench.tables import CARDS, timed_table
from tests.builders import (
    Json,
    area,
    battle_armor,
    box,
    bridge,
    building,
    hill,
    infantry,
    mech,
    ramp,
    table,
    vehicle,
    wall,
    water,
    woods,
)

AT = (20.0, 20.0)
RADIUS = 0.625


def reached(
    *features: Json, mode: str | None = None, moving_unit: Json | None = None, **head: object
) -> ReachAnswer:
    who = mech("A", at=AT, move='8"') if moving_unit is None else moving_unit
    return reach(prepare_table(table(who, *features, **head)), "A", mode)


def shape(contour: Contour) -> Polygon:
    """Return a contour with one outline as a polygon."""
    outer, *holes = (Polygon(ring) for ring in contour.rings)
    for hole in holes:
        outer = outer.difference(hole) if outer.contains(hole) else outer.union(hole)
    return outer


def is_in(answer: ReachAnswer, x: float, y: float) -> bool:
    return bool(answer.contours) and shape(answer.contours[-1]).contains(Point(x, y))


# ---- outlines that are known


def test_on_open_ground_it_reaches_a_disc() -> None:
    answer = reached()
    assert [contour.cost for contour in answer.contours] == [2, 4, 6, 8]
    assert all(contour.is_proven for contour in answer.contours)
    assert answer.refused == ()
    for contour in answer.contours:
        far = [math.dist(AT, place) for place in contour.rings[0]]
        assert max(far) <= contour.cost + 1e-6
        assert min(far) >= contour.cost * 0.985 - 0.01


def test_rings_are_closed_and_hold_the_start() -> None:
    for contour in reached().contours:
        assert contour.rings[0][0] == contour.rings[0][-1]
        assert Polygon(contour.rings[0]).contains(Point(AT))


def test_costs_asked_for_are_drawn_and_so_is_the_whole_move() -> None:
    prepared = prepare_table(table(mech("A", at=AT, move='8"')))
    costs = [contour.cost for contour in reach(prepared, "A", levels=[5, 1, 5, 30]).contours]
    assert costs == [1, 5, 8]


def test_woods_take_twice_the_move() -> None:
    wood = woods("w", box(22, 0, 60, 48))
    answer = reached(wood)
    inside = 20 + (22 - RADIUS - 20) + (8 - (22 - RADIUS - 20)) / 2
    assert is_in(answer, inside - 0.1, 20)
    assert not is_in(answer, inside + 0.1, 20)
    assert is_in(answer, 12.2, 20)


def test_hover_units_go_around_woods() -> None:
    answer = reached(
        woods("w", box(22, 17, 24, 23)),
        moving_unit=vehicle("A", at=AT, move='8"h', base=1.25),
    )
    assert not is_in(answer, 23, 20)
    assert not is_in(answer, 22 - RADIUS + 0.1, 20)
    assert is_in(answer, 22 - RADIUS - 0.1, 20)
    assert not is_in(answer, 26, 20)
    assert is_in(answer, 22, 25)


def test_nobody_ends_on_another_but_friends_are_passed() -> None:
    friend = mech("F", at=(23, 20), side="north")
    answer = reached(friend, moving_unit=mech("A", at=AT, move='8"', side="north"))
    assert not is_in(answer, 23, 20)
    assert not is_in(answer, 24.2, 20)
    assert is_in(answer, 24.35, 20)
    assert is_in(answer, 27.8, 20)


def test_enemies_are_walked_around() -> None:
    enemies = [mech(f"E{k}", at=(22, 17 + 1.25 * k), side="south") for k in range(6)]
    answer = reached(*enemies, moving_unit=mech("A", at=AT, move='8"', side="north"))
    assert not is_in(answer, 26.5, 20)
    assert is_in(answer, 20.6, 20)


def test_a_gap_of_exactly_the_base_is_too_fine_for_a_grid_but_a_hair_more_is_not() -> None:
    walls = [wall("s", box(22, 10, 23, 19.35), height=3), wall("n", box(22, 20.65, 23, 30), height=3)]
    assert is_in(reached(*walls), 25, 20)
    walls = [wall("s", box(22, 10, 23, 19.4), height=3), wall("n", box(22, 20.6, 23, 30), height=3)]
    assert not is_in(reached(*walls), 25, 20)


def test_a_hill_costs_its_height_and_too_high_a_hill_is_barred() -> None:
    answer = reached(hill("h", box(22, 0, 60, 48), height=1))
    assert is_in(answer, 25.9, 20)
    assert not is_in(answer, 26.1, 20)
    answer = reached(hill("h", box(22, 0, 60, 48), height=3))
    assert not is_in(answer, 22 - RADIUS + 0.05, 20)
    assert is_in(answer, 22 - RADIUS - 0.05, 20)


def test_a_tank_needs_two_inches_between_steps() -> None:
    tank = vehicle("A", at=AT, move='14"t')
    steps = [hill("a", box(22, 0, 60, 48), height=1), hill("b", box(24.5, 0, 60, 48), height=2)]
    assert is_in(reached(*steps, moving_unit=tank), 25.2, 20)
    steps = [hill("a", box(22, 0, 60, 48), height=1), hill("b", box(23.5, 0, 60, 48), height=2)]
    assert not is_in(reached(*steps, moving_unit=tank), 24.5, 20)
    assert is_in(reached(*steps, moving_unit=mech("A", at=AT, move='10"')), 24.5, 20)


def test_a_ramp_leads_up_where_a_cliff_does_not() -> None:
    up = ramp("r", box(22, 18, 26, 22), toward=90, height=2)
    top = hill("h", box(26, 10, 40, 30), height=2)
    tank = vehicle("A", at=AT, move='18"t', base=1.25)
    answer = reached(up, top, moving_unit=tank)
    assert is_in(answer, 28, 20)
    assert not is_in(reached(top, moving_unit=tank), 28, 20)


def test_from_the_road_along_the_road_is_farther() -> None:
    road = area("r", box(10, 19, 40, 21), kind="road")
    wood = woods("w", box(22, 0, 60, 48))
    tank = vehicle("A", at=AT, move='8"t', base=1.25)
    answer = reached(road, wood, moving_unit=tank)
    assert answer.available == 10
    assert is_in(answer, 29.8, 20)
    assert not is_in(answer, 27, 17)
    assert answer.contours[-1].is_proven


def test_a_bridge_is_walked_on() -> None:
    deck = bridge("b", box(22, 18.5, 28, 21.5), base=0)
    river = water("w", box(23, 0, 27, 48), depth=2)
    tank = vehicle("A", at=AT, move='12"t', base=1.25)
    answer = reached(deck, river, moving_unit=tank)
    assert is_in(answer, 29.5, 20)
    assert not is_in(answer, 25, 23.5)
    assert not is_in(reached(river, moving_unit=tank), 29.5, 20)


# ---- modes


def test_a_jump_is_a_disc_less_what_is_behind_too_high_a_wall() -> None:
    tower = building("b", box(22, 18, 23, 22), height=5)
    answer = reached(tower, mode="jump", moving_unit=mech("A", at=AT, move='6"/8"j'))
    assert is_in(answer, 20, 27.9)
    assert not is_in(answer, 26, 20)
    assert not is_in(answer, 22.5, 20)
    low = building("b", box(22, 18, 23, 22), height=4)
    answer = reached(low, mode="jump", moving_unit=mech("A", at=AT, move='6"/8"j'))
    assert is_in(answer, 26, 20)


def test_nobody_jumps_out_of_water() -> None:
    answer = reached(
        water("w", box(15, 15, 25, 25), depth=1), mode="jump", moving_unit=mech("A", at=AT, move='6"/8"j')
    )
    assert answer.contours == ()
    assert [reason.key for reason in answer.refusals] == ["move.jump-water"]


def test_a_closed_mode_says_why() -> None:
    answer = reached(mode="jump")
    assert answer.contours == ()
    assert [reason.key for reason in answer.refusals] == ["move.mode"]
    assert answer.sampled == 0


def test_minimum_movement_ignores_prices() -> None:
    answer = reached(woods("w", box(10, 10, 30, 30)), mode="minimum")
    assert answer.available == 2
    assert is_in(answer, 21.95, 20)


def east_and_west(answer: ReachAnswer) -> tuple[float, float]:
    west, _, east, _ = shape(answer.contours[-1]).bounds
    return east - AT[0], AT[0] - west


@pytest.mark.parametrize(
    ("move", "wood", "east", "west"),
    [
        ('1"', None, 2, 2),
        ('2"', box(0, 0, 48, 36), 2, 2),
        ('3"', box(20 + RADIUS, 0, 48, 36), 2, 3),
        ('4"', box(0, 0, 48, 36), 2, 2),
        ('5"', box(0, 0, 48, 36), 2.5, 2.5),
    ],
)
def test_where_the_move_does_not_suffice_minimum_movement_does(
    move: str, wood: tuple[tuple[float, float], ...] | None, east: float, west: float
) -> None:
    answer = reached(
        *([] if wood is None else [woods("w", wood)]),
        moving_unit=mech("A", at=AT, move=move, motion="unmoved"),
    )
    assert not answer.refused
    assert all(contour.is_proven for contour in answer.contours)
    assert east_and_west(answer) == pytest.approx((east, west), abs=0.03)
    last = shape(answer.contours[-1])
    assert last.area >= 0.97 * math.pi * 2**2
    assert not last.interiors


def test_minimum_movement_passes_no_wall() -> None:
    slow, wood = mech("A", at=AT, move='2"', motion="unmoved"), woods("w", box(0, 0, 48, 36))
    answer = reached(wood, wall("b", box(21, 10, 22, 30), height=3), moving_unit=slow)
    assert not answer.refused
    assert east_and_west(answer) == pytest.approx((1 - RADIUS, 2), abs=0.03)


def test_who_has_move_to_spare_is_charted_once() -> None:
    for features in ((), (woods("w", box(0, 0, 48, 36)), wall("b", box(21, 10, 22, 30)))):
        (way,) = cost_maps_of(prepare_table(table(mech("A", at=AT, move='8"'), *features)), 0, "ground").ways
        assert not way.is_minimum


def test_a_sprint_is_half_as_far_again() -> None:
    assert reached(mode="sprint").available == 12


def test_a_vtol_flies_around_what_is_higher() -> None:
    flyer = vehicle("A", at=AT, move='10"v', motion="vtol", elevation=2, base=1.25)
    answer = reached(
        building("b", box(22, 18, 23, 22), height=4), woods("w", box(10, 10, 18, 30)), moving_unit=flyer
    )
    assert answer.mode == "vtol"
    assert is_in(answer, 12, 20)
    assert not is_in(answer, 22.5, 20)
    assert is_in(answer, 25, 20)


def test_a_wige_flies_around_woods() -> None:
    flyer = vehicle("A", at=AT, move='10"g', motion="wige", base=1.25)
    answer = reached(
        woods("w", box(22, 15, 24, 25)), water("p", box(10, 10, 18, 30), depth=2), moving_unit=flyer
    )
    assert answer.mode == "wige"
    assert not is_in(answer, 23, 20)
    assert is_in(answer, 12, 20)


def test_low_woods_bar_a_wige_like_tall_ones() -> None:
    flyer = vehicle("A", at=AT, move='10"g', motion="wige", state=["airborne"], elevation=1, base=1.25)
    answer = reached(woods("w", box(22, 15, 24, 25), height=1), moving_unit=flyer)
    assert not answer.refused
    assert not is_in(answer, 23, 20)
    assert not is_in(answer, 22 - RADIUS + 0.05, 20)
    assert is_in(answer, 22 - RADIUS - 0.05, 20)


def test_a_short_flight_of_a_wige_sinks_and_so_does_not_end_over_snow() -> None:
    flyer = vehicle("A", at=AT, move='10"g', motion="wige", state=["airborne"], elevation=1, base=1.25)
    snow = area("s", box(21, 0, 60, 48), kind="snow")
    answer = reached(snow, moving_unit=flyer)
    assert not answer.refused
    assert all(contour.is_proven for contour in answer.contours)
    assert is_in(answer, 21 - RADIUS - 0.05, 20)
    assert not is_in(answer, 21 - RADIUS + 0.05, 20)
    assert not is_in(answer, 23.9, 20)
    assert is_in(answer, 24.1, 20)
    assert is_in(answer, 16.5, 20)
    (way,) = cost_maps_of(prepare_table(table(flyer, snow)), 0, "wige").ways
    assert way.z[way.grid.nearest([(18, 20), (15, 20), (25, 20)])].tolist() == [0, 1, 1]
    resting = reached(
        snow, moving_unit=vehicle("A", at=AT, move='10"g', motion="unmoved", base=1.25), mode="wige"
    )
    assert not resting.refused
    assert is_in(resting, 23, 20)


def test_with_more_move_than_the_table_has_inches_small_things_still_bar() -> None:
    post = wall("w", box(40, 22, 41, 23), height=3)
    answer = reached(
        post, moving_unit=mech("A", at=AT, move='20"'), mode="sprint", conditions={"gravity": 0.1}
    )
    assert answer.available == 300
    assert not answer.refused
    assert not is_in(answer, 40.5, 22.5)
    assert is_in(answer, 40.5, 23.8)
    whole = Polygon(box(0, 0, 48, 36)).area - Polygon(box(40, 22, 41, 23)).buffer(RADIUS).area
    assert shape(answer.contours[-1]).area == pytest.approx(whole, rel=0.02)


def test_a_submersible_stays_in_its_water() -> None:
    boat = vehicle("A", at=AT, move='8"s', elevation=-1, state=["submerged"], base=1.25)
    answer = reached(water("w", box(15, 15, 25, 25), depth=2), moving_unit=boat)
    assert answer.mode == "submersible"
    assert is_in(answer, 16, 20)
    assert not is_in(answer, 25, 20)


def test_a_ship_stays_on_the_water() -> None:
    ship = vehicle("A", at=AT, move='8"n', base=1.25)
    answer = reached(water("w", box(15, 15, 25, 25), depth=2), moving_unit=ship)
    assert is_in(answer, 16, 20)
    assert not is_in(answer, 25, 20)


@pytest.mark.parametrize(
    "base",
    [{"shape": "hex", "across": 1.25}, {"shape": "rect", "width": 1, "length": 2}],
    ids=["hex", "rect"],
)
def test_bases_with_corners_are_proven_too(base: Json) -> None:
    who = mech("A", at=AT, move='8"', facing=20, base=base)
    answer = reached(wall("w", box(22, 18, 22.5, 23)), woods("t", box(16, 16, 18, 18)), moving_unit=who)
    assert len(answer.refused) <= 0.02 * answer.sampled


def test_infantry_in_buildings_pays_nothing_more() -> None:
    house = building("b", box(21, 15, 40, 25), height=2)
    answer = reached(house, moving_unit=infantry("A", at=AT, move='6"f'))
    assert is_in(answer, 25.8, 20)


def test_battle_armor_with_jump_alone_walks_by_it() -> None:
    answer = reached(moving_unit=battle_armor("A", at=AT, move='6"j'))
    assert answer.available == 6


# ---- proof


@pytest.fixture(scope="module")
def answers() -> list[tuple[ReachAnswer, str]]:
    prepared = prepare_table(timed_table())
    return [
        (reach(prepared, unit.id, mode), unit.id)
        for unit in prepared.units.units[: len(CARDS)]
        for mode in ("ground", "jump", "sprint")
    ]


def test_nearly_all_places_are_proven_on_the_crowded_table(answers: list[tuple[ReachAnswer, str]]) -> None:
    sampled = sum(answer.sampled for answer, _ in answers)
    refused = sum(len(answer.refused) for answer, _ in answers)
    assert sampled > 500
    assert refused <= 0.02 * sampled


def test_a_contour_is_proven_exactly_when_nothing_near_it_was_refused(
    answers: list[tuple[ReachAnswer, str]],
) -> None:
    for answer, _ in answers:
        if not answer.refused:
            assert all(contour.is_proven for contour in answer.contours)


def test_outlines_lie_within_each_other(answers: list[tuple[ReachAnswer, str]]) -> None:
    for answer, _ in answers:
        for small, large in zip(answer.contours, answer.contours[1:], strict=False):
            inner = sum(Polygon(ring).area for ring in small.rings[:1])
            assert inner <= sum(Polygon(ring).area for ring in large.rings) + 0.1


@settings(max_examples=10, deadline=None)
@given(st.floats(2, 9), st.integers(0, 11))
def test_more_move_never_reaches_less(less: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    pieces = [
        woods(f"w{k}", box(x, y, x + 2, y + 3))
        for k, (x, y) in enumerate(rng.uniform(12, 28, (4, 2)).tolist())
    ]
    pieces += [
        wall(f"b{k}", box(x, y, x + 2, y + 1))
        for k, (x, y) in enumerate(rng.uniform(22, 27, (2, 2)).tolist())
    ]
    whole = math.floor(less)
    few = prepare_table(table(mech("A", at=AT, move=f'{whole}"'), *pieces))
    more = prepare_table(table(mech("A", at=AT, move=f'{whole + 2}"'), *pieces))
    short, far = cost_maps_of(few, 0, "ground").ways, cost_maps_of(more, 0, "ground").ways
    places = short[0].grid.places[np.any([way.is_within for way in short], axis=0)]
    assert np.any([way.is_within[way.grid.nearest(places)] for way in far], axis=0).all()


def test_places_inside_are_reached_by_paths_the_judge_allows() -> None:
    prepared = prepare_table(timed_table())
    (way, *_) = cost_maps_of(prepared, 6, "ground").ways
    places = np.flatnonzero(way.is_within)[::701]
    for place, (path, _) in zip(places.tolist(), way.paths(places.tolist()), strict=True):
        question = MoveQuestion(
            tuple(Waypoint(x, y) for x, y in path[1:].tolist() or path.tolist()), mode="ground"
        )
        answer = judge_move(prepared, prepared.units.units[6].id, question)
        assert answer.allowed, (place, answer.refusals)
        assert answer.cost <= way.cost[place] + 0.05


# ---- wrong questions


def test_wrong_questions_are_refused() -> None:
    prepared = prepare_table(table(mech("A", at=AT)))
    with pytest.raises(NotFound):
        reach(prepared, "B")
    with pytest.raises(InputError):
        reach(prepared, "A", "teleport")
    for levels in ([0.0], [math.nan], [math.inf], [1.0] * 41):
        with pytest.raises(InputError):
            reach(prepared, "A", levels=levels)


@pytest.mark.parametrize(
    ("edition", "options"),
    [
        ("ce-7", {}),
        ("classic-2.3.1", {}),
        ("ce-5.01", {"move.terrain-entry": "whole-inch"}),
        ("ce-5.01", {"move.slope": "every-inch"}),
        ("ce-5.01", {"move.level-fraction": "whole"}),
        ("ce-5.01", {"move.level-window": "fixed"}),
        ("ce-5.01", {"move.level-window": "sum"}),
    ],
    ids=[
        "ce-7",
        "classic",
        "whole inches",
        "slopes by the inch",
        "whole heights",
        "fixed windows",
        "up and down added",
    ],
)
def test_nearly_all_places_are_proven_whatever_is_played(edition: str, options: dict[str, str]) -> None:
    prepared = prepare_table(replace(timed_table(), edition=edition, options=options))
    found = [
        reach(prepared, prepared.units.units[i].id, mode)
        for i, mode in ((0, "sprint"), (3, "ground"), (6, "ground"), (9, "jump"))
    ]
    assert sum(answer.sampled for answer in found) > 70
    assert sum(len(answer.refused) for answer in found) <= 0.02 * sum(answer.sampled for answer in found)


# ---- limits that are not the Move


@pytest.mark.parametrize(
    "moving_unit",
    [
        mech("A", at=AT, motion="unmoved"),
        vehicle("A", at=AT, move='10"v', motion="unmoved", state=["airborne"], elevation=3),
        vehicle("A", at=AT, move='10"g', motion="unmoved", state=["airborne"], elevation=1),
    ],
    ids=["on the ground", "in the air", "as a WiGE"],
)
def test_who_stands_still_stays_within_an_inch(moving_unit: Json) -> None:
    answer = reached(mode="standstill", moving_unit=moving_unit)
    assert [contour.is_proven for contour in answer.contours] == [True]
    assert not answer.refused


def test_a_wige_on_the_ground_taxies_two_inches() -> None:
    answer = reached(mode="ground", moving_unit=vehicle("A", at=AT, move='14"g', motion="unmoved"))
    assert not answer.refused
    assert all(contour.is_proven for contour in answer.contours)
    west, south, east, north = shape(answer.contours[-1]).bounds
    assert (AT[0] - west, east - AT[0], AT[1] - south, north - AT[1]) == pytest.approx((2,) * 4, abs=0.02)


@pytest.mark.parametrize("card", ['8"/12"m', '12"/8"m', '10"w/12"h', '8"qt/6"w', '12"/8"j/6"m'])
@pytest.mark.parametrize("mode", ["ground", "sprint", "minimum", "standstill"])
def test_a_card_of_two_codes_gets_as_far_as_the_better_one(card: str, mode: str) -> None:
    kind = mech if "q" in card or "m" in card else vehicle
    answer = reached(mode=mode, moving_unit=kind("A", at=AT, move=card, motion="unmoved"))
    assert not answer.refused
    west, south, east, _ = shape(answer.contours[-1]).bounds  # the table ends sixteen inches to the north
    sides = (AT[0] - west, east - AT[0], AT[1] - south)
    assert sides == pytest.approx((answer.available,) * 3, abs=0.02)


ON_ICE = {
    "a 'Mech": (mech("A", at=AT, move='8"', motion="unmoved", pilot=["sure-footed"]), 10.0),
    "a vehicle": (vehicle("A", at=AT, move='8"t', motion="unmoved", pilot=["drag-racer"]), 12.0),
    "anyone else": (mech("A", at=AT, move='8"', motion="unmoved"), 8.0),
}


@pytest.mark.parametrize(("moving_unit", "available"), ON_ICE.values(), ids=ON_ICE)
def test_pilots_who_are_fast_on_ice_get_as_far_as_the_judge_lets_them(
    moving_unit: Json, available: float
) -> None:
    answer = reached(area("ice", box(0, 0, 40, 36), kind="ice"), moving_unit=moving_unit)
    assert not answer.refused
    assert answer.available == available
    west, _, east, _ = shape(answer.contours[-1]).bounds
    assert (AT[0] - west, east - AT[0]) == pytest.approx((available / 2,) * 2, abs=0.05)


def test_from_ice_to_road_it_stays_fast_and_beside_them_it_does_not() -> None:
    ice, road = area("ice", box(19, 15, 22, 25), kind="ice"), area("road", box(22, 19, 40, 21), kind="road")
    answer = reached(ice, road, moving_unit=ON_ICE["a 'Mech"][0])
    assert not answer.refused
    west, _, east, _ = shape(answer.contours[-1]).bounds
    assert east == pytest.approx(22.625 + (10 - 2 * 2.625), abs=0.1)
    assert west == pytest.approx(18.375 - (8 - 2 * 1.625), abs=0.1)


# ---- what the picture claims

FINE, ERROR = 0.125, 0.2
"""Half of a quarter inch, and the inches by which an outline may be off."""
RIPPLES = 0.015
"""Square inches an inch of outline that finer bends may hold; the largest of 120 measured outlines held 0.0125."""


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 999))
def test_outlines_at_hills_are_smooth_and_claim_nothing_beyond_their_error(seed: int) -> None:
    rng = np.random.default_rng(seed)
    hills = []
    for k, (x, y, size) in enumerate(rng.uniform((15, 15, 1.5), (25, 25, 5), (3, 3)).tolist()):
        ring = [(x + size * math.cos(a), y + size * math.sin(a)) for a in np.arange(7) * 2 * math.pi / 7]
        hills.append(hill(f"h{k}", ring, height=1 + k % 2))
    prepared = prepare_table(table(mech("A", at=AT, move='6"'), *hills, wall("w", box(21, 16, 21.3, 22))))
    drawn = reach(prepared, "A", levels=[2, 4]).contours
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(contours, "smoothed_areas", lambda shapes, by: shapes)
        patch.setattr(contours, "_smoothed", lambda polygon: polygon)
        exact = reach(prepared, "A", levels=[2, 4]).contours
    for one, other in zip(drawn, exact, strict=True):
        found, raw = shape(one), shape(other)
        assert raw.difference(found.buffer(ERROR)).area < 1e-6
        assert found.difference(raw.buffer(ERROR)).area < 1e-6
        assert len(one.rings) <= len(other.rings)
        evened = found.buffer(FINE).buffer(-2 * FINE).buffer(FINE)
        assert found.symmetric_difference(evened).area < RIPPLES * found.length
