"""Does a mapping hold what a record asks for? Reads dataclasses from TOML or JSON values and back.

Every problem is collected with its place: unknown keys, wrong types, absent keys. What values mean is checked
elsewhere.
"""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from types import MappingProxyType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from astrike.errors import Problem

Record = TypeVar("Record")
LONGEST_TEXT = 500
MOST_ITEMS = 200
_LONGEST_NUMBER = 1024
"""Bits of a whole number that is shown; longer ones do not become text."""
_NAMES = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}
NOTHING = object()


def read_record(
    record: type[Record],
    raw: object,
    at: str,
    problems: list[Problem],
    *,
    but: frozenset[str] = frozenset(),
) -> Record | None:
    """Read a record from a mapping; None when it cannot be made. Keys in `but` are read by whoever asks.

    >>> from astrike.presets.schema import GameClock
    >>> found = []
    >>> read_record(GameClock, {"rounds": "three", "hours": 2}, "clock", found), [each.sentence for each in found]
    (None, ['clock.hours: found 2, expected one of rounds, minutes, turns', \
'clock.rounds: found "three", expected a whole number'])
    """
    if not isinstance(raw, Mapping):
        problems.append(Problem(at or "preset", value_shown(raw), "a table of keys"))
        return None
    before = len(problems)
    hints = get_type_hints(record)
    known = [spec for spec in fields(record) if spec.name not in but]  # type: ignore[arg-type]  # a dataclass
    names = [spec.name for spec in known]
    for key in raw:
        if key not in names and key not in but:
            problems.append(
                Problem(place_of_member(at, str(key)), value_shown(raw[key]), f"one of {', '.join(names)}")
            )
    values: dict[str, object] = {}
    for spec in known:
        here = place_of_member(at, spec.name)
        if spec.name not in raw or raw[spec.name] is None:
            if type(None) in get_args(hints[spec.name]):
                values[spec.name] = None
            elif _is_needed(spec):
                problems.append(Problem(here, "nothing", expected_words(hints[spec.name])))
            continue
        value = read_value(hints[spec.name], raw[spec.name], here, problems)
        if value is not NOTHING:
            values[spec.name] = value
    return record(**values) if len(problems) == before else None


def read_value(hint: object, value: object, at: str, problems: list[Problem]) -> object:
    """Read one value of a type; `NOTHING` where it is not of that type."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _of_several(hint, value, at, problems)
    if origin is tuple:
        return _list_of(get_args(hint)[0], value, at, problems)
    if origin is not None and issubclass(origin, Mapping):
        return _mapping_of(get_args(hint)[1], value, at, problems)
    if isinstance(hint, type) and is_dataclass(hint):
        found = read_record(hint, value, at, problems)
        return NOTHING if found is None else found
    if _fits(hint, value):
        return float(value) if hint is float and isinstance(value, int) else value
    problems.append(Problem(at, value_shown(value), expected_words(hint)))
    return NOTHING


def plain_values(value: object) -> object:
    """Give a record as mappings, lists and scalars; what is at its default is left out.

    >>> from astrike.presets.schema import GameClock
    >>> plain_values(GameClock(rounds=3))
    {'rounds': 3}
    """
    if is_dataclass(value) and not isinstance(value, type):
        found = ((spec, getattr(value, spec.name)) for spec in fields(value))
        return {
            spec.name: plain_values(each)
            for spec, each in found
            if _is_needed(spec) or each != _default(spec)
        }
    if isinstance(value, Mapping):
        return {key: plain_values(each) for key, each in value.items()}
    return [plain_values(each) for each in value] if isinstance(value, tuple) else value


def place_of_member(at: str, key: str | int) -> str:
    """Name the place of a member.

    >>> place_of_member("", "clock"), place_of_member("lists.limits", 2), place_of_member("clock", "rounds")
    ('clock', 'lists.limits[2]', 'clock.rounds')
    """
    if isinstance(key, int):
        return f"{at}[{key}]"
    return f"{at}.{key}" if at else key


def value_shown(value: object) -> str:
    """Show a value as it was found, cut where it is long.

    >>> value_shown("a" * 60), value_shown([1, 2]), value_shown({}), value_shown(True)
    ('"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…', 'a list of 2', 'a table of keys', 'true')
    """
    if isinstance(value, str):
        return f'"{value}"' if len(value) <= 40 else f'"{value[:40]}…'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, int) and value.bit_length() > _LONGEST_NUMBER:
        return "a number of more than 300 digits"
    return "a table of keys" if isinstance(value, Mapping) else str(value)[:40]


def expected_words(hint: object) -> str:
    """Say what a type expects."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return " or ".join(expected_words(arm) for arm in get_args(hint) if arm is not type(None))
    if origin is tuple:
        return f"a list of {expected_words(get_args(hint)[0])}"
    return _NAMES.get(hint, "a table of keys") if isinstance(hint, type) else "a table of keys"


def _is_needed(spec: Field[Any]) -> bool:
    return spec.default is MISSING and spec.default_factory is MISSING


def _default(spec: Field[Any]) -> object:
    return spec.default if spec.default_factory is MISSING else spec.default_factory()


def _fits(hint: object, value: object) -> bool:
    if hint is bool:
        return isinstance(value, bool)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9
    if hint is float:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return is_number and abs(value) < 10**9  # type: ignore[arg-type]  # a number; nan is not less
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def _of_several(hint: object, value: object, at: str, problems: list[Problem]) -> object:
    arms = [arm for arm in get_args(hint) if arm is not type(None)]
    if len(arms) == 1:
        return read_value(arms[0], value, at, problems)
    for arm in (bool, int, float, str):
        if arm in arms and _fits(arm, value):
            return value
    problems.append(Problem(at, value_shown(value), expected_words(hint)))
    return NOTHING


def _list_of(hint: object, value: object, at: str, problems: list[Problem]) -> object:
    if not isinstance(value, list | tuple) or len(value) > MOST_ITEMS:
        wanted = f"a list of {expected_words(hint)}"
        problems.append(Problem(at, value_shown(value), f"{wanted}, at most {MOST_ITEMS}"))
        return NOTHING
    items = [
        read_value(hint, item, place_of_member(at, number), problems) for number, item in enumerate(value)
    ]
    return NOTHING if any(item is NOTHING for item in items) else tuple(items)


def _mapping_of(hint: object, value: object, at: str, problems: list[Problem]) -> object:
    if not isinstance(value, Mapping) or len(value) > MOST_ITEMS:
        problems.append(Problem(at, value_shown(value), "a table of keys"))
        return NOTHING
    found = {
        str(key): read_value(hint, each, place_of_member(at, str(key)), problems)
        for key, each in value.items()
    }
    return NOTHING if any(each is NOTHING for each in found.values()) else MappingProxyType(found)
