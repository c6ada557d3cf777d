"""The page of rulings of classic BattleTech is the newest, and what a card should answer is asserted by a case."""

import pytest

from astrike.rulebook.battletech.loader import BATTLETECH_IDS
from astrike.rulebook.battletech.ruling_search import all_rulings
from astrike.rulebook.battletech.rulings import REFERENCE
from astrike.web.battletech.cards import CARDS
from tools.battletech_cases import BattleTechCase, battletech_cases, case_of, cases_by_ruling
from tools.classic_page import PAGE, classic_page, why_not


def test_the_page_is_the_newest() -> None:
    assert PAGE.read_text(encoding="utf-8") == classic_page(), "write it: python -m tools.classic_page"


def test_the_page_lists_every_ruling_once_and_the_printings_it_knows() -> None:
    text = classic_page()
    for key in all_rulings():
        name = key.upper()
        assert text.count(f"| {name} |") + text.count(f"| **{name}** |") == 1, key
    for words in (
        "Total Warfare, errata 4.4 (2017)",
        "BattleMech Manual, errata 7.01 (2023)",
        "Later ones exist",
    ):
        assert words in text


def test_a_case_asserts_the_ruling_that_its_id_begins_with_and_those_it_lists() -> None:
    raw = {"id": "BMM-077-two-hexes", "covers": ["TW-018", "crit-001"], "editions": ["bmm-7.01"]}
    assert case_of(raw, "impact") == BattleTechCase(
        "BMM-077-two-hexes", "impact", ("bmm-7.01",), ("bmm-077", "tw-018", "crit-001")
    )
    assert case_of({"id": "CB-12"}, "roll").rulings == ()


def test_every_ruling_that_a_case_asserts_is_there() -> None:
    assert set(cases_by_ruling()) <= set(all_rulings())
    known = set(BATTLETECH_IDS)
    assert [case.id for case in battletech_cases() if not set(case.editions) <= known] == []


def test_a_ruling_names_every_card_with_a_case_for_it() -> None:
    odd = [
        (key, case.card)
        for key, cases in cases_by_ruling().items()
        for case in cases
        if case.card not in all_rulings()[key].row.cards
    ]
    assert odd == [], "add the card to `cards` of the row"


def test_no_two_cases_of_a_card_have_one_name() -> None:
    names = [(case.card, case.id) for case in battletech_cases()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("card", CARDS)
def test_what_answers_of_a_card_rest_on_is_asserted(card: str) -> None:
    """Rulings with an example, but for those that other cards may assert as well."""
    missing = [
        each.row.key
        for each in all_rulings().values()
        if each.row.cards[:1] == (card,) and each.row.weight != REFERENCE and each.row.check
        if each.row.key not in cases_by_ruling()
    ]
    assert missing == []


def test_what_is_not_covered_says_why() -> None:
    rows = {key: each.row for key, each in all_rulings().items()}
    assert why_not(rows["bmm-193"]) == "no card asks for it"
    assert why_not(rows["bmm-187"]) == "says nothing that could be worked out"
    assert all(why_not(row) for row in rows.values())
