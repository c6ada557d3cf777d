"""How do stretches of one path come together: joined, covering all of it, or with the dearest price of each inch?

Spans are pairs of inches along the path; what they are over is known where they come from.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from astrike.geometry.arrays import Floats
from astrike.geometry.sweep import Spans
from astrike.tolerance import TOUCH


@dataclass(frozen=True, slots=True)
class Stretch:
    """From so many inches to so many the base is over terrain of one kind: the dearest piece there counts."""

    start: float
    end: float
    rate: float
    zones: tuple[int, ...]

    @property
    def inches(self) -> float:
        """Its length."""
        return self.end - self.start


def columns(spans: Spans) -> tuple[list[int], list[float], list[float]]:
    """Give the spans as numbers without the noise of computing: 8 decimals are a hundredth of a hair."""
    return spans.zone.tolist(), np.round(spans.start, 8).tolist(), np.round(spans.end, 8).tolist()


def covers(spans: Spans, total: float) -> bool:
    """Do the spans together leave nothing of the path out?"""
    reached = 0.0
    for start, end in sorted(zip(spans.start.tolist(), spans.end.tolist(), strict=True)):
        if start > reached + TOUCH:
            return False
        reached = max(reached, end)
    return reached >= total - TOUCH


def joined(spans: Iterable[tuple[float, float]], *, gap: float = TOUCH) -> list[tuple[float, float]]:
    """Join spans that overlap or are no more than the gap apart.

    >>> joined([(3, 4), (0, 1), (1, 2)])
    [(0, 2), (3, 4)]
    """
    found: list[tuple[float, float]] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1] + gap:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


def united(spans: Sequence[tuple[int, float, float]], rates: Floats) -> list[Stretch]:
    """Unite the spans of one kind; where several overlap the dearest counts, of equally dear ones the first."""
    if len(spans) == 1:
        ((zone, start, end),) = spans
        return [Stretch(start, end, float(rates[zone]), (zone,))]
    marks = sorted({at for _, start, end in spans for at in (start, end)})
    found: list[Stretch] = []
    for low, high in pairwise(marks):
        here = [(float(rates[zone]), zone) for zone, start, end in spans if start <= low and high <= end]
        if not here or high - low <= 0.0:
            continue
        rate = max(here)[0]
        zones = tuple(zone for price, zone in here if price == rate)
        last = found[-1] if found else None
        if last is not None and last.rate == rate and last.end == low:
            found[-1] = Stretch(last.start, high, rate, tuple(dict.fromkeys((*last.zones, *zones))))
        else:
            found.append(Stretch(low, high, rate, zones))
    return found


def bought(inches: float) -> float:
    """Give the inches paid for a stretch of costly ground: the first whole, then halves (CE p.33).

    >>> [bought(length) for length in (0.2, 1.0, 1.2, 1.5, 2.01)]
    [1.0, 1.0, 1.5, 1.5, 2.5]
    """
    return 1.0 if inches <= 1.0 + TOUCH else 1.0 + math.ceil((inches - 1.0 - TOUCH) * 2) / 2
