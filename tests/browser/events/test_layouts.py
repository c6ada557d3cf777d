"""The list of layouts says what the check found as soon as it is known, and leaves a hand that is busy alone."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Server

pytestmark = pytest.mark.browser
CHECK = "**/layouts/check"


def test_a_check_that_ends_takes_nothing_from_who_types_or_taps(laptop: Page, server: Server) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        """Let only the list of layouts check anything: the desk is told that nothing came of it."""
        if laptop.url.endswith("/layouts"):
            held.append(route)
        else:
            route.fulfill(json={"checked": False, "left": 1})

    laptop.route(CHECK, hold)
    laptop.goto(f"{server.address}/events/new")
    laptop.get_by_label("Name of the event").fill("Autumn Open")
    laptop.get_by_label("Tables", exact=True).fill("2")
    laptop.get_by_label("Edition").select_option("ce-7")  # no other test has this layout checked by it
    laptop.get_by_text("Open hills").click()
    laptop.get_by_role("button", name="Make the event").click()
    expect(laptop.locator("tbody tr")).to_have_count(2)

    with laptop.expect_request(CHECK):
        laptop.goto(f"{laptop.url}/layouts")
    entry = laptop.locator("#all-layouts a").first
    expect(entry).to_contain_text("not checked yet")
    laptop.get_by_label("Name, if another").fill("Harbor")
    held[-1].continue_()
    expect(entry).not_to_contain_text("not checked yet")
    expect(entry).to_contain_text("meets preset")
    expect(laptop.get_by_label("Name, if another")).to_have_value("Harbor")
