"""Which rows of the edition are a unit's, by its type and its special abilities?"""

from dataclasses import replace

from astrike.model.unit import Unit
from astrike.rulebook.schema import Edition, LargeRow, UnitRow


def unit_row(unit: Unit, edition: Edition) -> UnitRow:
    """Give the row of a unit's type: a fighter's for a land-air 'Mech in flight; a QuadVee that drives is low.

    Source: CE pp.178-179.
    """
    if unit.has_other_modes and (unit.motion == "flight" or unit.flight is not None):
        return edition.units["AF"]
    row = edition.units[unit.type]
    if "vehicle-mode" in unit.state and unit.has("QV"):
        return replace(row, height=edition.units["CV"].height)
    return row


def large_row(unit: Unit, edition: Edition) -> LargeRow | None:
    """Give the row of a unit's size class, None for one that is not Large (CE p.64)."""
    found = [row for key, row in edition.large.items() if unit.has(key)]
    return max(found, key=lambda row: row.rank) if found else None
