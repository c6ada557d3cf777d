"""The log of a table, undo, redo, and the version that phones ask for."""

from datetime import timedelta

import pytest

from astrike.store.table.codes import Right
from tests.web.conftest import Clock, Kept, next_id
from tests.web.page import Element, parse


def turn_of(kept: Kept) -> object:
    head = kept.document["astrike"]
    assert isinstance(head, dict)
    return head.get("turn", 1)


def rename(kept: Kept, name: str) -> None:
    assert kept.send("/rename", {"name": name}).status_code == 303


def test_the_log_says_what_changed_when_and_by_whom(kept: Kept, clock: Clock) -> None:
    kept.client.set_cookie("astrike_device", "Kim%27s%20phone")
    clock.now += timedelta(days=1)
    rename(kept, "Second")
    page = kept.page("/history", right=Right.VIEW)
    newest = page.by_id("v2")
    assert "Table named Second" in newest.text
    assert "Kim's phone" in newest.text
    assert newest.one("time").attributes["datetime"].startswith("2026-11-28T18:30")
    assert [each.attributes["id"] for each in page.by_id("log").all("li")] == ["v2", "v1"]


def test_undo_and_redo_are_offered_by_name_to_those_who_play(kept: Kept) -> None:
    kept.send("/turn", right=Right.PLAY)
    assert not kept.page("/history", right=Right.VIEW).all("form")
    undo, redo = kept.page("/history", right=Right.PLAY).all("form")
    assert "Turn 2 begins" in undo.text
    assert "disabled" in redo.one("button").attributes
    response = kept.client.post(undo.attributes["action"], data=undo.fields())
    assert response.status_code == 303
    assert response.location == kept.url("/history", right=Right.PLAY)
    undo, redo = kept.page("/history", right=Right.PLAY).all("form")
    assert "disabled" in undo.one("button").attributes
    assert turn_of(kept) == 1
    assert kept.client.post(redo.attributes["action"], data=redo.fields()).status_code == 303
    assert turn_of(kept) == 2
    log = kept.page("/history").by_id("log").text
    assert "Undone: Turn 2 begins" in log
    assert "Done again: Turn 2 begins" in log


def test_undo_leads_back_to_where_it_was_asked(kept: Kept) -> None:
    rename(kept, "Second")
    assert kept.send("/undo", {"next": "/t/elsewhere?x=1"}).location == "/t/elsewhere?x=1"
    assert kept.send("/redo", {"next": "https://elsewhere.example/"}).location == "/"
    assert kept.send("/undo").location == kept.url()


def test_an_undo_that_is_sent_twice_undoes_once(kept: Kept) -> None:
    rename(kept, "Second")
    rename(kept, "Third")
    stamp = {"version": "3", "change_id": next_id()}
    assert [kept.client.post(kept.url("/undo"), data=stamp).status_code for _ in range(3)] == [303] * 3
    assert kept.version == 4
    assert kept.page("/more").one("h1").text == "Second"


@pytest.mark.parametrize("what", ["undo", "redo"])
def test_nothing_to_do_is_said(kept: Kept, what: str) -> None:
    response = kept.send(f"/{what}")
    assert response.status_code == 409
    page = parse(response.text)
    assert f"nothing to {what}" in page.by_id("conflict").text.lower()
    assert not page.all("form")


def test_a_stale_undo_shows_what_came_between(kept: Kept) -> None:
    rename(kept, "Second")
    undo = kept.page("/history").all("form")[0]
    rename(kept, "Third")
    response = kept.client.post(undo.attributes["action"], data=undo.fields())
    assert response.status_code == 409
    page = parse(response.text)
    assert "Table named Third" in page.by_id("meanwhile").text
    assert kept.version == 3
    form = page.one("form")
    assert kept.client.post(form.attributes["action"], data=form.fields()).status_code == 303
    assert kept.page("/more").one("h1").text == "Second"


def test_a_long_log_comes_in_pages(kept: Kept) -> None:
    for number in range(60):
        rename(kept, f"Name {number}")
    first = kept.page("/history")
    assert len(first.by_id("log").all("li")) == 50
    older = next(each for each in first.by_id("main").all("a") if each.text == "Older")
    second = parse(kept.client.get(older.attributes["href"]).text)
    assert [each.attributes["id"] for each in second.by_id("log").all("li")][-1] == "v1"
    assert len(second.by_id("log").all("li")) == 11


def test_the_log_comes_as_a_fragment_too(kept: Kept) -> None:
    fragment = parse(kept.client.get(kept.url("/history?part=log")).text)
    assert fragment.by_id("v1")
    assert not fragment.all("html")


def test_the_version_is_told_once_and_then_only_news(kept: Kept) -> None:
    first = kept.client.get(kept.url("/version", right=Right.VIEW))
    last = {"what": "Table made", "author": "organiser"}
    assert first.json == {"version": 1, "last": last, "rolls": 0, "roll": None, "decided": 0, "ruling": None}
    etag = first.headers["ETag"]
    same = kept.client.get(kept.url("/version"), headers={"If-None-Match": etag})
    assert (same.status_code, same.data) == (304, b"")
    rename(kept, "Second")
    news = kept.client.get(kept.url("/version"), headers={"If-None-Match": etag})
    assert news.status_code == 200
    assert news.json["version"] == 2
    assert news.json["last"]["what"] == "Table named Second"
    assert news.headers["Cache-Control"] == "no-cache"


def test_what_another_phone_did_is_undone_from_the_history_which_says_whose_it_was(kept: Kept) -> None:
    def undo_form(device: str) -> Element:
        kept.client.set_cookie("astrike_id", device)
        forms = kept.page(right=Right.PLAY).all("form")
        return next(each for each in forms if each.one("button").attributes.get("title") == "Turn 2 begins")

    kept.client.set_cookie("astrike_device", "Kim")
    kept.client.set_cookie("astrike_id", "a" * 32)
    kept.send("/turn", right=Right.PLAY)
    assert undo_form("a" * 32).attributes["method"] == "post"
    others = undo_form("b" * 32)
    assert (others.attributes["method"], others.attributes["action"]) == (
        "get",
        kept.url("/history", right=Right.PLAY),
    )
    assert "Kim did this" in others.one("button").attributes["aria-label"]
    undo = kept.page("/history", right=Right.PLAY).all("form")[0]
    assert "Kim: Turn 2 begins" in " ".join(undo.text.split())
    assert kept.client.post(undo.attributes["action"], data=undo.fields()).status_code == 303
