import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.geometry.arrays import make_polygon
from astrike.geometry.bases import hexagon, make_bases, overlaps, rectangle
from astrike.geometry.clearance import nearest
from astrike.geometry.elevation import heights_at
from astrike.geometry.prisms import make_prisms
from astrike.geometry.sweeps import footprint_of, make_footprint, make_track, make_zones
from astrike.geometry.swept_overlaps import swept_bases, swept_zones, under_centre
from astrike.tolerance import TOUCH
from tests.geometry.test_properties import motions, outlines, places, polygons, small
from tests.soak import examples

law = settings(max_examples=examples(20, soaked=80), deadline=None)
MECH = make_footprint(radius=0.625)
POINT = make_footprint(radius=0.0)


def box(west, south, east, north, *holes):
    return make_polygon(
        [(west, south), (east, south), (east, north), (west, north)],
        [[(w, s), (e, s), (e, n), (w, n)] for w, s, e, n in holes],
    )


def spans(path, footprint, *zones, by=swept_zones):
    """Return from, to and zone of each span, rounded to a millionth."""
    found = by(make_track(path), footprint, make_zones(zones))
    return listed(found)


def listed(found):
    rows = zip(found.zone.tolist(), found.start.tolist(), found.end.tolist(), strict=True)
    return [(zone, round(start, 6), round(end, 6)) for zone, start, end in rows]


# ---- the path


def test_a_path_knows_its_legs_and_where_it_is_after_so_many_inches():
    track = make_track([(1, 1), (4, 1), (4, 1), (4, 5)])
    assert track.length.tolist() == [3, 0, 4]
    assert track.offset.tolist() == [0, 3, 3, 7]
    assert track.heading.tolist() == [[1, 0], [0, 1], [0, 1]]
    assert track.at([0, 1.5, 3, 5, 7, 8]).tolist() == [[1, 1], [2.5, 1], [4, 1], [4, 3], [4, 5], [4, 5]]


def test_a_path_of_one_point_has_no_length():
    track = make_track([(2, 3)])
    assert (len(track), track.total, track.at([0]).tolist()) == (1, 0, [[2, 3]])


# ---- known numbers, round bases


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ([(-5, 2), (15, 2)], (4.375, 15.625)),
        ([(15, 2), (-5, 2)], (4.375, 15.625)),
        ([(3, -5), (3, 15)], (4.375, 9.625)),
        ([(3, 2), (7, 2)], (0, 4)),
        ([(3, 2), (3, 2)], (0, 0)),
        ([(3, 2)], (0, 0)),
        ([(-5, 2), (5, 2), (5, 2), (5, 12)], (4.375, 12.625)),
        ([(-5, 4.5), (15, 4.5)], (5 - 0.375, 15.375)),
        ([(-5, 4.625), (15, 4.625)], None),
        ([(-5, 4.7), (15, 4.7)], None),
        ([(-5, 2), (-0.625, 2)], None),
        ([(-0.625, -9), (-0.625, 9)], None),
        ([(-0.5, -9), (-0.5, 9)], (9 - 0.375, 13.375)),
        ([(-5, 0), (15, 0)], (4.375, 15.625)),
        ([(-0.3, -0.3), (-0.3, -0.3)], (0, 0)),
        ([(-0.5, -0.5), (-0.5, -0.5)], None),
        ([(20, 20), (21, 21)], None),
    ],
    ids=[
        "across",
        "back",
        "north",
        "wholly inside",
        "a leg of no length inside",
        "one point inside",
        "bent inside",
        "past it, the base's edge over it",
        "touching the north side all along",
        "beside it",
        "up to it",
        "touching the west side all along",
        "along the west side",
        "along the south edge",
        "standing near a corner",
        "standing off a corner",
        "far away",
    ],
)
def test_inches_of_a_round_base_over_an_area(path, expected):
    found = spans(path, MECH, box(0, 0, 10, 4))
    assert found == ([(0, *(pytest.approx(end, abs=1e-6) for end in expected))] if expected else [])


def test_a_corner_is_round_to_a_round_base():
    length = 2 * math.sqrt(0.625**2 - 0.5**2)
    ((_, start, end),) = spans([(-5, 4.5), (5, 4.5)], MECH, make_polygon([(0, 0), (2, 0), (0, 4), (-2, 0)]))
    assert (start, end) == (pytest.approx(5 - length / 2, abs=1e-6), pytest.approx(5 + length / 2, abs=1e-6))


def test_a_clearing_counts_only_where_the_base_fits_into_it():
    ring = box(0, 0, 10, 10, (3, 3, 7, 7))
    assert spans([(-5, 5), (15, 5)], MECH, ring) == [(0, 4.375, 8.625), (0, 11.375, 15.625)]
    assert spans([(5, 5), (6, 5)], MECH, ring) == []
    assert spans([(5, 5), (6.5, 5)], MECH, ring) == [(0, 1.375, 1.5)]
    assert spans([(3.625, 5), (3.625, 6)], MECH, ring) == []
    narrow = box(0, 0, 10, 10, (4.5, 4.5, 5.5, 5.5))
    assert spans([(-5, 5), (15, 5)], MECH, narrow) == [(0, 4.375, 15.625)]
    assert spans([(5, 5)], MECH, narrow) == [(0, 0, 0)]


def test_one_span_runs_over_legs_and_two_stay_two():
    wood, other = box(0, 0, 2, 20), box(6, 0, 8, 20)
    path = [(-2, 5), (1, 5), (1, 8), (4, 8), (4, 12), (1, 12)]
    found = spans(path, MECH, wood, other)
    assert found == [(0, 1.375, 7.625), (0, 14.375, 16)]


def test_each_zone_has_its_own_spans():
    found = spans([(0, 0), (20, 0)], MECH, box(4, -1, 6, 1), box(5, -1, 9, 1), box(12, -1, 13, 1))
    assert found == [(0, 3.375, 6.625), (1, 4.375, 9.625), (2, 11.375, 13.625)]


@pytest.mark.parametrize("off", [0, 1e-7, -1e-12], ids=["exactly", "not quite", "a hair over"])
def test_a_touch_does_not_count(off):
    assert spans([(-5, 4.625 + off), (15, 4.625 + off)], MECH, box(0, 0, 10, 4)) == []
    assert spans([(-5, 2), (-0.625 - off, 2)], MECH, box(0, 0, 10, 4)) == []


def test_more_than_a_touch_counts():
    assert len(spans([(-5, 4.625 - 2e-6), (15, 4.625 - 2e-6)], MECH, box(0, 0, 10, 4))) == 1


def test_a_touch_all_along_adds_nothing_to_an_overlap():
    """The base slides along the north side, then turns into the area."""
    found = spans([(2, 4.625), (6, 4.625), (6, 2)], MECH, box(0, 0, 10, 4))
    assert found == [(0, 4, 6.625)]


@pytest.mark.parametrize("far", [0, 990], ids=["near the origin", "a thousand inches away"])
@pytest.mark.parametrize("angle", [0, 17, 45, 133.7, 270])
def test_where_the_table_lies_changes_nothing(far, angle):
    turn = shapely.affinity.rotate
    zone = shapely.affinity.translate(turn(box(0, 0, 10, 4), angle, origin=(0, 0)), far, far)
    path = shapely.affinity.translate(
        turn(shapely.LineString([(-5, 2), (5, 2), (5, 12)]), angle, origin=(0, 0)), far, far
    )
    assert spans(path.coords, MECH, zone) == [(0, 4.375, 12.625)]


# ---- points and centres


@pytest.mark.parametrize("by", [lambda track, _, zones: under_centre(track, zones), swept_zones])
@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ([(-5, 2), (15, 2)], [(0, 5, 15)]),
        ([(-5, 0), (15, 0)], [(0, 5, 15)]),
        ([(15, 4), (-5, 4)], [(0, 5, 15)]),
        ([(-5, 4), (5, 4)], [(0, 5, 10)]),
        ([(-2, 2), (0, 2)], [(0, 2, 2)]),
        ([(0, 2)], [(0, 0, 0)]),
        ([(10, 4)], [(0, 0, 0)]),
        ([(10.001, 4)], []),
        ([(-2, 2), (2, -2)], [(0, 2.828427, 2.828427)]),
        ([(0, 0), (0, 4), (-3, 4)], [(0, 0, 4)]),
        ([(5, 4), (5, 7), (5, 4)], [(0, 0, 0), (0, 6, 6)]),
    ],
    ids=[
        "across",
        "along the south edge",
        "along the north edge",
        "along and ending on it",
        "ending at the edge",
        "standing on the edge",
        "standing on a corner",
        "standing beside it",
        "over a corner",
        "along an edge and away",
        "away and back",
    ],
)
def test_inches_of_the_centre_in_an_area(path, expected, by):
    assert spans(path, POINT, box(0, 0, 10, 4), by=by) == expected


@pytest.mark.parametrize("slant", [1e-3, 1e-5, 1e-6, 1e-8])
def test_an_edge_nearly_along_the_path_is_crossed_where_it_is(slant):
    zone = make_polygon([(0, -10 * slant), (20, 10 * slant), (20, 9), (0, 9)])
    ((_, start, end),) = spans([(-5, 0), (25, 0)], POINT, zone)
    assert (start, end) == (5, 15)


# ---- polygon bases


TANK = make_footprint(outline=rectangle(1, 2, facing=0))


@pytest.mark.parametrize(
    ("footprint", "path", "expected"),
    [
        (TANK, [(-5, 2), (15, 2)], (4.5, 15.5)),
        (TANK, [(3, -5), (3, 15)], (4, 10)),
        (TANK, [(3, 2)], (0, 0)),
        (TANK, [(-0.5, -9), (-0.5, 9)], None),
        (TANK, [(-0.25, -9), (-0.25, 9)], (8, 14)),
        (TANK, [(-5, 5), (15, 5)], None),
        (TANK, [(-5, 4.9), (15, 4.9)], (4.5, 15.5)),
        (make_footprint(outline=rectangle(1, 2, facing=90)), [(-5, 2), (15, 2)], (4, 16)),
        (make_footprint(outline=rectangle(2, 2, facing=45)), [(-5, 2), (15, 2)], (5 - 2**0.5, 15 + 2**0.5)),
        (make_footprint(outline=hexagon(2, facing=0)), [(3, -5), (3, 15)], (4, 10)),
        (
            make_footprint(outline=hexagon(2, facing=0)),
            [(-5, 2), (15, 2)],
            (5 - 2 / 3**0.5, 15 + 2 / 3**0.5),
        ),
    ],
    ids=[
        "a tank sideways",
        "a tank ahead",
        "standing",
        "touching a side all along",
        "its edge over a side",
        "touching the other side",
        "a little over it",
        "a tank facing east",
        "a turned square",
        "a hexagon ahead",
        "a hexagon sideways",
    ],
)
def test_inches_of_a_polygon_base_over_an_area(footprint, path, expected):
    found = spans(path, footprint, box(0, 0, 10, 4))
    assert found == ([(0, *(pytest.approx(end, abs=1e-6) for end in expected))] if expected else [])


def test_a_base_larger_than_the_area_is_over_it():
    big = make_footprint(outline=rectangle(6, 6, facing=10))
    assert spans([(0, 0)], big, box(-0.5, -0.5, 0.5, 0.5)) == [(0, 0, 0)]
    assert spans([(0, 0)], make_footprint(radius=3), box(-0.5, -0.5, 0.5, 0.5)) == [(0, 0, 0)]


def test_a_base_travels_as_it_stood():
    bases = make_bases([(7, 7)], radius=0, outline=[rectangle(1, 4, facing=90)])
    footprint = footprint_of(bases, 0)
    assert not footprint.is_round
    assert footprint.reach == pytest.approx(math.hypot(0.5, 2))
    assert spans([(0, 0), (10, 0)], footprint, box(5, -9, 6, 9)) == [(0, 3, 8)]


# ---- other bases


def met(path, footprint, xy, *, radius=0.625, outline=None, others=None):
    bases = make_bases(xy, radius=radius, outline=outline)
    chosen = range(len(bases)) if others is None else others
    return listed(swept_bases(make_track(path), footprint, bases, chosen))


def test_inches_over_round_bases():
    xy = [(5, 0), (5, 1), (5, 1.25), (9, 0)]
    half = math.sqrt(1.25**2 - 1)
    expected = [(0, 3.75, 6.25), (1, round(5 - half, 6), round(5 + half, 6)), (3, 7.75, 10)]
    assert met([(0, 0), (10, 0)], MECH, xy) == expected
    assert met([(0, 0), (10, 0)], MECH, xy, others=[3, 2]) == [(0, 7.75, 10)]
    assert met([(0, 0), (10, 0)], MECH, xy, others=[]) == []
    assert met([(4.5, 0)], MECH, xy) == [(0, 0, 0), (1, 0, 0)]


def test_inches_over_bases_of_all_shapes():
    shapes = [None, rectangle(1, 2, facing=0), hexagon(2, facing=0)]
    xy = [(5, 0), (10, 0), (15, 0)]
    # A hexagon of 2 inches across has its corners, left and right, 2 / sqrt(3) from its centre.
    corner = 2 / math.sqrt(3)
    disc = met([(0, 0), (20, 0)], make_footprint(radius=0.5), xy, radius=0.5, outline=shapes)
    assert disc == [(0, 4, 6), (1, 9, 11), (2, round(14.5 - corner, 6), round(15.5 + corner, 6))]
    tank = met([(0, 0), (20, 0)], TANK, xy, radius=0.5, outline=shapes)
    # The tank's side is longer than the hexagon's corner is wide.
    assert tank == [(0, 4, 6), (1, 9, 11), (2, round(14.5 - corner, 6), round(15.5 + corner, 6))]


# ---- how near


def test_clearance_of_a_round_base():
    zones = make_zones([box(4, 3, 6, 9), box(4, -0.5, 6, -0.25), box(20, 0, 22, 2), box(2, -9, 12, 9)])
    clearance, at = nearest(make_track([(0, 0), (10, 0)]), MECH, zones)
    assert clearance == pytest.approx([2.375, -0.375, 9.375, -4.625])
    assert at[:3] == pytest.approx([4, 4, 10])
    near, _ = nearest(make_track([(0, 0), (10, 0)]), MECH, zones, within=0.5)
    assert near[1] == pytest.approx(-0.375)
    assert np.isinf(near[[0, 2]]).all()


def test_clearance_of_a_polygon_base():
    zones = make_zones([box(4, 3, 6, 9), box(4, -9, 6, -0.75)])
    clearance, at = nearest(make_track([(0, 0), (10, 0)]), TANK, zones)
    assert clearance == pytest.approx([2, -0.25])
    assert 3.5 <= at[0] <= 6.5


# ---- laws


paths = st.lists(places, min_size=1, max_size=5)
radii = st.sampled_from([0.0, 0.5, 0.625, 0.75, 1.5])
footprints = st.one_of(
    radii.map(lambda radius: make_footprint(radius=radius)),
    outlines.filter(lambda shape: shape is not None).map(lambda shape: make_footprint(outline=shape)),
)
zone_lists = st.lists(polygons(), min_size=1, max_size=4)


def assert_same(one, other, *, within=1e-6):
    assert one.zone.tolist() == other.zone.tolist()
    assert one.start == pytest.approx(other.start, abs=within)
    assert one.end == pytest.approx(other.end, abs=within)


def inches(found, zone=0):
    """Return the spans of a zone as a line of its own, to cut with others."""
    chosen = found.zone == zone
    ends = zip(found.start[chosen], found.end[chosen], strict=True)
    return shapely.union_all([shapely.LineString([(a, 0), (b, 0)]) for a, b in ends])


@law
@given(paths, footprints, zone_lists, st.floats(0, 1), st.integers(0, 4))
def test_splitting_a_leg_changes_nothing(path, footprint, zones, share, leg):
    leg %= max(len(path) - 1, 1)
    one, other = np.array(path[leg]), np.array(path[min(leg + 1, len(path) - 1)])
    split = [*path[: leg + 1], tuple(one + (other - one) * share), *path[leg + 1 :]]
    zones = make_zones(zones)
    assert_same(
        swept_zones(make_track(split), footprint, zones), swept_zones(make_track(path), footprint, zones)
    )


@law
@given(paths, radii, outlines, zone_lists, motions)
def test_turning_and_mirroring_the_table_changes_nothing(path, radius, outline, zones, motion):
    moved = outline and shapely.transform(outline, lambda at: at @ motion.matrix().T)
    plain = swept_zones(make_track(path), make_footprint(radius=radius, outline=outline), make_zones(zones))
    turned = swept_zones(
        make_track(motion.places(path)),
        make_footprint(radius=radius, outline=moved),
        make_zones([motion.shape(zone) for zone in zones]),
    )
    assert_same(turned, plain)


@law
@given(paths, footprints, zone_lists)
def test_going_back_meets_the_same_the_other_way_round(path, footprint, zones):
    zones = make_zones(zones)
    there, back = (swept_zones(make_track(way), footprint, zones) for way in (path, path[::-1]))
    total = make_track(path).total
    order = np.lexsort((total - back.end, back.zone))
    assert there.zone.tolist() == back.zone.tolist()
    assert there.start == pytest.approx(total - back.end[order], abs=1e-6)
    assert there.end == pytest.approx(total - back.start[order], abs=1e-6)


@law
@given(paths, st.one_of(st.just(0.0), st.floats(0.1, 1)), st.floats(0, 1), outlines, zone_lists)
def test_a_smaller_base_is_over_less(path, radius, more, outline, zones):
    track, zones = make_track(path), make_zones(zones)
    if outline is None:
        pair = make_footprint(radius=radius), make_footprint(radius=radius + more)
    else:
        small_one = shapely.affinity.scale(outline, radius, radius, origin=(0, 0)) if radius else None
        pair = make_footprint(outline=small_one), make_footprint(outline=outline)
    less, much = (swept_zones(track, footprint, zones) for footprint in pair)
    for zone in set(less.zone.tolist()):
        outside = inches(less, zone) - inches(much, zone).buffer(1e-6)
        # A point overlaps what it stands on, a base that touches the same edge does not.
        assert outside.length == pytest.approx(0, abs=1e-6)


@law
@given(paths, footprints, zone_lists)
def test_spans_of_areas_together_are_their_spans_together(path, footprint, zones):
    whole = shapely.union_all(zones)
    parts = [*shapely.get_parts(whole)]
    track = make_track(path)
    one, other = (
        swept_zones(track, footprint, make_zones(zones)),
        swept_zones(track, footprint, make_zones(parts)),
    )
    ours = shapely.union_all([inches(one, zone) for zone in range(len(zones))])
    theirs = shapely.union_all([inches(other, zone) for zone in range(len(parts))])
    assert (ours - theirs.buffer(1e-6)).length == pytest.approx(0, abs=1e-5)
    assert (theirs - ours.buffer(1e-6)).length == pytest.approx(0, abs=1e-5)


@law
@given(paths, footprints, zone_lists, st.lists(st.integers(0, 3), max_size=5))
def test_chosen_zones_are_as_they_were(path, footprint, zones, chosen):
    chosen = [zone % len(zones) for zone in chosen]
    track = make_track(path)
    some = swept_zones(track, footprint, make_zones(zones).take(chosen))
    for place, zone in enumerate(chosen):
        alone = swept_zones(track, footprint, make_zones([zones[zone]]))
        mine = some.zone == place
        assert some.start[mine].tolist() == alone.start.tolist()
        assert some.end[mine].tolist() == alone.end.tolist()


@law
@given(places, radii.filter(bool), outlines, zone_lists)
def test_standing_is_overlapping(place, radius, outline, zones):
    bases = make_bases([place], radius=[radius], outline=[outline])
    found = swept_zones(make_track([place]), footprint_of(bases, 0), make_zones(zones))
    assert sorted(set(found.zone.tolist())) == np.flatnonzero(overlaps(bases, zones)[0]).tolist()


@law
@given(paths, polygons(), st.integers(0, 50))
def test_the_centre_is_in_an_area_where_the_ground_is_high(path, zone, at):
    track = make_track(path)
    hill = make_prisms([zone], bottom=[0], top=[1], piece=[0])
    found = under_centre(track, make_zones([zone]))
    inches_ = np.concatenate((np.linspace(0, track.total, 50), found.start, found.end))
    high = heights_at(hill, track.at(inches_)) > 0
    near = inches_[:, None] >= found.start - 1e-9
    near &= inches_[:, None] <= found.end + 1e-9
    assert near.any(axis=1).tolist() == high.tolist()


# ---- against plain distances


def gaps_along(track, footprint, zone, at):
    """Return the distance of the base, and of one a hair smaller, from the zone: overlaps have 0 for both."""
    place = track.at(at)
    if footprint.is_round:
        apart = shapely.distance(shapely.points(place), zone)
        return apart - footprint.radius, apart - max(footprint.radius - TOUCH, 1e-9)
    shrunk = footprint.corner * (1 - 2 * TOUCH / footprint.side[:, 2].min())
    return tuple(
        shapely.distance(shapely.polygons(place[:, None, :] + corner), zone)
        for corner in (footprint.corner, shrunk)
    )


@law
@given(paths, footprints, zone_lists)
def test_four_thousand_places_agree(path, footprint, zones):
    track = make_track(path)
    found = swept_zones(track, footprint, make_zones(zones))
    at = np.linspace(0, track.total, 4000)
    for number, zone in enumerate(zones):
        mine = found.zone == number
        inside = ((at[:, None] >= found.start[mine]) & (at[:, None] <= found.end[mine])).any(axis=1)
        wide, narrow = gaps_along(track, footprint, zone, at)
        assert (wide[inside] <= 1e-8).all()
        assert (narrow[~inside] >= -1e-8).all() if footprint.is_round else (narrow[~inside] > 0).all()


@law
@given(paths, footprints.filter(lambda footprint: footprint.reach > 0), zone_lists)
def test_ends_are_found_by_halving_too(path, footprint, zones):
    """Between two of a thousand places of which one is over the area, halve until the place is known."""
    track = make_track(path)
    found = swept_zones(track, footprint, make_zones(zones))
    at = np.linspace(0, track.total, 1000)
    for number, zone in enumerate(zones):
        mine = found.zone == number
        ends = np.concatenate((found.start[mine], found.end[mine]))

        def is_over(inch, zone=zone):
            gap = gaps_along(track, footprint, zone, inch)[0]
            return gap < -1e-9 if footprint.is_round else gap == 0

        over = is_over(at)
        change = np.flatnonzero(over[1:] != over[:-1])
        low, high = at[change], at[change + 1]
        for _ in range(40):
            middle = (low + high) / 2
            same = is_over(middle) == over[change]
            low, high = np.where(same, middle, low), np.where(same, high, middle)
        for place in low:
            around = np.clip(place + np.array((-1e-3, 1e-3)), 0, track.total)
            # Where base and area touch along a side, nothing but noise says when it begins.
            if gaps_along(track, footprint, zone, around)[1].min() <= 0:
                assert np.abs(ends - place).min() <= 1e-6


@law
@given(paths, footprints, zone_lists)
def test_clearance_is_the_least_distance_along_the_path(path, footprint, zones):
    track = make_track(path)
    clearance, at = nearest(track, footprint, make_zones(zones))
    every = np.linspace(0, track.total, 300)
    for number, zone in enumerate(zones):
        sampled = gaps_along(track, footprint, zone, every)[0]
        assert clearance[number] <= max(sampled.min(), 0) + 1e-9
        there = gaps_along(track, footprint, zone, at[[number]])[0][0]
        assert max(there, 0) == pytest.approx(max(clearance[number], 0), abs=1e-7)


@law
@given(paths, footprints, st.lists(st.tuples(places, small, outlines), min_size=1, max_size=4))
def test_other_bases_are_met_where_gaps_are_below_nothing(path, footprint, others):
    bases = make_bases(
        [place for place, _, _ in others],
        radius=[size for _, size, _ in others],
        outline=[shape for _, _, shape in others],
    )
    track = make_track(path)
    found = swept_bases(track, footprint, bases, range(len(bases)))
    at = np.linspace(0, track.total, 200)
    for number in range(len(bases)):
        mine = found.zone == number
        inside = ((at[:, None] >= found.start[mine]) & (at[:, None] <= found.end[mine])).any(axis=1)
        wide, narrow = gaps_along(track, footprint, bases.core[number], at)
        wide, narrow = wide - bases.radius[number], narrow - bases.radius[number]
        assert (wide[inside] <= 1e-8).all()
        assert (narrow[~inside] >= -2e-6).all()
