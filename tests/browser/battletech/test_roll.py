"""Do I roll, against what, and what if I fail? Asked by thumb, from a gyro hit to the pilot who may pass out."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Complaints, Server, faults, overhang, small_targets, squeezed, watched

pytestmark = pytest.mark.browser

PAGES = (
    "/classic/roll",
    "/classic/roll?piloting=5&tons=65&event=gyro-hit&event=damage&points=22",
    "/classic/roll?kind=quad&event=skid&hexes=6&moved=run&edition=tw-4.4",
    "/classic/roll?event=stand&gyro_hits=2&prone=true",
)


def group(page: Page, label: str) -> Locator:
    return page.get_by_role("group", name=label, exact=True)


def test_two_taps_say_what_is_needed_and_two_more_what_follows(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/classic/roll")
    phone.wait_for_load_state()
    phone.evaluate("window.stayed = true")
    group(phone, "What happened").get_by_text("Gyro hit").tap()
    expect(phone.locator("#target-number")).to_contain_text("8+")
    group(phone, "Left leg").get_by_text("Foot").tap()
    expect(phone.locator("#target-number")).to_contain_text("9+")
    expect(phone.locator("#odds")).to_have_text("27.8 %")
    expect(phone.locator("#failing")).to_contain_text("If it fails: falls, 6 damage as 5 and 1")
    phone.locator("#typed > summary").tap()
    phone.locator("#typed a", has_text=re.compile("^4$")).tap()
    expect(phone.locator("#rolled")).to_have_text("Rolled 4: fails")
    assert phone.evaluate("window.stayed"), "nothing was loaded anew"
    phone.locator("#failed").get_by_text("Roll against pilot damage: 9+").tap()
    expect(phone.locator("#rolled")).to_have_count(0)
    expect(phone.locator("#target-number")).to_contain_text("9+")
    phone.go_back()
    expect(phone.locator("#rolled")).to_have_text("Rolled 4: fails")


def test_dice_are_rolled_and_stand_in_the_address(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/classic/roll?event=kicked")
    phone.locator("#roll-dice").tap()
    expect(phone.locator("#rolled")).to_have_text(re.compile(r"^Rolled \d+: (succeeds|fails)$"))
    said = phone.locator("#rolled").inner_text()
    phone.goto(phone.url)
    expect(phone.locator("#rolled")).to_have_text(said)
    phone.locator("#clear-dice").tap()
    expect(phone.locator("#roll-dice")).to_be_visible()


def test_what_was_opened_stays_open(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/classic/roll")
    phone.locator("#more-events > summary").tap()
    group(phone, "More").get_by_text("Water").tap()
    group(phone, "Depth").get_by_text("3").tap()
    expect(phone.locator("#target-number")).to_contain_text("6+")
    expect(phone.locator("#more-events")).to_have_attribute("open", "")
    group(phone, "Edition").get_by_text("TW 4.4").tap()
    expect(phone.locator("#failing")).to_contain_text("Falls on to the bottom of the water")


def test_the_card_fits_is_read_by_everybody_and_reached_by_a_thumb(
    browser: Browser, server: Server, complaints: Complaints
) -> None:
    found: list[str] = []
    with browser.new_context(
        viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True
    ) as context:
        page = watched(context, complaints)
        for path in PAGES:
            page.set_viewport_size({"width": 320, "height": 640})
            page.goto(server.address + path)
            page.evaluate("document.querySelectorAll('main details').forEach(each => { each.open = true; })")
            found += [f"{path} {wrong}" for wrong in (*small_targets(page), *squeezed(page))]
            found += [f"{path} over {over}" for over in [overhang(page)] if over]
            page.set_viewport_size({"width": 195, "height": 422})
            found += [f"{path} in large text over {over}" for over in [overhang(page)] if over]
            page.set_viewport_size({"width": 390, "height": 844})
            found += [f"{path} {wrong}" for wrong in faults(page)]
            page.emulate_media(color_scheme="dark")
            found += [f"{path} dark {wrong}" for wrong in faults(page, dark=True)]
            page.emulate_media(color_scheme="light")
    assert found == []
    assert complaints.found == []
