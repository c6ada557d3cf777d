"""Which edges of a solid with many corners can be seen against a rectangle at all?

A solid that reaches down to the foot of the rectangle and below the eye hides everything under the highest place
that it shows on a ray. That place is where the ray first enters a solid with its top above the eye, and where it last
leaves one with its top below. Of all edges inside a wedge only those that are first or last somewhere are needed: as
many pieces as there are corners at most, where all edges in all slices would be the square of it. Under and over other
solids one sees through the openings between an edge that leaves and the next that enters: as many again at most.

Edges of a solid do not cross. Of two that both reach over some slices, the same one is before the other in all of them,
so one look in the middle decides: each edge is laid over few blocks of slices, each twice as long as those below it.
"""

import numpy as np

from astrike.dataclass import dataclass
from astrike.deadline import go_on
from astrike.geometry.arrays import Bools, Floats, Ints

_THIN = 1e-9  # t between faces too close to each other to tell by computing which comes first


@dataclass(frozen=True, slots=True, eq=False)
class EdgeReaches:
    """Edges (e,), each over the slices from begin to end; t on a ray is 1 / (near + v turn)."""

    begin: Ints
    end: Ints
    near: Floats
    turn: Floats
    enters: Bools

    def take(self, rows: Ints | Bools) -> "EdgeReaches":
        """Return some of the edges."""
        return EdgeReaches(
            self.begin[rows], self.end[rows], self.near[rows], self.turn[rows], self.enters[rows]
        )


@dataclass(frozen=True, slots=True, eq=False)
class SkyOpenings:
    """Where rays leave by an edge `before` and next enter by an edge `after` (m,): the slices from begin to end."""

    before: Ints
    after: Ints
    begin: Ints
    end: Ints


def outermost(edges: EdgeReaches, middle: Floats, *, last: Bools) -> Ints:
    """Return for each slice, by the v in its middle (s,), its first or last edge; -1 where there is none.

    `last` (e,) says of each edge whether the last on its rays is looked for.

    >>> edges = EdgeReaches(
    ...     begin=np.array([0, 1]), end=np.array([3, 2]), near=np.array([2.0, 4.0]), turn=np.zeros(2),
    ...     enters=np.array([True, True]),
    ... )
    >>> outermost(edges, np.array([-0.5, 0.0, 0.5, 0.9]), last=np.array([False, False])).tolist()
    [0, 1, 0, -1]
    """
    go_on()
    size = _size(len(middle))
    node, edge = _blocks(edges, size)
    value = _order(edges, edge, middle[_middle_of(node, size)], last=last)
    ranked = np.lexsort((value, node))
    is_best = np.ones(len(ranked), dtype=np.bool_)
    is_best[:-1] = node[ranked][1:] != node[ranked][:-1]
    best = np.full(2 * size, -1, dtype=np.intp)
    best[node[ranked[is_best]]] = edge[ranked[is_best]]

    first = 2
    while first <= size:
        here = np.arange(first, 2 * first)
        v = middle[np.minimum(_middle_of(here, size), len(middle) - 1)]
        best[here] = _better(edges, best[here], best[here >> 1], v, last=last)
        first *= 2
    return best[size : size + len(middle)]


def sky_openings(edges: EdgeReaches, left: Floats, right: Floats) -> SkyOpenings:
    """Return the openings between the edges in slices from `left` to `right` (s,) in v.

    >>> edges = EdgeReaches(
    ...     begin=np.array([0, 0, 1]), end=np.array([3, 3, 2]), near=np.array([4.0, 2.0, 3.0]), turn=np.zeros(3),
    ...     enters=np.array([False, True, True]),
    ... )
    >>> sides = np.array([-1.0, -0.5, 0.5, 1.0])
    >>> found = sky_openings(edges, sides[:-1], sides[1:])
    >>> found.after.tolist(), found.begin.tolist(), found.end.tolist()
    ([1, 2, 1], [0, 1, 2], [1, 2, 3])
    """
    go_on()
    lists = _Lists.of(edges, left, right)
    every = np.flatnonzero(edges.begin < edges.end)
    leaves = every[~edges.enters[every]]
    # Behind an edge another one follows where that begins, or one between them ends.
    begins = lists.next_to(every, edges.begin[every], (left + right)[edges.begin[every]] / 2, beyond=False)
    ends = lists.next_to(every, edges.end[every] - 1, (left + right)[edges.end[every] - 1] / 2, beyond=False)
    before = np.concatenate((leaves, begins, ends))
    begin = np.concatenate((edges.begin[leaves], edges.begin[every], edges.end[every]))
    real = (before >= 0) & ~edges.enters[before] & (begin < edges.end[before])
    key = np.unique(before[real] * (len(left) + 1) + begin[real])
    before, begin = key // (len(left) + 1), key % (len(left) + 1)
    end = edges.end[before]
    follows = before[1:] == before[:-1]
    end[:-1][follows] = begin[1:][follows]
    # Compared in the middle: where it begins the two may touch.
    v = (left[begin] + right[end - 1]) / 2
    after = lists.next_to(before, _slice_at(begin, end, right, v), v, beyond=True)
    real = (after >= 0) & edges.enters[after]
    return SkyOpenings(before[real], after[real], begin[real], end[real])


def _blocks(edges: EdgeReaches, size: int) -> tuple[Ints, Ints]:
    """Cover the reach of each edge by blocks, two of each length at most; return block and edge.

    Block 1 is all slices, the halves of block k are 2k and 2k + 1, and slice s is block `size` + s.
    """
    edge = np.flatnonzero(edges.begin < edges.end)
    low, high = edges.begin[edge] + size, edges.end[edge] + size
    nodes, owners = [np.zeros(0, dtype=np.intp)], [np.zeros(0, dtype=np.intp)]
    while len(edge):
        odd = (low & 1) == 1
        nodes.append(low[odd])
        owners.append(edge[odd])
        low = low + odd
        odd = ((high & 1) == 1) & (low < high)
        nodes.append(high[odd] - 1)
        owners.append(edge[odd])
        low, high = low >> 1, high >> 1
        left = low < high
        low, high, edge = low[left], high[left], edge[left]
    return np.concatenate(nodes), np.concatenate(owners)


def _middle_of(node: Ints, size: int) -> Ints:
    """Return a slice in the middle of each block."""
    length = size >> (np.frexp(node)[1].astype(np.intp) - 1)
    found: Ints = node * length - size + length // 2
    return found


def _size(slices: int) -> int:
    return 1 << max(slices - 1, 0).bit_length()


def _slice_at(begin: Ints, end: Ints, right: Floats, v: Floats) -> Ints:
    """Return of the slices from begin to end the one that holds v."""
    low, high = begin.copy(), end - 1
    while (low < high).any():
        middle = (low + high) // 2
        is_left = v <= right[middle]
        high = np.where(is_left, middle, high)
        low = np.where(is_left, low, np.minimum(middle + 1, high))
    return low


def _place(edges: EdgeReaches, edge: Ints, v: Floats) -> Floats:
    """Return t of the edges on rays; entering a little sooner, so that faces that touch overlap."""
    found: Floats = 1 / np.maximum(edges.near[edge] + edges.turn[edge] * v, 1.0) - _THIN * edges.enters[edge]
    return found


def _order(edges: EdgeReaches, edge: Ints, v: Floats, *, last: Bools) -> Floats:
    """Return numbers that are the larger, the nearer an edge is to being the one that is looked for."""
    found: Floats = np.where(last[edge], 1.0, -1.0) * _place(edges, edge, v)
    return found


def _better(edges: EdgeReaches, one: Ints, other: Ints, v: Floats, *, last: Bools) -> Ints:
    """Return the one of two edges that comes first or last on these rays; -1 is none."""
    found = np.where(one < 0, other, one)
    both = np.flatnonzero((one >= 0) & (other >= 0))
    v = v[both]
    is_other = _order(edges, other[both], v, last=last) > _order(edges, one[both], v, last=last)
    found[both[is_other]] = other[both[is_other]]
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Lists:
    """The edges over each block of slices, nearest first: those of block k from first[k] to first[k + 1]."""

    edges: EdgeReaches
    size: int
    first: Ints
    edge: Ints

    @classmethod
    def of(cls, edges: EdgeReaches, left: Floats, right: Floats) -> "_Lists":
        size = _size(len(left))
        node, edge = _blocks(edges, size)
        length = size >> (np.frexp(node)[1].astype(np.intp) - 1)
        start = node * length - size
        v = (left[start] + right[start + length - 1]) / 2
        order = np.lexsort((_place(edges, edge, v), node))
        first = np.searchsorted(node[order], np.arange(2 * size + 1))
        return cls(edges, size, first.astype(np.intp), edge[order])

    def next_to(self, edge: Ints, slices: Ints, v: Floats, *, beyond: bool) -> Ints:
        """Return the edge next beyond each of these, or next before it, on the ray at v in its slice; -1 is none."""
        at = _place(self.edges, edge, v)
        found = np.full(len(edge), -1, dtype=np.intp)
        gap = np.full(len(edge), np.inf)
        node = slices + self.size
        while len(node) and node[0] > 0:
            begin, stop = self.first[node], self.first[node + 1]
            some = np.flatnonzero(begin < stop)
            low, high = begin[some], stop[some]
            while (low < high).any():
                middle = np.minimum((low + high) // 2, len(self.edge) - 1)
                place = _place(self.edges, self.edge[middle], v[some])
                goes_on = (low < high) & ((place <= at[some]) if beyond else (place < at[some]))
                high = np.where(goes_on | (low >= high), high, middle)
                low = np.where(goes_on, middle + 1, low)
            pick = low if beyond else low - 1
            real = (pick >= begin[some]) & (pick < stop[some])
            some, pick = some[real], pick[real]
            away = np.abs(_place(self.edges, self.edge[pick], v[some]) - at[some])
            nearer = away < gap[some]
            found[some[nearer]], gap[some[nearer]] = self.edge[pick[nearer]], away[nearer]
            node = node >> 1
        return found
