"""What does a weapon with an area effect, with this munition, do at which distance from where it lands?

Its code is read as people and cards write it. Radii and damage stand in the edition's artillery and munitions tables.
Sources: CE pp.47-48, 143-145; AS pp.42, 73, 76-77, 173.
"""

import math
import re
from functools import lru_cache

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.model.attack_question import AttackQuestion
from astrike.model.card import DamageValue, Special
from astrike.model.explain import Reason
from astrike.model.unit import Unit
from astrike.rulebook.combat_rows import ArtilleryRow, MunitionRow
from astrike.rulebook.schema import Edition
from astrike.rules.edition_rows import not_printed, reason
from astrike.rules.options import HasEdition
from astrike.rules.shot.damage import points_shown
from astrike.rules.shot.facts import Circumstances
from astrike.rules.units.weapons import Weapon

RADII = {
    "small": "template.small-radius",
    "large": "template.large-radius",
    "bombing": "support.bomb-radius",
}
"""Which option holds the radius of a template."""


@dataclass(frozen=True, slots=True)
class AreaWeapon:
    """What a weapon does around the point where it lands."""

    weapon: ArtilleryRow
    munition: MunitionRow | None
    inner: float
    """Radius within which the first damage counts."""
    outer: float
    """Radius within which the second damage counts; the same as the first when there is but one."""
    first: int | str
    second: int | str
    options: tuple[str, ...]
    """Options whose value it depends on."""

    @property
    def has_rings(self) -> bool:
        """Does it do different damage farther out?"""
        return self.outer > self.inner


def weapon_row(edition: Edition, text: str) -> ArtilleryRow | None:
    """Find a weapon by its code, written with or without hyphens and the number of attacks.

    >>> from astrike.rulebook.loader import load_edition
    >>> rules = load_edition("ce-5.01")
    >>> [weapon_row(rules, text).key for text in ("ART-LT", "ARTLT-1", "ART-S2", "ART-CM12", "bomb-he")]
    ['ART-LT', 'ART-LT', 'ART-S', 'ART-CM12', 'BOMB-HE']
    >>> weapon_row(rules, "ART-AIC")
    """
    found = _codes(tuple(edition.artillery)).fullmatch(text.strip().upper())
    return edition.artillery[_hyphened(tuple(edition.artillery), found[1])] if found else None


@lru_cache(maxsize=8)
def _codes(keys: tuple[str, ...]) -> re.Pattern[str]:
    spelled = [key.replace("-", "-?") for key in sorted(keys, key=len, reverse=True)]
    return re.compile(rf"({'|'.join(spelled)})(?:-?(\d+))?")


def _hyphened(keys: tuple[str, ...], code: str) -> str:
    return next(key for key in keys if key.replace("-", "") == code.replace("-", ""))


def needed_weapon(at: HasEdition, text: str) -> ArtilleryRow:
    """Find a weapon by its code, or raise `InputError` with those that there are."""
    row = weapon_row(at.edition, text)
    if row is None:
        expected = f"one of {', '.join(at.edition.artillery)}"
        raise InputError([Problem("weapon", text, expected)])
    return row


@dataclass(frozen=True, slots=True)
class ArtilleryGun:
    """An artillery weapon of a card: which, how often a turn, and whether it stands in the turret."""

    row: ArtilleryRow
    attacks: int
    in_turret: bool


def guns_of(unit: Unit, edition: Edition) -> tuple[ArtilleryGun, ...]:
    """Give the artillery on a unit's card, in the order printed (CE p.82)."""
    turret = unit.special("TUR")
    mounted = turret.inside if turret is not None else ()
    listed = [*((special, False) for special in unit.specials), *((special, True) for special in mounted)]
    return tuple(
        ArtilleryGun(row, _attacks(edition, special), turning)
        for special, turning in listed
        if (row := weapon_row(edition, special.printed)) is not None and row.family == "artillery"
    )


def _attacks(edition: Edition, special: Special) -> int:
    found = _codes(tuple(edition.artillery)).fullmatch(special.printed.strip().upper())
    return int(found[2]) if found and found[2] else 1


def munition_row(at: HasEdition, name: str, weapon: ArtilleryRow) -> MunitionRow | Reason:
    """Find a munition of a weapon, or the reason why there is none; raise `InputError` for an unknown word."""
    known = [row for row in at.edition.munitions.values() if row.family == "artillery"]
    row = next((each for each in known if each.key == name.strip().lower()), None)
    if row is None:
        expected = f"one of {', '.join(each.key for each in known)}"
        raise InputError([Problem("munition", name, expected)])
    if row.unknown:
        return not_printed(row, f"munition.{row.key}")
    if weapon.key not in row.weapons:
        return reason(at, "munition.weapon")
    return row


def munition_of(
    at: HasEdition, question: AttackQuestion, weapon: ArtilleryRow
) -> MunitionRow | Reason | None:
    """Give the munition that was chosen, why there is none, or None for plain shells."""
    if question.kind == "homing":
        return munition_row(at, "homing", weapon)
    chosen = question.special or question.choice("shell")
    return munition_row(at, str(chosen), weapon) if chosen else None


def munition_loaded(at: HasEdition, question: AttackQuestion, weapon: Weapon) -> MunitionRow | None:
    """Give the munition that was chosen, None for plain shells or where there is no such thing."""
    row = at.edition.artillery.get(weapon.code)
    found = None if row is None else munition_of(at, question, row)
    return found if isinstance(found, MunitionRow) else None


def area_weapon(at: Circumstances, weapon: ArtilleryRow, munition: MunitionRow | None = None) -> AreaWeapon:
    """Work out radii and damage of a weapon with its munition."""
    options = [RADII["small"], RADII["large"]] if weapon.outer else [RADII[weapon.template]]
    radii = [at.radii[option] for option in options]
    inner, outer = radii[0], radii[-1]
    first: int | str = points_shown(DamageValue(weapon.inner, minimal=weapon.minimal))
    second: int | str = weapon.outer if weapon.outer else first
    if munition is None:
        return AreaWeapon(weapon, None, inner, outer, first, second, tuple(options))
    if munition.damages:
        first = second = munition.damages[munition.weapons.index(weapon.key)]
    if munition.aimed:
        return AreaWeapon(weapon, munition, 0.0, 0.0, first, first, ())
    if munition.harmless:
        first = second = 0
    if munition.factor > 1:
        first, second = weapon.inner * munition.factor, (weapon.outer or weapon.inner) * munition.factor
    if munition.ring:
        return _ring(at, weapon, munition, tuple(options))
    return AreaWeapon(weapon, munition, inner, outer, first, second, tuple(options))


def _ring(
    at: Circumstances, weapon: ArtilleryRow, munition: MunitionRow, options: tuple[str, ...]
) -> AreaWeapon:
    """Cluster: less in the template as it was, half of that in the ring around it (CE p.143, AS p.77)."""
    large = at.options.number(RADII["large"])
    is_large = weapon.template == "large"
    inner = large if is_large else at.options.number(RADII["small"])
    left = max(0, weapon.inner + munition.change)
    half = math.floor(left / 2)
    second: int | str = half or "0*"
    used = (*options, RADII["large"])
    if is_large and half:
        # The rule leaves a point in the Long Tom's ring, its printed example a die's.
        second = "0*" if at.options.word("artillery.cluster-ring") == "0*" else half
        used = (*used, "artillery.cluster-ring")
    outer = inner + munition.wider if is_large else large
    return AreaWeapon(weapon, munition, inner, outer, left or "0*", second, tuple(dict.fromkeys(used)))
