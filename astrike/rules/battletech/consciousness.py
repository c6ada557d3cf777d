"""What does a pilot who is hurt need to stay awake, and how often is that rolled?"""

from collections.abc import Iterator
from typing import Final

from astrike.model.battletech.answers import DueRoll, FailureEffect
from astrike.model.battletech.rolls import RollEvent, RollQuestion
from astrike.model.explain import Modifier, facts
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.unit_state import is_down
from astrike.rules.odds import probability

HURTING: Final = ("head-hit", "ammo-explosion", "pilot-hit", "life-support")
WAKE: Final = "wake"


def consciousness_target(edition: BattleTechEdition, wounds: int) -> int:
    """Give what a pilot with so much damage needs on 2D6; 0: dead.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> consciousness_target(load_battletech(""), 3), consciousness_target(load_battletech(""), 6)
    (7, 0)
    """
    return next((row.target for row in edition.wounds.values() if row.wounds == wounds), 0)


def wounds_after(question: RollQuestion, edition: BattleTechEdition) -> int:
    """Count the damage of the pilot after everything that happened, falls aside."""
    return question.wounds + sum(_points_of(event, question, edition) for event in question.events)


def is_dead(edition: BattleTechEdition, wounds: int) -> bool:
    """Does a pilot die of so much damage?"""
    return wounds > 0 and not consciousness_target(edition, wounds)


def consciousness_rolls(question: RollQuestion, edition: BattleTechEdition) -> tuple[DueRoll, ...]:
    """List the rolls of a 'Mech's pilot to stay awake, one for each point of damage, or the one to wake up."""
    found: list[DueRoll] = []
    wounds = question.wounds
    for event in question.events if question.unit.is_mech else ():
        for _ in range(_points_of(event, question, edition)):
            wounds += 1
            found.append(_staying_awake(question, edition, event.event, wounds))
        if event.event == WAKE:
            found.append(_waking(question, edition, wounds))
    return tuple(found)


def _points_of(event: RollEvent, question: RollQuestion, edition: BattleTechEdition) -> int:
    match event.event:
        case "head-hit":
            return event.hits
        case "ammo-explosion":
            return edition.whole("pilot.from-explosion")
        case "pilot-hit":
            return event.points or 1
        case "life-support":
            return sum(_of_life_support(question, edition))
        case _:
            return 0


def _of_life_support(question: RollQuestion, edition: BattleTechEdition) -> Iterator[int]:
    heat, unit = question.unit.heat, question.unit
    if heat >= edition.whole("life-support.hotter"):
        yield 2
    elif heat >= edition.whole("life-support.hot"):
        yield 1
    if question.water >= (1 if is_down(unit) else edition.whole("life-support.depth")):
        yield 1


def _staying_awake(question: RollQuestion, edition: BattleTechEdition, event: str, wounds: int) -> DueRoll:
    target = consciousness_target(edition, wounds)
    if target and question.unit.unconscious:
        return _roll(edition, event, wounds, automatic="none")
    return _roll(edition, event, wounds, target=target, automatic=None if target else "fails")


def _waking(question: RollQuestion, edition: BattleTechEdition, wounds: int) -> DueRoll:
    if not question.unit.unconscious:
        return _roll(edition, WAKE, wounds, automatic="none")
    target = consciousness_target(edition, max(1, wounds))
    return _roll(edition, WAKE, max(1, wounds), target=target, automatic=None)


def _roll(
    edition: BattleTechEdition, event: str, wounds: int, *, automatic: str | None, target: int = 0
) -> DueRoll:
    row = edition.roll_events[event]
    key = "dead" if automatic == "fails" else row.failing
    effect = edition.roll_effects[key]
    modifiers: tuple[Modifier, ...] = ()
    if target:
        wound = next(each for each in edition.wounds.values() if each.wounds == wounds)
        modifiers = (Modifier("wounds", "", target, wound.label, wound.cite, facts(wounds=wounds)),)
    return DueRoll(
        event=event,
        label=row.label,
        when=row.when,
        target=target or None,
        odds=probability(target) if target else None,
        automatic=automatic,
        modifiers=modifiers,
        on_failure=() if automatic == "none" else (FailureEffect(effect.key, effect.label, effect.cite),),
    )
