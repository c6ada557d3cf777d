"""What does it cost a unit on the ground to get to each place of a grid around it?

Movement costs, blocked ground, heights and other units are laid on a grid so that it can be searched. A cost map
illustrates; whether a move is allowed is decided by the judge. Sources: CE pp.32-38; AS pp.30-32.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools, Floats, Ints, boxes, union
from astrike.geometry.grid import PlaceGrid, clearances, heights_under
from astrike.geometry.grid_edges import MARGIN, GridCosts, margin_for
from astrike.geometry.grid_paths import GridSearch, search_grid, straightened
from astrike.geometry.sweeps import make_zones
from astrike.model.terrain import BUILT
from astrike.rules.movement.budget import MoveBudget
from astrike.rules.movement.mobility_profile import mobility_profile_of
from astrike.rules.movement.movement_terrain import MovementTerrain, movement_terrain_for, passes_under_decks
from astrike.rules.movement.roads import beside_road, inches_inside_road, least_on_road
from astrike.rules.movement.surroundings import (
    POINT,
    GridSurroundings,
    boxes_meet,
    clearance_to_cell_borders,
    clearance_to_cliffs,
    grid_surroundings,
)
from astrike.rules.movement.wall_crossing import is_climbed_unasked, surfaces_crossed
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

BEYOND = 0.4
"""Inches searched beyond the Move, so that its outline lies between places and not on them."""


@dataclass(frozen=True, slots=True, eq=False)
class CostField:
    """One way to use a mode, such as with or without leaving the road: costs and places to end."""

    grid: PlaceGrid
    cost: Floats
    """(n,) Move used up to each place; inf where it does not get."""
    available: float
    """Move for this way."""
    rest: Floats
    """(n,) clearance to whatever may not be under or beside a base that ends here."""
    z: Floats
    """(n,) height of a base that ends here."""
    found: GridSearch | None
    """None where a move is one straight line."""
    is_minimum: bool = False
    """Is it the minimum movement of a unit whose Move does not suffice? (CE p.32)"""
    inside: frozenset[int] = frozenset()
    """The buildings, by piece, that its paths go into and not over, and have to say so where they do."""

    @property
    def margin(self) -> float:
        """Inches beside what blocks in which the cost map knows no way."""
        return MARGIN if self.found is None else self.found.costs.margin

    @property
    def is_within(self) -> Bools:
        """(n,) may a move end here, as far as the cost map knows?"""
        return np.asarray((self.cost <= self.available + TOUCH) & (self.rest >= -TOUCH) & self.grid.near)

    def paths(self, places: Sequence[int]) -> list[tuple[Floats, ...]]:
        """Give for each place the paths (k, 2) to try, start and end included: few bends first, then as found."""
        at = self.grid.places
        if self.found is None:
            return [(at[[self.grid.start, place]],) for place in places]
        ways = [self.found.way_to(place) for place in places]
        short = straightened(self.found, ways)
        return [(few, at[_bends(way, self.grid)]) for few, way in zip(short, ways, strict=True)]


def _bends(way: Ints, grid: PlaceGrid) -> Ints:
    """Leave out the places of a way at which it does not turn."""
    step = np.diff(way)
    turns = np.flatnonzero(step[1:] != step[:-1]) + 1
    return way[np.concatenate(([0], turns, [len(way) - 1]))] if len(way) > 2 else way


def ground_cost_fields(
    prepared: PreparedTable,
    i: int,
    mode: str,
    budget: MoveBudget,
    paved: MoveBudget,
    *,
    reach: float,
    covers: frozenset[int] = frozenset(),
    inside: frozenset[int] = frozenset(),
    smooth: MoveBudget | None = None,
    minimum: MoveBudget | None = None,
) -> tuple[CostField, ...]:
    """Map a move on the ground: through whatever is there, and, from a road, along the road alone (CE p.35).

    `paved` is the Move of a unit that never leaves the road, `reach` the most inches that the grid is to hold.
    `covers` are roofs it is to walk on, `inside` buildings it is to go into, by piece. `smooth` is the Move of a unit
    that never leaves road and ice, `minimum` that of minimum movement, where its Move does not suffice.
    """
    here = grid_surroundings(prepared, i, budget, reach=reach + BEYOND)
    land = _Land(here, mode, covers, inside)
    ways = [land.across()]
    if land.begins_on_road:
        ways.append(land.along_road(paved))
    for other in land.otherwise():
        way = other.across()
        if (way.cost < ways[0].cost - TOUCH).any():
            ways.append(way)
        if other.under_more and other.begins_on_road:
            ways.append(other.along_road(paved))
    if smooth is not None and smooth.available > budget.available + TOUCH and land.begins_smooth:
        ways.append(land.along_ice(smooth))
    if minimum is not None and _may_fall_short(ways[0], minimum.available):
        ways += _minimum_ways(replace(here, budget=minimum), land, ways)
    return tuple(ways)


def ground_grid_costs(here: GridSurroundings, mode: str) -> GridCosts:
    """Give what a grid is like for a unit on the ground, for searches that do not begin where it stands."""
    return _Land(here, mode).grid_costs()


def _may_fall_short(way: CostField, inches: float) -> bool:
    """Can the Move be too little for what is so near? Not where the most expensive place and one more are within it."""
    if way.found is None or inches <= 0.0:
        return False
    grid, costs = way.grid, way.found.costs
    away = np.hypot(*(grid.places - grid.places[grid.start]).T)
    near = grid.near & (away <= inches + TOUCH)
    most_expensive = float(way.cost[near & np.isfinite(way.cost)].max(initial=0.0))
    longest = math.sqrt(13.0) * grid.step
    step = longest * (1.0 + math.fsum(rate for rate, _ in costs.surcharges))
    step += costs.level_cost * max(float(np.ptp(costs.height[near])), longest)
    return bool((near & ~way.is_within).any()) and most_expensive + step > way.available


def _minimum_ways(here: GridSurroundings, usual: "_Land", ways: Sequence[CostField]) -> Iterator[CostField]:
    """Map minimum movement where none of the other ways gets: the judge falls back on it only there (CE p.32)."""
    way = _Land(here, "minimum", usual.covers, usual.inside).across()
    for other in ways:
        way = replace(way, cost=np.where(other.is_within, np.inf, way.cost))
    if way.is_within.any():
        yield replace(way, is_minimum=True)


class _Land:
    """The ground around a unit as it moves on it."""

    def __init__(
        self,
        here: GridSurroundings,
        mode: str,
        covers: frozenset[int] = frozenset(),
        inside: frozenset[int] = frozenset(),
        under_more: frozenset[int] = frozenset(),
    ) -> None:
        self.here, self.prepared, self.i, self.mode = here, here.prepared, here.i, mode
        self.covers, self.inside, self.under_more = covers, inside, under_more
        self.is_minimum = mode in self.prepared.edition.tagged("few-inches")
        budget = here.budget
        mobility = mobility_profile_of(self.prepared, self.i, budget.mover.key, budget.code, budget.variant)
        bare = movement_terrain_for(self.prepared, mobility)
        self.under: list[int] = []
        self.land = bare
        self.unasked = surfaces_crossed(self.prepared, mobility) - inside - self._been_in()
        self.choice: set[int] = set()
        """Decks that it can step onto from one place and pass beneath at another."""
        on = covers | self._stood_on() | self.unasked | self._decks(bare)
        if on:
            self.land = movement_terrain_for(self.prepared, mobility, on)
        self.entered = inside | self._entered(on)
        floor = self.land.floor
        cells = here.near(floor.zones)
        self.floor = floor
        self.cells = cells
        self.height, cell = heights_under(here.grid, floor.zones.take(cells), floor.plane[cells])
        known = cells[cell]
        self.z = self.height + np.where(cell >= 0, self.land.lift[known], 0.0)
        self.is_slope = (cell >= 0) & ~floor.is_level[known]

    def otherwise(self) -> Iterator["_Land"]:
        """Give the land as it is for who goes into the low buildings, and for who passes beneath every bridge."""
        terrain = self.prepared.terrain
        houses = frozenset(k for k in self.unasked if terrain.pieces[k].kind == "building")
        near = frozenset(k for k in houses if boxes_meet(boxes(terrain.shapes[k]), self.here.box))
        if near:
            yield _Land(self.here, self.mode, self.covers, self.inside | houses)
        if self.choice:
            yield _Land(self.here, self.mode, self.covers, self.inside, frozenset(self.choice))

    def across(self) -> CostField:
        """Map moves over whatever is there."""
        return self._ways(self._bar(), self._surcharges(), self.here.budget)

    def grid_costs(self) -> GridCosts:
        """Give what moves over whatever is there cost, and what blocks them."""
        return self._grid_costs(self._barrier(self._bar()), self._surcharges())

    def _bar(self) -> Floats:
        return np.minimum(
            self._clearance_to_blockers(), clearance_to_cliffs(self.here, self.land, self.cells)
        )

    @property
    def begins_on_road(self) -> bool:
        """Does the unit begin on road, pavement or deck?"""
        start = self.here.grid.start
        return bool(len(self.here.near(self.land.paved))) and bool(self._on_road()[start] >= -TOUCH)

    def along_road(self, paved: MoveBudget) -> CostField:
        """Map moves that never leave the road: what lies beside does not matter."""
        walls = np.array([key == "move.wall" for key in self.land.barred], dtype=np.bool_)
        bar = np.minimum(self._on_road(), self.here.off(self.land.zones.take(np.flatnonzero(walls))))
        return self._ways(bar, (), paved)

    @property
    def begins_smooth(self) -> bool:
        """Does the centre of the unit begin on road or ice?"""
        start = self.here.grid.start
        return bool(self._off_smooth()[start] <= TOUCH)

    def along_ice(self, smooth: MoveBudget) -> CostField:
        """Map moves whose centre never leaves road and ice: all of it costs what it costs (CE p.100)."""
        bar = np.minimum(self._clearance_to_blockers(), clearance_to_cliffs(self.here, self.land, self.cells))
        return self._ways(np.minimum(bar, -self._off_smooth()), self._surcharges(), smooth)

    def _ways(
        self, bar: Floats, surcharges: tuple[tuple[float, Floats], ...], budget: MoveBudget
    ) -> CostField:
        here = self.here
        barrier = self._barrier(bar)
        costs = self._grid_costs(barrier, surcharges)
        fees = math.fsum(term.value for term in budget.fees)
        found = search_grid(here.grid, costs, max(budget.available - fees, 0.0) + BEYOND)
        return CostField(
            grid=here.grid,
            cost=found.cost + fees,
            available=budget.available,
            rest=np.minimum(np.minimum(barrier, here.off_everyone()), self._taxi(budget) - found.travel),
            z=self.z,
            found=found,
            inside=self.entered,
        )

    def _barrier(self, bar: Floats) -> Floats:
        return np.minimum(np.minimum(bar, self._off_low_decks()), self.here.off_enemies(self.z))

    def _grid_costs(self, barrier: Floats, surcharges: tuple[tuple[float, Floats], ...]) -> GridCosts:
        here, options = self.here, self.prepared.options
        is_whole = options.word("move.level-fraction") == "whole"
        by_inch = options.word("move.slope") == "every-inch"
        window = self.land.climb_window
        if options.word("move.level-limit") == "step":
            # Between two steps the whole base has to rest on level ground: as far as it is wide (CE p.35).
            window = 2.0 * here.footprint.reach
        limit = self.land.climb_limit
        if not options.is_on("move.cliff-at-limit"):
            limit -= 4 * TOUCH
        climbs = not self.is_minimum or options.is_on("move.minimum-climbs")
        return GridCosts(
            surcharges,
            barrier=barrier,
            height=self.height,
            level_cost=0.0 if self.is_minimum else self._level_cost(),
            level_part=1.0 if is_whole else self.prepared.edition.number("level.step"),
            level_is_rounded=is_whole,
            is_bought=not self.is_minimum and options.word("move.terrain-entry") != "exact",
            margin=margin_for(here.grid, here.footprint),
            border_clearance=clearance_to_cell_borders(here, self.land, self.cells)
            if np.ptp(self.height) > TOUCH
            else None,
            slope=self.is_slope if by_inch else None,
            climb_limit=limit
            if climbs
            else min(limit, self.prepared.edition.number("level.free") - 4 * TOUCH),
            climb_window=window,
        )

    def _taxi(self, budget: MoveBudget) -> float:
        """Give how far it gets on the ground if it is a WiGE, whatever its Move (CE p.36)."""
        if budget.mover.key != "hover" or budget.code != "g":
            return math.inf
        return self.prepared.edition.number("wige.taxi")

    def _level_cost(self) -> float:
        rates = self.here.budget.mover.climb_prices
        return rates[0] if rates else self.land.climb_price

    def _surcharges(self) -> tuple[tuple[float, Floats], ...]:
        """Give what each kind of terrain costs: of overlapping pieces of one kind the most expensive (CE p.33).

        Costs come in layers: pieces that cost at least so much cost what that is more than the next lower layer.
        """
        land = self.land
        near = [k for k in self.here.near(land.zones).tolist() if land.surcharge[k] > 0.0]
        if self.is_minimum or not near:
            return ()
        zone: list[int] = []
        layer: list[int] = []
        rates: list[float] = []
        for term in dict.fromkeys(land.term[k] for k in near):
            same = [k for k in near if land.term[k] == term]
            below = 0.0
            for rate in sorted({float(land.surcharge[k]) for k in same}):
                expensive = [k for k in same if land.surcharge[k] >= rate - TOUCH]
                zone += expensive
                layer += [len(rates)] * len(expensive)
                rates.append(rate - below)
                below = rate
        off = clearances(
            self.here.grid,
            land.zones.take(zone),
            group=np.array(layer, dtype=np.intp),
            count=len(rates),
            footprint=self.here.footprint,
            band=self.here.band,
        )
        return tuple(zip(rates, off, strict=True))

    # ---- what blocks

    def _clearance_to_blockers(self) -> Floats:
        barred = self.here.off(self.land.zones.take(np.flatnonzero(self.land.is_barred)))
        return np.minimum(barred, self.here.off(self.land.steep))

    # ---- roads and bridges

    def _on_road(self) -> Floats:
        """Give how far inside the places lie at which a road carries the base: below 0 where none does."""
        if least_on_road(self.prepared, self.land) >= 1.0:
            return self.here.off(beside_road(self.land, self.here.box))
        off = self.here.off(self.land.paved, footprint=POINT)
        return inches_inside_road(self.prepared, self.land, self.here.grid.places, self.here.footprint, off)

    def _off_smooth(self) -> Floats:
        """Give the centre's clearance to roads and ice together: below 0 on them."""
        going, land = self.prepared.edition.going, self.land
        smooth = np.array([bool(key) and going[key].skids for key in land.kind], dtype=np.bool_)
        shapes = land.zones.polygons[smooth]
        return self.here.off(make_zones(union(shapes) if len(shapes) else shapes), footprint=POINT)

    def _stood_on(self) -> frozenset[int]:
        """Give the roof or deck that the unit stands on."""
        terrain, on = self.prepared.terrain, self.prepared.units.of[self.i].on
        piece = terrain.index.get(on or "")
        return frozenset({piece} if piece is not None and terrain.rows[piece].family in BUILT else ())

    def _been_in(self) -> frozenset[int]:
        """Give the building that the unit is in."""
        piece = self.prepared.terrain.index.get(self.prepared.units.of[self.i].inside or "")
        return frozenset() if piece is None else frozenset({piece})

    def _entered(self, on: frozenset[int]) -> frozenset[int]:
        """Give the buildings that it goes into where its path has to say so: it does not walk on their roofs."""
        if not is_climbed_unasked(self.prepared):
            return frozenset()
        terrain, left_out = self.prepared.terrain, on | self._been_in()
        houses = [
            k for k, piece in enumerate(terrain.pieces) if piece.kind == "building" and k not in left_out
        ]
        return frozenset(k for k in houses if boxes_meet(boxes(terrain.shapes[k]), self.here.box))

    def _decks(self, bare: MovementTerrain) -> frozenset[int]:
        """Choose the decks that can be stepped onto from somewhere; the unit passes under the others."""
        terrain, grid = self.prepared.terrain, self.here.grid
        found: set[int] = set()
        for k in sorted(bare.solids):
            if terrain.rows[k].family != "deck" or not boxes_meet(boxes(terrain.shapes[k]), self.here.box):
                continue
            if passes_under_decks(bare, self.prepared.edition):
                self.under.append(k)
                continue
            off = self.here.off(make_zones(terrain.shapes[k]), footprint=POINT)
            beside = np.flatnonzero((off > 0.0) & (off <= 2.0 * grid.step))
            if off[grid.start] <= TOUCH or not len(beside):
                self.under.append(k)
                continue
            cells = self.here.near(bare.floor.zones)
            z, _ = heights_under(grid, bare.floor.zones.take(cells), bare.floor.plane[cells])
            low, high = terrain.extent[terrain.pieces[k].id]
            level = low if terrain.pieces[k].height is None else high
            if k not in self.under_more and (np.abs(z[beside] - level) <= bare.climb_limit + TOUCH).any():
                found.add(k)
                room = low - z[off <= 0.0].min(initial=low)
                if room >= self.prepared.units.height(self.i) - TOUCH and k not in self._stood_on():
                    self.choice.add(k)
            else:
                self.under.append(k)
        return frozenset(found)

    def _off_low_decks(self) -> Floats:
        """Give the clearance to decks too low to pass beneath."""
        units, terrain = self.prepared.units, self.prepared.terrain
        tall = units.height(self.i)
        found = np.full(len(self.here.grid), self.here.band)
        for k in self.under:
            low = terrain.extent[terrain.pieces[k].id][0] - self.height < tall - TOUCH
            if low.any():
                off = self.here.off(make_zones(terrain.shapes[k]))
                np.minimum(found, np.where(low, off, self.here.band), out=found)
        return found
