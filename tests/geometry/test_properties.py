"""Laws of the geometry: what must hold on any table, however it lies."""

import math
from dataclasses import dataclass

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from astrike.geometry.arcs import bearings, share_in_arc, turned
from astrike.geometry.arrays import at_most
from astrike.geometry.bases import gaps, hexagon, make_bases, nearest_points, overlaps, reach_along, rectangle
from astrike.geometry.elevation import canopy_over, heights_at, highest_under
from astrike.geometry.line_overlaps import are_within, line_overlaps, overlap_list
from astrike.geometry.prisms import make_prisms
from astrike.tolerance import TOUCH
from tests.soak import examples

CLOSE = 1e-7
law = settings(max_examples=examples(30, soaked=80), deadline=None)

# Whole inches and eighths, as people type them: lines then do run through corners and along edges.
eighths = st.one_of(st.integers(0, 10).map(float), st.integers(0, 8 * 40).map(lambda n: n / 8))
small = st.one_of(st.integers(1, 5).map(float), st.integers(1, 8 * 12).map(lambda n: n / 8))
places = st.tuples(eighths, eighths)
angles = st.one_of(st.sampled_from([0.0, 30.0, 45.0, 90.0, 180.0, 270.0]), st.floats(0, 360))


@dataclass(frozen=True, slots=True)
class Motion:
    """Turn counter-clockwise about the origin, perhaps mirror east and west first, then move."""

    turn: float
    mirror: float
    by: tuple[float, float]

    def matrix(self):
        cos, sin = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        return np.array(((cos, -sin), (sin, cos))) @ np.diag((self.mirror, 1.0))

    def places(self, xy):
        xy = np.asarray(xy, dtype=float)
        return xy.reshape(-1, 2) @ self.matrix().T + self.by

    def shape(self, polygon):
        return shapely.transform(polygon, self.places)

    def facing(self, degrees):
        return self.mirror * np.asarray(degrees) - self.turn

    def planes(self, planes):
        slope = planes[:, 1:] @ self.matrix().T
        return np.column_stack((planes[:, 0] - slope @ self.by, slope))


motions = st.builds(
    Motion,
    turn=angles,
    mirror=st.sampled_from([1.0, -1.0]),
    by=st.tuples(st.floats(-50, 50), st.floats(-50, 50)),
)


@st.composite
def polygons(draw):
    """Return a box, a triangle or hull, a star with inner corners, or a box with a clearing."""
    x, y = draw(places)
    kind = draw(st.sampled_from(["box", "hull", "star", "ring"]))
    if kind in ("box", "ring"):
        wide, deep = draw(small), draw(small)
        whole = shapely.box(x, y, x + wide, y + deep)
        hole = shapely.box(x + wide / 4, y + deep / 4, x + wide / 2, y + deep / 2)
        return whole - hole if kind == "ring" else whole
    if kind == "hull":
        corners = draw(st.lists(st.tuples(small, small), min_size=3, max_size=6, unique=True))
        shape = shapely.MultiPoint([(x + dx, y + dy) for dx, dy in corners]).convex_hull
    else:
        reach = np.array(draw(st.lists(small, min_size=5, max_size=9)))
        turn = np.arange(len(reach)) * 2 * np.pi / len(reach)
        corners = np.column_stack((x + reach * np.cos(turn), y + reach * np.sin(turn)))
        shape = shapely.Polygon(np.round(corners * 8) / 8)
    assume(shape.geom_type == "Polygon" and shape.is_valid and shape.area > 0.01)
    return shape


@dataclass(frozen=True, slots=True)
class Ground:
    polygons: list
    planes: np.ndarray

    def prisms(self, motion=None):
        moved = [motion.shape(polygon) for polygon in self.polygons] if motion else self.polygons
        planes = motion.planes(self.planes) if motion else self.planes
        return make_prisms(moved, bottom=[0] * len(moved), top=planes, piece=range(len(moved)))


@st.composite
def grounds(draw, *, most=3):
    """Return hills and ramps; they may overlap."""
    hills = draw(st.lists(polygons(), max_size=most))
    steps = st.sampled_from([0.0, 0.0, 0.125, -0.25])
    planes = [(draw(st.integers(1, 6)), draw(steps), draw(steps)) for _ in hills]
    return Ground(hills, np.array(planes, dtype=float).reshape(-1, 3))


@dataclass(frozen=True, slots=True)
class Case:
    """Lines over woods: everything that `line_overlaps` asks for."""

    ground: Ground
    woods: list
    height: list
    kind: list
    start: np.ndarray
    end: np.ndarray
    edges: np.ndarray
    own: np.ndarray

    def canopy(self, motion=None):
        count = len(self.woods)
        moved = [motion.shape(polygon) for polygon in self.woods] if motion else self.woods
        return canopy_over(
            self.ground.prisms(motion),
            moved,
            height=self.height,
            bottom=[math.nan] * count,
            kind=self.kind,
            piece=range(count),
        )

    def options(self, rows=slice(None), *, motion=None):
        start, end = self.start.copy(), self.end.copy()
        if motion:
            start[:, :2], end[:, :2] = motion.places(start[:, :2]), motion.places(end[:, :2])
        return {
            "start": start[rows],
            "end": end[rows],
            "start_edge": self.edges[rows, 0],
            "end_edge": self.edges[rows, 1],
            "own_start": self.own[rows, 0],
            "own_end": self.own[rows, 1],
            "end_length": 2.0,
        }

    def swapped(self):
        options = self.options()
        pairs = (("start", "end"), ("start_edge", "end_edge"), ("own_start", "own_end"))
        swapped = {a: options[b] for one, other in pairs for a, b in ((one, other), (other, one))}
        return options | swapped


@st.composite
def cases(draw, *, hills=2, flat=False):
    woods = draw(st.lists(polygons(), min_size=1, max_size=4))
    count, lines = len(woods), draw(st.integers(1, 4))
    heights = st.just(1.0) if flat else st.integers(0, 8 * 6).map(lambda n: n / 8)
    ends = st.tuples(eighths, eighths, heights)
    bools = st.lists(st.booleans(), min_size=2 * count * lines, max_size=2 * count * lines)
    edge = st.sampled_from([0.0, 0.5, 0.625, 1.25])
    return Case(
        ground=draw(grounds(most=0 if flat else hills)),
        woods=woods,
        height=draw(st.lists(st.sampled_from([2.0, 3.0, 4.0]), min_size=count, max_size=count)),
        kind=draw(st.lists(st.integers(0, 1), min_size=count, max_size=count)),
        start=np.array([draw(ends) for _ in range(lines)]),
        end=np.array([draw(ends) for _ in range(lines)]),
        edges=np.array([(draw(edge), draw(edge)) for _ in range(lines)]),
        own=np.array(draw(bools)).reshape(lines, 2, count),
    )


def everything(found):
    """Return start, between and end as one array (3, n, K)."""
    return np.array([found.start, found.between, found.end])


# ---- bases


outlines = st.one_of(
    st.none(),
    st.builds(hexagon, small, angles),
    st.builds(rectangle, small, small, angles),
)


@st.composite
def base_sets(draw, *, least=2):
    count = draw(st.integers(least, 5))
    xy = [draw(places) for _ in range(count)]
    radius = [draw(small) for _ in range(count)]
    return xy, radius, [draw(outlines) for _ in range(count)]


def moved_bases(motion, xy, radius, shapes):
    turned_shapes = [
        shape and shapely.transform(shape, lambda at: at @ motion.matrix().T) for shape in shapes
    ]
    return make_bases(motion.places(xy), radius=radius, outline=turned_shapes)


def all_pairs(bases):
    i, j = np.indices((len(bases), len(bases))).reshape(2, -1)
    return i[i != j], j[i != j]


@law
@given(base_sets(), motions)
def test_gaps_are_the_same_both_ways_and_however_the_table_lies(given_bases, motion):
    xy, radius, shapes = given_bases
    bases, moved = make_bases(xy, radius=radius, outline=shapes), moved_bases(motion, *given_bases)
    i, j = all_pairs(bases)
    assert gaps(bases, i, j) == pytest.approx(gaps(bases, j, i), abs=1e-12)
    assert gaps(moved, i, j) == pytest.approx(gaps(bases, i, j), abs=CLOSE)
    assert gaps(bases, i, j).tolist() == [gaps(bases, [a], [b])[0] for a, b in zip(i, j, strict=True)]


@law
@given(base_sets(), motions)
def test_nearest_points_are_as_far_apart_as_the_gap(given_bases, motion):
    xy, radius, shapes = given_bases
    bases = make_bases(xy, radius=radius, outline=shapes)
    i, j = all_pairs(bases)
    apart = gaps(bases, i, j) > TOUCH
    ours, theirs = nearest_points(bases, i[apart], j[apart])
    between = np.hypot(*(ours - theirs).T)
    assert between == pytest.approx(gaps(bases, i[apart], j[apart]), abs=CLOSE)
    assert reach_along(bases, i[apart], ours) == pytest.approx(
        np.hypot(*(ours - bases.xy[i[apart]]).T), abs=CLOSE
    )


@law
@given(places, small, small, st.floats(0, 360))
def test_touching_bases_touch_from_every_side(place, one, other, angle):
    turn = math.radians(angle)
    far = one + other
    bases = make_bases(
        [place, (place[0] + far * math.cos(turn), place[1] + far * math.sin(turn))], radius=[one, other]
    )
    assert at_most(gaps(bases, [0, 1], [1, 0]), 0.0).all()
    assert abs(gaps(bases, [0], [1])[0]) < 1e-12
    apart = make_bases(
        [bases.xy[0], bases.xy[0] + (bases.xy[1] - bases.xy[0]) * (1 + 1e-4)], radius=[one, other]
    )
    assert not at_most(gaps(apart, [0, 1], [1, 0]), 0.0).any()


@law
@given(base_sets(least=1), st.lists(polygons(), max_size=4), motions)
def test_overlaps_are_the_same_however_the_table_lies(given_bases, pieces, motion):
    xy, radius, shapes = given_bases
    bases, moved = make_bases(xy, radius=radius, outline=shapes), moved_bases(motion, *given_bases)
    found = overlaps(bases, pieces)
    assert overlaps(moved, [motion.shape(piece) for piece in pieces]).tolist() == found.tolist()
    for base in range(len(bases)):
        single = make_bases([xy[base]], radius=[radius[base]], outline=[shapes[base]])
        assert overlaps(single, pieces)[0].tolist() == found[base].tolist()


# ---- arcs


@law
@given(base_sets(least=1), places, st.floats(0, 360), st.floats(1, 359), motions)
def test_a_wedge_and_the_rest_share_a_base_however_the_table_lies(given_bases, apex, facing, degrees, motion):
    xy, radius, shapes = given_bases
    bases, moved = make_bases(xy, radius=radius, outline=shapes), moved_bases(motion, *given_bases)
    every = np.arange(len(bases))
    inside = share_in_arc([apex], [facing], [degrees], bases, every)
    outside = share_in_arc([apex], [facing + 180], [360 - degrees], bases, every)
    assert inside + outside == pytest.approx(1, abs=CLOSE)
    assert inside.min() >= 0
    assert share_in_arc(
        motion.places(apex), [motion.facing(facing)], [degrees], moved, every
    ) == pytest.approx(inside, abs=CLOSE)
    for base in every:
        assert share_in_arc([apex], [facing], [degrees], bases, [base]) == pytest.approx(
            inside[base], abs=1e-12
        )


@law
@given(places, small, st.floats(0, 360), st.floats(20, 180), st.sampled_from([1, -1]), outlines)
def test_half_a_base_on_the_border_is_exactly_half(apex, radius, facing, degrees, side, outline):
    border = math.radians(facing + side * degrees / 2)
    # So far away that the base does not reach the other border.
    place = np.array(apex) + 100 * np.array((math.sin(border), math.cos(border)))
    bases = make_bases([place], radius=[radius], outline=[outline])
    assert share_in_arc([apex], [facing], [degrees], bases, [0]).tolist() == [0.5]


@law
@given(places, small, places, st.floats(0, 360), st.floats(0, 360), st.floats(0, 360), outlines)
def test_a_wider_wedge_never_holds_less(place, radius, apex, facing, one, other, outline):
    bases = make_bases([place], radius=[radius], outline=[outline])
    narrow, wide = share_in_arc([apex], [facing], [min(one, other), max(one, other)], bases, [0, 0])
    assert narrow <= wide + CLOSE


@law
@given(places, places, st.floats(-720, 720))
def test_bearings_and_turns_stay_in_their_range(origin, target, facing):
    bearing = bearings([origin], [target])
    assert 0 <= bearing[0] < 360
    away = turned(bearing, [facing])
    assert -180 < away[0] <= 180
    assert math.cos(math.radians(facing + away[0] - bearing[0])) == pytest.approx(1)


# ---- ground


@law
@given(grounds(), polygons(), st.integers(1, 6), st.lists(places, min_size=1, max_size=8))
def test_another_hill_never_lowers_the_ground(ground, hill, top, points):
    more = Ground([*ground.polygons, hill], np.vstack((ground.planes, (top, 0, 0))))
    assert (heights_at(more.prisms(), points) >= heights_at(ground.prisms(), points)).all()
    assert (highest_under(more.prisms(), [hill]) >= highest_under(ground.prisms(), [hill])).all()
    assert highest_under(more.prisms(), [hill])[0] >= top


@law
@given(grounds(), st.lists(places, min_size=1, max_size=8), st.lists(polygons(), max_size=3), motions)
def test_heights_are_the_same_however_the_table_lies(ground, points, shapes, motion):
    still, moved = ground.prisms(), ground.prisms(motion)
    found = heights_at(still, points)
    assert heights_at(moved, motion.places(points)) == pytest.approx(found, abs=CLOSE)
    assert found.tolist() == [heights_at(still, [point])[0] for point in points]
    under = highest_under(still, shapes)
    assert highest_under(moved, [motion.shape(shape) for shape in shapes]) == pytest.approx(under, abs=CLOSE)


@law
@given(grounds(most=4), st.lists(polygons(), min_size=1, max_size=3))
def test_draping_loses_nothing_and_overlaps_nowhere(ground, woods):
    count = len(woods)
    found = canopy_over(
        ground.prisms(),
        woods,
        height=[2] * count,
        bottom=[math.nan] * count,
        kind=[0] * count,
        piece=range(count),
    )
    for piece, whole in enumerate(woods):
        parts = found.parts.polygons[found.parts.piece == piece]
        assert sum(part.area for part in parts) == pytest.approx(whole.area, abs=CLOSE)
        assert shapely.union_all(parts).symmetric_difference(whole).area < CLOSE


# ---- stretches


@law
@given(cases())
def test_a_batch_of_lines_equals_its_singles(case):
    canopy = case.canopy()
    together = everything(line_overlaps(canopy, **case.options()))
    for line in range(len(case.start)):
        single = everything(line_overlaps(canopy, **case.options([line])))
        assert single[:, 0] == pytest.approx(together[:, line], abs=1e-12)


@law
@given(cases(), motions)
def test_inches_are_the_same_however_the_table_lies(case, motion):
    still = line_overlaps(case.canopy(), **case.options())
    moved = line_overlaps(case.canopy(motion), **case.options(motion=motion))
    assert everything(moved) == pytest.approx(everything(still), abs=CLOSE)


@law
@given(cases())
def test_the_way_back_has_the_same_inches(case):
    """Where both strips overlap, the inches go to whoever is the start: there only the sum is the same."""
    canopy = case.canopy()
    there, back = line_overlaps(canopy, **case.options()), line_overlaps(canopy, **case.swapped())
    assert back.between == pytest.approx(there.between, abs=CLOSE)
    assert back.start + back.end == pytest.approx(there.start + there.end, abs=CLOSE)
    window = np.hypot(*(case.end - case.start)[:, :2].T) - case.edges.sum(axis=1)
    apart = window >= 4
    assert back.start[apart] == pytest.approx(there.end[apart], abs=CLOSE)


@law
@given(cases())
def test_inches_fit_into_the_line_and_the_rows_make_the_sums(case):
    canopy = case.canopy()
    found = line_overlaps(canopy, **case.options())
    window = np.hypot(*(case.end - case.start)[:, :2].T) - case.edges.sum(axis=1)
    total = everything(found).sum(axis=0)
    assert (total <= np.maximum(window, 0)[:, None] + CLOSE).all()
    assert max(found.start.max(initial=0), found.end.max(initial=0)) <= 2 + CLOSE
    sums = np.zeros((3, *total.shape))
    np.add.at(sums, (found.part, found.line, np.array(case.kind)[found.piece]), found.inches)
    assert sums[[0, 2, 1]] == pytest.approx(everything(found), abs=1e-12)
    for line in range(len(case.start)):
        single = {key: value if key == "end_length" else value[line] for key, value in case.options().items()}
        drawn = overlap_list(canopy, **single)
        assert sum(high - low for low, high, *_ in drawn) == pytest.approx(total[line].sum(), abs=CLOSE)


@law
@given(cases(flat=True))
def test_on_the_plain_the_inches_are_shapelys(case):
    found = everything(line_overlaps(case.canopy(), **case.options())).sum(axis=0)
    way = (case.end - case.start)[:, :2]
    length = np.hypot(*way.T)
    for line, kind in np.ndindex(found.shape):
        low, high = case.edges[line, 0], length[line] - case.edges[line, 1]
        expected = 0.0
        if high > low:
            ends = case.start[line, :2] + np.outer((low, high), way[line] / length[line])
            area = shapely.union_all([w for w, k in zip(case.woods, case.kind, strict=True) if k == kind])
            # Shapely cannot be sure to find a line on an edge: its ends are rounded.
            inside, wider = (
                shapely.LineString(ends).intersection(shape).length for shape in (area, area.buffer(1e-11))
            )
            expected = wider if wider > inside + CLOSE else inside
        assert found[line, kind] == pytest.approx(expected, abs=CLOSE)


@law
@given(cases(), polygons())
def test_more_woods_are_never_fewer_inches(case, wood):
    count = len(case.woods)
    more = Case(
        ground=case.ground,
        woods=[*case.woods, wood],
        height=[*case.height, 2.0],
        kind=[*case.kind, 0],
        start=case.start,
        end=case.end,
        edges=case.edges,
        own=np.pad(case.own, ((0, 0), (0, 0), (0, 1))),
    )
    few = line_overlaps(case.canopy(), **case.options())
    many = line_overlaps(more.canopy(), **more.options())
    kinds = few.between.shape[1]
    assert (everything(many).sum(axis=0)[:, :kinds] >= everything(few).sum(axis=0) - CLOSE).all()
    without = np.tile(np.arange(count + 1) < count, (len(case.start), 1))
    unused = line_overlaps(more.canopy(), **more.options(), use=without)
    assert everything(unused)[:, :, :kinds] == pytest.approx(everything(few), abs=CLOSE)


@law
@given(st.lists(polygons(), min_size=1, max_size=3), places, places, motions)
def test_a_segment_is_within_both_ways_and_however_the_table_lies(waters, a, b, motion):
    found = are_within(waters, [a], [b]).tolist()
    assert are_within(waters, [b], [a]).tolist() == found
    moved = [motion.shape(water) for water in waters]
    assert are_within(moved, motion.places(a), motion.places(b)).tolist() == found
    # A corner where waters only touch is water too.
    whole = shapely.union_all(waters).buffer(1e-9, join_style="mitre")
    assert found == [bool(whole.covers(shapely.LineString([a, b]) if a != b else shapely.Point(a)))]
