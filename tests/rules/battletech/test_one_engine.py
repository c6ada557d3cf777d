"""Piloting rolls have one engine: all cards give the same number for the same 'Mech."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.formats.questions import written
from astrike.model.battletech.critical_answer import CriticalAnswer
from astrike.model.battletech.unit import GYROS, ClassicUnit, LegDamage
from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.rules.battletech.unit_state import gyro_hits_to_destroy, states_of
from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.cards import CARDS
from tests.soak import examples

LEGS = ("left-leg", "right-leg")
HITS = st.lists(st.integers(1, 4), max_size=3, unique=True)
THROWS = st.lists(st.integers(1, 6).map(lambda die: [die]), min_size=8, max_size=8)


def asked(card: str, edition: str, **question: Any) -> Any:
    return ask_card(CARDS[card], {**question, "edition": edition}).answer


def without_lost_legs(unit: ClassicUnit) -> dict[str, LegDamage]:
    """Give the legs that are there; what was hit in one that is gone no longer matters."""
    return {name: LegDamage(gone=True) if unit.leg(name).gone else unit.leg(name) for name in unit.leg_names}


@given(
    place=st.sampled_from(LEGS),
    before=HITS,
    number=st.integers(0, 2),
    throws=THROWS,
    gyro=st.sampled_from(["standard", "heavy-duty"]),
    edition=st.sampled_from(BATTLETECH_IDS),
)
@settings(deadline=None, max_examples=examples(20, soaked=120))
def test_events_of_hits_lead_to_the_unit_that_the_sheet_after_says(
    place: str, before: list[int], number: int, throws: list[list[int]], gyro: str, edition: str
) -> None:
    sheet = {"gyro": gyro, "locations": {place: {"hit": before}}}
    question: dict[str, Any] = {"location": place, "sheet": sheet, "number": number, "dice": throws}
    answer: CriticalAnswer = asked("critical", edition, **question)
    following = {"location": "head", "number": 0, "sheet": dict(written(answer.sheet))}
    told = asked("critical", edition, **following).piloting.unit
    reached = states_of(answer.piloting.unit, answer.piloting.events)[-1]
    assert without_lost_legs(reached) == without_lost_legs(told)
    assert reached.gyro_hits == told.gyro_hits


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
@pytest.mark.parametrize(
    ("location", "dice", "sheet"),
    [
        ("left-leg", [[1]], {}),
        ("left-leg", [[4]], {"cockpit": "small", "locations": {"left-leg": {"hit": [1]}}}),
        ("center-torso", [[1, 4]], {"gyro": "heavy-duty", "tons": 75, "armor": "laser-reflective"}),
        ("front-left-leg", [[2]], {"kind": "quad", "locations": {"rear-left-leg": {"hit": [1]}}}),
    ],
)
def test_rolls_after_hits_are_those_of_the_roll_card(
    edition: str, location: str, dice: list[list[int]], sheet: dict[str, Any]
) -> None:
    answer = asked("critical", edition, location=location, number=1, dice=dice, sheet=sheet)
    same = asked("roll", edition, **written(answer.piloting))
    assert answer.rolls == tuple(each for each in same.rolls if each.automatic != "none")


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
@pytest.mark.parametrize(
    ("question"),
    [
        {"location": "left-leg", "dice": [[12]]},
        {"location": "left-leg", "dice": [[12]], "sheet": {"armor": "laser-reflective", "tons": 75}},
        {"location": "left-leg", "dice": [[12]], "sheet": {"locations": {"right-leg": {"hit": [1, 4]}}}},
        {
            "location": "center-torso",
            "number": 1,
            "dice": [[1, 5]],
            "sheet": {"locations": {"center-torso": {"hit": [4]}, "left-leg": {"hit": [3]}}},
        },
    ],
)
def test_a_fall_after_hits_is_that_of_the_impact_card(edition: str, question: dict[str, Any]) -> None:
    answer = asked("critical", edition, **question)
    assert answer.fall is not None
    assert answer.sparing is not None
    fall = asked("impact", edition, kind="fall", attacker=dict(written(answer.sparing.unit)))
    assert answer.fall.groups == fall.damage[0].groups
    assert [each.target for each in answer.rolls] == [each.roll.target for each in fall.rolls]
    assert answer.rolls[0].modifiers == fall.rolls[0].roll.modifiers


def test_a_lasting_modifier_cites_the_row_of_the_roll_card() -> None:
    answer = asked("critical", "bmm-7.01", location="left-leg", number=1, dice=[[1]])
    lasting = next(each for each in answer.modifiers if each.key == "leg.hip")
    row = next(each for each in answer.rolls[0].modifiers if each.key == "leg.hip")
    assert (lasting.value, lasting.cite) == (row.value, row.cite)


def test_wounds_of_an_explosion_count_for_the_fall_after_it() -> None:
    sheet = {
        "wounds": 1,
        "items": {"X": {"kind": "ammo", "points": 4}},
        "locations": {"left-leg": {"slots": ["Hip", "X"], "structure": 4}},
    }
    answer = asked("critical", "bmm-7.01", location="left-leg", sheet=sheet, number=1, dice=[[2]])
    assert [each.target for each in answer.consciousness] == [5, 7]
    assert answer.fall is not None
    pilot = answer.rolls[0]
    assert [each.target for each in pilot.on_failure] == [None, 10]


def test_a_fall_of_a_prone_mech_is_none() -> None:
    answer = asked("critical", "bmm-7.01", location="left-leg", dice=[[12]], sheet={"prone": True})
    assert (answer.fall, answer.rolls) == (None, ())
    assert [each.key for each in answer.notes if each.key == "prone"] == ["prone"]


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
@pytest.mark.parametrize("gyro", GYROS)
def test_a_gyro_stands_as_many_hits_as_its_rows_of_critical_hits_say(gyro: str, edition: str) -> None:
    rows = load_battletech(edition)
    component = rows.critical_gyros[gyro].component
    last = max(row.hit for row in rows.critical_effects.values() if row.component == component)
    assert gyro_hits_to_destroy(ClassicUnit(gyro=gyro)) == rows.critical_gyros[gyro].hits == last


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
def test_words_that_name_a_figure_name_that_of_its_row(edition: str) -> None:
    rows = load_battletech(edition)
    hot, hotter = rows.whole("life-support.hot"), rows.whole("life-support.hotter")
    lasting = rows.critical_effects["life-support.1"].lasting
    assert f"at heat {hot} to {hotter - 1} and 2 from heat {hotter} on" in lasting
    forced = rows.whole("damage.roll")
    few = rows.roll_effects["few-points"]
    assert few.label == f"Less than {forced} damage"
    assert few.said == f"It takes {forced} points in one phase to force a roll."
    assert rows.roll_events["damage"].short == f"{forced}+ damage"
