"""What decides a roll before any dice: no roll at all, failed already, or a fall without one?"""

from collections.abc import Iterator
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.battletech.unit import LEG_ACTUATORS, ClassicUnit
from astrike.rulebook.battletech.roll_rows import FALLS, NO_ROLL, ROLLED
from astrike.rules.battletech.failures import FALL, PAVEMENT
from astrike.rules.battletech.roll_ledger import RollCase
from astrike.rules.battletech.standing_up import CAREFUL, stand_counts_as_running, stand_refusals
from astrike.rules.battletech.unit_state import HEAVY_DUTY, cannot_stand, is_hit, legs_gone

FAILS: Final = "fails"
_STANDS: Final = ("stand", CAREFUL)
_HARDENED: Final = "hardened"
_REINFORCED: Final = "reinforced"
_SOME_CIRCLES: Final = ("laser-reflective", "ballistic-reinforced")
ALREADY_FALLS: Final = "already-falls"
"""Says that a fall without a roll ends the rolls against falling."""


@dataclass(frozen=True, slots=True)
class Settled:
    """How a roll ends without dice, if it does, and what is said of it."""

    automatic: str | None
    notes: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()


def settled_before_dice(case: RollCase, *, has_fallen: bool) -> Settled:
    """Say how a roll ends without dice; `has_fallen`: it falls anyway for something else in this phase."""
    for found in _none(case):
        return found
    notes = tuple(_beside(case))
    is_against_falling = case.row.failing.startswith(FALL) and case.unit.is_mech
    if is_against_falling and case.event.event not in _STANDS:
        if case.unit.prone and case.row.failing != "fall-rear":
            return Settled(NO_ROLL, ("prone",))
        if cannot_stand(case.question.unit) and case.row.failing != "fall-rear":
            return Settled(NO_ROLL, ("lies",))
        if has_fallen:
            return Settled(NO_ROLL, (ALREADY_FALLS,))
    if case.row.settled == FALLS:
        return Settled(FAILS, notes)
    if case.unit.shutdown or case.unit.unconscious:
        return Settled(FAILS, (*notes, "no-dice"))
    if case.event.event == "fall-pilot" and _is_stuck(case):
        return Settled(FAILS, ("pilot-immobile",))
    if case.row.failing == "stuck" and case.event.by == "jump":
        return Settled(FAILS, ("bogged",))
    if case.row.key == "rotor-engine" and case.question.terrain not in ("clear", PAVEMENT):
        return Settled(FAILS, notes)
    return Settled(None, notes)


def _is_stuck(case: RollCase) -> bool:
    return case.unit.immobile and not case.edition.roll_effects["pilot-immobile"].unknown


def _none(case: RollCase) -> Iterator[Settled]:
    """Give why there is no roll at all."""
    row, event = case.row, case.event.event
    if row.unknown:
        is_careful = event == CAREFUL
        yield Settled(
            NO_ROLL, () if is_careful else ("not-printed",), ("careful-stand.edition",) * is_careful
        )
    elif case.unit.kind not in row.kinds:
        yield Settled(NO_ROLL, ("mud-mech" if event == "mud" and case.unit.is_mech else "not-for",))
    elif event in _STANDS and row.settled == ROLLED:
        refusals = tuple(stand_refusals(event, case.unit, case.edition, case.options))
        if refusals:
            yield Settled(NO_ROLL, (), refusals)
    elif row.settled == NO_ROLL:
        yield Settled(NO_ROLL)
    elif row.failing == "stuck" and case.options.word("hex-terrain") == NO_ROLL:
        yield Settled(NO_ROLL, ("terrain-left-out",))
    else:
        yield from _not_enough(case)


def _not_enough(case: RollCase) -> Iterator[Settled]:
    """Give why what happened is too little for a roll."""
    match case.row.key:
        case "damage":
            notes = tuple(_circles(case))
            if counted_points(case) < _points_needed(case):
                yield Settled(NO_ROLL, ("few-points", *notes))
        case "gyro-hit.heavy-1" if case.options.word("heavy-duty-gyro") == NO_ROLL:
            yield Settled(NO_ROLL)
        case "run-damaged" if not is_hurt_for_running(case.unit):
            yield Settled(NO_ROLL, (_why_not(case),))
        case "jump-damaged" if not (is_hurt_for_running(case.unit) or has_hurt_legs(case.unit)):
            yield Settled(NO_ROLL, (_why_not(case),))
        case "skid" | "sideslip" if not _is_fast_enough(case):
            yield Settled(NO_ROLL, ("slow-turn",))
        case "water.1" | "water.2" | "water.3" | "water.jump" if not case.event.depth:
            yield Settled(NO_ROLL, ("dry",))


def _is_fast_enough(case: RollCase) -> bool:
    """Does it move fast enough to skid? On ice any speed but jumping is; where nothing is said, it is."""
    mode = case.question.moved.mode
    is_on_ice = case.question.terrain == "ice" and case.row.key == "skid"
    return mode in (None, "run", "charge", *(("walk",) if is_on_ice else ()))


def counted_points(case: RollCase) -> int:
    """Count the damage that counts: full circles only, where armor or structure takes more for each."""
    structure = case.event.structure_points
    armor = case.event.points - structure
    if "circles.hardened" in _circles(case):
        armor //= case.edition.whole("circle.points")
    if "circles.reinforced" in _circles(case):
        structure //= case.edition.whole("circle.points")
    return armor + structure


def _circles(case: RollCase) -> tuple[str, ...]:
    notes = case.edition.roll_effects
    found = (
        ("circles.hardened", case.unit.armor == _HARDENED),
        ("circles.some", case.unit.armor in _SOME_CIRCLES and case.event.points >= _points_needed(case)),
        ("circles.reinforced", case.unit.structure == _REINFORCED and case.event.structure_points > 0),
    )
    return tuple(key for key, is_so in found if is_so and not notes[key].unknown)


def _points_needed(case: RollCase) -> int:
    return case.edition.whole("damage.roll")


def is_hurt_for_running(unit: ClassicUnit) -> bool:
    """Is a hip or the gyro hit, so that running asks for a roll?"""
    is_light = unit.gyro == HEAVY_DUTY and unit.gyro_hits == 1
    return (unit.gyro_hits > 0 and not is_light) or any(unit.leg(name).hip for name in unit.leg_names)


def has_hurt_legs(unit: ClassicUnit) -> bool:
    """Is a leg gone or one of its actuators hit, so that jumping asks for a roll?"""
    legs = [unit.leg(name) for name in unit.leg_names]
    return legs_gone(unit) > 0 or any(is_hit(leg, part) for leg in legs for part in LEG_ACTUATORS)


def _why_not(case: RollCase) -> str:
    return "heavy-gyro" if case.unit.gyro == HEAVY_DUTY and case.unit.gyro_hits == 1 else "undamaged"


def _beside(case: RollCase) -> Iterator[str]:
    """Name the notes of a roll that is made."""
    unit = case.unit
    if case.row.key == "damage":
        yield from _circles(case)
    if case.row.failing == "wall":
        yield "wall-damage"
        if not unit.is_mech:
            yield "wall-motive"
    if case.event.event in _STANDS and stand_counts_as_running(unit, case.edition, case.options):
        yield "stand-runs"
    is_dfa = case.question.moved.mode == "dfa" and case.row.failing == FALL
    if is_dfa and not case.edition.roll_effects["dfa-later"].unknown:
        yield "dfa-later"
    if legs_gone(unit) == len(unit.leg_names) > 0:
        yield "lost-legs-pilot"
