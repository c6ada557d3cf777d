"""Two players and the organizer of the server, each with a phone: what is one table's own, and what all share."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from astrike.formats.table.table_file import parse_document
from astrike.store.database.connection import connect
from astrike.store.table.codes import installation_code
from astrike.store.table.tables import StoredTable, create_table, load_table
from astrike.web.settings import utc_now
from tests.browser.conftest import Complaints, Server, faults, overhang, small_targets, squeezed, watched
from tests.builders import box, document, hill

pytestmark = pytest.mark.browser

HEAD = "chassis,model,mul_id,PV,SZ,MV,TMM,OV,Arm,Str,TP,dmgS,dmgM,dmgL,specials,skill\n"
ALDER = 'Alder,ALD-1,101,20,2,"8""",1,0,4,3,BM,2,2,1,"ECM",4\n'
FALSE_ALDER = 'Alder,ALD-1,101,1,2,"8""",1,0,99,99,BM,9,9,9,"",4\n'


@pytest.fixture
def second_phone(browser: Browser, server: Server, complaints: Complaints) -> Iterator[Page]:
    """Another player's phone."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, is_mobile=True, has_touch=True
    )
    yield watched(context, complaints)
    context.close()


def found_wrong(page: Page) -> list[str]:
    """What is wrong with the page as it stands, in light and dark."""
    wrong = [*small_targets(page), *squeezed(page), *faults(page)]
    if over := overhang(page):
        wrong.append(f"overhang {over}")
    page.emulate_media(color_scheme="dark")
    wrong += faults(page, dark=True)
    page.emulate_media(color_scheme="light")
    return [f"{page.url}: {each}" for each in wrong]


def new_table(server: Server, name: str) -> StoredTable:
    found = document(hill("h", box(20, 14, 28, 20), height=1), name=name)
    with connect(server.db) as db:
        return create_table(db, document=found, now=utc_now(), author="test")


def armor(server: Server, table: StoredTable) -> list[int]:
    """Armor of all units on a table."""
    with connect(server.db) as db:
        units = parse_document(load_table(db, table.id).document).units
    return [unit.armor for unit in units if unit.armor is not None]


def test_what_one_player_pastes_changes_nothing_for_the_other(
    phone: Page, second_phone: Page, server: Server
) -> None:
    wrong: list[str] = []
    with connect(server.db) as db:
        code = installation_code(db)
    kim, noor = new_table(server, "Kim's"), new_table(server, "Noor's")

    # The organizer of the server lets all tables have a card.
    phone.goto(server.address)
    phone.get_by_label("Join by code").fill(code)
    phone.get_by_role("button", name="Open").tap()
    expect(phone.locator("h1")).to_have_text("Shared by all tables")
    wrong += found_wrong(phone)
    phone.locator("#cards").tap()
    expect(phone.locator("h1")).to_have_text("Unit cards")
    wrong += found_wrong(phone)
    phone.get_by_role("link", name="Add cards").tap()
    phone.get_by_label("Paste what you have").fill(HEAD + ALDER)
    wrong += found_wrong(phone)
    phone.get_by_role("button", name="Preview cards").tap()
    expect(phone.locator("#counts")).to_contain_text("new: 1")
    wrong += found_wrong(phone)
    phone.get_by_role("button", name="Save 1 card").tap()
    expect(phone.locator("#found li")).to_have_count(1)
    wrong += found_wrong(phone)

    # Kim looks at a list of numbers; meanwhile Noor pastes another card of that number, and adds it.
    phone.goto(f"{server.address}/t/{kim.codes.play}/roster")
    phone.get_by_label("Paste what you have").fill("{{101,4}}")
    phone.get_by_role("button", name="Look at them").tap()
    expect(phone.locator(".read-row")).to_contain_text("A 4")
    second_phone.goto(f"{server.address}/t/{noor.codes.play}/roster")
    second_phone.get_by_label("Paste what you have").fill(HEAD + FALSE_ALDER)
    second_phone.get_by_role("button", name="Look at them").tap()
    second_phone.locator("#add-units").press("Enter")  # a second tap this quick would not count
    expect(second_phone.locator("#done")).to_contain_text("1 unit added.")
    phone.locator("#add-units").press("Enter")
    expect(phone.locator("#done")).to_contain_text("1 unit added.")
    assert (armor(server, kim), armor(server, noor)) == ([4], [99])
    assert wrong == []


def test_a_layout_is_one_tables_own_until_it_is_shared(
    phone: Page, second_phone: Page, server: Server
) -> None:
    wrong: list[str] = []
    with connect(server.db) as db:
        code = installation_code(db)
    kim, noor = new_table(server, "Kim's"), new_table(server, "Noor's")
    library = f"{server.address}/t/{noor.codes.organise}/edit/library"
    phone.goto(f"{server.address}/t/{kim.codes.organise}/edit/library")
    phone.get_by_label("Save this table's terrain as a layout named").fill("Long ridge")
    phone.locator("#save-layout").get_by_role("button", name="Save").tap()
    expect(phone.locator("#own-layouts")).to_contain_text("Long ridge")
    wrong += found_wrong(phone)
    second_phone.goto(library)
    expect(second_phone.locator("main")).not_to_contain_text("Long ridge")
    phone.locator("#own-layouts a").tap()
    phone.get_by_label("Installation code").fill("ABCDE-FGHJK")
    phone.get_by_role("button", name="Share with all tables").tap()
    expect(phone.locator("#code-problem")).to_contain_text("installation code")
    wrong += found_wrong(phone)
    phone.get_by_label("Installation code").fill(f"{code[:5]}-{code[5:]}")
    phone.get_by_role("button", name="Share with all tables").tap()
    expect(phone.locator("main")).to_contain_text("Every table of this server can use it now.")
    second_phone.goto(library)
    second_phone.locator("#shared-layouts a").tap()
    expect(second_phone.locator("#shared")).to_contain_text("For all tables")
    expect(second_phone.locator("#delete")).to_have_count(0)
    wrong += found_wrong(second_phone)
    second_phone.get_by_role("button", name="Use this layout").tap()
    second_phone.wait_for_url("**/edit")
    phone.goto(f"{server.address}/i/{code}/library")
    wrong += found_wrong(phone)
    phone.locator("#layouts a").tap()
    expect(phone.locator("h1")).to_have_text("Long ridge")
    wrong += found_wrong(phone)
    phone.get_by_role("button", name="Delete").tap()
    expect(phone.locator("#gone")).to_contain_text("Long ridge")
    phone.get_by_label("Table or event code").fill(kim.codes.view)
    phone.get_by_role("button", name="Show what it has").tap()
    expect(phone.locator("form")).to_have_count(2)
    wrong += found_wrong(phone)
    assert wrong == []
