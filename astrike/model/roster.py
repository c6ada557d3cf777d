"""What does another tool's roster bring: which units with which cards, and what could not be had from it?

Ids of units are Master Unit List numbers. A card holds properties of the table file (`type`, `move`, `damage` ...);
what the roster does not say is no key of it, and what it leaves open though other rosters say it is `unknown`.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import field
from typing import Protocol

from astrike.dataclass import dataclass
from astrike.errors import Problem
from astrike.model.import_notes import ImportNote
from astrike.model.table import EMPTY

_QUOTES = str.maketrans("“”„″‘’", '""""\'\'')

_PLAIN_LETTERS = str.maketrans(
    {
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ı": "i",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ŧ": "t",
        "ŋ": "n",
    }
)
"""Letters that are no letter with an accent; ß is ss already where letter case is folded."""

ASIDE = "specials_aside"
"""The property under which special abilities are kept that could not be read; no rule looks at them."""
PRINTED = (
    "type", "size", "move", "tmm", "damage", "overheat", "armor", "structure", "threshold", "specials", "pv", ASIDE,
)  # fmt: skip
"""What a card prints: a catalog keeps this, and nothing that happened to a unit."""
NEEDED = ("type", "armor", "structure")
"""A card without these is no card."""


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """A unit as a catalog prints it at Skill 4: number, names and card."""

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


class SearchableCatalog(Catalog, Protocol):
    """A catalog in which one can look for parts of a name."""

    def matching(self, words: str, *, limit: int = 20) -> tuple[CatalogEntry, ...]:
        """List units whose name has all of these words, in order of their names."""


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
    """Names by which a catalog finds it."""
    is_resolved: bool = True
    unknown: tuple[str, ...] = ()
    """Properties that the source had to say and did not, such as `specials`: unknown, not none."""
    problems: tuple[Problem, ...] = ()
    """What is wrong with its card; such a unit cannot be placed before it is mended."""
    aside: tuple[Problem, ...] = ()
    """What on its card could not be read and was kept aside; it can be placed without."""
    remarks: tuple[str, ...] = ()
    """What people had better look at on its card, though it can be read."""
    lost: tuple[int, int] = (0, 0)
    """Armor and structure that it has lost, where no card says of how much."""
    candidates: tuple[CatalogEntry, ...] = ()
    """Cards that its name may mean, where it means none for sure."""


@dataclass(frozen=True, slots=True)
class Roster:
    """Everything that was read from one file or text."""

    format: str
    """Key of the format, such as `mekbay-csv`."""
    label: str
    """What people call the format."""
    name: str = ""
    units: tuple[RosterUnit, ...] = ()
    notes: tuple[ImportNote, ...] = ()


def folded_name(name: str) -> str:
    """Give a name as catalogs compare it: letter case, spaces and kinds of quotation marks do not matter.

    >>> folded_name('  Alder  ALD-2 “The Red” ')
    'alder ald-2 "the red"'
    """
    return " ".join(unicodedata.normalize("NFKC", name).translate(_QUOTES).casefold().split())


def search_key(name: str) -> str:
    """Give a name as it is looked for: accents and letters that keyboards lack do not matter either.

    >>> search_key("Bär"), search_key("Ørsted Straße"), search_key("Łódź æon İstanbul")
    ('bar', 'orsted strasse', 'lodz aeon istanbul')
    """
    folded = folded_name(name)
    if folded.isascii():
        return folded
    parts = unicodedata.normalize("NFKD", folded.translate(_PLAIN_LETTERS))
    return "".join(character for character in parts if not unicodedata.combining(character))


def names_of(chassis: str, model: str, unit_type: str = "") -> tuple[str, ...]:
    """Give the names that a catalog finds a unit by: as people write it, and as MekBay does inside.

    MekBay names a unit by letters for what it is, chassis and model without anything but letters and digits.
    That is inferred from its links: the letters are taken for the type of the card, and the name is kept
    without them too, since they need not be the same.

    >>> names_of("Alder", "ALD-2", "BM")
    ('alder ald-2', 'bmalder_ald2', 'alder_ald2')
    """
    inside = "_".join(part for part in (_plain(chassis), _plain(model)) if part)
    if not inside:
        return ()
    names = (folded_name(f"{chassis} {model}"), f"{unit_type.strip().casefold()}{inside}", inside)
    return tuple(dict.fromkeys(names))


def _plain(words: str) -> str:
    return "".join(character for character in folded_name(words) if character.isalnum())
