"""A unit goes along from card to card, and what was typed stays in sight."""

from base64 import b64encode
from hashlib import sha512
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from astrike.web.battletech.links import LONGEST_LINK, LONGEST_READ, decoded, encoded
from tests.web.page import Element, parse

Json = dict[str, Any]
UNIT: Json = {"tons": 75, "piloting": 3, "gyro_hits": 1, "legs": {"left": {"hip": 1, "after_hip": ["foot"]}}}


def shown(client: FlaskClient, card: str, question: Json, more: str = "") -> Element:
    with client.get(f"/classic/{card}?q={encoded(question)}{more}") as response:
        assert response.status_code == 200, response.text
        return parse(response.text)


def tab(page: Element, label: str) -> Json:
    tabs = next(each for each in page.all("nav") if "desk-cards" in each.attributes.get("class", ""))
    address = next(each.attributes["href"] for each in tabs.all("a") if each.text == label)
    query = parse_qs(urlsplit(address or "").query)
    return decoded(query["q"][0]) if query else {}


def test_the_unit_goes_along_from_roll_to_impact_and_to_a_sheet(client: FlaskClient) -> None:
    asked = {"unit": UNIT, "wounds": 2, "extras": ["hard-to-pilot"], "edition": "tw-4.4", "events": []}
    page = shown(client, "roll", asked)
    impact = tab(page, "Impact")
    assert impact["attacker"] == UNIT
    assert (impact["wounds"], impact["extras"], impact["edition"]) == (2, ["hard-to-pilot"], "tw-4.4")
    critical = tab(page, "Critical")
    assert (critical["sheet"]["tons"], critical["sheet"]["wounds"]) == (75, 2)
    assert critical["sheet"]["locations"] == {"center-torso": {"hit": [4]}, "left-leg": {"hit": [1, 4]}}
    for card, question in (("impact", impact), ("critical", critical)):
        back = tab(shown(client, card, question), "Roll")
        assert (back["unit"], back["wounds"], back["edition"]) == (UNIT, 2, "tw-4.4")


def test_the_sheet_goes_along_as_the_dice_have_left_it(client: FlaskClient) -> None:
    question = {"location": "left-leg", "sheet": {"tons": 80}, "number": 1, "dice": [[1]]}
    page = shown(client, "critical", question)
    assert tab(page, "Roll") == {"unit": {"tons": 80, "legs": {"left": {"hip": 1}}}}
    assert tab(page, "Impact")["attacker"] == {"tons": 80, "legs": {"left": {"hip": 1}}}


def test_what_happened_goes_along_as_damage(client: FlaskClient) -> None:
    page = shown(
        client, "roll", {"unit": {"tons": 75}, "events": [{"event": "gyro-hit"}, {"event": "kicked"}]}
    )
    assert tab(page, "Impact")["attacker"] == {"tons": 75, "gyro_hits": 1}
    assert tab(page, "Critical")["sheet"]["locations"] == {"center-torso": {"hit": [4]}}


@pytest.mark.parametrize("unit", [{"kind": "hover"}, {"tons": 140}, {}])
def test_what_has_no_sheet_gets_none(client: FlaskClient, unit: Json) -> None:
    assert "sheet" not in tab(shown(client, "roll", {"unit": unit}), "Critical")


def test_a_number_that_was_typed_leaves_its_fold_open_and_shows_in_its_line(client: FlaskClient) -> None:
    with client.get("/classic/roll") as response:
        fold = parse(response.text).by_id("unit")
    assert "open" not in fold.attributes
    assert "55 t" in fold.text
    for typed, tons in (("65", "65 t"), ("55", "55 t")):
        fold = shown(client, "roll", {"events": [{"event": "kicked"}]}, f"&set.unit.tons={typed}").by_id(
            "unit"
        )
        assert "open" in fold.attributes
        assert tons in fold.all("summary")[0].text
    fold = shown(client, "impact", {"kind": "charge", "hexes": 4}, "&set.woods=2").by_id("impact-more")
    assert "open" in fold.attributes


@pytest.mark.parametrize("card", ["roll", "impact", "critical"])
def test_the_card_says_what_its_sources_are_and_copies_its_link(client: FlaskClient, card: str) -> None:
    with client.get(f"/classic/{card}") as response:
        page = parse(response.text)
    assert "CRIT: rules on critical hits" in page.text
    assert "Standard table: a figure" in page.text
    assert page.by_id("copy-link").text == "Copy link"
    assert page.by_id("copy-link").attributes["data-copied"] == "Copied"


def test_a_tap_goes_on_where_the_question_is_too_long_to_send(client: FlaskClient) -> None:
    names = (b64encode(sha512(bytes([number])).digest()).decode()[:60] for number in range(100))
    items = {name: {"shots": number % 40} for number, name in enumerate(names)}
    question = {"location": "head", "sheet": {"items": items}, "dice": [[9]]}
    assert LONGEST_LINK < len(encoded(question)) < LONGEST_READ
    page = shown(client, "critical", question)
    assert "too long for a link" in page.by_id("share").text
    keys = next(each for each in page.all("div") if "crit-keys" in each.attributes.get("class", ""))
    for address in (keys.all("a")[0].attributes["href"], page.by_id("undo").attributes["href"]):
        with client.get(address or "") as response:
            assert response.status_code == 200
            assert "too long for a link" in response.text
    with client.post("/classic/critical/dice", data={"q": encoded(question)}) as response:
        assert response.status_code == 303
    with client.get(page.by_id("ruling-card").attributes["href"] or "") as response:
        assert response.status_code == 200


def test_the_attacker_on_hexes_goes_along(client: FlaskClient) -> None:
    question = {"attacker": {"hex": "0506", "unit": {"tons": 75, "piloting": 3}}, "edition": "tw-4.4"}
    page = shown(client, "hex", question)
    assert tab(page, "Roll") == {"unit": {"tons": 75, "piloting": 3}, "edition": "tw-4.4"}
    assert tab(page, "Impact")["attacker"] == {"tons": 75, "piloting": 3}
    assert tab(page, "Critical")["sheet"]["tons"] == 75


@pytest.mark.parametrize("kind", ["infantry", "battle-armor"])
def test_who_only_this_card_knows_stays_on_it(client: FlaskClient, kind: str) -> None:
    page = shown(client, "hex", {"attacker": {"hex": "0506", "unit": {"kind": kind}}})
    assert tab(page, "Roll") == {}


@pytest.mark.parametrize("kind", ["biped", "quad", "hover", "vtol", "wige", "naval"])
@pytest.mark.parametrize("card", ["Roll", "Impact", "Critical"])
def test_whoever_goes_along_is_answered_there(client: FlaskClient, card: str, kind: str) -> None:
    page = shown(client, "hex", {"attacker": {"hex": "0506", "unit": {"kind": kind, "piloting": 4}}})
    with client.get(f"/classic/{card.lower()}?q={encoded(tab(page, card))}") as response:
        assert response.status_code == 200


def test_a_typed_number_that_is_refused_has_a_way_back(client: FlaskClient) -> None:
    with client.get(f"/classic/hex?q={encoded({'weapon': {}})}&tool=a&set.weapon.minimum=x") as response:
        assert response.status_code == 422
        back = next(each for each in parse(response.text).all("a") if each.text == "Back")
    with client.get(back.attributes["href"] or "") as response:
        assert response.status_code == 200
        assert parse(response.text).by_id("verdict").text
