"""What is written when it is known who lost initiative?"""

from astrike.model.document_change import Operation, SetMember
from astrike.model.table import Table


def initiative_operations(table: Table, sides: list[str]) -> list[Operation]:
    """Keep who lost initiative first; a turn that waited for it goes on to movement."""
    operations: list[Operation] = [SetMember("initiative", sides)]
    if table.phase == "initiative":
        operations.append(SetMember("phase", "movement"))
    return operations
