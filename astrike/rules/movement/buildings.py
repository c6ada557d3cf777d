"""What happens to a unit that moves in buildings and on decks, and do they carry everybody?

At which height it ends, which inches between floors it pays, and what damage it does to the building on its way. The
Sizes of all on a piece are added up and held against what it carries: for a move that ends there or leads over it, and
for a table as it stands. Sources: CE pp.64, 70, 72-73.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools
from astrike.geometry.ground_partition import Cliffs, GroundPartition
from astrike.geometry.profile import Profile
from astrike.geometry.swept_overlaps import under_centre
from astrike.model.explain import Facts, facts
from astrike.model.legality import Finding
from astrike.model.movement import NOTHING_LOST, MoveCheck, MoveReason, TerrainUnderPath
from astrike.model.terrain import BUILT, Family
from astrike.rules.movement.along_path import check_along, reason_along
from astrike.rules.movement.deck_layers import shown_level
from astrike.rules.movement.declared_move import MoveCase, MoveVerdict
from astrike.rules.movement.level_changes import PaidHeight
from astrike.rules.movement.movement_terrain import MovementTerrain, zones_of_piece
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.terrain.construction import building_class, construction_factor
from astrike.tolerance import TOUCH


def overload(prepared: PreparedTable, name: str, *, coming: int | None = None) -> tuple[str, Facts] | None:
    """Give the hazard and what was measured where a piece carries too much; None where it holds.

    Who is `coming` counts once, wherever it stands now.
    """
    k = prepared.terrain.index[name]
    piece, family = prepared.terrain.pieces[k], prepared.terrain.rows[k].family
    riders = _riders(prepared, name, but=coming)
    riders += [] if coming is None else [coming]
    load = sum(_weight(prepared, i) for i in riders)
    if family == "solid" and piece.kind == "building":
        row = building_class(piece, prepared.edition)
        if not row.unlimited and load > row.capacity:
            return "building-load", facts(load=load, capacity=row.capacity, units=len(riders))
    elif (
        family == "deck"
        and piece.cf is not None
        and piece.cf < min(load, prepared.edition.number("bridge.cf"))
    ):
        return "bridge-load", facts(load=load, capacity=piece.cf, units=len(riders))
    return None


def overloaded(prepared: PreparedTable) -> tuple[Finding, ...]:
    """Name every building and bridge of a table that carries more than it can, with who is on it or in it.

    Where an edition prints no figure it is a remark, as nobody can say.
    """
    found: list[Finding] = []
    names = dict.fromkeys(name for body in prepared.units.of for name in (body.inside, body.on) if name)
    for name in names:
        broken = overload(prepared, name)
        if broken is None:
            continue
        key, measured = broken
        row = prepared.edition.hazards[key]
        riders = [prepared.units.units[i] for i in _riders(prepared, name)]
        found.append(
            Finding(
                f"standing.{key}",
                "warning" if row.conf == "unknown" else "error",
                row.label,
                row.cite,
                riders[0].at,
                by=(name, *(unit.id for unit in riders)),
                facts=measured,
            )
        )
    return tuple(found)


def _riders(prepared: PreparedTable, name: str, *, but: int | None = None) -> list[int]:
    return [
        i
        for i, body in enumerate(prepared.units.of)
        if i != but
        and name in (body.inside, body.on)
        and prepared.units.units[i].is_on_table
        and "destroyed" not in prepared.units.units[i].state
    ]


def _weight(prepared: PreparedTable, i: int) -> float:
    """Give the Size that a unit counts for the load: conventional infantry nothing (CE p.72)."""
    unit, number = prepared.units.units[i], prepared.edition.number
    if prepared.units.rank[i] > 0:
        return number("load.large")
    if unit.type == "BA":
        return number("load.battle-armor")
    return 0.0 if prepared.units.rows[i].infantry else float(unit.size)


@dataclass(frozen=True, slots=True, eq=False)
class FloorChanges:
    """Where a path ends, and the changes of floor on it."""

    profile: Profile
    """The height for changes of level outside: without what is climbed inside."""
    floor: GroundPartition
    """The ground that the base may not straddle."""
    paid: tuple[PaidHeight, ...]
    """Inches of height climbed inside."""
    refusals: tuple[MoveReason, ...]
    above: tuple[float, ...]
    """Height above the ground at each waypoint: on another floor than the lowest."""
    end_z: float
    on: str | None
    inside: str | None


def floor_changes(case: MoveCase, land: MovementTerrain, profile: Profile) -> FloorChanges:
    """Work out the changes of floor on a path, and where it ends."""
    paid: list[PaidHeight] = []
    floor, shown = land.floor, profile
    changes = land.mobility.mover in case.prepared.edition.tagged("changes-floors")
    if changes and land.roof.any():
        profile, paid = _without_roofs(land, profile)
        floor = floor_without_roofs(land)
    end = shown_level(land, shown, case.track.total)
    refusals: list[MoveReason] = []
    above: tuple[float, ...] = (0.0,) * len(case.track)
    start = _building_at_start(case) if land.solids else None
    if land.solids and (start is not None or any(height is not None for height in case.heights)):
        found, above = _inside(case, land, shown, start)
        for at, change, by in found:
            if changes:
                paid.append(PaidHeight(at, abs(change)))
            else:
                refusals.append(
                    reason_along(case, "move.floor", at, at, by=by, measured=facts(height=abs(change)))
                )
    last = int(shown.cell[-1])
    is_sloped = last >= 0 and not land.floor.is_level[last]
    on, inside = standing_at(case.prepared, case.end, end + above[-1], is_sloped=bool(is_sloped))
    return FloorChanges(
        profile=profile,
        floor=floor,
        paid=tuple(paid),
        refusals=tuple(refusals),
        above=above,
        end_z=round(end + above[-1], 9),
        on=on,
        inside=inside,
    )


def standing_at(
    prepared: PreparedTable, place: tuple[float, float], z: float, *, is_sloped: bool
) -> tuple[str | None, str | None]:
    """Say what a unit at this height stands on and what building it is in."""
    terrain = prepared.terrain
    (over,) = terrain.pieces_over(np.array([place], dtype=np.float64))
    on: str | None = None
    inside: str | None = None
    for family in (Family.SOLID, Family.DECK, Family.GROUND, Family.RAMP):
        for k in over:
            if terrain.rows[k].family != family:
                continue
            name = terrain.pieces[k].id
            low, high = terrain.extent[name]
            if on is None and (abs(high - z) <= TOUCH or (family == Family.RAMP and is_sloped)):
                on = name
            elif family == Family.SOLID and inside is None and low - TOUCH <= z < high - TOUCH:
                inside = name
    return on, inside


# ---- roofs reached from inside


def _without_roofs(land: MovementTerrain, profile: Profile) -> tuple[Profile, list[PaidHeight]]:
    """Take the drops at the edges of roofs out of a profile: they are climbed inside, at a cost of their own."""
    is_roof: Bools = np.where(profile.cell >= 0, land.roof[profile.cell], False)
    shift, paid = np.zeros(len(profile)), []
    for k in range(1, len(profile)):
        shift[k] = shift[k - 1]
        if is_roof[k] != is_roof[k - 1]:
            step = float(profile.z_start[k] - profile.z_end[k - 1])
            shift[k] -= step
            if abs(step) > TOUCH:
                paid.append(PaidHeight(float(profile.start[k]), abs(step)))
    return replace(profile, z_start=profile.z_start + shift, z_end=profile.z_end + shift), paid


@lru_cache(maxsize=32)
def floor_without_roofs(land: MovementTerrain) -> GroundPartition:
    """Leave the roofs out of the ground: who gets there inside never stands on their edge."""
    floor = land.floor
    kept = np.flatnonzero(~land.roof)
    raised = kept[kept < len(floor.raised)]
    cliffs = floor.cliffs
    stays = ~land.roof[cliffs.cells].any(axis=1) if len(cliffs) else np.zeros(0, dtype=np.bool_)
    return replace(
        floor,
        polygons=floor.polygons[kept],
        plane=floor.plane[kept],
        depth=floor.depth[kept],
        cover=floor.cover[kept],
        is_level=floor.is_level[kept],
        zones=floor.zones.take(kept),
        raised=floor.raised.take(raised),
        cliffs=Cliffs(cliffs.segments[stays], cliffs.cells[stays], cliffs.z[stays]),
    )


# ---- floors inside


def _building_at_start(case: MoveCase) -> str | None:
    """Name the building that the move begins in."""
    if case.question.dismount is None:
        return case.prepared.units.of[case.i].inside
    x, y = case.track.start[0].tolist()
    return standing_at(case.prepared, (x, y), case.z_start, is_sloped=False)[1]


def _inside(
    case: MoveCase, land: MovementTerrain, profile: Profile, building: str | None
) -> tuple[list[tuple[float, float, str | None]], tuple[float, ...]]:
    """Give the changes of floor: inches of travel, change of height, building; and each waypoint's height above ground.

    Inside the same building a unit keeps its floor until the question says another; outside there is only the ground.
    """
    found: list[tuple[float, float, str | None]] = []
    levels: list[float] = []
    terrain, offsets = case.prepared.terrain, case.track.offset.tolist()
    above = case.z_start - shown_level(land, profile, 0.0) if building is not None else 0.0
    track = case.track
    ends = track.start + track.heading * track.length[:, None]
    for j, pieces in enumerate(terrain.pieces_over(ends)):
        at = offsets[j + 1]
        solid = [terrain.pieces[k].id for k in pieces if terrain.rows[k].family == Family.SOLID]
        here = max(solid, key=lambda name: terrain.extent[name][1]) if solid else None
        height = case.heights[j] if j < len(case.heights) else None
        ground = shown_level(land, profile, at)
        wanted = 0.0
        if here is not None:
            low, high = terrain.extent[here]
            if isinstance(height, float | int) and low - TOUCH <= height <= high + TOUCH:
                wanted = float(height) - ground
            elif height == "inside":
                wanted = min(0.0, low - ground)
            elif height is None and here == building:
                wanted = above
        change = wanted - above
        leaves = building is not None and here != building
        if abs(change) > TOUCH:
            found.append(((offsets[j] if leaves else at), change, building if leaves else here))
        above, building = wanted, here
        levels.append(above)
    return found, tuple(levels)


# ---- what the building suffers


def damage_done(
    case: MoveCase, land: MovementTerrain, spans: Sequence[tuple[int, float, float]]
) -> tuple[Mapping[str, int], list[MoveCheck]]:
    """Count the construction factor that walking through buildings costs: one a full inch inside (CE p.72)."""
    edition, terrain = case.prepared.edition, case.prepared.terrain
    hazard = edition.hazards["building-damage"]
    found: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for zone, start, end in spans:
        if land.kind[zone].startswith("building."):
            found[int(land.piece[zone])].append((start, end))
    if not found:
        return NOTHING_LOST, []
    lost: dict[str, int] = {}
    checks: list[MoveCheck] = []
    for k, parts in found.items():
        piece = terrain.pieces[k]
        if case.prepared.units.rank[case.i] > 0:
            checks.append(check_along(case, "collapse", parts[0][0], by=piece.id, measured=facts(large=True)))
        if land.mobility.mover in hazard.spared or not hazard.every:
            continue
        inches = math.fsum(end - start for start, end in parts)
        points = math.floor((inches + TOUCH) / hazard.every) * hazard.damage
        if not points:
            continue
        lost[piece.id] = points
        factor = construction_factor(piece, edition)
        measured = facts(inches=inches, lost=points, cf=factor)
        checks.append(check_along(case, "building-damage", parts[0][0], by=piece.id, measured=measured))
        if points >= factor > 0:
            at = _after(parts, factor / hazard.damage * hazard.every)
            checks.append(check_along(case, "collapse", at, by=piece.id, measured=measured))
    return lost, checks


def _after(parts: Sequence[tuple[float, float]], inches: float) -> float:
    """Give where so many inches have been traveled inside."""
    left = inches
    for start, end in parts:
        if left <= end - start + TOUCH:
            return min(start + left, end)
        left -= end - start
    return parts[-1][1]


def load_checks(case: MoveCase, verdict: MoveVerdict) -> Iterator[MoveCheck]:
    """Say whether every building and bridge carries who crosses it or ends on or in it (CE pp.64, 70, 72)."""
    last = verdict.inside or verdict.on
    for name, at in _crossed(case, verdict.ground):
        if name != last:
            yield from _load_on(case, name, at)
    if last is not None:
        yield from _load_on(case, last, case.track.total)


def _crossed(case: MoveCase, ground: Sequence[TerrainUnderPath]) -> Iterator[tuple[str, float]]:
    """Give the buildings and decks that the centre walks through or over, and from which inch on."""
    terrain = case.prepared.terrain
    for name in dict.fromkeys(each.piece for each in ground if each.start < case.track.total - TOUCH):
        k = terrain.index[name]
        if terrain.rows[k].family not in BUILT:
            continue
        spans = under_centre(case.track, zones_of_piece(terrain, k))
        inside = spans.end - spans.start > TOUCH
        if inside.any():
            yield name, float(spans.start[inside].min())


def _load_on(case: MoveCase, name: str, at: float) -> Iterator[MoveCheck]:
    broken = overload(case.prepared, name, coming=case.i)
    if broken is not None:
        key, measured = broken
        yield check_along(case, key, at, by=name, measured=measured)
