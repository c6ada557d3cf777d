"""What lies inside a shape, and how far from its rim."""

import numpy as np
import pytest
import shapely
from hypothesis import assume, given

from astrike.geometry.cross_section import make_edges
from astrike.geometry.interior import clearances, is_inside
from tests.strategies import outlines, points


@given(outline=outlines(), place=points(margin=3.0))
def test_inside_and_distance_agree_with_plain_shapely(
    outline: tuple[tuple[float, float], ...], place: tuple[float, float]
) -> None:
    polygon, point = shapely.Polygon(outline), shapely.Point(place)
    assume(polygon.is_valid)
    edges = make_edges([[outline]])
    spot = np.array([place])
    far = float(clearances(edges.tail, edges.head, spot)[0])
    assert far == pytest.approx(polygon.exterior.distance(point), abs=1e-9)
    assume(far > 1e-6)
    assert bool(is_inside(edges.tail, edges.head, spot)[0]) == polygon.contains(point)


def test_a_hole_is_outside() -> None:
    rings = [
        [(0.0, 0.0), (6.0, 0.0), (6.0, 6.0), (0.0, 6.0)],
        [(2.0, 2.0), (2.0, 4.0), (4.0, 4.0), (4.0, 2.0)],
    ]
    edges = make_edges([rings])
    assert is_inside(edges.tail, edges.head, np.array([[1.0, 1.0], [3.0, 3.0]])).tolist() == [True, False]


def test_without_edges_everything_is_infinitely_far() -> None:
    nothing = np.empty((0, 2))
    assert np.isinf(clearances(nothing, nothing, np.array([[1.0, 1.0]]))).all()
