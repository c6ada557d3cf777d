"""Which outlines lie on each other, so that together they are one thing?

A hill of several steps is one hill, however many outlines it has. Outlines are open rings of corners in inches.
"""

from collections.abc import Sequence

import numpy as np

from astrike.geometry.arrays import Ints, Polygon, areas, intersections, make_polygon, neighbours, shape_array
from astrike.geometry.outlines import SMALLEST_AREA

Point = tuple[float, float]
Area = tuple[Sequence[Point], Sequence[Sequence[Point]]]
"""An exterior and its holes."""


def heaps(
    pieces: Sequence[Sequence[Area]], groups: Sequence[str | None] | None = None
) -> tuple[tuple[int, ...], ...]:
    """Give the pieces that lie on each other, each heap in order; those of one group belong together if they touch.

    >>> squares = [[([(x, 0), (x + 2, 0), (x + 2, 2), (x, 2)], ())] for x in (0, 1, 3)]
    >>> heaps(squares), heaps(squares, ["a", None, None]), heaps(squares, [None, "a", "a"])
    (((0, 1), (2,)), ((0, 1), (2,)), ((0, 1, 2),))
    """
    outlines: list[Polygon] = [make_polygon(*area) for piece in pieces for area in piece]
    owner = np.repeat(np.arange(len(pieces), dtype=np.intp), [len(piece) for piece in pieces])
    shapes = shape_array(outlines)
    one, other = neighbours(shapes, shapes) if len(shapes) else (owner, owner)
    later = owner[one] < owner[other]
    one, other = one[later], other[later]
    lies_on = areas(intersections(shapes[one], shapes[other])) > SMALLEST_AREA
    if groups is not None:
        named = np.array([_number(groups, each) for each in groups], dtype=np.intp)
        lies_on |= (named[owner[one]] == named[owner[other]]) & (named[owner[one]] >= 0)
    return _joined(len(pieces), owner[one[lies_on]], owner[other[lies_on]])


def _number(groups: Sequence[str | None], group: str | None) -> int:
    return -1 if group is None else groups.index(group)


def _joined(count: int, one: Ints, other: Ints) -> tuple[tuple[int, ...], ...]:
    """Give the heaps of so many pieces of which these pairs belong together, in the order of their first pieces."""
    heap = list(range(count))

    def top(piece: int) -> int:
        while heap[piece] != piece:
            heap[piece] = heap[heap[piece]]
            piece = heap[piece]
        return piece

    for i, j in zip(one.tolist(), other.tolist(), strict=True):
        first, second = sorted((top(i), top(j)))
        heap[second] = first
    found: dict[int, list[int]] = {}
    for piece in range(count):
        found.setdefault(top(piece), []).append(piece)
    return tuple(tuple(pieces) for pieces in found.values())
