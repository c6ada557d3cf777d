"""Cuts of a straight line through shapes, and the ground along it."""

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from astrike.geometry.cross_section import cuts_of_segment, heights_on, make_edges, surface_line
from tests.strategies import lengths, outlines, points

SQUARE = ((1.0, 1.0), (5.0, 1.0), (5.0, 5.0), (1.0, 5.0))
HOLE = ((2.0, 2.0), (2.0, 4.0), (4.0, 4.0), (4.0, 2.0))
NOTCHED = ((0.0, 0.0), (6.0, 0.0), (6.0, 4.0), (3.0, 1.0), (0.0, 4.0))


@pytest.mark.parametrize(
    ("rings", "start", "end", "expected"),
    [
        pytest.param((SQUARE,), (0, 3), (6, 3), [(1, 5)], id="through a square"),
        pytest.param((SQUARE,), (3, 3), (6, 3), [(0, 2)], id="from inside"),
        pytest.param((SQUARE,), (2, 3), (4, 3), [(0, 2)], id="wholly inside"),
        pytest.param((SQUARE, HOLE), (0, 3), (6, 3), [(1, 2), (4, 5)], id="around a hole"),
        pytest.param((NOTCHED,), (-1, 3), (7, 3), [(1, 2), (6, 7)], id="twice through a notch"),
        pytest.param((SQUARE,), (0, 0), (6, 6), [(2**0.5, 5 * 2**0.5)], id="through two corners"),
        pytest.param((SQUARE,), (0, 6), (6, 6), [], id="past it"),
        pytest.param((SQUARE,), (3, 3), (3, 3), [], id="a line of no length"),
    ],
)
def test_a_cut_runs_where_the_line_is_inside(
    rings: tuple[tuple[tuple[float, float], ...], ...],
    start: tuple[float, float],
    end: tuple[float, float],
    expected: list[tuple[float, float]],
) -> None:
    found = cuts_of_segment(make_edges([rings]), start=start, end=end)
    assert found.start == pytest.approx(np.array([first for first, _ in expected]))
    assert found.end == pytest.approx(np.array([last for _, last in expected]))


def test_cuts_of_several_shapes_come_in_the_order_of_the_shapes() -> None:
    farther = tuple((x + 6.0, y) for x, y in SQUARE)
    found = cuts_of_segment(make_edges([(farther,), (SQUARE,)]), start=(0, 3), end=(12, 3))
    assert found.shape.tolist() == [0, 1]
    assert found.start.tolist() == [7.0, 1.0]


def test_without_shapes_there_are_no_cuts() -> None:
    assert not len(cuts_of_segment(make_edges([]), start=(0, 0), end=(1, 0)).shape)


@given(outline=outlines(), start=points(margin=4.0), end=points(margin=4.0))
def test_cuts_are_as_long_as_the_line_inside_the_shape(
    outline: tuple[tuple[float, float], ...], start: tuple[float, float], end: tuple[float, float]
) -> None:
    found = cuts_of_segment(make_edges([[outline]]), start=start, end=end)
    inside = shapely.Polygon(outline).buffer(0).intersection(shapely.LineString([start, end]))
    assert float((found.end - found.start).sum()) == pytest.approx(inside.length, abs=1e-6)
    assert (found.start[1:] >= found.end[:-1] - 1e-9).all()


def test_the_ground_is_the_highest_of_what_lies_there() -> None:
    line = surface_line(
        np.array([1.0, 2.0]), np.array([5.0, 4.0]), np.array([1.0, 2.0]), np.array([1.0, 2.0]), length=6.0
    )
    assert line.start.tolist() == [0, 1, 2, 4, 5]
    assert line.low.tolist() == [0, 1, 2, 1, 0]
    assert line.end.tolist() == [1, 2, 4, 5, 6]


def test_a_ramp_rises_until_it_reaches_the_hill_and_no_farther() -> None:
    line = surface_line(
        np.array([0.0, 1.0]), np.array([4.0, 6.0]), np.array([0.0, 1.0]), np.array([4.0, 1.0]), length=6.0
    )
    assert list(zip(line.start, line.low, line.end, line.high, strict=True)) == [(0, 0, 4, 4), (4, 1, 6, 1)]


def test_where_the_ground_steps_the_higher_side_counts() -> None:
    line = surface_line(np.array([1.0]), np.array([2.0]), np.array([3.0]), np.array([3.0]), length=4.0)
    assert heights_on(line, np.array([0.5, 1.0, 1.5, 2.0, 2.5, 9.0])).tolist() == [0, 3, 3, 3, 0, 0]


@given(
    rows=st.lists(st.tuples(lengths(0, 9), lengths(0.1, 5), lengths(0, 4), lengths(0, 4)), max_size=6),
    share=st.floats(0, 1),
)
def test_the_ground_is_never_below_nor_above_everything(
    rows: list[tuple[float, float, float, float]], share: float
) -> None:
    start = np.array([row[0] for row in rows])
    end = np.array([row[0] + row[1] for row in rows])
    low, high = np.array([row[2] for row in rows]), np.array([row[3] for row in rows])
    line = surface_line(start, end, low, high, length=10.0)
    assert line.start[0] == 0.0
    assert line.end[-1] == 10.0
    assert (line.start[1:] == line.end[:-1]).all()
    at = share * 10.0
    covering = [
        a + (b - a) * (at - s) / (e - s)
        for s, e, a, b in zip(start, end, low, high, strict=True)
        if s <= at <= e
    ]
    expected = max([0.0, *covering])
    assert heights_on(line, np.array([at]))[0] == pytest.approx(expected, abs=1e-6)
