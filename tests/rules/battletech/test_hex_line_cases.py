"""Every ruling and worked example about lines across hexes comes out as it is written down."""

from typing import Any

import pytest

from astrike.model.battletech.hex import HexAnswer
from astrike.rulebook.battletech.loader import load_battletech
from astrike.rules.battletech.hexes.line.arcs import arcs_of
from astrike.rules.battletech.hexes.line.poses import pose_refusals
from astrike.rules.battletech.hexes.line.sight import see
from astrike.rules.battletech.hexes.patch import HexCase, HexPatch
from astrike.rules.battletech.options_in_use import OptionsInUse
from astrike.web.battletech.asking import read_question
from astrike.web.battletech.hex_card import HEX_CARD
from tests.battletech_questions import cases_in, each_case, unfilled

Json = dict[str, Any]
CASES = cases_in("hex_line")


def line_answer(body: Json, edition: str) -> Json:
    """Answer what a question asks of its line, without Target Number and path."""
    question = read_question(HEX_CARD, {**body, "edition": edition})
    rules = load_battletech(edition)
    options = OptionsInUse(rules, dict(question.options or {}))  # type: ignore[arg-type]
    case = HexCase(question, HexPatch.of(question), rules, options)
    attacker, target = question.attacker, question.target
    assert attacker is not None
    assert target is not None
    sight, back = see(case, attacker, target), see(case, target, attacker)
    answer = HexAnswer(
        edition=edition,
        refusals=pose_refusals(case, attacker),
        notes=(),
        options_used=options.used,
        sight=sight,
        back=back,
        arcs=arcs_of(case, attacker, target),
        number=None,
        move=None,
    )
    return dict(HEX_CARD.json(answer))


def keys(rows: list[Json]) -> list[str]:
    return [row["key"] for row in rows]


def compare(name: str, expected: Any, answer: Json) -> None:
    match name:
        case "blocked":
            assert keys(answer["blocked_by"]) == expected
        case "notes":
            assert keys(answer["line_notes"]) == expected
        case "refused":
            assert keys(answer["refusals"]) == expected
        case "options":
            assert [each["id"] for each in answer["options_used"]] == expected
        case "sides":
            assert [each["value"] for each in answer["sides"]] == expected
        case "legs":
            assert answer["cover_reason"]["facts"]["legs"] == expected
        case "hexside":
            assert answer["side_reason"]["facts"]["hexside"] == expected
        case "labels":
            labels = {each["hex"]: each["label"] for each in answer["hexes"]}
            assert {name: labels[name] for name in expected} == expected
        case "arc":
            flat = {key: value for key, value in expected.items() if not isinstance(value, dict)}
            rear = {
                f"{key}.rear": value["rear"] for key, value in expected.items() if isinstance(value, dict)
            }
            assert answer["arc"].items() >= {**flat, **rear}.items()
        case "back":
            for inner, value in expected.items():
                compare(inner, value, answer["back"])
        case _:
            assert answer[name] == (expected if expected is not False or answer[name] is not None else None)


@pytest.mark.parametrize(("case", "edition"), list(each_case(CASES)))
def test_case(case: Json, edition: str) -> None:
    answer = line_answer(case["question"], edition)
    assert unfilled(answer) == []
    for name, expected in case["expected"].items():
        compare(name, expected, answer)
