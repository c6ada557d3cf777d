"""How long does something take? Medians of processor time, in one process and in turns."""

import gc
import statistics
import time
from collections.abc import Callable

RUNS = 7
Work = Callable[[], object]


def medians(*works: Work, runs: int = RUNS) -> tuple[float, ...]:
    """Return the median of each work's processor seconds; they take turns, so that a slow minute hits all."""
    for work in works:
        work()
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(runs):
        for work, seconds in zip(works, taken, strict=True):
            gc.collect()
            start = time.process_time()
            work()
            seconds.append(time.process_time() - start)
    return tuple(statistics.median(seconds) for seconds in taken)


def ms(seconds: float) -> str:
    """Write a time down for orientation."""
    return f"{seconds * 1000:.3g} ms"


def cheapest(work: Work, *, before: Work = lambda: None, runs: int = 3, within: float = 1.0) -> float:
    """Return the fewest processor seconds that a work took; `before` each run something else is done, and not counted.

    It is done once to warm up, then again until there were so many runs, or that many seconds are spent.
    """
    before()
    work()
    taken: list[float] = []
    while len(taken) < runs and sum(taken) < within:
        before()
        gc.collect()
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return min(taken)
