"""May a submersible move there from hex to hex, and what does it cost?

Between the bottom and the surface, and nowhere else. A hex is as deep as the water under its centre, rounded to
levels. Sources: CE pp.34-36, 68; AS p.110.
"""

from collections.abc import Iterator

from astrike.errors import InputError, Problem
from astrike.model.explain import facts
from astrike.model.movement import MoveReason, TerrainUnderPath
from astrike.rules.movement.along_path import joined_spans, reason_along
from astrike.rules.movement.declared_move import MoveCase, MoveVerdict
from astrike.rules.movement.flight_legs import FlightLeg, climbs_of, legs_of, profile_of, spent_on, terms_of
from astrike.rules.movement.hex_overflight import height_climbed_to, hexes_of_path, met_in_flight
from astrike.rules.movement.hex_path import HexMovementTerrain, hex_movement_terrain
from astrike.rules.movement.mobility_profile import mobility_profile_of
from astrike.rules.movement.movement_terrain import MovementTerrain, movement_terrain_for
from astrike.rules.movement.obstacles import enemy_reasons
from astrike.tolerance import TOUCH


def judge_underwater_on_hexes(case: MoveCase) -> MoveVerdict:
    """Judge movement under water from hex to hex (CE pp.35-36)."""
    mobility = mobility_profile_of(case.prepared, case.i, case.mover.key, case.budget.variant)
    land = movement_terrain_for(case.prepared, mobility)
    by_hex = hex_movement_terrain(case.prepared, land)
    hops = tuple(_hops(case))
    profile = profile_of(case, hops)
    return MoveVerdict(
        terms=terms_of(case, hops, key="depth"),
        legs=legs_of(case, hops, rate=case.climb_price),
        refusals=(
            *_dry(case, land, by_hex),
            *_beyond(case, hops),
            *enemy_reasons(case, met_in_flight(case, profile)),
        ),
        end_z=hops[-1].z_end,
        profile=profile,
        ground=tuple(_ground(case, land, by_hex)),
        spent=spent_on(case, climbs_of(case, hops)),
    )


def _hops(case: MoveCase) -> Iterator[FlightLeg]:
    """Give the way into each hex: one that rises does so before it travels, one that dives after it."""
    z = case.z_start
    for k in range(len(case.track)):
        asked = case.heights[k] if k < len(case.heights) else None
        z_end = max(z, height_climbed_to(case, k))
        if asked == "surface":
            z_end = _surface(case, k)
        elif isinstance(asked, str):
            raise InputError([Problem(f"path[{k}].z", asked, "a number or surface")])
        elif asked is not None:
            z_end = float(asked)
        yield FlightLeg(k, z, max(z, z_end), z_end)
        z = z_end


def _entered(case: MoveCase, k: int) -> int:
    """Give the index on the board of the hex that is entered."""
    path = hexes_of_path(case)
    return int(path.index[min(k + 1, path.steps)])


def _surface(case: MoveCase, k: int) -> float:
    board = hexes_of_path(case).board
    return float(board.ground[_entered(case, k)]) * board.level


def _zones(case: MoveCase, by_hex: HexMovementTerrain) -> Iterator[tuple[int, float, float]]:
    """Give the zones of every hex entered, with the inches at which it is."""
    inches = hexes_of_path(case).board.inches
    for k in range(len(case.track)):
        for zone in by_hex.zones[_entered(case, k)]:
            yield zone, k * inches, (k + 1) * inches


def _dry(case: MoveCase, land: MovementTerrain, by_hex: HexMovementTerrain) -> Iterator[MoveReason]:
    """Land, and water that is not deep enough (CE pp.34, 36)."""
    met: dict[tuple[str, str | None], list[tuple[float, float]]] = {}
    for zone, start, end in _zones(case, by_hex):
        if land.barred[zone]:
            cause = (land.barred[zone], land.names(case.prepared.terrain, zone))
            met.setdefault(cause, []).append((start, end))
    for (key, name), parts in met.items():
        for start, end in joined_spans(parts):
            yield reason_along(case, key, start, end, by=name)


def _beyond(case: MoveCase, hops: tuple[FlightLeg, ...]) -> Iterator[MoveReason]:
    """Deeper than the bottom, or above the surface (CE p.36)."""
    board = hexes_of_path(case).board
    for hop in hops:
        h = _entered(case, hop.leg)
        depth = float(board.depth[h]) * board.level
        surface = float(board.ground[h]) * board.level
        start, end = hop.leg * board.inches, (hop.leg + 1) * board.inches
        low, high = min(hop.z_travel, hop.z_end), max(hop.z_travel, hop.z_end)
        if depth > TOUCH and low < surface - depth - TOUCH:
            yield reason_along(case, "move.bottom", start, end, measured=facts(z=low, bottom=surface - depth))
        if depth > TOUCH and high > surface + TOUCH:
            yield reason_along(case, "move.surface", start, end)


def _ground(case: MoveCase, land: MovementTerrain, by_hex: HexMovementTerrain) -> Iterator[TerrainUnderPath]:
    for zone, start, end in _zones(case, by_hex):
        name = land.names(case.prepared.terrain, zone)
        if name is not None and land.kind[zone]:
            yield TerrainUnderPath(start, end, name, land.kind[zone], 0.0, bool(land.is_barred[zone]))
