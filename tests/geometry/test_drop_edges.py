"""Edges that no base gets over."""

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.geometry.arrays import lengths, shape_array
from astrike.geometry.drop_edges import DropEdges, drop_edges
from astrike.geometry.ground_partition import GroundPartition, make_ground_partition
from astrike.geometry.prisms import make_prisms
from astrike.geometry.sweeps import make_footprint, make_track
from astrike.geometry.uneven_footing import uneven_spans
from tests.soak import examples

BOX = (0.0, 0.0, 40.0, 30.0)
Hill = tuple[shapely.Polygon, float]


def floor_of(*hills: Hill, ponds: tuple[Hill, ...] = ()) -> GroundPartition:
    ground = make_prisms(
        [shape for shape, _ in hills],
        bottom=np.zeros(len(hills)),
        top=np.array([(top, 0.0, 0.0) for _, top in hills]).reshape(-1, 3),
        piece=np.arange(len(hills)),
    )
    return make_ground_partition(
        ground,
        extent=(-50, -50, 90, 80),
        waters=shape_array(shape for shape, _ in ponds),
        depths=[depth for _, depth in ponds],
        covers=shape_array([]),
        cover_levels=[],
    )


def found(floor: GroundPartition, *, most: float = 2.0, width: float = 1.25) -> DropEdges:
    return drop_edges(floor, most, width=width, box=BOX)


@st.composite
def stacked(draw: st.DrawFn) -> list[Hill]:
    """Boxes on quarter inches, some on each other."""
    hills: list[Hill] = []
    for _ in range(draw(st.integers(1, 5))):
        x, y = draw(st.integers(8, 100)) / 4, draw(st.integers(8, 80)) / 4
        long, deep = draw(st.integers(2, 40)) / 4, draw(st.integers(2, 40)) / 4
        hills.append((shapely.box(x, y, x + long, y + deep), draw(st.sampled_from([1.0, 2.0, 3.0, 4.0]))))
    return hills


@settings(max_examples=examples(20, soaked=40), deadline=None)
@given(hills=stacked(), data=st.data())
def test_whoever_walks_over_a_brink_straddles_and_who_straddles_is_near_one(
    hills: list[Hill], data: st.DataObject
) -> None:
    floor, radius = floor_of(*hills), 0.625
    lines = found(floor).lines
    x, y = data.draw(st.integers(8, 150)) / 4 + 0.1, data.draw(st.integers(8, 110)) / 4 + 0.1
    track, base = make_track([(x, y)]), make_footprint(radius=radius)
    place = shapely.Point(x, y)
    gap = min((line.distance(place) for line in lines), default=np.inf)
    is_astride = bool(uneven_spans(track, base, floor, 2.0))
    # From above, a terrace narrower than the base counts as the drop beyond it; from below it is exact.
    if is_astride:
        assert gap < 2 * radius
    elif gap < radius - 1e-3:
        top = max((top for shape, top in hills if shape.distance(place) <= radius), default=0.0)
        assert top >= 2.0
    crossing = make_track([(x, 0.0), (x, 30.0)])
    way = shapely.LineString([(x, 0.0), (x, 30.0)])
    if any(line.intersects(way) for line in lines):
        assert uneven_spans(crossing, base, floor, 2.0)


def test_a_hill_within_the_limit_has_no_brink() -> None:
    assert len(found(floor_of((shapely.box(5, 5, 9, 9), 2.0)))) == 0


def test_a_hill_above_it_has_one_all_round() -> None:
    cliff = found(floor_of((shapely.box(5, 5, 9, 9), 3.0)))
    assert lengths(cliff.lines).tolist() == [16.0]
    assert cliff.high.tolist() == [3.0]


@pytest.mark.parametrize(("terrace", "expected"), [(0.0, 4), (1.0, 4), (1.249, 4), (1.25, 0), (2.0, 0)])
def test_a_terrace_counts_where_the_base_does_not_rest_on_it(terrace: float, expected: int) -> None:
    low = (shapely.box(5 - terrace, 5 - terrace, 15 + terrace, 15 + terrace), 2.0)
    cliff = found(floor_of(low, (shapely.box(5, 5, 15, 15), 4.0)))
    assert lengths(cliff.lines).sum() == pytest.approx(expected * 10)


def test_a_step_of_its_own_on_the_way_down_is_the_only_brink() -> None:
    pond = (shapely.box(10, 5, 20, 15), 3.0)
    cliff = found(floor_of((shapely.box(5, 5, 9.5, 15), 1.0), ponds=(pond,)))
    assert cliff.high.tolist() == [0.0]
    assert lengths(cliff.lines).tolist() == [40.0]


def test_cells_that_nobody_stands_on_have_none() -> None:
    floor = floor_of(ponds=((shapely.box(10, 5, 20, 15), 3.0),))
    (wet,) = np.flatnonzero(floor.depth > 0.0)
    assert len(found(floor)) == 1
    assert len(drop_edges(floor, 2.0, width=1.25, box=BOX, without=np.array([wet]))) == 0
