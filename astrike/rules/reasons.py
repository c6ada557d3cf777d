"""Reasons: rows of the edition's reasons table, and figures that no source prints.

Which question: how does a row become a reason why something is not so? What forbids what, others decide.
"""

from astrike.model.explain import NO_FACTS, Facts, Reason, facts
from astrike.rulebook.row import Row
from astrike.rules.options import HasEdition


def reason(at: HasEdition, key: str, measured: Facts | None = None) -> Reason:
    """Make a reason from the edition's table."""
    row = at.edition.reasons[key]
    return Reason(key, row.label, row.cite, measured if measured is not None else NO_FACTS)


def not_printed(row: Row, key: str = "") -> Reason:
    """Say why there is no answer: it would need a figure that no source prints for this edition."""
    return Reason(key or row.key, row.unknown, row.cite, facts(row=row.label))
