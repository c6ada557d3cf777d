"""How likely is a roll of dice, alone or together with others?

Chances of 2D6 at or above a Target Number (CE p.42), and exact distributions, as fractions that sum to one, that can
be added up.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction

WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}

ROLLS = 36


def ways_to_roll(target_number: int) -> int:
    """Count the rolls of 36 that reach the Target Number.

    >>> ways_to_roll(8)
    15
    """
    return sum(ways for roll, ways in WAYS.items() if roll >= target_number)


def probability(target_number: int) -> float:
    """Give the chance to reach the Target Number, to four places.

    >>> probability(6)
    0.7222
    """
    return _CHANCES.get(target_number, 1.0 if target_number < min(WAYS) else 0.0)


def probability_with_naturals(target_number: int) -> float:
    """Give the chance when a natural 2 always misses and a natural 12 always hits (CE p.159).

    >>> probability_with_naturals(1), probability_with_naturals(14)
    (0.9722, 0.0278)
    """
    return probability(min(max(target_number, min(WAYS) + 1), max(WAYS)))


_CHANCES = {number: round(ways_to_roll(number) / ROLLS, 4) for number in range(2, 14)}


def automatic(target_number: int) -> str | None:
    """Say `hit` at 2 or less, `miss` above 12, else None (CE pp.42, 46).

    >>> automatic(13)
    'miss'
    """
    if target_number <= min(WAYS):
        return "hit"
    return "miss" if target_number > max(WAYS) else None


Spread = Mapping[int, Fraction]
"""How likely each number is."""

NOTHING: Spread = {0: Fraction(1)}

DIE = 6


def chance_to_reach(target_number: int, *, naturals: bool) -> Fraction:
    """Give the chance to reach a Target Number on two dice, exactly; naturals: a 2 misses and a 12 hits (CE p.159).

    >>> chance_to_reach(7, naturals=False)
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


def successes(count: int, share: Fraction) -> Spread:
    """Give how many of some equal tries succeed.

    >>> successes(2, Fraction(1, 2))
    {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    """
    found: Spread = NOTHING
    for _ in range(count):
        found = sum_of(found, {0: 1 - share, 1: share})
    return found


def sum_of(one: Spread, other: Spread) -> Spread:
    """Give the sum of two numbers that do not depend on each other."""
    found: dict[int, Fraction] = {}
    for a, p in one.items():
        for b, q in other.items():
            found[a + b] = found.get(a + b, Fraction(0)) + p * q
    return {number: share for number, share in sorted(found.items()) if share}


def changed_spread(spread: Spread, change: Callable[[int], int]) -> Spread:
    """Change every number."""
    found: dict[int, Fraction] = {}
    for number, share in spread.items():
        left = change(number)
        found[left] = found.get(left, Fraction(0)) + share
    return dict(sorted(found.items()))


def mixed_spread(*parts: tuple[Fraction, Spread]) -> Spread:
    """Give what comes out when one of several things happens, each so likely."""
    found: dict[int, Fraction] = {}
    for share, spread in parts:
        for number, chance in spread.items():
            found[number] = found.get(number, Fraction(0)) + share * chance
    return {number: share for number, share in sorted(found.items()) if share}


def average(spread: Spread) -> Fraction:
    """Give the number to expect."""
    return sum((number * share for number, share in spread.items()), Fraction(0))


def chance_that(spread: Spread, is_so: Callable[[int], bool]) -> Fraction:
    """Give how likely something is that depends on the number."""
    return sum((share for number, share in spread.items() if is_so(number)), Fraction(0))
