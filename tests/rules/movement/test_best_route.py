"""The cheapest way to a place: known lengths, always allowed, never dearer than its neighbors know."""

import math

import numpy as np
import pytest

from astrike.errors import InputError, NotFound
from astrike.model.movement import CheapestRoute, MoveQuestion
from astrike.rules.movement.best_route import best_route
from astrike.rules.movement.cost_maps import cost_maps_of
from astrike.rules.movement.judge import judge_move
from astrike.rules.table.prepared_table import prepare_table
from tests.bench.tables import timed_table
from tests.builders import Json, area, box, building, hill, mech, table, vehicle, wall, water, woods

AT = (20.0, 20.0)
RADIUS = 0.625


def way(
    *features: Json,
    to: tuple[float, float],
    z: float | str | None = None,
    mode: str | None = None,
    move: str = '12"',
) -> CheapestRoute | None:
    prepared = prepare_table(table(mech("A", at=AT, move=move), *features))
    found = best_route(prepared, "A", *to, z, mode)
    if found is not None:
        assert found.answer == judge_move(prepared, "A", MoveQuestion(found.path, mode=found.answer.mode))
        assert found.answer.allowed
        assert (found.path[-1].x, found.path[-1].y, found.path[-1].z) == (*to, z)
    return found


def test_on_open_ground_it_is_straight() -> None:
    found = way(to=(27, 23))
    assert found is not None
    assert len(found.path) == 1
    assert found.answer.cost == pytest.approx(math.hypot(7, 3))


def test_around_a_wall_it_is_as_short_as_a_string() -> None:
    found = way(wall("w", box(23, 15, 23.5, 22), height=3), to=(27, 20))
    assert found is not None
    corner, end = np.array([(23, 22), (23.5, 22)]), np.array((27, 20))
    string = 0.5
    for place, knot in ((np.array(AT), corner[0]), (end, corner[1])):
        far = math.dist(place, knot)
        string += math.sqrt(far**2 - RADIUS**2)
        tangent = math.atan2(abs(knot[1] - place[1]), abs(knot[0] - place[0])) + math.asin(RADIUS / far)
        string += RADIUS * tangent
    assert string <= found.answer.cost <= string + 0.1
    assert len(found.path) <= 8


def test_through_woods_or_around_whichever_is_cheaper() -> None:
    thin = way(woods("w", box(23, 10, 23.5, 30)), to=(27, 20))
    assert thin is not None
    assert len(thin.path) == 1
    assert thin.answer.cost == pytest.approx(7 + 0.5 + 2 * RADIUS)
    thick = way(woods("w", box(22, 18, 26, 20.5)), to=(28, 20))
    assert thick is not None
    assert 8 < thick.answer.cost < 8 + 0.9


def test_woods_are_crossed_as_light_is_bent() -> None:
    found = way(woods("w", box(23 + RADIUS, 0, 48, 36)), to=(26, 24), move='14"')
    assert found is not None
    bend = np.linspace(18, 26, 8001)
    snell = (np.hypot(3, bend - 20) + 2 * np.hypot(3, 24 - bend)).min()
    assert snell - 1e-6 <= found.answer.cost <= snell + 0.05


def test_a_bend_makes_no_minimum_movement_of_a_move_that_the_move_suffices_for() -> None:
    wood = woods("w", box(20.625, 0, 24, 36))
    near = way(wood, to=(21, 19), move='3"')
    assert near is not None
    assert near.answer.mode == "ground"
    assert 2.7 < near.answer.cost <= 2 * math.sqrt(2)
    far = way(wood, to=(22, 20), move='3"')
    assert far is not None
    assert (far.answer.mode, far.answer.cost) == ("minimum", 2)


def test_minimum_movement_goes_around_corners_too() -> None:
    wood, corner = woods("w", box(0, 0, 48, 36)), wall("c", box(20.7, 20.3, 22, 22), height=3)
    found = way(wood, corner, to=(20.9, 19.5), move='1"')
    assert found is not None
    assert found.answer.mode == "minimum"
    assert math.hypot(0.9, 0.5) <= found.answer.cost <= math.hypot(0.9, 0.5) + 0.01


def test_what_cannot_be_reached_has_no_way() -> None:
    assert way(to=(33, 20)) is None
    assert way(hill("h", box(25, 0, 48, 36), height=3), to=(27, 20)) is None
    assert way(wall("w", box(25, 10, 30, 30), height=3), to=(27, 20)) is None
    assert way(to=(20, 40)) is None
    assert way(mech("B", at=(25, 20)), to=(25, 20)) is None


def test_a_jump_is_one_leg_or_none() -> None:
    found = way(water("w", box(21, 15, 24, 25), depth=1), to=(26, 21), mode="jump", move='6"/8"j')
    assert found is not None
    assert len(found.path) == 1
    assert way(building("b", box(22, 15, 23, 25), height=6), to=(26, 20), mode="jump", move='6"/8"j') is None


def test_up_to_a_roof_when_asked() -> None:
    house = building("b", box(23, 17, 29, 23), height=2)
    inside = way(house, to=(26, 20), z="inside", move='20"')
    roof = way(house, to=(26, 20), z="roof", move='20"')
    assert inside is not None
    assert roof is not None
    assert (inside.answer.inside, roof.answer.on) == ("b", "b")
    assert roof.answer.end[2] == 2


def test_along_the_road_with_its_bonus() -> None:
    prepared = prepare_table(
        table(
            vehicle("A", at=AT, move='8"t', base=1.25),
            area("r", box(10, 19, 40, 21), kind="road"),
            woods("w", box(22, 0, 48, 36)),
        )
    )
    found = best_route(prepared, "A", 29.5, 20)
    assert found is not None
    assert found.answer.available == 10
    assert found.answer.cost == pytest.approx(9.5)


@pytest.mark.parametrize("number", [0, 3, 4, 6, 9])
def test_on_the_crowded_table_every_way_is_allowed_and_no_dearer_than_the_chart(number: int) -> None:
    prepared = prepare_table(timed_table())
    unit = prepared.units.units[number].id
    (chart, *_) = cost_maps_of(prepared, number, "ground").ways
    places = np.flatnonzero(chart.is_within)
    found = 0
    for place in places[:: len(places) // 6].tolist():
        x, y = chart.grid.places[place].tolist()
        best = best_route(prepared, unit, x, y, None, "ground")
        if best is not None:
            found += 1
            assert best.answer.allowed
            assert best.answer.cost <= chart.cost[place] + 0.05
    assert found >= 6


def test_wrong_questions_are_refused() -> None:
    prepared = prepare_table(table(mech("A", at=AT)))
    with pytest.raises(NotFound):
        best_route(prepared, "B", 1, 1)
    with pytest.raises(InputError):
        best_route(prepared, "A", math.nan, 1)
    with pytest.raises(InputError):
        best_route(prepared, "A", 1, 1e9)
    with pytest.raises(InputError):
        best_route(prepared, "A", 1, 1, None, "teleport")
