"""Going back: nothing is written a second time, no form has an id that is spent, and what was typed is there again."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.phone.conftest import Laptop
from tests.browser.table.conftest import Fingers

pytestmark = pytest.mark.browser


def test_back_after_a_roll_leads_to_the_page_before_the_card(laptop: Laptop, fingers: Fingers) -> None:
    page = fingers.page
    table = laptop.url(laptop.demo(), "?unit=A")
    fingers.open(table)
    page.locator('a.enemy[data-enemy="C"]').tap()
    for fell in ("8", "11"):
        if fell == "11":
            page.locator("#dice-again").tap()
        page.locator("#f-rolls").fill(fell)
        page.locator("#f-rolls").press("Enter")
        expect(page.locator("#fell .fell").first).to_have_text(fell)
        page.wait_for_load_state()
    page.locator("#write").tap()
    expect(page.locator("#written")).to_be_visible()
    assert laptop.version() == 2
    page.go_back()
    expect(page.locator(".who h2")).to_have_text("Alder")
    assert page.url == table
    assert laptop.version() == 2


def test_a_roll_waits_for_the_script_that_makes_it_safe_to_go_back(laptop: Laptop, fingers: Fingers) -> None:
    page = fingers.page
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    slow = {"offline": False, "latency": 400, "downloadThroughput": -1, "uploadThroughput": -1}
    table = laptop.url(laptop.demo(), "?unit=A")
    fingers.open(table)
    network.send("Network.emulateNetworkConditions", slow)
    page.goto(laptop.url(laptop.demo(), "/attack/A/C"))
    page.locator("#f-rolls").fill("8")
    page.locator("#f-rolls").press("Enter")
    expect(page.locator("#fell .fell").first).to_have_text("8")
    page.go_back()
    expect(page.locator(".who h2")).to_have_text("Alder")
    assert page.url == table


def test_the_same_dice_again_are_shown_again(laptop: Laptop, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(laptop.url(laptop.demo(), "/attack/A/C"))
    for number in range(2):
        if number:
            page.locator("#dice-again").tap()
        page.locator("#f-rolls").fill("8")
        page.locator("#roll").tap()
        expect(page.locator("#fell .fell").first).to_have_text("8")
        expect(page.locator("#f-rolls")).to_have_value("")


def test_a_form_that_was_sent_can_be_gone_back_to_and_sent_anew(laptop: Laptop, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(laptop.url(laptop.demo(), "/unit/A"))
    page.get_by_label("Movement").select_option("jump")
    page.get_by_role("textbox", name="Inches moved").fill("4")
    ident = page.locator('#sheet input[name="change_id"]')
    spent = ident.input_value()
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".who")).to_contain_text("jumped 4″")
    page.go_back()
    expect(ident).not_to_have_value(spent)
    page.get_by_role("textbox", name="Inches moved").fill("6")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".who")).to_contain_text("jumped 6″")


def lose_what_is_sent(page: Page) -> None:
    """The laptop goes away between the question whether it is there and the form itself."""

    def lose(route: Route) -> None:
        if route.request.is_navigation_request():
            route.abort("connectionrefused")
        else:
            route.continue_()

    page.route("**/*", lose)


FORMS: dict[str, tuple[str, dict[str, str], str]] = {
    "a new unit": ("/new-unit", {"#f-name": "Cedar", "#f-move": '8"', "#f-specials": "ECM"}, "Add"),
    "a unit's card": ("/units/A", {"#f-name": "Cedar", "#f-armor": "7"}, "Save"),
    "a unit's sheet": ("/unit/A", {"#f-moved": "4", "#f-facing": "45"}, "Save"),
    "a pasted list": ("/roster", {"#f-text": "Locust LCT-1V"}, "Look"),
    "settings of the table": ("/settings", {"#f-name": "Hall table 3"}, "Save"),
}


@pytest.mark.parametrize("form", FORMS)
def test_what_was_typed_is_there_after_going_back(laptop: Laptop, fingers: Fingers, form: str) -> None:
    page = fingers.page
    path, typed, button = FORMS[form]
    fingers.open(laptop.url(laptop.demo(), "/units"))
    fingers.open(f"{laptop.address}/t/{laptop.demo().organise}{path}")
    go_and_come_back(page, typed, button)


def go_and_come_back(page: Page, typed: dict[str, str], button: str) -> None:
    form = page.url
    for field, value in typed.items():
        page.locator(field).fill(value)
    lose_what_is_sent(page)
    with page.expect_event("requestfailed", lambda request: request.is_navigation_request()):
        page.get_by_role("button", name=re.compile(f"^{button}")).last.tap()
    page.wait_for_url("chrome-error://**")
    page.unroute("**/*")
    page.go_back()
    if page.url != form:  # a form that is sent to its own address leaves no page of its own behind
        page.goto(form)
    for field, value in typed.items():
        expect(page.locator(field)).to_have_value(value)


def test_wishes_of_the_generator_are_there_after_going_back(laptop: Laptop, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(f"{laptop.address}/t/{laptop.demo().organise}/edit/random")
    page.locator("#more > summary").tap()
    go_and_come_back(page, {"#f-gap": "4", "#f-least": "5"}, "Show it with these wishes")
    expect(page.locator("#f-gap")).to_be_visible()


def test_terrain_that_was_measured_stays_in_its_fields_when_nobody_answers(
    laptop: Laptop, fingers: Fingers
) -> None:
    page = fingers.page
    fingers.open(f"{laptop.address}/t/{laptop.demo().organise}/edit/measure")
    laptop.stop()
    page.locator("#f-d1-1").fill("12")
    page.locator("#f-d1-2").fill("8 1/2")
    page.locator("#next").tap()
    expect(page.locator("#refused")).to_contain_text("Nothing was sent")
    expect(page.locator("#f-d1-1")).to_have_value("12")
    expect(page.locator("#f-d1-2")).to_have_value("8 1/2")
    laptop.start()
    page.locator("#refused").get_by_role("button", name="OK").tap()
    page.locator("#next").tap()
    expect(page.locator("#corner-2")).to_be_visible()


def test_what_has_arrived_is_not_typed_again(laptop: Laptop, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(laptop.url(laptop.demo(), "/new-unit"))
    page.locator("#f-name").fill("Cedar")
    page.get_by_role("button", name="Add").tap()
    expect(page.get_by_role("main")).to_contain_text("Cedar")
    page.wait_for_load_state()
    page.go_back()
    expect(page.locator("#f-name")).to_have_value("")
