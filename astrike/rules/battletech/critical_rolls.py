"""Which rolls follow critical hits, is there a fall, and what do the hits add to piloting rolls from now on?

Piloting rolls are those of the question that the card about them would be asked.
"""

from collections.abc import Iterator
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.battletech.answers import DueRoll
from astrike.model.battletech.critical_answer import CriticalFall
from astrike.model.battletech.rolls import RollAnswer, RollEvent, RollQuestion
from astrike.model.battletech.unit import ClassicUnit
from astrike.model.explain import Modifier, Reason, facts
from astrike.rulebook.battletech.criticals import ComponentEffectRow
from astrike.rulebook.battletech.roll_rows import NO_ROLL
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.critical_effects import CriticalAftermath
from astrike.rules.battletech.failures import FALL
from astrike.rules.battletech.lasting_damage import AS_A_WHOLE
from astrike.rules.battletech.options_in_use import OptionsInUse
from astrike.rules.battletech.roll_ledger import PILOT, WHOLE_QUAD, RollCase, hits_of
from astrike.rules.battletech.roll_reasons import ALREADY_FALLS
from astrike.rules.battletech.rolls import is_fall, pilot_question, roll_answer
from astrike.rules.battletech.sheet_unit import location_of, unit_of
from astrike.rules.battletech.working_sheet import WorkingSheet
from astrike.rules.odds import WAYS, probability

FALL_PILOT: Final = "fall-pilot"
ENGINE_EXPLOSION: Final = "engine-explosion"


@dataclass(frozen=True, slots=True)
class RollsAfterHits:
    """What the hits of one answer lead to."""

    asked: RollQuestion
    pilot: RollQuestion | None
    """The question about the pilot in the fall that needs no roll; None where there is no such fall."""
    consciousness: tuple[DueRoll, ...]
    rolls: tuple[DueRoll, ...]
    fall: CriticalFall | None
    """The fall that needs no roll."""
    notes: tuple[Reason, ...]


def rolls_after(before: ClassicUnit, after: CriticalAftermath) -> RollsAfterHits:
    """Ask for the rolls that the hits lead to; `before` is the 'Mech as it was before them."""
    hurt = (RollEvent("pilot-hit", points=after.pilot),) if after.pilot else ()
    events = (*hurt, *after.events)
    edition, options = after.sheet.edition, after.options
    asked = RollQuestion(unit=before, events=events, wounds=after.sheet.record.wounds)
    found = roll_answer(asked, edition, options)
    fall, pilot = None, None
    for roll, cause in zip(found.rolls, found.causes, strict=True):
        if roll.automatic == "fails" and fall is None:
            fall = _fall_of(roll)
            pilot = pilot_question(asked, cause, fall.levels, edition)
    is_moot = after.is_out or after.is_pilot_dead
    sparing = () if pilot is None else roll_answer(pilot, edition, options).rolls
    still_open = tuple(_open(found))
    due = tuple(each for each in still_open if fall is None or not is_fall(each))
    rolls = () if is_moot else (*due, *sparing)
    notes = found.notes
    if due != still_open and all(each.key != ALREADY_FALLS for each in notes):
        row = edition.roll_effects[ALREADY_FALLS]
        notes = (*notes, Reason(row.key, row.said, row.cite))
    return RollsAfterHits(
        asked=asked,
        pilot=pilot,
        consciousness=found.consciousness,
        rolls=(*_engine_rolls(after), *rolls),
        fall=fall,
        notes=() if is_moot else notes,
    )


def piloting_modifiers(sheet: WorkingSheet, options: OptionsInUse) -> tuple[Modifier, ...]:
    """List what the damage on a sheet adds to piloting rolls, as their own card does."""
    edition, unit = sheet.edition, unit_of(sheet)
    event = RollEvent(FALL_PILOT)
    row = edition.roll_events[FALL_PILOT]
    case = RollCase(edition, options, RollQuestion(unit=unit), event, row, unit, before=unit, water=0)
    found = (each for each in hits_of(case, PILOT) if each.key != WHOLE_QUAD)
    return tuple(_lasting(each, edition) for each in found)


def _lasting(each: Modifier, edition: BattleTechEdition) -> Modifier:
    is_of_pilot = edition.roll_lasting[each.key].groups == (PILOT,)
    measure = edition.critical_measures["pilot" if is_of_pilot else "piloting"]
    leg = each.facts.get("leg")
    place = AS_A_WHOLE if leg is None else location_of(str(leg))
    about = facts(location=place, measure=measure.key, of=measure.label)
    return Modifier(each.key, "", each.value, each.label, each.cite, about)


def _fall_of(roll: DueRoll) -> CriticalFall:
    fall = next(effect for effect in roll.on_failure if effect.key.startswith(FALL))
    return CriticalFall(fall.damage, fall.groups, fall.levels, fall.cite)


def _open(found: RollAnswer) -> Iterator[DueRoll]:
    """List the rolls that are made with dice."""
    return (roll for roll in found.rolls if roll.automatic not in (NO_ROLL, "fails"))


def _engine_rolls(after: CriticalAftermath) -> Iterator[DueRoll]:
    return (_engine_roll(row, after) for row in after.due)


def _engine_roll(row: ComponentEffectRow, after: CriticalAftermath) -> DueRoll:
    """Give the roll on whose number or more the engine explodes."""
    sign = -1
    if row.explodes_plus and after.options.word("combustion-later-hits") == "number":
        sign = 1
    target = row.explodes_on + sign * row.explodes_plus
    base = Modifier("explodes", "", row.explodes_on, row.label, row.cite)
    later = Modifier("later-hit", "", sign * row.explodes_plus, row.label, row.cite)
    is_never = target > max(WAYS)
    return DueRoll(
        ENGINE_EXPLOSION,
        after.sheet.edition.critical_notes[ENGINE_EXPLOSION].label,
        "end-of-phase",
        None if is_never else target,
        None if is_never else probability(target),
        NO_ROLL if is_never else None,
        (base, later) if row.explodes_plus else (base,),
    )
