"""What happens to units when players set the phase by hand, instead of going on by the bar?

Into the End Phase the damage of the turn takes effect, as it does by the bar. Back out of it nothing is lost, and crews
that are stunned for the next turn are to come again, so that a second End Phase of the same turn does not let them
recover.
"""

from collections.abc import Iterator
from dataclasses import replace

from astrike.model.document_change import Operation
from astrike.model.table import Table
from astrike.model.unit import Unit
from astrike.web.effects.operations import effects_begun, unit_operations

_STUNNED = "stunned"
_END = "end"


def phase_operations(table: Table, phase: str, turn: object) -> Iterator[Operation]:
    """Write what a phase that is set by hand does to the units of a table that is played."""
    if not table.is_played or phase == table.phase:
        return
    if phase == _END:
        yield from unit_operations(table, effects_begun(table))
    elif table.phase == _END and turn == table.turn:
        yield from unit_operations(table, replace(table, units=tuple(map(_to_come, table.units))))


def _to_come(unit: Unit) -> Unit:
    """Put off until the next End Phase that a crew is stunned: in this one all others have recovered (CE p.50)."""
    if _STUNNED not in unit.state:
        return unit
    pending = replace(unit.pending, state=unit.pending.state | {_STUNNED})
    return replace(unit, state=unit.state - {_STUNNED}, pending=pending)
