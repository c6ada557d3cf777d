"""How far apart are units, as everything counts it that has a radius?

Which question: inches from base to base, or on hexes the inches that the hexes between two units count for. What lies
between them is asked in `lines`. Sources: CE pp.43, 68.
"""

import numpy as np

from astrike.geometry.arrays import Floats, Ints
from astrike.geometry.bases import Bases, gaps
from astrike.geometry.hexes import steps_between
from astrike.rules.battlefield import Field
from astrike.rules.hexes.standing import hexes_of


def apart(field: Field, one: Ints, other: Ints, bases: Bases | None = None) -> Floats:
    """Give the inches between pairs of units (n,); `bases` are other edges to measure from than those of the units."""
    if field.board is None:
        return gaps(field.units.bases if bases is None else bases, one, other)
    home = hexes_of(field.board, field.units)
    return np.asarray(steps_between(home[one], home[other]) * field.board.inches, dtype=np.float64)
