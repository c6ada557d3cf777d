"""A turn is led by thumb from initiative to the next turn, and every step of it can be read and reached."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from astrike.store.database.connection import connect
from astrike.store.table.codes import Codes
from astrike.store.table.tables import create_table
from tests.browser.conftest import Server, faults, overhang, small_targets
from tests.builders import box as rectangle
from tests.builders import document, hill, mech

NOW = datetime(2026, 11, 27, 18, 30, tzinfo=UTC)
UNITS = [mech(f"R{n}", at=(6 + 6 * n, 6), side="red", name=f"Alder {n}", motion="unmoved") for n in range(2)]
UNITS += [
    mech(f"B{n}", at=(6 + 6 * n, 30), side="blue", name=f"Birch {n}", motion="unmoved") for n in range(2)
]


@pytest.fixture
def codes(server: Server) -> Codes:
    """Keep a table on which a game begins."""
    table = document(*UNITS, hill("h", rectangle(20, 14, 28, 20), height=1), phase="initiative")
    with connect(server.db) as db:
        return create_table(db, document=table, now=NOW, author="Kim").codes


def title(page: Page) -> str:
    return page.locator("#turn b").text_content() or ""


def go_on(page: Page, label: str, shown: str) -> None:
    """Tap what comes next, and wait for the step after it."""
    expect(page.locator("#next-step")).to_contain_text(label)
    page.locator("#next-step").tap()
    expect(page.locator("#turn b")).to_contain_text(shown)


def test_a_turn_is_led_by_thumb(phone: Page, server: Server, codes: Codes) -> None:
    phone.goto(f"{server.address}/t/{codes.play}")
    look_at(phone)
    phone.get_by_role("button", name="All sides").tap()
    expect(phone.locator("#seat")).to_contain_text("You play all sides")
    phone.locator("#next-step").tap()
    phone.locator("#roll-initiative").tap()
    expect(phone.locator("#turn b")).to_contain_text("Movement")
    look_at(phone)
    for left in ("1 of 2", "1 of 1", "1 of 1"):
        phone.locator("#still").tap()
        expect(phone.locator("#turn b")).to_contain_text(left)
    phone.locator("#still").tap()
    go_on(phone, "On to combat", "2 still to attack")
    look_at(phone)
    for _side in range(2):
        before = title(phone)
        if phone.locator("#hold-fire-of").count():
            phone.locator("#hold-fire-of").tap()
        phone.locator("#hold-fire").tap()
        expect(phone.locator("#turn b")).not_to_have_text(before)
    phone.locator("#next-step").tap()
    expect(phone.locator("h1")).to_have_text("End Phase of turn 1")
    phone.locator("#finish").tap()
    expect(phone.locator("#turn b")).to_contain_text("Turn 2 · Initiative")


def test_the_bar_goes_and_the_settings_of_the_phone_bring_it_back(
    phone: Page, server: Server, codes: Codes
) -> None:
    phone.goto(f"{server.address}/t/{codes.play}")
    phone.get_by_role("button", name="I watch").tap()
    expect(phone.locator("#seat")).to_contain_text("You are watching")
    expect(phone.locator("#next-step")).to_have_count(0)
    phone.locator("#seat summary").tap()
    phone.locator("#bar-off").tap()
    expect(phone.locator("#turn")).to_have_count(0)
    phone.goto(f"{server.address}/t/{codes.play}/more")
    phone.locator("#bar-on").tap()
    expect(phone.locator("#turn")).to_be_visible()


def look_at(page: Page) -> None:
    assert faults(page) == []
    assert small_targets(page) == []
    assert overhang(page) == 0
