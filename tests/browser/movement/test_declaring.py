"""A move is declared by touch: taps, drags, the hand, buttons, and the numbers follow."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.movement.conftest import MovePage
from tests.browser.table.conftest import Fingers, Hall

pytestmark = pytest.mark.browser


@pytest.fixture
def move_page(hall: Hall, fingers: Fingers) -> MovePage:
    return MovePage(fingers).open(hall.url("/unit/A/move"))


def test_the_table_leads_to_the_move_and_back(hall: Hall, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(hall.url("?unit=A"))
    page.locator("#move").tap()
    expect(page).to_have_url(re.compile(r"/unit/A/move$"))
    expect(page.locator("h1")).to_contain_text("Alder walks")
    page.get_by_role("link", name="Back to the table").tap()
    expect(page).to_have_url(re.compile(r"\?unit=A$"))


def test_taps_add_points_and_undo_takes_them_back(move_page: MovePage) -> None:
    move_page.tap(12, 12)
    expect(move_page.word).to_have_text(re.compile("Yes|No"))
    assert move_page.vias() == [pytest.approx((12, 12), abs=0.15)]
    move_page.tap(16, 12)
    assert len(move_page.vias()) == 2
    assert move_page.page.locator(".path-over .stop").count() >= 1
    move_page.page.get_by_role("link", name="Undo the last point").tap()
    move_page.fingers.settle()
    assert len(move_page.vias()) == 1
    move_page.page.go_back()
    move_page.fingers.settle()
    assert len(move_page.vias()) == 2, "going back is undoing too"


def test_a_tap_beside_another_unit_is_a_place_as_well(move_page: MovePage, hall: Hall) -> None:
    code = hall.keep_big().play
    move_page.open(hall.url("/unit/U/move", code=code))
    move_page.tap(40.6, 30)
    assert move_page.vias() == [pytest.approx((40.6, 30), abs=0.2)], "Quail stands 1.3 inches from there"
    expect(move_page.word).to_have_text("Yes")


def test_a_tap_close_to_the_unit_is_a_short_move_and_one_on_it_is_none(
    move_page: MovePage, hall: Hall
) -> None:
    code = hall.keep_big().play
    move_page.open(hall.url("/unit/B/move", code=code))
    move_page.tap(8.1, 11.1)
    assert move_page.vias() == []
    move_page.tap(9.2, 11)
    assert move_page.vias() == [pytest.approx((9.2, 11), abs=0.1)]


def test_the_unit_is_dragged_and_the_sum_follows(move_page: MovePage) -> None:
    move_page.drag((7, 7), (11, 12), lift=False)
    expect(move_page.page.locator("#ledger")).to_be_attached()
    expect(move_page.word).to_have_text(re.compile("Yes|No"))
    first = move_page.page.locator("#ledger .sum .val").inner_text()
    move_page.fingers.touch("touchMove", move_page.at(13, 14))
    expect(move_page.page.locator("#ledger .sum .val")).not_to_have_text(first)
    move_page.fingers.touch("touchEnd")
    move_page.fingers.settle()
    assert move_page.vias() == [pytest.approx((13, 14), abs=0.15)]
    assert move_page.page.evaluate("document.documentElement.classList.contains('is-dragging')") is False
    stored = move_page.page.locator('a.unit[data-unit="A"]')
    assert stored.get_attribute("data-x") == "7", "nothing is stored"


def test_any_point_can_be_dragged(move_page: MovePage, hall: Hall) -> None:
    move_page.open(hall.url("/unit/A/move?via=10,12&via=16,12"))
    move_page.drag((10, 12), (11, 15))
    assert move_page.vias() == [pytest.approx((11, 15), abs=0.2), (16, 12)]
    move_page.drag((16, 12), (15, 10))
    assert move_page.vias()[1] == pytest.approx((15, 10), abs=0.2)
    expect(move_page.page.locator("#pick")).to_be_hidden()


def test_a_point_that_is_tapped_can_be_removed(move_page: MovePage, hall: Hall) -> None:
    move_page.open(hall.url("/unit/A/move?via=10,12&via=16,12"))
    move_page.tap(10, 12)
    move_page.page.get_by_role("button", name="Remove point a").tap()
    move_page.fingers.settle()
    assert move_page.vias() == [(16, 12)]
    move_page.tap(16, 12)
    move_page.page.get_by_role("button", name="Leave it so").tap()
    expect(move_page.page.locator("#pick")).to_be_hidden()
    assert move_page.vias() == [(16, 12)]


def test_buttons_nudge_the_point_that_is_chosen(move_page: MovePage, hall: Hall) -> None:
    move_page.open(hall.url("/unit/A/move?via=10,12&via=16,12&point=0"))
    move_page.page.locator("#exact summary").tap()
    move_page.page.get_by_role("button", name="1 inch north", exact=True).tap()
    expect(move_page.page.locator("#place-y")).to_have_value("13")
    move_page.fingers.settle()
    assert move_page.vias() == [(10, 13), (16, 12)]
    move_page.page.locator("#place-x").fill("9.5")
    move_page.page.locator("#place-x").press("Enter")
    move_page.fingers.settle()
    assert move_page.vias() == [(9.5, 13), (16, 12)]
    move_page.page.get_by_label("Next point").fill("18, 9")
    move_page.page.get_by_label("Next point").press("Enter")
    move_page.fingers.settle()
    assert move_page.vias()[2] == (18, 9)


def test_enter_in_a_field_asks_and_never_stores(move_page: MovePage, hall: Hall) -> None:
    for path in ("via=10,12", "via=40,30"):
        move_page.open(hall.url(f"/unit/A/move?{path}"))
        move_page.page.locator("#exact summary").tap()
        for name in ("#place-x", "#place-facing", "#place-z"):
            move_page.page.locator(name).press("Enter")
            move_page.fingers.settle()
        assert move_page.page.locator("#live").get_attribute("data-version") == "1"
        assert len(move_page.vias()) == 1


def test_the_hand_and_the_list_turn_the_unit(move_page: MovePage, hall: Hall) -> None:
    move_page.open(hall.url("/unit/A/move?via=12,14&facing=90"))
    hand = move_page.page.locator("#over .hand").bounding_box()
    assert hand is not None
    x, y = hand["x"] + hand["width"] / 2, hand["y"] + hand["height"] / 2
    move_page.fingers.drag((x, y), (x - 46, y + 46))
    move_page.fingers.settle()
    assert float(move_page.page.locator("#place-facing").input_value()) == pytest.approx(180, abs=6)
    assert move_page.vias() == [(12, 14)]
    move_page.page.locator("#exact summary").tap()
    move_page.page.get_by_label("Face somebody").select_option("C")
    expect(move_page.page.locator("#place-facing")).not_to_have_value("180")
    move_page.fingers.settle()
    move_page.is_asked("facing=")


def test_another_mode_keeps_the_way(move_page: MovePage, hall: Hall) -> None:
    move_page.open(hall.url("/unit/A/move?via=12,14"))
    move_page.page.locator("#mode").tap()
    move_page.page.locator('.modes-list [data-mode="sprint"]').tap()
    move_page.is_asked("mode=sprint")
    expect(move_page.page.locator("h1")).to_contain_text("Alder sprints")
    expect(move_page.page.locator("#modes")).not_to_have_attribute("open", "")
    move_page.fingers.settle()
    assert move_page.vias() == [(12, 14)]
    expect(move_page.page.locator("#mode")).to_contain_text("Sprint")


def test_the_map_begins_near_the_unit_and_leaves_the_tables_section_alone(
    hall: Hall, fingers: Fingers
) -> None:
    codes = hall.keep_big()
    fingers.open(hall.url(code=codes.play))
    scale = "Number(document.querySelector('#map svg.board').dataset.scale)"
    before = fingers.page.evaluate(scale)
    unit = fingers.page.locator("a.unit").first.get_attribute("data-unit")
    fingers.open(hall.url(f"/unit/{unit}/move", code=codes.play))
    assert fingers.page.evaluate(scale) > 1.2 * before
    fingers.open(hall.url(code=codes.play))
    assert fingers.page.evaluate(scale) == pytest.approx(before)


def test_a_refusal_leads_to_its_place_on_the_map(move_page: MovePage, hall: Hall) -> None:
    move_page.open(hall.url("/unit/A/move?via=40,30"))
    expect(move_page.word).to_have_text("No")
    x, y = (
        float(part)
        for part in (
            move_page.page.locator("#refusals .pin-link").first.get_attribute("data-centre") or ""
        ).split(",")
    )
    move_page.page.locator("#refusals .pin-link").first.tap()
    move_page.fingers.settle()
    box = move_page.page.locator("#map").bounding_box()
    assert box is not None
    at = move_page.at(x, y)
    assert at[0] == pytest.approx(box["x"] + box["width"] / 2, abs=30)
    assert box["y"] < at[1] < box["y"] + box["height"]


def test_a_refused_way_can_stop_short(move_page: MovePage, hall: Hall) -> None:
    move_page.open(hall.url("/unit/A/move?via=10,9&via=20,9"))
    expect(move_page.word).to_have_text("No")
    button = move_page.page.locator("#short")
    cost = button.inner_text().split()[-1]
    button.tap()
    expect(move_page.word).to_have_text("Yes")
    expect(move_page.page.locator("#commit")).to_contain_text(cost)
    assert len(move_page.vias()) == 2


def test_of_a_long_way_a_point_that_is_not_listed_is_chosen_first(move_page: MovePage, hall: Hall) -> None:
    way = "&".join(f"via={10 + k % 2 * 3},{9 + k // 2 % 2 * 3}" for k in range(1, 15))
    move_page.open(hall.url(f"/unit/A/move?via=12.1234567,14&{way}"))
    first = move_page.page.locator("#points [data-point='0']")
    expect(first).to_have_count(0)
    move_page.tap(12.1234567, 14)
    expect(first.locator("[aria-current=true]")).to_have_count(1)
    expect(move_page.page.locator("#place-x")).to_have_value("12.123")
    move_page.tap(12.1234567, 14)
    expect(move_page.page.locator("#pick button").first).to_have_text("Remove point a")


def test_points_that_nobody_touches_keep_their_digits(move_page: MovePage, hall: Hall) -> None:
    move_page.open(hall.url("/unit/A/move?via=10.1234567,9"))
    move_page.tap(10, 12)
    assert move_page.vias() == [(10.1234567, 9.0), (10.0, 12.0)]
