"""May a 'Mech stand up, and does the try count as running?"""

from collections.abc import Iterator
from typing import Final

from astrike.model.battletech.unit import ClassicUnit
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.options_in_use import OptionsInUse
from astrike.rules.battletech.unit_state import has_no_gyro, legs_gone
from astrike.rules.battletech.walking import walking_mp

CAREFUL: Final = "careful-stand"


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
