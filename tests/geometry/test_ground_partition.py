import math
from dataclasses import dataclass

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.geometry.arrays import make_polygon, shape_array
from astrike.geometry.bases import rectangle
from astrike.geometry.ground_partition import cliffs_over, make_ground_partition, steep_cells
from astrike.geometry.prisms import make_prisms
from astrike.geometry.profile import height_along
from astrike.geometry.sweeps import make_footprint, make_track
from astrike.geometry.uneven_footing import uneven_spans
from astrike.tolerance import TOUCH
from tests.geometry.test_properties import Ground, grounds, motions, places, polygons, small
from tests.soak import examples

law = settings(max_examples=examples(20, soaked=80), deadline=None)
MECH = make_footprint(radius=0.625)
TABLE = (-20.0, -20.0, 80.0, 80.0)


def box(west, south, east, north):
    return make_polygon([(west, south), (east, south), (east, north), (west, north)])


def floor_of(*hills, waters=(), covers=(), extent=TABLE):
    """Return the floor of hills (polygon, top), waters (polygon, depth) and covers (polygon, level)."""
    tops = [top if isinstance(top, tuple) else (top, 0, 0) for _, top in hills]
    return make_ground_partition(
        make_prisms(
            [shape for shape, _ in hills],
            bottom=np.zeros(len(hills)),
            top=np.array(tops, dtype=float).reshape(-1, 3),
            piece=range(len(hills)),
        ),
        extent=extent,
        waters=shape_array(shape for shape, _ in waters),
        depths=[depth for _, depth in waters],
        covers=shape_array(shape for shape, _ in covers),
        cover_levels=[level for _, level in covers],
    )


def heights(path, floor):
    """Return the parts of the profile: from, to, and the heights there."""
    found = height_along(make_track(path), floor)
    columns = (found.start, found.end, found.z_start, found.z_end)
    return [tuple(round(float(value), 6) for value in row) for row in zip(*columns, strict=True)]


def reported(path, floor, limit, footprint=MECH):
    return [
        tuple(round(number, 6) for number in found)
        for found in uneven_spans(make_track(path), footprint, floor, limit)
    ]


WEST_TO_EAST = [(-5, 2), (15, 2)]


# ---- cells


def test_cells_fill_the_table_and_do_not_overlap():
    floor = floor_of(
        (box(0, 0, 10, 10), 1),
        (box(5, 5, 20, 20), 3),
        (box(0, 0, 10, 4), (0, 0.25, 0)),
        waters=[(box(8, 0, 30, 12), 1), (box(8, 0, 12, 8), 2)],
        covers=[(box(4, -2, 6, 14), 2)],
    )
    assert shapely.area(floor.polygons).sum() == pytest.approx(100 * 100)
    assert shapely.union_all(floor.polygons).area == pytest.approx(100 * 100)


def test_an_empty_table_is_plain():
    floor = floor_of()
    assert (len(floor), heights(WEST_TO_EAST, floor)) == (1, [(0, 20, 0, 0)])
    assert (reported(WEST_TO_EAST, floor, 0), steep_cells(floor, 0).tolist()) == ([], [])


def test_beyond_the_table_the_ground_is_plain():
    floor = floor_of((box(5, 0, 10, 10), 1), extent=(0, 0, 10, 10))
    assert heights([(2, 5), (15, 5)], floor) == [(0, 3, 0, 0), (3, 8, 1, 1), (8, 13, 0, 0)]


def test_a_thousand_flat_tiles_of_one_height_are_one_cell():
    tiles = [(box(x, y, x + 1, y + 1), 1.5) for x in range(30) for y in range(33)]
    floor = floor_of(*tiles)
    assert len(floor) == 2
    assert heights([(1, 1), (29, 30), (5, 30)], floor) == [(0, round(math.hypot(28, 29) + 24, 6), 1.5, 1.5)]


def test_tiles_of_no_height_are_plain():
    floor = floor_of((box(0, 0, 3, 3), 0), (box(3, 0, 6, 3), 0))
    assert heights(WEST_TO_EAST, floor) == [(0, 20, 0, 0)]


# ---- heights under the centre


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (WEST_TO_EAST, [(0, 5, 0, 0), (5, 15, 2, 2), (15, 20, 0, 0)]),
        ([(15, 2), (-5, 2)], [(0, 5, 0, 0), (5, 15, 2, 2), (15, 20, 0, 0)]),
        ([(-5, 2), (5, 2), (5, 9)], [(0, 5, 0, 0), (5, 12, 2, 2), (12, 17, 0, 0)]),
        ([(5, 2)], [(0, 0, 2, 2)]),
        ([(50, 2)], [(0, 0, 0, 0)]),
        ([(-5, 4), (15, 4)], [(0, 5, 0, 0), (5, 15, 2, 2), (15, 20, 0, 0)]),
        ([(-2, 2), (2, -2)], [(0, 5.656854, 0, 0)]),
        ([(-2, 2), (0, 0)], [(0, 2.828427, 0, 0), (2.828427, 2.828427, 2, 2)]),
        ([(0, 0), (-2, 2)], [(0, 0, 2, 2), (0, 2.828427, 0, 0)]),
        ([(-2, 0), (0, 2), (-2, 4)], [(0, 5.656854, 0, 0)]),
        ([(5, 4), (5, 6)], [(0, 0, 2, 2), (0, 2, 0, 0)]),
    ],
    ids=[
        "across",
        "back",
        "bent on top",
        "standing on it",
        "standing beside it",
        "along its edge",
        "over a corner",
        "ending on a corner",
        "starting on a corner",
        "to an edge and away",
        "starting on an edge",
    ],
)
def test_heights_over_a_hill(path, expected):
    assert heights(path, floor_of((box(0, 0, 10, 4), 2))) == expected


def test_a_ramp_rises_evenly_and_bends_with_the_path():
    ramp = floor_of((box(0, 0, 10, 10), (0, 0.2, 0)))
    assert heights(WEST_TO_EAST, ramp) == [(0, 5, 0, 0), (5, 15, 0, 2), (15, 20, 0, 0)]
    assert heights([(0, 5), (5, 5), (5, 8), (2, 8)], ramp) == [(0, 5, 0, 1), (5, 8, 1, 1), (8, 11, 1, 0.4)]


def test_legs_that_go_straight_on_make_one_part():
    ramp = floor_of((box(0, 0, 10, 10), (0, 0.2, 0)))
    assert heights([(0, 5), (2, 5), (2, 5), (5, 5), (10, 5)], ramp) == [(0, 10, 0, 2)]


def test_the_highest_of_overlapping_hills_counts():
    floor = floor_of((box(0, 0, 10, 4), 2), (box(5, 0, 20, 4), 1), (box(0, 0, 20, 4), (0, 0.2, 0)))
    assert heights([(0, 2), (22, 2)], floor) == [(0, 10, 2, 2), (10, 20, 2, 4), (20, 22, 0, 0)]


def test_a_pond_lies_below_the_ground_and_the_deepest_counts():
    floor = floor_of((box(0, 0, 10, 4), 3), waters=[(box(8, 0, 14, 4), 1), (box(9, 0, 13, 4), 2)])
    assert heights([(5, 2), (15, 2)], floor) == [
        (0, 3, 3, 3),
        (3, 4, 2, 2),
        (4, 5, 1, 1),
        (5, 8, -2, -2),
        (8, 9, -1, -1),
        (9, 10, 0, 0),
    ]


def test_water_without_depth_is_ground():
    assert heights(WEST_TO_EAST, floor_of(waters=[(box(0, 0, 10, 4), 0)])) == [(0, 20, 0, 0)]


def test_a_shore_is_water():
    assert heights([(0, 0), (10, 0)], floor_of(waters=[(box(0, 0, 10, 4), 1)])) == [(0, 10, -1, -1)]


def test_a_cover_hides_ground_water_and_lower_covers():
    floor = floor_of(
        (box(0, 0, 4, 4), 3),
        waters=[(box(5, 0, 9, 4), 2)],
        covers=[(box(2, 1, 8, 3), 1.5), (box(6, 1, 8, 3), 4)],
    )
    assert heights([(0, 2), (10, 2)], floor) == [
        (0, 2, 3, 3),
        (2, 6, 1.5, 1.5),
        (6, 8, 4, 4),
        (8, 9, -2, -2),
        (9, 10, 0, 0),
    ]
    assert sorted(floor.cover.tolist()) == [-1] * (len(floor) - 2) + [0, 1]


@pytest.mark.parametrize("gap", [0, 1e-13, 1e-9, 1e-6], ids=str)
@pytest.mark.parametrize("angle", [0, 33, 45, 90])
def test_hills_that_touch_leave_no_plain_between_them(gap, angle):
    def turned(shape):
        return shapely.affinity.rotate(shape, angle, origin=(0, 0))

    hills = [(turned(box(0, 0, 5, 4)), 3), (turned(box(5 + gap, 0, 10, 4)), 3)]
    path = turned(shapely.LineString([(1, 2), (9, 2)])).coords
    seam = turned(shapely.LineString([(5, 1), (5, 3)])).coords
    floor = floor_of(*hills)
    for way in (path, seam):
        parts = heights(way, floor)
        assert {height for part in parts for height in part[2:]} == {3}
        assert reported(way, floor, 2) == []


def test_a_gap_that_is_drawn_is_plain():
    floor = floor_of((box(0, 0, 5, 4), 3), (box(5.01, 0, 10, 4), 3))
    assert len(heights([(1, 2), (9, 2)], floor)) == 3
    assert reported([(1, 2), (9, 2)], floor, 2) == [(3.375, 4.635, 0, 3)]


# ---- under the base


@pytest.mark.parametrize(
    ("path", "limit", "expected"),
    [
        (WEST_TO_EAST, 2, [(4.375, 5.625, 0, 3), (14.375, 15.625, 0, 3)]),
        (WEST_TO_EAST, 3, []),
        (WEST_TO_EAST, 3 - 1e-7, []),
        ([(-5, -0.625), (15, -0.625)], 2, []),
        ([(-5, -0.5), (15, -0.5)], 2, [(4.625, 15.375, 0, 3)]),
        ([(-5, 2), (-0.625, 2)], 2, []),
        ([(-5, 2), (-0.5, 2)], 2, [(4.375, 4.5, 0, 3)]),
        ([(0, 2)], 2, [(0, 0, 0, 3)]),
        ([(-0.625, 2)], 2, []),
        ([(5, 2)], 2, []),
    ],
    ids=[
        "on and off a hill",
        "as high as the limit",
        "a hair over the limit",
        "along its foot",
        "over its edge",
        "up to its foot",
        "a little farther",
        "standing over the edge",
        "standing at its foot",
        "standing on it",
    ],
)
def test_a_base_over_the_edge_of_a_hill(path, limit, expected):
    assert reported(path, floor_of((box(0, 0, 10, 4), 3)), limit) == [pytest.approx(row) for row in expected]


def test_cells_need_not_be_neighbours():
    """A step of 1 inch, 3 and 0 on its two sides: narrower than the base, or as wide."""
    floor = floor_of((box(0, 0, 5, 9), 3), (box(5, 0, 6.25, 9), 1))
    assert reported([(2, 4), (12, 4)], floor, 2) == []
    wide = make_footprint(radius=0.75)
    assert reported([(2, 4), (12, 4)], floor, 2, wide) == [pytest.approx((3.5, 3.75, 0, 3), abs=1e-6)]


def test_of_one_stretch_the_worst_is_told():
    floor = floor_of((box(0, 0, 5, 9), 5), (box(5, 0, 5.5, 9), 2.5))
    assert reported([(2, 4), (12, 4)], floor, 2) == [(2.375, 4.125, 0, 5)]


def test_a_shallow_ramp_is_no_cliff_and_its_sides_are():
    floor = floor_of((box(0, 0, 12, 4), (0, 0.25, 0)))
    assert reported([(-3, 2), (11, 2)], floor, 2) == []
    # Past the middle the ramp's southern side is more than 2 inches high: from 8 inches on.
    assert reported([(-3, 0), (11, 0)], floor, 2) == [pytest.approx((10.375, 14, 0, 2.296875), abs=1e-5)]
    assert reported([(11, 2), (14, 2)], floor, 2) == [(0.375, 1.625, 0, 3)]


def test_a_ramp_up_to_a_plateau_has_no_step():
    floor = floor_of((box(0, 0, 12, 4), (0, 0.25, 0)), (box(12, 0, 20, 4), 3))
    assert heights([(0, 2), (20, 2)], floor) == [(0, 12, 0, 3), (12, 20, 3, 3)]
    assert reported([(2, 2), (18, 2)], floor, 1) == []


def test_borders_tell_where_they_drop_by_more():
    floor = floor_of((box(0, 0, 12, 4), (0, 0.25, 0)))
    found = cliffs_over(floor.cliffs, 2)
    ends = sorted(tuple(sorted(map(tuple, np.round(line, 5).tolist()))) for line in found.segments)
    assert ends == [((8.0, 0.0), (12.0, 0.0)), ((8.0, 4.0), (12.0, 4.0)), ((12.0, 0.0), (12.0, 4.0))]
    assert np.abs(found.z[:, 0] - found.z[:, 1]).max() == pytest.approx(3)
    assert len(cliffs_over(floor.cliffs, 3)) == 0


def test_steep_cells_rise_by_more_than_the_ratio():
    floor = floor_of((box(0, 0, 4, 4), (0, 1, 0)), (box(10, 0, 14, 4), (-5, 0.3, 0.4)))
    steepest = floor.plane[steep_cells(floor, 0.75)]
    assert steepest.tolist() == [[0, 1, 0]]
    assert len(steep_cells(floor, 0.5)) == 1
    assert len(steep_cells(floor, 0.49)) == 2
    assert len(steep_cells(floor, 1)) == 0


# ---- laws


@dataclass(frozen=True, slots=True)
class Land:
    """Hills and ramps, waters and covers: everything a floor is made of."""

    ground: Ground
    waters: list
    covers: list

    def floor(self, motion=None):
        def moved(shapes):
            return shape_array(motion.shape(shape) if motion else shape for shape, _ in shapes)

        far = TABLE if motion is None else (-400.0, -400.0, 400.0, 400.0)
        return make_ground_partition(
            self.ground.prisms(motion),
            extent=far,
            waters=moved(self.waters),
            depths=[depth for _, depth in self.waters],
            covers=moved(self.covers),
            cover_levels=[level for _, level in self.covers],
        )

    def z_at(self, place):
        """Return the highest and the lowest z that a hair around the places may have, by plain Shapely."""
        hills = [
            (shape, *plane) for shape, plane in zip(self.ground.polygons, self.ground.planes, strict=True)
        ]
        return tuple(self._z(hills, place, hair) for hair in (1e-7, -1e-7))

    def _z(self, hills, place, hair):
        at = shapely.points(place)
        z, depth = np.zeros(len(place)), np.zeros(len(place))
        for shape, a, b, c in hills:
            inside = shapely.dwithin(shape.buffer(min(hair, 0)), at, max(hair, 0))
            z = np.where(inside, np.maximum(z, a + place @ (b, c)), z)
        for shape, deep in self.waters:
            inside = shapely.dwithin(shape.buffer(min(hair, 0)), at, max(hair, 0))
            depth = np.where(inside, np.maximum(depth, deep), depth)
        z = z - depth
        roof = np.full(len(place), -np.inf)
        for shape, level in self.covers:
            inside = shapely.dwithin(shape.buffer(min(hair, 0)), at, max(hair, 0))
            roof = np.where(inside, np.maximum(roof, level), roof)
        return np.where(np.isfinite(roof), roof, z)


@st.composite
def lands(draw):
    return Land(
        ground=draw(grounds()),
        waters=draw(st.lists(st.tuples(polygons(), st.sampled_from([0.5, 1.0, 2.0])), max_size=2)),
        covers=draw(st.lists(st.tuples(polygons(), st.sampled_from([1.0, 2.5, 4.0])), max_size=2)),
    )


paths = st.lists(places, min_size=1, max_size=5)


def z_of(profile, at):
    """Return the heights (k,) of the profile between its steps."""
    part = np.clip(np.searchsorted(profile.start, at, side="right") - 1, 0, None)
    length = np.maximum(profile.end[part] - profile.start[part], 1e-12)
    share = np.clip((at - profile.start[part]) / length, 0, 1)
    return profile.z_start[part] + (profile.z_end[part] - profile.z_start[part]) * share


@law
@given(lands(), paths)
def test_the_profile_is_the_height_at_every_place(land, path):
    track = make_track(path)
    profile = height_along(track, land.floor())
    assert profile.start[0] == 0
    assert profile.end[-1] == pytest.approx(track.total)
    assert profile.start[1:] == pytest.approx(profile.end[:-1], abs=1e-12)
    at = np.linspace(0, track.total, 400)
    ends = np.concatenate((profile.start, profile.end))
    at = at[np.abs(at[:, None] - ends).min(axis=1) > 1e-6]
    highest, lowest = land.z_at(track.at(at))
    sure = np.abs(highest - lowest) <= 1e-9
    assert z_of(profile, at[sure]) == pytest.approx(highest[sure], abs=2e-6)


@law
@given(lands(), paths, st.floats(0, 1), st.integers(0, 4))
def test_splitting_a_leg_changes_no_height(land, path, share, leg):
    leg %= max(len(path) - 1, 1)
    one, other = np.array(path[leg]), np.array(path[min(leg + 1, len(path) - 1)])
    split = [*path[: leg + 1], tuple(one + (other - one) * share), *path[leg + 1 :]]
    floor = land.floor()
    plain, cut = height_along(make_track(path), floor), height_along(make_track(split), floor)
    assert_alike(cut, plain)
    for limit in (0.5, 1, 2):
        assert_near(
            uneven_spans(make_track(split), MECH, floor, limit),
            uneven_spans(make_track(path), MECH, floor, limit),
        )


def assert_alike(one, other):
    """Compare profiles at places away from their steps, and their ends."""
    total = float(other.end[-1])
    assert float(one.end[-1]) == pytest.approx(total)
    at = np.linspace(0, total, 300)
    ends = np.concatenate((one.start, one.end, other.start, other.end))
    at = at[np.abs(at[:, None] - ends).min(axis=1) > 1e-5]
    assert z_of(one, at) == pytest.approx(z_of(other, at), abs=2e-6)
    assert (one.z_start[0], one.z_end[-1]) == (
        pytest.approx(other.z_start[0], abs=2e-6),
        pytest.approx(other.z_end[-1], abs=2e-6),
    )


def assert_near(one, other):
    assert len(one) == len(other)
    for ours, theirs in zip(one, other, strict=True):
        assert ours == pytest.approx(theirs, abs=2e-6)


@law
@given(lands(), paths, motions)
def test_turning_and_mirroring_the_table_changes_no_height(land, path, motion):
    plain = height_along(make_track(path), land.floor())
    assert_alike(height_along(make_track(motion.places(path)), land.floor(motion)), plain)


@law
@given(lands(), paths, st.sampled_from([0.5, 1.0, 2.0]), motions)
def test_turning_and_mirroring_the_table_changes_no_straddle(land, path, limit, motion):
    plain = uneven_spans(make_track(path), MECH, land.floor(), limit)
    moved = uneven_spans(make_track(motion.places(path)), MECH, land.floor(motion), limit)
    assert covered(moved) == pytest.approx(covered(plain), abs=1e-5)


def covered(found):
    return shapely.union_all([shapely.LineString([(one.start, 0), (one.end, 0)]) for one in found]).length


@law
@given(lands(), paths, small, st.floats(0, 1), st.sampled_from([0.5, 1.0, 2.0]))
def test_a_smaller_base_straddles_less_and_a_higher_limit_forbids_less(land, path, radius, share, limit):
    floor, track = land.floor(), make_track(path)
    much = uneven_spans(track, make_footprint(radius=radius), floor, limit)
    for less in (
        uneven_spans(track, make_footprint(radius=radius * share + 0.01), floor, limit)
        if radius * share + 0.01 <= radius
        else [],
        uneven_spans(track, make_footprint(radius=radius), floor, limit + 0.5),
    ):
        whole = shapely.union_all([shapely.LineString([(one.start, 0), (one.end, 0)]) for one in much])
        for one in less:
            part = shapely.LineString([(one.start, 0), (one.end, 0)])
            assert (part - whole.buffer(1e-5)).length == pytest.approx(0, abs=1e-6)
    for one in much:
        assert one.high - one.low > limit


@law
@given(grounds(), paths, st.sampled_from([0.625, 1.5]), st.sampled_from([0.5, 1.0, 2.0]))
def test_level_ground_under_a_base_by_sampling(ground, path, radius, limit):
    """Hills without slopes: the base straddles exactly where its inside meets two heights too far apart."""
    level = Ground(ground.polygons, ground.planes * (1, 0, 0))
    floor, track = Land(level, [], []).floor(), make_track(path)
    found = uneven_spans(track, make_footprint(radius=radius), floor, limit)
    at = np.linspace(0, track.total, 100)
    centre = shapely.points(track.at(at))
    height = np.unique(floor.plane[:, 0])
    cells = [shapely.union_all(floor.polygons[floor.plane[:, 0] == z]) for z in height]
    under = np.array([shapely.distance(cell, centre) for cell in cells])
    inside = np.zeros(len(at), dtype=bool)
    for one in found:
        inside |= (at >= one.start) & (at <= one.end)
    for hair, is_so in ((-1e-5, lambda straddling: (inside | ~straddling).all()), (0, inside.__le__)):
        z = np.where(under < radius + hair, height[:, None], np.nan)
        straddling = np.nanmax(z, axis=0) - np.nanmin(z, axis=0) > limit + TOUCH
        assert np.all(is_so(straddling))


@law
@given(lands())
def test_any_land_is_cut_into_cells_that_do_not_overlap(land):
    floor = land.floor()
    whole = shapely.union_all(floor.polygons)
    assert shapely.area(floor.polygons).sum() == pytest.approx(whole.area, abs=1e-4)
    assert shapely.box(*TABLE).difference(whole).area == pytest.approx(0, abs=1e-4)


def test_a_rectangle_straddles_by_its_shape():
    floor = floor_of((box(0, 0, 10, 4), 3))
    long = make_footprint(outline=rectangle(1, 4, facing=90))
    assert reported(WEST_TO_EAST, floor, 2, long) == [(3, 7, 0, 3), (13, 17, 0, 3)]


@pytest.mark.parametrize("height", [0.0, 2.0, (0.0, 0.25, 0.0)], ids=["flat", "on a terrace", "on a slope"])
def test_ground_is_no_higher_than_itself_whatever_may_be_climbed(height):
    floor = floor_of((rectangle(30, 30, facing=0), height))
    assert reported([(-2, 0), (2, 1)], floor, limit=-3 * TOUCH) == []
