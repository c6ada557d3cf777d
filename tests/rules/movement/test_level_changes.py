import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from astrike.geometry.profile import Profile
from astrike.rules.movement.level_changes import (
    level_changes_of,
    paid_by_inch,
    paid_heights,
    steep_in_pieces,
    steep_in_sum,
    steep_level_changes,
    steep_within,
)

HALVES = {"free": 0.5, "step": 0.5, "is_whole": False}
WHOLE = {"free": 0.5, "step": 0.5, "is_whole": True}


def profile(*parts: tuple[float, float, float, float]) -> Profile:
    """Make a profile of parts: from, to, height there and height there."""
    columns = np.array(parts, dtype=np.float64).reshape(-1, 4).T
    return Profile(*columns, np.zeros(len(parts), dtype=np.intp))


def stairs(*steps: tuple[float, float], total: float = 10.0) -> Profile:
    """Make a profile of level parts: from this inch on, this height."""
    places = [(0.0, 0.0), *steps]
    ends = [at for at, _ in steps] + [total]
    return profile(*((at, end, z, z) for (at, z), end in zip(places, ends, strict=True)))


def total(paid: list) -> float:
    return round(sum(one.height for one in paid), 9)


@pytest.mark.parametrize(
    ("ground", "halves", "whole"),
    [
        (stairs((4, 2)), 2.0, 2.0),
        (stairs((4, 0.49)), 0.0, 0.0),
        (stairs((4, 0.5)), 0.5, 1.0),
        (stairs((4, 0.3), (5, 0.6)), 0.5, 1.0),
        (stairs((4, 0.3), (5, 0.0), (6, 0.3)), 0.0, 0.0),
        (stairs((4, 0.7), (5, 1.0)), 1.0, 1.0),
        (stairs((4, 1.0), (5, 0.0)), 2.0, 2.0),
        (stairs((4, 0.6), (5, 1.2)), 1.0, 1.0),
        (stairs((4, 1.25)), 1.0, 1.0),
        (profile((0, 4, 0, 0), (4, 8, 0, 2)), 2.0, 2.0),
        (profile((0, 4, 0, 0), (4, 5, 0, 0.9), (5, 6, 0.9, 0)), 1.0, 2.0),
    ],
    ids=[
        "a step of two inches",
        "under half an inch is free",
        "half an inch is paid",
        "two free steps add up",
        "up and down again adds up to nothing",
        "what was free is paid with the next step",
        "up and down cost the same",
        "steps rounded each from the start",
        "a quarter stays free",
        "a ramp is paid by its height",
        "a mound is paid up and down",
    ],
)
def test_heights_paid(ground: Profile, halves: float, whole: float) -> None:
    assert total(paid_heights(ground, **HALVES)) == halves
    assert total(paid_heights(ground, **WHOLE)) == whole


def test_where_a_height_is_paid() -> None:
    ((at, height),) = [(one.at, one.height) for one in paid_heights(stairs((4, 0.3), (5, 0.6)), **HALVES)]
    assert (at, height) == (5.0, 0.5)


@pytest.mark.parametrize(
    ("ground", "expected"),
    [
        (profile((0, 3, 0, 0), (3, 9, 0, 2), (9, 10, 2, 2)), 6.0),
        (profile((0, 3, 0, 0), (3, 5.2, 0, 0.4), (5.2, 10, 0.4, 0.4)), 3.0),
        (profile((0, 3, 0, 0), (3, 4, 0, 2), (4, 10, 2, 2)), 2.0),
        (profile((0, 3, 0, 0), (3, 4.5, 0, 0.5), (4.5, 9, 0.5, 2), (9, 10, 2, 2)), 6.0),
        (stairs((4, 1)), 1.0),
    ],
    ids=[
        "classic: each of six inches of a ramp counts as one",
        "a started inch counts",
        "steeper than one to one counts by its height",
        "two slopes in one go are one ramp",
        "a step stays a step",
    ],
)
def test_slopes_paid_by_the_inch(ground: Profile, expected: float) -> None:
    assert total(paid_by_inch(ground, **HALVES)) == expected


@pytest.mark.parametrize(
    ("ground", "most", "refused"),
    [
        (stairs((3, 1), (4, 2), (5, 3), (6, 4)), 2.0, False),
        (stairs((3, 1), (5, 2)), 1.0, False),
        (stairs((3, 1), (4, 2)), 1.0, True),
        (stairs((3, 1), (4.99, 2)), 1.0, True),
        (stairs((3, 2), (4, 4)), 2.0, True),
        (stairs((3, 4)), 2.0, True),
        (stairs((3, 1), (3.5, 0), (4, 1)), 1.0, False),
        (profile((0, 2, 0, 0), (2, 8, 0, 2), (8, 9, 2, 2)), 1.0, False),
        (profile((0, 2, 0, 0), (2, 6, 0, 2), (6, 9, 2, 2)), 1.0, False),
        (profile((0, 2, 0, 0), (2, 5.9, 0, 2), (5.9, 9, 2, 2)), 1.0, True),
    ],
    ids=[
        "four steps an inch apart for a 'Mech",
        "steps two inches apart for a tank",
        "steps an inch apart for a tank",
        "steps a hair less than two inches apart",
        "two rises of two inches an inch apart",
        "a cliff",
        "over a low wall and back",
        "a gentle ramp",
        "a ramp of exactly one in two",
        "a ramp a little steeper",
    ],
)
def test_climbs_within_two_inches_of_travel(ground: Profile, most: float, refused: bool) -> None:
    assert bool(steep_within(ground, most=most + 1e-6, window=2.0)) is refused


def test_what_is_too_steep_is_told_from_the_first_to_the_last_step() -> None:
    (steep,) = steep_within(stairs((3, 1), (4, 2)), most=1.0 + 1e-6, window=2.0)
    assert (steep.at, steep.until, steep.rise, steep.inches) == (3.0, 4.0, 2.0, 1.0)


def test_two_cliffs_are_two_finds() -> None:
    found = steep_within(stairs((3, 4), (8, 0)), most=2.0, window=2.0)
    assert [(one.at, one.rise) for one in found] == [(3.0, 4.0), (8.0, 4.0)]


def test_fixed_pieces_begin_at_the_start() -> None:
    apart, together = stairs((1.9, 1), (2.1, 2)), stairs((2.1, 1), (3.9, 2))
    assert not steep_in_pieces(apart, most=1.0 + 1e-6, window=2.0)
    assert steep_within(apart, most=1.0 + 1e-6, window=2.0)
    (steep,) = steep_in_pieces(together, most=1.0 + 1e-6, window=2.0)
    assert (steep.at, steep.until, steep.rise) == (2.1, 3.9, 2.0)


def test_steps_without_a_rest_between_them_are_one() -> None:
    ground = stairs((3, 1), (4, 2))
    assert not steep_level_changes(ground, most=1.0 + 1e-6, uneven=[(2.5, 3.5), (3.5, 4.5)])
    (steep,) = steep_level_changes(ground, most=1.0 + 1e-6, uneven=[(2.4, 4.6)])
    assert (steep.at, steep.until, steep.rise) == (3.0, 4.0, 2.0)


def test_steps_up_and_down_without_a_rest_do_not_add_up() -> None:
    assert not steep_level_changes(stairs((3, 1), (4, 0)), most=1.0 + 1e-6, uneven=[(2.0, 5.0)])


def test_steps_are_where_parts_do_not_meet() -> None:
    assert [(step.at, step.before, step.after) for step in level_changes_of(stairs((3, 1), (4, -1)))] == [
        (3.0, 0.0, 1.0),
        (4.0, 1.0, -1.0),
    ]


inches = st.integers(1, 39).map(lambda quarter: quarter / 4)
heights = st.integers(-8, 8).map(lambda quarter: quarter / 4)


@given(st.dictionaries(inches, heights, max_size=6), st.sampled_from([1.0, 2.0]))
def test_a_path_walked_back_is_as_steep(steps: dict[float, float], most: float) -> None:
    ground = stairs(*sorted(steps.items()))
    back = Profile(
        10.0 - ground.end[::-1],
        10.0 - ground.start[::-1],
        ground.z_end[::-1],
        ground.z_start[::-1],
        ground.cell[::-1],
    )
    assert bool(steep_within(ground, most=most + 1e-6, window=2.0)) == bool(
        steep_within(back, most=most + 1e-6, window=2.0)
    )


@given(st.dictionaries(inches, heights, max_size=6), inches)
def test_cutting_a_profile_changes_nothing(steps: dict[float, float], cut: float) -> None:
    ground = stairs(*sorted(steps.items()))
    parts = list(zip(ground.start, ground.end, ground.z_start, ground.z_end, strict=True))
    cut_up = [
        piece
        for start, end, low, high in parts
        for piece in (
            ((start, cut, low, high), (cut, end, low, high))
            if start < cut < end
            else ((start, end, low, high),)
        )
    ]
    for how in (HALVES, WHOLE):
        assert total(paid_heights(profile(*cut_up), **how)) == total(paid_heights(ground, **how))
    assert len(steep_within(profile(*cut_up), most=1.5, window=2.0)) == len(
        steep_within(ground, most=1.5, window=2.0)
    )


@pytest.mark.parametrize(
    ("ground", "within", "added"),
    [
        (stairs((4, 1.5), (4.5, 0.0)), [], [3.0]),
        (stairs((4, 1.5), (6, 0.0)), [], []),
        (stairs((4, 1.0), (5, 2.0), (5.5, 3.0)), [3.0], [3.0]),
        (profile((0, 4, 0, 0), (4, 5, 0, 1.5), (5, 6, 1.5, 0), (6, 9, 0, 0)), [], [3.0]),
        (stairs(), [], []),
    ],
    ids=["up and down", "up, and down when that is travelled", "only up", "slopes", "level ground"],
)
def test_up_and_down_add_where_the_table_says_so(
    ground: Profile, within: list[float], added: list[float]
) -> None:
    assert [steep.rise for steep in steep_within(ground, most=2.0, window=2.0)] == within
    found = steep_in_sum(ground, most=2.0, window=2.0)
    assert [steep.rise for steep in found] == pytest.approx(added, abs=1e-5)


def test_a_path_over_thousands_of_steps_is_looked_at_soon() -> None:
    comb = stairs(*((1 + k / 500, 3.0 * (k % 2)) for k in range(1, 3000)))
    assert len(steep_within(comb, most=2.0, window=2.0)) == 2999
    assert len(steep_in_sum(comb, most=2.0, window=2.0)) == 2999
