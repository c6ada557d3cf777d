"""Points from two distances: what was measured is what lies there."""

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from astrike.geometry.measuring import SLACK, FromCorner, FromEdge, Tape, meet, residual

EDGES = {
    "west": ((0.0, 0.0), (1.0, 0.0)),
    "south": ((0.0, 0.0), (0.0, 1.0)),
    "east": ((72.0, 48.0), (-1.0, 0.0)),
    "north": ((72.0, 48.0), (0.0, -1.0)),
}
places = st.tuples(st.floats(0, 72), st.floats(0, 48))


@st.composite
def tapes(draw: st.DrawFn, point: tuple[float, float]) -> Tape:
    """A measurement that ends at the point."""
    if draw(st.booleans()):
        through, normal = EDGES[draw(st.sampled_from(sorted(EDGES)))]
        return FromEdge(through, normal, residual(FromEdge(through, normal, 0.0), point))
    corner = draw(places)
    return FromCorner(corner, math.dist(corner, point))


@settings(max_examples=150)
@given(st.data(), places)
def test_a_point_that_was_measured_from_two_places_is_found(
    data: st.DataObject, point: tuple[float, float]
) -> None:
    one, other = data.draw(tapes(point)), data.draw(tapes(point))
    met = meet(one, other)
    assume(met.fault not in ("parallel", "same"))
    # Where the circles hardly cross, a hair in the tape is much on the table.
    near = min(math.dist(point, found) for found in met.points)
    assert near < 1e-3
    for found in met.points:
        assert abs(residual(one, found)) <= met.off / 2 + 1e-6
        assert abs(residual(other, found)) <= met.off / 2 + 1e-6


@settings(max_examples=60)
@given(places, places, st.floats(0.5, 60), st.floats(0.5, 60))
def test_the_order_of_the_two_measurements_decides_nothing_but_their_names(
    one: tuple[float, float], other: tuple[float, float], first: float, second: float
) -> None:
    there, back = (
        meet(FromCorner(one, first), FromCorner(other, second)),
        meet(FromCorner(other, second), FromCorner(one, first)),
    )
    assert (there.fault, there.off) == (back.fault, pytest.approx(back.off, abs=1e-9))
    for a, b in zip(there.points, reversed(back.points), strict=True):
        assert a == pytest.approx(b, abs=1e-5)


@pytest.mark.parametrize(
    ("one", "other", "fault", "off"),
    [
        (FromCorner((0, 0), 3), FromCorner((10, 0), 3.8), "short", 3.2),
        (FromCorner((0, 0), 10), FromCorner((1, 0), 4), "inside", 5.0),
        (FromEdge((0, 0), (1, 0), 5), FromCorner((12, 3), 4), "short", 3.0),
        (FromEdge((0, 0), (1, 0), 5), FromEdge((48, 0), (-1, 0), 40), "parallel", 3.0),
        (FromCorner((2, 2), 3), FromCorner((2, 2), 4.5), "same", 1.5),
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
    one: Tape, other: Tape, fault: str, off: float
) -> None:
    met = meet(one, other)
    assert (met.points, met.fault, met.off) == ((), fault, pytest.approx(off))


@pytest.mark.parametrize(
    ("one", "other", "point"),
    [
        (FromCorner((0, 0), 4.9), FromCorner((10, 0), 4.9), (5.0, 0.0)),
        (FromCorner((0, 0), 10), FromCorner((4, 0), 5.8), (9.9, 0.0)),
        (FromCorner((4, 0), 5.8), FromCorner((0, 0), 10), (9.9, 0.0)),
        (FromEdge((0, 0), (1, 0), 5), FromCorner((9, 3), 3.8), (5.1, 3.0)),
    ],
    ids=["just too short", "just too long", "the other way round", "just short of a line"],
)
def test_a_tape_that_sags_a_little_means_the_point_between(
    one: Tape, other: Tape, point: tuple[float, float]
) -> None:
    met = meet(one, other)
    assert met.fault is None
    assert met.off == pytest.approx(0.2)
    assert met.off <= SLACK
    assert met.points == (pytest.approx(point),)
