"""A ruling: any answer is kept with one tap, opens unchanged whatever changes later, and is the API's own answer."""

import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient
from PIL import Image

from astrike.formats.table.table_file import parse_document
from astrike.model.ruling import question_digest
from astrike.presets.loader import load_preset, preset_mapping
from astrike.rulebook.loader import load_edition
from astrike.rulebook.schema import Edition
from astrike.rules.table.prepared_table import prepare_table
from astrike.store.database.connection import connect
from astrike.store.rulings.rulings import load_ruling, rulings_of_table
from astrike.store.table.codes import Right
from astrike.store.table.tables import create_table, delete_table
from astrike.web.attack.questions import AttackReply
from astrike.web.questions.body import ReadyTable
from astrike.web.rulings.questions import ask_ruling, body_of
from tests.builders import document, mech
from tests.web.arena import arena
from tests.web.conftest import NOW, Clock, Kept, keep
from tests.web.page import Element, parse
from tools.contract.page import PAGE

QUESTIONS = {
    "a weapon attack": ("attack", {"attacker": "A", "target": "R"}),
    "an attack made in another way": (
        "attack",
        {
            "attacker": "A",
            "target": "R",
            "overheat": 1,
            "secondary": True,
            "modifiers": {"dust": 1},
            "rolls": [8],
        },
    ),
    "an attack that is refused": ("attack", {"attacker": "B", "target": "D"}),
    "indirect fire with a spotter": (
        "attack",
        {"attacker": "B", "target": "T", "kind": "indirect", "spotter": "C"},
    ),
    "an attack at a point": (
        "attack",
        {"attacker": "D", "target": [30, 20], "kind": "artillery", "weapon": "ARTLT"},
    ),
    "sight": ("sight", {"attacker": "A", "target": "R", "edition": "ce-7"}),
    "a move": ("move", {"unit": "J", "path": [[38, 32], [40, 34]], "mode": "ground", "facing": 45}),
    "standing still": ("move", {"unit": "J", "mode": "standstill"}),
    "an area effect": ("blast", {"at": [41.5, 31], "weapon": "ART-LT"}),
    "an area effect that scattered": ("scatter", {"at": [41.5, 31], "weapon": "ART-LT", "dice": [2, 3]}),
    "a whole table": ("legal", {"profile": {**preset_mapping(load_preset("default")), "id": "club"}}),
}


def save(
    table: Kept, kind: str, question: Mapping[str, object], *, right: Right = Right.PLAY, **more: str
) -> str:
    """Save a ruling and give its address."""
    response = table.send("/rulings", {"kind": kind, "question": json.dumps(question), **more}, right=right)
    assert response.status_code == 303, response.text
    return response.headers["Location"]


def data_of(table: Kept, address: str) -> dict[str, object]:
    with table.client.get(f"{address}.json") as response:
        assert response.status_code == 200
        found: dict[str, object] = response.get_json()
        return found


def look(client: FlaskClient, address: str, status: int = 200) -> Element:
    with client.get(address) as response:
        assert response.status_code == status, response.text
        return parse(response.text)


def forms(page: Element) -> Iterator[Element]:
    return iter(page.all("form", class_="save-ruling"))


@pytest.mark.parametrize("about", QUESTIONS)
def test_a_ruling_is_the_answer_that_the_api_gives_to_its_inputs(battle: Kept, about: str) -> None:
    kind, question = QUESTIONS[about]
    address = save(battle, kind, question)
    found = data_of(battle, address)
    body = body_of(kind, found["question"], found["table"])  # type: ignore[arg-type]
    with battle.client.post(f"/api/v1/{kind}", json=body) as response:
        assert response.status_code == 200, response.text
        assert response.get_json() == found["answer"]
    assert found["question"] == question
    assert found["table"] == battle.document
    assert found["digest"] == question_digest(kind, battle.document, question)
    page = look(battle.client, address)
    assert page.by_id("question").text == found["words"]["question"]  # type: ignore[index]
    assert str(found["digest"])[:8] in page.by_id("inputs").text
    for picture in page.all("img"):
        with battle.client.get(picture.attributes["src"]) as response:
            root = ElementTree.fromstring(response.text)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.attrib["aria-label"] == picture.attributes["alt"]
        assert not [each for each in root.iter() if "href" in each.attrib], "no address leaves with a picture"


@pytest.mark.parametrize("about", QUESTIONS)
def test_a_question_with_a_key_twice_is_not_kept(battle: Kept, about: str) -> None:
    kind, question = QUESTIONS[about]
    body = json.dumps(question)
    sent = {"kind": kind, "question": f"{body[:-1]}, {body[1:]}"}
    response = battle.send("/rulings", sent)
    assert response.status_code == 422
    assert "each key once" in response.text


@pytest.mark.parametrize("about", ["a move", "an area effect that scattered", "a whole table"])
def test_nothing_differs_when_nothing_has_changed(battle: Kept, about: str) -> None:
    address = save(battle, *QUESTIONS[about])
    again = look(battle.client, f"{address}/again")
    assert not again.has_id("changes")
    assert "Nothing differs" in again.by_id("result").text


@pytest.mark.parametrize(
    ("path", "kind", "question"),
    [
        ("/attack/A/R", "attack", {"attacker": "A", "target": "R"}),
        (
            "/attack/A/R?overheat=1&secondary=1&name=dust&value=%2B1&rolls=8",
            "attack",
            {
                "attacker": "A",
                "target": "R",
                "overheat": 1,
                "secondary": True,
                "modifiers": {"dust": 1},
                "rolls": [8],
            },
        ),
        (
            "/attack/D/at?to=30,20&kind=artillery&weapon=ARTLT",
            "attack",
            {"attacker": "D", "target": [30, 20], "kind": "artillery", "weapon": "ARTLT"},
        ),
        (
            "/attack/B/T?kind=indirect&spotter=C",
            "attack",
            {"attacker": "B", "target": "T", "kind": "indirect", "spotter": "C"},
        ),
        (
            "/unit/J/move?via=38,32&via=40,34&mode=ground&facing=45",
            "move",
            {"unit": "J", "path": [[38, 32], [40, 34]], "mode": "ground", "facing": 45},
        ),
        ("/area/?at=S&weapon=ART-LT", "blast", {"at": [41.5, 31], "weapon": "ART-LT", "z": 0}),
        (
            "/area/?at=41.5,31&weapon=ART-LT&dice=2+3",
            "scatter",
            {"at": [41.5, 31], "weapon": "ART-LT", "dice": [2, 3]},
        ),
        ("/tape?from=A&to=R", "sight", {"attacker": "A", "target": "R"}),
        ("/check", "legal", {}),
    ],
    ids=lambda value: value if isinstance(value, str) and value.startswith("/") else "",
)
def test_every_page_with_an_answer_asks_for_it_in_the_words_of_the_api(
    battle: Kept, path: str, kind: str, question: Mapping[str, object]
) -> None:
    page = battle.page(path, right=Right.PLAY)
    form = next(forms(page))
    fields = form.fields()
    assert (fields["kind"], json.loads(fields["question"])) == (kind, question)
    assert form.attributes["action"] == battle.url("/rulings", right=Right.PLAY)
    assert not list(forms(battle.page(path, right=Right.VIEW))), "who only watches keeps nothing"


def test_the_card_of_a_ruling_shows_what_the_attack_card_showed(battle: Kept) -> None:
    card = battle.page("/attack/A/R")
    address = save(battle, "attack", {"attacker": "A", "target": "R"})
    page = look(battle.client, address)
    assert page.by_id("verdict").one("span", class_="tn").text == re.sub(
        "Target Number ", "", card.by_id("target-number").text
    )
    assert page.by_id("sentence").text == card.by_id("sentence").text
    rows = [row.text for row in card.by_id("ledger").all("tr")]
    assert [row.text for row in page.by_id("ledger").all("tr")] == rows
    reported = {each.attributes["data-key"]: each.text for each in card.by_id("facts").all("div")}
    del reported["version"]
    assert {
        each.attributes["data-key"]: each.text for each in page.by_id("facts").all("div")
    }.items() >= reported.items()


@pytest.mark.parametrize(("target", "is_in_sum"), [("R", True), ("D", False)])
def test_an_agreed_modifier_is_named_on_page_and_print_whatever_the_answer(
    battle: Kept, target: str, is_in_sum: bool
) -> None:
    attacker = "A" if is_in_sum else "B"
    modifiers = {"Fog bank": 2, "Luck": -1}
    address = save(battle, "attack", {"attacker": attacker, "target": target, "modifiers": modifiers})
    page = look(battle.client, address)
    assert page.has_id("ledger") is is_in_sum
    assert page.text.count("Fog bank") == page.text.count("Luck") == 1
    if not is_in_sum:
        assert "Agreed modifier Fog bank +2" in page.text
        assert "Agreed modifier Luck −1" in page.text


def with_long_range(monkeypatch: pytest.MonkeyPatch, **other: int | str) -> None:
    """Let the row of long range say something else than it did."""
    edition = load_edition("ce-5.01")
    row = replace(edition.modifiers["range.long"], **other)  # type: ignore[arg-type]  # fields of a row
    digest = "-".join(other).ljust(
        64, "0"
    )  # one for each: what is worked out for an edition is kept under it
    today = replace(edition, digest=digest, modifiers={**edition.modifiers, "range.long": row})

    def load(edition_id: str) -> Edition:
        return today if edition_id == edition.id else load_edition(edition_id)

    monkeypatch.setattr("astrike.rules.table.prepared_table.load_edition", load)
    monkeypatch.setattr("astrike.web.rulings.record.load_edition", load)


@pytest.fixture
def other_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long range costs one point more than it did."""
    with_long_range(monkeypatch, value=load_edition("ce-5.01").modifiers["range.long"].value + 1)


def test_another_page_is_no_other_answer(battle: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    address = save(battle, "attack", {"attacker": "B", "target": "R"})
    with_long_range(monkeypatch, ref="CE p.99", page_of="ce-7")
    again = look(battle.client, f"{address}/again")
    assert "Nothing differs" in again.by_id("result").text
    assert "CE p.99" not in look(battle.client, address).text


def test_a_ruling_opens_unchanged_when_its_table_is_gone_and_its_edition_is_another(
    battle: Kept, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    address = save(battle, "attack", {"attacker": "B", "target": "R"})
    endings = ("", ".json", ".svg", "/plan.svg", "/side.svg", "/seen.svg")
    before = [battle.client.get(f"{address}{ending}").data for ending in endings]
    with connect(battle.db_path) as db:
        delete_table(db, battle.id, from_version=1, now=NOW)
        create_table(db, document=document(), now=NOW + timedelta(days=400), author="")
        assert load_ruling(db, address.rsplit("/", 1)[1]).line.table_id is None
    request.getfixturevalue("other_numbers")
    monkeypatch.setattr("astrike.web.attack.card.headline", lambda *_asked, **_more: "Other words.")
    assert [battle.client.get(f"{address}{ending}").data for ending in endings] == before


def test_asked_again_it_says_what_differs_in_words(battle: Kept, request: pytest.FixtureRequest) -> None:
    address = save(battle, "attack", {"attacker": "B", "target": "R"})
    answer = data_of(battle, address)["answer"]
    assert isinstance(answer, dict)
    number = answer["target_number"]
    assert answer["bracket"] == "long"
    request.getfixturevalue("other_numbers")
    again = look(battle.client, f"{address}/again")
    found = {
        row.attributes["data-at"]: [each.text for each in (*row.all("th"), *row.all("td"))]
        for row in again.by_id("changes").all("tr")
        if "data-at" in row.attributes
    }
    assert found["verdict"] == ["Verdict", f"{number}+", f"{number + 1}+"]
    assert found["target_number"] == ["Target Number", str(number), str(number + 1)]
    assert found["modifiers[range.long].value"] == ["Modifier range.long: value", "4", "5"]
    assert set(found) >= {"probability"}
    assert again.by_id("now").text == f"{number + 1} +"
    assert "The ruling stands" in again.by_id("result").text
    assert look(battle.client, address).by_id("verdict").one("span", class_="tn").text == f"{number} +"


def test_what_cannot_be_asked_any_more_says_why(battle: Kept) -> None:
    address = save(battle, "sight", {"attacker": "A", "target": "R"})
    with connect(battle.db_path) as db:
        text = db.execute("SELECT document FROM rulings").fetchone()[0].replace('"R"', '"gone"', 1)
        db.execute("UPDATE rulings SET document = ?", (text,))
    again = look(battle.client, f"{address}/again")
    assert "cannot be asked" in again.by_id("result").text
    assert again.has_id("problems")
    look(battle.client, address)


def test_options_that_are_set_stand_on_the_card(client: FlaskClient, kept: Kept) -> None:
    table = keep(client, kept.db_path, arena(options={"sight.max": 30}))
    address = save(table, "sight", {"attacker": "A", "target": "R", "options": {"woods.mixed": "separate"}})
    reported = look(client, address).by_id("inputs").text
    assert re.search(r"Options set .*: 30; .*each kind for itself", reported)
    assert data_of(table, address)["options"] == {"sight.max": 30, "woods.mixed": "separate"}


def test_a_unit_that_is_tried_out_is_kept_where_it_was_tried(battle: Kept) -> None:
    page = battle.page("/attack/A/R?x=30&y=14&facing=90&motion=jump", right=Right.PLAY)
    fields = next(forms(page)).fields()
    with battle.client.post(battle.url("/rulings", right=Right.PLAY), data=fields) as response:
        address = response.headers["Location"]
    found = data_of(battle, address)
    assert (found["tried"], battle.version) == ("Atlas", 1)
    table = found["table"]
    assert isinstance(table, dict)
    [unit] = [each for each in table["features"] if each["id"] == "A"]
    assert unit["geometry"]["coordinates"] == [30, 14]
    assert (unit["properties"]["facing"], unit["properties"]["motion"]) == (90, "jump")
    shown = look(battle.client, address)
    assert shown.by_id("verdict").text.startswith(page.by_id("target-number").text.split()[-2])
    assert "Atlas was tried out elsewhere than it stood." in shown.by_id("ruling").text
    with battle.client.post("/api/v1/attack", json={"table": table, "attacker": "A", "target": "R"}) as again:
        assert again.get_json() == found["answer"]


def test_the_version_that_was_looked_at_is_kept_not_the_newest(battle: Kept) -> None:
    form = next(forms(battle.page("/attack/A/R", right=Right.PLAY))).fields()
    battle.send("/unit/A", {"heat": "3"})
    assert battle.version == 2
    with battle.client.post(battle.url("/rulings", right=Right.PLAY), data=form) as response:
        found = data_of(battle, response.headers["Location"])
    assert found["table_version"] == 1
    assert found["table"] == arena(name="Arena")
    newest = battle.send(
        "/rulings", {"kind": "attack", "question": '{"attacker": "A", "target": "R"}', "version": "9"}
    )
    assert newest.status_code == 422


def test_a_form_that_is_sent_twice_is_kept_once(battle: Kept) -> None:
    form = next(forms(battle.page("/tape?from=A&to=R", right=Right.PLAY))).fields()
    first, second = (
        battle.client.post(battle.url("/rulings", right=Right.PLAY), data=form).headers["Location"]
        for _time in (1, 2)
    )
    assert first == second
    with connect(battle.db_path) as db:
        assert len(rulings_of_table(db, battle.id)) == 1


@pytest.mark.parametrize(
    ("values", "places"),
    [
        ({"kind": "attack", "question": "{"}, ["question, line 1, column 2"]),
        ({"kind": "attack", "question": "[1]"}, ["question"]),
        ({"kind": "attack", "question": '{"a": 1, "a": 2}'}, ["a", "attacker", "target"]),
        ({"kind": "attack", "question": "[" * 400}, ["question, line 1, column 401"]),
        ({"kind": "attack", "question": json.dumps({"attacker": "x" * 300_000})}, ["question"]),
        ({"kind": "effect", "question": "{}"}, ["kind"]),
        ({"kind": "sight", "question": '{"table": {}, "attacker": "A"}'}, ["question.table"]),
        (
            {"kind": "attack", "question": '{"attacker": "Z", "target": 7, "kind": "spit", "overheat": 9}'},
            ["attacker", "target", "kind", "overheat"],
        ),
        ({"kind": "scatter", "question": '{"at": [1], "weapon": "ART-LT"}'}, ["at"]),
        ({"kind": "sight", "question": '{"attacker": "A", "target": "R"}', "agree": "7"}, ["agree"]),
        ({"kind": "sight", "question": '{"attacker": "A", "target": "R"}', "change_id": "x"}, ["change_id"]),
        (
            {"kind": "sight", "question": '{"attacker": "A", "target": "R"}', "tried": "A", "x": "far"},
            ["x"],
        ),
    ],
    ids=lambda value: "" if isinstance(value, dict) else " ".join(value),
)
def test_a_question_that_makes_no_sense_is_answered_with_all_that_is_wrong(
    battle: Kept, values: Mapping[str, str], places: list[str]
) -> None:
    with battle.send("/rulings", values) as response:
        assert response.status_code == 422
        listed = [each.one("b").text for each in parse(response.text).one("ul", class_="problems").all("li")]
    assert sorted(listed) == sorted(places)
    with connect(battle.db_path) as db:
        assert rulings_of_table(db, battle.id) == ()


def test_dice_that_nobody_typed_are_kept_as_they_fell(battle: Kept) -> None:
    address = save(battle, "scatter", {"at": [41.5, 31], "weapon": "ART-LT"})
    found = data_of(battle, address)
    question, answer = found["question"], found["answer"]
    assert isinstance(question, dict)
    assert isinstance(answer, dict)
    assert question["dice"] == [die["fell"] for die in answer["dice"]]
    assert "Nothing differs" in look(battle.client, f"{address}/again").by_id("result").text


# ---- who may what


def test_a_ruling_is_for_everybody_with_its_link_and_shows_no_code(battle: Kept) -> None:
    address = save(battle, "sight", {"attacker": "A", "target": "R"})
    stranger = battle.client.application.test_client()
    for ending in ("", "/again", ".json", ".svg"):
        with stranger.get(f"{address}{ending}") as response:
            assert response.status_code == 200
            assert not any(
                code in response.text
                for code in (battle.codes.view, battle.codes.play, battle.codes.organise)
            )
    assert "/t/" not in stranger.get(address).text
    with stranger.get(
        address, headers={"Referer": f"http://localhost{battle.url('/attack/A/R')}"}
    ) as response:
        page = parse(response.text)
        assert page.one("a", class_="icon", href=battle.url("/attack/A/R"))
    listed = page.by_id("among").attributes["href"]
    number = listed.partition("#")[2]
    assert listed == f"{battle.url('/rulings')}#{number}"
    assert "Call judge" in look(battle.client, battle.url("/rulings")).by_id(number).text


def test_ids_cannot_be_guessed(battle: Kept, clock: Clock) -> None:
    address = save(battle, "sight", {"attacker": "A", "target": "R"})
    statuses = [
        battle.client.get(f"/r/{number:010d}{ending}").status_code
        for number, ending in enumerate([".json", "", "/again", ".svg", ".png", "/plan.svg", "", "", "", ""])
    ]
    assert statuses == [404] * 10
    assert battle.client.get("/r/7KQ2011M3Z").status_code == 429
    assert battle.client.get("/r/0000000000.json").status_code == 429, "also one that was tried before"
    assert battle.client.get(address).status_code == 200, "who knows a ruling's id is not guessing"
    clock.now += timedelta(minutes=2)
    assert battle.client.get("/r/7KQ2011M3Z").status_code == 404


def test_ids_cannot_be_guessed_by_the_forms_of_a_table(battle: Kept) -> None:
    guessed = [battle.send(f"/rulings/{n:010d}/call", right=Right.PLAY).status_code for n in range(11)]
    assert guessed == [404] * 10 + [429]


def test_the_picture_is_another_when_another_is_decided(battle: Kept) -> None:
    address = save(battle, "sight", {"attacker": "A", "target": "R"})
    decide, tag = f"/rulings/{address.rsplit('/', 1)[1]}/decide", ""
    for outcome in ("Sees it", "Blinded"):
        battle.send(decide, {"outcome": outcome, "how": "judged"})
        response = battle.client.get(f"{address}.svg", headers={"If-None-Match": tag})
        assert outcome in response.text
        tag = response.headers["ETag"]
    assert battle.client.get(f"{address}.svg", headers={"If-None-Match": tag}).status_code == 304


def test_a_withdrawn_ruling_says_so_and_nothing_else(battle: Kept) -> None:
    address = save(battle, "sight", {"attacker": "A", "target": "R"})
    ruling_id = address.rsplit("/", 1)[1]
    revoke = f"/rulings/{ruling_id}/revoke"
    for right in (Right.VIEW, Right.PLAY):
        assert battle.send(revoke, right=right).status_code == 403
    assert battle.send(revoke).status_code == 303
    for ending in ("", ".json", ".svg", ".png", "/plan.svg", "/again"):
        with battle.client.get(f"{address}{ending}") as response:
            assert response.status_code == 404
            assert "withdrawn" in response.text
            assert not any(word in response.text for word in ("Atlas", "Rifle", "Arena", "p.4"))
    assert battle.client.get("/").status_code == 200
    assert "Withdrawn" in battle.page("/rulings").by_id("r-0001").text
    assert battle.send(f"/rulings/{ruling_id}/decide", {"outcome": "No"}).status_code == 404


def test_players_agree_and_the_organiser_decides(battle: Kept) -> None:
    address = save(battle, "sight", {"attacker": "A", "target": "R"}, call="1")
    ruling_id = address.rsplit("/", 1)[1]
    assert "A judge is called" in look(battle.client, address).by_id("ruling").text
    row = battle.page("/rulings", right=Right.PLAY).by_id("r-0001")
    assert "judge called" in row.text
    agree = next(each for each in row.all("form") if each.attributes["action"].endswith("/decide")).fields()
    decide = f"/rulings/{ruling_id}/decide"
    assert battle.send(decide, {**agree, "how": "judged"}, right=Right.PLAY).status_code == 403
    assert battle.send(decide, agree, right=Right.VIEW).status_code == 403
    assert battle.send(decide, agree, right=Right.PLAY).status_code == 303
    assert f"Agreed: {agree['outcome']}" in look(battle.client, address).by_id("ruling").text
    assert battle.send(decide, {"outcome": "Blocked", "how": "judged"}).status_code == 303
    assert "The judge decided: Blocked" in look(battle.client, address).by_id("ruling").text
    assert battle.send(decide, agree, right=Right.PLAY).status_code == 409
    decision = data_of(battle, address)["decision"]
    assert isinstance(decision, dict)
    assert (decision["outcome"], decision["how"]) == ("Blocked", "judged")


def test_what_both_agree_on_is_kept_with_the_answer(battle: Kept) -> None:
    address = save(battle, "sight", {"attacker": "A", "target": "R"}, agree="0")
    page = look(battle.client, address)
    verdict = page.by_id("verdict").one("span", class_="tn").text
    assert f"Agreed: {verdict}" in page.by_id("ruling").text


def test_what_is_too_close_to_call_is_kept_with_both_outcomes_and_with_what_counts(
    client: FlaskClient, kept: Kept
) -> None:
    # Bases of 1.25 inches whose edges are 5.95 apart: Short ends at 6.
    close = document(mech("A", at=(7, 7), side="red", facing=90), mech("B", at=(14.2, 7), side="blue"))
    table = keep(client, kept.db_path, close)
    question = {"attacker": "A", "target": "B"}
    address = save(table, "attack", question, agree="1")
    answer = data_of(table, address)["answer"]
    assert isinstance(answer, dict)
    assert answer["margin"]["close"]
    now, other = answer["target_number"], answer["margin"]["becomes"]["target_number"]
    assert (answer["bracket"], other) == ("short", now + 2)
    page = look(client, address)
    both = [each.text for each in page.by_id("verdict").all("span", class_="tn")]
    assert both == [f"{now} +", f"{other} +"]
    assert "Too close to call" in page.by_id("margin").text
    assert f"Agreed: {other}+" in page.by_id("ruling").text
    waiting = save(table, "attack", question, call="1")
    row = table.page("/rulings").by_id("r-0002")
    assert [button.text for button in row.all("button")] == [
        f"Judge: {now}+",
        f"Judge: {other}+",
        "Withdraw",
    ]
    assert "A judge is called" in look(client, waiting).by_id("ruling").text


def test_a_ruling_of_another_table_is_not_there(battle: Kept, client: FlaskClient) -> None:
    other = keep(client, battle.db_path, arena(name="Other"))
    ruling_id = save(battle, "sight", {"attacker": "A", "target": "R"}).rsplit("/", 1)[1]
    for what in ("call", "decide", "revoke"):
        assert other.send(f"/rulings/{ruling_id}/{what}", {"outcome": "No"}).status_code == 404
    assert not other.page("/rulings").by_id("rulings").all("li")


def test_at_a_locked_table_players_still_keep_rulings_and_call_a_judge(battle: Kept) -> None:
    battle.send("/lock", {"lock": "on"})
    assert battle.page("/attack/A/R", right=Right.PLAY).all(
        "form", action=battle.url("/rulings", right=Right.PLAY)
    )
    ruling_id = save(battle, "sight", {"attacker": "A", "target": "R"}, right=Right.PLAY).rsplit("/", 1)[1]
    assert battle.send(f"/rulings/{ruling_id}/call", right=Right.PLAY).status_code == 303
    assert len(battle.page("/rulings", right=Right.VIEW).by_id("rulings").all("li")) == 1


def test_the_pictures_of_a_ruling_are_read_as_they_are_meant(battle: Kept) -> None:
    address = save(battle, "attack", {"attacker": "A", "target": "R"})
    with battle.client.get(f"{address}.svg") as response:
        assert response.headers["Content-Security-Policy"].startswith(
            "default-src 'none'; style-src 'unsafe-inline'"
        )
        root = ElementTree.fromstring(response.text)
    texts = [text for each in root.iter("{http://www.w3.org/2000/svg}text") for text in each.itertext()]
    assert "What does Atlas need to hit Rifle?" in " ".join(texts)
    assert any(text.endswith(address) for text in texts), "the picture says where it can be checked"
    with battle.client.get(f"{address}.png") as response:
        picture = Image.open(io.BytesIO(response.data))
    assert picture.width == 1170
    dark = sum(picture.convert("L").crop((0, 240, 400, 500)).histogram()[:60])
    assert dark > 2_000, "the verdict is written large"


def test_the_contract_names_every_key_of_a_ruling(battle: Kept) -> None:
    rows = PAGE.read_text(encoding="utf-8").split("### A ruling\n")[1].split("\n## ")[0]
    found = data_of(battle, save(battle, *QUESTIONS["sight"]))
    assert re.findall(r"^\| `(\w+)` \|", rows, re.MULTILINE) == list(found)


def test_a_table_that_is_prepared_is_asked_as_its_document_is() -> None:
    table = document(mech("A", (10, 10)), mech("B", (22, 10)))
    prepared = prepare_table(parse_document(table))
    question: dict[str, object] = {"attacker": "A", "target": "B"}
    found = ask_ruling("attack", question, ReadyTable(table, prepared))
    assert found.answer == ask_ruling("attack", question, table).answer
    assert isinstance(found.asked, AttackReply)
    assert found.asked.prepared is prepared
    other = {**question, "edition": "ce-7"}
    found = ask_ruling("attack", other, ReadyTable(table, prepared))
    assert found.answer == ask_ruling("attack", other, table).answer
    assert isinstance(found.asked, AttackReply)
    assert found.asked.prepared is not prepared, "settings laid over it make it another table"
