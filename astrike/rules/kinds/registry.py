"""Every kind of attack with its drill.

Which question: who works this kind of attack out?
"""

from collections.abc import Mapping
from types import MappingProxyType

from astrike.rules.kinds.air import STRAFE, STRIKE
from astrike.rules.kinds.artillery import ARTILLERY, HOMING, OFF_TABLE
from astrike.rules.kinds.bombing import ALTITUDE, DIVE
from astrike.rules.kinds.closing import CHARGE, DFA
from astrike.rules.kinds.drill import Drill
from astrike.rules.kinds.indirect import INDIRECT
from astrike.rules.kinds.marking import MARKING
from astrike.rules.kinds.physical import ANTI_MECH, MELEE, STANDARD
from astrike.rules.kinds.surprise import SURPRISE
from astrike.rules.kinds.weapon import WEAPON

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
