import math

import numpy as np
import pytest
import shapely

from astrike.geometry.arrays import at_most, make_polygon
from astrike.geometry.bases import (
    gaps,
    grown,
    hexagon,
    make_bases,
    nearest_points,
    overlaps,
    reach_along,
    rectangle,
)
from astrike.tolerance import TOUCH

SQUARE = make_polygon([(-1, -1), (1, -1), (1, 1), (-1, 1)])


def test_round_bases_are_measured_from_edge_to_edge_without_a_polygon():
    bases = make_bases([(0, 0), (7.25, 0), (3, 4)], radius=[0.625, 0.625, 1])
    assert gaps(bases, [0, 1, 0], [1, 0, 2]).tolist() == [6.0, 6.0, 5 - 0.625 - 1]


@pytest.mark.parametrize(
    ("distance", "touches"),
    [(2.0, True), (2.0 + TOUCH / 2, True), (2.0 + 2 * TOUCH, False), (1.5, True)],
    ids=["exactly at the edge", "a hair beyond", "clearly beyond", "overlapping"],
)
@pytest.mark.parametrize("angle", np.linspace(0.1, 360, 9).tolist())
def test_contact_from_every_side(distance, touches, angle):
    place = (distance * math.cos(angle), distance * math.sin(angle))
    bases = make_bases([(0, 0), place], radius=1)
    assert at_most(gaps(bases, [0, 1], [1, 0]), 0.0).tolist() == [touches, touches]


def test_overlapping_round_bases_have_a_negative_gap():
    assert gaps(make_bases([(0, 0), (1, 0)], radius=1), [0], [1]).tolist() == [-1.0]


def test_round_and_square_bases():
    bases = make_bases([(0, 0), (5, 0), (5, 5), (0.5, 0)], radius=1, outline=[SQUARE, None, None, None])
    expected = [3.0, math.hypot(4, 4) - 1, -1.0]
    assert gaps(bases, [0, 0, 3], [1, 2, 0]) == pytest.approx(expected)


def test_square_bases():
    bases = make_bases([(0, 0), (5, 0), (1, 1), (2, 0)], radius=0, outline=[SQUARE] * 4)
    assert gaps(bases, [0, 0, 0], [1, 2, 3]).tolist() == [3.0, 0.0, 0.0]
    assert at_most(gaps(bases, [0, 0, 0], [1, 2, 3]), 0.0).tolist() == [False, True, True]


def test_no_bases_and_no_pairs():
    none = make_bases([], radius=[])
    assert len(none) == 0
    assert gaps(none, [], []).shape == (0,)
    assert overlaps(none, [SQUARE]).shape == (0, 1)
    assert overlaps(make_bases([(0, 0)], radius=1), []).shape == (1, 0)
    assert reach_along(none, [], []).shape == (0,)


@pytest.mark.parametrize("facing", [0, 30, 90, 123.4])
def test_a_hexagon_has_a_flat_side_in_front(facing):
    shape = hexagon(1.25, facing)
    bases = make_bases([(3, 2)], radius=0, outline=[shape])
    turn = np.radians(facing + np.array([0, 60, 120, 180, 240, 300, 30, 90]))
    found = reach_along(bases, [0] * 8, np.array([3, 2]) + 9 * np.column_stack((np.sin(turn), np.cos(turn))))
    assert found == pytest.approx([0.625] * 6 + [1.25 / math.sqrt(3)] * 2, abs=1e-12)
    assert shape.area == pytest.approx(1.25**2 * math.sqrt(3) / 2)


@pytest.mark.parametrize(
    ("facing", "box"),
    [(0, (-1, -2, 1, 2)), (90, (-2, -1, 2, 1)), (180, (-1, -2, 1, 2)), (270, (-2, -1, 2, 1))],
)
def test_a_rectangle_is_long_towards_its_facing(facing, box):
    assert rectangle(2, 4, facing).bounds == pytest.approx(box)


def test_a_rectangle_faces_clockwise_from_north():
    north_east = rectangle(1, 6, 45)
    assert north_east.covers(shapely.Point(2, 2))
    assert not north_east.covers(shapely.Point(-2, 2))


@pytest.mark.parametrize("orientation", [1, -1], ids=["counter-clockwise", "clockwise"])
def test_reach_along_does_not_ask_in_which_order_corners_come(orientation):
    shape = make_polygon(list(rectangle(2, 4, 0).exterior.coords)[::orientation])
    bases = make_bases([(1, 1)], radius=0, outline=[shape])
    assert reach_along(bases, [0, 0, 0], [(9, 1), (1, 9), (9, 9)]) == pytest.approx([1, 2, math.sqrt(2)])


def test_reach_along_ends_on_the_edge():
    bases = make_bases([(4, 5), (1, 1)], radius=[0, 2], outline=[hexagon(3, 17), None])
    turn = np.linspace(0, 2 * np.pi, 25)
    heading = np.column_stack((np.cos(turn), np.sin(turn)))
    for base in (0, 1):
        reach = reach_along(bases, [base] * 25, bases.xy[base] + heading * 50)
        ends = shapely.points(bases.xy[base] + heading * reach[:, None])
        edge = bases.core[base].exterior if base == 0 else bases.core[base].buffer(2, quad_segs=512).exterior
        assert shapely.distance(ends, edge).max() < 1e-5


@pytest.mark.parametrize(
    ("places", "outlines"),
    [
        ([(0, 0), (5, 1)], [None, None]),
        ([(0, 0), (5, 1)], [SQUARE, None]),
        ([(0, 0), (5, 1)], [None, SQUARE]),
        ([(0, 0), (5, 1)], [hexagon(2, 10), rectangle(1, 2, 50)]),
    ],
    ids=["round", "square and round", "round and square", "polygons"],
)
def test_nearest_points_lie_on_the_edges_as_far_apart_as_the_gap(places, outlines):
    bases = make_bases(places, radius=1, outline=outlines)
    ours, theirs = nearest_points(bases, [0], [1])
    assert math.dist(ours[0], theirs[0]) == pytest.approx(gaps(bases, [0], [1])[0], abs=1e-12)
    for base, point in ((0, ours), (1, theirs)):
        assert reach_along(bases, [base], point)[0] == pytest.approx(
            math.dist(bases.xy[base], point[0]), abs=1e-12
        )


@pytest.mark.parametrize(
    ("places", "outlines"),
    [
        ([(0, 0), (0.5, 0)], [None, None]),
        ([(0, 0), (0, 0)], [None, None]),
        ([(0, 0), (0.5, 0)], [SQUARE, None]),
        ([(0, 0), (1, 0)], [SQUARE, None]),
        ([(0, 0), (0.5, 0.5)], [SQUARE, SQUARE]),
        ([(0, 0), (0, 0)], [SQUARE, hexagon(0.5, 0)]),
    ],
    ids=["round", "same place", "centre in square", "centre on edge", "squares", "one in the other"],
)
def test_nearest_points_of_overlapping_bases_still_lie_on_the_edges(places, outlines):
    bases = make_bases(places, radius=1, outline=outlines)
    for base, point in zip((0, 1), nearest_points(bases, [0], [1]), strict=True):
        rim = bases.core[base].exterior if outlines[base] else shapely.Point(places[base])
        radius = 0 if outlines[base] else 1
        assert rim.distance(shapely.Point(point[0])) == pytest.approx(radius, abs=1e-12)


def test_a_round_base_centred_on_an_edge_is_nearest_on_the_inside():
    bases = make_bases([(0, 0), (1, 0)], radius=1, outline=[SQUARE, None])
    assert [point[0].tolist() for point in nearest_points(bases, [0], [1])] == [[1, 0], [0, 0]]


@pytest.mark.parametrize(
    ("x", "expected"),
    [
        (2.0, False),
        (2.0 - TOUCH / 2, False),
        (2.0 - 3 * TOUCH, True),
        (0.0, True),
        (2.5, False),
        (-2.0, False),
    ],
    ids=["touching", "a hair deep", "deeper", "centre inside", "apart", "touching from the west"],
)
@pytest.mark.parametrize("outline", [None, SQUARE], ids=["round", "square"])
def test_overlap_is_more_than_a_touch(x, expected, outline):
    bases = make_bases([(x, 0)], radius=1, outline=[outline])
    assert overlaps(bases, [SQUARE]).tolist() == [[expected]]


def test_a_base_in_a_hole_overlaps_only_where_it_reaches_the_rim():
    ring = make_polygon(
        [(-9, -9), (9, -9), (9, 9), (-9, 9)],
        [[(-2, -2), (2, -2), (2, 2), (-2, 2)]],
    )
    bases = make_bases([(0, 0), (1, 0), (1.1, 0)], radius=1)
    assert overlaps(bases, [ring])[:, 0].tolist() == [False, False, True]


def test_a_base_round_a_small_polygon_overlaps_it():
    assert overlaps(make_bases([(0, 0)], radius=4), [SQUARE]).tolist() == [[True]]


def test_a_point_overlaps_what_it_stands_on():
    bases = make_bases([(0.9, 0), (1.1, 0)], radius=0)
    assert overlaps(bases, [SQUARE])[:, 0].tolist() == [True, False]


def test_overlaps_are_found_pair_by_pair():
    rng = np.random.default_rng(3)
    outlines = [None, hexagon(1.5, 20), rectangle(1, 3, 70)] * 8
    bases = make_bases(rng.uniform(0, 20, (24, 2)), radius=rng.uniform(0.5, 1.5, 24), outline=outlines)
    pieces = [shapely.Point(rng.uniform(0, 20, 2)).buffer(rng.uniform(1, 3), quad_segs=3) for _ in range(15)]
    expected = [[_is_deep(bases, base, piece) for piece in pieces] for base in range(24)]
    assert overlaps(bases, pieces).tolist() == expected


def _is_deep(bases, base, piece):
    if bases.is_round[base]:
        return piece.distance(bases.core[base]) < bases.radius[base] - TOUCH
    return bases.core[base].intersection(piece).area > 1e-6


def test_a_grown_base_reaches_farther_all_round():
    bases = make_bases([(3, 4), (9, 9)], radius=[1, 0], outline=[None, SQUARE])
    assert grown(bases, 0, 2).bounds == pytest.approx((0, 1, 6, 7), abs=1e-9)
    assert grown(bases, 0, 2).area == pytest.approx(9 * math.pi, rel=1e-3)
    assert grown(bases, 1, 2).area == pytest.approx(4 + 8 * 2 + 4 * math.pi, rel=1e-3)
    assert grown(bases, 1, 0).equals(bases.outline[1])
