"""What do woods, smoke, cover, buildings and the light add to the number of a weapon attack?"""

from collections.abc import Iterator

from astrike.model.battletech.hex import HexSight
from astrike.model.explain import Modifier, Reason
from astrike.rules.battletech.hex_grid import hex_named
from astrike.rules.battletech.hex_shot import WATER, ShotCase
from astrike.rules.battletech.unit_state import is_down


def terrain_terms(shot: ShotCase) -> Iterator[Modifier]:
    """List what the ground and the light add."""
    line = shot.terrain_line
    if line is not None:
        if line.woods:
            yield shot.term("terrain.between", line.woods, points=line.woods)
        yield from _of_target_hex(shot)
        if line.has_cover and not waived_cover(shot, line):
            yield shot.term(
                "terrain.water" if line.cover_by == WATER else "terrain.cover", by=line.cover_by or ""
            )
        yield from _inside(shot)
    yield from _of_light(shot)


def waived_cover(shot: ShotCase, line: HexSight) -> tuple[Reason, ...]:
    """Say why the target's cover does not count; empty where it does."""
    is_water = line.cover_by == WATER
    if shot.shot.ignores_cover:
        return (shot.says("note.water-ignored" if is_water else "note.cover-ignored"),)
    if is_water:
        return ()
    if shot.shot.indirect:
        return (shot.says("note.cover-indirect"),)
    return shot.says_if_printed("note.overhead") if _fires_over(shot, line) else ()


def _fires_over(shot: ShotCase, line: HexSight) -> bool:
    """Do arms above the head fire over the hex that covers the target? Not over the building that it is in."""
    higher = shot.case.edition.hex_modifiers["overhead"].levels
    is_over = line.attacker_height + higher > line.target_height and line.cover_by != shot.target.hex
    return shot.shot.overhead_arms and shot.arm is not None and not is_down(shot.attacker.unit) and is_over


def _of_target_hex(shot: ShotCase) -> Iterator[Modifier]:
    for what, how in (("woods", shot.ground.woods), ("smoke", shot.ground.smoke)):
        if how != "none":
            row = shot.case.edition.hex_modifiers[f"terrain.{what}-{how}"]
            if shot.target.elevation < row.levels:
                yield shot.term(row.key)


def _inside(shot: ShotCase) -> Iterator[Modifier]:
    """List what one building adds around attacker and target."""
    if shot.levels_inside is None or shot.shot.indirect:
        return
    if shot.is_inside(shot.target):
        yield shot.term("inside.target")
    patch, here = shot.case.patch, hex_named(shot.target.hex)
    hexes = sum(
        any(patch.is_one_building(here, hex_named(name)) for name in place) for place in shot.own.line
    )
    if hexes + shot.levels_inside:
        yield shot.term("inside.between", hexes + shot.levels_inside, hexes=hexes, levels=shot.levels_inside)


def _of_light(shot: ShotCase) -> Iterator[Modifier]:
    if shot.shot.light == "day":
        return
    row = shot.case.edition.hex_modifiers[f"light.{shot.shot.light}"]
    if row.counts_lit or not shot.shot.is_lit:
        yield shot.term(row.key)
