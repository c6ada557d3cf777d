"""Every ruling and worked example about impacts comes out as it is written down."""

from typing import Any

import pytest

from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.impact_card import IMPACT_CARD
from tests.battletech_questions import cases_in, each_case

Json = dict[str, Any]
CASES = cases_in("impact")


def lot_text(lot: Json, expected: str) -> str:
    """Write a lot as far as the case does."""
    text = f"{lot['to']} {lot['total']}: {' '.join(map(str, lot['groups']))}"
    return f"{text}, {lot['column']}, {lot['table']}" if "," in expected else text


def hit_text(hit: Json) -> str:
    return " ".join(
        [
            f"{hit['points']} {hit['location'] or 'null'}",
            *(word for word in ("rear", "critical", "motive") if hit[word]),
        ]
    )


def motive_text(each: Json) -> str:
    done = [word for word in ("halved", "immobile") if each[word]]
    return " ".join(
        map(str, [each["to"], each["total"], each["key"], each["driving"], each["cruise"], *done])
    )


def compare(name: str, expected: Any, answer: Json) -> None:
    said = [*answer["notes"], *answer["moves"], *answer["refusals"]]
    keys = [each["key"] for each in said]
    lots = answer["damage"]
    match name:
        case "damage":
            given = [lot_text(lot, text) for lot, text in zip(lots, expected, strict=False)]
            assert given == expected
            assert len(lots) == len(expected)
        case "hits":
            assert [hit_text(hit) for lot in lots for hit in lot["hits"]] == expected
        case "columns":
            assert [hit["column"] for lot in lots for hit in lot["hits"]] == expected
        case "tables":
            assert [lot["table"] for lot in lots] == expected
        case "to_hit":
            assert (answer["to_hit"]["target"] if answer["to_hit"] else False) == expected
        case "rolls":
            given = [
                f"{each['to']} {each['event']} {each['automatic'] or each['target']}"
                for each in answer["rolls"]
            ]
            assert given == expected
        case "failed":
            given = [
                f"{roll['to']} {each['damage']}"
                for roll in answer["rolls"]
                for each in roll["on_failure"][:1]
                if roll["event"] != "water"
            ]
            assert given == expected
        case "moves":
            assert [f"{each['to']} {each['key']}" for each in answer["moves"]] == expected
        case "rolled":
            assert len(answer["rolls"]) == expected
        case "refused":
            assert [each["key"] for each in answer["refusals"]] == expected
        case "says":
            assert set(expected) <= set(keys)
        case "not":
            assert not set(expected) & set(keys)
        case "facing":
            assert [answer["facing"]["facing"], answer["facing"]["column"]] == expected
        case "shooting":
            assert [each["value"] for each in answer["shooting"]] == expected
        case "left":
            assert answer["hexes_left"] == expected
        case "needs":
            assert [each["for"] for each in answer["needs"]] == expected
        case "first":
            landed = (hit for lot in lots for hit in lot["hits"] if hit["location"])
            assert hit_text(next(landed)) == expected
        case "motives":
            assert [motive_text(each) for each in answer["motives"]] == expected
        case "needs_dice":
            assert answer["needs"][0]["dice"] == expected
        case "needs_odds":
            assert {each["result"]: each["probability"] for each in answer["needs"][0]["odds"]} == expected
        case "needs_first":
            assert answer["needs"][0]["for"] == expected
        case "options":
            assert [each["id"] for each in answer["options_used"]] == expected
        case "hexsides":
            assert answer["moves"][0]["hexsides"] == expected
        case "facts":
            measured = {each["key"]: each["facts"] for each in said if "facts" in each}
            for key, facts in expected.items():
                assert measured[key].items() >= facts.items()
        case _:
            raise AssertionError(name)


@pytest.mark.parametrize(("case", "edition"), list(each_case(CASES)))
def test_case(case: Json, edition: str) -> None:
    answer = IMPACT_CARD.json(ask_card(IMPACT_CARD, {**case["question"], "edition": edition}).answer)
    for name, expected in case["expected"].items():
        compare(name, expected, dict(answer))


def test_no_two_cases_share_an_id() -> None:
    ids = [case["id"] for case in CASES]
    assert len(ids) == len(set(ids))
