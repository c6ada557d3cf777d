"""Whose attack it is: the loser of initiative first, each unit once; anything else takes one more tap."""

import pytest
from flask.testing import FlaskClient

from astrike.store.table.codes import Right
from tests.builders import document, mech
from tests.web.conftest import Kept, keep
from tests.web.page import parse


@pytest.fixture
def both_to_attack(client: FlaskClient, kept: Kept) -> Kept:
    """Keep a table on which Red lost initiative and attacks first."""
    units = [
        mech("R0", at=(6, 5), side="red", name="Alder", facing=0),
        mech("R1", at=(10, 5), side="red", name="Ash", facing=0),
        mech("B0", at=(6, 15), side="blue", name="Birch", facing=180, specials=["TAG"]),
        mech("B1", at=(10, 15), side="blue", name="Beech", facing=180),
    ]
    sides = [{"id": "red", "name": "Red"}, {"id": "blue", "name": "Blue"}]
    made = document(*units, phase="combat", initiative=["red", "blue"], sides=sides)
    return keep(client, kept.db_path, made)


def last_words(table: Kept) -> str:
    return table.page("/history").by_id("log").all("li")[0].text


def test_the_other_side_takes_one_more_tap(both_to_attack: Kept) -> None:
    card = both_to_attack.page("/attack/B0/R0", right=Right.PLAY)
    assert card.by_id("out-of-order").text == "Red attacks now."
    assert not card.has_id("roll-form")
    tap = card.by_id("anyway")
    assert tap.text == "Attack with A anyway Red attacks now"
    assert "btn-main" not in tap.attributes["class"].split()
    assert card.by_id("next-up").text == "Attack with K Next: Alder"
    with both_to_attack.client.get(tap.attributes["href"].split("#")[0]) as response:
        asked = parse(response.text)
    assert asked.by_id("roll-form").fields()["anyway"] == "1"


@pytest.mark.parametrize("path", ["roll", "write", "together"])
def test_without_the_tap_nothing_is_rolled_declared_or_written(both_to_attack: Kept, path: str) -> None:
    form = {"rolls": "8", "do": "typed"}
    with both_to_attack.send(f"/attack/B0/R0/{path}", form, right=Right.PLAY) as response:
        assert response.status_code == 422
        assert "Attack anyway" in response.text
    with both_to_attack.send(f"/attack/B0/R0/{path}", {**form, "anyway": "1"}, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text


def test_it_is_logged_and_the_other_side_is_still_to_attack(both_to_attack: Kept) -> None:
    both_to_attack.send("/attack/B0/R0/write", {"rolls": "2", "anyway": "1"}, right=Right.PLAY)
    assert "out of order: Red was to attack" in both_to_attack.page("/history").text
    assert "2 still to attack" in both_to_attack.page(right=Right.PLAY).by_id("turn").text


def test_a_second_attack_of_a_unit_takes_one_more_tap(both_to_attack: Kept) -> None:
    both_to_attack.send("/attack/R0/B0/write", {"rolls": "2"}, right=Right.PLAY)
    card = both_to_attack.page("/attack/R0/B0", right=Right.PLAY)
    assert card.by_id("out-of-order").text == "It has attacked this turn."
    assert card.has_id("anyway")
    both_to_attack.send("/attack/R0/B0/write", {"rolls": "2", "anyway": "1"}, right=Right.PLAY)
    assert "out of order: it had attacked this turn" in both_to_attack.page("/history").text


def test_a_declared_attack_is_rolled_in_order(both_to_attack: Kept) -> None:
    both_to_attack.send("/attack/R0/B0/together", right=Right.PLAY)
    assert not both_to_attack.page("/attack/R0/B0", right=Right.PLAY).has_id("anyway")
    assert both_to_attack.page("/attack/R0/B1", right=Right.PLAY).has_id("anyway")


def test_who_only_watches_or_plays_no_turn_is_asked_nothing(
    client: FlaskClient, both_to_attack: Kept
) -> None:
    assert not both_to_attack.page("/attack/B0/R0", right=Right.VIEW).has_id("anyway")
    units = [mech("A", at=(6, 5), side="red"), mech("B", at=(6, 15), side="blue")]
    plain = keep(client, both_to_attack.db_path, document(*units))
    assert not plain.page("/attack/A/B", right=Right.PLAY).has_id("anyway")


def test_the_loser_of_initiative_is_resolved_first(both_to_attack: Kept) -> None:
    for attacker, target in (("B0", "R0"), ("R1", "B0"), ("R0", "B0"), ("B1", "R0")):
        both_to_attack.send(f"/attack/{attacker}/{target}/together", {"anyway": "1"}, right=Right.PLAY)
    listed = both_to_attack.page("/attacks", right=Right.PLAY).by_id("attacks").all("li", class_="shot")
    assert [each.attributes["data-attack"] for each in listed] == ["R1.0", "R0.0", "B0.0", "B1.0"]
