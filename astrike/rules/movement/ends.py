"""May a move end there: on the table, on nobody else's place, on what carries it?

Which question: what about the end of a move is the same in every mode? Sources: CE pp.32, 64, 72.
"""

import math
from collections.abc import Iterator

import numpy as np

from astrike.geometry.arrays import TOUCH, Floats
from astrike.geometry.bases import hexagon, rectangle
from astrike.geometry.sweep import Footprint, make_footprint, make_track, swept_bases
from astrike.model.explain import facts
from astrike.model.movement import Check, MoveReason
from astrike.model.unit import Base
from astrike.rules.movement.buildings import load_checks
from astrike.rules.movement.case import Case, Verdict
from astrike.rules.movement.obstacles import others_on_table
from astrike.rules.movement.reasons import check_along, reason_along


def end_footprint(case: Case) -> Footprint:
    """Give the base as it lies at the end: turned to the facing asked for."""
    asked, unit = case.question.facing, case.unit
    if asked is None or case.footprint.is_round or unit.base is None:
        return case.footprint
    return make_footprint(outline=_outline(unit.base, asked))


def _outline(base: Base, facing: float) -> object:
    return hexagon(base.width, facing) if base.shape == "hex" else rectangle(base.width, base.length, facing)


def end_refusals(case: Case) -> Iterator[MoveReason]:
    """Give what about the end, and about the table's edge on the way, forbids the move."""
    yield from _off_table(case)
    yield from _stacking(case)


def end_checks(case: Case, verdict: Verdict) -> Iterator[Check]:
    """Give what the end brings about without being forbidden."""
    yield from _overhang(case)
    yield from load_checks(case, on=verdict.on, inside=verdict.inside)


def _off_table(case: Case) -> Iterator[MoveReason]:
    """A centre beyond the edge of the table."""
    table, track = case.field.table, case.track
    beyond = _beyond(track.start, table.width, table.depth)
    ends = track.start + track.heading * track.length[:, None]
    after = _beyond(ends, table.width, table.depth)
    if max(float(beyond.max()), float(after.max())) <= TOUCH:
        return
    start: float | None = None
    until = 0.0
    for k in range(len(track)):
        low, high = _outside(
            track.start[k], track.heading[k], float(track.length[k]), table.width, table.depth
        )
        if low <= high:
            begin = float(track.offset[k])
            start = begin + low if start is None else start
            until = begin + high
    if start is not None:
        measured = facts(inches=float(max(beyond.max(), after.max())))
        yield reason_along(case, "move.off-table", start, until, measured=measured)


def _beyond(places: Floats, width: float, depth: float) -> Floats:
    x, y = places.T
    found: Floats = np.maximum.reduce([-x, x - width, -y, y - depth])
    return found


def _outside(
    start: Floats, heading: Floats, length: float, width: float, depth: float
) -> tuple[float, float]:
    """Give from where to where a leg is off the table, first to last; an empty range where it never is."""
    low, high = 0.0, length
    inside_from, inside_to = 0.0, length
    for at, way, size in ((start[0], heading[0], width), (start[1], heading[1], depth)):
        if abs(way) <= 1e-12:
            if at < -TOUCH or at > size + TOUCH:
                return low, high
            continue
        one, other = sorted(((-TOUCH - at) / way, (size + TOUCH - at) / way))
        inside_from, inside_to = max(inside_from, one), min(inside_to, other)
    if inside_from > inside_to:
        return low, high
    if inside_to < length:
        return float(inside_to), high
    if inside_from > 0.0:
        return low, float(inside_from)
    return 1.0, 0.0


def _stacking(case: Case) -> Iterator[MoveReason]:
    """No two units share a place, whatever their heights (CE p.32); who boards the other, does."""
    field, units = case.field, case.field.units
    others = others_on_table(field, case.i)
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


def _overhang(case: Case) -> Iterator[Check]:
    """A base that juts out over the edge of the table."""
    table = case.field.table
    end = np.array(case.end)
    if float(_beyond(end[None, :], table.width, table.depth)[0]) > TOUCH:
        return
    footprint = end_footprint(case)
    if footprint.is_round:
        out = float(_beyond(end[None, :], table.width, table.depth)[0]) + footprint.radius
    else:
        out = float(_beyond(footprint.corner + end, table.width, table.depth).max())
    if out > TOUCH:
        yield check_along(case, "overhang", case.track.total, measured=facts(inches=math.fsum([out])))
