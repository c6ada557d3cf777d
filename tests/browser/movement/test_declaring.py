"""A move is declared by touch: taps, drags, the hand, buttons, and the numbers follow."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.movement.conftest import Mover
from tests.browser.table.conftest import Fingers, Hall

pytestmark = pytest.mark.browser


@pytest.fixture
def mover(hall: Hall, fingers: Fingers) -> Mover:
    return Mover(fingers).open(hall.url("/unit/A/move"))


def test_the_table_leads_to_the_move_and_back(hall: Hall, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(hall.url("?unit=A"))
    page.locator("#move").tap()
    expect(page).to_have_url(re.compile(r"/unit/A/move$"))
    expect(page.locator("h1")).to_contain_text("Alder walks")
    page.get_by_role("link", name="Back to the table").tap()
    expect(page).to_have_url(re.compile(r"\?unit=A$"))


def test_taps_add_points_and_undo_takes_them_back(mover: Mover) -> None:
    mover.tap(12, 12)
    expect(mover.word).to_have_text(re.compile("Yes|No"))
    assert mover.vias() == [pytest.approx((12, 12), abs=0.15)]
    mover.tap(16, 12)
    assert len(mover.vias()) == 2
    assert mover.page.locator(".path-over .stop").count() >= 1
    mover.page.get_by_role("link", name="Undo the last point").tap()
    mover.fingers.settle()
    assert len(mover.vias()) == 1
    mover.page.go_back()
    mover.fingers.settle()
    assert len(mover.vias()) == 2, "going back is undoing too"


def test_a_tap_beside_another_unit_is_a_place_as_well(mover: Mover, hall: Hall) -> None:
    code = hall.keep_big().play
    mover.open(hall.url("/unit/U/move", code=code))
    mover.tap(40.6, 30)
    assert mover.vias() == [pytest.approx((40.6, 30), abs=0.2)], "Quail stands 1.3 inches from there"
    expect(mover.word).to_have_text("Yes")


def test_a_tap_close_to_the_unit_is_a_short_move_and_one_on_it_is_none(mover: Mover, hall: Hall) -> None:
    code = hall.keep_big().play
    mover.open(hall.url("/unit/B/move", code=code))
    mover.tap(8.1, 11.1)
    assert mover.vias() == []
    mover.tap(9.2, 11)
    assert mover.vias() == [pytest.approx((9.2, 11), abs=0.1)]


def test_the_unit_is_dragged_and_the_sum_follows(mover: Mover) -> None:
    mover.drag((7, 7), (11, 12), lift=False)
    expect(mover.page.locator("#ledger")).to_be_attached()
    expect(mover.word).to_have_text(re.compile("Yes|No"))
    first = mover.page.locator("#ledger .sum .val").inner_text()
    mover.fingers.touch("touchMove", mover.at(13, 14))
    expect(mover.page.locator("#ledger .sum .val")).not_to_have_text(first)
    mover.fingers.touch("touchEnd")
    mover.fingers.settle()
    assert mover.vias() == [pytest.approx((13, 14), abs=0.15)]
    assert mover.page.evaluate("document.documentElement.classList.contains('is-dragging')") is False
    stored = mover.page.locator('a.unit[data-unit="A"]')
    assert stored.get_attribute("data-x") == "7", "nothing is stored"


def test_any_point_can_be_dragged(mover: Mover, hall: Hall) -> None:
    mover.open(hall.url("/unit/A/move?via=10,12&via=16,12"))
    mover.drag((10, 12), (11, 15))
    assert mover.vias() == [pytest.approx((11, 15), abs=0.2), (16, 12)]
    mover.drag((16, 12), (15, 10))
    assert mover.vias()[1] == pytest.approx((15, 10), abs=0.2)
    expect(mover.page.locator("#pick")).to_be_hidden()


def test_a_point_that_is_tapped_can_be_removed(mover: Mover, hall: Hall) -> None:
    mover.open(hall.url("/unit/A/move?via=10,12&via=16,12"))
    mover.tap(10, 12)
    mover.page.get_by_role("button", name="Remove point a").tap()
    mover.fingers.settle()
    assert mover.vias() == [(16, 12)]
    mover.tap(16, 12)
    mover.page.get_by_role("button", name="Leave it so").tap()
    expect(mover.page.locator("#pick")).to_be_hidden()
    assert mover.vias() == [(16, 12)]


def test_buttons_nudge_the_point_that_is_chosen(mover: Mover, hall: Hall) -> None:
    mover.open(hall.url("/unit/A/move?via=10,12&via=16,12&point=0"))
    mover.page.locator("#exact summary").tap()
    mover.page.get_by_role("button", name="1 inch north", exact=True).tap()
    expect(mover.page.locator("#place-y")).to_have_value("13")
    mover.fingers.settle()
    assert mover.vias() == [(10, 13), (16, 12)]
    mover.page.locator("#place-x").fill("9.5")
    mover.page.locator("#place-x").press("Enter")
    mover.fingers.settle()
    assert mover.vias() == [(9.5, 13), (16, 12)]
    mover.page.get_by_label("Next point").fill("18, 9")
    mover.page.get_by_label("Next point").press("Enter")
    mover.fingers.settle()
    assert mover.vias()[2] == (18, 9)


def test_enter_in_a_field_asks_and_never_stores(mover: Mover, hall: Hall) -> None:
    for path in ("via=10,12", "via=40,30"):
        mover.open(hall.url(f"/unit/A/move?{path}"))
        mover.page.locator("#exact summary").tap()
        for name in ("#place-x", "#place-facing", "#place-z"):
            mover.page.locator(name).press("Enter")
            mover.fingers.settle()
        assert mover.page.locator("#live").get_attribute("data-version") == "1"
        assert len(mover.vias()) == 1


def test_the_hand_and_the_list_turn_the_unit(mover: Mover, hall: Hall) -> None:
    mover.open(hall.url("/unit/A/move?via=12,14&facing=90"))
    hand = mover.page.locator("#over .hand").bounding_box()
    assert hand is not None
    x, y = hand["x"] + hand["width"] / 2, hand["y"] + hand["height"] / 2
    mover.fingers.drag((x, y), (x - 46, y + 46))
    mover.fingers.settle()
    assert float(mover.page.locator("#place-facing").input_value()) == pytest.approx(180, abs=6)
    assert mover.vias() == [(12, 14)]
    mover.page.locator("#exact summary").tap()
    mover.page.get_by_label("Face somebody").select_option("C")
    expect(mover.page.locator("#place-facing")).not_to_have_value("180")
    mover.fingers.settle()
    mover.is_asked("facing=")


def test_another_mode_keeps_the_way(mover: Mover, hall: Hall) -> None:
    mover.open(hall.url("/unit/A/move?via=12,14"))
    mover.page.locator("#mode").tap()
    mover.page.locator('.modes-list [data-mode="sprint"]').tap()
    mover.is_asked("mode=sprint")
    expect(mover.page.locator("h1")).to_contain_text("Alder sprints")
    expect(mover.page.locator("#modes")).not_to_have_attribute("open", "")
    mover.fingers.settle()
    assert mover.vias() == [(12, 14)]
    expect(mover.page.locator("#mode")).to_contain_text("Sprint")


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


def test_a_refusal_leads_to_its_place_on_the_map(mover: Mover, hall: Hall) -> None:
    mover.open(hall.url("/unit/A/move?via=40,30"))
    expect(mover.word).to_have_text("No")
    x, y = (
        float(part)
        for part in (
            mover.page.locator("#refusals .pin-link").first.get_attribute("data-centre") or ""
        ).split(",")
    )
    mover.page.locator("#refusals .pin-link").first.tap()
    mover.fingers.settle()
    box = mover.page.locator("#map").bounding_box()
    assert box is not None
    at = mover.at(x, y)
    assert at[0] == pytest.approx(box["x"] + box["width"] / 2, abs=30)
    assert box["y"] < at[1] < box["y"] + box["height"]


def test_a_refused_way_can_stop_short(mover: Mover, hall: Hall) -> None:
    mover.open(hall.url("/unit/A/move?via=10,9&via=20,9"))
    expect(mover.word).to_have_text("No")
    button = mover.page.locator("#short")
    cost = button.inner_text().split()[-1]
    button.tap()
    expect(mover.word).to_have_text("Yes")
    expect(mover.page.locator("#commit")).to_contain_text(cost)
    assert len(mover.vias()) == 2


def test_of_a_long_way_a_point_that_is_not_listed_is_chosen_first(mover: Mover, hall: Hall) -> None:
    way = "&".join(f"via={10 + k % 2 * 3},{9 + k // 2 % 2 * 3}" for k in range(1, 15))
    mover.open(hall.url(f"/unit/A/move?via=12.1234567,14&{way}"))
    first = mover.page.locator("#points [data-point='0']")
    expect(first).to_have_count(0)
    mover.tap(12.1234567, 14)
    expect(first.locator("[aria-current=true]")).to_have_count(1)
    expect(mover.page.locator("#place-x")).to_have_value("12.123")
    mover.tap(12.1234567, 14)
    expect(mover.page.locator("#pick button").first).to_have_text("Remove point a")


def test_points_that_nobody_touches_keep_their_digits(mover: Mover, hall: Hall) -> None:
    mover.open(hall.url("/unit/A/move?via=10.1234567,9"))
    mover.tap(10, 6)
    assert mover.vias() == [(10.1234567, 9.0), (10.0, 6.0)]
