"""Another document's terrain onto this table: in the place of what lies there, or beside it.

Units stay where they are. Ids and groups that are taken already get a number behind them.
"""

from collections.abc import Mapping
from typing import Final

from astrike.editing.naming import own_or_numbered
from astrike.errors import InputError, Problem
from astrike.formats.tablefile import parse_document
from astrike.model.change import AddFeature, Operation, RemoveFeature, SetMember, apply
from astrike.model.document import features_of, properties_of

WHOLE: Final = "whole"
"""In the place of all terrain; the table takes the size of what comes."""
TERRAIN: Final = "terrain"
"""In the place of all terrain; the table keeps its size."""
BESIDE: Final = "add"
"""Beside what lies there."""
WAYS: Final = (WHOLE, TERRAIN, BESIDE)


def bring_terrain(
    document: Mapping[str, object], coming: Mapping[str, object], *, way: str
) -> tuple[Operation, ...]:
    """Give the operations that bring the terrain, zones and marked points of one document onto another.

    Raise `InputError` with everything that would be wrong with the table then, such as units outside of it.
    """
    if way not in WAYS:
        raise InputError([Problem("mode", repr(way), f"one of {', '.join(WAYS)}")])
    here = features_of(document)
    # The last goes first, so that taking it back puts each where it was.
    going = [] if way == BESIDE else [str(each["id"]) for each in here if not _is_unit(each)][::-1]
    operations: list[Operation] = [RemoveFeature(each) for each in going]
    gone = set(going)
    left = [each for each in here if str(each["id"]) not in gone]
    ids = {str(each["id"]) for each in left}
    groups = {group for each in left if (group := _group_of(each))}
    own_group: dict[str, str] = {}
    # What comes last is drawn on top; units stay behind the terrain in the file.
    place = max((number for number, each in enumerate(left, start=1) if not _is_unit(each)), default=0)
    for feature in features_of(coming):
        if _is_unit(feature):
            continue
        about = properties_of(feature)
        if group := _group_of(feature):
            own_group[group] = own_group.get(group) or own_or_numbered(group, groups)
            about = {**about, "group": own_group[group]}
        name = own_or_numbered(str(feature["id"]), ids)
        operations.append(AddFeature({**feature, "id": name, "properties": about}, place))
        place += 1
    if way == WHOLE:
        member = coming["astrike"]
        assert isinstance(member, Mapping)
        operations += [SetMember(key, member[key]) for key in ("width", "depth")]
    parse_document(apply(document, operations)[0])
    return tuple(operations)


def _is_unit(feature: Mapping[str, object]) -> bool:
    return properties_of(feature).get("kind") == "unit"


def _group_of(feature: Mapping[str, object]) -> str:
    found = properties_of(feature).get("group")
    return found if isinstance(found, str) else ""
