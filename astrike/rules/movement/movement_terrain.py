"""What does a table's terrain cost one kind of unit, where may it not go, and how high is the ground for it?

The movement cost table, laid over the pieces of one table. How much of a path is over which piece is measured
elsewhere; `ground` adds up what that costs. Sources: CE pp.33-36, 72-73; AS p.30.
"""

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import (
    Bools,
    Floats,
    Ints,
    Polygon,
    Shapes,
    areas,
    boxes,
    corners_of,
    in_reach,
    intersections,
    make_polygon,
    remainder,
    shape_array,
    union,
)
from astrike.geometry.elevation import plane_at
from astrike.geometry.ground_partition import GroundPartition, make_ground_partition, steep_cells
from astrike.geometry.sweeps import Zones, make_zones
from astrike.model.explain import Assumed
from astrike.model.terrain import BUILT, LAND, Family, Terrain
from astrike.rulebook.schema import Edition, MoverRow, TerrainRow
from astrike.rules.movement.cost_table import CostTable, TerrainCost
from astrike.rules.movement.mobility_profile import CostSettings, MobilityProfile
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.terrain.construction import USUAL_CLASS, assumed_class
from astrike.rules.terrain.prepared_terrain import PreparedTerrain
from astrike.tolerance import TOUCH

_NO_GOING = LAND | {Family.ZONE}
"""What costs no more than the ground does."""
FAR = 2000.0
"""Inches to where the plain reaches on every side: beyond any path that can be asked for."""
USUAL_DEPTH = 1.0
"""Inches of depth of water whose file says none."""
OPEN_FAMILIES = frozenset({Family.FLAT, Family.SEE_THROUGH, Family.WATER})
"""What lies on the ground, so that a deck or roof above hides it."""


@dataclass(frozen=True, slots=True, eq=False)
class MovementTerrain:
    """The terrain of a table for one kind of unit, with some decks and roofs walked upon.

    All arrays and tuples of zones run over the Z polygons of `zones`, which are pieces or parts of them.
    """

    mobility: MobilityProfile
    covers: frozenset[int]
    zones: Zones
    piece: Ints
    """(Z,) index in `terrain.pieces`; -1: what lies between the pieces, open ground."""
    kind: tuple[str, ...]
    """Key of the movement cost table; empty for a bridge overhead, which neither costs nor blocks."""
    surcharge: Floats
    """(Z,) inches of Move on top of each inch."""
    barred: tuple[str, ...]
    """Key of the reason why the unit may not enter, or of the row that no source prints; empty where it may."""
    term: tuple[str, ...]
    """Key of the ledger's line: `terrain.KIND`, `unpaved` or `amphibious`."""
    option: tuple[str, ...]
    """The option that decided what it costs or whom it blocks; empty where none did."""
    is_barred: Bools
    """(Z,)"""
    floor: GroundPartition
    """The ground as this unit stands on it: the bottom of water, or its surface for those who ride on it."""
    paved: Zones
    """Road, pavement and decks (for rail units rails): who never leaves them ignores what lies beside (CE p.35)."""
    steep: Zones
    """Sloped ground that is steeper than the unit climbs."""
    steep_piece: Mapping[int, str]
    """Id of the piece that each steep cell of the floor belongs to."""
    every: Zones
    """The zones, and behind them the raised cells of the floor: for one sweep over both."""
    solids: frozenset[int]
    """The buildings, walls and decks of the table, by piece."""
    lift: Floats
    """(C,) what a cell of the floor lies higher than it counts for changes of level: a plain deck is level with its
    base, a wall counts double."""
    roof: Bools
    """(C,) is the cell the roof of a building?"""
    rides: bool
    """Does it ride on the surface of water?"""
    climb_limit: float
    climb_window: float
    climb_price: float
    assumed: Mapping[int, Assumed]
    """What was assumed about a piece."""

    def names(self, terrain: PreparedTerrain, zone: int) -> str | None:
        """Give the id of a zone's piece."""
        piece = int(self.piece[zone])
        return terrain.pieces[piece].id if piece >= 0 else None

    def level_cost(self, mover: MoverRow, height: float) -> float:
        """Give the Move for a change of level: per inch, or by a list as mobile structures have it (CE pp.34, 66)."""
        listed = mover.climb_prices
        if not listed:
            return height * self.climb_price
        return listed[min(max(math.ceil(height - TOUCH), 1), len(listed)) - 1]


def movement_terrain_for(
    prepared: PreparedTable, mobility: MobilityProfile, covers: frozenset[int] = frozenset()
) -> MovementTerrain:
    """Give the terrain of a table for one kind of unit; `covers` are the decks and roofs that it walks on, by piece.

    Made once and kept: a table is asked about many paths.
    """
    return _landscape(prepared.terrain, CostSettings.of(prepared), mobility, covers)


def passes_under_decks(land: MovementTerrain, edition: Edition) -> bool:
    """Is it a ship? It does not climb onto a bridge, however low its deck is (CE p.34)."""
    return land.rides and land.mobility.mover in edition.going["bridge"].barred


@lru_cache(maxsize=256)
def zones_of_piece(terrain: PreparedTerrain, piece: int) -> Zones:
    """Give the outline of a piece as zones."""
    return make_zones(terrain.shapes[piece])


@lru_cache(maxsize=16)
def hills_of(terrain: PreparedTerrain) -> Zones:
    """Give the outlines of hills and ramps as zones, in the order of `terrain.ground_prisms`."""
    return make_zones(terrain.ground_prisms.polygons)


@lru_cache(maxsize=96)
def _landscape(
    terrain: PreparedTerrain, setting: CostSettings, mobility: MobilityProfile, covers: frozenset[int]
) -> MovementTerrain:
    edition, options = setting.edition, setting.options
    row = edition.movers[mobility.mover]
    costs = CostTable(edition, options, mobility, row)
    tops = [(k, shape) for k in sorted(covers) for shape in terrain.shapes[k]]
    level = np.array([cover_level(terrain, k, mobility, edition) for k, _ in tops], dtype=np.float64)
    hidden = (
        union(shape_array(shape for k in covers for shape in terrain.shapes[k]))
        if covers
        else shape_array([])
    )
    bounds = boxes(hidden)
    found = [
        zone
        for k in range(len(terrain.pieces))
        for zone in _zones_of(terrain, k, costs, covers, hidden, bounds)
    ]
    found += _open_ground(terrain, costs, hidden)
    paved = [zone.polygon for zone in found if zone.cost.paved]
    rides = costs.rides
    floor = _floor(terrain, rides, tuple((k, float(z)) for (k, _), z in zip(tops, level, strict=True)))
    above = np.array([terrain.extent[terrain.pieces[k].id][1] for k, _ in tops], dtype=np.float64) - level
    is_roof = np.array([terrain.pieces[k].kind == "building" for k, _ in tops], dtype=np.bool_)
    covered = floor.cover >= 0
    lift, roof = np.zeros(len(floor)), np.zeros(len(floor), dtype=np.bool_)
    lift[covered], roof[covered] = above[floor.cover[covered]], is_roof[floor.cover[covered]]
    limit, window = costs.climb_limit, row.climb_window
    steep = _steep(floor, limit, window)
    steep_zones = floor.zones.take(steep)
    shapes = shape_array(zone.polygon for zone in found)
    return MovementTerrain(
        mobility=mobility,
        covers=covers,
        zones=make_zones(shapes),
        piece=np.array([zone.piece for zone in found], dtype=np.intp),
        kind=tuple(zone.cost.kind for zone in found),
        surcharge=np.array([zone.cost.surcharge for zone in found], dtype=np.float64),
        barred=tuple(zone.cost.barred for zone in found),
        term=tuple(zone.cost.term for zone in found),
        option=tuple(zone.cost.option for zone in found),
        is_barred=np.array([bool(zone.cost.barred) for zone in found], dtype=np.bool_),
        floor=floor,
        paved=make_zones(shape_array(paved)),
        steep=steep_zones,
        steep_piece={
            int(cell): _slope_at(terrain, polygon)
            for cell, polygon in zip(steep, steep_zones.polygons, strict=True)
        },
        every=make_zones(np.concatenate((shapes, floor.raised.polygons))),
        solids=frozenset(k for k, about in enumerate(terrain.rows) if about.family in BUILT),
        lift=lift,
        roof=roof,
        rides=rides,
        climb_limit=limit,
        climb_window=window,
        climb_price=costs.climb_price,
        assumed=_assumed(terrain),
    )


@lru_cache(maxsize=32)
def _floor(terrain: PreparedTerrain, rides: bool, tops: tuple[tuple[int, float], ...]) -> GroundPartition:
    """Give the ground with these decks and roofs, each piece once for each of its outlines, and their levels."""
    covers = dict.fromkeys(k for k, _ in tops)
    return make_ground_partition(
        terrain.ground_prisms,
        extent=(-FAR, -FAR, FAR, FAR),
        waters=shape_array([]) if rides else terrain.waters,
        depths=np.empty(0) if rides else terrain.water_depth,
        covers=shape_array(shape for k in covers for shape in terrain.shapes[k]),
        cover_levels=np.array([level for _, level in tops], dtype=np.float64),
    )


# ---- zones


@dataclass(frozen=True, slots=True)
class _Zone:
    polygon: Polygon
    piece: int
    cost: TerrainCost


def _zones_of(
    terrain: PreparedTerrain, k: int, costs: CostTable, covers: frozenset[int], hidden: Shapes, bounds: Floats
) -> Iterator[_Zone]:
    """Give the zones of a piece: none for hills and zones on paper, two for water with something in it.

    `bounds` are the boxes of what is hidden.
    """
    piece, about = terrain.pieces[k], terrain.rows[k]
    shapes = terrain.shapes[k]
    if about.family in OPEN_FAMILIES and len(hidden):
        shapes = shape_array(
            part
            for shape, box in zip(shapes, boxes(shapes).tolist(), strict=True)
            for part in remainder(shape, hidden[in_reach(bounds, box)])
        )
    for kind in _kinds(piece, about, costs, is_cover=k in covers):
        going = costs.edition.going.get(kind)
        if going is not None:
            cost = costs.cost_of(going, depth=_depth_of(piece))
        elif about.family == "deck":
            cost = TerrainCost("")
        else:
            continue
        for shape in shapes:
            yield _Zone(shape, k, cost)


def _depth_of(water: Terrain) -> float:
    return water.depth if water.depth is not None else USUAL_DEPTH


def _kinds(piece: Terrain, about: TerrainRow, costs: CostTable, *, is_cover: bool) -> Iterator[str]:
    """Name the rows of the movement cost table that a piece has."""
    if about.family in _NO_GOING:
        return
    if about.family == "deck":
        yield "bridge" if is_cover else ""
    elif is_cover:
        yield "clear"  # a roof or the top of a wall is no road
    elif about.family == "water":
        yield costs.water(_depth_of(piece))
        if piece.kind != "water":
            yield piece.kind
    elif piece.kind == "building":
        yield f"building.{piece.grade or USUAL_CLASS}"
    else:
        yield costs.graded(piece.kind, piece.grade)


def _open_ground(terrain: PreparedTerrain, costs: CostTable, hidden: Shapes) -> list[_Zone]:
    """Give the ground that no piece lies on, where it costs or blocks (CE p.34 footnote 1, p.35)."""
    cost = costs.open_ground()
    if cost is None:
        return []
    families: tuple[str, ...]
    kinds: tuple[str, ...]
    if cost.barred:
        families = ("water",) if costs.mobility.mover != "rail" else ()
        kinds = ("rail",) if costs.mobility.mover == "rail" else ()
    else:
        families, kinds = (), tuple(key for key, row in costs.edition.going.items() if row.paved)
    taken = [
        shape
        for k, piece in enumerate(terrain.pieces)
        if terrain.rows[k].family in families or (piece.kind in kinds and terrain.rows[k].family != "deck")
        for shape in terrain.shapes[k]
    ]
    plain = make_polygon([(-FAR, -FAR), (FAR, -FAR), (FAR, FAR), (-FAR, FAR)])
    parts = remainder(plain, shape_array([*taken, *hidden]))
    return [_Zone(part, -1, cost) for part in parts]


# ---- heights


def cover_level(terrain: PreparedTerrain, k: int, mobility: MobilityProfile, edition: Edition) -> float:
    """Say how high a deck, roof or wall is for changes of level (CE pp.35, 72)."""
    piece, about = terrain.pieces[k], terrain.rows[k]
    low, high = terrain.extent[piece.id]
    if about.family == "deck":
        return low if piece.height is None else high
    if piece.kind == "wall" and mobility.mover != "infantry":
        return low + (high - low) * edition.number("wall.climb-factor")
    return high


def _steep(floor: GroundPartition, limit: float, window: float) -> Ints:
    """Give the slopes that are prohibited ground (CE p.35): steeper than the limit in its window, and higher than it.

    What rises by no more than the limit altogether is climbed like a step of that height, however steep it is.
    """
    if window <= 0.0:
        return np.empty(0, dtype=np.intp)
    steep = steep_cells(floor, limit / window)
    corner, index = corners_of(floor.polygons[steep])
    z = plane_at(floor.plane[steep][index], corner)
    high, low = np.full(len(steep), -np.inf), np.full(len(steep), np.inf)
    np.maximum.at(high, index, z)
    np.minimum.at(low, index, z)
    found: Ints = steep[high - low > limit + TOUCH]
    return found


def _slope_at(terrain: PreparedTerrain, polygon: Polygon) -> str:
    """Name the ramp that a part of the ground belongs to: the one that has the most of it."""
    ramps = [
        (k, shape)
        for k, about in enumerate(terrain.rows)
        if about.family == "ramp"
        for shape in terrain.shapes[k]
    ]
    if not ramps:
        return ""
    shapes = shape_array(shape for _, shape in ramps)
    common = areas(intersections(shapes, shape_array([polygon] * len(shapes))))
    return terrain.pieces[ramps[int(np.argmax(common))][0]].id


def _assumed(terrain: PreparedTerrain) -> Mapping[int, Assumed]:
    return {
        k: each
        for k, piece in enumerate(terrain.pieces)
        if piece.kind == "building"
        for each in assumed_class(piece)
    }
