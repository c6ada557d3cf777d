"""What does the attacker add to the number of a weapon attack: its skill, movement, pose, heat and damage?"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from astrike.model.explain import Modifier, facts
from astrike.rules.battletech.heat import heat_effects
from astrike.rules.battletech.hexes.shot.shot_case import ShotCase, moved_term
from astrike.rules.battletech.unit_state import is_down, legs_gone

_ACTUATORS: Final = ("shoulder", "upper", "lower")
"""Of an arm, in the order in which the first may stand for all."""
_ROWS: Final = {"shoulder": "shoulder.1", "upper": "upper-arm.1", "lower": "lower-arm.1"}
LARGE_SUPPORT: Final = "secondary.large-support"


def attacker_terms(shot: ShotCase) -> Iterator[Modifier]:
    """List what the attacker adds."""
    unit = shot.attacker.unit
    yield shot.stated("skill", unit.gunnery)
    moved = moved_term(shot, shot.attacker)
    if moved:
        yield moved
    if shot.attacker.moved.skidded:
        yield shot.term("shooting.by")
    yield from _of_pose(shot)
    yield from _of_heat(shot)
    yield from _of_hits(shot)
    yield from _of_other_targets(shot)
    if shot.shot.attacker_as == "industrial-cockpit":
        yield shot.term("industrial-cockpit")


def usable_arms(shot: ShotCase) -> tuple[str, ...]:
    """Name the arms that a biped has to prop itself up on: neither gone nor flooded."""
    unit = shot.attacker.unit
    return tuple(
        side for side in ("right", "left") if not unit.arm(side).gone and side not in shot.shot.flooded_arms
    )


def is_prone_on_damaged_legs(shot: ShotCase) -> bool:
    """Does the attacker lie on four legs of which one is gone or has its hip hit?"""
    unit = shot.attacker.unit
    hit = any(unit.leg(name).hip for name in unit.leg_names)
    return unit.kind == "quad" and is_down(unit) and (hit or legs_gone(unit) > 0)


def _of_pose(shot: ShotCase) -> Iterator[Modifier]:
    unit = shot.attacker.unit
    if unit.kind == "biped" and is_down(unit):
        yield shot.term("prone.biped")
        if len(usable_arms(shot)) == 1 and shot.prints("prone.one-arm"):
            yield shot.term("prone.one-arm")
    if is_prone_on_damaged_legs(shot):
        yield shot.term("prone.quad")


def _of_heat(shot: ShotCase) -> Iterator[Modifier]:
    """List what heat adds: only 'Mechs track it."""
    if not shot.attacker.unit.is_mech:
        return
    effects = heat_effects(shot.case.edition, shot.attacker.unit.heat)
    if effects.weapons:
        yield replace(effects.rows[-1], facts=facts(heat=shot.attacker.unit.heat))


def _of_hits(shot: ShotCase) -> Iterator[Modifier]:
    """List what critical hits on sensors and on the weapon's arm add."""
    rows = shot.case.edition.critical_effects
    unit = shot.attacker.unit
    sensors = rows.get(f"sensors.{unit.sensors}")
    if sensors and sensors.weapons:
        yield Modifier(sensors.key, "", sensors.weapons, sensors.label, sensors.cite)
    if shot.arm is None:
        return
    arm = unit.arm(shot.arm)
    for part in _ACTUATORS:
        row = rows[_ROWS[part]]
        if getattr(arm, part):
            yield Modifier(row.key, "", row.weapons, row.label, row.cite, facts(arm=shot.arm))
            if row.replaces:
                return


def _of_other_targets(shot: ShotCase) -> Iterator[Modifier]:
    """List what it adds that the attacker fires at others or spots as well."""
    secondary = shot.shot.secondary
    if secondary != "none" and not is_beside_targets(shot):
        spared = shot.shot.attacker_as == "large-support" and shot.prints(LARGE_SUPPORT)
        yield shot.term(LARGE_SUPPORT if spared else f"secondary.{secondary}")
    if shot.shot.spots and not shot.shot.spots_by_tag:
        yield shot.shared("number.spotting")


def is_beside_targets(shot: ShotCase) -> bool:
    """Is it an attack whose target does not count among those that the unit engages?"""
    return any(row.is_beside_targets for row in shot.kinds)
