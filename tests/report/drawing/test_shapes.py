"""Inches become strokes: frames, path strings, crowns of trees."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from astrike.geometry.cross_section import make_edges
from astrike.geometry.interior import clearances, is_inside
from astrike.model.terrain import Outline
from astrike.report.drawing.shapes import (
    circle_path,
    crown_shapes,
    crowns,
    line_path,
    outline_path,
    path,
    sweep_path,
    turned_frame,
    unit_emblem,
    upright_frame,
)
from tests.report.drawing.path_reader import bounds, read_path

WOOD = Outline(((0.0, 0.0), (8.0, 0.0), (9.0, 5.0), (4.0, 8.0), (0.0, 6.0)))
FRAME = upright_frame(5.0, left=7.0, bottom=250.0)


def test_north_is_up_and_the_origin_lies_below() -> None:
    assert FRAME.at((0, 0)) == (7, 250)
    assert FRAME.at((10, 20)) == (57, 150)
    assert FRAME.along((0, 1)) == (0, -5)


def test_a_turned_frame_runs_to_the_right_and_is_not_mirrored() -> None:
    frame = turned_frame(10.0, direction=(0.6, 0.8), at=(3, 4), pixel=(20, 50))
    assert frame.at((3, 4)) == pytest.approx((20, 50))
    assert frame.at((3.6, 4.8)) == pytest.approx((30, 50))
    # What lies to the left of the way on the table lies above it on the screen.
    assert frame.at((3 - 0.8, 4 + 0.6)) == pytest.approx((20, 40))
    assert frame.scale == pytest.approx(10.0)


@given(
    st.lists(
        st.tuples(st.floats(-2000, 2000), st.floats(-2000, 2000)).map(
            lambda at: (round(at[0], 1), round(at[1], 1))
        ),
        min_size=2,
        max_size=12,
    )
)
def test_a_path_goes_through_its_points(points: list[tuple[float, float]]) -> None:
    (found,) = read_path(path(points))
    wanted = [points[0], *(b for a, b in pairwise(points) if a != b)]
    assert np.array(found) == pytest.approx(np.array(wanted), abs=0.01)


def test_holes_are_parts_of_the_same_path() -> None:
    ring = ((1.0, 1.0), (1.0, 2.0), (2.0, 2.0))
    parts = read_path(outline_path(FRAME, [Outline(WOOD.exterior, (ring,))]))
    assert [len(part) for part in parts] == [5, 3]


def test_a_circle_is_closed_and_as_wide_as_it_should() -> None:
    assert circle_path(10, 10, 3.25) == "M6.8 10a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0z"


@pytest.mark.parametrize("side", ["n", "e", "w", "x"])
def test_an_emblem_stands_around_its_letter(side: str) -> None:
    left, top, right, bottom = bounds(unit_emblem(side, 50, 40, size=8))
    assert left + right == pytest.approx(100, abs=0.2)
    assert top < 36
    assert bottom > 44


def test_a_shade_covers_what_the_outline_leaves_when_it_moves() -> None:
    square = np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]])
    for ring in (square, square[::-1]):
        assert bounds(sweep_path([ring], (2.0, 3.0))) == (0.0, 0.0, 12.0, 13.0)
        assert len(read_path(sweep_path([ring], (2.0, 3.0)))) == 2


def test_crowns_never_dance() -> None:
    again = crowns("wood-1", Outline(WOOD.exterior))
    assert (crowns("wood-1", WOOD).xy == again.xy).all()
    assert crown_shapes(FRAME, [crowns("wood-1", WOOD)]) == crown_shapes(FRAME, [again])


def test_crowns_move_with_their_wood() -> None:
    moved = Outline(tuple((x + 7.0, y - 2.0) for x, y in WOOD.exterior))
    assert crowns("wood-1", moved).xy == pytest.approx(crowns("wood-1", WOOD).xy + np.array([7.0, -2.0]))


def test_each_wood_has_its_own_trees() -> None:
    one, other = crowns("wood-1", WOOD).xy, crowns("wood-2", WOOD).xy
    assert one.shape != other.shape or not np.allclose(one, other)


def test_crowns_stand_inside_and_are_many_but_not_too_many() -> None:
    found = crowns("wood-1", WOOD)
    edges = make_edges([[WOOD.exterior]])
    assert is_inside(edges.tail, edges.head, found.xy).all()
    assert clearances(edges.tail, edges.head, found.xy).min() > 0.2
    assert 35 < len(found.xy) < 90
    large = Outline(((0.0, 0.0), (72.0, 0.0), (72.0, 48.0), (0.0, 48.0)))
    assert len(crowns("everywhere", large).xy) < 250


def test_a_line_is_open() -> None:
    assert line_path((1, 1), (4, 5)) == "M1 1l3 4"
