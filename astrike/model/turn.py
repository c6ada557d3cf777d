"""Where does a turn stand: its phase, whose step it is, and which units may act now?

Plain values only; what they are is worked out in `rules`.
"""

from typing import Literal

from astrike.dataclass import dataclass
from astrike.model.turn_order import SideShare

Phase = Literal["initiative", "movement", "combat", "end"]
NextAct = Literal["initiative", "move", "combat", "attack", "resolve", "end", "turn"]
"""The next thing to do: say who lost initiative, move a unit, go on to attacks, attack, roll for attacks that were
declared together, go on to the End Phase, or begin the next turn."""

DoneAct = Literal["moved", "attacked"]
"""What a unit that is done has done in its phase; who has given up an attack counts as one that attacked."""


@dataclass(frozen=True, slots=True)
class TurnUnit:
    """A unit in the current phase."""

    unit: str
    side: str | None
    is_done: bool
    """Has it moved, or in the Combat Phase attacked?"""
    is_due: bool
    """May it act now, by the order of the phase?"""
    is_out: bool
    """Has it nothing to do in this phase: destroyed, carried, immobile, shut down?"""


@dataclass(frozen=True, slots=True)
class TurnStanding:
    """Where a turn stands."""

    turn: int
    phase: Phase
    act: NextAct
    share: SideShare | None
    """Whose step it is, how many units it is about, and how many the side has left; None: nobody's."""
    after: SideShare | None
    """The step after it."""
    units: tuple[TurnUnit, ...]
    """All units of sides, in the order of the table."""

    @property
    def due(self) -> tuple[str, ...]:
        """Name the units that may act now."""
        return tuple(each.unit for each in self.units if each.is_due)
