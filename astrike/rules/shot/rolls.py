"""How is one attack divided into rolls, with the option of one roll for each point?

How many rolls are made, which of them bring heat or are flak, and whether what the players named for them is allowed.
Source: CE pp.174-175.
"""

from collections.abc import Iterator

from astrike.dataclass import dataclass
from astrike.rules.shot.damage import damage_dealt, heat_rating, special_value
from astrike.rules.shot.facts import Shot

SEVERAL = "multiple-attack-rolls"
FOR_TWO = 2
"""Rolls that a use of armor-piercing and the like takes; it makes one of them."""


@dataclass(frozen=True, slots=True)
class RollSplit:
    """How the rolls of an attack are divided."""

    rolls: int
    heat: int = 0
    """Rolls that bring heat."""
    flak: int = 0
    """Rolls that are flak."""
    rerolled_misses: int = 0
    """Rolls that a Weapon Specialist repeats."""
    rerolls: int = 0
    """How often the whole attack is rolled anew, with all its rolls."""


def is_rolled_apart(s: Shot) -> bool:
    """Is a roll made for each point of this attack?"""
    return "rolled-apart" in s.kind.tags and s.circumstances.options.is_on(SEVERAL)


def split_of(s: Shot, points: int, *, airborne: bool, both: bool) -> RollSplit:
    """Divide the rolls: each is plain, brings heat or is flak, no more of either than the card rates.

    `both`: what takes two rolls makes both of them.
    """
    asked_heat, asked_flak = s.question.choice("rolls-heat"), s.question.choice("rolls-flak")
    rolls = points - (0 if both else min(number_chosen(s, "rolls-two"), points // FOR_TWO))
    heat = min(heat_rating(s), rolls, rolls if asked_heat is None else int(asked_heat))
    flak = min(special_value(s, "FLK").points, rolls - heat) if airborne else 0
    flak = flak if asked_flak is None else min(flak, int(asked_flak))
    return RollSplit(rolls, heat, flak, min(1, number_chosen(s, "rolls-again")), number_chosen(s, "rerolled"))


def uses_of_two(s: Shot, points: int) -> int:
    """Count the uses of munitions of two rolls: each weapon gives as many rolls as it rates at the bracket.

    Whoever has one roll in all may use such a munition all the same (CE p.175).
    """
    ratings = [special_value(s, code).points for code in _loaded_for_two(s)]
    return min(1, sum(ratings)) if points == 1 else sum(rating // FOR_TWO for rating in ratings)


def _loaded_for_two(s: Shot) -> tuple[str, ...]:
    """Give the weapons that such munitions are for and that fire here; flechette is one for autocannons."""
    codes = s.circumstances.edition.choices[
        "flechette" if s.question.choice("flechette") else "rolls-two"
    ].codes
    return codes if s.weapon.code in ("", "TUR") else tuple(code for code in codes if code == s.weapon.code)


def number_chosen(s: Shot, key: str) -> int:
    """Give a number that the players chose, 0 when they chose none."""
    return int(s.question.choice(key) or 0)


def roll_refusals(s: Shot) -> Iterator[str]:
    """Give the keys of what is wrong with the names of the rolls."""
    if not s.question.choices or not is_rolled_apart(s):
        return
    value = damage_dealt(s)[0]
    points = value.points if value is not None else 0
    heat, flak, two = (
        number_chosen(s, "rolls-heat"),
        number_chosen(s, "rolls-flak"),
        number_chosen(s, "rolls-two"),
    )
    most = uses_of_two(s, points)
    if heat > heat_rating(s) or flak > special_value(s, "FLK").points or two > most:
        yield "rolls.rating"
    if points > 1 and heat + flak + FOR_TWO * two > points:
        yield "rolls.labels"
    if number_chosen(s, "rolls-again") > 1:
        yield "rolls.again"
