"""A day at the desk: an event is made, laid out, printed and timed on a laptop, and seen on the phone at a table."""

import re

import pypdfium2
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Complaints, Server, faults, overhang, small_targets, squeezed, watched

pytestmark = pytest.mark.browser

OF_EVENT = (
    "",
    "/hall",
    "/tables/1",
    "/layouts",
    "/rounds/1",
    "/sheets",
    "/rulings",
    "/codes",
    "/more",
    "/settings",
    "/log",
)


def make_event(page: Page, server: Server, *, tables: int = 3) -> str:
    page.goto(server.address)
    page.get_by_role("link", name="Organize an event").click()
    page.get_by_label("Name of the event").fill("Autumn Open")
    page.get_by_label("Tables", exact=True).fill(str(tables))
    page.get_by_role("button", name="Make the event").click()
    expect(page.get_by_role("heading", name="Autumn Open")).to_be_visible()
    return page.url


def test_an_event_is_run_from_the_desk_and_seen_at_a_table(laptop: Page, phone: Page, server: Server) -> None:
    desk = make_event(laptop, server)
    expect(laptop.locator("tbody tr")).to_have_count(3)

    laptop.get_by_role("link", name="Layouts", exact=True).click()
    laptop.get_by_label("From", exact=True).select_option(label="Open hills")
    laptop.locator("#add").get_by_role("button", name="Add").click()
    laptop.get_by_role("button", name="All: Open hills").click()
    expect(laptop.locator("#table-3")).to_contain_text("Open hills")
    expect(laptop.locator("#table-3")).to_contain_text(
        re.compile("not applied yet|fail|close"), timeout=30_000
    )

    laptop.get_by_role("link", name="Rounds", exact=True).click()
    laptop.get_by_label("Pairing, table 2").fill("08 v 19")
    laptop.get_by_role("button", name="Save").click()
    laptop.get_by_role("button", name="Put them on all tables").click()
    expect(laptop.get_by_role("status")).to_contain_text("3 tables")
    laptop.goto(desk)
    expect(laptop.locator("#table-3")).to_contain_text(re.compile("meets preset|fail|close"), timeout=30_000)

    laptop.goto(f"{desk}/sheets")
    with laptop.expect_download() as saved:
        laptop.locator("#setup li").first.get_by_role("link", name="A4").click()
    pdf = pypdfium2.PdfDocument(saved.value.path())
    assert "Tables 1–3" in pdf[0].get_textpage().get_text_range()

    # The phone follows the hall's code to its table.
    laptop.goto(desk)
    phone.goto(laptop.locator("#join .address").inner_text())
    phone.get_by_role("link", name="08 v 19").tap()
    strip = phone.locator("#hall")
    expect(strip).to_contain_text("Table 2")
    laptop.get_by_role("button", name="Start round 1").click()
    expect(strip).to_contain_text("Round 1 of 3")
    expect(strip.locator(".hall-left")).to_have_text(re.compile(r"89:5\d"))
    before = strip.locator(".hall-left").inner_text()
    expect(strip.locator(".hall-left")).not_to_have_text(before)  # it counts on
    phone.evaluate("() => { const told = Date.now; Date.now = () => told() + 600_000; }")
    before = strip.locator(".hall-left").inner_text()
    expect(strip.locator(".hall-left")).not_to_have_text(before)
    expect(strip.locator(".hall-left")).to_have_text(
        re.compile(r"89:\d\d")
    )  # the phone's own time is nothing to it
    laptop.get_by_role("button", name="Pause").click()
    expect(strip.get_by_text("Paused")).to_be_visible()
    shown = laptop.locator("#clock-left").inner_text()
    expect(strip.locator(".hall-left")).to_have_text(shown)
    laptop.locator("#undo").get_by_text("Undo: Round 1 paused").click()
    expect(strip.get_by_text("Paused")).to_be_hidden()
    laptop.get_by_role("button", name="Pause").click()
    expect(strip.get_by_text("Paused")).to_be_visible()
    laptop.get_by_label("To every table").fill("Lunch at 12:30")
    laptop.get_by_role("button", name="Say").click()
    expect(strip.locator(".hall-said")).to_have_text("Lunch at 12:30")
    strip.get_by_role("button", name="Read").tap()
    expect(strip.locator(".hall-said")).to_be_hidden()
    phone.reload()
    expect(strip.get_by_text("Paused")).to_be_visible()
    expect(strip.locator(".hall-said")).to_be_hidden()
    assert small_targets(phone) == []
    expect(phone.get_by_role("heading", name="Table 2")).to_be_visible()
    assert overhang(phone) == 0
    strip.get_by_role("link", name="Round 1 of 3").tap()
    expect(phone.get_by_text("Nothing reported yet.")).to_be_visible()  # this code is for watching


def test_twenty_tables_stand_on_one_screen(laptop: Page, server: Server) -> None:
    make_event(laptop, server, tables=20)
    room = laptop.evaluate(
        """() => ['.desk-main', '.desk-side'].map((each) => document.querySelector(each))
        .map((each) => each.scrollHeight - each.clientHeight)"""
    )
    assert room == [0, 0]
    assert overhang(laptop) == 0
    expect(laptop.locator("#table-20")).to_be_in_viewport(ratio=1)
    assert faults(laptop) == []


def test_every_page_of_an_event_is_for_everybody(
    browser: Browser, laptop: Page, server: Server, complaints: Complaints
) -> None:
    desk = make_event(laptop, server)
    found: dict[str, object] = {}
    with browser.new_context(
        viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, color_scheme="light"
    ) as context:
        page = watched(context, complaints)
        table = laptop.locator("#table-1 td.now a").get_attribute("href")
        of_table = (f"/{table}/result", f"/{table}/deployments")
        for path in (*OF_EVENT, *of_table, "//events/new", "//events/bring"):
            page.goto(f"{server.address}{path[1:]}" if path.startswith("//") else f"{desk}{path}")
            found[f"{path} small"] = small_targets(page)
            found[f"{path} squeezed"] = squeezed(page)
            found[f"{path} overhang"] = overhang(page)
            found[f"{path} light"] = faults(page)
            page.emulate_media(color_scheme="dark")
            found[f"{path} dark"] = faults(page, dark=True)
            page.emulate_media(color_scheme="light")
            page.set_viewport_size({"width": 320, "height": 640})
            found[f"{path} 320"] = overhang(page)
            page.set_viewport_size({"width": 390, "height": 844})
    assert {what: wrong for what, wrong in found.items() if wrong} == {}
