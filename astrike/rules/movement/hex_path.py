"""Which hexes does a declared move enter, and what does each of them cost a unit?

Points are in the middle of their hexes; between two that are no neighbors the path leads along the straight line. A
hex costs what an inch of its terrain does, for every inch that a hex counts for. Sources: CE pp.33-35, 68; AS p.110.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools, Floats, Ints, holders
from astrike.geometry.hexes import way_between
from astrike.geometry.sweeps import Track, make_track
from astrike.model.explain import Assumed
from astrike.model.movement import Height, MoveLeg, MoveQuestion, Waypoint
from astrike.rules.movement.mobility_profile import MobilityProfile
from astrike.rules.movement.movement_terrain import MovementTerrain, movement_terrain_for
from astrike.rules.table.hex_metric import HexMetric
from astrike.rules.table.hex_units import OFF
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.terrain.hex_board import HexBoard, levels
from astrike.tolerance import TOUCH

BARRED = 1e6
"""Worth more than any way that is open."""
HexCost: TypeAlias = Callable[[Ints], float]
"""What a way through hexes (n,), by their index on the board, is worth avoiding."""


@dataclass(frozen=True, slots=True, eq=False)
class HexRoute:
    """The hexes of a path, that of the start first."""

    board: HexBoard
    hexes: Ints
    """(n + 1, 2)"""
    index: Ints
    """(n + 1,) on the board"""
    legs: tuple[int, ...]
    """How many hexes each leg of the question enters."""

    @property
    def steps(self) -> int:
        """How many hexes are entered."""
        return len(self.index) - 1

    def names(self) -> list[str]:
        """Give the numbers of the hexes."""
        return self.board.layout.names(self.hexes)

    def track(self) -> Track:
        """Give the path of the centre: a leg for every hex entered, as long as a hex counts for."""
        track = make_track(self.board.layout.centre(self.hexes))
        if not self.steps:
            return track
        inches = self.board.inches
        offset: Floats = np.asarray(inches * np.arange(self.steps + 1), dtype=np.float64)
        return replace(
            track,
            heading=track.heading * (track.length / inches)[:, None],
            length=np.full(self.steps, inches),
            offset=offset,
            total=float(offset[-1]),
        )

    def heights(self, asked: Sequence[Height]) -> tuple[Height, ...]:
        """Give the height asked for in every hex entered: that of a leg in its last hex."""
        if not self.steps:
            return tuple(asked)
        found: list[Height] = [None] * self.steps
        for until, height in zip(np.cumsum(self.legs).tolist(), asked, strict=False):
            if height is not None and until:
                found[until - 1] = height
        return tuple(found)

    def regrouped(self, steps: Sequence[MoveLeg]) -> tuple[MoveLeg, ...]:
        """Join the ways from hex to hex to the legs of the question."""
        found: list[MoveLeg] = []
        until, here = 0, steps[0].start
        for count in self.legs:
            some = steps[until : until + count]
            end = some[-1].end if some else here
            found.append(
                MoveLeg(
                    start=here,
                    end=end,
                    length=math.fsum(leg.length for leg in some),
                    cost=math.fsum(leg.cost for leg in some),
                    terrain=tuple(dict.fromkeys(name for leg in some for name in leg.terrain)),
                    climb=math.fsum(leg.climb for leg in some),
                )
            )
            until, here = until + count, end
        return tuple(found)

    def last_of(self, step: int) -> int:
        """Give the last hex of the leg that a hex belongs to."""
        return max(int(np.cumsum(self.legs)[self.leg_of(step)]) - 1, 0)

    def leg_of(self, step: int) -> int:
        """Give the leg of the question that a hex belongs to."""
        until = np.cumsum(self.legs)
        return min(int(np.searchsorted(until, step, side="right")), len(self.legs) - 1)


def board_in(prepared: PreparedTable) -> HexBoard:
    """Give the hexes of a table that is played on them."""
    assert isinstance(prepared.metric, HexMetric), "asked of a table that is played in inches"
    return prepared.metric.board


def question_on_hexes(board: HexBoard, question: MoveQuestion) -> tuple[MoveQuestion, tuple[Assumed, ...]]:
    """Put the points of a question into the middle of their hexes, and the facing onto a side; say what was changed."""
    layout = board.layout
    notes: list[Assumed] = []
    path: list[Waypoint] = []
    hexes = layout.hex_at([(point.x, point.y) for point in question.path])
    centres, names = layout.centre(hexes), layout.names(hexes)
    for k, (point, (x, y), name) in enumerate(zip(question.path, centres.tolist(), names, strict=True)):
        if max(abs(point.x - x), abs(point.y - y)) > OFF:
            notes.append(Assumed(f"path[{k}]", name, "Hex under this point"))
        path.append(Waypoint(x, y, point.z))
    facing = question.facing
    if facing is not None:
        facing = float(layout.side(facing)[0])
        if abs((facing - float(question.facing or 0.0) + 180.0) % 360.0 - 180.0) > TOUCH:
            notes.append(Assumed("move.facing", facing, "Side of the hex nearest to the facing"))
    return replace(question, path=tuple(path), facing=facing), tuple(notes)


def hex_path_for(prepared: PreparedTable, places: Floats, mobility: MobilityProfile) -> HexRoute:
    """Give the hexes of a path through places (n, 2); where a leg runs along borders, by the side that costs less."""
    board = board_in(prepared)
    land = movement_terrain_for(prepared, mobility)
    by_hex = hex_movement_terrain(prepared, land)
    climb_price = land.climb_price * prepared.metric.climb_rate

    def cost_of(way: Ints) -> float:
        climbs = np.abs(np.diff(by_hex.level[way])) * board.level
        barred = by_hex.is_barred[way] | np.append(climbs > land.climb_limit + TOUCH, False)
        return float(by_hex.surcharge[way].sum() * board.inches + climbs.sum() * climb_price) + (
            BARRED * float(barred.sum())
        )

    return hex_path_of(board, places, cost_of)


def hex_path_of(board: HexBoard, places: Floats, cost_of: HexCost) -> HexRoute:
    """Give the hexes of a path through places (n, 2); where a leg runs along borders, by the cheaper side."""
    stops = board.layout.hex_at(places)
    found, legs = [stops[:1]], []
    for start, end in pairwise(stops):
        ways = [way_between(start, end, left=left) for left in (True, False)]
        way = ways[0]
        if not np.array_equal(ways[0], ways[1]):
            way = min(ways, key=lambda one: cost_of(board.index(one)))
        found.append(way[1:])
        legs.append(len(way) - 1)
    hexes = np.concatenate(found)
    return HexRoute(board, hexes, board.index(hexes), tuple(legs) or (0,))


# ---- what a unit finds on each hex


@dataclass(frozen=True, slots=True, eq=False)
class HexMovementTerrain:
    """A landscape by the hexes of a board: all (H + 1,), the last for what lies beyond the table."""

    zones: tuple[tuple[int, ...], ...]
    """The zones of the landscape that cover the centre."""
    surcharge: Floats
    """Inches of Move on top of each inch."""
    is_barred: Bools
    level: Ints
    """Where this unit stands: on the bottom of water or on its surface, on a deck or roof that it walks on."""
    cell: Ints
    """The cell of the floor that is such a deck or roof; -1 where there is none."""
    is_paved: Bools


def hex_movement_terrain(prepared: PreparedTable, land: MovementTerrain) -> HexMovementTerrain:
    """Give the landscape of a table that is played on hexes."""
    return _hex_land(board_in(prepared), land)


@lru_cache(maxsize=32)
def _hex_land(board: HexBoard, land: MovementTerrain) -> HexMovementTerrain:
    centres = board.layout.centre(board.hexes)
    count = len(board.hexes) + 1
    zones: list[list[int]] = [[] for _ in range(count)]
    for place, zone in zip(*(found.tolist() for found in holders(centres, land.zones.polygons)), strict=True):
        zones[place].append(zone)
    level = (board.ground if land.rides else board.ground - board.depth).copy()
    cell = np.full(count, -1, dtype=np.intp)
    covered = np.flatnonzero(land.floor.cover >= 0)
    place, which = holders(centres, land.floor.polygons[covered])
    cell[place] = covered[which]
    level[place] = levels(land.floor.plane[cell[place], 0], board.level)
    is_paved = np.zeros(count, dtype=np.bool_)
    is_paved[holders(centres, land.paved.polygons)[0]] = True
    return HexMovementTerrain(
        zones=tuple(tuple(some) for some in zones),
        surcharge=np.array([_surcharge(land, some) for some in zones], dtype=np.float64),
        is_barred=np.array([any(land.barred[zone] for zone in some) for some in zones], dtype=np.bool_),
        level=level,
        cell=cell,
        is_paved=is_paved,
    )


def _surcharge(land: MovementTerrain, zones: list[int]) -> float:
    """Add up the kinds of terrain; of several pieces of one kind the most expensive counts (CE p.33)."""
    most_expensive: dict[str, float] = {}
    for zone in zones:
        rate = float(land.surcharge[zone])
        most_expensive[land.term[zone]] = max(most_expensive.get(land.term[zone], 0.0), rate)
    return sum(most_expensive.values())
