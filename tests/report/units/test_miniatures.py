"""A letter in a base can be read: nothing of its own color touches it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astrike.formats.table.table_file import read_table
from astrike.model.unit import Unit
from astrike.report.drawing.shapes import text_width, upright_frame
from astrike.report.table.board import board
from astrike.report.units.marks import UnitMark
from astrike.report.units.miniatures import LETTER_FROM, Miniature, miniature
from astrike.rules.table.prepared_table import prepare_table
from astrike.web.home.demo import demo_text
from tests.report.drawing.path_reader import read_path

LETTERS = st.sampled_from(["A", "D", "I", "M", "W", "A2", "W9"])
STROKE = 1.3


def drawn(letter: str, side: str, room: float) -> Miniature:
    frame = upright_frame(room / 0.625, left=100.0, bottom=100.0)
    return miniature(Unit("u", (0.0, 0.0), "u"), UnitMark(letter, side, side), frame)


@given(LETTERS, st.sampled_from("newx"), st.floats(4.0, 60.0))
def test_the_shape_of_a_side_keeps_clear_of_the_letter_in_it(letter: str, side: str, room: float) -> None:
    mini = drawn(letter, side, room)
    assert mini.has_letter == (room >= LETTER_FROM)
    if not mini.emblem:
        return
    assert mini.has_letter
    text = 12.0 if len(letter) == 1 else 9.5
    wide, high = text_width(letter, text) / 2.0, text * 0.36
    (corners,) = read_path(mini.emblem)
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        for x in (mini.x - wide, mini.x + wide):
            for y in (mini.y - high, mini.y + high):
                off = abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length
                assert off > STROKE / 2.0 + 0.5


@pytest.mark.parametrize("side", "snewx")
def test_a_small_base_has_its_letter_alone_and_a_large_one_the_shape_around_it(side: str) -> None:
    small, large = drawn("D", side, 8.2), drawn("D", side, 24.0)
    assert (small.has_letter, small.emblem) == (True, "")
    assert large.has_letter
    assert large.emblem


def test_on_a_phone_the_letters_of_the_demo_stand_alone_in_their_bases() -> None:
    prepared = prepare_table(read_table(demo_text("diagram")))
    for width in (375.0, 390.0, 420.0, 440.0):
        view = board(
            prepared.table, prepared.bodies, width_px=width, tops=prepared.heights, edition=prepared.edition
        )
        lettered = {unit.id for unit in view.units if unit.mini.has_letter} | {
            tag.unit_id for tag in view.tags
        }
        assert lettered == {unit.id for unit in prepared.table.units}
        assert not [unit.id for unit in view.units if unit.mini.emblem]
