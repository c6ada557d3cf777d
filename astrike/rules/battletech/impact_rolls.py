"""Which piloting rolls follow an impact?"""

from typing import Final

from astrike.model.battletech.answers import DueRoll, FailureEffect
from astrike.model.battletech.unit import ClassicUnit
from astrike.model.explain import Modifier, facts
from astrike.rules.battletech.falls import fall_damage
from astrike.rules.battletech.impact_case import ImpactCase
from astrike.rules.battletech.impact_to_hit import is_immobile
from astrike.rules.odds import chance_to_reach

PILOT: Final = "fall-pilot"


def pilot_roll(case: ImpactCase, unit: ClassicUnit, levels: int) -> DueRoll:
    """Give the roll that spares the pilot of a unit that falls so many levels."""
    further = max(0, levels - 1) * case.value("roll.fall-pilot")
    modifiers = (_skill(case, unit), case.term("roll.fall-pilot", further, levels=levels))
    hurt = case.reason("roll.hurt")
    effect = FailureEffect(hurt.key, hurt.label, hurt.cite, damage=case.value("pilot.damage"))
    return _due(case, unit, PILOT, modifiers, effect, when="at-once")


def event_roll(
    case: ImpactCase, unit: ClassicUnit, event: str, *, when: str = "at-once", levels: int = 0
) -> DueRoll | None:
    """Give the roll of a unit on its feet against falling; None where it needs none."""
    if not unit.is_mech or unit.prone:
        return None
    modifiers = (_skill(case, unit), case.term(f"roll.{event}", case.value(f"roll.{event}")))
    falls = case.reason("roll.falls")
    done = fall_damage(case.edition, unit.tons, levels, kind=unit.kind, armor=unit.armor)
    effect = FailureEffect(falls.key, falls.label, falls.cite, done.total, done.groups, levels)
    return _due(case, unit, event, modifiers, effect, when=when)


def _due(
    case: ImpactCase,
    unit: ClassicUnit,
    event: str,
    modifiers: tuple[Modifier, ...],
    effect: FailureEffect,
    *,
    when: str,
) -> DueRoll:
    target = sum(each.value for each in modifiers)
    limit = case.edition.impacts["roll.limit"]
    has_no_dice = unit.shutdown or unit.unconscious
    if event == PILOT and not limit.unknown:
        has_no_dice = has_no_dice or is_immobile(unit) or target > limit.value
    row = case.edition.impacts[f"roll.{event}"]
    return DueRoll(
        event=event,
        label=row.label,
        when=when,
        target=None if has_no_dice else target,
        odds=None if has_no_dice else round(float(chance_to_reach(target, naturals=False)), 4),
        automatic="fails" if has_no_dice else None,
        modifiers=modifiers,
        on_failure=(effect,),
    )


def _skill(case: ImpactCase, unit: ClassicUnit) -> Modifier:
    row = case.edition.impacts["number.piloting"]
    return Modifier(row.key, "", unit.piloting, row.label, row.cite, facts(skill=unit.piloting))
