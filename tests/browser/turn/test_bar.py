"""The turn bar for the player who waits, with large text, and under a finger while the other phone plays."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import ChangeLabel, SetProperty
from astrike.store.database.connection import connect
from astrike.store.table.changes import change_table
from astrike.store.table.codes import Codes, Right, lookup
from astrike.store.table.tables import create_table, load_table
from tests.browser.conftest import Server, faults, overhang, small_targets
from tests.builders import document, mech

NOW = datetime(2026, 11, 27, 18, 30, tzinfo=UTC)
UNITS = [
    mech(f"R{n}", at=(4 + 4 * n, 6), side="red", name=f"Alder {n} with a long name", motion="unmoved")
    for n in range(8)
]
UNITS += [
    mech(f"B{n}", at=(4 + 4 * n, 30), side="blue", name=f"Birch {n}", motion="unmoved") for n in range(8)
]
LARGE = "document.documentElement.style.fontSize = '200%'"


@pytest.fixture
def begun(server: Server) -> Codes:
    """Keep a table on which Red moves first."""
    table = document(*UNITS, phase="movement", initiative=["red", "blue"])
    with connect(server.db) as db:
        return create_table(db, document=table, now=NOW, author="Kim").codes


def heights(page: Page) -> list[int]:
    found: list[int] = page.evaluate(
        "['.turn', '.thumb'].map(each => document.querySelector(each).offsetHeight)"
    )
    return found


def other_phone_moves(server: Server, begun: Codes, unit: str) -> None:
    with connect(server.db) as db:
        table = load_table(db, lookup(db, begun.play).table_id)
        change_table(
            db,
            table.id,
            from_version=table.version,
            operations=[SetProperty(unit, "motion", "standstill"), SetProperty(unit, "done", True)],
            label=ChangeLabel("unit.edited", {"unit": unit, "what": "stood still"}),
            right=Right.PLAY,
            author="Robin",
            client_id=f"robin-moves-{unit}",
            now=NOW,
            check=parse_document,
        )


def test_the_bars_keep_their_height_whoever_is_next(phone: Page, server: Server, begun: Codes) -> None:
    phone.goto(f"{server.address}/t/{begun.play}")
    before = heights(phone)
    phone.locator("#seat").get_by_role("button", name="Blue", exact=True).tap()
    expect(phone.locator("#waits")).to_contain_text("Red moves 1 of 8")
    assert heights(phone) == before
    other_phone_moves(server, begun, "R0")
    expect(phone.locator("#next-step")).to_contain_text("Move")
    assert heights(phone) == before
    assert faults(phone) == []
    assert small_targets(phone) == []


def test_a_mark_opens_the_move_of_its_unit(phone: Page, server: Server, begun: Codes) -> None:
    phone.goto(f"{server.address}/t/{begun.play}")
    phone.locator(".pip").nth(1).tap()
    expect(phone.locator("h1")).to_contain_text("Alder 1")


@pytest.mark.parametrize("path", ["", "/order", "/end", "/codes", "?unit=R0"])
def test_text_at_200_percent_is_no_wider_than_the_screen(
    phone: Page, server: Server, begun: Codes, path: str
) -> None:
    phone.goto(f"{server.address}/t/{begun.play}{path}")
    phone.evaluate(LARGE)
    assert overhang(phone) == 0
    title = phone.locator("h1").bounding_box()
    assert title is not None
    assert title["width"] > 60


@pytest.mark.parametrize("width", [390, 320])
@pytest.mark.parametrize("path", ["", "?contact=B", "?mode=sprint"])
def test_a_move_at_200_percent_is_no_wider_than_the_screen(
    phone: Page, server: Server, width: int, path: str
) -> None:
    units = [
        mech("A", at=(10, 10), side="red", name="Marauder MAD-3R", motion="unmoved", facing=90),
        mech("B", at=(15, 10), side="blue", name="Gorsehook GSH-3T", motion="unmoved"),
    ]
    with connect(server.db) as db:
        table = document(*units, phase="movement", initiative=["red", "blue"])
        begun = create_table(db, document=table, now=NOW, author="Kim").codes
    phone.set_viewport_size({"width": width, "height": 640})
    phone.goto(f"{server.address}/t/{begun.play}/unit/A/move{path}")
    phone.evaluate(LARGE)
    assert overhang(phone) == 0
    wide = """[...document.querySelectorAll('.thumb .btn, .bar *')]
        .filter(each => each.getBoundingClientRect().right > innerWidth)"""
    assert phone.evaluate(f"{wide}.map(each => each.id)") == []


def test_initiative_at_200_percent_is_no_wider_than_the_screen(phone: Page, server: Server) -> None:
    with connect(server.db) as db:
        table = document(*UNITS, phase="initiative")
        begun = create_table(db, document=table, now=NOW, author="Kim").codes
    for path in ("", "/order"):
        phone.goto(f"{server.address}/t/{begun.play}{path}")
        phone.evaluate(LARGE)
        assert overhang(phone) == 0, path


def test_a_button_that_stays_in_place_takes_a_tap_though_the_other_phone_has_just_changed_the_table(
    phone: Page, server: Server, begun: Codes
) -> None:
    phone.goto(f"{server.address}/t/{begun.play}")
    expect(phone.locator("#still")).to_be_visible()
    # The tap before was near the same place, and the page is swapped for the other's change right before this one.
    phone.evaluate(
        """async () => {
          const place = document.getElementById('still').getBoundingClientRect();
          const at = { x: place.left + 9, y: place.top + 9, time: Date.now() - 900, what: '' };
          sessionStorage.setItem('astrike-tap', JSON.stringify(at));
          document.dispatchEvent(new CustomEvent('htmx:before:swap'));
          document.dispatchEvent(new CustomEvent('htmx:after:swap'));
          document.elementFromPoint(at.x, at.y).dispatchEvent(
            new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, clientX: at.x, clientY: at.y }));
        }"""
    )
    expect(phone.locator("#turn b")).to_contain_text("Blue")


def test_a_tap_on_a_button_that_has_just_come_there_is_not_done_and_says_so(
    phone: Page, server: Server, begun: Codes
) -> None:
    phone.goto(f"{server.address}/t/{begun.play}")
    expect(phone.locator("#still")).to_be_visible()
    phone.evaluate(
        """async () => {
          const still = document.getElementById('still'), form = still.form, parent = form.parentNode;
          const place = still.getBoundingClientRect(), after = form.nextSibling;
          const at = { x: place.left + 9, y: place.top + 9, time: Date.now() - 900, what: '' };
          sessionStorage.setItem('astrike-tap', JSON.stringify(at));
          form.remove();
          document.dispatchEvent(new CustomEvent('htmx:before:swap'));
          parent.insertBefore(form, after);
          document.dispatchEvent(new CustomEvent('htmx:after:swap'));
          document.elementFromPoint(at.x, at.y).dispatchEvent(
            new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, clientX: at.x, clientY: at.y }));
        }"""
    )
    expect(phone.locator("#notice")).to_contain_text("tap again")
    expect(phone.locator("#turn b")).to_contain_text("Red")
