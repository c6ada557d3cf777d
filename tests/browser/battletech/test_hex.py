"""A patch of hexes is painted by thumb: a line over three hexes from nothing in a few taps, a stroke in one."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, faults, overhang, small_targets

SMALLEST = 44
"""Pixels across a hex that a thumb hits."""


class Thumb:
    """Taps, and counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def hex(self, name: str) -> None:
        self.page.locator(f"[data-hex='{name}']").tap()
        self.taps += 1

    def tool(self, name: str) -> None:
        chosen = self.page.locator(".hex-thumb").get_by_role("link", name=name, exact=True)
        chosen.tap()
        self.taps += 1
        expect(chosen).to_have_attribute("aria-current", "true")


def look_at(page: Page) -> None:
    assert faults(page) == []
    assert small_targets(page) == []
    assert overhang(page) == 0


def test_a_line_over_three_painted_hexes_takes_fewer_than_20_taps(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/classic/hex")
    thumb = Thumb(phone)
    expect(phone.locator("#verdict")).to_contain_text("clear LOS")
    thumb.tool("Woods")
    thumb.hex("0505")
    expect(phone.locator("#line")).to_contain_text("0505 light woods")
    thumb.hex("0504")
    expect(phone.locator("#verdict")).to_contain_text("2 points of woods")
    thumb.tool("Level")
    thumb.hex("0503")
    expect(phone.locator("#verdict")).to_contain_text("partial cover")
    expect(phone.locator("#line tr")).to_have_count(3)
    expect(phone.locator("#target-number")).to_contain_text("9")
    thumb.tool("Move T")
    thumb.hex("0501")
    expect(phone.locator("#verdict")).to_contain_text("5 hexes")
    thumb.tool("Path")
    thumb.hex("0505")
    expect(phone.locator("#path-sum")).to_contain_text("A walks: 2 MP of 5")
    assert thumb.taps < 20
    look_at(phone)


def test_hexes_are_as_large_as_a_thumb_and_lie_beside_each_other(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/classic/hex")
    boxes = phone.locator(".hex-tap path").evaluate_all(
        "each => each.map(one => one.getBoundingClientRect()).map(({x, y, width, height}) => [x, y, width, height])"
    )
    assert len(boxes) == 63
    assert min(min(box[2:]) for box in boxes) >= SMALLEST
    assert max(box[0] + box[2] for box in boxes) <= 390


def test_a_drag_paints_every_hex_on_its_way(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/classic/hex?tool=woods&brush=heavy")
    start, end = (phone.locator(f"[data-hex='{name}']").bounding_box() for name in ("0303", "0306"))
    assert start is not None
    assert end is not None
    from_x, from_y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    to_y = end["y"] + end["height"] / 2
    touch = phone.context.new_cdp_session(phone)
    touch.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": from_x, "y": from_y}]}
    )
    for share in (0.3, 0.6, 1.0):
        point = {"x": from_x, "y": from_y + (to_y - from_y) * share}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    for name in ("0303", "0304", "0305", "0306"):
        expect(phone.locator(f"[data-hex='{name}']")).to_have_attribute(
            "aria-label", re.compile("heavy woods")
        )
    assert phone.evaluate("scrollY") == 0
    phone.go_back()
    expect(phone.locator("[data-hex='0304']")).to_have_attribute("aria-label", re.compile("clear"))


def test_going_back_takes_back_one_tap(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/classic/hex?tool=woods")
    thumb = Thumb(phone)
    thumb.hex("0505")
    expect(phone.locator("[data-hex='0505']")).to_have_attribute("aria-label", re.compile("light woods"))
    thumb.hex("0504")
    expect(phone.locator("[data-hex='0504']")).to_have_attribute("aria-label", re.compile("light woods"))
    phone.go_back()
    expect(phone.locator("[data-hex='0504']")).to_have_attribute("aria-label", re.compile("clear"))
    expect(phone.locator("[data-hex='0505']")).to_have_attribute("aria-label", re.compile("light woods"))


@pytest.mark.parametrize("tool", ["Look", "Level", "Building", "More", "Move A", "Path"])
def test_every_tool_fits_and_can_be_reached(phone: Page, server: Server, tool: str) -> None:
    phone.goto(f"{server.address}/classic/hex")
    thumb = Thumb(phone)
    if tool != "Look":
        thumb.tool(tool)
    phone.locator("#shot summary").first.tap()
    look_at(phone)
    phone.set_viewport_size({"width": 320, "height": 640})
    assert overhang(phone) == 0
    phone.set_viewport_size({"width": 195, "height": 422})
    assert overhang(phone) == 0


def test_what_is_pinned_under_the_thumb_covers_no_hex(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/classic/hex?tool=building")
    lowest = max(
        phone.locator(".hex-tap path").evaluate_all(
            "each => each.map(one => one.getBoundingClientRect().bottom)"
        )
    )
    pinned = phone.locator(".hex-thumb").bounding_box()
    assert pinned is not None
    assert lowest <= pinned["y"]


def test_dark_is_as_easy_to_read(phone: Page, server: Server) -> None:
    phone.emulate_media(color_scheme="dark")
    phone.goto(f"{server.address}/classic/hex?tool=level")
    assert faults(phone, dark=True) == []


def test_a_board_is_opened_on_the_card(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/classic/hex")
    phone.locator("#share summary").tap()
    phone.locator("#board").tap()
    expect(phone.get_by_role("heading", name="Open a board")).to_be_visible()
    look_at(phone)
    phone.get_by_label("or its text").fill('size 2 1\nhex 0101 0 "woods:2" ""\nhex 0201 1 "" ""\nend\n')
    phone.get_by_role("button", name="Open").tap()
    expect(phone.locator("[data-hex='0101']")).to_have_attribute("aria-label", re.compile("heavy woods"))


def test_a_typed_number_counts_when_its_field_is_left_and_nothing_jumps(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/classic/hex?tool=a")
    phone.locator(".hex-brushes").get_by_role("link", name="Details").tap()
    top = phone.evaluate("scrollY")
    assert top > 0
    gunnery = phone.get_by_label("Gunnery", exact=True)
    gunnery.fill("3")
    gunnery.blur()
    expect(phone.locator("#target-number")).to_contain_text("5")
    expect(phone.locator("#target-number")).to_be_in_viewport()
    assert phone.evaluate("scrollY") >= top
    gunnery.fill("33")
    gunnery.press("Enter")
    assert gunnery.evaluate("field => field.validationMessage") == "Needs 0 to 8"
    expect(phone.locator("#verdict")).to_be_visible()
    gunnery.fill("2")
    gunnery.press("Enter")
    expect(phone.locator("#target-number")).to_contain_text("4")


def test_the_patch_waits_while_another_card_is_looked_at(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/classic/hex?tool=woods")
    Thumb(phone).hex("0505")
    expect(phone.locator("#line")).to_contain_text("0505 light woods")
    cards = phone.locator(".desk-cards")
    cards.get_by_role("link", name="Roll").tap()
    expect(phone.locator("h1")).to_have_text("Roll")
    cards.get_by_role("link", name="Hex").tap()
    expect(phone.locator("#line")).to_contain_text("0505 light woods")


def test_five_tools_for_units_stay_in_one_row(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/classic/hex")
    phone.locator("#shot summary").first.tap()
    phone.locator("#shot").get_by_role("link", name="Indirect fire").tap()
    row = phone.locator(".hex-thumb .thumb > .btn")
    expect(row).to_have_count(5)
    assert len(set(row.evaluate_all("each => each.map(one => one.getBoundingClientRect().top)"))) == 1
    Thumb(phone).tool("Move S")
    expect(phone.locator(".hex-board")).to_be_in_viewport()
    look_at(phone)
