"""A table as a whole: codes and QR, download, copy, replace, rename, delete and bring back."""

import io
import json

import pytest
from flask.testing import FlaskClient

from astrike.formats.table.table_file import write_document
from astrike.store.table.codes import Right, code_for_people
from astrike.web.settings import Settings
from tests.builders import document, mech
from tests.web.conftest import Kept, keep, next_id
from tests.web.page import parse

OTHER = document(mech("Z", at=(3, 3)), name="Other")


def test_more_offers_what_the_code_allows(kept: Kept) -> None:
    for right, is_offered in ((Right.VIEW, False), (Right.PLAY, False), (Right.ORGANISE, True)):
        page = kept.page("/more", right=right)
        links = {each.attributes["href"] for each in page.all("a")}
        assert kept.url("/download", right=right) in links
        assert (kept.url("/delete", right=right) in links) == is_offered
        assert page.has_id("new-name") == is_offered
        assert "2 units" in page.one("header").text
        assert "1 terrain piece" in page.one("header").text


def test_the_download_is_the_table_under_its_name(kept: Kept) -> None:
    response = kept.client.get(kept.url("/download", right=Right.VIEW))
    assert response.mimetype == "application/geo+json"
    assert response.data == write_document(kept.document)
    assert 'filename="Hall-table-7.astrike.json"' in response.headers["Content-Disposition"]


@pytest.mark.parametrize("name", ['"; x=', "тол\r\n", "…", "", "a" * 200, "../../etc"])
def test_the_name_of_a_download_is_always_a_plain_one(kept: Kept, name: str) -> None:
    odd = keep(kept.client, kept.db_path, {**OTHER, "astrike": {**OTHER["astrike"], "name": name}})  # type: ignore[dict-item]
    header = kept.client.get(odd.url("/download")).headers["Content-Disposition"]
    assert header.startswith('attachment; filename="')
    assert header.split('"')[1].removesuffix(".astrike.json").replace("-", "").isalnum()


def test_a_copy_is_a_table_of_its_own(kept: Kept) -> None:
    stamp = {"version": "1", "change_id": next_id(), "name": "Second hall"}
    first = kept.client.post(kept.url("/copy", right=Right.VIEW), data=stamp)
    again = kept.client.post(kept.url("/copy", right=Right.VIEW), data=stamp)
    assert first.status_code == 303
    assert first.location == again.location, "the same form sent twice"
    assert not any(code in first.location for code in kept.codes.up_to(Right.ORGANISE).values())
    copied = kept.client.get(f"{first.location}/download").json
    assert copied["astrike"]["name"] == "Second hall"
    assert copied["features"] == kept.document["features"]
    assert kept.version == 1


def test_renaming_is_a_change_that_can_be_undone(kept: Kept) -> None:
    assert kept.send("/rename", {"name": "  Final table "}).status_code == 303
    assert kept.page("/more").one("h1").text == "Final table"
    assert "Final table" in kept.page("/history").by_id("v2").text
    assert kept.send("/undo").status_code == 303
    assert kept.page("/more").one("h1").text == "Hall table 7"


@pytest.mark.parametrize("name", ["", "   ", "x" * 121, "a\x07b"])
def test_a_name_that_is_none_is_refused_at_its_field(kept: Kept, name: str) -> None:
    response = kept.send("/rename", {"name": name})
    assert response.status_code == 422
    page = parse(response.text)
    assert page.by_id("name-problem").text
    assert page.by_id("new-name").attributes["value"] == name
    assert kept.version == 1


def test_codes_are_shown_with_pictures_up_to_the_own_right(kept: Kept) -> None:
    for held in Right:
        page = kept.page("/codes", right=held)
        for right, code in kept.codes.up_to(Right.ORGANISE).items():
            assert page.has_id(f"ticket-{right.name.lower()}") == (right <= held)
            if right <= held:
                ticket = page.by_id(f"ticket-{right.name.lower()}")
                assert code_for_people(code) in ticket.text
                assert f"http://localhost/t/{code}" in ticket.text
                picture = ticket.one("svg", role="img")
                assert picture.one("path").attributes["d"].startswith("M2 2h7v1h-7z")


def test_on_the_servers_own_screen_the_picture_leads_to_the_network(kept: Kept, settings: Settings) -> None:
    lan = Settings(
        db_path=settings.db_path,
        testing=True,
        now=settings.now,
        addresses=("http://10.0.0.5:8765", "http://10.1.1.1:8765"),
    )
    kept.client.application.extensions["astrike"] = lan
    code = kept.codes.play
    shown = kept.page("/codes").by_id("ticket-play").text
    assert f"http://10.0.0.5:8765/t/{code}" in shown
    assert f"http://10.1.1.1:8765/t/{code}" in kept.page("/codes?server=1").by_id("ticket-play").text
    assert f"http://localhost/t/{code}" in kept.page("/codes?server=2").by_id("ticket-play").text
    on_a_phone = kept.client.get(kept.url("/codes"), headers={"Host": "10.1.1.1:8765"})
    assert f"http://10.1.1.1:8765/t/{code}" in parse(on_a_phone.text).by_id("ticket-play").text


def test_a_file_takes_the_place_of_a_table_and_can_be_undone(kept: Kept) -> None:
    before = kept.document
    response = kept.send("/upload", {"text": write_document(OTHER).decode()})
    assert response.status_code == 303
    assert kept.document == OTHER
    assert kept.send("/undo").status_code == 303
    assert kept.document == before


def test_a_wrong_file_replaces_nothing(kept: Kept) -> None:
    before = kept.document
    stamp = {"version": "1", "change_id": next_id()}
    wrong = json.dumps({"type": "FeatureCollection", "astrike": {}, "features": [1]})
    for values in ({"text": wrong}, {"file": (io.BytesIO(wrong.encode()), "x.json")}, {"text": "{"}, {}):
        response = kept.client.post(kept.url("/upload"), data={**stamp, **values})
        assert response.status_code == 422
        assert parse(response.text).by_id("problems").text
    assert kept.document == before


def test_a_file_that_was_refused_is_kept_as_text(kept: Kept) -> None:
    data = {"version": "1", "change_id": next_id(), "file": (io.BytesIO('{"type": "ä"}'.encode()), "x.json")}
    assert (
        parse(kept.client.post(kept.url("/upload"), data=data).text).by_id("f-text").text == '{"type": "ä"}'
    )


def test_a_deleted_table_is_gone_until_it_is_brought_back(kept: Kept) -> None:
    assert "Hall table 7" in kept.page("/delete").by_id("delete").text
    response = kept.send("/delete")
    assert response.status_code == 303
    for right in Right:
        assert kept.client.get(kept.url("/more", right=right)).status_code == 404
    page = parse(kept.client.get(response.location).text)
    assert kept.client.get(kept.url("/deleted", right=Right.PLAY)).status_code == 403
    for _twice in range(2):
        restored = kept.client.post(page.by_id("restore").attributes["action"])
        assert restored.status_code == 303
    assert kept.page("/more").one("h1").text == "Hall table 7"
    assert kept.client.get(kept.url("/deleted")).status_code == 404


def test_a_phone_that_still_asks_for_a_deleted_table_is_not_taken_for_a_guesser(kept: Kept) -> None:
    kept.send("/delete")
    for _poll in range(40):
        response = kept.client.get(kept.url("/version", right=Right.VIEW))
        assert response.status_code == 404
        assert "was deleted" in response.text
    other = keep(kept.client, kept.db_path, OTHER)
    assert other.page("/more").one("h1").text == "Other"


def test_a_table_that_was_changed_meanwhile_is_not_deleted(kept: Kept) -> None:
    kept.send("/rename", {"name": "Still in use"})
    response = kept.client.post(kept.url("/delete"), data={"version": "1", "change_id": next_id()})
    assert response.status_code == 409
    assert "Still in use" in parse(response.text).by_id("meanwhile").text
    assert kept.page("/more").one("h1").text == "Still in use"


@pytest.mark.parametrize("version", ["", "x", "-1", "1.0", "٣", "9" * 50])
@pytest.mark.parametrize("path", ["/rename", "/upload", "/delete", "/undo", "/settings"])
def test_a_form_without_a_version_changes_nothing(kept: Kept, path: str, version: str) -> None:
    data = {"version": version, "change_id": next_id(), "name": "x", "text": write_document(OTHER).decode()}
    response = kept.client.post(kept.url(path), data=data)
    assert response.status_code == 422
    assert "version" in response.text
    assert kept.version == 1


@pytest.mark.parametrize("change_id", ["", "short", "x" * 65, "with\nbreak", "ünïcödé-id"])
@pytest.mark.parametrize("path", ["/rename", "/upload", "/undo"])
def test_a_form_without_an_id_changes_nothing(kept: Kept, path: str, change_id: str) -> None:
    data = {"version": "1", "change_id": change_id, "name": "x", "text": write_document(OTHER).decode()}
    assert kept.client.post(kept.url(path), data=data).status_code == 422
    assert kept.version == 1


def test_an_id_of_a_form_opens_nothing_that_somebody_else_made_with_it(
    kept: Kept, client: FlaskClient
) -> None:
    name = {"change_id": "guessed-id", "name": "Mine", "edition": "ce-5.01", "width": "48", "depth": "36"}
    mine = client.post("/new", data=name)
    assert mine.status_code == 303
    assert client.post("/new", data=name).location == mine.location, "the same form makes one table"
    theirs = client.post(
        kept.url("/copy", right=Right.VIEW), data={"change_id": "guessed-id", "version": "1"}
    )
    assert theirs.status_code == 303
    assert theirs.location != mine.location
    assert client.post("/new", data={**name, "name": "Another"}).location != mine.location
