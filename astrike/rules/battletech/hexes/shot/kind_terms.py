"""What does the kind of attack add to its number: indirect fire, the weapon, aiming, a targeting computer, stealth?"""

from collections.abc import Iterator
from typing import Final

from astrike.model.explain import Modifier
from astrike.rulebook.battletech.hex_number_rows import HexWeaponRow
from astrike.rules.battletech.hexes.shot.range_terms import ShotRange, at_bracket
from astrike.rules.battletech.hexes.shot.shot_case import ShotCase, moved_term

STEALTH: Final = ("stealth.short", "stealth.medium", "stealth.long")


def kind_terms(shot: ShotCase, measured: ShotRange) -> Iterator[Modifier]:
    """List what the kind of attack adds."""
    yield from _indirect(shot)
    for row in shot.counted_kinds:
        value = _of_weapon(shot, row, measured)
        if value:
            yield Modifier(row.key, "", value, row.label, row.cite)
    yield from _aimed(shot)
    if shot.shot.stealth:
        key = STEALTH[at_bracket(measured, tuple(range(len(STEALTH))))]
        yield shot.term(key)
    if shot.shot.other:
        yield shot.stated("other", shot.shot.other)


def is_helped_by_computer(shot: ShotCase) -> bool:
    """Does a targeting computer change the number?"""
    if not (shot.shot.computer and shot.is_directed):
        return False
    if shot.shot.aim == "none":
        return True
    return not shot.pulses and (not shot.is_immobile or shot.shot.aim == "part")


def _indirect(shot: ShotCase) -> Iterator[Modifier]:
    if not shot.shot.indirect or shot.follows_tag:
        return
    yield shot.term("indirect")
    moved = moved_term(shot, shot.spotter) if shot.spotter else None
    if shot.spotter and moved:
        yield shot.stated("indirect.spotter-moved", moved.value, mode=shot.spotter.moved.mode)
    if shot.spotter and shot.shot.spotter_fires and not shot.shot.spots_by_tag:
        yield shot.term("indirect.spotter-fires")


def _of_weapon(shot: ShotCase, row: HexWeaponRow, measured: ShotRange) -> int:
    value = at_bracket(measured, row.by_bracket) if row.by_bracket else row.value
    if shot.flew:
        value += row.flying
    if shot.target.moved.dropped:
        value += row.dropped
    return value


def _aimed(shot: ShotCase) -> Iterator[Modifier]:
    """List what a targeting computer and aiming with it add; what aiming at an immobile head adds is the target's."""
    if is_helped_by_computer(shot):
        is_at_moving = shot.shot.aim != "none" and not shot.is_immobile
        yield shot.term("computer.aimed" if is_at_moving else "computer")
