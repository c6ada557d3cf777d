"""The pages of movement can be read by everybody, fit every screen, and can be reached by a thumb."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import faults, overhang, small_targets, squeezed, stand_still
from tests.browser.movement.conftest import MovePage
from tests.browser.table.conftest import Fingers, Hall, PhoneMaker

pytestmark = pytest.mark.browser

PAGES = (
    "/unit/A/move",
    "/unit/A/move?via=10,9&via=12,12&facing=30",
    "/unit/A/move?via=40,30",
    "/unit/A/move?contact=B&declare=B",
    "/unit/A/move?contact=G",
    "/unit/A/move?mode=sprint&via=7,12&show=what",
    "/unit/A/move?show=reach",
    "/unit/A/move?show=best&hit=C&threat=D&threat=G&spot=7,9",
    "/unit/A/move?via=10,9&z=attic",
    "/check",
)
NO_TARGETS = re.compile('type="checkbox"|class="vh"')
SIZES = ((360, 640), (390, 844), (844, 390))
DESK = (1280, 800)


def test_every_page_can_be_read_by_everybody(hall: Hall, new_phone: PhoneMaker) -> None:
    phone = new_phone()
    found: dict[str, list[str]] = {}
    for path in (*PAGES, "modes"):
        phone.open(hall.url(PAGES[0] if path == "modes" else path))
        if path == "modes":
            phone.page.locator("#mode").tap()
            expect(phone.page.locator("#modes")).to_have_attribute("open", "")
        else:
            phone.page.evaluate(
                "document.querySelectorAll('.scroll details').forEach(fold => { fold.open = true; })"
            )
        found[path] = faults(phone.page)
        phone.page.emulate_media(color_scheme="dark")
        found[f"{path} dark"] = faults(phone.page, dark=True)
        phone.page.emulate_media(color_scheme="light")
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def test_every_page_fits_every_phone_and_can_be_reached_by_a_thumb(hall: Hall, new_phone: PhoneMaker) -> None:
    phone = new_phone(SIZES[0])
    found: list[str] = []
    for path in PAGES:
        phone.open(hall.url(path))
        for size in SIZES:
            found += turned_to(phone, size, path)
    assert found == []


def test_every_page_fits_a_desk(hall: Hall, new_phone: PhoneMaker) -> None:
    phone = new_phone(DESK, touch=False)
    found: list[str] = []
    for path in PAGES:
        phone.open(hall.url(path))
        found += turned_to(phone, DESK, path)
    assert found == []


def turned_to(phone: Fingers, size: tuple[int, int], path: str) -> list[str]:
    """What is wrong with the page on a screen of this size, with every fold open."""
    page = phone.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
    stand_still(page)
    found = [f"{path} {size} {wrong}" for wrong in small_targets(page) if not NO_TARGETS.search(wrong)]
    found += [f"{path} {size} {wrong}" for wrong in squeezed(page)]
    if over := overhang(page):
        found.append(f"{path} {size} overhang {over}")
    return found


def test_only_the_sheet_scrolls_and_large_text_flows_into_one_column(
    hall: Hall, new_phone: PhoneMaker
) -> None:
    phone = new_phone()
    found: dict[str, object] = {}
    for path in PAGES:
        phone.page.set_viewport_size({"width": 195, "height": 422})
        phone.open(hall.url(path))
        if over := overhang(phone.page):
            found[f"{path} in large text"] = over
        phone.page.set_viewport_size({"width": 390, "height": 844})
        phone.page.evaluate(
            "document.querySelectorAll('#scroll details').forEach(fold => { fold.open = true; })"
        )
        stand_still(phone.page)
        if below := phone.page.evaluate("document.scrollingElement.scrollHeight - innerHeight"):
            found[path] = below
    assert found == {}


def test_the_page_is_light_and_asks_nobody_else(hall: Hall, new_phone: PhoneMaker) -> None:
    codes = hall.keep_big()
    phone = new_phone()
    asked: list[str] = []
    sizes: list[int] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    phone.open(hall.url("/unit/A/move", code=codes.play))
    assert all(url.startswith(hall.address) for url in asked), asked
    assert sum(sizes) <= 100_000, sizes


def test_the_board_stays_a_drawing_when_its_parts_are_swapped(hall: Hall, new_phone: PhoneMaker) -> None:
    move_page = MovePage(new_phone((360, 640))).open(hall.url("/unit/A/move?show=reach"))
    move_page.tap(8, 10)
    expect(move_page.word).to_have_text("Yes")
    wrong = move_page.page.evaluate(
        """() => [...document.querySelectorAll('#map svg *')]
        .filter(each => each.namespaceURI !== 'http://www.w3.org/2000/svg').map(each => each.tagName)"""
    )
    assert wrong == []


def test_a_verdict_is_read_out_when_the_finger_is_lifted(hall: Hall, new_phone: PhoneMaker) -> None:
    move_page = MovePage(new_phone()).open(hall.url("/unit/A/move"))
    stated = move_page.page.locator("#said")
    expect(stated).to_have_attribute("role", "status")
    move_page.drag((7, 7), (7, 11), lift=False)
    expect(move_page.word).to_have_text(re.compile("Yes|No"))
    expect(stated).to_have_text("")
    move_page.fingers.touch("touchEnd")
    expect(stated).to_have_text(re.compile("^(Yes|No): "))


def test_the_way_is_declared_by_keyboard(hall: Hall, new_phone: PhoneMaker) -> None:
    desk = MovePage(new_phone((1280, 800), touch=False)).open(hall.url("/unit/A/move"))
    page = desk.page
    page.locator("#main").focus()
    for _step in range(3):
        page.keyboard.press("Shift+ArrowUp")
    desk.fingers.settle()
    assert desk.vias() == [(7, 10)]
    page.keyboard.press(".")
    expect(page.locator("#place-facing")).to_have_value("105")
    desk.fingers.settle()
    page.keyboard.press("Backspace")
    desk.fingers.settle()
    assert desk.vias() == []


def test_a_finding_is_brought_into_sight(hall: Hall, new_phone: PhoneMaker) -> None:
    move_page = MovePage(new_phone()).open(hall.url("/check"))
    expect(move_page.page.locator("#verdict")).to_be_visible()
    rows = move_page.page.locator("#findings .finding")
    if rows.count():
        rows.first.tap()
        move_page.fingers.settle()
        expect(move_page.page).to_have_url(re.compile("/check$"))
