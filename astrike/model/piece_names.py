"""By which words are the pieces of a table called, wherever one is named?

One name on the map, in lists, in the check, on paper and for the tape. A zone without a name of its own says whose it
is, and names that several pieces share are told apart.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from astrike.model.table import Side, Table
from astrike.model.table_document import Feature, properties_of
from astrike.model.terrain import DEPLOYMENT, Terrain, titles

STEP: Final = re.compile(r"(.+)-step-([0-9]+)")
"""The id of a step of a hill: that of the hill, and which step it is."""
_NUMBER: Final = re.compile(rf"{DEPLOYMENT}[-_ ]?([0-9]+)")


def piece_names(table: Table) -> Mapping[str, str]:
    """Say what each piece and marked point of a table is called, by id.

    >>> from astrike.model.table import Side
    >>> zones = (Terrain("z", DEPLOYMENT, (), side="s"), Terrain("deployment-2", DEPLOYMENT, ()))
    >>> mesas = (Terrain(key, "hill", (), name="Mesa") for key in "ab")
    >>> terrain = (*zones, Terrain("hill-1", "hill", ()), *mesas)
    >>> table = Table("t", 24, 24, sides=(Side("s", "South"),), terrain=terrain)
    >>> list(piece_names(table).values())
    ["South's zone", 'Zone 2', 'Hill 1', 'Mesa (a)', 'Mesa (b)']
    """
    own = {piece.id: piece.name for piece in table.terrain} | {each.id: each.name for each in table.markers}
    found = {**titles(own), **dict(_zones(table))}
    for key, name in own.items():
        step = STEP.fullmatch(key)
        if step is not None and not name and step[1] in found:
            found[key] = f"{found[step[1]]} step {step[2]}"
    shared = Counter(found.values())
    sides = _sides(table)
    for key, name in list(found.items()):
        if shared[name] > 1:
            side = sides.get(key, "")
            found[key] = f"{name}, {side}" if side else f"{name} ({key})"
    twice = Counter(found.values())
    return MappingProxyType(
        {key: name if twice[name] == 1 else f"{name} ({key})" for key, name in found.items()}
    )


def feature_names(features: Iterable[Feature], sides: Iterable[Side] = ()) -> Mapping[str, str]:
    """Say what features of a file are called among each other, as `piece_names` does for those of a table.

    >>> feature_names({"id": key, "properties": {"kind": "hill", "name": "Mesa"}} for key in "ab")
    mappingproxy({'a': 'Mesa (a)', 'b': 'Mesa (b)'})
    """
    pieces = tuple(
        Terrain(
            str(each.get("id")),
            str(about.get("kind")),
            (),
            name=_text(about, "name"),
            side=_text(about, "side"),
        )
        for each in features
        for about in (properties_of(each),)
    )
    return piece_names(Table("", 0.0, 0.0, sides=tuple(sides), terrain=pieces))


def _text(about: Mapping[str, object], key: str) -> str | None:
    value = about.get(key)
    return value if isinstance(value, str) else None


def zone_called(side: str) -> str:
    """Give the name of the zone of a side.

    >>> zone_called("South"), zone_called("The Reds")
    ("South's zone", "The Reds' zone")
    """
    return f"{side}' zone" if side.endswith("s") else f"{side}'s zone"


def _zones(table: Table) -> Iterator[tuple[str, str]]:
    """Name the zones that have no name of their own; of several of one side each has its number."""
    sides, numbers = _sides(table), Counter[str]()
    for piece in table.terrain:
        if piece.kind == DEPLOYMENT and not piece.name:
            side = sides.get(piece.id, "")
            numbers[side] += 1
            if side:
                name, number = zone_called(side), numbers[side]
                yield piece.id, name if number == 1 else f"{name} {number}"
            elif (found := _NUMBER.fullmatch(piece.id)) is not None:
                yield piece.id, f"Zone {found[1]}"


def _sides(table: Table) -> Mapping[str, str]:
    """Give the name of the side that each zone belongs to."""
    names = {side.id: side.name or side.id for side in table.sides}
    return {piece.id: names[piece.side] for piece in _owned(table) if piece.side in names}


def _owned(table: Table) -> Iterator[Terrain]:
    return (piece for piece in table.terrain if piece.kind == DEPLOYMENT and piece.side is not None)
