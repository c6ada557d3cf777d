"""Several units are moved in a row by thumb: each one more tap than its place, one into contact with its charge."""

import re

import pytest
from playwright.sync_api import expect

from astrike.formats.table.table_file import parse_document
from astrike.model.table import AttackDeclaration, Table
from astrike.rules.movement.contact import units_touched
from astrike.rules.table.prepared_table import prepare_table
from astrike.store.database.connection import connect
from astrike.store.table.codes import Codes, lookup
from astrike.store.table.tables import load_table
from tests.browser.conftest import faults, overhang, small_targets
from tests.browser.movement.conftest import MovePage, fingers, hall, new_phone
from tests.browser.table.conftest import Fingers, Hall
from tests.builders import box, document, hill, mech

__all__ = ["fingers", "hall", "new_phone"]

pytestmark = pytest.mark.browser

UNITS = [
    mech(f"R{n}", at=(8 + 5 * n, 8), side="red", name=f"Alder {n}", motion="unmoved", move='12"/8"j')
    for n in range(3)
]
UNITS += [mech(f"B{n}", at=(10 + 6 * n, 16), side="blue", name=f"Birch {n}", done=True) for n in range(3)]
GAME = document(
    *UNITS, hill("h", box(26, 12, 34, 20), height=1), phase="movement", initiative=["red", "blue"]
)


@pytest.fixture
def skirmish(hall: Hall) -> Codes:
    return hall.keep(GAME)


def stored(hall: Hall, skirmish: Codes) -> Table:
    """Read the table as it is kept."""
    with connect(hall.server.db) as db:
        return parse_document(load_table(db, lookup(db, skirmish.play).table_id).document)


def test_two_units_move_in_a_row_one_into_contact_and_undo_takes_back_move_and_charge(
    hall: Hall, fingers: Fingers, skirmish: Codes
) -> None:
    page = fingers.page
    fingers.open(hall.url(code=skirmish.play))
    page.get_by_role("button", name="All sides").tap()
    # Open, place, Move: three taps.
    page.locator("#next-step").tap()
    expect(page).to_have_url(re.compile("/unit/R0/move$"))
    fingers.settle()
    moving = MovePage(fingers)
    moving.tap(8, 12)
    page.locator("#commit").tap()
    expect(page).to_have_url(re.compile(r"/unit/R1/move\?moved=R0&at=2$"))
    fingers.settle()
    expect(page.locator("#moved")).to_contain_text("Alder 0 walks 4")
    expect(page.locator("#turn b")).to_contain_text("Red moves 1 of 2")
    look_at(moving)

    # The enemy is tapped, the charge declared, the unit turned; all on this page.
    moving.tap(16, 16)
    expect(page.locator("#in-contact")).to_have_text("ends in base contact with Birch 1")
    expect(page.locator("#moved")).to_have_count(0)
    look_at(moving)
    page.get_by_role("checkbox", name="Declare with the move: Charge Birch 1").tap()
    expect(page.locator("#commit")).to_contain_text("and charges")
    fingers.settle()
    page.locator("#facings").get_by_label("Face northeast").tap()
    moving.is_asked("facing=45")
    fingers.settle()
    expect(page.locator("#commit")).to_contain_text("and charges")
    before = stored(hall, skirmish)
    page.locator("#commit").tap()
    expect(page).to_have_url(re.compile(r"/unit/R2/move\?moved=R1&at=3$"))
    fingers.settle()
    expect(page.locator("#moved")).to_contain_text("charges Birch 1")
    after = stored(hall, skirmish)
    assert after.declarations == (AttackDeclaration("R1", "charge", "B1"),)
    assert units_touched(prepare_table(after), "R1", ["B1"]) == ("B1",)
    charger = after.unit("R1")
    assert charger is not None
    assert (charger.facing, charger.done) == (45, True)

    page.locator("#undo-move").tap()
    expect(page).to_have_url(re.compile("/unit/R1/move$"))
    fingers.settle()
    back = stored(hall, skirmish)
    assert (back.units, back.declarations) == (before.units, before.declarations)


def test_an_enemy_out_of_reach_is_answered_and_a_tap_stops_near_it(
    hall: Hall, fingers: Fingers, skirmish: Codes
) -> None:
    moving = MovePage(fingers).open(hall.url("/unit/R0/move", code=skirmish.play))
    moving.page.locator("#into-contact summary").tap()
    expect(moving.page.locator('#into-contact [data-contact="B2"]')).to_have_count(0)  # beyond its Move
    moving.open(hall.url("/unit/R0/move?contact=B2", code=skirmish.play))
    expect(moving.page.locator("#no-contact")).to_contain_text("No contact with Birch 2.")
    fingers.settle()
    look_at(moving)
    moving.page.locator("#nearest").tap()
    expect(moving.word).to_have_text("Yes")
    expect(moving.page.locator("#no-contact")).to_have_count(0)


def test_the_last_of_a_phase_goes_back_to_the_table(hall: Hall, fingers: Fingers, skirmish: Codes) -> None:
    moving = MovePage(fingers).open(hall.url("/unit/R0/move", code=skirmish.play))
    for unit, x in (("R1", 8), ("R2", 13), ("", 18)):
        moving.tap(x, 10)
        moving.page.locator("#commit").tap()
        wanted = rf"/unit/{unit}/move\?" if unit else rf"/t/{skirmish.play}$"
        expect(moving.page).to_have_url(re.compile(wanted))
        fingers.settle()
    expect(moving.page.locator("#next-step")).to_contain_text("On to combat")


def look_at(moving: MovePage) -> None:
    assert faults(moving.page) == []
    assert [each for each in small_targets(moving.page) if 'class="vh"' not in each] == []
    assert overhang(moving.page) == 0
