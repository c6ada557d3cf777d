"""The round's clock: started, paused, resumed, set, next; seen with its announcements on every table's page."""

from datetime import timedelta

import pytest

from astrike.store.table.codes import Right
from tests.builders import mech
from tests.web.conftest import Clock, Kept, next_id
from tests.web.events.hall import Hall
from tests.web.events.test_table_page import put_unit
from tests.web.page import Element, parse

HALL_TABLES = 2


def press(hall: Hall, action: str, **more: str) -> int:
    return hall.send("", "/clock", {"action": action, **more}).status_code


def strip(hall: Hall, path: str = "") -> Element:
    response = hall.client.get(f"/t/{hall.tables[0].codes.view}{path}")
    return parse(response.text).by_id("hall")


def test_a_round_is_started_paused_and_resumed(hall: Hall, clock: Clock) -> None:
    assert press(hall, "start") == 303
    clock.now += timedelta(minutes=10)
    assert hall.client.get(hall.url("/status.json")).json["clock"]["seconds_left"] == 4800
    press(hall, "pause")
    clock.now += timedelta(minutes=30)
    found = hall.client.get(hall.url("/status.json")).json["clock"]
    assert (found["state"], found["seconds_left"]) == ("paused", 4800)
    press(hall, "resume")
    clock.now += timedelta(minutes=81)
    found = hall.client.get(hall.url("/status.json")).json["clock"]
    assert (found["state"], found["seconds_left"]) == ("going", -60)
    press(hall, "next")
    found = hall.client.get(hall.url("/status.json")).json["clock"]
    assert (found["round"], found["state"], found["seconds_left"]) == (2, "waiting", 5400)
    assert [each.label.key for each in hall.log][:4] == [
        "clock.next",
        "clock.resume",
        "clock.pause",
        "clock.start",
    ]


def test_a_clock_that_was_forgotten_for_weeks_is_stopped_and_the_event_goes_on(
    hall: Hall, clock: Clock
) -> None:
    press(hall, "start")
    clock.now += timedelta(days=40)
    assert press(hall, "pause") == 303
    assert hall.client.get(hall.url("/status.json")).json["clock"]["seconds_left"] == -1e6
    assert press(hall, "next") == 303


def test_the_clock_goes_on_over_an_attack_card_that_was_shown_before(hall: Hall, clock: Clock) -> None:
    for name, x in (("A", 3), ("B", 20)):
        put_unit(hall, 1, mech(name, at=(x, 3), side=name))
    card = "/attack/A/B"
    assert strip(hall, card).attributes["data-state"] == "none"
    press(hall, "start")
    for minutes, left in ((48, "42:00"), (2, "40:00"), (90, "+50:00")):
        clock.now += timedelta(minutes=minutes)
        assert strip(hall, card).one("b", class_="hall-left").text == left
    hall.send("", "/announce", {"text": "Lunch"})
    assert "Lunch" in strip(hall, card).text


def test_every_page_of_a_table_shows_the_clock_and_the_pause(hall: Hall, clock: Clock) -> None:
    assert strip(hall).attributes["data-state"] == "none"
    press(hall, "start")
    clock.now += timedelta(minutes=48, seconds=40)
    for path in ("", "/more", "/history", "/settings", "/edit", "/units", "/tape"):
        shown = strip(hall, path)
        assert shown.one("b", class_="hall-left").text == "41:20", path
        assert "Round 1 of 3" in shown.text
    press(hall, "pause")
    shown = strip(hall)
    assert shown.attributes["data-state"] == "paused"
    assert shown.one("b", class_="hall-left").attributes["data-going"] == "0"


def test_a_phone_that_asks_for_news_hears_of_the_event(hall: Hall, clock: Clock) -> None:
    address = f"/t/{hall.tables[0].codes.play}/version"
    press(hall, "start")
    first = hall.client.get(address)
    assert first.headers["ETag"] == '"v2-e2"'
    assert first.json["event"] == {
        "version": 2,
        "round": 1,
        "rounds": 3,
        "left": 5400,
        "state": "going",
        "said": "",
        "judge": {"state": "", "words": ""},
    }
    known = {"If-None-Match": first.headers["ETag"]}
    assert hall.client.get(address, headers=known).status_code == 304
    hall.send("", "/announce", {"text": "Lunch at 12:30"})
    news = hall.client.get(address, headers=known)
    assert (news.status_code, news.json["event"]["said"]) == (200, "Lunch at 12:30")


def test_a_table_of_no_event_says_nothing(kept: Kept) -> None:
    assert not kept.page().has_id("hall")
    found = kept.client.get(kept.url("/version"))
    assert (found.headers["ETag"], "event" in found.json) == ('"v1"', False)


def test_announcements_are_seen_and_taken_back(hall: Hall) -> None:
    hall.send("", "/announce", {"text": "Lunch at 12:30"})
    hall.send("", "/announce", {"text": "Round 2 <b>soon</b>"})
    assert strip(hall).one("p", class_="hall-said").text == "Round 2 <b>soon</b>"
    assert "Lunch at 12:30" in hall.page("/hall", right=Right.VIEW).text
    hall.send("", "/announce/remove", {"number": "0"})
    assert strip(hall).one("p", class_="hall-said").text == "Lunch at 12:30"
    for text in ("", "x" * 201, "two\nlines"):
        assert hall.send("", "/announce", {"text": text}).status_code == 422


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"action": "stop"}, "action"),
        ({"action": "set", "round": "4", "left": "10"}, "round"),
        ({"action": "set", "round": "1", "left": "601"}, "left"),
        ({"action": "set", "round": "", "left": "-1"}, "left"),
    ],
)
def test_a_wrong_wish_changes_nothing(hall: Hall, values: dict[str, str], named: str) -> None:
    response = hall.send("/rounds/1", "/clock", values)
    assert response.status_code == 422
    assert named in parse(response.text).one("main").text
    assert hall.version == 1


def test_the_clock_can_be_set_while_it_goes(hall: Hall, clock: Clock) -> None:
    press(hall, "start")
    assert (
        hall.send("/rounds/1", "/clock", {"action": "set", "round": "2", "left": "12,5"}).status_code == 303
    )
    clock.now += timedelta(seconds=30)
    found = hall.client.get(hall.url("/status.json")).json["clock"]
    assert (found["round"], found["state"], found["seconds_left"]) == (2, "going", 720)


def test_after_the_last_round_there_is_no_next(hall: Hall) -> None:
    for _ in range(3):
        press(hall, "next")
    assert hall.event.clock.round == 3
    assert press(hall, "next") == 422


def test_before_a_round_with_other_layouts_the_desk_asks_to_put_them(hall: Hall) -> None:
    def asks() -> bool:
        return hall.page().has_id("to-lay")

    press(hall, "next")
    assert not asks(), "the first round's layouts are on the tables from the beginning"
    press(hall, "next")
    assert asks(), "layouts go round"
    press(hall, "start")
    assert asks(), "the round goes on, and the tables are not as it wants them"
    hall.send("/rounds/2", "/rounds/2/lay", {})
    assert not asks()


def test_two_people_who_press_pause_pause_once(hall: Hall, clock: Clock) -> None:
    press(hall, "start")
    mine, theirs = (hall.stamp("", "/clock") for _ in range(2))
    clock.now += timedelta(minutes=1)
    first = hall.client.post(hall.url("/clock"), data={**mine, "action": "pause"})
    assert hall.client.post(hall.url("/clock"), data={**mine, "action": "pause"}).status_code == 303, "again"
    late = hall.client.post(hall.url("/clock"), data={**theirs, "action": "pause"})
    assert (first.status_code, late.status_code) == (303, 409)
    assert "Round 1 paused" in parse(late.text).one("main").text
    assert hall.version == 3


def test_what_others_change_elsewhere_is_no_conflict(hall: Hall) -> None:
    mine = hall.stamp("", "/clock")
    hall.send("", "/announce", {"text": "Lunch"})
    hall.send("/rounds/1", "/rounds/1", {"pairing-1": "1 v 2"})
    assert hall.client.post(hall.url("/clock"), data={**mine, "action": "start"}).status_code == 303
    assert hall.event.clock.round == 1
    assert hall.event.announcements[0].text == "Lunch"


def test_nobody_but_the_organiser_touches_the_clock(hall: Hall) -> None:
    for right in (Right.VIEW, Right.PLAY):
        sent = {**hall.stamp("", "/clock"), "action": "start", "change_id": next_id()}
        assert hall.client.post(hall.url("/clock", right=right), data=sent).status_code == 403
    assert hall.version == 1
