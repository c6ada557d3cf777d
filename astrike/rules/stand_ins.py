"""A unit at many places at once: stand-ins that take its place on a table.

Which question: how is one question about many places asked as one? Stand-ins do not see each other, and they hide and
jam nobody; each is in the networks of the unit it stands for.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np
from numpy import typing as npt

from astrike.model.table import Network
from astrike.model.unit import Unit
from astrike.rules.battlefield import Field, field_of
from astrike.rules.bodies import bodies_of


def crowded(field: Field, i: int, stand_ins: Sequence[Unit]) -> tuple[Field, Mapping[str, int]]:
    """Put the stand-ins on the table in place of the unit; give where the others are on it."""
    others = [unit for k, unit in enumerate(field.units.units) if k != i]
    units = (*stand_ins, *others)
    bodies = bodies_of(units, lie=field.lie, edition=field.edition, options=field.options)
    count = len(stand_ins)
    # A large unit hides what is behind it: its stand-ins would hide everything.
    bodies = replace(bodies, blocks=(*("none",) * count, *bodies.blocks[count:]))
    found = field_of(
        field.lie,
        bodies,
        table=replace(field.table, units=units, networks=tuple(_networks(field, i, stand_ins))),
        edition=field.edition,
        options=field.options,
    )
    return found, {unit.id: count + k for k, unit in enumerate(others)}


def set_down(
    field: Field, i: int, stand_ins: Sequence[Unit], others: Sequence[int]
) -> tuple[Field, Mapping[str, int]]:
    """Put on the table stand-ins that differ by their place alone, and of the others just these; networks are none.

    For questions that hang on nothing else; it is several times as quick as a crowd.
    """
    return set_down_all(field, [(i, unit) for unit in stand_ins], others)


def set_down_all(
    field: Field, stand_ins: Sequence[tuple[int, Unit]], others: Sequence[int]
) -> tuple[Field, Mapping[str, int]]:
    """Put stand-ins of several units on the table, each with the number of the unit it stands for, as `set_down` does.

    A unit that hides others or bears a field must not be among the others where something stands in for it.
    """
    company = [field.units.units[k] for k in others]
    units = [unit for _i, unit in stand_ins]
    bodies = bodies_of((*units, *company), lie=field.lie, edition=field.edition, options=field.options)
    count = len(stand_ins)
    found = field_of(
        field.lie,
        replace(bodies, blocks=(*("none",) * count, *bodies.blocks[count:])),
        table=replace(field.table, units=bodies.units, networks=()),
        edition=field.edition,
        options=field.options,
        motions=tuple(field.motions[k] for k in (*(i for i, _unit in stand_ins), *others)),
    )
    return found, {unit.id: count + k for k, unit in enumerate(company)}


def with_unit_at(field: Field, i: int, unit: Unit) -> Field:
    """Give the table with one of its units elsewhere, facing as before: the others stand as they do."""
    units = _spliced(field.units.units, i, unit)
    there = bodies_of((unit,), lie=field.lie, edition=field.edition, options=field.options)
    here = field.units
    bases = replace(
        here.bases,
        xy=_set(here.bases.xy, i, there.bases.xy),
        outline=_set(here.bases.outline, i, there.bases.outline),
        core=_set(here.bases.core, i, there.bases.core),
    )
    bodies = replace(
        here,
        units=units,
        of=_spliced(here.of, i, *there.of),
        bases=bases,
        blocks=_spliced(here.blocks, i, *there.blocks),
        airborne=_spliced(here.airborne, i, *there.airborne),
        z=_set(here.z, i, there.z),
        foot=_set(here.foot, i, there.foot),
        top=_set(here.top, i, there.top),
        eye=_set(here.eye, i, there.eye),
        assumed=_spliced(here.assumed, i, *there.assumed),
    )
    return field_of(
        field.lie,
        bodies,
        table=replace(field.table, units=units),
        edition=field.edition,
        options=field.options,
        motions=field.motions,
    )


T = TypeVar("T")
S = TypeVar("S", bound=np.generic)


def _spliced(row: tuple[T, ...], i: int, one: T) -> tuple[T, ...]:
    return (*row[:i], one, *row[i + 1 :])


def _set(column: npt.NDArray[S], i: int, one: npt.NDArray[S]) -> npt.NDArray[S]:
    found = column.copy()
    found[i] = one[0]
    return found


def _networks(field: Field, i: int, stand_ins: Sequence[Unit]) -> Iterator[Network]:
    """Give every network; those of the unit once for each stand-in, which takes its place."""
    name = field.units.units[i].id
    for network in field.table.networks:
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
