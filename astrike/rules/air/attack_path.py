"""On which path does an attack from the air take place, over which corridor, at which points?

The geometry of one strafing, striking or bombing run. Sources: CE pp.174, 180-183; AS pp.54-57.
"""

import math

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Floats
from astrike.geometry.straight_paths import (
    gaps_to_path,
    gaps_to_strip,
    nearest_places,
    places_along,
    strip_corners,
)
from astrike.rulebook.schema import BracketRow
from astrike.rules.attack.combatants import combatants
from astrike.rules.attack.situation import Situation
from astrike.rules.shot.facts import bracket_at
from astrike.rules.table.flyers import altitude_of
from astrike.tolerance import TOUCH

PathPoint = tuple[float, float]


@dataclass(frozen=True, slots=True)
class AttackPath:
    """The path of an attack from the air."""

    start: PathPoint
    end: PathPoint
    is_drawn: bool = False
    """Is it the way a VTOL said it takes, not the flight path on the table?"""

    @property
    def length(self) -> float:
        """Give its inches."""
        return math.dist(self.start, self.end)

    def along(self, at: PathPoint) -> float:
        """Give the inches after which a place is nearest."""
        return float(nearest_places(self.start, self.end, [at])[0])

    def at(self, inches: float) -> PathPoint:
        """Give the place after so many inches."""
        x, y = places_along(self.start, self.end, [inches])[0]
        return float(x), float(y)

    def off(self, at: PathPoint) -> float:
        """Give the inches from a place to the path."""
        return math.dist(at, self.at(self.along(at)))


def attack_path_of(s: Situation) -> AttackPath | None:
    """Give the path: that of the table, for a VTOL the one it says; None when there is none.

    A VTOL that bombs needs none: it drops where it hovers.
    """
    if s.attacker.flight is not None:
        return AttackPath(s.attacker.flight.start, s.attacker.flight.end)
    if not combatants(s.prepared)[s.a].flies_by_rotor:
        return None
    if len(s.question.path_points) >= 2:
        return AttackPath(s.question.path_points[0], s.question.path_points[-1], is_drawn=True)
    return AttackPath(s.attacker.at, s.attacker.at, is_drawn=True)


def height_over_ground(s: Situation) -> float:
    """Give the inches from the ground to the underside of the attacker, which are a VTOL's range (CE p.174)."""
    ground = s.prepared.terrain.ground_at(np.array([s.attacker.at], dtype=np.float64))
    return float(s.prepared.units.z[s.a] - ground[0])


def bracket_from(s: Situation) -> BracketRow | None:
    """Give the bracket: of the altitude alone, or of a VTOL's height (CE pp.174, 182-183)."""
    altitude = altitude_of(s.prepared, s.attacker)
    if altitude is None:
        return (
            bracket_at(s.prepared, height_over_ground(s), underwater=False)
            if combatants(s.prepared)[s.a].flies_by_rotor and s.attacker.flight is None
            else None
        )
    row = s.prepared.edition.brackets[altitude.bracket]
    is_used = not row.option or s.prepared.options.is_on(row.option)
    return row if is_used and not altitude.unknown else None


def strafing_strip_start(s: Situation, route: AttackPath) -> float:
    """Give the inches of the path after which the corridor begins: where asked, else so that the target is amid it.

    It ends with the path at the latest.
    """
    length = s.prepared.edition.number("air.strip-length")
    if route.is_drawn:
        return 0.0
    asked = s.question.path_points
    begin = route.along(asked[0]) if asked else route.along(s.target.at) - length / 2
    return max(0.0, min(begin, route.length - length))


def strafing_strip_corners(s: Situation, route: AttackPath) -> tuple[PathPoint, ...]:
    """Give the corners of the strafed corridor (CE p.181)."""
    number = s.prepared.edition.number
    length = min(number("air.strip-length"), route.length)
    return strip_corners(
        route.start, route.end, strafing_strip_start(s, route), length=length, width=number("air.strip-width")
    )


def gaps_to_strafing_strip(s: Situation, route: AttackPath) -> Floats:
    """Give the inches of every unit's base from the corridor."""
    return gaps_to_strip(s.prepared.units.bases, strafing_strip_corners(s, route))


def gap_to_path(s: Situation, route: AttackPath) -> float:
    """Give the inches of the target's base from the path."""
    return round(float(gaps_to_path(s.prepared.units.bases, route.start, route.end)[s.t]), 6)


def impacts(s: Situation, route: AttackPath) -> tuple[PathPoint, ...]:
    """Give the points of impact in order: as asked, else the point aimed at, else the path's nearest to the target."""
    if s.question.path_points and not route.is_drawn:
        return s.question.path_points
    return ((s.aim.x, s.aim.y),) if s.aim is not None else (route.at(route.along(s.target.at)),)


def is_near(s: Situation, inches: float) -> bool:
    """Is a place that people point at as good as on the path? Within what is too close to call on this table."""
    return inches <= s.prepared.table.tolerance + TOUCH
