"""Which piloting and driving rolls are due after what happened, against what, and what does failing do?

All rolls of a phase are one fall at most. Whether the pilot stays awake is rolled before anything else.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.battletech.answers import DueRoll
from astrike.model.battletech.rolls import RollAnswer, RollCause, RollEvent, RollQuestion
from astrike.model.battletech.unit import ClassicUnit
from astrike.model.explain import Modifier, Reason
from astrike.rulebook.battletech.roll_rows import FALLS, NO_ROLL
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.consciousness import HURTING, WAKE, consciousness_rolls, wounds_after
from astrike.rules.battletech.failures import FALL, effects_of
from astrike.rules.battletech.options_in_use import OptionsInUse
from astrike.rules.battletech.roll_dice import does_stay_awake, results_of
from astrike.rules.battletech.roll_ledger import RollCase, event_modifiers, ledger_of, total_of
from astrike.rules.battletech.roll_reasons import (
    Settled,
    has_hurt_legs,
    is_hurt_for_running,
    settled_before_dice,
)
from astrike.rules.battletech.standing_up import stand_counts_as_running, stand_refusals
from astrike.rules.battletech.unit_state import (
    HEAVY_DUTY,
    gyro_hits_to_destroy,
    legs_gone,
    states_of,
    water_under,
)
from astrike.rules.odds import probability

FAIL_ON_PURPOSE: Final = "fail-on-purpose"
STANDS: Final = ("stand", "careful-stand")
_MOMENTS: Final = ("at-once", "end-of-move", "end-of-phase", "physical-phase")
_OF_MODES: Final = {
    "run": "run-damaged", "charge": "run-damaged", "jump": "jump-damaged", "dfa": "jump-damaged",
}  # fmt: skip
_ON_THE_WAY: Final = (
    "stand", "careful-stand", "run-damaged", "jump-damaged", "side-step", "dislodge", "water", "rubble", "building",
    "skid", "heavy-woods", "swamp", "mud", "snow", "ice", "reckless", "break-free",
)  # fmt: skip
"""What a 'Mech meets while it moves; anything else is of another phase, after the roll for moving."""
_EASIEST: Final = 2
_HARDEST: Final = 12


@dataclass(frozen=True, slots=True)
class _Judged:
    """A roll with what was found about it."""

    roll: DueRoll
    settled: Settled
    cause: RollCause


def roll_answer(question: RollQuestion, edition: BattleTechEdition, options: OptionsInUse) -> RollAnswer:
    """List every roll that is due, in the order in which they are made."""
    consciousness = consciousness_rolls(question, edition)
    is_awake = does_stay_awake(question.dice, consciousness)
    asked = question if is_awake else replace(question, unit=replace(question.unit, unconscious=True))
    judged = list(_judged(asked, edition, options))
    rolls = tuple(each.roll for each in judged)
    resolved = results_of(question.dice, consciousness, rolls)
    return RollAnswer(
        edition=edition.id,
        refusals=tuple(_refusals(question, edition, judged)),
        notes=tuple(_notes(question, edition, consciousness, judged)),
        options_used=options.used,
        consciousness=consciousness,
        rolls=rolls,
        causes=tuple(each.cause for each in judged),
        results=resolved.results,
        needs=resolved.needs,
    )


def _judged(question: RollQuestion, edition: BattleTechEdition, options: OptionsInUse) -> Iterator[_Judged]:
    """Judge each event, in the order in which their rolls are made."""
    has_fallen = False
    for case in sorted(_cases(question, edition, options), key=lambda each: _MOMENTS.index(each.row.when)):
        settled = settled_before_dice(case, has_fallen=has_fallen)
        has_fallen |= settled.automatic == "fails" and case.row.settled == FALLS
        cause = RollCause(case.event, case.unit, total_of(event_modifiers(case)))
        yield _Judged(_roll_of(case, settled), settled, cause)


def _roll_of(case: RollCase, settled: Settled) -> DueRoll:
    modifiers: tuple[Modifier, ...] = ()
    target, automatic = None, settled.automatic
    if automatic is None:
        modifiers = ledger_of(case)
        target = total_of(modifiers)
        automatic = "succeeds" if target <= _EASIEST else "fails" if target > _HARDEST else None
    is_moot = automatic in (NO_ROLL, "succeeds")
    return DueRoll(
        event=case.event.event,
        label=case.row.label,
        when=case.row.when,
        target=target,
        odds=None if target is None else probability(target),
        automatic=automatic,
        modifiers=modifiers,
        on_failure=() if is_moot else effects_of(case),
    )


# ---- events and the rows that they are


def _cases(question: RollQuestion, edition: BattleTechEdition, options: OptionsInUse) -> Iterator[RollCase]:
    events = (*question.events, *_of_movement(question))
    states = states_of(question.unit, events)
    for number, event in enumerate(events):
        if event.event in HURTING or event.event == WAKE:
            continue
        row = edition.roll_events[row_key(event, states[number], edition, terrain=question.terrain)]
        unit = states[number + 1] if row.when == "at-once" else states[-1]
        if event.event == "shutdown":
            unit = states[number]
        is_later = row.when != "at-once"
        water = water_under(question, len(events) if is_later else number)
        if number >= len(question.events) and any(each.event in STANDS for each in question.events):
            unit = replace(unit, prone=False)
        case = RollCase(edition, options, question, event, row, unit, before=question.unit, water=water)
        yield case
        if not any(each.event == "run-damaged" for each in events):
            yield from _of_running(case)


def _of_running(case: RollCase) -> Iterator[RollCase]:
    """Give the roll for running that a try to stand up brings with it where it counts as running."""
    unit, edition, options = case.unit, case.edition, case.options
    event = case.event.event
    if event not in STANDS or not is_hurt_for_running(unit):
        return
    if stand_counts_as_running(unit, edition, options) and not tuple(
        stand_refusals(event, unit, edition, options)
    ):
        yield replace(
            case,
            event=RollEvent("run-damaged"),
            row=edition.roll_events["run-damaged"],
            unit=replace(unit, prone=False),
        )


def _of_movement(question: RollQuestion) -> Iterator[RollEvent]:
    """Give what the movement itself asks for: where nothing else is said, or beside what else it met."""
    name = _OF_MODES.get(question.moved.mode or "")
    if name is None or not question.unit.is_mech:
        return
    said = [event.event for event in question.events]
    is_on_the_way = any(event in _ON_THE_WAY for event in said) and name not in said
    if not said or (is_on_the_way and _is_hurt_for(name, question.unit)):
        yield RollEvent(name)


def _is_hurt_for(name: str, unit: ClassicUnit) -> bool:
    return is_hurt_for_running(unit) or (name == "jump-damaged" and has_hurt_legs(unit))


def row_key(
    event: RollEvent, unit: ClassicUnit, edition: BattleTechEdition, *, terrain: str = "clear"
) -> str:
    """Give the key of the row of an event that happens to a unit; `terrain` is that of its hex."""
    match event.event:
        case "gyro-hit":
            return _key_of_gyro_hit(unit)
        case "shutdown" if event.voluntary:
            return "shutdown.voluntary"
        case "charge" | "dfa":
            return f"{event.event}.{event.role}"
        case "stand" if unit.kind == "quad" and not legs_gone(unit):
            return "stand.quad"
        case "water":
            return _key_of_water(event, edition)
        case "rubble" | "swamp" | "mud" | "snow" | "ice" if event.reckless:
            return "reckless"
        case "break-free":
            return f"break-free.{'swamp' if terrain == 'swamp' else 'other'}"
        case _:
            return event.event


def _key_of_gyro_hit(unit: ClassicUnit) -> str:
    hits = unit.gyro_hits + 1
    if hits >= gyro_hits_to_destroy(unit):
        return "gyro-hit.gone"
    return "gyro-hit.heavy-1" if unit.gyro == HEAVY_DUTY and hits == 1 else "gyro-hit"


def _key_of_water(event: RollEvent, edition: BattleTechEdition) -> str:
    if event.by == "jump" and not edition.roll_events["water.jump"].unknown:
        return "water.jump"
    return f"water.{min(max(event.depth, 1), 3)}"


def pilot_question(
    asked: RollQuestion, cause: RollCause, levels: int, edition: BattleTechEdition
) -> RollQuestion:
    """Give the question about the pilot in the fall that a failed roll brings about."""
    is_entry = cause.event.reckless and cause.event.event in edition.roll_terrain
    return RollQuestion(
        unit=replace(cause.unit, prone=True),
        events=(RollEvent("fall-pilot", levels=levels, modifier=cause.own),),
        terrain=cause.event.event if is_entry else asked.terrain,
        wounds=wounds_after(asked, edition),
        extras=asked.extras,
    )


# ---- what is said beside


def _refusals(question: RollQuestion, edition: BattleTechEdition, judged: list[_Judged]) -> Iterator[Reason]:
    keys = [FAIL_ON_PURPOSE] if any(event.on_purpose for event in question.events) else []
    keys += [key for each in judged for key in each.settled.refusals]
    for key in dict.fromkeys(keys):
        row = edition.refusals[key]
        yield Reason(row.key, row.refusal, row.cite)


def _notes(
    question: RollQuestion,
    edition: BattleTechEdition,
    consciousness: tuple[DueRoll, ...],
    judged: list[_Judged],
) -> Iterator[Reason]:
    falling = [each for each in judged if each.roll.automatic is None and is_fall(each.roll)]
    keys = ["consciousness-first"] if consciousness and judged else []
    keys += ["one-fall"] if len(falling) > 1 else []
    keys += [key for each in judged for key in each.settled.notes]
    if not question.unit.is_mech and any(event.event in (*HURTING, WAKE) for event in question.events):
        keys.append("not-for")
    for key in dict.fromkeys(keys):
        row = edition.roll_effects[key]
        yield Reason(row.key, row.said or row.label, row.cite)


def is_fall(roll: DueRoll) -> bool:
    """Does the unit fall when the roll fails?"""
    return any(effect.key.startswith(FALL) for effect in roll.on_failure)
