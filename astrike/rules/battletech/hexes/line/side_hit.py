"""Through which hexside does an attack come, and which side of the target does that hit?"""

from typing import Final

from astrike.dataclass import dataclass
from astrike.model.battletech.hex import SIDES_HIT
from astrike.model.explain import Reason, facts
from astrike.rules.battletech.hexes.grid import HEXSIDES
from astrike.rules.battletech.hexes.line.bearings import FULL_TURN, SIDE, bearing
from astrike.rules.battletech.hexes.line.crossed_hexes import LEFT
from astrike.rules.battletech.hexes.line.line_ends import LineEnds

FRONT, REAR = "front", "rear"
_SEVERITY: Final = {side: {FRONT: 0, REAR: 2}.get(side, 1) for side in SIDES_HIT}


@dataclass(frozen=True, slots=True)
class SideHit:
    """The side of a target that an attack hits."""

    side: str
    reason: Reason

    @property
    def severity(self) -> int:
        """How much a hit there hurts; the greater, the worse."""
        return _SEVERITY[self.side]


def side_hit(ends: LineEnds, side: str | None) -> SideHit | None:
    """Say which side is hit; on a border the side of the line that was chosen decides. None for what has no sides."""
    edition, target = ends.case.edition, ends.target
    if target.row.column == "none":
        return None
    words = edition.hex_line_words
    if not ends.distance:
        row = words["side.same-hex"]
        return SideHit(FRONT, Reason(row.key, row.said, row.cite))
    through = hexside_through(ends, side)
    found = next(each for each in edition.hex_sides.values() if each.hexside == through)
    hit = found.mech if target.row.column == "mech" else found.vehicle
    inside = words["side.front-or-rear"]
    if ends.is_one_building and hit != REAR and not inside.unknown:
        return SideHit(FRONT, Reason(inside.key, inside.said, inside.cite))
    return SideHit(hit, Reason(f"side.{found.key}", found.label, found.cite, facts(hexside=through)))


def hexside_through(ends: LineEnds, side: str | None) -> int:
    """Give the hexside of the target that the line crosses, counted clockwise from the one that it faces.

    What lies to the left of the line lies clockwise from it for the target, who looks back.
    """
    target = ends.target
    seen = bearing(target.place, ends.attacker.place, target.placed.facing)
    is_border = seen % SIDE == SIDE // 2
    turned = seen - SIDE // 2 if is_border and side != LEFT else seen + SIDE // 2
    return (turned % FULL_TURN) // SIDE % HEXSIDES
