"""A table made ready for questions: edition, options, terrain and units together.

Which question: what does everything on this table look like to a line of sight? Terrain is prepared once and shared
by all positions of the units; a solid that a unit stands in or against is cut away around that unit.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from astrike.errors import NotFound
from astrike.geometry.arrays import Bools, Ints, differences, polygons_of, shape_array
from astrike.geometry.bases import grown, overlaps
from astrike.geometry.prisms import Prisms, joined, make_prisms
from astrike.model.answer import Body
from astrike.model.table import Network, Option, Table
from astrike.model.terrain import Terrain
from astrike.model.unit import Unit
from astrike.rulebook.loader import load_edition
from astrike.rulebook.schema import Edition
from astrike.rules.bodies import Bodies, bodies_at, bodies_joined
from astrike.rules.lie import Lie, lie_of
from astrike.rules.metrics.choice import metric_of
from astrike.rules.metrics.metric import Metric
from astrike.rules.metrics.scene import Obstacles
from astrike.rules.motion import Motion, motion_of
from astrike.rules.options import Options, resolve
from astrike.tolerance import TOUCH


@dataclass(frozen=True, slots=True, eq=False)
class Cuts:
    """What is left of the solids around the units that stand in or against them."""

    absent: Bools
    """(n, solids) Is the solid not there whole for lines from or to this unit?"""
    prisms: Prisms
    only: Ints
    """(P,) The unit whose lines alone meet each of these prisms."""
    source: Ints
    """(P,) The solid that each prism was cut from."""


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """Everything a question about one table needs."""

    table: Table
    edition: Edition
    options: Options
    metric: Metric
    """How lengths and places count: in inches, or from hex to hex."""
    lie: Lie
    units: Bodies
    """Everybody there: the units of the table, or those that stand on it for the sake of a question."""
    networks: tuple[Network, ...]
    """The networks that these units are in."""
    motions: tuple[Motion, ...]
    cuts: Cuts
    obstacles: Obstacles
    in_woods: Bools
    """(n, pieces) does this unit stand in this see-through piece?"""
    own_woods: Bools
    """(n, pieces) does this piece belong to woods that the unit stands in, even if they are cut into pieces?"""
    woods_of: tuple[frozenset[int], ...]
    """The kinds of see-through terrain that each unit stands in."""
    stands_in: tuple[tuple[str, ...], ...]
    """The ids of the see-through pieces that each unit stands in, as far as standing in them counts."""

    @property
    def bodies(self) -> Mapping[str, Body]:
        """How each unit stands, by id."""
        return {body.id: body for body in self.units.of}

    @property
    def heights(self) -> Mapping[str, tuple[float, float]]:
        """Underside and top of each piece; for see-through pieces nan and the height above their ground."""
        return self.lie.extent

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


def build_field(table: Table) -> Field:
    """Prepare a table for questions."""
    edition = load_edition(table.edition)
    options = resolve(edition, table.options)
    lie = _shared_lie(table.terrain, edition.id, tuple(sorted(options.values.items())))
    return field_on(lie, table=table, edition=edition, options=options)


def field_on(lie: Lie, *, table: Table, edition: Edition, options: Options) -> Field:
    """Put a table's units on prepared terrain, where they count as standing."""
    units = metric_of(table, lie=lie, edition=edition, options=options).bodies(table.units)
    return field_of(lie, units, table=table, edition=edition, options=options)


def field_of(lie: Lie, units: Bodies, *, table: Table, edition: Edition, options: Options) -> Field:
    """Make units that stand on prepared terrain ready for questions."""
    metric = metric_of(table, lie=lie, edition=edition, options=options)
    standing = metric.standing_in(units)
    cuts = _cuts(lie, units, edition)
    return Field(
        table=table,
        edition=edition,
        options=options,
        metric=metric,
        lie=lie,
        units=units,
        networks=table.networks,
        motions=_motions(units, edition, options),
        cuts=cuts,
        obstacles=_obstacles(lie, units, cuts),
        in_woods=standing,
        own_woods=_hanging_together(lie, standing),
        woods_of=_kinds_of(lie, standing),
        stands_in=_pieces_of(lie, standing),
    )


def field_with(
    field: Field, more: Bodies, order: Sequence[int] | None = None, motions: tuple[Motion, ...] | None = None
) -> Field:
    """Give the prepared table with more units on it; what has been prepared about the others stays as it is.

    `order` says who is there, and in which order: places among the units of the table and, behind them, the new ones;
    None for all. `motions` are those of the new units, worked out where not known. `table` remains what was laid.
    """
    lie = field.lie
    standing = field.metric.standing_in(more)
    units = bodies_joined(field.units, more)
    cuts = _cuts_joined(field.cuts, _cuts(lie, more, field.edition))
    motions = (*field.motions, *(motions or _motions(more, field.edition, field.options)))
    in_woods = np.concatenate((field.in_woods, standing))
    own_woods = np.concatenate((field.own_woods, _hanging_together(lie, standing)))
    woods_of = (*field.woods_of, *_kinds_of(lie, standing))
    stands_in = (*field.stands_in, *_pieces_of(lie, standing))
    if order is not None:
        at = np.array(order, dtype=np.intp)
        units, cuts = bodies_at(units, order), _cuts_at(cuts, at)
        in_woods, own_woods = in_woods[at], own_woods[at]
        motions, woods_of, stands_in = (
            tuple(motions[i] for i in order),
            tuple(woods_of[i] for i in order),
            tuple(stands_in[i] for i in order),
        )
    return replace(
        field,
        units=units,
        motions=motions,
        cuts=cuts,
        obstacles=_obstacles(lie, units, cuts),
        in_woods=in_woods,
        own_woods=own_woods,
        woods_of=woods_of,
        stands_in=stands_in,
    )


def _motions(units: Bodies, edition: Edition, options: Options) -> tuple[Motion, ...]:
    return tuple(
        motion_of(unit, row=row, edition=edition, options=options)
        for unit, row in zip(units.units, units.rows, strict=True)
    )


def _kinds_of(lie: Lie, standing: Bools) -> tuple[frozenset[int], ...]:
    return tuple(frozenset(lie.kind_of[int(k)] for k in np.flatnonzero(row)) for row in standing)


def _pieces_of(lie: Lie, standing: Bools) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(
            lie.pieces[k].id
            for k in np.flatnonzero(row).tolist()
            if lie.kinds[lie.kind_of[k]].counts_when_occupied
        )
        for row in standing
    )


@lru_cache(maxsize=16)
def _shared_lie(terrain: tuple[Terrain, ...], edition_id: str, values: tuple[tuple[str, Option], ...]) -> Lie:
    return lie_of(terrain, edition=load_edition(edition_id), options=Options(dict(values)))


def _hanging_together(lie: Lie, standing: Bools) -> Bools:
    found = standing.copy()
    for unit, piece in np.argwhere(standing).tolist():
        found[unit, list(lie.joined_to[piece])] = True
    return found


def _obstacles(lie: Lie, units: Bodies, cuts: Cuts) -> Obstacles:
    """Collect the solids, those that large units are among them, and what is left of them around units."""
    solids = lie.solids
    count, terrain_count = len(units.units), len(solids)
    names = [piece.id for piece in lie.pieces]
    hulls = _hulls(units, first_piece=len(names))
    names += [units.units[i].id for i in hulls.owner]
    prisms = joined(solids, hulls.prisms, cuts.prisms)
    every = np.zeros((count, len(prisms)), dtype=np.bool_)
    every[:, :terrain_count] = cuts.absent
    every[hulls.owner, terrain_count + np.arange(len(hulls.owner))] = True
    whole = np.full(terrain_count + len(hulls.owner), -1, dtype=np.intp)
    return Obstacles(
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


def _cuts(lie: Lie, units: Bodies, edition: Edition) -> Cuts:
    """Cut the solids around the units.

    Source: CE p.40 (two inches of an occupied building do not block); the ground a unit stands on stays whole.
    """
    solids = lie.solids
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
            body, piece = units.of[i], lie.pieces[int(solids.piece[p])]
            if _is_ramp_under(units, lie, int(i), int(p)):
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
    return Cuts(
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


def _cuts_joined(one: Cuts, other: Cuts) -> Cuts:
    """Give the cuts around the units of both, in order."""
    return Cuts(
        absent=np.concatenate((one.absent, other.absent)),
        prisms=joined(one.prisms, other.prisms),
        only=np.concatenate((one.only, other.only + len(one.absent))),
        source=np.concatenate((one.source, other.source)),
    )


def _cuts_at(cuts: Cuts, which: Ints) -> Cuts:
    """Give the cuts around the units at these places, in this order."""
    place = np.full(len(cuts.absent), -1, dtype=np.intp)
    place[which] = np.arange(len(which))
    only = place[cuts.only]
    kept = np.flatnonzero(only >= 0)
    kept = kept[np.argsort(only[kept], kind="stable")]
    return Cuts(
        absent=cuts.absent[which],
        prisms=cuts.prisms.take(kept),
        only=only[kept],
        source=cuts.source[kept],
    )


def _is_ramp_under(units: Bodies, lie: Lie, i: int, p: int) -> bool:
    """Is this prism the ramp that the unit stands on? Level ground never rises above its feet."""
    x, y = units.bases.xy[i]
    top = lie.solids.top[p, 0] + lie.solids.top[p, 1] * x + lie.solids.top[p, 2] * y
    return lie.rows[int(lie.solids.piece[p])].family == "ramp" and bool(abs(top - units.z[i]) <= TOUCH)


@dataclass(frozen=True, slots=True, eq=False)
class _Hulls:
    prisms: Prisms
    owner: Ints
    smaller_than: Ints


def _hulls(units: Bodies, *, first_piece: int) -> _Hulls:
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
