"""Undo on a phone ends where the round began and where the desk did something."""

from tests.web.conftest import next_id
from tests.web.events.hall import Hall
from tests.web.page import parse


def test_the_undo_of_a_player_ends_at_the_start_of_the_round(hall: Hall) -> None:
    table = hall.tables[0]
    phone = f"/t/{table.codes.play}"

    def send(path: str) -> int:
        form = {"version": str(hall.tables[0].version), "change_id": next_id()}
        return hall.client.post(f"{phone}{path}", data=form).status_code

    assert send("/turn") == 303
    hall.send("", "/clock", {"action": "start"})
    page = parse(hall.client.get(f"{phone}/history").text)
    assert "Round 1 started" in page.by_id("log").text
    assert "Undo ends at the start of the round" in page.by_id("undo-off").text
    assert (send("/undo"), hall.tables[0].turn) == (403, 2)
    assert send("/turn") == 303
    assert (send("/undo"), hall.tables[0].turn) == (303, 2)
    assert (send("/undo"), hall.tables[0].turn) == (403, 2)
    hall.client.post(hall.url("/undo"), data=hall.stamp("", "/undo"))
    assert hall.event.clock.round == 0
    assert (send("/undo"), hall.tables[0].turn) == (303, 1), "the round has not started after all"


def test_what_the_desk_took_back_is_not_redone_on_a_phone(hall: Hall) -> None:
    before = hall.document(1)
    hall.send("/rounds/2", "/rounds/2/lay", {})
    hall.client.post(hall.url("/undo"), data=hall.stamp("", "/undo"))
    form = {"version": str(hall.tables[0].version), "change_id": next_id()}
    assert hall.client.post(f"/t/{hall.tables[0].codes.play}/redo", data=form).status_code == 403
    assert hall.document(1) == before
    assert hall.send("/log", "/redo", {}).status_code == 303
    assert hall.document(1) != before
