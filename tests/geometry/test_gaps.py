"""Gaps between obstacles: a disc as wide as the gap fits there, and nothing wider gets through between the two."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import affinity

from astrike.geometry.arrays import shape_array
from astrike.geometry.gaps import EAST, NORTH, SOUTH, WEST, NarrowGap, narrow_gaps
from tests.geometry.test_corridors import FRAME, obstacles

law = settings(max_examples=25, deadline=None)


def found(
    some: Sequence[shapely.Geometry], *, most: float = 3.0, framed: bool = False
) -> tuple[NarrowGap, ...]:
    return narrow_gaps(shape_array(some), most=most, frame=FRAME if framed else None)


def middle(gap: NarrowGap) -> shapely.Point:
    return shapely.Point(*np.mean(gap.line, axis=0))


# ---- laws


@law
@given(some=obstacles())
def test_a_disc_as_wide_as_the_gap_stands_in_it_and_touches_both_sides(
    some: Sequence[shapely.Geometry],
) -> None:
    for gap in found(some):
        assert gap.width == pytest.approx(math.dist(*gap.line))
        assert min(piece.distance(middle(gap)) for piece in some) == pytest.approx(gap.width / 2, abs=1e-6)
        for place, side in zip(gap.line, (gap.one, gap.other), strict=True):
            assert some[side].distance(shapely.Point(place)) <= 1e-6


@law
@given(some=obstacles())
def test_moving_to_either_side_along_the_gap_there_is_more_room(some: Sequence[shapely.Geometry]) -> None:
    # Where it is narrowest: a little to both sides of the line the nearer of its two ends is no nearer.
    for gap in found(some):
        (ax, ay), (bx, by) = gap.line
        across = np.array([ay - by, bx - ax]) / gap.width
        ends = shape_array([some[gap.one], some[gap.other]])
        for step in (1e-4, -1e-4):
            place = np.mean(gap.line, axis=0) + step * across
            nearest = shapely.distance(ends, shapely.Point(place)).min()
            assert nearest >= gap.width / 2 - 1e-6


@law
@given(some=obstacles(most=6))
def test_closest_pieces_with_nothing_between_have_their_gap(some: Sequence[shapely.Geometry]) -> None:
    reported = found(some)
    for i, one in enumerate(some):
        for j in range(i + 1, len(some)):
            line = shapely.shortest_line(one, some[j])
            disc = line.centroid.buffer(line.length / 2 - 1e-5)
            if 1e-4 < line.length < 3.0 and not any(disc.intersects(piece) for piece in some):
                widths = [gap.width for gap in reported if {gap.one, gap.other} == {i, j}]
                assert min(widths) == pytest.approx(line.length, abs=1e-6)


@law
@given(some=obstacles(), turn=st.integers(1, 11))
def test_turning_the_field_turns_the_gaps(some: Sequence[shapely.Geometry], turn: int) -> None:
    turned = [affinity.rotate(piece, 30 * turn, origin=(8, 5)) for piece in some]
    assert sorted({round(gap.width, 4) for gap in found(some)}) == pytest.approx(
        sorted({round(gap.width, 4) for gap in found(turned)}), abs=2e-4
    )


# ---- cases


def test_what_lies_between_two_pieces_makes_two_gaps_of_one() -> None:
    two = [shapely.box(2, 2, 4, 4), shapely.box(6.5, 2, 8, 4)]
    assert [(gap.one, gap.other, gap.width) for gap in found(two)] == [(0, 1, 2.5)]
    between = [*two, shapely.box(5, 1, 5.5, 5)]
    assert [(gap.one, gap.other, gap.width) for gap in found(between)] == [(0, 2, 1.0), (1, 2, 1.0)]


def test_a_piece_with_a_gate_has_a_gap_with_itself() -> None:
    yard = shapely.Polygon(
        [(2, 2), (9, 2), (9, 8), (6.5, 8), (6.5, 7), (8, 7), (8, 3), (3, 3), (3, 7), (5, 7), (5, 8), (2, 8)]
    )
    (gate,) = found([yard])
    assert (gate.one, gate.other, gate.width) == (0, 0, 1.5)


def test_parallel_walls_of_many_sides_have_one_gap() -> None:
    corners = [(x / 2, 4.0) for x in range(4, 25)]
    walls = [
        shapely.LineString(corners),
        shapely.LineString([(x, y + 1) for x, y in corners]),
    ]
    assert [gap.width for gap in found(walls)] == [1.0]


def test_two_doors_between_the_same_two_pieces_are_two_gaps() -> None:
    comb = shapely.union_all([shapely.box(2, 2, 14, 3), shapely.box(3, 3, 4, 5), shapely.box(11, 3, 12, 5)])
    bar = shapely.box(2, 6, 14, 7)
    assert [gap.width for gap in found([comb, bar], most=1.5)] == [1.0, 1.0]


def test_the_edge_is_a_wall_and_a_gap_to_it_is_as_wide_as_it_measures() -> None:
    piece = [shapely.box(0.75, 4, 4, 6)]
    assert [(gap.one, gap.other, gap.width) for gap in found(piece, framed=True)] == [(0, WEST, 0.75)]
    assert found(piece, framed=True)[0].line == ((0.75, 5.0), (0.0, 5.0))
    assert not found(piece)
    others = [shapely.box(5, 0.5, 6, 1), shapely.box(15, 4, 15.5, 5), shapely.box(8, 8, 9, 9)]
    assert {(gap.other, gap.width) for gap in found(others, framed=True)} == {
        (SOUTH, 0.5),
        (EAST, 0.5),
        (NORTH, 1.0),
    }


def test_what_touches_an_edge_or_hangs_over_it_leaves_no_gap_there() -> None:
    for box in (shapely.box(0, 4, 3, 6), shapely.box(-1, 4, 3, 6), shapely.box(4, 9, 6, 12)):
        assert found([box], framed=True) == ()


@law
@given(some=obstacles())
def test_with_a_frame_every_disc_is_within_it(some: Sequence[shapely.Geometry]) -> None:
    for gap in found(some, framed=True):
        x, y = middle(gap).x, middle(gap).y
        assert min(x, y, FRAME[2] - x, FRAME[3] - y) >= gap.width / 2 - 1e-6


@law
@given(some=obstacles(most=5))
def test_walls_along_the_edges_have_the_same_gaps_as_the_edges(some: Sequence[shapely.Geometry]) -> None:
    inside = [
        piece for piece in some if shapely.box(0.01, 0.01, FRAME[2] - 0.01, FRAME[3] - 0.01).contains(piece)
    ]
    walls = [
        shapely.LineString(ends)
        for ends in (
            [(0, 0), (FRAME[2], 0)],
            [(FRAME[2], 0), (FRAME[2], FRAME[3])],
            [(FRAME[2], FRAME[3]), (0, FRAME[3])],
            [(0, FRAME[3]), (0, 0)],
        )
    ]
    framed = {round(gap.width, 5) for gap in found(inside, framed=True)}
    walled = {round(gap.width, 5) for gap in found([*inside, *walls])}
    assert sorted(framed) == pytest.approx(sorted(walled), abs=1e-4)


def test_nothing_has_no_gaps() -> None:
    assert found([], framed=True) == ()
