"""Which cost maps does a unit need for a mode, and to which places does the judge let it go?

Jumps, flights and dives are mapped here, as the ground below them does not change what they cost: a flight or dive
keeps the height it has, and from the ground it takes the least it needs. Reach, routes and best positions all start
from these maps. Sources: CE pp.32-38; AS pp.30-34.
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import numpy as np

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.geometry.arrays import Floats
from astrike.geometry.grid import heights_under
from astrike.geometry.grid_edges import GridCosts, margin_for
from astrike.geometry.grid_paths import search_grid
from astrike.geometry.sweeps import Zones, footprint_of, make_footprint, make_track, make_zones
from astrike.model.movement import MODES, MOST_POINTS, Height, MoveAnswer, MoveQuestion, MoveReason, Waypoint
from astrike.model.table import MetricName
from astrike.model.terrain import LAND
from astrike.rules.movement.budget import MoveBudget, budget_of
from astrike.rules.movement.cost_map import BEYOND, CostField, ground_cost_fields
from astrike.rules.movement.declared_move import MoveCase
from astrike.rules.movement.flight_clearance import SEE_THROUGH, zones_above
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.jump import ceiling_of
from astrike.rules.movement.mobility_profile import mobility_profile_of, usual_mode
from astrike.rules.movement.movement_terrain import MovementTerrain, movement_terrain_for
from astrike.rules.movement.obstacles import tall_enemies
from astrike.rules.movement.suggestions import with_heights_stated
from astrike.rules.movement.surroundings import (
    GridSurroundings,
    clearance_to_cell_borders,
    clearance_to_cliffs,
    grid_surroundings,
)
from astrike.rules.movement.wall_crossing import is_climbed_unasked, surfaces_crossed
from astrike.rules.movement.wige import ground_below
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.mobility import ground_parts
from astrike.tolerance import TOUCH

_RAYS = 1440
"""Directions in which a jump is looked along."""


def move_case_at_start(prepared: PreparedTable, i: int, mode: str, budget: MoveBudget) -> MoveCase:
    """Describe a move that goes nowhere yet."""
    unit = prepared.units.units[i]
    return MoveCase(
        prepared=prepared,
        i=i,
        unit=unit,
        mover=budget.mover,
        mode=mode,
        question=MoveQuestion(()),
        budget=budget,
        track=make_track([unit.at]),
        heights=(),
        footprint=footprint_of(prepared.units.bases, i),
        z_start=float(prepared.units.z[i]),
    )


# ---- jumps


def jump_cost_fields(prepared: PreparedTable, i: int, budget: MoveBudget) -> tuple[CostField, ...]:
    """Map jumps: straight to every place that nothing higher than the jump stands before (CE pp.37-38)."""
    here = grid_surroundings(prepared, i, budget, reach=budget.available + BEYOND)
    case = move_case_at_start(prepared, i, "jump", budget)
    ceiling = ceiling_of(case)
    is_below = bool(prepared.edition.number("jump.ceiling-below"))
    z = ceiling - 2 * TOUCH if is_below else ceiling
    skip = frozenset({SEE_THROUGH}) if prepared.options.word("jump.woods") == "free" else frozenset()
    high = here.off(zones_above(prepared, z=z, headroom=prepared.units.height(i), skip=skip))
    if prepared.options.word("jump.over-enemies") != "always":
        high = np.minimum(high, here.off_units(tall_enemies(prepared, i, z=z)))
    grid = here.grid
    crow = np.hypot(*(grid.places - grid.places[grid.start]).T)
    stand, level = _landing(here)
    rest = np.minimum(np.minimum(stand, here.off_everyone()), _free_ahead(here, high, crow))
    return (CostField(grid, crow, budget.available, rest, level, None),)


def _landing(here: GridSurroundings) -> tuple[Floats, Floats]:
    """Give the clearance to where nobody may land, and the height of those who land: of roofs and decks the top."""
    budget = here.budget
    mobility = mobility_profile_of(here.prepared, here.i, budget.mover.key, budget.variant)
    bare = movement_terrain_for(here.prepared, mobility)
    roofs = frozenset(bare.solids)
    land = movement_terrain_for(here.prepared, mobility, roofs) if roofs else bare
    cells = here.near(land.floor.zones)
    height, cell = heights_under(here.grid, land.floor.zones.take(cells), land.floor.plane[cells])
    z = height + np.where(cell >= 0, land.lift[cells[cell]], 0.0)
    barred = here.off(land.zones.take(np.flatnonzero(land.is_barred)))
    stand = np.minimum(barred, here.off(land.steep))
    return np.minimum(stand, clearance_to_cliffs(here, land, cells)), z


def _free_ahead(here: GridSurroundings, high: Floats, crow: Floats) -> Floats:
    """Give how far each place lies before the first high thing on the straight line to it; below 0 behind it."""
    grid = here.grid
    if high.min() >= 0.0:
        return np.full(len(grid), here.band)
    x, y = (grid.places - grid.places[grid.start]).T
    far = np.arange(0.0, float(crow[grid.near].max()) + grid.step, grid.step / 2)
    angle = np.arange(_RAYS) * (2 * math.pi / _RAYS)
    ray = np.stack((np.sin(angle)[:, None] * far, np.cos(angle)[:, None] * far), axis=2)
    off = grid.between(high, (ray + grid.places[grid.start]).reshape(-1, 2)).reshape(_RAYS, -1)
    blocked = off < -TOUCH
    first = np.where(blocked.any(axis=1), far[np.argmax(blocked, axis=1)], np.inf)
    # Between two directions the nearer end counts: a jump past a corner is tried by the judge.
    at = (np.arctan2(x, y) % (2 * math.pi)) / (2 * math.pi / _RAYS)
    low = at.astype(np.intp) % _RAYS
    until = np.minimum(first[low], first[(low + 1) % _RAYS])
    return np.asarray(np.minimum(np.clip(until - crow, -here.band, here.band), high))


# ---- flights


def vtol_cost_fields(prepared: PreparedTable, i: int, budget: MoveBudget) -> tuple[CostField, ...]:
    """Map the flight of a VTOL at the height it has, or at the least after taking off (CE p.36)."""
    flies = prepared.units.airborne[i]
    climb = 0.0 if flies else prepared.edition.number("vtol.take-off")
    z = float(prepared.units.z[i]) + climb
    here = grid_surroundings(prepared, i, budget, reach=budget.available + BEYOND)
    bar = here.off(zones_above(prepared, z=z, headroom=prepared.units.height(i)))
    return (_level_ways(here, bar, z, paid=climb * budget.mover.climb_price),)


def underwater_cost_fields(prepared: PreparedTable, i: int, budget: MoveBudget) -> tuple[CostField, ...]:
    """Map movement under water at the depth that the unit has (CE p.36)."""
    here = grid_surroundings(prepared, i, budget, reach=budget.available + BEYOND)
    land = movement_terrain_for(prepared, mobility_profile_of(prepared, i, budget.mover.key, budget.variant))
    z, floor = float(prepared.units.z[i]), land.floor
    bottom = floor.plane[:, 0]
    closed = (floor.depth > TOUCH) & ((bottom > z + TOUCH) | (bottom + floor.depth < z - TOUCH))
    bar = np.minimum(
        here.off(land.zones.take(np.flatnonzero(land.is_barred))),
        here.off(floor.zones.take(np.flatnonzero(closed))),
    )
    return (_level_ways(here, bar, z, paid=0.0),)


def _level_ways(here: GridSurroundings, bar: Floats, z: float, *, paid: float) -> CostField:
    """Map movement at one height; `paid` is what getting up there costs."""
    level = np.full(len(here.grid), z)
    barrier = np.minimum(bar, here.off_enemies(level))
    margin = margin_for(here.grid, here.footprint)
    costs = GridCosts((), barrier=barrier, height=np.zeros(len(here.grid)), margin=margin)
    paid += math.fsum(term.value for term in here.budget.fees)
    found = search_grid(here.grid, costs, max(here.budget.available - paid, 0.0) + BEYOND)
    return CostField(
        grid=here.grid,
        cost=found.cost + paid,
        available=here.budget.available,
        rest=np.minimum(barrier, here.off_everyone()),
        z=level,
        found=found,
    )


def wige_cost_fields(prepared: PreparedTable, i: int, budget: MoveBudget) -> tuple[CostField, ...]:
    """Map the flight of a WiGE, an inch above the ground, around woods and whatever rises more than it climbs."""
    number = prepared.edition.number
    here = grid_surroundings(prepared, i, budget, reach=budget.available + BEYOND)
    land: MovementTerrain = ground_below(move_case_at_start(prepared, i, "wige", budget))
    cells = here.near(land.floor.zones)
    height, cell = heights_under(here.grid, land.floor.zones.take(cells), land.floor.plane[cells])
    z = height + number("vtol.cruise")
    bar = clearance_to_cliffs(here, land, cells)
    for level in np.unique(np.round(height, 6)).tolist():
        zones = zones_above(
            prepared, z=level + number("vtol.cruise"), headroom=prepared.units.height(i), skip=LAND
        )
        here_too = np.abs(height - level) <= 1e-5
        bar = np.minimum(bar, np.where(here_too, here.off(zones), here.band))
    barrier = np.minimum(np.minimum(bar, here.off(_woods(prepared, land))), here.off_enemies(z))
    flies = prepared.units.airborne[i]
    paid = 0.0 if flies else number("wige.take-off")
    is_whole = prepared.options.word("move.level-fraction") == "whole"
    costs = GridCosts(
        (),
        barrier=barrier,
        height=height,
        level_cost=budget.mover.climb_price,
        level_part=1.0 if is_whole else number("level.step"),
        level_is_rounded=is_whole,
        margin=margin_for(here.grid, here.footprint),
        border_clearance=clearance_to_cell_borders(here, land, cells) if np.ptp(height) > TOUCH else None,
        climb_limit=budget.mover.climb_limit,
        climb_window=budget.mover.climb_window,
    )
    paid += math.fsum(term.value for term in budget.fees)
    found = search_grid(here.grid, costs, max(budget.available - paid, 0.0) + BEYOND)
    rest = np.minimum(barrier, here.off_everyone())
    if flies:
        # Too short a flight sinks, where it may land; one that is long enough ends over anything (CE p.36).
        aloft = found.travel - number("wige.aloft")
        rest = np.minimum(rest, np.maximum(_off_bad_landings(here, land), aloft))
        z = np.where(aloft < -TOUCH, height + np.where(cell >= 0, land.lift[cells[cell]], 0.0), z)
    return (
        CostField(
            grid=here.grid,
            cost=found.cost + paid,
            available=budget.available,
            rest=rest,
            z=z,
            found=found,
        ),
    )


def _woods(prepared: PreparedTable, land: MovementTerrain) -> Zones:
    """Give the woods that bar WiGEs, however low they are (CE p.36)."""
    rows = prepared.terrain.rows
    here = [
        k
        for k in np.flatnonzero(land.is_barred).tolist()
        if land.piece[k] >= 0 and rows[int(land.piece[k])].family == SEE_THROUGH
    ]
    return land.zones.take(np.array(here, dtype=np.intp))


def _off_bad_landings(here: GridSurroundings, land: MovementTerrain) -> Floats:
    """Give the clearance to where no WiGE comes down: whatever is not clear or paved, and what lies under a deck."""
    prepared, going = here.prepared, here.prepared.edition.going
    takes_roofs = prepared.options.is_on("roof.vehicles")
    bad = [
        bool(barred)
        or (bool(kind) and kind != "clear" and not going[kind].paved)
        or (piece >= 0 and prepared.terrain.rows[piece].family == "solid" and not takes_roofs)
        for kind, barred, piece in zip(land.kind, land.barred, land.piece.tolist(), strict=True)
    ]
    stand = np.minimum(here.off(land.zones.take(np.flatnonzero(bad))), here.off(land.steep))
    passed = [shape for k in sorted(land.solids - land.covers) for shape in prepared.terrain.shapes[k]]
    below = here.off(make_zones(passed), footprint=make_footprint(radius=0.0)) if passed else here.band
    return np.minimum(stand, below)


OWN_ELEMENT = {"vtol": vtol_cost_fields, "wige": wige_cost_fields, "submersible": underwater_cost_fields}
"""Who moves in its own element, by kind of mover."""


@dataclass(frozen=True, slots=True, eq=False)
class CostMaps:
    """All ways in which a unit can use a mode."""

    prepared: PreparedTable
    i: int
    mode: str
    budget: MoveBudget
    ways: tuple[CostField, ...]
    """None where the mode is closed."""
    refusals: tuple[MoveReason, ...]

    @property
    def available(self) -> float:
        """The most Move that one of the ways has."""
        return max((way.available for way in self.ways), default=self.budget.available)

    def ask(self, path: Floats, z: Height = None, way: CostField | None = None) -> MoveAnswer:
        """Ask the judge about a path (k, 2), its start included; `z` is the height asked for at its end.

        `way` is the one that knows the path, if any.
        """
        question = MoveQuestion(self.points(path, z, way), mode=self.mode)
        return judge_move(self.prepared, self.prepared.units.units[self.i].id, question)

    def points(self, path: Floats, z: Height = None, way: CostField | None = None) -> tuple[Waypoint, ...]:
        """Give the points of a path (k, 2), its start included, that say what the judge is to know.

        It has to say that it goes into buildings that it could climb, and over walls where others stop.
        """
        rest = path[1:] if len(path) > 1 else path
        points = [Waypoint(x, y) for x, y in rest.tolist()]
        points[-1] = Waypoint(points[-1].x, points[-1].y, z)
        budget = self.budget
        if way is not None and way.inside:
            points = [*with_heights_stated(self.prepared, self.i, points, way.inside, word="inside")[0]]
        if self.mode not in self.prepared.edition.tagged("on-ground") or is_climbed_unasked(self.prepared):
            return tuple(points)
        mobility = mobility_profile_of(self.prepared, self.i, budget.mover.key, budget.code, budget.variant)
        stated, _ = with_heights_stated(
            self.prepared, self.i, points, surfaces_crossed(self.prepared, mobility), word="roof"
        )
        return stated

    def first_allowed(
        self, paths: tuple[Floats, ...], most: float, way: CostField
    ) -> tuple[Floats, MoveAnswer] | None:
        """Give the first of some paths of a way that the judge allows at this cost at most, with its answer."""
        for path in paths:
            if len(path) <= MOST_POINTS:
                answer = self.ask(path, None, way)
                if answer.allowed and answer.cost <= most + TOUCH:
                    return path, answer
        return None


_CHARTED: frozenset[MetricName] = frozenset({"inches"})


def has_cost_maps(prepared: PreparedTable) -> bool:
    """Are there cost maps of a table's moves? They lie on a grid of inches."""
    return prepared.metric.name in _CHARTED


def mode_asked(prepared: PreparedTable, i: int, mode: str | None) -> str:
    """Give the mode asked for, or the usual one; raise `InputError` for one that does not exist."""
    if mode is not None and mode not in MODES:
        raise InputError([Problem("mode", repr(mode), ", ".join(MODES))])
    return usual_mode(prepared, i) if mode is None else mode


def cost_maps_of(
    prepared: PreparedTable,
    i: int,
    mode: str,
    *,
    covers: frozenset[int] = frozenset(),
    inside: frozenset[int] = frozenset(),
) -> CostMaps:
    """Map all ways in which a unit can use a mode.

    `covers` are the roofs it is to end on, `inside` the buildings it is to end in, by piece.

    The last one is kept: a page asks for reach, a route and the best positions of one table.
    """
    return _mapped(prepared, i, mode, covers, inside)


@lru_cache(maxsize=1)
def _mapped(
    prepared: PreparedTable, i: int, mode: str, covers: frozenset[int], inside: frozenset[int]
) -> CostMaps:
    budget = budget_of(prepared, i, mode)
    if budget.refusals or budget.available <= 0.0:
        return CostMaps(prepared, i, mode, budget, (), budget.refusals)
    ways = tuple(_ways(prepared, i, mode, budget, covers, inside))
    if mode == "standstill":
        # CE p.37: less than its inch, so the inch itself is out of reach.
        ways = tuple(replace(way, cost=way.cost + 2 * TOUCH) for way in ways)
    return CostMaps(prepared, i, mode, budget, ways, ())


def _ways(
    prepared: PreparedTable,
    i: int,
    mode: str,
    budget: MoveBudget,
    covers: frozenset[int],
    inside: frozenset[int],
) -> Iterator[CostField]:
    if mode == "jump":
        yield from jump_cost_fields(prepared, i, budget)
    elif mode == "submersible" or (budget.mover.key in OWN_ELEMENT):
        yield from OWN_ELEMENT.get(budget.mover.key, underwater_cost_fields)(prepared, i, budget)
    else:
        choices = (
            max(len(ground_parts(prepared.units.units[i])), 1)
            if mode in prepared.edition.tagged("on-ground")
            else 1
        )
        sums: list[tuple[MoveBudget, MoveBudget, MoveBudget, MoveBudget | None]] = []
        for choice in range(choices):
            one = budget if choice == 0 else budget_of(prepared, i, mode, choice=choice)
            if choice == 0 or not one.refusals:
                paved = budget_of(prepared, i, mode, paved=True, choice=choice)
                smooth = budget_of(prepared, i, mode, smooth=True, choice=choice)
                sums.append((one, paved, smooth, _minimum(prepared, i, mode, choice)))
        # One grid for all, so that their places can be compared.
        reach = max(each.available for four in sums for each in four if each is not None)
        for one, paved, smooth, minimum in sums:
            yield from ground_cost_fields(
                prepared,
                i,
                mode,
                one,
                paved,
                reach=reach,
                covers=covers,
                inside=inside,
                smooth=smooth,
                minimum=minimum,
            )


def _minimum(prepared: PreparedTable, i: int, mode: str, choice: int) -> MoveBudget | None:
    """Give the Move of minimum movement, where the judge falls back on it (CE pp.32, 38)."""
    if mode != "ground" or "dismounted" in prepared.units.units[i].state:
        return None
    budget = budget_of(prepared, i, "minimum", choice=choice)
    return None if budget.refusals or budget.available <= 0.0 else budget
