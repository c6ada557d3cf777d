"""Critical hits, ruling by ruling: every case of the data file is asked through its card and read as JSON."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from astrike.errors import InputError
from astrike.rulebook.battletech.loader import BATTLETECH_IDS
from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.cards import CARDS

CASES = tomllib.loads(
    (Path(__file__).parents[2] / "cases" / "battletech" / "critical.toml").read_text(encoding="utf-8")
)["case"]
ASKED = [(case, edition) for case in CASES for edition in case.get("editions", BATTLETECH_IDS)]


@pytest.mark.parametrize(("case", "edition"), ASKED, ids=[f"{case['id']}-{each}" for case, each in ASKED])
def test_a_case_of_critical_hits_is_answered_as_ruled(case: dict[str, Any], edition: str) -> None:
    card = CARDS["critical"]
    expected = dict(case["expected"])
    question = {**case["question"], "edition": edition}
    if refused := expected.pop("refused", None):
        with pytest.raises(InputError) as wrong:
            ask_card(card, question)
        assert [each.at for each in wrong.value.problems] == refused
        return
    answer: dict[str, Any] = card.json(ask_card(card, question).answer)
    compare_special(answer, expected)
    compare(answer, expected, case["id"])
    for check in answer["checks"]:
        counted = len(check["applied"]) + len(check["soaked"]) + len(check["lost"])
        assert check["hits"] == counted + check["moved_on"] + check["unplaced"]
    for step in (step for blast in answer["explosions"] for step in blast["path"]):
        assert step["points"] == step["lost"] + step["passed_on"] + step["vented"]


def compare_special(answer: dict[str, Any], expected: dict[str, Any]) -> None:
    """Compare what is not named as the answer has it."""
    if "notes" in expected:
        assert [each["key"] for each in answer["notes"]] == expected.pop("notes")
    if "notes_with" in expected:
        assert expected.pop("notes_with") in [each["key"] for each in answer["notes"]]
    if "options" in expected:
        assert [each["id"] for each in answer["options_used"]] == expected.pop("options")
    if "only_rolls" in expected:
        assert [each["event"] for each in answer["rolls"]] == expected.pop("only_rolls")
    if expected.pop("no_rolls", False):
        assert answer["rolls"] == []
    for measure, value in expected.pop("ledger_sum", {}).items():
        found = sum(each["value"] for each in answer["modifiers"] if each["facts"]["measure"] == measure)
        assert (measure, found) == (measure, value)
    found_values = {each["key"]: each["value"] for each in answer["modifiers"]}
    for key, value in expected.pop("modifiers", {}).items():
        assert (key, found_values.get(key)) == (key, value)
    found_rolls = {each["event"]: each for each in answer["rolls"]}
    for event, roll in expected.pop("rolls", {}).items():
        compare(found_rolls[event], roll, event)


def compare(found: Any, expected: Any, at: str) -> None:
    """Compare an answer with what is expected of it; tables only by the keys they name."""
    if isinstance(expected, dict):
        assert isinstance(found, dict), f"{at}: {found}"
        for key, value in expected.items():
            compare(found[key], value, f"{at}.{key}")
    elif isinstance(expected, list):
        assert isinstance(found, list)
        assert len(found) == len(expected), f"{at}: {found}"
        for number, value in enumerate(expected):
            compare(found[number], value, f"{at}[{number}]")
    else:
        assert found == (None if expected == "null" else expected), at
