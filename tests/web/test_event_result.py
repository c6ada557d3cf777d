"""Players say how their game ended; the desk shows that they did, and the organiser has the last word."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from astrike.store.access import lock_table
from astrike.store.codes import Right
from astrike.store.database import connect
from astrike.web.event_labels import event_sentence
from tests.web.conftest import NOW, Kept, next_id
from tests.web.event_hall import Hall, keep_hall
from tests.web.page import Element, parse


@pytest.fixture
def hall(client: FlaskClient, fresh_db: Path) -> Hall:
    hall = keep_hall(client, fresh_db)
    hall.send("", "/clock", {"action": "start"})
    return hall


def result(hall: Hall, number: int = 2, right: Right = Right.PLAY) -> str:
    codes = hall.tables[number - 1].codes
    return f"/t/{codes.up_to(right)[right]}/result"


def page(hall: Hall, right: Right = Right.PLAY) -> Element:
    return parse(hall.client.get(result(hall, right=right)).text)


def tell(hall: Hall, score: str, seen: dict[str, str] | None = None) -> TestResponse:
    fields = page(hall).one("form").fields() if seen is None else seen
    return hall.client.post(result(hall), data={**fields, "score": score, "change_id": next_id()})


def test_players_report_their_result_and_the_desk_shows_it(hall: Hall) -> None:
    assert tell(hall, "4 : 6").status_code == 303
    game = hall.event.game(2, 1)
    assert (game.score, bool(game.told)) == ("4 : 6", True)
    assert event_sentence(hall.log[0].label) == "Table 2 reports 4 : 6 in round 1"
    row = hall.page().by_id("table-2").text
    assert "4 : 6" in row
    assert "reported" in row
    assert "4 : 6" in page(hall, Right.VIEW).by_id("round-1").text
    assert not page(hall, Right.VIEW).all("form"), "who watches reports nothing"
    status = hall.client.get(hall.url("/status.json", right=Right.VIEW)).json
    assert status["tables"][1]["rounds"][0]["reported"] is True
    assert "by a computer" in hall.page("/rounds/1").one("main").text
    assert tell(hall, "5 : 5").status_code == 303, "a slip is put right"


def test_both_sides_see_what_the_other_said_first(hall: Hall) -> None:
    seen = page(hall).one("form").fields()
    tell(hall, "4 : 6")
    late = tell(hall, "6 : 4", seen)
    assert late.status_code == 409
    assert "4 : 6" in late.text
    assert hall.event.game(2, 1).score == "4 : 6"


def test_the_organiser_has_the_last_word(hall: Hall) -> None:
    seen = page(hall).one("form").fields()
    tell(hall, "4 : 6")
    hall.send("/rounds/1", "/rounds/1", {"pairing-2": "08 v 19"})
    assert hall.event.game(2, 1).told, "another field leaves who said it"
    hall.send("/tables/2", "/tables/2", {"score-1": "4 : 6", "name": "Stage"})
    assert hall.event.game(2, 1).told
    hall.send("/rounds/1", "/rounds/1", {"score-2": "3 : 7"})
    assert hall.event.game(2, 1).told == ""
    assert "reported" not in hall.page().by_id("table-2").text
    assert not page(hall).all("form")
    assert "organiser" in page(hall).by_id("round-1").text
    assert tell(hall, "4 : 6", seen).status_code == 403
    assert hall.event.game(2, 1).score == "3 : 7"


def test_a_locked_table_reports_too(hall: Hall) -> None:
    with connect(hall.db_path) as db:
        lock_table(db, hall.tables[1].table_id, author="", client_id=None, now=NOW)
    assert tell(hall, "4 : 6").status_code == 303


@pytest.mark.parametrize("score", ["", " ", "x" * 21, "4\n6"])
def test_what_is_no_score_is_named_at_its_field(hall: Hall, score: str) -> None:
    refused = tell(hall, score)
    assert refused.status_code == 422
    assert parse(refused.text).has_id("p-score-1")
    assert hall.event.game(2, 1).score == ""


def test_only_rounds_that_began_have_a_result(hall: Hall) -> None:
    fields = page(hall).one("form").fields()
    for in_round in ("2", "0", "x"):
        assert tell(hall, "4 : 6", {**fields, "round": in_round}).status_code == 422
    assert hall.version == 2


def test_a_table_of_no_event_has_no_result(kept: Kept) -> None:
    address = kept.url("/result", right=Right.PLAY)
    assert "no event" in kept.client.get(address).text
    data = {"change_id": next_id(), "round": "1", "score": "4 : 6"}
    assert kept.client.post(address, data=data).status_code == 404
