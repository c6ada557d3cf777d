"""Which areas is a contour made of, and how large are they?

A contour's rings come one area after another, each outline followed by its holes, which run the other way round.
"""

import math
from collections.abc import Sequence

from astrike.model.movement import Contour

Ring = Sequence[tuple[float, float]]


def contour_areas(contour: Contour) -> tuple[tuple[Ring, ...], ...]:
    """Part the rings into areas: an outline and its holes.

    >>> square, hole = ((0, 0), (3, 0), (3, 3), (0, 3)), ((1, 1), (1, 2), (2, 2), (2, 1))
    >>> [len(area) for area in contour_areas(Contour(4.0, (square, hole, square), is_proven=True))]
    [2, 1]
    """
    found: list[list[Ring]] = []
    for ring in contour.rings:
        if not found or (_turns(ring) > 0) == (_turns(found[0][0]) > 0):
            found.append([ring])
        else:
            found[-1].append(ring)
    return tuple(tuple(area) for area in found)


def square_inches(contour: Contour) -> float:
    """Measure a contour's areas without their holes."""
    return abs(math.fsum(_turns(ring) for ring in contour.rings))


def _turns(ring: Ring) -> float:
    """Measure a ring: more than 0 when it runs counter-clockwise."""
    following = (*ring[1:], *ring[:1])
    return math.fsum(x * v - u * y for (x, y), (u, v) in zip(ring, following, strict=True)) / 2
