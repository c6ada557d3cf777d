"""Somebody at the table asks what the errata say: found by thumb, readable by everybody."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Complaints, Server, faults, overhang, small_targets, squeezed, watched

pytestmark = pytest.mark.browser

PAGES = (
    "/classic/rulings",
    "/classic/rulings?q=gyro",
    "/classic/rulings?q=nothing-like-it",
    "/rules/bmm-7.01/",
    "/rules/tw-4.4/clusters",
    "/rules/tw-4.4/physical_levels",
    "/rules/bmm-7.01/vehicle_hits",
    "/rules/tw-4.4/doubts",
    "/rules/bmm-7.01/options",
)


def test_which_edition_changed_it_takes_a_word_and_two_taps(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/editions")
    phone.get_by_role("link", name="Find a ruling").tap()
    phone.get_by_label("Words, id or page").fill("gyro roll at once")
    phone.get_by_role("button", name="Find").tap()
    hit = phone.locator("#bmm-050")
    expect(hit).to_contain_text("BMM p.48")
    expect(hit).to_contain_text("First gyro hit: roll")
    hit.get_by_role("link", name="First gyro hit: roll").tap()
    expect(phone.locator("#crit-047")).to_contain_text("goes by another ruling instead")


def test_a_page_and_a_topic_are_enough(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/classic/rulings")
    phone.get_by_label("Page", exact=True).fill("TW p.60")
    phone.get_by_label("Page", exact=True).press("Enter")
    expect(phone.get_by_role("status")).to_have_text("2 rulings")
    phone.goto(f"{server.address}/classic/rulings")
    phone.get_by_role("link", name="Quirks").tap()
    expect(phone.get_by_role("status")).to_have_text("2 rulings")


@pytest.mark.parametrize("path", PAGES)
def test_each_page_can_be_read_and_tapped_in_light_and_in_dark(
    browser: Browser, server: Server, complaints: Complaints, path: str
) -> None:
    for width in (390, 320):
        context = browser.new_context(viewport={"width": width, "height": 844}, has_touch=True)
        page = watched(context, complaints)
        page.goto(server.address + path)
        assert overhang(page) <= 0, (path, width)
        assert small_targets(page) == [], (path, width)
        assert squeezed(page) == [], (path, width)
        if width == 390:
            assert faults(page) + faults(page, dark=True) == [], path
        context.close()
