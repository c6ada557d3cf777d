"""Ways across a field that do not meet: the laws they obey, and the same count by laying them one by one."""

from collections.abc import Sequence

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import affinity

from astrike.geometry.arrays import Shapes, shape_array
from astrike.geometry.corridors import FIRST_WALL, LAST_WALL, Corridors, bases_that_fit, corridors
from tests.oracle.wall_hugging import ways_along_wall
from tests.soak import examples

WIDE, DEEP = 16.0, 10.0
FRAME = (0.0, 0.0, WIDE, DEEP)
law = settings(max_examples=examples(20, soaked=40), deadline=None)
Obstacles = Sequence[shapely.Geometry]


def square(x: float, y: float, size: float, turn: float = 0.0) -> shapely.Geometry:
    """An upright or turned square around a place."""
    half = size / 2
    return affinity.rotate(shapely.box(x - half, y - half, x + half, y + half), turn)


@st.composite
def obstacles(draw: st.DrawFn, *, most: int = 9) -> Obstacles:
    """Squares, bars and walls without thickness, some over the edge, some on each other."""
    eighths = st.integers(-8, 8 * 18).map(lambda n: n / 8)
    found: list[shapely.Geometry] = []
    for _ in range(draw(st.integers(0, most))):
        x, y = draw(eighths), draw(st.integers(-8, 8 * 12).map(lambda n: n / 8))
        long, thin = draw(st.integers(2, 40)) / 8, draw(st.integers(2, 16)) / 8
        piece = shapely.box(x - long / 2, y - thin / 2, x + long / 2, y + thin / 2)
        if draw(st.integers(0, 4)) == 0:
            piece = shapely.LineString([(x - long / 2, y), (x + long / 2, y)])
        found.append(affinity.rotate(piece, draw(st.integers(0, 11)) * 15.0))
    return found


bases = st.integers(4, 20).map(lambda n: n / 8)


def count(obstacles: Obstacles, base: float, *, slack: float = 0.0) -> int:
    return across(obstacles, base, slack=slack).count


def across(obstacles: Obstacles, base: float, *, slack: float = 0.0) -> Corridors:
    return corridors(as_shapes(obstacles), FRAME, base=base, course="west-east", slack=slack)


def as_shapes(obstacles: Obstacles) -> Shapes:
    return shape_array(obstacles)


# ---- laws


@law
@given(some=obstacles(), more=obstacles(most=2), base=bases)
def test_another_obstacle_never_adds_a_way(some: Obstacles, more: Obstacles, base: float) -> None:
    assert count([*some, *more], base) <= count(some, base)


@law
@given(some=obstacles(), base=bases, wider=st.integers(1, 16))
def test_a_wider_base_never_has_more_ways(some: Obstacles, base: float, wider: int) -> None:
    assert count(some, base + wider / 8) <= count(some, base)


@law
@given(some=obstacles(), base=bases)
def test_turning_and_mirroring_the_field_changes_nothing(some: Obstacles, base: float) -> None:
    expected = count(some, base)
    turned = [affinity.rotate(piece, 180, origin=(WIDE / 2, DEEP / 2)) for piece in some]
    mirrored = [affinity.scale(piece, -1, 1, origin=(WIDE / 2, DEEP / 2)) for piece in some]
    assert count(turned, base) == count(mirrored, base) == expected
    swapped = [affinity.affine_transform(piece, [0, 1, 1, 0, 0, 0]) for piece in some]
    frame = (0.0, 0.0, DEEP, WIDE)
    assert corridors(as_shapes(swapped), frame, base=base, course="south-north").count == expected


@law
@given(some=obstacles(), base=bases)
def test_the_chain_runs_from_wall_to_wall_and_lets_exactly_so_many_through(
    some: Obstacles, base: float
) -> None:
    found = across(some, base)
    assert found.chain[0].one == FIRST_WALL
    assert found.chain[-1].other == LAST_WALL
    assert all(a.other == b.one for a, b in zip(found.chain, found.chain[1:], strict=False))
    assert sum(bases_that_fit(gap.width, base) for gap in found.chain) == found.count
    for gap in found.chain:
        for place, side in zip(gap.line, (gap.one, gap.other), strict=True):
            if side >= 0:
                assert some[side].distance(shapely.Point(place)) <= 1e-6


@law
@given(some=obstacles(), base=bases)
def test_there_is_a_way_exactly_where_free_space_joins_the_edges(some: Obstacles, base: float) -> None:
    assume((count(some, base, slack=-0.02) > 0) == (count(some, base, slack=0.02) > 0))
    assert (count(some, base) > 0) == _is_joined(some, base)


def _is_joined(some: Obstacles, base: float) -> bool:
    inside = [shapely.intersection(piece, shapely.box(*FRAME)) for piece in some]
    grown = shapely.union_all([piece.buffer(base / 2 - 0.001, quad_segs=32) for piece in inside])
    free = shapely.difference(shapely.box(0, base / 2, WIDE, DEEP - base / 2), grown)
    west, east = (shapely.LineString([(x, 0), (x, DEEP)]) for x in (0, WIDE))
    return any(part.intersects(west) and part.intersects(east) for part in shapely.get_parts(free))


@settings(max_examples=20, deadline=None)
@given(some=obstacles(), base=st.integers(8, 20).map(lambda n: n / 8))
def test_as_many_ways_as_can_be_laid_along_the_wall_one_after_another(some: Obstacles, base: float) -> None:
    assume(count(some, base, slack=-0.5) == count(some, base, slack=0.5))
    inside = [shapely.intersection(piece, shapely.box(*FRAME)) for piece in some]
    thick = [piece.buffer(0.04) if piece.area == 0.0 and not piece.is_empty else piece for piece in inside]
    laid = ways_along_wall(thick, width=WIDE, depth=DEEP, base=base, step=1 / 24)
    assert count(some, base) == laid


# ---- cases


def test_an_empty_field_has_as_many_ways_as_are_side_by_side() -> None:
    assert count([], 1.25) == 8
    assert count([], 11.0) == 0
    assert [gap.width for gap in across([], 1.25).chain] == [DEEP]


@pytest.mark.parametrize(
    ("gap", "expected"),
    [(1.25, 1), (1.25 - 5e-7, 1), (1.25 - 1e-5, 0), (2.5, 2), (2.4999, 1)],
    ids=["exactly", "a hair less", "too narrow", "two", "nearly two"],
)
def test_a_base_passes_a_gap_of_exactly_its_width(gap: float, expected: int) -> None:
    both = [shapely.box(7, -1, 9, 4), shapely.box(7, 4 + gap, 9, 11)]
    assert count(both, 1.25) == expected


def test_pieces_that_touch_overlap_or_lie_in_each_other_are_one() -> None:
    closed = [shapely.box(4, -1, 5, 4), shapely.box(4, 4, 5, 8), shapely.box(4.5, 7, 6, 11)]
    assert count(closed, 0.5) == 0
    inner = [shapely.box(4, 3, 8, 7), shapely.box(5, 4, 7, 6)]
    assert count(inner, 1.0) == count(inner[:1], 1.0) == 6


def test_what_lies_beside_the_field_does_not_count() -> None:
    assert count([shapely.box(-5, -5, -0.5, 20), shapely.box(4, -3, 9, -0.1)], 1.0) == 10


def test_the_limiting_chain_is_the_tightest_of_those_that_let_no_more_through() -> None:
    squares = [square(4, 5, 6), square(10, 5, 6.5)]
    found = across(squares, 1.5)
    assert found.count == 2
    assert [(gap.one, gap.other, gap.width) for gap in found.chain] == [
        (FIRST_WALL, 1, pytest.approx(1.75)),
        (1, LAST_WALL, pytest.approx(1.75)),
    ]


def test_a_chain_may_zigzag() -> None:
    # Three squares, one after another across: each gap is aslant and lets one through.
    squares = [square(4, 2, 2), square(7, 5, 2), square(10, 8, 2)]
    assert count(squares, 1.25) == 2
    found = across(squares, 1.25)
    assert np.allclose([gap.width for gap in found.chain], [1, 2**0.5, 2**0.5, 1])
