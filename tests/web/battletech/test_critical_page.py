"""The card about critical hits: die by die in the address, sheets typed, loaded and saved, without any script."""

import json
import random
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient
from werkzeug.wrappers import Response

from astrike.rulebook.battletech.loader import BATTLETECH_IDS
from astrike.web.battletech.links import decoded, encoded
from tests.web.every_route import assert_clean, assert_well_made
from tests.web.page import Element, parse

SLOTS = ["Engine", "Engine", "Engine", "Double heat sink", "Double heat sink", "Double heat sink"]
SLOTS += ["Large laser", "Large laser", "Medium laser", "SRM-6 ammo, 15"]
QUESTION: dict[str, Any] = {
    "location": "right-torso",
    "sheet": {"engine": "xl", "locations": {"right-torso": {"slots": SLOTS, "structure": 12}}},
}
MTF = """Version:1.0
Sparrow
SPW-1

Config:Biped
TechBase:Inner Sphere
Mass:45
Engine:225 XL Engine
Structure:IS Standard
Gyro:Compact Gyro

Heat Sinks:10 Double
Walk MP:5
Jump MP:3

Armor:Standard(Inner Sphere)
LA armor:14
RT armor:16
RTR armor:6

Weapons:2
1 ISPPC, Left Arm
1 ISPPC, Left Arm

Left Arm:
Shoulder
Upper Arm Actuator
ISPPC
ISPPC
ISPPC
ISPPC
ISPPC
ISPPC
-Empty-

Right Torso:
Fusion Engine
Fusion Engine
Fusion Engine
ISCASE
IS Ammo SRM-6
-Empty-
"""


def ask(client: FlaskClient, question: dict[str, Any], *, status: int = 200) -> Element:
    with client.get(f"/classic/critical?q={encoded(question)}") as response:
        assert response.status_code == status, response.get_data(as_text=True)
        page = page_of(response)
    assert_clean(page)
    assert_well_made(page)
    return page


def page_of(answer: Response) -> Element:
    return parse(answer.get_data(as_text=True))


def question_at(address: str | None) -> dict[str, Any]:
    assert address is not None
    return decoded(parse_qs(urlsplit(address).query)["q"][0])


def tap(client: FlaskClient, page: Element, label: str) -> Element:
    """Follow the link of a die."""
    keys = next(each for each in page.all("div") if "crit-keys" in each.attributes.get("class", ""))
    link = next(each for each in keys.all("a") if each.text == label)
    with client.get(link.attributes["href"]) as response:
        assert response.status_code == 200
        return page_of(response)


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
def test_a_hit_is_settled_die_by_die_without_script(client: FlaskClient, edition: str) -> None:
    page = ask(client, {**QUESTION, "edition": edition})
    assert "How many hits?" in page.text
    page = tap(client, page, "10")
    assert "Hit 1: first die" in page.text
    page = tap(client, page, "2")
    assert "Hit 1: second die" in page.text
    page = tap(client, page, "4")
    assert "Hit 2: first die" in page.text
    odds = page.by_id("odds").text
    assert "soaks the hit 2 of 9" in odds
    assert "15 × 6 × 2 = 180 points 1 of 9" in odds
    page = tap(client, tap(client, page, "5"), "4")
    assert "180 points" in page.by_id("events").text
    assert "out of action" in page.text


def test_every_die_goes_back_one_by_one(client: FlaskClient) -> None:
    question = {**QUESTION, "dice": [[5, 5], [2, 4]]}
    seen = []
    for _die in range(3):
        page = ask(client, question)
        question = question_at(page.by_id("undo").attributes["href"])
        seen.append(question.get("dice"))
    assert seen == [[[5, 5], [2]], [[5, 5]], None]


def test_twelve_slots_stand_in_two_halves_and_hits_are_marked(client: FlaskClient) -> None:
    page = ask(client, {**QUESTION, "dice": [[10], [2, 4]]})
    rows = page.all("li", class_="crit-slot")
    assert len(rows) == 12
    assert [row.text for row in rows if "hit" in row.attributes["class"].split()] == [
        "4 Double heat sink hit 1"
    ]
    assert len(ask(client, {"location": "left-leg"}).all("li", class_="crit-slot")) == 6


def test_the_next_hit_goes_on_from_the_sheet_after(client: FlaskClient) -> None:
    page = ask(client, {**QUESTION, "number": 1, "dice": [[5, 1]]})
    again = question_at(page.by_id("again").attributes["href"])
    later = question_at(page.by_id("later").attributes["href"])
    place = again["sheet"]["locations"]["right-torso"]
    assert (place["hit_this_phase"], again.get("phase", 1)) == ([7], 1)
    assert later["phase"] == 2
    page = ask(client, later)
    assert page.all("span", class_="pin") == []


def test_rolling_for_the_player_goes_on_to_an_address_with_the_die(client: FlaskClient) -> None:
    answer = client.post("/classic/critical/dice", data={"q": encoded(QUESTION)})
    assert answer.status_code == 303
    (dice,) = question_at(answer.location)["dice"]
    assert len(dice) == 2
    answer = client.post("/classic/critical/dice", data={"q": encoded({**QUESTION, "number": 1})})
    ((die,),) = question_at(answer.location)["dice"]
    assert 1 <= die <= 6


def test_a_sheet_is_typed_slot_by_slot(client: FlaskClient) -> None:
    with client.get(f"/classic/critical/sheet/right-torso?q={encoded(QUESTION)}") as response:
        page = page_of(response)
    assert_well_made(page)
    assert page.by_id("f-slot-10").attributes["value"] == "SRM-6 ammo, 15"
    typed = {f"slot-{number}": "Gauss rifle" if number < 8 else "" for number in range(1, 13)}
    typed |= {
        "save": "1",
        "q": encoded(QUESTION),
        "here.structure": "11",
        "sheet.tons": "60",
        "here.case": "case",
    }
    answer = client.get("/classic/critical/sheet/right-torso", query_string=typed)
    assert answer.status_code == 303
    sheet = question_at(answer.location)["sheet"]
    assert sheet["locations"]["right-torso"]["slots"][:8] == ["Gauss rifle"] * 7 + [None]
    assert (sheet["tons"], sheet["locations"]["right-torso"]["case"]) == (60, "case")


def test_what_a_name_is_taken_for_can_be_corrected(client: FlaskClient) -> None:
    with client.get(f"/classic/critical/sheet/right-torso?q={encoded(QUESTION)}") as response:
        page = page_of(response)
    names = {each.text: number for number, each in enumerate(page.all("legend"), start=1)}
    laser = names["Large laser"]
    typed = {f"slot-{number}": name for number, name in enumerate(SLOTS, start=1)}
    typed |= {f"item-{number}.name": name for name, number in names.items()}
    typed |= {f"item-{laser}.kind": "equipment", f"item-{laser}.slots": "1", f"item-{laser}.armored": "1"}
    typed |= {"save": "1", "q": encoded(QUESTION), "sheet.kind": "biped", "sheet.engine": "xl"}
    answer = client.get("/classic/critical/sheet/right-torso", query_string=typed)
    items = question_at(answer.location)["sheet"]["items"]
    assert items["Large laser"] == {"kind": "equipment", "slots": 1, "armored": True}


def test_a_sheet_that_becomes_a_quad_loses_its_arms(client: FlaskClient) -> None:
    question = {"location": "left-arm", "sheet": {"locations": {"left-arm": {"armor": 3}}}}
    typed = {"save": "1", "q": encoded(question), "sheet.kind": "quad"}
    answer = client.get("/classic/critical/sheet/left-arm", query_string=typed)
    found = question_at(answer.location)
    assert (found["location"], found["sheet"]) == ("center-torso", {"kind": "quad"})


def test_how_it_was_hit_is_tapped(client: FlaskClient) -> None:
    page = ask(client, QUESTION)
    link = next(each for each in page.by_id("how").all("a") if each.text == "Through armor")
    question = question_at(link.attributes["href"])
    assert question["modifiers"] == {"cause": "through-armor"}
    page = ask(client, question)
    link = next(each for each in page.by_id("how").all("a") if each.text == "No damage dealt")
    assert "there is no roll" in ask(client, question_at(link.attributes["href"])).by_id("why").text


def test_the_other_reading_of_a_disputed_point_is_a_tap(client: FlaskClient) -> None:
    question = {**QUESTION, "location": "left-leg", "number": 1, "dice": [[4]]}
    question["sheet"] = {"locations": {"left-leg": {"hit": [1]}}}
    page = ask(client, question)
    link = next(each for each in page.by_id("why").all("a") if each.text == "Other reading")
    assert question_at(link.attributes["href"])["options"] == {"after-hip": "ignore"}


def test_everything_wrong_with_a_typed_sheet_is_named(client: FlaskClient) -> None:
    typed = {"save": "1", "q": encoded(QUESTION), "here.structure": "x", "sheet.tons": "7"}
    answer = client.get("/classic/critical/sheet/right-torso", query_string=typed)
    assert answer.status_code == 422
    problems = page_of(answer).by_id("problems").text
    assert "sheet.tons" in problems
    assert "structure" in problems


def test_a_saved_layout_is_loaded_again(client: FlaskClient) -> None:
    with client.get(f"/classic/critical/layout?q={encoded(QUESTION)}") as response:
        assert response.headers["Content-Disposition"].startswith("attachment")
        saved = response.data
    assert json.loads(saved) == {"sheet": QUESTION["sheet"]}
    answer = client.post("/classic/critical/layout", data={"file": (BytesIO(saved), "layout.json")})
    assert question_at(answer.location)["sheet"] == QUESTION["sheet"]


def test_a_mech_file_of_ones_own_becomes_a_sheet(client: FlaskClient) -> None:
    answer = client.post("/classic/critical/layout", data={"file": (BytesIO(MTF.encode()), "sparrow.mtf")})
    sheet = question_at(answer.location)["sheet"]
    arm, torso = sheet["locations"]["left-arm"], sheet["locations"]["right-torso"]
    assert (sheet["tons"], sheet["engine"], sheet["gyro"], sheet["dissipation"]) == (45, "xl", "compact", 20)
    assert arm["slots"][:4] == ["Shoulder", "Upper Arm Actuator", "ISPPC", "ISPPC"]
    assert sheet["items"] == {"ISPPC": {"slots": 3}}
    assert (torso["case"], torso["armor"], torso["rear_armor"]) == ("case", 16, 6)


@pytest.mark.parametrize(
    "text", ["", "nothing of that", "{", '{"sheet": {"tons": "x"}}', "[1]", "Head:\nA\nB"]
)
def test_what_is_no_layout_is_refused(client: FlaskClient, text: str) -> None:
    answer = client.post("/classic/critical/layout", data={"text": text})
    assert answer.status_code == 422


def test_unknown_ammo_is_asked_for(client: FlaskClient) -> None:
    slots = ["Thunderbolt ammo"]
    question = {"location": "right-torso", "number": 1, "dice": [[1]]}
    page = ask(client, {**question, "sheet": {"locations": {"right-torso": {"slots": slots}}}})
    assert "how many shots are left" in page.text
    assert page.one("input", id="f-set.sheet.items.Thunderbolt ammo.shots").attributes["value"] == ""


def test_unknown_points_of_a_weapon_are_asked_for(client: FlaskClient) -> None:
    slots = ["Improved Heavy Small Laser"]
    question = {"location": "right-torso", "number": 1, "dice": [[1]]}
    page = ask(client, {**question, "sheet": {"locations": {"right-torso": {"slots": slots}}}})
    field = f"f-set.sheet.items.{slots[0]}.points"
    assert page.one("input", id=field).attributes["value"] == ""
    assert "with how many points is not in these sources" in page.text


def test_an_arm_goes_with_the_torso_that_is_typed_away(client: FlaskClient) -> None:
    locations = {"left-torso": {"structure": 9}, "left-arm": {"structure": 5}}
    body = {"location": "center-torso", "sheet": {"locations": locations}}
    typed = {"save": "1", "q": encoded(body), "here.structure": "0"}
    answer = client.get("/classic/critical/sheet/left-torso", query_string=typed)
    assert question_at(answer.location)["sheet"]["locations"]["left-arm"]["structure"] == 0


def test_the_first_page_names_cards_and_printings(client: FlaskClient) -> None:
    with client.get("/classic") as response:
        page = page_of(response)
    assert "Critical" in page.text
    assert "Total Warfare, errata 4.4 (2017)" in page.text
    assert "Later printings exist" in page.text
    with client.get("/") as response:
        assert page_of(response).by_id("classic-desk").attributes["href"] == "/classic"


@pytest.mark.parametrize("seed", range(4))
def test_no_tap_leads_to_a_question_that_cannot_be(client: FlaskClient, seed: int) -> None:
    chance = random.Random(seed)
    address = f"/classic/critical?q={encoded(QUESTION)}"
    for _tap in range(40):
        with client.get(address, follow_redirects=True) as response:
            assert response.status_code == 200, response.get_data(as_text=True)
            page = page_of(response)
        links = [each.attributes["href"] for each in page.by_id("live").all("a")]
        dice = [
            each.attributes["href"] for keys in page.all("div", class_="crit-keys") for each in keys.all("a")
        ]
        here = [each for each in links if each.startswith("/classic/critical?")]
        address = chance.choice(dice if dice and chance.random() < 0.7 else here)


def test_another_reading_goes_on_with_the_dice_that_it_knows(client: FlaskClient) -> None:
    question = {"location": "left-leg", "number": 1, "dice": [[9]]}
    answer = client.get(f"/classic/critical?part=live&q={encoded(question)}")
    assert answer.status_code == 303
    assert "dice" not in question_at(answer.location)
    assert answer.location.endswith("&part=live")


def test_wrong_addresses_are_refused(client: FlaskClient) -> None:
    assert client.get("/classic/critical/sheet/tail").status_code == 404
    assert client.get("/classic/critical?q=%21").status_code == 422
    assert client.post("/classic/critical/dice").status_code == 422


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (f"sheet.tons={'9' * 5_000}", "sheet.tons"),
        ("sheet.tons=%C2%B2", "sheet.tons"),
        (f"slot-{'9' * 5_000}=a", "slot-"),
        ("slot-%C2%B2=a", "slot-"),
    ],
)
def test_numbers_typed_on_the_sheet_are_bounded(client: FlaskClient, query: str, said: str) -> None:
    with client.get(f"/classic/critical/sheet/head?save=1&{query}") as response:
        assert response.status_code == 422
        assert said in response.text


def line_of(page: Element) -> str:
    return next(each.text for each in page.all("p") if "crit-line" in each.attributes.get("class", ""))


def asked_page(client: FlaskClient, question: dict[str, Any]) -> Element:
    with client.get(f"/classic/critical?q={encoded(question)}") as response:
        assert response.status_code == 200, response.text
        return parse(response.text)


ONE_LASER: dict[str, Any] = {"locations": {"right-torso": {"slots": ["Medium laser"]}}}


def test_every_hit_is_accounted_for(client: FlaskClient) -> None:
    three = {"location": "right-torso", "sheet": ONE_LASER, "dice": [[12], [1]]}
    assert line_of(asked_page(client, three)).endswith("hits 3 applied 1 lost 2")
    begun = {"location": "right-torso", "sheet": ONE_LASER, "dice": [[12]]}
    assert line_of(asked_page(client, begun)).endswith("hits 3 to place 3")
    gone = {"locations": {"right-torso": {"slots": ["Medium laser"], "hit": [1]}}}
    moved = {"location": "right-torso", "sheet": gone, "dice": [[10]]}
    assert line_of(asked_page(client, moved)).endswith("hits 2 moved on 2")


def test_a_location_that_was_lost_looks_lost_in_the_next_phase(client: FlaskClient) -> None:
    ammo = {"locations": {"right-torso": {"slots": ["SRM-6 ammo, 15"], "structure": 5}}}
    question = {"location": "right-torso", "sheet": ammo, "number": 1, "dice": [[1], [2]]}
    page = asked_page(client, question)
    assert "destroyed" in line_of(page)
    with client.get(page.by_id("later").attributes["href"] or "") as response:
        page = parse(response.text)
    (torso,) = [each for each in page.all("a") if each.text.startswith("Right torso")]
    assert torso.text.endswith("destroyed")
    (arm,) = [each for each in page.all("a") if each.text.startswith("Right arm")]
    assert arm.text.endswith("destroyed")
    slots = [each for each in page.all("li") if "crit-slot" in each.attributes.get("class", "")]
    assert "hit" in slots[0].attributes["class"].split()


def test_the_armor_that_an_explosion_meets_is_said_on_the_card_and_reckoned(client: FlaskClient) -> None:
    sheet = {
        "locations": {"right-arm": {"slots": ["SRM-6 ammo, 15"], "case": "case-ii"}},
    }
    question = {"location": "right-arm", "sheet": sheet, "number": 1, "dice": [[1]]}
    page = asked_page(client, question)
    assert "CASE II Right arm: 1 to the structure, 179 vented" in page.by_id("events").text
    assert "BMM p.119" in page.by_id("events").text
    assert "The explosion: roll 2D6" in page.text
    query = f"/classic/critical?q={encoded(question)}&set.sheet.locations.right-arm.armor=12"
    with client.get(query + "&set.sheet.locations.right-arm.full_armor=10") as response:
        assert response.status_code == 422
    with client.get(query) as response:
        page = parse(response.text)
    assert "1 to the structure, 9 off the armor, 170 vented" in page.by_id("events").text
    assert page.by_id("f-set.sheet.locations.right-arm.armor").attributes["value"] == "12"


def test_the_ruling_card_numbers_slots_as_the_sheet_does(client: FlaskClient) -> None:
    slots = ["Engine", None, None, None, None, None, "PPC", "PPC", "PPC"]
    sheet = {"locations": {"right-torso": {"slots": slots, "case": "case", "hit": [7]}}}
    question = {"location": "right-torso", "sheet": sheet, "number": 1, "dice": [[1]]}
    with client.get(f"/classic/critical/ruling?q={encoded(question)}") as response:
        page = parse(response.text)
    assert "CASE case" not in page.text
    assert "slots hit before lower 1" in page.by_id("question").text
    (drawn,) = [each for each in page.all("section") if each.attributes.get("aria-label") == "Picture"]
    numbers = [each for each in drawn.text.split() if each.isdigit()]
    assert numbers.count("1") == numbers.count("6") == 2
    assert "7" not in numbers


def test_a_location_is_flooded_on_the_sheet_and_dried_again(client: FlaskClient) -> None:
    question = {"location": "right-arm", "sheet": {"dissipation": 10}}
    place = f"/classic/critical/sheet/right-arm?q={encoded(question)}&save=1&slot-1=Heat+sink"
    with client.get(f"{place}&flooded=1") as response:
        assert response.status_code == 303
        wet = response.headers["Location"]
    with client.get(wet) as response:
        page = parse(response.text)
    assert "flooded" in line_of(page)
    assert "Heat dissipation -1" in page.by_id("lasting").text
    with client.get(page.by_id("edit-sheet").attributes["href"] or "") as response:
        boxes = [
            each for each in parse(response.text).all("input") if each.attributes.get("name") == "flooded"
        ]
    assert ["checked" in each.attributes for each in boxes] == [True]
    with client.get(f"{place}&q={wet.partition('q=')[2]}") as response:
        dry = response.headers["Location"]
    assert "flooded" not in decoded(dry.partition("q=")[2])["sheet"]["locations"]["right-arm"]


def test_ammo_is_said_in_one_go_with_what_its_name_tells(client: FlaskClient) -> None:
    name = "IS Ammo SRM-6"
    question = {
        "location": "right-torso",
        "number": 1,
        "dice": [[1]],
        "sheet": {"locations": {"right-torso": {"slots": [name]}}},
    }
    page = ask(client, question)
    fields = {
        key: page.one("input", id=f"f-set.sheet.items.{name}.{key}").attributes["value"]
        for key in ("shots", "damage", "missiles")
    }
    assert fields == {"shots": "", "damage": "2", "missiles": "6"}
    typed = {f"set.sheet.items.{name}.{key}": value or "15" for key, value in fields.items()}
    with client.get("/classic/critical", query_string={"q": encoded(question), **typed}) as response:
        assert "explodes: 180 points" in parse(response.text).text


def test_a_bare_location_says_that_hits_move_on_and_whence_they_came(client: FlaskClient) -> None:
    assert "Nothing on this sheet in the right torso" in ask(client, {"location": "right-torso"}).text
    assert "bare" not in {each.attributes.get("id") for each in ask(client, {"location": "head"}).all("p")}
    moved = ask(client, {"location": "right-torso", "dice": [[10]]})
    assert "moved on from the right torso" in moved.text


def test_a_loaded_sheet_opens_at_the_location_that_was_open(client: FlaskClient) -> None:
    text = "mass:50\n\nRight Torso:\nMedium Laser\n"
    for place, opened in (("right-torso", "right-torso"), ("left-arm", "center-torso")):
        with client.post("/classic/critical/layout", data={"text": text, "place": place}) as response:
            assert question_at(response.location).get("location", "right-torso") == opened
