"""Units that join a table get ids, names and letters of their own; what refers to those who leave goes with them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.editing.units.joining import JoinedUnits, join
from astrike.editing.units.sides import (
    SideWish,
    color_of,
    free_color,
    free_home,
    new_side,
    set_side,
    sides_of,
)
from astrike.errors import InputError, Problem
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import Operation, apply
from astrike.model.roster import RosterUnit
from astrike.model.table import Table
from astrike.report.units.marks import marks
from tests.builders import area, box, mech, table, unit

NAMES = st.sampled_from(["Alder", "alder ", "Birch", "Birch 2", "", "  "])


def after(before: Table, operations: JoinedUnits | list[Operation]) -> Table:
    changed = operations.operations if isinstance(operations, JoinedUnits) else operations
    return parse_document(apply(before.document, changed)[0])


@settings(max_examples=25)
@given(
    first=st.sampled_from(["A", "K", "u1", "tank"]),
    names=st.lists(NAMES, max_size=14),
    side=st.sampled_from(["blue", "red", "grey", None]),
)
def test_everybody_has_a_name_an_id_and_a_letter(first: str, names: list[str], side: str | None) -> None:
    before = table(unit(first, (5, 20), name="Birch", side="blue"))
    joined = join(before, [RosterUnit(name) for name in names], side=side)
    found = after(before, joined)
    assert [each.id for each in found.units][1:] == list(joined.units)
    assert len({each.name.casefold() for each in found.units}) == len(found.units)
    assert len({mark.letter for mark in marks(found).values()}) == len(found.units)
    assert {each.side for each in found.units[1:]} <= {side}


def test_letters_are_ids_as_long_as_there_are_any() -> None:
    before = table(mech("A", side="blue"), mech("K", (20, 20), side="red"))
    ids = join(before, [RosterUnit("Alder")] * 9, side="blue").units
    assert ids == ("B", "C", "D", "E", "F", "G", "H", "J", "u1")
    named = table(mech("tank", side="blue"), area("u1", box(20, 20, 22, 22), kind="woods"))
    assert join(named, [RosterUnit("Alder")] * 2, side="blue").units == ("u2", "u3")


def test_who_was_destroyed_or_waits_is_not_placed() -> None:
    units = [RosterUnit("Alder", card={"state": ["destroyed"]}), RosterUnit("Birch")]
    first, second = after(table(), join(table(), units, side="red")).units
    assert (first.state, second.state) == ({"destroyed", "off-table"}, frozenset())
    waiting = after(table(), join(table(), units, side="red", off_table=True)).units
    assert all("off-table" in each.state for each in waiting)


def test_a_card_with_problems_joins_nobody() -> None:
    wrong = RosterUnit("Alder", problems=(Problem("row 2.MV", "'fast'", "inches"),))
    with pytest.raises(InputError, match="inches"):
        join(table(), [wrong, RosterUnit("Birch")], side=None)


def test_a_list_of_more_units_than_a_table_holds_is_refused_at_once() -> None:
    many = [RosterUnit(f"unit {number}", 4, card={"type": "BM"}) for number in range(20_000)]
    with pytest.raises(InputError) as caught:
        join(table(mech("A", at=(20, 20))), many, side=None)
    (problem,) = caught.value.problems
    assert problem == Problem("features", "20,000 units", "at most 999 more on this table")


def test_sides_get_what_is_free() -> None:
    found = table()
    for _ in range(4):
        wanted = SideWish(free_color(found), free_color(found), free_home(found))
        found = after(found, new_side(found, wanted)[1])
    assert [(each.name, each.color, each.home) for each in found.sides] == [
        ("blue", "blue", "south"),
        ("red", "red", "north"),
        ("green", "green", "west"),
        ("purple", "purple", "east"),
    ]
    assert (free_color(found), free_home(found)) == ("", "")


def test_a_new_side_goes_where_a_zone_waits_for_it() -> None:
    ends = {"w": (0, 0, 6, 36), "e": (42, 0, 48, 36)}
    found = table(*(area(name, box(*each), kind="deployment") for name, each in ends.items()))
    homes = []
    for _ in range(3):
        homes.append(free_home(found))
        found = after(found, new_side(found, SideWish(free_color(found), free_color(found), homes[-1]))[1])
    assert homes == ["west", "east", "south"]


def test_sides_swap_colors_and_a_zone_makes_a_side() -> None:
    before = table(mech("A", side="one"), area("z", box(0, 0, 9, 9), kind="deployment", side="two"))
    assert [each.id for each in sides_of(before)] == ["one", "two"]
    both = after(before, set_side(before, "two", SideWish("Second", "red")))
    swapped = after(both, set_side(both, "two", SideWish("Second", "blue", "east")))
    assert [(each.id, color_of(swapped, each.id)) for each in swapped.sides] == [
        ("one", "red"),
        ("two", "blue"),
    ]
