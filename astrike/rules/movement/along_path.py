"""How do stretches of one path come together, and how does something found along it become a reason or a check?

Stretches are pairs of inches along the path: joined, covering all of it, or with the highest cost of each inch.
Reasons and checks have a key, a page, an inch and a place.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Floats
from astrike.geometry.swept_overlaps import Spans
from astrike.model.explain import NO_FACTS, Facts
from astrike.model.movement import MoveCheck, MoveReason
from astrike.rulebook.row import RulebookRow
from astrike.rulebook.schema import Edition
from astrike.rules.movement.declared_move import MoveCase
from astrike.tolerance import TOUCH


@dataclass(frozen=True, slots=True)
class PathStretch:
    """From so many inches to so many the base is over terrain of one kind: the most expensive piece there counts."""

    start: float
    end: float
    rate: float
    zones: tuple[int, ...]

    @property
    def inches(self) -> float:
        """Its length."""
        return self.end - self.start


def rounded_spans(spans: Spans) -> tuple[list[int], list[float], list[float]]:
    """Give the spans as numbers without the noise of computing: 8 decimals are a hundredth of a hair."""
    return spans.zone.tolist(), np.round(spans.start, 8).tolist(), np.round(spans.end, 8).tolist()


def spans_cover(spans: Spans, total: float) -> bool:
    """Do the spans together leave nothing of the path out?"""
    reached = 0.0
    for start, end in sorted(zip(spans.start.tolist(), spans.end.tolist(), strict=True)):
        if start > reached + TOUCH:
            return False
        reached = max(reached, end)
    return reached >= total - TOUCH


def joined_spans(spans: Iterable[tuple[float, float]], *, gap: float = TOUCH) -> list[tuple[float, float]]:
    """Join spans that overlap or are no more than the gap apart.

    >>> joined_spans([(3, 4), (0, 1), (1, 2)])
    [(0, 2), (3, 4)]
    """
    found: list[tuple[float, float]] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1] + gap:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


def united_stretches(spans: Sequence[tuple[int, float, float]], rates: Floats) -> list[PathStretch]:
    """Unite the spans of one kind; where several overlap the most expensive counts, of equal ones the first."""
    if len(spans) == 1:
        ((zone, start, end),) = spans
        return [PathStretch(start, end, float(rates[zone]), (zone,))]
    marks = sorted({at for _, start, end in spans for at in (start, end)})
    found: list[PathStretch] = []
    for low, high in pairwise(marks):
        here = [(float(rates[zone]), zone) for zone, start, end in spans if start <= low and high <= end]
        if not here or high - low <= 0.0:
            continue
        rate = max(here)[0]
        zones = tuple(zone for cost, zone in here if cost == rate)
        last = found[-1] if found else None
        if last is not None and last.rate == rate and last.end == low:
            found[-1] = PathStretch(last.start, high, rate, tuple(dict.fromkeys((*last.zones, *zones))))
        else:
            found.append(PathStretch(low, high, rate, zones))
    return found


def inches_paid(inches: float) -> float:
    """Give the inches paid for a stretch of costly ground: the first whole, then halves (CE p.33).

    >>> [inches_paid(length) for length in (0.2, 1.0, 1.2, 1.5, 2.01)]
    [1.0, 1.0, 1.5, 1.5, 2.5]
    """
    return 1.0 if inches <= 1.0 + TOUCH else 1.0 + math.ceil((inches - 1.0 - TOUCH) * 2) / 2


def reason_along(
    case: MoveCase, key: str, start: float, end: float, *, by: str | None = None, measured: Facts = NO_FACTS
) -> MoveReason:
    """Make a reason from the edition's table that holds from so many inches of the path to so many."""
    row = reason_row(case.prepared.edition, key)
    place, leg = _where(case, start)
    return MoveReason(
        key, row.unknown or row.label, row.cite, start, max(start, end), place, leg, by, measured
    )


def reason_row(edition: Edition, key: str) -> RulebookRow:
    """Give the row of a reason; where no source prints a figure that is needed, the row that says so is the reason."""
    for table in (edition.reasons, edition.going, edition.numbers):
        if key in table:
            return table[key]
    return edition.prices[key]


def check_along(
    case: MoveCase, key: str, at: float, *, by: str | None = None, measured: Facts = NO_FACTS
) -> MoveCheck:
    """Make a check from the edition's table of hazards after so many inches of the path."""
    row = case.prepared.edition.hazards[key]
    place, _ = _where(case, at)
    return MoveCheck(key, row.label, row.cite, at, place, None, by, measured)


def place_along(case: MoveCase, at: float) -> tuple[float, float]:
    """Give the centre's place after so many inches of the path."""
    x, y = case.track.at([at])[0]
    return float(x), float(y)


def _where(case: MoveCase, at: float) -> tuple[tuple[float, float], int]:
    """Give the centre's place and the leg; what happens at a bend belongs to the leg that ends there."""
    track = case.track
    leg = int(track.offset[1:-1].searchsorted(max(at - TOUCH, 0.0), side="right"))
    along = min(max(at - float(track.offset[leg]), 0.0), float(track.length[leg]))
    (x, y), (east, north) = track.start[leg].tolist(), track.heading[leg].tolist()
    return (x + east * along, y + north * along), leg
