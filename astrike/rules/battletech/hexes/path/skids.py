"""Where would a skid lead that a failed roll brings, and what does the Impact card need to know about it?"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from astrike.model.battletech.hex import HexQuestion
from astrike.model.battletech.hex_patch import PlacedUnit
from astrike.model.battletech.hex_path import PathRoll, PathSkid
from astrike.model.battletech.impact import ImpactMovement, ImpactQuestion, SkidHex
from astrike.model.battletech.unit import ClassicUnit
from astrike.rules.battletech.hexes.grid import Hex, hex_name, hex_named, neighbor
from astrike.rules.battletech.hexes.patch import HexCase, HexPatch
from astrike.rules.battletech.hexes.path.path_case import PathCase, Stride
from astrike.rules.battletech.hexes.path.rolls import turn_before

_SLIPS: Final = ("skid", "sideslip")


def skids_of(case: PathCase, strides: Sequence[Stride], rolls: Sequence[PathRoll]) -> Iterator[PathSkid]:
    """Give the skids and sideslips that failed rolls would bring."""
    for each in rolls:
        stride = strides[each.leg - 1]
        turn = turn_before(case, strides, stride) if each.roll.event in _SLIPS else None
        if turn is not None:
            length = sum(effect.hexes for effect in each.roll.on_failure)
            hexes = tuple(_ahead(stride.before.place, turn.direction, length))
            if len(hexes) < length:
                case.note("off-map", step=stride.number)
            yield PathSkid(each.leg, turn.direction, stride.hexes, stride.before.name, hexes)


def _ahead(place: Hex, direction: int, length: int) -> Iterator[str]:
    """Name the hexes straight ahead, up to the edge of the map."""
    for _ in range(length):
        place = neighbor(place, direction)
        name = hex_name(place)
        if name is None:
            return
        yield name


# ---- as a question for the Impact card


def skid_question(case: HexCase, unit: ClassicUnit, skid: PathSkid, facing: int) -> ImpactQuestion:
    """Make the question of the Impact card about a skid: the hexes ahead with everything in the way.

    `facing` is that of the unit as the skid begins.
    """
    heights = _Heights(case.patch, is_afloat=case.edition.hex_units[unit.kind].floats)
    places = [hex_named(skid.start), *(hex_named(name) for name in skid.hexes)]
    return ImpactQuestion(
        kind="skid",
        attacker=replace(unit, prone=False),
        moved=ImpactMovement("run", skid.moved_before),
        moved_before=skid.moved_before,
        facing=facing,
        direction=skid.direction,
        path=(*_in_the_way(case, heights, places), *_edge(places[-1], skid.direction)),
        edition=case.edition.id,
        options=case.question.options,
    )


class _Heights:
    """How high the ground is for the unit that skids."""

    def __init__(self, patch: HexPatch, *, is_afloat: bool) -> None:
        self.patch = patch
        self.is_afloat = is_afloat

    def at(self, place: Hex) -> int:
        """Give the level of the ground, of the bottom of water unless the unit floats."""
        contents = self.patch.at(place)
        return contents.level if self.is_afloat or contents.road else self.patch.floor(place)


def _in_the_way(case: HexCase, heights: _Heights, places: Sequence[Hex]) -> Iterator[SkidHex]:
    for before, place in pairwise(places):
        yield _skid_hex(case, heights, before, place)


def _skid_hex(case: HexCase, heights: _Heights, before: Hex, place: Hex) -> SkidHex:
    contents = case.patch.at(place)
    there = _unit_at(case.question, place)
    drop = heights.at(before) - heights.at(place)
    unit = there.unit if there else None
    moved = _moved(there) if there else ImpactMovement()
    depth = 0 if heights.is_afloat or contents.road else contents.water or 0
    if contents.building:
        building = contents.building
        cf = building.cf or case.edition.buildings[building.class_].cf
        return SkidHex("building", unit, moved, building.class_, cf)
    if drop < 0:
        return SkidHex("rise")
    if drop >= case.edition.impacts["skid.drop"].value:
        return SkidHex("drop", unit, moved, levels=drop, depth=depth)
    if there:
        return SkidHex("unit", unit, moved)
    return SkidHex("water", levels=drop, depth=depth) if depth else SkidHex()


def _unit_at(question: HexQuestion, place: Hex) -> PlacedUnit | None:
    """Give the unit that stands in a hex: the target, or the attacker where another unit moves."""
    others = [question.target]
    if question.path and question.path.unit:
        others.append(question.attacker)
    return next((each for each in others if each and hex_named(each.hex) == place), None)


def _moved(unit: PlacedUnit) -> ImpactMovement:
    return ImpactMovement(unit.moved.mode, unit.moved.hexes)


def _edge(last: Hex, direction: int) -> Iterator[SkidHex]:
    if hex_name(neighbor(last, direction)) is None:
        yield SkidHex("edge")
