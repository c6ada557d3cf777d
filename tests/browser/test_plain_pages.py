"""The pages around the table on a phone in a hall: readable, reachable by thumb, without a complaint of the browser."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import (
    Complaints,
    Server,
    faults,
    overhang,
    small_targets,
    squeezed,
    stand_still,
    watched,
)

pytestmark = pytest.mark.browser

PAGES = (
    "/",
    "/new",
    "/upload",
    "/device",
    "/editions",
    "/editions/ce-5.01/ce-7?only=differences",
    "/editions/ce-5.01/classic-2.3.1",
    "/editions/ce-5.01/ce-5.01",
    "/nothing-here",
    "T/more",
    "T/codes",
    "T/settings",
    "T/history",
    "T/upload",
    "T/delete",
)

FEW_ROWS = """() => {
  for (const body of document.querySelectorAll("tbody")) {
    const seen = new Map();
    for (const row of [...body.rows]) {
      const kinds = [row, ...row.querySelectorAll("*")].map((each) => `${each.tagName} ${each.className}`);
      const kind = [...new Set(kinds)].sort().join();
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      if (seen.get(kind) > 2) row.remove();
    }
  }
}"""
"""Leaves two rows of each kind in every table: of the thousand rows of two editions axe-core says the same."""


def walk(page: Page, server: Server) -> list[str]:
    page.goto(server.address)
    table = page.get_by_role("link", name="Open the demo table").get_attribute("href")
    return [server.address + path.replace("T", table or "", 1) for path in PAGES]


def test_every_page_can_be_read_by_everybody_in_light_and_in_dark(
    browser: Browser, server: Server, complaints: Complaints
) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}, color_scheme="light") as context:
        page = watched(context, complaints)
        found: dict[str, object] = {}
        for address in walk(page, server):
            page.goto(address)
            for fold in page.locator("details:not([open]) > summary").all()[:1]:
                fold.click()
            page.evaluate(FEW_ROWS)
            found[address] = faults(page)
            page.emulate_media(color_scheme="dark")
            found[f"{address} dark"] = faults(page, dark=True)
            page.emulate_media(color_scheme="light")
    assert {address: wrong for address, wrong in found.items() if wrong} == {}
    assert complaints.found == []


@pytest.mark.parametrize("widths", [(320, 390), (1280,)], ids=["phones", "desk"])
def test_every_page_fits_and_can_be_reached_by_thumb(
    browser: Browser, server: Server, complaints: Complaints, widths: tuple[int, ...]
) -> None:
    with browser.new_context(
        viewport={"width": widths[0], "height": 640}, is_mobile=widths[0] < 1000, has_touch=True
    ) as context:
        page = watched(context, complaints)
        found: dict[str, object] = {}
        for address in walk(page, server):
            page.goto(address)
            for width in widths:
                page.set_viewport_size({"width": width, "height": 640})
                stand_still(page)
                found |= {
                    f"{address} {width} small": small_targets(page),
                    f"{address} {width} overhang": overhang(page),
                    f"{address} {width} squeezed": squeezed(page),
                }
    assert {address: wrong for address, wrong in found.items() if wrong} == {}
    assert complaints.found == []


def test_nothing_needs_a_secure_context(phone: Page, server: Server) -> None:
    phone.goto(server.address)
    assert phone.evaluate("isSecureContext") is False
    phone.get_by_label("Join by code").fill("abcde-fghjk")
    phone.get_by_role("button", name="Open", exact=True).tap()
    expect(phone.get_by_role("alert")).to_have_text("No table has this code.")


def test_a_table_is_made_set_up_and_undone_by_thumb(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/new")
    phone.get_by_label("Name").fill("Hall table 7")
    phone.get_by_role("button", name="Make the table").tap()
    expect(phone).to_have_url(re.compile(r"/t/[0-9A-Z]{10}"))
    table = phone.url
    phone.goto(f"{table}/settings")
    phone.get_by_label("Visibility").select_option("dusk")
    phone.get_by_text("Sight", exact=True).tap()
    phone.get_by_label("Longest sight of ground units in inches").fill("36")
    phone.get_by_role("button", name="Save").tap()
    expect(phone.get_by_role("status")).to_have_text("Saved.")
    expect(phone.get_by_label("Visibility")).to_have_value("dusk")
    phone.wait_for_load_state()  # by then the page knows that what was typed has arrived
    phone.goto(f"{table}/history")
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.get_by_text("Undone: Settings")).to_be_visible()
    phone.goto(f"{table}/settings")
    expect(phone.get_by_label("Visibility")).to_have_value("daylight")


def test_every_page_can_be_used_without_script(
    browser: Browser, server: Server, complaints: Complaints
) -> None:
    with browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844}) as context:
        page = watched(context, complaints)
        page.goto(f"{server.address}/new")
        page.get_by_label("Name").fill("No script")
        page.get_by_role("button", name="Make the table").click()
        table = page.url
        page.goto(f"{table}/more")
        page.get_by_label("Name").fill("Renamed without script")
        page.get_by_role("button", name="Rename").click()
        expect(page.locator("h1")).to_have_text("Renamed without script")
        page.goto(f"{table}/delete")
        page.get_by_role("button", name="Delete").click()
        page.get_by_role("button", name="Bring it back").click()
        page.goto(f"{table}/more")
        expect(page.locator("h1")).to_have_text("Renamed without script")


def test_the_keyboard_reaches_the_content_first(
    browser: Browser, server: Server, complaints: Complaints
) -> None:
    with browser.new_context() as context:
        page = watched(context, complaints)
        page.goto(server.address)
        page.keyboard.press("Tab")
        skip = page.locator(":focus")
        expect(skip).to_have_text("Skip to the content")
        assert skip.evaluate("each => each.getBoundingClientRect().top") >= 0, "it can be seen"
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        expect(page.locator(":focus")).to_have_id("code")


def test_a_theme_chosen_by_hand_wins_over_the_system(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/device")
    light = phone.evaluate("getComputedStyle(document.body).backgroundColor")
    phone.get_by_role("button", name="Dark").tap()
    expect(phone.locator("html")).to_have_attribute("data-theme", "dark")
    assert phone.evaluate("getComputedStyle(document.body).backgroundColor") != light
