"""The End Phase on one page: rolls that are due, heat filled in, who is lost, and one button that ends the turn."""

import pytest

from astrike.formats.table.table_file import parse_document
from astrike.model.table import Table
from astrike.model.unit import Unit
from astrike.store.table.codes import Right
from tests.builders import area, box, building, document, mech, point, vehicle
from tests.web.conftest import Kept
from tests.web.page import Element

HOT = {"heat_made": 2, "fired": True}
UNITS = [
    mech("A", at=(4, 4), side="red", name="Alder", heat=2, **HOT),
    mech("B", at=(8, 30), side="blue", name="Birch", heat=1, motion="jump", moved=6),
    mech("C", at=(12, 30), side="blue", name="Cedar", heat=4, state=["shutdown"]),
    mech("D", at=(16, 30), side="blue", name="Dogwood", armor_left=0, structure_left=0, state=["destroyed"]),
    mech("E", at=(20, 4), side="red", name="Elm", armor_left=0, structure_left=2),
    mech("F", at=(24, 4), side="red", name="Fir", fired=True, heat_made=0),
    vehicle("V", at=(30, 10), side="red", name="Vetch"),
]
FIELD = area("field", box(28, 8, 32, 12), kind="minefield", density=2)
HALL = building("hall", box(38, 8, 42, 12), height=4, class_="light", name="Hall")
ON_IT = mech("R", at=(40, 10), side="blue", name="Rowan", elevation="roof", motion="unmoved")
TABLE = document(
    *UNITS,
    ON_IT,
    FIELD,
    HALL,
    point("poi", (36, 20), kind="poi", name="Crossroads"),
    phase="end",
    turn=2,
    marks=[{"kind": "tag", "by": "A", "target": "B"}, {"kind": "narc", "by": "A", "target": "C"}],
    declarations=[{"by": "A", "kind": "charge", "target": "B"}],
)


def now(table: Kept) -> Table:
    return parse_document(table.document)


def unit_of(table: Kept, name: str) -> Unit:
    found = now(table).unit(name)
    assert found is not None
    return found


def rows(page: Element, part: str) -> list[str]:
    return [" ".join(row.text.split()) for row in page.by_id(part).all("li")]


def level(page: Element, unit: str) -> str:
    (field,) = page.all("input", name=f"heat-{unit}")
    return field.attributes["value"]


def due(page: Element) -> list[str]:
    return [row.attributes["data-event"] for row in page.by_id("rolls").all("li") if "data-event" in row.attributes]


def test_heat_is_filled_in_and_says_where_it_comes_from(table: Kept) -> None:
    page = table.page("/end", right=Right.PLAY)
    assert [level(page, unit) for unit in "ABCEFR"] == ["4", "0", "0", "0", "0", "0"]
    told = rows(page, "heat")
    assert told[0].startswith("Alder had 2, overheat 2: shuts down")
    assert told[1].startswith("Birch had 1, no weapon attack: cools")
    assert "was shut down: restarts" in told[2]
    assert "3 others: no heat, no change" in page.by_id("cold").text
