"""What a command says about hexes fits a terminal, verdict first, and names everything that counts."""

from typing import Any

import pytest

from astrike.report.battletech.hex_text import hex_text
from astrike.report.words.texts import untranslated
from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.hex_card import HEX_CARD
from tests.battletech_questions import questions_of

Json = dict[str, Any]
SHOT: Json = {
    "attacker": {"hex": "0505"},
    "target": {"hex": "0501", "facing": 3},
    "weapon": {"ranges": [3, 6, 9], "location": "right-arm"},
}
PATH: Json = {"unit": {"walk": 5}, "from": "0505"}
QUESTIONS: tuple[tuple[Json, str, tuple[str, ...]], ...] = (
    ({}, "Nothing to answer. Place two units, or plot a path.", ("Edition",)),
    (SHOT, "Clear LOS, 4 hexes.", ("Target Number 6+", "In arc", "Side hit")),
    (
        SHOT | {"hexes": {"0503": {"level": 2}}},
        "No LOS, 4 hexes.",
        ("0503 level 2", "Attack not allowed.", "standard table"),
    ),
    (
        SHOT | {"hexes": {"0502": {"level": 1}}},
        "Clear LOS, 4 hexes.",
        ("Partial cover: ", "leg hits strike the cover"),
    ),
    (
        SHOT | {"hexes": {"0504": {"level": 1}}},
        "Clear LOS, 4 hexes.",
        ("Leg weapons cannot fire: 0504 is in the way.",),
    ),
    (
        SHOT | {"target": {"hex": "0302", "facing": 3}, "hexes": {"0402": {"woods": "light"}}},
        "Clear LOS, 4 hexes.",
        (
            "(right of the border)",
            "not counted",
            "Border",
            "the right side counts",
            "Intervening woods and smoke: 1",
        ),
    ),
    (
        {"path": PATH | {"mode": "run", "steps": ["forward", "left"]}},
        "Running: 2 of 8 MP, 1 hex, 2 heat. (standard table)",
        ("1  forward    0504  +1 = 1", "turn left"),
    ),
    (
        {"path": PATH | {"steps": ["forward"]}, "hexes": {"0504": {"level": 3, "rubble": True}}},
        "Walking, not allowed: ",
        ("Step 1, 0504: ", "Step 1: ", "+"),
    ),
)


@pytest.mark.parametrize(("question", "first", "expected"), QUESTIONS)
def test_the_verdict_comes_first_and_everything_is_said(
    question: Json, first: str, expected: tuple[str, ...]
) -> None:
    text = hex_text(ask_card(HEX_CARD, question).answer, untranslated)
    assert text.startswith(first)
    assert [each for each in expected if each not in text] == []


def test_each_reason_is_said_once() -> None:
    text = hex_text(ask_card(HEX_CARD, SHOT | {"hexes": {"0503": {"level": 2}}}).answer, untranslated)
    answer = ask_card(HEX_CARD, SHOT | {"hexes": {"0503": {"level": 2}}}).answer
    assert text.count(untranslated(answer.sight.blocked_by[0].label)) == 1


def test_every_case_fits_78_columns() -> None:
    for question in questions_of("hex"):
        text = hex_text(ask_card(HEX_CARD, question).answer, untranslated)
        assert [line for line in text.splitlines() if len(line) > 78] == []
