"""The table's pages can be read by everybody, fit every screen, and can be reached by a thumb."""

import re

import pytest

from tests.browser.conftest import faults, overhang, small_targets, squeezed, stand_still
from tests.browser.table.conftest import Fingers, Hall, PhoneMaker

pytestmark = pytest.mark.browser

PAGES = (
    "",
    "?unit=A",
    "?unit=A&x=9&y=7&facing=90",
    "/attack/A/D",
    "/attack/A/B",
    "/attack/A/C?overheat=1&name=Luck&value=-1&name=&value=99",
    "/unit/A",
    "/unit/G",
    "/tape",
    "/tape?from=A&to=20,20",
    "/tape?from=A&to=nowhere",
)
FEWER = (PAGES[1], PAGES[2], PAGES[3], PAGES[4], PAGES[6], PAGES[9])
# A box to tick is as large as its label, which is measured; a button that Enter presses is never seen.
NO_TARGETS = re.compile('type="checkbox"|class="vh"')
SIZES = ((360, 640), (390, 844), (844, 390))
DESK = (1280, 800)


def test_every_page_can_be_read_by_everybody(hall: Hall, new_phone: PhoneMaker) -> None:
    phone = new_phone()
    found: dict[str, list[str]] = {}
    for path in PAGES:
        phone.open(hall.url(path))
        phone.page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
        found[path] = faults(phone.page)
        if path in FEWER:
            phone.page.emulate_media(color_scheme="dark")
            found[f"{path} dark"] = faults(phone.page, dark=True)
            phone.page.emulate_media(color_scheme="light")
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def test_every_page_fits_every_phone_and_can_be_reached_by_a_thumb(hall: Hall, new_phone: PhoneMaker) -> None:
    phone = new_phone(SIZES[0])
    found: list[str] = []
    for path in PAGES:
        phone.open(hall.url(path))
        for size in SIZES if path in FEWER else SIZES[1:2]:
            found += turned_to(phone, size, path)
        # A reader's own size counts in media queries too: 390 px at 200 % are as narrow as 195.
        if path in (*FEWER, PAGES[5]):
            phone.page.set_viewport_size({"width": 195, "height": 422})
            stand_still(phone.page)
            if over := overhang(phone.page):
                found.append(f"{path} overhang {over} in large text")
    assert found == []


def test_every_page_fits_a_desk(hall: Hall, new_phone: PhoneMaker) -> None:
    phone = new_phone(DESK, touch=False)
    found: list[str] = []
    for path in FEWER:
        phone.open(hall.url(path))
        found += turned_to(phone, DESK, path)
    assert found == []


def turned_to(phone: Fingers, size: tuple[int, int], path: str) -> list[str]:
    """What is wrong with the page on a screen of this size."""
    page = phone.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    stand_still(page)
    found = [f"{path} {size} {wrong}" for wrong in small_targets(page) if not NO_TARGETS.search(wrong)]
    high = page.locator("label.tick").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().height)"
    )
    found += [f"{path} {size} box {each}" for each in high if 0 < each < 44]
    found += [f"{path} {size} {wrong}" for wrong in squeezed(page)]
    if over := overhang(page):
        found.append(f"{path} {size} overhang {over}")
    return found


def test_the_first_page_is_light_and_asks_nobody_else(hall: Hall, new_phone: PhoneMaker) -> None:
    codes = hall.keep_big()
    phone = new_phone()
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    sizes: list[int] = []
    phone.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    phone.open(hall.url(code=codes.play))
    assert all(url.startswith(hall.address) for url in asked), asked
    assert sum(sizes) <= 100_000, sizes


def test_the_board_stays_a_drawing_when_its_parts_are_swapped(hall: Hall, new_phone: PhoneMaker) -> None:
    phone = new_phone((360, 640))
    phone.open(hall.url())
    phone.tap_unit("A")
    phone.page.wait_for_url("**/t/*?unit=A")
    phone.settle()
    wrong = phone.page.evaluate(
        """() => [...document.querySelectorAll('#map svg *')]
        .filter(each => each.namespaceURI !== 'http://www.w3.org/2000/svg').map(each => each.tagName)"""
    )
    assert wrong == []
    assert phone.page.evaluate("document.querySelector('#map .terrain').getBBox().width") > 300
    assert phone.page.evaluate("document.querySelectorAll('#map .sl').length") >= 6
