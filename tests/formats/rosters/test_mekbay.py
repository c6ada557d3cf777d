"""Files of MekBay: tables, saved forces, links, unit lists."""

import json

import pytest

from astrike.errors import InputError
from tests.formats.rosters.sources import (
    LINK,
    MEKBAY,
    SHELF,
    csv_text,
    force,
    force_unit,
    mekbay_row,
    notes,
    only,
    read,
    refused,
    xlsx,
)


@pytest.mark.parametrize("data", [csv_text(), xlsx()], ids=["csv", "xlsx"])
def test_a_table_is_read(data: bytes | str) -> None:
    unit = only(data)
    assert (unit.name, unit.mul, unit.skill, unit.group, unit.problems) == ("Alder ALD-2", 11, 4, "Red", ())
    assert unit.card == {
        "type": "BM", "size": 2, "move": '8"/6"j', "tmm": 1, "damage": "3/3/1", "overheat": 1, "armor": 5,
        "structure": 4, "pv": 30, "specials": ["ECM", "TUR(2/2/-,IF1)"],
    }  # fmt: skip
    assert unit.unknown == ()


def test_without_the_column_abilities_are_unknown_and_said() -> None:
    roster = read(csv_text(headings=[heading for heading in MEKBAY if heading != "specials"]))
    assert roster.units[0].unknown == ("specials",)
    assert "specials" not in roster.units[0].card
    assert "specials: the table has no column for it: unknown, not none" in notes(roster)


def test_what_a_card_does_not_use_is_not_read() -> None:
    unit = only(csv_text(mekbay_row(usesOV="FALSE", OV=2, usesTh="TRUE", Th=3, usesE="TRUE", dmgE="0*")))
    assert ("overheat" in unit.card, unit.card["threshold"], unit.card["damage"]) == (False, 3, "3/3/1/0*")


def test_damage_and_loss_come_along() -> None:
    unit = only(
        csv_text(mekbay_row(armorDamage=5, structureDamage=1, destroyed="TRUE", skill=3, adjustedPV=36))
    )
    assert (unit.card["armor_left"], unit.card["structure_left"], unit.card["state"]) == (0, 3, ["destroyed"])


@pytest.mark.parametrize(
    ("yes", "no"), [("WAHR", "FALSCH"), ("VRAI", "FAUX"), ("VERDADERO", "falso"), ("1.0", "0.0")]
)
def test_true_and_false_are_those_of_any_spreadsheet(yes: str, no: str) -> None:
    unit = only(csv_text(mekbay_row(usesOV=yes, OV=2, usesTh=no, Th=3, destroyed=yes)))
    assert (unit.card["overheat"], "threshold" in unit.card, unit.card["state"]) == (2, False, ["destroyed"])


def test_what_is_neither_yes_nor_no_hides_nothing() -> None:
    row = csv_text(mekbay_row(usesOV="perhaps", OV=2, destroyed="perhaps"))
    assert (only(row).card["overheat"], "state" in only(row).card) == (2, False)
    assert "Alder ALD-2: destroyed is 'perhaps', neither yes nor no; not taken" in notes(read(row))


def test_a_unit_that_uses_arcs_says_so_without_their_columns() -> None:
    assert "damage by arcs: a table has no place for it" in notes(read(csv_text(mekbay_row(usesArcs="TRUE"))))


def test_points_that_differ_are_said() -> None:
    assert "Alder ALD-2: 31 points at Skill 3 there, 36 here" in notes(
        read(csv_text(mekbay_row(skill=3, adjustedPV=31)))
    )
    assert "points" not in notes(read(csv_text(mekbay_row(skill=3, adjustedPV=36))))


def test_arcs_have_no_place_and_are_said() -> None:
    row = mekbay_row(
        TP="DS", MV="3a", dmgS="", dmgM="", dmgL="", usesArcs="TRUE", **{"frontArc STD": "9/9/9/9"}
    )
    roster = read(csv_text(row))
    assert "damage" not in roster.units[0].card
    assert "damage by arcs: a table has no place for it" in notes(roster)


def test_units_without_values_are_listed() -> None:
    blank = dict.fromkeys(
        ("PV", "SZ", "OV", "MV", "TMM", "Str", "TP", "Arm", "dmgS", "dmgM", "dmgL", "dmgE"), ""
    )
    roster = read(csv_text(mekbay_row(), mekbay_row(chassis="Cedar", mul_id=99, **blank)))
    assert len(roster.units) == 1
    assert "Cedar ALD-2 (99): has no Alpha Strike values" in notes(roster)


def test_a_table_of_the_other_game_is_looked_up() -> None:
    headings = ("chassis", "model", "mul_id", "gunnery", "BV", "armorDamage")
    rows = {"chassis": "Alder", "model": "ALD-2", "gunnery": 3, "BV": 900}, {"chassis": "Fir", "mul_id": 77}
    roster = read(csv_text(*rows, headings=headings), catalog=SHELF)
    assert [(unit.name, unit.skill, unit.is_resolved) for unit in roster.units] == [
        ("Alder ALD-2", 3, True), ("Fir", 4, False),
    ]  # fmt: skip
    assert roster.units[0].card["pv"] == 30


def test_the_value_of_a_formula_in_a_workbook_is_not_computed() -> None:
    assert only(xlsx(mekbay_row(pilot="=1+1", group='=CONCAT("a","b")'))).group == ""


def test_columns_may_be_anywhere_in_any_case_below_other_rows() -> None:
    headings = sorted(MEKBAY, key=str.lower)
    text = "My force\n\n" + csv_text(headings=headings).replace("chassis", "CHASSIS")
    assert only(text).name == "Alder ALD-2"


# ---- forces


def test_a_force_is_looked_up_by_name() -> None:
    roster = read(force(force_unit(), force_unit(unit="CVBirch", chassis="", model="")), catalog=SHELF)
    alder, birch = roster.units
    assert (roster.format, roster.name, alder.name, alder.mul) == ("mekbay-force", "Trees", "Alder ALD-2", 11)
    assert (alder.skill, alder.group, alder.card["damage"], birch.unknown) == (
        3,
        "Red",
        "3/3/1",
        ("specials",),
    )
    assert "specials" not in birch.card
    assert [unit.is_resolved for unit in read(force()).units] == [False]


@pytest.mark.parametrize(
    "crits", [[{"key": "engine", "timestamp": 1}, {"key": "mp"}], [["engine", 1], ["mp", 2]]]
)
def test_what_happened_comes_along(crits: object) -> None:
    state = {
        "heat": [2, 1],
        "armor": [3, 0],
        "internal": [1, 0],
        "crits": crits,
        "destroyed": False,
        "shutdown": True,
    }
    roster = read(
        force(force_unit(abilities=["hot_dog", {"name": "Speed Demon"}], state=state)), catalog=SHELF
    )
    assert {key: roster.units[0].card.get(key) for key in ("armor_left", "structure_left", "heat", "hits")} == {
        "armor_left": 2, "structure_left": 3, "heat": 2, "hits": {"mp": 1, "engine": 1},
    }  # fmt: skip
    assert (roster.units[0].card["pilot"], roster.units[0].card["state"]) == (
        ["hot-dog", "speed-demon"],
        ["shutdown"],
    )
    assert "only marked and not yet taken" in notes(roster)


def test_motive_hits_and_those_without_a_place() -> None:
    state = {
        "armor": 1,
        "crits": [{"key": "motive2"}, {"key": "motive1"}, {"key": "motive1"}, {"key": "kf-boom"}],
    }
    unknown = read(force(force_unit(state=state)))
    assert unknown.units[0].card["hits"] == {"motive": ["-2", "-2", "half"]}
    assert "lost 1 armor, of how much is not known" in notes(unknown)
    assert "a hit on kf-boom has no place here" in notes(unknown)


def test_a_unit_that_has_no_heat_is_not_given_any() -> None:
    roster = read(force(force_unit(unit="CVBirch", chassis="", model="", state={"heat": 2})), catalog=SHELF)
    assert "heat" not in roster.units[0].card
    assert "Birch: heat 2 is more than such a unit has" in notes(roster)


def test_empty_groups_and_networks_are_said() -> None:
    roster = read(
        json.dumps({"instanceId": "i", "name": "Trees", "groups": [{"units": []}], "c3Networks": [{}]})
    )
    assert roster.units == ()
    assert "Trees: has no units" in notes(roster)
    assert "c3Networks" in notes(roster)


# ---- links


def test_a_link_is_looked_up_by_name_in_any_case() -> None:
    for link in (LINK, LINK.upper(), LINK.partition("?")[2], LINK.replace("~", "%7E").replace(",", "%2C")):
        roster = read(link, catalog=SHELF)
        assert [(unit.name, unit.skill, unit.group.title()) for unit in roster.units] == [
            ("Alder ALD-2", 4, "Red"), ("Birch", 3, "Red"),
        ]  # fmt: skip
        assert roster.format == "mekbay-link"


def test_other_letters_before_the_name_do_not_matter() -> None:
    assert only("units=XXAlder_ALD2", catalog=SHELF).name == "Alder ALD-2"


def test_groups_and_numbers() -> None:
    roster = read("mul_ids=Red;lance~11:2:3,12|;only~11|77")
    assert [(unit.group, unit.mul, unit.skill) for unit in roster.units] == [
        ("Red", 11, 2), ("Red", 12, 4), ("", 11, 4), ("", 77, 4),
    ]  # fmt: skip
    assert "MUL 11, MUL 12, MUL 11, MUL 77: no card is known here" in notes(roster)


@pytest.mark.parametrize(
    "text",
    [
        "<https://mekbay.com/?gs=as&amp;mul_ids=Red~11:2>",
        "[Red](https://mekbay.com/?gs=as&mul_ids=Red~11:2)",
        "https%3A%2F%2Fmekbay.com%2F%3Fgs%3Das%26mul_ids%3DRed~11%3A2",
        "mul_ids%3DRed~11%3A2",
        "https://mekbay.com/?gs=as&amp;mul_ids=Red~11:2",
    ],
)
def test_a_link_may_be_wrapped(text: str) -> None:
    unit = only(text, catalog=SHELF)
    assert (unit.name, unit.skill, unit.group) == ("Alder ALD-2", 2, "Red")


def test_several_lines_are_several_links() -> None:
    assert (
        len(read("units=BMAlder_ALD2\nunits=bmalder_ald2,CVBirch\nmul_ids=Red~11", catalog=SHELF).units) == 4
    )


def test_a_link_to_a_saved_force_is_not_fetched() -> None:
    (problem,) = refused("https://mekbay.com/?instance=0190-ab,enemy:0191-cd")
    assert "nothing is fetched" in problem.found
    assert "instance" in notes(read("mul_ids=11&instance=x"))


def test_a_link_of_the_other_game_and_unknown_parts_are_said() -> None:
    stated = notes(read("gs=cbt&units=BMAlder_ALD2:3:4&colour=red&eraId=13"))
    assert "Gunnery was taken for the Skill" in stated
    assert "colour: not known here" in stated
    assert "eraId" in stated


@pytest.mark.parametrize(
    "link",
    ["mul_ids=1x2", "mul_ids=BMAlder_ALD2", "mul_ids=9999999999", "units=", "units=:3", "mul_ids=|~,;"],
)
def test_a_link_that_names_nobody_is_refused(link: str) -> None:
    with pytest.raises(InputError):
        read(link)


def test_a_number_that_is_none_is_named_and_the_others_of_the_link_come() -> None:
    roster = read("mul_ids=Red~11,1x2:3,12&units=:3")
    assert [(unit.mul, unit.group) for unit in roster.units] == [(11, "Red"), (12, "Red")]
    assert "mul_ids: found '1x2', expected Master Unit List numbers; left out" in notes(roster)
    assert "units: found ':3', expected a unit before its skill; left out" in notes(roster)


def test_a_wrong_skill_is_a_problem_of_its_unit() -> None:
    wrong, right = read("mul_ids=11:9,12:3").units
    assert [problem.sentence for problem in wrong.problems] == [
        "mul_ids: 11: found '9', expected a skill from 0 to 8"
    ]
    assert right.problems == ()


# ---- unit lists


def test_a_unit_list_is_a_catalogue() -> None:
    values = {
        "TP": "BM", "PV": 30, "SZ": 2, "TMM": 1, "usesOV": True, "OV": 1, "MV": '8"/6"j', "MVm": {"": 8, "j": 6},
        "usesTh": False, "Th": -1, "Arm": 5, "Str": 4, "specials": ["ECM"], "usesE": False,
        "dmg": {"dmgS": "3", "dmgM": "3", "dmgL": "0*", "dmgE": "0"}, "usesArcs": False,
    }  # fmt: skip
    units = [
        {"id": 11, "name": "BMAlder_ALD2", "chassis": "Alder", "model": "ALD-2", "as": values},
        {"id": 5},
    ]
    roster = read(json.dumps({"version": 1, "units": units}))
    (unit,) = roster.units
    assert (roster.format, unit.mul, unit.card["damage"], unit.problems) == ("mekbay-units", 11, "3/3/0*", ())
    assert "bmalder_ald2" in unit.keys
    assert "units: have no Alpha Strike values" in notes(roster)
