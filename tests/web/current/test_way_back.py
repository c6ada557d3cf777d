"""Nobody is left alone: who was refused or has made a roll comes back, and a list without a chance says so."""

from urllib.parse import urlencode

import pytest

from astrike.web.effects.still_to_roll import without_roll
from tests.web.conftest import Kept
from tests.web.page import parse


@pytest.mark.parametrize(
    ("referrer", "back"),
    [
        ("http://localhost{card}?kind=indirect", ["{card}?kind=indirect"]),
        ("http://elsewhere.example{card}", []),
        ("http://localhost/", []),
        ("", []),
    ],
)
def test_a_refused_form_leads_back_to_where_it_was_filled_in(
    battle: Kept, referrer: str, back: list[str]
) -> None:
    card = battle.url("/attack/A/R")
    headers = {"Referer": referrer.format(card=card)} if referrer else {}
    form = {"do": "typed", "rolls": "9 4", "change_id": "0123456789abcdef"}
    response = battle.client.post(f"{card}/roll", data=form, headers=headers)
    assert response.status_code == 422
    links = [each.attributes["href"] for each in parse(response.text).all("a", class_="btn")]
    assert links == ["/", *(each.format(card=card) for each in back)]


def test_a_roll_that_was_written_is_not_offered_again(battle: Kept) -> None:
    card = battle.url("/attack/A/R")
    back = f"{card}?{urlencode({'written': 'critical:R critical:R'})}"
    for number, left in ((1, "critical:R"), (2, "nothing")):
        form = {"dice": "7", "version": str(number), "change_id": f"0123456789abcde{number}", "back": back}
        response = battle.client.post(battle.url("/effect/critical/R/apply"), data=form)
        assert response.status_code == 303, response.text
        back = response.headers["Location"]
        assert back == f"{card}?{urlencode({'written': left})}"
    assert not parse(battle.client.get(back).text).has_id("still")


def test_a_roll_that_brought_nothing_is_made_all_the_same(battle: Kept) -> None:
    back = f"{battle.url('/attack/A/R')}?{urlencode({'written': 'critical:R'})}"
    asked = urlencode({"dice": "5", "asked": "1", "back": back})
    page = battle.page(f"/effect/critical/R?{asked}")
    assert not page.has_id("apply")
    assert f"{battle.url('/attack/A/R')}?written=nothing" in [
        each.attributes["href"] for each in page.all("a")
    ]


@pytest.mark.parametrize(
    ("address", "left"),
    [
        ("/t/X?written=motive%3AV+critical%3AV", "/t/X?written=motive%3AV"),
        ("/t/X?written=motive%3AV", "/t/X?written=motive%3AV"),
        ("/t/X?kind=dfa&written=critical%3AV", "/t/X?kind=dfa&written=nothing"),
        ("/t/X", "/t/X"),
    ],
)
def test_only_the_roll_that_was_made_is_taken_out(address: str, left: str) -> None:
    assert without_roll(address, "critical", "V") == left


def test_a_list_without_a_single_chance_does_not_speak_of_the_best(battle: Kept) -> None:
    assert (
        battle.page("?unit=A").one("div", class_="listhead").text.startswith("3 enemies, best chance first")
    )
    none = battle.page("?unit=A&kind=standard").one("div", class_="listhead").text
    assert none == "3 enemies, none to be attacked like this"
