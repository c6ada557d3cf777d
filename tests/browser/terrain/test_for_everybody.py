"""The editor can be read by everybody, fits every screen, is reached by a thumb, works without script and is light."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import faults, overhang, small_targets, squeezed
from tests.browser.table.conftest import Hall, PhoneMaker
from tests.browser.terrain.conftest import Editor
from tests.builders import area, box, building, document, hill, mech, point, woods

pytestmark = pytest.mark.browser

KEPT = document(
    hill("h", box(4, 4, 20, 16), name="Long ridge of the north"),
    building("b", box(8, 8, 12, 12)),
    woods("w", box(24, 20, 30, 26)),
    building("k", box(34, 8, 40, 12), locked=True),
    area("z", box(0, 0, 48, 4), kind="deployment"),
    point("o", (24, 18), kind="objective"),
    mech("A", at=(40, 30)),
)
PAGES = (
    "",
    "?piece=h&corner=0.1",
    "?piece=b&from_x=west",
    "?piece=k",
    "?piece=o",
    "?piece=h&piece=w",
    "?tool=hill",
    "?tool=more",
    "?tool=outline",
    "?tool=strip",
    "?piece=h&tool=hole",
    "?tool=zone",
)
DARK = ("", "?piece=h&corner=0.1", "?tool=hill")
NO_TARGETS = re.compile('type="(checkbox|radio)"')
OPEN = "document.querySelectorAll('#scroll details').forEach(fold => { fold.open = true; })"


def test_every_sheet_can_be_read_fits_and_is_reached_by_a_thumb(hall: Hall, new_phone: PhoneMaker) -> None:
    editor = Editor(new_phone(), hall, hall.keep(KEPT))
    page, found = editor.page, list[str]()
    for query in PAGES:
        page.set_viewport_size({"width": 390, "height": 844})
        editor.open(query)
        page.evaluate(OPEN)
        found += [f"{query} {wrong}" for wrong in faults(page)]
        if query in DARK:
            page.emulate_media(color_scheme="dark")
            found += [f"{query} dark {wrong}" for wrong in faults(page, dark=True)]
            page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": 360, "height": 640})
        found += [f"{query} {wrong}" for wrong in small_targets(page) if not NO_TARGETS.search(wrong)]
        found += [f"{query} {wrong}" for wrong in squeezed(page)]
        for width in (360, 195):
            page.set_viewport_size({"width": width, "height": 640})
            if over := overhang(page):
                found.append(f"{query} overhang {over} at {width}")
    assert found == []


def test_without_script_pieces_are_chosen_added_and_changed(hall: Hall, new_phone: PhoneMaker) -> None:
    editor = Editor(new_phone(script=False), hall, hall.keep(KEPT))
    page = editor.page
    page.goto(hall.url("/edit", code=editor.codes.organise))
    page.locator(".piece", has_text="Long ridge").click()
    page.locator("#e-x").fill("14")
    page.get_by_role("button", name="Apply").click()
    expect(page.locator("#e-x")).to_have_value("14")
    assert editor.box("h") == (6, 4, 22, 16)
    page.locator(".tools >> text=Water").click()
    page.locator(".tile:has([value=river])").click()
    page.locator("#typed-place summary").click()
    page.locator("#e-x").fill("24")
    page.get_by_role("button", name="Put it there").click()
    expect(page.locator(".who h2")).to_have_text("Water 1")


def test_the_page_is_light(hall: Hall, new_phone: PhoneMaker) -> None:
    codes = hall.keep_big()
    phone = new_phone()
    cdp = phone.page.context.new_cdp_session(phone.page)
    cdp.send("Network.enable")
    weights: list[float] = []
    cdp.on("Network.loadingFinished", lambda event: weights.append(event["encodedDataLength"]))
    phone.open(hall.url("/edit", code=codes.organise))
    assert sum(weights) < 100_000
