"""Outlines as people draw them: exact sizes, smooth curves, strips, unions, and what a bad outline means."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.geometry.outlines import outline_faults, overlapping, signed_area
from astrike.geometry.shaping import (
    Areas,
    Point,
    bezier,
    bounding_box,
    buffer,
    centroid,
    curve,
    curved_path,
    difference,
    ellipse,
    intersection,
    mended_area,
    points_moved,
    points_stretched,
    points_turned,
    rectangle,
    regular,
    size_of,
    strip_along,
    union,
    without_slivers,
)
from tests import strategies
from tests.soak import examples

few = settings(max_examples=25)
numbers = st.one_of(st.integers(-8, 8).map(float), st.floats(-50, 50), st.just(1e-7))
scribbles = st.lists(st.tuples(numbers, numbers), max_size=9)
anything = st.lists(st.tuples(st.floats(), st.floats()), max_size=6)


def is_sound(areas: Areas) -> bool:
    return not any(outline_faults(*area) for area in areas) and overlapping(areas) is None


# ---- rings


@few
@given(strategies.points(), strategies.lengths(0.1, 40), strategies.lengths(0.1, 40), strategies.facings())
def test_a_rectangle_has_its_width_depth_and_middle(
    at: Point, width: float, depth: float, turn: float
) -> None:
    ring = rectangle(at, width, depth, turn)
    sides = [math.dist(a, b) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)]
    assert sides == pytest.approx([width, depth, width, depth], abs=1e-8)
    assert centroid([(ring, ())]) == pytest.approx(at, abs=1e-8)
    assert signed_area(ring) == pytest.approx(width * depth)


@few
@given(strategies.points(), strategies.lengths(0.5, 40), strategies.lengths(0.5, 40), strategies.facings())
def test_an_ellipse_stays_within_a_hundredth_of_its_edge(
    at: Point, width: float, depth: float, turn: float
) -> None:
    ring = points_turned(ellipse(at, width, depth, turn), -turn, about=at)
    assert signed_area(ring) > 0
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        x, y = (ax + bx) / 2 - at[0], (ay + by) / 2 - at[1]
        share = math.hypot(x / width, y / depth) * 2
        assert (1 - share) * math.hypot(x, y) <= 0.0101


def test_a_regular_outline_is_measured_across_its_corners() -> None:
    ring = regular((5, 5), 6, 4, 30)
    assert [math.dist(corner, (5, 5)) for corner in ring] == pytest.approx([2.0] * 6)
    assert (ring[0][0] - 5, ring[0][1] - 5) == pytest.approx((1.0, math.sqrt(3.0)))


# ---- curves


@few
@given(strategies.outlines())
def test_a_curve_goes_through_its_corners_and_keeps_near_them(corners: Sequence[Point]) -> None:
    ring = curve(corners)
    assert all(min(math.dist(corner, place) for place in ring) < 1e-9 for corner in corners)
    assert signed_area(ring) > 0
    assert len(ring) <= 64 * len(corners)


@few
@given(strategies.outlines())
def test_a_drawn_curve_is_within_two_hundredths_of_the_true_one(corners: Sequence[Point]) -> None:
    ring = np.array(curve(corners))
    tail, edge = ring, np.roll(ring, -1, axis=0) - ring
    count = len(corners)
    for k in range(count):
        before, start, end, after = (corners[(k + j - 1) % count] for j in range(4))
        one, other = bezier(before, start, end, after)
        for t in (0.13, 0.5, 0.77):
            s = 1 - t
            weights = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
            at = sum(w * np.array(p) for w, p in zip(weights, (start, one, other, end), strict=True))
            share = np.clip(((at - tail) * edge).sum(axis=1) / (edge**2).sum(axis=1), 0, 1)
            assert np.hypot(*(tail + share[:, None] * edge - at).T).min() <= 0.02


def test_unevenly_spaced_corners_make_no_loop() -> None:
    ring = curve([(0, 0), (10, 0), (10.2, 0.1), (10.2, 6), (0, 6)])
    assert outline_faults(ring) == ()


def test_a_curved_path_begins_and_ends_where_it_is_drawn() -> None:
    path = curved_path([(0, 0), (5, 4), (9, 1), (14, 2)])
    assert (path[0], path[-1]) == ((0.0, 0.0), (14.0, 2.0))
    assert curved_path([(0, 0), (5, 4)]) == ((0.0, 0.0), (5.0, 4.0))


# ---- strips


@pytest.mark.parametrize(
    ("path", "area"),
    [
        ([(0, 0), (10, 0)], 20.0),
        ([(0, 0), (10, 0), (10, 10)], 40.0),
        ([(0, 0), (10, 0), (10, 0)], 20.0),
    ],
)
def test_a_strip_is_as_wide_as_it_is_said_to_be(path: Sequence[Point], area: float) -> None:
    assert size_of(strip_along(path, 2)) == pytest.approx(area)


def test_a_closed_strip_leaves_its_middle_open() -> None:
    ((exterior, holes),) = strip_along(rectangle((5, 5), 8, 8), 1, is_closed=True)
    assert bounding_box(exterior) == (0.5, 0.5, 9.5, 9.5)
    assert [bounding_box(hole) for hole in holes] == [(1.5, 1.5, 8.5, 8.5)]


def test_a_line_without_length_or_width_has_no_area() -> None:
    assert (
        strip_along([(1, 1), (1, 1)], 2) == strip_along([(1, 1)], 2) == strip_along([(0, 0), (4, 0)], 0) == ()
    )


# ---- together and apart


def test_hexes_that_touch_become_one_outline_without_inner_edges() -> None:
    across = 2 / math.sqrt(3)
    centres = [(0.0, 0.0), (math.sqrt(3), 1.0), (math.sqrt(3), -1.0)]
    hexes = [(regular(at, 6, 2 * across, 30), ()) for at in centres]
    ((exterior, holes),) = union(hexes)
    assert (len(exterior), holes) == (12, ())
    assert size_of([(exterior, holes)]) == pytest.approx(size_of(hexes), rel=1e-5)


@few
@given(strategies.outlines(), strategies.outlines())
def test_what_is_shared_and_what_is_not_make_up_the_whole(
    one: Sequence[Point], other: Sequence[Point]
) -> None:
    a, b = [(one, ())], [(other, ())]
    both, only = intersection(a, b), difference(a, b)
    assert is_sound(both)
    assert is_sound(only)
    assert size_of(both) + size_of(only) == pytest.approx(abs(signed_area(one)), abs=1e-3)
    assert size_of(union([*a, *b])) == pytest.approx(size_of(only) + abs(signed_area(other)), abs=1e-3)


def test_a_rim_is_added_and_taken_off() -> None:
    square = [(rectangle((0, 0), 4, 4), ())]
    assert size_of(buffer(square, 1)) == pytest.approx(16 + 16 + math.pi, abs=0.01)
    assert size_of(buffer(square, -1)) == pytest.approx(4)
    assert buffer(square, -3) == ()


def test_what_is_too_narrow_falls_away() -> None:
    arms = [(rectangle((0, 0), 4, 4), ()), (rectangle((6, 0), 8, 0.1), ())]
    assert size_of(without_slivers(union(arms), 0.5)) == pytest.approx(16, abs=1e-3)


# ---- mending


@settings(max_examples=examples(30, soaked=80))
@given(scribbles, st.lists(scribbles, max_size=2))
def test_whatever_is_scribbled_is_mended_to_sound_outlines(
    exterior: list[Point], holes: list[list[Point]]
) -> None:
    assert is_sound(mended_area(exterior, holes))


@few
@given(anything, st.lists(anything, max_size=2))
def test_mending_never_fails(exterior: list[Point], holes: list[list[Point]]) -> None:
    assert is_sound(mended_area(exterior, holes))


@few
@given(strategies.outlines())
def test_a_sound_outline_stays_as_it_is(outline: Sequence[Point]) -> None:
    ((exterior, holes),) = mended_area(outline)
    assert (set(exterior), holes) == (set(outline), ())


@pytest.mark.parametrize(
    ("exterior", "holes", "area"),
    [
        ([(0, 0), (4, 4), (4, 0), (0, 4)], [], 8.0),
        (rectangle((2, 2), 4, 4), [rectangle((4, 2), 2, 2)], 14.0),
        (rectangle((2, 2), 4, 4), [rectangle((1, 2), 1, 1), rectangle((1.5, 2), 1, 1)], 14.5),
        (rectangle((2, 2), 4, 4), [rectangle((2, 2), 6, 6)], 0.0),
    ],
    ids=["crossing itself", "hole over the edge", "overlapping holes", "hole larger than the outline"],
)
def test_a_bad_outline_means_an_area(
    exterior: Sequence[Point], holes: Sequence[Sequence[Point]], area: float
) -> None:
    assert size_of(mended_area(exterior, holes)) == pytest.approx(area, abs=1e-6)


# ---- moving


@few
@given(strategies.outlines(), strategies.lengths(-99, 99), strategies.lengths(-99, 99))
def test_there_and_back_is_where_it_was(outline: Sequence[Point], dx: float, dy: float) -> None:
    back = points_moved(points_moved(outline, dx, dy), -dx, -dy)
    assert np.allclose(back, outline, rtol=0, atol=1e-9)


@few
@given(strategies.outlines(), strategies.points())
def test_four_quarter_turns_are_none(outline: Sequence[Point], about: Point) -> None:
    ring = tuple(outline)
    for _ in range(4):
        ring = points_turned(ring, 90, about=about)
    assert np.allclose(ring, outline, rtol=0, atol=1e-9)


@few
@given(strategies.outlines(), strategies.facings(), strategies.points())
def test_turning_keeps_the_area_and_takes_the_centre_along(
    outline: Sequence[Point], degrees: float, about: Point
) -> None:
    ring = points_turned(outline, degrees, about=about)
    assert signed_area(ring) == pytest.approx(signed_area(outline), abs=1e-7)
    moved_centre = points_turned([centroid([(outline, ())])], degrees, about=about)[0]
    assert centroid([(ring, ())]) == pytest.approx(moved_centre, abs=1e-6)


def test_stretching_follows_the_turn() -> None:
    ring = rectangle((0, 0), 4, 2, 30)
    assert points_stretched(ring, 2, 3, about=(0, 0), turn=30) == rectangle((0, 0), 8, 6, 30)
