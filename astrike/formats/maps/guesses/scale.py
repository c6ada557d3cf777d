"""How many inches might one unit of a map be, when the map itself does not say?

A guess that the user sees and changes; it only makes sure that the table it proposes can exist.
"""

import math
from typing import Final

from astrike.formats.headfile import LARGEST_TABLE, SMALLEST_TABLE

LARGEST_GUESS: Final = 96.0
"""Inches; a map is guessed to be no larger than this, since few tables are."""
_STEPS: Final = (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0)
_ROUND: Final = tuple(round(step * 10.0**power, 9) for power in range(-7, 8) for step in _STEPS)


def guess_scale(width: float, depth: float, *, usual: float = 1.0) -> float:
    """Give the usual inches a unit, or the nearest round number with which the table is 12 to 144 inches.

    >>> guess_scale(33, 46), guess_scale(10, 10), guess_scale(400, 400)
    (1.0, 1.5, 0.3)
    """
    least, most = min(width, depth), max(width, depth)
    if not least > 0:
        return usual
    if usual * least >= SMALLEST_TABLE and usual * most <= LARGEST_TABLE:
        return usual
    fitting = [step for step in _ROUND if step * most <= LARGEST_TABLE]
    if not fitting:
        return LARGEST_TABLE / most
    if usual * most > LARGEST_TABLE:
        return fitting[-1]
    return next((step for step in fitting if step > usual and step * least >= SMALLEST_TABLE), fitting[-1])


def guess_by_size(width: float, depth: float) -> float:
    """Guess inches a unit, a round number, so that a map becomes a table of a usual size.

    >>> guess_by_size(1410, 1560), guess_by_size(33, 46), guess_by_size(1000, 100)
    (0.05, 2.0, 0.12)
    """
    longest = max(width, depth)
    if not longest > 0:
        return 1.0
    most = LARGEST_GUESS / longest
    power = 10.0 ** math.floor(math.log10(most))
    step = next((step for step in (5, 2) if most >= step * power * (1 - 1e-9)), 1)
    guess = guess_scale(width, depth, usual=float(f"{step * power:.6g}"))
    least = SMALLEST_TABLE / min(width, depth) if min(width, depth) > 0 else guess
    if guess < least <= LARGEST_TABLE / longest:
        # A long map: hardly any scale makes a table of it, and no round one.
        guess = least
    return guess
