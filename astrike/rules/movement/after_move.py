"""What does a move leave behind: the manner of movement, the TMM as a target, and what the table file states?

Sources: CE pp.37, 43-44; AS pp.32, 37.
"""

import math
from dataclasses import replace
from functools import lru_cache

from astrike.model.explain import Modifier
from astrike.model.movement import DerivedMove
from astrike.model.unit import Unit
from astrike.rules.attack.combatants import circumstances, combatants
from astrike.rules.movement.declared_move import MoveCase
from astrike.rules.shot.rule_types import entry_of
from astrike.rules.shot.target_steps import TARGET_STEPS
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.move_and_tmm import current_move, was_carried
from astrike.tolerance import TOUCH

LEFT_BEHIND = frozenset({"hull-down", "bogged"})
"""States that a unit which moves on is no longer in."""
MOVEMENT_KEYS = ("target.tmm", "target.jump", "target.jump-jets", "target.submersible", "target.airmech")
"""The terms of the Target Number that a target's own movement makes."""


def counted_inches(case: MoveCase) -> float:
    """Give the inches that count as moved: of the path, or from start to end where the option says so (CE p.37)."""
    track = case.track
    if _may_loop(case) and case.prepared.options.word("move.loop") == "displacement":
        return _displacement(case)
    return track.total


def is_loop(case: MoveCase) -> bool:
    """Does it come back to where it began, so that the option says whether it moved at all?"""
    if not _may_loop(case):
        return False
    least = case.prepared.edition.number("standstill") - TOUCH
    return case.track.total >= least > _displacement(case)


def _may_loop(case: MoveCase) -> bool:
    return case.mode in case.prepared.edition.tagged("whole-move")


def _displacement(case: MoveCase) -> float:
    x, y = case.track.start[0]
    return math.hypot(case.end[0] - x, case.end[1] - y)


def after_move(case: MoveCase) -> DerivedMove:
    """Say how the unit counts once it has moved so."""
    prepared = case.prepared
    unit = case.unit
    if case.question.dismount is not None:
        unit = replace(unit, state=unit.state | {"dismounted"})
    motion, moved, state = _moved(prepared, unit, case.mode, counted_inches(case))
    short = moved < prepared.edition.number("standstill")
    manner, tmm = _standing(prepared, case.i, mode=motion, short=short, state=state)
    return DerivedMove(
        move=case.budget.current, tmm=tmm, motion=motion, manner=manner, terms=case.budget.terms
    )


def moved_unit(prepared: PreparedTable, unit: Unit, mode: str, inches: float) -> Unit:
    """Give the unit as the file will have it once it has moved so many inches in a mode."""
    motion, moved, state = _moved(prepared, unit, mode, inches)
    return replace(unit, motion=motion, moved=moved, state=state)


def _moved(
    prepared: PreparedTable, unit: Unit, mode: str, inches: float
) -> tuple[str, float, frozenset[str]]:
    """Give the motion, the inches and the states of a unit that has moved so."""
    short = inches < prepared.edition.number("standstill") - TOUCH
    is_on_the_spot = mode == "jump" and prepared.options.word("jump.in-place") == "standstill"
    # AS p.32: who was carried this turn never counts as standing still.
    may_stay = mode == "standstill" or mode in prepared.edition.tagged("whole-move")
    stays = short and not was_carried(unit) and (may_stay or is_on_the_spot)
    motion = "standstill" if stays else mode
    state = unit.state - LEFT_BEHIND if inches > TOUCH else unit.state
    return motion, round(inches, 6), state


@lru_cache(maxsize=16)
def _standing(
    prepared: PreparedTable, i: int, *, mode: str, short: bool, state: frozenset[str]
) -> tuple[str, int]:
    """Give how a unit counts as having moved, and what its movement adds to attacks at it.

    Beside its card, that depends on how it moved, whether that was an inch, and its states. While a path is drawn the
    same is asked again and again.
    """
    edition = prepared.edition
    inches = 0.0 if short else edition.number("standstill")
    unit = replace(prepared.units.units[i], motion=mode, moved=inches, state=state)
    motion = current_move(unit, row=prepared.units.rows[i], edition=edition, options=prepared.options)
    later = replace(combatants(prepared)[i], unit=unit, motion=motion)
    name = next(step for step in edition.steps if step.startswith("target-movement"))
    tmm = 0
    for key, value in TARGET_STEPS[name](later, circumstances(prepared)):
        entry = entry_of(edition.modifiers[key], value)
        if isinstance(entry, Modifier) and key in MOVEMENT_KEYS:
            tmm += entry.value
    is_still = motion.manner == "standstill" and not was_carried(unit)
    return motion.manner if is_still or motion.manner != "standstill" else "ground", tmm
