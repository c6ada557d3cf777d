"""Files of the Master Unit List: the saved QuickList answer and tables."""

import json

import pytest

from tests.formats.rosters.sources import csv_text, mul_unit, notes, only, quicklist, read

TERMINAL = (
    "Id", "name", "class", "variant", "type", "subtype", "pv", "size", "move", "tmm", "armor", "structure", "damageS",
    "damageSMin", "damageM", "damageMMin", "damageL", "damageLMin", "overheat", "abilities", "imagelink", "threshold",
)  # fmt: skip
ROW = {
    "Id": 11, "name": "Alder ALD-2", "class": "Alder", "variant": "ALD-2", "type": "BattleMech", "subtype": "BM",
    "pv": 30, "size": 2, "move": '8"/6"j', "tmm": 1, "armor": 5, "structure": 4, "damageS": 3, "damageSMin": "false",
    "damageM": 3, "damageMMin": "false", "damageL": 0, "damageLMin": "true", "overheat": 1, "abilities": "ECM, CASE",
    "imagelink": "x", "threshold": 0,
}  # fmt: skip


def test_a_quicklist_is_read() -> None:
    unit = only(quicklist())
    assert (unit.name, unit.mul, unit.skill, unit.is_resolved, unit.problems) == (
        "Alder ALD-2",
        11,
        4,
        True,
        (),
    )
    assert unit.card == {
        "type": "BM", "size": 2, "move": '8"/6"j', "tmm": 1, "damage": "3/3/1", "overheat": 1, "armor": 5,
        "structure": 4, "threshold": 0, "pv": 30, "specials": ["ECM"],
    }  # fmt: skip
    assert {"alder ald-2", "bmalder_ald2", "alder_ald2"} <= set(unit.keys)


def test_odd_spellings_of_the_service_are_read() -> None:
    odd = mul_unit(
        Name='Alder "Old One" ', Variant=" ", BFType="ba", BFMove="5a", BFDamageLong=0, BFDamageLongMin=True,
        BFDamageExtreme=0, BFDamageExtemeMin=True, BFAbilities=None,
    )  # fmt: skip
    unit = only(quicklist(odd))
    assert unit.name == 'Alder "Old One"'
    assert (unit.card["type"], unit.card["move"], unit.card["damage"], unit.card["specials"]) == (
        "BA", "5a", "3/3/0*/0*", [],
    )  # fmt: skip
    right = mul_unit(BFDamageExtremeMin=True)
    del right["BFDamageExtemeMin"]
    assert only(quicklist(right)).card["damage"] == "3/3/1/0*"


def test_a_unit_without_values_is_listed_and_no_unit_of_zeros() -> None:
    zeros = {key: 0 for key in mul_unit() if key.startswith("BF") and isinstance(mul_unit()[key], int)}
    blank = mul_unit(
        **{**zeros, "Id": 99, "Name": "Cedar ", "BFType": None, "BFMove": "", "BFAbilities": None}
    )
    roster = read(quicklist(mul_unit(), blank))
    assert [unit.name for unit in roster.units] == ["Alder ALD-2"]
    assert "Cedar (99): has no Alpha Strike values" in notes(roster)
    assert read(quicklist(blank)).units == ()


def test_a_card_that_cannot_be_read_has_problems_and_the_others_are_read() -> None:
    wrong, right = read(quicklist(mul_unit(BFMove="fast", BFType="XX"), mul_unit(Id=12))).units
    assert {problem.at for problem in wrong.problems} == {"Units[0].BFMove", "Units[0].BFType"}
    assert right.problems == ()


def test_fields_without_a_place_are_said_once_with_their_count() -> None:
    stated = notes(read(quicklist(mul_unit(Quirk="odd"), mul_unit(Quirk="even"))))
    assert "Quirk: not known here; kept aside (2 times)" in stated
    assert "Tonnage, Type: no part of a card; left out (2 times)" in stated
    assert "Search" in stated


def test_a_list_of_records_or_one_record_is_read_too() -> None:
    assert read(json.dumps([mul_unit()])).format == "mul-quicklist"
    assert only(json.dumps(mul_unit())).mul == 11


def test_what_is_no_record_is_left_out() -> None:
    roster = read(quicklist(mul_unit(), 7, None))
    assert len(roster.units) == 1
    assert "Units[1]: is no unit" in notes(roster)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("shout", [False, True])
def test_a_terminal_table_is_read(delimiter: str, shout: bool) -> None:
    headings = [heading.upper() if shout else heading for heading in TERMINAL]
    row = {(heading.upper() if shout else heading): value for heading, value in ROW.items()}
    roster = read(csv_text(row, headings=headings, delimiter=delimiter))
    (unit,) = roster.units
    assert (roster.format, unit.name, unit.mul) == ("mul-csv", "Alder ALD-2", 11)
    assert (unit.card["type"], unit.card["damage"], unit.card["specials"]) == (
        "BM",
        "3/3/0*",
        ["ECM", "CASE"],
    )


def test_links_give_their_text_and_no_formula_is_evaluated() -> None:
    link = '=HYPERLINK("http://example.org/11";"Alder ""Old"" ALD-2")'
    roster = read(csv_text({**ROW, "name": link, "class": "=1+1", "variant": "@SUM(A1)"}, headings=TERMINAL))
    assert roster.units[0].name == 'Alder "Old" ALD-2'
    assert roster.units[0].keys == ('alder "old" ald-2',)
    assert "formula: left out: nothing is evaluated (2 times)" in notes(roster)


def test_a_table_of_numbers_only_is_looked_up() -> None:
    (unit,) = read("Id,name,skill\n11,Alder,3\n").units
    assert (unit.mul, unit.skill, unit.is_resolved) == (11, 3, False)


def test_rows_without_a_unit_are_named() -> None:
    roster = read(csv_text(ROW, {"pv": 30}, {}, headings=TERMINAL))
    assert len(roster.units) == 1
    assert "row 3: names no unit" in notes(roster)


def test_a_table_without_abilities_leaves_them_unknown() -> None:
    headings = [heading for heading in TERMINAL if heading != "abilities"]
    roster = read(csv_text(ROW, headings=headings))
    assert roster.units[0].unknown == ("specials",)
    assert "abilities: the table has no column for them: unknown, not none" in notes(roster)
