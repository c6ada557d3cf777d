"""What differs between what was answered once and what is answered now?"""

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Final, Literal

NEAR: Final = 1e-8
"""Relatively: sums may be taken in another order."""
NEAR_NOTHING: Final = 1e-9
DIGITS: Final = 9
ALIKE: Final = 0.55
"""From which likeness on two lines are one that has changed."""

Kind = Literal["changed", "added", "removed"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One place at which two answers differ."""

    kind: Kind
    path: str
    """Such as ``modifiers[1].ref``; a whole answer is ``""``."""
    old: object = None
    new: object = None
    beside: Mapping[str, object] = field(default_factory=dict)
    """The object in which the key stands: as it was, or as it is where the key is new."""
    room: str = ""
    topic: str = ""
    name: str = ""
    """Of the answer."""

    @property
    def key(self) -> str:
        """The last name of the path."""
        return re.sub(r"\[\d+\]$", "", self.path.rpartition(".")[2])

    def text(self) -> str:
        """Say it on one line, or two for changed texts that are long."""
        at = f"{self.path or 'the whole answer'}: "
        match self.kind:
            case "added":
                return f"{at}new: {shown(self.new)}"
            case "removed":
                return f"{at}gone: {shown(self.old)}"
        old, new = shown(self.old), shown(self.new)
        if isinstance(self.old, str) and isinstance(self.new, str) and max(len(old), len(new)) > 70:
            old, new = _around_the_difference(self.old, self.new)
            return f"{at}\n        was: {old}\n        is:  {new}"
        return f"{at}{old} -> {new}"


def rounded(value: object) -> object:
    """Round every number to as many digits as are kept."""
    if isinstance(value, float):
        return value if value == 0 or not math.isfinite(value) else float(f"{value:.{DIGITS}g}")
    if isinstance(value, Mapping):
        return {key: rounded(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(each) for each in value]
    return value


def differences(
    old: object, new: object, path: str = "", beside: object = None, *, read: Callable[[str], str] = str
) -> Iterator[Difference]:
    """Give every place at which two JSON values differ; lines that `read` alike are taken for one that has changed.

    >>> [each.text() for each in differences({"a": [1, 2.5], "b": 1}, {"a": [1, 2.6], "c": 1})]
    ['a[1]: 2.5 -> 2.6', 'b: gone: 1', 'c: new: 1']
    """
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(each for each in new if each not in old)]:
            place = f"{path}.{key}" if path else key
            if key not in new:
                yield Difference("removed", place, old=old[key], beside=old)
            elif key not in old:
                yield Difference("added", place, new=new[key], beside=new)
            else:
                yield from differences(old[key], new[key], place, old, read=read)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _of_lists(old, new, path, beside, read)
    elif not _is_same(old, new):
        yield Difference("changed", path, old=old, new=new, beside=beside if isinstance(beside, dict) else {})


def _of_lists(
    old: list[object], new: list[object], path: str, beside: object, read: Callable[[str], str]
) -> Iterator[Difference]:
    if len(old) == len(new) and not all(isinstance(each, str) for each in (*old, *new)):
        for number, (first, second) in enumerate(zip(old, new, strict=True)):
            yield from differences(first, second, f"{path}[{number}]", beside, read=read)
        return
    around = beside if isinstance(beside, dict) else {}
    for first, second in _paired(old, new, read):
        if first is None and second is not None:
            yield Difference("added", f"{path}[{second}]", new=new[second], beside=around)
        elif second is None and first is not None:
            yield Difference("removed", f"{path}[{first}]", old=old[first], beside=around)
        elif first is not None and second is not None:
            yield from differences(old[first], new[second], f"{path}[{second}]", beside, read=read)


def _paired(
    old: Sequence[object], new: Sequence[object], read: Callable[[str], str]
) -> Iterator[tuple[int | None, int | None]]:
    """Pair what is one item in both lists; what has none is alone."""
    before, after = ([read(_written(each)) for each in side] for side in (old, new))
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for _tag, a, b, c, d in matcher.get_opcodes():
        if b - a == d - c:
            yield from zip(range(a, b), range(c, d), strict=True)
            continue
        place = c
        for first in range(a, b):
            found = next(
                (n for n in range(place, d) if _likeness(before[first], after[n]) >= ALIKE),
                None,
            )
            if found is None:
                yield first, None
                continue
            yield from ((None, number) for number in range(place, found))
            yield first, found
            place = found + 1
        yield from ((None, number) for number in range(place, d))


def _likeness(first: str, second: str) -> float:
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    return min(matcher.real_quick_ratio(), matcher.quick_ratio())


def _is_same(old: object, new: object) -> bool:
    if isinstance(old, bool) or isinstance(new, bool) or not _are_numbers(old, new):
        return type(old) is type(new) and old == new
    assert isinstance(old, int | float)
    assert isinstance(new, int | float)
    return math.isclose(old, new, rel_tol=NEAR, abs_tol=NEAR_NOTHING)


def _are_numbers(*values: object) -> bool:
    return all(isinstance(value, int | float) for value in values)


def _written(value: object) -> str:
    return json.dumps(rounded(value), sort_keys=True, ensure_ascii=False)


def shown(value: object, most: int = 160) -> str:
    """Write a value as JSON, long ones shortened."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _around_the_difference(old: str, new: str, most: int = 150) -> tuple[str, str]:
    """Cut both texts to where they begin to differ."""
    pairs = zip(old, new, strict=False)
    first = next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(old), len(new)))
    start = max(0, first - most // 3)
    dots = "…" if start else ""
    return f"{dots}{old[start : start + most]}", f"{dots}{new[start : start + most]}"
