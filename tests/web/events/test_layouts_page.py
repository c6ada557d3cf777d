"""Layouts of an event: added from everywhere, assigned in one tap, checked against the preset, printed."""

import io
from pathlib import Path

import pypdfium2
import pytest
from flask.testing import FlaskClient
from PIL import Image
from zxingcpp import read_barcodes

from astrike.formats.table.table_file import write_document
from astrike.store.database.connection import connect
from astrike.store.events.layouts import add_layout, layouts_of
from astrike.store.table.codes import Right
from astrike.store.table.log import ChangedBy
from astrike.store.terrain.library import save
from tests.builders import box, document, hill, mech
from tests.formats.maps.sketches import board_text
from tests.web.conftest import NOW, next_id
from tests.web.events.hall import Hall, keep_hall
from tests.web.page import parse


def layouts(hall: Hall) -> dict[str, int]:
    with connect(hall.db_path) as db:
        return {each.name: each.id for each in layouts_of(db, hall.id)}


def assigned(hall: Hall, in_round: int) -> list[str]:
    return [hall.event.game(seat.number, in_round).layout for seat in hall.event.seats]


def own_layout(name: str = "Ford") -> bytes:
    units = (mech("A", at=(3, 3), side="red", name="Alder"),)
    hills = hill("h", box(12, 14, 15, 20), height=1)
    return write_document(document(*units, hills, name=name, edition="ce-5.01"))


def upload(hall: Hall, data: bytes) -> int:
    file = {"file": (io.BytesIO(data), "ford.astrike.json")}
    sent = hall.stamp("/layouts", "/layouts/upload") | {"text": ""}
    return hall.client.post(hall.url("/layouts/upload"), data={**sent, **file}).status_code


def test_layouts_come_from_everywhere(hall: Hall) -> None:
    with connect(hall.db_path) as db:
        saved = save(
            db,
            owner=None,
            kind="layout",
            name="Mill",
            document=document(),
            author="",
            client_id=next_id(),
            now=NOW,
        )
    for sent, name in (
        ({"source": "shipped-wooded-valley"}, "Wooded valley"),
        ({"source": f"saved-{saved.id}"}, "Mill"),
        ({"source": "table-2", "name": "As it was"}, "As it was"),
    ):
        assert hall.send("/layouts", "/layouts/add", sent).status_code == 303
        assert name in layouts(hall)
    assert upload(hall, own_layout()) == 303
    with connect(hall.db_path) as db:
        [ford] = [each for each in layouts_of(db, hall.id) if each.name == "Ford"]
    features = ford.document["features"]
    assert isinstance(features, list)
    assert [each["id"] for each in features] == ["h"], "a layout has no units"
    assert len(hall.page("/layouts").all("svg", class_="thumb-pic")) == 6


@pytest.mark.parametrize(
    "sent",
    [
        {"source": "shipped-none-such"},
        {"source": "table-9"},
        {"source": "saved-1"},
        {"source": ""},
        {"source": "shipped-open-hills"},
        {"source": "shipped-wooded-valley", "name": "x" * 81},
    ],
)
def test_a_wrong_layout_is_not_added(hall: Hall, sent: dict[str, str]) -> None:
    assert hall.send("/layouts", "/layouts/add", sent).status_code in (404, 422)
    assert (len(layouts(hall)), hall.version) == (2, 1)


def test_a_wrong_file_is_not_added(hall: Hall) -> None:
    for data in (b"", b"{}", b"PK\x03\x04", own_layout().replace(b'"ce-5.01"', b'"ce-6"')):
        assert upload(hall, data) == 422
    assert (len(layouts(hall)), hall.version) == (2, 1)


def test_layouts_are_assigned_in_one_tap(hall: Hall) -> None:
    assert assigned(hall, 2) == ["Small town", "Open hills", "Small town"]
    assert hall.send("/layouts", "/layouts/assign", {"how": "Small town", "round": "2"}).status_code == 303
    assert (assigned(hall, 2), assigned(hall, 1)[0]) == (["Small town"] * 3, "Open hills")
    hall.send("/layouts", "/layouts/assign", {"how": "Open hills", "round": ""})
    assert [assigned(hall, each) for each in (1, 2, 3)] == [["Open hills"] * 3] * 3
    hall.send("/layouts", "/layouts/assign", {"how": "rotate", "round": "3"})
    assert assigned(hall, 3) == ["Open hills", "Small town", "Open hills"]
    for wrong in ({"how": "None such"}, {"how": "rotate", "round": "4"}, {"how": "rotate", "round": "0"}):
        assert hall.send("/layouts", "/layouts/assign", wrong).status_code == 422


@pytest.mark.parametrize("name", ["a\u202eb", "a\u200bb", "a\u2028b"])
def test_no_layout_has_a_name_by_which_the_event_could_not_be_read(hall: Hall, name: str) -> None:
    path = f"/layouts/{layouts(hall)['Small town']}"
    assert hall.post(f"{path}/rename", {"name": name}).status_code == 422
    assert hall.post("/layouts/add", {"source": "shipped-small-town", "name": name}).status_code == 422
    assert hall.page()


def test_a_layout_is_renamed_and_taken_out_everywhere(hall: Hall) -> None:
    town = layouts(hall)["Small town"]
    path = f"/layouts/{town}"
    assert hall.post(f"{path}/rename", {"name": "Old town"}).status_code == 303
    assert assigned(hall, 1) == ["Open hills", "Old town", "Open hills"]
    for wrong in ("", "Open hills"):
        assert hall.post(f"{path}/rename", {"name": wrong}).status_code == 422
    assert hall.post(f"{path}/remove", {}).status_code == 303
    assert assigned(hall, 1) == ["Open hills", "", "Open hills"]
    assert list(layouts(hall)) == ["Open hills"]


def test_the_desk_says_what_the_check_said_and_does_not_wait_for_it(hall: Hall) -> None:
    name = f"Ford {next_id()}"  # that no other test has had checked
    upload(hall, own_layout(name))
    hall.send("/layouts", "/layouts/assign", {"how": name, "round": ""})
    assert "not checked yet" in hall.page().by_id("table-1").text
    reported = [hall.client.get(hall.url("/layouts/check")).json for _ in range(2)]
    assert reported == [{"checked": True, "left": 0}, {"checked": False, "left": 0}]
    desk = hall.page()
    assert "not checked yet" not in desk.text
    assert desk.by_id("table-1").all("span", class_="st")
    page = hall.page(f"/layouts/{layouts(hall)[name]}")
    assert page.by_id("verdict").text
    assert page.by_id("passed").all("li")


def test_a_layout_that_cannot_be_played_stands_in_nobodys_way(hall: Hall) -> None:
    with connect(hall.db_path) as db:
        add_layout(db, hall.id, name="Broken", document={}, who=ChangedBy("Kim", next_id(), NOW))
    hall.send("/layouts", "/layouts/assign", {"how": "Broken", "round": "2"})
    name = f"Ford {next_id()}"
    upload(hall, own_layout(name))
    hall.send("/layouts", "/layouts/assign", {"how": name, "round": "3"})
    for _ in range(4):
        hall.client.get(hall.url("/layouts/check"))
    hall.send("", "/clock", {"action": "next"})
    hall.send("", "/clock", {"action": "next"})
    assert "cannot be played" in hall.page().by_id("table-1").text
    assert "cannot be played" in hall.page("/layouts").text
    broken = hall.page(f"/layouts/{layouts(hall)['Broken']}")
    assert "astrike" in broken.by_id("problems").text
    hall.send("", "/clock", {"action": "next"})
    assert "not checked yet" not in hall.page().by_id("table-1").text
    refused = hall.client.post(hall.url("/rounds/2/lay"), data={"change_id": next_id()})
    assert refused.status_code == 422
    assert "Table 3" in parse(refused.text).by_id("problems").text
    assert [each.version for each in hall.tables] == [1, 1, 1]
    assert hall.client.get(hall.url("/sheets/setup.pdf?round=2")).status_code == 422
    assert hall.client.get(hall.url("/archive.zip")).status_code == 200


def test_sheets_are_printed_for_a_round(hall: Hall) -> None:
    response = hall.client.get(hall.url("/sheets/setup.pdf?round=2&paper=letter"))
    assert response.mimetype == "application/pdf"
    pdf = pypdfium2.PdfDocument(response.data)
    texts = [page.get_textpage().get_text_range() for page in pdf]
    heads = [number for number in (1, 2, 3) if any(f"Table {number}" in text for text in texts)]
    assert heads == [1, 2, 3]
    assert any("Small town" in text and "Autumn Open" in text for text in texts)
    sizes = {tuple(sorted(page.get_size())) for page in pdf}
    assert sizes == {(612.0, 792.0)}
    for wrong in ("?round=9", "?round=0", "?round=x", "?round=1&paper=a3"):
        assert hall.client.get(hall.url(f"/sheets/setup.pdf{wrong}")).status_code in (404, 422)


def test_cards_lead_to_their_tables(hall: Hall) -> None:
    response = hall.client.get(hall.url("/sheets/codes.pdf?right=play"))
    pages = [page.render(scale=2).to_pil() for page in pypdfium2.PdfDocument(response.data)]
    found = {each.text.rsplit("/", 1)[1] for page in pages for each in read_barcodes(page)}
    assert found == {each.codes.play for each in hall.tables}


def test_a_picture_shows_how_a_layout_lies(hall: Hall) -> None:
    here = f"/layouts/{layouts(hall)['Open hills']}"
    shown = hall.page(f"{here}/reset", right=Right.VIEW)
    picture = hall.client.get(shown.one("img").attributes["src"])
    assert picture.mimetype == "image/svg+xml"
    assert "Open hills" in picture.text
    pixels = Image.open(io.BytesIO(hall.client.get(hall.url(f"{here}/reset.png")).data))
    assert max(pixels.size) >= 1500
    assert hall.client.get(hall.url(f"{here}/setup.pdf", right=Right.VIEW)).data[:5] == b"%PDF-"
    assert hall.client.get(hall.url(f"{here}/legal.pdf")).data[:5] == b"%PDF-"
    report = hall.client.get(hall.url(f"{here}/legal.json")).json
    assert (report["preset"]["id"], report["ok"]) == ("default", True)


def test_codes_are_not_printed_for_those_who_watch(hall: Hall) -> None:
    for right in (Right.VIEW, Right.PLAY):
        assert hall.client.get(hall.url("/sheets/codes.pdf", right=right)).status_code == 403


def test_the_list_of_layouts_gives_every_way_to_more(hall: Hall) -> None:
    page = parse(hall.client.get(hall.url("/layouts")).text)
    groups = [each.attributes["label"] for each in page.all("optgroup")]
    assert groups == ["Come along", "As on a table of the event"]


def test_a_table_is_played_also_when_its_event_cannot_be_read(hall: Hall) -> None:
    with connect(hall.db_path) as db:
        db.execute(
            "UPDATE events SET document = json_set(document, '$.options', json('{\"old.option\": 1}'))"
        )
    page = hall.client.get(f"/t/{hall.tables[0].codes.view}")
    assert page.status_code == 200
    assert not parse(page.text).all("aside", id="hall")


def test_a_sheet_a_layout_names_its_tables(client: FlaskClient, fresh_db: Path) -> None:
    hall = keep_hall(client, fresh_db, tables=6)
    hall.send("/tables/4", "/tables/4", {"layout-1": "Open hills"})
    pages = {}
    for per in ("layout", "table"):
        with hall.client.get(hall.url(f"/sheets/setup.pdf?round=1&per={per}")) as response:
            pdf = pypdfium2.PdfDocument(io.BytesIO(response.data))
        pages[per] = [page.get_textpage().get_text_range() for page in pdf]
    heads = [text for text in pages["layout"] if "page 1 of" in text]
    assert len(heads) == 2
    assert "Open hills" in heads[0]
    assert "Tables 1, 3–5" in heads[0]
    assert "Tables 2, 6" in heads[1]
    assert len([text for text in pages["table"] if "page 1 of" in text]) == 6
    assert "2 layouts, 6 tables" in hall.page("/sheets").by_id("setup").text


def test_a_map_of_another_tool_becomes_a_layout(hall: Hall) -> None:
    text = board_text(16, 17, {(4, 4): (2, ""), (8, 8): (0, "woods:1")})
    file = {"file": (io.BytesIO(text.encode()), "Old Ford.board")}
    sent = hall.stamp("/layouts", "/layouts/upload")
    answer = hall.client.post(hall.url("/layouts/upload"), data={**sent, **file})
    assert answer.status_code == 303, answer.text
    preview = parse(hall.client.get(answer.location).text)
    assert "28.29 by 35 inches" in preview.one("figcaption").text
    assert preview.by_id("f-name").attributes["value"] == "Old Ford"
    asked = {"change_id": next_id(), "name": "Ford", "kind.1": ""}
    for _ in range(2):  # sent twice it is added once
        made = hall.client.post(answer.location.partition("?")[0], data=asked)
        assert made.status_code == 303, made.text
    with connect(hall.db_path) as db:
        [ford] = [each for each in layouts_of(db, hall.id) if each.name == "Ford"]
    features = ford.document["features"]
    assert isinstance(features, list)
    assert [each["properties"]["kind"] for each in features] == ["hill"]
    assert "28.29 × 35″" in parse(hall.client.get(hall.url("/layouts")).text).text
    again = hall.client.post(answer.location, data={"change_id": next_id(), "name": "Ford"})
    assert again.status_code == 422, "another layout has this name"


@pytest.mark.parametrize("right", [Right.VIEW, Right.PLAY])
def test_only_the_organiser_looks_at_maps_for_layouts(hall: Hall, right: Right) -> None:
    assert hall.client.get(hall.url("/layouts/import/any", right=right)).status_code in (403, 404)


def test_the_desk_says_beside_the_tick_what_was_not_checked(hall: Hall) -> None:
    assert upload(hall, write_document(document(name="Bare", edition="ce-5.01"))) == 303
    hall.send("/layouts", "/layouts/assign", {"how": "Bare", "round": "1"})
    hall.send("/rounds/1", "/rounds/1/lay", {})
    for _ in range(4):
        hall.client.get(hall.url("/layouts/check"))
    bare = hall.page().by_id("table-1").text
    assert "no terrain" in bare
    assert "meets preset" not in bare, "there is nothing that could meet it"
    assert "not checked: terrain, symmetry, deployment zones" in bare
    hall.send("/layouts", "/layouts/assign", {"how": "Open hills", "round": "1"})
    hall.send("/rounds/1", "/rounds/1/lay", {})
    for _ in range(4):
        hall.client.get(hall.url("/layouts/check"))
    hills = hall.page().by_id("table-1").text
    assert "meets preset as far as checked" in hills
    assert "symmetry, deployment zones" in hills
    assert "routes" not in hills, "those were looked for"
    for name in ("Bare", "Open hills"):
        page = hall.page(f"/layouts/{layouts(hall)[name]}")
        assert "symmetry, deployment zones" in page.by_id("not-checked").text
