"""What was done to an event last is taken back with one tap, named in the log; a deleted event comes back."""

import pytest

from astrike.store.table.codes import Right, code_for_people
from astrike.web.events.log_words import event_sentence
from tests.web.conftest import next_id
from tests.web.events.hall import Hall
from tests.web.page import parse


def shown(hall: Hall) -> dict[str, str]:
    """What the desk's form to undo would send."""
    return hall.stamp("", "/undo")


def test_the_desk_takes_the_last_change_back_and_the_log_names_it(hall: Hall) -> None:
    assert not hall.page().has_id("undo"), "nothing was done yet"
    hall.send("", "/announce", {"text": "Lunch"})
    hall.send("", "/clock", {"action": "start"})
    assert "Undo: Round 1 started" in hall.page().by_id("undo").text
    assert hall.client.post(hall.url("/undo"), data=shown(hall)).status_code == 303
    assert (hall.event.clock.round, hall.event.announcements[0].text) == (0, "Lunch")
    assert event_sentence(hall.log[0].label) == "Undone: Round 1 started"
    assert "Undo: Announced: Lunch" in hall.page().by_id("undo").text
    log = hall.page("/log").by_id("steps")
    assert "Announced: Lunch" in log.text
    assert hall.send("/log", "/redo", {}).headers["Location"] == hall.url("/log")
    assert hall.event.clock.round == 1
    assert event_sentence(hall.log[0].label) == "Done again: Round 1 started"


def test_what_somebody_did_meanwhile_is_not_taken_back_by_accident(hall: Hall) -> None:
    hall.send("", "/announce", {"text": "Lunch"})
    seen = shown(hall)
    hall.send("", "/announce", {"text": "Dinner"})
    assert hall.client.post(hall.url("/undo"), data=seen).status_code == 409
    assert [each.text for each in hall.event.announcements] == ["Dinner", "Lunch"]
    sent = shown(hall)
    for _ in range(2):
        assert hall.client.post(hall.url("/undo"), data=sent).status_code == 303
    assert [each.text for each in hall.event.announcements] == ["Lunch"]
    assert hall.post("/undo", {"version": "x"}).status_code == 422


def test_a_table_that_was_removed_comes_back_with_its_code(hall: Hall) -> None:
    table = hall.tables[1]
    hall.send("/tables/2/remove", "/tables/2/remove", {})
    assert [each.number for each in hall.tables] == [1, 3]
    assert hall.client.get(f"/t/{table.codes.play}").status_code == 404
    hall.client.post(hall.url("/undo"), data=shown(hall))
    assert hall.tables[1] == table
    assert parse(hall.client.get(f"/t/{table.codes.play}").text).has_id("hall")


def layouts_on(hall: Hall) -> list[str]:
    """Which layout lies on each table, told by its only piece."""
    found = []
    for table in hall.tables:
        features = hall.document(table.number)["features"]
        assert isinstance(features, list)
        found.append(features[0]["properties"]["kind"])
    return found


def test_layouts_on_all_tables_are_taken_back_where_nobody_has_played_on(hall: Hall) -> None:
    first = layouts_on(hall)
    hall.send("/rounds/2", "/rounds/2/lay", {})
    second = layouts_on(hall)
    assert all(one != other for one, other in zip(first, second, strict=True))
    assert "Undo: Layouts of round 2" in hall.page().by_id("undo").text
    hall.client.post(hall.url("/undo"), data=shown(hall))
    assert layouts_on(hall) == first
    hall.post("/tables/3/lock", {"lock": "on"})
    hall.send("/log", "/redo", {})
    assert layouts_on(hall) == second, "a lock is nothing that lies on a table"
    table = f"/t/{hall.tables[1].codes.organise}"
    hall.client.post(f"{table}/turn", data=stamp_of(hall, table))
    assert hall.tables[1].turn == 2
    hall.client.post(hall.url("/undo"), data=shown(hall))
    assert layouts_on(hall) == [first[0], second[1], first[2]]
    assert "1 table that was changed since stays" in event_sentence(hall.log[0].label)


def test_a_layout_on_one_table_is_taken_back_from_the_desk(hall: Hall) -> None:
    hall.send("/rounds/1", "/rounds/1", {"layout-1": "Small town"})
    first = layouts_on(hall)
    hall.send("/tables/1", "/tables/1/lay", {})
    assert layouts_on(hall) != first
    assert "Undo: Small town put on table 1" in hall.page().by_id("undo").text
    hall.client.post(hall.url("/undo"), data=shown(hall))
    assert layouts_on(hall) == first


def stamp_of(hall: Hall, table: str) -> dict[str, str]:
    """What a form that was made from the table as it is would send."""
    page = parse(hall.client.get(f"{table}/end").text)
    return next(each.fields() for each in page.all("form") if "version" in each.fields())


def test_tables_that_were_all_changed_since_stay_and_the_desk_says_so(hall: Hall) -> None:
    hall.send("", "/announce", {"text": "Lunch"})
    hall.send("/rounds/2", "/rounds/2/lay", {})
    for each in hall.tables:
        address = f"/t/{each.codes.organise}"
        hall.client.post(f"{address}/turn", data=stamp_of(hall, address))
    laid = layouts_on(hall)
    hall.client.post(hall.url("/undo"), data=shown(hall))
    assert layouts_on(hall) == laid
    assert "3 tables that were changed since stay" in hall.page().by_id("stayed").text
    assert "Undo: Announced: Lunch" in hall.page().by_id("undo").text, (
        "what was before can be taken back still"
    )
    hall.client.post(hall.url("/undo"), data=shown(hall))
    assert not hall.page().has_id("stayed")


def test_zones_are_taken_back_from_tables_and_sheets(hall: Hall) -> None:
    values = {"deployment": "match-play-battle/lines", "how": "lay"}
    assert hall.send("/rounds/1", "/rounds/1/zones", values).status_code == 303
    before = [hall.document(each.number) for each in hall.tables]
    assert hall.event.deployments == {1: "match-play-battle/lines"}
    hall.client.post(hall.url("/undo"), data=shown(hall))
    assert hall.event.deployments == {}
    after = [hall.document(each.number) for each in hall.tables]
    assert all(
        "Lines" in str(one) and "Lines" not in str(other) for one, other in zip(before, after, strict=True)
    )


@pytest.mark.parametrize("tables", ["stay", "go"])
def test_a_deleted_event_is_brought_back_by_its_organiser(hall: Hall, tables: str) -> None:
    hall.send("", "/announce", {"text": "Lunch"})
    page = hall.page("/delete")
    assert any(each.attributes.get("href") == hall.url("/archive.zip") for each in page.one("main").all("a"))
    gone = hall.send("/delete", "/delete", {"tables": tables})
    assert gone.headers["Location"] == hall.url("/deleted")
    assert code_for_people(hall.codes.organise) in hall.page("/deleted").text
    for right, status in ((Right.ORGANISE, 303), (Right.PLAY, 404), (Right.VIEW, 404)):
        typed = code_for_people(hall.codes.up_to(right)[right])
        with hall.client.post("/open", data={"code": typed}) as response:
            assert response.status_code == status
            assert (response.headers.get("Location") == hall.url("/deleted")) == (status == 303)
        with hall.client.get(f"/e/{hall.codes.up_to(right)[right]}") as response:
            assert response.status_code == 404
            assert parse(response.text).has_id("restore") == (right is Right.ORGANISE)
    form = {"change_id": next_id()}
    for _twice in range(2):
        back = hall.client.post(hall.url("/restore"), data=form)
        assert back.headers["Location"] == hall.url()
    assert [each.label.key for each in hall.log].count("event.restored") == 1
    assert hall.event.announcements[0].text == "Lunch"
    assert "Event brought back" in hall.page("/log").by_id("log").text
    table = hall.client.get(f"/t/{hall.tables[0].codes.view}")
    assert parse(table.text).has_id("hall")
    assert hall.client.get(hall.url("/deleted")).status_code == 404
