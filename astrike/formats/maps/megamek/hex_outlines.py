"""Which outlines have patches of hexes on a board, where column after column lies half a hex lower?

Corners are counted in whole steps (half a hex side east, half a hex down), so that neighbors share theirs exactly:
edges that two hexes of a patch have in common vanish, and what is left is the outline and the holes.
"""

import math
from collections.abc import Collection, Iterator
from typing import Final

from astrike.model.terrain import Outline, Ring

Hex = tuple[int, int]
"""Column and row from 1, as printed: the second column lies half a hex lower than the first."""

ACROSS: Final = 2.0
"""Inches from flat side to flat side."""
_EAST: Final = ACROSS / math.sqrt(12.0)
_DOWN: Final = ACROSS / 2.0
_CORNERS: Final = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))

Step = tuple[int, int]


def board_size(columns: int, rows: int) -> tuple[float, float]:
    """Give the width and depth in inches of a board.

    >>> [round(side, 2) for side in board_size(16, 17)]
    [28.29, 35.0]
    """
    return ((3 * columns + 1) * _EAST, (2 * rows + (columns > 1)) * _DOWN)


def centre(place: Hex) -> tuple[float, float]:
    """Give the centre of a hex in inches, east and down from the board's corner.

    >>> [[round(side, 3) for side in centre(place)] for place in ((1, 1), (2, 1))]
    [[1.155, 1.0], [2.887, 2.0]]
    """
    east, down = _middle(place)
    return (east * _EAST, down * _DOWN)


def patches(hexes: Collection[Hex]) -> Iterator[tuple[frozenset[Hex], Outline]]:
    """Give the patches of hexes that touch along edges, each with its outline; in the order of the hexes.

    >>> [(len(patch), len(outline.exterior)) for patch, outline in patches([(1, 1), (1, 2), (4, 4)])]
    [(2, 10), (1, 6)]
    """
    edge_of = {edge: place for place in hexes for edge in _edges(place)}
    left = dict.fromkeys(hexes)
    while left:
        waiting = [next(iter(left))]
        del left[waiting[0]]
        patch: set[Hex] = set()
        outside: dict[Step, Step] = {}
        while waiting:
            place = waiting.pop()
            patch.add(place)
            for start, end in _edges(place):
                beside = edge_of.get((end, start))
                if beside is None:
                    outside[start] = end
                elif beside in left:
                    del left[beside]
                    waiting.append(beside)
        yield frozenset(patch), _outline(outside)


def _outline(edges: dict[Step, Step]) -> Outline:
    """Follow the edges around: no more than one leaves each corner, since three hexes meet there."""
    rings: list[tuple[float, Ring]] = []
    while edges:
        start, step = next(iter(edges.items()))
        del edges[start]
        walked = [start]
        while step != start:
            walked.append(step)
            step = edges.pop(step)
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(walked, [*walked[1:], walked[0]], strict=True))
        rings.append((abs(area), tuple((east * _EAST, down * _DOWN) for east, down in walked)))
    rings.sort(key=lambda ring: -ring[0])
    return Outline(rings[0][1], tuple(ring for _, ring in rings[1:]))


def _edges(place: Hex) -> Iterator[tuple[Step, Step]]:
    east, down = _middle(place)
    corners = [(east + dx, down + dy) for dx, dy in _CORNERS]
    return zip(corners, [*corners[1:], corners[0]], strict=True)


def _middle(place: Hex) -> Step:
    column, row = place
    return (3 * column - 1, 2 * row - 1 + (column + 1) % 2)
