"""Which rows of the edition apply to a unit, and how does a row become a reason?

A reason tells why something is not so, or that no source prints a figure it would need. What forbids what is decided
by the rules that ask.
"""

from dataclasses import replace

from astrike.model.explain import NO_FACTS, Facts, Reason, facts
from astrike.model.unit import Unit
from astrike.rulebook.row import RulebookRow
from astrike.rulebook.schema import Edition, LargeRow, UnitTypeRow
from astrike.rules.options import HasEdition


def reason(at: HasEdition, key: str, measured: Facts | None = None) -> Reason:
    """Make a reason from the edition's table."""
    row = at.edition.reasons[key]
    return Reason(key, row.label, row.cite, measured if measured is not None else NO_FACTS)


def not_printed(row: RulebookRow, key: str = "") -> Reason:
    """Say why there is no answer: it would need a figure that no source prints for this edition."""
    return Reason(key or row.key, row.unknown, row.cite, facts(row=row.label))


def unit_row(unit: Unit, edition: Edition) -> UnitTypeRow:
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
