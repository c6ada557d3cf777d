"""Measuring with a tape by one thumb: distances typed, places to measure from tapped on the map."""

import pytest
from playwright.sync_api import expect

from tests.browser.terrain.conftest import EditorMaker
from tests.builders import area, box, document

pytestmark = pytest.mark.browser


def test_a_hut_is_measured_by_a_thumb(new_editor: EditorMaker) -> None:
    editor = new_editor(document(area("hut", box(20, 20, 28, 26), kind="building")))
    page = editor.page
    editor.fingers.open(editor.hall.url("/edit/measure", code=editor.codes.organise))
    page.locator("#f-kind").select_option("building")
    editor.fingers.settle()
    page.locator("#f-d1-1").fill("30 1/2")
    page.locator("#f-d1-2").fill("10")
    editor.press("#next")
    expect(page.locator("#corner-1 .num")).to_have_text("30.50, 10.00")
    expect(page.locator("#f-d2-1")).to_be_focused()
    editor.tap(28, 20)
    expect(page.locator("#f-r2-1")).to_have_value("corner:2:hut")
    page.locator("#f-d2-1").fill("12,5")
    page.locator("#f-d2-2").fill("10")
    editor.press("#next")
    expect(page.locator("#corner-2 .seg label")).to_have_count(2)
    editor.press("#corner-2 .seg label:has(input:not(:checked))")
    page.locator("#f-d3-1").fill("much")
    editor.press("#next")
    expect(page.locator("#f-d3-1")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#f-d2-1")).to_have_value("12,5")
    page.locator("#f-d3-1").fill("30½")
    page.locator("#f-r3-1").select_option("west")
    page.locator("#f-d3-2").fill("14")
    editor.press("#next")
    with editor.one_request():
        page.locator("#add").tap()
        page.wait_for_url("**/edit?piece=building-1")
    corners = editor.piece("building-1").outlines[0].exterior
    assert sorted(corners) == [(20.5, 10.0), (30.5, 10.0), (30.5, 14.0)]
