"""What lies on this table right now: size, edition, conditions, terrain, marked points and units?

`document` is the raw file as it was read, so that keys this program does not know survive; it is never changed in
place.
"""

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Literal

from astrike.dataclass import dataclass
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.terrain import OBJECTIVE, Marker, Terrain
from astrike.model.unit import Unit

Option = str | int | float | bool | tuple[float, ...] | tuple[str, ...]
EMPTY: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Conditions:
    """Light, weather and the like, beside the visual range row."""

    light: str | None = None
    weather: str | None = None
    wind: int = 0
    gravity: float = 1.0
    atmosphere: str | None = None
    emi: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """One side, its home edge and its color."""

    id: str
    name: str
    home: str | None = None
    color: str | None = None
    """`blue`, `red`, `green` or `purple`; None: the next that is free."""


@dataclass(frozen=True, slots=True)
class Network:
    """A C3 or similar network."""

    id: str
    type: str
    master: str | None
    members: tuple[str, ...]
    origin: str = ""
    """Id of the network that this one stands for, where another unit has taken one's place in it."""


@dataclass(frozen=True, slots=True)
class AttackDeclaration:
    """A declared charge or Death From Above."""

    by: str
    kind: str
    target: str


@dataclass(frozen=True, slots=True)
class UnresolvedAttack:
    """An attack that was declared with others, before any dice; it is resolved together with them (CE p.40)."""

    by: str
    target: str | TablePoint
    """Id of a unit or piece, or a point."""
    ask: AttackQuestion
    lands: int | None = None
    """The turn in which its shell comes down and its dice fall (CE p.151); None: the turn of its declaration."""

    def is_in_flight(self, turn: int) -> bool:
        """Is its shell still in the air in this turn?"""
        return self.lands is not None and self.lands > turn


@dataclass(frozen=True, slots=True)
class TargetMark:
    """A designation: tag, ltag, narc or inarc."""

    kind: str
    by: str | None
    target: str
    success: bool = True

    @property
    def is_tag_hit(self) -> bool:
        """Is its target under TAG, a light one too?"""
        return self.success and self.kind in ("tag", "ltag")


@dataclass(frozen=True, slots=True)
class HexGrid:
    """The hexes that a table is played on instead of inches.

    Hex 0101 lies in the south-west corner and touches both edges of the table. Columns count eastwards, rows
    northwards; with a flat side north each second column lies half a hex further, with a corner north each second row.
    """

    hex: float = 2.0
    """Inches on this table from flat side to flat side."""
    top: str = "flat"
    """What points north: a `flat` side or a corner (`pointy`)."""


MetricName = Literal["inches", "hexes"]
"""How a table is measured: with a tape, or from hex to hex."""

PHASES = ("initiative", "movement", "combat", "end")
"""The phases of a turn, in order (CE pp.31-32)."""
TOLERANCE = 0.1
"""Inches within which a verdict is too close to call, where a table says nothing else."""


@dataclass(frozen=True, slots=True)
class Table:
    """Everything a measurement needs."""

    name: str
    width: float
    depth: float
    edition: str = ""
    """Id of the edition; a table file that names none is read with the default of the editions."""
    environment: str = "daylight"
    conditions: Conditions = field(default_factory=Conditions)
    options: Mapping[str, Option] = field(default_factory=lambda: MappingProxyType({}))
    tolerance: float = TOLERANCE
    turn: int = 1
    phase: str = "combat"
    """One of `PHASES`; a file that says none is a table to measure on, where all attacks are asked at once."""
    initiative: tuple[str, ...] = ()
    """Sides of this turn, who lost initiative first; empty: nobody has said."""
    grid: HexGrid | None = None
    """None: played in inches."""
    sides: tuple[Side, ...] = ()
    networks: tuple[Network, ...] = ()
    declarations: tuple[AttackDeclaration, ...] = ()
    attacks: tuple[UnresolvedAttack, ...] = ()
    """Attacks declared and not yet resolved, in the order of their declaration."""
    marks: tuple[TargetMark, ...] = ()
    terrain: tuple[Terrain, ...] = ()
    markers: tuple[Marker, ...] = ()
    units: tuple[Unit, ...] = ()
    document: Mapping[str, object] = field(default_factory=lambda: EMPTY)

    @property
    def metric(self) -> MetricName:
        """How the table is measured."""
        return "inches" if self.grid is None else "hexes"

    @property
    def is_played(self) -> bool:
        """Is a game played on it, turn by turn? A file that names no phase is there to measure on."""
        head = self.document.get("astrike")
        return isinstance(head, Mapping) and "phase" in head

    @property
    def objectives(self) -> tuple[Marker, ...]:
        """The marked points that sides play for."""
        return tuple(marker for marker in self.markers if marker.kind == OBJECTIVE)

    def unit(self, unit_id: str) -> Unit | None:
        """Find a unit by its id."""
        return next((unit for unit in self.units if unit.id == unit_id), None)

    def piece(self, piece_id: str) -> Terrain | None:
        """Find a terrain piece by its id."""
        return next((piece for piece in self.terrain if piece.id == piece_id), None)
