"""What answers cost grows no faster than tables do, at sizes small enough for a test; all sizes are in tests/bench.

The exponents have room for a busy machine: what is quadratic has 2.
"""

import xml.etree.ElementTree as ET
from collections.abc import Mapping

import pytest

from tests.bench.growth import (
    CHANGES,
    CORNERS,
    PIECES,
    TABLES,
    UNITS,
    Curve,
    Growth,
    curves,
    exponent,
    layout_work,
    over_changes,
    page_text,
    table_works,
)
from tests.bench.growth_chart import chart
from tests.bench.layouts import hills
from tests.bench.page import DOCS, section
from tests.bench.row import TOLERANCE
from tests.bench.tables import table_of_hills, table_of_pieces

ROOM = 1.55
LAYOUT = "layout checked"


def exponents(found: tuple[Curve, ...]) -> Mapping[str, float]:
    return {curve.answer: round(curve.exponent, 2) for curve in found}


def test_the_exponent_is_the_slope_over_the_larger_half() -> None:
    sizes = (1, 10, 100, 1_000)
    assert exponent(sizes, [5.0, 5.0, 1e2, 1e4]) == pytest.approx(2.0)


def test_a_steep_curve_needs_a_reason() -> None:
    steep = Curve("all pairs", (10, 100, 1_000), (1.0, 1e2, 1e4))
    assert not steep.holds
    assert Curve(steep.answer, steep.sizes, steep.seconds, "pairs").holds


def test_a_picture_has_a_line_and_a_name_for_each_answer() -> None:
    some = Curve("a <card>", (10, 100), (0.01, 0.1)), Curve("flat", (10, 100), (0.02, 0.02))
    picture = ET.fromstring(chart("Growth", "pieces", some))
    names = [text.text or "" for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert len(list(picture.iter("{http://www.w3.org/2000/svg}polyline"))) == len(some)
    assert {"a <card> (1.0)", "flat (0.0)", "10", "100", "10 ms", "pieces"} <= set(names)


def test_a_table_of_the_page_says_why_something_is_steep() -> None:
    text = page_text([Growth("units", "Units", "units", (Curve("all", (2, 400), (0.01, 2.0), "pairs"),))])
    assert "| all | 10 ms | 2 s | 1.00 | pairs |" in text
    assert "growth-units.svg" in text


def test_the_page_shows_every_picture_over_all_sizes() -> None:
    text = section("bench.growth")
    for key, sizes in (
        ("pieces", PIECES),
        ("units", UNITS),
        ("corners", CORNERS),
        ("tables", TABLES),
        ("changes", CHANGES),
    ):
        assert f"growth-{key}.svg" in text
        assert f": {sizes[0]:,} to {sizes[-1]:,}" in text
        assert (DOCS / f"growth-{key}.svg").is_file()


@pytest.mark.timing
def test_answers_grow_no_faster_than_the_pieces_of_a_table() -> None:
    found = exponents(curves((24, 48, 96, 192), lambda size: table_works(table_of_pieces(size, units=12))))
    assert {answer: each for answer, each in found.items() if each > ROOM} == {}


@pytest.mark.timing
def test_the_check_of_a_layout_grows_no_faster_than_its_hills() -> None:
    found = exponents(curves((50, 100, 200, 400), lambda size: [layout_work(table_of_hills(size))]))
    assert found[LAYOUT] <= ROOM


@pytest.mark.timing
def test_hundreds_of_hills_are_checked_in_time() -> None:
    assert [row.text() for row in hills() if not row.holds(within=2 * TOLERANCE)] == []


@pytest.mark.timing
def test_a_long_history_costs_no_more() -> None:
    found = exponents(over_changes((20, 100, 500)).curves)
    whole = found.pop("whole history as a file")
    assert whole <= ROOM
    assert {answer: each for answer, each in found.items() if abs(each) > ROOM / 2} == {}
