"""How high do the two ends of a line stand and reach, are they under water, are they inside a building?"""

from dataclasses import replace
from enum import Enum
from functools import cached_property

from astrike.dataclass import dataclass
from astrike.model.battletech.hex_patch import HexContents, PlacedUnit
from astrike.rulebook.battletech.hex_line_rows import HexUnitRow
from astrike.rules.battletech.hexes.grid import Hex, distance, hex_named
from astrike.rules.battletech.hexes.patch import HexCase
from astrike.rules.battletech.unit_state import is_down

TORPEDO = "torpedo"


class Wetness(Enum):
    """Where a unit is as to the surface of water."""

    DRY = "dry"
    WADING = "wading"
    """Its upper part is above the surface, its lower part below: it counts as both."""
    SUBMERGED = "submerged"


@dataclass(frozen=True, slots=True)
class HexBody:
    """A unit at one end of a line."""

    placed: PlacedUnit
    place: Hex
    row: HexUnitRow
    contents: HexContents
    base: int
    """Level of what it stands on, or at which it flies."""
    top: int
    """Level up to which it reaches."""
    wetness: Wetness

    @property
    def surface(self) -> int:
        """Level of the ground or of the water's surface in its hex."""
        return self.contents.level

    @property
    def is_inside(self) -> bool:
        """Is it inside a building, not on its roof?"""
        building = self.contents.building
        return building is not None and self.base < self.contents.level + building.levels

    @property
    def can_have_cover(self) -> bool:
        """Is it a 'Mech on its feet?"""
        return self.row.has_cover and not is_down(self.placed.unit)

    @property
    def is_afloat(self) -> bool:
        """Does it float on water that others could be under?"""
        return bool(self.contents.water) and self.row.floats and self.base == self.surface


@dataclass(frozen=True)
class LineEnds:
    """The attacker and the target of one line, and what holds for both."""

    case: HexCase
    attacker: HexBody
    target: HexBody
    is_one_building: bool
    """Both are in the same building, at least one of them not on its roof."""

    @cached_property
    def distance(self) -> int:
        """Count the hexes from one to the other."""
        return distance(self.attacker.place, self.target.place)

    @property
    def is_of_question(self) -> bool:
        """Is it the attacker of the question who fires, not its target or a spotter?"""
        return self.attacker.placed is self.case.question.attacker

    @property
    def is_parted_by_surface(self) -> bool:
        """Is one under water and the other wholly above?"""
        states = {self.attacker.wetness, self.target.wetness}
        return states == {Wetness.DRY, Wetness.SUBMERGED}

    @cached_property
    def crosses_surface(self) -> bool:
        """Is it a torpedo between the surface and below?"""
        weapon = self.case.question.weapon
        above = self.attacker if self.attacker.wetness is Wetness.DRY else self.target
        return (
            self.is_parted_by_surface
            and above.is_afloat
            and self.is_of_question
            and weapon is not None
            and TORPEDO in weapon.tags
            and not self.case.edition.hex_line_words["note.torpedo"].unknown
        )

    @property
    def is_underwater(self) -> bool:
        """Does the line run below the surface?"""
        is_below = Wetness.SUBMERGED in (self.attacker.wetness, self.target.wetness)
        return is_below and (not self.is_parted_by_surface or self.crosses_surface)

    @cached_property
    def heights(self) -> tuple[int, int]:
        """The levels from and to which the line runs.

        Below the surface it starts no higher than that; where the surface parts the two, the lower one counts as if
        it floated, so that what else is in the way is found.
        """
        return self._height(self.attacker), self._height(self.target)

    def _height(self, body: HexBody) -> int:
        if self.is_underwater:
            return min(body.top, body.surface)
        if body.wetness is Wetness.SUBMERGED:
            return body.surface + body.row.prone
        return body.top


def line_ends(
    case: HexCase, attacker: PlacedUnit, target: PlacedUnit, *, is_one_building: bool = False
) -> LineEnds:
    """Make both ends of a line ready."""
    a, t = _body(case, attacker), _body(case, target)
    is_one = is_one_building and (a.is_inside or t.is_inside)
    return LineEnds(case, _lowered(case, a, is_one=is_one), _lowered(case, t, is_one=is_one), is_one)


def _body(case: HexCase, placed: PlacedUnit) -> HexBody:
    place = hex_named(placed.hex)
    row, contents = case.edition.hex_units[placed.unit.kind], case.patch.at(place)
    is_on_surface = row.floats or contents.ground == "ice" or placed.elevation < 0
    base = (contents.level if is_on_surface else case.patch.floor(place)) + placed.elevation
    top = base + (row.prone if is_down(placed.unit) else row.height)
    if placed.unit.kind == "building":
        top = max(top, case.patch.roof(place))
    wetness = Wetness.DRY
    if contents.water and base < contents.level:
        wetness = Wetness.SUBMERGED if top <= contents.level else Wetness.WADING
    return HexBody(placed, place, row, contents, base, top, wetness)


def _lowered(case: HexCase, body: HexBody, *, is_one: bool) -> HexBody:
    """Lower a standing 'Mech inside a building, as far as that is how it is played."""
    low = body.base + case.edition.hex_measures["height.inside"].value
    if not (body.is_inside and body.can_have_cover) or low == body.top:
        return body
    if is_one or case.options.word("height-inside") == "one":
        return replace(body, top=low)
    return body
