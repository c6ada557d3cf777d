"""Moves that are measured with a tape: along straight legs from point to point."""

from collections.abc import Mapping
from typing import ClassVar

from astrike.geometry.tracks import make_track
from astrike.model.explain import Assumed
from astrike.model.movement import Height, Leg, MoveQuestion
from astrike.rules.battlefield import Field
from astrike.rules.movement.budget import Budget
from astrike.rules.movement.case import Case
from astrike.rules.movement.fly import judge_flight
from astrike.rules.movement.jump import judge_jump
from astrike.rules.movement.moves import Judge, Laid, Moves, Points
from astrike.rules.movement.skim import judge_wige
from astrike.rules.movement.swim import judge_dive
from astrike.rules.movement.walk import judge_walk


class InchMoves(Moves):
    """A base travels along the path as it is declared."""

    judges: ClassVar[Mapping[str, Judge]] = {
        "jump": judge_jump,
        "vtol": judge_flight,
        "wige": judge_wige,
        "submersible": judge_dive,
        "ground": judge_walk,
    }
    later: ClassVar[frozenset[str]] = frozenset()

    def stated(
        self, field: Field, i: int, question: MoveQuestion
    ) -> tuple[MoveQuestion, tuple[Assumed, ...]]:
        """Take the question as it is."""
        return question, ()

    def laid(self, field: Field, i: int, points: Points, heights: tuple[Height, ...], budget: Budget) -> Laid:
        """Lay straight legs from point to point."""
        return Laid(make_track(points), heights)

    def legs(self, case: Case, steps: tuple[Leg, ...]) -> tuple[Leg, ...]:
        """Give the legs themselves."""
        return steps

    def leg_of(self, case: Case, step: int) -> int:
        """Give the leg itself."""
        return step
