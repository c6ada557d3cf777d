"""Which layout fits these wishes: so many pieces, this symmetry, these gaps? Drawn at random from a seed.

The same wishes and the same seed give the same layout everywhere: nothing but `random.Random.random` is asked. What
cannot be had is said with what there is instead.
"""

from random import Random
from typing import Final

from astrike.editing.generator.draft import Draft
from astrike.editing.generator.wishes import Layout, Wishes, check_wishes

_ATTEMPTS: Final = 4
_BUDGET: Final = 2000
"""Tries in all attempts together: then what there is has to do."""


def generate(wishes: Wishes) -> Layout:
    """Draw a layout.

    >>> generate(Wishes(seed=7)).coverage == generate(Wishes(seed=7)).coverage
    True
    """
    check_wishes(wishes)
    found: list[Layout] = []
    scale, left = 1.0, _BUDGET
    for attempt in range(_ATTEMPTS):
        random = Random(wishes.seed * _ATTEMPTS + attempt)  # noqa: S311 - a layout is no secret
        draft = Draft(wishes, random, scale=scale, tries=left)
        layout, left = draft.layout(), draft.tries
        found.append(layout)
        if not layout.unmet or left <= 0:
            break
        keys = {each.key for each in layout.unmet}
        scale *= 1.18 if keys == {"least"} else 0.85
    return min(found, key=_missing)


def _missing(layout: Layout) -> float:
    return sum(abs(each.wished - each.reached) / max(each.wished, 1.0) for each in layout.unmet)
