"""How does a table look with units where they do not stand?

One unit elsewhere, one at many places at once, some units alone, point targets in place of points, or open ground for
questions without a table. What stays is not prepared anew, and the table itself does not change. Hypothetical units do
not see each other, and they hide and jam nobody.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from astrike.model.table import Network, Table
from astrike.model.unit import Base, Unit
from astrike.rulebook.loader import load_edition
from astrike.rules.options import resolve
from astrike.rules.table.prepared_table import PreparedTable, table_on_terrain, table_with_units
from astrike.rules.table.prepared_units import prepare_units
from astrike.rules.table.tape_measure import highest_surface_at
from astrike.rules.terrain.prepared_terrain import prepare_terrain
from astrike.rules.units.move_and_tmm import CurrentMove


def with_hypothetical_unit(
    prepared: PreparedTable, i: int, hypothetical: Sequence[Unit]
) -> tuple[PreparedTable, Mapping[str, int]]:
    """Put the hypothetical units in the place of the unit, in its networks as well; give where the others are then."""
    others = [k for k in range(len(prepared.units.units)) if k != i]
    scene, index = _placed(prepared, hypothetical, others)
    return replace(scene, networks=tuple(_networks(prepared, i, hypothetical))), index


def with_hypothetical(
    prepared: PreparedTable, i: int, hypothetical: Sequence[Unit], others: Sequence[int]
) -> tuple[PreparedTable, Mapping[str, int]]:
    """Put down hypothetical units that differ by their place alone, and of the others just these; networks are none.

    For questions that hang on nothing else; it is several times as quick as a crowd.
    """
    return with_hypothetical_of_units(prepared, [(i, unit) for unit in hypothetical], others)


def with_hypothetical_of_units(
    prepared: PreparedTable, hypothetical: Sequence[tuple[int, Unit]], others: Sequence[int]
) -> tuple[PreparedTable, Mapping[str, int]]:
    """Put down hypothetical units in place of several units, each with the number of the unit it stands for.

    A unit that hides others or bears a field must not be among the others where something stands in for it.
    """
    motions = tuple(prepared.motions[i] for i, _unit in hypothetical)
    scene, index = _placed(prepared, [unit for _i, unit in hypothetical], others, motions)
    return replace(scene, networks=()), index


def with_unit_at(prepared: PreparedTable, i: int, unit: Unit) -> PreparedTable:
    """Give the table with one of its units elsewhere, moved and turned as before."""
    return _with_unit(prepared, i, unit, (prepared.motions[i],))


def with_unit(prepared: PreparedTable, i: int, unit: Unit) -> PreparedTable:
    """Give the table with another state of one of its units; raise `InputError` where it can't stand so."""
    return _with_unit(prepared, i, unit, None)


def with_only_units(prepared: PreparedTable, kept: Sequence[int]) -> PreparedTable:
    """Give the table as if only these of its units were there."""
    return table_with_units(
        prepared,
        prepare_units((), terrain=prepared.terrain, edition=prepared.edition, options=prepared.options),
        kept,
    )


def _with_unit(
    prepared: PreparedTable, i: int, unit: Unit, motions: tuple[CurrentMove, ...] | None
) -> PreparedTable:
    count = len(prepared.units.units)
    there = prepared.metric.bodies((unit,))
    found = table_with_units(prepared, there, (*range(i), count, *range(i + 1, count)), motions)
    units = tuple(unit if each.id == unit.id else each for each in prepared.table.units)
    return replace(found, table=replace(prepared.table, units=units))


def _placed(
    prepared: PreparedTable,
    hypothetical: Sequence[Unit],
    others: Sequence[int],
    motions: tuple[CurrentMove, ...] | None = None,
) -> tuple[PreparedTable, Mapping[str, int]]:
    """Put hypothetical units before some of the units; give where those are then."""
    bodies = prepare_units(
        hypothetical, terrain=prepared.terrain, edition=prepared.edition, options=prepared.options
    )
    first, count = len(prepared.units.units), len(hypothetical)
    # A large unit hides what is behind it: its hypothetical units would hide everything.
    seen_through = replace(bodies, blocks=("none",) * count)
    scene = table_with_units(prepared, seen_through, (*range(first, first + count), *others), motions)
    return scene, {prepared.units.units[k].id: count + place for place, k in enumerate(others)}


def _networks(prepared: PreparedTable, i: int, hypothetical: Sequence[Unit]) -> Iterator[Network]:
    """Give every network; those of the unit once for each hypothetical unit, which takes its place."""
    name = prepared.units.units[i].id
    for network in prepared.networks:
        if name not in (network.master, *network.members):
            yield network
            continue
        for unit in hypothetical:
            yield replace(
                network,
                id=unit.id,
                origin=network.origin or network.id,
                master=unit.id if network.master == name else network.master,
                members=tuple(unit.id if each == name else each for each in network.members),
            )


POINT_TARGET_SIZE = 1e-6
"""Inches: how large a point target is. Below every tolerance, and still something that can be hidden."""


def point_target_at(
    prepared: PreparedTable, name: str, at: tuple[float, float], z: float | None = None
) -> Unit:
    """Make a point target that lies at a point; without a height on the highest surface there."""
    return Unit(
        name,
        at,
        name,
        type="CI",
        base=Base("round", POINT_TARGET_SIZE, POINT_TARGET_SIZE),
        height=POINT_TARGET_SIZE,
        elevation=highest_surface_at(prepared, at) if z is None else z,
        stated=frozenset({"type", "base", "height", "elevation", "skill", "motion"}),
    )


def open_ground(edition_id: str, size: float, units: tuple[Unit, ...] = ()) -> PreparedTable:
    """Give a square without anything but these units; it does not push real tables out of what is kept."""
    edition = load_edition(edition_id)
    options = resolve(edition, {})
    table = Table(name="quick check", width=size, depth=size, edition=edition_id, units=units)
    terrain = prepare_terrain((), edition=edition, options=options)
    return table_on_terrain(terrain, table=table, edition=edition, options=options)
