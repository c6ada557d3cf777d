"""The End Phase by thumb: from the last attack to the next turn in a few taps, and everything fits every phone."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, Page, expect

from astrike.store.database.connection import connect
from astrike.store.table.codes import Codes
from astrike.store.table.tables import create_table
from tests.browser.conftest import Complaints, Server, faults, overhang, small_targets, squeezed, watched
from tests.builders import Json, area, box, document, mech, point, vehicle

NOW = datetime(2026, 11, 27, 18, 30, tzinfo=UTC)
OVER = {"fired": True, "motion": "ground"}
UNITS = [
    mech("A", at=(6, 6), side="red", name="Alder", heat_made=2, heat=2, **OVER),
    mech("B", at=(6, 30), side="blue", name="Birch", heat_made=1, **OVER),
    vehicle("V", at=(12, 6), side="red", name="Axel Heavy Tank Mk 2", pending={"rolls": ["motive"]}, **OVER),
]
MORE = [
    mech("C", at=(12, 30), side="blue", name="Cedar", pending={"rolls": ["critical"]}, **OVER),
    mech("D", at=(18, 30), side="blue", name="Dogwood", structure_left=0, armor_left=0, state=["destroyed"]),
    mech("E", at=(18, 6), side="red", name="Elm", structure_left=2, armor_left=0, state=["bogged"], **OVER),
    area("field", box(4, 4, 8, 8), kind="minefield", density=1),
    point("poi", (20, 20), kind="poi", name="Crossroads"),
]


def kept(server: Server, *features: Json, phase: str) -> Codes:
    table = document(*features, phase=phase, initiative=["red", "blue"])
    with connect(server.db) as db:
        return create_table(db, document=table, now=NOW, author="Kim").codes


@pytest.fixture
def after_combat(server: Server) -> Codes:
    """Keep a table on which all attacks are made."""
    return kept(server, *UNITS, phase="combat")


@pytest.fixture
def full(server: Server) -> Codes:
    """Keep a table with everything that the page can show."""
    return kept(server, *UNITS, *MORE, phase="end")


def test_two_hot_units_and_a_roll_take_three_taps(phone: Page, server: Server, after_combat: Codes) -> None:
    phone.goto(f"{server.address}/t/{after_combat.play}")
    phone.locator("#next-step").tap()
    expect(phone.locator("h1")).to_have_text("End Phase of turn 1")
    expect(phone.locator("#rolls")).to_contain_text("1 of 1 open")
    phone.get_by_role("button", name="Roll Axel").tap()
    expect(phone.locator("#rolls")).to_contain_text("0 of 1 open")
    expect(phone.locator("#heat")).to_contain_text("shuts down")
    phone.locator("#finish").tap()
    expect(phone.locator("#turn b")).to_contain_text("Turn 2 · Initiative")
    phone.go_back()
    expect(phone.locator("#not-yet")).to_be_visible()


def test_heat_is_stepped_dice_are_typed_and_undo_brings_them_back(
    phone: Page, server: Server, full: Codes
) -> None:
    phone.goto(f"{server.address}/t/{full.play}/end")
    phone.get_by_role("button", name="less: Alder").tap()
    expect(phone.locator("[name=heat-A]")).to_have_value("3")
    row = phone.locator("[data-event='critical.C']")
    row.locator("summary").tap()
    row.locator("input").fill("4")
    row.get_by_role("button", name="Use roll").tap()
    expect(phone.locator("#rolls")).to_contain_text("Critical hit: 4, Fire control")
    expect(phone.locator("[name=heat-A]")).to_have_value("3")
    phone.locator("header [aria-label^=Undo]").tap()
    expect(row).to_be_visible()
    phone.locator("#roll-all").tap()
    expect(row).to_have_count(0)


def test_it_fits_every_phone_in_light_and_dark(phone: Page, server: Server, full: Codes) -> None:
    for code in (full.play, full.view):
        phone.goto(f"{server.address}/t/{code}/end")
        phone.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
        assert faults(phone) == []
        phone.emulate_media(color_scheme="dark")
        assert faults(phone, dark=True) == []
        phone.emulate_media(color_scheme="light")
        # A reader's own size counts in media queries too: 390 px at 200 % are as narrow as 195.
        for width, high in ((390, 844), (320, 640), (195, 422)):
            phone.set_viewport_size({"width": width, "height": high})
            assert overhang(phone) == 0, width
            assert width < 320 or small_targets(phone) == []
            assert width < 320 or squeezed(phone) == []


def test_without_script_a_turn_ends_as_well(
    browser: Browser, server: Server, complaints: Complaints, full: Codes
) -> None:
    with browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844}) as context:
        page = watched(context, complaints)
        page.goto(f"{server.address}/t/{full.play}/end")
        page.locator("[name=heat-A]").fill("1")
        page.get_by_role("button", name="Roll Axel").click()
        expect(page.locator("#rolls")).to_contain_text("Motive damage: ")
        expect(page.locator("[name=heat-A]")).to_have_value("1")
        page.locator("#finish").click()
        expect(page.locator("#turn b")).to_contain_text("Turn 2 · Initiative")
