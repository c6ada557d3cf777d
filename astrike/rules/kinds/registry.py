"""Every kind of attack with its drill.

Which question: who works this kind of attack out?
"""

from collections.abc import Mapping
from types import MappingProxyType

from astrike.rules.kinds.air import STRAFE, STRIKE
from astrike.rules.kinds.blows import ANTI_MECH, CHARGE, DFA, MELEE, STANDARD
from astrike.rules.kinds.bombing import ALTITUDE, DIVE
from astrike.rules.kinds.drill import Drill
from astrike.rules.kinds.fire import INDIRECT, WEAPON
from astrike.rules.kinds.gunnery import ARTILLERY, HOMING, OFF_TABLE
from astrike.rules.kinds.marking import MARKING
from astrike.rules.kinds.surprise import SURPRISE

DRILLS: Mapping[str, Drill] = MappingProxyType(
    {
        "weapon": WEAPON,
        "indirect": INDIRECT,
        "artillery": ARTILLERY,
        "off-table": OFF_TABLE,
        "homing": HOMING,
        "tag": MARKING,
        "narc": MARKING,
        "taser": MARKING,
        "standard": STANDARD,
        "melee": MELEE,
        "anti-mech": ANTI_MECH,
        "charge": CHARGE,
        "dfa": DFA,
        "surprise": SURPRISE,
        "strafe": STRAFE,
        "strike": STRIKE,
        "dive-bomb": DIVE,
        "altitude-bomb": ALTITUDE,
    }
)


def drill_of(kind: str) -> Drill:
    """Give the drill of a kind of attack."""
    return DRILLS[kind]
