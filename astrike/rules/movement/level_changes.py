"""What do changes of level cost, and where are they steeper than a unit climbs?

Given the height under the centre along a path: which inches of height are paid and where, and which rise within which
travel is too much. How high the ground is, is measured elsewhere. Sources: CE pp.34-35, 66; AS p.30 and the answers to
it.
"""

import math
from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Floats, Ints
from astrike.geometry.profile import Profile
from astrike.tolerance import TOUCH

_AT_ONCE: Final = 1_000_000
"""Pairs of places along a path that are compared in one go: bounds the memory."""


@dataclass(frozen=True, slots=True)
class PaidHeight:
    """Inches of height paid at one place of the path."""

    at: float
    height: float


@dataclass(frozen=True, slots=True)
class SteepStretch:
    """Too much height within too little travel: from the first to the last change of level of it."""

    at: float
    until: float
    rise: float
    inches: float
    """Travel between the two changes of level that are too much together."""


@dataclass(frozen=True, slots=True)
class LevelChange:
    """A sudden change of level under the centre."""

    at: float
    before: float
    after: float


# ---- what is paid


def paid_heights(profile: Profile, *, free: float, step: float, is_whole: bool) -> list[PaidHeight]:
    """List the heights paid along a path.

    What is below `free` inches costs nothing until it adds up: the difference between the height and what has been
    paid for is settled as soon as it reaches that (CE p.35), in portions of `step`, or rounded to whole inches.
    """
    return _settled(profile, free=free, step=step, is_whole=is_whole, slopes_by_inch=False)


def paid_by_inch(profile: Profile, *, free: float, step: float, is_whole: bool) -> list[PaidHeight]:
    """List the heights paid where every started inch of travel on a slope counts as an inch of height (AS).

    A slope that rises more than an inch per inch is paid by its height.
    """
    return _settled(profile, free=free, step=step, is_whole=is_whole, slopes_by_inch=True)


def _settled(
    profile: Profile, *, free: float, step: float, is_whole: bool, slopes_by_inch: bool
) -> list[PaidHeight]:
    parts = _parts(profile)
    if not parts:
        return []
    paid: list[PaidHeight] = []
    known = origin = parts[0][2]

    def settle(at: float, level: float) -> None:
        nonlocal known
        # Rounded heights are counted from the start, so that half an inch is not paid up and at once down again.
        due = _due(abs(level - origin), free=free, step=step, is_whole=True) if is_whole else 0.0
        whole = origin + math.copysign(due, level - origin)
        height = (
            abs(whole - known) if is_whole else _due(abs(level - known), free=free, step=step, is_whole=False)
        )
        if height > TOUCH:
            paid.append(PaidHeight(at, height))
            known = whole if is_whole else known + math.copysign(height, level - known)

    slope: tuple[float, float] | None = None
    for start, end, low, high in parts:
        is_slope = slopes_by_inch and abs(high - low) > TOUCH
        if slope is not None and not (is_slope and start - slope[1] <= TOUCH):
            slope = None
        if not is_slope or slope is None:
            settle(start, low)
        if not is_slope:
            settle(end, high)
            continue
        begin = start if slope is None else slope[0]
        before = math.ceil(start - begin - TOUCH) if start > begin else 0
        inches = math.ceil(end - begin - TOUCH)
        height = max(float(inches - before), _due(abs(high - low), free=free, step=step, is_whole=is_whole))
        if height > 0.0:
            paid.append(PaidHeight(start, height))
        known = origin = high
        slope = (begin, end)
    return paid


def _due(difference: float, *, free: float, step: float, is_whole: bool) -> float:
    """Give the height to be paid for a difference of level.

    >>> [_due(d, free=0.5, step=0.5, is_whole=False) for d in (0.4, 0.5, 0.9, 1.0)]
    [0.0, 0.5, 0.5, 1.0]
    >>> [_due(d, free=0.5, step=0.5, is_whole=True) for d in (0.4, 0.5, 1.4, 1.5)]
    [0.0, 1.0, 1.0, 2.0]
    """
    if difference < free - TOUCH:
        return 0.0
    if is_whole:
        return float(math.floor(difference + 0.5 + TOUCH))
    return step * math.floor((difference + TOUCH) / step)


# ---- what is too steep


def level_changes_of(profile: Profile) -> list[LevelChange]:
    """List the sudden changes of level along a path."""
    parts = _parts(profile)
    return [
        LevelChange(later[0], earlier[3], later[2])
        for earlier, later in pairwise(parts)
        if abs(later[2] - earlier[3]) > TOUCH
    ]


def steep_within(profile: Profile, *, most: float, window: float) -> list[SteepStretch]:
    """List where the height changes by more than `most` within any half-open window of travel (CE pp.34-35).

    Steps at s and at s + window are not in one window: by then that much has been traveled.
    """
    if _range(profile) <= most:
        return []
    return _too_much(*_corners(profile, window), most=most, window=window)


def steep_in_sum(profile: Profile, *, most: float, window: float) -> list[SteepStretch]:
    """List where the height changes by more than `most` within any such window, what goes up and down added."""
    at, z = _corners(profile, window)
    climbed = np.append(0.0, np.cumsum(np.abs(np.diff(z)))) if len(z) else z
    return _too_much(at, climbed, most=most, window=window) if len(z) and climbed[-1] > most else []


def steep_in_pieces(profile: Profile, *, most: float, window: float) -> list[SteepStretch]:
    """List where the height changes by more than `most` within the pieces that the path is cut into from its start."""
    if _range(profile) <= most:
        return []
    at, z = _corners(profile, window, pieces=True)
    found: list[tuple[float, float, float]] = []
    piece = np.floor((at + TOUCH) / window)
    for k in np.unique(piece):
        inside = np.flatnonzero(piece == k)
        lows = inside[z[inside] <= z[inside].min() + TOUCH]
        highs = inside[z[inside] >= z[inside].max() - TOUCH]
        # Of several places of one height those nearest to each other: where the climb begins and ends.
        apart = np.abs(lows[:, None] - highs[None, :])
        one, other = np.unravel_index(int(apart.argmin()), apart.shape)
        low, high = lows[one], highs[other]
        if z[high] - z[low] > most:
            first, last = sorted((float(at[low]), float(at[high])))
            found.append((first, last, float(z[high] - z[low])))
    start, end, rise = np.array(found, dtype=np.float64).reshape(-1, 3).T
    return _grouped(start, end, rise)


def steep_level_changes(
    profile: Profile, *, most: float, uneven: Sequence[tuple[float, float]]
) -> list[SteepStretch]:
    """List the rises higher than `most`, two without a rest on level ground between them taken as one (CE p.35).

    `uneven`: from where to where some part of the base is on other ground than the rest, or on a slope.
    """
    steps = level_changes_of(profile)
    found: list[SteepStretch] = []
    for group in _without_rest(steps, uneven):
        level, levels = 0.0, [0.0]
        for step in group:
            level += step.after - step.before
            levels.append(level)
        rise = max(levels) - min(levels)
        if rise > most:
            found.append(SteepStretch(group[0].at, group[-1].at, rise, group[-1].at - group[0].at))
    return found


def _without_rest(
    steps: Sequence[LevelChange], uneven: Sequence[tuple[float, float]]
) -> Iterator[list[LevelChange]]:
    """Give the rises in groups between which the whole base rests on level ground."""
    group: list[LevelChange] = []
    for step in steps:
        if group and not _is_one_stretch(group[-1].at, step.at, uneven):
            yield group
            group = []
        group.append(step)
    if group:
        yield group


def _is_one_stretch(start: float, end: float, uneven: Sequence[tuple[float, float]]) -> bool:
    return any(low <= start + TOUCH and end - TOUCH <= high for low, high in uneven)


# ---- the profile as numbers


def _parts(profile: Profile) -> list[tuple[float, float, float, float]]:
    columns = (profile.start, profile.end, profile.z_start, profile.z_end)
    return list(zip(*(column.tolist() for column in columns), strict=True))


def _range(profile: Profile) -> float:
    if not len(profile.start):
        return 0.0
    high = max(float(profile.z_start.max()), float(profile.z_end.max()))
    return high - min(float(profile.z_start.min()), float(profile.z_end.min()))


def _corners(profile: Profile, window: float, *, pieces: bool = False) -> tuple[Floats, Floats]:
    """Give travel and height of all corners of the profile in order, and of the places of slopes that count too.

    Between corners the height is straight, so the greatest change within a window is between a corner and another
    corner, or between a corner and a slope's place a window's length away.
    """
    corners: list[tuple[float, float]] = []
    parts = _parts(profile)
    ends = sorted({at for start, end, _, _ in parts for at in (start, end)})
    hair = 2 * TOUCH
    if pieces:
        total = ends[-1] if ends else 0.0
        count = int(total / window) + 2
        wanted = [k * window + by for k in range(count) for by in (-hair, 0.0)]
    else:
        wanted = sorted(at + by for at in ends for by in (window - hair, hair - window))
    for start, end, low, high in parts:
        corners.append((start, low))
        if abs(high - low) > TOUCH or pieces:
            run = max(end - start, TOUCH)
            between = wanted[bisect_right(wanted, start) : bisect_left(wanted, end)]
            corners += [(at, low + (high - low) * (at - start) / run) for at in between]
        corners.append((end, high))
    array = np.array(corners, dtype=np.float64).reshape(-1, 2)
    return array[:, 0], array[:, 1]


def _too_much(at: Floats, height: Floats, *, most: float, window: float) -> list[SteepStretch]:
    """List where a height along the way, given at places in order, changes by more than `most` within a window."""
    one: list[Ints] = []
    other: list[Ints] = []
    after = np.searchsorted(at, at + window - TOUCH)
    for rows in np.array_split(np.arange(len(at)), max(len(at) ** 2 // _AT_ONCE, 1)):
        if not len(rows):
            continue
        columns = np.arange(rows[0], int(after[rows].max()))
        apart = at[columns] - at[rows][:, None]
        rise = np.abs(height[columns] - height[rows][:, None])
        is_steep = (columns > rows[:, None]) & (apart < window - TOUCH) & (rise > most)
        # From one place on, the shortest climb is in all longer ones.
        has = is_steep.any(axis=1)
        one.append(rows[has])
        other.append(columns[is_steep[has].argmax(axis=1)])
    first, last = np.concatenate(one, dtype=np.intp), np.concatenate(other, dtype=np.intp)
    return _grouped(at[first], at[last], np.abs(height[last] - height[first]))


def _grouped(start: Floats, end: Floats, rise: Floats) -> list[SteepStretch]:
    """Reduce overlapping finds to one each: the shortest that hold no other, joined where they overlap."""
    order = np.lexsort((start, np.round(end - start, 9)))
    kept: list[SteepStretch] = []
    for k in order.tolist():
        low, high = float(start[k]), float(end[k])
        # None holds another, so they end in the order in which they begin: the next one ends first.
        following = bisect_left(kept, low - TOUCH, key=attrgetter("at"))
        if following < len(kept) and kept[following].until <= high + TOUCH:
            continue
        insort(kept, SteepStretch(low, high, float(rise[k]), high - low), key=attrgetter("at"))
    joined: list[SteepStretch] = []
    for steep in kept:
        if (
            joined
            and steep.at <= joined[-1].until + TOUCH
            and (steep.inches > TOUCH or joined[-1].inches > TOUCH)
        ):
            last = joined.pop()
            worst = max(last, steep, key=lambda one: one.rise)
            joined.append(SteepStretch(last.at, max(last.until, steep.until), worst.rise, worst.inches))
        else:
            joined.append(steep)
    return joined
