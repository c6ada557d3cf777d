"""Groups of Jeff's tools, list codes of Terminal, codes of Tabletop Simulator, and our own table files."""

import json

import pytest

from astrike.errors import InputError
from astrike.formats.rosters.reading import read_roster
from astrike.formats.rosters.writing import mekbay_link, tts_code, without_number
from astrike.formats.table.table_file import write_document
from astrike.model.roster import RosterUnit
from tests import builders
from tests.formats.rosters.sources import (
    CODE,
    SHELF,
    favorites,
    group,
    list_code,
    member,
    notes,
    only,
    read,
    refused,
)

# ---- Jeff's tools


@pytest.mark.parametrize(
    "data",
    [
        favorites(),
        json.dumps(group()),
        json.dumps({"groups": [group()], "uuid": "f", "turn": 2, "phase": 1}),
        json.dumps({"groups": [group(members=[], units=[member()])]}),
        json.dumps([{"groups": [group()]}]),
    ],
    ids=["favorites", "one group", "force", "units beside", "list of forces"],
)
def test_groups_are_read_however_they_are_wrapped(data: str) -> None:
    roster = read(data)
    (unit,) = roster.units
    assert (roster.format, unit.name, unit.mul, unit.skill, unit.group) == (
        "jeff",
        "Alder ALD-2",
        11,
        3,
        "Red",
    )
    assert unit.card == {
        "type": "BM", "size": 2, "move": '8"/6"j', "tmm": 1, "damage": "3/3/0*", "overheat": 1, "armor": 5,
        "structure": 4, "threshold": 0, "pv": 30, "specials": ["ECM", "TUR(2/2/-,IF1)"],
    }  # fmt: skip
    assert unit.problems == ()


def test_members_alone_are_read_too() -> None:
    assert only(json.dumps(member())).mul == only(json.dumps([member()])).mul == 11


def test_the_spellings_of_another_writer_are_read() -> None:
    other = member(
        name="Alder", **{"class": "Alder"}, abilities=["ECM", "TUR(2/2/-,IF1)"], showDetails=False, roundHeat=0, tmm=0,
        move=[{"move": 8, "currentMove": 8, "type": "Walk"}], jumpMove=0, threshhold=0, currentSkill=4,
    )  # fmt: skip
    unit = only(favorites(group(other)))
    assert (unit.name, unit.card["move"], unit.card["tmm"]) == ("Alder ALD-2", '8"', 1)
    assert unit.card["specials"] == ["ECM", "TUR(2/2/-,IF1)"]
    assert "bmalder_ald2" in unit.keys


@pytest.mark.parametrize(
    ("fields", "move"),
    [
        ({"move": 8, "jumpMove": 6}, '8"/6"j'),
        ({"move": [{"move": 8, "type": ""}], "jumpMove": 6}, '8"/6"j'),
        ({"move": [{"move": 6, "type": '"j'}], "jumpMove": 6}, '6"j'),
        ({"move": [{"move": 5, "type": "a"}], "jumpMove": 0, "type": "AF"}, "5a"),
        ({"move": "8/6j"}, '8"/6"j'),
    ],
)
def test_ways_to_move(fields: dict[str, object], move: str) -> None:
    assert only(favorites(group(member(**fields)))).card["move"] == move


@pytest.mark.parametrize("ticked", [True, False])
def test_boxes_are_ticked_or_counted(ticked: bool) -> None:
    played = member(
        currentHeat=2,
        currentArmor=[True, True, False, False, False] if ticked else [True, True],
        currentStructure=[False] * 4,
        engineHits=[True, False] if ticked else 1,
        weaponHits=[True, True, False] if ticked else 2,
        vehicleMotive910=[True, False] if ticked else 1,
        vehicleMotive12=ticked,
        hullDown=True,
    )
    unit = only(favorites(group(played)))
    assert (unit.card["armor_left"], unit.card["heat"], "structure_left" in unit.card) == (3, 2, False)
    motive = ["-2", "immobile"] if ticked else ["-2"]
    assert unit.card["hits"] == {"engine": 1, "weapon": 2, "motive": motive}
    assert unit.card["state"] == ["hull-down"]


def test_what_is_left_out_is_said() -> None:
    played = member(
        roundArmor=[True], vehicleMotive910=1, vehicleMotive11=1, customName="Old One",
        pilot={"gunnery": 4, "alphaStrikeAbilities": [7, 0, 0]},
    )  # fmt: skip
    stated = notes(read(favorites(group(played))))
    for words in (
        "not yet taken",
        "in which order is not said",
        "customName",
        "choose the pilots' abilities here",
    ):
        assert words in stated


@pytest.mark.parametrize(
    ("fields", "skill"),
    [
        ({"currentSkill": 2}, 2),
        ({"currentSkill": 0, "pilot": {"gunnery": 3}}, 3),
        ({"currentSkill": None, "pilot": None}, 4),
    ],
)
def test_the_skill_is_the_unit_s_or_its_pilot_s(fields: dict[str, object], skill: int) -> None:
    assert only(favorites(group(member(**fields)))).skill == skill


def test_a_skill_that_is_none_is_a_problem() -> None:
    (problem,) = only(favorites(group(member(currentSkill=3.5)))).problems
    assert problem.at.endswith("currentSkill")


def test_damage_may_be_written_as_cards_print_it() -> None:
    assert only(favorites(group(member(damage="5/0*/2")))).card["damage"] == "5/0*/2"


@pytest.mark.parametrize(("field", "word"), [("damage", "damage"), ("move", "Move"), ("armor", "armor")])
def test_a_card_that_lacks_what_every_question_needs_is_named(field: str, word: str) -> None:
    stated = f"Alder ALD-2: no {word} is said; set it by hand"
    assert stated in notes(read(favorites(group(member(**{field: None})))))


def test_wrong_members_have_problems_or_are_named() -> None:
    roster = read(favorites(group(member(move="fast"), 7)))  # type: ignore[arg-type]  # wrong on purpose
    assert [problem.at for problem in roster.units[0].problems] == ["groups[0].members[0].move"]
    assert "groups[0].members[1]: is no unit" in notes(roster)


# ---- Terminal


def test_a_list_code_is_looked_up() -> None:
    custom = {"spa": ["speed_demon"], "ammo": ["x"]}
    units = (
        {"id": "a", "mulId": 11, "skill": 3, "customization": custom},
        {"id": "b", "mulId": -5, "skill": 4},
    )
    roster = read(list_code(*units, bs=[["mine", 2]], scas=["s"]), catalog=SHELF)
    alder, own = roster.units
    assert (roster.format, roster.name, alder.name, alder.skill, alder.group) == (
        "terminal", "Trees", "Alder ALD-2", 3, "Red",
    )  # fmt: skip
    assert alder.card["pilot"] == ["speed-demon"]
    assert (own.mul, own.is_resolved, own.group) == (None, False, "")
    for words in ("alternate munitions", "battlefield support", "no card is known here"):
        assert words in notes(roster)


def test_the_first_list_codes_are_read() -> None:
    formation = json.dumps({"name": "Red", "units": ["11,3"]})
    roster = read(json.dumps({"name": "Trees", "units": [formation, "12,undefined"]}))
    assert [(unit.mul, unit.skill, unit.group) for unit in roster.units] == [(11, 3, "Red"), (12, 4, "")]


def test_a_newer_list_code_is_remarked_on() -> None:
    assert "version 3 is newer" in notes(read(list_code(lcVersion=3)))


# ---- Tabletop Simulator


@pytest.mark.parametrize("code", [CODE, " { {11, 4} , {12 , 3} } ", "{{11,4},\n{12,3},}", "{{11},{12,3}}"])
def test_a_code_is_looked_up(code: str) -> None:
    roster = read(code, catalog=SHELF)
    assert [(unit.name, unit.skill) for unit in roster.units] == [("Alder ALD-2", 4), ("Birch", 3)]
    assert [(unit.mul, unit.is_resolved) for unit in read(code).units] == [(11, False), (12, False)]


@pytest.mark.parametrize(
    "code", ["{{11,4}", "{{11,4},{12", "{{x,3}}", "{{11,4,4}}", "{}", "{{11,4}} and more"]
)
def test_a_code_that_is_cut_off_or_wrong_is_refused(code: str) -> None:
    assert refused(code)


def test_a_pair_that_cannot_be_read_is_named_and_the_others_come() -> None:
    roster = read("{{11,4},{x,3},{12,3}}")
    assert [(unit.mul, unit.skill) for unit in roster.units] == [(11, 4), (12, 3)]
    assert "pair 2: found '{x,3}', expected pairs of number and skill" in notes(roster)
    assert "pair 3" in read("{{11,4},{x,3},{12,9}}").units[1].problems[0].at


def test_a_wrong_skill_is_a_problem_of_its_unit() -> None:
    assert [len(unit.problems) for unit in read("{{11,9},{12,3}}").units] == [1, 0]


def test_codes_and_links_are_written_and_read_again() -> None:
    units = [
        RosterUnit("A", 3, 11, "Red; one"),
        RosterUnit("B", 4, 12, "Red; one"),
        RosterUnit("C", 4),
        RosterUnit("D", 0, 13),
    ]
    numbers = [(unit.mul, unit.skill) for unit in units if unit.mul]
    assert [(unit.mul, unit.skill) for unit in read(tts_code(units)).units] == numbers
    linked = read(mekbay_link(units, name="A & B"))
    assert [(unit.mul, unit.skill) for unit in linked.units] == numbers
    assert (linked.name, linked.units[0].group, linked.units[2].group) == ("A & B", "Red one", "")
    assert [note.sentence for note in without_number(units)] == [
        "C: has no Master Unit List number; left out"
    ]
    assert without_number(units[:2]) == ()


# ---- table files


def test_units_of_a_table_file_come_without_their_places() -> None:
    unit = builders.unit(
        "A", (7, 7), name="Alder", side="red", skill=3, move='8"', armor=5, structure=4, armor_left=2, mul=11, heat=1,
        facing=90, state=["destroyed", "hull-down"], color="green", base=1.5,
    )  # fmt: skip
    unknown = builders.unit("B", (9, 9))
    unknown["properties"] = {"kind": "unit", "specials": None}
    roster = read(write_document(builders.document(unit, unknown)))
    alder, other = roster.units
    assert (roster.format, alder.name, alder.skill, alder.mul) == ("astrike", "Alder", 3, 11)
    assert alder.group == "Red"
    assert alder.card == {
        "move": '8"', "armor": 5, "structure": 4, "armor_left": 2, "mul": 11, "heat": 1, "color": "green",
        "base": 1.5, "state": ["destroyed"],
    }  # fmt: skip
    assert not {"facing", "side", "name", "skill", "kind"} & set(alder.card)
    assert (other.unknown, "specials" in other.card) == (("specials",), False)


def test_a_table_file_that_is_wrong_is_refused_whole() -> None:
    with pytest.raises(InputError) as caught:
        read_roster(json.dumps(builders.document(builders.unit("A", size=99))).encode(), catalog=SHELF)
    assert [problem.at for problem in caught.value.problems] == ["features[0].properties.size"]
