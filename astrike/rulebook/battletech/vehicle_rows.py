"""What do rows about hits on vehicles hold: where they land, and what a motive hit does?"""

from typing import Annotated

from astrike.dataclass import dataclass
from astrike.rulebook.references import one_of
from astrike.rulebook.row import RulebookRow, inner_field, subject_field

LOCATIONS = ("front", "left-side", "right-side", "rear", "turret")
EFFECTS = ("", "critical", "motive")
VEHICLES = ("tracked", "wheeled", "hover", "wige", "naval")
"""Kinds of units that the table is for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleHitRow(RulebookRow):
    """A result of 2D6 for a hit on a vehicle: the location by the side struck, and what else it does."""

    die: int = subject_field(0)
    front: Annotated[str, one_of("", *LOCATIONS)] = ""
    left: Annotated[str, one_of("", *LOCATIONS)] = ""
    right: Annotated[str, one_of("", *LOCATIONS)] = ""
    rear: Annotated[str, one_of("", *LOCATIONS)] = ""
    effect: Annotated[str, one_of(*EFFECTS)] = ""
    """From the front and from the rear."""
    side_effect: Annotated[str, one_of(*EFFECTS)] = ""
    """From the left and from the right."""

    def location(self, column: str) -> str:
        """Name the location that is hit from a side."""
        return {"front": self.front, "left": self.left, "right": self.right, "rear": self.rear}[column]

    def effect_from(self, column: str) -> str:
        """Name what else a hit from a side does; empty for nothing."""
        return self.effect if column in ("front", "rear") else self.side_effect


@dataclass(frozen=True, slots=True, kw_only=True)
class MotiveResultRow(RulebookRow):
    """What a motive roll of so much or more does."""

    least: int = subject_field(0)
    lasting: Annotated[str, one_of("", "motive-1", "motive-2", "motive-3")] = inner_field("")
    """The lasting modifier of driving rolls; empty for none."""
    cruise: int = 0
    halved: bool = False
    """Cruising MP are halved, rounded up."""
    immobile: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MotiveRollRow(RulebookRow):
    """What is added to a motive roll, by the side that is hit or by the kind of vehicle."""

    columns: tuple[Annotated[str, one_of("left", "right", "rear")], ...] = inner_field(())
    kinds: tuple[Annotated[str, one_of(*VEHICLES)], ...] = inner_field(())
    value: int = 0
