"""In which order do units move: which side moves how many of them one after the other, and who has no move at all?

Plain values only; the order itself is made in `rules`.
"""

from astrike.dataclass import dataclass
from astrike.model.explain import OptionUsed, Reason

PARTS = ("ground", "aerospace")
"""What moves first, and what moves after it."""


@dataclass(frozen=True, slots=True)
class SideShare:
    """What one side moves in one round of the order."""

    side: str
    count: int
    """How many units; with an option how many groups."""
    left: int
    """How many it has left before it."""


@dataclass(frozen=True, slots=True)
class OrderRound:
    """Each side once, who lost initiative first."""

    part: str
    shares: tuple[SideShare, ...]


@dataclass(frozen=True, slots=True)
class NextToMove:
    """Who is to move now."""

    side: str
    part: str
    count: int
    """How many units before the other side moves again."""
    units: tuple[str, ...]
    """The units from which it may choose."""


@dataclass(frozen=True, slots=True)
class UnitWithoutMove:
    """A unit without a move this turn, and why."""

    unit: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class OrderAnswer:
    """The order of a turn, as it began, and where it stands."""

    edition: str
    sides: tuple[str, ...]
    """Who lost initiative first."""
    steps: tuple[OrderRound, ...]
    done: int
    """How many steps are over."""
    next: NextToMove | None
    """None: everybody has moved."""
    resting: tuple[UnitWithoutMove, ...]
    group: int
    """How many units move as one; 1: each for itself."""
    rules: tuple[Reason, ...]
    """Which rules made this order, and what is odd about the table."""
    options_used: tuple[OptionUsed, ...] = ()
