"""Does a straight line run across a base?

Which question: which of these bases lie on the line from here to there? A line that only touches a
base is not across it.
"""

import numpy as np
from numpy.typing import ArrayLike

from astrike.geometry.arrays import Bools, Floats, distances, intersections, lengths, segments, swollen
from astrike.geometry.bases import Bases
from astrike.tolerance import TOUCH


def crossed(bases: Bases, i: ArrayLike, *, start: Floats, end: Floats) -> Bools:
    """Say for each base i (n,) whether the line between two places runs across it.

    >>> from astrike.geometry.bases import make_bases
    >>> row = make_bases([(5, 0), (5, 0.5), (5, 2)], radius=[0.5, 0.5, 0.5])
    >>> crossed(row, [0, 1, 2], start=np.array((0.0, 0.0)), end=np.array((10.0, 0.0))).tolist()
    [True, False, False]
    """
    index = np.asarray(i, dtype=np.intp)
    line = segments(np.tile(start, (len(index), 1)), np.tile(end, (len(index), 1)))
    found: Bools = distances(bases.core[index], line) < bases.radius[index] - TOUCH
    corners = ~bases.is_round[index]
    inside = swollen(bases.core[index][corners], -TOUCH)
    found[corners] = lengths(intersections(inside, line[corners])) > TOUCH
    return found
