"""Solids with many corners: the skyline alone gives what all edges give, at a cost that grows as the corners do."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.geometry import view_slices
from astrike.geometry.arrays import Floats, make_polygon
from astrike.geometry.prisms import Prisms, make_prisms
from astrike.geometry.sight import hidden_shares
from astrike.geometry.view_slices import cut_view_slices, meet_prisms
from astrike.geometry.view_wedges import ViewWedges
from tests.geometry.solids import Look
from tests.many_corners import comb, star
from tests.oracle.plain import Solid
from tests.soak import examples

LAW = settings(max_examples=examples(25, soaked=200), deadline=None)


def spiral(corners: int) -> Floats:
    turn = np.linspace(0, 8 * math.pi, corners // 2)
    out = 1 + 6 * turn / turn[-1]
    way = np.column_stack((np.cos(turn), np.sin(turn)))
    return 15 + np.vstack((out[:, None] * way, ((out - 0.4)[:, None] * way)[::-1]))


SHAPES = {"star": star, "comb": comb, "spiral": spiral}


def solid(outline: Floats, *, top: float = 3.0, bottom: float = 0.0, slope: float = 0.0) -> Solid:
    return Solid(make_polygon(outline), bottom, (top - 15 * slope, slope, 0.0))


def prisms_of(solids: Sequence[Solid]) -> Prisms:
    return make_prisms(
        [each.polygon for each in solids],
        bottom=[each.bottom for each in solids],
        top=[each.top for each in solids],
        piece=range(len(solids)),
    )


def places(low: float, high: float) -> st.SearchStrategy[float]:
    return st.floats(low, high).map(lambda value: round(value, 3))


@st.composite
def many_cornered(draw: st.DrawFn) -> list[Solid]:
    """Up to three stars, some with a yard, a slope or air below, some high up and thin."""
    found = []
    for _ in range(draw(st.integers(1, 3))):
        at = draw(places(10, 20)), draw(places(10, 20))
        outline = star(
            2 * draw(st.integers(15, 60)), at=at, outer=draw(places(3, 6)), inner=draw(places(1, 2.5))
        )
        yard = [star(24, at=at, outer=0.9, inner=0.4)[::-1]] if draw(st.booleans()) else []
        slope = draw(st.sampled_from((0.0, 0.0, 0.04)))
        bottom = draw(st.sampled_from((0.0, -1.0, 0.5, 2.0, 3.5)))
        top = bottom + draw(st.one_of(places(0.02, 0.3), places(0.8, 4))) + 0.3 - at[0] * slope
        found.append(Solid(make_polygon(outline, yard), bottom, (top, slope, 0.0)))
    return found


@st.composite
def through(draw: st.DrawFn) -> Look:
    eye = draw(places(5, 25)), draw(places(5, 25)), draw(places(0, 5))
    foot = draw(places(26, 30)), draw(places(5, 25)), draw(st.sampled_from((0.0, 1.0, -1.0, 3.0)))
    return Look(eye, foot)


@LAW
@given(many_cornered(), through())
def test_the_skyline_hides_what_all_edges_hide(table: list[Solid], look: Look) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(view_slices, "_MANY", 4)
        mine = look.shares(prisms_of(table))
        patch.setattr(view_slices, "_MANY", 10**9)
        whole = look.shares(prisms_of(table))
    assert mine.share == pytest.approx(whole.share, abs=1e-9)
    assert mine.piece.tolist() == whole.piece.tolist()
    assert mine.part == pytest.approx(whole.part, abs=1e-9)


@settings(LAW, max_examples=examples(8, soaked=60))
@given(many_cornered(), through())
def test_the_skyline_equals_thousands_of_plain_slices(table: list[Solid], look: Look) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(view_slices, "_MANY", 4)
        share = float(look.shares(prisms_of(table)).share[0])
    assert abs(share - look.sliced(table)) < 0.005


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    ("eye", "top"), [(2.0, 3.0), (5.0, 1.0)], ids=["from below its top", "from above it"]
)
def test_twice_the_corners_are_about_twice_the_bands(shape: str, eye: float, top: float) -> None:
    few, many = (bands(solid(SHAPES[shape](corners), top=top), eye) for corners in (2400, 4800))
    assert many <= 2.3 * few
    assert many <= 2 * 4800


@pytest.mark.parametrize(
    ("eye", "foot", "bottom", "top"),
    [(1.5, 0.0, 0.5, 3.0), (5.0, 0.0, 0.5, 0.52), (2.0, 3.0, 3.0, 5.0), (2.0, 3.0, 3.0, 3.1)],
    ids=["eye between", "plate below", "on a hill above", "plate above"],
)
def test_off_the_ground_twice_the_corners_are_about_twice_the_bands(
    eye: float, foot: float, bottom: float, top: float
) -> None:
    few, many = (
        bands(solid(sawtooth(corners), top=top, bottom=bottom), eye, foot) for corners in (1200, 2400)
    )
    assert few > 300
    assert many <= 2.3 * few


def sawtooth(corners: int) -> Floats:
    """Teeth whose tips lie along lines from west to east, each a little farther aside than the one before."""
    teeth = np.arange(corners - 2)
    tip = np.where(teeth % 2, 14.99 + 0.6 * teeth / len(teeth), 14.0)
    return np.vstack(([4.0, 13.0], np.column_stack((5 + 20 * teeth / len(teeth), tip)), [26.0, 13.0]))


def bands(one: Solid, eye: float, foot: float = 0.0) -> int:
    """Count the bands that a line right through a solid is measured by."""
    across = ViewWedges(
        np.array([[3.0, 15.0, eye]]),
        np.array([[24.0, 0.3]]),
        np.array([[0.0, -0.6]]),
        np.full(1, foot),
        np.full(1, 2.0),
    )
    prisms = prisms_of([one])
    meetings = meet_prisms(prisms, across, use=None)
    return len(cut_view_slices(prisms, across, meetings).bands.field)


@pytest.mark.parametrize(
    ("eye", "foot", "bottom", "top"),
    [(1.5, 0.0, 0.5, 3.0), (5.0, 0.0, 0.5, 1.0), (2.0, 3.0, 3.0, 5.0), (2.0, 3.0, 3.0, 3.1)],
    ids=["eye between", "plate below", "on a hill above", "plate above"],
)
def test_off_the_ground_the_edges_that_are_seen_hide_what_all_edges_hide(
    eye: float, foot: float, bottom: float, top: float
) -> None:
    prisms = prisms_of([solid(sawtooth(600), top=top, bottom=bottom)])
    look = Look((3, 15, eye), (27, 15.3, foot))
    mine = float(look.shares(prisms).share[0])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(view_slices, "_MANY", 10**9)
        whole = float(look.shares(prisms).share[0])
    assert 0.05 < mine < 0.95
    assert mine == pytest.approx(whole, abs=1e-9)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_line_through_thousands_of_corners_is_exact(shape: str) -> None:
    table = [solid(SHAPES[shape](4998), top=1.3)]
    found = hidden_shares(prisms_of(table), eye=(3, 15, 3), foot=(24, 15.4, 0), width=1.25, height=2)
    assert 0.05 < found.share[0] < 1
    assert float(found.share[0]) == pytest.approx(Look((3, 15, 3), (24, 15.4, 0)).sliced(table), abs=0.005)
