"""What another tool's roster brings: units with their cards, and what could not be had from it.

Ids of units are Master Unit List numbers. A card holds properties of the table file (`type`, `move`, `damage` ...);
what the roster does not say is no key of it, and what it leaves open though other rosters say it is `unknown`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from astrike.errors import Problem
from astrike.model.notes import Note
from astrike.model.table import EMPTY


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """A unit as a catalogue prints it at Skill 4: number, names and card."""

    mul: int | None
    name: str
    """Chassis and variant, as people write them."""
    keys: tuple[str, ...]
    """Other names it is found by, such as MekBay's, folded to lower case."""
    card: Mapping[str, object]


class Catalog(Protocol):
    """Where ids and names are looked up: what was imported on this installation before."""

    def by_mul(self, number: int) -> CatalogEntry | None:
        """Find a unit by its Master Unit List number."""

    def by_name(self, name: str) -> CatalogEntry | None:
        """Find a unit by a name; letter case does not matter."""


@dataclass(frozen=True, slots=True)
class RosterUnit:
    """One unit of a roster. `is_resolved` is false for one of which only an id or a name is known."""

    name: str
    skill: int = 4
    mul: int | None = None
    group: str = ""
    card: Mapping[str, object] = field(default_factory=lambda: EMPTY)
    """Properties of the table file: `type`, `size`, `move`, `damage`, `armor_left`, `pilot` ..."""
    keys: tuple[str, ...] = ()
    """Names by which a catalogue finds it."""
    is_resolved: bool = True
    unknown: tuple[str, ...] = ()
    """Properties that the source had to say and did not, such as `specials`: unknown, not none."""
    problems: tuple[Problem, ...] = ()
    """What is wrong with its card; such a unit cannot be placed before it is mended."""


@dataclass(frozen=True, slots=True)
class Roster:
    """Everything that was read from one file or text."""

    format: str
    """Key of the format, such as `mekbay-csv`."""
    label: str
    """What people call the format."""
    name: str = ""
    units: tuple[RosterUnit, ...] = ()
    notes: tuple[Note, ...] = ()
