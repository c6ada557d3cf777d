"""Moves from hex to hex: each hex entered is a step, and several steps make a leg."""

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from astrike.model.explain import Assumed
from astrike.model.movement import Height, Leg, MoveQuestion
from astrike.rules.battlefield import Field
from astrike.rules.hexes.rounding import ORIGIN
from astrike.rules.movement.budget import Budget
from astrike.rules.movement.case import Case
from astrike.rules.movement.hexdive import judge_dive_on_hexes
from astrike.rules.movement.hexover import judge_flight_on_hexes, path_in
from astrike.rules.movement.hexpath import board_in, path_for, question_on_hexes
from astrike.rules.movement.hexway import judge_jump_on_hexes, judge_walk_on_hexes
from astrike.rules.movement.moves import Judge, Laid, Moves, Points
from astrike.rules.movement.skim import judge_wige
from astrike.rules.movement.walker import walker_of


class HexMoves(Moves):
    """A path enters hexes, whatever a base is like."""

    judges: ClassVar[Mapping[str, Judge]] = {
        "jump": judge_jump_on_hexes,
        "vtol": judge_flight_on_hexes,
        "wige": judge_wige,
        "submersible": judge_dive_on_hexes,
        "ground": judge_walk_on_hexes,
    }
    later: ClassVar[frozenset[str]] = frozenset({"wige"})

    def stated(
        self, field: Field, i: int, question: MoveQuestion
    ) -> tuple[MoveQuestion, tuple[Assumed, ...]]:
        """Put points into the middle of their hexes; say that, how hexes are numbered and what was rounded."""
        question, snapped = question_on_hexes(board_in(field), question)
        rounded = field.metric.path_notes(field.units, i, [(point.x, point.y) for point in question.path])
        return question, (ORIGIN, *snapped, *rounded)

    def laid(self, field: Field, i: int, points: Points, heights: tuple[Height, ...], budget: Budget) -> Laid:
        """Lay a step into each hex on the way."""
        walker = walker_of(field, i, budget.mover.key, budget.code, budget.variant)
        hexes = path_for(field, np.array(points), walker)
        return Laid(hexes.track(), hexes.heights(heights), hexes)

    def legs(self, case: Case, steps: tuple[Leg, ...]) -> tuple[Leg, ...]:
        """Put the steps of each leg together."""
        return path_in(case).regrouped(steps)

    def leg_of(self, case: Case, step: int) -> int:
        """Give the leg that a step belongs to."""
        return path_in(case).leg_of(step)
