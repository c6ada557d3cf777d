"""What does a failed roll bring about: a fall with its damage, the pilot's own roll, a skid, a wall?"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from astrike.model.battletech.answers import FailureEffect
from astrike.model.battletech.unit import ClassicUnit
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.consciousness import consciousness_target, wounds_after
from astrike.rules.battletech.falls import FallDamage, fall_damage, fall_into_water, in_groups, levels_fallen
from astrike.rules.battletech.roll_ledger import (
    PILOT,
    RollCase,
    event_modifiers,
    lasting_of,
    levels_modifier,
    total_of,
)
from astrike.rules.battletech.walls import wall_damage

FALL: Final = "fall"
PAVEMENT: Final = "pavement"
_HARDEST: Final = 12
"""The most that two dice show."""


def effects_of(case: RollCase) -> tuple[FailureEffect, ...]:
    """List what a failed roll brings about, in order."""
    failing = case.row.failing
    if failing.startswith(FALL) and case.unit.is_mech:
        return (*_fall(case), *_beside_a_fall(case))
    match failing:
        case "fall-skid":
            return (_effect(case, "skid-vehicle", hexes=skid_length(case.edition, case.hexes)),)
        case "slide":
            return (_effect(case, failing, hexes=_slide_length(case)),)
        case "wall":
            return (_wall(case),)
        case "pilot-damage":
            return pilot_damage(case)
        case _:
            return (_effect(case, failing),)


def _effect(case: RollCase, key: str, **given: int) -> FailureEffect:
    row = case.edition.roll_effects[key]
    return replace(FailureEffect(row.key, row.label, row.cite), **given)  # type: ignore[arg-type]


def _fall(case: RollCase) -> Iterator[FailureEffect]:
    lots, keys = _lots(case), (_key_of_fall(case), "fall-bottom")
    for lot, key in zip(lots, keys, strict=False):
        row = case.edition.roll_effects[key]
        yield FailureEffect(row.key, row.label, row.cite, lot.total, lot.groups, lot.levels)
    yield from _of_pilot(case, levels_fallen(lots))


def _key_of_fall(case: RollCase) -> str:
    return "fall-rear" if case.row.failing == "fall-rear" or _is_late_dfa(case) else FALL


def _is_late_dfa(case: RollCase) -> bool:
    """Does it fall from a death from above that had still to come, as after a miss?"""
    return case.question.moved.mode == "dfa" and not case.edition.roll_effects["dfa-later"].unknown


def _lots(case: RollCase) -> tuple[FallDamage, ...]:
    """Give the damage of the fall, surface and bottom of water apart where they are."""
    edition, event, unit = case.edition, case.event, case.unit
    if case.row.failing == "fall-rear" or _is_late_dfa(case):
        return (fall_damage(edition, unit.tons, edition.whole("fall.dfa"), armor=unit.armor),)
    if event.event == "water":
        return _into_water(case)
    levels = edition.whole("fall.after-jump") if case.question.moved.mode in ("jump", "dfa") else event.levels
    return (fall_damage(edition, unit.tons, levels, armor=unit.armor, is_in_water=case.water > 0),)


def _into_water(case: RollCase) -> tuple[FallDamage, ...]:
    edition, event, unit = case.edition, case.event, case.unit
    if event.from_depth or event.by == "jump":
        levels = max(0, event.depth - event.from_depth)
        return (fall_damage(edition, unit.tons, levels, armor=unit.armor, is_in_water=True),)
    lots = case.options.word("water-fall")
    return fall_into_water(edition, unit.tons, event.levels, depth=event.depth, lots=lots, armor=unit.armor)


def _of_pilot(case: RollCase, levels: int) -> tuple[FailureEffect, ...]:
    """Give the pilot's roll in a fall, or the damage where there is none."""
    edition, unit = case.edition, case.unit
    is_out = unit.unconscious or unit.shutdown
    is_stuck = unit.immobile and not edition.roll_effects["pilot-immobile"].unknown
    if is_out or is_stuck or not _may_roll_in_shutdown(case):
        return pilot_damage(case)
    own = event_modifiers(case)
    kept = own if total_of(own) and case.options.is_on("failed-roll-modifier") else ()
    target = total_of((*lasting_of(case, PILOT), *kept, *levels_modifier(edition, levels)))
    if target > _HARDEST:
        return pilot_damage(case)
    return (_effect(case, "pilot-roll", target=target),)


def _may_roll_in_shutdown(case: RollCase) -> bool:
    return case.event.event != "shutdown" or case.options.is_on("shutdown-pilot")


def pilot_damage(case: RollCase) -> tuple[FailureEffect, ...]:
    """Give the pilot damage of a fall, and the roll to stay awake that follows."""
    points = case.edition.whole("pilot.from-fall")
    hurt = _effect(case, "pilot-damage", damage=points)
    if case.unit.unconscious:
        return (hurt,)
    target = consciousness_target(case.edition, wounds_after(case.question, case.edition) + points)
    return (hurt, _effect(case, "consciousness", target=target) if target else _effect(case, "dead"))


def _beside_a_fall(case: RollCase) -> Iterator[FailureEffect]:
    if case.row.failing == "fall-skid" or _is_reckless_on_pavement(case):
        yield _effect(case, "skid", hexes=skid_length(case.edition, case.hexes))
    if case.question.moved.mode in ("charge", "dfa") and case.row.group in ("damage", "attack"):
        yield _effect(case, "attack-misses")


def _is_reckless_on_pavement(case: RollCase) -> bool:
    return case.row.key == "reckless" and case.event.event == "reckless" and case.question.terrain == PAVEMENT


def skid_length(edition: BattleTechEdition, moved: int) -> int:
    """Give how many hexes a unit skids that has moved so many.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> skid_length(load_battletech(""), 7)
    4
    """
    return -(-moved // edition.whole("skid.length"))


def sideslips(edition: BattleTechEdition, unit: ClassicUnit) -> bool:
    """Does a unit slide to the side where others skid?"""
    return unit.kind in edition.roll_events["sideslip"].kinds


def _slide_length(case: RollCase) -> int:
    """Give how far a sideslip goes at most."""
    if case.options.word("sideslip-length") == "half":
        return skid_length(case.edition, case.hexes)
    return max(0, case.hexes - 1)


def _wall(case: RollCase) -> FailureEffect:
    cf = case.event.cf or case.edition.buildings[case.event.building].cf
    points = wall_damage(case.edition, cf).value
    return replace(_effect(case, "wall", damage=points), groups=in_groups(case.edition, points))
