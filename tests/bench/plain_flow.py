"""How many ways lead across a field, by the flow through a grid of squares: the usual way, in plain Python.

Squares are as wide as a base, or narrower; each lets one way through. Shortest ways are added one after another, and a
later one may push an earlier one aside, until none is left. No more exact than the grid: it is timed, not believed.
"""

from collections import deque
from collections.abc import Sequence

import numpy as np
import shapely

Node = tuple[int, int, bool]
"""Row, column, and whether it is the side on which a way leaves the square."""


class PlainFlow:
    """A field in squares, ready to be flowed through from west to east."""

    def __init__(
        self, obstacles: Sequence[shapely.Geometry], *, width: float, depth: float, base: float, step: float
    ) -> None:
        x, y = np.arange(step / 2, width, step), np.arange(step / 2, depth, step)
        solid = shapely.union_all(list(obstacles))
        shapely.prepare(solid)
        places = shapely.points(*np.meshgrid(x, y))
        self.free = ~shapely.dwithin(solid, places, base / 2 - 1e-9)
        self.rows, self.columns = self.free.shape

    def ways(self) -> int:
        """Count the ways."""
        flow: set[tuple[Node, Node]] = set()
        count = 0
        while self._one_more(flow):
            count += 1
        return count

    def _one_more(self, flow: set[tuple[Node, Node]]) -> bool:
        """Find a shortest way in what is left, and take it."""
        first = [(row, 0, False) for row in range(self.rows) if self.free[row, 0]]
        starts = [node for node in first if (node, (node[0], 0, True)) not in flow]
        before: dict[Node, Node | None] = dict.fromkeys(starts)
        queue = deque(starts)
        while queue:
            node = queue.popleft()
            if node[1] == self.columns - 1 and node[2]:
                self._take(flow, before, node)
                return True
            for other in self._next(node, flow):
                if other not in before:
                    before[other] = node
                    queue.append(other)
        return False

    def _next(self, node: Node, flow: set[tuple[Node, Node]]) -> list[Node]:
        row, column, leaves = node
        beside = [
            (row + dy, column + dx)
            for dy, dx in ((0, 1), (1, 0), (-1, 0), (0, -1))
            if 0 <= row + dy < self.rows
            and 0 <= column + dx < self.columns
            and self.free[row + dy, column + dx]
        ]
        if leaves:
            found: list[Node] = [(*each, False) for each in beside if (node, (*each, False)) not in flow]
            inner = (row, column, False)
            return [*found, inner] if (inner, node) in flow else found
        found = [(*each, True) for each in beside if ((*each, True), node) in flow]
        inner = (row, column, True)
        return found if (node, inner) in flow else [*found, inner]

    def _take(self, flow: set[tuple[Node, Node]], before: dict[Node, Node | None], end: Node) -> None:
        node = end
        while (previous := before[node]) is not None:
            if (node, previous) in flow:
                flow.remove((node, previous))
            else:
                flow.add((previous, node))
            node = previous
