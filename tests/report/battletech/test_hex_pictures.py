"""Pictures of a patch of hexes: everything that counts is framed, numbered or written, wherever the patch lies."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astrike.model.battletech.hex import HexAnswer, HexQuestion
from astrike.report.battletech.hex_side_view import side_view
from astrike.report.battletech.hex_top_view import TopView, pins_of, top_view
from astrike.report.battletech.hex_window import (
    LAST,
    MOST_COLUMNS,
    MOST_ROWS,
    WIDTH,
    HexWindow,
    cell_of,
    name_of,
    whole_window,
    window_around,
)
from astrike.report.battletech.picture_svg import svg_of
from astrike.report.battletech.pictures import ClassicPicture
from astrike.rulebook.battletech.loader import load_battletech
from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.hex_card import HEX_CARD

Json = dict[str, Any]
LINE: Json = {
    "hexes": {
        "0504": {"woods": "heavy"},
        "0503": {"level": 1},
        "0404": {"building": {"levels": 3}},
        "0604": {"water": 2},
        "0603": {"smoke": "light"},
    },
    "attacker": {"hex": "0506", "twist": 1},
    "target": {"hex": "0502", "facing": 3},
}


def asked(question: Json) -> tuple[HexQuestion, HexAnswer]:
    reply = ask_card(HEX_CARD, question)
    return reply.question, reply.answer


def from_above(question: Json, window: HexWindow | None = None) -> ClassicPicture:
    read, answer = asked(question)
    shown = window or whole_window(read)
    return top_view(TopView(read, shown, answer.sight, answer.move), str)


def from_the_side(question: Json) -> ClassicPicture:
    read, answer = asked(question)
    assert answer.sight is not None
    return side_view(read, answer.sight, load_battletech("").hex_growth, str)


def texts(picture: ClassicPicture) -> list[str]:
    return [each.text for each in picture.letters]


def count(picture: ClassicPicture, css: str) -> int:
    return sum(1 for each in picture.outlines if css in each.css.split())


# ---- which hexes


@given(st.integers(1, LAST), st.integers(1, LAST))
def test_a_hex_is_named_by_column_and_row(column: int, row: int) -> None:
    assert cell_of(name_of((column, row))) == (column, row)


@given(st.integers(1, LAST), st.integers(1, LAST), st.integers(-200, 200), st.integers(-200, 200))
def test_a_window_never_leaves_the_map(column: int, row: int, right: int, down: int) -> None:
    window = HexWindow(column, row).moved(0, 0).moved(right, down)
    assert window.column >= 1
    assert window.row >= 1
    assert window.column + window.columns - 1 <= LAST
    assert window.row + window.rows - 1 <= LAST


@given(st.integers(1, LAST), st.integers(1, LAST))
def test_hexes_lie_beside_each_other_without_gaps(column: int, row: int) -> None:
    window = HexWindow(column, row).moved(0, 0)
    name = name_of((window.column + 2, window.row + 2))
    below = name_of((window.column + 2, window.row + 3))
    assert window.side(name, 3) == pytest.approx(window.side(below, 0), abs=0.2)
    is_low = (window.column + 2) % 2 == 0
    beside = name_of((window.column + 3, window.row + (3 if is_low else 2)))
    assert window.side(name, 2) == pytest.approx(window.side(beside, 5), abs=0.2)


def test_both_units_are_shown_where_they_fit() -> None:
    read, _answer = asked(LINE)
    window = window_around(read, ["0707"], columns=9, rows=7)
    assert all(window.shows(name) for name in ("0506", "0502", "0707"))
    far, _answer = asked({**LINE, "target": {"hex": "4040"}})
    window = window_around(far, columns=9, rows=7)
    assert window.shows("0506")
    assert not window.shows("4040")


def test_a_large_patch_is_shown_in_part() -> None:
    hexes = {name_of((column, 30)): {"level": 1} for column in range(1, 90)}
    read, _answer = asked({**LINE, "hexes": hexes})
    window = whole_window(read)
    assert (window.columns, window.rows) <= (MOST_COLUMNS, MOST_ROWS)
    assert window.shows("0506")


# ---- from above


def test_every_hex_has_its_name_and_what_it_is_written_in_it() -> None:
    picture = from_above(LINE, HexWindow(1, 1))
    assert count(picture, "hx-hex") == 63
    for expected in ("0504", "L1", "B3", "D2", "A", "T"):
        assert expected in texts(picture)
    assert count(picture, "hx-tree") == 6
    assert count(picture, "hx-smoke") == 1
    assert "0504 heavy woods" in picture.said
    assert picture.width == WIDTH


def test_what_decides_is_framed_and_numbered() -> None:
    read, answer = asked({**LINE, "hexes": {"0504": {"level": 3}, "0503": {"level": 1}}})
    assert answer.sight is not None
    picture = from_above({**LINE, "hexes": {"0504": {"level": 3}, "0503": {"level": 1}}})
    assert pins_of(answer.sight) == {"0504": 1, "0503": 2}
    assert count(picture, "hx-matters") == 2
    assert count(picture, "hx-line-no") == 1
    assert {"1", "2"} <= set(texts(picture))
    assert read.attacker is not None


def test_along_borders_both_candidates_are_drawn_and_the_counted_one_marked() -> None:
    picture = from_above(
        {"hexes": {"0604": {"woods": "heavy"}}, "attacker": {"hex": "0505"}, "target": {"hex": "0905"}}
    )
    assert count(picture, "hx-counted") == 2
    assert count(picture, "hx-not-counted") == 2


def test_a_path_has_the_mp_of_each_hex() -> None:
    question = {**LINE, "path": {"from": "0506", "steps": ["forward", "forward"]}}
    _read, answer = asked(question)
    assert answer.move is not None
    spent = [each.text for each in from_above(question).letters if each.css == "hx-mp"]
    assert spent == [str(leg.cost) for leg in answer.move.legs]


def test_small_hexes_have_no_words() -> None:
    picture = from_above({**LINE, "target": {"hex": "2520"}})
    assert texts(picture) == []
    assert count(picture, "hx-unit") == 4


# ---- from the side


def test_the_line_goes_from_height_to_height() -> None:
    picture = from_the_side(LINE)
    assert "A at height 2" in picture.said
    (line,) = [each for each in picture.outlines if each.css == "hx-line"]
    (start, end) = line.points
    assert start[0] < end[0]
    assert start[1] == end[1]
    assert count(picture, "hx-canopy") == 1
    assert count(picture, "hx-earth") == 5


def test_water_and_buildings_have_their_levels() -> None:
    picture = from_the_side(
        {
            "hexes": {"0504": {"water": 3}, "0503": {"building": {"levels": 4}}, "0502": {"level": 6}},
            "attacker": {"hex": "0505"},
            "target": {"hex": "0501"},
        }
    )
    (water,) = [each for each in picture.outlines if "hx-w2" in each.css]
    (building,) = [each for each in picture.outlines if "hx-building" in each.css]

    def tall(points: tuple[tuple[float, float], ...]) -> float:
        return points[2][1] - points[1][1]

    assert tall(building.points) / tall(water.points) == pytest.approx(4 / 3, abs=0.02)


def test_one_hex_has_one_column() -> None:
    question = {
        "hexes": {"0505": {"building": {"levels": 3}}},
        "attacker": {"hex": "0505", "elevation": 3},
        "target": {"hex": "0505", "unit": {"kind": "infantry"}},
    }
    assert from_the_side(question).height > 0


def test_a_picture_leaves_as_svg_with_what_it_says() -> None:
    svg = svg_of(from_above(LINE))
    assert svg.startswith('<svg class="classic-picture"')
    assert "0504 heavy woods; " in svg
    with_colors = HEX_CARD.json_with_picture(ask_card(HEX_CARD, LINE))["picture"]
    assert isinstance(with_colors, str)
    assert "prefers-color-scheme: dark" in with_colors
