import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import affinity
from shapely.geometry import Point, box

from astrike.geometry.bases import hexagon, rectangle
from astrike.geometry.grid import (
    MOST_PLACES,
    cells_under,
    clearances,
    disc_clearances,
    heights_under,
    make_grid,
    wall_clearances,
)
from astrike.geometry.sweeps import make_footprint, make_zones
from tests.oracle.scenes import blob

TABLE = (0.0, 0.0, 72.0, 48.0)
DISC = make_footprint(radius=0.625)


def around(place=(20.0, 20.0), reach=4.0):
    return make_grid(place, reach=reach, extent=TABLE)


def one_group(grid, polygons, *, footprint=DISC, band=0.5):
    zones = make_zones(polygons)
    group = np.zeros(len(zones), dtype=np.intp)
    return clearances(grid, zones, group=group, count=1, footprint=footprint, band=band)[0]


@pytest.mark.parametrize("reach", [1, 6, 12, 14, 18, 24, 40])
def test_places_stay_few_however_far_a_unit_moves(reach):
    grid = make_grid((30, 24), reach=reach, extent=(-99, -99, 199, 199))
    assert int(grid.near.sum()) <= 1.01 * MOST_PLACES
    assert grid.step == 0.125 or reach > 14
    assert grid.places[grid.start].tolist() == [30, 24]


@pytest.mark.parametrize("reach", [60, 210, 5000])
def test_who_gets_farther_than_the_table_is_wide_has_places_as_near_as_the_table_allows(reach):
    grid = make_grid((20, 20), reach=reach, extent=TABLE)
    assert grid.step == pytest.approx(math.sqrt(72 * 48 / MOST_PLACES))
    assert 0.97 * MOST_PLACES < len(grid) < 1.02 * MOST_PLACES
    west, south, east, north = grid.x[0], grid.y[0], grid.x[-1], grid.y[-1]
    assert max(west, south, 72 - east, 48 - north) < grid.step


def test_the_nearer_the_edge_the_fewer_places_and_the_nearer_they_may_lie():
    corner, middle = (make_grid(at, reach=20, extent=TABLE) for at in ((0, 0), (36, 24)))
    assert corner.step == 0.125
    assert middle.step == pytest.approx(20 * math.sqrt(math.pi / MOST_PLACES))


def test_a_grid_ends_at_the_edge_of_the_table():
    grid = make_grid((1.0, 47.9), reach=6, extent=TABLE)
    west, north = grid.x.min(), grid.y.max()
    assert west == 0.0
    assert north == 47.9
    assert grid.near.any()


def test_values_between_places_are_straight():
    grid = around()
    plane = 2 * grid.places[:, 0] - grid.places[:, 1]
    points = np.array([(20.03, 19.99), (18.1, 22.22), (24, 24)])
    assert grid.between(plane, points) == pytest.approx(2 * points[:, 0] - points[:, 1])


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([0.0, 0.25, 0.625, 1.5]))
def test_a_round_base_is_as_far_from_lumpy_zones_as_shapely_says(seed, radius):
    rng = np.random.default_rng(seed)
    shapes = [
        blob(rng, at=tuple(rng.uniform(17, 23, 2)), radius=rng.uniform(0.5, 3), corners=12) for _ in range(3)
    ]
    shapes[0] = shapes[0].difference(affinity.scale(shapes[0], 0.5, 0.5))
    grid = around()
    found = one_group(grid, shapes, footprint=make_footprint(radius=radius))
    union, place = shapely.union_all(shapes), shapely.points(grid.places)
    true = shapely.distance(union, place) - radius
    near = (true > -min(radius, 0.5)) & (true < 0.5)
    assert found[near] == pytest.approx(true[near], abs=1e-9)
    assert (found[true >= 0.5] == 0.5).all()
    deep = shapely.contains(union, place) & (shapely.distance(shapely.boundary(union), place) > 1e-6)
    assert (found[deep] < 0).all()


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.floats(0, 360), st.booleans())
def test_other_bases_are_in_a_zone_exactly_where_they_overlap_it(seed, facing, six_sided):
    outline = hexagon(1.25, facing) if six_sided else rectangle(1, 2.5, facing)
    rng = np.random.default_rng(seed)
    shape = blob(rng, at=(20.3, 19.6), radius=1.7, corners=9)
    grid = around(reach=3.5)
    found = one_group(grid, [shape], footprint=make_footprint(outline=outline))
    for k in rng.integers(0, len(grid), 60):
        common = shape.intersection(affinity.translate(outline, *grid.places[k])).area
        if abs(found[k]) > 1e-6:
            assert (common > 1e-12) == (found[k] < 0)


def test_groups_do_not_see_each_other():
    grid = around()
    zones = make_zones([box(18, 18, 19, 19), box(21, 18, 22, 19), box(20.5, 21, 23, 22)])
    every = clearances(grid, zones, group=np.array([0, 1, 0]), count=2, footprint=DISC, band=0.5)
    assert every[0] == pytest.approx(one_group(grid, zones.polygons[[0, 2]]))
    assert every[1] == pytest.approx(one_group(grid, zones.polygons[[1]]))


def test_walls_keep_the_base_off_on_both_sides():
    grid = around()
    start, end = np.array([(20.0, 18.0)]), np.array([(20.0, 22.0)])
    found = wall_clearances(grid, start, end, group=np.array([0]), count=1, footprint=DISC, band=1.0)[0]
    off = np.abs(grid.places[:, 0] - 20) - 0.625
    beside = np.abs(grid.places[:, 1] - 20) < 2
    assert found[beside] == pytest.approx(np.minimum(off[beside], 1.0))


def test_discs_are_as_far_as_their_edges():
    grid = around()
    centres, radii = np.array([(20.0, 22.0), (23.0, 20.0)]), np.array([0.5, 1.0])
    found = disc_clearances(grid, centres, radii, footprint=DISC, band=9.0)
    true = [
        min(Point(p).distance(Point(c)) - r for c, r in zip(centres, radii, strict=True)) for p in grid.places
    ]
    assert found == pytest.approx(np.array(true) - 0.625)


def test_the_ground_under_places_is_that_of_its_cell():
    hill, ramp = box(21, 18, 30, 22), box(19, 18, 21, 22)
    plain = box(-200, -200, 200, 200).difference(shapely.union(hill, ramp))
    grid = around()
    planes = np.array([(0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (-19.0, 1.0, 0.0)])
    height, cell = heights_under(grid, make_zones([plain, hill, ramp]), planes)
    assert (cell >= 0).all()
    x, y = grid.places.T
    rows = (y > 18.01) & (y < 21.99)
    inner = rows & (np.abs(x - 19) > 0.01) & (np.abs(x - 21) > 0.01)
    assert height[inner] == pytest.approx(np.clip(x[inner] - 19, 0, 2))
    assert height[(y < 17.99) | (y > 22.01)] == pytest.approx(0)


def test_cells_that_fill_the_table_leave_no_gap():
    rng = np.random.default_rng(3)
    island = blob(rng, at=(20, 20), radius=2, corners=30)
    plain = box(-100, -100, 100, 100).difference(island)
    grid = around(reach=6)
    cell = cells_under(grid, make_zones([plain, island]))
    inside = shapely.contains_xy(island, grid.places)
    assert (cell == inside.astype(int)).all()


def test_a_coarse_grid_keeps_its_disc():
    grid = make_grid((36, 24), reach=20, extent=TABLE)
    far = np.hypot(*(grid.places - (36, 24)).T)
    assert (grid.near == (far <= 20 + 1e-9)).all()
    assert math.isclose(grid.x[1] - grid.x[0], grid.step)


def test_a_base_with_corners_is_as_far_from_discs_as_shapely_says():
    outline = hexagon(1.4, 17)
    grid = around(reach=2.5)
    found = disc_clearances(
        grid,
        np.array([(21.0, 20.4)]),
        np.array([0.5]),
        footprint=make_footprint(outline=outline),
        band=0.8,
    )
    for k in range(0, len(grid), 7):
        gap = affinity.translate(outline, *grid.places[k]).distance(Point(21.0, 20.4)) - 0.5
        if gap > -0.5:
            assert found[k] == pytest.approx(min(gap, 0.8), abs=1e-9)
        else:
            assert found[k] < 0
