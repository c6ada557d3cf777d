"""What does armor that is not plain make of a hit, and what does plasma do to woods and buildings?"""

from astrike.dataclass import dataclass
from astrike.model.explain import Modifier, facts
from astrike.rulebook.battletech.schema import BattleTechEdition


@dataclass(frozen=True, slots=True)
class SoakedHit:
    """What a hit does to armor."""

    circles: int
    """Circles of armor that go, as far as there are so many."""
    noted: int
    """Points that are noted until the next hit."""


def soaked(edition: BattleTechEdition, armor: str, kind: str, points: int, noted: int = 0) -> SoakedHit:
    """Say what a hit for so many points of a kind of damage does to armor with so many points noted before.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> rules = load_battletech("bmm-7.01")
    >>> soaked(rules, "hardened", "other", 5), soaked(rules, "laser-reflective", "missile", 5)
    (SoakedHit(circles=2, noted=1), SoakedHit(circles=5, noted=0))
    """
    row = edition.armor_soaks[armor]
    if points <= 0 or (row.soaks and kind not in row.soaks):
        return SoakedHit(max(0, points), noted)
    circles, left = divmod(points + noted, row.points)
    return SoakedHit(max(row.least, circles), left if row.keeps else noted)


def plasma_damage(edition: BattleTechEdition, weapon: str, rolled: int) -> Modifier:
    """Give what a plasma weapon does to woods, jungle or a building on such a roll.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> plasma_damage(load_battletech("bmm-7.01"), "plasma-rifle", 7).value
    34
    """
    row = edition.plasma_damage[weapon]
    value = (row.plus + rolled) * row.times
    return Modifier(row.key, "", value, row.label, row.cite, facts(dice=row.dice, rolled=rolled))
