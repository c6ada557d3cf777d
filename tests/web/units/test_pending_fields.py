"""What the damage of a turn leaves for the End Phase can be corrected on the unit's sheet."""

import pytest
from flask.testing import FlaskClient

from astrike.formats.table.table_file import parse_document
from astrike.model.unit import Hits, Pending, Unit
from astrike.store.table.codes import Right
from tests.builders import document, mech, vehicle
from tests.web.conftest import Kept, keep
from tests.web.page import Element

TO_COME = {
    "hits": {"engine": 2, "motive": ["-2", "half"]},
    "state": ["destroyed"],
    "rolls": ["critical", "motive", "critical"],
    "heat": 1,
}
TABLE = document(
    vehicle("V", at=(7, 7), armor_left=1, structure_left=0, pending=TO_COME),
    mech("M", at=(20, 7), pending={"heat": 1}),
    mech("N", at=(30, 7)),
    phase="combat",
)


def unit_of(table: Kept, name: str) -> Unit:
    found = parse_document(table.document).unit(name)
    assert found is not None
    return found


def fields(page: Element) -> dict[str, str]:
    return {
        each.attributes["name"]: each.attributes["value"]
        for each in page.by_id("pending").all("input")
        if each.attributes["name"].startswith("pending.") and each.attributes.get("type") != "checkbox"
    }


def test_what_is_to_come_is_named_and_filled_in(table: Kept) -> None:
    page = table.page("/unit/V", right=Right.PLAY)
    assert fields(page) == {
        "pending.sent": "1",
        "pending.hits.engine": "2",
        "pending.rolls.critical": "2",
        "pending.rolls.motive": "1",
    }
    ticked = [
        each.attributes["value"]
        for each in page.by_id("pending").all("input")
        if "checked" in each.attributes
    ]
    assert ticked == ["destroyed"]
    assert fields(table.page("/unit/M", right=Right.PLAY))["pending.heat"] == "1"
    assert not table.page("/unit/N", right=Right.PLAY).has_id("pending")


def test_armor_structure_and_what_is_to_come_are_corrected_in_one_change(table: Kept) -> None:
    version = table.version
    sent = {
        "sent": "1", "armor_left": "2", "structure_left": "1", "pending.sent": "1", "pending.hits.engine": "1",
        "pending.rolls.critical": "1", "pending.motive": "half", "pending.state": "stunned",
    }  # fmt: skip
    with table.send("/unit/V", sent, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
    found = unit_of(table, "V")
    assert (found.armor_left, found.structure_left, table.version) == (2, 1, version + 1)
    assert found.pending == Pending(
        hits=Hits(engine=1, motive=("half",)),
        state=frozenset({"stunned"}),
        rolls=("critical", "motive"),
        heat=1,
    )
    log = table.page("/history").by_id("log").text
    assert "Engine hits to come 1" in log
    table.send("/undo", right=Right.PLAY)
    assert unit_of(table, "V").pending.hits.engine == 2


def test_all_of_it_can_be_taken_away(table: Kept) -> None:
    sent = {
        "sent": "1", "pending.sent": "1", "pending.hits.engine": "0", "pending.rolls.critical": "0",
        "pending.rolls.motive": "", "pending.heat": "0",
    }  # fmt: skip
    with table.send("/unit/V", sent, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
    assert "pending" not in unit_of(table, "V").stated
    assert not table.page("/unit/V").has_id("pending")


def test_a_sheet_without_these_fields_leaves_what_is_to_come(table: Kept) -> None:
    with table.send("/unit/V", {"sent": "1", "armor_left": "2"}, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
    assert unit_of(table, "V").pending.hits.engine == 2


@pytest.mark.parametrize(
    ("field", "value"),
    [("pending.hits.engine", "many"), ("pending.heat", "99"), ("pending.rolls.critical", "x")],
)
def test_what_cannot_be_is_refused_and_nothing_changes(table: Kept, field: str, value: str) -> None:
    before = table.document
    with table.send(
        "/unit/V", {"sent": "1", "pending.sent": "1", field: value}, right=Right.PLAY
    ) as response:
        assert response.status_code == 422
    assert table.document == before


def test_keys_of_newer_programs_stay(client: FlaskClient, kept: Kept) -> None:
    unit = mech("A", at=(7, 7), pending={"heat": 1, "hits": {"mp": 1, "gyro": 1}})
    table = keep(client, kept.db_path, document(unit, phase="combat"))
    with table.send("/unit/A", {"sent": "1", "pending.hits.mp": "0"}, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
    (feature,) = table.document["features"]  # type: ignore[misc, attr-defined]
    assert feature["properties"]["pending"] == {"heat": 1, "hits": {"gyro": 1}}
