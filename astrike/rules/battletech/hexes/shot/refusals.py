"""What forbids a weapon attack? Every reason is named, whatever else forbids it."""

from collections.abc import Iterator
from typing import Final

from astrike.model.explain import Reason
from astrike.rules.battletech.hexes.grid import hex_named
from astrike.rules.battletech.hexes.line.arcs import WEAPON
from astrike.rules.battletech.hexes.line.cover import WATER
from astrike.rules.battletech.hexes.line.line_ends import Wetness
from astrike.rules.battletech.hexes.shot.attacker_terms import (
    is_beside_targets,
    is_prone_on_damaged_legs,
    usable_arms,
)
from astrike.rules.battletech.hexes.shot.range_terms import ShotRange
from astrike.rules.battletech.hexes.shot.shot_case import ShotCase
from astrike.rules.battletech.unit_state import is_down, legs_gone

_PROPS_OF_QUADS: Final = ("front-left", "front-right")
_FEWEST_LEGS: Final = 2


def shot_refusals(shot: ShotCase, measured: ShotRange) -> Iterator[Reason]:
    """Name every reason why the attack cannot be made."""
    yield from _of_attacker(shot)
    yield from _of_pose(shot)
    yield from _of_mount(shot)
    yield from _of_water(shot)
    yield from _of_line(shot)
    if measured.bracket is None:
        yield shot.says("range.beyond", range=measured.own, farthest=shot.weapon.ranges[-1])
    yield from _of_aim(shot)
    yield from _of_kind(shot)


def _of_attacker(shot: ShotCase) -> Iterator[Reason]:
    unit = shot.attacker.unit
    if unit.shutdown:
        yield shot.says("attacker.shutdown")
    if unit.unconscious:
        yield shot.says("attacker.unconscious")
    sensors = shot.case.edition.critical_effects.get(f"sensors.{unit.sensors}")
    if sensors and sensors.no_fire:
        yield shot.says("attacker.sensors")
    if shot.attacker.flipped and shot.weapon.split:
        yield shot.says("attacker.flipped")


def _of_pose(shot: ShotCase) -> Iterator[Reason]:
    unit = shot.attacker.unit
    if not unit.is_mech or not is_down(unit):
        return
    if unit.kind == "biped":
        yield from _of_prone_biped(shot)
    elif is_prone_on_damaged_legs(shot):
        gone = legs_gone(unit)
        if len(unit.leg_names) - gone < _FEWEST_LEGS or all(unit.leg(name).gone for name in _PROPS_OF_QUADS):
            yield shot.says("prone.quad", legs=gone)
        if shot.leg and shot.leg.startswith("rear"):
            yield shot.says("prone.rear-legs")


def _of_prone_biped(shot: ShotCase) -> Iterator[Reason]:
    arms = usable_arms(shot)
    if not arms:
        yield shot.says("prone.arms")
    elif len(arms) == 1 and not shot.prints("prone.one-arm"):
        yield shot.says("prone.both-arms")
    elif arms == (shot.arm,):
        yield shot.says("prone.propping")
    if shot.leg:
        yield shot.says("prone.legs")


def _of_mount(shot: ShotCase) -> Iterator[Reason]:
    unit = shot.attacker.unit
    if (shot.arm and unit.arm(shot.arm).gone) or (shot.leg and unit.leg(shot.leg).gone):
        yield shot.says("weapon.gone", location=shot.weapon.location or "")
    arc = next((each for each in shot.arcs if each.mount == WEAPON), None)
    if arc and not arc.is_in:
        key = "weapon.split-arc" if shot.weapon.mount != shot.weapon.location else "weapon.arc"
        yield shot.says(key, location=shot.weapon.mount or "", arc=arc.arc)
    covered_by = shot.own.attacker_cover_by
    if shot.leg and covered_by not in (None, WATER):
        yield shot.says("weapon.cover", by=covered_by or "")


def _of_water(shot: ShotCase) -> Iterator[Reason]:
    attacker, target = shot.ends.attacker, shot.ends.target
    if shot.runs_in_water:
        if not all(body.wetness is not Wetness.DRY or body.is_afloat for body in (attacker, target)):
            yield shot.says("torpedo.land")
        dry = [each.hex for each in shot.own.hexes if not _is_wet(shot, each.hex)]
        if dry:
            yield shot.says("torpedo.land-between", hex=dry[0])
    elif shot.is_weapon_submerged:
        if target.wetness is Wetness.DRY:
            yield shot.says("weapon.submerged")
    elif target.wetness is Wetness.SUBMERGED:
        yield shot.says("target.submerged")


def _is_wet(shot: ShotCase, name: str) -> bool:
    return bool(shot.case.patch.at(hex_named(name)).water)


def _of_line(shot: ShotCase) -> Iterator[Reason]:
    if not shot.shot.indirect:
        yield from shot.own.blocked_by
        return
    if shot.needs_no_spotter:
        return
    if shot.spotter is None:
        yield shot.says("indirect.no-spotter")
        return
    if shot.spotter.unit.shutdown or shot.spotter.unit.unconscious:
        yield shot.says("indirect.spotter-out")
    if shot.spotter_line and not shot.spotter_line.is_clear:
        yield shot.says("indirect.spotter-blind")
        yield from shot.spotter_line.blocked_by


def _of_aim(shot: ShotCase) -> Iterator[Reason]:
    if shot.shot.aim == "none":
        return
    fires_once = shot.shot.shots is None
    if any(row.never_aimed and not (row.counts_shots and fires_once) for row in shot.kinds):
        yield shot.says("aim.never")
    if shot.shot.indirect:
        yield shot.says("aim.indirect")
    if shot.is_immobile:
        return
    if not (shot.shot.computer and shot.is_directed):
        yield shot.says("aim.moving")
    elif shot.pulses:
        yield shot.says("aim.moving-pulse")
    if shot.shot.computer and shot.shot.aim == "head":
        yield shot.says("aim.moving-head")


def _of_kind(shot: ShotCase) -> Iterator[Reason]:
    words = shot.case.edition.hex_number_words
    if shot.shot.indirect:
        direct = [row.key for row in shot.kinds if row.direct_only]
        keys = dict.fromkeys(
            f"indirect.{key}" if f"indirect.{key}" in words else "indirect.never" for key in direct
        )
        yield from (shot.says(key) for key in keys)
    if shot.shot.stealth and shot.shot.secondary != "none" and not is_beside_targets(shot):
        yield shot.says("stealth.secondary")
    is_flak = any(row.flying for row in shot.kinds)
    if is_flak and any(row.flak_at_drops_only for row in shot.kinds) and not shot.target.moved.dropped:
        yield shot.says("flak.drops-only")
