"""What kind of item is meant by a name on a record sheet, and what does the name say beside?

Names are guessed by the words in them; whoever asks may say otherwise.
"""

import re
from typing import Final

from astrike.dataclass import dataclass
from astrike.rulebook.battletech.criticals import CriticalNameRow
from astrike.rulebook.battletech.schema import BattleTechEdition

_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])")
_PREFIX: Final = re.compile(r"^(IS|CL)(?=[A-Z])")
_NOT_WORDS: Final = re.compile(r"[^a-z0-9]+")
_STATED_SHOTS: Final = re.compile(r",\s*(\d{1,3})\s*$|\((\d{1,3})(?: shots)?\)\s*$")
_SIZE: Final = re.compile(r"(?<!\d)(\d{1,2})(?!\d)")


@dataclass(frozen=True, slots=True)
class GuessedItem:
    """What a name says."""

    row: CriticalNameRow
    shots: int | None = None
    damage: int | None = None
    missiles: int | None = None


def folded(name: str) -> str:
    """Give a name as words in small letters, with blanks around each.

    >>> folded("ISDoubleHeatSink"), folded("IS Ammo SRM-6")
    (' is double heat sink ', ' is ammo srm 6 ')
    """
    apart = _CAMEL.sub(" ", _PREFIX.sub(r"\1 ", name))
    return f" {_NOT_WORDS.sub(' ', apart.lower()).strip()} "


def guessed_item(name: str, edition: BattleTechEdition) -> GuessedItem:
    """Guess what a name on a sheet stands for.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> found = guessed_item("SRM-6 ammo, 15", load_battletech(""))
    >>> found.row.component, found.shots, found.missiles, found.damage
    ('ammo', 15, 6, 2)
    """
    stated = _STATED_SHOTS.search(name)
    bare = name[: stated.start()] if stated else name
    words = folded(bare)
    row = next(row for row in edition.critical_names.values() if _is_meant(row, words))
    shots = int(stated[1] or stated[2]) if stated else None
    if row.component != "ammo":
        return GuessedItem(row)
    size = _SIZE.search(words)
    number = int(size[1]) if size else None
    is_rack = row.sized == "missiles"
    damage = row.damage or (number if row.sized == "damage" else None)
    missiles = number if is_rack else (1 if damage else None)
    return GuessedItem(row, shots if shots is not None else (row.shots or None), damage or None, missiles)


def _is_meant(row: CriticalNameRow, words: str) -> bool:
    return not row.words or any(_has(words, each) for each in row.words)


def _has(words: str, wanted: str) -> bool:
    """Are the wanted words there? Those of ammunition stand in either order with other words between."""
    if wanted.startswith("ammo ") or wanted.endswith(" ammo"):
        return all(f" {each} " in words for each in wanted.split())
    return f" {wanted} " in words
