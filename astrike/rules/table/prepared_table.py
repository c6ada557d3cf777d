"""What does everything on a table look like to a line of sight?

A table made ready for questions: edition, options, terrain and units together. Terrain is prepared once and shared by
all positions of the units; a solid that a unit stands in or against is cut away around that unit.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

import numpy as np

from astrike.byte_budget import count_only_in, kept
from astrike.dataclass import dataclass
from astrike.deadline import go_on
from astrike.errors import NotFound
from astrike.geometry.arrays import Bools, Ints, differences, polygons_of, shape_array
from astrike.geometry.bases import grown, overlaps
from astrike.geometry.prisms import Prisms, joined_prisms, make_prisms
from astrike.model.attack_answer import StandingUnit
from astrike.model.table import HexGrid, MetricName, Network, Option, Table
from astrike.model.terrain import Terrain
from astrike.model.unit import Unit
from astrike.rulebook.loader import load_edition
from astrike.rulebook.schema import Edition
from astrike.rules.options import Options, resolve
from astrike.rules.table.hex_metric import HexMetric
from astrike.rules.table.inch_metric import InchMetric
from astrike.rules.table.metric import Metric, SightObstacles
from astrike.rules.table.prepared_units import PreparedUnits, prepared_units_at, prepared_units_joined
from astrike.rules.terrain.hex_board import board_of
from astrike.rules.terrain.prepared_terrain import PreparedTerrain, prepare_terrain
from astrike.rules.units.move_and_tmm import CurrentMove, current_move
from astrike.tolerance import TOUCH

MOST_TERRAINS: Final = 36
"""Terrains of which the newest table is kept: those of twelve tables, each under three editions."""


def metric_of(table: Table, *, terrain: PreparedTerrain, edition: Edition, options: Options) -> Metric:
    """Give the metric of a table on prepared terrain."""
    return _METRICS[table.metric](table, terrain, edition, options)


def _in_inches(table: Table, terrain: PreparedTerrain, edition: Edition, options: Options) -> Metric:
    return InchMetric(terrain, edition, options)


def _on_hexes(table: Table, terrain: PreparedTerrain, edition: Edition, options: Options) -> Metric:
    return HexMetric(terrain, edition, options, board_of(terrain, table=table, edition=edition))


_METRICS: Final[Mapping[MetricName, Callable[[Table, PreparedTerrain, Edition, Options], Metric]]] = {
    "inches": _in_inches,
    "hexes": _on_hexes,
}


@dataclass(frozen=True, slots=True, eq=False)
class SolidCutouts:
    """What is left of the solids around the units that stand in or against them."""

    absent: Bools
    """(n, solids) Is the solid not there whole for lines from or to this unit?"""
    prisms: Prisms
    only: Ints
    """(P,) The unit whose lines alone meet each of these prisms."""
    source: Ints
    """(P,) The solid that each prism was cut from."""


@dataclass(frozen=True, slots=True, eq=False)
class PreparedTable:
    """Everything a question about one table needs."""

    table: Table
    edition: Edition
    options: Options
    metric: Metric
    """How lengths and places count: in inches, or from hex to hex."""
    terrain: PreparedTerrain
    units: PreparedUnits
    """Everybody there: the units of the table, or those that stand on it for the sake of a question."""
    networks: tuple[Network, ...]
    """The networks that these units are in."""
    motions: tuple[CurrentMove, ...]
    cuts: SolidCutouts
    obstacles: SightObstacles
    in_woods: Bools
    """(n, pieces) does this unit stand in this see-through piece?"""
    own_woods: Bools
    """(n, pieces) does this piece belong to woods that the unit stands in, even if they are cut into pieces?"""
    woods_of: tuple[frozenset[int], ...]
    """The kinds of see-through terrain that each unit stands in."""
    stands_in: tuple[tuple[str, ...], ...]
    """The ids of the see-through pieces that each unit stands in, as far as standing in them counts."""

    @property
    def bodies(self) -> Mapping[str, StandingUnit]:
        """How each unit stands, by id."""
        return {body.id: body for body in self.units.of}

    @property
    def heights(self) -> Mapping[str, tuple[float, float]]:
        """Underside and top of each piece; for see-through pieces nan and the height above their ground."""
        return self.terrain.extent

    def place_of(self, unit_id: str) -> int:
        """Give the index of a unit, or raise `NotFound`."""
        found = self.units.index.get(unit_id)
        if found is None:
            raise NotFound(
                f"There is no unit {unit_id!r} on this table; there are {', '.join(self.units.index) or 'none'}."
            )
        return found

    def unit_of(self, unit_id: str) -> Unit:
        """Give a unit, or raise `NotFound`."""
        return self.units.units[self.place_of(unit_id)]


def prepare_table(table: Table) -> PreparedTable:
    """Prepare a table for questions."""
    go_on()
    edition = load_edition(table.edition)
    options = resolve(edition, table.options)
    terrain = _shared_terrain(table.terrain, edition.id, tuple(sorted(options.values.items())))
    newest = _newest_on(terrain, table.grid, table.width, table.depth)
    before = newest.prepared
    prepared = _like_before(before, table) if before is not None and before.edition is edition else None
    if prepared is None:
        prepared = table_on_terrain(terrain, table=table, edition=edition, options=options)
    newest.prepared = prepared
    return prepared


class _NewestTable:
    """The table that was prepared last on some terrain, under an edition and options."""

    prepared: PreparedTable | None = None


@lru_cache(maxsize=MOST_TERRAINS)
def _newest_on(terrain: PreparedTerrain, grid: HexGrid | None, width: float, depth: float) -> _NewestTable:
    return _NewestTable()


def _like_before(before: PreparedTable, table: Table) -> PreparedTable | None:
    """Prepare the units that are others than before, and keep the rest; None where most are others.

    A unit is the same when it is the same object: a unit that equals another one may still be written otherwise.
    """
    places = {id(unit): place for place, unit in enumerate(before.units.units)}
    new = [unit for unit in table.units if id(unit) not in places]
    if 2 * len(new) > len(table.units):
        return None
    more = iter(range(len(before.units.units), len(before.units.units) + len(new)))
    order = [places[id(unit)] if id(unit) in places else next(more) for unit in table.units]
    prepared = before
    if new or order != list(range(len(before.units.units))):
        prepared = table_with_units(before, before.metric.bodies(new), order)
    return replace(prepared, table=table, networks=table.networks)


def table_on_terrain(
    terrain: PreparedTerrain, *, table: Table, edition: Edition, options: Options
) -> PreparedTable:
    """Put a table's units on prepared terrain, where they count as standing."""
    units = metric_of(table, terrain=terrain, edition=edition, options=options).bodies(table.units)
    return table_of_units(terrain, units, table=table, edition=edition, options=options)


def table_of_units(
    terrain: PreparedTerrain, units: PreparedUnits, *, table: Table, edition: Edition, options: Options
) -> PreparedTable:
    """Make units that stand on prepared terrain ready for questions."""
    metric = metric_of(table, terrain=terrain, edition=edition, options=options)
    standing = metric.standing_in(units)
    cuts = _cuts(terrain, units, edition)
    return PreparedTable(
        table=table,
        edition=edition,
        options=options,
        metric=metric,
        terrain=terrain,
        units=units,
        networks=table.networks,
        motions=_motions(units, edition, options),
        cuts=cuts,
        obstacles=_obstacles(terrain, units, cuts),
        in_woods=standing,
        own_woods=_connected_pieces(terrain, standing),
        woods_of=_kinds_of(terrain, standing),
        stands_in=_pieces_of(terrain, standing),
    )


def table_with_units(
    prepared: PreparedTable,
    more: PreparedUnits,
    order: Sequence[int] | None = None,
    motions: tuple[CurrentMove, ...] | None = None,
) -> PreparedTable:
    """Give the prepared table with more units on it; what has been prepared about the others stays as it is.

    `order` says who is there, and in which order: places among the units of the table and, behind them, the new ones;
    None for all. `motions` are those of the new units, worked out where not known. `table` remains what was laid.
    """
    terrain = prepared.terrain
    standing = prepared.metric.standing_in(more)
    units = prepared_units_joined(prepared.units, more)
    cuts = _cuts_joined(prepared.cuts, _cuts(terrain, more, prepared.edition))
    motions = (*prepared.motions, *(motions or _motions(more, prepared.edition, prepared.options)))
    in_woods = np.concatenate((prepared.in_woods, standing))
    own_woods = np.concatenate((prepared.own_woods, _connected_pieces(terrain, standing)))
    woods_of = (*prepared.woods_of, *_kinds_of(terrain, standing))
    stands_in = (*prepared.stands_in, *_pieces_of(terrain, standing))
    if order is not None:
        at = np.array(order, dtype=np.intp)
        units, cuts = prepared_units_at(units, order), _cuts_at(cuts, at)
        in_woods, own_woods = in_woods[at], own_woods[at]
        motions, woods_of, stands_in = (
            tuple(motions[i] for i in order),
            tuple(woods_of[i] for i in order),
            tuple(stands_in[i] for i in order),
        )
    return replace(
        prepared,
        units=units,
        motions=motions,
        cuts=cuts,
        obstacles=_obstacles(terrain, units, cuts),
        in_woods=in_woods,
        own_woods=own_woods,
        woods_of=woods_of,
        stands_in=stands_in,
    )


def _motions(units: PreparedUnits, edition: Edition, options: Options) -> tuple[CurrentMove, ...]:
    return tuple(
        current_move(unit, row=row, edition=edition, options=options)
        for unit, row in zip(units.units, units.rows, strict=True)
    )


def _kinds_of(terrain: PreparedTerrain, standing: Bools) -> tuple[frozenset[int], ...]:
    return tuple(frozenset(terrain.kind_of[int(k)] for k in np.flatnonzero(row)) for row in standing)


def _pieces_of(terrain: PreparedTerrain, standing: Bools) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(
            terrain.pieces[k].id
            for k in np.flatnonzero(row).tolist()
            if terrain.kinds[terrain.kind_of[k]].counts_when_occupied
        )
        for row in standing
    )


count_only_in(PreparedTerrain)


@kept
def _shared_terrain(
    terrain: tuple[Terrain, ...], edition_id: str, values: tuple[tuple[str, Option], ...]
) -> PreparedTerrain:
    return prepare_terrain(terrain, edition=load_edition(edition_id), options=Options(dict(values)))


def _connected_pieces(terrain: PreparedTerrain, standing: Bools) -> Bools:
    found = standing.copy()
    for unit, piece in np.argwhere(standing).tolist():
        found[unit, list(terrain.joined_to[piece])] = True
    return found


def _obstacles(terrain: PreparedTerrain, units: PreparedUnits, cuts: SolidCutouts) -> SightObstacles:
    """Collect the solids, those that large units are among them, and what is left of them around units."""
    solids = terrain.solids
    count, terrain_count = len(units.units), len(solids)
    names = [piece.id for piece in terrain.pieces]
    hulls = _hulls(units, first_piece=len(names))
    names += [units.units[i].id for i in hulls.owner]
    prisms = joined_prisms(solids, hulls.prisms, cuts.prisms)
    every = np.zeros((count, len(prisms)), dtype=np.bool_)
    every[:, :terrain_count] = cuts.absent
    every[hulls.owner, terrain_count + np.arange(len(hulls.owner))] = True
    whole = np.full(terrain_count + len(hulls.owner), -1, dtype=np.intp)
    return SightObstacles(
        prisms=prisms,
        names=tuple(names),
        absent=every,
        only=np.concatenate((whole, cuts.only)),
        source=np.concatenate((whole, cuts.source)),
        smaller_than=np.concatenate((_for_all(terrain_count), hulls.smaller_than, _for_all(len(cuts.only)))),
    )


def _for_all(count: int) -> Ints:
    """Let so many prisms hide units of every size."""
    return np.full(count, 99, dtype=np.intp)


def _cuts(terrain: PreparedTerrain, units: PreparedUnits, edition: Edition) -> SolidCutouts:
    """Cut the solids around the units.

    Source: CE p.40 (two inches of an occupied building do not block); the ground a unit stands on stays whole.
    """
    solids = terrain.solids
    count, terrain_count = len(units.units), len(solids)
    absent = np.zeros((count, terrain_count), dtype=np.bool_)
    cut_polygons: list[object] = []
    cut_bottom: list[float] = []
    cut_top: list[tuple[float, ...]] = []
    cut_piece: list[int] = []
    cut_only: list[int] = []
    cut_source: list[int] = []
    if count and terrain_count:
        over = overlaps(units.bases, solids.polygons)
        over &= (solids.highest[None, :] > units.z[:, None] + TOUCH) & (
            solids.bottom[None, :] < units.top[:, None] - TOUCH
        )
        for i, p in np.argwhere(over):
            body, piece = units.of[i], terrain.pieces[int(solids.piece[p])]
            if _is_ramp_under(units, terrain, int(i), int(p)):
                continue
            absent[i, p] = True
            if body.inside == piece.id and units.rows[i].infantry:
                continue  # CE p.40: infantry inside sees and is seen as if the building were not there
            by = edition.number("strip.building") if piece.kind == "building" else 0.0
            rest = differences(
                shape_array([solids.polygons[p]]), shape_array([grown(units.bases, int(i), by)])
            )
            for polygon in polygons_of(rest):
                cut_polygons.append(polygon)
                cut_bottom.append(float(solids.bottom[p]))
                cut_top.append(tuple(solids.top[p]))
                cut_piece.append(int(solids.piece[p]))
                cut_only.append(int(i))
                cut_source.append(int(p))
    return SolidCutouts(
        absent=absent,
        prisms=make_prisms(
            cut_polygons,
            bottom=np.array(cut_bottom),
            top=np.array(cut_top, dtype=np.float64).reshape(-1, 3),
            piece=np.array(cut_piece, dtype=np.intp),
        ),
        only=np.array(cut_only, dtype=np.intp),
        source=np.array(cut_source, dtype=np.intp),
    )


def _cuts_joined(one: SolidCutouts, other: SolidCutouts) -> SolidCutouts:
    """Give the cuts around the units of both, in order."""
    return SolidCutouts(
        absent=np.concatenate((one.absent, other.absent)),
        prisms=joined_prisms(one.prisms, other.prisms),
        only=np.concatenate((one.only, other.only + len(one.absent))),
        source=np.concatenate((one.source, other.source)),
    )


def _cuts_at(cuts: SolidCutouts, which: Ints) -> SolidCutouts:
    """Give the cuts around the units at these places, in this order."""
    place = np.full(len(cuts.absent), -1, dtype=np.intp)
    place[which] = np.arange(len(which))
    only = place[cuts.only]
    kept = np.flatnonzero(only >= 0)
    kept = kept[np.argsort(only[kept], kind="stable")]
    return SolidCutouts(
        absent=cuts.absent[which],
        prisms=cuts.prisms.take(kept),
        only=only[kept],
        source=cuts.source[kept],
    )


def _is_ramp_under(units: PreparedUnits, terrain: PreparedTerrain, i: int, p: int) -> bool:
    """Is this prism the ramp that the unit stands on? Level ground never rises above its feet."""
    x, y = units.bases.xy[i]
    top = terrain.solids.top[p, 0] + terrain.solids.top[p, 1] * x + terrain.solids.top[p, 2] * y
    return terrain.rows[int(terrain.solids.piece[p])].family == "ramp" and bool(
        abs(top - units.z[i]) <= TOUCH
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Hulls:
    prisms: Prisms
    owner: Ints
    smaller_than: Ints


def _hulls(units: PreparedUnits, *, first_piece: int) -> _Hulls:
    """Turn large units into solids (CE p.64)."""
    owner = [i for i, blocks in enumerate(units.blocks) if blocks != "none"]
    return _Hulls(
        prisms=make_prisms(
            [grown(units.bases, i, 0.0) for i in owner],
            bottom=np.array([units.z[i] for i in owner], dtype=np.float64),
            top=np.array([(units.of[i].top, 0.0, 0.0) for i in owner], dtype=np.float64).reshape(-1, 3),
            piece=np.arange(first_piece, first_piece + len(owner)),
        ),
        owner=np.array(owner, dtype=np.intp),
        smaller_than=np.array(
            [99 if units.blocks[i] == "all" else units.rank[i] for i in owner], dtype=np.intp
        ),
    )
