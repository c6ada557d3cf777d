"""How far is the target, in which range bracket, and what does that add to the number?"""

from collections.abc import Iterator
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.explain import Modifier
from astrike.rules.battletech.hexes.shot.shot_case import ShotCase

BRACKETS: Final = ("short", "medium", "long", "extreme")
SAME_HEX: Final = "same-hex"


@dataclass(frozen=True, slots=True)
class ShotRange:
    """The range of an attack."""

    own: int
    """Hexes from the attacker to the target; inside one building with the levels between."""
    counted: int
    """Those that the bracket goes by: from a unit of the network where one is nearer."""
    bracket: str | None
    """None beyond the weapon's reach."""


def range_of(shot: ShotCase) -> ShotRange:
    """Measure the range."""
    own = shot.own.range
    counted = own
    if shot.shot.c3 is not None and not shot.shot.indirect:
        counted = min(own, max(shot.shot.c3, 1))
    if own > shot.weapon.ranges[-1]:
        return ShotRange(own, counted, None)
    if own == 0:
        return ShotRange(own, own, SAME_HEX)
    bracket = next(
        name for name, farthest in zip(BRACKETS, shot.weapon.ranges, strict=False) if counted <= farthest
    )
    return ShotRange(own, counted, bracket)


def range_terms(shot: ShotCase, measured: ShotRange) -> Iterator[Modifier]:
    """List what the range adds."""
    if measured.bracket:
        yield shot.term(f"range.{measured.bracket}", range=measured.counted)
    inside = shot.weapon.minimum - measured.own + 1
    if shot.weapon.minimum and inside > 0:
        yield shot.term("range.minimum", inside, range=measured.own, minimum=shot.weapon.minimum)


def at_bracket(measured: ShotRange, bracket_values: tuple[int, ...]) -> int:
    """Give the value of a bracket out of those for short, medium and long range.

    >>> at_bracket(ShotRange(9, 9, "extreme"), (-3, -2, -1)), at_bracket(ShotRange(0, 0, "same-hex"), (-3, -2, -1))
    (-1, -3)
    """
    name = measured.bracket
    place = BRACKETS.index(name) if name in BRACKETS else 0
    return bracket_values[min(place, len(bracket_values) - 1)]
