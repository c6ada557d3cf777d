"""A phase may be set by hand: nothing that is pending is lost, and no End Phase acts twice in one turn."""

import pytest
from flask.testing import FlaskClient

from astrike.formats.table.table_file import parse_document
from astrike.model.unit import Unit
from astrike.store.table.codes import Right
from tests.builders import area, box, document, mech, vehicle
from tests.web.conftest import Kept, keep

TABLE = document(
    vehicle("V", at=(7, 7), name="Vetch", pending={"state": ["stunned"], "hits": {"engine": 1}, "heat": 1}),
    vehicle("W", at=(14, 7), name="Wattle", state=["stunned"], pending={"rolls": ["critical"]}),
    mech("M", at=(29, 9), name="Maple"),
    area("field", box(27, 7, 31, 11), kind="minefield", density=2),
    phase="combat",
)


def unit_of(table: Kept, name: str) -> Unit:
    found = parse_document(table.document).unit(name)
    assert found is not None
    return found


def set_phase(table: Kept, phase: str, **more: str) -> None:
    with table.send("/settings", {"phase": phase, **more}) as response:
        assert response.status_code == 303, response.text


def test_set_to_the_end_phase_damage_takes_effect_as_it_does_by_the_bar(table: Kept) -> None:
    set_phase(table, "end")
    by_hand = table.document
    table.send("/undo")
    table.send("/turn/phase", {"phase": "end"}, right=Right.PLAY)
    assert table.document == by_hand
    assert (unit_of(table, "V").state, unit_of(table, "V").hits.engine) == ({"stunned"}, 1)
    assert unit_of(table, "W").state == frozenset()


@pytest.mark.parametrize("back", ["movement", "combat"])
def test_going_back_and_to_the_end_again_loses_nothing_and_lets_nobody_recover_twice(
    table: Kept, back: str
) -> None:
    set_phase(table, "end")
    first = [unit_of(table, name) for name in "VW"]
    set_phase(table, back)
    vetch = unit_of(table, "V")
    assert (vetch.state, vetch.pending.state, vetch.hits.engine) == (frozenset(), {"stunned"}, 1)
    assert (vetch.pending.heat, unit_of(table, "W").pending.rolls) == (1, ("critical",))
    table.send("/turn/phase", {"phase": "end"}, right=Right.PLAY)
    assert [unit_of(table, name) for name in "VW"] == first


def test_in_another_turn_a_stunned_crew_stays_as_it_is(table: Kept) -> None:
    set_phase(table, "end")
    set_phase(table, "movement", turn="2")
    assert unit_of(table, "V").state == {"stunned"}


def test_mines_are_rolled_once_though_the_end_phase_begins_twice(table: Kept) -> None:
    set_phase(table, "end")
    sent = {"event": "mines.M.field", "dice-mines.M.field": "2"}
    with table.send("/end/roll", sent, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
    set_phase(table, "movement")
    table.send("/turn/phase", {"phase": "combat"}, right=Right.PLAY)
    table.send("/turn/phase", {"phase": "end"}, right=Right.PLAY)
    assert not [
        row for row in table.page("/end").by_id("rolls").all("li")
        if row.attributes.get("data-event") == "mines.M.field"
    ]  # fmt: skip


@pytest.mark.parametrize("path", ["/end"])
def test_a_table_to_measure_on_gets_no_phase_by_ending_its_turn(
    client: FlaskClient, kept: Kept, path: str
) -> None:
    table = keep(client, kept.db_path, document(mech("A", at=(7, 7), heat=1)))
    with table.send(path, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
    found = parse_document(table.document)
    assert (found.turn, found.is_played, "phase" in found.document["astrike"]) == (2, False, False)  # type: ignore[operator]


def test_the_first_phase_by_hand_on_a_table_to_measure_on_changes_no_unit(
    client: FlaskClient, kept: Kept
) -> None:
    table = keep(client, kept.db_path, document(vehicle("A", at=(7, 7), state=["stunned"])))
    set_phase(table, "end")
    assert unit_of(table, "A").state == {"stunned"}
