"""How does another document's terrain come onto this table: in the place of what lies there, or beside it?

Units stay where they are; whoever would stand outside of a smaller table waits off the table. Ids and groups that are
taken already get a number behind them.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from astrike.editing.terrain.new_ids import own_or_numbered, own_or_numbered_all
from astrike.editing.units.deployment import OFF_TABLE
from astrike.errors import InputError, Problem
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import (
    ABSENT,
    AddFeature,
    Operation,
    RemoveFeature,
    SetMember,
    SetProperty,
    apply,
)
from astrike.model.table_document import features_of, properties_of

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

    Units that would stand outside of the table are taken off it, and whoever is inside a building that goes stands on
    the ground. Raise `InputError` with everything else that would be wrong with the table then.
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
    pieces = [each for each in features_of(coming) if not _is_unit(each)]
    names = own_or_numbered_all((str(each["id"]) for each in pieces), ids)
    for feature in pieces:
        about = properties_of(feature)
        if group := _group_of(feature):
            own_group[group] = own_group.get(group) or own_or_numbered(group, groups)
            about = {**about, "group": own_group[group]}
        operations.append(
            AddFeature({**feature, "id": names[str(feature["id"])], "properties": about}, place)
        )
        place += 1
    if way == WHOLE:
        member = coming["astrike"]
        assert isinstance(member, Mapping)
        operations += [SetMember(key, member[key]) for key in ("width", "depth")]
        operations += [_taken_off(each) for each in _outside(document, coming)]
    operations += [
        SetProperty(str(each["id"]), "elevation", ABSENT) for each in left if _is_inside(each, gone)
    ]
    parse_document(apply(document, operations)[0])
    return tuple(operations)


def units_left_off_table(
    document: Mapping[str, object], coming: Mapping[str, object], *, way: str
) -> tuple[str, ...]:
    """Give the ids of the units that `bring_terrain` takes off the table, since it gets smaller than that."""
    return tuple(str(each["id"]) for each in _outside(document, coming)) if way == WHOLE else ()


def _outside(document: Mapping[str, object], coming: Mapping[str, object]) -> list[Mapping[str, object]]:
    head = coming["astrike"]
    assert isinstance(head, Mapping)
    size = (head["width"], head["depth"])
    return [
        each
        for each in features_of(document)
        if _is_unit(each) and OFF_TABLE not in _state_of(each) and not _is_on(_at(each), size)
    ]


def _at(unit: Mapping[str, object]) -> Sequence[float] | None:
    geometry = unit.get("geometry")
    found = geometry.get("coordinates") if isinstance(geometry, Mapping) else None
    return found if isinstance(found, list | tuple) else None


def _is_on(at: Sequence[float] | None, size: tuple[float, float]) -> bool:
    return at is None or all(0.0 <= place <= end for place, end in zip(at, size, strict=False))


def _state_of(unit: Mapping[str, object]) -> list[object]:
    found = properties_of(unit).get("state")
    return list(found) if isinstance(found, list | tuple) else []


def _taken_off(unit: Mapping[str, object]) -> SetProperty:
    return SetProperty(str(unit["id"]), "state", [*_state_of(unit), OFF_TABLE])


def _is_inside(feature: Mapping[str, object], gone: Collection[str]) -> bool:
    elevation = properties_of(feature).get("elevation")
    return isinstance(elevation, Mapping) and elevation.get("in") in gone


def _is_unit(feature: Mapping[str, object]) -> bool:
    return properties_of(feature).get("kind") == "unit"


def _group_of(feature: Mapping[str, object]) -> str:
    found = properties_of(feature).get("group")
    return found if isinstance(found, str) else ""
