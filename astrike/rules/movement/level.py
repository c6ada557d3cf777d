"""What do changes of level cost, and where are they steeper than a mover climbs?

Which question: given the height under the centre along a path, which inches of height are paid and where, and which
rise within which travel is too much? How high the ground is, is measured elsewhere. Sources: CE pp.34-35, 66; AS p.30
and the answers to it.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from astrike.geometry.arrays import TOUCH, Floats
from astrike.geometry.profile import Profile


@dataclass(frozen=True, slots=True)
class Paid:
    """Inches of height paid at one place of the path."""

    at: float
    height: float


@dataclass(frozen=True, slots=True)
class Steep:
    """Too much height within too little travel: from the first to the last change of level of it."""

    at: float
    until: float
    rise: float
    inches: float
    """Travel between the two changes of level that are too much together."""


@dataclass(frozen=True, slots=True)
class Step:
    """A sudden change of level under the centre."""

    at: float
    before: float
    after: float


# ---- what is paid


def paid_heights(profile: Profile, *, free: float, step: float, is_whole: bool) -> list[Paid]:
    """List the heights paid along a path.

    What is below `free` inches costs nothing until it adds up: the difference between the height and what has been
    paid for is settled as soon as it reaches that (CE p.35), in portions of `step`, or rounded to whole inches.
    """
    return _settled(profile, free=free, step=step, is_whole=is_whole, slopes_by_inch=False)


def paid_by_inch(profile: Profile, *, free: float, step: float, is_whole: bool) -> list[Paid]:
    """List the heights paid where every started inch of travel on a slope counts as an inch of height (AS).

    A slope that rises more than an inch per inch is paid by its height.
    """
    return _settled(profile, free=free, step=step, is_whole=is_whole, slopes_by_inch=True)


def _settled(
    profile: Profile, *, free: float, step: float, is_whole: bool, slopes_by_inch: bool
) -> list[Paid]:
    parts = _parts(profile)
    if not parts:
        return []
    paid: list[Paid] = []
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
            paid.append(Paid(at, height))
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
            paid.append(Paid(start, height))
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


def steps_of(profile: Profile) -> list[Step]:
    """List the sudden changes of level along a path."""
    parts = _parts(profile)
    return [
        Step(later[0], earlier[3], later[2])
        for earlier, later in pairwise(parts)
        if abs(later[2] - earlier[3]) > TOUCH
    ]


def steep_within(profile: Profile, *, most: float, window: float) -> list[Steep]:
    """List where the height changes by more than `most` within any half-open window of travel (CE pp.34-35).

    Steps at s and at s + window are not in one window: by then that much has been travelled.
    """
    if _range(profile) <= most:
        return []
    at, z = _corners(profile, window)
    apart = at[None, :] - at[:, None]
    rise = np.abs(z[None, :] - z[:, None])
    one, other = np.nonzero(np.triu((apart < window - TOUCH) & (rise > most), k=1))
    return _grouped(at[one], at[other], rise[one, other])


def steep_in_pieces(profile: Profile, *, most: float, window: float) -> list[Steep]:
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


def steep_steps(profile: Profile, *, most: float, uneven: Sequence[tuple[float, float]]) -> list[Steep]:
    """List the steps higher than `most`, two without a rest on level ground between them taken as one (CE p.35).

    `uneven`: from where to where some part of the base is on other ground than the rest, or on a slope.
    """
    steps = steps_of(profile)
    found: list[Steep] = []
    for group in _without_rest(steps, uneven):
        level, levels = 0.0, [0.0]
        for step in group:
            level += step.after - step.before
            levels.append(level)
        rise = max(levels) - min(levels)
        if rise > most:
            found.append(Steep(group[0].at, group[-1].at, rise, group[-1].at - group[0].at))
    return found


def _without_rest(steps: Sequence[Step], uneven: Sequence[tuple[float, float]]) -> Iterator[list[Step]]:
    """Give the steps in groups between which the whole base rests on level ground."""
    group: list[Step] = []
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
            corners += [(at, low + (high - low) * (at - start) / run) for at in wanted if start < at < end]
        corners.append((end, high))
    array = np.array(corners, dtype=np.float64).reshape(-1, 2)
    return array[:, 0], array[:, 1]


def _grouped(start: Floats, end: Floats, rise: Floats) -> list[Steep]:
    """Reduce overlapping finds to one each: the shortest that hold no other, joined where they overlap."""
    order = np.lexsort((start, np.round(end - start, 9)))
    kept: list[Steep] = []
    for k in order.tolist():
        low, high = float(start[k]), float(end[k])
        if any(low <= other.at + TOUCH and other.until <= high + TOUCH for other in kept):
            continue
        kept.append(Steep(low, high, float(rise[k]), high - low))
    kept.sort(key=lambda steep: (steep.at, steep.until))
    joined: list[Steep] = []
    for steep in kept:
        if (
            joined
            and steep.at <= joined[-1].until + TOUCH
            and (steep.inches > TOUCH or joined[-1].inches > TOUCH)
        ):
            last = joined.pop()
            worst = max(last, steep, key=lambda one: one.rise)
            joined.append(Steep(last.at, max(last.until, steep.until), worst.rise, worst.inches))
        else:
            joined.append(steep)
    return joined
