"""What can an event prescribe? The shape of a preset, and the one list of limits that a layout can be held to.

What a preset does not say is not zero: the check is left out and listed as not checked.
"""

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.explain import Citation
from astrike.presets.list_schema import ListLimits
from astrike.presets.scenario_schema import DeploymentPlan, Scenario

CONFIDENCE: Final = ("high", "medium", "low")


@dataclass(frozen=True, slots=True)
class LimitKind:
    """What is measured under a key, and in which unit."""

    unit: str
    """`in`, `share` (0 to 1), `count` or `degrees`."""
    label: str


LIMITS: Final[Mapping[str, LimitKind]] = MappingProxyType(
    {
        "count.all": LimitKind("count", "Pieces of terrain"),
        "count.even": LimitKind("count", "Pieces that are left over when both sides take as many"),
        "count.KIND": LimitKind("count", "Pieces of a kind"),
        "count.quadrant": LimitKind("count", "Pieces in each quadrant"),
        "height.KIND": LimitKind("in", "Height of the pieces of a kind"),
        "footprint.KIND.width": LimitKind("in", "Longer side of the smallest rectangle around a piece"),
        "footprint.KIND.depth": LimitKind("in", "Shorter side of the smallest rectangle around a piece"),
        "coverage.all": LimitKind("share", "Share of the table that terrain covers"),
        "coverage.KIND": LimitKind("share", "Share of the table that a kind covers"),
        "coverage.quadrant": LimitKind("share", "Share of each quadrant that terrain covers"),
        "coverage.impassable": LimitKind("share", "Share of the table where no 'Mech may stand"),
        "coverage.objective": LimitKind("share", "Share of an objective that terrain covers"),
        "gap.edge": LimitKind("in", "Distance from a solid piece to the edge of the table"),
        "gap.pieces": LimitKind("in", "Distance between two solid pieces"),
        "gap.zone": LimitKind("in", "Distance from a solid piece to a deployment zone"),
        "gap.objective": LimitKind("in", "Distance from a solid piece to an objective"),
        "objective.edge": LimitKind("in", "Distance from an objective to the edge of the table"),
        "objective.apart": LimitKind("in", "Distance between two objectives"),
        "objective.count": LimitKind("count", "Objectives"),
        "zone.apart": LimitKind("in", "Distance between the zones of two sides"),
        "corridors": LimitKind("count", "Ways for the base from one far edge to the other that do not meet"),
        "reach.unreached": LimitKind("share", "Share of open ground that a kind of unit cannot reach"),
        "symmetry.offset": LimitKind("in", "How far a piece is from where its twin wants it"),
        "symmetry.turn": LimitKind("degrees", "How far a piece is turned from where its twin wants it"),
        "lane.longest": LimitKind("in", "Longest line of fire that nothing breaks"),
        "zone.sees": LimitKind("share", "Share of one deployment zone that sees the other"),
        "zone.difference": LimitKind("share", "Difference between the zones of two sides"),
        "pack.offset": LimitKind("in", "How far a piece lies from where the pack has it"),
        "pack.turn": LimitKind("degrees", "How far a piece is turned from where the pack has it"),
    }
)
"""`KIND` stands for a kind of terrain, or for `unit` kinds where a unit is meant."""


@dataclass(frozen=True, slots=True)
class LayoutLimit:
    """What a preset wants of one figure, who says so, and how sure that is. One of the two bounds is given, or both."""

    key: str
    at_least: float | None
    at_most: float | None
    ref: str
    """Page or line of the preset."""
    confidence: str
    note: str = ""
    page_of: str | None = None
    """Id of the edition in whose printing the page was found; None for a source that is no book of rules."""

    @property
    def cite(self) -> Citation:
        """Give the source as findings carry it."""
        return Citation(self.ref, self.page_of)


@dataclass(frozen=True, slots=True)
class LayoutLimits:
    """How a table has to be laid out; an absent limit is not checked."""

    limits: Mapping[str, LayoutLimit] = field(default_factory=lambda: MappingProxyType({}))
    base: float = 1.25
    """The base that has to pass, in inches across."""
    symmetry: str = ""
    """`turn` (by 180 degrees), `west-east` or `south-north`; empty where none is wanted."""
    quadrants: str = ""
    """The order in which terrain is laid: the id of one of `LAYING_ORDERS`; empty without."""
    pack: str = ""
    """Name of a layout that the pieces have to lie like; empty without."""

    def get(self, key: str) -> LayoutLimit | None:
        """Give a limit, or None where the preset says nothing."""
        return self.limits.get(key)


@dataclass(frozen=True, slots=True)
class GameClock:
    """How long is played; None where the source does not say."""

    rounds: int | None = None
    minutes: float | None = None
    turns: int | None = None


@dataclass(frozen=True, slots=True)
class TableSize:
    """Size of the table in inches, west to east and south to north."""

    width: float
    depth: float
    is_only: bool = True
    """Is every other size wrong, or is this only where to begin?"""
    confidence: str = ""


@dataclass(frozen=True, slots=True)
class CitedPoint:
    """Something that holds and is no figure: what, where it stands, how sure that is."""

    label: str
    ref: str = ""
    confidence: str = ""


@dataclass(frozen=True, slots=True)
class TerrainKind:
    """A kind of battlefield that is rolled for: its name and its weight in the draw."""

    label: str
    weight: int


@dataclass(frozen=True, slots=True)
class Scoring:
    """What a game is worth, and what counts in which order when two are level."""

    win: float | None = None
    draw: float | None = None
    loss: float | None = None
    ties: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Preset:
    """What an event prescribes, with version and source. Nothing, None or an empty text: the source does not say."""

    id: str
    title: str
    version: str
    source: str
    confidence: str
    """Of every value that does not name its own."""
    url: str = ""
    notes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    """Points that the source leaves open and that people may ask about."""
    edition: str = ""
    """Id of the edition; empty: the one that counts where none is named."""
    options: Mapping[str, str | int | float | bool] = field(default_factory=lambda: MappingProxyType({}))
    environment: str = ""
    table: TableSize | None = None
    base: float = 1.25
    """Inches across of the base that terrain has to let pass."""
    bases: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """Widths of bases by type of unit, where they are prescribed."""
    tolerance: float | None = None
    """How close to a limit nobody can say, in inches; None: as the table says."""
    premeasure: bool | None = None
    """May be measured before it is declared?"""
    rules: tuple[CitedPoint, ...] = ()
    """Optional rules in use, by page."""
    clock: GameClock = field(default_factory=GameClock)
    scoring: Scoring = field(default_factory=Scoring)
    lists: ListLimits = field(default_factory=ListLimits)
    layout: LayoutLimits = field(default_factory=LayoutLimits)
    deployments: tuple[DeploymentPlan, ...] = ()
    scenarios: tuple[Scenario, ...] = ()
    terrain: tuple[TerrainKind, ...] = ()
    doubts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Confidence of single values that differ from the whole, by key such as `clock.minutes`."""

    @property
    def called(self) -> str:
        """What people call it, with its version.

        >>> Preset("club", "Club night", "3", "ours", "high").called
        'Club night, version 3'
        >>> Preset("match", "Match Play", "beta", "theirs", "medium").called
        'Match Play (beta)'
        """
        if not self.version:
            return self.title
        is_number = self.version[0].isdigit()
        return f"{self.title}, version {self.version}" if is_number else f"{self.title} ({self.version})"

    @property
    def cite(self) -> Citation:
        """Give the preset itself as a source, for what it says without naming another."""
        return Citation(self.called, None)

    def confidence_of(self, key: str) -> str:
        """Say how sure a value is."""
        return self.doubts.get(key, self.confidence)
