"""Every kind of attack with its drill.

Which question: who works this kind of attack out?
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from astrike.model.explain import Reason
from astrike.rules.kinds.artillery import ARTILLERY, HOMING, OFF_TABLE
from astrike.rules.kinds.closing import CHARGE, DFA
from astrike.rules.kinds.drill import Drill
from astrike.rules.kinds.indirect import INDIRECT
from astrike.rules.kinds.marking import MARKING
from astrike.rules.kinds.physical import ANTI_MECH, MELEE, STANDARD
from astrike.rules.kinds.surprise import SURPRISE
from astrike.rules.kinds.weapon import WEAPON
from astrike.rules.sight import reason
from astrike.rules.situation import Situation


def _come_later(s: Situation, states: tuple[str, ...]) -> tuple[Reason, ...]:
    return (reason(s.field, "kind.not-yet"), *WEAPON.refusals(s, states))


LATER = replace(WEAPON, refusals=_come_later)
"""Measures what a weapon attack would and refuses it: the rules of these kinds come with a later version."""

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
    }
)


def drill_of(kind: str) -> Drill:
    """Give the drill of a kind of attack."""
    return DRILLS.get(kind, LATER)
