"""Outlines with fewer corners are nearly the same, and lines that cross themselves are told from those that do not."""

import math

import pytest

from astrike.geometry.outlines import outline_faults, overlapping, signed_area
from astrike.geometry.self_intersections import self_intersections
from astrike.geometry.shaping import buffer, difference
from astrike.geometry.thinning import thin
from tests.builders import around, box


@pytest.mark.parametrize("within", [0.02, 0.1, 0.5])
def test_no_corner_is_further_off_than_allowed(within: float) -> None:
    round_hill = around(10, 10, radius=6, corners=300)
    pond = tuple(reversed(around(10, 10, radius=2, corners=300)))
    (found,) = thin(((round_hill, (pond,)),), within)
    exterior, holes = found
    assert len(exterior) + len(holes[0]) < 100
    assert outline_faults(exterior, holes) == ()
    assert difference([(round_hill, (pond,))], buffer([found], within * 1.01)) == ()
    assert difference([found], buffer([(round_hill, (pond,))], within * 1.01)) == ()


def test_what_has_few_corners_stays() -> None:
    square = box(0, 0, 4, 4)
    assert thin(((square, ()),), 0.5) == ((square, ()),)
    assert signed_area(thin(((square, (tuple(reversed(box(1, 1, 3, 3))),)),), 0.5)[0][1][0]) == -4


def test_outlines_that_would_lie_over_each_other_become_one() -> None:
    notched = ((0.0, -3.0), (10.0, -3.0), (10.0, 0.0), (6.0, 0.0), (5.0, -0.4), (4.0, 0.0), (0.0, 0.0))
    tip = ((5.0, -0.3), (6.0, 3.0), (4.0, 3.0))
    assert overlapping([(notched, ()), (tip, ())]) is None
    (found,) = thin(((notched, ()), (tip, ())), 0.5)
    assert signed_area(found[0]) == pytest.approx(30 + 3.3 - 0.3 * (0.6 / 3.3) / 2, abs=1e-5)


def test_crossings_are_counted_and_touches_are_not() -> None:
    bow = [(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0), (0.0, 0.0)]
    assert self_intersections(bow, most=10) == 1
    assert self_intersections([*box(0, 0, 2, 2), (0.0, 0.0)], most=10) == 0
    assert self_intersections([(0.0, 0.0), (2.0, 0.0), (1.0, 1.0), (1.0, 0.0)], most=10) == 0


def test_counting_stops_where_nobody_wants_to_know_more() -> None:
    knot = [(math.cos(n * 2.4), math.sin(n * 3.1)) for n in range(300)]
    assert 1_000 < self_intersections(knot, most=1_000) < self_intersections(knot, most=10**9) / 2
