import math

import numpy as np
import pytest
import shapely

from astrike.geometry.arrays import make_polygon
from astrike.geometry.elevation import canopy_over, heights_at, highest_under, plane_at
from astrike.geometry.prisms import make_prisms

NAN = math.nan
NO_GROUND = make_prisms([], bottom=[], top=[], piece=[])


def square(x, y, size=4.0):
    return make_polygon([(x, y), (x + size, y), (x + size, y + size), (x, y + size)])


def ground(*hills):
    """Return prisms of (polygon, top)."""
    tops = [top if isinstance(top, tuple) else (top, 0, 0) for _, top in hills]
    return make_prisms(
        [polygon for polygon, _ in hills], bottom=[0] * len(hills), top=tops, piece=range(len(hills))
    )


def wood(prisms, *polygons, height=2.0, bottom=NAN, kind=0):
    count = len(polygons)
    return canopy_over(
        prisms,
        polygons,
        height=[height] * count,
        bottom=[bottom] * count,
        kind=[kind] * count,
        piece=range(count),
    )


def described(canopy):
    """Return area and highest top of each part, in order."""
    areas = [round(polygon.area, 9) for polygon in canopy.parts.polygons]
    return sorted(zip(areas, canopy.parts.highest.tolist(), strict=True))


# ---- heights


@pytest.mark.parametrize(
    ("point", "height"),
    [((1, 1), 3), ((3, 3), 5), ((5, 5), 5), ((9, 9), 0), ((0, 1), 3), ((0, 0), 3), ((2, 3), 5), ((6, 6), 5)],
    ids=["lower", "both", "upper", "plain", "edge", "corner", "edge of the upper one", "outer corner"],
)
def test_the_highest_hill_at_a_point_counts_and_so_do_edges(point, height):
    hills = ground((square(0, 0), 3), (square(2, 2), 5))
    assert heights_at(hills, [point]).tolist() == [height]


def test_a_hair_off_the_edge_is_on_the_edge():
    assert heights_at(ground((square(0, 0), 3)), [(4 + 1e-12, 1), (4 + 1e-6, 1)]).tolist() == [3, 0]


def test_a_ramp_rises_evenly():
    ramp = ground((square(0, 0), (0.0, 0.75, 0.0)))
    assert heights_at(ramp, [(0, 1), (2, 1), (4, 1)]).tolist() == [0, 1.5, 3]


def test_a_hole_in_a_hill_is_a_valley():
    ring = make_polygon([(0, 0), (9, 0), (9, 9), (0, 9)], [[(3, 3), (6, 3), (6, 6), (3, 6)]])
    assert heights_at(ground((ring, 2)), [(1, 1), (4, 4), (3, 4)]).tolist() == [2, 0, 2]


def test_no_hills_and_no_points():
    assert heights_at(NO_GROUND, [(1, 1)]).tolist() == [0]
    assert heights_at(ground((square(0, 0), 3)), []).shape == (0,)
    assert highest_under(NO_GROUND, [square(0, 0)]).tolist() == [0]
    assert highest_under(ground((square(0, 0), 3)), []).shape == (0,)


@pytest.mark.parametrize(
    ("place", "height"),
    [((-3, -3), 3), ((3, 3), 5), ((4, -2), 0), ((6, 6), 0), ((20, 0), 0), ((3.9, -3.9), 3)],
    ids=["on the lower", "on both", "along an edge", "at a corner", "far away", "just over the edge"],
)
def test_a_building_stands_on_the_highest_ground_under_it(place, height):
    hills = ground((square(0, 0), 3), (square(2, 2), 5))
    assert highest_under(hills, [square(*place)]).tolist() == [height]


def test_on_a_ramp_the_highest_corner_under_the_building_counts():
    ramp = ground((square(0, 0, 10), (0.0, 0.5, 0.0)))
    assert highest_under(ramp, [square(3, 3), square(8, 3)]).tolist() == [3.5, 5.0]


def test_planes_are_read_at_places():
    found = plane_at(np.array([(1.0, 2.0, 3.0), (0.0, 0.0, 1.0)]), np.array([(10.0, 100.0), (5.0, 7.0)]))
    assert found.tolist() == [321, 7]


# ---- canopy


def test_on_the_plain_a_wood_stays_in_one_piece():
    assert described(wood(NO_GROUND, square(0, 0))) == [(16, 2)]
    assert described(wood(ground((square(9, 9), 3)), square(0, 0))) == [(16, 2)]


def test_a_wood_over_a_hill_edge_is_cut_there():
    assert described(wood(ground((square(-2, 0), 3)), square(0, 0))) == [(8, 2), (8, 5)]


def test_a_wood_round_a_hill_keeps_a_hole_for_it():
    found = wood(ground((square(1, 1, 2), 3)), square(0, 0))
    assert described(found) == [(4, 5), (12, 2)]
    assert sorted(len(polygon.interiors) for polygon in found.parts.polygons) == [0, 1]


def test_a_hill_beside_a_wood_does_not_cut_it():
    assert described(wood(ground((square(4, 0), 3)), square(0, 0))) == [(16, 2)]


def test_where_hills_overlap_the_higher_carries_the_wood():
    hills = ground((square(0, 0), 3), (square(2, 0), 5), (square(1, 0, 2), 1))
    assert described(wood(hills, square(0, 0, 4))) == [(8, 5), (8, 7)]


def test_equal_hills_cut_a_wood_into_parts_that_do_not_overlap():
    hills = ground((square(0, 0), 3), (square(2, 0), 3), (square(2, 0), 3))
    parts = wood(hills, make_polygon([(-1, 1), (8, 1), (8, 3), (-1, 3)])).parts
    assert sum(polygon.area for polygon in parts.polygons) == pytest.approx(18)


def test_a_ramp_gives_sloping_treetops():
    parts = wood(ground((square(0, 0), (0.0, 0.75, 0.0))), square(0, 0)).parts
    assert parts.top.tolist() == [[2.0, 0.75, 0.0]]


def test_a_ramp_rising_out_of_a_hill_is_cut_where_it_comes_out():
    hills = ground((square(0, 0, 10), 2), (square(0, 0, 10), (0.0, 0.5, 0.0)))
    parts = wood(hills, square(0, 0, 10)).parts
    assert parts.box.tolist() == [[0, 0, 4, 10], [4, 0, 10, 10]]
    assert parts.top.tolist() == [[4, 0, 0], [2, 0.5, 0]]


def test_what_lies_below_the_plain_does_not_count():
    ditch = ground((square(0, 0, 10), (-2.0, 0.5, 0.0)))
    parts = wood(ditch, square(0, 0, 10)).parts
    assert parts.box.tolist() == [[4, 0, 10, 10], [0, 0, 4, 10]]
    assert parts.top.tolist() == [[0, 0.5, 0], [2, 0, 0]]


def test_a_hanging_piece_is_not_cut():
    found = wood(ground((square(0, 0, 2), 3)), square(0, 0), bottom=6.0)
    assert described(found) == [(16, 8)]
    assert found.parts.bottom.tolist() == [6]


def test_kinds_and_pieces_are_the_callers():
    found = canopy_over(
        ground((square(0, 0, 2), 3)),
        [square(0, 0), square(9, 9), square(20, 20)],
        height=[2, 4, 3],
        bottom=NAN,
        kind=[1, 0, 2],
        piece=[7, 5, 7],
    )
    assert found.kinds == 3
    assert found.kind.tolist() == [1, 1, 0, 2]
    assert found.parts.piece.tolist() == [7, 7, 5, 7]
    assert found.rank.tolist() == [2, 2, 0, 1]


def test_nothing_to_drape():
    found = wood(ground((square(0, 0), 3)))
    assert (len(found), found.kinds) == (0, 0)


@pytest.mark.parametrize("seed", range(6))
def test_treetops_follow_any_ground(seed):
    rng = np.random.default_rng(seed)

    def blobs(count, radius):
        places = rng.uniform(2, 18, (count, 2))
        return [shapely.Point(place).buffer(rng.uniform(1, radius), quad_segs=2) for place in places]

    hills = blobs(6, 5)
    slopes = np.where(rng.random((6, 1)) < 0.5, rng.uniform(-0.3, 0.3, (6, 2)), 0.0)
    tops = np.column_stack((rng.integers(1, 5, 6), slopes))
    ground_prisms = make_prisms(hills, bottom=[0] * 6, top=tops, piece=range(6))
    woods = blobs(5, 5)
    found = canopy_over(
        ground_prisms, woods, height=[1, 2, 3, 2, 1], bottom=NAN, kind=[0] * 5, piece=range(5)
    )
    for piece, whole in enumerate(woods):
        parts = found.parts.polygons[found.parts.piece == piece]
        assert sum(part.area for part in parts) == pytest.approx(whole.area, abs=1e-7)
        assert shapely.union_all(parts).symmetric_difference(whole).area < 1e-7
    places = rng.uniform(0, 20, (3000, 2))
    heights = heights_at(ground_prisms, places)
    for part in range(len(found)):
        inside = shapely.contains_xy(found.parts.polygons[part].buffer(-1e-6), places)
        tall = (1, 2, 3, 2, 1)[found.parts.piece[part]]
        plane = np.broadcast_to(found.parts.top[part], (inside.sum(), 3))
        assert plane_at(plane, places[inside]) == pytest.approx(heights[inside] + tall, abs=1e-7)
