"""Units are written for other tools; what a format cannot hold is listed by name, and the rest reads back the same."""

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.formats.rosters.mekbay_writing import mekbay_table
from astrike.formats.rosters.writing import TARGETS, not_carried
from astrike.model.import_notes import ImportNote
from astrike.model.roster import RosterUnit
from tests.formats.rosters.sources import csv_text, mekbay_row, notes, read
from tests.soak import examples

CARD = {
    "type": "BM", "size": 3, "move": '8"/6"j', "tmm": 1, "damage": "3/3/0*/1", "overheat": 2, "armor": 6,
    "structure": 4, "threshold": 2, "pv": 30, "specials": ["ECM", "TUR(2/2/-,IF1)"],
}  # fmt: skip
STATE = {"armor_left": 2, "structure_left": 3, "pilot": ["hot-dog", "speed-demon"], "state": ["destroyed"]}
PLAYED = {"heat": 2, "hits": {"engine": 1}, "base": 1.5, "color": "green", "own": 7}
WHOLE = RosterUnit("Alder ALD-2", 3, 11, "Red", {**CARD, **STATE})


def lost(found: tuple[ImportNote, ...]) -> set[str]:
    return {note.at for note in found}


def test_a_mekbay_table_reads_back_the_same() -> None:
    text = mekbay_table([WHOLE, RosterUnit("Old Cedar", 4, card=CARD)])
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {key: rows[0][key] for key in ("armorDamage", "structureDamage", "skill", "destroyed", "mul_id")} == {
        "armorDamage": "4", "structureDamage": "1", "skill": "3", "destroyed": "TRUE", "mul_id": "11",
    }  # fmt: skip
    assert (rows[0]["PV"], rows[0]["adjustedPV"], rows[1]["model"]) == ("30", "36", "")
    first, second = read(text).units
    assert (first.name, first.skill, first.mul, first.group) == ("Alder ALD-2", 3, 11, "Red")
    assert dict(first.card) == {**CARD, **STATE}
    assert (second.name, second.mul, dict(second.card)) == ("Old Cedar", None, CARD)
    assert notes(read(text)) == ""
    assert not_carried([WHOLE], "mekbay-csv") == ()


def test_a_mekbay_table_that_was_read_is_written_and_read_again() -> None:
    rows = [
        mekbay_row(armorDamage=2, skill=3, adjustedPV=36),
        mekbay_row(chassis="Fir", mul_id="", dmgL="0*"),
    ]
    first = read(csv_text(*rows)).units
    assert read(mekbay_table(first)).units == first


def test_what_a_mekbay_table_has_no_column_for_is_listed_by_name() -> None:
    found = not_carried([RosterUnit("Alder", 4, 11, card={**CARD, **STATE, **PLAYED})], "mekbay-csv")
    assert lost(found) == {"heat", "critical and motive hits", "bases", "colors", "own"}
    assert all(note.words == "not in a MekBay table; left out for Alder" for note in found)


@pytest.mark.parametrize("target", ["tts", "mekbay"])
def test_what_a_code_or_a_link_cannot_hold_is_listed_by_name(target: str) -> None:
    units = [
        RosterUnit("Alder", 3, 11, card={**CARD, **STATE, **PLAYED}),
        RosterUnit("Birch", 4, 12, card={**CARD, "heat": 1}),
        RosterUnit("Cedar", 4, card=CARD),
    ]
    found = {note.at: note.words for note in not_carried(units, target)}
    assert found.keys() == {
        "Cedar", "names, values of the cards", "damage to armor", "damage to structure", "pilot abilities", "heat",
        "states such as destroyed or shut down", "critical and motive hits", "bases", "colors", "own",
    }  # fmt: skip
    assert found["heat"] == f"not in {TARGETS[target].label}; left out for Alder, Birch"
    assert "left out for Alder" in found["damage to armor"]
    assert "Birch" not in found["damage to armor"]


def test_a_group_goes_into_a_link_and_not_into_a_code() -> None:
    assert "groups" in lost(not_carried([WHOLE], "tts"))
    assert "groups" not in lost(not_carried([WHOLE], "mekbay"))
    assert "groups" in lost(not_carried([RosterUnit("Alder", mul=11, group="Red; one")], "mekbay"))


def test_abilities_that_nobody_knows_and_those_kept_aside_stay_so() -> None:
    unknown = RosterUnit(
        "Fir", card={"type": "BM", "move": '8"', "tmm": 1, "armor": 1}, unknown=("specials",)
    )
    aside = RosterUnit("Elm", card={**CARD, "specials": ["ECM"], "specials_aside": ["FUEL 12"]})
    first, second = read(mekbay_table([unknown, aside])).units
    assert first.unknown == ("specials",)
    assert "specials" not in first.card
    assert (second.card["specials"], second.card["specials_aside"]) == (["ECM"], ["FUEL 12"])
    assert not_carried([unknown, aside], "mekbay-csv") == ()


def test_nothing_in_a_cell_is_a_formula_for_a_spreadsheet() -> None:
    unit = RosterUnit('=HYPERLINK("x")', 4, group="@SUM(1)", card={**CARD, "specials": ["+ECM"]})
    rows = list(csv.reader(io.StringIO(mekbay_table([unit]))))
    assert not any(cell.startswith(("=", "@", "+", "-")) for cell in rows[1])
    (again,) = read(mekbay_table([unit])).units
    assert (again.name, again.group) == (unit.name, unit.group)


def test_a_unit_without_any_value_is_said() -> None:
    assert lost(not_carried([RosterUnit("Alder"), WHOLE], "mekbay-csv")) == {"units without any value"}
    assert not_carried([], "tts") == ()


NUMBERS = st.integers(0, 20)


@settings(max_examples=examples(25, soaked=60))
@given(
    st.fixed_dictionaries(
        {
            "type": st.sampled_from(["BM", "CV", "BA"]),
            "armor": st.integers(1, 20),
            "structure": NUMBERS,
            "armor_left": st.integers(0, 1),
            "damage": st.lists(st.sampled_from(["0", "0*", "-", "5"]), min_size=1, max_size=4).map("/".join),
            "specials": st.lists(st.sampled_from(["ECM", "IF1", "TUR(1/1/-,IF1)"]), max_size=3),
        },
        optional={"heat": NUMBERS, "pv": NUMBERS, "size": st.integers(1, 4), "own": NUMBERS},
    ),
    st.sampled_from(sorted(TARGETS)),
)
def test_everything_is_either_read_back_or_listed(card: dict[str, object], target: str) -> None:
    unit = RosterUnit("Alder ALD-2", 3, 11, card=card)
    found = lost(not_carried([unit], target))
    (again,) = read(TARGETS[target].write([unit], "")).units
    assert (again.mul, again.skill) == (11, 3)
    for key, words in (("heat", "heat"), ("own", "own"), ("armor_left", "damage to armor")):
        if card.get(key) and (key != "armor_left" or card["armor"] != 1) and again.card.get(key) != card[key]:
            assert words in found
    if target == "mekbay-csv":
        assert {key: again.card.get(key) for key in ("armor", "structure", "type")} == {
            key: card[key] for key in ("armor", "structure", "type")
        }
        assert found <= {"heat", "own"}
