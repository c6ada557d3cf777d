"""A feature that was read before is read as if it were the first, whatever about it or around it has changed."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from astrike.byte_budget import BUDGET
from astrike.errors import InputError
from astrike.formats.table.table_file import parse_document, read_under
from astrike.model.table import Table
from tests.builders import box, building, document, mech, poi, woods


def a_document() -> dict[str, Any]:
    return document(
        woods("w", box(0, 0, 8, 8)),
        building("b", box(20, 20, 26, 26), armed="A"),
        poi("p", (3, 3)),
        mech("A", (30, 30), size=1, armor=1, spotter={"target": "p"}),
        mech("B", (12, 12), carried_by="A", elevation={"in": "b", "level": 1}),
    )


def put(number: int, key: str, value: object) -> Callable[[dict[str, Any]], None]:
    def change(written: dict[str, Any]) -> None:
        written["features"][number]["properties"][key] = value

    return change


def head(key: str, value: object) -> Callable[[dict[str, Any]], None]:
    return lambda written: written["astrike"].__setitem__(key, value)


CHANGES: dict[str, Callable[[dict[str, Any]], None]] = {
    "nothing": lambda written: None,
    "true for one": put(3, "armor", True),
    "one with a point": put(3, "armor", 1.0),
    "another value": put(3, "armor", 7),
    "another kind": put(0, "kind", "jungle"),
    "an unknown kind": put(0, "kind", "sky"),
    "a unit that is not there": put(1, "armed", "nobody"),
    "heat": put(3, "heat", 2),
    "another id": lambda written: written["features"][3].__setitem__("id", "C"),
    "an id twice": lambda written: written["features"][4].__setitem__("id", "A"),
    "no id": lambda written: written["features"][4].pop("id"),
    "another order": lambda written: written["features"].reverse(),
    "one less": lambda written: written["features"].pop(3),
    "elsewhere": lambda written: written["features"][3]["geometry"].__setitem__("coordinates", [1, 2]),
    "a smaller table": lambda written: (head("width", 25)(written), head("depth", 25)(written)),
    "the first printing": head("edition", "classic-2.3.1"),
    "no number": lambda written: written["features"][3]["properties"].__setitem__("pv", float("nan")),
    "what no file holds": put(3, "name", object()),
}


def told(written: dict[str, Any]) -> Table | list[object]:
    try:
        return parse_document(written)
    except InputError as error:
        return [(each.at, each.expected) for each in error.problems]


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_is_seen(what: str) -> None:
    changed = deepcopy(a_document())
    CHANGES[what](changed)
    BUDGET.clear()
    expected = told(changed)
    BUDGET.clear()
    told(a_document())
    for _ in range(2):
        found = told(changed)
        assert repr(found) == repr(expected)


def test_every_edition_reads_for_itself() -> None:
    written = a_document()
    for edition in ("classic-2.3.1", "ce-7", "ce-5.01"):
        BUDGET.clear()
        expected = read_under(written, edition)
        for other in ("ce-5.01", "classic-2.3.1", "ce-7"):
            read_under(written, other)
        assert repr(read_under(written, edition)) == repr(expected)


def test_what_is_the_same_is_not_read_again() -> None:
    first, second = parse_document(a_document()), parse_document(a_document())
    assert all(one is other for one, other in zip(first.units, second.units, strict=True))
    assert all(one is other for one, other in zip(first.terrain, second.terrain, strict=True))
