"""How much does a building keep from whoever is inside?"""

from collections.abc import Sequence

from astrike.dataclass import dataclass
from astrike.model.explain import Modifier, facts
from astrike.rulebook.battletech.schema import BattleTechEdition

ABSORBED = "absorb.cf"


@dataclass(frozen=True, slots=True)
class Sheltered:
    """What comes through to whoever is inside a building."""

    groups: tuple[int, ...]
    """What is left of each group that comes through."""
    absorbed: int
    """What the building takes, which its CF loses."""
    cf: int
    """CF that is left."""


def sheltered(edition: BattleTechEdition, cf: int, groups: Sequence[int]) -> Sheltered:
    """Say what a building with so much CF as the phase began keeps of each group of damage, and what comes through.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> sheltered(load_battletech(""), 37, (10,))
    Sheltered(groups=(6,), absorbed=4, cf=33)
    """
    each = -(-cf // edition.impacts[ABSORBED].value)
    kept = [min(each, points) for points in groups]
    through = tuple(points - less for points, less in zip(groups, kept, strict=True) if points > less)
    return Sheltered(through, sum(kept), max(0, cf - sum(kept)))


def reaches_infantry(edition: BattleTechEdition, building: str, fire: str, points: int) -> Modifier:
    """Give what of so many points reaches infantry in a building, fired from outside or from inside it.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> reaches_infantry(load_battletech(""), "medium", "outside", 8).value
    4
    """
    row = edition.building_shelters[f"{building}.{fire}"]
    value = points * row.percent // 100
    return Modifier(row.key, "", value, row.label, row.cite, facts(points=points, percent=row.percent))
