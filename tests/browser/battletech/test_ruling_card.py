"""A ruling card is two taps away, fits every screen and paper, and going back takes back what was tapped."""

import pytest
from playwright.sync_api import Page, expect

from astrike.web.battletech.links import encoded
from tests.browser.conftest import Server, faults, overhang, small_targets
from tests.web.battletech.test_ruling_card import QUESTIONS

TAPS = {
    "roll": "a:has-text('Hip')",
    "impact": "a:has-text('Charge')",
    "critical": ".crit-keys a:has-text('8')",
}
"""A control of each card, as it stands before anything was asked."""


def card_of(card: str, server: Server) -> str:
    return f"{server.address}/classic/{card}?q={encoded(QUESTIONS[card])}"


@pytest.mark.parametrize("card", QUESTIONS)
def test_two_taps_lead_to_the_ruling_card(phone: Page, server: Server, card: str) -> None:
    phone.goto(card_of(card, server))
    before = phone.locator(".desk-cards").bounding_box()
    phone.get_by_label("Send as a link").tap()
    assert phone.locator(".desk-cards").bounding_box() == before, "the panel lies on top of the card"
    assert (overhang(phone), small_targets(phone)) == (0, [])
    phone.get_by_role("link", name="Ruling card").tap()
    phone.wait_for_url("**/ruling?*")  # a card has a verdict of its own
    expect(phone.locator("#verdict")).to_be_visible()
    assert (overhang(phone), small_targets(phone), faults(phone)) == (0, [], [])
    assert faults(phone, dark=True) == []


@pytest.mark.parametrize("card", TAPS)
def test_back_takes_a_tap_back(phone: Page, server: Server, card: str) -> None:
    phone.goto(f"{server.address}/classic/{card}")
    before, shown = phone.url, phone.locator("main").inner_text()
    phone.locator(TAPS[card]).first.tap()
    phone.wait_for_url(lambda address: address != before)
    expect(phone.locator("main")).not_to_have_text(shown)
    phone.go_back()
    phone.wait_for_url(before)
    expect(phone.locator("main")).to_have_text(shown, use_inner_text=True)


@pytest.mark.parametrize("card", QUESTIONS)
@pytest.mark.parametrize("width", [195, 320])
def test_nothing_is_wider_than_a_small_screen(phone: Page, server: Server, card: str, width: int) -> None:
    phone.set_viewport_size({"width": width, "height": 640})
    for address in (card_of(card, server), card_of(card, server).replace("?", "/ruling?")):
        phone.goto(address)
        assert overhang(phone) == 0, address


def test_the_editions_stand_in_one_line_on_every_card(phone: Page, server: Server) -> None:
    for card in QUESTIONS:
        phone.goto(card_of(card, server))
        boxes = [each.bounding_box() for each in phone.locator(".desk-editions a").all()]
        heights = {round(box["height"]) for box in boxes if box is not None}
        assert len(boxes) == 2
        assert max(heights) < 50, card


@pytest.mark.parametrize("card", QUESTIONS)
def test_paper_has_the_answer_and_no_controls(phone: Page, server: Server, card: str) -> None:
    phone.goto(card_of(card, server).replace("?", "/ruling?"))
    phone.emulate_media(media="print")
    for shown in ("#verdict", ".classic-picture", "#other-editions", ".qr-code", "#address"):
        expect(phone.locator(shown)).to_be_visible()
    for hidden in (".thumb", ".bar .icon", ".share .chips", "form"):
        assert not any(each.is_visible() for each in phone.locator(hidden).all()), hidden
    for size in ("A5", "A4"):
        assert phone.pdf(format=size).startswith(b"%PDF")
