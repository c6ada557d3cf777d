"""Another document's terrain onto this table: in the place of what lies there, or beside it.

Units stay where they are. Ids that are taken already get a number behind them.
"""

from collections.abc import Iterable, Mapping
from typing import Final

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
    operations: list[Operation] = []
    gone: set[str] = set()
    if way != BESIDE:
        gone = {str(each["id"]) for each in here if not _is_unit(each)}
        operations += [RemoveFeature(each) for each in gone_in_order(here, gone)]
    taken = {str(each["id"]) for each in here} - gone
    left = [each for each in here if str(each["id"]) not in gone]
    # What comes last is drawn on top; units stay behind the terrain in the file.
    place = max((number for number, each in enumerate(left, start=1) if not _is_unit(each)), default=0)
    for feature in features_of(coming):
        if _is_unit(feature):
            continue
        name = free_id(str(feature["id"]), taken)
        taken.add(name)
        operations.append(AddFeature({**feature, "id": name}, place))
        place += 1
    if way == WHOLE:
        member = coming["astrike"]
        assert isinstance(member, Mapping)
        operations += [SetMember(key, member[key]) for key in ("width", "depth")]
    parse_document(apply(document, operations)[0])
    return tuple(operations)


def gone_in_order(features: Iterable[Mapping[str, object]], gone: set[str]) -> list[str]:
    """Name those that go, the last first, so that taking it back puts each where it was."""
    return [str(each["id"]) for each in features if str(each["id"]) in gone][::-1]


def free_id(wanted: str, taken: set[str]) -> str:
    """Give an id that is not taken: the wanted one, or with the next number behind it.

    >>> free_id("hill", {"hill", "hill-2"}), free_id("wood-1", {"wood-1"}), free_id("A", set())
    ('hill-3', 'wood-2', 'A')
    """
    if wanted not in taken:
        return wanted
    stem, dash, number = wanted.rpartition("-")
    if not (dash and number.isdecimal() and len(number) < 6):
        stem, number = wanted, "1"
    count = int(number) + 1
    while f"{stem}-{count}" in taken:
        count += 1
    return f"{stem}-{count}"


def _is_unit(feature: Mapping[str, object]) -> bool:
    return properties_of(feature).get("kind") == "unit"
