"""A map of another tool is chosen, looked at, corrected and accepted by touch; it can be read, fits and is undone."""

import pytest
from playwright.sync_api import Page, expect

from astrike.formats.table.table_file import parse_document
from astrike.model.table import Table
from astrike.store.database.connection import connect
from astrike.store.table.codes import Codes
from astrike.store.table.tables import create_table, load_table
from astrike.web.settings import utc_now
from tests.browser.conftest import Server, faults, overhang, small_targets, squeezed
from tests.builders import box, document, hill, mech
from tests.web.terrain.test_import_page import TEXT

pytestmark = pytest.mark.browser

FILE = {"name": "hall.dd2vtt", "mimeType": "application/octet-stream", "buffer": TEXT.encode()}


def kept_table(server: Server) -> tuple[int, Codes]:
    with connect(server.db) as db:
        table = create_table(
            db,
            document=document(hill("h", box(4, 4, 12, 12)), mech("A", at=(40, 30))),
            now=utc_now(),
            author="test",
        )
    return table.id, table.codes


def stored(server: Server, table_id: int) -> Table:
    with connect(server.db) as db:
        return parse_document(load_table(db, table_id).document)


def found_wrong(page: Page) -> list[str]:
    wrong = [*small_targets(page), *squeezed(page), *faults(page)]
    if over := overhang(page):
        wrong.append(f"overhang {over}")
    page.emulate_media(color_scheme="dark")
    wrong += faults(page, dark=True)
    page.emulate_media(color_scheme="light")
    return [f"{page.url}: {each}" for each in wrong]


def test_a_map_is_chosen_corrected_accepted_and_taken_back(phone: Page, server: Server) -> None:
    table_id, codes = kept_table(server)
    wrong: list[str] = []
    phone.goto(f"{server.address}/t/{codes.organise}/edit?tool=more")
    phone.get_by_role("link", name="Map from a file").tap()
    phone.locator("#f-file").set_input_files(FILE)
    phone.get_by_role("button", name="Look at it").tap()
    caption = phone.locator("figcaption")
    expect(caption).to_contain_text("24 by 18 inches")
    wrong += found_wrong(phone)
    # The map follows the fields without a new page, and nothing is stored by it.
    phone.evaluate("window.isSamePage = true")
    phone.get_by_label("Inches per cell").fill("2")
    phone.get_by_label("becomes").first.select_option(label="Hill")
    expect(caption).to_contain_text("48 by 36 inches")
    expect(caption).to_contain_text("Hill 1")
    assert phone.evaluate("window.isSamePage") is True
    assert len(stored(server, table_id).terrain) == 1
    phone.get_by_label("Inches per cell").fill("wide")
    phone.get_by_label("Inches per cell").blur()
    expect(phone.locator("#problems")).to_contain_text("a number above 0")
    phone.get_by_label("Inches per cell").fill("2")
    phone.get_by_label("Put it").select_option(label="Beside what lies here")
    expect(caption).to_contain_text("48 by 36 inches")
    phone.get_by_role("button", name="Use it").tap()
    phone.wait_for_url("**/edit")
    kinds = [piece.kind for piece in stored(server, table_id).terrain]
    assert sorted(kinds) == ["hill", "hill", "wall"]
    phone.locator(".bar [aria-label^=Undo]").tap()
    expect(phone.locator(".bar [aria-label^=Redo]")).to_be_visible()
    assert [piece.id for piece in stored(server, table_id).terrain] == ["h"]
    assert wrong == []


def test_a_file_that_is_no_map_is_told_what_it_seems_to_be(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/upload")
    picture = {"name": "hall.png", "mimeType": "image/png", "buffer": b"\x89PNG\r\n\x1a\n" + bytes(200)}
    phone.locator("#f-file").set_input_files(picture)
    phone.get_by_role("button", name="Open the file").tap()
    expect(phone.locator("#problems")).to_contain_text("a picture (PNG)")
    assert found_wrong(phone) == []
