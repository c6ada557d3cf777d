"""The card about piloting rolls says what the command says, and every control leads to another question."""

import base64
import json
import zlib
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from astrike.cli.main import main
from astrike.errors import InputError
from astrike.model.battletech.rolls import EVENTS
from astrike.rulebook.battletech.loader import BATTLETECH_IDS
from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.cards import CARDS
from astrike.web.battletech.links import decoded, encoded
from tests.web.every_route import assert_clean, assert_well_made
from tests.web.page import Element, parse

FIGHT = {
    "unit": {"tons": 65, "legs": {"left": {"foot": 1}}},
    "events": [{"event": "gyro-hit"}],
}


def ask(client: FlaskClient, question: object = None, *, query: str = "", status: int = 200) -> Element:
    asked = f"q={encoded(question)}" if isinstance(question, dict) else query
    with client.get(f"/classic/roll?{asked}") as response:
        assert response.status_code == status, response.text
        return parse(response.text)


def number(page: Element) -> str:
    return page.by_id("target-number").text.removeprefix("Target Number ").replace(" ", "")


def link(page: Element, label: str, words: str) -> str:
    """Give the address of a choice in a group."""
    group = next(each for each in page.all("div") if each.attributes.get("aria-label") == label)
    return next(each.attributes["href"] for each in group.all("a") if each.text.startswith(words))


def asked_in(address: str) -> dict[str, object]:
    return decoded(parse_qs(urlsplit(address).query)["q"][0])


def follow(client: FlaskClient, address: str) -> Element:
    with client.get(address) as response:
        assert response.status_code == 200, response.text
        return parse(response.text)


# ---- the answer


def test_the_picture_of_the_card(client: FlaskClient) -> None:
    page = ask(client, FIGHT)
    assert number(page) == "9+"
    assert page.by_id("odds").text == "27.8 %"
    assert page.by_id("when").text == "10 of 36 rolls · roll at once"
    rows = [each for each in page.all("tr") if "data-key" in each.attributes]
    assert [each.text.split() for each in rows] == [
        ["Piloting", "skill", "5", "record", "sheet"],
        ["Gyro", "hit", "now,", "and", "lasting", "+3", "BMM", "p.48"],
        ["Foot", "actuator", "hit", "lasting", "+1", "CRIT"],
    ]
    assert "If it fails: falls, 7 damage as 5 and 2" in page.by_id("failing").text
    assert "Roll against pilot damage: 9+" in page.by_id("failing").text


def test_plain_keys_ask_the_same(client: FlaskClient) -> None:
    plain = ask(client, query="piloting=5&event=gyro-hit&tons=65")
    assert number(plain) == "8+"
    whole = {"unit": {"tons": 65}, "events": [{"event": "gyro-hit"}]}
    assert asked_in(plain.by_id("live").attributes["data-address"]) == whole


def test_plain_keys_of_events_and_movement(client: FlaskClient) -> None:
    page = ask(client, query="event=kicked&event=water&depth=3&by=jump&moved=jump&hexes=4&edition=tw-4.4")
    assert asked_in(page.by_id("live").attributes["data-address"]) == {
        "events": [{"event": "kicked"}, {"event": "water", "depth": 3, "by": "jump"}],
        "moved": {"mode": "jump", "hexes": 4},
        "edition": "tw-4.4",
    }


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("tonnage=65", "tonnage"),
        ("depth=2", "event"),
        ("event=tripped&tons=0", "unit.tons"),
        ("q=nonsense", "q"),
        (f"q={encoded(FIGHT)}&piloting=3", "piloting"),
        (f"set.unit.tons={'9' * 5_000}", "unit.tons"),
        ("set.unit.tons=--5", "unit.tons"),
        ("set.unit.tons=%C2%B2", "unit.tons"),
        (f"set.{'a.' * 3_000}b=1", "a place in the question"),
        (f"piloting={'9' * 5_000}", "unit.piloting"),
        ("piloting=%C2%B2", "unit.piloting"),
    ],
)
def test_a_wrong_address_is_named(client: FlaskClient, query: str, said: str) -> None:
    assert said in ask(client, query=query, status=422).text


def test_the_page_says_what_the_command_says(client: FlaskClient) -> None:
    page = ask(client, FIGHT)
    result = CliRunner().invoke(main, ["classic", "roll", "-", "--json"], input=json.dumps(FIGHT))
    assert result.exit_code == 0, result.output
    (roll,) = json.loads(result.output)["rolls"]
    assert number(page) == f"{roll['target']}+"
    with client.post("/api/v1/classic/roll", json=FIGHT) as response:
        assert response.json == json.loads(result.output)


def test_the_command_reads_as_text() -> None:
    result = CliRunner().invoke(
        main, ["classic", "roll", "-", "--edition", "tw-4.4"], input=json.dumps(FIGHT)
    )
    assert result.exit_code == 0
    assert result.output.splitlines()[0] == "Gyro hit: 9+ (27.8 %), end of the phase"
    assert "  If it fails: Falls, 7 damage as 5 and 2; Roll against pilot damage: 9+" in result.output


def test_no_roll_and_refusals_stand_where_the_number_stands(client: FlaskClient) -> None:
    page = ask(client, {"unit": {"prone": True}, "events": [{"event": "kicked"}]})
    assert number(page) == "Noroll"
    assert "A prone 'Mech makes no rolls against falling." in page.text
    page = ask(client, {"unit": {"gyro_hits": 2, "prone": True}, "events": [{"event": "stand"}]})
    assert page.by_id("reasons").text.startswith("1 It cannot stand up: its gyro is destroyed.")
    assert number(ask(client, {"events": [{"event": "leg-gone"}]})) == "Failswithoutaroll"


def test_the_other_edition_has_its_say_with_its_page(client: FlaskClient) -> None:
    page = ask(client, FIGHT)
    (line,) = [each for each in page.all("p") if "desk-other" in each.attributes.get("class", "")]
    assert line.text == "TW 4.4 Gyro hit: 9+, end of the phase CRIT"
    (away,) = line.all("a")
    other = follow(client, away.attributes["href"])
    assert "BMM 7.01 Gyro hit: 9+, roll at once BMM p.48" in other.text
    same = ask(client, {"events": [{"event": "kicked"}]})
    assert not [each for each in same.all("p") if "desk-other" in each.attributes.get("class", "")]


def test_an_option_that_decided_is_named(client: FlaskClient) -> None:
    page = ask(client, {"terrain": "swamp", "events": [{"event": "kicked"}]})
    assert "Option Terrain of the hex on piloting rolls: ice, mud, deep snow and swamp count" in page.text


# ---- controls


def test_chips_add_and_take_away(client: FlaskClient) -> None:
    page = ask(client)
    assert number(page) == "–"
    page = follow(client, link(page, "What happened", "Kicked"))
    page = follow(client, link(page, "What happened", "20+ damage"))
    assert [each["event"] for each in asked_in(page.by_id("live").attributes["data-address"])["events"]] == [  # type: ignore[index,attr-defined]
        "kicked",
        "damage",
    ]
    page = follow(client, link(page, "What happened", "Kicked"))
    assert number(page) == "6+"


def test_legs_remember_what_was_hit_first(client: FlaskClient) -> None:
    page = ask(client, {"events": [{"event": "kicked"}]})
    for part in ("Hip", "Foot"):
        page = follow(client, link(page, "Left leg", part))
    assert number(page) == "8+"
    page = follow(client, link(page, "Right leg", "Foot"))
    page = follow(client, link(page, "Right leg", "Hip"))
    assert number(page) == "10+"


FULL = {
    "unit": {"kind": "quad", "walk": 6, "legs": {"front-left": {"hip": 1, "after_hip": ["foot"]}}},
    "events": [
        {"event": "leg-hit"},
        {"event": "water", "depth": 2},
        {"event": "building"},
        {"event": "head-hit"},
    ],
    "moved": {"mode": "run", "hexes": 5},
    "dice": [9, 3],
}


@pytest.mark.parametrize(
    "question",
    [
        {},
        FULL,
        {"unit": {"gyro_hits": 1}, "events": [{"event": "gyro-hit"}, {"event": "leg-hit", "leg": "left"}]},
        {
            "unit": {"legs": {"left": {"foot": 1, "gone": True}}},
            "events": [{"event": "hip-hit", "leg": "right"}],
        },
        {"unit": {"kind": "tracked"}, "events": [{"event": "building"}, {"event": "skid"}]},
        {"moved": {"mode": "stand"}, "events": [{"event": "shutdown"}], "wounds": 5},
    ],
)
def test_no_tap_leads_to_what_cannot_be_asked(client: FlaskClient, question: dict[str, object]) -> None:
    """Each address is asked as a question; that the card shows any question, other tests say."""
    addresses = {each.attributes.get("href", "") for each in ask(client, question).by_id("live").all("a")}
    questions = [asked_in(each) for each in addresses if each.startswith("/classic/roll?q=")]
    assert len(questions) > 60
    for each in questions:
        ask_card(CARDS["roll"], each)


def test_numbers_are_typed(client: FlaskClient) -> None:
    with client.get(f"/classic/roll?q={encoded(FIGHT)}&set.unit.tons=100&set.wounds=2") as response:
        page = parse(response.text)
    assert asked_in(page.by_id("live").attributes["data-address"])["wounds"] == 2
    assert "10 damage as 2 × 5" in page.text
    with client.get(f"/classic/roll?q={encoded(FIGHT)}&set.unit.tons=heavy&set.events.x=1") as response:
        assert response.status_code == 422
        assert "unit.tons" in response.text


# ---- dice and what follows


def test_typed_dice_lead_from_the_roll_to_the_pilot_and_to_waking_up(client: FlaskClient) -> None:
    page = ask(client, FIGHT)
    keys = {each.text: each.attributes["href"] for each in page.by_id("typed").all("a")}
    assert list(keys) == [str(each) for each in range(2, 13)]
    page = follow(client, keys["4"])
    assert page.by_id("rolled").text == "Rolled 4: fails"
    (pilot,) = [each for each in page.by_id("failed").all("a") if "pilot" in each.text]
    page = follow(client, pilot.attributes["href"])
    assert asked_in(pilot.attributes["href"]) == {
        "unit": {"tons": 65, "gyro_hits": 1, "legs": {"left": {"foot": 1}}, "prone": True},
        "events": [{"event": "fall-pilot"}],
    }
    assert number(page) == "9+"
    page = follow(client, next(each.attributes["href"] for each in page.by_id("typed").all("a")))
    (wake,) = [each for each in page.by_id("failed").all("a") if "awake" in each.text]
    page = follow(client, wake.attributes["href"])
    assert number(page) == "3+"


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
@pytest.mark.parametrize("event", EVENTS)
def test_the_pilots_roll_is_the_number_that_the_card_promised(
    client: FlaskClient, event: str, edition: str
) -> None:
    own = {"damage": {"points": 20}, "water": {"depth": 1}, "ice": {"reckless": True}, "skid": {"hexes": 9}}
    asked = {"unit": {"piloting": 4}, "events": [{"event": event, **own.get(event, {})}], "edition": edition}
    page = ask(client, asked)
    for each in page.by_id("live").all("a"):
        if each.text.startswith("Roll against pilot damage: "):
            promised = each.text.removeprefix("Roll against pilot damage: ")
            assert number(follow(client, each.attributes["href"])) == promised


@pytest.mark.parametrize(
    ("question", "fall"),
    [
        ({"events": [{"event": "kicked"}]}, {"kind": "fall"}),
        ({"events": [{"event": "pushed", "levels": 3}]}, {"kind": "fall", "levels": 3}),
        ({"events": [{"event": "missed-dfa"}]}, {"kind": "fall", "how": "missed-dfa"}),
        (
            {"events": [{"event": "water", "depth": 2, "by": "jump"}]},
            {"kind": "fall", "how": "landing", "water": 2},
        ),
        (
            {"events": [{"event": "water", "depth": 2, "levels": 1}]},
            {"kind": "fall", "levels": 1, "water": 2},
        ),
        ({"water": 1, "events": [{"event": "kicked"}]}, {"kind": "fall", "how": "submerged"}),
        ({"events": [{"event": "skid", "hexes": 5}]}, {"kind": "skid", "moved_before": 5}),
    ],
)
def test_the_fall_leads_on_to_the_impact(
    client: FlaskClient,
    question: dict[str, object],
    fall: dict[str, object],
) -> None:
    asked = {**question, "unit": {"tons": 65}, "edition": "tw-4.4"}
    address = ask(client, asked).by_id("the-fall").attributes["href"]
    assert urlsplit(address).path == "/classic/impact"
    found = {key: value for key, value in asked_in(address).items() if value != 0}
    assert found == {**fall, "attacker": {"tons": 65}, "edition": "tw-4.4"}


def test_rolled_dice_stand_in_the_address(client: FlaskClient) -> None:
    with client.post("/classic/roll/dice", data={"q": encoded(FIGHT)}) as response:
        assert response.status_code == 303
        address = response.headers["Location"]
    (fell,) = asked_in(address)["dice"]  # type: ignore[misc]
    assert 2 <= fell <= 12  # type: ignore[has-type]
    page = follow(client, address)
    assert page.by_id("rolled").text.startswith(f"Rolled {fell}: ")  # type: ignore[has-type]
    assert "dice" not in asked_in(page.by_id("clear-dice").attributes["href"])


def test_a_throw_that_nothing_asks_for_leads_back_to_the_card(client: FlaskClient) -> None:
    asked = {**FIGHT, "dice": [7]}
    with client.post("/classic/roll/dice", data={"q": encoded(asked)}) as response:
        assert response.status_code == 303
        address = response.headers["Location"]
    assert asked_in(address) == asked
    follow(client, address)


def test_the_page_is_clean_whole_and_as_a_part(client: FlaskClient) -> None:
    for query in ("", f"q={encoded(FIGHT)}", f"q={encoded({**FIGHT, 'dice': [4]})}"):
        with client.get(f"/classic/roll?{query}") as response:
            assert_clean(parse(response.text))
            assert_well_made(parse(response.text))
        with client.get(f"/classic/roll?{query}&part=live") as response:
            assert response.text.lstrip().startswith('<div id="live"')
    assert ask(client, query="part=foot", status=422)


@pytest.mark.parametrize("card", ["impact", "critical"])
@pytest.mark.parametrize("query", ["piloting=3", "set.zz=--5", "set.zz=%C2%B2", f"set.zz={'9' * 5_000}"])
def test_every_card_names_what_it_does_not_know(client: FlaskClient, card: str, query: str) -> None:
    with client.get(f"/classic/{card}?{query}") as response:
        assert response.status_code == 422
        assert query.partition("=")[0].removeprefix("set.") in response.text


def test_plain_keys_say_the_hits_and_the_actuator(client: FlaskClient) -> None:
    page = ask(client, query="event=head-hit&hits=2")
    assert asked_in(page.by_id("live").attributes["data-address"]) == {
        "events": [{"event": "head-hit", "hits": 2}]
    }
    page = ask(client, query="event=leg-hit&actuator=upper&leg=left")
    assert asked_in(page.by_id("live").attributes["data-address"]) == {
        "events": [{"event": "leg-hit", "part": "upper", "leg": "left"}]
    }


def test_broken_json_in_an_address_is_a_problem_at_q() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(b'{"unit": ') + packer.flush()
    with pytest.raises(InputError) as caught:
        decoded(base64.urlsafe_b64encode(packed).decode().rstrip("="))
    assert [each.at for each in caught.value.problems] == ["q"]


@pytest.mark.parametrize(
    ("card", "body", "places"),
    [
        (
            "roll",
            {
                "unit": {"gyro_hits": 3},
                "events": [{"event": "zzz"}],
                "moved": {"mode": "stand", "hexes": 3},
            },
            {"unit.gyro_hits", "events[0].event", "moved.hexes"},
        ),
        ("roll", {"unit": {"gyro_hits": 3, "piloting": 99}}, {"unit.gyro_hits", "unit.piloting"}),
        ("roll", {"unit": {"kind": "Quad", "legs": {"front-left": {"hip": 1}}}}, {"unit.kind"}),
        ("roll", {"unit": {"piloting": float("nan")}}, {"unit.piloting"}),
        (
            "roll",
            {"events": [{"event": "damage", "points": 5_000, "structure_points": 9}]},
            {"events[0].points"},
        ),
        ("impact", {"kind": "fall", "attacker": {"gyro_hits": 3}, "zz": 3}, {"zz", "attacker.gyro_hits"}),
        ("critical", {"location": "zzz", "sheet": {"tons": 9999}}, {"location", "sheet.tons"}),
    ],
)
def test_everything_wrong_is_named_at_once(card: str, body: dict[str, object], places: set[str]) -> None:
    with pytest.raises(InputError) as caught:
        ask_card(CARDS[card], body)
    found = [each.at for each in caught.value.problems]
    assert set(found) == places
    assert len(found) == len(places)


def test_a_part_is_hit_once(client: FlaskClient) -> None:
    hurt = {"unit": {"legs": {"left": {"foot": 1}}}}
    with pytest.raises(InputError) as caught:
        ask_card(CARDS["roll"], {**hurt, "events": [{"event": "leg-hit", "leg": "left"}]})
    assert [each.at for each in caught.value.problems] == ["events[0].leg"]
    page = ask(client, {"events": [{"event": "leg-hit", "leg": "left"}]})
    address = link(page, "Left leg", "Foot")
    assert asked_in(address)["events"] == [{"event": "leg-hit"}]
    follow(client, address)


def test_the_fall_of_a_pilot_who_passed_out_goes_on_without_a_roll(client: FlaskClient) -> None:
    asked = {"events": [{"event": "head-hit"}, {"event": "damage", "points": 20}], "dice": [2]}
    page = ask(client, asked)
    assert "Roll against pilot damage" not in page.by_id("live").text
    falls = {
        each.attributes["href"]
        for each in page.by_id("live").all("a")
        if each.attributes.get("href", "").startswith("/classic/impact?q=")
    }
    assert {True} == {
        asked_in(each)["attacker"].get("unconscious")  # type: ignore[attr-defined]
        for each in falls
        if "attacker" in asked_in(each)
    }


def test_a_roll_that_always_succeeds_says_its_number() -> None:
    asked = json.dumps({"unit": {"piloting": 2}, "events": [{"event": "rubble"}]})
    result = CliRunner().invoke(main, ["classic", "roll", "-"], input=asked)
    assert result.output.splitlines()[0] == "Enters rubble: 2+, always succeeds"


def test_no_fall_is_offered_once_the_rolls_have_succeeded(client: FlaskClient) -> None:
    question = {"events": [{"event": "damage", "points": 20}, {"event": "kicked"}]}
    for dice, is_offered in (([], True), ([12], True), ([12, 12], False), ([2], True)):
        with client.get(f"/classic/roll?q={encoded({**question, 'dice': dice})}") as response:
            found = {each.attributes.get("id") for each in parse(response.text).all("a")}
        assert ("the-fall" in found) == is_offered, dice


def test_the_hexes_before_a_skid_are_one_tap(client: FlaskClient) -> None:
    with client.get(f"/classic/roll?q={encoded({'events': [{'event': 'skid'}]})}") as response:
        page = parse(response.text)
    group = next(
        each for each in page.all("div") if each.attributes.get("aria-label") == "Hexes moved before the turn"
    )
    address = {each.text: each.attributes["href"] for each in group.all("a")}["8"]
    with client.get(address or "") as response:
        assert "Hexes skidded: 4" in response.text


def test_a_number_says_which_of_several_rolls_it_is_for(client: FlaskClient) -> None:
    question = {"events": [{"event": "damage", "points": 23}, {"event": "kicked"}], "dice": [9]}
    page = ask(client, question)
    assert page.by_id("which").text == "Was kicked, roll 2 of 2"
    assert "20 or more damage in the phase: rolled 9: succeeds" in page.text


def test_a_roll_that_has_succeeded_leads_to_no_fall(client: FlaskClient) -> None:
    question = {"events": [{"event": "kicked"}]}
    assert "If it fails" in ask(client, question).text
    assert "If it fails" not in ask(client, {**question, "dice": [12]}).text


def test_a_chosen_event_stands_in_sight_and_its_fold_is_shut(client: FlaskClient) -> None:
    page = ask(client, {"events": [{"event": "fall-pilot"}], "unit": {"prone": True}})
    assert "open" not in page.by_id("more-events").attributes
    assert "open" not in page.by_id("unit").attributes
    assert "55 t, Prone" in page.text
