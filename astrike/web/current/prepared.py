"""Which table is measured? The prepared table of a request, cached from one request to the next.

Terrain is prepared once for each version. A table with a unit tried out elsewhere, or with another edition, reuses
whatever is the same.
"""

import re
from collections.abc import Callable
from dataclasses import field, replace
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.table.table_file import read_under
from astrike.model.table import Table
from astrike.model.unit import Elevation, Unit
from astrike.rulebook.loader import IDS
from astrike.rules.table import hypothetical
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from astrike.store.table.tables import VersionKey
from astrike.web.current.table import Current
from astrike.web.jobs.keyed_cache import KeyedCache

CachedQuestion = ParamSpec("CachedQuestion")
Answer = TypeVar("Answer")

_ELEVATION = re.compile(r"units\.(?P<unit>.*)\.elevation", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TableState:
    """A table at one version, to keep answers under."""

    key: VersionKey
    current: Current = field(compare=False)


@dataclass(frozen=True, slots=True)
class PreparedState:
    """A table ready for questions, and what of it had to be left out to make it so."""

    prepared: PreparedTable
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class TriedPose:
    """Where a unit is tried out."""

    x: float
    y: float
    facing: float | None
    elevation: Elevation
    motion: str | None = None
    """How it came there, when not as it has moved already."""


def state_of(current: Current) -> TableState:
    """Give the table of this request as a key."""
    return TableState(current.stored.version_key, current)


def cached(
    work_out: Callable[Concatenate[TableState, CachedQuestion], Answer],
) -> Callable[Concatenate[TableState, CachedQuestion], Answer]:
    """Keep the answers of a function about states, but not the states: each would hold a whole table."""
    known = KeyedCache[Answer]()

    @wraps(work_out)
    def answer(state: TableState, /, *asked: CachedQuestion.args, **more: CachedQuestion.kwargs) -> Answer:
        name, (table, *version) = (state.key, asked, tuple(more.items())), state.key
        return known.of(name, lambda: work_out(state, *asked, **more), of_version=(table, tuple(version)))

    return answer


@cached
def prepared_state(state: TableState) -> PreparedState:
    """Prepare a table, or take the one that is already prepared."""
    return prepare(state.current.table)


def in_other_editions(state: TableState) -> tuple[tuple[str, PreparedTable | InputError], ...]:
    """Prepare the same table under the other editions; where one cannot, say why."""
    others = (edition for edition in IDS if edition != state.current.table.edition)
    return tuple((edition, table_under_edition(state, edition)) for edition in others)


def table_under_edition(state: TableState, edition: str) -> PreparedTable | InputError:
    """Prepare a table under its own edition or another one; where that cannot be done, say why."""
    if edition == state.current.table.edition:
        return prepared_state(state).prepared
    return _in_edition(state, edition)


def with_pose(before: PreparedTable, unit_id: str, pose: TriedPose) -> PreparedState:
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


def with_unit(before: PreparedTable, unit: Unit) -> PreparedState:
    """Put one unit as it is given in the place of the one with its id."""
    i = before.place_of(unit.id)
    try:
        return PreparedState(hypothetical.with_unit(before, i, unit))
    except InputError as error:
        return PreparedState(hypothetical.with_unit(before, i, replace(unit, elevation=None)), error.problems)


def prepare(table: Table) -> PreparedState:
    """Prepare a table; elevations that name what is not there are left to the ground, and named."""
    try:
        return PreparedState(prepare_table(table))
    except InputError as error:
        return PreparedState(prepare_table(_without(table, error)), error.problems)


def _without(table: Table, error: InputError) -> Table:
    found = {match["unit"] for each in error.problems if (match := _ELEVATION.fullmatch(each.at)) is not None}
    if not found:
        raise error
    units = tuple(replace(unit, elevation=None) if unit.id in found else unit for unit in table.units)
    return replace(table, units=units)


@cached
def _in_edition(state: TableState, edition: str) -> PreparedTable | InputError:
    try:
        return prepare(read_under(state.current.stored.document, edition)).prepared
    except InputError as error:
        return error
