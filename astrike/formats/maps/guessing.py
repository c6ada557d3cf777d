"""What is offered about a map that does not say it: kinds of terrain by the table's own words, and a scale."""

import math
from dataclasses import replace
from typing import Final

from astrike.editions.loader import DEFAULT, load_edition
from astrike.formats.maps.naming import kind_of
from astrike.formats.maps.scaling import LARGEST, SMALLEST, guess_scale
from astrike.model.drawing import Group

LARGEST_GUESS: Final = 96.0
"""Inches; a map is guessed to be no larger than this, since few tables are."""


def kind_meant(*texts: str) -> str:
    """Give the kind of terrain that is named, else the one that the words hint at, else nothing.

    >>> kind_meant("Layer 1", "magma_crust"), kind_meant("Old forest"), kind_meant("Spawn")
    ('magma-crust', 'woods', '')
    """
    kinds = load_edition(DEFAULT).terrain
    for text in texts:
        plain = "-".join(text.strip().lower().replace("_", " ").split())
        if plain in kinds:
            return plain
    return kind_of(*texts)


UNKNOWN: Final = "what it is called is no kind of terrain"
_SOLID: Final = "nothing says what it is: taken for something solid"


def with_something(groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """Take what has an unknown name for buildings and walls where nothing else would be on the table.

    >>> [group.kind for group in with_something((Group("a", "A", 1, why=UNKNOWN), Group("b", "B", 1, why="hidden")))]
    ['building', '']
    """
    if any(group.kind for group in groups):
        return groups
    return tuple(
        replace(group, kind="wall" if group.is_line else "building", why=_SOLID)
        if group.why == UNKNOWN
        else group
        for group in groups
    )


def guessed_scale(width: float, depth: float) -> float:
    """Guess inches a unit, a round number, so that a map becomes a table of a usual size.

    >>> guessed_scale(1410, 1560), guessed_scale(33, 46), guessed_scale(1000, 100)
    (0.05, 2.0, 0.12)
    """
    longest = max(width, depth)
    if not longest > 0:
        return 1.0
    most = LARGEST_GUESS / longest
    power = 10.0 ** math.floor(math.log10(most))
    step = next((step for step in (5, 2) if most >= step * power * (1 - 1e-9)), 1)
    guess = guess_scale(width, depth, usual=float(f"{step * power:.6g}"))
    least = SMALLEST / min(width, depth) if min(width, depth) > 0 else guess
    if guess < least <= LARGEST / longest:
        # A long map: hardly any scale makes a table of it, and no round one.
        guess = least
    return guess
