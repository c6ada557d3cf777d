"""Which units are in the way of a move, and is a gap too narrow for the base?

Whose base the moving one runs into at the same height, and what stands on both sides of a gap. Source: CE p.32.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Ints, Polygon, distances, nearest_lines, points, shape_array
from astrike.geometry.swept_overlaps import swept_bases, swept_zones
from astrike.model.explain import facts
from astrike.model.movement import MoveReason, ProfilePart
from astrike.rules.movement.along_path import reason_along
from astrike.rules.movement.declared_move import MoveCase
from astrike.rules.movement.movement_terrain import hills_of
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import CONTACT_TOLERANCE, TOUCH

LOW_FLYERS = "standing.low-flyers"
"""The option about low flyers and units on the ground."""
GAP_MAKERS = frozenset({"move.enemy", "move.wall", "move.cliff"})


@lru_cache(maxsize=16)
def _on_table(prepared: PreparedTable) -> Ints:
    return np.array(
        [
            k
            for k, unit in enumerate(prepared.units.units)
            if unit.is_on_table and "destroyed" not in unit.state
        ],
        dtype=np.intp,
    )


def others_on_table(prepared: PreparedTable, i: int) -> Ints:
    """Give the units that take up space beside this one: not carried, not off the table, not destroyed."""
    every = _on_table(prepared)
    others: Ints = every[every != i]
    return others


def tall_enemies(prepared: PreparedTable, i: int, *, z: float) -> list[int]:
    """List the enemies that a unit would run into if it passed over them with its base at this height."""
    units = prepared.units
    return [
        k
        for k in others_on_table(prepared, i).tolist()
        if units.units[i].is_enemy_of(units.units[k])
        and units.top[k] > z + TOUCH
        and units.z[k] < z + units.height(i) - TOUCH
    ]


@dataclass(frozen=True, slots=True)
class MetBase:
    """Another base that the moving one is over from so many to so many inches of the path."""

    i: int
    """Index of the unit."""
    start: float
    end: float
    overlap: float
    """Inches of height that both take up at the same place; below 0 one is so far above the other."""
    is_enemy: bool
    is_grazed: bool = False
    """Is it overlapped by no more than contact allows, so that it is not in the way?"""
    is_low_flight: bool = False
    """Does one of the two fly with its base above the other's, so that an option says whether they meet?"""

    @property
    def is_in_the_way(self) -> bool:
        """Is it an enemy at the same height?"""
        return self.is_enemy and not self.is_grazed and self.overlap > TOUCH


def bases_met(case: MoveCase, rises: Sequence[ProfilePart]) -> list[MetBase]:
    """List the bases that the path meets, at whatever height."""
    prepared, units = case.prepared, case.prepared.units
    others = others_on_table(prepared, case.i)
    if not len(others):
        return []
    spans = swept_bases(case.track, case.footprint, units.bases, others, deep=TOUCH)
    run_into = _run_into(case, others[spans.zone]) if len(spans) else frozenset()
    found: list[MetBase] = []
    columns = (others[spans.zone].tolist(), spans.start.tolist(), spans.end.tolist())
    for i, start, end in zip(*columns, strict=True):
        shared = _shared_height(
            rises, start, end, height=case.height, low=float(units.z[i]), high=float(units.top[i])
        )
        found.append(
            MetBase(
                i,
                start,
                end,
                shared,
                is_enemy=case.unit.is_enemy_of(units.units[i]),
                is_grazed=(i, start) not in run_into,
                is_low_flight=is_low_flight(case, i, _feet(rises, start, end)),
            )
        )
    return found


def is_low_flight(case: MoveCase, i: int, feet: Sequence[float]) -> bool:
    """Does just one of the two fly, by rotor or on its cushion, with its base above the other's all the time?

    `feet` are the heights of the moving base while the two meet.
    """
    z = float(case.prepared.units.z[i])
    if "flying" in case.mover.tags:
        return not case.prepared.units.airborne[i] and min(feet) > z + TOUCH
    return flies_low(case.prepared, i) and max(feet) < z - TOUCH


def flies_low(prepared: PreparedTable, i: int) -> bool:
    """Is this a VTOL or a WiGE in flight?"""
    return prepared.units.airborne[i] and not prepared.units.rows[i].aerospace


def lets_pass(prepared: PreparedTable) -> bool:
    """Do low flyers and enemies on the ground pass each other at this table? (CE p.32)"""
    return prepared.options.word(LOW_FLYERS) == "passes"


def _run_into(case: MoveCase, others: Ints) -> frozenset[tuple[int, float]]:
    """Give the bases that are overlapped by more than contact allows, and from where."""
    spans = swept_bases(case.track, case.footprint, case.prepared.units.bases, others)
    return frozenset(zip(others[spans.zone].tolist(), spans.start.tolist(), strict=True))


def enemy_reasons(case: MoveCase, met: Sequence[MetBase]) -> Iterator[MoveReason]:
    """Give the reasons for what was met."""
    for one in met:
        if one.is_in_the_way and not (one.is_low_flight and lets_pass(case.prepared)):
            name = case.prepared.units.units[one.i].id
            measured = facts(overlap=one.overlap)
            yield reason_along(case, "move.enemy", one.start, one.end, by=name, measured=measured)


def enemy_options(met: Sequence[MetBase]) -> tuple[str, ...]:
    """Name the option that decided whether enemies are in the way."""
    return (LOW_FLYERS,) if any(one.is_in_the_way and one.is_low_flight for one in met) else ()


def _feet(rises: Sequence[ProfilePart], start: float, end: float) -> list[float]:
    """Give the heights of the moving base on this part of the path."""
    here = (rise for rise in rises if rise.end >= start - TOUCH and rise.start <= end + TOUCH)
    return [z for rise in here for z in (rise.z_start, rise.z_end)]


def _shared_height(
    rises: Sequence[ProfilePart], start: float, end: float, *, height: float, low: float, high: float
) -> float:
    """Give the most inches of height that one so tall shares with what stands from `low` to `high`."""
    most = -np.inf
    for rise in rises:
        if rise.end < start - TOUCH or rise.start > end + TOUCH:
            continue
        feet = sorted((rise.z_start, rise.z_end))
        most = max(most, min(high, feet[1] + height) - max(low, feet[0]))
    return float(most)


# ---- gaps


@dataclass(frozen=True, slots=True, eq=False)
class _Blocker:
    """Something beside the path that the base does not get past, and the reason that says so."""

    reason: MoveReason | None
    start: float
    end: float
    name: str
    shape: Polygon
    radius: float
    is_friend: bool = False
    is_grazed: bool = False


def gaps_found(
    case: MoveCase, refusals: Sequence[MoveReason], met: Sequence[MetBase]
) -> tuple[list[MoveReason], bool]:
    """Say of obstacles on both sides, nearer to each other than the base is wide, that the gap is too narrow.

    Friends are passed through, so that there is no gap between them, unless the option says otherwise; whether the
    option decided something comes second.
    """
    friends = [one for one in met if not one.is_enemy and not one.is_grazed and one.overlap > TOUCH]
    grazed = [one for one in met if one.is_enemy and one.is_grazed and one.overlap > TOUCH]
    if not friends and not grazed and not any(reason.key in GAP_MAKERS for reason in refusals):
        return list(refusals), False
    closed = case.prepared.options.word("move.friend-gap") == "refuse"
    blockers = [
        *_blockers(case, refusals),
        *(_beside(case, one, is_friend=True) for one in friends),
        *(_beside(case, one, is_friend=False) for one in grazed),
    ]
    is_between_friends = False
    width = case.prepared.units.of[case.i].width
    gone: set[int] = set()
    found: list[MoveReason] = []
    for one, other in combinations(blockers, 2):
        start, end = max(one.start, other.start), min(one.end, other.end)
        if end - start <= TOUCH:
            continue
        between = float(distances(shape_array([one.shape]), shape_array([other.shape]))[0])
        gap = between - one.radius - other.radius
        room = width - (CONTACT_TOLERANCE if one.is_grazed or other.is_grazed else 0.0)
        if not TOUCH < gap < room - TOUCH or not _on_both_sides(case, (start + end) / 2, one, other):
            continue
        if one.is_friend or other.is_friend:
            is_between_friends = True
            if not closed:
                continue
        reasons = [blocker.reason for blocker in (one, other) if blocker.reason is not None]
        gone |= {id(reason) for reason in reasons}
        first = min(one, other, key=lambda blocker: blocker.start)
        names = ", ".join(dict.fromkeys((first.name, one.name, other.name)))
        at, until = min(one.start, other.start), max(one.end, other.end)
        found.append(reason_along(case, "move.gap", at, until, by=names, measured=facts(gap=gap, base=width)))
    return [reason for reason in refusals if id(reason) not in gone] + found, is_between_friends


def _beside(case: MoveCase, met: MetBase, *, is_friend: bool) -> _Blocker:
    """Give a base that by itself is not in the way: a friend's, or an enemy's that is merely grazed."""
    bases = case.prepared.units.bases
    name, radius = case.prepared.units.units[met.i].id, float(bases.radius[met.i])
    return _Blocker(
        None,
        met.start,
        met.end,
        name,
        bases.core[met.i],
        radius,
        is_friend=is_friend,
        is_grazed=not is_friend,
    )


def _blockers(case: MoveCase, refusals: Sequence[MoveReason]) -> Iterator[_Blocker]:
    prepared, units = case.prepared, case.prepared.units
    for reason in refusals:
        if reason.key == "move.enemy" and reason.by is not None:
            i = units.index[reason.by]
            yield _Blocker(
                reason, reason.at, reason.until, reason.by, units.bases.core[i], float(units.bases.radius[i])
            )
        elif reason.key == "move.wall" and reason.by is not None:
            for shape in prepared.terrain.shapes[prepared.terrain.index[reason.by]]:
                yield _Blocker(reason, reason.at, reason.until, reason.by, shape, 0.0)
        elif reason.key == "move.cliff":
            yield from _cliffs(case, reason)


def _cliffs(case: MoveCase, reason: MoveReason) -> Iterator[_Blocker]:
    """Give the hills that rise beside the path where it is too narrow between them."""
    terrain = case.prepared.terrain
    low, limit = float(reason.facts["low"]), float(reason.facts["limit"])
    for prism, start, end in hills_met(case):
        is_high = terrain.ground_prisms.highest[prism] > low + limit + TOUCH
        if is_high and start < reason.until and end > reason.at:
            name = terrain.pieces[int(terrain.ground_prisms.piece[prism])].id
            yield _Blocker(reason, start, end, name, terrain.ground_prisms.polygons[prism], 0.0)


@lru_cache(maxsize=8)
def hills_met(case: MoveCase) -> tuple[tuple[int, float, float], ...]:
    """Give the hills and ramps that the base is over: prism of `terrain.ground_prisms`, from, to inches."""
    spans = swept_zones(case.track, case.footprint, hills_of(case.prepared.terrain))
    return tuple(zip(spans.zone.tolist(), spans.start.tolist(), spans.end.tolist(), strict=True))


def _on_both_sides(case: MoveCase, at: float, one: _Blocker, other: _Blocker) -> bool:
    """Does the path run between the two?"""
    track = case.track
    centre, heading = track.at([at]), track.heading[track.leg_at([at])][0]
    sides = []
    for blocker in (one, other):
        line = nearest_lines(shape_array([blocker.shape]), points(centre))
        away = line[0, 0] - centre[0]
        sides.append(float(heading[0] * away[1] - heading[1] * away[0]))
    return sides[0] * sides[1] < 0.0
