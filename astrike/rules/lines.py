"""The lines between units: many pairs at once.

Which question: how far, how much hidden, how much woods, in which arc, from which side? Numbers only; what they mean
is decided in `sight`, `tohit` and `damage`. How they are measured is asked of the table's metric.
"""

import numpy as np

from astrike.geometry.arrays import Floats, Ints
from astrike.model.unit import Unit
from astrike.rulebook.schema import Edition
from astrike.rules.air.flight import flyers, over_terrain
from astrike.rules.battlefield import Field
from astrike.rules.line import Line
from astrike.rules.motion import NATURAL_GRACE, pilot_ids

__all__ = ("Line", "arc_degrees", "measure_lines")


def measure_lines(field: Field, attacker: Ints, target: Ints) -> list[Line]:
    """Measure the lines between pairs of units (indices (n,) each), in the order asked."""
    lines = field.metric.lines(field, attacker, target, arcs=_arc_widths(field, attacker))
    flying = flyers(field)
    if not flying:
        return lines
    return [
        over_terrain(line) if line.attacker in flying or line.target in flying else line for line in lines
    ]


def has_grace(unit: Unit, edition: Edition) -> bool:
    """Does its pilot turn it so that it fires all around? (CE p.98)"""
    return NATURAL_GRACE in pilot_ids(unit) and not edition.bonuses[NATURAL_GRACE].unknown


def arc_degrees(unit: Unit, field: Field, index: int) -> float:
    """Give the width of the arc that a unit's own weapons reach (CE p.41)."""
    edition = field.edition
    row = field.units.rows[index]
    if row.arc == "all" or has_grace(unit, edition) or field.units.rank[index] >= 2:
        return edition.arcs["all"].degrees
    if unit.has("QUAD"):
        return edition.arcs["quad"].degrees
    return (
        field.options.number("arc.forward-degrees") if row.arc == "forward" else edition.arcs[row.arc].degrees
    )


def _arc_widths(field: Field, attacker: Ints) -> Floats:
    asked, where = np.unique(attacker, return_inverse=True)
    width = [arc_degrees(field.units.units[i], field, i) for i in asked.tolist()]
    return np.array(width, dtype=np.float64)[where]
