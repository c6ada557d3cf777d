"""Which places does a body have, and what is left of it without some of them?"""

from collections.abc import Collection, Iterator, Mapping
from itertools import takewhile

from astrike.errors import child


def places_in(value: object, at: str = "") -> Iterator[tuple[str, object]]:
    """List every place inside a body, as problems call them, with what stands there.

    >>> [place for place, _ in places_in({"events": [{"event": "kicked"}]})]
    ['events', 'events[0]', 'events[0].event']
    """
    for place, inner in _inside(value, at):
        yield place, inner
        yield from places_in(inner, place)


def without(body: Mapping[str, object], gone: Collection[str]) -> dict[str, object]:
    """Give a body without what stands at some places; a list ends before an item that is gone.

    >>> without({"a": 1, "events": [{"event": "kicked"}, 5, {"event": "pushed"}]}, {"a", "events[1]"})
    {'events': [{'event': 'kicked'}]}
    """
    return _object_without(body, "", gone)


def _object_without(value: Mapping[str, object], at: str, gone: Collection[str]) -> dict[str, object]:
    return {
        key: _value_without(inner, child(at, key), gone)
        for key, inner in value.items()
        if child(at, key) not in gone
    }


def _value_without(value: object, at: str, gone: Collection[str]) -> object:
    if isinstance(value, Mapping):
        return _object_without(value, at, gone)
    if isinstance(value, list):
        kept = takewhile(lambda each: each[0] not in gone, _inside(value, at))
        return [_value_without(inner, place, gone) for place, inner in kept]
    return value


def outer_place(place: str) -> str:
    """Give the place that another one stands in; empty for none.

    >>> outer_place("events[0].event"), outer_place("events[0]"), outer_place("events")
    ('events[0]', 'events', '')
    """
    return place[: max(place.rfind("."), place.rfind("["), 0)]


def is_inside(place: str, outer: str) -> bool:
    """Does a place stand inside another one, or is it the same?

    >>> is_inside("unit.legs.left", "unit"), is_inside("unit", "unit"), is_inside("units", "unit")
    (True, True, False)
    """
    return place == outer or place.startswith((f"{outer}.", f"{outer}["))


def _inside(value: object, at: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield child(at, str(key)), inner
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield child(at, number), inner
