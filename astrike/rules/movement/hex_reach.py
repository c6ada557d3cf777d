"""Where can a unit end its move on hexes, for how much, and which way there is the cheapest?

Hexes within reach are searched hex by hex, at the judge's costs. The judge is asked about some of them, and about
every landing of a jump; it alone decides what is allowed. Source: CE pp.31-38, 68.
"""

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools, Floats, Ints, outer_and_inner, polygons_of, union
from astrike.geometry.elevation import highest_under
from astrike.geometry.hexes import NEIGHBOR_OFFSETS, hexes_between
from astrike.model.explain import Assumed, OptionUsed
from astrike.model.movement import (
    CheapestRoute,
    Contour,
    Height,
    MoveAnswer,
    MoveQuestion,
    MoveReason,
    ReachAnswer,
    Waypoint,
)
from astrike.model.terrain import BUILT
from astrike.rules.movement.budget import MoveBudget, budget_of, options_used, reason_at_start
from astrike.rules.movement.hex_path import HexMovementTerrain, board_in, hex_movement_terrain
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.mobility_profile import mobility_profile_of
from astrike.rules.movement.movement_terrain import MovementTerrain, movement_terrain_for, passes_under_decks
from astrike.rules.movement.obstacles import flies_low, lets_pass, others_on_table
from astrike.rules.movement.suggestions import with_heights_stated
from astrike.rules.movement.wall_crossing import is_climbed_unasked, surfaces_crossed
from astrike.rules.table.hex_units import hexes_of
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

ON_EACH = 10
"""Hexes of each outline that the judge is asked about."""
LATER = frozenset({"wige", "submersible"})
"""Kinds of movers whose own element comes later on hexes."""


@dataclass(frozen=True, slots=True, eq=False)
class HexCostField:
    """One way to use a mode, such as with or without leaving the road: what it costs to end on each hex."""

    cost: Floats
    """(H,) inf where it does not get, or may not end."""
    before: Ints
    """(H,) the hex from which each is entered, -1 for the start and where it does not get."""
    is_minimum: bool = False
    """Is it minimum movement?"""
    inside: frozenset[int] = frozenset()
    """The buildings, by piece, that it goes into and has to say so where it does."""


@dataclass(frozen=True, slots=True, eq=False)
class HexReach:
    """The hexes of a board as one unit gets to them."""

    prepared: PreparedTable
    i: int
    mode: str
    budget: MoveBudget
    available: float
    """The most Move that one of the ways has."""
    ways: tuple[HexCostField, ...]

    @property
    def cost(self) -> Floats:
        """Give the Move used up to each hex (H,), by the cheapest way."""
        nowhere = np.full(len(board_in(self.prepared).hexes), np.inf)
        return np.asarray(np.min([nowhere, *(way.cost for way in self.ways)], axis=0))

    def path_to(self, h: int, z: Height = None) -> tuple[Waypoint, ...]:
        """Give the cheapest way to a hex, as points in the middle of the hexes entered."""
        board = board_in(self.prepared)
        best = min(self.ways, key=lambda way: float(way.cost[h]))
        way = [h]
        while best.before[way[-1]] >= 0:
            way.append(int(best.before[way[-1]]))
        places = board.layout.centre(board.hexes[way[::-1]]).tolist()
        points = [Waypoint(x, y) for x, y in (places[1:] or places)]
        points[-1] = Waypoint(points[-1].x, points[-1].y, z)
        if best.inside:
            points = [*with_heights_stated(self.prepared, self.i, points, best.inside, word="inside")[0]]
        if is_climbed_unasked(self.prepared):
            return tuple(points)
        budget = self.budget
        mobility = mobility_profile_of(self.prepared, self.i, budget.mover.key, budget.code, budget.variant)
        stated, _ = with_heights_stated(
            self.prepared, self.i, points, surfaces_crossed(self.prepared, mobility), word="roof"
        )
        return stated

    def ask(self, h: int, z: Height = None) -> MoveAnswer:
        """Ask the judge about the way to a hex."""
        unit = self.prepared.units.units[self.i].id
        return judge_move(self.prepared, unit, MoveQuestion(self.path_to(h, z), mode=self.mode))


def hex_reach(found: HexReach, costs: Sequence[float]) -> ReachAnswer:
    """Outline the hexes on which a unit can end its move, for each of these costs."""
    prepared, i, mode = found.prepared, found.i, found.mode
    trials = _Trials(found)
    known = found.cost
    reached = np.flatnonzero(np.isfinite(known))
    if mode == "jump":
        reached = np.array([h for h in reached.tolist() if trials.is_allowed(h)], dtype=np.intp)
    contours = [_contour(found, trials, reached[known[reached] <= cost + TOUCH], cost) for cost in costs]
    closed = found.budget.refusals or _not_yet(found)
    return ReachAnswer(
        unit=prepared.units.units[i].id,
        mode=mode,
        edition=prepared.edition.id,
        available=found.available,
        contours=tuple(contour for contour in contours if contour.rings),
        refused=tuple(trials.refused),
        sampled=trials.count,
        refusals=tuple(closed),
        assumed=tuple(_assumed(found, trials.answers)),
        options_used=tuple(_options(found, trials.answers)),
    )


def hex_route(found: HexReach, at: tuple[float, float], z: Height = None) -> CheapestRoute | None:
    """Find the cheapest way to the hex of a place; None where the judge allows none."""
    board = board_in(found.prepared)
    (h,) = board.index(board.layout.hex_at([at])).tolist()
    if h >= len(board.hexes) or not np.isfinite(found.cost[h]):
        return None
    answer = found.ask(h, z)
    return CheapestRoute(found.path_to(h, z), answer) if answer.allowed else None


def _contour(found: HexReach, trials: "_Trials", here: Ints, cost: float) -> Contour:
    board = board_in(found.prepared)
    if not len(here):
        return Contour(cost, (), is_proven=False)
    shapes = [
        shape for area in union(board.layout.polygons(board.hexes[here])) for shape in polygons_of(area)
    ]
    rings = tuple(
        tuple((float(x), float(y)) for x, y in ring) for shape in shapes for ring in outer_and_inner(shape)
    )
    asked = here[np.linspace(0, len(here) - 1, min(ON_EACH, len(here))).astype(np.intp)]
    allowed = [trials.is_allowed(h) for h in asked.tolist()]
    return Contour(cost, rings, is_proven=all(allowed))


class _Trials:
    """Hexes that the judge has been asked about."""

    def __init__(self, found: HexReach) -> None:
        self.found = found
        self.answers: list[MoveAnswer] = []
        self.refused: list[tuple[float, float]] = []
        self._known: dict[int, bool] = {}

    @property
    def count(self) -> int:
        return len(self._known)

    def is_allowed(self, h: int) -> bool:
        """Does the judge allow the way to this hex?"""
        if h not in self._known:
            answer = self.found.ask(h)
            self._known[h] = answer.allowed
            if answer.allowed:
                self.answers.append(answer)
            elif self.found.mode != "jump":
                self.refused.append((answer.end[0], answer.end[1]))
        return self._known[h]


# ---- places to end on


@dataclass(frozen=True, slots=True, eq=False)
class HexDestinations:
    """The hexes on which a move can end: (k,) each."""

    xy: Floats
    """(k, 2) their middles."""
    z: Floats
    cost: Floats
    inches: Floats
    """How far it has moved."""
    is_minimum: Bools


def hex_destinations(found: HexReach) -> HexDestinations:
    """Give the hexes on which a unit can end its move, each by its cheapest way."""
    board, trials = board_in(found.prepared), _Trials(found)
    cost = found.cost
    reached = np.flatnonzero(np.isfinite(cost)).tolist()
    at = [h for h in reached if found.mode != "jump" or trials.is_allowed(h)]
    best = [min(found.ways, key=lambda way: float(way.cost[h])) for h in at]
    z = np.full(len(at), _height(found)) if found.budget.mover.key == "vtol" else _ground(found, at)
    inches = cost[at] if found.mode == "jump" else _travel(at, best) * board.inches
    return HexDestinations(
        xy=board.layout.centre(board.hexes[at]),
        z=z,
        cost=cost[at],
        inches=np.asarray(inches, dtype=np.float64),
        is_minimum=np.array([way.is_minimum for way in best], dtype=np.bool_),
    )


def _ground(found: HexReach, at: Sequence[int]) -> Floats:
    """Give the height of the ground on these hexes."""
    board = board_in(found.prepared)
    level = _land(found)[1].level[list(at)] if at else np.empty(0)
    return np.asarray(level * board.level, dtype=np.float64)


def _travel(at: Sequence[int], ways: Sequence[HexCostField]) -> Ints:
    """Count the hexes entered on the way to each."""
    counts: list[int] = []
    for h, way in zip(at, ways, strict=True):
        here, count = h, 0
        while way.before[here] >= 0:
            here, count = int(way.before[here]), count + 1
        counts.append(count)
    return np.array(counts, dtype=np.intp)


# ---- the search


def search_hexes(prepared: PreparedTable, i: int, mode: str) -> HexReach:
    """Search the hexes around a unit in one mode."""
    budget = budget_of(prepared, i, mode)
    here = HexReach(prepared, i, mode, budget, budget.available, ())
    if budget.refusals or budget.available <= 0.0 or _not_yet(here):
        return here
    if mode == "jump":
        return replace(here, ways=(_jump(here),))
    if budget.mover.key == "vtol":
        return replace(here, ways=(_fly(here),))
    paved = budget_of(prepared, i, mode, paved=True).available
    ways = [_walk(here, budget.available), _walk(here, paved, on_road=True)]
    if is_climbed_unasked(prepared) and any(piece.kind == "building" for piece in prepared.terrain.pieces):
        ways.append(_walk(here, budget.available, enters=True))
    if mode == "ground":
        ways.append(_minimum(here))
    return replace(here, ways=tuple(ways), available=_most(here, ways, paved))


def _most(here: HexReach, ways: Sequence[HexCostField], paved: float) -> float:
    """Give the most Move: that of the road where it leads anywhere."""
    on_road = np.isfinite(ways[1].cost).sum() > 1
    return max(here.budget.available, paved) if on_road else here.budget.available


def _not_yet(found: HexReach) -> tuple[MoveReason, ...]:
    is_later = found.mode == "submersible" or found.budget.mover.key in LATER
    unit = found.prepared.units.units[found.i]
    return (reason_at_start(found.prepared, unit, "grid.not-yet"),) if is_later else ()


def _start(found: HexReach) -> int:
    board = board_in(found.prepared)
    (h,) = board.index(hexes_of(board, found.prepared.units)[[found.i]]).tolist()
    return int(h)


def _taken(found: HexReach, *, enemies: bool) -> set[int]:
    """Give the hexes that others stand on, or those where an enemy does."""
    board, units = board_in(found.prepared), found.prepared.units
    others = others_on_table(found.prepared, found.i).tolist()
    kept = [k for k in others if not enemies or units.units[found.i].is_enemy_of(units.units[k])]
    if enemies and lets_pass(found.prepared):
        kept = [k for k in kept if not flies_low(found.prepared, k) or units.z[k] <= units.z[found.i] + TOUCH]
    return set(board.index(hexes_of(board, units)[kept]).tolist())


def _on_table(found: HexReach) -> list[bool]:
    table, board = found.prepared.table, board_in(found.prepared)
    x, y = board.layout.centre(board.hexes).T
    inside = (x >= -TOUCH) & (x <= table.width + TOUCH) & (y >= -TOUCH) & (y <= table.depth + TOUCH)
    return [bool(value) for value in inside.tolist()]


def _land(found: HexReach, *, enters: bool = False) -> tuple[MovementTerrain, HexMovementTerrain]:
    """Give the ground as this unit meets it: over bridges and what it climbs, and on what it stands on.

    Who `enters` low buildings does not climb them.
    """
    prepared, budget = found.prepared, found.budget
    mobility = mobility_profile_of(prepared, found.i, budget.mover.key, budget.code, budget.variant)
    decks = {k for k, row in enumerate(prepared.terrain.rows) if row.family == "deck"}
    on = prepared.units.of[found.i].on
    stood = {prepared.terrain.index[on]} if on is not None and on in prepared.terrain.index else set()
    solid = {k for k in stood if prepared.terrain.rows[k].family in BUILT}
    if passes_under_decks(movement_terrain_for(prepared, mobility), prepared.edition):
        decks = {k for k in decks if not _has_room_under(prepared, k, height=prepared.units.height(found.i))}
    unasked = surfaces_crossed(prepared, mobility) - {
        prepared.terrain.index.get(prepared.units.of[found.i].inside or "", -1)
    }
    if enters:
        unasked = frozenset(k for k in unasked if prepared.terrain.pieces[k].kind != "building")
    land = movement_terrain_for(prepared, mobility, frozenset(decks | solid | unasked))
    return land, hex_movement_terrain(prepared, land)


def _entered(found: HexReach, land: MovementTerrain) -> frozenset[int]:
    """Give the buildings that it goes into because it does not walk on their roofs, where its path has to say so."""
    prepared = found.prepared
    if not is_climbed_unasked(prepared):
        return frozenset()
    begins_in = prepared.terrain.index.get(prepared.units.of[found.i].inside or "", -1)
    houses = (k for k, piece in enumerate(prepared.terrain.pieces) if piece.kind == "building")
    return frozenset(k for k in houses if k not in land.covers and k != begins_in)


def _has_room_under(prepared: PreparedTable, deck: int, *, height: float) -> bool:
    terrain = prepared.terrain
    low, _ = terrain.extent[terrain.pieces[deck].id]
    return (
        low - float(highest_under(terrain.ground_prisms, terrain.shapes[deck]).max(initial=0.0))
        >= height - TOUCH
    )


def _walk(found: HexReach, available: float, *, on_road: bool = False, enters: bool = False) -> HexCostField:
    """Search on the ground, or along the road alone, where nothing but levels is paid beside the inches (CE p.35)."""
    board = board_in(found.prepared)
    land, by_hex = _land(found, enters=enters)
    start, count = _start(found), len(board.hexes)
    cost, before = np.full(count, np.inf), np.full(count, -1, dtype=np.intp)
    if start >= count or (on_road and not by_hex.is_paved[start]):
        return HexCostField(cost, before)
    closed, on_table = _taken(found, enemies=True), _on_table(found)
    near = [board.index(board.hexes + step).tolist() for step in NEIGHBOR_OFFSETS]
    level, surcharge = by_hex.level.tolist(), by_hex.surcharge.tolist()
    barred = (~by_hex.is_paved if on_road else by_hex.is_barred).tolist()
    factor = found.prepared.metric.climb_rate
    known = {start: 0.0}
    heap = [(0.0, start)]
    settled: set[int] = set()
    while heap:
        paid, h = heapq.heappop(heap)
        if h in settled:
            continue
        settled.add(h)
        for nexts in near:
            g = nexts[h]
            if g >= count or g in settled or barred[g] or g in closed or not on_table[g]:
                continue
            climb = abs(level[g] - level[h]) * board.level
            if climb > land.climb_limit + TOUCH:
                continue
            rate = 0.0 if on_road else surcharge[g]
            total = paid + board.inches * (1.0 + rate) + _level_cost(found, land, climb) * factor
            if total <= available + TOUCH and total < known.get(g, math.inf) - TOUCH:
                known[g] = total
                before[g] = h
                heapq.heappush(heap, (total, g))
    ends = [h for h in known if h == start or h not in _taken(found, enemies=False)]
    cost[ends] = [known[h] for h in ends]
    return HexCostField(cost, before, inside=_entered(found, land))


def _height(found: HexReach) -> float:
    """Give the height at which a VTOL flies on: the one it has, from the ground an inch more (CE p.36)."""
    units, i = found.prepared.units, found.i
    return float(units.z[i]) + (0.0 if units.airborne[i] else found.prepared.edition.number("vtol.take-off"))


def _fly(found: HexReach) -> HexCostField:
    """Search at one height, over what is no higher."""
    board, units = board_in(found.prepared), found.prepared.units
    start, count, z = _start(found), len(board.hexes), _height(found)
    cost, before = np.full(count, np.inf), np.full(count, -1, dtype=np.intp)
    if start >= count:
        return HexCostField(cost, before)
    top = np.where(board.grown, board.treetop, board.top[:, None]).max(axis=1, initial=-99)
    top = np.maximum(top, board.top) * board.level
    others = others_on_table(found.prepared, found.i).tolist()
    level = [k for k in others if units.units[found.i].is_enemy_of(units.units[k])]
    if lets_pass(found.prepared) and "flying" in found.budget.mover.tags:
        level = [k for k in level if units.airborne[k] or units.z[k] >= z - TOUCH]
    level = [k for k in level if units.top[k] > z + TOUCH and units.z[k] < z + units.height(found.i) - TOUCH]
    closed = set(board.index(hexes_of(board, units)[level]).tolist())
    on_table, taken = _on_table(found), _taken(found, enemies=False)
    near = [board.index(board.hexes + step).tolist() for step in NEIGHBOR_OFFSETS]
    rate = found.budget.mover.climb_price * found.prepared.metric.climb_rate
    reached = {start: abs(z - float(units.z[found.i])) * rate}
    edge = [start]
    while edge:
        here, edge = edge, []
        for h in here:
            total = reached[h] + board.inches
            for g in (nexts[h] for nexts in near):
                is_open = g < count and g not in reached and g not in closed and on_table[g]
                if is_open and top[g] <= z + TOUCH and total <= found.budget.available + TOUCH:
                    reached[g], before[g] = total, h
                    edge.append(g)
    ends = [h for h in reached if h == start or h not in taken]
    cost[ends] = [reached[h] for h in ends]
    return HexCostField(cost, before)


def _level_cost(found: HexReach, land: MovementTerrain, height: float) -> float:
    return float(land.level_cost(found.budget.mover, height)) if height > 0.0 else 0.0


def _minimum(found: HexReach) -> HexCostField:
    """One hex, where the Move does not suffice for it (CE p.32)."""
    budget = budget_of(found.prepared, found.i, "minimum")
    board = board_in(found.prepared)
    one = _walk(found, math.inf)
    if budget.refusals or "dismounted" in found.prepared.units.units[found.i].state:
        return HexCostField(np.full_like(one.cost, np.inf), one.before)
    start = _start(found)
    next_to = one.before == start
    cost = np.where(
        next_to & np.isfinite(one.cost) & (one.cost > found.budget.available), board.inches, np.inf
    )
    return HexCostField(cost, one.before, is_minimum=True, inside=one.inside)


def _jump(found: HexReach) -> HexCostField:
    """Every hex that is near enough; where a jump may land, the judge says."""
    board = board_in(found.prepared)
    home = hexes_of(board, found.prepared.units)[found.i]
    away = hexes_between(np.broadcast_to(home, board.hexes.shape), board.hexes) * board.inches
    near = (away <= found.budget.available + TOUCH) & np.array(_on_table(found))
    return HexCostField(np.where(near, away, np.inf), np.full(len(board.hexes), -1, dtype=np.intp))


# ---- what it rests on


def _assumed(found: HexReach, answers: Sequence[MoveAnswer]) -> Iterator[Assumed]:
    notes = (*found.budget.assumed, *(note for answer in answers for note in answer.assumed))
    yield from dict.fromkeys(notes)


def _options(found: HexReach, answers: Sequence[MoveAnswer]) -> Iterator[OptionUsed]:
    own = options_used(found.prepared, found.budget.options)
    yield from dict.fromkeys((*own, *(used for answer in answers for used in answer.options_used)))
