"""What is connected, so that it is one thing: outlines that lie on each other, or whatever comes in pairs?

A hill of several levels is one hill, however many outlines it has. Outlines are open rings of corners in inches.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from astrike.geometry.arrays import (
    Ints,
    Point,
    Polygon,
    areas,
    intersections,
    make_polygon,
    shape_array,
    touching_pairs,
)
from astrike.geometry.outlines import SMALLEST_AREA

Area = tuple[Sequence[Point], Sequence[Sequence[Point]]]
"""An exterior and its holes."""


def components(
    pieces: Sequence[Sequence[Area]], groups: Sequence[str | None] | None = None
) -> tuple[tuple[int, ...], ...]:
    """Give the pieces that lie on each other, each such set in order; those of one group belong together if they touch.

    >>> squares = [[([(x, 0), (x + 2, 0), (x + 2, 2), (x, 2)], ())] for x in (0, 1, 3)]
    >>> components(squares), components(squares, ["a", None, None]), components(squares, [None, "a", "a"])
    (((0, 1), (2,)), ((0, 1), (2,)), ((0, 1, 2),))
    """
    outlines: list[Polygon] = [make_polygon(*area) for piece in pieces for area in piece]
    owner = np.repeat(np.arange(len(pieces), dtype=np.intp), [len(piece) for piece in pieces])
    shapes = shape_array(outlines)
    one, other = touching_pairs(shapes, shapes) if len(shapes) else (owner, owner)
    later = owner[one] < owner[other]
    one, other = one[later], other[later]
    lies_on = areas(intersections(shapes[one], shapes[other])) > SMALLEST_AREA
    if groups is not None:
        named = np.array([_number(groups, each) for each in groups], dtype=np.intp)
        lies_on |= (named[owner[one]] == named[owner[other]]) & (named[owner[one]] >= 0)
    pairs = zip(owner[one[lies_on]].tolist(), owner[other[lies_on]].tolist(), strict=True)
    found: dict[int, list[int]] = {}
    for piece, first in enumerate(linked_components(len(pieces), pairs).tolist()):
        found.setdefault(first, []).append(piece)
    return tuple(tuple(connected) for connected in found.values())


def _number(groups: Sequence[str | None], group: str | None) -> int:
    return -1 if group is None else groups.index(group)


def linked_components(count: int, pairs: Iterable[tuple[int, int]]) -> Ints:
    """Return for each of so many things the first of those that it is connected to.

    >>> linked_components(5, [(3, 1), (4, 3)]).tolist()
    [0, 1, 2, 1, 1]
    """
    first = list(range(count))

    def root(k: int) -> int:
        while first[k] != k:
            k = first[k]
        return k

    for one, other in pairs:
        low, high = sorted((root(one), root(other)))
        first[high] = low
    return np.array([root(k) for k in range(count)], dtype=np.intp)
