"""Outlines: what is wrong with them, which way round they run, whether two overlap."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astrike.geometry.outlines import Points, open_ring, orient, outline_faults, overlapping, signed_area
from tests import strategies
from tests.builders import around, box

SQUARE = box(0, 0, 9, 9)


@given(strategies.outlines())
def test_a_simple_outline_has_no_fault(outline: Points) -> None:
    assert outline_faults(outline) == ()


@given(strategies.outlines(), st.booleans())
def test_an_outline_is_turned_without_being_changed(outline: Points, reverse: bool) -> None:
    given_outline = tuple(reversed(outline)) if reverse else tuple(outline)
    turned, _ = orient(given_outline)
    assert signed_area(turned) > 0
    assert set(turned) == set(outline)
    assert math.isclose(abs(signed_area(outline)), signed_area(turned))


@given(strategies.outlines(), st.integers(0, 9), st.integers(1, 3))
def test_a_repeated_point_changes_nothing(outline: Points, where: int, times: int) -> None:
    where %= len(outline)
    repeated = (*outline[:where], *([outline[where]] * times), *outline[where:], outline[0])
    assert open_ring(repeated) == open_ring(outline)


@given(strategies.outlines(), st.floats(0, 6.3), st.tuples(st.floats(-300, 300), st.floats(-300, 300)))
def test_where_an_outline_lies_does_not_make_it_wrong(
    outline: Points, turn: float, by: tuple[float, float]
) -> None:
    cos, sin = math.cos(turn), math.sin(turn)
    moved = [(x * cos - y * sin + by[0], x * sin + y * cos + by[1]) for x, y in outline]
    assert outline_faults(moved) == ()


@pytest.mark.parametrize(
    ("ring", "found"),
    [
        ([(0, 0), (4, 4)], "2 different points"),
        ([(0, 0), (4, 0), (8, 0)], "an outline without an area"),
        ([(0, 0), (4, 4), (4, 0), (0, 4)], "an outline that crosses or touches itself at (2, 2)"),
        ([(0, 0), (4, 0), (2, 0), (2, 3)], "an outline that crosses or touches itself at (4, 0)"),
        ([(0, 0), (4, 0), (4, 1e-7)], "an outline without an area"),
    ],
)
def test_a_ring_that_encloses_nothing_is_a_fault(ring: Points, found: str) -> None:
    (fault,) = outline_faults(ring)
    assert (fault.ring, fault.found) == (0, found)


def test_each_faulty_hole_is_named() -> None:
    faults = outline_faults(SQUARE, [box(20, 20, 22, 22), box(1, 1, 2, 2), box(8, 8, 10, 10)])
    assert [fault.ring for fault in faults] == [1, 3]


def test_holes_that_cut_an_area_in_two_are_a_fault() -> None:
    (fault,) = outline_faults(SQUARE, [((0, 4), (4.5, 3), (9, 4), (4.5, 5))])
    assert fault.ring is None


@pytest.mark.parametrize(
    ("others", "pair"),
    [
        ([], None),
        ([box(9, 0, 12, 9)], None),
        ([box(9, 9, 12, 12)], None),
        ([box(8.9, 0, 12, 9)], (0, 1)),
        ([box(20, 0, 21, 1), box(3, 3, 4, 4)], (0, 2)),
        ([box(20, 0, 22, 2), box(30, 0, 31, 1), box(21, 1, 23, 3)], (1, 3)),
        ([SQUARE], (0, 1)),
    ],
)
def test_overlap_is_more_than_a_shared_edge(others: list[Points], pair: tuple[int, int] | None) -> None:
    assert overlapping([(ring, ()) for ring in (SQUARE, *others)]) == pair


def test_an_outline_in_the_hole_of_another_does_not_overlap_it() -> None:
    assert overlapping([(SQUARE, [box(2, 2, 7, 7)]), (box(2, 2, 7, 7), ())]) is None


def test_the_last_of_very_many_may_be_the_one_that_overlaps() -> None:
    tiles = [box(n % 30, n // 30, n % 30 + 1, n // 30 + 1) for n in range(900)]
    assert overlapping([(tile, ()) for tile in tiles]) is None
    last = around(29.5, 29.5, radius=0.2, corners=5)
    assert overlapping([(tile, ()) for tile in (*tiles, last)]) == (899, 900)
