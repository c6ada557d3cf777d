"""What a command says about an impact fits a terminal and names everything that counts."""

from typing import Any

import pytest

from astrike.report.battletech.impact_text import impact_text
from astrike.report.words.texts import untranslated
from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.impact_card import IMPACT_CARD

Json = dict[str, Any]
QUESTIONS: tuple[tuple[Json, tuple[str, ...]], ...] = (
    (
        {
            "kind": "skid",
            "attacker": {"tons": 65},
            "moved_before": 4,
            "dice": {"facing": 4, "locations": [[2, 4]]},
        },
        (
            "Attacker: 15 damage (5 · 5 · 5), rear",
            "5: right torso (rear) [2, 4]",
            "BMM p.68",
            "2D6, Hit location",
        ),
    ),
    (
        {"kind": "charge", "attacker": {"tons": 65, "piloting": 4}, "target": {"tons": 80}, "hexes": 6},
        ("Target: 39 damage (7 × 5 · 4), front", "Attacker: 8 damage (5 · 3), front", "To hit: 5+"),
    ),
    ({"kind": "dfa", "hexes": 3}, ("Not enough jump MP",)),
    ({"kind": "collapse", "attacker": {"tons": 25}, "loads": [25], "cf": 40}, ("No damage.", "It holds")),
)


@pytest.mark.parametrize(("question", "expected"), QUESTIONS)
def test_everything_is_said_within_78_columns(question: Json, expected: tuple[str, ...]) -> None:
    text = impact_text(ask_card(IMPACT_CARD, question).answer, untranslated)
    assert all(each in text for each in expected)
    assert max(map(len, text.splitlines())) <= 78
