"""Where does a line on hexes run through what surrounds a unit for so many hexes?

Which question: the first and the last hex of a line that lie within a radius. Source: CE pp.68, 77.
"""

import numpy as np

from astrike.geometry.arrays import TOUCH, Floats, Ints
from astrike.geometry.hexes import lines_between, steps_between
from astrike.rules.battlefield import Field
from astrike.rules.hexes.lines import board_in
from astrike.rules.hexes.standing import hexes_of


def hex_shares_within(field: Field, a: int, b: int, carriers: Ints, reach: Floats) -> tuple[Floats, Floats]:
    """Give from where to where, as shares of the way, the line is within the reach (k,) of each unit (k,).

    A line that stays away begins at inf and ends at -inf.
    """
    board = board_in(field)
    home = hexes_of(board, field.units)
    met = lines_between(home[[a]], home[[b]])
    low, high = np.full(len(carriers), np.inf), np.full(len(carriers), -np.inf)
    for k, carrier in enumerate(carriers.tolist()):
        away = steps_between(np.broadcast_to(home[carrier], met.hexes.shape), met.hexes) * board.inches
        inside = away <= reach[k] + TOUCH
        if inside.any():
            low[k], high[k] = met.start[inside].min(), met.end[inside].max()
    return low, high
