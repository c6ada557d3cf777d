"""Codes of an event: passed on by right, made void, logged; settings, rulings and lists for those who may."""

from astrike.model.document_change import AddFeature, ChangeLabel
from astrike.store.database.connection import connect
from astrike.store.table.changes import change_table
from astrike.store.table.codes import Right, code_for_people
from tests.builders import mech
from tests.web.conftest import NOW, next_id
from tests.web.events.hall import Hall, code_of
from tests.web.page import parse

HALL_TABLES = 2


def test_each_passes_on_what_they_have(hall: Hall) -> None:
    for right in Right:
        shown = hall.page("/codes", right=right)
        tickets = [each.attributes["id"] for each in shown.all("section", class_="ticket")]
        assert tickets == [f"ticket-{each.name.lower()}" for each in Right if each <= right]


def test_a_code_is_made_void_and_the_new_one_shown(hall: Hall) -> None:
    old = hall.codes
    sent = {"right": "play", "change_id": next_id()}
    for _ in range(2):  # sent twice, drawn once
        response = hall.client.post(hall.url("/codes"), data=sent)
        assert response.status_code == 303
    fresh = hall.codes
    assert (fresh.view, fresh.organise) == (old.view, old.organise)
    assert fresh.play != old.play
    assert hall.client.get(f"/e/{old.play}").status_code == 404
    assert hall.client.get(f"/e/{fresh.play}").status_code == 200
    shown = parse(hall.client.get(response.location).text).by_id("ticket-play")
    assert code_for_people(fresh.play) in shown.text
    assert [each.label.names for each in hall.log if each.label.key == "event.code-reissued"] == [
        {"right": "play"}
    ]
    assert "New code: play" in hall.page("/log").by_id("log").text


def test_who_makes_the_own_code_void_goes_on_with_the_new_one(hall: Hall) -> None:
    old = hall.codes.organise
    response = hall.client.post(hall.url("/codes"), data={"right": "organise", "change_id": next_id()})
    assert code_of(response.location) == hall.codes.organise != old
    assert hall.client.get(f"/e/{old}").status_code == 404
    wrong = hall.client.post(hall.url("/codes"), data={"right": "all", "change_id": next_id()})
    assert wrong.status_code == 422


def test_the_log_says_who_did_what(hall: Hall) -> None:
    hall.client.set_cookie("astrike_device", "Kim")
    hall.send("", "/clock", {"action": "start"})
    hall.send("", "/announce", {"text": "Lunch"})
    hall.send("/tables/1", "/tables/1/lock", {"lock": "on"})
    log = hall.page("/log").by_id("log").all("li")
    assert [each.one("b").text for each in log] == [
        "Table 1 locked",
        "Announced: Lunch",
        "Round 1 started",
        "Event made",
    ]
    assert all("Kim" in each.text for each in log[:3])


def test_settings_are_changed_and_everything_wrong_is_named(hall: Hall) -> None:
    sent = {
        "name": "Winter Open",
        "rounds": "5",
        "minutes": "0",
        "edition": "ce-7",
        "options": "sight.eye = 0.9\nextreme-range = true",
    }
    assert hall.send("/settings", "/settings", sent).status_code == 303
    event = hall.event
    assert (event.name, event.rounds, event.minutes, event.edition) == ("Winter Open", 5, None, "ce-7")
    assert dict(event.options) == {"sight.eye": 0.9, "extreme-range": True}
    wrong = {
        "name": "",
        "rounds": "0",
        "minutes": "x",
        "options": "nothing = 1\nsight.eye = big",
        "preset": "own",
        "own_preset": "x",
    }
    response = hall.send("/settings", "/settings", wrong)
    assert response.status_code == 422
    page = parse(response.text)
    for name in ("name", "rounds", "minutes", "options", "own_preset"):
        assert page.by_id(f"{name}-problem").text
    assert hall.event == event


def test_a_preset_of_ones_own_is_brought_edited_and_left(hall: Hall) -> None:
    own = 'id = "club"\ntitle = "Club"\nversion = "3"\nsource = "ours"\nconfidence = "high"\n'
    assert hall.send("/settings", "/settings", {"preset": "own", "own_preset": own}).status_code == 303
    assert "Club, version 3" in hall.page("/more").text
    edited = hall.stamp("/settings", "/settings")
    assert edited["preset"] == "own"
    edited["own_preset"] = edited["own_preset"].replace('"3"', '"4"')
    assert hall.client.post(hall.url("/settings"), data=edited).status_code == 303
    assert "Club, version 4" in hall.page("/more").text
    for wrong in ("", "title = 5", "[" * 5000):
        refused = hall.send("/settings", "/settings", {"preset": "own", "own_preset": wrong})
        assert refused.status_code == 422
        assert parse(refused.text).by_id("own_preset-problem").text
    assert hall.send("/settings", "/settings", {"preset": "default"}).status_code == 303
    assert (hall.event.preset, hall.event.own_preset) == ("default", None)


def test_fewer_rounds_than_are_written_down_are_refused(hall: Hall) -> None:
    hall.send("/rounds/3", "/rounds/3", {"pairing-1": "08 v 19"})
    response = hall.send("/settings", "/settings", {"rounds": "1"})
    assert response.status_code == 422
    assert "round 3" in parse(response.text).by_id("rounds-problem").text
    assert hall.event.rounds == 3
    hall.send("/rounds/3", "/rounds/3", {"pairing-1": ""})
    assert hall.send("/settings", "/settings", {"rounds": "1"}).status_code == 303
    assert {at[1] for at in hall.event.games} == {1}, "layouts alone are nothing that was written down"


def test_lists_are_shown_for_every_side(hall: Hall) -> None:
    page = hall.page("/lists")
    assert page.by_id("lists-1").text.startswith("Table 1")
    assert "nothing is checked" in page.one("main").text


def test_each_chassis_that_is_there_too_often_is_named_with_its_units(hall: Hall) -> None:
    assert hall.send("/settings", "/settings", {"preset": "alpha-strike-350-v3.2"}).status_code == 303
    names = [f"Alder ALD-{n}" for n in range(4)] + [f"Birch BIR-{n}" for n in range(3)]
    table = hall.tables[0]
    with connect(hall.db_path) as db:
        change_table(
            db,
            table.table_id,
            from_version=table.version,
            operations=[
                AddFeature(mech(f"U{n}", at=(4 + 4 * n, 5), side="red", name=name, pv=30, skill=4))
                for n, name in enumerate(names)
            ],
            label=ChangeLabel("unit.added", {"unit": "Alder"}),
            author="Kim",
            client_id=next_id(),
            now=NOW,
            right=Right.PLAY,
            check=lambda document: None,
        )
    found = [
        each.text
        for each in hall.page("/lists").by_id("lists-1").all("li")
        if each.attributes["data-key"] == "list.chassis"
    ]
    assert [all(name in each for name in names[:4]) for each in found] == [True, False]
    assert [all(name in each for name in names[4:]) for each in found] == [False, True]
    assert "2 too many" in found[0]
    assert "1 too many" in found[1]
