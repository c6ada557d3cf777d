"""Laws of critical hits: every open slot is equally likely, hits and points are conserved, armor never adds hits."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.model.battletech.critical import COMPONENTS
from astrike.model.battletech.critical_answer import CriticalAnswer
from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.cards import CARDS

NAMES = (
    "Large laser",
    "PPC",
    "Double Heat Sink",
    "Engine",
    "SRM-6 ammo, 3",
    "Machine gun ammo",
    "Endo Steel",
    None,
)
DIE = st.integers(1, 6)
PAIR = st.tuples(DIE, DIE).map(list)
SLOTS = st.lists(st.sampled_from(NAMES), min_size=12, max_size=12)
CASE = st.sampled_from(["none", "case", "case-ii"])


def asked(**question: Any) -> CriticalAnswer:
    answer: CriticalAnswer = ask_card(CARDS["critical"], question).answer
    return answer


def sheet_with(slots: list[str | None], **more: Any) -> dict[str, Any]:
    return {"locations": {"right-torso": {"slots": slots, **more}}}


def test_components_are_those_of_the_rulebook() -> None:
    rows = load_battletech("").critical_components
    assert set(COMPONENTS) <= set(rows)


@given(slots=SLOTS, first=st.none() | DIE)
@settings(deadline=None, max_examples=60)
def test_odds_of_open_slots_are_even_and_sum_to_one(slots: list[str | None], first: int | None) -> None:
    dice = [] if first is None else [[first]]
    answer = asked(location="right-torso", number=1, sheet=sheet_with(slots), dice=dice)
    if answer.needs is None or answer.needs.location != "right-torso" or not answer.odds:
        return
    assert sum(each.probability for each in answer.odds) == 1
    assert sum(each.probability for each in answer.item_odds) == 1
    if answer.needs.purpose == "slot":
        assert {each.probability for each in answer.odds} == {Fraction(1, len(answer.odds))}


def test_enumerated_dice_strike_every_open_slot_alike() -> None:
    slots = ["A", "B", None, "C", "Endo Steel", None, "D", None, None, "E", None, "F"]
    struck = Counter[int]()
    for pair in product(range(1, 7), repeat=2):
        answer = asked(location="right-torso", number=1, sheet=sheet_with(slots), dice=[list(pair)])
        struck.update(each.slot for each in answer.first.applied if each.slot is not None)
    assert struck == dict.fromkeys([1, 2, 4, 7, 10, 12], 3)


def test_a_first_die_changes_the_odds_as_enumeration_does() -> None:
    slots = ["A", "B", None, None, None, None, "D", None, None, None, None, None]
    odds = asked(location="right-torso", number=1, sheet=sheet_with(slots), dice=[[2]]).odds
    assert [each.probability for each in odds] == [
        Fraction(1, 6) + Fraction(4, 6) * Fraction(1, 3),
        Fraction(1, 6) + Fraction(4, 6) * Fraction(1, 3),
        Fraction(4, 6) * Fraction(1, 3),
    ]


@given(slots=SLOTS, dice=st.lists(PAIR, max_size=30), case=CASE, edition=st.sampled_from(BATTLETECH_IDS))
@settings(deadline=None, max_examples=150)
def test_hits_and_points_are_conserved(
    slots: list[str | None], dice: list[list[int]], case: str, edition: str
) -> None:
    answer = asked(location="right-torso", sheet=sheet_with(slots, case=case), dice=dice, edition=edition)
    for check in answer.checks:
        placed = len(check.applied) + len(check.soaked) + len(check.lost)
        assert check.hits == placed + check.moved_on + check.unplaced
    for blast in answer.explosions:
        ended = sum(step.lost + step.vented for step in blast.path)
        assert blast.points == ended
        assert all(step.points == step.lost + step.passed_on + step.vented for step in blast.path)


@given(slots=SLOTS, dice=st.lists(PAIR, max_size=12), edition=st.sampled_from(BATTLETECH_IDS))
@settings(deadline=None, max_examples=60)
def test_a_sheet_after_is_a_sheet_before_the_next_hit(
    slots: list[str | None], dice: list[list[int]], edition: str
) -> None:
    card = CARDS["critical"]
    question = {"location": "right-torso", "sheet": sheet_with(slots), "dice": dice, "edition": edition}
    sheet = card.json(ask_card(card, question).answer)["sheet"]
    again = card.json(
        ask_card(card, {"location": "center-torso", "number": 0, "sheet": sheet, "edition": edition}).answer
    )
    assert again["sheet"] == sheet


@given(roll=st.integers(2, 12), armor=st.sampled_from(["standard", "hardened"]))
@settings(deadline=None)
def test_more_armor_never_adds_hits(roll: int, armor: str) -> None:
    hits = [
        asked(
            location="right-torso",
            sheet={"armor": armor, **sheet_with(["PPC"], armor=left)},
            dice=[[roll]],
        ).first.hits
        for left in (10, 0)
    ]
    assert hits[0] <= hits[1]
