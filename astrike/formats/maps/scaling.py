"""How many inches might one unit of a map be, when the map itself does not say?

A guess that the user sees and changes; it only makes sure that the table it proposes can exist.
"""

from typing import Final

SMALLEST: Final = 12.0
LARGEST: Final = 144.0
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
    if usual * least >= SMALLEST and usual * most <= LARGEST:
        return usual
    fitting = [step for step in _ROUND if step * most <= LARGEST]
    if not fitting:
        return LARGEST / most
    if usual * most > LARGEST:
        return fitting[-1]
    return next((step for step in fitting if step > usual and step * least >= SMALLEST), fitting[-1])
