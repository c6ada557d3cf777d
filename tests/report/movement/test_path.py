"""The way of a move, its letters and its pins, and the ground that a base sweeps on it."""

from dataclasses import replace
from math import pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astrike.model.explain import Citation
from astrike.model.movement import MoveCheck
from astrike.report.movement.path import BaseOutline, base_path, broken_at, path_spots, swept_path
from tests.report.drawing.path_reader import areas, bounds, read_path
from tests.report.movement import moves
from tests.strategies import points


def test_places_along_the_way_are_inches_of_travel() -> None:
    way = base_path(moves.climbing())
    assert way.length == pytest.approx(10.104, abs=1e-3)
    assert way.place(5.0) == pytest.approx(moves.BEND)
    assert way.place(99.0) == moves.END
    assert len(way.between(1.0, 9.0)) == 3


def test_reasons_are_numbered_first_and_checks_go_on() -> None:
    bog = MoveCheck("bog", "Bog", Citation("CE p.0", "ce-5.01"), 3.0, moves.BEND)
    answer = replace(moves.with_reasons(moves.reason("move.stacking", 10.1, 10.1, moves.END)), checks=(bog,))
    spots = path_spots(answer)
    assert [(spot.number, spot.key, spot.is_check) for spot in spots] == [
        (1, "move.steep", False),
        (2, "move.stacking", False),
        (3, "bog", True),
    ]
    assert broken_at(spots) == 8.94
    assert broken_at(spots[2:]) is None


@given(st.lists(points(), min_size=1, max_size=6), st.integers(1, 20))
def test_a_swath_covers_every_base_on_the_way(way: list[tuple[float, float]], radius: int) -> None:
    left, top, right, bottom = bounds(swept_path(way, BaseOutline(radius)))
    assert left == pytest.approx(min(x for x, _ in way) - radius, abs=0.11)
    assert right == pytest.approx(max(x for x, _ in way) + radius, abs=0.11)
    assert top == pytest.approx(min(y for _, y in way) - radius, abs=0.11)
    assert bottom == pytest.approx(max(y for _, y in way) + radius, abs=0.11)


def test_the_swath_of_a_round_base_is_a_capsule() -> None:
    (area,) = areas(swept_path([(100, 100), (200, 100)], BaseOutline(20)))
    assert area == pytest.approx(100 * 40 + pi * 400, rel=0.005)


def test_the_swath_of_a_loop_has_a_hole() -> None:
    loop = [(0, 0), (100, 0), (100, 100), (0, 100), (0, 0)]
    assert len(read_path(swept_path(loop, BaseOutline(10)))) == 2


def test_a_rectangle_sweeps_by_its_corners() -> None:
    sole = BaseOutline(10, ((-10, -20), (10, -20), (10, 20), (-10, 20)))
    (area,) = areas(swept_path([(100, 100), (150, 150)], sole))
    # The rectangle and, for 50 across and 50 down, as wide as it looks from there.
    assert area == pytest.approx(20 * 40 + 50 * 40 + 50 * 20, abs=1)
