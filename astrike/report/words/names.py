"""What are the units, pieces and marked points of a table called?

Apart from `astrike.report.words.texts`, which commands need for their help: nothing there looks at a table.
"""

from collections import Counter
from types import MappingProxyType

from astrike.model.piece_names import piece_names
from astrike.model.table import Table
from astrike.report.words.texts import Names, visible


def names_of(table: Table) -> Names:
    """Say what everything on a table is called; units that share a name are told apart by their ids.

    >>> from astrike.model.unit import Unit
    >>> squads = (Unit("p1", (1, 1), "Elf"), Unit("p2", (2, 2), "Elf"), Unit("k", (3, 3), "Kea"))
    >>> names_of(Table("t", 24, 24, units=squads))["p2"], names_of(Table("t", 24, 24, units=squads))["k"]
    ('Elf (p2)', 'Kea')
    """
    shared = Counter(unit.name for unit in table.units)
    units = {
        unit.id: unit.name if shared[unit.name] == 1 else f"{unit.name} ({unit.id})" for unit in table.units
    }
    pieces = piece_names(table)
    return MappingProxyType({key: visible(name) for key, name in (*pieces.items(), *units.items())})
