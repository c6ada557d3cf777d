"""What number does a weapon attack across hexes need, and what forbids it?"""

from collections.abc import Iterator
from typing import Final

from astrike.model.battletech.hex import HexArc, HexNumber, HexSight
from astrike.model.explain import Modifier, Reason
from astrike.rules.battletech.hexes.patch import HexCase
from astrike.rules.battletech.hexes.shot.attacker_terms import attacker_terms
from astrike.rules.battletech.hexes.shot.kind_terms import kind_terms
from astrike.rules.battletech.hexes.shot.notes import shot_notes
from astrike.rules.battletech.hexes.shot.range_terms import ShotRange, range_of, range_terms
from astrike.rules.battletech.hexes.shot.refusals import shot_refusals
from astrike.rules.battletech.hexes.shot.shot_case import ShotCase
from astrike.rules.battletech.hexes.shot.target_terms import target_terms
from astrike.rules.battletech.hexes.shot.terrain_terms import terrain_terms
from astrike.rules.odds import WAYS, probability

HIGHEST: Final = max(WAYS)


def number_of(case: HexCase, sight: HexSight, arcs: tuple[HexArc, ...]) -> HexNumber:
    """Give the Target Number of the question's weapon from its attacker at its target."""
    attacker, target, weapon = case.question.attacker, case.question.target, case.question.weapon
    if attacker is None or target is None or weapon is None:
        raise ValueError("a number takes an attacker, a target and a weapon")
    shot = ShotCase(case, attacker, target, weapon, sight, arcs)
    measured = range_of(shot)
    modifiers = tuple(_terms(shot, measured))
    total = sum(each.value for each in modifiers)
    refusals = (*shot_refusals(shot, measured), *_too_high(shot, total))
    return HexNumber(
        target=None if refusals else total,
        odds=None if refusals else probability(total),
        modifiers=modifiers,
        refusals=refusals,
        notes=tuple(shot_notes(shot)),
    )


def _terms(shot: ShotCase, measured: ShotRange) -> Iterator[Modifier]:
    yield from attacker_terms(shot)
    yield from range_terms(shot, measured)
    yield from target_terms(shot)
    yield from terrain_terms(shot)
    yield from kind_terms(shot, measured)


def _too_high(shot: ShotCase, total: int) -> tuple[Reason, ...]:
    return (shot.says("number.too-high", number=total),) if total > HIGHEST else ()
