"""Two quick taps of one thumb: the second never presses another button than the first."""

import re

import pytest
from playwright.sync_api import Locator, expect

from astrike.store.database.connection import connect
from astrike.store.table.log import history
from astrike.store.table.rolls import rolls
from astrike.store.table.tables import table_of_origin
from tests.browser.phone.conftest import Laptop
from tests.browser.table.conftest import Fingers

pytestmark = pytest.mark.browser

QUICK_MS = 110


def tap_twice(fingers: Fingers, button: Locator) -> None:
    """Tap a place twice, whatever stands there the second time."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for _ in range(2):
        fingers.touch("touchStart", (x, y))
        fingers.touch("touchEnd")
        fingers.page.wait_for_timeout(QUICK_MS)
    fingers.page.wait_for_timeout(1500)
    fingers.page.wait_for_load_state()


def kinds(laptop: Laptop) -> list[str]:
    """What was done at the demo table, the newest first."""
    with connect(laptop.db) as db:
        table = table_of_origin(db, "demo:diagram:1")
        assert table is not None
        return [each.kind for each in history(db, table.id, limit=20)]


@pytest.fixture
def placed(laptop: Laptop, fingers: Fingers) -> Fingers:
    """A phone at a table on which Alder has been placed twice."""
    for x in ("9", "11"):
        fingers.open(laptop.url(laptop.demo(), f"?unit=A&x={x}&y=7&facing=90"))
        fingers.page.get_by_role("button", name="Place").tap()
        expect(fingers.page.locator("#place")).to_have_count(0)
        fingers.settle()
    assert kinds(laptop)[:2] == ["change", "change"]
    return fingers


@pytest.mark.parametrize("where", ["in the bar", "under the thumb", "in the history"])
def test_undo_twice_is_never_undo_and_redo(laptop: Laptop, placed: Fingers, where: str) -> None:
    page = placed.page
    placed.open(laptop.url(laptop.demo(), "/history" if where == "in the history" else ""))
    button = {
        "in the bar": page.get_by_role("button", name=re.compile("^Undo: ")),
        "under the thumb": page.locator("#undo-last"),
        "in the history": page.get_by_role("button", name=re.compile("^Undo")).last,
    }[where]
    tap_twice(placed, button)
    done = kinds(laptop)
    assert "redo" not in done
    assert 1 <= done.count("undo") <= 2
    assert "Somebody was faster" not in page.locator("main").inner_text()


def test_the_last_undo_leaves_a_button_that_does_nothing(laptop: Laptop, placed: Fingers) -> None:
    page = placed.page
    placed.open(laptop.url(laptop.demo()))
    before = page.locator("#undo-last").bounding_box()
    for _ in range(2):
        page.locator("#undo-last").tap()
        placed.settle()
    expect(page.locator("#undo-last")).to_be_disabled()
    assert page.locator("#undo-last").bounding_box() == before
    tap_twice(placed, page.locator("#undo-last"))
    assert kinds(laptop)[:2] == ["undo", "undo"]


def test_undo_stays_where_it_is_when_there_is_something_to_redo(laptop: Laptop, placed: Fingers) -> None:
    page = placed.page
    placed.open(laptop.url(laptop.demo()))
    places = [
        page.get_by_role("button", name=re.compile(name)) for name in ("^Undo: ", "^(Redo: |Nothing to redo)")
    ]
    before = [each.bounding_box() for each in places]
    page.locator("#undo-last").tap()
    placed.settle()
    assert [each.bounding_box() for each in places] == before


def test_a_roll_is_made_once(laptop: Laptop, fingers: Fingers) -> None:
    fingers.open(laptop.url(laptop.demo(), "/attack/A/C"))
    tap_twice(fingers, fingers.page.locator("#roll"))
    with connect(laptop.db) as db:
        table = table_of_origin(db, "demo:diagram:1")
        assert table is not None
        assert len(rolls(db, table.id)) == 1


def test_a_move_is_not_undone_by_the_tap_that_made_it(laptop: Laptop, fingers: Fingers) -> None:
    fingers.open(laptop.url(laptop.demo(), "/unit/A/move?via=9,7"))
    tap_twice(fingers, fingers.page.locator("#commit"))
    assert kinds(laptop)[:1] == ["change"]
