"""Which games are there, which editions has each, and what is said to an edition of the other game?"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from astrike.errors import NotFound
from astrike.model.question_schema import ALPHA_STRIKE, BATTLETECH
from astrike.rulebook.battletech.loader import BATTLETECH_DEFAULT, BATTLETECH_IDS, load_battletech
from astrike.rulebook.loader import DEFAULT_EDITION, IDS, load_edition
from astrike.rulebook.schema import EditionHead

NAMES: Final = {ALPHA_STRIKE: "Alpha Strike", BATTLETECH: "classic BattleTech"}
DEFAULTS: Final = frozenset({DEFAULT_EDITION, BATTLETECH_DEFAULT})
"""The editions that count where none is named."""
_IDS: Final = {ALPHA_STRIKE: IDS, BATTLETECH: BATTLETECH_IDS}
_LOADERS: Final[Mapping[str, Callable[[str], EditionHead]]] = {
    ALPHA_STRIKE: load_edition,
    BATTLETECH: load_battletech,
}


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


def every_edition_words() -> str:
    """Name the editions of all games.

    >>> every_edition_words()
    'ce-5.01, classic-2.3.1, ce-7 for Alpha Strike; bmm-7.01, tw-4.4 for classic BattleTech'
    """
    return "; ".join(f"{', '.join(ids)} for {NAMES[system]}" for system, ids in _IDS.items())


def edition_of_any_game(edition: str) -> EditionHead:
    """Load an edition of whichever game has it; raise `NotFound` where none has."""
    system = system_of(edition)
    if system is None:
        raise NotFound(f"There is no edition {edition!r}; the editions are {every_edition_words()}.")
    return _LOADERS[system](edition)


def pair_problems(first: str, second: str) -> Iterator[tuple[int, str, str]]:
    """Say which of two editions cannot be compared: its place, what it is and what is expected there."""
    systems = [system_of(each) for each in (first, second)]
    for place, (each, system) in enumerate(zip((first, second), systems, strict=True)):
        other = systems[1 - place]
        if system is None:
            yield place, each, edition_words(other, each) if other else f"one of {every_edition_words()}"
        elif place and other is not None and other != system:
            yield place, each, edition_words(other, each)
