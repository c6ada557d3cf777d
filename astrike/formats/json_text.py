"""What JSON do these bytes hold, and can it be kept and written back?

Text to plain Python values and back; what the values mean is for the readers of each format. Whatever a
strict reader of JSON would refuse is named here: doubled keys, NaN, numbers without end, half characters,
endless nesting.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from astrike.errors import InputError, Problem, TooLarge, child, quoted
from astrike.model.byte_limits import TABLE

MAX_BYTES = TABLE.most
MAX_DEPTH = 64
"""Lists and objects inside each other; a MultiPolygon in a table needs nine."""
MAX_VALUES = 1_000_000
MOST_PROBLEMS = 1_000
"""Nobody reads on after so many."""
FILE = "file"
"""Where a problem lies that belongs to the whole file."""

_MAX_DIGITS = 300
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


class UnreadableNumber:
    """A number that JSON or this program has no value for, as it stood in the file."""

    __slots__ = ("words",)

    def __init__(self, words: str) -> None:
        self.words = words


class DoubledKeys(dict[str, object]):
    """An object in which keys stood twice."""

    __slots__ = ("keys_twice",)

    def __init__(self, values: Mapping[str, object], keys_twice: tuple[str, ...]) -> None:
        super().__init__(values)
        self.keys_twice = keys_twice


def made_from(original: Mapping[str, object], values: Mapping[str, object]) -> dict[str, object]:
    """Make an object with other values than the original; keys that stood twice there are not forgotten.

    >>> read = load_json(b'{"a": 1, "a": 2, "b": 3}')
    >>> [each.at for each in json_problems(made_from(read, {**read, "c": 4}))]
    ['a']
    """
    return DoubledKeys(values, original.keys_twice) if isinstance(original, DoubledKeys) else dict(values)


def shown(value: object) -> str:
    """Give a value as it looks in a message: short, with text in quotes.

    >>> shown("north"), shown(None), shown(1.50), shown({"a": 1})
    ("'north'", 'null', '1.5', '{"a": 1}')
    """
    if isinstance(value, UnreadableNumber):
        return value.words
    if isinstance(value, int) and value.bit_length() > 1024:
        return "a number of more than 300 digits"
    if value is None or isinstance(value, str | bool | int | float):
        return quoted(value)
    if isinstance(value, list):
        words = _flat_list(value)
    elif isinstance(value, dict):
        words = _flat_object(value)
    else:
        words = type(value).__name__
    return words if len(words) <= 60 else f"{words[:57]}..."


def _flat_list(value: list[object]) -> str:
    return f"[{', '.join(_inside(item) for item in value[:8])}{', ...' if len(value) > 8 else ''}]"


def _flat_object(value: dict[object, object]) -> str:
    pairs = [f"{json.dumps(str(key))}: {_inside(item)}" for key, item in list(value.items())[:4]]
    return f"{{{', '.join(pairs)}{', ...' if len(value) > 4 else ''}}}"


def _inside(value: object) -> str:
    """Show a value inside another; not deeper, so that a file cannot make this run away."""
    if isinstance(value, list):
        return "[...]" if value else "[]"
    if isinstance(value, dict):
        return "{...}" if value else "{}"
    return shown(value)


def load_json(data: bytes | str, *, most_bytes: int = MAX_BYTES) -> object:
    """Read JSON text; numbers that cannot be kept come back as `UnreadableNumber`, doubled keys as `DoubledKeys`.

    >>> load_json(b'{"a": [1, 2.5]}')
    {'a': [1, 2.5]}
    """
    text = _text_of(data, most_bytes)
    try:
        found: object = json.loads(
            text, object_pairs_hook=_object_of, parse_int=_whole_of, parse_constant=UnreadableNumber
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise InputError([Problem(place, f"text that is not JSON ({error.msg})", "JSON")]) from error
    except RecursionError as error:
        raise InputError([_too_deep()]) from error
    return found


def _text_of(data: bytes | str, most_bytes: int) -> str:
    raw = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
    if len(raw) > most_bytes:
        raise TooLarge([Problem(FILE, f"{len(raw):,} bytes", f"at most {most_bytes:,} bytes")])
    # Commas stand between values: so many are refused before anything is made of them.
    if raw.count(b",") + raw.count(b"[") + raw.count(b"{") > 2 * MAX_VALUES:
        raise InputError([_too_many()])
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        found = f"bytes that are not UTF-8, at byte {error.start + 1:,}"
        raise InputError([Problem(FILE, found, "JSON text in UTF-8")]) from error
    if not text.strip():
        raise InputError([Problem(FILE, "nothing", "JSON text in UTF-8")])
    return text


def _object_of(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    return DoubledKeys(
        found, tuple(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
    )


def _whole_of(digits: str) -> object:
    return (
        int(digits) if len(digits) <= _MAX_DIGITS else UnreadableNumber(f"a number of {len(digits):,} digits")
    )


def _too_deep() -> Problem:
    return Problem(FILE, "lists and objects nested too deeply", f"at most {MAX_DEPTH} inside each other")


def _too_many() -> Problem:
    return Problem(FILE, f"more than {MAX_VALUES:,} values", f"at most {MAX_VALUES:,}")


def json_problems(document: object) -> list[Problem]:
    """Name what in a document JSON cannot hold or cannot be written back, as far as anybody reads.

    Nesting without end is raised at once, as an `InputError`: nobody can look further then.
    """
    return [] if _is_sound(document) else list(islice(_unsound(document), MOST_PROBLEMS))


def _is_sound(document: object) -> bool:
    """Look through the document level by level, without naming places: nearly always all is well."""
    level: list[Any] = [document]
    sound, count = True, 0
    keys: set[object] = set()
    for _ in range(MAX_DEPTH):
        count += len(level)
        if count > MAX_VALUES:
            raise InputError([_too_many()])
        below: list[Any] = []
        numbers: list[float] = []
        for value in level:
            # By far the most values are numbers of coordinates, lists of them, and plain words.
            kind = type(value)
            if kind is float:
                numbers.append(value)
            elif kind is list or isinstance(value, list):
                below.extend(value)
            elif kind is str:
                sound = sound and (value.isascii() or _fault(value) is None)
            elif kind is dict or isinstance(value, dict):
                sound = sound and not isinstance(value, DoubledKeys)
                keys.update(value)
                below.extend(value.values())
            elif sound and value is not None and kind is not bool:
                sound = _fault(value) is None
        sound = sound and all(map(math.isfinite, numbers))
        if not below:
            return sound and all(isinstance(key, str) and _fault(key) is None for key in keys)
        level = below
    raise InputError([_too_deep()])


def _unsound(document: object) -> Iterator[Problem]:
    waiting: list[tuple[str, object]] = [("", document)]
    while waiting:
        at, value = waiting.pop()
        if isinstance(value, dict):
            for key in getattr(value, "keys_twice", ()):
                yield Problem(child(at, key), f"the key {shown(key)} twice", "each key once")
            for key in value:
                if not isinstance(key, str) or _fault(key):
                    yield Problem(
                        at or FILE, f"the key {shown(key)}", "keys that are text of whole characters"
                    )
            waiting.extend((child(at, str(key)), item) for key, item in reversed(value.items()))
        elif isinstance(value, list):
            waiting.extend((child(at, number), value[number]) for number in reversed(range(len(value))))
        elif (expected := _fault(value)) is not None:
            yield Problem(at or FILE, shown(value), expected)


def _fault(value: object) -> str | None:
    """Say what is expected instead of a plain value that cannot be kept, or None where it can."""
    if isinstance(value, float):
        return None if math.isfinite(value) else "a finite number"
    if isinstance(value, int):
        return None if value.bit_length() <= 1024 else f"a number of at most {_MAX_DIGITS} digits"
    if isinstance(value, str):
        return None if value.isascii() or not _HALF_CHARACTER.search(value) else "text of whole characters"
    if value is None:
        return None
    if isinstance(value, UnreadableNumber):
        return "a finite number"
    return "text, a number, true, false, null, a list or an object"


def json_bytes(document: object) -> bytes:
    """Write a document for people: one line for each feature, keys in their order.

    >>> print(json_bytes({"type": "FeatureCollection", "features": [{"id": "A"}]}).decode(), end="")
    {
      "type": "FeatureCollection",
      "features": [
        {"id": "A"}
      ]
    }
    """
    if not isinstance(document, dict) or not document:
        return f"{_line(document)}\n".encode()
    members = (f"  {_line(key)}: {_member(value)}" for key, value in document.items())
    data = ("{\n" + ",\n".join(members) + "\n}\n").encode()
    # A file that could be read can be read again: close to the limit the spaces go.
    return (
        data
        if len(data) <= MAX_BYTES
        else json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    )


def _member(value: object) -> str:
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(f"    {_line(item)}" for item in value) + "\n  ]"
    return _line(value)


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
