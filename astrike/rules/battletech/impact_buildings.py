"""What do buildings do to units that run into them or are inside when they come down?"""

from astrike.model.battletech.unit import VEHICLES, ClassicUnit
from astrike.model.explain import Modifier
from astrike.rules.battletech.falls import fall_damage
from astrike.rules.battletech.impact_case import ImpactCase
from astrike.rules.battletech.impact_falls import falls
from astrike.rules.battletech.walls import wall_damage


def enters(case: ImpactCase, to: str, unit: ClassicUnit, cf: int) -> None:
    """Let a unit enter a building with a roll that failed: both are damaged, it does not fall."""
    case.hurt("building", unit, "enter", (case.divided("enter.building", unit.tons, tons=unit.tons),))
    case.hurt(to, unit, "enter", (wall_damage(case.edition, cf),))
    case.note("enter.no-fall")
    if unit.kind in VEHICLES:
        case.walls.append((to, unit.kind))
        case.note("enter.motive")


def enter(case: ImpactCase) -> None:
    """Answer a unit that entered, left or crossed a building and failed its roll."""
    enters(case, "attacker", case.attacker, case.question.cf)


def collapse(case: ImpactCase) -> None:
    """Answer a building that comes down, or that holds its load."""
    asked, unit = case.question, case.attacker
    if asked.loads:
        loads = (unit.tons, *asked.loads)
        load = sum(loads) if case.options.word("overload") == "sum" else max(loads)
        if load <= asked.cf:
            case.note("collapse.holds", tons=load, cf=asked.cf)
            return
        case.note("collapse.falls", tons=load, cf=asked.cf)
    above = 0 if asked.roof else asked.levels
    if asked.roof or not asked.levels:
        case.note("collapse.top")
    hit = case.divided("collapse.cf", asked.cf * (1 + above), cf=asked.cf, levels=above)
    ledger: tuple[Modifier, ...] = (hit,)
    if unit.is_infantry:
        key = f"collapse.{unit.kind}"
        ledger += (case.term(key, hit.value * (case.value(key) - 1)),)
    case.hurt("attacker", unit, "collapse", ledger, table="full" if asked.roof else "punch")
    if asked.storey and sum(fall_damage(case.edition, unit.tons, asked.storey, kind=unit.kind).groups):
        falls(case, "attacker", unit, asked.storey)
    case.note("collapse.rubble")
