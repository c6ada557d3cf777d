"""A critical hit that moves on and one that explodes are settled by thumb, in few taps."""

from typing import Any

from playwright.sync_api import Page, expect

from astrike.web.battletech.links import encoded
from tests.browser.conftest import Server, faults, overhang, small_targets

SHEET: dict[str, Any] = {
    "tons": 95,
    "locations": {
        "right-arm": {"slots": ["Shoulder"], "hit": [1]},
        "right-torso": {"slots": ["Flamer", None, None, None, None, None, "SRM-6 ammo, 2"]},
    },
}


class Taps:
    """Counts the taps of one player."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def key(self, label: str, shown: str) -> None:
        """Tap a die, and wait for what comes next."""
        self.page.locator(".crit-keys a").get_by_text(label, exact=True).tap()
        self.count += 1
        expect(self.page.locator("main")).to_contain_text(shown)


def look_at(page: Page) -> None:
    assert overhang(page) == 0
    assert small_targets(page) == []
    assert faults(page) == []


def test_a_hit_with_transfer_and_explosion_takes_under_twelve_taps(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/classic/critical?q={encoded({'location': 'head', 'sheet': SHEET})}")
    taps = Taps(phone)
    phone.get_by_role("link", name="Right arm").tap()
    taps.count += 1
    expect(phone.locator(".crit-line")).to_contain_text("Right arm")
    look_at(phone)
    taps.key("8", "Hit 1: first die")
    expect(phone.locator(".crit-line")).to_contain_text("Right torso")
    look_at(phone)
    assert faults(phone, dark=True) == []
    taps.key("5", "Hit 1: second die")
    taps.key("1", "How many hits?")
    expect(phone.locator("#events")).to_contain_text("explodes: 24 points")
    look_at(phone)
    taps.key("7", "Next phase")
    expect(phone.locator("#events")).to_contain_text("Center torso")
    look_at(phone)
    assert taps.count < 12


def test_the_next_die_is_the_largest_thing_and_twelve_slots_fit(phone: Page, server: Server) -> None:
    question = {"location": "right-torso", "sheet": SHEET, "dice": [[10]]}
    phone.goto(f"{server.address}/classic/critical?q={encoded(question)}")
    size = "each => parseFloat(getComputedStyle(each).fontSize)"
    largest = phone.evaluate(f"Math.max(...[...document.querySelectorAll('main *')].map({size}))")
    assert phone.locator("#next-die").evaluate(size) == largest
    slots = phone.locator(".crit-slot")
    assert slots.count() == 12
    bottom = slots.last.bounding_box()
    thumb = phone.locator(".thumb").bounding_box()
    assert bottom is not None
    assert thumb is not None
    assert bottom["y"] + bottom["height"] <= thumb["y"]


def test_a_die_is_rolled_and_taken_back(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/classic/critical?q={encoded({'location': 'right-torso', 'sheet': SHEET})}")
    phone.locator("#roll").tap()
    expect(phone.locator(".crit-line")).to_contain_text("2D6 was")
    phone.locator("#undo").tap()
    expect(phone.locator(".crit-title")).to_have_text("How many hits?")


def test_a_layout_stays_on_the_device(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/classic/critical?q={encoded({'location': 'right-torso', 'sheet': SHEET})}")
    phone.locator("#edit-sheet").tap()
    expect(phone.locator("#kept-layouts")).to_be_visible()
    look_at(phone)
    phone.locator("#layout-name").fill("My heron")
    phone.locator("#keep-layout").tap()
    expect(phone.locator("#layout-said")).to_have_text("Saved.")
    phone.goto(f"{server.address}/classic/critical/sheet/head")
    phone.locator("#layout-list [data-open]").tap()
    expect(phone.locator(".crit-line")).to_contain_text("Center torso")
    phone.get_by_role("link", name="Right torso").tap()
    expect(phone.locator(".crit-slots")).to_contain_text("SRM-6 ammo, 2")


def test_from_a_lost_leg_to_the_fall_and_to_the_pilot_in_two_taps(phone: Page, server: Server) -> None:
    question = {"location": "left-leg", "sheet": {"tons": 75, "piloting": 4}, "dice": [[12]]}
    phone.goto(f"{server.address}/classic/critical?q={encoded(question)}")
    expect(phone.locator("#following")).to_contain_text("It falls: 8 damage as 5 and 3")
    expect(phone.locator("#following")).to_contain_text("Pilot in a fall: 9+")
    look_at(phone)
    phone.locator("#the-fall").tap()
    expect(phone.locator(".impact-total").first).to_contain_text("8")
    expect(phone.locator("#to-roll")).to_contain_text("9+")
    phone.locator("#to-roll").tap()
    expect(phone.locator("#target-number")).to_contain_text("9")
    look_at(phone)
