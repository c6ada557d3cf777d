"""What do rows about heat and about shelter in buildings hold?"""

from typing import Annotated

from astrike.dataclass import dataclass
from astrike.rulebook.references import key_of, one_of
from astrike.rulebook.row import RulebookRow, inner_field, subject_field

FIRE_FROM = ("outside", "inside")


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatScaleRow(RulebookRow):
    """What so much heat does; in each column the highest row reached counts, not the sum."""

    heat: int = subject_field(0)
    walking: int = 0
    weapons: int = 0
    shutdown: int = 0
    """Avoided on so much or more; 0 where this row says nothing."""
    ammunition: int = 0
    inferno: int = 0
    """The same for inferno ammunition aboard."""
    off: bool = False
    """It shuts down without a roll."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatFigureRow(RulebookRow):
    """A source of heat, a limit, or what a heat sink does."""

    value: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingShelterRow(RulebookRow):
    """How much damage still reaches infantry inside a building."""

    building: Annotated[str, key_of("buildings")] = inner_field("light")
    fire: Annotated[str, one_of(*FIRE_FROM)] = inner_field("outside")
    """Fired from outside the building, or from inside it."""
    percent: int = 0
