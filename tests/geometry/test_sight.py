"""Hidden shares that can be worked out by hand, and whole random tables against the plain reference."""

import hashlib
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import shapely

from astrike.geometry.arrays import make_polygon
from astrike.geometry.prisms import Prisms, make_prisms
from astrike.geometry.sight import hidden_shares, hidden_strips
from tests.geometry.solids import Look, area, as_prisms, block
from tests.oracle import plain
from tests.oracle.plain import Solid, hidden_share, woods_length
from tests.oracle.scenes import Scene, random_scene
from tests.oracle.slices import sliced_share

DIGEST = "d463be0b72a5cb1ef21ab95835691a68bfd96368792a8f156a52ecb25d04e132"
WIDE = (-20.0, 20.0)  # west and east of everything
DOWN_RANGE = Look(eye=(0, 0, 2), foot=(0, 12, 0))


def wall(near: float, far: float, *, top: float, bottom: float = 0.0) -> Solid:
    """Return a wall across every line that runs north."""
    return block(WIDE[0], near, WIDE[1], far, top=top, bottom=bottom)


@pytest.mark.parametrize(("top", "share"), [(0.5, 2 / 11), (1.0, 5 / 11), (1.5, 8 / 11)])
def test_a_thin_wall_an_inch_before_the_target_hides_what_stands_below_the_ray_over_it(
    top: float, share: float
) -> None:
    assert DOWN_RANGE.share([wall(10.9999999, 11, top=top)]) == pytest.approx(share, abs=1e-12)


def test_a_low_ridge_hides_less_than_a_third() -> None:
    ridge = block(17.2, 1, 18.2, 13, top=0.5)
    share = Look(eye=(3, 7, 2), foot=(19, 7, 0)).share([ridge])
    assert share == pytest.approx((2 - 1.5 / (15.2 / 16)) / 2, abs=1e-12)
    assert 0.21 <= share < 1 / 3


@pytest.mark.parametrize(
    ("foot", "height", "share"), [(0.0, 2.2, 0.366), (0.2, 2.0, 0.303)], ids=["with base", "without base"]
)
def test_a_wall_at_the_base_hides_more_of_a_silhouette_that_counts_the_base(
    foot: float, height: float, share: float
) -> None:
    before = wall(20 - 0.625 - 1e-6, 20 - 0.625, top=0.85)
    found = Look(eye=(0, 0, 2.2), foot=(0, 20, foot), height=height).share([before])
    assert found == pytest.approx(share, abs=0.001)
    assert (found > 1 / 3) == (foot == 0)


def test_a_buildings_edge_on_the_middle_line_hides_exactly_half() -> None:
    building = block(22, 30, 25, 37, top=6)
    assert Look(eye=(2, 30, 2), foot=(26, 30, 0)).share([building]) == pytest.approx(0.5, abs=1e-12)


def test_an_edge_beside_the_middle_line_hides_what_is_seen_beyond_it() -> None:
    # The far corner, 8 in away and 0.25 in to the right, is seen at 0.375 in on the silhouette 12 in away.
    corner = block(0.25, 6, 9, 8, top=9)
    assert DOWN_RANGE.share([corner]) == pytest.approx((0.625 - 0.375) / 1.25, abs=1e-12)


class TestWhereTheEyeStands:
    def test_the_edge_of_the_own_hill_hides_what_lies_below(self) -> None:
        # The hill ends 2 in ahead and 2 in below the eye: a ray over its edge falls an inch an inch.
        hill = block(-5, -5, 5, 2, top=3)
        look = Look(eye=(0, 0, 5), foot=(0, 4, 0))
        assert look.share([hill]) == pytest.approx(0.5, abs=1e-12)

    def test_an_eye_inside_a_solid_sees_nothing(self) -> None:
        assert DOWN_RANGE.share([block(-1, -1, 1, 1, top=2.5)]) == 1

    def test_an_eye_on_a_top_sees_all_that_is_not_below_it(self) -> None:
        hill = block(-1, -1, 1, 1, top=2)
        assert DOWN_RANGE.share([hill]) == 1
        assert Look(eye=(0, 0, 2), foot=(0, 12, 1)).share([hill]) == pytest.approx(0.5, abs=1e-12)
        assert Look(eye=(0, 0, 2), foot=(0, 12, 2)).share([hill]) == 0

    def test_an_eye_under_a_floor_sees_all_that_is_not_above_it(self) -> None:
        floor = block(-1, -1, 1, 6, top=4, bottom=3)
        assert Look(eye=(0, 0, 2), foot=(0, 12, 2)).share([floor]) == 0
        assert Look(eye=(0, 0, 2), foot=(0, 12, 3), height=2).share([floor]) == pytest.approx(0.5, abs=1e-12)

    def test_an_eye_in_a_yard_is_not_inside(self) -> None:
        yard = Solid(
            make_polygon([(-3, -3), (3, -3), (3, 3), (-3, 3)], holes=[[(-2, -2), (2, -2), (2, 2), (-2, 2)]]),
            0.0,
            (1.0, 0.0, 0.0),
        )
        # Over the inner wall's outer edge 3 in away the ray falls 1 in on 3 in.
        assert Look(eye=(0, 0, 2), foot=(0, 4.5, 0)).share([yard]) == pytest.approx(0.25, abs=1e-12)

    def test_an_eye_at_a_walls_face_sees_along_and_away_from_it(self) -> None:
        house = block(0, -5, 5, 5, top=9)
        assert Look(eye=(0, 0, 2), foot=(-8, 0, 0)).share([house]) == 0
        assert Look(eye=(0, 0, 2), foot=(8, 0, 0)).share([house]) == 1
        assert Look(eye=(0, 0, 2), foot=(0, 4, 0)).share([house]) == pytest.approx(0.5, abs=1e-6)


class TestWhereTheSilhouetteStands:
    def test_a_wall_that_only_touches_its_plane_from_behind_does_not_hide(self) -> None:
        assert DOWN_RANGE.share([wall(12, 13, top=9)]) == 0

    def test_a_wall_that_reaches_its_plane_hides_up_to_its_top(self) -> None:
        assert DOWN_RANGE.share([wall(11, 12, top=1)]) == pytest.approx(0.5, abs=1e-12)

    def test_a_solid_around_it_hides_up_to_its_top(self) -> None:
        assert DOWN_RANGE.share([wall(11, 20, top=1)]) == pytest.approx(0.5, abs=1e-12)

    def test_a_solid_across_its_plane_hides_where_it_stands_before_it(self) -> None:
        # A diamond whose western corner lies on the plane's middle: it crosses to the right side.
        diamond = Solid(make_polygon([(0, 12), (1, 11), (2, 12), (1, 13)]), 0.0, (9.0, 0.0, 0.0))
        assert DOWN_RANGE.share([diamond]) == pytest.approx(0.5, abs=1e-8)

    def test_the_ground_it_stands_on_does_not_hide_it_from_above(self) -> None:
        hill = block(-3, 5, 3, 20, top=2)
        assert Look(eye=(0, 0, 4), foot=(0, 12, 2)).share([hill]) == 0

    def test_straight_below_or_without_size_it_is_not_hidden(self) -> None:
        roof = block(-3, -3, 3, 3, top=2, bottom=1.5)
        assert Look(eye=(0, 0, 4), foot=(0, 0, 0)).share([roof]) == 0
        assert Look(eye=(0, -9, 1), foot=(0, 0, 0), width=0).share([roof]) == 0
        assert Look(eye=(0, -9, 1), foot=(0, 0, 0), height=0).share([roof]) == 0


class TestShapesOfSolids:
    def test_a_ramp_hides_by_its_highest_ray(self) -> None:
        # Rising from 0 at 6 in to 1.5 at 12 in, it reaches the silhouette and hides three quarters.
        ramp = Solid(wall(6, 12, top=1).polygon, 0.0, (-1.5, 0.0, 0.25))
        assert DOWN_RANGE.share([ramp]) == pytest.approx(0.75, abs=1e-12)

    def test_a_ramp_across_the_line_hides_a_slanting_part(self) -> None:
        # At the silhouette it rises from 0 at its left side to 2 at its right: half, cut corner to corner.
        ramp = Solid(block(-0.625, 11, 0.625, 12, top=1).polygon, 0.0, (1.0, 1.6, 0.0))
        share = DOWN_RANGE.share([ramp])
        assert share == pytest.approx(DOWN_RANGE.plain([ramp]), abs=1e-9)
        assert share == pytest.approx(0.5, abs=0.03)

    def test_a_floating_solid_lets_the_ray_pass_below(self) -> None:
        floor = wall(11.9999999, 12, top=1.5, bottom=0.5)
        assert DOWN_RANGE.share([floor]) == pytest.approx(0.5, abs=1e-7)

    def test_overlapping_solids_hide_once(self) -> None:
        low = block(-20, 11, 0, 12, top=1)
        both = [low, block(-20, 10.5, 20, 12, top=0.5), low]
        assert DOWN_RANGE.share(both) == pytest.approx(0.5 * 0.5 + 0.5 * 0.25, abs=1e-12)

    def test_the_outlines_orientation_does_not_matter(self) -> None:
        house = block(0, 6, 5, 8, top=9)
        turned = Solid(shapely.reverse(house.polygon), house.bottom, house.top)
        assert DOWN_RANGE.share([turned]) == DOWN_RANGE.share([house]) == pytest.approx(0.5, abs=1e-12)

    def test_an_oblique_ridge_near_the_target_is_exact(self) -> None:
        # Its crest leaves the silhouette's top inside the slice: one slice in the middle would be wrong.
        ridge = Solid(
            make_polygon([(-0.9, 10.0), (0.9, 11.9), (0.8, 12.0), (-1.0, 10.1)]), 0.0, (1.7, 0.0, 0.0)
        )
        share = DOWN_RANGE.share([ridge])
        assert share == pytest.approx(DOWN_RANGE.plain([ridge]), abs=1e-9)
        assert 0.1 < share < 1


class TestWhatComesBack:
    TWO = (block(-20, 11, 0, 12, top=1), block(-20, 11, 20, 12, top=0.5))

    def test_each_piece_is_named_with_what_it_hides_alone(self) -> None:
        found = DOWN_RANGE.shares(as_prisms(self.TWO, piece=[7, 3]))
        assert found.line.tolist() == [0, 0]
        assert found.piece.tolist() == [3, 7]
        assert found.part == pytest.approx([0.25, 0.25], abs=1e-12)

    def test_prisms_of_one_piece_are_one(self) -> None:
        found = DOWN_RANGE.shares(as_prisms(self.TWO, piece=[4, 4]))
        assert found.piece.tolist() == [4]
        assert found.part == pytest.approx(found.share, abs=1e-12)
        assert found.share == pytest.approx([0.375], abs=1e-12)

    def test_a_prism_can_be_taken_away_for_one_line_only(self) -> None:
        found = hidden_shares(
            as_prisms(self.TWO),
            eye=[DOWN_RANGE.eye] * 3,
            foot=[DOWN_RANGE.foot] * 3,
            width=1.25,
            height=2.0,
            use=np.array([[True, True], [False, True], [False, False]]),
        )
        assert found.share == pytest.approx([0.375, 0.25, 0.0], abs=1e-12)
        assert list(zip(found.line.tolist(), found.piece.tolist(), strict=True)) == [(0, 0), (0, 1), (1, 1)]

    def test_no_lines_and_no_solids_are_answers_too(self) -> None:
        none = hidden_shares(as_prisms(self.TWO), eye=[], foot=[], width=[], height=[])
        assert len(none.share) == len(none.line) == 0
        assert DOWN_RANGE.share([]) == 0
        assert area(DOWN_RANGE.strips([])) == 0

    def test_left_is_left_as_seen_from_the_eye(self) -> None:
        western = block(-20, 5, 0, 7, top=1.5)
        strips = DOWN_RANGE.strips([western])
        assert strips.left.min() == pytest.approx(-0.625)
        assert strips.right.max() == pytest.approx(0.0)
        assert (strips.low_left == 0).all()
        back = Look(eye=(0, 12, 2), foot=(0, 0, 0)).strips([western])
        assert back.left.min() == pytest.approx(0.0)
        assert back.right.max() == pytest.approx(0.625)

    def test_strips_leave_out_what_a_line_does_not_use(self) -> None:
        strips = hidden_strips(
            as_prisms(self.TWO), **vars_of(DOWN_RANGE), width=1.25, height=2.0, use=np.array([False, True])
        )
        assert area(strips) == pytest.approx(0.25 * 2.5, abs=1e-12)


def vars_of(look: Look) -> dict[str, tuple[float, float, float]]:
    return {"eye": look.eye, "foot": look.foot}


def measured(scene: Scene, looker: np.ndarray, target: np.ndarray) -> np.ndarray:
    return hidden_shares(
        as_prisms(scene.solids()),
        eye=scene.eye[looker],
        foot=scene.foot[target],
        width=1.25,
        height=scene.height[target],
    ).share


def each(scene: Scene, looker: np.ndarray, target: np.ndarray, by: Callable[..., float]) -> np.ndarray:
    """Return what a reference says, pair by pair."""
    return np.array(
        [
            by(scene.solids(), eye=scene.eye[i], foot=scene.foot[j], width=1.25, height=scene.height[j])
            for i, j in zip(looker, target, strict=True)
        ]
    )


def comb(teeth: int) -> Prisms:
    """Return a hill whose teeth end in the way of a line that runs east along y = 0."""
    rng = np.random.default_rng(7)
    x = np.linspace(10, 120, 2 * teeth + 1)
    tips = [
        [(a, -9), (a, y), (b, y), (b, -9)]
        for a, b, y in zip(x[::2], x[1::2], rng.uniform(-0.05, 0.05, teeth), strict=False)
    ]
    outline = [corner for tooth in tips for corner in tooth]
    return make_prisms([make_polygon([*outline, (120, -10), (9, -10)])], bottom=[0], top=[1.5], piece=[0])


def test_many_lines_along_a_comb_are_the_same_one_by_one_and_take_little_memory() -> None:
    prisms = comb(300)
    eyes = np.array([(5 - 0.05 * n, 0.01 * n, 2.0) for n in range(40)])
    tracemalloc.start()
    shares = hidden_shares(
        prisms, eye=eyes, foot=np.tile((125.0, 0, 0), (40, 1)), width=1.25, height=2.0
    ).share
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    for n in (0, 19, 39):
        look = Look(eye=tuple(eyes[n]), foot=(125, 0, 0))
        assert look.shares(prisms).share[0] == pytest.approx(shares[n], abs=1e-12)
        strips = hidden_strips(prisms, eye=look.eye, foot=look.foot, width=look.width, height=look.height)
        assert area(strips) / (look.width * look.height) == pytest.approx(shares[n], abs=1e-9)
    assert 0.3 < shares.min() < shares.max() < 0.6
    assert peak < 150_000_000


class TestWholeTables:
    @pytest.mark.parametrize("seed", [1, 2, 3])
    def test_all_pairs_equal_the_plain_reference(self, seed: int) -> None:
        scene = random_scene(seed, units=10)
        looker, target = scene.pairs(both_ways=True)
        exact = each(scene, looker, target, hidden_share)
        assert np.abs(measured(scene, looker, target) - exact).max() < 1e-6
        assert ((exact > 0.01) & (exact < 0.99)).mean() > 0.1, "a table without partial cover tests little"

    def test_many_lines_are_the_same_in_portions(self) -> None:
        scene = random_scene(4)
        looker, target = scene.pairs(both_ways=True)
        some = slice(500, 700)
        whole, part = measured(scene, looker, target), measured(scene, looker[some], target[some])
        assert np.abs(whole[some] - part).max() < 1e-9

    def test_no_class_is_wrong_against_thousands_of_slices(self) -> None:
        scene = random_scene(5, units=4)
        looker, target = scene.pairs()
        share, sliced = measured(scene, looker, target), each(scene, looker, target, sliced_share)
        assert np.abs(share - sliced).max() < 0.002
        thirds = np.array([1 / 3, 2 / 3])
        differs = np.searchsorted(thirds, share) != np.searchsorted(thirds, sliced)
        assert not (differs & (np.abs(sliced[:, None] - thirds).min(axis=1) > 0.002)).any()


class TestThePlainReference:
    def test_nobody_makes_the_baseline_faster(self) -> None:
        source = Path(plain.__file__).read_bytes()
        assert hashlib.sha256(source).hexdigest() == DIGEST

    def test_woods_are_measured_once_where_they_overlap_and_below_the_treetops_only(self) -> None:
        woods = [block(2, -1, 6, 1, top=2), block(5, -1, 8, 1, top=2)]
        between = {"start_edge": 0.5, "end_edge": 0.5}
        assert woods_length(woods, start=(0, 0, 1), end=(10, 0, 1), **between) == pytest.approx(6)
        assert woods_length(woods, start=(0, 0, 4), end=(10, 0, 0), **between) == pytest.approx(3)
        assert woods_length(woods, start=(0, 0, 3), end=(10, 0, 3), **between) == 0
        assert woods_length(woods, start=(3, 0, 1), end=(7, 0, 1), **between) == pytest.approx(3)
        slanting = woods_length(woods, start=(0, -0.1, 1), end=(10, 0.8, 1), start_edge=0, end_edge=0)
        assert slanting == pytest.approx(6 * np.hypot(1, 0.09))
