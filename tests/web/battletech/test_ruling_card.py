"""Every question of the classic desk has a ruling card, by its address alone; what is too long goes as a file."""

import base64
import io
import json
import tomllib
from hashlib import sha512
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.web.battletech import ruling_card
from astrike.web.battletech.cards import CARDS
from astrike.web.battletech.links import LONGEST_LINK, decoded, encoded
from astrike.web.http.qr_codes import fits_qr_code
from tests.web.every_route import assert_well_made
from tests.web.page import Element, parse

CASES = Path(__file__).parents[2] / "cases" / "battletech"
SHEET = {
    "locations": {"right-torso": {"slots": ["Medium Laser", "Ammo SRM 2", None, "Heat Sink"], "hit": [4]}},
    "items": {"Ammo SRM 2": {"shots": 50, "damage": 2, "missiles": 2}},
}
QUESTIONS: dict[str, dict[str, Any]] = {
    "roll": {
        "unit": {"tons": 65, "legs": {"left": {"foot": 1}}},
        "events": [{"event": "gyro-hit"}],
        "dice": [7],
    },
    "impact": {
        "kind": "skid",
        "attacker": {"tons": 55},
        "moved_before": 9,
        "path": [{"what": "nothing"}, {"what": "unit", "unit": {"tons": 50}}],
        "dice": {"facing": 3, "locations": [[3, 4], [6, 6]]},
    },
    "critical": {"location": "right-torso", "sheet": SHEET, "dice": [[8], [2]]},
    "hex": {
        "hexes": {"0504": {"woods": "light"}, "0503": {"level": 1}},
        "attacker": {"hex": "0506"},
        "target": {"hex": "0502", "facing": 3},
        "weapon": {},
        "path": {"from": "0506", "steps": ["forward", "forward"]},
    },
}


def unlike(number: int) -> str:
    """Give a name that nothing makes shorter."""
    return base64.urlsafe_b64encode(sha512(str(number).encode()).digest()).decode()[:58]


LONG: dict[str, Any] = {
    "location": "right-torso",
    "sheet": {"items": {unlike(number): {"shots": number + 1} for number in range(100)}},
}


def address(card: str, question: dict[str, Any] | None = None, *, of: str = "ruling") -> str:
    return f"/classic/{card}/{of}?q={encoded(QUESTIONS[card] if question is None else question)}"


def look(client: FlaskClient, where: str) -> Element:
    with client.get(where) as response:
        assert response.status_code == 200, response.text
        page = parse(response.text)
        assert_well_made(page)
        return page


def texts(page: Element, name: str) -> list[str]:
    return [each.text for each in page.by_id(name).all("li")]


def facts(page: Element, name: str) -> dict[str, str]:
    found = page.by_id(name)
    names, values = ([each.text for each in found.all(tag)] for tag in ("dt", "dd"))
    return dict(zip(names, values, strict=True))


# ---- the card


def test_the_card_of_a_roll_says_what_was_asked_and_what_decides(client: FlaskClient) -> None:
    page = look(client, address("roll"))
    assert facts(page, "question") == {
        "Unit": "biped, 65 t, Piloting 5, legs left: foot hit",
        "What happened": "Gyro hit",
        "Dice": "7",
    }
    assert page.by_id("verdict").text == "9 +"
    assert (
        page.by_id("sentence").text == "Gyro hit · 27.8 % · 10 of 36 rolls · roll at once · rolled 7: fails"
    )
    rows = [each.text for each in page.all("tr")]
    assert "Gyro hit +3 BMM p.48" in rows
    assert any(row.startswith("If it fails: Falls, 7 damage as 5 and 2") for row in rows)


def test_the_card_of_an_impact_has_every_lot_with_its_pages(client: FlaskClient) -> None:
    page = look(client, address("impact"))
    assert page.by_id("verdict").text.startswith("10 + to hit 9 Unit: skid 50 Target: collision")
    assert "5: right torso [3, 4]" in page.by_id("ruling").text
    assert "BMM p.68" in page.by_id("ruling").text


def test_the_card_of_a_critical_hit_shows_the_explosion(client: FlaskClient) -> None:
    page = look(client, address("critical"))
    assert "200 points: Ammo SRM 2 explodes" in page.by_id("verdict").text
    assert page.by_id("sentence").text == "The 'Mech is out of action. Settled."
    picture = next(each for each in page.all("svg") if "classic-picture" in each.attributes.get("class", ""))
    assert "187 move on" in picture.attributes["aria-label"]


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("edition", BATTLETECH_IDS)
def test_the_card_names_its_edition_and_program(client: FlaskClient, card: str, edition: str) -> None:
    page = look(client, address(card, {**QUESTIONS[card], "edition": edition}))
    said = facts(page, "inputs")
    assert said["Edition"] == f"{edition} {load_battletech(edition).digest[:8]}"
    assert said["Program"].startswith("astrike ")


def test_options_that_decided_stand_there_with_their_other_reading(client: FlaskClient) -> None:
    page = look(client, address("impact"))
    (option,) = page.by_id("options").all("li")
    assert option.text.startswith("Modifier of the failed roll in the pilot's roll: yes")
    (other,) = option.all("a")
    asked = decoded(other.attributes["href"].partition("?q=")[2])
    assert (other.text, asked["options"]) == ("no", {"failed-roll-modifier": False})
    look(client, other.attributes["href"])


def test_the_other_edition_is_heard_also_when_it_says_the_same(client: FlaskClient) -> None:
    (differs,) = texts(look(client, address("impact")), "other-editions")
    assert differs.startswith("TW 4.4 Unit, collision")
    (same,) = texts(look(client, address("critical")), "other-editions")
    assert same == "TW 4.4 says the same."


@pytest.mark.parametrize("card", CARDS)
def test_the_card_of_every_case_opens(client: FlaskClient, card: str) -> None:
    files = [*CASES.glob(f"{card}.toml"), *CASES.glob(f"{card}_*.toml")]
    found = [case for path in files for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]]
    cases = [case for case in found if "question" in case]
    shown = 0
    for case in cases[::7]:
        edition = case.get("editions", BATTLETECH_IDS)[0]
        question = {**case["question"], "edition": edition}
        with client.post(f"/api/v1/classic/{card}", json=question) as response:
            is_wrong = response.status_code == 422
        with client.get(address(card, question)) as response:
            assert response.status_code == (422 if is_wrong else 200), case["id"]
            if not is_wrong:
                assert_well_made(parse(response.text))
                shown += 1
    assert shown > 10


# ---- as data, as a picture, as a code


@pytest.mark.parametrize("card", CARDS)
def test_programs_get_question_answer_and_by_what(client: FlaskClient, card: str) -> None:
    with client.get(address(card, of="ruling.json")) as response:
        found = response.get_json()
    with client.post(f"/api/v1/classic/{card}", json=QUESTIONS[card]) as response:
        assert found["answer"] == response.get_json()
    with client.post(f"/api/v1/classic/{card}", json=found["question"]) as response:
        assert found["answer"] == response.get_json()
    assert (found["card"], found["edition"]) == (card, "bmm-7.01")
    assert found["edition_digest"] == load_battletech("").digest
    assert found["words"]["verdict"]


@pytest.mark.parametrize("card", CARDS)
def test_the_picture_carries_its_colors(client: FlaskClient, card: str) -> None:
    with client.get(address(card, of="ruling.svg")) as response:
        assert response.mimetype == "image/svg+xml"
        assert "prefers-color-scheme: dark" in response.text
        assert "script-src" not in response.headers["Content-Security-Policy"]
        assert " href=" not in response.text


def test_a_short_link_has_a_qr_code_and_a_long_one_says_that_it_has_none(client: FlaskClient) -> None:
    page = look(client, address("roll"))
    assert any("qr-code" in each.attributes.get("class", "") for each in page.all("svg"))
    assert "no-qr" not in str(page.by_id("share").attributes)
    items = {unlike(number): {"shots": 5} for number in range(20)}
    question = {"location": "head", "sheet": {"items": items}}
    assert not fits_qr_code(address("critical", question))
    page = look(client, address("critical", question))
    assert page.by_id("no-qr").text == "The link is too long for a QR code."


# ---- files


def test_a_question_is_saved_as_a_file_and_opened_again(client: FlaskClient) -> None:
    with client.get(address("roll", of="question.json")) as response:
        assert "attachment" in response.headers["Content-Disposition"]
        data = response.data
    assert json.loads(data) == {"card": "roll", "question": QUESTIONS["roll"]}
    with client.post("/classic/open", data={"file": (io.BytesIO(data), "roll-question.json")}) as response:
        assert response.status_code == 303
        assert decoded(response.headers["Location"].partition("?q=")[2]) == QUESTIONS["roll"]


def test_what_is_too_long_for_a_link_has_its_card_and_goes_on_as_a_file(client: FlaskClient) -> None:
    assert len(encoded(LONG)) > LONGEST_LINK
    text = json.dumps({"card": "critical", "question": LONG})
    with client.post("/classic/open", data={"text": text}) as response:
        assert response.status_code == 303, response.text
        there = response.headers["Location"]
    card = look(client, there)
    assert "too long for a link" in card.by_id("share").text
    page = look(client, card.by_id("ruling-card").attributes["href"])
    assert page.by_id("change").attributes["href"] == there
    assert page.by_id("too-long").text.startswith("This is too long for a link.")
    (saved,) = [each.attributes["value"] for each in page.all("input") if each.attributes["name"] == "text"]
    with client.post("/classic/critical/question.json", data={"text": saved}) as response:
        assert json.loads(response.data) == {"card": "critical", "question": LONG}


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("[]", ["file"]),
        ("{}", ["card", "question"]),
        ('{"card": "square", "question": 1, "more": 2}', ["more", "card", "question"]),
        ('{"card": "roll", "question": {"dice": [13], "moved": {"hexes": -1}}}', ["moved.hexes", "dice[0]"]),
        ("{", ["line 1, column 2"]),
    ],
)
def test_a_wrong_file_is_refused_with_everything_that_is_wrong(
    client: FlaskClient, text: str, places: list[str]
) -> None:
    with client.post("/classic/open", data={"text": text}) as response:
        assert response.status_code == 422
        problems = parse(response.text).by_id("problems")
        assert all(place in problems.text for place in places), problems.text
        assert len(problems.all("li")) == len(places)


# ---- the way there and back


@pytest.mark.parametrize("card", CARDS)
def test_every_card_leads_to_its_ruling_card_and_back(client: FlaskClient, card: str) -> None:
    page = look(client, f"/classic/{card}?q={encoded(QUESTIONS[card])}")
    there = page.by_id("ruling-card").attributes["href"]
    assert there.startswith(f"/classic/{card}/ruling?q=")
    back = look(client, there).by_id("change").attributes["href"]
    assert back.partition("?")[0] == f"/classic/{card}"
    assert back.partition("?q=")[2] == there.partition("?q=")[2]


@pytest.mark.parametrize("of", ["ruling", "ruling.json", "ruling.svg", "question.json"])
def test_without_a_question_the_usual_one_is_shown(client: FlaskClient, of: str) -> None:
    for card in CARDS:
        with client.get(f"/classic/{card}/{of}") as response:
            assert response.status_code == 200
    with client.get(f"/classic/square/{of}") as response:
        assert response.status_code == 404


def test_dice_that_make_a_question_too_long_lead_to_its_card(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ruling_card, "fits_into_link", lambda _question: False)
    monkeypatch.setattr(ruling_card, "fits_into_address", lambda _question: False)
    question = {key: value for key, value in QUESTIONS["roll"].items() if key != "dice"}
    with client.post("/classic/roll/dice", data={"q": encoded(question)}) as response:
        assert response.status_code == 200
        page = parse(response.text)
    assert "too long for a link" in page.by_id("too-long").text
    assert "rolled" in page.by_id("sentence").text
