"""What do rows about volleys hold: how many of a group hit, what changes the roll, and how hits are grouped?"""

from typing import Annotated

from astrike.dataclass import dataclass
from astrike.rulebook.references import one_of
from astrike.rulebook.row import RulebookRow, inner_field, subject_field

READINGS = ("pattern", "other")
"""The two versions of the row for a group of 8 that are in use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterRow(RulebookRow):
    """How many of a group of this size hit."""

    size: int = subject_field(0)
    hits: tuple[int, ...] = ()
    """By the result of 2D6, from 2 to 12."""
    reading: Annotated[str, one_of("", *READINGS)] = inner_field("")
    """Which version of a disputed row this is."""

    def after(self, roll: int) -> int:
        """Give how many hit on this result of 2D6."""
        return self.hits[roll - 2]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterModifierRow(RulebookRow):
    """What is added to the 2D6 of a volley."""

    value: int = 0
    every: bool = False
    """Nothing is rolled: all hit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterGroupRow(RulebookRow):
    """How hits of a weapon are put together, each group for one hit location."""

    sizes: tuple[int, ...] = subject_field(())
    """Sizes in which the weapon comes, as far as the table of hits has them."""
    together: int = 0
    """Hits in one group."""
    points: int = 0
    """Damage of each hit; 0 where the weapon says it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JamRow(RulebookRow):
    """On which roll to hit a rapid-firing autocannon jams."""

    shots: int = subject_field(0)
    upto: int = 0
    """It jams on this roll and on lower ones."""
