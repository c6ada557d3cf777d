"""Shapes that are meant to be the same, and how far one is from the other."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.geometry.arrays import shape_array
from astrike.geometry.components import components
from astrike.geometry.shape_matching import (
    SYMMETRIES,
    best_matches,
    image_of,
    mutual_matches,
    shape_rotations,
    shape_shifts,
)
from astrike.geometry.shaping import points_moved, points_turned, rectangle
from tests.soak import examples

law = settings(max_examples=examples(25, soaked=60), deadline=None)
KITE = ((0.0, 0.0), (3.0, -1.0), (6.0, 0.0), (2.0, 4.0))
coordinates = st.integers(-160, 160).map(lambda number: number / 8)


def off(actual: object, wanted: object) -> tuple[float, float, float]:
    """Centre, worst corner and turn of one shape from another."""
    pair = shape_array([shapely.Polygon(actual)]), shape_array([shapely.Polygon(wanted)])
    found = shape_shifts(*pair)
    return float(found.centre[0]), float(found.worst[0]), float(shape_rotations(*pair)[0])


@law
@given(coordinates, coordinates)
def test_a_shape_that_is_only_moved_is_off_by_that_everywhere_and_not_turned(dx: float, dy: float) -> None:
    by = math.hypot(dx, dy)
    assert off(points_moved(KITE, dx, dy), KITE) == (pytest.approx(by), pytest.approx(by), 0)


@law
@given(st.floats(-179, 179).filter(lambda turn: abs(turn) > 1), coordinates, coordinates)
def test_a_shape_that_is_turned_and_moved_is_turned_by_that(turn: float, dx: float, dy: float) -> None:
    middle = shapely.Polygon(KITE).centroid
    laid = points_moved(points_turned(KITE, turn, about=(middle.x, middle.y)), dx, dy)
    centre, _, found = off(laid, KITE)
    assert (centre, found) == (pytest.approx(math.hypot(dx, dy), abs=1e-6), pytest.approx(turn, abs=1e-6))


@law
@given(st.sampled_from(SYMMETRIES), coordinates, coordinates, st.floats(0, 360))
def test_the_image_of_an_image_is_the_shape(symmetry: str, x: float, y: float, turn: float) -> None:
    shape = shapely.Polygon(rectangle((x, y), 5, 2, turn))
    once = image_of(shape, symmetry, width=48, depth=36)  # type: ignore[arg-type]
    twice = image_of(once, symmetry, width=48, depth=36)  # type: ignore[arg-type]
    assert shapely.equals_exact(shape, twice, tolerance=1e-9)
    assert shapely.area(once) == pytest.approx(10)


@pytest.mark.parametrize(
    ("outline", "turn", "seen"),
    [
        pytest.param(rectangle((0, 0), 4, 4), 50, -40, id="a square after 50 degrees"),
        pytest.param(rectangle((0, 0), 6, 2), 100, -80, id="a rectangle after 100 degrees"),
        pytest.param(rectangle((0, 0), 6, 2), 180, 0, id="a rectangle after half a turn"),
        pytest.param(KITE, 100, 100, id="a kite after 100 degrees"),
    ],
)
def test_of_all_turns_that_look_the_same_the_smallest_is_meant(
    outline: tuple[tuple[float, float], ...], turn: float, seen: float
) -> None:
    middle = shapely.Polygon(outline).centroid
    laid = points_turned(outline, turn, about=(middle.x, middle.y))
    assert off(laid, outline)[2] == pytest.approx(seen, abs=1e-6)


def test_only_the_largest_of_several_outlines_says_how_it_is_turned_but_all_how_far_they_are_off() -> None:
    wanted = shapely.MultiPolygon([shapely.box(0, 0, 6, 3), shapely.box(20, 0, 21, 1)])
    actual = shapely.MultiPolygon([shapely.box(0, 0, 6, 3), shapely.box(22, 0, 23, 1)])
    found = shape_shifts(shape_array([actual]), shape_array([wanted]))
    assert shape_rotations(shape_array([actual]), shape_array([wanted]))[0] == pytest.approx(0)
    assert found.worst[0] == pytest.approx(2)
    assert found.centre[0] == pytest.approx(2 * 1 / 19)


def test_points_have_a_distance_and_no_turn() -> None:
    pair = shape_array([shapely.Point(3, 4)]), shape_array([shapely.Point(0, 0)])
    found = shape_shifts(*pair)
    assert (found.centre[0], found.worst[0], shape_rotations(*pair)[0]) == (5, 5, 0)
    assert len(shape_shifts(shape_array([]), shape_array([])).worst) == 0


def test_as_many_pairs_as_can_be_are_made_before_they_are_cheap() -> None:
    never = math.inf
    one, other = best_matches(np.array([[0.0, 5.0], [never, never], [1.0, never]]))
    assert (one.tolist(), other.tolist()) == ([0, 2], [1, 0])
    for shape in ((0, 3), (3, 0), (0, 0)):
        assert best_matches(np.empty(shape))[0].tolist() == []
    assert best_matches(np.full((2, 2), never))[0].tolist() == []


@law
@given(st.integers(0, 7), st.integers(0, 10_000))
def test_twins_are_mutual_and_as_cheap_as_pairs_of_all_kinds_where_those_are_mutual(
    count: int, seed: int
) -> None:
    half = np.random.default_rng(seed).integers(0, 20, (count, count)).astype(float)
    cost = half + half.T
    one, other = mutual_matches(cost)
    twin = dict(zip(one.tolist(), other.tolist(), strict=True))
    assert sorted(twin) == list(range(count))
    assert all(twin[twin[k]] == k for k in twin)
    bound = float(cost[best_matches(cost)].sum())
    paid = float(cost[one, other].sum())
    assert paid >= bound - 1e-9
    loose = best_matches(cost)[1].tolist()
    if all(loose[loose[k]] == k for k in range(count)):
        assert paid == pytest.approx(bound)


def test_heaps_are_chains_of_what_lies_on_each_other_and_not_of_what_only_touches() -> None:
    def piece(*boxes: tuple[float, float, float, float]):  # type: ignore[no-untyped-def]
        return [(list(shapely.box(*box).exterior.coords)[:-1], ()) for box in boxes]

    pieces = [
        piece((0, 0, 2, 2)),
        piece((10, 0, 12, 2)),
        piece((1, 1, 3, 3), (11, 1, 13, 3)),
        piece((2, 0, 3, 1)),
        piece((20, 0, 21, 1)),
    ]
    assert components(pieces) == ((0, 1, 2), (3,), (4,))
    assert components(pieces, ["g", None, None, "g", "g"]) == ((0, 1, 2, 3), (4,))
    assert components([]) == ()
