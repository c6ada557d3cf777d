import numpy as np
import pytest
from shapely.geometry import Point, Polygon

from astrike.geometry.contours import extended, outlines
from astrike.geometry.lattice import make_lattice


def around(reach=3.0):
    return make_lattice((10.0, 10.0), reach=reach, extent=(0.0, 0.0, 40.0, 40.0))


def test_a_disc_is_outlined_as_a_disc():
    lattice = around()
    far = np.hypot(*(lattice.places - 10.0).T)
    ((ring,),) = outlines(lattice, far - 2.0)
    assert ring[0] == ring[-1]
    assert Polygon(ring).symmetric_difference(Point(10, 10).buffer(2, quad_segs=64)).area < 0.03


def test_holes_come_after_their_outline_and_islands_by_themselves():
    lattice = around()
    far = np.hypot(*(lattice.places - 10.0).T)
    ring = np.abs(far - 1.5) - 0.4
    areas = outlines(lattice, np.minimum(ring, far - 0.5))
    assert sorted(len(area) for area in areas) == [1, 2]
    (outer, hole) = max(areas, key=len)
    assert Polygon(outer).contains(Polygon(hole))


def test_nothing_inside_has_no_outline():
    lattice = around()
    assert outlines(lattice, np.full(len(lattice), 1.0)) == ()
    assert outlines(lattice, np.full(len(lattice), np.inf)) == ()


def test_what_has_no_end_does_not_pull_the_outline():
    lattice = around()
    values = np.where(lattice.places[:, 0] < 10.01, -1.0, np.inf)
    ((ring,),) = outlines(lattice, values)
    assert max(x for x, _ in ring) == pytest.approx(10.0, abs=1e-3)


def test_only_gaps_with_room_are_filled_and_only_near_what_is_known():
    lattice = around()
    x = lattice.places[:, 0]
    values = np.where(x < 10.01, 1.0, np.inf)
    filled = extended(lattice, values, x < 11.01)
    assert np.isfinite(filled[(x > 10.01) & (x < 10.26)]).all()
    assert np.isinf(filled[x > 10.26]).all()
    assert np.isinf(extended(lattice, values, np.zeros(len(x), dtype=bool))[x > 10.01]).all()
