"""Which table is measured? The prepared table of a request, kept from one request to the next.

Terrain is prepared once a version; a unit tried out elsewhere, or another edition, borrows what does not change.
"""

import re
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache

from astrike.editions.loader import IDS
from astrike.errors import InputError, Problem
from astrike.formats.tablefile import parse_document, with_settings
from astrike.model.table import Table
from astrike.model.unit import Elevation
from astrike.rules.battlefield import Field, build_field, field_on
from astrike.web.current import Current

_ELEVATION = re.compile(r"units\.(?P<unit>.*)\.elevation", re.DOTALL)


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


@dataclass(frozen=True, slots=True)
class _Key:
    """Codes are drawn at random and versions never used twice, so they stand for the table."""

    organise: str
    version: int
    updated: datetime
    edition: str
    current: Current = field(compare=False)


def prepared(current: Current) -> Prepared:
    """Prepare the table of this request, or take the one that is already prepared."""
    return _prepared(_key(current, current.table.edition))


def in_other_editions(current: Current) -> tuple[tuple[str, Field | InputError], ...]:
    """Prepare the same table under the other editions; where one cannot, say why."""
    others = (edition for edition in IDS if edition != current.table.edition)
    return tuple((edition, _in_edition(_key(current, edition))) for edition in others)


def with_pose(before: Field, unit_id: str, pose: Pose) -> Prepared:
    """Stand one unit somewhere else."""
    unit = before.unit_of(unit_id)
    moved = replace(unit, at=(pose.x, pose.y), facing=pose.facing, elevation=pose.elevation)
    units = tuple(moved if each.id == unit_id else each for each in before.table.units)
    return _on_same_land(before, replace(before.table, units=units))


def prepare(table: Table) -> Prepared:
    """Prepare a table; elevations that name what is not there are left to the ground, and named."""
    try:
        return Prepared(build_field(table))
    except InputError as error:
        return Prepared(build_field(_without(table, error)), error.problems)


def _on_same_land(before: Field, table: Table) -> Prepared:
    def stand(units: Table) -> Field:
        return field_on(before.lie, table=units, edition=before.edition, options=before.options)

    try:
        return Prepared(stand(table))
    except InputError as error:
        return Prepared(stand(_without(table, error)), error.problems)


def _without(table: Table, error: InputError) -> Table:
    found = {match["unit"] for each in error.problems if (match := _ELEVATION.fullmatch(each.at)) is not None}
    if not found:
        raise error
    units = tuple(replace(unit, elevation=None) if unit.id in found else unit for unit in table.units)
    return replace(table, units=units)


def _key(current: Current, edition: str) -> _Key:
    stored = current.stored
    return _Key(stored.codes.organise, stored.version, stored.updated, edition, current)


@lru_cache(maxsize=64)
def _prepared(key: _Key) -> Prepared:
    return prepare(key.current.table)


@lru_cache(maxsize=64)
def _in_edition(key: _Key) -> Field | InputError:
    try:
        document = with_settings(key.current.stored.document, edition=key.edition)
        return prepare(parse_document(document)).field
    except InputError as error:
        return error
