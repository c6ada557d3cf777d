"""The map under fingers: pan, pinch, taps that could mean several units, the sheet's heights, the tape measure."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table.conftest import Fingers, Hall, PhoneMaker
from tests.builders import document, mech

pytestmark = pytest.mark.browser

LETTER = "document.querySelector('#map .tag-t, #map .mark-t').getBoundingClientRect().height"


def scale(phone: Fingers) -> float:
    found: float = phone.page.evaluate(
        """() => { const svg = document.querySelector('#map .board');
        return svg.dataset.scale * svg.clientWidth / svg.viewBox.baseVal.width; }"""
    )
    return found


def test_two_fingers_zoom_and_letters_keep_their_size(hall: Hall, fingers: Fingers) -> None:
    fingers.open(hall.url(code=hall.keep_big().play))
    before, letter = scale(fingers), fingers.page.evaluate(LETTER)
    fingers.pinch((190, 200), before=70, after=210)
    assert scale(fingers) > 2.5 * before, "it follows the fingers at once"
    fingers.settle()
    assert 2.5 * before < scale(fingers) < 3.5 * before
    assert fingers.page.evaluate(LETTER) == pytest.approx(letter, rel=0.2)
    fingers.page.get_by_label("Whole table").tap()
    fingers.settle()
    assert scale(fingers) == pytest.approx(before, rel=0.01)


def test_one_finger_pans_and_chooses_nothing(hall: Hall, fingers: Fingers) -> None:
    fingers.open(hall.url())
    x, y = fingers.place_of("A")
    fingers.pinch((x + 20, y), before=40, after=80)
    fingers.settle()
    start = fingers.place_of("A")
    fingers.drag(start, (start[0] + 50, start[1] - 30))
    fingers.settle()
    moved = fingers.place_of("A")
    assert moved[0] - start[0] == pytest.approx(50, abs=12)
    assert moved[1] - start[1] == pytest.approx(-30, abs=12)
    expect(fingers.page.locator(".who h2")).to_have_text("Who shoots?")


def test_wheel_and_buttons_zoom_with_a_mouse(hall: Hall, new_phone: PhoneMaker) -> None:
    desk = new_phone((1280, 800), touch=False)
    desk.open(hall.url())
    before = scale(desk)
    desk.page.mouse.move(400, 400)
    desk.page.mouse.wheel(0, -600)
    desk.settle()
    assert scale(desk) > 1.8 * before
    closer = scale(desk)
    desk.page.get_by_label("Zoom out").click()
    desk.settle()
    assert scale(desk) == pytest.approx(closer / 1.6, rel=0.05)
    desk.page.get_by_label("Whole table").click()
    desk.settle()
    assert scale(desk) == pytest.approx(before, rel=0.02)


def test_closer_means_closer_to_the_chosen_unit_and_the_next_one_chosen_comes_into_sight(
    hall: Hall, fingers: Fingers
) -> None:
    page = fingers.page
    fingers.open(hall.url("?unit=A"))
    for _ in range(3):
        page.get_by_label("Zoom in").tap()
        fingers.settle()
    box = page.locator("#map").bounding_box()
    assert box is not None
    x, y = fingers.place_of("A")
    assert 0 < x < box["width"]
    assert box["y"] < y < box["y"] + box["height"]
    page.get_by_role("link", name="Choose no unit").tap()
    fingers.settle()
    page.locator("main").get_by_role("link", name=re.compile("Dogwood")).tap()
    fingers.settle()
    assert fingers.place_of("D") == pytest.approx((195, box["y"] + box["height"] / 2), abs=30)


def test_a_tap_beside_a_unit_means_the_nearest(hall: Hall, fingers: Fingers) -> None:
    fingers.open(hall.url())
    x, y = fingers.place_of("D")
    fingers.page.touchscreen.tap(x + 15, y + 12)
    expect(fingers.page.locator(".who h2")).to_have_text("Dogwood")


def test_a_tap_between_two_units_asks_which(hall: Hall, fingers: Fingers) -> None:
    codes = hall.keep(
        document(
            mech("A", at=(20, 20), name="Alder", side="red"),
            mech("B", at=(22.6, 20), name="Birch", side="red"),
            mech("K", at=(40, 30), name="Kea", side="blue"),
        )
    )
    fingers.open(hall.url(code=codes.play))
    a, b = fingers.place_of("A"), fingers.place_of("B")
    fingers.page.touchscreen.tap((a[0] + b[0]) / 2 + 1, a[1] + 8)
    choice = fingers.page.get_by_role("group", name="Which one?")
    expect(choice.get_by_role("link")).to_have_count(2)
    choice.get_by_role("link", name=re.compile("Alder")).tap()
    expect(fingers.page.locator(".who h2")).to_have_text("Alder")
    expect(choice).to_be_hidden()


def test_the_sheet_has_three_heights(hall: Hall, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(hall.url("?unit=A"))

    def height() -> float:
        box = page.locator("#main").bounding_box()
        assert box is not None
        return box["height"]

    half = height()
    page.locator("#grab").tap()
    assert height() > half + 250
    page.locator("#grab").tap()
    assert height() == pytest.approx(half, abs=2)
    box = page.locator("#grab").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 10
    fingers.drag((x, y), (x, y + 120))
    assert height() < half - 150
    fingers.settle()
    map_box = page.locator("#map .frame").bounding_box()
    assert map_box is not None
    assert map_box["height"] > 240, "the table is drawn for the larger map"
    page.reload()
    assert height() < half - 150, "it stays as it was left"


@pytest.mark.parametrize("path", ["?unit=A", "/unit/A/move?via=10,9"], ids=["table", "move"])
def test_handle_and_bar_keep_off_each_other(hall: Hall, fingers: Fingers, path: str) -> None:
    page = fingers.page
    fingers.open(hall.url(path))
    page.locator("#grab").tap()
    expect(page.locator("html")).to_have_class(re.compile("sheet-full"))
    bar, handle = page.locator(".bar").bounding_box(), page.locator("#grab").bounding_box()
    assert bar is not None
    assert handle is not None
    assert handle["y"] >= bar["y"] + bar["height"] - 1
    assert handle["height"] >= 44
    page.locator("#grab").tap()
    expect(page.locator("html")).to_have_class(re.compile("sheet-half"))


def test_the_tape_is_held_to_two_taps(hall: Hall, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(hall.url("/tape"))
    fingers.tap_unit("A")
    expect(page.locator(".who h2")).to_have_text("From Alder")
    fingers.settle()
    fingers.tap_unit("C")
    expect(page.locator("#range")).to_have_text("16.00″")
    expect(page.locator("#facts")).to_contain_text("Medium")
    expect(page.locator("#map .tape-line")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"/tape\?from=A&to=C$"))
    fingers.settle()
    page.touchscreen.tap(320, 120)
    expect(page.locator(".who h2")).to_have_text(re.compile(r"^From [0-9.]+, [0-9.]+$"))


def test_the_tape_works_on_an_empty_table(hall: Hall, fingers: Fingers) -> None:
    fingers.open(hall.url(code=hall.keep(document()).play))
    expect(fingers.page.locator(".who h2")).to_have_text("An empty table")
    fingers.page.get_by_role("link", name="Tape measure").tap()
    fingers.page.wait_for_url("**/tape")
    fingers.settle()
    fingers.page.touchscreen.tap(100, 150)
    expect(fingers.page.locator(".who h2")).to_have_text(re.compile("^From "))
    fingers.settle()
    fingers.page.touchscreen.tap(250, 150)
    expect(fingers.page.locator("#range")).to_have_text(re.compile(r"^19\.\d\d″$"))
