"""What does the target add to the number of a weapon attack: its movement, its pose, what it is?"""

from collections.abc import Iterator
from typing import Final

from astrike.model.explain import Modifier
from astrike.rules.battletech.hexes.shot.shot_case import ShotCase
from astrike.rules.battletech.unit_state import is_down

ADJACENT: Final = 1


def target_terms(shot: ShotCase) -> Iterator[Modifier]:
    """List what the target adds; what is aimed at its hex takes no notice of it."""
    if shot.at_hex:
        yield Modifier(shot.at_hex.key, "", shot.at_hex.at_hex, shot.at_hex.label, shot.at_hex.cite)
        return
    yield from _of_movement(shot)
    if shot.target.moved.skidded:
        yield shot.term("shooting.at")
    if shot.target.moved.stuck:
        yield shot.term("target.stuck")
    if shot.target.unit.is_mech and is_down(shot.target.unit):
        yield shot.term("target.prone-near" if shot.own.distance <= ADJACENT else "target.prone-far")
    yield from _of_kind(shot)


def _of_movement(shot: ShotCase) -> Iterator[Modifier]:
    if shot.is_immobile:
        yield _immobile(shot)
    elif shot.follows_tag:
        return
    elif shot.target.moved.dropped:
        yield shot.term("target.dropped")
    else:
        moved = shot.target.moved
        row = max(
            (each for each in shot.case.edition.impact_bands.values() if each.hexes <= moved.hexes),
            key=lambda each: each.hexes,
        )
        yield Modifier(row.key, "", row.value, row.label, row.cite)
        if shot.is_airborne:
            yield shot.term("target.airborne")
        elif moved.mode == "jump":
            yield shot.shared("number.target-jumped")


def _immobile(shot: ShotCase) -> Modifier:
    if shot.shot.aim == "head":
        return shot.term("aim.head")
    return (
        shot.term("target.dropship") if shot.is_grounded_dropship else shot.shared("number.target-immobile")
    )


def _of_kind(shot: ShotCase) -> Iterator[Modifier]:
    if shot.target.unit.kind == "battle-armor" and not shot.attacker.unit.is_infantry:
        yield shot.shared("number.target-battle-armor")
    if shot.shot.target_as != "usual":
        yield shot.term(f"target.{shot.shot.target_as}")
