"""Which mounts of a unit can fire at a hex, given how it faces and twists?"""

from collections.abc import Iterator
from typing import Final

from astrike.model.battletech.hex import HexArc
from astrike.model.battletech.hex_attack import HexWeapon
from astrike.model.battletech.hex_patch import PlacedUnit
from astrike.rulebook.battletech.hex_line_rows import HexMountRow
from astrike.rules.battletech.hexes.grid import hex_named
from astrike.rules.battletech.hexes.line.bearings import FULL_TURN, SIDE, bearing
from astrike.rules.battletech.hexes.line.poses import has_flipped_arms, turned_by
from astrike.rules.battletech.hexes.patch import HexCase

WEAPON: Final = "weapon"
"""Stands for the mount of the question's weapon."""


def arcs_of(case: HexCase, attacker: PlacedUnit, target: PlacedUnit) -> tuple[HexArc, ...]:
    """Tell for each mount that the attacker can have whether the target lies in its arc.

    The weapon of the question has an entry of its own, whoever could have such a mount.
    """
    seen = None
    if attacker.hex != target.hex:
        seen = bearing(hex_named(attacker.hex), hex_named(target.hex), attacker.facing)
    found = list(_mounts(case, attacker, seen))
    weapon = case.question.weapon
    if weapon and attacker is case.question.attacker:
        found.append(_of_weapon(case, attacker, weapon, seen))
    return tuple(found)


def _mounts(case: HexCase, attacker: PlacedUnit, seen: int | None) -> Iterator[HexArc]:
    for row in case.edition.hex_mounts.values():
        if attacker.unit.kind not in row.kinds:
            continue
        yield _arc(case, attacker, row, seen)
        if row.rear:
            yield _arc(case, attacker, row, seen, is_rear=True)


def _arc(
    case: HexCase, attacker: PlacedUnit, row: HexMountRow, seen: int | None, *, is_rear: bool = False
) -> HexArc:
    """Say whether a bearing off the facing lies in the arc of a mount; what is in the same hex is in front."""
    is_flipped = bool(row.flipped) and has_flipped_arms(case, attacker)
    key = (row.rear or "rear") if is_rear else row.flipped if is_flipped else row.arc
    turned = turned_by(case, attacker) if row.turns else 0
    off = 0 if seen is None else (seen - SIDE * turned) % FULL_TURN
    return HexArc(row.key, is_rear, case.edition.hex_arcs[key].holds(off), key)


def _of_weapon(case: HexCase, attacker: PlacedUnit, weapon: HexWeapon, seen: int | None) -> HexArc:
    """Say it of the weapon; where its mount does not matter, it fires all around."""
    if weapon.mount is None:
        return HexArc(WEAPON, is_rear=False, is_in=True, arc="all")
    row = case.edition.hex_mounts[weapon.mount]
    found = _arc(case, attacker, row, seen, is_rear=weapon.rear)
    return HexArc(WEAPON, is_rear=False, is_in=found.is_in, arc=found.arc)
