"""Lines across bases: what lies on the line, what only touches it, and the same whichever way the table lies."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from astrike.geometry.bases import Bases, hexagon, make_bases, rectangle
from astrike.geometry.disc_overlaps import bases_crossed

START, END = np.array((0.0, 0.0)), np.array((10.0, 0.0))


def is_crossed(bases: Bases) -> list[bool]:
    return bases_crossed(bases, np.arange(len(bases)), start=START, end=END).tolist()


def test_a_round_base_that_only_touches_the_line_is_not_across_it() -> None:
    bases = make_bases([(5, 0.49), (5, 0.5), (5, 0.51), (-1, 0), (10.4, 0)], radius=[0.5] * 5)
    assert is_crossed(bases) == [True, False, False, False, True]


def test_bases_with_corners_are_measured_by_their_outline() -> None:
    flat = rectangle(2, 4, facing=90)
    bases = make_bases(
        [(5, 0.99), (5, 1.0), (5, 0.57), (5, 1.0)],
        radius=[0, 0, 0, 0],
        outline=[flat, flat, hexagon(1.0, 0), hexagon(1.0, 0)],
    )
    assert is_crossed(bases) == [True, False, False, False]
    assert is_crossed(make_bases([(5, 0.45)], radius=[0], outline=[hexagon(1.0, 0)])) == [True]


@given(
    st.floats(-2, 12), st.floats(-2, 2), st.floats(0.3, 1.5), st.floats(0, 2 * math.pi), st.floats(-20, 20)
)
def test_turning_and_moving_the_table_changes_nothing(
    x: float, y: float, radius: float, angle: float, shift: float
) -> None:
    if abs(abs(y) - radius) < 1e-3 or abs(math.hypot(x, y) - radius) < 1e-3:
        return
    if abs(math.hypot(x - 10, y) - radius) < 1e-3:
        return
    turn = np.array(((math.cos(angle), -math.sin(angle)), (math.sin(angle), math.cos(angle))))
    place = turn @ np.array((x, y)) + shift
    moved = bases_crossed(
        make_bases([place], radius=[radius]), [0], start=turn @ START + shift, end=turn @ END + shift
    )
    assert moved.tolist() == is_crossed(make_bases([(x, y)], radius=[radius]))
