"""At which skill does a unit play? Left out means 4."""

from astrike.errors import Problem
from astrike.formats.jsontext import shown
from astrike.formats.rosters.card import is_blank, whole_of

REGULAR = 4
BEST, WORST = 0, 8


def skill_of(value: object, *, at: str, zero_is_none: bool = False) -> tuple[int, tuple[Problem, ...]]:
    """Read a skill.

    >>> skill_of("3", at="row 2")
    (3, ())
    >>> skill_of(9, at="row 2")[1][0].sentence
    'row 2: found 9, expected a skill from 0 to 8'
    """
    if is_blank(value) or value == "undefined":
        return REGULAR, ()
    number = whole_of(value)
    if number == 0 and zero_is_none:
        return REGULAR, ()
    if number is None or not BEST <= number <= WORST:
        return REGULAR, (Problem(at, shown(value), f"a skill from {BEST} to {WORST}"),)
    return number, ()
