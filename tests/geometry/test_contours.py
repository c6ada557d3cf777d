import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Point, Polygon

from astrike.geometry.contours import extended, outlines_within
from astrike.geometry.grid import make_grid
from tests.soak import examples


def around(reach=3.0):
    return make_grid((10.0, 10.0), reach=reach, extent=(0.0, 0.0, 40.0, 40.0))


def test_a_disc_is_outlined_as_a_disc():
    grid = around()
    far = np.hypot(*(grid.places - 10.0).T)
    ((ring,),) = outlines_within(grid, far - 2.0)
    assert ring[0] == ring[-1]
    assert Polygon(ring).symmetric_difference(Point(10, 10).buffer(2, quad_segs=64)).area < 0.03


def test_holes_come_after_their_outline_and_islands_by_themselves():
    grid = around()
    far = np.hypot(*(grid.places - 10.0).T)
    ring = np.abs(far - 1.5) - 0.4
    areas = outlines_within(grid, np.minimum(ring, far - 0.5))
    assert sorted(len(area) for area in areas) == [1, 2]
    (outer, hole) = max(areas, key=len)
    assert Polygon(outer).contains(Polygon(hole))


def test_nothing_inside_has_no_outline():
    grid = around()
    assert outlines_within(grid, np.full(len(grid), 1.0)) == ()
    assert outlines_within(grid, np.full(len(grid), np.inf)) == ()


def test_what_has_no_end_does_not_pull_the_outline():
    grid = around()
    values = np.where(grid.places[:, 0] < 10.01, -1.0, np.inf)
    ((ring,),) = outlines_within(grid, values)
    assert max(x for x, _ in ring) == pytest.approx(10.0, abs=1e-3)


def test_only_gaps_with_room_are_filled_and_only_near_what_is_known():
    grid = around()
    x = grid.places[:, 0]
    values = np.where(x < 10.01, 1.0, np.inf)
    filled = extended(grid, values, x < 11.01)
    assert np.isfinite(filled[(x > 10.01) & (x < 10.26)]).all()
    assert np.isinf(filled[x > 10.26]).all()
    assert np.isinf(extended(grid, values, np.zeros(len(x), dtype=bool))[x > 10.01]).all()


# ---- the steps of the grid are not drawn


FINE, ERROR = 0.125, 0.2
"""Half of a quarter inch, and the inches by which an outline may be off."""


def together(found):
    rings = [Polygon(area[0], area[1:]) for area in found]
    return shapely.union_all(rings)


def finer(shape):
    """The area of notches, gaps, spikes and islands that are finer than a quarter inch."""
    closed = shape.buffer(FINE).buffer(-FINE)
    opened = closed.buffer(-FINE).buffer(FINE)
    return shape.symmetric_difference(opened).area


@st.composite
def fields(draw):
    """Costs that grow with the way and jump at the edges of hills, with a lone place here and there that is refused."""
    grid = around()
    x, y = grid.places.T
    cost = np.hypot(x - 10.0, y - 10.0)
    for _ in range(draw(st.integers(0, 3))):
        at, size = draw(st.tuples(st.floats(7, 13), st.floats(7, 13))), draw(st.floats(0.4, 2.5))
        cost = cost + draw(st.sampled_from([0.5, 1.0, 2.0])) * (np.hypot(x - at[0], y - at[1]) < size)
    for k in draw(st.lists(st.integers(0, len(grid) - 1), max_size=6)):
        cost[k] += draw(st.sampled_from([1.0, np.inf]))
    return grid, cost - draw(st.floats(0.8, 2.8))


@settings(max_examples=examples(25, soaked=60), deadline=None)
@given(fields())
def test_outlines_have_no_ripples_specks_or_spikes_and_stay_where_they_belong(field):
    grid, values = field
    found = outlines_within(grid, values)
    if not found:
        return
    shape = together(found)
    places = shapely.points(grid.places)
    reached = places[values <= 0.0]
    # What is hardly reached may be finer than what is drawn.
    assert shapely.distance(places[values <= -0.25], shape).max(initial=0.0) <= ERROR
    claimed = places[shapely.contains(shape, places)]
    assert shapely.distance(claimed, shapely.union_all(reached)).max(initial=0.0) <= ERROR + grid.step
    far = [Polygon(area[0]) for area in found if Polygon(area[0]).area < (2 * FINE) ** 2]
    # What is small and stays, lies by itself.
    rest = together([area for area in found if Polygon(area[0]).area >= (2 * FINE) ** 2])
    assert all(one.hausdorff_distance(rest) > FINE for one in far if not rest.is_empty)
    assert all(Polygon(hole).area > 0.02 for area in found for hole in area[1:])
    thin = sum(one.area for one in far)
    assert finer(shape) - thin < 0.05 * shape.length


def test_steps_along_a_slanting_edge_become_a_line():
    grid = around()
    x, y = grid.places.T
    ((ring,),) = outlines_within(grid, np.where(y - 10.0 < (x - 10.0) * 0.4, -1.0, 2.0))
    side = np.array([(a, b) for a, b in ring if abs(b - 10.0 - (a - 10.0) * 0.4) < 0.3 and 7.5 < a < 12.5])
    turn = np.diff(np.degrees(np.arctan2(*np.diff(side, axis=0).T[::-1])))
    assert np.abs((turn + 180.0) % 360.0 - 180.0).max(initial=0.0) < 12.0


def test_a_way_through_a_narrow_gap_stays_one():
    grid = around()
    x, y = grid.places.T
    rooms = np.minimum(np.hypot(x - 8.5, y - 10.0), np.hypot(x - 11.5, y - 10.0)) - 1.0
    gap = np.maximum(np.abs(y - 10.0) - 0.07, np.abs(x - 10.0) - 1.5)
    (area,) = outlines_within(grid, np.minimum(rooms, gap))
    assert len(area) == 1
