"""Which features stand in a table's document, at which place and with which properties?

For documents that were read and checked already; whether one is sound is left to the table file's checks.
"""

from collections.abc import Mapping, Sequence

from astrike.model.table import PHASES

Feature = Mapping[str, object]


def features_of(document: Mapping[str, object]) -> Sequence[Feature]:
    """Give the features of a document in their order; none for a table that was made without one.

    >>> features_of({"features": [{"id": "A"}]}), features_of({})
    ([{'id': 'A'}], [])
    """
    listed = document.get("features")
    return listed if isinstance(listed, list) else []


def place_of_feature(document: Mapping[str, object], name: str) -> int:
    """Give the place of a feature that is there among all.

    >>> place_of_feature({"features": [{"id": "A"}, {"id": "B"}]}, "B")
    1
    """
    return next(place for place, each in enumerate(features_of(document)) if each.get("id") == name)


def properties_of(feature: Feature) -> Mapping[str, object]:
    """Give the properties of a feature."""
    found = feature.get("properties")
    return found if isinstance(found, Mapping) else {}


def properties_by_id(document: Mapping[str, object]) -> Mapping[str, Mapping[str, object]]:
    """Give the properties of every feature by its id.

    >>> properties_by_id({"features": [{"id": "A", "properties": {"kind": "unit"}}]})
    {'A': {'kind': 'unit'}}
    """
    return {str(each.get("id")): properties_of(each) for each in features_of(document)}


def with_first_phase(document: Mapping[str, object]) -> dict[str, object]:
    """Give the document as a game begins on it: in the first phase of a turn.

    >>> with_first_phase({"astrike": {"format": 1}})
    {'astrike': {'format': 1, 'phase': 'initiative'}}
    """
    head = document.get("astrike")
    return {**document, "astrike": {**(head if isinstance(head, Mapping) else {}), "phase": PHASES[0]}}


def for_older_programs(document: Mapping[str, object]) -> Mapping[str, object]:
    """Give a document as a file: the first phase is called movement there, which older programs know.

    >>> for_older_programs({"astrike": {"phase": "initiative"}})
    {'astrike': {'phase': 'movement'}}
    """
    head = document.get("astrike")
    if not isinstance(head, Mapping) or head.get("phase") != PHASES[0]:
        return document
    return {**document, "astrike": {**head, "phase": PHASES[1]}}
