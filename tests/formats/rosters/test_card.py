"""Fields of another tool's card become properties of the table file; whatever cannot be is named."""

import pytest

from astrike.errors import Problem
from astrike.formats.rosters.card import RosterCard, card_of
from astrike.model.card import pv_at, split_specials

NAMES = (
    "type", "size", "move", "tmm", "short", "short_min", "medium", "medium_min", "long", "long_min", "extreme",
    "extreme_min", "overheat", "armor", "structure", "threshold", "specials", "pv",
)  # fmt: skip
FIELDS = {name: name.title() for name in NAMES}


def card(**fields: object) -> RosterCard:
    usual = {"type": "BM", "size": 2, "move": "8", "armor": 5, "structure": 4, "specials": "ECM"}
    record = {FIELDS[key]: value for key, value in {**usual, **fields}.items()}
    return card_of(record, FIELDS, at="row 2")


def problem(**fields: object) -> Problem:
    (found,) = card(**fields).problems
    return found


@pytest.mark.parametrize(
    ("printed", "read", "tmm"),
    [
        ('8"', '8"', 1),
        ("8", '8"', 1),
        (8, '8"', 1),
        ('8"/6"j', '8"/6"j', 1),
        ("8/6j", '8"/6"j', 1),
        ("8″ / 6″J", '8"/6"j', 1),
        ('4"j', '4"j', 0),
        ('14"w(b)', '14"w(b)', 3),
        ('34"h', '34"h', 4),
        ('35"v', '35"v', 5),
        ('6"w/4"s', '6"w/4"s', 1),
        ('0"', '0"', 0),
    ],
)
def test_moves_are_read_with_and_without_marks_and_give_the_tmm(printed: object, read: str, tmm: int) -> None:
    found = card(move=printed, tmm=0)
    assert (found.values["move"], found.values["tmm"], found.problems) == (read, tmm, ())
    assert card(move=printed).values["tmm"] == tmm


def test_a_printed_tmm_counts_and_thrust_gives_none() -> None:
    assert card(move='8"', tmm=3).values["tmm"] == 3
    assert card(type="AF", move="5a", tmm=0).values["tmm"] == 0
    assert "tmm" not in card(type="AF", move="5a").values


@pytest.mark.parametrize(
    ("fields", "damage"),
    [
        ({"short": 3, "medium": 3, "long": 0}, "3/3/0"),
        ({"short": "3", "medium": "0*", "long": "-"}, "3/0*/-"),
        ({"short": 0, "short_min": True, "medium": 0, "medium_min": False, "long": 0}, "0*/0/0"),
        ({"short": 0, "short_min": "TRUE", "medium": "", "long": 0}, "0*/-/0"),
        ({"short": 2, "short_min": True, "medium": 2.0, "long": 1, "extreme": 1}, "2/2/1/1"),
        ({"short": 2, "medium": 2, "long": 1, "extreme": 0, "extreme_min": True}, "2/2/1/0*"),
        ({"short": 2, "medium": 2, "long": 1, "extreme": 0, "extreme_min": False}, "2/2/1"),
    ],
)
def test_damage_is_put_together(fields: dict[str, object], damage: str) -> None:
    found = card(**fields)
    assert (found.values["damage"], found.problems) == (damage, ())


def test_damage_that_is_not_said_is_not_there() -> None:
    assert "damage" not in card().values
    assert "damage" not in card(short="", medium=None, long="").values


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("ECM, TUR(2/2/-,SRM1/1) ,IF1", ["ECM", "TUR(2/2/-,SRM1/1)", "IF1"]),
        (["ECM", "TUR(2/2/-, IF1)"], ["ECM", "TUR(2/2/-, IF1)"]),
        (["ECM,CASE"], ["ECM", "CASE"]),
        ("", []),
        ("-", []),
        (None, []),
        ([], []),
    ],
)
def test_abilities_are_split_outside_brackets(printed: object, read: list[str]) -> None:
    found = card(specials=printed)
    assert (found.values["specials"], found.unknown, found.problems) == (read, (), ())


def test_abilities_that_have_no_column_are_unknown() -> None:
    fields = {key: name for key, name in FIELDS.items() if key != "specials"}
    for found in (card_of({"Type": "BM"}, fields, at=""), card_of({"Type": "BM"}, FIELDS, at="")):
        assert found.unknown == ("specials",)
        assert "specials" not in found.values


def test_types_are_read_in_any_case_and_written_out() -> None:
    assert [card(type=kind).values["type"] for kind in ("bm", " Ba ", "BattleMech", "combat vehicle")] == [
        "BM", "BA", "BM", "CV",
    ]  # fmt: skip
    assert "BD" in problem(type="Infantry").expected
    assert problem(type=None).found == "null"


@pytest.mark.parametrize(
    ("fields", "at"),
    [
        ({"type": "XX"}, "row 2.Type"),
        ({"size": 7}, "row 2.Size"),
        ({"size": "big"}, "row 2.Size"),
        ({"size": True}, "row 2.Size"),
        ({"move": "fast"}, "row 2.Move"),
        ({"move": "9" * 900}, "row 2.Move"),
        ({"move": 9999}, "row 2.Move"),
        ({"move": ["8"]}, "row 2.Move"),
        ({"armor": -1}, "row 2.Armor"),
        ({"armor": 2.5}, "row 2.Armor"),
        ({"structure": float("nan")}, "row 2.Structure"),
        ({"threshold": "3/4"}, "row 2.Threshold"),
        ({"overheat": 10}, "row 2.Overheat"),
        ({"pv": 10**12}, "row 2.Pv"),
        ({"tmm": 99}, "row 2.Tmm"),
        ({"short": "many", "medium": 1}, "row 2.Short"),
        ({"short": [1]}, "row 2.Short"),
        ({"specials": {"ECM": 1}}, "row 2.Specials"),
    ],
)
def test_what_cannot_be_read_is_named_where_it_stands_and_kept_as_it_was(
    fields: dict[str, object], at: str
) -> None:
    found = problem(**fields)
    assert found.at == at
    (key,) = [key for key in fields if at.startswith(f"row 2.{FIELDS[key]}")]
    assert ("damage" if key == "short" else key) in card(**fields).values


@pytest.mark.parametrize(
    ("printed", "kept", "aside", "places"),
    [
        (
            "FUEL 12, TUR(1/1/1,AC0*/1/1), ECM",
            ["TUR(1/1/1,AC0*/1/1)", "ECM"],
            ["FUEL 12"],
            ["row 2.Specials[0]"],
        ),
        ("ECM,TUR(2/2", ["ECM"], ["TUR(2/2"], ["row 2.Specials[1]"]),
        (["ECM", 7, None], ["ECM"], ["7", "null"], ["row 2.Specials[1]", "row 2.Specials[2]"]),
        ("X" * 300, [], ["X" * 200], ["row 2.Specials[0]"]),
    ],
)
def test_abilities_that_cannot_be_read_are_kept_aside_and_the_card_stays_whole(
    printed: object, kept: list[str], aside: list[str], places: list[str]
) -> None:
    found = card(specials=printed)
    assert found.problems == ()
    assert (found.values["specials"], found.values["specials_aside"]) == (kept, aside)
    assert [problem.at for problem in found.aside] == places


def test_all_that_is_wrong_is_named_at_once() -> None:
    wrong = card(type="XX", size=0, move="?", short="?", armor="?", specials="(")
    assert (len(wrong.problems), len(wrong.aside)) == (5, 1)


@pytest.mark.parametrize("zero", [0, "0", "", None, "-"])
def test_a_card_of_nothing_but_zeros_is_blank(zero: object) -> None:
    fields = dict.fromkeys(("armor", "structure", "pv", "short", "medium", "long"), zero)
    assert card(type=None, move="", specials=None, **fields).is_blank
    assert not card(**{**fields, "structure": 1}, move="").is_blank


@pytest.mark.parametrize(
    ("pv", "points"),
    [
        (15, {3: 18, 4: 15, 5: 13}),
        (7, {2: 9, 5: 6}),
        (1, {8: 1}),
        (52, {3: 62, 6: 42}),
        (65, {0: 117, 8: 37}),
    ],
)
def test_points_by_skill(pv: int, points: dict[int, int]) -> None:
    assert {skill: pv_at(pv, skill) for skill in points} == points


def test_a_bracket_that_never_closes_takes_the_rest() -> None:
    assert split_specials("A,TUR(1,B,C") == ("A", "TUR(1,B,C")
    assert split_specials(")A,B") == (")A", "B")
