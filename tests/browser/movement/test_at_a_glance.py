"""On a phone the page of a move in a game shows all of the Move at once, and what a finger needs stays in sight."""

from itertools import product

import pytest
from playwright.sync_api import expect

from astrike.store.table.codes import Codes
from tests.browser.conftest import faults, overhang
from tests.browser.movement.conftest import MovePage
from tests.browser.table.conftest import Fingers, Hall
from tests.builders import box, document, mech, woods

pytestmark = pytest.mark.browser

GAME = document(
    mech("A", at=(30, 24), side="red", name="Alder", motion="unmoved", move='10"/6"j'),
    mech("C", at=(33, 0.8), side="red", name="Cedar", motion="unmoved", move='6"'),
    mech("B", at=(30, 32), side="blue", name="Birch", motion="unmoved"),
    woods("w", box(34, 22, 38, 27)),
    width=72,
    depth=48,
    phase="movement",
    initiative=["red", "blue"],
)


@pytest.fixture
def duel(hall: Hall) -> Codes:
    return hall.keep(GAME)


@pytest.fixture
def glance(hall: Hall, fingers: Fingers, duel: Codes) -> MovePage:
    return MovePage(fingers).open(hall.url("/unit/A/move", code=duel.play))


def is_inside(glance: MovePage, place: tuple[float, float], by: float) -> bool:
    """Is a place of the table so many pixels inside the map, and so above the sheet?"""
    found = glance.page.locator("#map").bounding_box()
    assert found is not None
    x, y = glance.at(*place)
    left, top = found["x"], found["y"]
    return left + by <= x <= left + found["width"] - by and top + by <= y <= top + found["height"] - by


def test_all_of_the_move_and_its_outline_are_there_without_a_tap(glance: MovePage) -> None:
    expect(glance.page.locator(".ring path")).to_have_count(3)
    for dx, dy in product((-10, 0, 10), repeat=2):
        if not (dx and dy):
            assert is_inside(glance, (30 + dx, 24 + dy), 4), (dx, dy)
    assert faults(glance.page) == []
    assert overhang(glance.page) == 0


def test_another_way_of_moving_has_another_outline(glance: MovePage) -> None:
    page = glance.page
    expect(page.locator(".ring path")).to_have_count(3)
    before = page.locator(".ring").get_attribute("id")
    page.locator("#mode").tap()
    page.locator('.modes-list [data-mode="sprint"]').tap()
    glance.is_asked("mode=sprint")
    expect(page.locator(".ring path")).to_have_count(3)
    assert page.locator(".ring").get_attribute("id") != before


def test_end_and_enemy_of_a_contact_lie_well_inside(glance: MovePage) -> None:
    glance.tap(30, 32)
    expect(glance.page.locator("#in-contact")).to_be_visible()
    expect(glance.page.locator(".contact-mark")).to_be_attached()
    (end,) = glance.vias()
    assert is_inside(glance, (end[0], end[1]), 24)
    assert is_inside(glance, (30, 32), 24)


def test_the_hand_that_turns_a_unit_at_the_edge_is_above_the_sheet(
    hall: Hall, fingers: Fingers, duel: Codes
) -> None:
    glance = MovePage(fingers).open(hall.url("/unit/C/move?via=31,0.8&facing=180", code=duel.play))
    hand, box_of_map = (glance.page.locator(each).bounding_box() for each in ("#over .hand", "#map"))
    assert hand is not None
    assert box_of_map is not None
    assert hand["y"] + hand["height"] <= box_of_map["y"] + box_of_map["height"] - 2
    x, y = hand["x"] + hand["width"] / 2, hand["y"] + hand["height"] / 2
    glance.fingers.drag((x, y), (x - 60, y - 40))
    glance.fingers.settle()
    assert glance.vias() == [(31, 0.8)], "it turns, and does not move"
    glance.is_asked("facing=")


def test_a_tap_on_a_unit_that_is_due_leads_to_its_move_and_cancel_back(
    hall: Hall, fingers: Fingers, duel: Codes
) -> None:
    page = fingers.page
    fingers.open(hall.url(code=duel.play))
    page.get_by_role("button", name="All sides").tap()
    expect(page.locator("#seat")).to_contain_text("You play all sides")
    page.locator('.enemies a[href$="/unit/A/move"]').tap()
    expect(page.locator("h1")).to_contain_text("Alder walks")
    page.get_by_role("link", name="Cancel").tap()
    expect(page.locator("h2").first).to_contain_text("which unit moves?")
