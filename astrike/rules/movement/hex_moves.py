"""How does the judge measure a declared move on hexes?

Each hex entered is an element of the path, and several hexes make a leg.
"""

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from astrike.model.explain import Assumed
from astrike.model.movement import Height, MoveLeg, MoveQuestion
from astrike.rules.movement.budget import MoveBudget
from astrike.rules.movement.declared_move import MoveCase
from astrike.rules.movement.hex_ground import judge_ground_on_hexes, judge_jump_on_hexes
from astrike.rules.movement.hex_overflight import hexes_of_path, judge_vtol_on_hexes
from astrike.rules.movement.hex_path import board_in, hex_path_for, question_on_hexes
from astrike.rules.movement.hex_underwater import judge_underwater_on_hexes
from astrike.rules.movement.mobility_profile import mobility_profile_of
from astrike.rules.movement.move_metric import LaidPath, ModeJudge, MoveMetric, PathPoints
from astrike.rules.movement.wige import judge_wige
from astrike.rules.table.hex_rounding import ORIGIN
from astrike.rules.table.prepared_table import PreparedTable


class HexMoveMetric(MoveMetric):
    """A path enters hexes, whatever a base is like."""

    judges: ClassVar[Mapping[str, ModeJudge]] = {
        "jump": judge_jump_on_hexes,
        "vtol": judge_vtol_on_hexes,
        "wige": judge_wige,
        "submersible": judge_underwater_on_hexes,
        "ground": judge_ground_on_hexes,
    }
    later: ClassVar[frozenset[str]] = frozenset({"wige"})

    def stated(
        self, prepared: PreparedTable, i: int, question: MoveQuestion
    ) -> tuple[MoveQuestion, tuple[Assumed, ...]]:
        """Put points into the middle of their hexes; say that, how hexes are numbered and what was rounded."""
        question, snapped = question_on_hexes(board_in(prepared), question)
        rounded = prepared.metric.path_notes(
            prepared.units, i, [(point.x, point.y) for point in question.path]
        )
        return question, (ORIGIN, *snapped, *rounded)

    def laid(
        self,
        prepared: PreparedTable,
        i: int,
        points: PathPoints,
        heights: tuple[Height, ...],
        budget: MoveBudget,
    ) -> LaidPath:
        """Enter each hex on the way."""
        mobility = mobility_profile_of(prepared, i, budget.mover.key, budget.code, budget.variant)
        hexes = hex_path_for(prepared, np.array(points), mobility)
        return LaidPath(hexes.track(), hexes.heights(heights), hexes)

    def legs(self, case: MoveCase, steps: tuple[MoveLeg, ...]) -> tuple[MoveLeg, ...]:
        """Put the steps of each leg together."""
        return hexes_of_path(case).regrouped(steps)

    def leg_of(self, case: MoveCase, step: int) -> int:
        """Give the leg that a hex belongs to."""
        return hexes_of_path(case).leg_of(step)
