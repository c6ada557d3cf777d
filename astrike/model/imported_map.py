"""What does another tool's map bring, before anybody said how large it is and what its outlines mean?

Coordinates are in the source's own units, as they stand in the file; `y_down` says which way they run. Groups are what
the source itself calls things: layers, kinds, walls. The user is asked about groups, not about each outline.
"""

from collections.abc import Mapping
from dataclasses import field

from astrike.dataclass import dataclass
from astrike.model.import_notes import ImportNote
from astrike.model.table import EMPTY
from astrike.model.terrain import Outline, Point, Ring


@dataclass(frozen=True, slots=True)
class DrawnShape:
    """One thing drawn: an area (`outlines`) or a line (`path`) that becomes a thin piece; a path of one is a point."""

    group: str
    outlines: tuple[Outline, ...] = ()
    path: Ring = ()
    width: float | None = None
    """Of a line, in the source's units; None: as the user says, in inches."""
    name: str | None = None
    id: str | None = None
    properties: Mapping[str, object] = field(default_factory=lambda: EMPTY)
    """Properties of the table file that the source itself gives, in inches: `height`, `depth`, `cf` ...

    What else it says may stand here too: it is kept beside them under `source`, or reported.
    """

    @property
    def corners(self) -> int:
        """How many places it is drawn through."""
        rings = (ring for outline in self.outlines for ring in (outline.exterior, *outline.holes))
        return len(self.path) + sum(map(len, rings))


@dataclass(frozen=True, slots=True)
class ShapeGroup:
    """What the user is asked about: outlines of one origin."""

    key: str
    label: str
    count: int
    kind: str = ""
    """The terrain kind it is taken for; empty: left out unless the user says what it is."""
    height: float | None = None
    """Inches, where the source says, at the drawing's own scale; None: asked, or the edition's."""
    is_line: bool = False
    why: str = ""
    """Why it is left out, or what it was taken for, in words."""


@dataclass(frozen=True, slots=True)
class DrawnMap:
    """A map as another tool wrote it."""

    format: str
    """Key of the format, such as `uvtt`."""
    label: str
    """What people call the format."""
    unit: str
    """What one unit of its coordinates is called: px, cell, in, unit."""
    scale: float | None
    """Inches a unit; None: the file does not say and the user is asked. `guess` is offered then."""
    guess: float
    y_down: bool
    box: tuple[float, float, float, float]
    """West, low, east and high edge of the map in its own coordinates."""
    shapes: tuple[DrawnShape, ...]
    groups: tuple[ShapeGroup, ...]
    notes: tuple[ImportNote, ...] = ()
    name: str = ""
    table: Mapping[str, object] | None = None
    """The document, where the file is a table of this program and nothing needs to be asked."""
    origin: Point | None = None
    """The place in the file that was taken for the corner of the map, where the user may say that it is none."""
    scenes: tuple[tuple[str, str], ...] = ()
    """Where the file holds several maps: the number of each, and what it is called."""
    scene: str = ""
    """The number of the one that this is."""
    heights_grow: bool = False
    """Are heights in the source's own measure, so that they grow with the scale? Those here are for its own scale."""

    @property
    def own_scale(self) -> float:
        """Inches a unit unless somebody says so: what the file says, else the guess."""
        return self.guess if self.scale is None else self.scale

    def height_at(self, height: float, scale: float) -> float:
        """Give a height that stands here as it is on a table of another scale.

        >>> box = (0, 0, 9, 9)
        >>> drawing = DrawnMap("foundry", "Scene", "cell", None, 1, True, box, (), (), heights_grow=True)
        >>> [drawing.height_at(2, scale) for scale in (1, 2, 3)]
        [2.0, 4.0, 6.0]
        """
        return round(height * scale / self.own_scale, 4) if self.heights_grow else height

    @property
    def edition(self) -> str:
        """The edition that a table of this program is for; empty for maps of others."""
        head = None if self.table is None else self.table.get("astrike")
        named = head.get("edition") if isinstance(head, Mapping) else None
        return named if isinstance(named, str) else ""


@dataclass(frozen=True, slots=True)
class ImportChoices:
    """What the user says about a drawing. What is not said is as the drawing itself has it."""

    scale: float | None = None
    y_down: bool | None = None
    kinds: Mapping[str, str] = field(default_factory=dict)
    """Group to terrain kind; an empty text leaves the group out."""
    heights: Mapping[str, float] = field(default_factory=dict)
    """Group to inches."""
    thickness: float = 0.25
    """Inches that a line without a width is thick."""
    size: tuple[float, float] | None = None
    """Width and depth of the table; None: as large as the map, within 12 to 144 inches."""
    ignore_origin: bool = False
    """Are coordinates counted from the map's own corner, whatever the file says about its origin?"""
    edition: str = ""
    """Empty: what a table of this program is for itself, else the usual one."""
    name: str = ""
    simplify: float | None = None
    """Inches that outlines may be off where a map has too many corners or pieces; None: such a map is refused."""
