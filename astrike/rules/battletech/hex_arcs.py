"""Which mounts of a unit can fire at a hex, given how it faces and twists?"""

from astrike.model.battletech.hex import HexArc
from astrike.model.battletech.hex_patch import PlacedUnit
from astrike.rules.battletech.hex_ground import HexCase


def arcs_of(case: HexCase, attacker: PlacedUnit, target: PlacedUnit) -> tuple[HexArc, ...]:
    """Tell for each mount that the attacker can have whether the target lies in its arc."""
    raise NotImplementedError
