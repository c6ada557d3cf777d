"""Whatever scale an import proposes, the form takes it as it is proposed, and a table comes of it where any can."""

from collections.abc import Mapping
from types import MappingProxyType

import pytest
from flask import Flask
from hypothesis import example, given, settings
from hypothesis import strategies as st

from astrike.formats.maps.foundry.reading import read_foundry
from astrike.formats.maps.guesses import (
    can_make_a_table,
    guess_by_size,
    guess_scale,
    makes_a_table,
    scale_words,
    stated_or_guessed,
)
from astrike.formats.maps.reading import read_map
from astrike.model.imported_map import DrawnMap
from astrike.web.http.forms import number_or_text
from astrike.web.terrain.import_preview import ImportPreview, preview_of
from tests.soak import examples

SIDES = st.floats(min_value=1e-3, max_value=1e7)
SCALES = st.floats(min_value=1e-6, max_value=1e6)
"""The largest map that is read has some 1e7 units."""


@given(SIDES, SIDES)
@example(1e7, 1e7)
@example(12.5, 149.9)
@example(2.0, 23.7)
def test_a_guess_makes_a_table_wherever_a_scale_does(width: float, depth: float) -> None:
    for guess in (guess_scale, guess_by_size):
        scale = guess(width, depth)
        assert scale > 0
        if can_make_a_table(width, depth):
            assert makes_a_table(scale, width, depth)


@given(SCALES)
@example(1e-5)
@example(1e6)
def test_a_scale_is_written_as_people_type_it(scale: float) -> None:
    words = scale_words(scale)
    typed = number_or_text(words)
    assert not isinstance(typed, str)
    assert typed == pytest.approx(scale, rel=1e-5)
    assert typed > 0


@given(SCALES, SIDES, SIDES)
def test_what_a_file_says_counts_where_it_makes_a_table(said: float, width: float, depth: float) -> None:
    scale, notes = stated_or_guessed(said, width, depth, unit="cell")
    if makes_a_table(said, width, depth) or not can_make_a_table(width, depth):
        assert (scale, notes) == (said, ())
    else:
        assert makes_a_table(scale, width, depth)
        assert "which is no table" in notes[0].words


def scene(cells: tuple[int, int], *, inches: float | None) -> DrawnMap:
    grid: dict[str, object] = {"size": 10}
    if inches is not None:
        grid |= {"distance": inches, "units": "in"}
    wall = {"c": [10, 10, 40, 10], "move": 20, "sight": 20, "door": 0}
    return read_foundry(
        {"width": cells[0] * 10, "height": cells[1] * 10, "padding": 0, "grid": grid, "walls": [wall]}
    )


def svg(size: tuple[int, int], *, millimetres: float) -> DrawnMap:
    width, depth = size
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{millimetres:f}mm" viewBox="0 0 {width} {depth}"'
        f' height="{millimetres * depth / width:f}mm"><rect id="woods" width="{width / 4}" height="{depth / 4}"/></svg>'
    )
    return read_map(text.encode())


def preview(app: Flask, drawing: DrawnMap, values: Mapping[str, str] = MappingProxyType({})) -> ImportPreview:
    with app.app_context():
        return preview_of(drawing, values, edition="ce-5.01", name="x")


def assert_acceptable(app: Flask, drawing: DrawnMap) -> None:
    """Send the form back just as it was proposed."""
    proposed = preview(app, drawing)
    for found in (proposed, preview(app, drawing, proposed.values)):
        assert [each for each in found.problems if each.at == "Scale"] == []


@settings(max_examples=examples(20, soaked=40), deadline=None)
@given(
    st.tuples(st.integers(5, 3000), st.integers(5, 3000)).filter(lambda size: can_make_a_table(*size)),
    st.none() | SCALES,
)
@example((33, 22), 1e-5)
@example((33, 22), 1.0)
def test_a_scene_can_be_accepted_as_it_is_proposed(
    made_once: Flask, cells: tuple[int, int], inches: float | None
) -> None:
    assert_acceptable(made_once, scene(cells, inches=inches))


@settings(max_examples=30, deadline=None)
@given(
    st.tuples(st.integers(5, 3000), st.integers(5, 3000)).filter(lambda size: can_make_a_table(*size)),
    st.floats(min_value=0.01, max_value=1e5),
)
def test_a_drawing_can_be_accepted_as_it_is_proposed(
    made_once: Flask, size: tuple[int, int], millimetres: float
) -> None:
    assert_acceptable(made_once, svg(size, millimetres=millimetres))


def test_a_scene_of_a_hundred_thousandth_of_an_inch_says_what_was_guessed_instead(made_once: Flask) -> None:
    drawing = scene((33, 22), inches=1e-5)
    assert drawing.scale is None
    assert preview(made_once, drawing).values["scale"] == "1"
    assert "the file says 0.00001″ a cell: 0.00033 by 0.00022″, which is no table" in [
        each.words for each in drawing.notes
    ]


def test_heights_are_those_at_the_scale_that_is_proposed() -> None:
    region = {
        "name": "Hill",
        "elevation": {"bottom": 0, "top": 2},
        "shapes": [{"type": "rectangle", "x": 40, "y": 40, "width": 60, "height": 60}],
    }
    found = {
        "width": 330,
        "height": 220,
        "padding": 0,
        "regions": [region],
    }
    odd, usual = (
        read_foundry({**found, "grid": {"size": 10, "distance": inches, "units": "in"}})
        for inches in (1e-5, 1)
    )
    assert [each.height for each in usual.groups] == [2.0]
    assert [each.height for each in odd.groups] == [2.0]
