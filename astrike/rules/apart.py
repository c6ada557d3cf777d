"""How far apart are units, as everything counts it that has a radius, and do they touch?

Which question: inches from unit to unit, as the table's metric counts them. What lies between them is asked in
`lines`. Sources: CE pp.43, 68.
"""

from astrike.geometry.arrays import Bools, Floats, Ints
from astrike.geometry.bases import Bases
from astrike.rules.battlefield import Field


def apart(field: Field, one: Ints, other: Ints, bases: Bases | None = None) -> Floats:
    """Give the inches between pairs of units (n,); `bases` are other edges to measure from than those of the units."""
    return field.metric.ranges(field.units.bases if bases is None else bases, one, other)


def apart_from(field: Field, at: tuple[float, float]) -> Floats:
    """Give the inches (n,) from a place to each unit."""
    return field.metric.ranges_from(field.units.bases, at)


def touch(field: Field, one: Ints, other: Ints) -> Bools:
    """Say which pairs of units (n,) are in base contact."""
    return field.metric.are_in_contact(field.units, one, other)
