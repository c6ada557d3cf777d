"""What number does a weapon attack across hexes need, and what forbids it?"""

from astrike.model.battletech.hex import HexArc, HexNumber, HexSight
from astrike.rules.battletech.hex_ground import HexCase


def number_of(case: HexCase, sight: HexSight, back: HexSight, arcs: tuple[HexArc, ...]) -> HexNumber:
    """Give the Target Number of the question's weapon from its attacker at its target."""
    raise NotImplementedError
