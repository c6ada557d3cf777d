"""Does one unit see another across hexes, through which hexes does the line go, and is the target covered?"""

from astrike.model.battletech.hex import HexSight
from astrike.model.battletech.hex_patch import PlacedUnit
from astrike.rules.battletech.hex_ground import HexCase


def see(case: HexCase, attacker: PlacedUnit, target: PlacedUnit) -> HexSight:
    """Follow the line from one unit to the other."""
    raise NotImplementedError
