"""Moving under water from hex to hex: between the bottom and the surface, and nowhere else.

Which question: what is otherwise than in inches, as in `swim`: a hex is as deep as the water under its centre, rounded
to levels. Sources: CE pp.34-36, 68; AS p.110.
"""

from collections.abc import Iterator

from astrike.errors import InputError, Problem
from astrike.model.explain import facts
from astrike.model.movement import Ground, MoveReason
from astrike.rules.movement.case import Case, Verdict
from astrike.rules.movement.hexover import met_in_flight, path_in, rises_to
from astrike.rules.movement.hexpath import HexLand, hex_land
from astrike.rules.movement.hops import Hop, climbs_of, legs_of, profile_of, spent_on, terms_of
from astrike.rules.movement.landscape import Landscape, landscape_for
from astrike.rules.movement.obstacles import enemy_reasons
from astrike.rules.movement.reasons import reason_along
from astrike.rules.movement.spans import joined
from astrike.rules.movement.walker import walker_of
from astrike.tolerance import TOUCH


def judge_dive_on_hexes(case: Case) -> Verdict:
    """Judge movement under water from hex to hex (CE pp.35-36)."""
    walker = walker_of(case.field, case.i, case.mover.key, case.budget.variant)
    land = landscape_for(case.field, walker)
    by_hex = hex_land(case.field, land)
    hops = tuple(_hops(case))
    profile = profile_of(case, hops)
    return Verdict(
        terms=terms_of(case, hops, key="depth"),
        legs=legs_of(case, hops, price=case.climb_price),
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


def _hops(case: Case) -> Iterator[Hop]:
    """Give each step: one that rises does so before it travels, one that dives after it."""
    z = case.z_start
    for k in range(len(case.track)):
        asked = case.heights[k] if k < len(case.heights) else None
        z_end = max(z, rises_to(case, k))
        if asked == "surface":
            z_end = _surface(case, k)
        elif isinstance(asked, str):
            raise InputError([Problem(f"path[{k}].z", asked, "a number or surface")])
        elif asked is not None:
            z_end = float(asked)
        yield Hop(k, z, max(z, z_end), z_end)
        z = z_end


def _entered(case: Case, k: int) -> int:
    """Give the index on the board of the hex that a step leads to."""
    path = path_in(case)
    return int(path.index[min(k + 1, path.steps)])


def _surface(case: Case, k: int) -> float:
    board = path_in(case).board
    return float(board.ground[_entered(case, k)]) * board.level


def _zones(case: Case, by_hex: HexLand) -> Iterator[tuple[int, float, float]]:
    """Give the zones of every hex entered, with the inches at which it is."""
    inches = path_in(case).board.inches
    for k in range(len(case.track)):
        for zone in by_hex.zones[_entered(case, k)]:
            yield zone, k * inches, (k + 1) * inches


def _dry(case: Case, land: Landscape, by_hex: HexLand) -> Iterator[MoveReason]:
    """Land, and water that is not deep enough (CE pp.34, 36)."""
    met: dict[tuple[str, str | None], list[tuple[float, float]]] = {}
    for zone, start, end in _zones(case, by_hex):
        if land.barred[zone]:
            cause = (land.barred[zone], land.names(case.field.lie, zone))
            met.setdefault(cause, []).append((start, end))
    for (key, name), parts in met.items():
        for start, end in joined(parts):
            yield reason_along(case, key, start, end, by=name)


def _beyond(case: Case, hops: tuple[Hop, ...]) -> Iterator[MoveReason]:
    """Deeper than the bottom, or above the surface (CE p.36)."""
    board = path_in(case).board
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


def _ground(case: Case, land: Landscape, by_hex: HexLand) -> Iterator[Ground]:
    for zone, start, end in _zones(case, by_hex):
        name = land.names(case.field.lie, zone)
        if name is not None and land.kind[zone]:
            yield Ground(start, end, name, land.kind[zone], 0.0, bool(land.is_barred[zone]))
