import math

import numpy as np
import pytest
import shapely

from astrike.geometry.arcs import bearings, share_in_arc, turned
from astrike.geometry.arrays import at_least
from astrike.geometry.bases import hexagon, make_bases, rectangle


@pytest.mark.parametrize(
    ("target", "expected"),
    [((0, 1), 0), ((1, 1), 45), ((1, 0), 90), ((0, -1), 180), ((-1, 0), 270), ((-1, 1), 315), ((0, 0), 0)],
)
def test_bearings_run_clockwise_from_north(target, expected):
    assert bearings([(0, 0)], [target]).tolist() == [expected]


def test_a_bearing_stays_below_a_full_turn():
    assert bearings([(0, 0)], [(-1e-18, 1)]).tolist() == [0.0]


@pytest.mark.parametrize(
    ("bearing", "facing", "expected"),
    [(10, 350, 20), (350, 10, -20), (180, 0, 180), (0, 180, 180), (270, 0, -90), (90, 450, 0), (-30, 0, -30)],
)
def test_turned_is_right_or_left_of_the_facing(bearing, facing, expected):
    assert turned([bearing], [facing]).tolist() == [expected]


def test_an_unknown_facing_stays_unknown():
    assert np.isnan(turned([10], [math.nan])).all()


def _side_of_half(share: float) -> float:
    """Return how far inside a straight border a disc of radius 1 has its centre for this share."""
    low, high = -1.0, 1.0
    for _ in range(80):
        middle = (low + high) / 2
        inside = 1 - (math.acos(middle) - middle * math.sqrt(1 - middle**2)) / math.pi
        low, high = (middle, high) if inside < share else (low, middle)
    return low


@pytest.mark.parametrize(
    ("share", "is_legal"), [(0.55, True), (0.5, True), (0.45, False)], ids=["55 %", "50 %", "45 %"]
)
@pytest.mark.parametrize(("facing", "degrees"), [(0, 180), (90, 180), (45, 90), (213.7, 60)])
@pytest.mark.parametrize("side", [1, -1], ids=["right border", "left border"])
def test_a_border_leaves_so_much_inside(share, is_legal, facing, degrees, side):
    border = math.radians(facing + side * degrees / 2)
    inwards = border - side * math.pi / 2
    far, aside = 12.0, _side_of_half(share)
    place = (
        5 + far * math.sin(border) + aside * math.sin(inwards),
        7 + far * math.cos(border) + aside * math.cos(inwards),
    )
    found = share_in_arc([(5, 7)], [facing], [degrees], make_bases([place], radius=1), [0])
    assert found[0] == pytest.approx(share, abs=1e-9)
    assert at_least(found, 0.5).tolist() == [is_legal]


@pytest.mark.parametrize("outline", [None, hexagon(2, 20), rectangle(1, 2, 70)], ids=["round", "hex", "rect"])
@pytest.mark.parametrize(
    ("facing", "degrees"), [(0, 180), (30, 90), (77.7, 60), (100, 270), (271.3, 300), (3, 350)]
)
@pytest.mark.parametrize("side", [1, -1], ids=["right border", "left border"])
def test_half_a_base_on_the_border_is_exactly_half(outline, facing, degrees, side):
    border = math.radians(facing + side * degrees / 2)
    place = (2 + 20 * math.sin(border), 3 + 20 * math.cos(border))
    bases = make_bases([place], radius=1.25, outline=[outline])
    assert share_in_arc([(2, 3)], [facing], [degrees], bases, [0]).tolist() == [0.5]


@pytest.mark.parametrize("outline", [None, hexagon(2, 20)], ids=["round", "hex"])
@pytest.mark.parametrize(
    ("degrees", "facing", "expected"),
    [(360, 0, 1.0), (400, 0, 1.0), (90, math.nan, 1.0), (0, 0, 0.0), (180, 180, 0.0), (180, 0, 1.0)],
    ids=["full turn", "more", "unknown facing", "no width", "behind", "in front"],
)
def test_plain_shares_are_plain_numbers(outline, degrees, facing, expected):
    bases = make_bases([(0, 9)], radius=1, outline=[outline])
    assert share_in_arc([(0, 0)], [facing], [degrees], bases, [0]).tolist() == [expected]


@pytest.mark.parametrize(
    ("outline", "degrees"),
    [
        (None, 30),
        (None, 123),
        (None, 180),
        (rectangle(2, 2, 7), 90),
        (rectangle(2, 2, 7), 270),
        (rectangle(1, 2, 7), 180),
        (hexagon(2, 20), 180),
        (hexagon(2, 20), 60),
        (hexagon(2, 20), 300),
    ],
)
def test_a_base_round_the_apex_has_its_share_of_the_turn(outline, degrees):
    bases = make_bases([(4, 4)], radius=3, outline=[outline])
    found = share_in_arc([(4, 4)], [55], [degrees], bases, [0])
    assert found[0] == pytest.approx(degrees / 360, abs=1e-12)


@pytest.mark.parametrize("degrees", [1, 45, 90, 180, 200, 300, 359])
@pytest.mark.parametrize("far", [0, 0.3, 0.99, 1, 1.01, 1.5, 3, 40])
def test_round_bases_agree_with_many_corners(degrees, far):
    """The cut with a fine polygon is good to 1e-6; the same places serve the apex in, on and off the base."""
    corners = 20000
    angle = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    fine = np.column_stack((np.cos(angle), np.sin(angle)))
    facing = np.linspace(0, 350, 12)
    place = (far * math.sin(0.7), far * math.cos(0.7))
    disc = make_bases([place], radius=1)
    polygon = shapely.Polygon(fine + place)
    found = share_in_arc(np.zeros((12, 2)), facing, [degrees] * 12, disc, [0] * 12)
    for share, middle in zip(found, facing, strict=True):
        rim = np.radians(middle + np.linspace(-degrees / 2, degrees / 2, 60))
        wedge = shapely.Polygon([(0, 0), *(99 * np.column_stack((np.sin(rim), np.cos(rim))))])
        assert share == pytest.approx(wedge.intersection(polygon).area / polygon.area, abs=1e-6)


def test_one_apex_serves_many_bases():
    bases = make_bases([(0, 5), (5, 0), (0, -5), (9, 9)], radius=1, outline=[None, hexagon(1, 0), None, None])
    together = share_in_arc([(0, 0)], [0], [90], bases, [0, 1, 2, 3])
    singles = [share_in_arc([(0, 0)], [0], [90], bases, [j])[0] for j in range(4)]
    assert together.tolist() == singles == [1.0, 0.0, 0.0, 0.5]


def test_no_bases():
    assert share_in_arc([], [], [], make_bases([], radius=[]), []).shape == (0,)
