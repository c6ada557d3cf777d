"""What do the readers of one table have in common: the edition, the problems so far, who names whom?

Ids are checked at the end, when all of them are known.
"""

import re
from dataclasses import field

from astrike.dataclass import dataclass
from astrike.errors import Problem, child
from astrike.formats.checks import MAX_TEXT, Fields
from astrike.rulebook.schema import Edition

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class IdReference:
    """A place that names a unit, or any feature, by its id."""

    at: str
    id: str
    units_only: bool


@dataclass(frozen=True, slots=True)
class TableReading:
    """One table being read; the lists grow."""

    edition: Edition
    width: float | None
    depth: float | None
    problems: list[Problem]
    references: list[IdReference] = field(default_factory=list)

    def name_unit(self, at: str, unit_id: str) -> None:
        """Note that a unit is named here."""
        self.references.append(IdReference(at, unit_id, units_only=True))

    def name_feature(self, at: str, feature_id: str) -> None:
        """Note that a unit, a piece or a marked point is named here."""
        self.references.append(IdReference(at, feature_id, units_only=False))


def read_id(fields: Fields, key: str = "id") -> str | None:
    """Read the id that something gives itself."""
    value = fields.values.get(key)
    if isinstance(value, str) and 0 < len(value) <= MAX_TEXT and not _CONTROL.search(value):
        return value
    fields.report(key, f"an id: text of 1 to {MAX_TEXT} characters on one line")
    return None


def name_unit(reading: TableReading, fields: Fields, key: str) -> str | None:
    """Read the id of a unit of the table."""
    value = fields.text(key, None)
    if value is not None:
        reading.name_unit(child(fields.at, key), value)
    return value


def name_feature(reading: TableReading, fields: Fields, key: str) -> str | None:
    """Read the id of a unit, a piece or a marked point."""
    value = fields.text(key, None)
    if value is not None:
        reading.name_feature(child(fields.at, key), value)
    return value
