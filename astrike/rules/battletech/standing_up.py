"""May a 'Mech stand up, how much may it walk, and does the try count as running?"""

from collections.abc import Iterator
from typing import Final

from astrike.model.battletech.unit import ClassicUnit
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.heat import heat_effects
from astrike.rules.battletech.options_in_use import OptionsInUse
from astrike.rules.battletech.roll_ledger import counted_actuators
from astrike.rules.battletech.unit_state import has_no_gyro, legs_gone

CAREFUL: Final = "careful-stand"
_ROWS: Final = {"foot": "foot.1", "lower": "lower-leg.1", "upper": "upper-leg.1"}
"""What hits on leg actuators do, by actuator."""


def walking_mp(unit: ClassicUnit, edition: BattleTechEdition, options: OptionsInUse) -> int:
    """Give the walking MP of a 'Mech with its legs and its heat as they are.

    >>> from astrike.model.battletech.unit import LegDamage
    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> hurt = ClassicUnit(walk=4, legs=(("left", LegDamage(hip=1)), ("right", LegDamage(foot=1))))
    >>> walking_mp(hurt, load_battletech(""), OptionsInUse(load_battletech(""), {}))
    1
    """
    left = _after_hips(_on_its_legs(unit, edition), unit, edition)
    for name in unit.leg_names:
        if not unit.leg(name).gone:
            parts = counted_actuators(unit.leg(name), options)
            left += sum(edition.critical_effects[_ROWS[part]].walk for part in parts)
    return max(0, left + heat_effects(edition, unit.heat).walking)


def _on_its_legs(unit: ClassicUnit, edition: BattleTechEdition) -> int:
    gone = legs_gone(unit)
    if not gone:
        return unit.walk
    if unit.kind == "quad" and gone == 1:
        return unit.walk + edition.critical_effects["quad-leg-gone.1"].walk
    can_walk = gone == (2 if unit.kind == "quad" else 1)
    return min(unit.walk, edition.whole("walk.one-leg")) if can_walk else 0


def _after_hips(mp: int, unit: ClassicUnit, edition: BattleTechEdition) -> int:
    hips = sum(unit.leg(name).hip for name in unit.leg_names if not unit.leg(name).gone)
    if hips == len(unit.leg_names):
        return 0
    for _ in range(hips):
        mp = -(-mp // edition.whole("walk.hip"))
    return mp


def is_on_its_last_leg(unit: ClassicUnit) -> bool:
    """Has it just enough legs to stand, so that each try counts as running?"""
    return legs_gone(unit) == (2 if unit.kind == "quad" else 1)


def stand_refusals(
    event: str, unit: ClassicUnit, edition: BattleTechEdition, options: OptionsInUse
) -> Iterator[str]:
    """Name the refusals of a try to stand up."""
    gone = legs_gone(unit)
    if has_no_gyro(unit):
        yield "stand.gyro"
    if gone > (2 if unit.kind == "quad" else 1):
        yield "stand.legs"
    elif unit.kind == "biped" and gone and unit.arm("left").gone and unit.arm("right").gone:
        yield "stand.arms"
    elif not gone or not is_on_its_last_leg(unit):
        yield from _without_mp(event, unit, edition, options)
    elif event == CAREFUL:
        yield "careful-stand.mp"


def _without_mp(
    event: str, unit: ClassicUnit, edition: BattleTechEdition, options: OptionsInUse
) -> Iterator[str]:
    mp = walking_mp(unit, edition, options)
    if event == CAREFUL:
        if mp < edition.whole("careful.mp"):
            yield "careful-stand.mp"
    elif not mp or (mp < edition.whole("stand.mp") and not options.is_on("stand-on-one-mp")):
        yield "stand.mp"


def stand_counts_as_running(unit: ClassicUnit, edition: BattleTechEdition, options: OptionsInUse) -> bool:
    """Does a try to stand up take more MP than it can walk?"""
    return is_on_its_last_leg(unit) or walking_mp(unit, edition, options) < edition.whole("stand.mp")
