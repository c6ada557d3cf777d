"""What is in each hex of a question?"""

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.battletech.hex import HexQuestion
from astrike.model.battletech.hex_patch import HexBuilding, HexContents
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.hexes.grid import HEXSIDES, Hex, hex_named, neighbor
from astrike.rules.battletech.options_in_use import OptionsInUse

_CLEAR: Final = HexContents()


@dataclass(frozen=True, slots=True)
class HexCase:
    """One question about a patch of hexes, with what it is answered by."""

    question: HexQuestion
    patch: "HexPatch"
    edition: BattleTechEdition
    options: OptionsInUse


@dataclass(frozen=True)
class HexPatch:
    """The hexes of a question; those that it does not name are level 0 and clear."""

    contents: Mapping[Hex, HexContents] = field(default_factory=dict)

    @classmethod
    def of(cls, question: HexQuestion) -> "HexPatch":
        """Make the patch of a question whose names of hexes are right."""
        return cls({hex_named(name): contents for name, contents in question.hexes})

    def at(self, place: Hex) -> HexContents:
        """Tell what lies in a hex."""
        return self.contents.get(place, _CLEAR)

    def floor(self, place: Hex) -> int:
        """Give the level of the ground: under water that of the bottom.

        >>> HexPatch({(0, 0): HexContents(level=1, water=2)}).floor((0, 0))
        -1
        """
        found = self.at(place)
        return found.level - (found.water or 0)

    def roof(self, place: Hex) -> int:
        """Give the level up to which a hex is solid: that of its roof, or of the ground or the water's surface.

        >>> HexPatch({(0, 0): HexContents(level=1, building=HexBuilding(levels=3))}).roof((0, 0))
        4
        """
        found = self.at(place)
        return found.level + (found.building.levels if found.building else 0)

    def is_one_building(self, a: Hex, b: Hex) -> bool:
        """Are both hexes part of one building?"""
        return a in self._buildings and self._buildings[a] == self._buildings.get(b)

    def leads_on(self, place: Hex, hexside: int) -> bool:
        """Does a road or pavement lead from a hex through a hexside into the next hex?

        >>> road, paved = HexContents(road=True, road_sides=(0,)), HexContents(pavement=True)
        >>> patch = HexPatch({(0, 0): road, (0, 1): paved, (1, 0): paved})
        >>> patch.leads_on((0, 0), 0), patch.leads_on((0, 0), 1), patch.leads_on((0, 1), 3)
        (True, False, True)
        """
        beyond = neighbor(place, hexside)
        return self._opens(place, hexside) and self._opens(beyond, (hexside + HEXSIDES // 2) % HEXSIDES)

    def _opens(self, place: Hex, hexside: int) -> bool:
        found = self.at(place)
        return found.pavement or (found.road and (not found.road_sides or hexside in found.road_sides))

    @cached_property
    def _buildings(self) -> Mapping[Hex, Hex]:
        """For each hex with a building, one hex that stands for the whole of it."""
        found: dict[Hex, Hex] = {}
        named: dict[str, Hex] = {}
        for place, contents in self.contents.items():
            if contents.building is None or place in found:
                continue
            if contents.building.name:
                found[place] = named.setdefault(contents.building.name, place)
                continue
            waiting = [place]
            while waiting:
                here = waiting.pop()
                found[here] = place
                waiting += [
                    beyond
                    for side in range(HEXSIDES)
                    if (beyond := neighbor(here, side)) not in found
                    and _is_like(contents.building, self.at(beyond).building)
                ]
        return found


def _is_like(one: HexBuilding, other: HexBuilding | None) -> bool:
    """Do two hexes that touch belong to one building without a name?"""
    return other is not None and not other.name and other.class_ == one.class_
