"""How much of a base lies on a road: against areas that Shapely makes, and against many places along a path."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Point, Polygon
from shapely.ops import unary_union

from astrike.geometry.area_shares import least_share, shares_on
from astrike.geometry.bases import rectangle
from astrike.geometry.sweeps import make_footprint, make_track, make_zones
from tests.soak import examples

law = settings(max_examples=examples(20, soaked=200), deadline=None)
RADIUS = 0.625
BASE = make_footprint(radius=RADIUS)
coordinate = st.floats(-4, 4).map(lambda number: round(number, 3))
places = st.tuples(coordinate, coordinate)


def strip(width: float) -> Polygon:
    return Polygon([(-9, -width / 2), (9, -width / 2), (9, width / 2), (-9, width / 2)])


@st.composite
def roads(draw: st.DrawFn) -> list[Polygon]:
    """Two straight roads that cross, as what they are together, perhaps with an island."""
    one, other = strip(draw(st.floats(0.2, 3))), strip(draw(st.floats(0.2, 3)))
    turned = Polygon([(y + x / 3, x - y / 3) for x, y in other.exterior.coords])
    both = unary_union([one, turned])
    return [both.difference(Point(0.5, 0).buffer(0.2, quad_segs=4))] if draw(st.booleans()) else [both]


@law
@given(roads(), st.lists(places, min_size=1, max_size=4))
def test_the_share_of_a_disc_is_its_area_on_the_road(
    road: list[Polygon], at: list[tuple[float, float]]
) -> None:
    found = shares_on(np.array(at), BASE, make_zones(road))
    for place, share in zip(at, found, strict=True):
        disc = Point(place).buffer(RADIUS, quad_segs=256)
        assert share == pytest.approx(disc.intersection(road[0]).area / disc.area, abs=1e-4)


@law
@given(roads(), places)
def test_bases_with_corners_are_measured_by_their_outline(
    road: list[Polygon], at: tuple[float, float]
) -> None:
    outline = rectangle(1, 2.5, facing=30)
    (share,) = shares_on(np.array([at]), make_footprint(outline=outline), make_zones(road))
    moved = Polygon([(x + at[0], y + at[1]) for x, y in outline.exterior.coords])
    assert share == pytest.approx(moved.intersection(road[0]).area / moved.area, abs=1e-9)


@law
@given(roads(), st.lists(places, min_size=2, max_size=4, unique=True))
def test_no_place_along_a_path_has_less_than_the_least(
    road: list[Polygon], path: list[tuple[float, float]]
) -> None:
    track, zones = make_track(path), make_zones(road)
    share, at = least_share(track, BASE, zones)
    every = shares_on(track.at(np.linspace(0, track.total, 2000)), BASE, zones)
    assert share <= every.min() + 1e-9
    assert shares_on(track.at([at]), BASE, zones)[0] == pytest.approx(share, abs=1e-9)


def test_along_a_narrow_road_the_share_is_that_of_the_strip() -> None:
    share, _ = least_share(make_track([(-3, 0), (3, 0)]), BASE, make_zones([strip(0.1)]))
    half = 0.05
    strip_area = 2 * (half * np.sqrt(RADIUS**2 - half**2) + RADIUS**2 * np.arcsin(half / RADIUS))
    assert share == pytest.approx(strip_area / (np.pi * RADIUS**2), abs=1e-9)


def test_a_corner_cut_short_is_found_between_the_places_that_are_looked_at() -> None:
    road = Polygon([(-5, -1), (1, -1), (1, 5), (-1, 5), (-1, 1), (-5, 1)])
    share, at = least_share(make_track([(-2, 0.5), (-0.5, 2)]), BASE, make_zones([road]))
    assert share < 0.6
    assert at == pytest.approx(np.hypot(1.5, 1.5) / 2, abs=1e-4)
