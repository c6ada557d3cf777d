"""What does a move leave behind: manner, TMM as a target, and what the file will say?

Which question: how does the unit count after this move? Sources: CE pp.37, 43-44; AS pp.32, 37.
"""

from dataclasses import replace

from astrike.geometry.arrays import TOUCH
from astrike.model.explain import Modifier
from astrike.model.movement import DerivedMove
from astrike.model.unit import Unit
from astrike.rules.battlefield import Field
from astrike.rules.motion import motion_of
from astrike.rules.movement.case import Case
from astrike.rules.steps_target import TARGET_STEPS
from astrike.rules.terms import entry_of

LEFT_BEHIND = frozenset({"hull-down", "bogged"})
"""States that a unit which moves on is no longer in."""
MOVEMENT_KEYS = ("target.tmm", "target.jump", "target.jump-jets", "target.submersible", "target.airmech")
"""The terms of the Target Number that a target's own movement makes."""
LOOPING = frozenset({"ground", "sprint"})
"""Ways to move that bring a unit back to where it was, and are standing still if that counts as no distance."""


def counted_inches(case: Case) -> float:
    """Give the inches that count as moved: of the path, or from start to end where the option says so (CE p.37)."""
    track = case.track
    if case.mode in LOOPING and case.field.options.word("move.loop") == "displacement":
        ends = track.at([0.0, track.total])
        return float(((ends[1] - ends[0]) ** 2).sum() ** 0.5)
    return track.total


def after_move(case: Case) -> DerivedMove:
    """Say how the unit counts once it has moved so."""
    field = case.field
    moved = moved_unit(field, case.unit, case.mode, counted_inches(case))
    if case.question.dismount is not None:
        moved = replace(moved, state=moved.state | {"dismounted"})
    manner, tmm = standing_of(field, case.i, moved)
    return DerivedMove(
        move=case.budget.current, tmm=tmm, motion=moved.motion, manner=manner, terms=case.budget.terms
    )


def moved_unit(field: Field, unit: Unit, mode: str, inches: float) -> Unit:
    """Give the unit as the file will have it once it has moved so many inches in a mode."""
    short = inches < field.edition.number("standstill") - TOUCH
    motion = "standstill" if short and mode in (*LOOPING, "standstill") else mode
    state = unit.state - LEFT_BEHIND if inches > TOUCH else unit.state
    return replace(unit, motion=motion, moved=inches, state=state)


def standing_of(field: Field, i: int, unit: Unit) -> tuple[str, int]:
    """Give how a unit counts as having moved, and what its movement adds to attacks at it."""
    edition = field.edition
    motion = motion_of(unit, row=field.units.rows[i], edition=edition, options=field.options)
    units = replace(field.units, units=(*field.units.units[:i], unit, *field.units.units[i + 1 :]))
    later = replace(field, units=units, motions=(*field.motions[:i], motion, *field.motions[i + 1 :]))
    name = next(step for step in edition.steps if step.startswith("target-movement"))
    tmm = 0
    for key, value in TARGET_STEPS[name](later, i):
        entry = entry_of(edition.modifiers[key], value)
        if isinstance(entry, Modifier) and key in MOVEMENT_KEYS:
            tmm += entry.value
    return motion.manner, tmm
