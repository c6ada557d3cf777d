"""The organizer locks a table and draws codes anew; everybody else notices at once."""

from io import BytesIO

import pytest

from astrike.store.database.connection import connect
from astrike.store.table.codes import Codes, Right
from astrike.store.table.tables import load_table
from tests.web.conftest import Kept, next_id
from tests.web.page import parse


def codes_of(kept: Kept) -> Codes:
    with connect(kept.db_path) as db:
        return load_table(db, kept.id).codes


def stamp(kept: Kept, **more: str) -> dict[str, str]:
    return {"version": str(kept.version), "change_id": next_id(), **more}


def test_whoever_plays_cannot_change_a_locked_table(kept: Kept) -> None:
    assert kept.send("/lock", {"lock": "on"}).status_code == 303
    refused = kept.send("/turn", right=Right.PLAY)
    assert refused.status_code == 403
    assert "locked this table" in refused.text
    assert kept.document["astrike"].get("turn", 1) == 1  # type: ignore[attr-defined]  # a mapping
    assert kept.client.get(kept.url(right=Right.PLAY)).status_code == 200
    assert kept.client.get(kept.url(right=Right.VIEW)).status_code == 200


def test_the_organiser_still_changes_a_locked_table_and_unlocks_it(kept: Kept) -> None:
    kept.send("/lock", {"lock": "on"})
    assert kept.send("/turn").status_code == 303
    kept.send("/lock", {"lock": "off"})
    assert kept.send("/turn", right=Right.PLAY).status_code == 303


def test_buttons_that_change_a_table_are_not_shown_while_it_is_locked(kept: Kept) -> None:
    assert kept.page("/more", right=Right.PLAY).has_id("next-turn")
    kept.send("/lock", {"lock": "on"})
    assert not kept.page("/more", right=Right.PLAY).has_id("next-turn")
    assert kept.page("/more").has_id("next-turn")
    assert "Unlock the table" in kept.page("/more").by_id("lock").text


@pytest.mark.parametrize("right", list(Right))
def test_a_new_code_is_shown_and_the_old_one_is_void(kept: Kept, right: Right) -> None:
    old = kept.codes.up_to(right)[right]
    answer = kept.client.post(kept.url("/codes"), data=stamp(kept, right=right.name.lower()))
    assert answer.status_code == 303
    new = codes_of(kept).up_to(right)[right]
    assert new != old
    assert kept.client.get(f"/t/{old}").status_code == 404
    assert kept.client.get(f"/t/{new}").status_code == 200
    shown = kept.client.get(answer.headers["Location"])
    assert f"{new[:5]}-{new[5:]}" in shown.text
    assert old not in shown.text


def test_only_the_organiser_draws_codes(kept: Kept) -> None:
    assert not kept.page("/codes", right=Right.PLAY).all("form")
    refused = kept.client.post(kept.url("/codes", right=Right.PLAY), data=stamp(kept, right="play"))
    assert refused.status_code == 403
    assert codes_of(kept) == kept.codes


@pytest.mark.parametrize(("path", "field"), [("/codes", "right"), ("/lock", "lock")])
def test_a_wish_that_is_none_is_named(kept: Kept, path: str, field: str) -> None:
    refused = kept.send(path, {field: "everything"})
    assert refused.status_code == 422
    assert field in refused.text


def test_the_table_says_that_it_is_locked(kept: Kept) -> None:
    assert "locked" not in kept.page(right=Right.PLAY).one("header").text
    kept.send("/lock", {"lock": "on"})
    assert "locked" in kept.page(right=Right.PLAY).one("header").text


FILLED_IN = ("/roster", "/new-unit", "/sides/side")


@pytest.mark.parametrize("path", FILLED_IN)
def test_a_page_to_fill_in_is_refused_before_it_is_filled_in(kept: Kept, path: str) -> None:
    assert kept.client.get(kept.url(path, right=Right.PLAY)).status_code == 200
    kept.send("/lock", {"lock": "on"})
    with kept.client.get(kept.url(path, right=Right.PLAY)) as response:
        assert response.status_code == 403
        page = parse(response.text)
    assert "locked this table" in page.one("main").text
    links = [each.attributes["href"] for each in page.all("a", class_="btn")]
    assert kept.url(right=Right.PLAY) in links, "the way back"
    assert kept.client.get(kept.url(path)).status_code == 200, "the organiser may"


@pytest.mark.parametrize("path", FILLED_IN)
def test_who_may_only_watch_is_led_back_to_the_table(kept: Kept, path: str) -> None:
    with kept.client.get(kept.url(path, right=Right.VIEW)) as response:
        assert response.status_code == 403
        links = [each.attributes["href"] for each in parse(response.text).all("a", class_="btn")]
    assert links == ["/", kept.url(right=Right.VIEW)]


@pytest.mark.parametrize(
    ("path", "typed"),
    [
        ("/new-unit", {"name": "Cedar & Sons", "side": "red", "size": "1", "skill": "4", "sent": "1"}),
        ("/unit/A", {"motion": "ground", "moved": "4", "x": "7", "y": "7", "sent": "1"}),
        ("/sides/side", {"name": "Green", "color": "green", "home": "west"}),
        ("/turn", {}),
    ],
)
def test_what_was_typed_before_the_table_was_locked_can_be_sent_again(
    kept: Kept, path: str, typed: dict[str, str]
) -> None:
    sent = stamp(kept, **typed)
    kept.send("/lock", {"lock": "on"})
    before = kept.document
    with kept.client.post(kept.url(path, right=Right.PLAY), data=sent) as refused:
        assert refused.status_code == 403
        page = parse(refused.text)
    form = page.by_id("unsent")
    assert form.fields() == sent
    assert form.attributes["action"] == kept.url(path, right=Right.PLAY)
    assert kept.url(right=Right.PLAY) in [each.attributes["href"] for each in page.all("a", class_="btn")]
    assert kept.document == before
    kept.send("/lock", {"lock": "off"})
    version = kept.version
    with kept.client.post(form.attributes["action"], data=form.fields()) as answer:
        assert answer.status_code == 303, answer.text
    assert kept.version == version + 1


def test_a_refused_form_gives_no_file_back(kept: Kept) -> None:
    kept.send("/lock", {"lock": "on"})
    values = {**stamp(kept), "file": (BytesIO(b"Locust LCT-1V"), "list.txt")}
    with kept.client.post(kept.url("/roster", right=Right.PLAY), data=values) as refused:
        assert refused.status_code == 403
        assert not parse(refused.text).has_id("unsent")


def test_a_lock_is_not_the_fault_of_the_code(kept: Kept) -> None:
    kept.send("/lock", {"lock": "on"})
    with kept.client.get(kept.url("/roster", right=Right.PLAY)) as refused:
        assert refused.status_code == 403
        problem = parse(refused.text).one("section", class_="problem").text
    assert problem.startswith("Table locked The organizer has locked this table.")
    assert "Not with this code" not in problem
    assert "The organizer has locked this table." in kept.page(right=Right.PLAY).by_id("locked").text
    assert not kept.page().has_id("locked"), "the organizer can change it"


@pytest.mark.parametrize("path", ["/unit/A", "/units/A"])
def test_a_page_that_shows_a_locked_unit_says_why_it_is_fixed(kept: Kept, path: str) -> None:
    kept.send("/lock", {"lock": "on"})
    assert "The organizer has locked this table." in kept.page(path, right=Right.PLAY).one("main").text
    assert "This code is for watching." in kept.page(path, right=Right.VIEW).one("main").text
