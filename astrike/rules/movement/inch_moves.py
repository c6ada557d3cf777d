"""How does the judge measure a declared move with a tape, along straight legs from point to point?"""

from collections.abc import Mapping
from typing import ClassVar

from astrike.geometry.sweeps import make_track
from astrike.model.explain import Assumed
from astrike.model.movement import Height, MoveLeg, MoveQuestion
from astrike.rules.movement.budget import MoveBudget
from astrike.rules.movement.declared_move import MoveCase
from astrike.rules.movement.ground import judge_ground
from astrike.rules.movement.jump import judge_jump
from astrike.rules.movement.move_metric import LaidPath, ModeJudge, MoveMetric, PathPoints
from astrike.rules.movement.underwater import judge_underwater
from astrike.rules.movement.vtol import judge_vtol
from astrike.rules.movement.wige import judge_wige
from astrike.rules.table.prepared_table import PreparedTable


class InchMoveMetric(MoveMetric):
    """A base travels along the path as it is declared."""

    judges: ClassVar[Mapping[str, ModeJudge]] = {
        "jump": judge_jump,
        "vtol": judge_vtol,
        "wige": judge_wige,
        "submersible": judge_underwater,
        "ground": judge_ground,
    }
    later: ClassVar[frozenset[str]] = frozenset()

    def stated(
        self, prepared: PreparedTable, i: int, question: MoveQuestion
    ) -> tuple[MoveQuestion, tuple[Assumed, ...]]:
        """Take the question as it is."""
        return question, ()

    def laid(
        self,
        prepared: PreparedTable,
        i: int,
        points: PathPoints,
        heights: tuple[Height, ...],
        budget: MoveBudget,
    ) -> LaidPath:
        """Lay straight legs from point to point."""
        return LaidPath(make_track(points), heights)

    def legs(self, case: MoveCase, steps: tuple[MoveLeg, ...]) -> tuple[MoveLeg, ...]:
        """Give the legs themselves."""
        return steps

    def leg_of(self, case: MoveCase, step: int) -> int:
        """Give the leg itself."""
        return step
