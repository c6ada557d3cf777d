"""What do woods, smoke, cover, buildings and the light add to the number of a weapon attack?"""

from collections.abc import Iterator

from astrike.model.battletech.hex import HexSight
from astrike.model.explain import Modifier, Reason
from astrike.rules.battletech.hexes.line.cover import WATER
from astrike.rules.battletech.hexes.shot.shot_case import ShotCase


def terrain_terms(shot: ShotCase) -> Iterator[Modifier]:
    """List what the ground and the light add."""
    line = shot.terrain_line
    if line is not None:
        if line.woods:
            yield shot.term("terrain.between", line.woods, points=line.woods)
        if not (line.is_underwater or shot.is_weapon_submerged):
            yield from _of_target_hex(shot)
        yield from _of_cover(shot, line)
        yield from _inside(shot)
    yield from _of_light(shot)


def waived_cover(shot: ShotCase, line: HexSight) -> tuple[Reason, ...]:
    """Say why the target's cover does not count; empty where it does."""
    is_water = line.cover_by == WATER
    if shot.shot.ignores_cover:
        return (shot.says("note.water-ignored" if is_water else "note.cover-ignored"),)
    if is_water:
        return ()
    return (shot.says("note.cover-indirect"),) if shot.shot.indirect else ()


def _of_cover(shot: ShotCase, line: HexSight) -> Iterator[Modifier]:
    """List what covers the target: from below its surface water covers what is above."""
    if shot.hits_legs_only:
        if not shot.shot.ignores_cover:
            yield shot.term("terrain.water", by=WATER)
    elif line.has_cover and not waived_cover(shot, line):
        yield shot.term(
            "terrain.water" if line.cover_by == WATER else "terrain.cover", by=line.cover_by or ""
        )


def _of_target_hex(shot: ShotCase) -> Iterator[Modifier]:
    target = shot.ends.target
    for what, how in (("woods", shot.ground.woods), ("smoke", shot.ground.smoke)):
        if how != "none":
            row = shot.case.edition.hex_modifiers[f"terrain.{what}-{how}"]
            if target.base - target.surface < row.levels:
                yield shot.term(row.key)


def _inside(shot: ShotCase) -> Iterator[Modifier]:
    """List what one building adds around attacker and target."""
    own = shot.own
    if not own.is_one_building or shot.shot.indirect:
        return
    if shot.ends.target.is_inside:
        yield shot.term("inside.target")
    between = own.hexes_inside + own.levels_inside
    if between:
        yield shot.term("inside.between", between, hexes=own.hexes_inside, levels=own.levels_inside)


def _of_light(shot: ShotCase) -> Iterator[Modifier]:
    if shot.shot.light == "day":
        return
    row = shot.case.edition.hex_modifiers[f"light.{shot.shot.light}"]
    if row.counts_lit or not shot.shot.is_lit:
        yield shot.term(row.key)
