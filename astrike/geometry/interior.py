"""Which places lie inside a shape, and how far from its rim?

For what is spread or written inside an outline: a shape is the edges of its rings with the even-odd rule. Unlike the
measuring modules this one does not care about touching: a place on the rim may count either way.
"""

import numpy as np

from astrike.geometry.arrays import Bools, Floats


def is_inside(tail: Floats, head: Floats, points: Floats) -> Bools:
    """Say for each point (n, 2) whether the rings with the edges from `tail` to `head`, both (m, 2), enclose it.

    >>> corner = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])
    >>> is_inside(corner, np.roll(corner, -1, axis=0), np.array([[1.0, 1.0], [3.0, 1.0]])).tolist()
    [True, False]
    """
    x, y = points[:, 0, None], points[:, 1, None]
    low, high = tail[None, :, 1], head[None, :, 1]
    spans = (low > y) != (high > y)
    rise = np.where(high != low, high - low, 1.0)
    crossing = tail[None, :, 0] + (head[None, :, 0] - tail[None, :, 0]) * (y - low) / rise
    return np.asarray(np.count_nonzero(spans & (x < crossing), axis=1) % 2 == 1)


def clearances(tail: Floats, head: Floats, points: Floats) -> Floats:
    """Give for each point (n, 2) the distance to the nearest of the edges from `tail` to `head`, both (m, 2).

    >>> clearances(np.array([[0.0, 0.0]]), np.array([[4.0, 0.0]]), np.array([[1.0, 3.0], [7.0, 4.0]])).tolist()
    [3.0, 5.0]
    """
    if not len(tail):
        return np.full(len(points), np.inf)
    edge = head - tail
    size = np.einsum("mk,mk->m", edge, edge)
    to_x = points[:, 0, None] - tail[None, :, 0]
    to_y = points[:, 1, None] - tail[None, :, 1]
    share = (to_x * edge[None, :, 0] + to_y * edge[None, :, 1]) / np.where(size > 0.0, size, 1.0)
    np.clip(share, 0.0, 1.0, out=share)
    to_x -= share * edge[None, :, 0]
    to_y -= share * edge[None, :, 1]
    return np.asarray(np.sqrt((to_x * to_x + to_y * to_y).min(axis=1)))
