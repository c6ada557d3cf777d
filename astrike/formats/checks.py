"""Is this value what the format allows, and if not: where is it, what was found, what is expected?

Reads the members of one JSON object, one after the other, and collects problems instead of stopping at the
first. A member that is absent or null has its default. Which members there are, each format's readers know.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TypeVar

from astrike.errors import InputError, Problem, child
from astrike.formats.json_text import FILE, MOST_PROBLEMS, shown

Default = TypeVar("Default")

MAX_TEXT = 200
MAX_ITEMS = 1_000
"""Of a list inside the file, such as special abilities or sides: there are no more units than that."""
SMALLEST = 0.01
"""Inches; a size below that is a slip."""


def number_words(low: float, high: float) -> str:
    """Say which numbers are allowed."""
    return f"a number from {low:g} to {high:g}"


def one_of(words: Collection[str]) -> str:
    """Say which words are allowed.

    >>> one_of(["red", "blue"])
    'one of red, blue'
    """
    return f"one of {', '.join(words)}"


def is_number(value: object, low: float, high: float) -> bool:
    """Is it a number (true and false are none) within the limits? NaN never is."""
    return isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high


def number_or_none(value: object, *, low: float = -math.inf, high: float = math.inf) -> float | None:
    """Give a number within the limits; None for anything else.

    >>> number_or_none(3, low=0), number_or_none(True), number_or_none(-1, low=0), number_or_none("3")
    (3.0, None, None, None)
    """
    return float(value) if isinstance(value, int | float) and is_number(value, low, high) else None


def is_whole(value: object, low: int, high: int) -> bool:
    """Is it a whole number within the limits? JSON knows no difference between 3 and 3.0."""
    return is_number(value, low, high) and (not isinstance(value, float) or value.is_integer())


class Problems(list[Problem]):
    """What is wrong so far; when it is more than anybody reads, it is raised at once."""

    def append(self, problem: Problem, /) -> None:
        """Note a problem."""
        if len(self) >= MOST_PROBLEMS:
            more = Problem(FILE, f"more than {MOST_PROBLEMS:,} problems", "fewer: the first are listed")
            raise InputError([*self, more])
        super().append(problem)

    def extend(self, problems: Iterable[Problem], /) -> None:
        """Note several problems."""
        for problem in problems:
            self.append(problem)


class Fields:
    """The members of one JSON object at one place."""

    __slots__ = ("at", "problems", "values")

    def __init__(self, values: Mapping[str, object], at: str, problems: list[Problem]) -> None:
        self.values = values
        self.at = at
        self.problems = problems

    def report(self, key: str | int, expected: str, *, found: str | None = None) -> None:
        """Note a problem with a member; what was found is the member itself unless said otherwise."""
        if found is None:
            found = shown(self.values[key]) if isinstance(key, str) and key in self.values else "nothing"
        self.problems.append(Problem(child(self.at, key), found, expected))

    def is_given(self, key: str) -> bool:
        """Does the file say anything here?"""
        return self.values.get(key) is not None

    def require(self, key: str, expected: str) -> bool:
        """Note a problem when the member is absent; say whether it is there."""
        if not self.is_given(key):
            self.report(key, expected)
        return self.is_given(key)

    def number(self, key: str, default: Default, *, low: float, high: float) -> float | Default:
        """Read a number."""
        value = self.values.get(key)
        if value is None:
            return default
        if isinstance(value, int | float) and is_number(value, low, high):
            return float(value)
        self.report(key, number_words(low, high))
        return default

    def whole(self, key: str, default: Default, *, low: int, high: int) -> int | Default:
        """Read a whole number."""
        value = self.values.get(key)
        if value is None:
            return default
        if isinstance(value, int | float) and is_whole(value, low, high):
            return int(value)
        self.report(key, f"a whole number from {low} to {high}")
        return default

    def yes_no(self, key: str, default: Default) -> bool | Default:
        """Read true or false."""
        value = self.values.get(key)
        if value is None or isinstance(value, bool):
            return default if value is None else value
        self.report(key, "true or false")
        return default

    def text(self, key: str, default: Default) -> str | Default:
        """Read a text, for people or an id."""
        value = self.values.get(key)
        if value is None:
            return default
        if isinstance(value, str) and len(value) <= MAX_TEXT:
            return value
        self.report(key, f"text of at most {MAX_TEXT} characters")
        return default

    def word(
        self, key: str, default: Default, allowed: Collection[str], *, expected: str = ""
    ) -> str | Default:
        """Read one of some words; `expected` says which there are where a list of them is not enough."""
        value = self.values.get(key)
        if value is None:
            return default
        if isinstance(value, str) and value in allowed:
            return value
        self.report(key, expected or one_of(allowed))
        return default

    def needed_word(self, key: str, allowed: Collection[str]) -> str | None:
        """Read one of some words that has to be there."""
        return self.word(key, None, allowed) if self.require(key, one_of(allowed)) else None

    def words(self, key: str, allowed: Collection[str] | None = None) -> tuple[str, ...]:
        """Read a list of texts, of some words only where these are given."""
        found: list[str] = []
        for place, item in self.items(key):
            if not isinstance(item, str) or len(item) > MAX_TEXT or not item:
                expected = one_of(allowed) if allowed is not None else f"text of 1 to {MAX_TEXT} characters"
                self.problems.append(Problem(place, shown(item), expected))
            elif allowed is not None and item not in allowed:
                self.problems.append(Problem(place, shown(item), one_of(allowed)))
            else:
                found.append(item)
        return tuple(found)

    def items(self, key: str) -> Iterator[tuple[str, object]]:
        """Go through a list: the place and the value of each item."""
        value = self.values.get(key)
        if value is None:
            return
        if not isinstance(value, list):
            self.report(key, "a list")
            return
        if len(value) > MAX_ITEMS:
            self.report(key, f"at most {MAX_ITEMS:,}", found=f"a list of {len(value):,}")
            return
        at = child(self.at, key)
        for number, item in enumerate(value):
            yield child(at, number), item

    def objects(self, key: str) -> Iterator["Fields"]:
        """Go through a list of objects."""
        for place, item in self.items(key):
            if isinstance(item, dict):
                yield Fields(item, place, self.problems)
            else:
                self.problems.append(Problem(place, shown(item), "an object"))

    def object(self, key: str, expected: str = "an object") -> "Fields | None":
        """Read an object inside this one."""
        value = self.values.get(key)
        if value is None:
            return None
        if isinstance(value, dict):
            return Fields(value, child(self.at, key), self.problems)
        self.report(key, expected)
        return None
