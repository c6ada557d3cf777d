"""Which dice were typed in, and where do the others come from?

What nobody typed in is rolled here, from a seed when one is given; every answer keeps its record of its dice.
"""

import random

from astrike.errors import InputError, Problem
from astrike.formats.checks import Fields, is_whole
from astrike.formats.jsontext import shown
from astrike.model.dice import Tray

MOST_DICE = 200
LARGEST_SEED = 2**53 - 1
"""The largest whole number that every reader of JSON keeps."""


def read_dice(fields: Fields) -> Tray:
    """Read dice that were typed in; the rest is rolled, from a seed or from the machine's own chance."""
    typed: list[int] = []
    for place, item in fields.items("dice"):
        if not isinstance(item, int | float) or not is_whole(item, 1, 999) or len(typed) >= MOST_DICE:
            expected = f"a whole number, at most {MOST_DICE} of them"
            fields.problems.append(Problem(place, shown(item), expected))
            break
        typed.append(int(item))
    seed = whole_of(fields, "seed", LARGEST_SEED)
    chance = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - dice of a game, to be rolled again
    return Tray(typed, lambda sides: chance.randint(1, sides))


def check_all_used(tray: Tray) -> None:
    """Refuse dice that nothing asked for: somebody counts on them."""
    if tray.left:
        used = len(tray.record)
        expected = "no more dice: none is rolled here" if not used else f"{used} dice, no more"
        raise InputError([Problem("dice", ", ".join(map(str, tray.left)), expected)])


def whole_of(fields: Fields, key: str, high: int) -> int | None:
    """Read a whole number from 0 on, None when it is not given."""
    if not fields.is_given(key):
        return None
    value = fields.values[key]
    if isinstance(value, int | float) and not isinstance(value, bool) and is_whole(value, 0, high):
        return int(value)
    fields.report(key, f"a whole number from 0 to {high}")
    return None
