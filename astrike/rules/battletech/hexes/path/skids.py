"""Where would a skid lead that a failed roll brings, and what does the Impact card need to know about it?"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from astrike.model.battletech.hex_patch import PlacedUnit
from astrike.model.battletech.hex_path import PathLeg, PathRoll, PathSkid
from astrike.model.battletech.impact import ImpactMovement, ImpactQuestion, SkidHex
from astrike.model.battletech.unit import ClassicUnit
from astrike.rules.battletech.hexes.grid import Hex, hex_name, hex_named, neighbor
from astrike.rules.battletech.hexes.patch import HexCase
from astrike.rules.battletech.hexes.path.path_case import PathCase, Stride
from astrike.rules.battletech.hexes.path.rolls import turn_before

_SLIPS: Final = ("skid", "sideslip")
_SLIDERS: Final = ("hover", "vtol", "wige")
_FLYERS: Final = ("vtol", "wige")


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


def skid_question(case: HexCase, unit: ClassicUnit, skid: PathSkid, before: PathLeg) -> ImpactQuestion:
    """Make the question of the Impact card about a skid: the hexes ahead with everything in the way.

    `before` is the leg before the one that skids: its last one in the hex where the skid begins.
    """
    way = _Way(case, unit, skid.direction, before.elevation)
    places = [hex_named(skid.start), *(hex_named(name) for name in skid.hexes)]
    return ImpactQuestion(
        kind="skid",
        attacker=replace(unit, prone=False),
        moved=ImpactMovement("run", skid.moved_before),
        moved_before=skid.moved_before,
        facing=before.facing,
        direction=skid.direction,
        path=(*way.along(places), *_edge(places[-1], skid.direction)),
        edition=case.edition.id,
        options=case.question.options,
    )


class _Way:
    """The hexes along a skid, and how high the unit is on its way: on the ground, on a bridge, afloat or in the air."""

    def __init__(self, case: HexCase, unit: ClassicUnit, direction: int, elevation: int) -> None:
        self.case = case
        self.patch = case.patch
        self.unit = unit
        self.direction = direction
        self.elevation = elevation
        """Levels above the ground, the surface or the bottom as it begins."""

    def along(self, places: Sequence[Hex]) -> Iterator[SkidHex]:
        """Tell what is in the way in each hex after the first."""
        height = self._base(places[0]) + self.elevation
        for before, place in pairwise(places):
            is_on_road = height >= self.patch.at(before).level and self.patch.leads_on(before, self.direction)
            there = height if self._is_in_the_air else self._ground(place, is_on_road=is_on_road)
            yield self._hex(place, height, there)
            height = there

    @property
    def _is_in_the_air(self) -> bool:
        return self.unit.kind in _FLYERS and self.elevation > 0

    @property
    def _is_dry(self) -> bool:
        return self.unit.kind in _SLIDERS

    def _base(self, place: Hex) -> int:
        return self.patch.at(place).level if self._is_dry else self.patch.floor(place)

    def _ground(self, place: Hex, *, is_on_road: bool) -> int:
        """Give the level that it comes to in the next hex: that of the bridge where it stays on the road."""
        return self.patch.at(place).level if is_on_road else self._base(place)

    def _hex(self, place: Hex, height: int, there: int) -> SkidHex:
        contents = self.patch.at(place)
        other = self._in_the_way(place, height)
        unit, moved = (other.unit, _moved(other)) if other else (None, ImpactMovement())
        building = contents.building
        if building and not (self._is_in_the_air and height > self.patch.roof(place)):
            cf = building.cf or self.case.edition.buildings[building.class_].cf
            return SkidHex("building", unit, moved, building.class_, cf)
        if there > height or (self._is_in_the_air and contents.level >= height):
            return SkidHex("rise")
        depth = contents.level - there if contents.water and not self._is_in_the_air else 0
        if height - there >= self.case.edition.impacts["skid.drop"].value:
            return SkidHex("drop", unit, moved, levels=height - there, depth=depth)
        if unit:
            return SkidHex("unit", unit, moved)
        return SkidHex("water", levels=height - there, depth=depth) if depth else SkidHex()

    def _in_the_way(self, place: Hex, height: int) -> PlacedUnit | None:
        """Give the unit in a hex: the target, or the attacker where another unit moves; none that it flies over."""
        question = self.case.question
        others = [question.target]
        if question.path and question.path.unit:
            others.append(question.attacker)
        found = next((each for each in others if each and hex_named(each.hex) == place), None)
        if found is None or not self._is_in_the_air:
            return found
        top = self.patch.floor(place) + found.elevation + self.case.edition.hex_units[found.unit.kind].height
        return found if top > height else None


def _moved(unit: PlacedUnit) -> ImpactMovement:
    return ImpactMovement(unit.moved.mode, unit.moved.hexes)


def _edge(last: Hex, direction: int) -> Iterator[SkidHex]:
    if hex_name(neighbor(last, direction)) is None:
        yield SkidHex("edge")
