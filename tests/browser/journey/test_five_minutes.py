"""A table of twelve pieces and two lists of eight units is built by one thumb in at most 150 taps and five minutes."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from astrike.formats.table.table_file import parse_document
from astrike.model.table import Table
from astrike.rules.table.prepared_table import prepare_table
from astrike.store.database.connection import connect
from astrike.store.table.codes import lookup
from astrike.store.table.tables import load_table
from tests.browser.conftest import Server
from tests.browser.table.conftest import Fingers, PhoneMaker, hall, new_phone
from tests.browser.terrain.conftest import AT

__all__ = ["hall", "new_phone"]

pytestmark = pytest.mark.browser

MOST_TAPS = 150
MOST_SECONDS = 300.0
THINKING = 1.0
"""Seconds that a person is given for each tap, to look and to aim; the test itself waits for none."""

HEAD = "chassis,model,mul_id,PV,SZ,MV,TMM,OV,Arm,Str,TP,dmgS,dmgM,dmgL,specials,skill"
NAMES = {
    "Blue": ("Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gorse", "Holly"),
    "Red": ("Kauri", "Larch", "Maple", "Nutmeg", "Oak", "Pine", "Quince", "Rowan"),
}


def force(side: str, first: int) -> str:
    """A force as MekBay exports it: the units are invented."""
    rows = [
        f'{name},{name[:3].upper()}-1,{first + number},30,2,"8""/6""j",2,1,5,4,BM,3,3,2,"ECM,IF1",4'
        for number, name in enumerate(NAMES[side])
    ]
    return "\n".join([HEAD, *rows]) + "\n"


class Thumb:
    """One thumb on one phone: everything it does is a tap, and typing is one tap into the field."""

    def __init__(self, fingers: Fingers) -> None:
        self.fingers = fingers
        self.taps = 0

    @property
    def page(self) -> Page:
        return self.fingers.page

    def press(self, what: str) -> None:
        """Tap something that stays on the page."""
        self.taps += 1
        self.page.locator(what).first.tap()
        self.fingers.settle()

    def go(self, to: Locator) -> None:
        """Tap what leads to another page."""
        self.taps += 1
        with self.page.expect_navigation():
            to.first.tap()
        self.fingers.settle()

    def link(self, name: str) -> None:
        self.go(self.page.get_by_role("link", name=name))

    def button(self, name: str) -> None:
        self.go(self.page.get_by_role("button", name=name))

    def type(self, label: str, text: str) -> None:
        """Tap into a field and type or paste."""
        self.taps += 1
        self.page.get_by_label(label).first.fill(text)

    def tap_table(self, x: float, y: float) -> None:
        """Tap a place of the table, as closely as a finger does."""
        self.taps += 1
        self.page.touchscreen.tap(*self.page.evaluate(AT, [x, y]))
        self.fingers.settle()

    def put(self, tool: str, at: tuple[float, float], tile: str = "") -> None:
        """Take a tool, choose a piece when it is not the one already chosen, and tap where it goes."""
        self.press(f".tools >> text={tool}")
        if tile:
            self.press(f"label.tile:has(input[value='{tile}'])")
        self.tap_table(*at)


def build(thumb: Thumb) -> None:
    """Put down two hills, a building on one of them, a river, three woods and five more pieces."""
    thumb.put("Hill", (14, 14))
    thumb.put("Hill", (34, 34), "hill-2")
    thumb.put("Building", (14, 14))
    thumb.put("Water", (24, 24), "river")
    for place in ((8, 30), (30, 12), (42, 22)):
        thumb.put("Woods", place)
    thumb.put("Building", (36, 8), "building-heavy")
    thumb.put("Building", (12, 40), "silo")
    thumb.put("Building", (40, 42), "wall")
    thumb.put("More", (20, 34), "rough")
    thumb.put("More", (28, 42), "rough")


def bring(thumb: Thumb, side: str, first: int) -> None:
    """Paste a list; the side that has no units yet is offered, and they stand along its edge then."""
    thumb.link("Bring units")
    thumb.type("Paste what you have", force(side, first))
    thumb.button("Look at them")
    thumb.go(thumb.page.locator("#add-units"))
    expect(thumb.page.locator("#done")).to_contain_text("8 units added.")


def test_a_table_is_built_and_two_forces_stand_on_it(
    new_phone: PhoneMaker, server: Server, record_property: Callable[[str, object], None]
) -> None:
    thumb = Thumb(new_phone())
    begun = time.monotonic()
    thumb.fingers.open(server.address)
    thumb.link("New table")
    thumb.type("Name", "Club night")
    thumb.button("Make the table")
    thumb.link("Build terrain")
    build(thumb)
    thumb.go(thumb.page.locator(".bar a.icon"))
    bring(thumb, "Blue", 101)
    bring(thumb, "Red", 201)
    took = time.monotonic() - begun
    with connect(server.db) as db:
        code = thumb.page.url.split("/t/")[1].split("/")[0]
        table = parse_document(load_table(db, lookup(db, code).table_id).document)
    check(table)
    record_property("taps", thumb.taps)
    record_property("seconds", took)
    assert thumb.taps <= MOST_TAPS
    assert took + thumb.taps * THINKING <= MOST_SECONDS


def check(table: Table) -> None:
    kinds = [piece.kind for piece in table.terrain]
    steps = kinds.count("hill")
    assert steps >= 3  # a hill of one step, and one of two
    assert len(kinds) == 13
    assert [kinds.count(kind) for kind in ("woods", "water", "building", "wall", "rough")] == [3, 1, 3, 1, 2]
    terrain = prepare_table(table).terrain
    house = next(piece for piece in table.terrain if piece.kind == "building")
    hill = next(piece for piece in table.terrain if piece.kind == "hill")
    # It stands on the hill: its roof is its own height above the hill's top.
    assert terrain.extent[house.id][0] == hill.height
    assert sorted(unit.side or "" for unit in table.units) == ["blue"] * 8 + ["red"] * 8
    assert all("off-table" not in unit.state for unit in table.units)
    assert all(unit.at[1] < 3 if unit.side == "blue" else unit.at[1] > 45 for unit in table.units)
