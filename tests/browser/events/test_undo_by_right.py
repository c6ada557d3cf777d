"""Two phones and the desk: undo on a phone ends at what the desk did, and new options reach the tables with one tap."""

import pytest
from playwright.sync_api import Page, expect

from astrike.store.database.connection import connect
from astrike.store.events.tables import tables_of_event
from astrike.store.table.codes import Codes, Right
from tests.browser.conftest import Server, faults, overhang, small_targets

pytestmark = pytest.mark.browser


@pytest.fixture
def desk_address(laptop: Page, server: Server) -> str:
    """Make an event of two tables with two layouts that go round."""
    laptop.goto(f"{server.address}/events/new")
    laptop.get_by_label("Name of the event").fill("Autumn Open")
    laptop.get_by_label("Tables", exact=True).fill("2")
    for name in ("Open hills", "Small town"):
        laptop.get_by_text(name).click()
    laptop.get_by_role("button", name="Make the event").click()
    expect(laptop.locator("tbody tr")).to_have_count(2)
    return laptop.url


def codes_of(server: Server, number: int) -> Codes:
    with connect(server.db) as db:
        return next(each.codes for each in tables_of_event(db, 1) if each.number == number)


def table_of(server: Server, number: int, right: Right = Right.PLAY) -> str:
    return f"{server.address}/t/{codes_of(server, number).up_to(right)[right]}"


def test_a_thumb_on_undo_leaves_what_the_organizer_put_there(
    laptop: Page, desk_address: str, phone: Page, other_phone: Page, server: Server
) -> None:
    table = table_of(server, 1)
    undo = other_phone.get_by_role("banner").get_by_role("button", name="Undo")
    phone.goto(f"{table}/end")
    phone.locator("#next-step").tap()
    expect(phone.locator("#finish")).to_be_visible()
    other_phone.goto(table)
    expect(other_phone.locator("header button[aria-label='Undo: End Phase begins']")).to_be_enabled()

    # The round starts, and the button on the other phone goes off by itself.
    laptop.get_by_role("button", name="Start round 1").click()
    off = other_phone.locator("header button[aria-label^='Undo ends at the start of the round']")
    expect(off).to_be_disabled()
    phone.goto(f"{table}/history")
    expect(phone.locator("#undo-off")).to_have_text(
        "Undo ends at the start of the round. Only the organizer code goes further back."
    )
    expect(phone.get_by_role("button", name="Undo")).to_be_disabled()
    expect(phone.locator("#log")).to_contain_text("Round 1 started")
    assert small_targets(phone) == []
    assert overhang(phone) == 0
    assert faults(phone) == []

    # In the round players undo what they did, until the desk lays something else.
    phone.goto(f"{table}/end")
    phone.locator("#finish").tap()
    expect(other_phone.locator("header button[aria-label='Undo: Turn 2 begins']")).to_be_enabled()
    phone.goto(f"{table}/history")
    expect(phone.get_by_role("button", name="Undo")).to_be_enabled()
    laptop.goto(f"{desk_address}/tables/1")
    laptop.get_by_label("Layout", exact=True).first.select_option("Small town")
    laptop.get_by_role("button", name="Save").click()
    expect(laptop.locator("#to-lay")).to_contain_text("1 table differs from round 1")
    expect(laptop.locator("#to-lay")).to_contain_text("Table 1: has Open hills, needs Small town")
    laptop.goto(f"{desk_address}/tables/1")
    expect(laptop.locator("#differs")).to_be_visible()
    laptop.get_by_role("button", name="Put it on the table").click()
    expect(laptop.locator("#differs")).to_be_hidden()
    expect(
        other_phone.locator("header button[aria-label^='The organizer made the last change']")
    ).to_be_disabled()

    # The history on the phone is older than that: the thumb falls all the same.
    phone.get_by_role("button", name="Undo").tap()
    phone.get_by_role("button", name="Apply mine anyway").tap()
    expect(phone.get_by_text("Only the organizer code can undo it")).to_be_visible()
    expect(phone.get_by_text("Layout Small town used")).to_be_visible()
    laptop.goto(desk_address)
    expect(laptop.locator("#to-lay")).to_be_hidden()
    expect(laptop.locator("#table-1")).to_contain_text("Small town")

    # The organizer's own code goes further.
    other_phone.goto(table_of(server, 1, Right.ORGANISE))
    expect(undo).to_be_enabled()
    undo.tap()
    expect(laptop.locator("#to-lay")).to_contain_text("Table 1: has Open hills, needs Small town")


def test_new_options_reach_every_table_with_one_tap(
    laptop: Page, desk_address: str, phone: Page, server: Server
) -> None:
    phone.goto(f"{table_of(server, 2)}/settings")
    expect(phone.locator("body")).to_contain_text("Where sight starts")
    laptop.goto(f"{desk_address}/settings")
    laptop.get_by_label("Options that differ, a line each").fill("sight.eye = 0.9")
    laptop.get_by_role("button", name="Save").press("Enter")  # a second tap this quick would not count
    strip = laptop.locator("#to-set")
    expect(strip).to_contain_text("2 tables still play under other options than the event.")
    expect(strip).to_contain_text("Tables 1, 2:")
    assert faults(laptop) == []
    assert overhang(laptop) == 0
    laptop.goto(desk_address)
    expect(strip).to_be_visible()
    expect(laptop.locator("#table-2 .differ-mark")).to_be_visible()
    assert faults(laptop) == []
    laptop.get_by_role("button", name="Update 2 tables").press("Enter")
    expect(strip).to_be_hidden()
    expect(laptop.locator(".differ-mark")).to_have_count(0)
    phone.goto(f"{table_of(server, 2)}/history")
    expect(phone.locator("#log")).to_contain_text("Options of Autumn Open applied")
    expect(phone.locator("#undo-off")).to_contain_text("Only the organizer code can undo it")
    laptop.locator("#undo").get_by_text("2 tables given the options of the event").click()
    expect(strip).to_contain_text("2 tables still play")
    laptop.set_viewport_size({"width": 390, "height": 844})
    assert overhang(laptop) == 0
    expect(strip).to_be_visible()
