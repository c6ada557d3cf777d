"""What in a weapon attack contradicts itself, though each field is valid?"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from astrike.errors import Problem
from astrike.model.battletech.hex import HexQuestion
from astrike.model.battletech.hex_attack import HexShot, HexWeapon, mounts_of
from astrike.model.battletech.hex_patch import PlacedUnit
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.unit_state import one_unit

REAR_MOUNTS: Final = ("head", "center-torso", "right-torso", "left-torso")
"""Where a weapon can be mounted to fire to the rear, beside legs."""


def shot_problems(question: HexQuestion, edition: BattleTechEdition) -> Iterator[Problem]:
    """Name everything about the weapon and how it is fired that contradicts itself."""
    if question.weapon:
        yield from _of_ranges(question.weapon)
        yield from _of_tags(question.weapon, edition)
        yield from _of_mount(question.weapon, question.attacker)
        counted = [tag for tag, row in edition.hex_weapons.items() if row.counts_shots]
        if question.shot.shots and not set(counted) & set(question.weapon.tags):
            expected = f"a weapon with the tag {' or '.join(counted)}, or null"
            yield Problem("shot.shots", str(question.shot.shots), expected)
    target = question.target
    if question.shot.aim == "head" and target and not target.unit.is_mech:
        yield Problem(
            "shot.aim", f"the head of {one_unit(target.unit)}", "part or none: only 'Mechs have one"
        )
    yield from _of_spotter(question.shot)
    yield from _of_attacker(question.shot, question.attacker)
    if question.shot.is_lit and question.shot.light == "day":
        yield Problem("shot.is_lit", "true", "a light that is not day, or false")


def _of_ranges(weapon: HexWeapon) -> Iterator[Problem]:
    if any(nearer >= farther for nearer, farther in pairwise(weapon.ranges)):
        yield Problem(
            "weapon.ranges", ", ".join(map(str, weapon.ranges)), "ranges that grow from each to the next"
        )
    elif weapon.minimum >= weapon.ranges[-1]:
        yield Problem(
            "weapon.minimum", str(weapon.minimum), f"less than its farthest range, {weapon.ranges[-1]}"
        )


def _of_tags(weapon: HexWeapon, edition: BattleTechEdition) -> Iterator[Problem]:
    rows = [edition.hex_weapons[tag] for tag in weapon.tags]
    families = dict.fromkeys(row.family for row in rows if row.family)
    if len(families) > 1:
        yield Problem("weapon.tags", ", ".join(weapon.tags), f"one of {', '.join(families)}, not several")
    for row in rows:
        for other in row.never_beside:
            if other in weapon.tags:
                yield Problem("weapon.tags", f"{row.key}, {other}", "one of the two")


def _of_mount(weapon: HexWeapon, attacker: PlacedUnit | None) -> Iterator[Problem]:
    place = weapon.location
    if attacker and place and place not in mounts_of(attacker.unit.kind):
        yield Problem("weapon.location", place, f"one of {', '.join(mounts_of(attacker.unit.kind))}")
    if weapon.split and not (place or "").endswith("-arm"):
        yield Problem("weapon.split", "true", "an arm as its location, or false")
    if weapon.rear and not (place in REAR_MOUNTS or (place or "").endswith("-leg")):
        yield Problem("weapon.rear", "true", "a torso, a leg or the head as its location, or false")


def _of_spotter(shot: HexShot) -> Iterator[Problem]:
    spotter = shot.spotter
    if spotter is None:
        if shot.spotter_fires:
            yield Problem("shot.spotter_fires", "true", "a spotter, or false")
    elif not shot.indirect:
        yield Problem("shot.spotter", spotter.hex, "indirect fire, or no spotter")
    if shot.spots_by_tag and not (shot.spots or spotter):
        yield Problem("shot.spots_by_tag", "true", "somebody who spots, or false")


def _of_attacker(shot: HexShot, attacker: PlacedUnit | None) -> Iterator[Problem]:
    if attacker is None or attacker.unit.kind == "biped":
        return
    what = f"a {attacker.unit.kind} attacker"
    if shot.overhead_arms:
        yield Problem("shot.overhead_arms", what, "a biped attacker, or false")
    if shot.flooded_arms:
        yield Problem("shot.flooded_arms", what, "a biped attacker, or none")
