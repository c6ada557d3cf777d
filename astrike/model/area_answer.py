"""Who is caught by an area effect, in which ring, and for how much damage, as plain values?

Made once, in `rules.area`, and made readable in `report.area`. Lengths are inches.
"""

from astrike.dataclass import dataclass
from astrike.model.dice import DiceRoll
from astrike.model.explain import Assumed, Citation, Modifier, OptionUsed, Reason

PointAtHeight = tuple[float, float, float]
"""x, y, z."""


@dataclass(frozen=True, slots=True)
class CaughtTarget:
    """A unit or building inside an area effect."""

    unit: str
    """Id of the unit, or of the piece."""
    distance: float
    """Inches from the point of impact to the nearest point of its base, difference in height added."""
    damage: int | str
    ring: str
    """`inner` or `outer`."""
    close: bool = False
    """Within the table's tolerance of another verdict?"""
    is_piece: bool = False
    terms: tuple[Modifier, ...] = ()
    """What changed the damage for this one."""
    target_number: int | None = None
    """What is needed against this one, where each is rolled for apart, as in strafing."""


@dataclass(frozen=True, slots=True)
class BlastAnswer:
    """Who is caught by an area effect at a point, and how it came there."""

    weapon: str
    edition: str
    poi: PointAtHeight
    """The point aimed at."""
    final: PointAtHeight
    """Where it lands."""
    inner: float
    """Radius within which the first damage value counts."""
    outer: float
    """Radius within which the second damage value counts; the first radius when there is but one."""
    caught: tuple[CaughtTarget, ...]
    label: str
    cite: Citation
    near: tuple[CaughtTarget, ...] = ()
    """Not caught, but within the table's tolerance of it; `damage` is what they would take."""
    dice: tuple[DiceRoll, ...] = ()
    bearing: float | None = None
    """Direction in degrees in which it scattered."""
    inches: float = 0.0
    """Inches that it scattered."""
    notes: tuple[Reason, ...] = ()
    """What else is true: off the table, no effect under water, ..."""
    options_used: tuple[OptionUsed, ...] = ()
    assumed: tuple[Assumed, ...] = ()
    outline: tuple[tuple[float, float], ...] = ()
    """Corners of the area, where it is a strip and no circle."""
    more: tuple["BlastAnswer", ...] = ()
    """The other bombs of a series, in order."""
