"""What do I need? Asked by thumb on a phone, in seconds, without a table."""

import re
import time

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import Complaints, Server, faults, overhang, small_targets, squeezed, watched

pytestmark = pytest.mark.browser

TICK = re.compile('type="checkbox"|class="vh"')
PAGES = (
    "/quick?skill=3&did=jump&o=woods",
    "/quick?more=1&o=cover&target=vehicle&range=extreme",
    "/quick?edition=classic-2.3.1&state=hull-down",
    "/quick?tab=physical&blow=charge&own=3&weight=3&more=1",
    "/quick?tab=physical&edition=classic-2.3.1&blow=charge",
    "/quick?tab=artillery&gun=ART-LT&way=point&d1=2&d2=4&x=12&y=9",
    "/quick?tab=move&type=CV&move=10%22t&hot=2",
    "/quick?tab=move&move=fast",
)
READ = (PAGES[1], PAGES[3], PAGES[5], PAGES[7])
"""One of each tab, looked at by axe-core in light and dark."""
SECONDS = 10


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f"label:has(> input[name={name}][value='{value}'])").tap()


def calm(page: Page) -> None:
    """Wait until nothing is asked any more."""
    page.wait_for_function("() => !document.querySelector('.htmx-request, .htmx-swapping')")


def test_six_taps_say_what_is_needed(phone: Page, server: Server) -> None:
    phone.goto(server.address)
    phone.get_by_role("link", name="Quick check").tap()
    expect(phone.locator("#target-number")).to_contain_text("8")
    phone.wait_for_load_state()
    room = phone.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert room <= 0, "everything is on the screen"
    phone.evaluate("window.stayed = true")
    taps = (
        ("skill", "3"), ("did", "jump"), ("tmm", "2"), ("moved", "ground"), ("o", "woods"), ("range", "medium")
    )  # fmt: skip
    began = time.monotonic()
    for name, value in taps:
        choose(phone, name, value)
    expect(phone.locator("#target-number")).to_contain_text("10+")
    expect(phone.locator("#odds")).to_have_text("16.7 %")
    assert time.monotonic() - began < SECONDS, f"{len(taps)} taps"
    expect(phone.locator("#next")).to_have_text("9+ 27.8 %11+ 8.3 %")
    expect(phone.locator("#sums > summary")).to_have_text(re.compile(r"S\s*3.*A\s*2.*T\s*2.*O\s*1.*R\s*2"))
    expect(phone).to_have_url(f"{server.address}/quick?skill=3&did=jump&o=woods")
    assert phone.evaluate("window.stayed"), "nothing was loaded anew"
    phone.goto(phone.url)
    expect(phone.locator("#target-number")).to_contain_text("10+")


def test_fingers_are_faster_than_answers(phone: Page, server: Server) -> None:
    def slowly(route: Route) -> None:
        time.sleep(0.15)
        route.continue_()

    phone.goto(f"{server.address}/quick")
    phone.route("**/quick?*part=live*", slowly)
    for name, value in (
        ("skill", "2"),
        ("did", "standstill"),
        ("o", "cover"),
        ("range", "long"),
        ("heat", "2"),
    ):
        choose(phone, name, value)
    expect(phone).to_have_url(re.compile("skill=2&did=standstill&o=cover&heat=2&range=long"))
    calm(phone)
    chosen = phone.locator("#live input:checked").evaluate_all("all => all.map(each => each.value)")
    assert chosen == ["2", "standstill", "2", "ground", "cover", "2", "0", "0", "long"]
    expect(phone.locator("#target-number")).to_contain_text("10+")


def test_what_drops_down_and_the_other_tabs(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/quick?skill=3")
    phone.locator("#dice > summary").tap()
    expect(phone.locator("#dice .here")).to_have_text(re.compile(r"^7\+ 58\.3"))
    phone.locator("#sums > summary").tap()
    expect(phone.locator("#dice")).not_to_have_attribute("open", "")
    expect(phone.locator("#sums")).to_contain_text("Medium range")
    choose(phone, "range", "long")
    expect(phone.locator("#sums")).not_to_have_attribute("open", "")
    phone.locator("#more").tap()
    expect(phone.locator("#f-target")).to_be_visible()
    phone.locator("#f-target").select_option("battle-armor")
    expect(phone.locator("#target-number")).to_contain_text("10+")
    phone.get_by_role("link", name="Artillery").tap()
    expect(phone.locator("#roll")).to_be_visible()
    phone.locator("#shell a").tap()
    phone.locator("#roll").tap()
    expect(phone.locator("#landing")).to_be_in_viewport()
    expect(phone).to_have_url(
        re.compile(r"tab=artillery&skill=3&range=long&more=1&target=battle-armor&d1=\d&d2=\d$")
    )
    phone.get_by_role("link", name="Move").tap()
    phone.locator("#f-move").fill('10"/8"j')
    phone.locator("#f-move").press("Enter")
    expect(phone.locator("#target-number")).to_contain_text("10″")
    phone.locator("#share > summary").tap()
    expect(phone.locator("#share-address")).to_have_value(phone.url)
    phone.go_back()
    expect(phone.locator("#roll")).to_be_visible()
    phone.get_by_label("Edition").select_option("ce-7")
    expect(phone.get_by_text("Missed by")).to_be_visible()


def test_every_tab_fits_is_read_by_everybody_and_reached_by_a_thumb(
    browser: Browser, server: Server, complaints: Complaints
) -> None:
    found: list[str] = []
    with browser.new_context(
        viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True
    ) as context:
        page = watched(context, complaints)
        for path in PAGES:
            page.set_viewport_size({"width": 360, "height": 640})
            page.goto(server.address + path)
            found += [f"{path} {wrong}" for wrong in small_targets(page) if not TICK.search(wrong)]
            found += [f"{path} {wrong}" for wrong in squeezed(page)]
            found += [f"{path} over {over}" for over in [overhang(page)] if over]
            page.set_viewport_size({"width": 195, "height": 422})
            found += [f"{path} in large text over {over}" for over in [overhang(page)] if over]
            if path in READ:
                page.set_viewport_size({"width": 390, "height": 844})
                page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
                found += [f"{path} {wrong}" for wrong in faults(page)]
                page.emulate_media(color_scheme="dark")
                found += [f"{path} dark {wrong}" for wrong in faults(page, dark=True)]
                page.emulate_media(color_scheme="light")
    assert found == [], "\n".join(found)
    assert complaints.found == []


def test_it_works_without_script(browser: Browser, server: Server, complaints: Complaints) -> None:
    with browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844}) as context:
        page = watched(context, complaints)
        page.goto(f"{server.address}/quick?o=woods")
        page.locator("label:has(> input[name=skill][value='2'])").click()
        page.get_by_role("button", name="Calculate").click()
        expect(page.locator("#target-number")).to_contain_text("7+")
        page.locator("#dice > summary").click()
        expect(page.get_by_text("27.8 %").first).to_be_visible()
        page.goto(f"{server.address}/quick?tab=artillery")
        page.get_by_role("button", name="Roll both dice").click()
        expect(page.locator("#landing")).to_be_visible()
    assert complaints.found == []
