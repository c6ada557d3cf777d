"""By how much does the verdict on a move hold?

What would have to be measured differently, and by how many inches, for the answer to change. A move that is allowed
fails with the first limit that is missed; one that is refused holds until every reason against it is gone. The verdict
never depends on this.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from astrike.geometry.arrays import Bools, Floats, Ints, in_contact, share_place
from astrike.geometry.clearance import nearest
from astrike.geometry.ground_partition import GroundPartition
from astrike.geometry.profile import Profile
from astrike.geometry.sweeps import Footprint, Track, make_track, make_zones
from astrike.geometry.swept_overlaps import swept_bases
from astrike.model.movement import MoveMargin, MoveReason
from astrike.rules.movement import level_changes
from astrike.rules.movement.declared_move import MoveCase
from astrike.rules.movement.movement_terrain import MovementTerrain, zones_of_piece
from astrike.rules.movement.obstacles import is_low_flight, lets_pass, others_on_table
from astrike.rules.movement.wall_crossing import UNASKED
from astrike.tolerance import TOUCH

NEAR = 1.0
"""Inches beyond which nobody asks how near something is."""
AREAS = frozenset({"move.prohibited", "move.wall", "move.dry", "move.cliff", UNASKED})
"""Reasons that hold as far as the base is over a piece."""
DEEP = AREAS | {"move.jump-ceiling", "move.terrain-height", "move.wige-rise"}
"""Reasons that are gone where the base is beside the piece instead."""
BASES = frozenset({"move.enemy", "move.stacking"})
"""Reasons that hold as far as the base is over another."""
MEASURES = {
    "move.too-far": (("cost", "available", "move"), ("inches", "limit", "move")),
    "move.minimum-far": (("inches", "limit", "move"),),
    "move.wige-taxi": (("inches", "limit", "move"),),
    "move.off-table": (("inches", "", "clearance"),),
    "move.gap": (("base", "gap", "clearance"),),
    "move.headroom": (("height", "headroom", "height"),),
    "move.dry": (("deep", "", "clearance"),),
    "move.prohibited": (("deep", "", "clearance"),),
    "move.steep": (("rise", "limit", "height"), ("window", "inches", "travel")),
    "move.cliff": (("high", "low+limit", "height"),),
    "move.enemy": (("overlap", "", "height"),),
    "move.jump-ceiling": (("top", "ceiling", "height"),),
    "move.jump-enemy": (("top", "ceiling", "height"),),
    "move.terrain-height": (("top", "z", "height"),),
    "move.wige-rise": (("rise", "limit", "height"),),
    "move.take-off": (("limit", "z", "height"),),
    "move.bottom": (("bottom", "z", "height"),),
}
"""By which facts a reason holds: what is too much, what it is measured against, and of what the difference is."""


def margin_of(
    case: MoveCase,
    *,
    refusals: tuple[MoveReason, ...],
    margins: tuple[MoveMargin, ...],
    cost: float,
    available: float,
) -> MoveMargin | None:
    """Give the margin of a verdict; None where it hangs on nothing that is measured.

    `margins` are those that the mode's module knows: of an allowed move the least counts, whoever found it.
    """
    tolerance = case.prepared.table.tolerance
    if refusals:
        return _all_missed_by(case, refusals)
    left = available - cost
    every = [
        _judged(one, tolerance)
        for one in (*margins, *([_margin(left, "move")] if left >= -TOUCH else []))
        if one.inches >= -TOUCH
    ]
    # Nothing left of the Move must not hide what is close indeed.
    return min(every, key=lambda one: (not one.close, one.inches), default=None)


def _judged(margin: MoveMargin, tolerance: float) -> MoveMargin:
    """Say whether a margin is a close call; a move that uses all of its Move and no more is meant to."""
    inches = max(margin.inches, 0.0)
    is_all = margin.of == "move" and inches <= TOUCH
    return MoveMargin(inches, margin.of, margin.by, inches < tolerance and not is_all)


def _margin(inches: float, of: str, by: str | None = None) -> MoveMargin:
    return MoveMargin(inches, of, by, close=False)


# ---- of a refusal


def _all_missed_by(case: MoveCase, refusals: tuple[MoveReason, ...]) -> MoveMargin | None:
    """Give by how much the clearest reason holds; once one does so by an inch, the others are not measured."""
    if any(reason.key not in MEASURES and reason.key not in AREAS | BASES for reason in refusals):
        return None
    # How far the base lies over a transport that it has to touch nobody measures.
    if any(reason.key == "move.stacking" and reason.by in _transports(case) for reason in refusals):
        return None
    worst: MoveMargin | None = None
    for reason in sorted(refusals, key=lambda reason: reason.key in AREAS | BASES):
        if worst is not None and worst.inches >= NEAR and reason.key in AREAS | BASES:
            break
        missed = _missed_by(case, reason)
        if missed is None:
            return None
        if worst is None or missed.inches > worst.inches:
            worst = missed
    return _judged(worst, case.prepared.table.tolerance) if worst is not None else None


def _missed_by(case: MoveCase, reason: MoveReason) -> MoveMargin | None:
    """Say by how much a reason holds: the least of what it hangs on; None where that is not measured."""
    found = [*_differences(reason)]
    depth = _depth(case, reason)
    if depth is not None:
        found.append(depth)
    return min(found, key=lambda one: one.inches) if found else None


def _differences(reason: MoveReason) -> Iterator[MoveMargin]:
    for much, against, of in MEASURES.get(reason.key, ()):
        names = [name for name in (much, *against.split("+")) if name]
        if not all(name in reason.facts for name in names):
            continue
        first, *others = (float(reason.facts[name]) for name in names)
        if of == "travel" and first - sum(others) <= TOUCH:
            continue  # a slope, or steps by themselves
        yield _margin(max(first - sum(others), 0.0), of, reason.by)


def _depth(case: MoveCase, reason: MoveReason) -> MoveMargin | None:
    """Say how deep the base is in what is in its way."""
    prepared, name = case.prepared, reason.by
    if name is None:
        return None
    if name in prepared.units.index:
        track = _end_of(case.track) if reason.key == "move.stacking" else case.track
        return _margin(-_gap_to(case, track, case.footprint, prepared.units.index[name]), "clearance", name)
    if reason.key in DEEP and name in prepared.terrain.index:
        zones = zones_of_piece(prepared.terrain, prepared.terrain.index[name])
        clearance, _ = nearest(case.track, case.footprint, zones)
        return _margin(max(-float(clearance.min()), 0.0), "clearance", name)
    return None


def _transports(case: MoveCase) -> frozenset[str]:
    """Name whom it boards or leaves: the bases have to touch, so that they do is no close call."""
    asked = (case.question.mount, case.question.dismount)
    return frozenset(name for name in asked if name is not None)


def _end_of(track: Track) -> Track:
    return make_track(track.at([track.total]))


def _gap_to(case: MoveCase, track: Track, footprint: Footprint, i: int) -> float:
    """Give the least distance between the moving base and another along the path; below 0 they overlap."""
    bases = case.prepared.units.bases
    if footprint.is_round and bases.is_round[i]:
        return float(_nearest_to(track, np.array([i]), case)[0]) - footprint.radius
    zones = make_zones(bases.outline[[i]]) if not bases.is_round[i] else None
    if zones is not None:
        return float(nearest(track, footprint, zones)[0][0])
    spans = swept_bases(track, footprint, bases, [i])
    return -float((spans.end - spans.start).max(initial=0.0)) / 2


def _nearest_to(track: Track, others: Ints, case: MoveCase) -> Floats:
    """Give how near (k,) the centre's path comes to the edges of round bases."""
    bases = case.prepared.units.bases
    away = bases.xy[others][None, :, :] - track.start[:, None, :]
    along = np.clip((away * track.heading[:, None, :]).sum(axis=2), 0.0, track.length[:, None])
    rest = away - track.heading[:, None, :] * along[:, :, None]
    gap: Floats = np.hypot(rest[..., 0], rest[..., 1]).min(axis=0) - bases.radius[others]
    return gap


# ---- of a walk that is allowed


def height_margins(rooms: Sequence[tuple[float, str]]) -> Iterator[MoveMargin]:
    """Give the room in height below what is passed under and above what is passed over; a touch is meant to be one."""
    for room, name in rooms:
        if room > TOUCH:
            yield _margin(room, "height", name)


def ground_margins(
    case: MoveCase,
    land: MovementTerrain,
    profile: Profile,
    floor: GroundPartition,
    *,
    is_paved: bool,
    within: float,
    shut: frozenset[int],
) -> Iterator[MoveMargin]:
    """Give how near a walk comes to what would bar it, and to the limits of its climbs; nothing beyond `within`.

    `shut` are the buildings, by piece, that it may not go into because it does not say so.
    """
    within = min(within, NEAR)
    for margin in _climb_margins(land, profile):
        within = min(within, margin.inches)
        yield margin
    others: tuple[Callable[[float], MoveMargin | None], ...] = (
        lambda reach: _clear_of_units(case, reach),
        lambda reach: None if is_paved else _clear_of_zones(case, land, reach, shut),
        lambda reach: _clear_of_cliffs(case, land, profile, floor, reach),
    )
    for clear_of in others:
        found = clear_of(within)
        if found is not None:
            within = min(within, found.inches)
            yield found


def _climb_margins(land: MovementTerrain, profile: Profile) -> Iterator[MoveMargin]:
    """Travel between climbs that are too much together, and climbs just within the limit."""
    limit, window = land.climb_limit, land.climb_window
    if window <= 0.0:
        return
    steps = level_changes.level_changes_of(profile)
    for k, one in enumerate(steps):
        for other in steps[k:]:
            levels = [one.before, one.after, other.before, other.after]
            rise, apart = max(levels) - min(levels), other.at - one.at
            if rise > limit + TOUCH and apart > window - TOUCH:
                yield _margin(max(apart - window, 0.0), "travel")
            elif apart < window and limit - rise > TOUCH:
                yield _margin(limit - rise, "height")


def _clear_of_units(case: MoveCase, within: float) -> MoveMargin | None:
    units = case.prepared.units
    if not case.footprint.is_round:
        return None
    others = others_on_table(case.prepared, case.i)
    named = [units.index[name] for name in _transports(case)]
    others = others[units.bases.is_round[others] & ~np.isin(others, named)]
    if not len(others):
        return None
    away = units.bases.xy[others] - case.end
    gap = np.hypot(away[:, 0], away[:, 1]) - units.bases.radius[others] - case.footprint.radius
    # Contact with an enemy is meant: nobody ends there by chance.
    is_enemy = np.array([case.unit.is_enemy_of(units.units[k]) for k in others.tolist()])
    is_touched = in_contact(gap) & ~share_place(gap) & is_enemy
    way = _nearest_to(case.track, others, case) - case.footprint.radius
    low, high = case.z_start, case.z_start + case.height
    # Units that are passed count only if they would be in the way: enemies at this height.
    for k in np.flatnonzero((way < gap) & (way <= within)).tolist():
        i = int(others[k])
        meets = units.z[i] < high and units.top[i] > low
        if lets_pass(case.prepared) and is_low_flight(case, i, [low]):
            meets = False
        if case.unit.is_enemy_of(units.units[i]) and meets:
            gap[k] = way[k]
    gap = np.where(share_place(gap) | is_touched, np.inf, np.maximum(gap, 0.0))
    k = int(np.argmin(gap))
    return _margin(float(gap[k]), "clearance", units.units[int(others[k])].id) if gap[k] <= within else None


def _clear_of_zones(
    case: MoveCase, land: MovementTerrain, within: float, shut: frozenset[int]
) -> MoveMargin | None:
    is_shut = land.is_barred | np.isin(land.piece, list(shut))
    zones = np.flatnonzero(is_shut & _is_near(case, land.zones.box, within))
    if not len(zones):
        return None
    clearance, _ = nearest(case.track, case.footprint, land.zones.take(zones), within=within)
    k = int(np.argmin(clearance))
    if not -TOUCH <= clearance[k] <= within:
        return None
    return _margin(float(clearance[k]), "clearance", land.names(case.prepared.terrain, int(zones[k])))


def _is_near(case: MoveCase, box: Floats, within: float) -> Bools:
    """Is each of these boxes (k, 4) that near to the path's?"""
    track, reach = case.track, case.footprint.reach + within
    west, south = track.box[:, :2].min(axis=0) - reach
    east, north = track.box[:, 2:].max(axis=0) + reach
    near: Bools = (box[:, 0] <= east) & (box[:, 1] <= north) & (box[:, 2] >= west) & (box[:, 3] >= south)
    return near


def _clear_of_cliffs(
    case: MoveCase, land: MovementTerrain, profile: Profile, floor: GroundPartition, within: float
) -> MoveMargin | None:
    """Ground beside the path that the base could not stand on together with what it is on."""
    z = floor.plane[:, 0]
    low = min(float(profile.z_start.min()), float(profile.z_end.min()))
    high = max(float(profile.z_start.max()), float(profile.z_end.max()))
    limit = land.climb_limit
    cells = np.flatnonzero(floor.is_level & ((z > low + limit + TOUCH) | (z < high - limit - TOUCH)))
    cells = cells[_is_near(case, floor.zones.box[cells], within)]
    if not len(cells):
        return None
    clearance, _ = nearest(case.track, case.footprint, floor.zones.take(cells), within=within)
    clearance = np.where(clearance < -TOUCH, np.inf, clearance)
    k = int(np.argmin(clearance))
    return _margin(float(clearance[k]), "clearance") if clearance[k] <= within else None
