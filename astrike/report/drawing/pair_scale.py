"""Which horizontal scale do the plan and the side view of one attack share?

The line from attacker to target runs from left to right, both bases inside the picture; every place along it has the
same x in both pictures.
"""

from math import hypot, sqrt

from astrike.dataclass import dataclass
from astrike.model.attack_answer import PairGeometry, StandingUnit
from astrike.model.table import Table
from astrike.model.terrain import Point

_LEFT = 16.0
_RIGHT = 24.0
_LARGEST = 24.0


@dataclass(frozen=True, slots=True)
class PairScale:
    """Pixels per inch, where attacker and target stand, and which way the line runs on the table."""

    width: float
    scale: float
    attacker_x: float
    direction: Point
    """Unit vector on the table."""
    attacker: Point
    distance: float
    """Inches from centre to centre."""

    def x_at(self, inches: float) -> float:
        """Give the pixel of a place along the line, in inches from the attacker's centre."""
        return self.attacker_x + inches * self.scale

    def inches_at(self, x: float) -> float:
        """Give the place along the line of a pixel."""
        return (x - self.attacker_x) / self.scale

    def point_at(self, inches: float) -> Point:
        """Give the point on the table of a place along the line."""
        return (
            self.attacker[0] + self.direction[0] * inches,
            self.attacker[1] + self.direction[1] * inches,
        )


def pair_scale(table: Table, geometry: PairGeometry, *, width_px: float = 390.0) -> PairScale:
    """Choose the scale for two units: as large as the picture allows, but no larger than a table needs."""
    a, b = geometry.attacker.at, geometry.target.at
    distance = hypot(b[0] - a[0], b[1] - a[1])
    direction = ((b[0] - a[0]) / distance, (b[1] - a[1]) / distance) if distance > 0.0 else (1.0, 0.0)
    reach_a, reach_b = reach_of_pair(table, geometry.attacker), reach_of_pair(table, geometry.target)
    whole = distance + reach_a + reach_b
    scale = min(_LARGEST, (width_px - _LEFT - _RIGHT) / whole)
    spare = width_px - _LEFT - _RIGHT - whole * scale
    attacker_x = _LEFT + reach_a * scale + spare / 2.0
    return PairScale(width_px, scale, attacker_x, direction, a, distance)


def reach_of_pair(table: Table, body: StandingUnit) -> float:
    """Give the radius of the circle around a unit's base."""
    unit = table.unit(body.id)
    if unit is None or unit.base is None or unit.base.is_round:
        return body.width / 2.0
    if unit.base.shape == "hex":
        return unit.base.width / sqrt(3.0)
    return hypot(unit.base.width, unit.base.length) / 2.0
