"""Labels step aside for each other, and always in the same way."""

import time
from itertools import combinations
from math import hypot

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.report.drawing.labels import CoverCosts, LabelWish, PlacedLabel, place_labels
from astrike.report.drawing.shapes import text_width
from tests.soak import examples

AREA = (0.0, 0.0, 376.0, 251.0)


def overlap(a: PlacedLabel, b: PlacedLabel) -> bool:
    left, top, right, bottom = a.box
    return left < b.box[2] and b.box[0] < right and top < b.box[3] and b.box[1] < bottom


def crosses(leader: tuple[tuple[float, float], tuple[float, float]], box: tuple[float, ...]) -> bool:
    (x0, y0), (x1, y1) = leader
    left, top, right, bottom = box
    for i in range(1, 200):
        x, y = x0 + (x1 - x0) * i / 200, y0 + (y1 - y0) * i / 200
        if left + 0.1 < x < right - 0.1 and top + 0.1 < y < bottom - 0.1:
            return True
    return False


@st.composite
def crowds(draw: st.DrawFn) -> list[LabelWish]:
    """Up to 40 units on a map, some on top of each other, whose labels must be shown."""
    count = draw(st.integers(1, 40))
    return [
        LabelWish(
            str(n),
            draw(st.sampled_from([16.0, 40.0])),
            16.0,
            (draw(st.integers(5, 370)), draw(st.integers(5, 245))),
            reach=3.3,
            toward=draw(st.sampled_from([None, (0.0, 1.0), (-1.0, 0.0)])),
            must=True,
        )
        for n in range(count)
    ]


@settings(max_examples=examples(20, soaked=40), deadline=None)
@given(crowds())
def test_no_label_covers_another_or_a_base_and_none_is_lost(wishes: list[LabelWish]) -> None:
    discs = [(*wish.at, wish.reach) for wish in wishes]
    found = place_labels(wishes, area=AREA, discs=discs)
    assert [one.key for one in found] == [wish.key for wish in wishes]
    for a, b in combinations(found, 2):
        assert not overlap(a, b)
    for one in found:
        left, top, right, bottom = one.box
        assert left >= AREA[0]
        assert top >= AREA[1]
        assert right <= AREA[2]
        assert bottom <= AREA[3]
        for x, y, radius in discs:
            assert hypot(x - np.clip(x, left, right), y - np.clip(y, top, bottom)) >= radius


@settings(max_examples=25, deadline=None)
@given(crowds())
def test_the_same_crowd_is_labelled_the_same_way(wishes: list[LabelWish]) -> None:
    assert place_labels(wishes, area=AREA) == place_labels(list(wishes), area=AREA)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(10, 360), st.integers(10, 240)), min_size=1, max_size=14, unique=True))
def test_leaders_do_not_pass_under_other_labels(places: list[tuple[int, int]]) -> None:
    wishes = [LabelWish(str(n), 30.0, 16.0, at, reach=3.0, must=True) for n, at in enumerate(places)]
    found = place_labels(wishes, area=AREA, discs=[(*at, 3.0) for at in places])
    for one in found:
        for other in found:
            if one.leader is not None and one is not other:
                assert not crosses(one.leader, other.box)


def test_a_label_stands_on_the_preferred_side() -> None:
    below = place_labels([LabelWish("a", 20, 10, (100, 100), reach=4, toward=(0.0, 1.0))], area=AREA)[0]
    left = place_labels([LabelWish("a", 20, 10, (100, 100), reach=4, toward=(-1.0, 0.0))], area=AREA)[0]
    assert (below.x, below.y) == (100, 112)
    assert (left.x, left.y) == (83, 100)


def test_a_label_at_the_edge_stays_in_the_picture() -> None:
    found = place_labels([LabelWish("a", 20, 10, (2, 2), reach=4, toward=(-1.0, -1.0))], area=AREA)[0]
    assert found.box[0] >= 0
    assert found.box[1] >= 0


def test_a_label_avoids_a_line_when_it_can() -> None:
    wish = LabelWish("a", 20, 10, (100, 100), reach=4, toward=(1.0, 0.0))
    found = place_labels([wish], area=AREA, lines=[(100, 100, 300, 100)])[0]
    assert not crosses(((100, 100), (300, 100)), found.box)


def test_a_label_avoids_what_is_costly_to_cover() -> None:
    values = np.zeros((63, 94))
    values[:, 26:] = 30.0
    wish = LabelWish("a", 20, 10, (100, 100), reach=4, toward=(1.0, 0.0))
    found = place_labels([wish], area=AREA, costs=CoverCosts(0, 0, 4.0, values))[0]
    assert found.box[2] <= 106


def test_a_leader_joins_base_and_label_only_when_they_are_apart() -> None:
    near = place_labels([LabelWish("a", 20, 10, (100, 100), reach=4)], area=AREA)[0]
    assert near.leader == ((104, 100), (107, 100))
    touching = place_labels(
        [LabelWish("a", 20, 10, (100, 100), reach=4, slots=((115.5, 100),), around=False)], area=AREA
    )[0]
    assert touching.leader is None


def test_what_may_be_dropped_is_dropped_and_what_must_be_shown_goes_far() -> None:
    wall = [(60.0, 60.0, 140.0, 140.0)]
    may, must = (
        LabelWish("a", 20, 10, (100, 100), reach=4, must=must, leader=False) for must in (False, True)
    )
    assert place_labels([may], area=AREA, boxes=wall) == ()
    (found,) = place_labels([must], area=AREA, boxes=wall)
    assert found.box[2] <= 60 or found.box[0] >= 140 or found.box[3] <= 60 or found.box[1] >= 140


def test_even_without_any_room_a_label_that_must_be_shown_is_shown() -> None:
    wall = [AREA]
    assert (
        len(place_labels([LabelWish("a", 20, 10, (100, 100), reach=4, must=True)], area=AREA, boxes=wall))
        == 1
    )


def test_in_a_group_whoever_finds_no_place_comes_first() -> None:
    free = (0.0, 0.0, 40.0, 12.0)
    first = LabelWish(
        "first", 20, 10, (20, 6), slots=((12, 6), (27, 6)), around=False, group="g", leader=False
    )
    second = LabelWish("second", 20, 10, (20, 6), slots=((10, 6),), around=False, group="g", leader=False)
    assert [one.key for one in place_labels([first, second], area=free)] == ["first"]
    wide = (0.0, 0.0, 60.0, 12.0)
    late = LabelWish(
        "first", 20, 10, (20, 6), slots=((12, 6), (40, 6)), around=False, group="g", leader=False
    )
    assert {one.key for one in place_labels([late, second], area=wide)} == {"first", "second"}


def test_a_place_that_costs_too_much_is_none() -> None:
    values = np.full((63, 94), 50.0)
    wish = LabelWish("a", 20, 10, (100, 100), reach=4, limit=40.0)
    assert place_labels([wish], area=AREA, costs=CoverCosts(0, 0, 4.0, values)) == ()


def test_widths_are_estimated_rather_too_wide() -> None:
    assert text_width("MMM", 10) > text_width("iii", 10)
    assert text_width("漢", 10) >= 9
    assert text_width("", 10) == 0


@pytest.mark.parametrize("half", [(20.0, 5.0), (5.0, 20.0)])
def test_a_label_of_a_box_stands_beside_the_box(half: tuple[float, float]) -> None:
    (found,) = place_labels([LabelWish("a", 20, 10, (100, 100), half=half, toward=(0.0, 1.0))], area=AREA)
    left, top, right, bottom = found.box
    inside = left < 100 + half[0] and right > 100 - half[0] and top < 100 + half[1] and bottom > 100 - half[1]
    assert not inside


def test_hundreds_of_labels_in_one_heap_are_shown_without_a_long_search() -> None:
    wishes = [LabelWish(str(n), 30.0, 16.0, (200.0, 200.0), reach=3.0, must=True) for n in range(700)]
    discs = [(200.0, 200.0, 3.0)] * 700
    start = time.process_time()
    assert len(place_labels(wishes, area=AREA, discs=discs)) == 700
    assert time.process_time() - start < 20.0
