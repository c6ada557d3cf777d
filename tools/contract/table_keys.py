"""Which keys does a table file have, and what may each be? Asked of the reader itself.

A file whose objects note what is looked up says which keys are read; a wrong value under each of them brings out the
words in which the reader says what is allowed there.
"""

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from astrike.errors import InputError, Problem
from astrike.formats.table.table_file import parse_document
from astrike.rulebook.schema import Edition
from tools.contract.block import Block, Row

Json = dict[str, Any]
Path = tuple[str | int, ...]

HEAD = ("Key", "What it may be")
WRITTEN = ("Default", "Meaning")

AREA: Json = {"type": "Polygon", "coordinates": [[[4, 4], [9, 4], [9, 9], [4, 9], [4, 4]]]}
PLACE: Json = {"type": "Point", "coordinates": [20, 20]}
WHOLE: Json = {
    "type": "FeatureCollection",
    "astrike": {
        "format": 1,
        "width": 48,
        "depth": 36,
        "conditions": {},
        "options": {},
        "grid": {"hex": 2},
        "sides": [{"id": "red"}],
        "networks": [{"id": "net", "type": "C3", "members": ["A"]}],
        "declarations": [{"by": "A", "kind": "charge", "target": "B"}],
        "attacks": [{"by": "A", "target": "B", "ask": {}}],
        "marks": [{"kind": "tag", "target": "B"}],
    },
    "features": [
        {
            "type": "Feature",
            "id": "A",
            "geometry": PLACE,
            "properties": {
                "kind": "unit",
                "base": {"shape": "hex", "across": 1},
                "elevation": {"in": "house"},
                "pending": {"hits": {}},
                "hits": {},
                "spotter": {},
                "flight": {"from": [1, 1], "to": [30, 1], "altitude": "low"},
            },
        },
        {
            "type": "Feature",
            "id": "B",
            "geometry": {"type": "Point", "coordinates": [25, 20]},
            "properties": {"kind": "unit", "base": {"shape": "rect", "width": 1, "length": 2}},
        },
        {"type": "Feature", "id": "house", "geometry": AREA, "properties": {"kind": "building", "height": 2}},
        {"type": "Feature", "id": "mark", "geometry": PLACE, "properties": {"kind": "objective"}},
    ],
}
"""A table that says something wherever an object can stand."""

PLACES: Mapping[str, tuple[Path, ...]] = {
    "file": ((),),
    "header": (("astrike",),),
    "conditions": (("astrike", "conditions"),),
    "grid": (("astrike", "grid"),),
    "sides": (("astrike", "sides", 0),),
    "networks": (("astrike", "networks", 0),),
    "declarations": (("astrike", "declarations", 0),),
    "attacks": (("astrike", "attacks", 0),),
    "marks": (("astrike", "marks", 0),),
    "feature": (("features", 0), ("features", 2)),
    "unit": (("features", 0, "properties"),),
    "base": (("features", 0, "properties", "base"), ("features", 1, "properties", "base")),
    "elevation": (("features", 0, "properties", "elevation"),),
    "hits": (("features", 0, "properties", "hits"),),
    "pending": (("features", 0, "properties", "pending"),),
    "spotter": (("features", 0, "properties", "spotter"),),
    "flight": (("features", 0, "properties", "flight"),),
    "terrain": (("features", 2, "properties"),),
    "point": (("features", 3, "properties"),),
}
"""The objects of the file, by the name of their table on the page."""

FEATURES = ("unit", "terrain", "point")
"""The objects that are properties of a feature."""

WRONG: tuple[object, ...] = (True, "?", [{}], [[]], {"?": "?"})
"""Values of which at least one is wrong under every key."""


class Watched(dict[str, object]):
    """An object of a file that notes which of its keys somebody looks up."""

    def __init__(self, values: Mapping[str, object]) -> None:
        super().__init__(values)
        self.asked: dict[str, None] = {}

    def get(self, key: str, default: object = None, /) -> object:
        """Look a key up."""
        self.asked[key] = None
        return super().get(key, default)

    def __getitem__(self, key: str, /) -> object:
        """Look a key up that is there."""
        self.asked[key] = None
        return super().__getitem__(key)


def table_blocks(editions: Sequence[Edition]) -> Mapping[str, Block]:
    """Give a block for each object of a table file, one for what all features have, and one for kinds of terrain."""
    rows = {name: tuple(_rows(name)) for name in PLACES}
    shared = [row for row in rows[FEATURES[0]] if all(row in rows[name] for name in FEATURES)]
    rows = {
        name: tuple(each for each in found if name not in FEATURES or each not in shared)
        for name, found in rows.items()
    }
    blocks = {f"file {name}": Block(HEAD, found, written=WRITTEN) for name, found in rows.items()}
    return {
        **blocks,
        "file properties": Block(HEAD, tuple(shared), written=WRITTEN),
        "kinds": _kinds(editions),
    }


def keys_of(name: str) -> tuple[str, ...]:
    """Give the keys that the reader looks for in one object of the file."""
    document = _watching(copy.deepcopy(WHOLE))
    parse_document(document)
    found: dict[str, None] = {}
    for path in PLACES[name]:
        watched = at(document, path)
        assert isinstance(watched, Watched)
        found.update(watched.asked)
    return tuple(found)


def at(document: object, path: Path) -> Any:
    """Give what stands at a place of a document."""
    for step in path:
        document = document[step]  # type: ignore[index]  # a list or an object, as the path says
    return document


def with_value(name: str, key: str, value: object) -> Json:
    """Give the whole table with another value under a key of one object; without the key for None."""
    document = copy.deepcopy(WHOLE)
    for path in PLACES[name]:
        at(document, path)[key] = value
    return document


def problems_with(document: Json) -> tuple[Problem, ...]:
    """List what is wrong with a document."""
    try:
        parse_document(document)
    except InputError as error:
        return tuple(error.problems)
    return ()


def _kinds(editions: Sequence[Edition]) -> Block:
    """Tell the kinds of terrain, and what each may have as its class."""
    first = editions[0]
    rows: list[Row] = []
    for key, row in first.terrain.items():
        missing = [edition.id for edition in editions if key not in edition.terrain]
        not_in = f" (not in {', '.join(missing)})" if missing else ""
        rows.append((f"`{key}`", f"{row.label}{not_in}", _classes(key), row.ref))
    return Block(("Kind", "What it is", "`class`", "Page"), tuple(rows))


def _classes(kind: str) -> str:
    """Ask the reader which classes a kind has."""
    document = with_value("terrain", "kind", kind)
    document["features"][2]["properties"].update({"class": "?", "toward": 0})
    said = [each.expected for each in problems_with(document) if each.at.endswith(".class")]
    return _quoted(said[0]).removeprefix("one of ") if said else ""


def _rows(name: str) -> Iterator[Row]:
    for key in keys_of(name):
        needed = "; needed" if _is_needed(name, key) else ""
        yield f"`{key}`", f"{_joined(_allowed(name, key))}{needed}"


def _is_needed(name: str, key: str) -> bool:
    places = [_place(path, key) for path in PLACES[name]]
    return any(each.at in places for each in problems_with(with_value(name, key, None)))


def _allowed(name: str, key: str) -> list[str]:
    """Say what may stand under a key, in the words in which the reader refuses everything else."""
    found: dict[str, None] = {}
    for value in WRONG:
        for path in PLACES[name]:
            place = _place(path, key)
            for each in problems_with(with_value(name, key, value)):
                if each.at in (place, f"{place}[0]", f"{place}[0][0]") and each.expected:
                    found[_quoted(each.expected)] = None
    return list(found)


def _joined(said: list[str]) -> str:
    """Put together what the reader said about a key, and leave out what says no more than the rest.

    >>> _joined(["text of at most 200 characters", "the id of a unit"]), _joined(["a list", "an object"])
    ('the id of a unit', 'a list; each member: an object')
    """
    names_another = any(each.startswith("the id of ") for each in said)
    reported = [
        each
        for each in said
        if not (names_another and each.startswith("text of "))
        and not any(each != other and each in other for other in said)
    ]
    if reported[:1] == ["a list"]:
        return f"a list; each member: {'; '.join(reported[1:])}"
    return "; ".join(reported)


def _quoted(words: str) -> str:
    start, sign, rest = words.partition("one of ")
    if not sign:
        return re.sub(r"'([^']+)'", r"`\1`", words)
    return f"{start}one of {', '.join(f'`{each}`' for each in rest.split(', '))}"


def _place(path: Path, key: str) -> str:
    place = ""
    for step in (*path, key):
        place += f"[{step}]" if isinstance(step, int) else f".{step}" if place else step
    return place


def _watching(value: object) -> Any:
    if isinstance(value, dict):
        return Watched({key: _watching(each) for key, each in value.items()})
    return [_watching(each) for each in value] if isinstance(value, list) else value
