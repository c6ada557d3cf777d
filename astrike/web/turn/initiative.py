"""May it still be rolled who lost initiative, and what is written when it is known?"""

from astrike.model.document_change import Operation, SetMember
from astrike.model.table import Table
from astrike.rules.movement.turn_order import has_moved
from astrike.rules.table.prepared_table import PreparedTable

_BEFORE = ("initiative", "movement")
"""The phases in which nobody may have moved yet."""


def can_roll(prepared: PreparedTable) -> bool:
    """Is it not known yet who lost initiative, and is the turn no further? In the middle of a turn nobody rolls it."""
    table = prepared.table
    if table.initiative or (table.is_played and table.phase not in _BEFORE):
        return False
    return not table.is_played or not any(has_moved(prepared, i) for i in range(len(prepared.units.units)))


def initiative_operations(table: Table, sides: list[str]) -> list[Operation]:
    """Keep who lost initiative first; a turn that waited for it goes on to movement."""
    operations: list[Operation] = [SetMember("initiative", sides)]
    if table.phase == "initiative":
        operations.append(SetMember("phase", "movement"))
    return operations
