"""How far apart are units, do they touch, and what lies on the lines between them?

Asked about many pairs at once and answered by the table's metric: distance, what is hidden, woods, arc and side.
Numbers only; what they mean is decided by sight, Target Number and damage. Sources: CE pp.43, 68.
"""

import numpy as np

from astrike.geometry.arrays import Bools, Floats, Ints
from astrike.geometry.bases import Bases
from astrike.model.unit import Unit
from astrike.rulebook.schema import Edition
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.table.flyers import aerospace_flyers
from astrike.rules.table.line_columns import LineColumns
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.move_and_tmm import NATURAL_GRACE, pilot_ids


def base_gap(prepared: PreparedTable, one: Ints, other: Ints, bases: Bases | None = None) -> Floats:
    """Give the inches between pairs of units (n,); `bases` are other edges to measure from than those of the units."""
    return prepared.metric.ranges(prepared.units.bases if bases is None else bases, one, other)


def base_gap_from(prepared: PreparedTable, at: tuple[float, float]) -> Floats:
    """Give the inches (n,) from a place to each unit."""
    return prepared.metric.ranges_from(prepared.units.bases, at)


def are_in_base_contact(prepared: PreparedTable, one: Ints, other: Ints) -> Bools:
    """Say which pairs of units (n,) are in base contact."""
    return prepared.metric.are_in_contact(prepared.units, one, other)


def measure_lines(prepared: PreparedTable, attacker: Ints, target: Ints) -> list[MeasuredLine]:
    """Measure the lines between pairs of units (indices (n,) each), in the order asked."""
    return measure_columns(prepared, attacker, target).lines()


def measure_columns(prepared: PreparedTable, attacker: Ints, target: Ints) -> LineColumns:
    """Measure the same lines as columns, for whoever looks at many of them at once."""
    lines = prepared.metric.lines(prepared, attacker, target, arcs=_arc_widths(prepared, attacker))
    flying = aerospace_flyers(prepared)
    if not flying:
        return lines
    aloft = np.zeros(len(prepared.units.units), dtype=np.bool_)
    aloft[list(flying)] = True
    return lines.over_terrain(aloft[attacker] | aloft[target])


def has_natural_grace(unit: Unit, edition: Edition) -> bool:
    """Does its pilot turn it so that it fires all around? (CE p.98)"""
    return NATURAL_GRACE in pilot_ids(unit) and not edition.bonuses[NATURAL_GRACE].unknown


def arc_degrees(unit: Unit, prepared: PreparedTable, index: int) -> float:
    """Give the width of the arc that a unit's own weapons reach (CE p.41)."""
    edition = prepared.edition
    row = prepared.units.rows[index]
    if row.arc == "all" or has_natural_grace(unit, edition) or prepared.units.rank[index] >= 2:
        return edition.arcs["all"].degrees
    if unit.has("QUAD"):
        return edition.arcs["quad"].degrees
    return (
        prepared.options.number("arc.forward-degrees")
        if row.arc == "forward"
        else edition.arcs[row.arc].degrees
    )


def _arc_widths(prepared: PreparedTable, attacker: Ints) -> Floats:
    asked, where = np.unique(attacker, return_inverse=True)
    width = [arc_degrees(prepared.units.units[i], prepared, i) for i in asked.tolist()]
    return np.array(width, dtype=np.float64)[where]
