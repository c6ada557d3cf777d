"""Where should a unit stand to hit one enemy best, or to be hit least?

Chances are given for every place on a half-inch grid where the unit can end its move. The numbers are those of an
ordinary attack, asked about hypothetical units at all those places at once, each turned to its enemy and moved as the
unit would have moved; they do not see each other, hide nobody and jam nobody.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.geometry.arcs import bearings
from astrike.geometry.arrays import Bools, Floats, Ints
from astrike.model.movement import MOST_THREATS, BestPositionsAnswer, PositionChances
from astrike.model.table import MetricName
from astrike.model.unit import Unit
from astrike.rules.movement.after_move import moved_unit
from astrike.rules.movement.cost_map import CostField
from astrike.rules.movement.cost_maps import CostMaps, cost_maps_of, mode_asked
from astrike.rules.movement.hex_path import board_in
from astrike.rules.movement.hex_reach import hex_destinations, search_hexes
from astrike.rules.solver.attack import attack_columns
from astrike.rules.solver.attack_solver import HitChance
from astrike.rules.table.hypothetical import with_hypothetical_unit
from astrike.rules.table.lines import measure_columns
from astrike.rules.table.prepared_table import PreparedTable

INCHES_BETWEEN_PLACES = 0.5
"""Inches from place to place, or the next whole number of the grid's own steps."""

_Hits = list[HitChance | None]
_Risks = list[tuple[float, ...]]


def best_positions(
    prepared: PreparedTable,
    unit: str,
    *,
    target: str | None = None,
    threats: Sequence[str] = (),
    mode: str | None = None,
) -> BestPositionsAnswer:
    """Give the chances at every place in reach; raise `NotFound` or `InputError` where the question makes no sense."""
    i = prepared.place_of(unit)
    _check(prepared, unit, target, threats)
    mode, ground = mode_asked(prepared, i, mode), _GROUNDS[prepared.metric.name]
    ends = ground.ends(prepared, i, mode)
    hits, risks = _chances(prepared, i, mode, ends, target, threats)
    ends, hits, risks = ground.spread(prepared, ends, hits, risks)
    places = tuple(
        PositionChances(
            x=x,
            y=y,
            z=z,
            cost=cost,
            hit=hit.probability if hit is not None else 0.0,
            target_number=hit.target_number if hit is not None else None,
            risks=own,
            risk=1.0 - math.prod(1.0 - each for each in own),
        )
        for (x, y), z, cost, hit, own in zip(
            ends.xy.tolist(), ends.z.tolist(), ends.cost.tolist(), hits, risks, strict=True
        )
    )
    return BestPositionsAnswer(
        unit=unit,
        mode=mode,
        edition=prepared.edition.id,
        target=target,
        threats=tuple(threats),
        step=ends.step,
        places=places,
        best=max(places, key=lambda p: (p.hit, -p.risk, -p.cost), default=None) if target else None,
        safest=min(places, key=lambda p: (p.risk, -p.hit, p.cost), default=None) if threats else None,
    )


def _check(prepared: PreparedTable, unit: str, target: str | None, threats: Sequence[str]) -> None:
    problems: list[Problem] = []
    for name in (*((target,) if target is not None else ()), *threats):
        prepared.place_of(name)
    if target == unit:
        problems.append(Problem("target", repr(target), "another unit"))
    if unit in threats:
        problems.append(Problem("threats", repr(unit), "other units"))
    if len(threats) > MOST_THREATS:
        problems.append(Problem("threats", f"{len(threats)} units", f"at most {MOST_THREATS}"))
    if len(set(threats)) < len(threats):
        problems.append(Problem("threats", ", ".join(threats), "each unit once"))
    if problems:
        raise InputError(problems)


# ---- where it can stand


@dataclass(frozen=True, slots=True, eq=False)
class _EndPlaces:
    """The places of the grid in reach: (k,) each."""

    xy: Floats
    """(k, 2)"""
    z: Floats
    cost: Floats
    inches: Floats
    """How far it has moved."""
    is_minimum: Bools
    """Is that minimum movement? It counts as such, whatever mode was asked for (CE p.32)."""
    step: float


@dataclass(frozen=True, slots=True)
class _Ground:
    """How the places are found on which a move can end, and shown afterwards."""

    ends: Callable[[PreparedTable, int, str], _EndPlaces]
    spread: Callable[[PreparedTable, _EndPlaces, _Hits, _Risks], tuple[_EndPlaces, _Hits, _Risks]]


def _places(prepared: PreparedTable, i: int, mode: str) -> _EndPlaces:
    """Give the places of a grid around the start on which a move can end, each by its cheapest way."""
    maps = cost_maps_of(prepared, i, mode)
    if not maps.ways:
        none = np.empty(0)
        return _EndPlaces(
            np.empty((0, 2)), none, none, none, np.empty(0, dtype=np.bool_), INCHES_BETWEEN_PLACES
        )
    grid = maps.ways[0].grid
    every = max(1, math.ceil(INCHES_BETWEEN_PLACES / grid.step - 1e-9))
    rows, columns = grid.shape
    row, column = divmod(grid.start, columns)
    on_grid = (
        (np.arange(row % every, rows, every) * columns)[:, None] + np.arange(column % every, columns, every)
    ).ravel()
    cost = np.array([np.where(way.is_within[on_grid], way.cost[on_grid], np.inf) for way in maps.ways])
    best = np.argmin(cost, axis=0)
    open_ = np.isfinite(cost.min(axis=0))
    place, best = on_grid[open_], best[open_]

    def of(values: Sequence[Floats]) -> Floats:
        return np.asarray(np.choose(best, [each[place] for each in values]))

    return _EndPlaces(
        xy=grid.places[place],
        z=of([way.z for way in maps.ways]),
        cost=of([way.cost for way in maps.ways]),
        inches=of([_inches(maps, way) for way in maps.ways]),
        is_minimum=np.array([way.is_minimum for way in maps.ways])[best],
        step=every * grid.step,
    )


def _as_they_are(
    prepared: PreparedTable, ends: _EndPlaces, hits: _Hits, risks: _Risks
) -> tuple[_EndPlaces, _Hits, _Risks]:
    """Keep what was found."""
    return ends, hits, risks


def _hexes(prepared: PreparedTable, i: int, mode: str) -> _EndPlaces:
    """Give the hexes on which a move can end, each by its cheapest way."""
    found, layout = hex_destinations(search_hexes(prepared, i, mode)), board_in(prepared).layout
    return _EndPlaces(
        xy=found.xy,
        z=found.z,
        cost=found.cost,
        inches=found.inches,
        is_minimum=found.is_minimum,
        step=max(INCHES_BETWEEN_PLACES, round(layout.across / 4, 2)),
    )


def _all_over(
    prepared: PreparedTable, ends: _EndPlaces, hits: _Hits, risks: _Risks
) -> tuple[_EndPlaces, _Hits, _Risks]:
    """Give every place of the grid what the hex has that it lies in, so that maps of hexes look like all others."""
    if not len(ends.xy):
        return ends, hits, risks
    layout, step = board_in(prepared).layout, ends.step
    (west, south), (east, north) = ends.xy.min(axis=0), ends.xy.max(axis=0)
    pad = layout.across
    columns, rows = (
        np.arange(math.floor(low - pad), high + pad, step) for low, high in ((west, east), (south, north))
    )
    x, y = np.meshgrid(columns, rows)
    every = np.column_stack((x.ravel(), y.ravel()))
    number = {tuple(at): k for k, at in enumerate(layout.hex_at(ends.xy).tolist())}
    owner = [number.get(tuple(at), -1) for at in layout.hex_at(every).tolist()]
    kept = np.flatnonzero(np.array(owner) >= 0)
    # The middle of a hex first: of several places that are as good the first is the best.
    off = np.hypot(*(every[kept] - ends.xy[np.array(owner)[kept]]).T)
    kept = kept[np.argsort(off, kind="stable")]
    of = np.array(owner)[kept]
    places = replace(
        ends,
        xy=every[kept],
        z=ends.z[of],
        cost=ends.cost[of],
        inches=ends.inches[of],
        is_minimum=ends.is_minimum[of],
    )
    return places, [hits[k] for k in of.tolist()], [risks[k] for k in of.tolist()]


_GROUNDS: Mapping[MetricName, _Ground] = {
    "inches": _Ground(_places, _as_they_are),
    "hexes": _Ground(_hexes, _all_over),
}


def _inches(maps: CostMaps, way: CostField) -> Floats:
    """Give the inches that count as moved to each place (CE p.37)."""
    grid = way.grid
    may_loop = maps.mode in maps.prepared.edition.tagged("whole-move")
    counts_loops = may_loop and maps.prepared.options.word("move.loop") == "displacement"
    if way.found is not None and (way.is_minimum or not counts_loops):
        return way.found.travel
    return np.asarray(np.hypot(*(grid.places - grid.places[grid.start]).T))


# ---- chances there


def _chances(
    prepared: PreparedTable, i: int, mode: str, ends: _EndPlaces, target: str | None, threats: Sequence[str]
) -> tuple[_Hits, _Risks]:
    """Give the attack at the target from every place, and the chance of each threat to hit there."""
    count = len(ends.xy)
    if not count:
        return [], []
    everywhere = _hypothetical_units(prepared, i, mode, ends, target, threats)
    scene, index = with_hypothetical_unit(prepared, i, everywhere)
    here = np.arange(count, dtype=np.intp)
    aims: list[tuple[Ints, Ints]] = []
    if target is not None:
        aims.append((here, np.full(count, index[target])))
    aims += [(np.full(count, index[name]), here) for name in threats]
    answers: list[HitChance] = []
    if aims:
        attackers, targets = (np.concatenate(each) for each in zip(*aims, strict=True))
        answers = list(attack_columns(scene, measure_columns(scene, attackers, targets)).chances())
    hits: _Hits = [None] * count
    if target is not None:
        hits, answers = [*answers[:count]], answers[count:]
    risks = [
        tuple(answers[k * count + place].probability for k in range(len(threats))) for place in range(count)
    ]
    return hits, risks


def _hypothetical_units(
    prepared: PreparedTable, i: int, mode: str, ends: _EndPlaces, target: str | None, threats: Sequence[str]
) -> list[Unit]:
    """Give the unit at every place, turned to its target, or to the first threat, and moved so far."""
    unit = prepared.units.units[i]
    enemy = target if target is not None else next(iter(threats), None)
    facing: list[float | None] = [unit.facing] * len(ends.xy)
    if enemy is not None:
        at = prepared.units.bases.xy[prepared.place_of(enemy)]
        towards = bearings(ends.xy, np.broadcast_to(at, ends.xy.shape))
        facing = [*prepared.metric.facings(towards).tolist()]
    moved: dict[tuple[bool, bool], Unit] = {}
    found: list[Unit] = []
    standstill = prepared.edition.number("standstill")
    columns = (ends.xy.tolist(), ends.z.tolist(), ends.inches.tolist(), ends.is_minimum.tolist(), facing)
    for k, ((x, y), z, inches, is_minimum, turned) in enumerate(zip(*columns, strict=True)):
        key = (inches < standstill, is_minimum)
        if key not in moved:
            moved[key] = moved_unit(prepared, unit, "minimum" if is_minimum else mode, inches)
        found.append(
            replace(
                moved[key],
                id=f"{unit.id} {k}",
                at=(x, y),
                elevation=z,
                facing=turned,
                moved=inches,
                ecm="off",
            )
        )
    return found
