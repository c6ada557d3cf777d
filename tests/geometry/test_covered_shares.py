"""Which share of a box outlines cover: the same as what both have in common, also where sides lie on each other."""

import numpy as np
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from astrike.geometry.spacing import shares

HALVES = st.integers(0, 24).map(lambda value: value / 2)


@given(
    st.lists(st.tuples(HALVES, HALVES), min_size=3, max_size=9),
    st.tuples(HALVES, HALVES),
    st.tuples(HALVES, HALVES),
)
def test_a_share_is_the_common_area(
    corners: list[tuple[float, float]], across: tuple[float, float], up: tuple[float, float]
) -> None:
    outline = shapely.Polygon(corners)
    (west, east), (south, north) = sorted(across), sorted(up)
    assume(outline.is_valid and outline.area > 0 and west < east and south < north)
    box = shapely.box(west, south, east, north)
    (share,) = shares([(corners, ())], [(west, south, east, north)])
    assert abs(share - outline.intersection(box).area / box.area) < 1e-9


def test_holes_are_not_covered_and_what_lies_twice_counts_once() -> None:
    yard = ([(0, 0), (4, 0), (4, 4), (0, 4)], ([(1, 1), (3, 1), (3, 3), (1, 3)],))
    over = ([(0, 0), (4, 0), (4, 1), (0, 1)], ())
    assert shares([yard, over], [(0, 0, 4, 4), (1, 1, 3, 3), (0, 0, 2, 2)]) == (0.75, 0.0, 0.75)


def test_thousands_of_corners_are_measured_exactly() -> None:
    angle = 2 * np.pi * np.arange(4998) / 4998
    out = np.where(np.arange(4998) % 2, 8.0, 3.0)
    star = np.column_stack((24 + out * np.cos(angle), 18 + out * np.sin(angle)))
    box = (20.0, 18.0, 48.0, 36.0)
    (share,) = shares([(star, ())], [box])
    assert abs(share - shapely.Polygon(star).intersection(shapely.box(*box)).area / (28 * 18)) < 1e-9
