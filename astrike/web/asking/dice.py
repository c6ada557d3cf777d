"""Which dice were typed in, and where do the others come from?

What nobody typed in is rolled here, from a seed when one is given; every answer keeps its record of its dice.
"""

import random

from astrike.errors import InputError
from astrike.model.dice import Tray, left_over


def tray_of(typed: tuple[int, ...], seed: int | None) -> Tray:
    """Give dice: those that were typed in first, the rest rolled, from a seed or from the machine's own chance."""
    chance = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - dice of a game, to be rolled again
    return Tray(typed, lambda sides: chance.randint(1, sides))


def check_all_used(tray: Tray) -> None:
    """Refuse dice that nothing asked for."""
    problems = list(left_over(tray.left, len(tray.record)))
    if problems:
        raise InputError(problems)
