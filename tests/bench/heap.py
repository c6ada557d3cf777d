"""Dijkstra's search as one writes it down in Python: what the search over the grid is timed against."""

import heapq
import math

import numpy as np


def cheapest(
    first: np.ndarray, end: np.ndarray, price: np.ndarray, *, start: int, limit: float
) -> np.ndarray:
    """Return the cost (n,) of the cheapest way from the start to each place, over steps listed by place."""
    steps_of = [
        list(zip(end[a:b].tolist(), price[a:b].tolist(), strict=True))
        for a, b in zip(first[:-1].tolist(), first[1:].tolist(), strict=True)
    ]
    cost = [math.inf] * len(steps_of)
    cost[start] = 0.0
    queue = [(0.0, start)]
    while queue:
        now, at = heapq.heappop(queue)
        if now > cost[at]:
            continue
        for to, inches in steps_of[at]:
            new = now + inches
            if new < cost[to] and new <= limit:
                cost[to] = new
                heapq.heappush(queue, (new, to))
    return np.array(cost)
