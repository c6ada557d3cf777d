"""Side view, move profile and map are drawn from the heights that the rules use: one model of the land."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.formats.table.table_file import parse_document
from astrike.geometry.arrays import Floats
from astrike.geometry.elevation import plane_at
from astrike.report.attack.side_view import profile
from astrike.report.drawing.pair_scale import PairScale
from astrike.report.drawing.shapes import DrawnPath
from astrike.report.movement.elevation_profile import elevation_profile
from astrike.report.terrain.cross_section import CrossSection, cross_section_along
from astrike.report.terrain.picture import terrain_picture
from astrike.report.terrain.side_view import SideFrame, ground_shapes, solid_shapes, tree_shapes, water_shapes
from astrike.report.terrain.symbols import tint, water_depth
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from astrike.rules.terrain.prepared_terrain import PreparedTerrain
from tests import builders
from tests.builders import Json, Point, around, box
from tests.report.drawing.path_reader import bounds, read_path
from tests.report.movement import moves
from tests.report.scenes import SIDES, asked
from tests.soak import examples

WIDTH, DEPTH = 24.0, 24.0
FINE = 100.0
"""Pixels per inch, so that rounding to tenths of a pixel is a thousandth of an inch."""
NEAR = 0.02
"""Inches beside an edge where nothing is compared: there two heights meet."""


# ---- random land


def outlines() -> st.SearchStrategy[tuple[Point, ...]]:
    whole, size = st.integers(1, 22), st.integers(1, 10)
    upright = st.builds(lambda x, y, w, h: box(x, y, x + w + 0.2, y + h + 0.2), whole, whole, size, size)
    round_ = st.builds(
        lambda x, y, r, n: around(x + 0.3, y + 0.4, radius=r, corners=n),
        whole,
        whole,
        size,
        st.integers(3, 9),
    )
    return st.one_of(upright, round_)


def heights(low: float, high: float) -> st.SearchStrategy[float]:
    return st.integers(round(low * 4), round(high * 4)).map(lambda quarters: quarters / 4)


@st.composite
def pieces(draw: st.DrawFn) -> Json:
    """One piece whose height matters, with whatever the file may say about its foot."""
    outline, tall = draw(outlines()), draw(heights(0.5, 4))
    base = draw(st.none() | heights(0, 3))
    return draw(
        st.sampled_from(
            [
                builders.hill("x", outline, height=tall),
                builders.hill("x", outline, height=tall, base=base),
                builders.ramp("x", outline, height=tall, toward=draw(st.integers(0, 359))),
                builders.water("x", outline, depth=draw(heights(0.5, 3))),
                builders.water("x", outline, depth=draw(heights(0.5, 3))),
                builders.area("x", outline, kind="ice"),
                builders.area("x", outline, kind="gravel", height=tall),
                builders.bridge("x", outline, base=draw(heights(0, 5))),
                builders.building("x", outline, height=tall, base=base),
                builders.wall("x", outline, height=tall),
                builders.woods("x", outline, height=tall, base=base),
            ]
        )
    )


def lands() -> st.SearchStrategy[list[Json]]:
    return st.lists(pieces(), min_size=1, max_size=7)


def field_of(found: Sequence[Json]) -> PreparedTable:
    named = [{**piece, "id": f"{piece['properties']['kind']}-{k}"} for k, piece in enumerate(found)]  # type: ignore[index]
    return prepare_table(parse_document(builders.document(*named, width=WIDTH, depth=DEPTH)))


@st.composite
def lines(draw: st.DrawFn) -> tuple[Point, ...]:
    """A way of one to three straight lines."""
    at = st.tuples(st.integers(0, 240), st.integers(0, 240)).map(
        lambda p: (p[0] / 10 + 0.013, p[1] / 10 + 0.007)
    )
    return tuple(draw(st.lists(at, min_size=2, max_size=4, unique=True)))


def between(points: Sequence[Point], shares: Sequence[float]) -> tuple[Floats, Floats]:
    """Give places along a way as inches of it (n,) and as points (n, 2)."""
    corners = np.array(points)
    steps = np.hypot(*np.diff(corners, axis=0).T)
    offsets = np.array([0.0, *np.cumsum(steps)])
    at = np.array(shares) * offsets[-1]
    return at, np.column_stack([np.interp(at, offsets, corners[:, k]) for k in (0, 1)])


# ---- what is drawn


def spans_at(d: str, x: float) -> list[tuple[float, float]]:
    """Give from which to which y closed outlines reach at an x."""
    found: list[tuple[float, float]] = []
    for ring in read_path(d):
        rows = sorted(
            ay + (by - ay) * (x - ax) / (bx - ax)
            for (ax, ay), (bx, by) in pairwise([*ring, ring[0]])
            if (ax > x) != (bx > x)
        )
        found += zip(rows[0::2], rows[1::2], strict=True)
    return found


def line_at(d: str, x: float) -> float:
    """Give the y of an open line at an x."""
    ((line),) = read_path(d)
    return next(
        ay + (by - ay) * (x - ax) / (bx - ax)
        for (ax, ay), (bx, by) in pairwise(line)
        if min(ax, bx) <= x <= max(ax, bx) and bx != ax
    )


class Drawn:
    """A side view of the land under a way, read back in inches."""

    def __init__(self, cut: CrossSection, length: float) -> None:
        scale = PairScale(length * FINE, FINE, 0.0, (1.0, 0.0), (0.0, 0.0), length)
        frame = SideFrame(scale, FINE, 1000.0)
        self.zero = frame.zero
        self.ground = ground_shapes(frame, cut, bottom=1500.0)
        self.rest = [*water_shapes(frame, cut), *solid_shapes(frame, cut), *tree_shapes(frame, cut)]

    def ground_at(self, at: float) -> float:
        (line,) = (shape for shape in self.ground if shape.css == "pf-line")
        return (self.zero - line_at(line.d, at * FINE)) / FINE

    def spans(self, piece: str, at: float) -> list[tuple[float, float]]:
        """From which to which z a piece is drawn."""
        mine = [
            shape for shape in (*self.ground, *self.rest) if shape.piece == piece and shape.css != "pf-tree"
        ]
        found = [span for shape in mine for span in spans_at(shape.d, at * FINE)]
        return [((self.zero - low) / FINE, (self.zero - high) / FINE) for high, low in found]


def expected(terrain: PreparedTerrain, k: int, place: Floats) -> tuple[float, float]:
    """From which to which z a piece is there for the rules."""
    piece, family = terrain.pieces[k], terrain.rows[k].family
    low, high = terrain.extent[piece.id]
    here = place[None, :]
    ground = float(terrain.ground_at(here)[0])
    if family == "water":
        depth = float(terrain.water_depth[terrain.water_piece.index(k)])
        return ground - depth, ground
    if family == "see-through":
        mine = terrain.canopy.parts.piece == k
        over = mine & shapely.contains_xy(terrain.canopy.parts.polygons, *place)
        top = float(plane_at(terrain.canopy.parts.top[over], here)[0])
        return (ground if np.isnan(low) else low), top
    if family == "ramp":
        over = (terrain.ground_prisms.piece == k) & shapely.contains_xy(
            terrain.ground_prisms.polygons, *place
        )
        return low, float(plane_at(terrain.ground_prisms.top[over], here)[0])
    return low, high


@settings(max_examples=examples(25, soaked=600), deadline=None)
@given(lands(), lines(), st.lists(st.floats(0.01, 0.99), min_size=1, max_size=8))
def test_every_piece_is_drawn_from_where_to_where_it_is_for_the_rules(
    land: list[Json], points: tuple[Point, ...], shares: list[float]
) -> None:
    prepared = field_of(land)
    terrain = prepared.terrain
    at, places = between(points, shares)
    cut = cross_section_along(
        prepared.table, points, first=0.0, tops=prepared.heights, edition=prepared.edition
    )
    drawn = Drawn(cut, at.max() / max(shares))
    depths, _ = terrain.depth_at(places)
    edges = shapely.boundary([*terrain.polygons, *terrain.sealed])
    for x, place, ground, depth in zip(at, places, terrain.ground_at(places), depths, strict=True):
        if shapely.distance(edges, shapely.Point(place)).min(initial=9.0) < NEAR:
            continue
        assert drawn.ground_at(x) == pytest.approx(ground, abs=NEAR)
        over = terrain.pieces_over(place[None, :])[0]
        lowest = ground
        for k, piece in enumerate(terrain.pieces):
            spans = drawn.spans(piece.id, x)
            if k not in over or terrain.rows[k].family == "flat":
                assert not [span for span in spans if span[1] - span[0] > NEAR and k not in over], piece.id
                continue
            if terrain.rows[k].family == "water":
                lowest = min([lowest, *(low for low, _ in spans)])
            low, high = expected(terrain, k, place)
            if high - low > NEAR:
                (span,) = spans
                assert span == pytest.approx((low, high), abs=NEAR), piece.id
        assert ground - lowest == pytest.approx(depth, abs=NEAR)


@settings(max_examples=examples(20, soaked=400), deadline=None)
@given(lands(), st.lists(st.tuples(st.floats(0.1, 23.9), st.floats(0.1, 23.9)), min_size=1, max_size=6))
def test_the_map_is_tinted_as_high_and_as_deep_as_the_rules_have_it(
    land: list[Json], places: list[Point]
) -> None:
    prepared = field_of(land)
    terrain = prepared.terrain
    drawn = terrain_picture(prepared.table, width_px=2400, tops=prepared.heights, edition=prepared.edition)
    edges = shapely.boundary([*terrain.polygons, *terrain.sealed])
    for place in places:
        over = terrain.pieces_over(np.array([place]))[0]
        kinds = {terrain.pieces[k].kind for k in over}
        if shapely.distance(edges, shapely.Point(place)).min(initial=9.0) < 0.1 or kinds & {"ramp", "gravel"}:
            continue
        x, y = drawn.frame.at(place)
        floors = [shape for shape in drawn.shapes if shape.css.startswith(("hill ", "water ", "ice-bg"))]
        seen = [shape for shape in floors if any(low <= y <= high for low, high in spans_at(shape.d, x))]
        tints = [shape.css for shape in seen if shape.css.startswith("hill ")]
        ground = float(terrain.ground_at(np.array([place]))[0])
        assert (tints[-1] if tints else "hill h0") == f"hill {tint(ground)}"
        last = [shape.css for shape in seen if shape.css.startswith(("water ", "ice-bg"))][-1:]
        depth = float(terrain.depth_at(np.array([place]))[0][0])
        assert last == (
            [f"water {water_depth(depth)}"] if depth > 0 else ["ice-bg"] if "ice" in kinds else []
        )


# ---- a river over the foot of a hill


RIVER = (
    builders.hill("hill", box(12, 0, 24, 24), height=2),
    builders.water("river", box(9, 4, 15, 20), depth=1),
)


def waters(shapes: Sequence[DrawnPath]) -> list[str]:
    return [shape.d for shape in shapes if shape.css.startswith("pf-water")]


def test_a_river_over_the_foot_of_a_hill_is_one_deep_on_either_side_of_the_step() -> None:
    units = (
        builders.mech("A1", (4, 12), side="blue", facing=90),
        builders.mech("K1", (20, 12), side="red", facing=270),
    )
    document = builders.document(*RIVER, *units, width=WIDTH, depth=DEPTH, sides=SIDES)
    prepared = prepare_table(parse_document(document))
    geometry, answer = asked(prepared, "A1", "K1")
    view = profile(prepared.table, geometry, answer=answer, tops=prepared.heights, edition=prepared.edition)
    (river,) = waters(view.back)
    up = view.scale.scale * view.stretch
    zero = view.attacker[1] + view.attacker[3]
    for inches, low, high in ((6.5, -1.0, 0.0), (9.5, 1.0, 2.0)):
        (span,) = spans_at(river, view.scale.x_at(inches))
        assert [(zero - y) / up for y in span] == pytest.approx([high, low], abs=0.02)


def test_the_profile_of_a_move_has_that_river_too() -> None:
    prepared = field_of(RIVER)
    view = elevation_profile(
        prepared.table, moves.answered((4, 12), (20, 12)), tops=prepared.heights, edition=prepared.edition
    )
    (river,) = waters(view.shapes)
    rows = {text.text: text.y for text in view.axis}
    up = (rows["0"] - rows["2"]) / 2
    left, top, right, bottom = bounds(river)
    assert (top, bottom) == pytest.approx((rows["2"], rows["−1"]), abs=0.2)
    for share, low, high in ((0.25, -1.0, 0.0), (0.75, 1.0, 2.0)):
        (span,) = spans_at(river, left + (right - left) * share)
        assert [(rows["0"] - y) / up for y in span] == pytest.approx([high, low], abs=0.02)


# ---- a solid hides what lies behind its own body, down to its foot


def wading(*, wall: float) -> PreparedTable:
    """B wades a depth of 1 inch; a wall stands on the bank 2 inches before it."""
    units = (
        builders.mech("A1", (10, 20), side="blue", facing=90),
        builders.mech("K1", (22, 20), side="red", facing=270),
    )
    pond = builders.water("pond", box(20.2, 10, 30, 30), depth=1)
    bank = builders.wall("wall", box(20, 10, 20.2, 30), height=wall)
    return prepare_table(
        parse_document(builders.document(pond, bank, *units, width=48, depth=36, sides=SIDES))
    )


def test_the_shadow_of_a_wall_on_the_bank_ends_at_the_ray_past_its_foot() -> None:
    prepared = wading(wall=1.0)
    geometry, answer = asked(prepared, "A1", "K1")
    view = profile(prepared.table, geometry, answer=answer, tops=prepared.heights, edition=prepared.edition)
    up = view.scale.scale * view.stretch
    zero = view.attacker[1] + view.attacker[3]
    (shadow,) = (shape.d for shape in view.back if shape.css == "shadow")
    (span,) = spans_at(shadow, view.scale.x_at(12.0))
    high, low = ((zero - y) / up for y in span)
    # From the eye at 2 in over the top at its far edge, and past the foot at its near edge.
    assert high == pytest.approx(2 - 12 / 10.2, abs=0.03) or high == pytest.approx(2 - 12 / 10, abs=0.03)
    assert (high - low) / 2.0 == pytest.approx(answer.sight.hidden, abs=0.02)
    assert low > -1.0
    _, y, _, tall = view.target
    assert y + tall == pytest.approx(zero + up, abs=0.2)
    (wall,) = (shape.d for shape in view.back if shape.css == "bld")
    assert bounds(wall)[3] == pytest.approx(zero, abs=0.2)
