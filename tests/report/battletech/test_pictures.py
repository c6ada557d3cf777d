"""Pictures of ruling cards say by form, not by color alone, what counts; and everything stays on them."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from astrike.model.battletech.answers import DueRoll
from astrike.model.question_schema import members_of
from astrike.report.battletech.asked_words import NAMES, NOT_SAID, asked_facts
from astrike.report.battletech.pictures import (
    MOST_HEXES,
    WIDTH,
    ClassicPicture,
    PictureSlot,
    critical_picture,
    impact_picture,
    roll_picture,
)
from astrike.rulebook.battletech.loader import load_battletech
from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.cards import CARDS
from astrike.web.openapi.schemas import records_inside

CASES = Path(__file__).parents[2] / "cases" / "battletech"


def asked(card: str, question: dict[str, Any]) -> Any:
    return ask_card(CARDS[card], question)


def drawn(question: dict[str, Any], length: int = 0) -> ClassicPicture:
    reply = asked("impact", question)
    return impact_picture(reply.question, reply.answer, length, str)


def texts(picture: ClassicPicture) -> list[str]:
    return [each.text for each in picture.letters]


def count(picture: ClassicPicture, css: str) -> int:
    return sum(1 for each in picture.outlines if each.css == css)


def due(**more: Any) -> DueRoll:
    return DueRoll("gyro-hit", "Gyro hit", "at-once", **{"automatic": None, "modifiers": (), **more})


# ---- two dice


@pytest.mark.parametrize(("target", "ways"), [(2, 36), (7, 21), (9, 10), (12, 1), (13, 0)])
def test_the_rolls_that_succeed_are_filled(target: int, ways: int) -> None:
    picture = roll_picture(due(target=target, odds=ways / 36), None, str)
    assert count(picture, "cp-yes") == ways
    assert count(picture, "cp-no") == 36 - ways
    assert f"{target}+" in texts(picture)
    assert f"{ways} of 36 rolls" in picture.said


def test_the_sum_that_fell_is_framed_wherever_it_stands() -> None:
    picture = roll_picture(due(target=9, odds=10 / 36), 7, str)
    assert count(picture, "cp-ring") == 6
    assert "rolled 7" in picture.said


@pytest.mark.parametrize(("automatic", "filled"), [("fails", 0), ("succeeds", 36), ("none", 0)])
def test_without_dice_all_or_none_succeeds(automatic: str, filled: int) -> None:
    picture = roll_picture(due(target=None, odds=None, automatic=automatic), None, str)
    assert count(picture, "cp-yes") == filled
    assert picture.said


def test_no_roll_is_said() -> None:
    assert roll_picture(None, None, str).said == "No roll"


# ---- hexes, and where damage lands


def test_a_skid_shows_what_is_in_the_way() -> None:
    way = [{"what": "nothing"}, {"what": "unit", "unit": {"tons": 50}}, {"what": "building", "cf": 40}]
    picture = drawn({"kind": "skid", "attacker": {"tons": 55}, "moved_before": 9, "path": way}, 5)
    assert count(picture, "cp-hex") == 5
    assert count(picture, "cp-hex-on") == 1
    assert {"55 t", "50 t", "CF 40", "unit", "building"} <= set(texts(picture))


def test_a_long_skid_says_how_many_hexes_are_left_out() -> None:
    picture = drawn({"kind": "skid", "hexes": 40}, 40)
    assert count(picture, "cp-hex") + count(picture, "cp-hex-on") == MOST_HEXES
    assert "and 25 more hexes" in texts(picture)


def test_groups_stand_where_they_land() -> None:
    dice = {"facing": 4, "locations": [[3, 4], [1, 1]]}
    picture = drawn({"kind": "fall", "attacker": {"tons": 75}, "dice": dice})
    assert "center torso 8" in picture.said
    assert "rear" in texts(picture)
    assert count(picture, "cp-part-hit") == 1


def test_groups_without_dice_are_still_to_place() -> None:
    picture = drawn({"kind": "fall", "attacker": {"tons": 75}, "levels": 3})
    assert "to place: 6 × 5 · 2" in texts(picture)
    assert count(picture, "cp-part-hit") == 0


def test_a_quad_has_four_legs_and_no_arms() -> None:
    biped, quad = (
        drawn({"kind": "fall", "attacker": {"kind": kind, "tons": 50}}) for kind in ("biped", "quad")
    )
    assert count(biped, "cp-part") == count(quad, "cp-part") == 8
    assert biped.outlines != quad.outlines


# ---- slots, and the way of an explosion


def test_hit_slots_are_struck_out_and_numbered() -> None:
    slots = [
        PictureSlot(1, "Medium Laser", True, "1"),
        PictureSlot(2, "Gyro", True),
        PictureSlot(3, "empty", False),
    ]
    picture = critical_picture("Right torso", [slots], (), str)
    assert count(picture, "cp-strike") == 2
    assert count(picture, "cp-yes") == 1  # the hit of this phase has a number, the earlier one a cross
    assert count(picture, "cp-way") == 2
    assert picture.said == "Right torso. Medium Laser (slot 1): hit. Gyro (slot 2): hit"


def test_an_explosion_goes_from_location_to_location() -> None:
    sheet = {
        "locations": {"right-torso": {"slots": ["Ammo SRM 2"]}},
        "items": {"Ammo SRM 2": {"shots": 50, "damage": 2, "missiles": 2}},
    }
    answer = asked("critical", {"location": "right-torso", "sheet": sheet, "dice": [[8], [1]]}).answer
    picture = critical_picture("Right torso", [], answer.explosions, str)
    assert count(picture, "cp-head") == len(answer.explosions[0].path) - 1 == 1
    assert {"Right torso", "Center torso", "187"} <= set(texts(picture))
    assert "187 move on" in picture.said


# ---- every case


def cases(card: str) -> list[Any]:
    found = tomllib.loads((CASES / f"{card}.toml").read_text(encoding="utf-8"))["case"]
    return [pytest.param(case, id=case["id"]) for case in found]


@pytest.mark.parametrize("case", cases("impact"))
def test_everything_stays_on_the_picture_and_all_points_are_told(case: dict[str, Any]) -> None:
    picture = drawn({**case["question"], **_edition(case)}, 3)
    assert picture.said
    for outline in picture.outlines:
        for x, y in outline.points:
            assert 0 <= x <= WIDTH
            assert 0 <= y <= picture.height
    for each in picture.letters:
        assert 0 <= each.x <= WIDTH
        assert 0 <= each.y <= picture.height


def _edition(case: dict[str, Any]) -> dict[str, str]:
    return {"edition": case["editions"][0]} if "editions" in case else {}


# ---- the question in words


def test_every_field_of_every_question_has_a_name() -> None:
    for card in CARDS.values():
        for record in (card.question, *records_inside(card.question)):
            assert {each.name for each in members_of(record)} <= {*NAMES, *NOT_SAID}


@pytest.mark.parametrize(
    ("card", "question", "said"),
    [
        ("roll", {}, ["Unit: biped, 55 t, Piloting 5"]),
        (
            "roll",
            {"unit": {"legs": {"left": {"foot": 1}}}, "events": [{"event": "gyro-hit"}], "dice": [7]},
            ["Unit: biped, 55 t, Piloting 5, legs left: foot hit", "What happened: Gyro hit", "Dice: 7"],
        ),
        (
            "impact",
            {"kind": "dfa", "attacker": {"jump": 5}, "target": {"tons": 50}, "hexes": 3, "spotting": True},
            [
                "Kind: death from above",
                "Unit: biped, 55 t, Piloting 5, Jumping MP 5",
                "Target: biped, 50 t, Piloting 5",
                "Hexes: 3",
                "The attacker spots: yes",
            ],
        ),
        (
            "critical",
            {
                "location": "left-leg",
                "sheet": {"locations": {"left-leg": {"hit": [2]}}},
                "dice": [[4, 4], [1]],
            },
            [
                "Location: Left leg",
                "Sheet: biped, 55 t, Piloting 5, locations Left leg: slots hit before 2",
                "Dice: 4+4, 1",
            ],
        ),
    ],
)
def test_a_question_is_said_in_words(card: str, question: dict[str, Any], said: list[str]) -> None:
    reply = asked(card, question)
    facts = asked_facts(reply.question, load_battletech(reply.answer.edition), str)
    assert [f"{each.name}: {each.text}" for each in facts] == said
