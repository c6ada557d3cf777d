"""An organizer with a phone: is this table as the event wants it, where not, and what mends it?"""

import re

import pytest
from playwright.sync_api import Page, expect

from astrike.store.database.connection import connect
from astrike.store.table.tables import create_table
from astrike.web.settings import utc_now
from tests.browser.conftest import Server, faults, overhang, small_targets
from tests.builders import area, box, building, document, hill, woods

pytestmark = pytest.mark.browser

YARD = document(
    building("depot", box(16, 10, 20, 13), height=3, name="Depot"),
    building("silo", box(21.1, 10, 23, 12), height=2, name="Silo"),
    hill("knoll", box(4, 12, 9, 17), name="Knoll"),
    woods("grove", box(28, 8, 33, 12), name="Grove"),
    area("zone-red", box(0, 0, 36, 3), kind="deployment", side="red"),
    area("zone-blue", box(0, 21, 36, 24), kind="deployment", side="blue"),
    width=36,
    depth=24,
    name="Yard",
    sides=[{"id": "red", "name": "Red", "home": "south"}, {"id": "blue", "name": "Blue", "home": "north"}],
)


def test_a_table_is_checked_mended_and_kept_as_a_ruling(phone: Page, server: Server) -> None:
    with connect(server.db) as db:
        codes = create_table(db, document=YARD, now=utc_now(), author="test").codes
    phone.goto(f"{server.address}/t/{codes.organise}/more")
    phone.get_by_role("link", name="Legal?").tap()
    expect(phone.locator("#verdict")).to_contain_text("pass")
    expect(phone.locator("#sentence")).to_contain_text(
        "Meets Default preset, version 1, as far as checked (not checked: "
    )
    counts = phone.locator("#verdict .side").bounding_box()
    assert counts is not None
    assert counts["height"] < 80, "as lines, not letter below letter"
    phone.get_by_text("Checked by").tap()
    phone.get_by_label("Preset").select_option("parameters-example")
    phone.get_by_role("button", name="Check").tap()
    expect(phone.locator("#verdict")).to_contain_text("fail")
    gap = phone.locator("#findings .find", has_text="Gap Depot – Silo")
    expect(gap).to_contain_text("1.10″")
    expect(gap).to_contain_text("at least 3″")
    # The bottleneck stands at once under its finding, with the base to scale.
    expect(gap.locator("xpath=following-sibling::li[1]")).to_have_class(re.compile("close-up"))
    mend = phone.get_by_role("button", name=re.compile("Move Silo"))
    expect(mend).to_be_visible()
    assert faults(phone) == []
    assert small_targets(phone) == []
    assert overhang(phone) == 0
    phone.emulate_media(color_scheme="dark")
    assert faults(phone, dark=True) == []
    mend.tap()
    expect(gap).to_have_count(0)
    expect(phone.locator("#verdict")).to_contain_text("fail")
    phone.get_by_role("button", name="Save ruling").tap()
    expect(phone).to_have_url(re.compile("/r/"))
    expect(phone.locator("main")).to_contain_text("Does not meet Terrain parameters of other games")
