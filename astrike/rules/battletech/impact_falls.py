"""What do falls do: in place, off an edge, into water, on another unit, with a load, through a floor?"""

from dataclasses import replace

from astrike.model.battletech.impact import SkidHex
from astrike.model.battletech.unit import ClassicUnit
from astrike.rules.battletech.falls import FallDamage, fall_damage, fall_into_water, levels_fallen
from astrike.rules.battletech.impact_case import ImpactCase
from astrike.rules.battletech.impact_rolls import pilot_roll
from astrike.rules.battletech.impact_to_hit import falling_on

ABOVE_WATER = ("hover", "wige", "naval", "vtol")


def fall(case: ImpactCase) -> None:
    """Answer a fall."""
    asked = case.question
    if asked.target is not None:
        depth = None if asked.how == "submerged" else asked.water
        fall_on(case, asked.attacker, asked.target, asked.levels, depth=depth)
    elif asked.how == "missed-dfa":
        missed_jump(case, asked.water)
    elif asked.how == "landing":
        case.note("fall.landing-water" if asked.water else "fall.landing")
        falls(case, "attacker", asked.attacker, asked.water, is_in_water=asked.water > 0)
    elif asked.how == "submerged":
        falls(case, "attacker", asked.attacker, asked.levels, is_in_water=True)
    elif asked.water:
        falls_into_water(case, "attacker", asked.attacker, asked.levels, asked.water)
    else:
        falls(case, "attacker", asked.attacker, asked.levels)


def falls(
    case: ImpactCase,
    to: str,
    unit: ClassicUnit,
    levels: int,
    *,
    is_in_water: bool = False,
    keeps_facing: bool = False,
    least: int = 0,
) -> None:
    """Let a unit fall so many levels, at least so many."""
    levels = max(levels, least)
    if unit.is_infantry:
        _infantry_falls(case, to, unit, levels)
        return
    kind = "biped" if least else unit.kind
    done = fall_damage(case.edition, unit.tons, levels, kind=kind, armor=unit.armor, is_in_water=is_in_water)
    _take(case, to, unit, (done,), keeps_facing=keeps_facing)


def drowns(case: ImpactCase, to: str, unit: ClassicUnit) -> None:
    """Say that water is the end of what neither stands on its bottom nor stays above it."""
    if not unit.is_mech and unit.kind not in ABOVE_WATER:
        case.move(to, "fall.drowned")


def falls_into_water(case: ImpactCase, to: str, unit: ClassicUnit, levels: int, depth: int) -> None:
    """Let a unit fall into water from so many levels above it."""
    if not unit.is_mech:
        drowns(case, to, unit)
        falls(case, to, unit, levels)
        return
    _take(case, to, unit, _lots_in_water(case, unit, levels, depth))


def _lots_in_water(case: ImpactCase, unit: ClassicUnit, levels: int, depth: int) -> tuple[FallDamage, ...]:
    lots = case.options.word("water-fall")
    case.note("fall.breach")
    return fall_into_water(case.edition, unit.tons, levels, depth=depth, lots=lots, armor=unit.armor)


def missed_jump(case: ImpactCase, depth: int) -> None:
    """Let the attacker fall after a death from above that missed: its facing is rolled, its rear is hit."""
    unit, levels = case.attacker, case.edition.whole("fall.dfa")
    lots: tuple[FallDamage, ...] = (
        fall_damage(case.edition, unit.tons, levels, kind=unit.kind, armor=unit.armor),
    )
    if depth:
        lots = _lots_in_water(case, unit, levels, depth)
    for each in lots:
        case.hurt("attacker", unit, "fall", each.ledger, column="rear")
    case.facing_needed = True
    case.note("fall.rear")
    _after_fall(case, "attacker", unit, levels_fallen(lots))


def fall_on(
    case: ImpactCase,
    unit: ClassicUnit,
    below: ClassicUnit,
    levels: int,
    *,
    depth: int | None = 0,
    at: SkidHex | None = None,
    number: int = 0,
) -> None:
    """Let a unit fall into the hex of another, in that hex of a skid where there is one.

    `depth` is that of the water there; None for a fall under water.
    """
    if levels < case.value("above.least"):
        case.note("above.too-low")
        case.move("target", "displaced")
        _falls_in(case, unit, levels, depth)
        return
    tall = case.value("above.mech-height") if below.is_mech and not below.prone else 1
    fallen = levels - (tall - 1)
    to_hit = falling_on(case, below, at)
    if to_hit is None:
        case.note("above.hit-for-sure")
    elif at is None:
        case.to_hit = to_hit
    else:
        case.collisions.append((number, to_hit))
    if to_hit is None or to_hit.outcome != "missed":
        case.note("above.landed", levels=fallen)
        hit = case.divided("above.levels", unit.tons, tons=unit.tons, levels=max(1, fallen))
        ledger = (replace(hit, value=hit.value * max(1, fallen)),)
        case.hurt("target", below, "fall-from-above", ledger, table="punch", column=case.question.side)
    else:
        fallen = levels
    _falls_in(case, unit, fallen, depth)
    case.note("above.displaced")


def _falls_in(case: ImpactCase, unit: ClassicUnit, levels: int, depth: int | None) -> None:
    if depth:
        falls_into_water(case, "attacker", unit, levels, depth)
    else:
        falls(case, "attacker", unit, levels, is_in_water=depth is None)


def drop_load(case: ImpactCase) -> None:
    """Answer a load that is dropped from so high above the ground."""
    load = case.question.target or case.attacker
    falls(case, "rider", load, case.question.levels, least=case.value("drop.least"))


def basement(case: ImpactCase) -> None:
    """Answer whether a unit breaks through into a basement, and what that does to it."""
    asked, unit = case.question, case.attacker
    word = case.options.word("overload")
    load = unit.tons + (sum(asked.loads) if word == "sum" else 0)
    if load <= asked.cf:
        case.note("basement.holds", tons=load, cf=asked.cf)
        return
    levels = asked.levels
    if not levels and len(asked.dice.basement) == 2:
        row = case.edition.impact_basements[f"basement.{sum(asked.dice.basement)}"]
        levels = row.levels
        if not levels:
            case.note("basement.none")
            return
    if levels:
        falls(case, "attacker", unit, levels, keeps_facing=not unit.is_mech)


def _take(
    case: ImpactCase, to: str, unit: ClassicUnit, lots: tuple[FallDamage, ...], *, keeps_facing: bool = False
) -> None:
    hurt = [each for each in lots if sum(row.value for row in each.ledger)]
    if not hurt:
        case.note("fall.no-hurt")
        return
    is_each = not unit.is_mech and not keeps_facing
    for each in hurt:
        column = "front" if keeps_facing else fall_column(case, unit)
        case.hurt(to, unit, "fall", each.ledger, column=None if is_each else column)
    if keeps_facing:
        case.note("fall.keeps-facing")
    elif is_each:
        case.note("fall.facing-each")
    if unit.is_mech:
        case.facing_needed = True
        _after_fall(case, to, unit, levels_fallen(lots))


def fall_column(case: ImpactCase, unit: ClassicUnit) -> str | None:
    """Name the column on which a fall lands; None where the die for it is still to be rolled."""
    facing = case.facing
    return None if facing is None or not unit.is_mech else facing.column


def _after_fall(case: ImpactCase, to: str, unit: ClassicUnit, levels: int) -> None:
    case.move(to, "fall.prone")
    pilot_roll(case, to, unit, levels)


def _infantry_falls(case: ImpactCase, to: str, unit: ClassicUnit, levels: int) -> None:
    if levels < case.edition.whole("fall.vehicle-levels"):
        case.note("fall.no-hurt")
        return
    each = case.divided("fall.trooper", levels, levels=levels)
    if unit.kind != "infantry":
        case.hurt(to, unit, "fall", (each,))
        return
    key = f"troopers.{case.question.troops}"
    case.troopers_needed = case.value(key)
    rolled = case.question.dice.troopers
    case.note("fall.infantry", dice=case.troopers_needed)
    more = (case.term(key, each.value * (sum(rolled) - 1), rolled=sum(rolled)),) if rolled else ()
    case.hurt(to, unit, "fall", (each, *more))
