"""What about a declared move depends on whether the table is measured in inches or in hexes?

Where the path runs, who judges it in each element, and to which leg of the question a part of it belongs. The judge
asks one of these; what heights cost is asked of the table's metric itself.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from astrike.dataclass import dataclass
from astrike.geometry.sweeps import Track
from astrike.model.explain import Assumed
from astrike.model.movement import Height, MoveLeg, MoveQuestion
from astrike.rules.movement.budget import MoveBudget
from astrike.rules.movement.declared_move import MoveCase, MoveVerdict
from astrike.rules.movement.hex_path import HexRoute
from astrike.rules.table.prepared_table import PreparedTable

ModeJudge = Callable[[MoveCase], MoveVerdict]
PathPoints = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True, eq=False)
class LaidPath:
    """A path laid out on the table."""

    track: Track
    heights: tuple[Height, ...]
    """What the question says about the height at the end of each leg of the track."""
    hexes: HexRoute | None = None
    """The hexes that it enters, where it leads from hex to hex."""


class MoveMetric(ABC):
    """How moves run on a table."""

    judges: ClassVar[Mapping[str, ModeJudge]]
    """Who judges a mode or the unit's own element: `jump`, `vtol`, `wige`, `submersible`, and `ground` all others."""
    later: ClassVar[frozenset[str]]
    """Movers that come with a later version."""

    @abstractmethod
    def stated(
        self, prepared: PreparedTable, i: int, question: MoveQuestion
    ) -> tuple[MoveQuestion, tuple[Assumed, ...]]:
        """Give the question as it counts on this table, and what was taken for granted."""

    @abstractmethod
    def laid(
        self,
        prepared: PreparedTable,
        i: int,
        points: PathPoints,
        heights: tuple[Height, ...],
        budget: MoveBudget,
    ) -> LaidPath:
        """Lay a path through points, that of the start first."""

    @abstractmethod
    def legs(self, case: MoveCase, steps: tuple[MoveLeg, ...]) -> tuple[MoveLeg, ...]:
        """Give the legs of the question for those that were judged."""

    @abstractmethod
    def leg_of(self, case: MoveCase, step: int) -> int:
        """Give the leg of the question that a judged one belongs to."""
