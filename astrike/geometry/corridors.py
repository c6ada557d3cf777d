"""How many ways of one width lead across a field with obstacles, side by side, and which gaps limit them?

Between two obstacles as many ways run as the gap is wide, in whole widths. The fewest that any chain of gaps from one
wall to the other lets through is the number of ways that do not meet (the thick paths of Arkin, Mitchell and
Polishchuk); so one shortest way through a graph of gaps answers exactly, without a grid.
"""

import heapq
import math
from collections.abc import Sequence
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
_MANY: Final = 300
"""Obstacles from which on ways are few, and pairs many."""
_FIRST_LOOK: Final = 4
"""Ways of room up to which gaps are considered first; twice as many each time that this was too few."""


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
    to_first = _room(near[:, low] - frame[low], beyond)
    to_last = _room(frame[high] - near[:, high], beyond)
    length = frame[high] - frame[low]
    look = _FIRST_LOOK if len(shapes) <= _MANY else _FIRST_LOOK // 2
    while True:
        reach = look * base - min(slack, 0.0)
        one, other = _box_pairs(near, reach)
        apart = distances(shapes[one], shapes[other])
        apart = _room(apart, beyond[one] + beyond[other])
        count, way = _cheapest(
            one, other, apart, to_first=to_first, to_last=to_last, length=length, base=base, slack=slack
        )
        # A gap that was not considered lets at least `look` ways through by itself.
        if count <= look or reach > length:
            break
        look *= 2
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


def _box_pairs(box: Floats, reach: float) -> tuple[Ints, Ints]:
    """Return the pairs i < j of boxes that are at most so far apart."""
    one, other = np.triu_indices(len(box), 1)
    off = np.maximum(box[one, :2] - box[other, 2:], box[other, :2] - box[one, 2:])
    near = np.flatnonzero((np.maximum(off, 0.0) ** 2).sum(axis=1) <= reach**2)
    return one[near].astype(np.intp), other[near].astype(np.intp)


def _walls(frame: Box, course: Course) -> tuple[Shapes, Shapes]:
    west, south, east, north = frame
    corners = np.array([(west, south), (east, south), (west, north), (east, north)], dtype=np.float64)
    first, last = ((0, 1), (2, 3)) if course == "west-east" else ((0, 2), (1, 3))
    return (
        segments(corners[[first[0]]], corners[[first[1]]]),
        segments(corners[[last[0]]], corners[[last[1]]]),
    )


def _cheapest(
    one: Ints,
    other: Ints,
    apart: Floats,
    *,
    to_first: Floats,
    to_last: Floats,
    length: float,
    base: float,
    slack: float,
) -> tuple[int, tuple[int, ...]]:
    """Return the fewest ways that a chain from wall to wall lets through, and its obstacles; of equals the shortest."""
    beside: list[list[tuple[int, float, int]]] = [[] for _ in to_first]
    rooms = np.maximum(np.floor((apart + slack + TOUCH) / base), 0.0).astype(np.intp)
    for a, b, gap, room in zip(one.tolist(), other.tolist(), apart.tolist(), rooms.tolist(), strict=True):
        beside[a].append((room, gap, b))
        beside[b].append((room, gap, a))
    best = (bases_that_fit(length, base, slack=slack), length)
    last = FIRST_WALL
    costs = [(bases_that_fit(gap, base, slack=slack), gap) for gap in to_first.tolist()]
    ends = [(bases_that_fit(gap, base, slack=slack), gap) for gap in to_last.tolist()]
    before = [FIRST_WALL] * len(costs)
    done = [False] * len(costs)
    queue = [(*cost, k) for k, cost in enumerate(costs) if cost < best]
    heapq.heapify(queue)
    while queue:
        count, run, k = heapq.heappop(queue)
        if (count, run) >= best:
            break
        if done[k]:
            continue
        done[k] = True
        total = (count + ends[k][0], run + ends[k][1])
        if total < best:
            best, last = total, k
        for room, gap, neighbor in beside[k]:
            cost = (count + room, run + gap)
            if not done[neighbor] and cost < costs[neighbor] and cost < best:
                costs[neighbor] = cost
                before[neighbor] = k
                heapq.heappush(queue, (*cost, neighbor))
    return best[0], _way_back(before, last)


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
