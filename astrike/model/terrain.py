"""What stands on the table, and where?

Terrain pieces and marked points, as the table file describes them. Outlines are plain coordinates; heights that the
file leaves out stay None here and get their default from the edition.
"""

from collections.abc import Mapping
from enum import StrEnum

from astrike.dataclass import dataclass

Point = tuple[float, float]
Ring = tuple[Point, ...]
DEPLOYMENT = "deployment"
"""The kind of the zones in which a side deploys."""
OBJECTIVE = "objective"
"""The kind of the marked points that sides play for."""


class Family(StrEnum):
    """What a kind of terrain is to bases and lines of sight; an edition's terrain table gives each kind one."""

    GROUND = "ground"
    """A hill: the ground, only higher."""
    RAMP = "ramp"
    """Ground that rises to one side."""
    SOLID = "solid"
    """A building or wall: it fills its space, and has a top to stand on."""
    SEE_THROUGH = "see-through"
    """Woods and the like: so many inches of it on a line hide what is behind."""
    WATER = "water"
    """It has a depth and no height."""
    DECK = "deck"
    """A bridge: a top to stand on, and room below."""
    FLAT = "flat"
    """It lies on the ground and is of no height."""
    ZONE = "zone"
    """Marked on the table and no terrain."""


LAND = frozenset({Family.GROUND, Family.RAMP})
"""Hills and ramps: what is the ground there."""
BUILT = frozenset({Family.SOLID, Family.DECK})
"""Buildings, walls and bridges: they have a construction class, fill the space below their top, and bear units."""
RAISED = LAND | {Family.SOLID, Family.SEE_THROUGH}
"""What is nothing without a height, and does not run on over the edge of the table."""


@dataclass(frozen=True, slots=True)
class Outline:
    """One polygon: exterior counter-clockwise, holes clockwise, rings without the repeated last point."""

    exterior: Ring
    holes: tuple[Ring, ...] = ()


@dataclass(frozen=True, slots=True)
class Terrain:
    """One piece of terrain (or zone). Lengths in inches; `None` means "as the edition says"."""

    id: str
    kind: str
    outlines: tuple[Outline, ...]
    name: str | None = None
    base: float | None = None
    height: float | None = None
    depth: float | None = None
    toward: float | None = None
    grade: str | None = None
    """The file's `class`: building or smoke class."""
    cf: float | None = None
    floors: int | None = None
    armed: str | None = None
    density: int | None = None
    side: str | None = None

    @property
    def areas(self) -> tuple[tuple[Ring, tuple[Ring, ...]], ...]:
        """Its outlines as geometry takes them: each exterior with its holes."""
        return tuple((outline.exterior, outline.holes) for outline in self.outlines)


@dataclass(frozen=True, slots=True)
class Marker:
    """A marked point: `poi`, `objective` or `sensor`."""

    id: str
    kind: str
    at: Point
    name: str | None = None
    side: str | None = None
    radius: float | None = None
    network: str | None = None
    """Id of the network that a sensor belongs to this turn."""


def titles(pieces: Mapping[str, str | None]) -> Mapping[str, str]:
    """Give each piece the words people call it by: its name, else its id made readable.

    >>> titles({"wood-1": None, "h": "Hill 3"})
    {'wood-1': 'Wood 1', 'h': 'Hill 3'}
    """
    return {key: name or key.replace("-", " ").replace("_", " ").capitalize() for key, name in pieces.items()}
