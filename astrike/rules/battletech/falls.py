"""How much damage does a fall do, and in which groups?

Which fall it is, where it ends and who stands below are left to whoever asks.
"""

from collections.abc import Sequence
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.battletech.unit import MECHS
from astrike.model.explain import Modifier, facts
from astrike.rulebook.battletech.schema import BattleTechEdition

TONS: Final = "fall.tons"
LEVELS: Final = "fall.levels"
HALVED: Final = "fall.water"
DOUBLED: Final = "fall.laser-reflective"
VEHICLE: Final = "fall.vehicle-levels"
_REFLECTIVE: Final = "laser-reflective"


@dataclass(frozen=True, slots=True)
class FallDamage:
    """The damage of one fall, which is the sum of its ledger."""

    levels: int
    ledger: tuple[Modifier, ...]
    groups: tuple[int, ...]

    @property
    def total(self) -> int:
        """Add the ledger up."""
        return sum(row.value for row in self.ledger)


def fall_damage(
    edition: BattleTechEdition,
    tons: int,
    levels: int,
    *,
    kind: str = "biped",
    armor: str = "standard",
    is_in_water: bool = False,
) -> FallDamage:
    """Give the damage of a fall of so many levels; 0 is a fall in place.

    Vehicles are hurt by falls of 2 levels and more only.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> fall_damage(load_battletech(""), 75, 3).groups
    (5, 5, 5, 5, 5, 5, 2)
    """
    if kind not in MECHS and levels < edition.whole(VEHICLE):
        row = edition.figures[VEHICLE]
        return FallDamage(levels, (Modifier(row.key, "", 0, row.label, row.cite, facts(levels=levels)),), ())
    ledger = _ledger(edition, tons, levels)
    if is_in_water:
        ledger += (_halved(edition, ledger),)
    if armor == _REFLECTIVE:
        ledger += (_doubled(edition, ledger),)
    return FallDamage(levels, ledger, in_groups(edition, sum(row.value for row in ledger)))


def fall_into_water(
    edition: BattleTechEdition,
    tons: int,
    levels: int,
    *,
    depth: int,
    lots: str,
    armor: str = "standard",
) -> tuple[FallDamage, ...]:
    """Give the damage of a 'Mech's fall into water from so many levels above its surface, lot by lot.

    `lots` is a value of the option `water-fall`: `two` for surface and bottom apart, `one` for the whole way down.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> [each.groups for each in fall_into_water(load_battletech("tw-4.4"), 60, 3, depth=1, lots="two")]
    [(5, 5, 2), (5, 1)]
    """
    ways = (levels, depth) if lots == "two" else (levels + depth,)
    return tuple(fall_damage(edition, tons, each, armor=armor, is_in_water=True) for each in ways)


def levels_fallen(lots: Sequence[FallDamage]) -> int:
    """Give how many levels a fall went down in all its lots, for the pilot's roll.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> levels_fallen(fall_into_water(load_battletech("tw-4.4"), 60, 3, depth=1, lots="two"))
    4
    """
    return sum(each.levels for each in lots)


def in_groups(edition: BattleTechEdition, points: int) -> tuple[int, ...]:
    """Part damage into groups, the last of them the smallest.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> in_groups(load_battletech(""), 7)
    (5, 2)
    """
    size = edition.whole("group")
    full, rest = divmod(points, size)
    return (size,) * full + ((rest,) if rest else ())


def per_level(edition: BattleTechEdition, tons: int) -> int:
    """Give the damage of a fall for each level and once more for the ground.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> per_level(load_battletech(""), 65)
    7
    """
    return -(-tons // edition.whole(TONS))


def _ledger(edition: BattleTechEdition, tons: int, levels: int) -> tuple[Modifier, ...]:
    each = per_level(edition, tons)
    row, further = edition.figures[TONS], edition.figures[LEVELS]
    ground = Modifier(row.key, "", each, row.label, row.cite, facts(tons=tons))
    if not levels:
        return (ground,)
    value = each * levels * edition.whole(LEVELS)
    return (ground, Modifier(further.key, "", value, further.label, further.cite, facts(levels=levels)))


def _halved(edition: BattleTechEdition, ledger: tuple[Modifier, ...]) -> Modifier:
    row, total = edition.figures[HALVED], sum(each.value for each in ledger)
    return Modifier(row.key, "", total // edition.whole(HALVED) - total, row.label, row.cite)


def _doubled(edition: BattleTechEdition, ledger: tuple[Modifier, ...]) -> Modifier:
    row, total = edition.figures[DOUBLED], sum(each.value for each in ledger)
    return Modifier(row.key, "", total * (edition.whole(DOUBLED) - 1), row.label, row.cite)
