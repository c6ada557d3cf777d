"""What all tables share is changed by the installation's code: cards, pieces and layouts, and the code itself."""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from astrike.formats.table.table_file import write_document
from astrike.model.roster import RosterUnit
from astrike.store.database.connection import connect
from astrike.store.table.codes import installation_code
from astrike.store.terrain.library import Kind, all_saved
from astrike.store.units.catalog import StoredCatalog, cards_of, remember
from tests.builders import box, document, hill, mech
from tests.formats.maps.sketches import board_text
from tests.web.conftest import NOW, Kept, next_id
from tests.web.every_route import assert_clean, assert_well_made
from tests.web.page import Element, parse

HEAD = "chassis,model,mul_id,PV,SZ,MV,TMM,OV,Arm,Str,TP,dmgS,dmgM,dmgL,specials,skill\n"
ALDER = 'Alder,ALD-1,101,20,2,"8""",1,0,4,3,BM,2,2,1,"ECM",4\n'
BIRCH = 'Birch,BIR-2,102,30,3,"6""",1,1,6,5,BM,3,3,3,"",3\n'


@dataclass(frozen=True)
class Installation:
    """The installation, with the client that holds its code."""

    client: FlaskClient
    db_path: Path

    @property
    def code(self) -> str:
        with connect(self.db_path) as db:
            return installation_code(db)

    def url(self, path: str = "") -> str:
        return f"/i/{self.code}{path}"

    def page(self, path: str = "") -> Element:
        """Ask for a page that is there, and is well made."""
        with self.client.get(path if path.startswith("/i/") else self.url(path)) as response:
            assert response.status_code == 200, response.text
            page = parse(response.text)
        assert_well_made(page)
        assert_clean(page)
        return page

    def post(self, path: str, data: Mapping[str, object] | None = None) -> TestResponse:
        address = path if path.startswith("/i/") else self.url(path)
        return self.client.post(address, data={"change_id": next_id(), **(data or {})})

    def sent(self, path: str, data: Mapping[str, object] | None = None) -> str:
        """Post what is accepted; give where it leads."""
        response = self.post(path, data)
        assert response.status_code == 303, response.text
        return response.headers["Location"]

    def armor(self, number: int = 101) -> object:
        """Armor on the shared card of this number."""
        with connect(self.db_path) as db:
            found = StoredCatalog(db).by_mul(number)
            return None if found is None else found.card["armor"]

    def names(self, kind: Kind) -> list[str]:
        with connect(self.db_path) as db:
            return [each.name for each in all_saved(db, kind, owner=None)]

    def id_of(self, name: str) -> int:
        with connect(self.db_path) as db:
            saved = (*all_saved(db, "layout", owner=None), *all_saved(db, "piece", owner=None))
            return next(each.id for each in saved if each.name == name)


@pytest.fixture
def installation(client: FlaskClient, fresh_db: Path) -> Installation:
    return Installation(client, fresh_db)


def test_its_code_is_typed_on_the_start_page(installation: Installation) -> None:
    code = installation.code
    opened = installation.client.post("/open", data={"code": f"{code[:5]}-{code[5:]}".lower()})
    assert (opened.status_code, opened.headers["Location"]) == (303, f"/i/{code}")
    page = installation.page()
    assert f"{code[:5]}-{code[5:]}" in page.by_id("ticket-organise").text
    assert "0 cards" in page.by_id("cards").text


def test_its_code_is_drawn_anew_and_the_old_one_is_void(installation: Installation) -> None:
    old = installation.code
    leads = installation.sent("/code")
    assert installation.code != old
    assert leads.startswith(installation.url())
    assert installation.client.get(f"/i/{old}").status_code == 404
    assert installation.client.get(f"/i/{old}/cards").status_code == 404
    assert installation.page()


# ---- cards


def preview_of(installation: Installation, text: str) -> str:
    return installation.sent("/cards/bring", {"text": text})


def keep(installation: Installation, preview: str) -> str:
    return installation.sent(preview, installation.page(preview).by_id("keep").fields())


def test_cards_are_looked_at_before_they_are_for_all_tables(installation: Installation, kept: Kept) -> None:
    preview = preview_of(installation, HEAD + ALDER + BIRCH)
    page = installation.page(preview)
    assert "new: 2" in page.by_id("counts").text
    assert installation.armor() is None
    leads = keep(installation, preview)
    assert "2 cards saved" in installation.page(leads).text
    rows = installation.page("/cards?find=alder").by_id("found").all("li")
    assert len(rows) == 1
    assert "from MekBay table" in rows[0].text
    assert "2 unit cards saved here" in kept.page("/units").by_id("known").text


def test_what_an_import_replaces_is_shown_beside_it(installation: Installation) -> None:
    keep(installation, preview_of(installation, HEAD + ALDER + BIRCH))
    preview = preview_of(installation, HEAD + ALDER.replace(",4,3,BM", ",9,3,BM") + BIRCH)
    page = installation.page(preview)
    assert "replaces the card: 1 · saved already: 1" in page.by_id("counts").text
    first = page.by_id("cards").all("li")[0].text.replace("\N{NO-BREAK SPACE}", " ")
    assert "A 9 S 3" in first
    assert "A 4 S 3" in first
    keep(installation, preview)
    assert installation.armor() == 9


def test_what_was_previewed_is_what_is_kept_or_nothing(installation: Installation) -> None:
    preview = preview_of(installation, HEAD + ALDER)
    shown = installation.page(preview).by_id("keep").fields()
    with connect(installation.db_path) as db:
        card = {"type": "BM", "armor": 7, "structure": 1}
        remember(db, [RosterUnit("Alder", mul=101, card=card)], owner=None, source="other", now=NOW)
    late = installation.post(preview, shown)
    assert late.status_code == 409
    page = parse(late.text)
    assert "Nothing was saved" in page.by_id("late").text
    assert "replaces the card: 1" in page.by_id("counts").text
    assert installation.armor() == 7
    installation.sent(preview, page.by_id("keep").fields())
    assert installation.armor() == 4


def test_a_list_without_cards_has_nothing_to_keep(installation: Installation) -> None:
    page = installation.page(preview_of(installation, "{{101,4},{102,4}}"))
    assert "no unit cards" in page.text
    assert not page.all("button", form="keep")
    refused = installation.post("/cards/bring", {"text": "no list"})
    assert refused.status_code == 422
    assert parse(refused.text).by_id("f-text").text == "no list"


def test_a_card_is_deleted_and_brought_back(installation: Installation) -> None:
    keep(installation, preview_of(installation, HEAD + ALDER + BIRCH))
    with connect(installation.db_path) as db:
        (alder,) = cards_of(db, owner=None, words="alder")
    for _sent in ("at first", "and again"):
        installation.sent(f"/cards/{alder.id}/delete", {"find": "alder"})
    assert installation.armor() is None
    assert "Alder" in installation.page("/cards").by_id("gone").text
    installation.sent(f"/cards/{alder.id}/restore")
    assert installation.armor() == 4
    for path in ("/cards/999/delete", "/cards/x/restore"):
        assert installation.post(path).status_code == 404


def test_a_long_catalogue_has_pages(installation: Installation) -> None:
    many = "".join(ALDER.replace("ALD-1,101", f"ALD-{k},{2000 + k}") for k in range(70))
    preview = preview_of(installation, HEAD + many)
    assert "and 10 cards more" in installation.page(preview).text
    keep(installation, preview)
    first = installation.page("/cards")
    assert len(first.by_id("found").all("li")) == 40
    (more,) = (each.attributes["href"] for each in first.all("a") if each.text == "More")
    assert len(installation.page(more).by_id("found").all("li")) == 30


# ---- pieces and layouts


def test_a_tables_terrain_and_what_it_saved_become_shared(installation: Installation, kept: Kept) -> None:
    kept.send("/edit/library/piece", {"name": "Knoll", "piece": "h"})
    page = installation.page(f"/library/from?of={kept.codes.view}")
    forms = page.all("form")
    assert [form.all("input", name="name")[0].attributes["value"] for form in forms] == [
        "Hall table 7",
        "Knoll",
    ]
    for form, name in zip(forms, ("Valley", "Crag"), strict=True):
        installation.sent("/library/from", {**form.fields(), "name": name})
    assert (installation.names("layout"), installation.names("piece")) == (["Valley"], ["Crag"])
    listed = installation.page("/library")
    assert "Valley" in listed.by_id("layouts").text
    assert "1 of 300" in listed.by_id("pieces").text
    assert "Valley" in kept.page("/edit/library").by_id("shared-layouts").text
    assert installation.page(f"/library/{installation.id_of('Valley')}").all("figure")
    wrong = installation.post("/library/from", {"of": kept.codes.view, "what": "saved-99"})
    assert wrong.status_code == 422


@pytest.mark.parametrize("typed", ["", "ABCDE-FGHJK", "own"])
def test_a_code_that_opens_no_table_and_no_event_is_named(installation: Installation, typed: str) -> None:
    of = installation.code if typed == "own" else typed
    response = installation.client.get(installation.url("/library/from"), query_string={"of": of})
    assert response.status_code == 422
    assert "code of a table or an event" in parse(response.text).by_id("of-problem").text


def test_layouts_come_from_files(installation: Installation) -> None:
    table = document(hill("h", box(12, 14, 15, 20), height=1), mech("A", at=(3, 3)), name="Ford")
    file = {"file": (io.BytesIO(write_document(table)), "ford.astrike.json"), "name": ""}
    installation.sent("/library/upload", file)
    assert installation.names("layout") == ["Ford"]
    board = {"file": (io.BytesIO(board_text(8, 8, {(3, 3): (2, "")}).encode()), "town.board"), "name": ""}
    preview = installation.sent("/library/upload", board)
    page = installation.page(preview)
    installation.sent(preview, {**page.by_id("preview").fields(), "name": "Town"})
    assert installation.names("layout") == ["Ford", "Town"]
    refused = installation.post("/library/upload", {"file": (io.BytesIO(b"{}"), "x.json")})
    assert refused.status_code == 422


def test_what_is_shared_is_renamed_deleted_and_brought_back(installation: Installation, kept: Kept) -> None:
    (form,) = installation.page(f"/library/from?of={kept.codes.view}").all("form")
    installation.sent("/library/from", form.fields())
    saved = installation.id_of("Hall table 7")
    path = f"/library/{saved}"
    assert installation.post(f"{path}/rename", {"name": " "}).status_code == 422
    installation.sent(f"{path}/rename", {"name": "Valley"})
    assert installation.names("layout") == ["Valley"]
    for _sent in ("at first", "and again"):
        installation.sent(f"{path}/delete")
    assert installation.names("layout") == []
    assert kept.client.get(kept.url(f"/edit/library/{saved}")).status_code == 404
    assert "Valley" in installation.page("/library").by_id("gone").text
    installation.sent(f"{path}/restore")
    assert installation.names("layout") == ["Valley"]
    assert installation.client.get(installation.url("/library/x")).status_code == 404


def test_what_is_a_tables_own_is_not_the_installations(installation: Installation, kept: Kept) -> None:
    kept.send("/edit/library/piece", {"name": "Knoll", "piece": "h"})
    page = kept.page("/edit/library")
    (key,) = {
        each.attributes["href"].rpartition("/")[2]
        for each in page.by_id("own-pieces").all("a", class_="task-pic")
    }
    assert installation.client.get(installation.url(f"/library/{key}")).status_code == 404
    for path in ("rename", "delete", "restore"):
        assert installation.post(f"/library/{key}/{path}", {"name": "Mine"}).status_code == 404
