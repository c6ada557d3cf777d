"""Units where they do not stand: one elsewhere, one at many places at once, or some of them alone.

Which question: on what is a line to a place that is tried out measured? On the prepared table with what stands there;
nothing is prepared anew about the units that stay, and the table as it was laid remains what it was. Stand-ins do not
see each other, and they hide and jam nobody.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from astrike.model.table import Network
from astrike.model.unit import Unit
from astrike.rules.battlefield import Field, field_with
from astrike.rules.bodies import bodies_of
from astrike.rules.motion import Motion


def crowded(field: Field, i: int, stand_ins: Sequence[Unit]) -> tuple[Field, Mapping[str, int]]:
    """Put the stand-ins in the place of the unit, in its networks as well; give where the others are then."""
    others = [k for k in range(len(field.units.units)) if k != i]
    scene, index = _placed(field, stand_ins, others)
    return replace(scene, networks=tuple(_networks(field, i, stand_ins))), index


def set_down(
    field: Field, i: int, stand_ins: Sequence[Unit], others: Sequence[int]
) -> tuple[Field, Mapping[str, int]]:
    """Put down stand-ins that differ by their place alone, and of the others just these; networks are none.

    For questions that hang on nothing else; it is several times as quick as a crowd.
    """
    return set_down_all(field, [(i, unit) for unit in stand_ins], others)


def set_down_all(
    field: Field, stand_ins: Sequence[tuple[int, Unit]], others: Sequence[int]
) -> tuple[Field, Mapping[str, int]]:
    """Put down stand-ins of several units, each with the number of the unit it stands for, as `set_down` does.

    A unit that hides others or bears a field must not be among the others where something stands in for it.
    """
    motions = tuple(field.motions[i] for i, _unit in stand_ins)
    scene, index = _placed(field, [unit for _i, unit in stand_ins], others, motions)
    return replace(scene, networks=()), index


def with_unit_at(field: Field, i: int, unit: Unit) -> Field:
    """Give the table with one of its units elsewhere, moved and turned as before."""
    return _with_unit(field, i, unit, (field.motions[i],))


def with_unit(field: Field, i: int, unit: Unit) -> Field:
    """Give the table with another state of one of its units; raise `InputError` where it can't stand so."""
    return _with_unit(field, i, unit, None)


def among(field: Field, kept: Sequence[int]) -> Field:
    """Give the table as if only these of its units were there."""
    return field_with(field, bodies_of((), lie=field.lie, edition=field.edition, options=field.options), kept)


def _with_unit(field: Field, i: int, unit: Unit, motions: tuple[Motion, ...] | None) -> Field:
    count = len(field.units.units)
    there = field.metric.bodies((unit,))
    found = field_with(field, there, (*range(i), count, *range(i + 1, count)), motions)
    units = tuple(unit if each.id == unit.id else each for each in field.table.units)
    return replace(found, table=replace(field.table, units=units))


def _placed(
    field: Field,
    stand_ins: Sequence[Unit],
    others: Sequence[int],
    motions: tuple[Motion, ...] | None = None,
) -> tuple[Field, Mapping[str, int]]:
    """Put stand-ins before some of the units; give where those are then."""
    bodies = bodies_of(stand_ins, lie=field.lie, edition=field.edition, options=field.options)
    first, count = len(field.units.units), len(stand_ins)
    # A large unit hides what is behind it: its stand-ins would hide everything.
    seen_through = replace(bodies, blocks=("none",) * count)
    scene = field_with(field, seen_through, (*range(first, first + count), *others), motions)
    return scene, {field.units.units[k].id: count + place for place, k in enumerate(others)}


def _networks(field: Field, i: int, stand_ins: Sequence[Unit]) -> Iterator[Network]:
    """Give every network; those of the unit once for each stand-in, which takes its place."""
    name = field.units.units[i].id
    for network in field.networks:
        if name not in (network.master, *network.members):
            yield network
            continue
        for unit in stand_ins:
            yield replace(
                network,
                id=unit.id,
                origin=network.origin or network.id,
                master=unit.id if network.master == name else network.master,
                members=tuple(unit.id if each == name else each for each in network.members),
            )
