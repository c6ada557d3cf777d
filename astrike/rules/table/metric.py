"""What do rules ask of a table that has another answer in inches than on hexes?

Each method is one such question, about many pairs at once, so that the choice of a metric costs nothing. What a line
is measured on - terrain, units and what stands between them - is described by a protocol that a prepared table
fulfills.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Protocol

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools, Floats, Ints
from astrike.geometry.bases import Bases
from astrike.geometry.hexes import HexLayout
from astrike.geometry.prisms import Prisms
from astrike.geometry.sweeps import Footprint
from astrike.model.attack_answer import SeeThroughStretch
from astrike.model.explain import Assumed
from astrike.model.legality import Finding
from astrike.model.table import MetricName
from astrike.model.unit import Unit
from astrike.rulebook.schema import Edition, NumberRow
from astrike.rules.options import Options
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.table.line_columns import LineColumns
from astrike.rules.table.prepared_units import PreparedUnits
from astrike.rules.terrain.prepared_terrain import PreparedTerrain


@dataclass(frozen=True, slots=True, eq=False)
class SightObstacles:
    """All solids that can be in the way, and for which units each of them is not there, or only there."""

    prisms: Prisms
    names: tuple[str, ...]
    """Id of each piece index in `prisms.piece`: terrain first, then large units."""
    absent: Bools
    """(n, P) for lines from or to this unit the prism is not there."""
    only: Ints
    """(P,) the unit whose lines alone meet this cut prism, -1 for all."""
    source: Ints
    """(P,) for a cut prism the prism it was cut from, else -1."""
    smaller_than: Ints
    """(P,) the prism hides only targets of a lower size class than this; 99 for all."""


class SightScene(Protocol):
    """Everything that a line between two units is measured on."""

    @property
    def edition(self) -> Edition:
        """The rules that are played."""

    @property
    def options(self) -> Options:
        """How disputed points are settled."""

    @property
    def terrain(self) -> PreparedTerrain:
        """The terrain."""

    @property
    def units(self) -> PreparedUnits:
        """Everybody on the table."""

    @property
    def obstacles(self) -> SightObstacles:
        """The solids that can be in the way."""

    @property
    def own_woods(self) -> Bools:
        """(n, pieces) does this see-through piece belong to woods that the unit stands in?"""


MetricPoint = tuple[float, float]

HiddenStrip = tuple[float, float, float, float, float, float]
"""A part of a silhouette that is hidden: left, right, low and high at the left, low and high at the right."""


@dataclass(frozen=True, slots=True, eq=False)
class Metric(ABC):
    """How lengths and places count on one table. Lengths that come out are inches of Move and range."""

    terrain: PreparedTerrain
    edition: Edition
    options: Options

    name: ClassVar[MetricName]
    unmeasured: ClassVar[str]
    """Why nobody asks how far a base may be off, or how wide a gap is; empty where bases stand anywhere."""
    sees_models: ClassVar[bool]
    """Do lines of sight look at silhouettes, so that templates may take the place of miniatures?"""
    contact_uncovers: ClassVar[bool]
    """Does nothing between two units in contact hide either of them?"""

    contact_in_flight: ClassVar[bool]
    """Is who flies in contact with whom it touches?"""
    height_decides_contact: ClassVar[bool]
    """May the height between two bases that touch decide whether they are in contact?"""

    # ---- where units stand

    @property
    @abstractmethod
    def cells(self) -> HexLayout | None:
        """How the cells lie in which units stand; None where they stand anywhere."""

    @abstractmethod
    def bodies(self, units: Sequence[Unit]) -> PreparedUnits:
        """Stand units up, each where it counts as standing; raise `InputError` as `prepare_units` does."""

    @abstractmethod
    def standing_in(self, units: PreparedUnits) -> Bools:
        """Say which unit stands in which see-through piece (n, pieces)."""

    @abstractmethod
    def snapped(self, at: MetricPoint) -> MetricPoint:
        """Give the place that counts for something at a point."""

    @abstractmethod
    def facings(self, directions: Floats) -> Floats:
        """Give the facings (n,) that count for directions in degrees."""

    @abstractmethod
    def outlines(self, bases: Bases) -> Bases:
        """Give what of each base counts for what is under it, and for who shares a place."""

    @abstractmethod
    def footprint(self, bases: Bases, i: int) -> Footprint:
        """Give what of a base counts along a path."""

    @property
    @abstractmethod
    def contact_reach(self) -> float:
        """Inches from outline to outline up to which there may be contact."""

    @abstractmethod
    def share_place(self, gaps: Floats) -> Bools:
        """Say which pairs of outlines that touch or overlap share a place; their gaps (n,) are 0 or less."""

    # ---- how far

    @abstractmethod
    def ranges(self, bases: Bases, one: Ints, other: Ints) -> Floats:
        """Give the inches (n,) between pairs of bases; less than 0 where they overlap."""

    @abstractmethod
    def ranges_from(self, bases: Bases, at: MetricPoint) -> Floats:
        """Give the inches (n,) from a place to each base."""

    @abstractmethod
    def range_to_piece(self, bases: Bases, i: int, piece: int, lines: Sequence[MeasuredLine]) -> float:
        """Give the inches from a base to the nearest wall of a piece; `lines` lead to places before its walls."""

    @abstractmethod
    def gap_at(self, bases: Bases, i: int, at: MetricPoint, other: int) -> float:
        """Give the inches that base i would lack to contact with another, if it stood at a place."""

    # ---- contact

    @abstractmethod
    def are_in_contact(self, units: PreparedUnits, one: Ints, other: Ints) -> Bools:
        """Say which pairs of units (n,) are in contact, with no more between their heights than is allowed."""

    @property
    @abstractmethod
    def contact_within(self) -> float:
        """Inches within which everything is in contact; less than 0 where only what touches is."""

    @property
    @abstractmethod
    def contact_weapons(self) -> NumberRow | None:
        """The row that says whether units in contact may use their weapons; None where nobody but infantry may."""

    # ---- lines

    @abstractmethod
    def lines(self, scene: SightScene, attacker: Ints, target: Ints, *, arcs: Floats) -> LineColumns:
        """Measure the lines between pairs of units (indices (n,) each); `arcs` are the attackers' own, in degrees."""

    @abstractmethod
    def drawn(
        self, scene: SightScene, attacker: int, target: int, measured: Callable[[], MeasuredLine]
    ) -> tuple[tuple[SeeThroughStretch, ...], tuple[HiddenStrip, ...]]:
        """Give what pictures show of one line: the woods on it, and the hidden parts of the target."""

    @abstractmethod
    def crossed(self, bases: Bases, line: MeasuredLine, among: Sequence[int]) -> Bools:
        """Say which of these bases a line runs across."""

    @abstractmethod
    def spans_within(
        self, bases: Bases, start: Ints, end: Ints, *, carrier: Ints, reach: Floats
    ) -> tuple[Floats, Floats]:
        """Give from where to where, as shares of the way, lines (n,) are within reach of a carrier each.

        A line that stays away begins at inf and ends at -inf.
        """

    # ---- areas

    @abstractmethod
    def template_radius(self, option: str) -> float:
        """Give the radius of a template, as an option names it."""

    @abstractmethod
    def from_burst(self, bases: Bases, at: MetricPoint) -> Floats:
        """Give the inches (n,) from where something goes off to the edge of each base."""

    @abstractmethod
    def burst_to_piece(self, at: MetricPoint, piece: int) -> float:
        """Give the inches from where something goes off to a piece of terrain."""

    # ---- heights

    @property
    @abstractmethod
    def climb_rate(self) -> float:
        """How many times what an inch of height costs is paid for it."""

    @abstractmethod
    def rises(self, low: Floats, high: Floats) -> Floats:
        """Give the inches that count between heights (n,)."""

    @abstractmethod
    def rounded(self, units: PreparedUnits) -> tuple[Finding, ...]:
        """Name everything that counts as another height or depth than it has."""

    @abstractmethod
    def line_notes(self, units: PreparedUnits, line: MeasuredLine) -> tuple[Assumed, ...]:
        """Say what was taken for granted about the places and heights along a line."""

    @abstractmethod
    def path_notes(self, units: PreparedUnits, i: int, places: Iterable[MetricPoint]) -> tuple[Assumed, ...]:
        """Say what was taken for granted about the places and heights along a path of a unit."""
