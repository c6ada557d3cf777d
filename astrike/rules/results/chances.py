"""Exact chances: how likely which number, as fractions that sum to one.

Which question: how do rolls that are made together add up?
"""

from collections.abc import Callable, Mapping
from fractions import Fraction

from astrike.rules.odds import ROLLS, WAYS, ways_to_roll

Spread = Mapping[int, Fraction]
"""How likely each number is."""
NOTHING: Spread = {0: Fraction(1)}
DIE = 6


def share_of(target_number: int, *, naturals: bool) -> Fraction:
    """Give the chance to reach a Target Number on two dice, exactly; naturals: a 2 misses and a 12 hits (CE p.159).

    >>> share_of(7, naturals=False)
    Fraction(7, 12)
    """
    if naturals:
        target_number = min(max(target_number, min(WAYS) + 1), max(WAYS))
    return Fraction(ways_to_roll(target_number), ROLLS)


def die_at_least(need: int) -> Fraction:
    """Give the chance that one die shows so much.

    >>> die_at_least(5)
    Fraction(1, 3)
    """
    return Fraction(max(0, min(DIE, DIE + 1 - need)), DIE)


def tries(count: int, share: Fraction) -> Spread:
    """Give how many of some equal tries succeed.

    >>> tries(2, Fraction(1, 2))
    {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    """
    found: Spread = NOTHING
    for _ in range(count):
        found = together(found, {0: 1 - share, 1: share})
    return found


def together(one: Spread, other: Spread) -> Spread:
    """Give the sum of two numbers that do not depend on each other."""
    found: dict[int, Fraction] = {}
    for a, p in one.items():
        for b, q in other.items():
            found[a + b] = found.get(a + b, Fraction(0)) + p * q
    return {number: share for number, share in sorted(found.items()) if share}


def through(spread: Spread, change: Callable[[int], int]) -> Spread:
    """Change every number."""
    found: dict[int, Fraction] = {}
    for number, share in spread.items():
        left = change(number)
        found[left] = found.get(left, Fraction(0)) + share
    return dict(sorted(found.items()))


def mixed(*parts: tuple[Fraction, Spread]) -> Spread:
    """Give what comes out when one of several things happens, each so likely."""
    found: dict[int, Fraction] = {}
    for share, spread in parts:
        for number, chance in spread.items():
            found[number] = found.get(number, Fraction(0)) + share * chance
    return {number: share for number, share in sorted(found.items()) if share}


def average(spread: Spread) -> Fraction:
    """Give the number to expect."""
    return sum((number * share for number, share in spread.items()), Fraction(0))


def share_where(spread: Spread, is_so: Callable[[int], bool]) -> Fraction:
    """Give how likely something is that depends on the number."""
    return sum((share for number, share in spread.items() if is_so(number)), Fraction(0))
