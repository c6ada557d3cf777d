"""Which piloting rolls follow an impact?"""

from dataclasses import replace

from astrike.model.battletech.impact import ImpactRoll
from astrike.model.battletech.rolls import RollEvent, RollQuestion
from astrike.model.battletech.unit import ClassicUnit
from astrike.rulebook.battletech.roll_rows import NO_ROLL
from astrike.rules.battletech.impact_case import ImpactCase
from astrike.rules.battletech.roll_ledger import distance_row
from astrike.rules.battletech.rolls import roll_answer


def pilot_roll(case: ImpactCase, to: str, unit: ClassicUnit, levels: int) -> None:
    """Add the roll that spares the pilot of a 'Mech that falls so many levels."""
    modifier = failed_modifier(case) if to == "attacker" else 0
    _add(case, to, unit, RollEvent("fall-pilot", levels=levels, modifier=modifier))


def failed_modifier(case: ImpactCase) -> int:
    """Give the modifier of the roll whose failure led to this: of a skid that of the hexes moved before."""
    asked = case.question
    if asked.modifier or asked.kind != "skid":
        return asked.modifier
    return distance_row(case.edition, asked.moved_before).skid


def event_roll(case: ImpactCase, to: str, unit: ClassicUnit, event: RollEvent, *, water: int = 0) -> None:
    """Add the roll of a unit against falling, in water of that depth, where it is on its feet."""
    if unit.is_mech and not unit.prone:
        _add(case, to, unit, event, water)


def _add(case: ImpactCase, to: str, unit: ClassicUnit, event: RollEvent, water: int = 0) -> None:
    about, asked = case.question, RollQuestion(unit=unit, events=(event,), water=water)
    if to == "attacker":
        asked = replace(asked, terrain=about.terrain, wounds=about.wounds, extras=about.extras)
    found = roll_answer(asked, case.edition, case.options).rolls
    case.rolls += [ImpactRoll(to, asked, roll) for roll in found if roll.automatic != NO_ROLL]
