"""Paths over the table: nearest points, arcs, strips, and what turning and mirroring leave as it is."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.geometry.arcs import share_ahead
from astrike.geometry.arrays import Floats
from astrike.geometry.bases import make_bases, rectangle
from astrike.geometry.straight_paths import (
    closest_of_paths,
    gap_to_parts,
    gaps_to_path,
    gaps_to_strip,
    parts_in_wedge,
    share_over,
    strip_corners,
)
from tests.soak import examples

SPOT = st.tuples(st.floats(-30, 30), st.floats(-30, 30))
TURN = st.floats(0, 2 * math.pi)


def turned(spots: object, angle: float) -> Floats:
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array(spots, dtype=np.float64) @ np.array([[cos, sin], [-sin, cos]])


@settings(max_examples=examples(30, soaked=80), deadline=None)
@given(at=SPOT, start=SPOT, end=SPOT, angle=TURN)
def test_turning_and_mirroring_changes_no_distance_to_a_path(
    at: tuple[float, float], start: tuple[float, float], end: tuple[float, float], angle: float
) -> None:
    plain = gaps_to_path(make_bases([at], radius=0.5), start, end)[0]
    way = turned([at, start, end], angle)
    assert gaps_to_path(make_bases([way[0]], radius=0.5), way[1], way[2])[0] == pytest.approx(plain, abs=1e-9)
    mirror = np.array([at, start, end]) * (-1.0, 1.0)
    mirrored = gaps_to_path(make_bases([mirror[0]], radius=0.5), mirror[1], mirror[2])[0]
    assert mirrored == pytest.approx(plain, abs=1e-9)
    back = gaps_to_path(make_bases([at], radius=0.5), end, start)[0]
    assert back == pytest.approx(plain, abs=1e-9)


@settings(max_examples=examples(30, soaked=80), deadline=None)
@given(a=SPOT, b=SPOT, c=SPOT, d=SPOT)
def test_no_two_points_of_two_paths_are_nearer_than_their_closest(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]
) -> None:
    least = closest_of_paths([a, b], [c, d])
    assert least == pytest.approx(closest_of_paths([c, d], [b, a]), abs=1e-9)
    shares = np.linspace(0, 1, 41)[:, None]
    one, other = (np.array(p) + shares * (np.array(q) - np.array(p)) for p, q in ((a, b), (c, d)))
    apart = np.hypot(*(one[:, None] - other[None, :]).transpose(2, 0, 1))
    assert apart.min() >= least - 1e-9


@settings(max_examples=examples(20, soaked=150), deadline=None)
@given(start=SPOT, end=SPOT, facing=st.floats(0, 360), width=st.sampled_from([90.0, 180.0, 270.0]))
def test_the_parts_in_a_wedge_are_those_whose_points_lie_in_it(
    start: tuple[float, float], end: tuple[float, float], facing: float, width: float
) -> None:
    parts = parts_in_wedge((0, 0), facing, width, [start, end])
    for share in np.linspace(0, 1, 21):
        x, y = np.array(start) + share * (np.array(end) - np.array(start))
        off = abs((math.degrees(math.atan2(x, y)) - facing + 180) % 360 - 180)
        if math.hypot(x, y) < 1e-3 or abs(off - width / 2) < 1e-3:
            continue
        found = min((closest_of_paths([part[0], part[1]], [(x, y), (x, y)]) for part in parts), default=9.0)
        assert (found <= 1e-6) is (off < width / 2)


def test_the_nearest_point_in_the_arc_counts_not_the_nearest_of_all() -> None:
    bases = make_bases([(0, 0)], radius=1)
    path = [(2, -10), (2, 10)]
    assert gap_to_parts(bases, 0, parts_in_wedge((0, 0), 0, 180, path)) == pytest.approx(1.0)
    assert gap_to_parts(bases, 0, parts_in_wedge((0, 0), 0, 90, path)) == pytest.approx(math.sqrt(8) - 1)


def test_rectangular_bases_are_measured_from_their_sides() -> None:
    bases = make_bases([(5, 4)], radius=[0], outline=[rectangle(2, 4, facing=0)])
    assert gaps_to_path(bases, (0, 0), (40, 0)).tolist() == [2.0]
    strip = strip_corners((0, 0), (40, 0), 0, length=10, width=2)
    assert gaps_to_strip(bases, strip).tolist() == [1.0]


def test_only_what_lies_over_the_table_counts() -> None:
    assert share_over([(-10, 5), (10, 5)], width=48, depth=36) == (0.5, 1.0)
    assert share_over([(-10, -5), (10, -5)], width=48, depth=36) == (0.0, 0.0)
    assert share_over([(4, 0), (4, 36)], width=48, depth=36) == (0.0, 1.0)


@pytest.mark.parametrize(("aside", "share"), [(0.0, 1.0), (0.5, 1.0), (1.0, 0.5), (1.5, 0.0)])
@pytest.mark.parametrize("facing", [0.0, 37.0, 90.0, 200.0])
def test_half_of_a_base_on_the_border_of_the_strip_ahead_is_half(
    aside: float, share: float, facing: float
) -> None:
    spot = turned([(aside, 9.0)], -math.radians(facing))[0]
    bases = make_bases([spot], radius=0.5)
    assert share_ahead(bases, 0, (0, 0), facing, 2.0) == pytest.approx(share, abs=1e-9)
