"""What did people type into the fields of an edit: lengths, numbers, words, yes or no, lists of places?

Lengths are inches as people write them: 12.5, 12,5, 12 1/2, 12½, 1' 0 1/2". Fields are read one after the other, and
everything that is wrong is collected. An empty field is one that was left out.
"""

import re
from collections.abc import Collection, Mapping
from typing import Final, TypeVar

from astrike.errors import InputError, Problem
from astrike.formats.checks import number_words, one_of
from astrike.formats.json_text import load_json, shown
from astrike.formats.table.geometry import is_position
from astrike.formats.typed_words import tick_in
from astrike.model.terrain import Point, Ring

_FRACTIONS: Final = {"½": 0.5, "¼": 0.25, "¾": 0.75, "⅛": 0.125, "⅜": 0.375, "⅝": 0.625, "⅞": 0.875,
                     "⅓": 1 / 3, "⅔": 2 / 3}  # fmt: skip

_DECIMAL: Final = re.compile(r"[0-9]{1,6}(?:[.,][0-9]{0,6})?|[.,][0-9]{1,6}")

_MIXED: Final = re.compile(r"(?:([0-9]{1,6})[ +-]+)?([0-9]{1,3})\s?/\s?([0-9]{1,3})")

_SYMBOL: Final = re.compile(r"([0-9]{0,6})\s?([" + "".join(_FRACTIONS) + r"])")

_UNIT: Final = re.compile(r"\s*(?:\"|″|”|''|´´|inches|inch|in\.?)\s*$", re.IGNORECASE)

_FEET: Final = re.compile(r"([0-9]{1,3})\s*(?:'|′|’|ft\.?)(?!['′’])\s*", re.IGNORECASE)


def read_inches(text: str) -> float | None:
    """Read a length as people write it; None for anything else.

    >>> [read_inches(each) for each in ('12.5', '12,5', '12 1/2', '12½', '12 1/2"', "1' 0 1/2\\"", "a foot")]
    [12.5, 12.5, 12.5, 12.5, 12.5, 12.5, None]
    """
    rest = text.strip().replace("⁄", "/").replace("\N{NO-BREAK SPACE}", " ")
    feet = _FEET.match(rest)
    if feet is not None:
        inches = _plain(rest[feet.end() :]) if rest[feet.end() :] else 0.0
        return None if inches is None else 12.0 * int(feet[1]) + inches
    return _plain(rest)


def _plain(text: str) -> float | None:
    bare = _UNIT.sub("", text).strip()
    if _DECIMAL.fullmatch(bare):
        return float(bare.replace(",", "."))
    if (mixed := _MIXED.fullmatch(bare)) is not None and int(mixed[3]):
        return int(mixed[1] or 0) + int(mixed[2]) / int(mixed[3])
    if (symbol := _SYMBOL.fullmatch(bare)) is not None:
        return int(symbol[1] or 0) + _FRACTIONS[symbol[2]]
    return None


def signed_inches(text: str) -> float | None:
    """Read inches, or any number, as people type them; None for anything else.

    >>> [signed_inches(text) for text in ('12,5"', "−3", "+2", "-12 3/8", "x")]
    [12.5, -3.0, 2.0, -12.375, None]
    """
    plain = text.strip()
    negative = plain.startswith(("-", "−"))
    value = read_inches(plain[1:] if negative or plain.startswith("+") else plain)
    return -value if value and negative else value


Default = TypeVar("Default")

MOST_CORNERS = 500
"""Of one outline that is drawn by hand."""

MOST_HOLES = 50

_PLACES = "a list of places, [[x, y], ...] in inches"


class TypedFields:
    """The fields of one wish; `problems` is what was wrong with those that were read."""

    __slots__ = ("problems", "values")

    def __init__(self, values: Mapping[str, str]) -> None:
        self.values = values
        self.problems: list[Problem] = []

    def text(self, key: str) -> str:
        """Give the field as it was typed, without spaces around it."""
        return self.values.get(key, "").strip()

    def is_given(self, key: str) -> bool:
        """Is there anything in this field?"""
        return bool(self.text(key))

    def report(self, key: str, expected: str, *, found: str | None = None) -> None:
        """Note a problem with a field; what was found is what was typed unless said otherwise."""
        if found is None:
            found = shown(self.text(key)) if self.is_given(key) else "nothing"
        self.problems.append(Problem(key, found, expected))

    def require(self, key: str, expected: str) -> bool:
        """Note a problem when the field is empty; say whether it is not."""
        if not self.is_given(key):
            self.report(key, expected)
        return self.is_given(key)

    def number(self, key: str, default: Default, *, low: float, high: float) -> float | Default:
        """Read a number of inches, degrees or the like."""
        if not self.is_given(key):
            return default
        value = signed_inches(self.text(key))
        if value is not None and low <= value <= high:
            return value
        self.report(key, number_words(low, high))
        return default

    def needed_number(self, key: str, *, low: float, high: float) -> float:
        """Read a number that has to be there; 0 when it is wrong."""
        return (
            self.number(key, 0.0, low=low, high=high) if self.require(key, number_words(low, high)) else 0.0
        )

    def whole(self, key: str, default: Default, *, low: int, high: int) -> int | Default:
        """Read a whole number."""
        if not self.is_given(key):
            return default
        value = signed_inches(self.text(key))
        if value is not None and value.is_integer() and low <= value <= high:
            return int(value)
        self.report(key, f"a whole number from {low} to {high}")
        return default

    def word(self, key: str, default: Default, allowed: Collection[str]) -> str | Default:
        """Read one of some words."""
        if not self.is_given(key):
            return default
        if self.text(key) in allowed:
            return self.text(key)
        self.report(key, one_of(allowed))
        return default

    def needed_word(self, key: str, allowed: Collection[str]) -> str | None:
        """Read one of some words that has to be there."""
        return self.word(key, None, allowed) if self.require(key, one_of(allowed)) else None

    def yes_no(self, key: str, default: Default) -> bool | Default:
        """Read yes or no."""
        if not self.is_given(key):
            return default
        tick = tick_in(self.text(key))
        if tick is not None:
            return tick
        self.report(key, "true or false")
        return default

    def places(self, key: str, *, fewest: int) -> Ring:
        """Read a list of places that was sent as JSON text; empty when it is wrong or not there."""
        value = self._json(key)
        if value is None:
            return ()
        found = _ring(value)
        if found is None:
            self.report(key, _PLACES)
        elif not fewest <= len(found) <= MOST_CORNERS:
            self.report(key, f"{fewest} to {MOST_CORNERS} places", found=f"{len(found)} places")
        else:
            return found
        return ()

    def rings(self, key: str) -> tuple[Ring, ...]:
        """Read a list of rings, such as holes, that was sent as JSON text."""
        value = self._json(key)
        if value is None:
            return ()
        listed = value if isinstance(value, list) else [None]
        rings = [_ring(ring) for ring in listed[: MOST_HOLES + 1]]
        found = tuple(ring for ring in rings if ring is not None and 3 <= len(ring) <= MOST_CORNERS)
        if len(found) < len(listed) or len(found) > MOST_HOLES:
            expected = f"at most {MOST_HOLES} lists of 3 to {MOST_CORNERS} places, [[[x, y], ...], ...]"
            self.report(key, expected)
            return ()
        return found

    def _json(self, key: str) -> object:
        if not self.is_given(key):
            return None
        try:
            return load_json(self.text(key))
        except InputError:
            self.report(key, _PLACES)
            return None

    def settle(self) -> None:
        """Raise everything that was wrong."""
        if self.problems:
            raise InputError(self.problems)


def _ring(value: object) -> Ring | None:
    if not isinstance(value, list) or not all(map(is_position, value)):
        return None
    corners: list[Point] = [(float(x), float(y)) for x, y, *_ in value]
    return tuple(corners)
