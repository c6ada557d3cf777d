"""The main job by touch: open the demo, tap attacker and target, read the ledger, move a unit, undo."""

import re

import pytest
from playwright.sync_api import expect

from astrike.formats.table.table_file import read_table
from astrike.rules.table.prepared_table import prepare_table
from astrike.web.home.demo import demo_text
from tests.asking import attack
from tests.browser.table.conftest import Fingers, Hall, PhoneMaker

pytestmark = pytest.mark.browser


def test_two_taps_lead_from_the_table_to_the_explained_number(hall: Hall, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(hall.url())
    assert page.evaluate("isSecureContext") is False, "as in a hall"
    fingers.tap_unit("A")
    expect(page.locator(".who h2")).to_have_text("Alder")
    expect(page).to_have_url(re.compile(r"\?unit=A$"))
    fingers.settle()
    fingers.tap_unit("D")
    expect(page).to_have_url(re.compile(r"/attack/A/D$"))
    answer = attack(prepare_table(read_table(demo_text("diagram"))), "A", "D")
    assert answer.target_number == 9
    expect(page.locator("#target-number")).to_have_text(re.compile(rf"{answer.target_number}\+"))
    keys = page.locator("#ledger tr[data-key]").evaluate_all("rows => rows.map(row => row.dataset.key)")
    assert set(keys) == {modifier.key for modifier in (*answer.tally.modifiers, *answer.considered)}
    values = page.locator("#ledger tr[data-key] .val").all_text_contents()
    assert sum(int(value.replace("−", "-")) for value in values) == answer.target_number


def test_a_unit_is_dragged_with_live_numbers_placed_and_put_back(hall: Hall, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(hall.url("?unit=A"))
    before = page.locator('[data-enemy="C"] .dist').inner_text()
    page.locator("#place-freely").tap()
    expect(page.locator("#place")).to_be_visible()
    fingers.settle()
    start = fingers.place_of("A")
    fingers.drag(start, (start[0] + 60, start[1] - 40), lift=False)
    expect(page.locator('[data-enemy="C"] .dist')).not_to_have_text(before)
    fingers.touch("touchEnd")
    fingers.settle()
    assert 13 < float(page.locator("#place-x").input_value()) < 16
    assert fingers.place_of("A") == start, "nothing is stored yet"
    page.get_by_role("button", name="Place").tap()
    expect(page.locator("#place")).to_have_count(0)
    fingers.settle()
    assert fingers.place_of("A")[0] > start[0] + 50
    page.get_by_role("button", name=re.compile("^Undo: Alder moved")).tap()
    expect(page.get_by_role("button", name="Nothing to undo")).to_be_visible()
    fingers.settle()
    assert fingers.place_of("A") == start


def test_a_held_unit_is_picked_up_by_the_same_finger(hall: Hall, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(hall.url())
    start = fingers.place_of("A")
    fingers.touch("touchStart", start)
    expect(page.locator("#place")).to_be_visible()
    for number in range(1, 9):
        fingers.touch("touchMove", (start[0] + 6 * number, start[1]))
    fingers.touch("touchEnd")
    fingers.settle()
    assert float(page.locator("#place-x").input_value()) > 11


def test_two_phones_see_each_other_and_never_overwrite_unseen(hall: Hall, new_phone: PhoneMaker) -> None:
    one, two = new_phone(), new_phone()
    for each in (one, two):
        each.open(hall.url("?unit=A"))
        each.page.locator("#place-freely").tap()
        expect(each.page.locator("#place")).to_be_visible()
    two.page.get_by_role("button", name="1 inch north", exact=True).tap()
    one.page.get_by_role("button", name="1 inch east", exact=True).tap()
    expect(two.page.locator("#place-y")).to_have_value("8")
    expect(one.page.locator("#place-x")).to_have_value("8")
    one.settle()
    one.page.get_by_role("button", name="Place").tap()
    expect(one.page.locator("#place")).to_have_count(0)
    # The second phone says so by itself, and keeps the place that is tried out there.
    expect(two.page.locator("#stale")).to_contain_text("Alder moved")
    expect(two.page.locator("#place-y")).to_have_value("8")
    two.page.get_by_role("button", name="Place").tap()
    expect(two.page.locator("#conflict")).to_contain_text("Somebody was faster")
    expect(two.page.locator("#conflict")).to_contain_text("Alder moved 1")
    two.page.get_by_role("button", name="Apply mine anyway").tap()
    expect(two.page.locator("#place")).to_have_count(0)
    # And the first phone sees the second one's place by itself.
    expect(one.page.locator('a.unit[data-unit="A"]')).to_have_attribute("data-y", "8")
    expect(one.page.locator('a.unit[data-unit="A"]')).to_have_attribute("data-x", "7")


def test_a_refused_change_is_discarded_where_it_was_refused(hall: Hall, new_phone: PhoneMaker) -> None:
    one, two = new_phone(), new_phone()
    for each in (one, two):
        each.open(hall.url("?unit=A"))
        each.page.locator("#place-freely").tap()
        each.page.get_by_role("button", name="1 inch north", exact=True).tap()
        expect(each.page.locator("#place-y")).to_have_value("8")
    one.settle()
    one.page.get_by_role("button", name="Place").tap()
    expect(two.page.locator("#stale")).to_contain_text("Alder moved")
    two.page.get_by_role("button", name="1 inch north", exact=True).tap()
    two.settle()
    two.page.get_by_role("button", name="Place").tap()
    expect(two.page.locator("#conflict")).to_be_visible()
    two.page.locator("#discard").tap()
    expect(two.page.locator("#conflict")).to_have_count(0)
    expect(two.page.locator(".thumb")).to_be_visible()


def test_an_enemy_is_faced_once_and_the_fold_stays_open(hall: Hall, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(hall.url("?unit=A&x=7&y=7&facing=0"))
    page.get_by_text("Movement, facing, elevation").tap()
    page.get_by_label("Face an enemy").select_option("C")
    expect(page.locator("#place-facing")).to_have_value("90")
    expect(page.get_by_label("Face an enemy")).to_have_value("")
    page.get_by_role("button", name="15 degrees right").tap()
    expect(page.locator("#place-facing")).to_have_value("105")
    fingers.settle()
    expect(page.get_by_label("Face an enemy")).to_be_visible()
    page.get_by_label("Elevation").select_option("z")
    page.get_by_label("Height in inches, or floor").fill("3")
    page.get_by_label("Height in inches, or floor").press("Enter")
    expect(page.locator(".who")).to_contain_text("3″ up")
    page.get_by_role("button", name="Place").tap()
    expect(page.locator("#place")).to_have_count(0)
    expect(page.locator(".who")).to_contain_text("3″ up")


def test_the_hand_turns_the_unit(hall: Hall, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(hall.url("?unit=A&x=20&y=20&facing=90"))
    hand = page.locator("#over .hand").bounding_box()
    assert hand is not None
    x, y = hand["x"] + hand["width"] / 2, hand["y"] + hand["height"] / 2
    fingers.drag((x, y), (x - 46, y + 46))
    fingers.settle()
    assert float(page.locator("#place-facing").input_value()) == pytest.approx(180, abs=6)
    assert page.locator("#place-x").input_value() == "20"


def test_the_section_is_kept_on_the_way_to_a_card_and_back(hall: Hall, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(hall.url("?unit=A"))
    fingers.pinch((120, 250), before=60, after=120)
    fingers.settle()
    where = fingers.place_of("C")
    page.locator('a.enemy[data-enemy="C"]').tap()
    page.get_by_role("link", name="Back to the table").tap()
    page.wait_for_url("**?unit=A")
    fingers.settle()
    assert fingers.place_of("C") == pytest.approx(where, abs=2)


def test_going_back_shows_what_was_chosen_before(hall: Hall, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(hall.url())
    fingers.tap_unit("A")
    expect(page.locator(".who h2")).to_have_text("Alder")
    expect(page).to_have_title("Alder · Target Number diagram · astrike")
    page.locator("#leave").tap()
    expect(page.locator(".who h2")).to_have_text("Who shoots?")
    page.go_back()
    expect(page.locator(".who h2")).to_have_text("Alder")
    page.go_back()
    expect(page.locator(".who h2")).to_have_text("Who shoots?")
    page.go_forward()
    expect(page.locator(".who h2")).to_have_text("Alder")
