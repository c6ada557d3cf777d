"""Whatever falls, skids or charges: groups add up to the total, none is above 5, and more never does less."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astrike.errors import InputError
from astrike.rulebook.battletech.loader import BATTLETECH_IDS
from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.impact_card import IMPACT_CARD

Json = dict[str, Any]
EDITIONS = st.sampled_from(BATTLETECH_IDS)
TONS = st.integers(20, 100)
OBSTACLES = st.lists(
    st.one_of(
        st.just({"what": "nothing"}),
        st.just({"what": "rise"}),
        st.builds(lambda tons: {"what": "unit", "unit": {"tons": tons}, "cleared": tons > 50}, TONS),
        st.builds(lambda cf: {"what": "building", "building": "hardened", "cf": cf}, st.integers(1, 150)),
        st.builds(lambda levels: {"what": "drop", "levels": levels}, st.integers(1, 9)),
        st.builds(lambda depth: {"what": "water", "depth": depth}, st.integers(1, 4)),
    ),
    max_size=6,
)  # fmt: skip
QUESTIONS = st.one_of(
    st.fixed_dictionaries({"kind": st.just("fall"), "levels": st.integers(0, 12), "water": st.integers(0, 3)}),
    st.fixed_dictionaries({"kind": st.just("skid"), "moved_before": st.integers(0, 20), "path": OBSTACLES}),
    st.fixed_dictionaries({"kind": st.just("charge"), "hexes": st.integers(0, 12), "target": st.just({"tons": 50})}),
    st.fixed_dictionaries({"kind": st.just("dfa"), "hexes": st.integers(1, 8), "target": st.just({"tons": 50})}),
    st.fixed_dictionaries({"kind": st.just("collapse"), "cf": st.integers(1, 150), "levels": st.integers(0, 9)}),
    st.fixed_dictionaries({"kind": st.just("enter"), "cf": st.integers(1, 150)}),
)  # fmt: skip


def answer(question: Json, edition: str) -> Json:
    return dict(IMPACT_CARD.json(ask_card(IMPACT_CARD, {**question, "edition": edition}).answer))


def total(question: Json, edition: str) -> int:
    return sum(lot["total"] for lot in answer(question, edition)["damage"])


@given(QUESTIONS, TONS, EDITIONS)
def test_groups_and_ledgers_add_up(question: Json, tons: int, edition: str) -> None:
    for lot in answer({**question, "attacker": {"tons": tons, "jump": 8}}, edition)["damage"]:
        assert sum(lot["groups"]) == lot["total"] == sum(row["value"] for row in lot["ledger"])
        assert lot["to"] == "building" or all(0 < each <= 5 for each in lot["groups"])
        assert len(lot["hits"]) == len(lot["groups"])


@given(QUESTIONS, TONS, EDITIONS)
def test_more_tons_never_do_less(question: Json, tons: int, edition: str) -> None:
    if any(each["what"] == "building" for each in question.get("path", ())):
        return  # a heavier unit may bring a building down and so skid on, or stop where a lighter one does not
    lighter = {**question, "attacker": {"tons": tons, "jump": 8}}
    heavier = {**question, "attacker": {"tons": tons + 5, "jump": 8}}
    assert total(heavier, edition) >= total(lighter, edition)


@given(TONS, st.integers(0, 20), st.integers(0, 3), EDITIONS)
def test_more_levels_and_hexes_never_do_less(tons: int, more: int, water: int, edition: str) -> None:
    unit = {"tons": tons}
    for question, member in (
        ({"kind": "fall", "water": water}, "levels"),
        ({"kind": "skid"}, "moved_before"),
        ({"kind": "charge", "target": unit}, "hexes"),
        ({"kind": "collapse", "cf": 40}, "levels"),
        ({"kind": "drop"}, "levels"),
    ):
        asked = {**question, "attacker": unit}
        assert total({**asked, member: more + 1}, edition) >= total({**asked, member: more}, edition)


@given(QUESTIONS, TONS, EDITIONS, st.data())
def test_dice_settle_what_was_needed(question: Json, tons: int, edition: str, data: st.DataObject) -> None:
    asked: Json = {**question, "attacker": {"tons": tons, "jump": 8}, "outcome": "hit"}
    dice: Json = {"facing": data.draw(st.integers(1, 6))}
    before = answer({**asked, "dice": dice}, edition)
    dice["locations"] = [
        [data.draw(st.integers(1, 6))] * need["dice"] for need in before["needs"] if need["for"] == "location"
    ]
    after = answer({**asked, "dice": dice}, edition)
    assert [need["for"] for need in after["needs"] if need["for"] == "location"] == []
    assert [lot["total"] for lot in after["damage"]] == [lot["total"] for lot in before["damage"]]


@given(QUESTIONS, TONS, EDITIONS)
def test_odds_of_dice_add_up(question: Json, tons: int, edition: str) -> None:
    for need in answer({**question, "attacker": {"tons": tons, "jump": 8}}, edition)["needs"]:
        assert not need["odds"] or sum(each["probability"] for each in need["odds"]) == pytest.approx(
            1, abs=1e-3
        )


WRONG: tuple[tuple[Json, set[str]], ...] = (
    ({"kind": "fall", "attacker": {"tons": -5}, "levels": "high"}, {"attacker.tons", "levels"}),
    ({"kind": "fall", "levels": -1, "attacker": {"legs": {"tail": {}}}}, {"levels", "attacker.legs.tail"}),
    ({"kind": "fall", "dice": {"facing": 7, "locations": [[0, 3]]}}, {"dice.facing", "dice.locations[0][0]"}),
    ({"kind": "fall", "dice": {"facing": 1, "locations": [[3]]}}, {"dice.locations[0]"}),
    ({"kind": "fall", "dice": {"facing": 1, "locations": [[1, 1], [1, 1], [1, 1]]}}, {"dice.locations"}),
    ({"kind": "fall", "attacker": {"kind": "building"}, "target": {"tons": 2000}}, {"attacker.kind", "target.tons"}),
    ({"kind": "charge", "hexes": 2, "not_counted": 3, "outcome": "hit", "fell": True}, {"not_counted", "outcome"}),
    ({"kind": "dfa", "attacker": {"kind": "hover"}}, {"attacker.kind"}),
    ({"kind": "fall", "path": [{"what": "unit"}]}, {"path"}),
    ({"kind": "skid", "path": [{"what": "building"}, {"what": "drop"}]}, {"path[0].cf", "path[1].levels"}),
    ({"kind": "fall", "edition": "ce-5.01"}, {"edition"}),
    ({"kind": "fall", "dice": {"to_hit": [6, 6], "basement": [1, 1], "facings": [1, 2, 3, 4, 5]}},
     {"dice.to_hit", "dice.basement", "dice.facings"}),
    ({"kind": "charge", "hexes": 5, "fell": True, "dice": {"to_hit": [6, 6]}}, {"dice.to_hit"}),
    ({"kind": "fall", "attacker": {"kind": "vtol"}, "levels": 2, "dice": {"locations": [[1, 1]]}},
     {"dice.locations"}),
    ({"kind": "fall", "attacker": {"kind": "tracked"}, "levels": 2,
      "dice": {"facings": [1], "locations": [[1, 2]], "motives": [[1, 1], [2, 2]], "troopers": [1]}},
     {"dice.motives", "dice.troopers"}),
    ({"kind": "fall", "attacker": {"kind": "infantry"}, "levels": 2, "troops": "motorized", "dice": {"troopers": [1]}},
     {"dice.troopers"}),
    ({"kind": "basement", "attacker": {"tons": 40}, "cf": 50, "dice": {"basement": [1, 1]}}, {"dice.basement"}),
    ({"kind": "charge", "into": "building", "hexes": 3}, {"cf"}),
    ({"kind": "enter"}, {"cf"}),
    ({"kind": "collapse"}, {"cf"}),
    ({"kind": "basement", "cf": 0}, {"cf"}),
    ({"kind": "skid", "path": [{"what": "building", "cf": 41}, {"what": "rise", "dice": [1, 1]}]},
     {"path[0].cf", "path[1].dice"}),
    ({"kind": "fall", "how": "missed-dfa", "target": {"tons": 50}}, {"how"}),
    ({"kind": "charge", "hexes": 99, "attacker": {"tons": 1000}, "target": {"armor": "laser-reflective"}},
     {"attacker"}),
    ({"kind": "charge", "into": "hill", "target": {"kind": "quad", "arms": {"left": {}}}}, {"target.arms.left"}),
)  # fmt: skip


@pytest.mark.parametrize(("question", "places"), WRONG)
def test_everything_that_is_wrong_is_named(question: Json, places: set[str]) -> None:
    with pytest.raises(InputError) as caught:
        ask_card(IMPACT_CARD, question)
    assert {each.at for each in caught.value.problems} == places
    assert all(each.found and each.expected for each in caught.value.problems)
