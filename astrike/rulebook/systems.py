"""Which games are there, which editions has each, and what is said to an edition of the other game?"""

from typing import Final

from astrike.model.question_schema import ALPHA_STRIKE, BATTLETECH
from astrike.rulebook.battletech.loader import BATTLETECH_IDS
from astrike.rulebook.loader import IDS

NAMES: Final = {ALPHA_STRIKE: "Alpha Strike", BATTLETECH: "classic BattleTech"}
_IDS: Final = {ALPHA_STRIKE: IDS, BATTLETECH: BATTLETECH_IDS}


def ids_of(system: str) -> tuple[str, ...]:
    """Give the ids of the editions of a game, in the order in which they are offered."""
    return _IDS[system]


def system_of(edition: str) -> str | None:
    """Name the game that an edition is of; None for what is no edition.

    >>> system_of("tw-4.4"), system_of("ce-5.01"), system_of("ce-9")
    ('battletech', 'alpha-strike', None)
    """
    return next((system for system, ids in _IDS.items() if edition in ids), None)


def edition_words(system: str, edition: object = None) -> str:
    """Say which editions a question of a game takes; to one of another game also which are that game's.

    >>> edition_words("battletech", "ce-7")
    'one of bmm-7.01, tw-4.4 for classic BattleTech; ce-5.01, classic-2.3.1, ce-7 are for Alpha Strike'
    """
    own = f"one of {', '.join(_IDS[system])}"
    other = system_of(edition) if isinstance(edition, str) else None
    if other is None or other == system:
        return own
    return f"{own} for {NAMES[system]}; {', '.join(_IDS[other])} are for {NAMES[other]}"
