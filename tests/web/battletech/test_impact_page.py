"""The card for impacts: everything stands in the address, and the page says what the rules say."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from astrike.report.words.numbers import percent
from astrike.rulebook.battletech.loader import BATTLETECH_IDS
from astrike.web.battletech import impact_page
from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.impact_card import IMPACT_CARD
from astrike.web.battletech.impact_controls import MAIN, MORE
from astrike.web.battletech.links import decoded, encoded
from tests.web.every_route import assert_clean, assert_well_made
from tests.web.page import Element, parse

Json = dict[str, Any]
SKID: Json = {
    "kind": "skid",
    "attacker": {"tons": 65},
    "moved_before": 10,
    "path": [{"what": "nothing"}, {"what": "building", "cf": 30}, {"what": "unit", "unit": {"tons": 50}}],
}


def ask(client: FlaskClient, question: Json | None = None, **typed: str) -> Element:
    query = {"q": encoded(question)} if question else {}
    with client.get("/classic/impact", query_string={**query, **typed}) as response:
        assert response.status_code == 200, response.text
        return parse(response.text)


def question_at(address: str) -> Json:
    """Read the question that an address of the card states."""
    found = re.search(r"q=([^&]+)", address)
    return dict(decoded(found[1])) if found else {}


def links(page: Element) -> dict[str, str]:
    return {
        each.text.strip(): each.attributes["href"] or ""
        for each in page.all("a")
        if "href" in each.attributes
    }


def rolled(client: FlaskClient, question: Json, **more: str) -> Json:
    with client.post("/classic/impact/dice", data={"q": encoded(question), **more}) as response:
        assert response.status_code == 303
        return question_at(response.headers["Location"])


@pytest.mark.parametrize("kind", [*MAIN, *MORE])
@pytest.mark.parametrize("edition", BATTLETECH_IDS)
def test_every_kind_is_shown(client: FlaskClient, kind: str, edition: str) -> None:
    question = {"kind": kind, "edition": edition, **({"cf": 40} if kind in MORE[:3] else {})}
    with client.get("/classic/impact", query_string={"q": encoded(question)}) as response:
        assert response.status_code == 200
        page = parse(response.text)
    assert_clean(page)
    assert_well_made(page)


def test_without_a_question_a_fall_is_shown(client: FlaskClient) -> None:
    page = ask(client)
    assert "6" in page.text
    assert "5 · 1" in page.text


@pytest.mark.parametrize(
    "question",
    [
        SKID,
        {**SKID, "dice": {"facing": 4, "locations": [[1, 2], [3, 4]]}},
        {"kind": "charge", "hexes": 2, "not_counted": 2, "outcome": "hit", "dice": {"to_hit": [6, 6]}},
        {"kind": "dfa", "attacker": {"jump": 5}, "hexes": 2, "outcome": "hit"},
        {"kind": "fall", "attacker": {"kind": "battle-armor"}, "levels": 3},
        {"kind": "fall", "how": "missed-dfa", "dice": {"facing": 1}},
        {"kind": "collapse", "cf": 40},
        {"kind": "fall", "target": {"tons": 50}, "levels": 3, "water": 2},
        {"kind": "charge", "into": "building", "cf": 40, "hexes": 3},
        {
            "kind": "skid",
            "moved_before": 8,
            "path": [
                {"what": "building", "cf": 40, "unit": {"tons": 50}, "dice": [1, 1]},
                {"what": "drop", "levels": 3, "unit": {"tons": 50}, "dice": [1, 1]},
            ],
        },
    ],
)
def test_every_control_leads_to_an_answer(client: FlaskClient, question: Json) -> None:
    addresses = {each for each in links(ask(client, question)).values() if each.startswith("/classic/impact")}
    assert len(addresses) > 20
    for address in addresses:
        with client.get(address) as response:
            assert response.status_code == 200, question_at(address)


def test_a_skid_shows_each_lot(client: FlaskClient) -> None:
    text = " ".join(ask(client, SKID).text.split())
    for expected in ("1. Unit: skid", "2. Building: collision", "3. Unit: collision", "5. Target: collision"):
        assert expected in text


def test_a_number_may_be_typed(client: FlaskClient) -> None:
    page = ask(client, SKID, **{"set.path.1.cf": "37"})
    assert question_at(page.by_id("live").attributes["data-address"] or "")["path"][1]["cf"] == 37


def test_what_cannot_be_is_refused_with_its_place(client: FlaskClient) -> None:
    query = {"q": encoded(SKID), "set.path.1.cf": "many", "set.attacker.tons": "0"}
    with client.get("/classic/impact", query_string=query) as response:
        assert response.status_code == 422
        assert "path[1].cf" in response.text
        assert "attacker.tons" in response.text


def test_obstacles_are_added_and_taken_away(client: FlaskClient) -> None:
    found = links(ask(client, {"kind": "skid", "moved_before": 6}))
    with_unit = question_at(found["Unit"])
    assert [each.get("what") for each in with_unit["path"]] == ["unit"]
    page = ask(client, SKID)
    away = next(each for each in page.all("a") if each.attributes.get("aria-label") == "Remove hex 2")
    assert [each.get("what") for each in question_at(away.attributes["href"] or "")["path"]] == [
        None,
        "unit",
    ]


def test_one_die_is_rolled_after_the_other(client: FlaskClient) -> None:
    question = rolled(client, {"kind": "fall"})
    assert 1 <= question["dice"]["facing"] <= 6
    assert "locations" not in question["dice"]
    question = rolled(client, question)
    assert len(question["dice"]["locations"]) == 1
    question = rolled(client, question)
    assert len(question["dice"]["locations"]) == 2
    assert rolled(client, question) == question


@pytest.mark.parametrize(
    "question",
    [
        SKID,
        {"kind": "charge", "hexes": 4, "target": {"tons": 50}},
        {"kind": "dfa", "attacker": {"jump": 5}, "hexes": 2},
        {"kind": "fall", "levels": 3, "target": {}},
        {"kind": "fall", "attacker": {"kind": "tracked"}, "levels": 3},
        {"kind": "basement", "cf": 10},
    ],
)
def test_all_dice_are_rolled_at_once(client: FlaskClient, question: Json) -> None:
    page = ask(client, rolled(client, question, all="1"))
    assert "Next location" not in page.text
    assert "?" not in [each.text.strip() for each in page.all("b")]


def test_typed_dice_are_those_shown(client: FlaskClient) -> None:
    page = ask(client, {"kind": "fall", "dice": {"facing": 4}})
    assert question_at(links(page)["9"])["dice"]["locations"] == [[6, 3]]


def test_the_roll_card_is_one_tap_away(client: FlaskClient) -> None:
    page = ask(client, {"kind": "fall", "attacker": {"tons": 75, "piloting": 3}, "levels": 3})
    address = page.by_id("to-roll").attributes["href"] or ""
    assert address.startswith("/classic/roll")
    assert question_at(address) == {
        "unit": {"tons": 75, "piloting": 3},
        "events": [{"event": "fall-pilot", "levels": 3}],
    }


def test_another_kind_keeps_the_unit(client: FlaskClient) -> None:
    found = links(ask(client, SKID))
    assert question_at(found["Charge"])["attacker"] == {"tons": 65}
    assert "path" not in question_at(found["Charge"])


def test_a_refusal_says_why(client: FlaskClient) -> None:
    text = ask(client, {"kind": "dfa", "attacker": {"jump": 2}, "hexes": 3}).text
    assert "Not enough jump MP" in text
    assert "needs 3, has 2" in text


def test_the_same_answer_over_http(client: FlaskClient) -> None:
    with client.post("/api/v1/classic/impact", json=SKID) as response:
        assert response.status_code == 200
        assert [lot["total"] for lot in response.json["damage"]] == [11, 65, 3, 4, 65, 5]


def test_another_edition_that_answers_otherwise_is_named(client: FlaskClient) -> None:
    rise: Json = {"kind": "skid", "attacker": {"tons": 60}, "moved_before": 4, "path": [{"what": "rise"}]}
    text = " ".join(ask(client, rise).text.split())
    assert "TW 4.4 Unit, collision: 6 TW p.148" in text
    assert "TW 4.4 Unit" not in " ".join(ask(client, {"kind": "fall"}).text.split())


@pytest.mark.parametrize(
    "question",
    [
        {"kind": "fall", "attacker": {"tons": 1000}, "levels": 50},
        {"kind": "fall", "attacker": {"kind": "tracked", "tons": 1000}, "levels": 50},
        {"kind": "charge", "attacker": {"tons": 1000}, "hexes": 80, "target": {"tons": 50}},
    ],
)
def test_all_dice_are_rolled_in_a_few_passes(
    client: FlaskClient, question: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Json] = []

    def counted(card: Any, body: Json) -> Any:
        asked.append(body)
        return ask_card(card, body)

    monkeypatch.setattr(impact_page, "ask_card", counted)
    done = rolled(client, question, all="1")
    assert len(asked) <= 5
    assert not ask_card(IMPACT_CARD, done).answer.needs


def test_a_roll_in_water_goes_on_to_a_fall_in_water(client: FlaskClient) -> None:
    page = ask(client, {"kind": "push", "target": {"tons": 50}, "water": 2})
    pushed = [
        question_at(each.attributes["href"] or "")
        for each in page.all("a")
        if (each.attributes.get("href") or "").startswith("/classic/roll?q=")
    ]
    assert {"water": 2, "event": "pushed"} in [
        {"water": each.get("water"), "event": each["events"][0]["event"]}
        for each in pushed
        if "events" in each
    ]


# ---- vehicles and infantry

TANK: Json = {"kind": "enter", "cf": 40, "attacker": {"kind": "wheeled", "tons": 40}}


def test_a_vehicle_is_hit_on_its_own_table_and_makes_its_motive_roll(client: FlaskClient) -> None:
    question = {**TANK, "dice": {"locations": [[1, 2]], "motives": [[3, 3], [5, 5]]}}
    page = ask(client, question)
    assert "4 damage: front" in page.text
    assert "motive hit" in page.text
    lines = [each for each in page.all("div") if "impact-motive" in (each.attributes.get("class") or "")]
    first, second = (each.text for each in lines)
    assert "Moderate motive damage, driving +2, cruise −1" in first
    assert "Wheeled +2" in first
    assert "It no longer moves" in second


def test_a_motive_roll_still_to_be_made_has_its_odds(client: FlaskClient) -> None:
    page = ask(client, {**TANK, "dice": {"locations": [[3, 3]]}})
    assert "Next motive roll" in page.text
    assert f"none {percent(0.0833)}" in page.text
    seven = next(each for each in page.all("a") if each.text.strip() == "7")
    address = seven.attributes["href"] or ""
    assert question_at(address)["dice"]["motives"] == [[6, 1]]


def test_a_turret_is_taken_off_a_vehicle_and_a_mech_has_none_to_take_off(client: FlaskClient) -> None:
    address = links(ask(client, TANK))["Turret"]
    assert question_at(address)["attacker"]["turret"] is False
    assert "Turret" not in links(ask(client, {"kind": "fall"}))


def test_a_platoon_falls_by_the_dice_of_its_kind(client: FlaskClient) -> None:
    question: Json = {"kind": "fall", "levels": 4, "attacker": {"kind": "infantry", "tons": 3}}
    page = ask(client, question)
    assert "Roll troopers" in page.text
    typed = {each.text.strip() for each in page.all("a")}
    assert {"3", "18"} <= typed
    assert "2" not in typed
    motorized = question_at(links(page)["Motorized"])
    assert motorized["troops"] == "motorized"
    assert len(rolled(client, motorized)["dice"]["troopers"]) == 2
    done = ask(client, {**question, "dice": {"troopers": [6, 4, 1]}})
    assert "Roll troopers" not in done.text
    assert "22" in done.text


# ---- what a player looks for


def test_hexes_behind_what_ends_a_skid_are_not_reached(client: FlaskClient) -> None:
    stands = {
        **SKID,
        "path": [
            {"what": "building", "building": "hardened", "cf": 120},
            {"what": "unit", "unit": {"tons": 50}},
        ],
    }
    said = [
        each.text
        for each in ask(client, stands).all("section")
        if "Hex" in each.attributes.get("aria-label", "")
    ]
    assert ["not reached" in each for each in said] == [False, True]
    comes_down = {**stands, "path": [{"what": "building", "cf": 5}, {"what": "unit", "unit": {"tons": 50}}]}
    assert "not reached" not in ask(client, comes_down).text


def test_what_a_unit_takes_in_all_stands_beside_its_lots(client: FlaskClient) -> None:
    answer = ask_card(IMPACT_CARD, SKID).answer
    (sums,) = [each for each in ask(client, SKID).all("p") if each.attributes.get("class") == "impact-sums"]
    for to, name in (("attacker", "Unit"), ("building", "Building")):
        total = sum(lot.total for lot in answer.damage if lot.to == to)
        assert f"{name} {total}" in sums.text
    assert "impact-sums" not in {each.attributes.get("class") for each in ask(client).all("p")}


def test_two_rolls_of_a_pilot_are_told_apart(client: FlaskClient) -> None:
    question = {**SKID, "path": [{"what": "drop", "levels": 3}]}
    page = ask(client, question)
    rolls = [each.text for each in page.all("a") if "Pilot in a fall" in each.text]
    assert [each.rpartition(" ")[0] for each in rolls] == [
        "Pilot in a fall, on the level",
        "Pilot in a fall, 3 levels",
    ]
    with client.get(f"/classic/impact/ruling?q={encoded(question)}") as response:
        assert "Pilot in a fall, 3 levels" in response.text


def test_a_charge_that_misses_says_through_which_hexsides(client: FlaskClient) -> None:
    page = ask(client, {"kind": "charge", "hexes": 4, "outcome": "missed", "direction": 2})
    (said,) = [each for each in page.all("li") if each.attributes.get("data-key") == "charge.passes"]
    assert "hexside 1 or 3" in said.text


def test_a_head_hit_in_a_fall_leads_to_the_pilot_s_roll(client: FlaskClient) -> None:
    fall = {"kind": "fall", "attacker": {"tons": 55}, "dice": {"facing": 1, "locations": [[6, 6]]}}
    (link,) = [each for each in ask(client, fall).all("a") if each.text.startswith("Head hit")]
    assert link.text == "Head hit: pilot takes 1 damage 3+"
    with client.get(link.attributes["href"] or "") as response:
        assert parse(response.text).by_id("target-number").text == "Target Number 3 +"
    twice = {**fall, "attacker": {"tons": 100}, "dice": {"facing": 1, "locations": [[6, 6], [6, 6]]}}
    assert "Head hits: pilot takes 2 damage" in ask(client, twice).text


def test_a_unit_by_itself_is_not_named_in_what_follows(client: FlaskClient) -> None:
    assert "Unit:" not in ask(client, {"kind": "fall"}).text
    assert "Pilot rolls 5+" in ask(client, {"kind": "fall"}).text


def test_a_platoon_that_falls_says_what_is_counted_until_its_dice_are_there(client: FlaskClient) -> None:
    fall = {"kind": "fall", "levels": 3, "attacker": {"kind": "infantry"}}
    assert "troopers for each point of the dice" in ask(client, fall).text
    assert "troopers for each" not in ask(client, {**fall, "dice": {"troopers": [4, 2, 1]}}).text


def test_motive_rolls_take_no_number_of_a_group(client: FlaskClient) -> None:
    walls = {"kind": "enter", "cf": 40, "attacker": {"kind": "tracked"}}
    pins = [
        each.text for each in ask(client, walls).all("span") if each.attributes.get("class") == "impact-pin"
    ]
    assert pins == ["1"]
