"""Lines within so many inches of bases: exact for every shape, touching included, the same from both ends."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.geometry.bases import Bases, hexagon, make_bases, rectangle
from astrike.geometry.disc_overlaps import intervals_within

COORDINATES = st.integers(-1500, 1500).map(lambda value: value / 100)
PLACES = st.tuples(COORDINATES, COORDINATES)
SHAPES = st.one_of(
    st.none(),
    st.builds(hexagon, st.sampled_from([1.25, 2.0]), st.integers(0, 359)),
    st.builds(rectangle, st.just(1.0), st.just(3.0), st.integers(0, 359)),
)


@st.composite
def bases(draw: st.DrawFn) -> Bases:
    return make_bases([draw(PLACES)], radius=0.625, outline=[draw(SHAPES)])


def along(one: Bases, by: float, start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    low, high = intervals_within(one, [0], by, start=[start], end=[end])
    return float(low[0]), float(high[0])


@settings(deadline=None)
@given(bases(), st.integers(0, 1200).map(lambda value: value / 100), PLACES, PLACES)
def test_what_lies_between_both_ends_is_near_enough_and_nothing_else(
    one: Bases, by: float, start: tuple[float, float], end: tuple[float, float]
) -> None:
    low, high = along(one, by, start, end)
    shares = np.linspace(0.0, 1.0, 101)
    points = shapely.points([np.add(np.multiply(1 - at, start), np.multiply(at, end)) for at in shares])
    off = shapely.distance(one.core[0], points) - float(one.radius[0]) - by
    inside = (shares >= low) & (shares <= high)
    assert (off[inside] <= 1e-5).all()
    assert (off[~inside] >= -1e-5).all()


@settings(deadline=None)
@given(bases(), st.integers(0, 1200).map(lambda value: value / 100), PLACES, PLACES)
def test_a_line_back_is_the_same_line(
    one: Bases, by: float, start: tuple[float, float], end: tuple[float, float]
) -> None:
    low, high = along(one, by, start, end)
    back_low, back_high = along(one, by, end, start)
    assert (low <= high) == (back_low <= back_high)
    # Where a line barely touches, where it does is as good as open; and a line of no length is all or nothing.
    if low <= high and math.dist(start, end) > 0.01 and high - low > 0.01:
        assert (1.0 - back_high, 1.0 - back_low) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(
    ("outline", "y"),
    [
        pytest.param(None, 12.625, id="a round base"),
        pytest.param(hexagon(1.25, 0.0), 12.625, id="the flat side of a hexagon"),
        pytest.param(hexagon(1.25, 90.0), 12.0 + 0.625 * 2 / math.sqrt(3), id="the corner of a hexagon"),
        pytest.param(rectangle(2.0, 4.0, 0.0), 14.0, id="the front of a long base"),
        pytest.param(rectangle(2.0, 4.0, 90.0), 13.0, id="the side of a long base"),
    ],
)
def test_touching_is_within(outline: object, y: float) -> None:
    one = make_bases([(0, 0)], radius=0.625, outline=[outline])
    for side in (1, -1):
        assert along(one, 12.0, (-30, side * y), (30, side * y))[0] <= 1.0
        assert along(one, 12.0, (-30, side * (y + 0.01)), (30, side * (y + 0.01))) == (math.inf, -math.inf)


def test_a_line_of_no_length_is_a_point() -> None:
    one = make_bases([(0, 0)], radius=1.0)
    assert along(one, 2.0, (3, 0), (3, 0)) == (0.0, 1.0)
    assert along(one, 2.0, (3.01, 0), (3.01, 0)) == (math.inf, -math.inf)


def test_many_lines_are_as_many_single_ones() -> None:
    both = make_bases([(0, 0), (5, 5)], radius=[1.0, 0.0], outline=[None, rectangle(1, 3, 20)])
    starts, ends = [(-9, 1), (-9, 2), (0, 0)], [(9, 1), (9, 4), (9, 9)]
    low, high = intervals_within(both, [0, 1, 1], [2, 3, 4], start=starts, end=ends)
    for k, (i, by) in enumerate(((0, 2), (1, 3), (1, 4))):
        one = intervals_within(both, [i], by, start=[starts[k]], end=[ends[k]])
        assert (low[k], high[k]) == (one[0][0], one[1][0])
