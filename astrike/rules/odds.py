"""Chances on two dice.

Which question: how likely is 2D6 at or above a Target Number? (CE p.42)
"""

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
