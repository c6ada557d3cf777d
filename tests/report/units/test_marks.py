"""Letters, shapes and colors of units."""

import pytest

from astrike.formats.table.table_file import parse_document
from astrike.model.table import Table
from astrike.model.unit import Unit
from astrike.report.units.marks import marks, sides
from tests import builders


def table_of(*counts: tuple[str | None, int]) -> Table:
    units = [
        builders.unit(f"{side}-{n}", (2 + n % 40, 3), **({"side": side} if side else {}))
        for side, count in counts
        for n in range(count)
    ]
    return parse_document(builders.document(*units, width=48, depth=36))


def test_letters_are_given_per_side_in_the_order_of_the_file_without_i_and_o() -> None:
    found = marks(table_of(("blue", 9), ("red", 8)))
    assert "".join(mark.letter for mark in found.values()) == "ABCDEFGHJ" + "KLMNPQRS"


def test_when_letters_are_used_up_they_come_again_with_a_number() -> None:
    letters = [mark.letter for mark in marks(table_of(("blue", 20))).values()]
    assert letters[8:12] == ["J", "A2", "B2", "C2"]
    assert letters[18:] == ["A3", "B3"]


def test_every_unit_of_a_large_table_has_its_own_letter() -> None:
    found = marks(table_of(("blue", 24), ("red", 24), ("green", 9), ("grey", 9), (None, 6), ("more", 3)))
    assert len({mark.letter for mark in found.values()}) == len(found)


def test_a_side_has_the_color_it_was_given_before_one_that_is_called_by_it() -> None:
    given = [{"id": "red"}, {"id": "west", "color": "red"}, {"id": "east"}, {"id": "blue", "color": "purple"}]
    found = sides(parse_document(builders.document(sides=given)))
    assert dict(found) == {"red": "s", "west": "n", "east": "e", "blue": "w"}


def test_sides_come_in_the_order_of_the_file() -> None:
    found = sides(table_of(("blue", 1), ("red", 1), ("green", 1), ("grey", 1), ("fifth", 1), ("sixth", 1)))
    assert dict(found) == {"blue": "s", "red": "n", "green": "e", "grey": "w", "fifth": "x", "sixth": "x"}


def test_a_side_called_by_a_colour_has_it_wherever_it_comes() -> None:
    found = sides(table_of(("Red", 1), ("purple", 1), ("dragons", 1), ("blue", 1), ("bears", 1)))
    assert dict(found) == {"Red": "n", "purple": "w", "dragons": "e", "blue": "s", "bears": "x"}


def test_the_sides_of_the_table_come_first_and_have_names() -> None:
    unit = builders.unit("u", (3, 3), side="red")
    named = [{"id": "blue"}, {"id": "red", "name": "Crimson"}]
    found = marks(parse_document(builders.document(unit, width=24, depth=24, sides=named)))
    assert (found["u"].side, found["u"].letter, found["u"].side_name) == ("n", "K", "Crimson")


@pytest.mark.parametrize("count", [1, 3])
def test_units_of_no_side_are_diamonds(count: int) -> None:
    found = marks(table_of((None, count)))
    assert {mark.side for mark in found.values()} == {"x"}
    assert {mark.side_name for mark in found.values()} == {""}


def test_units_named_by_single_letters_keep_them() -> None:
    units = tuple(
        Unit(name, (3.0 * i + 3, 5.0), name, side="red" if i else "blue") for i, name in enumerate("AGZ")
    )
    assert [mark.letter for mark in marks(Table("t", 24, 24, units=units)).values()] == ["A", "G", "Z"]
