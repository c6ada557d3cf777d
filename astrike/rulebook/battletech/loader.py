"""Which editions of classic BattleTech are there? Each is read once, when it is first asked for."""

from functools import cache
from typing import Final

from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rulebook.loader import DATA, GameSystem


@cache
def load_battletech_system() -> GameSystem[BattleTechEdition]:
    """Give the editions of classic BattleTech that ship."""
    return GameSystem(DATA / "battletech", BattleTechEdition, keeps_tables=True)


@cache
def load_battletech(edition_id: str) -> BattleTechEdition:
    """Load one edition; where none is named, the default.

    >>> load_battletech("").id
    'bmm-7.01'
    """
    system = load_battletech_system()
    return system.edition(edition_id) if edition_id else load_battletech(system.default)


BATTLETECH_IDS: Final = load_battletech_system().ids
BATTLETECH_DEFAULT: Final = load_battletech_system().default
