"""Every ruling and worked example about numbers of weapon attacks comes out as it is written down."""

from typing import Any

import pytest

from astrike.model.battletech.hex_attack import MOUNTS, WEAPON_TAGS, mounts_of
from astrike.model.battletech.unit import KINDS
from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.hex_card import HEX_CARD
from tests.battletech_questions import cases_in, each_case, unfilled, whole_question

Json = dict[str, Any]
CASES = cases_in("hex_number")


def compare(name: str, expected: Any, answer: Json) -> None:
    ledger = {row["key"]: row["value"] for row in answer["modifiers"]}
    refusals = [each["key"] for each in answer["refusals"]]
    notes = {each["key"] for each in answer["notes"]}
    match name:
        case "number":
            assert (answer["target_number"], refusals) == (expected, [])
        case "sum":
            assert sum(ledger.values()) == expected
        case "odds":
            assert answer["odds"] == expected
        case "modifiers":
            assert ledger.items() >= expected.items()
        case "without":
            assert not set(expected) & set(ledger)
        case "refused":
            assert refusals == expected
            assert (answer["target_number"] is None) == bool(expected)
        case "refuses":
            assert set(expected) <= set(refusals)
        case "without_refusals":
            assert not set(expected) & set(refusals)
        case "says":
            assert set(expected) <= notes
        case "silent":
            assert not set(expected) & notes
        case "facts":
            measured = {each["key"]: each["facts"] for each in (*answer["notes"], *answer["refusals"])}
            for key, facts in expected.items():
                assert measured[key].items() >= facts.items()
        case "options":
            assert [each["id"] for each in answer["options_used"]] == expected
        case _:
            raise AssertionError(name)


@pytest.mark.parametrize(("case", "edition"), list(each_case(CASES)))
def test_case(case: Json, edition: str) -> None:
    question = whole_question(case["question"], edition)
    answer = dict(HEX_CARD.json(ask_card(HEX_CARD, question).answer))
    assert unfilled(answer) == []
    for name, expected in case["expected"].items():
        compare(name, expected, answer)


def test_no_row_of_the_ledger_is_there_twice() -> None:
    for case in CASES:
        for edition in case.get("editions", BATTLETECH_IDS):
            answer = ask_card(HEX_CARD, whole_question(case["question"], edition)).answer
            assert answer.number is not None
            keys = [row.key for row in answer.number.modifiers]
            assert len(keys) == len(set(keys)), case["id"]


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
def test_every_kind_of_weapon_has_a_row(edition: str) -> None:
    rows = load_battletech(edition).hex_weapons
    assert set(rows) == set(WEAPON_TAGS)
    named = {tag for row in rows.values() for tag in (*row.unless, *row.never_beside)}
    assert named <= set(WEAPON_TAGS)
    assert [row.key for row in rows.values() if row.by_bracket and len(row.by_bracket) != 3] == []


def test_every_mount_belongs_to_a_kind() -> None:
    assert {mount for kind in KINDS for mount in mounts_of(kind)} == set(MOUNTS)


def test_everything_that_is_said_is_asserted_by_a_case() -> None:
    found = {
        key
        for case in CASES
        for name in ("refused", "refuses", "says")
        for key in case["expected"].get(name, ())
    }
    assert set(load_battletech("").hex_number_words) - found == set()
