"""From card to card: a tap leads to a question whose answer has the number that the card before it promised."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from astrike.rulebook.battletech.loader import BATTLETECH_IDS
from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.cards import CARDS
from astrike.web.battletech.links import decoded, encoded
from tests.web.page import Element, parse

Json = dict[str, Any]
HURT: Json = {
    "tons": 65,
    "piloting": 4,
    "legs": {"left": {"foot": 1}, "right": {"hip": 1, "after_hip": ["foot"]}},
}
FALLS: list[Json] = [
    {"unit": {"tons": 65}, "events": [{"event": "damage", "points": 25}]},
    {"unit": HURT, "events": [{"event": "kicked", "levels": 3}], "options": {"after-hip": "ignore"}},
    {"unit": HURT, "events": [{"event": "gyro-hit"}, {"event": "leg-hit", "leg": "left", "part": "upper"}]},
    {"unit": HURT, "events": [{"event": "shutdown"}], "options": {"shutdown-pilot": False}},
    {"unit": HURT, "events": [{"event": "shutdown"}], "wounds": 2, "extras": ["hard-to-pilot"]},
    {"unit": {"cockpit": "small"}, "events": [{"event": "pushed", "levels": 2}], "terrain": "ice"},
    {"unit": {"kind": "quad"}, "events": [{"event": "ice", "reckless": True}]},
    {"unit": {"armor": "laser-reflective"}, "events": [{"event": "charge", "role": "target"}]},
    {"unit": HURT, "events": [{"event": "charge"}], "options": {"failed-roll-modifier": False}},
    {"unit": HURT, "events": [{"event": "water", "depth": 2, "levels": 3}]},
    {"unit": HURT, "events": [{"event": "water", "depth": 3, "from_depth": 1}]},
    {"unit": HURT, "events": [{"event": "water", "depth": 2, "by": "jump"}], "moved": {"mode": "jump"}},
    {"unit": HURT, "events": [{"event": "kicked", "levels": 1}], "water": 2},
    {"unit": HURT, "events": [{"event": "skid", "hexes": 7}], "extras": ["unbalanced"]},
    {"unit": {"jump": 5}, "events": [{"event": "missed-dfa"}]},
    {"unit": {"gyro_hits": 1}, "events": [{"event": "gyro-hit"}]},
    {"unit": {}, "events": [{"event": "leg-gone"}], "terrain": "swamp", "options": {"hex-terrain": "all"}},
    {"unit": {"immobile": True}, "events": [{"event": "kicked"}]},
]  # fmt: skip


def shown(client: FlaskClient, address: str) -> Element:
    with client.get(address) as response:
        assert response.status_code == 200, response.text
        return parse(response.text)


def first(client: FlaskClient, card: str, question: Json) -> Element:
    return shown(client, f"/classic/{card}?q={encoded(question)}")


def answered(address: str, card: str) -> Any:
    parts = urlsplit(address)
    assert parts.path == f"/classic/{card}"
    return ask_card(CARDS[card], decoded(parse_qs(parts.query)["q"][0])).answer


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
@pytest.mark.parametrize("question", FALLS, ids=str)
def test_the_fall_of_a_failed_roll_does_what_the_roll_said(
    client: FlaskClient, question: Json, edition: str
) -> None:
    question = {**question, "edition": edition}
    rolls = ask_card(CARDS["roll"], question).answer.rolls
    roll = next((each for each in rolls if any(effect.groups for effect in each.on_failure)), None)
    if roll is None:
        assert edition == "tw-4.4"
        return
    page = first(client, "roll", question)
    fall = answered(page.by_id("the-fall").attributes["href"] or "", "impact")
    groups = [each.groups for each in roll.on_failure if each.groups]
    if fall.kind == "fall":
        assert [lot.groups for lot in fall.damage if lot.groups] == groups
    promised = next((each.target for each in roll.on_failure if each.key == "pilot-roll"), None)
    assert [each.roll.target for each in fall.rolls if each.roll.automatic is None] == [
        each for each in (promised,) if each is not None
    ]


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
@pytest.mark.parametrize("question", FALLS, ids=str)
def test_the_pilot_rolls_for_the_same_number_on_every_card(
    client: FlaskClient, question: Json, edition: str
) -> None:
    page = first(client, "roll", {**question, "edition": edition})
    if not any(each.attributes.get("id") == "the-fall" for each in page.all("a")):
        assert edition == "tw-4.4"
        return
    impact = shown(client, page.by_id("the-fall").attributes["href"] or "")
    address = impact.by_id("to-roll").attributes["href"] or ""
    (roll,) = answered(address, "roll").rolls
    link = impact.by_id("to-roll").text
    assert link.endswith("fails" if roll.automatic == "fails" else f"{roll.target}+")
    failing = next((each for each in page.all("section") if each.attributes.get("id") == "failing"), page)
    steps = [each.attributes["href"] or "" for each in failing.all("a") if "pilot damage" in each.text]
    assert [answered(each, "roll").rolls[0].target for each in steps] == [roll.target][: len(steps)]


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
@pytest.mark.parametrize(
    "question",
    [
        {"location": "left-leg", "dice": [[12]], "sheet": {"tons": 75, "piloting": 4}},
        {
            "location": "left-leg",
            "dice": [[12]],
            "sheet": {"locations": {"right-leg": {"hit": [1, 4]}}, "wounds": 2},
            "options": {"after-hip": "ignore"},
        },
        {
            "location": "center-torso",
            "number": 1,
            "dice": [[1, 5]],
            "sheet": {"locations": {"center-torso": {"hit": [4]}}, "cockpit": "torso-mounted"},
            "options": {"advanced-parts": True},
        },
    ],
    ids=str,
)
def test_the_fall_after_hits_is_one_tap_away(client: FlaskClient, question: Json, edition: str) -> None:
    question = {**question, "edition": edition}
    answer = ask_card(CARDS["critical"], question).answer
    page = first(client, "critical", question)
    address = page.by_id("the-fall").attributes["href"] or ""
    fall = answered(address, "impact")
    assert fall.damage[0].groups == answer.fall.groups
    assert [each.roll for each in fall.rolls] == list(answer.rolls)
    to_roll = shown(client, address).by_id("to-roll").attributes["href"] or ""
    assert answered(to_roll, "roll").rolls == answer.rolls


def test_a_roll_after_hits_is_one_tap_away(client: FlaskClient) -> None:
    question = {"location": "left-leg", "number": 1, "dice": [[1]], "sheet": {"piloting": 4}}
    page = first(client, "critical", question)
    step = page.by_id("following").all("a")[0]
    assert "Hip hit: 6+" in step.text
    assert [each.target for each in answered(step.attributes["href"] or "", "roll").rolls] == [6]
    assert "the-fall" not in {each.attributes.get("id") for each in page.all("a")}


def test_nothing_follows_for_a_mech_that_is_out(client: FlaskClient) -> None:
    sheet = {"locations": {"center-torso": {"hit": [1, 2]}}, "engine": "standard"}
    page = first(
        client, "critical", {"location": "center-torso", "number": 1, "dice": [[1, 3]], "sheet": sheet}
    )
    assert "out of action" in page.text
    assert "following" not in {each.attributes.get("id") for each in page.all("section")}


def test_a_pilot_who_is_dead_rolls_no_more() -> None:
    items = {"X": {"kind": "ammo", "points": 4}}
    places = {"left-leg": {"slots": ["Hip", "X"], "structure": 4}}
    sheet = {"wounds": 4, "items": items, "locations": places}
    question = {"location": "left-leg", "sheet": sheet, "number": 1, "dice": [[2]]}
    answer = ask_card(CARDS["critical"], question).answer
    assert answer.pilot.dead
    assert answer.out_of_action
    assert answer.rolls == ()


def test_the_impact_shows_what_counts_for_its_rolls_and_takes_it_back(client: FlaskClient) -> None:
    question = {"kind": "fall", "terrain": "ice", "wounds": 2, "extras": ["hard-to-pilot", "unbalanced"]}
    group = next(
        each
        for each in first(client, "impact", question).all("div")
        if each.attributes.get("aria-label") == "Counts for its rolls"
    )
    found = {each.text: each.attributes["href"] or "" for each in group.all("a")}
    assert list(found) == ["Ice", "Pilot damage 2", "Hard to pilot", "Unbalanced"]
    without = [decoded(parse_qs(urlsplit(each).query)["q"][0]) for each in found.values()]
    assert "terrain" not in without[0]
    assert "wounds" not in without[1]
    assert without[2]["extras"] == ["unbalanced"]


@pytest.mark.parametrize("card", ["roll", "impact", "critical"])
def test_another_reading_is_one_tap_away_on_every_card(client: FlaskClient, card: str) -> None:
    options = {"advanced-parts": True}
    hurt = {"cockpit": "torso-mounted"}
    asked: dict[str, Json] = {
        "roll": {"unit": hurt, "events": [{"event": "kicked"}]},
        "impact": {"kind": "fall", "attacker": hurt},
        "critical": {"location": "left-leg", "sheet": hurt, "dice": [[12]]},
    }
    page = first(client, card, {**asked[card], "options": options})
    line = next(each for each in page.all("li") if each.attributes.get("data-key") == "advanced-parts")
    assert "on piloting rolls: yes" in line.text
    address = line.all("a")[-1].attributes["href"] or ""
    assert decoded(parse_qs(urlsplit(address).query)["q"][0])["options"] == {"advanced-parts": False}
    shown(client, address)


BEND: Json = {
    "hexes": {
        "0505": {"pavement": True},
        "0504": {"water": 2, "road": True},
        "0503": {"building": {"levels": 2, "cf": 37}},
    },
    "path": {"from": "0509", "mode": "run", "steps": ["forward", "forward", "forward", "forward", "right", "forward"]},
    "attacker": {"hex": "0509", "unit": {"tons": 65, "walk": 6}},
    "target": {"hex": "0503", "unit": {"tons": 50}},
}  # fmt: skip


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
def test_a_skid_of_a_path_is_asked_with_the_bridge_and_all_that_is_in_the_way(
    client: FlaskClient, edition: str
) -> None:
    page = first(client, "hex", {**BEND, "edition": edition})
    found = [each.attributes["href"] for each in page.all("a") if "impact?q=" in each.attributes["href"]]
    questions = {each: decoded(parse_qs(urlsplit(each).query)["q"][0]) for each in found}
    ((address, asked),) = [(at, each) for at, each in questions.items() if each.get("kind") == "skid"]
    assert asked["edition"] == edition
    assert asked["path"] == [{}, {"what": "building", "cf": 37, "unit": {"tons": 50}}]
    assert (asked["moved_before"], asked["facing"], asked.get("direction", 0)) == (4, 1, 0)
    assert answered(address, "impact").kind == "skid"
