"""What does each mode of movement get to judge about a declared move, and what does it give back?"""

from collections.abc import Mapping
from dataclasses import field as attribute

from astrike.dataclass import dataclass
from astrike.geometry.sweeps import Footprint, Track
from astrike.model.explain import Assumed
from astrike.model.movement import (
    NOTHING_LOST,
    Height,
    MoveCheck,
    MoveLeg,
    MoveMargin,
    MoveQuestion,
    MoveReason,
    MoveTerm,
    ProfilePart,
    TerrainUnderPath,
)
from astrike.model.unit import Unit
from astrike.rulebook.schema import MoverRow
from astrike.rules.movement.budget import MoveBudget
from astrike.rules.movement.hex_path import HexRoute
from astrike.rules.table.prepared_table import PreparedTable


@dataclass(frozen=True, slots=True, eq=False)
class MoveCase:
    """A declared move with everything that is known before it is judged."""

    prepared: PreparedTable
    i: int
    """Index of the unit."""
    unit: Unit
    mover: MoverRow
    mode: str
    question: MoveQuestion
    budget: MoveBudget
    track: Track
    """The path of the centre; its legs are those of the question, one after another."""
    heights: tuple[Height, ...]
    """What the question says about the height of each waypoint, in order."""
    footprint: Footprint
    """The base as it travels: with its starting facing."""
    z_start: float
    hexes: HexRoute | None = None
    """The hexes that the path enters, where it leads from hex to hex."""

    @property
    def end(self) -> tuple[float, float]:
        """Where the centre ends: exactly the last point of the question."""
        last = self.question.path[-1] if self.question.path else None
        return (last.x, last.y) if last is not None else self.unit.at

    @property
    def climb_price(self) -> float:
        """Move for an inch of height up or down."""
        return self.mover.climb_price * self.prepared.metric.climb_rate

    @property
    def height(self) -> float:
        """Inches from the underside of the base to the top."""
        return self.prepared.units.height(self.i)


@dataclass(frozen=True, slots=True, eq=False)
class MoveVerdict:
    """What a mode's module finds. Legs without, terms with what belongs to no leg; the terms add up to the cost."""

    terms: tuple[MoveTerm, ...]
    legs: tuple[MoveLeg, ...]
    refusals: tuple[MoveReason, ...]
    end_z: float
    on: str | None = None
    inside: str | None = None
    checks: tuple[MoveCheck, ...] = ()
    profile: tuple[ProfilePart, ...] = ()
    ground: tuple[TerrainUnderPath, ...] = ()
    cf_lost: Mapping[str, int] = attribute(default_factory=lambda: NOTHING_LOST)
    margins: tuple[MoveMargin, ...] = ()
    """By how much each limit holds or is missed; the judge gives the least."""
    is_paved: bool = False
    """Is the whole path on road, pavement or bridge?"""
    is_smooth: bool = False
    """Is it on those or on ice?"""
    options: tuple[str, ...] = ()
    """Ids of the options that decided something."""
    assumed: tuple[Assumed, ...] = ()
    notes: tuple[str, ...] = ()
    """Keys of ways to move that this path turned out to use, such as `taxi`."""
    spent: tuple[tuple[float, float], ...] = ()
    """Inches along the path and cost so far, rising. Empty: the cost lies evenly on each leg."""
