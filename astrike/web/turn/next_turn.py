"""What is written when a turn is over? Nobody has moved or attacked yet; what was said for the turn is forgotten."""

from collections.abc import Iterator
from typing import Final

from astrike.model.document_change import ABSENT, Operation, SetMember, SetProperty
from astrike.model.table import PHASES, Table
from astrike.model.unit import FLAGS
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.attack.aftermath import marks_operation
from astrike.web.attack.together import attacks_operation
from astrike.web.current.prepared import prepare
from astrike.web.effects.operations import turn_over, unit_operations

_OF_THE_TURN: Final = ("motion", "moved", "done", "fired", "heat_made")

_MARKS_OF_THE_TURN: Final = frozenset({"tag", "ltag"})

_STATES_OF_THE_TURN: Final = frozenset({"mounted-this-turn", "dismounted", "dropped"})


def next_turn_operations(table: Table) -> list[Operation]:
    """Begin the turn after that of a table; beacons, all damage, and rolls that nobody made stay.

    A table to measure on, which names no phase, is given none.
    """
    over = turn_over(table)
    return [
        SetMember("turn", table.turn + 1),
        *([SetMember("phase", PHASES[0])] if table.is_played else ()),
        *([SetMember("initiative", ABSENT)] if table.initiative else ()),
        *_said_for_the_turn(table),
        *(SetProperty(each.id, "network", ABSENT) for each in table.markers if each.network),
        *unit_operations(table, over),
        *_unmoved(prepare(over).prepared),
    ]


def _said_for_the_turn(table: Table) -> Iterator[Operation]:
    """Forget declarations and designators; beacons and shells in flight stay (CE pp.46, 86-87, 90, 151)."""
    if table.declarations:
        yield SetMember("declarations", ABSENT)
    if table.attacks:
        yield attacks_operation(each for each in table.attacks if each.is_in_flight(table.turn))
    if any(mark.kind in _MARKS_OF_THE_TURN for mark in table.marks):
        yield marks_operation(mark for mark in table.marks if mark.kind not in _MARKS_OF_THE_TURN)


def _unmoved(prepared: PreparedTable) -> Iterator[Operation]:
    """Forget how every unit has moved; what flies goes on flying."""
    for unit, flies in zip(prepared.units.units, prepared.units.airborne, strict=True):
        for name in _OF_THE_TURN:
            if name in unit.stated:
                yield SetProperty(unit.id, name, ABSENT)
        state = unit.state - _STATES_OF_THE_TURN | ({"airborne"} if flies else set())
        if state != unit.state:
            yield SetProperty(unit.id, "state", [flag for flag in FLAGS if flag in state] or ABSENT)
