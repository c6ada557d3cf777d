"""What lies on a table of an event: its layout, played as the event is, on demand with the units that were there?"""

from collections.abc import Mapping, Sequence
from typing import Final

from astrike.editing.layout.wishes import USUAL_SIZE
from astrike.formats.events.event_file import write_event
from astrike.formats.table.table_file import empty_document, parse_document
from astrike.model.document_change import Document
from astrike.model.events.event import Event
from astrike.model.table import PHASES, Table
from astrike.model.table_document import features_of, properties_of

_OF_UNITS: Final = ("networks", "declarations", "attacks", "marks", "turn", "phase")
"""Members of a table that mean its units and go with them."""


def table_document(
    event: Event,
    layout: Document | None,
    *,
    name: str,
    size: tuple[float, float] = USUAL_SIZE,
    tolerance: float | None = None,
    keep: Document | None = None,
) -> dict[str, object]:
    """Give the document of a table as it has to lie there; `keep` is the one whose units stay.

    Raises `InputError` where the layout does not go with the edition, or the units do not fit on it.
    """
    document = layout if layout is not None else empty_document(name, width=size[0], depth=size[1])
    head = {**_mapping(document.get("astrike")), **event_settings(event), "name": name}
    if tolerance is not None:
        head["tolerance"] = tolerance
    features: list[object] = [each for each in features_of(document) if not _is_unit(each)]
    for key in _OF_UNITS:
        head.pop(key, None)
    head["phase"] = PHASES[0]
    if keep is not None:
        before = _mapping(keep.get("astrike"))
        head.update({key: before[key] for key in _OF_UNITS if key in before})
        head["sides"] = _sides(before, head)
        features += [each for each in features_of(keep) if _is_unit(each)]
    found = {**document, "astrike": head, "features": features}
    parse_document(found)
    return found


def layout_of_table(table: Table) -> dict[str, object]:
    """Give a table as a layout of an event: everything but its units; an empty one too."""
    head = {
        key: value for key, value in _mapping(table.document.get("astrike")).items() if key not in _OF_UNITS
    }
    features = [each for each in features_of(table.document) if not _is_unit(each)]
    return {**table.document, "astrike": head, "features": features}


def units_on(document: Document) -> int:
    """Count the units in a document."""
    return sum(_is_unit(each) for each in features_of(document))


def event_settings(event: Event) -> dict[str, object]:
    """Give the members of a table's document that say how it is played, as the event is."""
    written = write_event(event)
    return {key: written[key] for key in ("edition", "options", "environment")}


def _sides(before: Mapping[str, object], head: Mapping[str, object]) -> list[object]:
    """Give the sides of the units, and those of the layout that they do not name."""
    kept = [each for each in _listed(before.get("sides")) if isinstance(each, Mapping)]
    known = {each.get("id") for each in kept}
    colors = {each.get("color") for each in kept}
    added = [
        {key: value for key, value in each.items() if key != "color" or value not in colors}
        for each in _listed(head.get("sides"))
        if isinstance(each, Mapping) and each.get("id") not in known
    ]
    return [*kept, *added]


def _is_unit(feature: Mapping[str, object]) -> bool:
    return properties_of(feature).get("kind") == "unit"


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else []
