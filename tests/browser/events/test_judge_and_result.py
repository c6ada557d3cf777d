"""A game of an event on two phones and the desk: a judge is called, comes, decides; a result is typed beside names."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Complaints, Server, faults, overhang, small_targets, squeezed, watched

pytestmark = pytest.mark.browser


@pytest.fixture
def desk(browser: Browser, server: Server, complaints: Complaints) -> Iterator[Page]:
    """The desk of an event of three tables, with a pairing at the second."""
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        page = watched(context, complaints)
        page.goto(f"{server.address}/events/new")
        page.get_by_label("Name of the event").fill("Autumn Open")
        page.get_by_label("Tables", exact=True).fill("3")
        page.get_by_role("button", name="Make the event").click()
        expect(page.get_by_role("heading", name="Autumn Open")).to_be_visible()
        address = page.url
        page.goto(f"{address}/rounds/1")
        page.locator("#paste summary").click()
        page.get_by_label("Table number, then the two players").fill("Table 2: Marek vs. Nadia\n3,Ben,Ada")
        page.get_by_role("button", name="Preview").click()
        expect(page.locator("#understood")).to_contain_text("Marek – Nadia")
        page.get_by_role("button", name="Save these pairings").click()
        expect(page.get_by_role("status")).to_contain_text("2 tables")
        page.goto(address)
        page.get_by_role("button", name="Start round 1").click()
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
        yield page
    assert complaints.found == []


def table_of(desk: Page, number: int) -> str:
    """The address by which players come to a table."""
    code = desk.locator(f"#table-{number} td.now a").get_attribute("href")
    with desk.context.expect_page() as opened:
        desk.evaluate("address => { open(address); }", f"{code}/codes")
    page = opened.value
    address = page.locator("#ticket-play .address").inner_text()
    page.close()
    return address


def test_a_judge_is_called_comes_and_decides(desk: Page, phone: Page, other_phone: Page) -> None:
    address = table_of(desk, 2)
    phone.goto(address)
    other_phone.goto(f"{address}/result")
    assert small_targets(phone) == []
    assert overhang(phone) == 0
    phone.get_by_role("button", name="Call a judge").tap()
    for each in (phone, other_phone):
        expect(each.locator(".hall-judge")).to_contain_text(re.compile(r"Judge called at \d\d:\d\d"))
        expect(each.get_by_role("button", name="Call a judge")).to_be_hidden()
    expect(desk.locator("#call-table-2")).to_contain_text("Marek v Nadia")
    expect(desk.locator("#table-2")).to_contain_text("judge")
    assert phone.url == address, "nobody left the map"
    assert small_targets(phone) == []

    # The other phone takes it back, and calls again with what it is about.
    other_phone.get_by_role("button", name="Cancel call").tap()
    expect(phone.get_by_role("button", name="Call a judge")).to_be_visible()
    expect(desk.locator("#call-table-2")).to_be_hidden()
    phone.get_by_role("button", name="Call a judge").tap()
    phone.locator(".hall-judge a").tap()
    phone.get_by_label("What it is about").fill("Do the woods block?")
    phone.get_by_role("button", name="Update call").tap()
    expect(desk.locator("#call-table-2")).to_contain_text("Do the woods block?")
    assert [*small_targets(phone), *squeezed(phone), *faults(phone), *faults(desk)] == []

    desk.get_by_role("button", name="On my way").click()
    for each in (phone, other_phone):
        expect(each.locator(".hall-judge")).to_contain_text("Judge on the way")
    expect(desk.locator("#call-table-2")).to_contain_text("On the way")
    desk.get_by_label("Decision at table 2").fill("They block")
    desk.get_by_role("button", name="Close call").click()
    for each in (phone, other_phone):
        expect(each.locator(".hall-judge")).to_contain_text("Judge decided: They block")
        expect(each.get_by_role("button", name="Call a judge")).to_be_visible()
    expect(desk.locator(".box-call")).to_have_count(0)


def test_a_result_is_typed_beside_the_names(desk: Page, phone: Page, other_phone: Page) -> None:
    address = table_of(desk, 2)
    for each in (phone, other_phone):
        each.goto(address)
        each.get_by_role("link", name="Round 1 of 3").tap()
    phone.get_by_label("Marek").fill("14")
    phone.get_by_label("Nadia").fill("6")
    assert [*small_targets(phone), *squeezed(phone), *faults(phone)] == []
    assert overhang(phone) == 0
    phone.get_by_role("button", name="Submit result").tap()
    expect(phone.locator("#round-1 .say")).to_have_text("Marek 14 : 6 Nadia")
    expect(desk.locator("#table-2")).to_contain_text("14 : 6")

    # Who typed meanwhile sees what was said first.
    other_phone.get_by_label("Marek").fill("6")
    other_phone.get_by_label("Nadia").fill("14")
    other_phone.get_by_role("button", name="Submit result").tap()
    expect(other_phone.locator(".problem")).to_contain_text("14 : 6")


def test_without_script_a_tap_calls_too(browser: Browser, desk: Page, complaints: Complaints) -> None:
    address = table_of(desk, 3)
    with browser.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(address)
        page.get_by_role("button", name="Call a judge").click()
        assert page.url.rstrip("?") == address
        expect(page.locator(".hall-judge")).to_contain_text("Judge called")
        page.get_by_role("button", name="Cancel call").click()
        expect(page.locator(".hall-judge")).to_be_hidden()


def test_a_call_that_cannot_be_sent_is_refused_in_words_and_never_sent_later(
    desk: Page, phone: Page, complaints: Complaints
) -> None:
    phone.goto(table_of(desk, 2))
    call = phone.get_by_role("button", name="Call a judge")
    phone.context.set_offline(True)
    call.tap()
    expect(phone.locator("#refused")).to_contain_text("Nothing was sent")
    expect(call).to_be_enabled()
    phone.context.set_offline(False)
    expect(desk.locator("#call-table-2")).to_be_hidden()
    assert all("ERR_INTERNET_DISCONNECTED" in each for each in complaints.found)
    complaints.found.clear()

    # What the server itself refuses is told in its own words.
    phone.route(
        "**/judge",
        lambda route: route.fulfill(
            status=429,
            content_type="text/html",
            body='<section class="problem"><h2>Limit reached</h2></section>',
        ),
    )
    call.tap()
    expect(phone.locator("#notice .problem")).to_contain_text("Limit reached")
    phone.unroute("**/judge")
    call.tap()
    expect(desk.locator("#call-table-2")).to_contain_text("Marek v Nadia")
    expect(phone.locator("#notice .problem")).to_have_count(0)
