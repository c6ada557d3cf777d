"""Points from two distances: what was measured is what lies there."""

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from astrike.geometry.trilateration import (
    SLACK,
    CornerDistance,
    EdgeDistance,
    TapeDistance,
    meeting_points,
    residual,
)
from tests.soak import examples

EDGES = {
    "west": ((0.0, 0.0), (1.0, 0.0)),
    "south": ((0.0, 0.0), (0.0, 1.0)),
    "east": ((72.0, 48.0), (-1.0, 0.0)),
    "north": ((72.0, 48.0), (0.0, -1.0)),
}
places = st.tuples(st.floats(0, 72), st.floats(0, 48))


@st.composite
def tapes(draw: st.DrawFn, point: tuple[float, float]) -> TapeDistance:
    """A measurement that ends at the point."""
    if draw(st.booleans()):
        through, normal = EDGES[draw(st.sampled_from(sorted(EDGES)))]
        return EdgeDistance(through, normal, residual(EdgeDistance(through, normal, 0.0), point))
    corner = draw(places)
    return CornerDistance(corner, math.dist(corner, point))


@settings(max_examples=examples(20, soaked=150))
@given(st.data(), places)
def test_a_point_that_was_measured_from_two_places_is_found(
    data: st.DataObject, point: tuple[float, float]
) -> None:
    one, other = data.draw(tapes(point)), data.draw(tapes(point))
    met = meeting_points(one, other)
    assume(met.fault not in ("parallel", "same"))
    # Where the circles hardly cross, a hair in the tape is much on the table.
    near = min(math.dist(point, found) for found in met.points)
    assert near < 1e-3
    for found in met.points:
        assert abs(residual(one, found)) <= met.off / 2 + 1e-6
        assert abs(residual(other, found)) <= met.off / 2 + 1e-6


@settings(max_examples=examples(25, soaked=60))
@given(places, places, st.floats(0.5, 60), st.floats(0.5, 60))
def test_the_order_of_the_two_measurements_decides_nothing_but_their_names(
    one: tuple[float, float], other: tuple[float, float], first: float, second: float
) -> None:
    there, back = (
        meeting_points(CornerDistance(one, first), CornerDistance(other, second)),
        meeting_points(CornerDistance(other, second), CornerDistance(one, first)),
    )
    assert (there.fault, there.off) == (back.fault, pytest.approx(back.off, abs=1e-9))
    for a, b in zip(there.points, reversed(back.points), strict=True):
        assert a == pytest.approx(b, abs=1e-5)


@pytest.mark.parametrize(
    ("one", "other", "fault", "off"),
    [
        (CornerDistance((0, 0), 3), CornerDistance((10, 0), 3.8), "short", 3.2),
        (CornerDistance((0, 0), 10), CornerDistance((1, 0), 4), "inside", 5.0),
        (EdgeDistance((0, 0), (1, 0), 5), CornerDistance((12, 3), 4), "short", 3.0),
        (EdgeDistance((0, 0), (1, 0), 5), EdgeDistance((48, 0), (-1, 0), 40), "parallel", 3.0),
        (CornerDistance((2, 2), 3), CornerDistance((2, 2), 4.5), "same", 1.5),
    ],
    ids=[
        "tapes too short",
        "one circle in the other",
        "short of a line",
        "opposite edges",
        "one corner twice",
    ],
)
def test_measurements_that_do_not_meet_say_by_how_much(
    one: TapeDistance, other: TapeDistance, fault: str, off: float
) -> None:
    met = meeting_points(one, other)
    assert (met.points, met.fault, met.off) == ((), fault, pytest.approx(off))


@pytest.mark.parametrize(
    ("one", "other", "point"),
    [
        (CornerDistance((0, 0), 4.9), CornerDistance((10, 0), 4.9), (5.0, 0.0)),
        (CornerDistance((0, 0), 10), CornerDistance((4, 0), 5.8), (9.9, 0.0)),
        (CornerDistance((4, 0), 5.8), CornerDistance((0, 0), 10), (9.9, 0.0)),
        (EdgeDistance((0, 0), (1, 0), 5), CornerDistance((9, 3), 3.8), (5.1, 3.0)),
    ],
    ids=["just too short", "just too long", "the other way round", "just short of a line"],
)
def test_a_tape_that_sags_a_little_means_the_point_between(
    one: TapeDistance, other: TapeDistance, point: tuple[float, float]
) -> None:
    met = meeting_points(one, other)
    assert met.fault is None
    assert met.off == pytest.approx(0.2)
    assert met.off <= SLACK
    assert met.points == (pytest.approx(point),)
