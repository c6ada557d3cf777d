"""Pieces and layouts: saved once, listed with a picture, put onto the table, deleted and brought back."""

import pytest
from flask.testing import FlaskClient

from astrike.store.database.connection import connect
from astrike.store.table.codes import Right, installation_code, lookup
from astrike.store.table.tables import load_table
from astrike.web.access.codes import GUESSES_AT_ONCE
from astrike.web.terrain import library_page
from tests.builders import box, building, document, hill, mech
from tests.web.conftest import Kept, keep, next_id
from tests.web.page import Element, parse

TABLE = document(
    mech("A", at=(7, 7), side="red", name="Alder"),
    hill("knoll", box(20, 20, 28, 28), height=2),
    building("hut", box(23, 23, 25, 25), height=3),
)


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


def own(page: Element) -> list[str]:
    """Keys of what was saved, here or for all tables."""
    return [key for key in linked(page) if not key.startswith("shipped")]


@pytest.fixture
def other(client: FlaskClient, table: Kept) -> Kept:
    return keep(client, table.db_path, document(mech("B", at=(3, 3)), building("old", box(5, 5, 8, 8))))


@pytest.fixture
def code_of_installation(table: Kept) -> str:
    with connect(table.db_path) as db:
        return installation_code(db)


def share(table: Kept, code: str, name: str = "Two hills") -> str:
    """Save a layout and let all tables have it; give its key at the table."""
    assert table.send("/edit/library/layout", {"name": name}).status_code == 303
    [key] = [
        key for key in own(table.page("/edit/library")) if name in table.page(f"/edit/library/{key}").text
    ]
    answer = table.send(f"/edit/library/{key}/share", {"code": code})
    assert answer.status_code == 303, answer.text
    return key


def test_what_a_table_saves_is_its_own(table: Kept, other: Kept) -> None:
    assert table.send("/edit/library/layout", {"name": "Two hills"}).status_code == 303
    (key,) = own(table.page("/edit/library"))
    assert "Two hills 48 × 36″" in table.page("/edit/library").by_id("own-layouts").text
    assert own(other.page("/edit/library")) == []
    for path in (f"/edit/library/{key}", f"/edit/library/{key}?shared=1"):
        assert other.client.get(other.url(path)).status_code == 404
    for path in ("use", "place", "delete", "restore", "share"):
        assert other.send(f"/edit/library/{key}/{path}", {"how": "replace"}).status_code == 404
    assert own(table.page("/edit/library")) == [key]


def test_a_layout_is_shared_by_the_installations_code_and_used_on_another_table(
    table: Kept, other: Kept, code_of_installation: str
) -> None:
    mine = share(table, f"{code_of_installation[:5]}-{code_of_installation[5:]}".lower())
    assert "can use it now" in table.page(f"/edit/library/{mine}?shared=1").text
    (key,) = own(other.page("/edit/library"))
    page = other.page(f"/edit/library/{key}")
    assert "Two hills" in page.text
    assert not page.has_id("delete")
    assert not page.has_id("share")
    assert other.send(f"/edit/library/{key}/delete").status_code == 404
    assert own(other.page("/edit/library", right=Right.VIEW)) == [key]
    assert other.send(f"/edit/library/{key}/use", {"how": "replace"}).status_code == 303
    assert sorted(ids(other)) == ["B", "hut", "knoll"]
    assert other.send(f"/edit/library/{key}/use", {"how": "add"}).status_code == 303
    assert sorted(ids(other)) == ["B", "hut", "hut-1", "knoll", "knoll-1"]
    assert table.send(f"/edit/library/{mine}/delete").status_code == 303
    assert own(other.page("/edit/library")) == [key], "what is shared stays when the table deletes its own"


@pytest.mark.parametrize("code", ["", "0000000000", "no code", "own"])
def test_nothing_is_shared_without_the_installations_code(table: Kept, other: Kept, code: str) -> None:
    table.send("/edit/library/layout", {"name": "Two hills"})
    (key,) = own(table.page("/edit/library"))
    typed = table.codes.organise if code == "own" else code
    refused = table.send(f"/edit/library/{key}/share", {"code": typed})
    assert refused.status_code == 422
    page = parse(refused.text)
    assert "installation code" in page.by_id("code-problem").text
    assert page.by_id("f-code").attributes["value"] == typed
    assert own(other.page("/edit/library")) == []


def test_guesses_at_the_installations_code_are_slowed_down(table: Kept, code_of_installation: str) -> None:
    table.send("/edit/library/layout", {"name": "Two hills"})
    (key,) = own(table.page("/edit/library"))
    path = f"/edit/library/{key}/share"
    answers = [table.send(path, {"code": f"ABCDE{number:05}"}).status_code for number in range(15)]
    assert answers == [422] * GUESSES_AT_ONCE + [429] * (15 - GUESSES_AT_ONCE)
    assert table.send(path, {"code": code_of_installation}).status_code == 303


def test_a_copy_of_the_demo_has_no_part_in_what_is_shared(
    table: Kept, demo_copy: Kept, code_of_installation: str
) -> None:
    share(table, code_of_installation)
    (shared,) = set(own(table.page("/edit/library"))) - {own(table.page("/edit/library"))[0]}
    copies = [demo_copy]
    for _copy in ("of the demo", "of that copy"):
        last = copies[-1]
        address = last.send("/copy", {"name": f"Renamed {len(copies)}"}).headers["Location"]
        with connect(table.db_path) as db:
            stored = load_table(db, lookup(db, address.rpartition("/")[2]).table_id)
        copies.append(Kept(last.client, last.db_path, stored.id, stored.codes))
    for each in copies:
        page = each.page("/edit/library")
        assert own(page) == []
        assert "copy of the demo" in page.by_id("demo").text
        assert each.client.get(each.url(f"/edit/library/{shared}")).status_code == 404
        assert each.send(f"/edit/library/{shared}/use", {"how": "add"}).status_code == 404
        assert each.send("/edit/library/layout", {"name": "Mine"}).status_code == 303
        (mine,) = own(each.page("/edit/library"))
        assert not each.page(f"/edit/library/{mine}").has_id("share")
        refused = each.send(f"/edit/library/{mine}/share", {"code": code_of_installation})
        assert refused.status_code == 403


def test_filling_ones_own_library_takes_no_room_from_others(
    table: Kept, other: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("astrike.store.terrain.library.MOST_SAVED", 2)
    for name, status in (("Barn", 303), ("Mill", 303), ("Tower", 422)):
        assert table.send("/edit/library/piece", {"name": name, "piece": "hut"}).status_code == status
    assert other.send("/edit/library/piece", {"name": "Barn", "piece": "old"}).status_code == 303


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
    monkeypatch.setattr(library_page, "ON_A_PAGE", 2)
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
    "path", ["piece", "layout", "shipped-open-hills/use", "1/place", "1/delete", "1/restore", "1/share"]
)
def test_only_the_organiser_changes_the_library_and_the_table(table: Kept, path: str) -> None:
    assert table.send(f"/edit/library/{path}", right=Right.PLAY).status_code == 403


def test_a_new_table_may_begin_with_a_layout_that_comes_along_and_lists_no_saved_one(
    client: FlaskClient, table: Kept, code_of_installation: str
) -> None:
    mine = share(table, code_of_installation)
    page = parse(client.get("/new").text)
    keys = [each.attributes["value"] for each in page.all("input", name="layout")]
    assert keys[0] == ""
    assert "river-crossing" in keys
    assert not any(key.isdecimal() for key in keys)
    assert "Two hills" not in page.text
    values = {"name": "Practice", "width": "48", "depth": "48", "edition": "ce-7", "change_id": next_id()}
    made = client.post("/new", data={**values, "layout": "river-crossing"})
    assert made.status_code == 303
    assert "72 × 48″" in client.get(made.headers["Location"] + "/more").text
    for key in ("nowhere", mine, str(int(mine) + 1)):
        wrong = client.post("/new", data={**values, "layout": key, "change_id": next_id()})
        assert wrong.status_code == 422
        assert parse(wrong.text).by_id("layout-problem")
