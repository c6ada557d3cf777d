"""What is something new called: which id, group or name comes next and is not taken yet?"""

import re
from typing import Final

_NUMBERED: Final = re.compile(r"(.*?)[ -]?([0-9]+)")
_LONGEST_STEM: Final = 150


def numbered(stem: str, taken: set[str], *, between: str = "-") -> str:
    """Give the next name with a number that is not taken, and take it: wood-1 leads to wood-2, wood to wood-1.

    >>> numbered("wood-1", {"wood-1"}), numbered("wood", {"wood-1"}), numbered("Hill 9", set(), between=" ")
    ('wood-2', 'wood-2', 'Hill 10')
    """
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
