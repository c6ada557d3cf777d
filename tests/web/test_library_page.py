"""Pieces and layouts: saved once, listed with a picture, put onto the table, deleted and brought back."""

import pytest
from flask.testing import FlaskClient

from astrike.store.codes import Right
from astrike.web.pages import library
from tests.builders import box, building, document, hill, mech
from tests.web.conftest import Kept, keep, next_id
from tests.web.page import Element, parse


@pytest.fixture
def table(client: FlaskClient, kept: Kept) -> Kept:
    found = document(
        mech("A", at=(7, 7), side="red", name="Alder"),
        hill("knoll", box(20, 20, 28, 28), height=2),
        building("hut", box(23, 23, 25, 25), height=3),
    )
    return keep(client, kept.db_path, found)


def ids(table: Kept) -> list[str]:
    found = table.document["features"]
    assert isinstance(found, list)
    return [each["id"] for each in found]


def linked(page: Element) -> list[str]:
    return [each.attributes["href"].rpartition("/")[2] for each in page.all("a", class_="task-pic")]


def test_layouts_that_come_along_are_listed_with_pictures(table: Kept) -> None:
    page = table.page("/edit/library")
    assert "shipped-open-hills" in linked(page)
    assert len(page.all("svg", class_="thumb-pic")) == len(linked(page))


def test_chosen_pieces_are_saved_as_one_and_put_onto_the_table_turned(table: Kept) -> None:
    page = table.page("/edit/library?piece=knoll&piece=hut")
    assert [each.text for each in page.by_id("selected").all("b")] == ["Knoll", "Hut"]
    form = {"piece": ["knoll", "hut"], "name": "Hill with a hut", "version": "1", "change_id": next_id()}
    for _ in range(2):
        assert table.client.post(table.url("/edit/library/piece"), data=form).status_code == 303
    own = [key for key in linked(table.page("/edit/library")) if not key.startswith("shipped")]
    assert len(own) == 1
    answer = table.send(f"/edit/library/{own[0]}/place", {"x": "40", "y": "10 1/2", "turn": "90"})
    assert answer.headers["Location"].endswith("/edit?piece=knoll-1&piece=hut-1")
    assert ids(table) == ["A", "knoll", "hut", "knoll-1", "hut-1"]
    table.send("/undo")
    assert ids(table) == ["A", "knoll", "hut"]


def test_a_layout_is_saved_without_units_and_used_on_another_table(table: Kept, client: FlaskClient) -> None:
    assert table.send("/edit/library/layout", {"name": "Two hills"}).status_code == 303
    (key,) = [key for key in linked(table.page("/edit/library")) if not key.startswith("shipped")]
    other = keep(client, table.db_path, document(mech("B", at=(3, 3)), building("old", box(5, 5, 8, 8))))
    assert "Two hills" in other.page(f"/edit/library/{key}").text
    assert other.send(f"/edit/library/{key}/use", {"how": "replace"}).status_code == 303
    assert sorted(ids(other)) == ["B", "hut", "knoll"]
    assert other.send(f"/edit/library/{key}/use", {"how": "add"}).status_code == 303
    assert sorted(ids(other)) == ["B", "hut", "hut-1", "knoll", "knoll-1"]


def test_a_shipped_layout_that_does_not_fit_says_all_that_does_not(table: Kept) -> None:
    page = table.page("/edit/library/shipped-river-crossing")
    assert len(page.by_id("problems").all("li")) > 4
    assert not page.all("button", form="use")
    refused = table.send("/edit/library/shipped-river-crossing/use", {"how": "replace"})
    assert refused.status_code == 422
    assert "beyond the west edge" in refused.text
    assert ids(table) == ["A", "knoll", "hut"]


def test_what_is_deleted_can_be_brought_back(table: Kept) -> None:
    table.send("/edit/library/layout", {"name": "Two hills"})
    (key,) = [key for key in linked(table.page("/edit/library")) if not key.startswith("shipped")]
    for _sent in ("at first", "and again"):
        assert table.send(f"/edit/library/{key}/delete").status_code == 303
    assert table.send("/edit/library/999/delete").status_code == 404
    page = table.page("/edit/library")
    assert key not in linked(page)
    assert "Two hills" in page.by_id("gone").text
    assert table.client.get(table.url(f"/edit/library/{key}")).status_code == 404
    assert table.send(f"/edit/library/{key}/restore").status_code == 303
    assert key in linked(table.page("/edit/library"))


def test_a_long_list_has_pages(table: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "ON_A_PAGE", 2)
    for name in ("Barn", "Mill", "Tower"):
        assert table.send("/edit/library/piece", {"name": name, "piece": "hut"}).status_code == 303
    first = [key for key in linked(table.page("/edit/library")) if not key.startswith("shipped")]
    rest = [key for key in linked(table.page("/edit/library?after=2")) if not key.startswith("shipped")]
    assert (len(first), len(rest)) == (2, 1)
    assert not set(first) & set(rest)


def test_a_refused_form_keeps_what_was_typed(table: Kept) -> None:
    refused = table.send("/edit/library/piece", {"name": "Nothing"})
    assert refused.status_code == 422
    assert parse(refused.text).by_id("name-piece").attributes["value"] == "Nothing"
    refused = table.send("/edit/library/layout", {"name": " "})
    assert parse(refused.text).by_id("name-layout")
    assert parse(refused.text).by_id("name-problem")


@pytest.mark.parametrize("key", ["shipped-nowhere", "999", "x", "1e3"])
def test_what_is_not_in_the_library_is_not_found(table: Kept, key: str) -> None:
    assert table.client.get(table.url(f"/edit/library/{key}")).status_code == 404


@pytest.mark.parametrize(
    "path", ["piece", "layout", "shipped-open-hills/use", "1/place", "1/delete", "1/restore"]
)
def test_only_the_organiser_changes_the_library_and_the_table(table: Kept, path: str) -> None:
    assert table.send(f"/edit/library/{path}", right=Right.PLAY).status_code == 403


def test_a_new_table_may_begin_with_a_layout(client: FlaskClient, table: Kept) -> None:
    table.send("/edit/library/layout", {"name": "Two hills"})
    page = parse(client.get("/new").text)
    keys = [each.attributes["value"] for each in page.all("input", name="layout")]
    assert keys[0] == ""
    assert "river-crossing" in keys
    values = {"name": "Practice", "width": "48", "depth": "48", "edition": "ce-7", "change_id": next_id()}
    made = client.post("/new", data={**values, "layout": "river-crossing"})
    assert made.status_code == 303
    assert "72 × 48″" in client.get(made.headers["Location"] + "/more").text
    wrong = client.post("/new", data={**values, "layout": "nowhere"})
    assert wrong.status_code == 422
    assert parse(wrong.text).by_id("layout-problem")
    values["width"] = ""
    own = client.post("/new", data={**values, "layout": keys[1], "change_id": next_id()})
    assert "2 terrain pieces" in client.get(own.headers["Location"] + "/more").text
