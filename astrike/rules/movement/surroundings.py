"""How far is each place of a grid around a unit from what a base there can run into?

Clearances to zones, units, cliffs and drops, whatever the way of moving. What they mean for a move, and what a place
costs, is decided by the cost map. Source: CE p.32.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Floats, Ints
from astrike.geometry.grid import PlaceGrid, clearances, disc_clearances, make_grid, wall_clearances
from astrike.geometry.ground_partition import cliffs_over
from astrike.geometry.sweeps import Footprint, Zones, footprint_of, make_footprint, make_zones
from astrike.rules.movement.budget import MoveBudget
from astrike.rules.movement.movement_terrain import MovementTerrain
from astrike.rules.movement.obstacles import flies_low, lets_pass, others_on_table
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

POINT = make_footprint(radius=0.0)
"""What a place is checked with where only the middle of a base counts."""


@dataclass(frozen=True, slots=True, eq=False)
class GridSurroundings:
    """A unit and the grid around it, before it is asked in which way it moves."""

    prepared: PreparedTable
    i: int
    budget: MoveBudget
    grid: PlaceGrid
    footprint: Footprint

    @property
    def band(self) -> float:
        """Inches of clearance that matter: the longest step of the grid, and some."""
        return 4.0 * self.grid.step + 0.1

    @property
    def box(self) -> tuple[float, float, float, float]:
        """West, south, east, north of everything that a base here can meet."""
        pad = self.footprint.reach + self.band
        x, y = self.grid.x, self.grid.y
        return float(x[0]) - pad, float(y[0]) - pad, float(x[-1]) + pad, float(y[-1]) + pad

    def near(self, zones: Zones) -> Ints:
        """Give the zones that a base here can meet."""
        west, south, east, north = self.box
        box = zones.box
        return np.flatnonzero(
            (box[:, 0] <= east) & (box[:, 2] >= west) & (box[:, 1] <= north) & (box[:, 3] >= south)
        )

    def off(self, zones: Zones, *, footprint: Footprint | None = None) -> Floats:
        """Give the clearance to all these zones together."""
        here = self.near(zones)
        if not len(here):
            return np.full(len(self.grid), self.band)
        group = np.zeros(len(here), dtype=np.intp)
        base = self.footprint if footprint is None else footprint
        off = clearances(self.grid, zones.take(here), group=group, count=1, footprint=base, band=self.band)
        return np.asarray(off[0])

    def off_units(self, others: Sequence[int]) -> Floats:
        """Give the clearance to the bases of these units."""
        bases = self.prepared.units.bases
        round_ = np.array([k for k in others if bases.is_round[k]], dtype=np.intp)
        square = np.array([k for k in others if not bases.is_round[k]], dtype=np.intp)
        found = disc_clearances(
            self.grid,
            bases.xy[round_],
            bases.radius[round_],
            footprint=self.footprint,
            band=self.band,
        )
        if len(square):
            np.minimum(found, self.off(make_zones(bases.outline[square])), out=found)
        return found

    def off_enemies(self, z: Floats) -> Floats:
        """Give the clearance to enemies at the height of a base that stands so high: (n,) each."""
        units = self.prepared.units
        tall, passing = units.height(self.i), lets_pass(self.prepared)
        flies = "flying" in self.budget.mover.tags
        found = np.full(len(self.grid), self.band)
        for k in others_on_table(self.prepared, self.i).tolist():
            if units.units[self.i].is_enemy_of(units.units[k]):
                level = (z < units.top[k] - TOUCH) & (z + tall > units.z[k] + TOUCH)
                if passing and flies_low(self.prepared, k) != flies:
                    level &= (z <= units.z[k] + TOUCH) if flies else (z >= units.z[k] - TOUCH)
                if level.any():
                    off = self.off_units([k])
                    np.minimum(found, np.where(level, off, self.band), out=found)
        return found

    def off_everyone(self) -> Floats:
        """Give the clearance to all other units, whatever their height: nobody ends a move on another (CE p.32)."""
        return self.off_units(others_on_table(self.prepared, self.i).tolist())


def grid_surroundings(
    prepared: PreparedTable, i: int, budget: MoveBudget, *, reach: float
) -> GridSurroundings:
    """Lay a grid around a unit, as far as `reach` inches get it."""
    x, y = (float(each) for each in prepared.units.bases.xy[i])
    grid = make_grid((x, y), reach=reach, extent=(0.0, 0.0, prepared.table.width, prepared.table.depth))
    return GridSurroundings(prepared, i, budget, grid, footprint_of(prepared.units.bases, i))


def clearance_to_cliffs(here: GridSurroundings, land: MovementTerrain, cells: Ints) -> Floats:
    """Give the clearance to where the base would be on two levels that are too far apart (CE p.32).

    `cells` are those of the floor that a base here can meet.
    """
    floor, limit = land.floor, land.climb_limit
    most = limit if here.prepared.options.is_on("move.cliff-at-limit") else limit - 4 * TOUCH
    found = np.full(len(here.grid), here.band)
    if limit <= 0.0:
        return found
    cells = cells[floor.is_level[cells]]
    level, group = np.unique(np.round(floor.plane[cells, 0], 6), return_inverse=True)
    if len(level) > 1 and level[-1] - level[0] > most + TOUCH:
        off = clearances(
            here.grid,
            floor.zones.take(cells),
            group=group.astype(np.intp),
            count=len(level),
            footprint=here.footprint,
            band=here.band,
        )
        for low, high in _too_far_apart(level, most):
            np.minimum(found, np.maximum(off[low], off[high]), out=found)
    walls = cliffs_over(floor.cliffs, most).segments
    if len(walls):
        off = wall_clearances(
            here.grid,
            walls[:, 0],
            walls[:, 1],
            group=np.zeros(len(walls), dtype=np.intp),
            count=1,
            footprint=here.footprint,
            band=here.band,
        )
        np.minimum(found, off[0], out=found)
    return found


def clearance_to_cell_borders(here: GridSurroundings, land: MovementTerrain, cells: Ints) -> Floats:
    """Give the centre's distance to the borders between cells of the floor."""
    zones = land.floor.zones.take(cells)
    off = wall_clearances(
        here.grid,
        zones.start,
        zones.end,
        group=np.zeros(len(zones.start), dtype=np.intp),
        count=1,
        footprint=POINT,
        band=here.grid.step,
    )
    return np.asarray(off[0])


def _too_far_apart(level: Floats, most: float) -> Iterator[tuple[int, int]]:
    for low in range(len(level)):
        for high in range(low + 1, len(level)):
            if level[high] - level[low] > most + TOUCH:
                yield low, high


def boxes_meet(box: Floats, window: tuple[float, float, float, float]) -> bool:
    """Does any of these boxes (k, 4) meet a window?"""
    west, south, east, north = window
    return bool(
        ((box[:, 0] <= east) & (box[:, 2] >= west) & (box[:, 1] <= north) & (box[:, 3] >= south)).any()
    )
