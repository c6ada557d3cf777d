"""Which table is measured? The prepared table of a request, kept from one request to the next.

Terrain is prepared once a version; a unit tried out elsewhere, or another edition, borrows what does not change.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from astrike.errors import InputError, Problem
from astrike.formats.tablefile import read_under
from astrike.model.table import Table
from astrike.model.unit import Elevation, Unit
from astrike.rulebook.loader import IDS
from astrike.rules import hypothetical
from astrike.rules.battlefield import Field, build_field
from astrike.web.current import Current
from astrike.web.newest import Known

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

_ELEVATION = re.compile(r"units\.(?P<unit>.*)\.elevation", re.DOTALL)


@dataclass(frozen=True, slots=True)
class State:
    """A table at one version, to keep answers under.

    Codes are drawn at random and versions never used twice, so they stand for the table.
    """

    organise: str
    version: int
    updated: datetime
    current: Current = field(compare=False)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A table ready for questions, and what of it had to be left out to make it so."""

    field: Field
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a unit is tried out."""

    x: float
    y: float
    facing: float | None
    elevation: Elevation
    motion: str | None = None
    """How it came there, when not as it has moved already."""


def state_of(current: Current) -> State:
    """Give the table of this request as a key."""
    stored = current.stored
    return State(stored.codes.organise, stored.version, stored.updated, current)


def kept(
    most: int,
) -> Callable[[Callable[Concatenate[State, Asked], Answer]], Callable[Concatenate[State, Asked], Answer]]:
    """Keep so many answers of a function about states, but not the states: each would hold a whole table."""

    def keep(
        work_out: Callable[Concatenate[State, Asked], Answer],
    ) -> Callable[Concatenate[State, Asked], Answer]:
        known = Known[Answer](most=most)

        @wraps(work_out)
        def answer(state: State, /, *asked: Asked.args, **more: Asked.kwargs) -> Answer:
            name = (state.organise, state.version, state.updated, asked, tuple(more.items()))
            return known.of(name, lambda: work_out(state, *asked, **more))

        return answer

    return keep


@kept(16)
def prepared(state: State) -> Prepared:
    """Prepare a table, or take the one that is already prepared."""
    return prepare(state.current.table)


def in_other_editions(state: State) -> tuple[tuple[str, Field | InputError], ...]:
    """Prepare the same table under the other editions; where one cannot, say why."""
    others = (edition for edition in IDS if edition != state.current.table.edition)
    return tuple((edition, field_under(state, edition)) for edition in others)


def field_under(state: State, edition: str) -> Field | InputError:
    """Prepare a table under its own edition or another one; where that cannot be done, say why."""
    if edition == state.current.table.edition:
        return prepared(state).field
    return _in_edition(state, edition)


def with_pose(before: Field, unit_id: str, pose: Pose) -> Prepared:
    """Stand one unit somewhere else."""
    unit = before.unit_of(unit_id)
    moved = replace(
        unit,
        at=(pose.x, pose.y),
        facing=pose.facing,
        elevation=pose.elevation,
        motion=pose.motion or unit.motion,
    )
    return with_unit(before, moved)


def with_unit(before: Field, unit: Unit) -> Prepared:
    """Put one unit as it is given in the place of the one with its id."""
    i = before.place_of(unit.id)
    try:
        return Prepared(hypothetical.with_unit(before, i, unit))
    except InputError as error:
        return Prepared(hypothetical.with_unit(before, i, replace(unit, elevation=None)), error.problems)


def prepare(table: Table) -> Prepared:
    """Prepare a table; elevations that name what is not there are left to the ground, and named."""
    try:
        return Prepared(build_field(table))
    except InputError as error:
        return Prepared(build_field(_without(table, error)), error.problems)


def _without(table: Table, error: InputError) -> Table:
    found = {match["unit"] for each in error.problems if (match := _ELEVATION.fullmatch(each.at)) is not None}
    if not found:
        raise error
    units = tuple(replace(unit, elevation=None) if unit.id in found else unit for unit in table.units)
    return replace(table, units=units)


@kept(16)
def _in_edition(state: State, edition: str) -> Field | InputError:
    try:
        return prepare(read_under(state.current.stored.document, edition)).field
    except InputError as error:
        return error
