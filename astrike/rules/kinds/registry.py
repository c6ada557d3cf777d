"""Every kind of attack with its drill.

Which question: who works this kind of attack out?
"""

from collections.abc import Mapping
from types import MappingProxyType

from astrike.rules.kinds.drill import Drill
from astrike.rules.kinds.weapon import WEAPON

DRILLS: Mapping[str, Drill] = MappingProxyType({"weapon": WEAPON})


def drill_of(kind: str) -> Drill:
    """Give the drill of a kind of attack."""
    return DRILLS.get(kind, WEAPON)
