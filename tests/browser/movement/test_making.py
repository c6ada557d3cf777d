"""A declared move is made, undone, overruled, and seen by the other phone; what is only looked at is never stored."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.movement.conftest import MovePage
from tests.browser.table.conftest import Fingers, Hall, PhoneMaker

pytestmark = pytest.mark.browser


def version_of(move_page: MovePage) -> str | None:
    return move_page.page.locator("#live").get_attribute("data-version")


def test_a_move_is_made_and_undone(hall: Hall, fingers: Fingers) -> None:
    move_page = MovePage(fingers).open(hall.url("/unit/A/move"))
    start = (7.0, 7.0)
    move_page.drag(start, (7, 12))
    move_page.page.locator("#commit").tap()
    expect(move_page.page).to_have_url(re.compile(r"\?unit=A$"))
    expect(move_page.page.locator(".who")).to_contain_text("moved")
    fingers.settle()
    moved = move_page.page.locator('a.unit[data-unit="A"]')
    assert float(moved.get_attribute("data-y") or 0) == pytest.approx(12, abs=0.15)
    move_page.page.get_by_role("button", name=re.compile("^Undo: Alder walks")).tap()
    expect(moved).to_have_attribute("data-y", "7")


def test_what_is_refused_is_stored_by_its_own_button_only(hall: Hall, fingers: Fingers) -> None:
    move_page = MovePage(fingers).open(hall.url("/unit/A/move?via=40,20"))
    expect(move_page.word).to_have_text("No")
    expect(move_page.page.locator("#commit")).to_have_count(0)
    expect(move_page.page.locator("#short")).to_be_visible()
    move_page.page.get_by_role("button", name="Move anyway").tap()
    expect(move_page.page).to_have_url(re.compile(r"\?unit=A$"))
    expect(move_page.page.get_by_role("button", name=re.compile("against the rules"))).to_be_visible()


def test_looking_is_never_stored(hall: Hall, fingers: Fingers) -> None:
    move_page = MovePage(fingers).open(hall.url("/unit/A/move?via=7,12"))
    move_page.page.locator("#what").tap()
    expect(move_page.page.locator("#what-if")).to_contain_text("nothing is stored")
    expect(move_page.page.locator("#what-if [data-enemy]").first).to_be_visible()
    assert move_page.page.locator("#shooters [data-shooter]").count() == 6
    move_page.page.locator("#reach").tap()
    expect(move_page.page.locator("#look")).to_be_visible()
    move_page.fingers.settle()
    assert version_of(move_page) == "1"
    move_page.page.locator("#reach").tap()
    expect(move_page.page.locator("#look")).to_have_count(0)
    move_page.page.locator("#what").tap()
    move_page.page.locator("#what-if [data-enemy]").first.tap()
    expect(move_page.page.locator("#card")).to_contain_text("nothing is stored")


def test_in_reach_a_tap_finds_the_way(hall: Hall, fingers: Fingers) -> None:
    move_page = MovePage(fingers).open(hall.url("/unit/A/move?show=reach"))
    expect(move_page.page.locator("#look")).to_be_visible()
    move_page.tap(8, 10)
    expect(move_page.word).to_have_text("Yes")
    assert move_page.vias()[-1] == pytest.approx((8, 10), abs=0.15)
    move_page.is_asked("show=reach")
    move_page.tap(17, 2)
    expect(move_page.page.locator("#no-way")).to_be_visible()
    assert move_page.vias()[-1] == pytest.approx((8, 10), abs=0.15), "what was declared stays"


def test_what_flies_lands_by_a_tap(hall: Hall, fingers: Fingers) -> None:
    code = hall.keep_big().play
    move_page = MovePage(fingers).open(hall.url("/unit/U/move?via=36,38", code=code))
    move_page.page.locator('#levels [data-level="land"]').tap()
    move_page.is_asked("landing=1")
    expect(move_page.page.locator("#after")).to_contain_text("height 0″")
    move_page.page.locator("#commit").tap()
    expect(move_page.page).to_have_url(re.compile(r"\?unit=U$"))
    move_page.page.goto(hall.url("/history", code=code))
    expect(move_page.page.locator("#log")).to_contain_text("Upupa flies")


def test_the_best_place_is_shown_tapped_and_gone_to(hall: Hall, fingers: Fingers) -> None:
    move_page = MovePage(fingers).open(hall.url("/unit/A/move?show=best"))
    move_page.page.get_by_label("Whom to hit").select_option("C")
    expect(move_page.page.locator("#best-place")).to_contain_text("Chance to hit")
    fingers.settle()
    move_page.page.locator("#whom label.tick").nth(2).tap()
    expect(move_page.page.locator("#safest-place")).to_be_visible()
    fingers.settle()
    assert move_page.page.locator("#safest-place").count() == 1
    move_page.page.get_by_role("link", name="Risk").tap()
    move_page.is_asked("heat=risk")
    fingers.settle()
    move_page.tap(8, 11)
    expect(move_page.page.locator("#spot")).to_contain_text("%")
    move_page.page.locator("#go-there").tap()
    expect(move_page.word).to_have_text("Yes")
    fingers.settle()
    assert move_page.vias()[-1] == pytest.approx((8, 11), abs=0.3)
    assert version_of(move_page) == "1"


def test_two_phones_never_overwrite_each_other_unseen(hall: Hall, new_phone: PhoneMaker) -> None:
    one, two = (MovePage(new_phone()).open(hall.url(f"/unit/A/move?via=7,{y}")) for y in (12, 11))
    one.page.locator("#commit").tap()
    expect(one.page).to_have_url(re.compile(r"\?unit=A$"))
    expect(two.page.locator("#stale")).to_contain_text("Alder walks")
    two.fingers.settle()
    button = two.page.locator("#commit, #anyway").first
    button.tap()
    expect(two.page.locator("#conflict, .problem").first).to_contain_text("Somebody was faster")


def test_without_script_links_and_forms_do_it_all(hall: Hall, new_phone: PhoneMaker) -> None:
    page = new_phone(script=False).page
    page.goto(hall.url("/unit/A/move"))
    page.locator("#exact summary").tap()
    page.get_by_label("Next point").fill("7, 11")
    page.locator("#exact").get_by_role("button", name="Try it").tap()
    expect(page.locator("#verdict .word")).to_have_text("Yes")
    page.locator("#exact summary").tap()
    page.get_by_role("button", name="1 inch north", exact=True).tap()
    expect(page.locator('#route input[name="via"]')).to_have_value("7,12")
    page.get_by_role("link", name="What if").tap()
    expect(page.locator("#what-if")).to_be_visible()
    page.locator("#commit").tap()
    expect(page).to_have_url(re.compile(r"\?unit=A$"))
    expect(page.locator('a.unit[data-unit="A"]')).to_have_attribute("data-y", "12")
