"""What else should players know about a weapon attack?"""

from collections.abc import Iterator
from dataclasses import replace

from astrike.model.explain import Reason
from astrike.rules.battletech.hexes.line.cover import WATER
from astrike.rules.battletech.hexes.shot.attacker_terms import is_beside_targets, is_prone_on_damaged_legs
from astrike.rules.battletech.hexes.shot.kind_terms import is_helped_by_computer
from astrike.rules.battletech.hexes.shot.shot_case import ShotCase
from astrike.rules.battletech.hexes.shot.target_terms import ADJACENT
from astrike.rules.battletech.hexes.shot.terrain_terms import waived_cover
from astrike.rules.battletech.unit_state import is_down


def shot_notes(shot: ShotCase) -> Iterator[Reason]:
    """List what to keep in mind beside the number."""
    yield from _of_attacker(shot)
    yield from _of_network(shot)
    yield from _of_guidance(shot)
    yield from _of_cover(shot)
    yield from _of_aim(shot)
    yield from _of_jams(shot)
    yield from _of_ammunition(shot)
    if shot.is_weapon_submerged and not shot.runs_in_water:
        yield shot.says("note.under-water")
    if shot.target.unit.kind == "building" and shot.own.distance <= ADJACENT:
        yield shot.says("note.building-adjacent")


def _of_jams(shot: ShotCase) -> Iterator[Reason]:
    for row in shot.case.edition.cluster_jams.values():
        if row.shots == shot.shot.shots and not row.unknown:
            yield replace(shot.says("note.jam", on=row.upto), cite=row.cite)


def _of_ammunition(shot: ShotCase) -> Iterator[Reason]:
    """Say what the attack costs, whether it hits or not."""
    if any(row.counts_shots for row in shot.kinds):
        shots = shot.shot.shots
        spent = {} if shots is None else {"shots": shots, "heat_times": shots}
        yield from shot.says_if_printed("note.burst", **spent)
    elif any(row.spares_misses for row in shot.kinds):
        yield from shot.says_if_printed("note.ammunition-hit", on_hit=1, on_miss=0)
    elif any(row.is_loaded for row in shot.kinds):
        yield from shot.says_if_printed("note.ammunition", on_hit=1, on_miss=1)


def _of_attacker(shot: ShotCase) -> Iterator[Reason]:
    unit = shot.attacker.unit
    if unit.kind == "biped" and is_down(unit) and shot.arm:
        yield shot.says("note.one-arm")
    if is_prone_on_damaged_legs(shot) and shot.leg and shot.leg.startswith("front"):
        yield shot.says("note.one-front-leg")
    if any(row.turns_early for row in shot.kinds) and (shot.attacker.twist or shot.attacker.flipped):
        yield from shot.says_if_printed("note.tag-twist")
    if shot.shot.secondary != "none":
        yield from (
            shot.says_if_printed("note.beside-targets")
            if is_beside_targets(shot)
            else (shot.says("note.primary"),)
        )


def _of_network(shot: ShotCase) -> Iterator[Reason]:
    if shot.shot.c3 is not None:
        yield shot.says("note.c3-indirect" if shot.shot.indirect else "note.c3")


def _of_guidance(shot: ShotCase) -> Iterator[Reason]:
    if shot.follows_tag:
        yield shot.says("note.follows-tag")
    elif shot.shot.indirect and shot.shot.narc:
        yield shot.says("note.no-spotter")
    if shot.shot.spots_by_tag:
        yield shot.says("note.tag-spotter")


def _of_cover(shot: ShotCase) -> Iterator[Reason]:
    line = shot.terrain_line
    if shot.hits_legs_only:
        yield shot.says("note.legs-only")
        return
    if line is None or not line.has_cover:
        return
    yield from waived_cover(shot, line)
    if line.cover_by == WATER and shot.shot.indirect:
        yield shot.says("note.water-indirect")


def _of_aim(shot: ShotCase) -> Iterator[Reason]:
    if shot.shot.computer and not is_helped_by_computer(shot) and not _is_aimed_at_immobile(shot):
        yield shot.says("note.computer-none")
    if shot.shot.aim == "none":
        return
    at_once = shot.shot.computer and shot.case.options.word("aimed-hit") == "part"
    yield shot.says("note.aimed-part" if at_once else "note.aimed-check")


def _is_aimed_at_immobile(shot: ShotCase) -> bool:
    return shot.shot.aim != "none" and shot.is_immobile
