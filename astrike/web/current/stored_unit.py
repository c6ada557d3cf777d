"""Which stored unit is a form about, and from which version of the table was the form made?"""

from collections.abc import Mapping, Sequence

from astrike.dataclass import dataclass
from astrike.errors import InputError, NotFound, Problem
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import Operation, apply
from astrike.model.table_document import properties_by_id
from astrike.model.unit import Unit
from astrike.web.current.table import Current, form_document
from astrike.web.http.i18n import _


@dataclass(frozen=True, slots=True)
class StoredUnit:
    """A unit as a document has it."""

    unit: Unit
    properties: Mapping[str, object]
    document: Mapping[str, object]


def stored_unit(current: Current, unit_id: str) -> StoredUnit:
    """Give a unit as it is now; raise `NotFound` when it is gone."""
    unit = current.table.unit(unit_id)
    if unit is None:
        raise NotFound(_("This unit is not on the table any more."))
    document = current.stored.document
    return StoredUnit(unit, properties_by_id(document)[unit_id], document)


def begun_from(current: Current, unit_id: str) -> StoredUnit:
    """Give a unit as it was when the posted form was made.

    What is compared with this asks for the same change when it is sent twice.
    """
    document = form_document(current)
    unit = None if document is current.stored.document else parse_document(document).unit(unit_id)
    if unit is None:
        return stored_unit(current, unit_id)
    return StoredUnit(unit, properties_by_id(document)[unit_id], document)


def problems_after(document: Mapping[str, object], operations: Sequence[Operation]) -> tuple[Problem, ...]:
    """Name what would be wrong with a document after these operations."""
    try:
        parse_document(apply(document, operations)[0])
    except InputError as error:
        return error.problems
    return ()
