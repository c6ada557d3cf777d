"""The desk and the hall: made by a form, opened by codes, seen by right, cheap to ask for, told to programs."""

import json
import re
import time
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from astrike.store.database.connection import connect
from astrike.store.table.codes import Right
from astrike.web.access.codes import GUESSES_AT_ONCE
from astrike.web.app import create_app
from astrike.web.settings import Settings
from tests.web.conftest import Clock, next_id, own_client
from tests.web.events.hall import Hall, code_of, keep_hall
from tests.web.page import parse


def count(path: Path, table: str) -> int:
    with connect(path) as db:
        return int(db.table(table).count)


def test_the_form_makes_an_event_with_its_tables(client: FlaskClient, fresh_db: Path) -> None:
    values = parse(client.get("/events/new").text).by_id("new").fields()
    values |= {"name": "Autumn Open", "tables": "4", "rounds": "2", "minutes": "75"}
    form = {**values, "layout": ["open-hills", "small-town"]}
    response = client.post("/events/new", data=form)
    assert response.status_code == 303, response.text
    desk = parse(client.get(response.location).text)
    rows = [each for each in desk.all("tr") if each.attributes.get("id", "").startswith("table-")]
    assert [row.all("th")[0].text for row in rows] == [f"Table {number}" for number in (1, 2, 3, 4)]
    assert [row.all("td")[0].text for row in rows] == ["Open hills", "Small town"] * 2
    opened = parse(client.get(rows[1].all("td")[2].one("a").attributes["href"]).text)
    assert opened.one("h1").text == "Table 2"
    assert client.post("/events/new", data=form).location == response.location, "the same form again"
    assert (count(fresh_db, "events"), count(fresh_db, "tables")) == (1, 4)


def test_what_the_form_leaves_open_is_as_the_preset_has_it(client: FlaskClient) -> None:
    own = (
        'id = "club"\ntitle = "Club"\nversion = "3"\nsource = "ours"\nconfidence = "high"\nedition = "ce-7"\n'
    )
    own += "clock = { rounds = 5, minutes = 55 }\ntable = { width = 72, depth = 48 }\n"
    values = {"change_id": next_id(), "name": "Club night", "tables": "1", "own_preset": own}
    response = client.post("/events/new", data=values)
    assert response.status_code == 303, response.text
    status = client.get(response.location + "/status.json").json
    assert (status["rounds"], status["clock"]["minutes"], status["edition"]) == (5, 55, "ce-7")
    assert status["preset"] == "own"
    assert (
        "72 by 48 inches"
        in client.get(parse(client.get(response.location).text).all("td")[2].one("a").attributes["href"]).text
    )


def test_everything_that_is_wrong_with_the_form_is_named(client: FlaskClient, fresh_db: Path) -> None:
    wrong = {
        "change_id": next_id(),
        "name": "",
        "tables": "100",
        "rounds": "21",
        "minutes": "long",
        "preset": "none-such",
        "edition": "ce-6",
    }
    response = client.post("/events/new", data=wrong)
    assert response.status_code == 422
    page = parse(response.text)
    for name in ("name", "tables", "rounds", "minutes", "preset", "edition"):
        assert "expected" in page.by_id(f"{name}-problem").text
        if name not in ("preset", "edition"):
            assert page.by_id(f"f-{name}").attributes["value"] == wrong[name]
    bad = {"change_id": next_id(), "name": "x", "tables": "1", "own_preset": "title = 5\nnothing = true"}
    refused = client.post("/events/new", data=bad)
    assert refused.status_code == 422
    assert "nothing" in parse(refused.text).by_id("own_preset-problem").text + refused.text
    assert (count(fresh_db, "events"), count(fresh_db, "tables")) == (0, 0)


def test_a_typed_code_opens_an_event_like_a_table(hall: Hall) -> None:
    code = hall.codes.view
    response = hall.client.post("/open", data={"code": f" {code[:5].lower()}-{code[5:]} "})
    assert (response.status_code, response.location) == (303, f"/e/{code}")
    table = hall.tables[0].codes.play
    assert hall.client.post("/open", data={"code": table}).location == f"/t/{table}"


def test_guessing_codes_of_events_is_slowed_down(hall: Hall) -> None:
    answers = [hall.client.get(f"/e/ABCDE{number:05}").status_code for number in range(GUESSES_AT_ONCE + 3)]
    assert answers == [404] * GUESSES_AT_ONCE + [429] * 3


def test_opening_an_event_by_its_code_is_no_guess(hall: Hall) -> None:
    for _ in range(GUESSES_AT_ONCE + 5):
        assert hall.client.post("/open", data={"code": hall.codes.view}).status_code == 303


@pytest.mark.parametrize("right", [Right.VIEW, Right.PLAY])
def test_the_hall_gives_the_tables_with_the_same_right(hall: Hall, right: Right) -> None:
    page = hall.page(right=right)
    doors = page.all("a", class_="door")
    assert [code_of(each.attributes["href"]) for each in doors] == [
        each.codes.up_to(right)[right] for each in hall.tables
    ]
    greater = {
        code
        for each in (hall.codes, *(table.codes for table in hall.tables))
        for held, code in each.up_to(Right.ORGANISE).items()
        if held > right
    }
    for path in ("", "/hall", "/codes", "/rulings", "/status.json", "/version"):
        text = hall.client.get(hall.url(path, right=right)).text.replace("-", "")
        assert not any(code in text for code in greater), path


def test_the_desk_is_for_the_organiser(hall: Hall) -> None:
    desk = hall.page()
    links = [code_of(row.all("td")[2].one("a").attributes["href"]) for row in desk.one("tbody").all("tr")]
    assert links == [each.codes.organise for each in hall.tables]
    shown = desk.by_id("join").text
    assert hall.codes.view in shown.replace("-", "")
    assert hall.codes.organise not in shown.replace("-", "")


def test_without_checks_of_rights_everybody_sits_at_the_desk(hall: Hall, settings: Settings) -> None:
    free = create_app(Settings(db_path=settings.db_path, rights=False, testing=True, now=settings.now))
    with own_client(free) as client:
        assert client.get(f"/e/{hall.codes.view}/settings").status_code == 200
        for path in ("", "/codes", "/tables/1", "/lists", "/more"):
            shown = client.get(f"/e/{hall.codes.view}{path}").text.replace("-", "")
            for codes in (hall.codes, *(table.codes for table in hall.tables)):
                assert codes.organise not in shown, path
        assert client.get("/e/0000000000").status_code == 404


def test_nothing_new_is_said_in_a_word(hall: Hall) -> None:
    first = hall.client.get(hall.url("/version", right=Right.VIEW))
    assert first.json["version"] == hall.page(right=Right.VIEW).by_id("live").attributes["data-version"]
    known = {"If-None-Match": first.headers["ETag"]}
    assert hall.client.get(hall.url("/version"), headers=known).status_code == 304
    hall.send("", "/announce", {"text": "Lunch"})
    assert hall.client.get(hall.url("/version"), headers=known).status_code == 200


def test_programs_are_told_how_it_stands_and_no_codes(hall: Hall, clock: Clock) -> None:
    hall.send("", "/clock", {"action": "start"})
    hall.send("/rounds/1", "/rounds/1", {"pairing-2": "08 v 19", "score-2": "4 : 6", "status-2": "done"})
    response = hall.client.get(
        hall.url("/status.json", right=Right.VIEW), headers={"Origin": "http://elsewhere.example"}
    )
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    found = response.json
    assert (found["format"], found["name"], found["rounds"]) == (1, "Autumn Open", 3)
    assert found["clock"] == {"round": 1, "state": "going", "minutes": 90, "seconds_left": 5400}
    second = found["tables"][1]
    assert (second["number"], second["status"], second["turn"], second["calls_judge"]) == (
        2,
        "done",
        1,
        False,
    )
    assert second["rounds"][0] == {
        "round": 1,
        "layout": "Small town",
        "pairing": "08 v 19",
        "players": ["08", "19"],
        "score": "4 : 6",
        "scores": [{"player": "08", "score": "4"}, {"player": "19", "score": "6"}],
    }
    for each in (hall.codes, *(table.codes for table in hall.tables)):
        assert not any(code in response.text for code in each.up_to(Right.ORGANISE).values())


def test_what_programs_are_told_is_what_the_documentation_shows(hall: Hall) -> None:
    hall.send("", "/announce", {"text": "Lunch"})
    hall.send("/rounds/1", "/rounds/1", {"pairing-1": "Marek v Nadia", "score-1": "14 : 6"})
    hall.client.post(f"/t/{hall.tables[0].codes.play}/judge", data={"change_id": next_id()})
    page = (Path(__file__).parents[3] / "astrike" / "docs" / "events.md").read_text(encoding="utf-8")
    [block] = re.findall(r"^```json\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert shape(json.loads(block)) == shape(hall.client.get(hall.url("/status.json")).json)


def shape(value: object) -> object:
    """Which keys a JSON value has, of lists those of the first item."""
    if isinstance(value, dict):
        return {key: shape(each) for key, each in value.items()}
    return [shape(each) for each in value[:1]] if isinstance(value, list) else None


def test_the_desk_of_twenty_tables_is_quick(client: FlaskClient, fresh_db: Path) -> None:
    hall = keep_hall(client, fresh_db, tables=20)
    hall.page()
    times: list[float] = []
    for _ in range(3):
        before = time.process_time()
        hall.client.get(hall.url())
        times.append(time.process_time() - before)
    assert min(times) < 0.1


def test_a_page_that_is_no_event_is_not_found(hall: Hall) -> None:
    table = hall.tables[0].codes.organise
    for address in (
        f"/e/{table}",
        f"/t/{hall.codes.organise}",
        hall.url("/tables/77"),
        hall.url("/rounds/9"),
    ):
        assert hall.client.get(address).status_code == 404, address
    for address in ("/layouts/77", "/layouts/x", "/layouts/77/setup.pdf", "/tables/x"):
        assert hall.client.get(hall.url(address)).status_code == 404, address


def test_the_application_of_events_has_a_rule_for_every_route(app: Flask) -> None:
    of_events = [rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/e/")]
    assert len(of_events) > 30
    assert all("code" in rule.arguments for rule in of_events)
