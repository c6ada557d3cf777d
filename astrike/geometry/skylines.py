"""Which edges of a solid with many corners can be seen against a rectangle at all?

A solid that reaches down to the foot of the rectangle and below the eye hides everything under the highest place
that it shows on a ray. That place is where the ray first enters a solid with its top above the eye, and where it last
leaves one with its top below. Of all edges inside a wedge only those that are first or last somewhere are needed: as
many pieces as there are corners at most, where all edges in all slices would be the square of it.

Edges of a solid do not cross. Of two that both reach over some slices, the same one is before the other in all of them,
so one look in the middle decides: each edge is laid over few blocks of slices, each twice as long as those below it.
"""

from dataclasses import dataclass

import numpy as np

from astrike.geometry.arrays import Bools, Floats, Ints

_THIN = 1e-9  # t between faces too close to each other to tell by computing which comes first


@dataclass(frozen=True, slots=True, eq=False)
class Reaches:
    """Edges (e,), each over the slices from begin to end; t on a ray is 1 / (near + v turn)."""

    begin: Ints
    end: Ints
    near: Floats
    turn: Floats
    enters: Bools
    last: Bools
    """Whether the last edge on each ray is looked for, or the first."""


def outermost(edges: Reaches, middle: Floats) -> Ints:
    """Return for each slice, by the v in its middle (s,), its first or last edge; -1 where there is none.

    >>> edges = Reaches(
    ...     begin=np.array([0, 1]), end=np.array([3, 2]), near=np.array([2.0, 4.0]), turn=np.zeros(2),
    ...     enters=np.array([True, True]), last=np.array([False, False]),
    ... )
    >>> outermost(edges, np.array([-0.5, 0.0, 0.5, 0.9])).tolist()
    [0, 1, 0, -1]
    """
    size = 1 << max(len(middle) - 1, 0).bit_length()
    node, edge = _blocks(edges, size)
    value = _order(edges, edge, middle[_middle_of(node, size)])
    ranked = np.lexsort((value, node))
    is_best = np.ones(len(ranked), dtype=np.bool_)
    is_best[:-1] = node[ranked][1:] != node[ranked][:-1]
    best = np.full(2 * size, -1, dtype=np.intp)
    best[node[ranked[is_best]]] = edge[ranked[is_best]]

    first = 2
    while first <= size:
        here = np.arange(first, 2 * first)
        best[here] = _better(edges, best[here], best[here >> 1], middle, slices=_middle_of(here, size))
        first *= 2
    return best[size : size + len(middle)]


def _blocks(edges: Reaches, size: int) -> tuple[Ints, Ints]:
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


def _order(edges: Reaches, edge: Ints, v: Floats) -> Floats:
    """Return numbers that are the larger, the nearer an edge is to being the one that is looked for."""
    t = 1 / np.maximum(edges.near[edge] + edges.turn[edge] * v, 1.0)
    found: Floats = np.where(edges.last[edge], 1.0, -1.0) * (t - _THIN * edges.enters[edge])
    return found


def _better(edges: Reaches, one: Ints, other: Ints, middle: Floats, *, slices: Ints) -> Ints:
    """Return the one of two edges that comes first or last in these slices; -1 is none."""
    found = np.where(one < 0, other, one)
    both = np.flatnonzero((one >= 0) & (other >= 0))
    v = middle[slices[both]]
    is_other = _order(edges, other[both], v) > _order(edges, one[both], v)
    found[both[is_other]] = other[both[is_other]]
    return found
