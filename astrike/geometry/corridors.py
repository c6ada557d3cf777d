"""How many ways of one width lead across a field with obstacles, side by side, and which gaps limit them?

Between two obstacles as many ways run as the gap is wide, in whole widths. The fewest that any chain of gaps from one
wall to the other lets through is the number of ways that do not meet (the thick paths of Arkin, Mitchell and
Polishchuk); so one shortest way through a graph of gaps answers exactly, without a grid.
"""

import heapq
import math
from collections.abc import Iterator, Sequence
from typing import Final, Literal

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import (
    EPSILON,
    Box,
    Floats,
    Ints,
    Point,
    Shapes,
    boxes,
    distances,
    intersections,
    make_box,
    nearest_lines,
    segments,
    shape_array,
)
from astrike.tolerance import TOUCH

Course = Literal["west-east", "south-north"]
"""The two edges that are joined."""

FIRST_WALL: Final = -1
"""The south or west wall, which takes the place of an obstacle at the beginning of a chain."""
LAST_WALL: Final = -2
"""The north or east wall, which takes the place of an obstacle at the end of a chain."""
_GAPS, _OBSTACLE = 0, 1
"""What waits in the search: gaps that are still to be measured, or an obstacle that is reached."""
_AT_ONCE: Final = 6
"""Gaps that are measured together."""
_FEW: Final = 300
"""Obstacles up to which the boxes of all are compared at once."""
_HAIR: Final = 1e-9
"""Inches by which boxes may lie farther apart than what is in them, by rounding."""


@dataclass(frozen=True, slots=True)
class ObstacleGap:
    """The shortest line between two obstacles."""

    one: int
    """Index of the obstacle; or a wall."""
    other: int
    width: float
    """What of it lets a disc through: as much wider than the line as the obstacles are grown."""
    line: tuple[Point, Point]
    """From the one to the other; both ends are one place where they touch."""


@dataclass(frozen=True, slots=True)
class Corridors:
    """How many ways there are that do not meet, and the gaps from wall to wall that let no more through."""

    count: int
    course: Course
    chain: tuple[ObstacleGap, ...]
    """In order; gaps without width are where obstacles touch each other or a wall."""


def farthest_courses(width: float, depth: float) -> tuple[Course, ...]:
    """Say between which edges of a table it is farthest; both pairs where it is square.

    >>> farthest_courses(48, 36), farthest_courses(36, 48), farthest_courses(48, 48)
    (('west-east',), ('south-north',), ('west-east', 'south-north'))
    """
    if abs(width - depth) <= TOUCH:
        return "west-east", "south-north"
    return ("west-east",) if width > depth else ("south-north",)


def corridors(
    obstacles: Shapes,
    frame: Box,
    *,
    base: float,
    course: Course,
    slack: float = 0.0,
    grown: Floats | None = None,
) -> Corridors:
    """Count the ways for a disc so wide from one edge of the frame to the opposite one that do not meet.

    The two other edges are walls. Obstacles are areas or lines and may overlap; what lies outside the frame does not
    count. A gap exactly as wide as the base is wide enough. All gaps are taken to be `slack` wider than they are.
    `grown` (n,) says of obstacles that are places where the disc's middle may not be by how much they reach beyond what
    stops it: gaps beside them are so much wider, but where they meet another or a wall there is none.

    >>> from astrike.geometry.arrays import make_polygon, shape_array
    >>> wall = shape_array([make_polygon([(4, 2), (5, 2), (5, 8.5), (4, 8.5)])])
    >>> found = corridors(wall, (0, 0, 12, 10), base=1, course="west-east")
    >>> found.count, [gap.width for gap in found.chain]
    (3, [2.0, 1.5])
    """
    shapes, owner = _clipped(obstacles, frame)
    beyond = np.zeros(len(shapes)) if grown is None else grown[owner]
    south, north = _walls(frame, course)
    low, high = (1, 3) if course == "west-east" else (0, 2)
    near = boxes(shapes)
    search = _Search(
        shapes,
        near,
        beyond,
        to_first=_room(near[:, low] - frame[low], beyond),
        to_last=_room(frame[high] - near[:, high], beyond),
        length=frame[high] - frame[low],
        base=base,
        slack=slack,
    )
    count, way = search.cheapest()
    chain = _gaps(shapes, owner, beyond, (FIRST_WALL, *way, LAST_WALL), south=south, north=north)
    return Corridors(count, course, chain)


def _room(apart: Floats, beyond: Floats) -> Floats:
    """Return how wide gaps are of which the lines are so long; there is none where two touch."""
    found: Floats = np.where(apart <= EPSILON, 0.0, apart + beyond)
    return found


def bases_that_fit(width: float, base: float, *, slack: float = 0.0) -> int:
    """Say how many discs so wide fit side by side into a gap.

    >>> bases_that_fit(2.5, 1.25), bases_that_fit(1.2499999, 1.25), bases_that_fit(1.24, 1.25)
    (2, 1, 0)
    """
    return max(0, math.floor((width + slack + TOUCH) / base))


def _clipped(obstacles: Shapes, frame: Box) -> tuple[Shapes, Ints]:
    """Return the parts of the obstacles within the frame, and the obstacle of each."""
    west, south, east, north = frame
    box = boxes(obstacles)
    inside = (box[:, 0] >= west) & (box[:, 1] >= south) & (box[:, 2] <= east) & (box[:, 3] <= north)
    beside = (box[:, 0] > east) | (box[:, 1] > north) | (box[:, 2] < west) | (box[:, 3] < south)
    kept = np.flatnonzero(~beside)
    shapes = obstacles[kept].copy()
    cut = np.flatnonzero(~inside[kept])
    if len(cut):
        shapes[cut] = intersections(shapes[cut], shape_array([make_box(frame)] * len(cut)))
    real = ~np.isnan(boxes(shapes)[:, 0])
    return shapes[real], kept[real].astype(np.intp)


def _walls(frame: Box, course: Course) -> tuple[Shapes, Shapes]:
    west, south, east, north = frame
    corners = np.array([(west, south), (east, south), (west, north), (east, north)], dtype=np.float64)
    first, last = ((0, 1), (2, 3)) if course == "west-east" else ((0, 2), (1, 3))
    return (
        segments(corners[[first[0]]], corners[[first[1]]]),
        segments(corners[[last[0]]], corners[[last[1]]]),
    )


class _Search:
    """Looks for the fewest ways that a chain from wall to wall lets through.

    Gaps are measured only once it is known that the boxes around two obstacles lie near enough: most pairs have others
    between them, and never are.
    """

    def __init__(
        self,
        shapes: Shapes,
        box: Floats,
        beyond: Floats,
        *,
        to_first: Floats,
        to_last: Floats,
        length: float,
        base: float,
        slack: float,
    ) -> None:
        self.shapes, self.low, self.high, self.beyond = shapes, box[:, :2], box[:, 2:], beyond
        self.base, self.slack = base, slack
        self.straight = (bases_that_fit(length, base, slack=slack), length)
        self.starts = self._costs(to_first)
        self.ends = self._costs(to_last)
        self.least = self._least(slice(None)) if len(shapes) <= _FEW else None

    def _least(self, some: slice) -> tuple[Ints, Floats]:
        """Give for some obstacles how many ways run to each at least, and how wide the gaps are at least: (k, n)."""
        low, high = self.low[some, None], self.high[some, None]
        off = np.maximum(np.maximum(self.low - high, low - self.high), 0.0)
        gap = np.hypot(off[..., 0], off[..., 1]) - _HAIR
        gap = np.where(gap <= EPSILON, 0.0, gap + (self.beyond + self.beyond[some, None]))
        rooms = np.maximum(np.floor((gap + self.slack + TOUCH) / self.base), 0.0).astype(np.intp)
        return rooms, gap - _HAIR

    def cheapest(self) -> tuple[int, tuple[int, ...]]:
        """Return the number of ways, and the obstacles of the chain; of equals the shortest."""
        best, last = self.straight, FIRST_WALL
        costs = list(self.starts)
        counts = np.array([count for count, _ in costs], dtype=np.intp)
        runs = np.array([run for _, run in costs], dtype=np.float64)
        before = [FIRST_WALL] * len(costs)
        turn: dict[int, int] = {FIRST_WALL: -1}
        waiting: dict[int, _Waiting] = {}
        # At the same cost gaps come before obstacles: who is reached is sure only once no gap can lead there cheaper.
        queue = [(*cost, _OBSTACLE, k) for k, cost in enumerate(costs) if cost < best]
        heapq.heapify(queue)
        while queue:
            count, run, what, k = heapq.heappop(queue)
            if (count, run) >= best:
                break
            if what == _OBSTACLE:
                if k in turn:
                    continue
                turn[k] = len(turn)
                total = (count + self.ends[k][0], run + self.ends[k][1])
                if total < best:
                    best, last = total, k
                counts[k] = -1  # nobody gets there cheaper any more
                waiting[k] = self._around(k, (count, run), counts, runs, best)
            else:
                here = costs[k]
                for other, room, gap in self._measured(k, waiting[k].next(costs)):
                    cost = (here[0] + room, here[1] + gap)
                    if cost < costs[other] and cost < best:
                        costs[other], before[other] = cost, k
                        counts[other], runs[other] = cost
                        heapq.heappush(queue, (*cost, _OBSTACLE, other))
                    elif cost == costs[other] and turn[k] < turn[before[other]]:
                        before[other] = k
            if (least := waiting[k].least()) is not None:
                heapq.heappush(queue, (*least, _GAPS, k))
        return best[0], _way_back(before, last)

    def _costs(self, gaps: Floats) -> list[tuple[int, float]]:
        rooms = np.maximum(np.floor((gaps + self.slack + TOUCH) / self.base), 0.0).astype(np.intp)
        return list(zip(rooms.tolist(), gaps.tolist(), strict=True))

    def _around(
        self, k: int, here: tuple[int, float], counts: Ints, runs: Floats, best: tuple[int, float]
    ) -> "_Waiting":
        """Give the obstacles that could be reached from one, with the least that it can cost, the cheapest first."""
        rooms, gaps = self._least(slice(k, k + 1)) if self.least is None else self.least
        row = 0 if self.least is None else k
        count, run = here[0] + rooms[row], here[1] + gaps[row]
        cheaper = (count < counts) | ((count == counts) & (run <= runs))
        cheaper &= (count < best[0]) | ((count == best[0]) & (run < best[1]))
        others = np.flatnonzero(cheaper)
        others = others[np.lexsort((run[others], count[others]))]
        return _Waiting(others.tolist(), list(zip(count[others].tolist(), run[others].tolist(), strict=True)))

    def _measured(self, k: int, others: list[int]) -> Iterator[tuple[int, int, float]]:
        """Measure the gaps from one obstacle to some others: how many ways run there, and how wide it is."""
        if not others:
            return
        low, high = np.minimum(others, k), np.maximum(others, k)
        apart = _room(distances(self.shapes[low], self.shapes[high]), self.beyond[low] + self.beyond[high])
        for other, (room, gap) in zip(others, self._costs(apart), strict=True):
            yield other, room, gap


class _Waiting:
    """Obstacles around one that are still to be measured, and what each costs at least."""

    def __init__(self, others: list[int], costs: list[tuple[int, float]]) -> None:
        self._others, self._costs, self._first = others, costs, 0

    def least(self) -> tuple[int, float] | None:
        """Give the least that any of them costs; None where none is left."""
        return self._costs[self._first] if self._first < len(self._costs) else None

    def next(self, reached: Sequence[tuple[int, float]]) -> list[int]:
        """Give some more of them: those that nobody has reached cheaper meanwhile."""
        some = range(self._first, min(self._first + _AT_ONCE, len(self._others)))
        self._first = some.stop
        return [self._others[n] for n in some if self._costs[n] <= reached[self._others[n]]]


def _way_back(before: Sequence[int], last: int) -> tuple[int, ...]:
    way: list[int] = []
    while last >= 0:
        way.append(last)
        last = before[last]
    return tuple(reversed(way))


def _gaps(
    shapes: Shapes, owner: Ints, beyond: Floats, chain: Sequence[int], *, south: Shapes, north: Shapes
) -> tuple[ObstacleGap, ...]:
    """Return the gaps of a chain."""
    inside = list(chain[1:-1])
    lines = nearest_lines(
        np.concatenate((south, shapes[inside])), np.concatenate((shapes[inside], north))
    ).tolist()
    names = [FIRST_WALL, *owner[inside].tolist(), LAST_WALL]
    more = [0.0, *beyond[inside].tolist(), 0.0]
    found: list[ObstacleGap] = []
    for k, (start, end) in enumerate(lines):
        length = math.dist(start, end)
        width = 0.0 if length <= EPSILON else length + more[k] + more[k + 1]
        found.append(ObstacleGap(names[k], names[k + 1], width, ((start[0], start[1]), (end[0], end[1]))))
    return tuple(found)
