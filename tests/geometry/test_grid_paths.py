import math
from dataclasses import replace

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import box

from astrike.geometry.grid import clearances, make_grid, wall_clearances
from astrike.geometry.grid_edges import GridCosts, open_edges
from astrike.geometry.grid_paths import search_grid, too_steep
from astrike.geometry.sweeps import make_footprint, make_zones
from tests.bench.heap import cheapest
from tests.oracle.boundary_graph import BoundaryGraph, grown_ground
from tests.oracle.scenes import blob
from tests.soak import examples

START = (20.0, 20.0)
TABLE = (0.0, 0.0, 72.0, 48.0)
POINT = make_footprint(radius=0.0)


def grid_of(reach, start=START):
    return make_grid(start, reach=reach, extent=TABLE)


def clear(grid):
    return GridCosts((), barrier=np.full(len(grid), 9.0), height=np.zeros(len(grid)))


def off(grid, *polygons, radius=0.0):
    """Return how far a base is from polygons."""
    zones = make_zones(polygons)
    group = np.zeros(len(zones), dtype=np.intp)
    return clearances(grid, zones, group=group, count=1, footprint=make_footprint(radius=radius), band=0.6)[0]


def cost_at(found, *places):
    return found.cost[found.grid.nearest(places)]


# ---- known solutions


def test_on_open_ground_lengths_are_at_most_a_hundredth_too_long():
    grid = grid_of(12)
    found = search_grid(grid, clear(grid), 12)
    crow = np.hypot(*(grid.places - START).T)
    reached = np.isfinite(found.cost)
    assert (found.cost[reached] >= crow[reached] - 1e-5).all()
    assert (found.cost[reached] <= 1.0135 * crow[reached] + 1e-5).all()
    assert found.cost[grid.start] == 0
    assert found.travel[reached] == pytest.approx(found.cost[reached], abs=1e-4)


@pytest.mark.parametrize("rate", [1.0, 3.0])
def test_ways_bend_on_a_border_as_light_does(rate):
    grid = grid_of(12)
    wood = off(grid, box(23, 0, 72, 48))
    found = search_grid(grid, replace(clear(grid), surcharges=((rate, wood),)), 12)
    for x, y in [(24, 23), (25, 18), (25, 20), (24, 26)]:
        bend = np.linspace(10, 30, 20_001)
        snell = (np.hypot(3, bend - 20) + (1 + rate) * np.hypot(x - 23, y - bend)).min()
        (cost,) = cost_at(found, (x, y))
        assert snell - 1e-3 <= cost <= snell + 0.16


def test_what_of_a_step_is_in_a_zone_is_paid_to_the_hundredth():
    grid = grid_of(6)
    east = off(grid, box(22.03, 0, 72, 48))
    found = search_grid(grid, replace(clear(grid), surcharges=((1.0, east),)), 6)
    assert cost_at(found, (24, 20))[0] == pytest.approx(4 + (24 - 22.03), abs=0.011)


def test_surcharges_add_up():
    grid = grid_of(6)
    one, other = off(grid, box(21, 0, 72, 48)), off(grid, box(22, 0, 72, 48))
    found = search_grid(grid, replace(clear(grid), surcharges=((1.0, one), (0.5, other))), 6)
    assert cost_at(found, (23, 20))[0] == pytest.approx(3 + 2 + 0.5, abs=0.016)


def test_a_wall_is_walked_around():
    grid = grid_of(10)
    wall = off(grid, box(22, 17, 22.5, 21), radius=0.5)
    found = search_grid(grid, replace(clear(grid), barrier=wall), 10)
    bend = np.array([(20, 20), (22, 21.5), (22.5, 21.5), (25, 20)])
    least = np.hypot(*np.diff(bend, axis=0).T).sum()
    (cost,) = cost_at(found, (25, 20))
    assert least - 0.1 <= cost <= least + 0.2
    assert np.isinf(found.cost[wall < 0]).all()
    way = found.way_to(grid.nearest([(25, 20)])[0])
    assert shapely.LineString(grid.places[way]).distance(box(22, 17, 22.5, 21)) >= 0.5 - 1e-9


@settings(max_examples=examples(10, soaked=20), deadline=None)
@given(st.integers(0, 10_000))
def test_no_step_cuts_the_corner_of_what_bars(seed):
    rng = np.random.default_rng(seed)
    rock = blob(rng, at=(22, 21), radius=1.2, corners=7)
    grid = grid_of(5)
    found = search_grid(grid, replace(clear(grid), barrier=off(grid, rock, radius=0.5)), 5)
    to = np.flatnonzero(found.before >= 0)
    steps = shapely.linestrings(np.stack((grid.places[found.before[to]], grid.places[to]), axis=1))
    inside = shapely.contains_xy(rock.buffer(0.5), *START)
    assert inside or (shapely.distance(rock, steps) >= 0.5 - 1e-3).all()


def test_a_base_that_touches_a_wall_can_leave_it():
    grid = grid_of(3)
    wall = off(grid, box(20.5, 10, 21, 30), radius=0.5)
    assert wall[grid.start] == 0
    found = search_grid(grid, replace(clear(grid), barrier=wall), 3)
    assert cost_at(found, (18, 20))[0] == pytest.approx(2)
    assert cost_at(found, (19.875, 22))[0] < 2.1
    assert np.isinf(cost_at(found, (22, 20))[0])


@settings(max_examples=examples(10, soaked=20), deadline=None)
@given(st.integers(0, 10_000), st.integers(3, 7))
def test_no_step_cuts_the_corner_of_another_level(seed, corners):
    """However sharp the corner is, and wherever between the grid's lines it ends."""
    rng = np.random.default_rng(seed)
    hills = [blob(rng, at=(20 + dx, 20 + dy), radius=1.2, corners=corners) for dx, dy in ((2, 1), (-2, -1))]
    hill = shapely.union_all(hills)
    grid = grid_of(5)
    zones = make_zones(list(shapely.get_parts(hill)))
    group = np.zeros(len(zones.start), dtype=np.intp)
    border_clearance = wall_clearances(
        grid, zones.start, zones.end, group=group, count=1, footprint=POINT, band=grid.step
    )[0]
    height = np.where(off(grid, *shapely.get_parts(hill)) <= 0, 1.0, 0.0)
    first, end, cost = open_edges(
        grid, replace(clear(grid), height=height, border_clearance=border_clearance)
    )
    start = np.repeat(np.arange(len(grid)), np.diff(first))
    level = np.isfinite(cost) & (height[start] == 0) & (height[end] == 0) & (border_clearance[start] < 0.2)
    ends = np.stack((grid.places[start[level]], grid.places[end[level]]), axis=1)
    west, south, east, north = hill.bounds  # a step that is all on one side of them does not come near
    low, high = ends.min(axis=1), ends.max(axis=1)
    near = (high >= (west, south)).all(axis=1) & (low <= (east, north)).all(axis=1)
    assert near.any()
    shapely.prepare(hill)
    steps = shapely.linestrings(ends[near])
    steps = steps[shapely.intersects(hill, steps)]
    assert shapely.length(shapely.intersection(steps, hill)).max(initial=0) < 1e-6


# ---- heights


def terrace(grid, *borders):
    """Return heights that rise by an inch at each border's x."""
    return (grid.places[:, 0][:, None] > np.array(borders)[None, :]).sum(axis=1).astype(float)


def test_height_costs_its_price_up_and_down():
    grid = grid_of(8)
    hill = np.where((grid.places[:, 0] > 21) & (grid.places[:, 0] < 23), 1.0, 0.0)
    costs = replace(clear(grid), height=hill, level_cost=2.0, level_part=0.5)
    found = search_grid(grid, costs, 8)
    assert cost_at(found, (22, 20))[0] == pytest.approx(2 + 2, abs=1e-5)
    assert cost_at(found, (24, 20))[0] == pytest.approx(4 + 4, abs=1e-5)


def test_a_slope_is_paid_when_half_an_inch_has_come_together():
    grid = grid_of(8)
    slope = np.clip((grid.places[:, 0] - 21) / 2, 0, 1)
    costs = replace(clear(grid), height=slope, level_cost=2.0, level_part=0.5)
    found = search_grid(grid, costs, 8)
    assert cost_at(found, (21.875, 20))[0] == pytest.approx(1.875, abs=1e-5)
    assert cost_at(found, (22.0, 20))[0] == pytest.approx(2 + 1, abs=1e-5)
    assert cost_at(found, (22.875, 20))[0] == pytest.approx(2.875 + 1, abs=1e-5)
    assert cost_at(found, (23.0, 20))[0] == pytest.approx(3 + 2, abs=1e-5)


def test_low_steps_are_free_until_they_come_to_half_an_inch():
    grid = grid_of(6)
    costs = replace(clear(grid), height=0.3 * terrace(grid, 21.0, 22.0), level_cost=2.0, level_part=0.5)
    found = search_grid(grid, costs, 6)
    assert cost_at(found, (21.5, 20))[0] == pytest.approx(1.5, abs=1e-5)
    assert cost_at(found, (22.5, 20))[0] == pytest.approx(2.5 + 1.0, abs=1e-5)


@pytest.mark.parametrize(("width", "passes"), [(1.5, False), (2.5, True)], ids=["too near", "far enough"])
def test_two_steps_within_the_window_count_together(width, passes):
    grid = grid_of(8, start=(20.0, 24.0))
    costs = replace(clear(grid), height=terrace(grid, 21.0, 21.0 + width), climb_limit=1.0, climb_window=2.0)
    found = search_grid(grid, costs, 8)
    assert np.isfinite(cost_at(found, (25, 24))[0]) == passes
    assert np.isfinite(cost_at(found, (21.5, 24))[0])
    assert not len(too_steep(found)[0])


def test_a_slope_that_rises_just_as_much_as_allowed_is_no_step():
    grid = grid_of(8)
    slope = np.clip((grid.places[:, 0] - 21) / 2, 0, 2)
    costs = replace(clear(grid), height=slope, climb_limit=1.0, climb_window=2.0)
    found = search_grid(grid, costs, 8)
    assert cost_at(found, (26, 20))[0] == pytest.approx(6, abs=1e-5)


# ---- laws


def random_costs(seed, grid):
    rng = np.random.default_rng(seed)

    def some(count):
        return [
            blob(rng, at=tuple(rng.uniform(15, 25, 2)), radius=rng.uniform(0.5, 2), corners=9)
            for _ in range(count)
        ]

    barrier = off(grid, *some(2), radius=0.5)
    return GridCosts(
        ((1.0, off(grid, *some(3), radius=0.5)), (3.0, off(grid, *some(1), radius=0.5))),
        barrier=barrier,
        height=np.where(off(grid, *some(2)) < 0, 1.0, 0.0),
        level_cost=2.0,
        level_part=0.5,
        climb_limit=2.0,
        climb_window=2.0,
    )


@settings(max_examples=examples(9, soaked=15), deadline=None)
@given(st.integers(0, 10_000))
def test_numbers_in_steps_and_a_plain_heap_agree(seed):
    grid = grid_of(3)
    costs = random_costs(seed, grid)
    found = search_grid(grid, costs, 3)
    first, end, price = open_edges(grid, costs)
    plain = cheapest(first, end, price, start=grid.start, limit=3)
    assert (np.isfinite(plain) == np.isfinite(found.cost)).all()
    reached = np.isfinite(plain)
    assert found.cost[reached] == pytest.approx(plain[reached], abs=1e-5)


@settings(max_examples=examples(9, soaked=15), deadline=None)
@given(st.integers(0, 10_000), st.floats(1, 5))
def test_more_move_never_reaches_less_and_costs_stay(seed, less):
    grid = grid_of(5)
    costs = random_costs(seed, grid)
    short, far = search_grid(grid, costs, less), search_grid(grid, costs, 5)
    reached = np.isfinite(short.cost)
    assert np.isfinite(far.cost[reached]).all()
    assert far.cost[reached] == pytest.approx(short.cost[reached], abs=1e-6)


@settings(max_examples=examples(9, soaked=15), deadline=None)
@given(st.integers(0, 10_000))
def test_costs_rise_along_ways_and_ways_begin_at_the_start(seed):
    grid = grid_of(4)
    found = search_grid(grid, random_costs(seed, grid), 4)
    for place in np.flatnonzero(np.isfinite(found.cost))[::97]:
        way = found.way_to(int(place))
        assert way[0] == grid.start
        assert way[-1] == place
        assert (np.diff(found.cost[way]) > 0).all()
        legs = np.hypot(*np.diff(grid.places[way], axis=0).T)
        assert legs.sum() == pytest.approx(found.travel[place])
    assert not len(found.way_to(int(np.flatnonzero(np.isinf(found.cost))[0])))


def test_the_grid_is_near_the_points_on_borders():
    rng = np.random.default_rng(9)
    woods = [blob(rng, at=at, radius=1.2, corners=9) for at in [(22.7, 21.5), (17.5, 22), (20.2, 17)]]
    rocks = [blob(rng, at=at, radius=0.8, corners=6) for at in [(20.3, 22), (17.3, 18.5)]]
    hill = box(22, 15, 24, 19)
    grid = grid_of(6)
    costs = replace(
        clear(grid),
        surcharges=((1.0, off(grid, *woods, radius=0.5)),),
        barrier=off(grid, *rocks, radius=0.5),
        height=np.where(off(grid, hill) < 0, 1.0, 0.0),
        level_cost=2.0,
        level_part=0.5,
    )
    found = search_grid(grid, costs, 6)
    exact = BoundaryGraph(
        grown_ground([(1.0, woods)], barred=rocks, steps=[(2.0, [hill])], radius=0.5),
        START,
        limit=6,
        spacing=0.5,
    )
    angle, far = rng.uniform(0, math.tau, 200), 6 * np.sqrt(rng.uniform(0, 1, 200))
    places = grid.nearest(START + np.column_stack((far * np.cos(angle), far * np.sin(angle))))
    true = exact.cost_to(grid.places[places])
    near = true < 5.8
    error = found.cost[places][near] - true[near]
    assert len(error) > 100
    assert np.percentile(np.abs(error), 95) <= 0.2


# ---- what is bought


def test_stretches_are_bought_by_the_first_inch_and_then_by_halves():
    grid = grid_of(9)
    wood = off(grid, box(22, 0, 23.25, 48))
    found = search_grid(grid, replace(clear(grid), surcharges=((1.0, wood),), is_bought=True), 9)
    # Base and surcharge of 1.27 inches are paid as 1.5 each.
    assert cost_at(found, (22.5, 20))[0] == pytest.approx(2 + 2, abs=0.03)
    assert cost_at(found, (25, 20))[0] == pytest.approx(5 + 1.25 + 2 * 0.25, abs=0.06)


def test_started_inches_of_a_slope_are_paid_where_that_is_played():
    grid = grid_of(8)
    x = grid.places[:, 0]
    slope = np.clip((x - 21) / 4, 0, 0.5)
    costs = replace(
        clear(grid), height=slope, level_cost=1.0, level_part=0.5, slope=(x > 21.01) & (x < 22.99)
    )
    found = search_grid(grid, costs, 8)
    assert cost_at(found, (24, 20))[0] == pytest.approx(4 + 2, abs=0.06)
    assert cost_at(found, (22, 20))[0] == pytest.approx(2 + 1, abs=0.06)


def test_whole_heights_are_the_nearest_counted_from_the_start():
    grid = grid_of(8)
    costs = replace(
        clear(grid),
        height=0.6 * terrace(grid, 21.0, 22.0),
        level_cost=2.0,
        level_part=1.0,
        level_is_rounded=True,
    )
    found = search_grid(grid, costs, 8)
    assert cost_at(found, (21.5, 20))[0] == pytest.approx(1.5 + 2, abs=1e-4)
    assert cost_at(found, (23, 20))[0] == pytest.approx(3 + 2, abs=1e-4)
