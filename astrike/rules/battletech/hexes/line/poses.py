"""How far is a torso or turret turned, are arms flipped, and is the unit able to do so?"""

from collections.abc import Iterator

from astrike.model.battletech.hex_patch import PlacedUnit
from astrike.model.battletech.unit import ARM_PARTS, BIPED_LEGS, ClassicUnit
from astrike.model.explain import Reason
from astrike.rulebook.battletech.hex_line_rows import TURNS_FREELY, TURNS_NOT, TURNS_WITH_TORSO
from astrike.rules.battletech.hexes.patch import HexCase
from astrike.rules.battletech.unit_state import is_down


def turned_by(case: HexCase, placed: PlacedUnit) -> int:
    """Give the hexsides that the torso or turret is turned, clockwise; 0 where it cannot turn so far."""
    return 0 if any(True for _ in _wrong_twist(case, placed)) else placed.twist


def has_flipped_arms(case: HexCase, placed: PlacedUnit) -> bool:
    """Are its arms flipped, and can they be?"""
    return placed.flipped and not any(True for _ in _wrong_flip(case, placed))


def pose_refusals(case: HexCase, placed: PlacedUnit) -> tuple[Reason, ...]:
    """List why the unit cannot twist or flip its arms as stated."""
    keys = [*_wrong_twist(case, placed), *_wrong_flip(case, placed)]
    if not keys and placed.flipped and placed.twist:
        keys.append("pose.flip-twist")
    rows = [case.edition.hex_line_words[key] for key in keys]
    return tuple(Reason(row.key, row.said, row.cite) for row in rows)


def _wrong_twist(case: HexCase, placed: PlacedUnit) -> Iterator[str]:
    unit, turns = placed.unit, case.edition.hex_units[placed.unit.kind].turns
    if not placed.twist or turns == TURNS_FREELY:
        return
    if turns == TURNS_NOT:
        yield "pose.twist-quad" if unit.is_mech else "pose.twist-none"
    elif abs(placed.twist) > case.edition.hex_measures["torso.twist"].value:
        yield "pose.twist-far"
    if turns == TURNS_WITH_TORSO and is_down(unit):
        yield "pose.twist-prone"


def _wrong_flip(case: HexCase, placed: PlacedUnit) -> Iterator[str]:
    if not placed.flipped:
        return
    if not any(row.flipped and placed.unit.kind in row.kinds for row in case.edition.hex_mounts.values()):
        yield "pose.flip-none"
    elif not _has_arms_to_flip(placed.unit):
        yield "pose.flip-arms"


def _has_arms_to_flip(unit: ClassicUnit) -> bool:
    """Were both arms built with neither hand nor lower arm?"""
    return all(set(unit.arm(side).absent) == {*ARM_PARTS} for side in BIPED_LEGS)
