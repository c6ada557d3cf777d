"""The same job by keyboard, without script, with a code for looking on, and when the laptop does not answer."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Complaints
from tests.browser.table.conftest import Fingers, Hall, PhoneMaker

pytestmark = pytest.mark.browser


def tab_to(page: Page, selector: str, *, most: int = 80) -> None:
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"the Tab key does not reach {selector}")


def test_everything_can_be_done_by_keyboard(hall: Hall, new_phone: PhoneMaker) -> None:
    desk = new_phone((1280, 800), touch=False)
    page = desk.page
    desk.open(hall.url())
    tab_to(page, 'a.unit[data-unit="A"]')
    page.keyboard.press("Enter")
    expect(page.locator(".who h2")).to_have_text("Alder")
    desk.settle()
    tab_to(page, "#place-freely")
    page.keyboard.press("Enter")
    expect(page.locator("#place")).to_be_visible()
    expect(page.locator("#main")).to_be_focused()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#place-x")).to_have_value("8")
    expect(page.locator("#place-y")).to_have_value("7.1")
    page.keyboard.press(".")
    expect(page.locator("#place-facing")).to_have_value("105")
    expect(page.locator('[data-enemy="C"] .dist')).not_to_have_text("16.00″")
    page.keyboard.press("Escape")
    expect(page.locator("#place")).to_have_count(0)
    desk.settle()
    tab_to(page, 'a.enemy[data-enemy="C"]')
    page.keyboard.press("Enter")
    expect(page.locator("#target-number")).to_contain_text("6")
    desk.settle()
    page.keyboard.press("Escape")
    expect(page.locator(".who h2")).to_have_text("Alder")


def test_choosing_attacking_moving_and_undoing_work_without_script(hall: Hall, new_phone: PhoneMaker) -> None:
    phone = new_phone(script=False)
    page = phone.page
    page.goto(hall.url())
    page.get_by_role("link", name=re.compile("Alder Skill")).tap()
    page.get_by_role("link", name=re.compile("Cedar")).last.tap()
    expect(page.locator("#target-number")).to_contain_text("6+")
    page.get_by_role("link", name="Back to the table").tap()
    page.locator("#place-freely").tap()
    page.get_by_role("button", name="1 inch east", exact=True).tap()
    expect(page.locator("#place-x")).to_have_value("8")
    expect(page.locator('[data-enemy="C"] .dist')).to_have_text("15.00″")
    page.locator("#place-y").fill("9.5")
    page.locator("#place-y").press("Enter")
    expect(page.locator("#place-y")).to_have_value("9.5")
    page.get_by_role("button", name="Place").tap()
    expect(page.locator('a.unit[data-unit="A"]')).to_have_attribute("data-y", "9.5")
    page.get_by_role("button", name=re.compile("Undo: Alder moved")).tap()
    expect(page.locator('a.unit[data-unit="A"]')).to_have_attribute("data-y", "7")
    page.get_by_role("link", name="Zoom in").tap()
    expect(page).to_have_url(re.compile("view="))
    page.get_by_role("link", name="Edit").tap()
    page.get_by_role("textbox", name="Inches moved").fill("6")
    page.get_by_label("hull down").check()
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".who")).to_contain_text("moved 6″")
    expect(page.locator(".who")).to_contain_text("hull down")


def test_who_looks_on_sees_everything_and_changes_nothing(hall: Hall, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(hall.url("?unit=A", code=hall.demo.view))
    expect(page.locator('[data-enemy="C"]')).to_contain_text("72.2 %")
    expect(page.get_by_role("button", name=re.compile("ndo"))).to_have_count(0)
    page.locator("#place-freely").tap()
    expect(page.locator("#place")).to_be_visible()
    expect(page.get_by_role("button", name="Place")).to_have_count(0)
    page.locator("#leave").tap()
    page.get_by_role("link", name="What if…").tap()
    expect(page.locator("h1")).to_contain_text("Alder walks")
    expect(page.locator("#route")).to_be_attached()
    expect(page.locator("[data-send]")).to_have_count(0)
    fingers.open(hall.url("/unit/A", code=hall.demo.view))
    expect(page.get_by_role("button", name="Save")).to_have_count(0)
    expect(page.get_by_label("Movement")).to_be_disabled()


def test_the_unit_sheet_saves_one_change_that_the_other_phone_sees(hall: Hall, new_phone: PhoneMaker) -> None:
    one, two = new_phone(), new_phone()
    two.open(hall.url("?unit=A"))
    expect(two.page.locator('[data-enemy="C"] .big')).to_have_text("6+")
    one.open(hall.url("/unit/A"))
    one.page.get_by_label("Movement").select_option("jump")
    one.page.get_by_role("button", name="more: Inches moved").tap()
    one.page.get_by_role("button", name="less: Armor left").tap()
    expect(one.page.get_by_role("textbox", name="Armor left")).to_have_value("4")
    one.page.locator(".heat label", has_text="2").tap()
    one.page.get_by_role("button", name="Save").tap()
    expect(one.page.locator(".who")).to_contain_text("jumped 1″, +2")
    expect(two.page.locator('[data-enemy="C"] .big')).to_have_text("10+")
    expect(
        two.page.get_by_role("button", name=re.compile("^Undo: Alder: jumped, 1″, Heat 2"))
    ).to_be_visible()


def test_an_attack_card_says_when_it_is_no_longer_true(hall: Hall, new_phone: PhoneMaker) -> None:
    one, two = new_phone(), new_phone()
    two.open(hall.url("/attack/A/C"))
    one.open(hall.url("?unit=A&x=9&y=7&facing=90"))
    one.page.get_by_role("button", name="Place").tap()
    strip = two.page.locator("#notice")
    expect(strip).to_contain_text("Alder moved 2")
    expect(two.page.locator("#card")).to_have_class(re.compile("is-stale"))
    strip.get_by_role("button", name="Refresh").tap()
    expect(two.page.locator("#target-number")).to_contain_text("5+")


def test_nothing_is_lost_when_the_laptop_does_not_answer(
    hall: Hall, fingers: Fingers, complaints: Complaints
) -> None:
    page = fingers.page
    fingers.open(hall.url("?unit=A&x=9&y=7&facing=90"))
    page.context.set_offline(True)
    expect(page.locator("#notice")).to_contain_text("cannot reach the laptop")
    expect(page.locator('[data-enemy="C"]')).to_be_visible()
    page.get_by_role("button", name="Place").tap()
    expect(page.locator("#refused")).to_contain_text("Nothing was sent, and nothing will be")
    page.context.set_offline(False)
    expect(page.locator("#notice")).to_be_empty()
    expect(page.locator("#place-x")).to_have_value("9")
    page.get_by_role("button", name="Place").tap()
    expect(page.locator("#place")).to_have_count(0)
    expect(page.locator("#refused")).to_be_hidden()
    expect(page.locator('a.unit[data-unit="A"]')).to_have_attribute("data-x", "9")
    expect(page.locator("#notice")).to_be_empty()
    complaints.found = [each for each in complaints.found if "INTERNET_DISCONNECTED" not in each]


def test_the_start_page_leads_back_to_the_last_table(hall: Hall, new_phone: PhoneMaker) -> None:
    phone = new_phone()
    phone.page.goto(hall.address)
    expect(phone.page.get_by_role("link", name="Back to the last table")).to_be_hidden()
    phone.open(hall.url("?unit=A"))
    phone.page.get_by_role("link", name="Start page").tap()
    phone.page.get_by_role("link", name="Back to the last table Target Number diagram").tap()
    expect(phone.page.locator(".who h2")).to_have_text("Who shoots?")
    assert phone.page.url == hall.url()
