"""Undo on a phone ends where the organizer did something and where the round began, and says who can go further."""

from typing import get_args

import pytest
from flask.testing import FlaskClient

from astrike.errors import HeldBack
from astrike.store.table.codes import Right
from astrike.store.table.log import HeldBackBy
from astrike.web.app import create_app
from astrike.web.current.news import held_back_words
from astrike.web.settings import Settings
from tests.web.conftest import Kept, next_id, own_client
from tests.web.page import Element, parse


def buttons(page: Element) -> dict[str, bool]:
    """Which of undo and redo are on, at the foot of the history."""
    forms = [each for each in page.all("form") if each.attributes["action"].endswith(("/undo", "/redo"))]
    return {
        each.attributes["action"].rsplit("/", 1)[1]: "disabled" not in each.one("button").attributes
        for each in forms
    }


def test_buttons_of_a_player_end_at_a_change_of_the_organizer(kept: Kept) -> None:
    kept.send("/unit/A/move", {"mode": "standstill", "out_of_order": "1"}, right=Right.PLAY)
    kept.send("/rename", {"name": "Second"})
    history = kept.page("/history", right=Right.PLAY)
    assert buttons(history) == {"undo": False, "redo": False}
    assert "Only the organizer code can undo it" in history.by_id("undo-off").text
    assert "organizer" in history.by_id("v3").text
    assert "organizer" not in history.by_id("v2").text
    table = kept.page(right=Right.PLAY)
    assert not [each for each in table.all("form") if each.attributes["action"].endswith("/undo")]
    undo = table.by_id("undo-last")
    assert undo.attributes["aria-disabled"] == "true"
    assert "disabled" not in undo.attributes, "a phone has no hover: a tap says why"
    assert "Only the organizer code can undo it" in undo.attributes["data-why"]
    led_to = [each for each in table.all("form") if each.attributes["action"].endswith("/history")]
    assert len(led_to) == 3, "undo and redo in the bar, undo under the thumb"
    assert buttons(kept.page("/history")) == {"undo": True, "redo": False}
    assert kept.page().has_id("undo-last")


def test_a_refused_undo_names_the_change_and_who_can(kept: Kept) -> None:
    kept.send("/rename", {"name": "Second"})
    refused = kept.send("/undo", right=Right.PLAY)
    assert refused.status_code == 403
    stated = parse(refused.text).one("section", class_="problem").text
    assert "Table named Second" in stated
    assert "Only the organizer code can undo it" in stated
    assert kept.version == 2
    assert kept.send("/undo").status_code == 303
    redone = kept.send("/redo", right=Right.PLAY)
    assert (redone.status_code, kept.version) == (403, 3)
    assert "Only the organizer code can redo it" in redone.text


def test_two_thumbs_on_undo_take_back_one_change(kept: Kept) -> None:
    kept.send("/rename", {"name": "Second"})
    kept.send("/turn", right=Right.PLAY)
    forms = [{"version": str(kept.version), "change_id": next_id()} for _ in range(2)]
    answers = [kept.client.post(kept.url("/undo", right=Right.PLAY), data=each).status_code for each in forms]
    assert answers == [303, 409]
    assert kept.page("/more").one("h1").text == "Second"
    again = kept.client.post(kept.url("/undo", right=Right.PLAY), data=forms[0])
    assert (again.status_code, kept.version) == (303, 4), "the same thumb again is answered as it was"


def test_without_checks_of_rights_undo_goes_all_the_way(kept: Kept, settings: Settings) -> None:
    kept.send("/rename", {"name": "Second"})
    free = create_app(Settings(db_path=settings.db_path, rights=False, testing=True, now=settings.now))
    with own_client(free) as client:
        address = kept.url("/history", right=Right.VIEW)
        page = parse(client.get(address).text)
        assert buttons(page) == {"undo": True, "redo": False}
        assert "organizer" not in page.by_id("v2").text
        form = {"version": str(kept.version), "change_id": next_id()}
        assert client.post(kept.url("/undo", right=Right.VIEW), data=form).status_code == 303
    assert kept.page("/more").one("h1").text == "Hall table 7"


@pytest.mark.parametrize("way", ["undo", "redo"])
@pytest.mark.parametrize("held", get_args(HeldBackBy))
def test_a_step_that_the_store_holds_back_is_told_in_the_same_words(
    client: FlaskClient, way: str, held: HeldBackBy
) -> None:
    app = client.application
    with app.test_request_context("/"):
        response = app.make_response(app.handle_user_exception(HeldBack(way, held)))
        assert response.status_code == 403
        words = parse(response.get_data(as_text=True)).one("section", class_="problem").text
        assert held_back_words(way, held) in words
