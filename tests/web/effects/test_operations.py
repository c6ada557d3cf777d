"""What damage does is written at once, or waits for the End Phase of a table that is played (CE pp.45, 48)."""

from collections.abc import Iterable

import pytest

from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import ABSENT, Operation, SetProperty
from astrike.model.effect_answer import StateChange
from astrike.model.table import Table
from astrike.model.unit import Hits, Pending, Unit
from astrike.rules.effects.unit_changes import UnitChanges
from astrike.web.effects.operations import change_operations, effects_begun, turn_over, unit_operations
from tests.builders import document, mech

IN_COMBAT = "combat"


def table_with(phase: str | None = IN_COMBAT, **card: object) -> Table:
    head = {} if phase is None else {"phase": phase}
    return parse_document(document(mech("A", (10, 10), **card), mech("B", (20, 10)), **head))


def written(operations: Iterable[Operation]) -> dict[str, object]:
    """Give what is written about one unit, by its key."""
    return {each.key: each.value for each in operations if isinstance(each, SetProperty)}


def unit(table: Table) -> Unit:
    found = table.unit("A")
    assert found is not None
    return found


def critical(table: Table, name: str = "engine") -> list[StateChange]:
    """Let one more critical hit of a kind happen to a unit."""
    sheet = UnitChanges(unit(table))
    if sheet.hit(name) > 1:
        sheet.flag("destroyed")
    return list(sheet.changes())


def test_a_critical_hit_of_the_combat_phase_waits_for_the_end_phase() -> None:
    table = table_with()
    assert written(change_operations(critical(table), table)) == {"pending": {"hits": {"engine": 1}}}


@pytest.mark.parametrize("phase", [None, "movement", "end"], ids=["not played", "movement", "End Phase"])
def test_outside_of_the_combat_phase_it_counts_at_once(phase: str | None) -> None:
    table = table_with(phase)
    assert written(change_operations(critical(table), table)) == {"hits": {"engine": 1}}


def test_what_strikes_by_surprise_counts_at_once() -> None:
    table = table_with()
    assert written(change_operations(critical(table), table, at_once=True)) == {"hits": {"engine": 1}}


def test_the_second_engine_hit_of_a_phase_destroys_though_neither_counts_yet() -> None:
    table = table_with(pending={"hits": {"engine": 1}})
    found = written(change_operations(critical(table), table))
    assert found == {"pending": {"hits": {"engine": 2}, "state": ["destroyed"]}}
    assert unit(table).hits == Hits()


def test_armor_and_structure_are_marked_at_once_and_the_wreck_waits() -> None:
    table = table_with(armor=1, structure=1)
    sheet = UnitChanges(unit(table))
    sheet.hurt(5)
    found = written(change_operations(sheet.changes(), table))
    assert found == {"armor_left": 0, "structure_left": 0, "pending": {"state": ["destroyed"]}}


def test_rolls_that_fall_due_are_kept_until_each_is_made() -> None:
    table = table_with()
    due = [("critical", "A"), ("critical", "A"), ("collapse", "hall")]
    assert written(change_operations((), table, due=due)) == {"pending": {"rolls": ["critical", "critical"]}}
    table = table_with(pending={"rolls": ["critical", "motive", "critical"]})
    made = written(change_operations((), table, made=[("critical", "A")]))
    assert made == {"pending": {"rolls": ["motive", "critical"]}}
    table = table_with(pending={"rolls": ["critical"]})
    assert written(change_operations((), table, made=[("critical", "A")])) == {"pending": ABSENT}


def test_a_table_to_measure_on_keeps_neither_rolls_nor_heat() -> None:
    table = table_with(None)
    assert change_operations((), table, due=[("critical", "A")], heat={"A": 2}) == []


def test_heat_of_several_attacks_adds_up() -> None:
    table = table_with(pending={"heat": 1})
    assert written(change_operations((), table, heat={"A": 2, "B": 0})) == {"pending": {"heat": 3}}


def test_in_the_end_phase_it_all_takes_effect_and_only_rolls_and_heat_are_left() -> None:
    to_come = {"hits": {"mp": 1, "motive": ["-2"]}, "state": ["destroyed"], "rolls": ["motive"], "heat": 2}
    table = table_with(hits={"mp": 1}, state=["airborne"], pending=to_come)
    found = written(unit_operations(table, effects_begun(table)))
    assert found == {
        "hits": {"mp": 2, "motive": ["-2"]},
        "state": ["airborne", "destroyed"],
        "pending": {"rolls": ["motive"], "heat": 2},
    }


@pytest.mark.parametrize(
    ("state", "to_come", "after"),
    [(["stunned"], [], set()), (["stunned"], ["stunned"], {"stunned"}), ([], ["stunned"], {"stunned"})],
    ids=["recovers", "again", "next turn"],
)
def test_a_stunned_crew_recovers_when_its_turn_is_over(
    state: list[str], to_come: list[str], after: set[str]
) -> None:
    table = table_with(state=state, pending={"state": to_come})
    assert unit(effects_begun(table)).state == after


def test_a_crew_stunned_anew_in_the_turn_of_its_recovery_stays_stunned() -> None:
    table = table_with(state=["stunned"])
    sheet = UnitChanges(unit(table))
    sheet.flag_anew("stunned")
    (change,) = sheet.changes()
    assert (change.at, change.before, change.after) == ("pending.state", "", "stunned")
    found = written(change_operations([change], table))
    assert found == {"pending": {"state": ["stunned"]}}
    later = table_with(state=["stunned"], pending=found["pending"])
    assert unit(effects_begun(later)).state == {"stunned"}
    assert list(UnitChanges(unit(later)).changes()) == []


def test_a_crew_stunned_twice_in_one_phase_is_stunned_for_one_turn() -> None:
    table = table_with(pending={"state": ["stunned"]})
    sheet = UnitChanges(unit(table))
    sheet.flag_anew("stunned")
    assert list(sheet.changes()) == []


def test_the_next_turn_forgets_heat_but_no_roll() -> None:
    table = table_with("end", state=["stunned"], pending={"rolls": ["critical"], "heat": 2})
    over = unit(turn_over(table))
    assert (over.pending, over.state) == (Pending(rolls=("critical",)), {"stunned"})
    hasty = table_with(pending={"state": ["destroyed"]})
    assert (unit(turn_over(hasty)).state, unit(turn_over(hasty)).pending) == ({"destroyed"}, Pending())


@pytest.mark.parametrize("phase", ["initiative", "movement", "combat", "end"])
def test_a_turn_that_ends_in_any_phase_lets_all_damage_take_effect(phase: str) -> None:
    table = table_with(phase, pending={"hits": {"engine": 1}, "state": ["destroyed"]})
    over = unit(turn_over(table))
    assert (over.hits.engine, over.state, over.pending) == (1, {"destroyed"}, Pending())
