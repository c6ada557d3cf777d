"""Where the middle of a base may be, and what an outline hides: held against dense sampling."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.geometry.arrays import (
    Polygon,
    areas,
    contains,
    distances,
    make_polygon,
    points,
    segments,
    shape_array,
)
from astrike.geometry.components import linked_components
from astrike.geometry.free_space import drop_places, free_space, touched
from astrike.geometry.shadows import shadows

law = settings(max_examples=25, deadline=None)
EXTENT = (0.0, 0.0, 12.0, 12.0)
ROUND = 0.001
"""How much too flat the arcs round corners are, at most."""


@st.composite
def shapes(draw: st.DrawFn) -> Polygon:
    """A box, a triangle or an angle, somewhere on a table of a foot."""
    x, y = draw(st.floats(0, 10)), draw(st.floats(0, 10))
    wide, deep = draw(st.floats(0.2, 6)), draw(st.floats(0.2, 6))
    outlines = (
        [(x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep)],
        [(x, y), (x + wide, y), (x, y + deep)],
        [(x, y), (x + wide, y), (x + wide, y + deep), (x + wide * 0.8, y + deep * 0.2)],
    )
    return make_polygon(draw(st.sampled_from(outlines)))


places = st.tuples(st.floats(0.01, 11.99), st.floats(0.01, 11.99))
radii = st.sampled_from([0.0, 0.5, 0.625, 2.0])


def is_in(parts: np.ndarray, at: tuple[float, float]) -> bool:
    x, y = (np.full(len(parts), each) for each in at)
    return bool(contains(parts, x, y).any())


def off(some: list[Polygon], at: tuple[float, float]) -> float:
    spot = points(np.array([at] * len(some)))
    return float(distances(shape_array(some), spot).min())


@law
@given(st.lists(shapes(), min_size=1, max_size=4), places, radii)
def test_the_middle_is_free_where_all_is_farther_than_half_the_base(
    some: list[Polygon], at: tuple[float, float], radius: float
) -> None:
    free = free_space(EXTENT, touched(shape_array(some), radius=radius, extent=EXTENT))
    away = off(some, at)
    if not radius - ROUND * max(radius, 0.1) - 1e-5 <= away <= radius + 1e-5:
        assert is_in(free, at) == (away > radius)


@law
@given(shapes(), shapes(), st.floats(0, 3), places, radii)
def test_a_base_drops_where_it_is_over_two_levels_too_far_apart(
    one: Polygon, other: Polygon, height: float, at: tuple[float, float], radius: float
) -> None:
    found = drop_places(shape_array([one, other]), [0.0, height], limit=1.0, radius=radius, extent=EXTENT)
    away = [off([each], at) for each in (one, other)]
    if all(not radius - 2 * ROUND - 1e-5 <= each <= radius + 1e-5 for each in away):
        assert is_in(found, at) == (height > 1.0 + 1e-6 and max(away) < radius)


@law
@given(st.lists(shapes(), min_size=1, max_size=4), shapes(), radii)
def test_more_that_is_closed_leaves_less(some: list[Polygon], more: Polygon, radius: float) -> None:
    before, after = (
        float(areas(free_space(EXTENT, touched(shape_array(each), radius=radius, extent=EXTENT))).sum())
        for each in (some, [*some, more])
    )
    assert after <= before + 1e-9


@law
@given(st.integers(1, 8), st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=9))
def test_what_hangs_together_has_one_first(count: int, pairs: list[tuple[int, int]]) -> None:
    real = [(one, other) for one, other in pairs if max(one, other) < count]
    first = linked_components(count, real).tolist()
    groups = [{k} for k in range(count)]
    for one, other in real:
        whole = groups[one] | groups[other]
        for k in whole:
            groups[k] = whole
    assert first == [min(group) for group in groups]


# ---- shadows


@law
@given(shapes(), places, st.floats(0, 2 * math.pi), st.floats(0.01, 0.6), st.floats(1, 20))
def test_what_is_said_to_be_hidden_is_hidden_on_every_line(
    shape: Polygon, at: tuple[float, float], angle: float, half: float, distance: float
) -> None:
    found = shadows(np.array([at]), shape_array([shape]))
    where = np.zeros(1, dtype=np.intp)
    hides = found.hides(where, np.array([angle]), np.array([half]), np.array([distance]))[0, 0]
    turns = angle + np.linspace(-half, half, 41)
    ends = np.array(at) + distance * np.column_stack((np.cos(turns), np.sin(turns)))
    lines = segments(np.tile(at, (len(ends), 1)), ends)
    met = distances(lines, shape_array([shape] * len(lines))) <= 1e-9
    outside = off([shape], at) > 1e-6
    if hides:
        assert met.all()
    elif outside and found.far[0, 0] < distance:
        wider = found.hides(where, np.array([angle]), np.array([half - 0.005]), np.array([distance]))[0, 0]
        assert not met.all() or wider or half < 0.02


def test_from_inside_an_outline_nothing_is_said_to_be_hidden() -> None:
    box = make_polygon([(0, 0), (4, 0), (4, 4), (0, 4)])
    found = shadows(np.array([[1.0, 1.0]]), shape_array([box]))
    assert np.isnan(found.low[0, 0])
    assert not found.hides(np.zeros(1, dtype=np.intp), np.zeros(1), np.full(1, 0.1), np.full(1, 9.0)).any()


@pytest.mark.parametrize("angle", [0.0, math.pi / 2, math.pi, -math.pi / 2, 3 * math.pi])
def test_a_wall_hides_in_every_direction_alike(angle: float) -> None:
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    wall = make_polygon(np.array([(3, -1), (4, -1), (4, 1), (3, 1)]) @ turn)
    found = shadows(np.zeros((1, 2)), shape_array([wall]))
    side = math.atan2(1, 4)
    for half, hidden in ((side - 0.01, True), (math.atan2(1, 3) + 0.01, False)):
        hides = found.hides(np.zeros(1, dtype=np.intp), np.array([angle]), np.array([half]), np.full(1, 9.0))
        assert hides.any() == hidden
