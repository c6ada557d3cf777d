"""Every ruling and worked example about paths across hexes comes out as it is written down."""

from typing import Any

import pytest

from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.hex_card import HEX_CARD
from tests.battletech_questions import cases_in, each_case, unfilled

Json = dict[str, Any]
CASES = cases_in("hex_path")


def compare(name: str, expected: Any, answer: Json) -> None:
    move = answer["move"]
    legs = move["legs"]
    match name:
        case "cost" | "mode" | "hexes" | "charge_hexes" | "heat":
            assert move[name] == expected
        case "mp":
            assert move["available"]["mp"] == expected
        case "made_of":
            given = {row["key"]: row["value"] for row in move["available"]["ledger"]}
            assert given == expected
        case "legs":
            assert [leg["cost"] for leg in legs] == expected
        case "ledger":
            assert {row["key"]: row["value"] for row in legs[-1]["ledger"]} == expected
        case "at":
            assert f"{legs[-1]['hex']} {legs[-1]['facing']} {legs[-1]['elevation']}" == expected
        case "rolls":
            rolls = [(each["leg"], each["roll"]) for each in move["rolls"]]
            given = [f"{leg} {roll['event']} {roll['automatic'] or roll['target']}" for leg, roll in rolls]
            assert given == expected
        case "roll_made_of":
            (rolled,) = [each["roll"] for each in move["rolls"]]
            assert {row["key"]: row["value"] for row in rolled["modifiers"]} == expected
        case "refused":
            given = [
                f"{each['key']} {each['facts']['step']} {each['facts']['hex']}" for each in move["refusals"]
            ]
            assert given == expected
        case "notes":
            assert [each["key"] for each in move["notes"]] == expected
        case "facts":
            measured = {each["key"]: each["facts"] for each in (*move["notes"], *move["refusals"])}
            for key, facts in expected.items():
                assert measured[key].items() >= facts.items()
        case "skids":
            given = [
                f"{each['leg']} {each['start']} toward {each['direction']}: {' '.join(each['hexes'])}"
                for each in move["skids"]
            ]
            assert given == expected
        case "options":
            assert [each["id"] for each in answer["options_used"]] == expected
        case _:
            raise AssertionError(name)


@pytest.mark.parametrize(("case", "edition"), list(each_case(CASES)))
def test_case(case: Json, edition: str) -> None:
    answer = HEX_CARD.json(ask_card(HEX_CARD, {**case["question"], "edition": edition}).answer)
    assert unfilled(answer) == []
    for name, expected in case["expected"].items():
        compare(name, expected, dict(answer))


def test_no_two_cases_share_an_id() -> None:
    ids = [case["id"] for case in CASES]
    assert len(ids) == len(set(ids))
