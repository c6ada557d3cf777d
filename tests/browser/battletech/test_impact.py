"""A skid with two things in its way is answered by thumb in a few taps; dice follow one by one."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, faults, overhang, small_targets


class Thumb:
    """Taps, and counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def link(self, name: str) -> None:
        self.page.get_by_role("link", name=name, exact=True).first.tap()
        self.taps += 1

    def button(self, selector: str) -> None:
        self.page.locator(selector).tap()
        self.taps += 1


def look_at(page: Page) -> None:
    assert faults(page) == []
    assert small_targets(page) == []
    assert overhang(page) == 0


def test_a_skid_with_two_obstacles_takes_fewer_than_15_taps(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/classic/impact")
    thumb = Thumb(phone)
    thumb.link("Skid")
    expect(phone.locator(".impact-total .tn").first).to_have_text("12")
    for hexes in (5, 6):
        thumb.link("Hexes before the turn: one more")
        expect(phone.get_by_label("Hexes before the turn", exact=True)).to_have_value(str(hexes))
    thumb.link("Building")
    expect(phone.locator(".impact-obstacle")).to_have_count(1)
    thumb.link("Light building 1 MP")
    expect(phone.get_by_label("CF", exact=True)).to_have_value("15")
    thumb.link("Unit")
    expect(phone.locator(".impact-obstacle")).to_have_count(2)
    look_at(phone)
    expect(phone.locator(".impact-lot h2")).to_have_text(
        [
            "1. Unit: skid",
            "2. Building: collision",
            "3. Unit: collision",
            "4. Unit: skid",
            "5. Target: collision",
            "6. Unit: collision",
        ]
    )
    thumb.link("Missed")
    expect(phone.locator(".impact-lot")).to_have_count(4)
    thumb.button("#roll-next")
    expect(phone.locator(".impact-facing")).not_to_contain_text("Facing after the fall")
    thumb.button("#roll-next")
    expect(phone.locator(".impact-due:not(.impact-facing)").first).not_to_contain_text("where?")
    assert thumb.taps < 15
    look_at(phone)


def test_dice_are_typed_and_the_pilot_rolls_next(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/classic/impact")
    phone.locator("#type-dice summary").tap()
    for shown, face in (("Roll facing", "4"), ("Next location", "6"), ("Next location", "2")):
        expect(phone.locator("#roll-next")).to_contain_text(shown)
        phone.locator(".impact-faces").get_by_role("link", name=face, exact=True).tap()
    expect(phone.locator("#roll-next")).to_have_count(0)
    expect(phone.locator(".impact-due").nth(1)).to_contain_text("right torso")
    expect(phone.locator(".impact-due").nth(2)).to_contain_text("critical chance")
    look_at(phone)
    assert (phone.locator("#to-roll").get_attribute("href") or "").startswith("/classic/roll?q=")


@pytest.mark.parametrize("kind", ["Fall", "Charge", "DFA", "Push", "More"])
def test_every_kind_fits_and_can_be_reached(phone: Page, server: Server, kind: str) -> None:
    phone.goto(f"{server.address}/classic/impact")
    phone.get_by_role("link", name=kind, exact=True).tap()
    expect(phone.get_by_role("link", name=kind, exact=True)).to_have_attribute("aria-current", "true")
    phone.locator("#impact-more summary").tap()
    look_at(phone)
    phone.set_viewport_size({"width": 320, "height": 640})
    assert overhang(phone) == 0
    phone.set_viewport_size({"width": 195, "height": 422})
    assert overhang(phone) == 0


def test_dark_is_as_easy_to_read(phone: Page, server: Server) -> None:
    phone.emulate_media(color_scheme="dark")
    phone.goto(f"{server.address}/classic/impact")
    assert faults(phone, dark=True) == []


def test_a_tank_goes_through_a_wall_and_makes_its_motive_roll_by_touch(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/classic/impact")
    thumb = Thumb(phone)
    thumb.link("More")
    expect(phone.get_by_role("link", name="Into walls")).to_be_visible()
    thumb.link("Into walls")
    expect(phone.get_by_label("CF", exact=True)).to_have_value("40")
    phone.locator("#impact-more summary").tap()
    thumb.link("Tracked")
    expect(phone.locator("#roll-next")).to_contain_text("Next location")
    thumb.button("#roll-next")
    expect(phone.locator("#roll-next")).to_contain_text("Next motive roll")
    while phone.locator(".impact-motive .is-open").count():
        before = phone.url
        thumb.button("#roll-next")
        expect(phone).not_to_have_url(before)
    expect(phone.locator(".impact-motive").first).to_be_visible()
    look_at(phone)
    assert thumb.taps < 10
