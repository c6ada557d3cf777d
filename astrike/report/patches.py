"""Which outlines do the cells of a grid make together, and where in a patch is there room for a word?

Cells are (column, row); their corners are whole numbers, the cell (0, 0) reaching from (0, 0) to (1, 1).
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

Cell = tuple[int, int]
_SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


@dataclass(frozen=True, slots=True)
class Patch:
    """Cells that hang together by their sides, and those of them that are farthest from the edge."""

    cells: frozenset[Cell]
    deepest: tuple[Cell, ...]
    depth: int
    """How many steps it takes from these to leave the patch."""


def outlines(cells: Collection[Cell]) -> list[list[Cell]]:
    """Give the rings around cells, corners only; holes have rings of their own.

    >>> outlines({(0, 0), (1, 0)})
    [[(0, 0), (2, 0), (2, 1), (0, 1)]]
    """
    ahead: dict[Cell, list[Cell]] = {}
    for column, row in sorted(cells):
        for (dx, dy), start, end in (
            ((0, -1), (column, row), (column + 1, row)),
            ((1, 0), (column + 1, row), (column + 1, row + 1)),
            ((0, 1), (column + 1, row + 1), (column, row + 1)),
            ((-1, 0), (column, row + 1), (column, row)),
        ):
            if (column + dx, row + dy) not in cells:
                ahead.setdefault(start, []).append(end)
    found: list[list[Cell]] = []
    while ahead:
        first = next(iter(ahead))
        ring, place = [], first
        while True:
            ring.append(place)
            ends = ahead[place]
            following = ends.pop()
            if not ends:
                del ahead[place]
            place = following
            if place == first:
                break
        found.append(_corners(ring))
    return found


def _corners(ring: list[Cell]) -> list[Cell]:
    """Leave out what lies on a straight line between its neighbours."""
    kept = []
    for i, (x, y) in enumerate(ring):
        (ax, ay), (bx, by) = ring[i - 1], ring[(i + 1) % len(ring)]
        if (x - ax, y - ay) != (bx - x, by - y):
            kept.append((x, y))
    return kept


def patches(cells: Iterable[Cell]) -> list[Patch]:
    """Give the patches that cells make, the deepest first.

    >>> [(patch.deepest, patch.depth) for patch in patches({(0, 0), (5, 5), (6, 5)})]
    [(((5, 5), (6, 5)), 1), (((0, 0),), 1)]
    """
    left = set(cells)
    depth = _depths(left)
    found: list[Patch] = []
    for first in sorted(left):
        if first not in left:
            continue
        left.remove(first)
        members, edge = {first}, [first]
        while edge:
            x, y = edge.pop()
            for dx, dy in _SIDES:
                beside = (x + dx, y + dy)
                if beside in left:
                    left.remove(beside)
                    members.add(beside)
                    edge.append(beside)
        greatest = max(depth[cell] for cell in members)
        deepest = tuple(sorted(cell for cell in members if depth[cell] == greatest))
        found.append(Patch(frozenset(members), deepest, greatest))
    return sorted(found, key=lambda patch: (-patch.depth, -len(patch.cells), patch.deepest))


def _depths(cells: Collection[Cell]) -> dict[Cell, int]:
    """Give each cell the number of steps to the nearest cell that is not one of them."""
    depth: dict[Cell, int] = {}
    shore = [(x, y) for x, y in cells if any((x + dx, y + dy) not in cells for dx, dy in _SIDES)]
    steps = 1
    while shore:
        depth.update(dict.fromkeys(shore, steps))
        steps += 1
        shore = list(
            {
                (x + dx, y + dy)
                for x, y in shore
                for dx, dy in _SIDES
                if (x + dx, y + dy) in cells and (x + dx, y + dy) not in depth
            }
        )
    return depth
