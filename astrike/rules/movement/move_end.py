"""May a move end there: on the table, on nobody else's place, on what carries it?

What is the same in every mode about the end of a move. A base keeps its starting facing while it travels; at the end
it is turned to the facing asked for, and a base with corners then covers another part of the table. Sources: CE
pp.31-32, 64, 72.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from astrike.geometry.arrays import EPSILON
from astrike.geometry.bases import angular
from astrike.geometry.sweeps import Footprint, make_footprint, make_track
from astrike.geometry.swept_overlaps import swept_bases
from astrike.model.explain import facts
from astrike.model.movement import MoveCheck, MoveReason
from astrike.rules.movement.along_path import check_along, reason_along
from astrike.rules.movement.buildings import load_checks
from astrike.rules.movement.declared_move import MoveCase, MoveVerdict
from astrike.rules.movement.obstacles import others_on_table
from astrike.tolerance import TOUCH


def end_footprint(case: MoveCase) -> Footprint:
    """Give the base as it lies at the end: turned to the facing asked for."""
    asked, unit = case.question.facing, case.unit
    if asked is None or case.footprint.is_round or unit.base is None:
        return case.footprint
    base = unit.base
    return make_footprint(outline=angular(base.shape, base.width, base.length, facing=asked))


def end_refusals(case: MoveCase) -> Iterator[MoveReason]:
    """Give what about the end, and about the table's edge on the way, forbids the move."""
    yield from _off_table(case)
    yield from _stacking(case)


def end_checks(case: MoveCase, verdict: MoveVerdict) -> Iterator[MoveCheck]:
    """Give what the end brings about without being forbidden."""
    yield from _overhang(case)
    yield from load_checks(case, verdict)


def _off_table(case: MoveCase) -> Iterator[MoveReason]:
    """A centre beyond the edge of the table."""
    table, track = case.prepared.table, case.track
    places = [*track.start.tolist(), case.end]
    beyond = max(_beyond(x, y, table.width, table.depth) for x, y in places)
    if beyond <= TOUCH:
        return
    start: float | None = None
    until = 0.0
    for k, begin in enumerate(track.offset[:-1].tolist()):
        found = _outside(
            track.start[k].tolist(),
            track.heading[k].tolist(),
            float(track.length[k]),
            table.width,
            table.depth,
        )
        if found is not None:
            start = begin + found[0] if start is None else start
            until = begin + found[1]
    if start is not None:
        yield reason_along(case, "move.off-table", start, until, measured=facts(inches=beyond))


def _beyond(x: float, y: float, width: float, depth: float) -> float:
    """Give how far a place is beyond the nearest edge of the table; below 0 on it."""
    return max(-x, x - width, -y, y - depth)


def _outside(
    start: Sequence[float], heading: Sequence[float], length: float, width: float, depth: float
) -> tuple[float, float] | None:
    """Give from where to where a leg is off the table, first to last; None where it never is."""
    first, last = 0.0, length
    for at, way, size in zip(start, heading, (width, depth), strict=True):
        if abs(way) <= EPSILON:
            if at < -TOUCH or at > size + TOUCH:
                return 0.0, length
            continue
        one, other = sorted(((-TOUCH - at) / way, (size + TOUCH - at) / way))
        first, last = max(first, one), min(last, other)
    if first > last:
        return 0.0, length
    if last < length:
        return last, length
    return (0.0, first) if first > 0.0 else None


def _stacking(case: MoveCase) -> Iterator[MoveReason]:
    """No two units share a place, whatever their heights (CE p.32); who boards the other, does."""
    prepared, units = case.prepared, case.prepared.units
    others = others_on_table(prepared, case.i)
    if not len(others):
        return
    end = np.array(case.end)
    footprint = end_footprint(case)
    # A polygon's corners lie less than three times as far as its sides do.
    sides = 3.0 * units.bases.side[others, :, 2].max(axis=1, initial=0.0)
    reach = np.where(units.bases.is_round[others], units.bases.radius[others], sides)
    away = np.hypot(*(units.bases.xy[others] - end).T)
    near = others[away < footprint.reach + reach]
    if not len(near):
        return
    spans = swept_bases(make_track([end]), footprint, units.bases, near)
    for i in sorted({int(near[zone]) for zone in spans.zone.tolist()}):
        other = units.units[i]
        if other.id != case.question.mount:
            yield reason_along(case, "move.stacking", case.track.total, case.track.total, by=other.id)


def _overhang(case: MoveCase) -> Iterator[MoveCheck]:
    """A base that juts out over the edge of the table."""
    table, (x, y) = case.prepared.table, case.end
    beyond = _beyond(x, y, table.width, table.depth)
    footprint = end_footprint(case)
    if beyond > TOUCH or beyond + footprint.reach <= TOUCH:
        return
    if footprint.is_round:
        out = beyond + footprint.radius
    else:
        corners = footprint.corner.tolist()
        out = max(_beyond(x + east, y + north, table.width, table.depth) for east, north in corners)
    if out > TOUCH:
        yield check_along(case, "overhang", case.track.total, measured=facts(inches=out))
