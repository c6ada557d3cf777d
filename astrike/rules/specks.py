"""Specks: units too small to measure that stand in for points of the table.

Which question: how does a line of sight reach a point, or start at a sensor, when lines run between units?
"""

from astrike.model.unit import Base, Unit
from astrike.rules.battlefield import Field
from astrike.rules.measure import top_at

SPECK = 1e-6
"""Inches: how large a speck is. Below every tolerance, and still something that can be hidden."""


def speck_at(field: Field, name: str, at: tuple[float, float], z: float | None = None) -> Unit:
    """Make a speck that lies at a point; without a height on the highest surface there."""
    return Unit(
        name,
        at,
        name,
        type="CI",
        base=Base("round", SPECK, SPECK),
        height=SPECK,
        elevation=top_at(field, at) if z is None else z,
        stated=frozenset({"type", "base", "height", "elevation", "skill", "motion"}),
    )
