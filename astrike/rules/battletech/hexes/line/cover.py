"""What covers the legs of a standing 'Mech, and what keeps those of the attacker from firing?"""

from astrike.dataclass import dataclass
from astrike.model.battletech.hex_attack import MOUNTS
from astrike.model.explain import Fact, Reason, facts
from astrike.rules.battletech.hexes.grid import distance
from astrike.rules.battletech.hexes.line.crossed_hexes import CrossedHex
from astrike.rules.battletech.hexes.line.line_ends import HexBody, LineEnds, Wetness
from astrike.rules.battletech.unit_state import is_down

WATER = "water"
_ARMS = tuple(mount for mount in MOUNTS if mount.endswith("-arm"))


@dataclass(frozen=True, slots=True)
class PartialCover:
    """What covers a target."""

    by: str
    """The hex, or `water`."""
    reason: Reason
    is_line_high: bool
    """It is a hex that rises just into the line, over which a higher shot goes."""


def covers_at(ends: LineEnds, crossed: CrossedHex, height: int) -> tuple[bool, bool]:
    """Say whether a hex of so many levels on the line covers the target, and whether it covers the attacker."""
    attacker, target = ends.attacker, ends.target
    return (
        _is_beside(ends, target, crossed, height) and attacker.top <= target.top,
        _is_beside(ends, attacker, crossed, height) and target.top <= attacker.top,
    )


def _is_beside(ends: LineEnds, body: HexBody, crossed: CrossedHex, height: int) -> bool:
    """Does a hex next to a standing 'Mech rise just as high above its floor as cover does?

    One that wades needs none: the water about its legs does the same, also where it goes on.
    """
    rise = ends.case.edition.hex_covers["hex"].value
    return (
        body.can_have_cover
        and body.wetness is not Wetness.WADING
        and height == body.base + rise
        and distance(body.place, crossed.hex) == 1
        and not ends.is_one_building
    )


def cover_of(ends: LineEnds, beside: CrossedHex | None) -> PartialCover | None:
    """Say what covers the target, where a hex on the line does so or its own hex does; water does so best."""
    if ends.is_one_building:
        return None
    if ends.target.can_have_cover and not ends.is_underwater:
        if _water_covers(ends):
            return _cover(ends, WATER, WATER)
        if _building_covers(ends):
            return _cover(ends, "building", ends.target.placed.hex)
    return _cover(ends, "hex", beside.name) if beside else None


def _cover(ends: LineEnds, key: str, by: str) -> PartialCover:
    row = ends.case.edition.hex_covers[key]
    about: dict[str, Fact] = {"by": by, "legs": row.legs}
    return PartialCover(
        by, Reason(f"cover.{key}", row.said.format(hex=by), row.cite, facts(**about)), key == "hex"
    )


def _water_covers(ends: LineEnds) -> bool:
    """Is the target up to its legs in water, and covers that also from above where the attacker is?

    Above is who reaches higher than the target would on the shore.
    """
    target = ends.target
    is_in_it = (
        target.wetness is Wetness.WADING
        and target.surface - target.base == ends.case.edition.hex_covers[WATER].value
    )
    is_above = ends.attacker.top > target.surface + target.row.height
    return is_in_it and (not is_above or ends.case.options.word("water-cover-above") == "cover")


def _building_covers(ends: LineEnds) -> bool:
    """Is the roof of the target's own building just above its legs?"""
    target, row = ends.target, ends.case.edition.hex_covers["building"]
    building = target.contents.building
    return (
        building is not None
        and target.base + row.value == target.contents.level + building.levels
        and (row.from_above or ends.attacker.top <= target.top)
    )


def legs_stopped_by(ends: LineEnds, beside: CrossedHex | None) -> str | None:
    """Name what keeps the attacker's leg weapons from firing at the target: a hex, or the water that they are in."""
    if ends.attacker.wetness is Wetness.WADING and not ends.is_underwater:
        return WATER
    return beside.name if beside else None


def fires_over_cover(ends: LineEnds) -> bool:
    """Do overhead arms lift the shot of the question above cover that is as high as the line?"""
    question, higher = ends.case.question, ends.case.edition.hex_measures["overhead-arms"].value
    return (
        ends.is_of_question
        and question.shot.overhead_arms
        and question.weapon is not None
        and question.weapon.location in _ARMS
        and not is_down(ends.attacker.placed.unit)
        and ends.attacker.top + higher > ends.target.top
    )
