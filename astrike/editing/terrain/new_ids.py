"""What is something new called: which id, group or name comes next and is not taken yet?

The levels of a hill count with it: hill-1-step-2 is the second tier of hill-1, and the next hill is hill-2.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from astrike.model.piece_names import STEP

_NUMBERED: Final = re.compile(r"(.*?)[ -]?([0-9]+)")
_LONGEST_STEM: Final = 150


def numbered(stem: str, taken: set[str], *, between: str = "-") -> str:
    """Give the next name with a number that is not taken, and take it: wood-1 leads to wood-2, wood to wood-1.

    >>> numbered("wood-1", {"wood-1"}), numbered("wood", {"wood-1"}), numbered("Hill 9", set(), between=" ")
    ('wood-2', 'wood-2', 'Hill 10')
    >>> numbered("hill-1-step-2", {"hill-1", "hill-1-step-2"})
    'hill-2'
    """
    stem = hill_of(stem)
    found = _NUMBERED.fullmatch(stem)
    word, number = (found[1], int(found[2])) if found is not None and found[1] else (stem, 0)
    word = word[:_LONGEST_STEM]
    while (name := f"{word}{between}{number + 1}") in taken:
        number += 1
    taken.add(name)
    return name


def own_or_numbered(wanted: str, taken: set[str]) -> str:
    """Give the wanted name, where it is taken the next one with a number; take it.

    >>> own_or_numbered("A", set()), own_or_numbered("hill", {"hill", "hill-1"}), own_or_numbered("hut-3", {"hut-3"})
    ('A', 'hill-2', 'hut-4')
    """
    if wanted in taken:
        return numbered(wanted, taken)
    taken.add(wanted)
    return wanted


def hill_of(name: str) -> str:
    """Give the id of the hill that a tier belongs to; what is no tier is its own.

    >>> hill_of("hill-1-step-2"), hill_of("hill-1")
    ('hill-1', 'hill-1')
    """
    found = STEP.fullmatch(name)
    return name if found is None else found[1]


def next_tier(base: str, taken: set[str]) -> str:
    """Give the id of the next tier of a hill, and take it.

    >>> next_tier("hill-1", {"hill-1"}), next_tier("hill-1", {"hill-1", "hill-1-step-2"})
    ('hill-1-step-2', 'hill-1-step-3')
    """
    number = 2
    while (name := f"{base}-step-{number}") in taken:
        number += 1
    taken.add(name)
    return name


def numbered_all(names: Iterable[str], taken: set[str]) -> Mapping[str, str]:
    """Give the next names of several things that come together; tiers stay with their hill.

    >>> numbered_all(["hill-1", "hill-1-step-2", "wood-1"], {"hill-1", "hill-1-step-2", "hill-2", "wood-1"})
    {'hill-1': 'hill-3', 'hill-1-step-2': 'hill-3-step-2', 'wood-1': 'wood-2'}
    """
    return _all(names, taken, keeps_own=False)


def own_or_numbered_all(names: Iterable[str], taken: set[str]) -> Mapping[str, str]:
    """Give the own names of several things that come together, the next ones where those are taken.

    >>> own_or_numbered_all(["hill-1-step-2", "hill-1", "hut"], {"hill-1"})
    {'hill-1-step-2': 'hill-2-step-2', 'hill-1': 'hill-2', 'hut': 'hut'}
    """
    return _all(names, taken, keeps_own=True)


def _all(names: Iterable[str], taken: set[str], *, keeps_own: bool) -> Mapping[str, str]:
    asked = list(names)
    found: dict[str, str] = {}
    for name in sorted(asked, key=lambda each: hill_of(each) != each):
        base = hill_of(name)
        if base in found and base != name:
            tier = f"{found[base]}{name.removeprefix(base)}"
            if tier in taken:
                tier = next_tier(found[base], taken)
            taken.add(tier)
            found[name] = tier
        else:
            found[name] = own_or_numbered(name, taken) if keeps_own else numbered(name, taken)
    return {name: found[name] for name in asked}
