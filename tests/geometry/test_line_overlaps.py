import math

import numpy as np
import pytest
import shapely

from astrike.geometry.arrays import make_polygon
from astrike.geometry.elevation import canopy_over, heights_at
from astrike.geometry.line_overlaps import LinePart, are_within, line_overlaps, overlap_list
from astrike.geometry.prisms import make_prisms

NAN = math.nan
NO_GROUND = make_prisms([], bottom=[], top=[], piece=[])


def box(west, south, east, north):
    return make_polygon([(west, south), (east, south), (east, north), (west, north)])


def woods(*polygons, height=2.0, bottom=NAN, kind=None, on=NO_GROUND):
    """Return draped pieces; heights, bottoms and kinds one for all or one each."""
    count = len(polygons)
    return canopy_over(
        on,
        polygons,
        height=np.broadcast_to(height, count),
        bottom=np.broadcast_to(bottom, count),
        kind=[0] * count if kind is None else kind,
        piece=range(count),
    )


def options(start, end, *, edges=(0.0, 0.0), own=((), ()), end_length=2.0, pieces=9):
    """Return one line as the arguments of `line_overlaps`; `own` are the pieces at the start and at the end."""
    mine, theirs = (np.isin(np.arange(pieces), list(some))[None, :] for some in own)
    return {
        "start": [(*start, 1.0) if len(start) == 2 else start],
        "end": [(*end, 1.0) if len(end) == 2 else end],
        "start_edge": [edges[0]],
        "end_edge": [edges[1]],
        "own_start": mine,
        "own_end": theirs,
        "end_length": end_length,
    }


def measured(canopy, start, end, **more):
    """Return the inches of one line: at its start, between and at its end, all kinds together."""
    found = line_overlaps(canopy, **options(start, end, **more))
    return [round(float(part.sum()), 9) for part in (found.start, found.between, found.end)]


def length(canopy, start, end, **more):
    return sum(measured(canopy, start, end, **more))


# ---- the length inside


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ((-5, 2), (15, 2), 10),
        ((15, 2), (-5, 2), 10),
        ((3, 2), (15, 2), 7),
        ((3, 2), (8, 2), 5),
        ((-5, 2), (-1, 2), 0),
        ((3, -5), (3, 15), 4),
        ((-2, -2), (6, 6), 4 * math.sqrt(2)),
        ((-1, 1), (1, -1), 0),
        ((3, 2), (3, 2), 0),
        ((-5, 2), (0, 2), 0),
        ((10, 2), (0, 2), 10),
    ],
    ids=[
        "across",
        "back",
        "starting inside",
        "wholly inside",
        "before it",
        "north",
        "through two corners",
        "at a corner",
        "no length",
        "ending at the edge",
        "from edge to edge",
    ],
)
def test_inches_inside(start, end, expected):
    assert length(woods(box(0, 0, 10, 4)), start, end) == pytest.approx(expected)


@pytest.mark.parametrize("y", [0, 4], ids=["south edge", "north edge"])
@pytest.mark.parametrize(("start", "end"), [(-5, 15), (15, -5)], ids=["east", "west"])
@pytest.mark.parametrize("off", [0, 1e-13, -1e-13], ids=["exactly", "a hair north", "a hair south"])
def test_a_line_along_the_edge_is_inside(y, start, end, off):
    assert length(woods(box(0, 0, 10, 4)), (start, y + off), (end, y - off)) == pytest.approx(10)


def test_a_line_clearly_beside_the_edge_is_outside():
    assert length(woods(box(0, 0, 10, 4)), (-5, 4 + 1e-6), (15, 4 + 1e-6)) == 0


@pytest.mark.parametrize(("west", "east"), [(-0.9e-9, -1.1e-9), (-1.1e-9, -0.9e-9)])
def test_an_edge_that_only_noise_keeps_off_the_line_is_not_extended(west, east):
    slanted = make_polygon([(0, -4), (10, -4), (10, east), (0, west)])
    assert length(woods(slanted), (-100, 0), (100, 0)) <= 10


def test_a_line_along_the_seam_of_two_woods_counts_once():
    pair = woods(box(0, 0, 10, 4), box(2, 4, 12, 8))
    assert measured(pair, (-5, 4), (15, 4)) == [0, 12, 0]


def test_a_line_along_edges_on_both_its_sides_counts_both():
    pair = woods(box(0, 0, 4, 4), box(6, 4, 9, 8))
    assert length(pair, (-5, 4), (15, 4)) == 7


@pytest.mark.parametrize("angle", [0, 17, 45, 90, 133.7, 270])
def test_a_line_through_corners_of_a_star_takes_only_its_inside(angle):
    """The line touches two outer corners, passes two inner ones and runs along no edge."""
    star = shapely.Polygon([(0, 0), (4, 0), (4, 2), (3, 1), (2, 2), (1, 1), (0, 2)])
    turned = shapely.affinity.rotate(star, angle, origin=(7, 7))
    start, end = shapely.affinity.rotate(shapely.LineString([(-3, 1), (8, 1)]), angle, origin=(7, 7)).coords
    assert length(woods(turned), start, end) == pytest.approx(4)
    start, end = shapely.affinity.rotate(shapely.LineString([(-3, 2), (8, 2)]), angle, origin=(7, 7)).coords
    assert length(woods(turned), start, end) == pytest.approx(0)


def test_a_clearing_does_not_count():
    ring = make_polygon([(0, 0), (10, 0), (10, 10), (0, 10)], [[(4, 4), (6, 4), (6, 6), (4, 6)]])
    assert length(woods(ring), (-5, 5), (15, 5)) == 8
    assert length(woods(ring), (5, 5), (15, 5)) == 4
    assert length(woods(ring), (-5, 4), (15, 4)) == 10


def test_overlapping_woods_count_once():
    assert measured(woods(box(0, 0, 6, 4), box(4, 0, 10, 4), box(5, 1, 7, 3)), (-5, 2), (15, 2)) == [0, 10, 0]


def test_overlapping_woods_of_two_kinds_count_for_each():
    found = line_overlaps(woods(box(0, 0, 6, 4), box(4, 0, 10, 4), kind=[0, 1]), **options((-5, 2), (15, 2)))
    assert found.between.tolist() == [[6, 6]]


@pytest.mark.parametrize(
    ("heights", "expected"), [((2, 2), (6, 4)), ((2, 3), (4, 6)), ((3, 2), (6, 4))], ids=str
)
@pytest.mark.parametrize(("start", "end"), [(-5, 15), (15, -5)], ids=["east", "west"])
def test_the_overlap_belongs_to_the_taller_and_then_to_the_first(heights, expected, start, end):
    pair = woods(box(0, 0, 6, 4), box(4, 0, 10, 4), height=heights)
    found = line_overlaps(pair, **options((start, 2), (end, 2)))
    assert (found.piece.tolist(), found.inches.tolist()) == ([0, 1], list(expected))


# ---- heights


@pytest.mark.parametrize(
    ("from_z", "to_z", "expected"),
    [
        (2, 1, 10),
        (2, 2, 10),
        (2.001, 2.001, 0),
        (3, 1, 5),
        (1, 3, 5),
        (4, 0, 5),
        (0, 0, 10),
        (5, 2, 0),
    ],
    ids=[
        "from the treetops down",
        "level with the treetops",
        "level above them",
        "falls through them",
        "rises through them",
        "falls to the ground",
        "on the ground",
        "reaches them at the end",
    ],
)
def test_only_what_is_not_above_the_treetops_counts(from_z, to_z, expected):
    assert length(woods(box(0, 0, 10, 4)), (0, 2, from_z), (10, 2, to_z)) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("tilt", [1e-13, -1e-13])
def test_a_line_level_with_the_treetops_but_for_noise_counts(tilt):
    assert length(woods(box(0, 0, 10, 4)), (0, 2, 2 + 1e-14), (10, 2, 2 + tilt)) == 10


def test_a_flyer_above_the_woods_is_seen_over_them():
    """The line is still 2.9 inches high where the 2-inch woods end."""
    assert length(woods(box(3, -2, 10, 2)), (0, 0, 6), (20, 0, -0.2)) == 0


def test_a_hanging_piece_counts_between_its_bottom_and_its_top():
    cloud = woods(box(0, 0, 10, 4), height=2.0, bottom=3.0)
    assert length(cloud, (0, 2, 1), (10, 2, 1)) == 0
    assert length(cloud, (0, 2, 4), (10, 2, 4)) == 10
    assert length(cloud, (0, 2, 5), (10, 2, 5)) == 10
    assert length(cloud, (0, 2, 3), (10, 2, 3)) == 10
    assert length(cloud, (0, 2, 6), (10, 2, 1)) == pytest.approx(4)
    assert length(cloud, (0, 2, 1), (10, 2, 6)) == pytest.approx(4)


def test_a_cloud_over_a_wood_of_its_kind():
    both = woods(box(0, 0, 10, 4), box(0, 0, 10, 4), height=2.0, bottom=[NAN, 5.0])
    for z, expected in ((1, 10), (3, 0), (6, 10)):
        assert length(both, (0, 2, z), (10, 2, z)) == expected
    assert length(both, (0, 2, 0), (10, 2, 10)) == pytest.approx(4)


def test_on_a_hill_the_treetops_are_higher():
    hill = make_prisms([box(0, 0, 5, 4)], bottom=[0], top=[3], piece=[0])
    wood = woods(box(0, 0, 10, 4), on=hill)
    assert length(wood, (0, 2, 4), (10, 2, 4)) == 5
    assert length(wood, (0, 2, 1), (10, 2, 1)) == 10
    assert length(wood, (0, 2, 6), (10, 2, 1)) == pytest.approx(3 + 2)
    assert length(wood, (5, -1, 1), (5, 9, 1)) == 4
    assert length(wood, (5, -1, 4), (5, 9, 4)) == 4


def test_on_a_ramp_the_treetops_slope():
    ramp = make_prisms([box(0, 0, 10, 4)], bottom=[0], top=[(0.0, 0.5, 0.0)], piece=[0])
    wood = woods(box(0, 0, 10, 4), on=ramp)
    assert length(wood, (0, 2, 4), (10, 2, 4)) == pytest.approx(6)
    assert length(wood, (0, 2, 2), (10, 2, 7)) == pytest.approx(10)


# ---- edges, strips and use


def test_counting_runs_from_base_edge_to_base_edge():
    wood = woods(box(-20, -5, 20, 5))
    assert length(wood, (0, 0), (10, 0), edges=(0.625, 1.0)) == pytest.approx(8.375)
    assert length(wood, (0, 0), (10, 0), edges=(5.0, 5.0)) == 0
    assert length(wood, (0, 0), (10, 0), edges=(7.0, 5.0)) == 0


@pytest.mark.parametrize(
    ("edge_to_edge", "expected"),
    [(12, [2, 8, 2]), (9, [2, 5, 2]), (4, [2, 0, 2]), (3, [2, 0, 1]), (1, [1, 0, 0])],
)
def test_both_stand_in_one_wood(edge_to_edge, expected):
    wood = woods(box(-20, -5, 40, 5))
    far = edge_to_edge + 1.25
    assert measured(wood, (0, 0), (far, 0), edges=(0.625, 0.625), own=([0], [0])) == expected


def test_only_the_end_stands_in_the_wood():
    wood = woods(box(5, -5, 40, 5))
    assert measured(wood, (0, 0), (15.1, 0), edges=(0, 2), own=([], [0])) == [0, 6.1, 2]
    assert measured(wood, (15.1, 0), (0, 0), edges=(2, 0), own=([0], [])) == [2, 6.1, 0]


def test_a_wood_that_nobody_stands_in_lies_between_wherever_it_is():
    wood = woods(box(0.5, -5, 40, 5))
    assert measured(wood, (0, 0), (10, 0)) == [0, 9.5, 0]


def test_the_strip_is_measured_from_the_base_edge_not_from_where_the_wood_begins():
    wood = woods(box(1, -5, 40, 5))
    assert measured(wood, (0, 0), (10, 0), own=([0], [])) == [1, 8, 0]


def test_strips_belong_to_pieces():
    pair = woods(box(-5, -5, 1, 5), box(1, -5, 20, 5))
    assert measured(pair, (0, 0), (10, 0), own=([0], [])) == [1, 9, 0]
    assert measured(pair, (0, 0), (10, 0), own=([0, 1], [])) == [2, 8, 0]


@pytest.mark.parametrize("heights", [(2, 2), (2, 3), (3, 2)], ids=str)
def test_in_an_overlap_the_piece_that_somebody_stands_in_counts_first(heights):
    pair = woods(box(-5, -5, 20, 5), box(1, -5, 20, 5), height=heights)
    found = line_overlaps(pair, **options((0, 0), (10, 0), own=([0], [])))
    assert (found.start.tolist(), found.between.tolist()) == ([[2]], [[8]])
    mine = found.inches[(found.piece == 0) & (found.part == LinePart.START)]
    assert mine.tolist() == [2]


def test_where_the_strips_overlap_the_start_has_them():
    pair = woods(box(-5, -5, 20, 5), box(-5, -5, 20, 5))
    assert measured(pair, (0, 0), (3, 0), own=([0], [1])) == [2, 0, 1]
    assert measured(pair, (0, 0), (3, 0), own=([1], [0])) == [2, 0, 1]


def test_a_piece_that_is_not_there_for_a_line_does_not_count():
    pair = woods(box(0, 0, 6, 4), box(4, 0, 10, 4))
    line = options((-5, 2), (15, 2), pieces=2)
    for use, expected in (([True, False], 6), ([False, True], 6), ([False, False], 0), ([True, True], 10)):
        assert line_overlaps(pair, **line, use=np.array([use])).between.tolist() == [[expected]]


def test_rows_name_line_piece_and_part():
    pair = woods(box(-5, -5, 4, 5), box(6, -5, 20, 5), kind=[0, 1])
    line = options((0, 0), (10, 0), own=([0], [1]))
    both = {key: line[key] if key == "end_length" else np.repeat(line[key], 2, axis=0) for key in line}
    both["own_end"][1] = False
    found = line_overlaps(pair, **both)
    rows = list(zip(found.line, found.piece, found.part, found.inches.tolist(), strict=True))
    assert rows == [
        (0, 0, LinePart.START, 2),
        (0, 0, LinePart.BETWEEN, 2),
        (0, 1, LinePart.END, 2),
        (0, 1, LinePart.BETWEEN, 2),
        (1, 0, LinePart.START, 2),
        (1, 0, LinePart.BETWEEN, 2),
        (1, 1, LinePart.BETWEEN, 4),
    ]
    assert found.start.tolist() == [[2, 0], [2, 0]]
    assert found.end.tolist() == [[0, 2], [0, 0]]
    assert found.between.tolist() == [[2, 2], [2, 4]]


def test_no_lines_and_no_woods():
    none = line_overlaps(
        woods(box(0, 0, 1, 1)),
        start=[],
        end=[],
        start_edge=[],
        end_edge=[],
        own_start=np.zeros((0, 1), dtype=bool),
        own_end=np.zeros((0, 1), dtype=bool),
        end_length=2,
    )
    assert none.between.shape == (0, 1)
    bare = line_overlaps(woods(), **options((0, 0), (9, 0)))
    assert bare.between.shape == (1, 0)
    assert bare.line.shape == (0,)


def test_more_lines_than_are_measured_at_once():
    wood = woods(box(0, 0, 10, 4))
    y = np.linspace(-1, 5, 601)
    none = np.zeros((601, 1), dtype=bool)
    found = line_overlaps(
        wood,
        start=np.column_stack((np.full(601, -5), y, np.ones(601))),
        end=np.column_stack((np.full(601, 15), y, np.ones(601))),
        start_edge=[0],
        end_edge=[0],
        own_start=none,
        own_end=none,
        end_length=2,
    )
    expected = np.where((y >= -1e-9) & (y <= 4 + 1e-9), 10.0, 0.0)
    assert found.between[:, 0] == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(5))
def test_draped_woods_agree_with_looking_at_many_points(seed):
    """Look at 4,000 points of each line: is the line there at or below ground plus treetops of some wood?"""
    rng = np.random.default_rng(seed)

    def blobs(count):
        places = rng.uniform(3, 27, (count, 2))
        return [shapely.Point(place).buffer(rng.uniform(2, 5), quad_segs=2) for place in places]

    hills = blobs(5)
    slopes = np.where(rng.random((5, 1)) < 0.4, rng.uniform(-0.2, 0.2, (5, 2)), 0.0)
    ground_prisms = make_prisms(
        hills, bottom=[0] * 5, top=np.column_stack((rng.integers(1, 5, 5), slopes)), piece=range(5)
    )
    trees = blobs(8)
    tall = rng.choice([2.0, 3.0, 4.0], 8)
    canopy = woods(*trees, height=tall, on=ground_prisms)
    start, end = rng.uniform(0, 30, (40, 2)), rng.uniform(0, 30, (40, 2))
    start_z, end_z = heights_at(ground_prisms, start) + 2, heights_at(ground_prisms, end) + 1
    none = np.zeros((40, 8), dtype=bool)
    found = line_overlaps(
        canopy,
        start=np.column_stack((start, start_z)),
        end=np.column_stack((end, end_z)),
        start_edge=[0],
        end_edge=[0],
        own_start=none,
        own_end=none,
        end_length=2,
    )
    t = (np.arange(4000) + 0.5) / 4000
    for line in range(40):
        places = start[line] + t[:, None] * (end[line] - start[line])
        z = start_z[line] + t * (end_z[line] - start_z[line])
        ground = heights_at(ground_prisms, places)
        tops = [
            np.where(shapely.intersects_xy(tree, places), ground + high, -1)
            for tree, high in zip(trees, tall, strict=True)
        ]
        share = (z <= np.max(tops, axis=0)).mean()
        expected = share * math.dist(start[line], end[line])
        assert found.between[line, 0] == pytest.approx(expected, abs=0.1)


# ---- for drawing


def test_the_list_goes_along_the_line():
    pair = woods(box(-5, -5, 4, 5), box(6, -5, 20, 5))
    line = options((0, 0), (10, 0), edges=(0.5, 0.5), own=([0], [1]))
    single = {key: value if key == "end_length" else value[0] for key, value in line.items()}
    assert overlap_list(pair, **single) == (
        (0.5, 2.5, 0, "start"),
        (2.5, 4.0, 0, "between"),
        (6.0, 7.5, 1, "between"),
        (7.5, 9.5, 1, "end"),
    )
    assert overlap_list(pair, **single, use=np.array([False, True]))[0] == (6.0, 7.5, 1, "between")


def test_parts_cut_by_a_hill_are_joined_again():
    hill = make_prisms([box(3, 0, 5, 4)], bottom=[0], top=[3], piece=[0])
    single = {
        key: value if key == "end_length" else value[0] for key, value in options((0, 2), (10, 2)).items()
    }
    assert overlap_list(woods(box(0, 0, 10, 4), on=hill), **single) == ((0, 10, 0, "between"),)


# ---- wholly inside


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ((1, 1), (7, 3), True),
        ((1, 1), (9, 3), False),
        ((0, 0), (8, 0), True),
        ((0, 0), (8, 4), True),
        ((1, 1), (1, 1), True),
        ((8, 4), (8, 4), True),
        ((9, 9), (9, 9), False),
        ((3, 3), (11, 3), False),
        ((1, 3.5), (11, 3.5), False),
        ((11, 1), (13, 1), True),
        ((5, 5), (9, 9), False),
    ],
    ids=[
        "through the seam",
        "out of it",
        "along the edge",
        "corner to corner",
        "a point",
        "a corner",
        "a point outside",
        "over the land between",
        "from water to water over land",
        "other water",
        "outside",
    ],
)
def test_a_segment_lies_wholly_in_the_waters_together(a, b, expected):
    waters = [box(0, 0, 4, 4), box(4, 0, 8, 4), box(10, 0, 14, 4)]
    assert are_within(waters, [a], [b]).tolist() == [expected]
    assert are_within(waters, [b], [a]).tolist() == [expected]


def test_an_island_is_not_water():
    lake = make_polygon([(0, 0), (9, 0), (9, 9), (0, 9)], [[(4, 4), (5, 4), (5, 5), (4, 5)]])
    assert are_within([lake], [(1, 4.5), (1, 3), (1, 4)], [(8, 4.5), (8, 3), (8, 4)]).tolist() == [
        False,
        True,
        True,
    ]


def test_without_water_nothing_is_within():
    assert are_within([], [(0, 0), (1, 1)], [(3, 3), (1, 1)]).tolist() == [False, False]
    assert are_within([box(0, 0, 1, 1)], [], []).shape == (0,)
