"""A table calls a judge with one tap, everybody at it sees how the call stands, and the desk sees who waits."""

import io
import json
import zipfile
from datetime import timedelta

import pytest
from werkzeug.test import TestResponse

from astrike.model.document_change import AddFeature, ChangeLabel
from astrike.store.database.connection import connect
from astrike.store.events.judge_calls import calls_of_event
from astrike.store.table.changes import change_table
from astrike.store.table.codes import Right
from astrike.store.table.locks import lock_table
from astrike.web.events.log_words import event_sentence
from tests.builders import mech
from tests.web.conftest import NOW, Clock, Kept, next_id
from tests.web.events.hall import Hall
from tests.web.page import Element, parse


def at(hall: Hall, path: str = "", number: int = 2, right: Right = Right.PLAY) -> str:
    return f"/t/{hall.tables[number - 1].codes.up_to(right)[right]}{path}"


def look(hall: Hall, path: str = "", number: int = 2, right: Right = Right.PLAY) -> Element:
    with hall.client.get(at(hall, path, number, right)) as response:
        assert response.status_code == 200, response.text
        return parse(response.text)


def strip(hall: Hall, path: str = "", right: Right = Right.PLAY) -> tuple[str, str]:
    """How the call stands on a page of the table: in one word, and as it is read."""
    found = look(hall, path, right=right).by_id("hall")
    return found.attributes["data-judge"], found.one("div", class_="hall-judge").one("span").text


def tap(hall: Hall, path: str = "/judge", number: int = 2, **more: str) -> TestResponse:
    return hall.client.post(at(hall, path, number), data={"change_id": next_id(), **more})


def judge(hall: Hall, what: str, **more: str) -> TestResponse:
    """The judge taps a button of the newest call."""
    with connect(hall.db_path) as db:
        call = calls_of_event(db, hall.id)[-1]
    return hall.post(f"/calls/{call.id}/{what}", more)


def status(hall: Hall) -> dict[str, object]:
    found: dict[str, object] = hall.client.get(hall.url("/status.json", right=Right.VIEW)).json["tables"][1]
    return found


@pytest.mark.parametrize("path", ["", "/result", "/more", "/rulings"])
def test_one_tap_on_any_page_of_the_table_calls_a_judge(hall: Hall, path: str) -> None:
    form = look(hall, path).by_id("hall").one("form", class_="hall-call")
    assert form.one("button").attributes["aria-label"] == "Call a judge"
    sent = hall.client.post(form.attributes["action"], data=form.fields())
    assert (sent.status_code, sent.location.rstrip("?")) == (303, at(hall, path)), "it goes on where it was"
    assert strip(hall, path) == ("called", "Judge called at 18:30")


def test_a_call_is_called_then_coming_then_decided(hall: Hall, clock: Clock) -> None:
    assert strip(hall) == ("", "")
    tap(hall, about="Do the woods block?")
    clock.now += timedelta(minutes=2)
    box = hall.page().by_id("call-table-2").text
    assert all(each in box for each in ("Table 2 calls", "2 min ago", "Do the woods block?"))
    assert "judge 2 min" in hall.page().by_id("table-2").text
    assert (status(hall)["calls_judge"], status(hall)["judge"]) == (
        True,
        {"state": "called", "since": NOW.timestamp()},
    )
    assert "woods" not in hall.client.get(hall.url("/status.json", right=Right.VIEW)).text
    assert judge(hall, "coming").status_code == 303
    assert strip(hall) == ("coming", "Judge on the way")
    assert "2 min, on the way" in hall.page().by_id("table-2").text
    assert not [each for each in hall.page().all("button") if each.text == "On my way"]
    assert status(hall)["judge"] == {"state": "coming", "since": NOW.timestamp()}
    assert judge(hall, "done", outcome="Woods block").status_code == 303
    assert strip(hall) == ("done", "Judge decided: Woods block")
    assert look(hall).by_id("hall").all("form", class_="hall-call"), "it can call again"
    assert not hall.page().has_id("call-table-2")
    assert (status(hall)["calls_judge"], status(hall)["judge"]) == (False, None)
    clock.now += timedelta(minutes=11)
    assert strip(hall) == ("", "")
    assert "Judge decided: Woods block" in look(hall, "/judge").one("main").text
    stated = [event_sentence(each.label) for each in hall.log[:3]]
    assert stated == [
        "Judge call of table 2 closed: Woods block",
        "Judge on the way to table 2",
        "Table 2 called a judge: Do the woods block?",
    ]


def test_players_take_their_call_back(hall: Hall) -> None:
    tap(hall)
    form = look(hall, "/judge").by_id("open-call").one("form")
    assert hall.client.post(form.attributes["action"], data=form.fields()).status_code == 303
    assert strip(hall) == ("", "")
    assert not hall.page().all("section", class_="box-call")
    assert event_sentence(hall.log[0].label) == "Table 2 canceled its judge call"


def test_both_phones_of_a_table_hear_of_it(hall: Hall) -> None:
    news = look(hall).by_id("live").attributes["data-news"]
    before = hall.client.get(news)
    tap(hall)
    heard = hall.client.get(news, headers={"If-None-Match": before.headers["ETag"]})
    assert heard.status_code == 200
    assert heard.json["event"]["judge"] == {"state": "called", "words": "Judge called at 18:30"}
    tap(hall)
    with connect(hall.db_path) as db:
        assert len(calls_of_event(db, hall.id)) == 1


def test_a_locked_table_calls_too_and_who_watches_does_not(hall: Hall) -> None:
    with connect(hall.db_path) as db:
        lock_table(db, hall.tables[1].table_id, author="", client_id=None, now=NOW)
    assert tap(hall).status_code == 303
    assert tap(hall, "/judge/cancel").status_code == 303
    data = {"change_id": next_id()}
    for path in ("/judge", "/judge/cancel"):
        assert hall.client.post(at(hall, path, right=Right.VIEW), data=data).status_code == 403
    tap(hall)
    assert strip(hall, right=Right.VIEW)[0] == "called"
    assert not look(hall, right=Right.VIEW).by_id("hall").all("form")
    assert not look(hall, "/judge", right=Right.VIEW).all("form", method="post")


def test_only_the_organiser_goes_and_closes(hall: Hall) -> None:
    tap(hall)
    with connect(hall.db_path) as db:
        [call] = calls_of_event(db, hall.id)
    for what in ("coming", "done"):
        for right in (Right.VIEW, Right.PLAY):
            address = hall.url(f"/calls/{call.id}/{what}", right=right)
            assert hall.client.post(address, data={"change_id": next_id()}).status_code == 403
    assert hall.post("/calls/99/done", {}).status_code == 404
    assert hall.post("/calls/x/coming", {}).status_code == 404


def test_a_call_is_about_a_saved_ruling_and_ends_with_it(hall: Hall) -> None:
    ruling = save_ruling(hall)
    assert tap(hall, ruling=ruling).status_code == 303
    box = hall.page().by_id(f"call-{ruling}")
    assert f"/r/{ruling}" in [each.attributes["href"] for each in box.all("a")]
    outcome = box.all("form")[0].all("button")[0].attributes["value"]
    assert hall.post(f"/rulings/{ruling}/decide", {"outcome": outcome}).status_code == 303
    assert strip(hall) == ("done", f"Judge decided: {outcome}")
    assert not hall.page().all("section", class_="box-call")
    other = save_ruling(hall, number=1)
    assert tap(hall, ruling=other).status_code == 404, "the ruling of another table"


def test_a_ruling_that_calls_is_the_same_call(hall: Hall) -> None:
    tap(hall, about="woods")
    ruling = save_ruling(hall, call="1")
    [box] = hall.page().all("section", class_="box-call")
    assert box.attributes["id"] == f"call-{ruling}"
    assert "woods" in box.text
    sent = {"outcome": "Sees", "how": "agreed", "change_id": next_id()}
    assert hall.client.post(at(hall, f"/rulings/{ruling}/decide"), data=sent).status_code == 303
    assert strip(hall) == ("done", "Judge decided: Sees")


def test_a_ruling_whose_call_is_taken_back_waits_no_more(hall: Hall) -> None:
    ruling = save_ruling(hall, call="1")
    assert "judge called" in look(hall, "/rulings").by_id("r-0001").text
    tap(hall, "/judge/cancel")
    assert "judge called" not in look(hall, "/rulings").by_id("r-0001").text
    assert not hall.page().all("section", class_="box-call")
    tap(hall, ruling=ruling)
    assert "judge called" in look(hall, "/rulings").by_id("r-0001").text
    assert judge(hall, "done").status_code == 303
    assert not hall.page().all("section", class_="box-call")


def test_a_call_is_not_undone_with_the_event(hall: Hall) -> None:
    hall.send("/rounds/1", "/rounds/1", {"pairing-2": "Marek v Nadia"})
    tap(hall)
    undo = hall.page().by_id("undo").text
    assert "Round 1" in undo
    form = next(each for each in hall.page().all("form") if each.attributes["action"].endswith("/undo"))
    hall.client.post(form.attributes["action"], data=form.fields())
    assert hall.event.game(2, 1).pairing == ""
    assert strip(hall)[0] == "called"


def test_too_much_is_named_at_its_field_and_kept(hall: Hall) -> None:
    refused = tap(hall, about="x" * 121)
    assert refused.status_code == 422
    page = parse(refused.text)
    assert page.has_id("about-problem")
    assert page.by_id("f-about").attributes["value"] == "x" * 121
    assert strip(hall) == ("", "")


def test_the_hall_shows_which_table_calls(hall: Hall) -> None:
    tap(hall)
    doors = hall.page("/hall", right=Right.VIEW).all("a", class_="door")
    assert ["Judge called at 18:30" in each.text for each in doors] == [False, True, False]


def test_a_player_of_the_event_calls_from_the_hall(hall: Hall) -> None:
    for right in (Right.VIEW, Right.ORGANISE):
        assert not hall.page("/hall", right=right).one("main").all("form")
    forms = hall.page("/hall", right=Right.PLAY).one("main").all("form")
    assert [each.one("button").attributes["aria-label"] for each in forms] == [
        f"Call a judge to table {number}" for number in (1, 2, 3)
    ]
    sent = hall.client.post(forms[1].attributes["action"], data=forms[1].fields())
    assert sent.location == hall.url("/hall", right=Right.PLAY)
    assert strip(hall)[0] == "called"
    assert len(hall.page("/hall", right=Right.PLAY).one("main").all("form")) == 2


def test_the_archive_tells_who_called(hall: Hall) -> None:
    ruling = save_ruling(hall)
    tap(hall, about="woods", ruling=ruling)
    judge(hall, "coming")
    with zipfile.ZipFile(io.BytesIO(hall.client.get(hall.url("/archive.zip")).data)) as packed:
        [call] = json.loads(packed.read("calls.json"))
        stated = [each["what"] for each in json.loads(packed.read("log.json"))]
    assert (call["table"], call["about"], call["ruling"], call["state"]) == (2, "woods", 1, "coming")
    assert call["called"] == NOW.isoformat()
    assert "Table 2 called a judge: woods" in stated


def test_a_table_of_no_event_has_no_judge(kept: Kept) -> None:
    assert not kept.page("").has_id("hall")
    address = kept.url("/judge", right=Right.PLAY)
    assert "no event" in kept.client.get(address).text
    assert kept.client.post(address, data={"change_id": next_id()}).status_code == 404


def save_ruling(hall: Hall, number: int = 2, **more: str) -> str:
    """Keep a ruling about two units of a table, and give its id."""
    units = (mech("A", at=(7, 7), side="red", name="Alder"), mech("B", at=(7, 20), side="blue", name="Birch"))
    table = hall.tables[number - 1]
    with connect(hall.db_path) as db:
        change_table(
            db,
            table.table_id,
            from_version=table.version,
            operations=[AddFeature(each) for each in units],
            label=ChangeLabel("unit.added", {"unit": "Alder"}),
            author="Kim",
            client_id=next_id(),
            now=NOW,
            right=Right.PLAY,
            check=lambda document: None,
        )
    table = hall.tables[number - 1]
    sent = {
        "version": str(table.version),
        "change_id": next_id(),
        "kind": "sight",
        "question": '{"attacker": "A", "target": "B"}',
        **more,
    }
    response = hall.client.post(f"/t/{table.codes.play}/rulings", data=sent)
    assert response.status_code == 303, response.text
    return str(response.location).rsplit("/", 1)[1]


def test_what_was_decided_in_the_last_round_does_not_stay_into_the_next(hall: Hall, clock: Clock) -> None:
    hall.send("", "/clock", {"action": "start"})
    tap(hall)
    judge(hall, "done", outcome="7+ stands")
    assert strip(hall) == ("done", "Judge decided: 7+ stands")
    clock.now += timedelta(minutes=1)
    hall.send("", "/clock", {"action": "next"})
    hall.send("", "/clock", {"action": "start"})
    assert strip(hall) == ("", "")
    tap(hall)
    judge(hall, "done", outcome="woods block")
    assert strip(hall) == ("done", "Judge decided: woods block")
