"""What does each hex on a line do to it: does it block, hide, cover?"""

from collections.abc import Iterator
from fractions import Fraction

from astrike.dataclass import dataclass
from astrike.model.battletech.hex_patch import HexContents
from astrike.model.explain import Citation
from astrike.rulebook.battletech.hex_line_rows import HexGrowthRow
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.hexes.grid import distance
from astrike.rules.battletech.hexes.line.cover import covers_at
from astrike.rules.battletech.hexes.line.crossed_hexes import CrossedHex
from astrike.rules.battletech.hexes.line.line_ends import LineEnds

GROUND, BUILDING, LAND_BETWEEN = "blocked.ground", "blocked.building", "blocked.land-between"


@dataclass(frozen=True, slots=True)
class HexObstacle:
    """A hex on a line, and what it does."""

    crossed: CrossedHex
    height: int
    """Level up to which its solid part reaches."""
    blocked_by: str | None
    """Key of the words that say how it blocks."""
    points: Fraction
    """Points of what grows or drifts there and counts."""
    growth: tuple[HexGrowthRow, ...]
    """What grows or drifts there, whether or not it counts."""
    covers: bool
    covers_attacker: bool
    what: str
    cite: Citation

    @property
    def severity(self) -> tuple[bool, Fraction, Fraction, bool]:
        """How bad it is for the attacker; the greater, the worse."""
        return self.blocked_by is not None, self.points + self.covers, self.points, self.covers_attacker


def obstacle_at(ends: LineEnds, crossed: CrossedHex) -> HexObstacle:
    """Say what one hex does to the line between two ends."""
    case = ends.case
    edition, contents = case.edition, case.patch.at(crossed.hex)
    is_bottom = ends.is_underwater and bool(contents.water)
    height = case.patch.floor(crossed.hex) if is_bottom else case.patch.roof(crossed.hex)
    blocked_by = _blocked_by(ends, crossed, contents, height)
    growth = tuple(_growth(edition, contents))
    counted = [
        row
        for row in growth
        if not ends.is_underwater and _is_in_line(ends, crossed, contents.level + row.height)
    ]
    covers, covers_attacker = covers_at(ends, crossed, height)
    words = edition.hex_line_words
    if blocked_by:
        cite = words[blocked_by].cite
    elif covers or covers_attacker:
        cite = edition.hex_covers["hex"].cite
    else:
        cite = growth[0].cite if growth else words["what.clear"].cite
    return HexObstacle(
        crossed=crossed,
        height=height,
        blocked_by=blocked_by,
        points=sum((Fraction(row.points, row.for_hexes) for row in counted), Fraction(0)),
        growth=growth,
        covers=covers and not blocked_by,
        covers_attacker=covers_attacker and not blocked_by,
        what=what_is_there(edition, contents, growth),
        cite=cite,
    )


def what_is_there(edition: BattleTechEdition, contents: HexContents, growth: tuple[HexGrowthRow, ...]) -> str:
    """Say in words what lies in a hex, as far as lines meet it."""
    words = edition.hex_line_words
    found: list[str] = []
    if contents.level:
        found.append(words["what.level"].said.format(level=contents.level))
    if contents.building:
        found.append(words["what.building"].said.format(level=contents.level + contents.building.levels))
    if contents.water:
        found.append(words["what.water"].said.format(depth=contents.water))
    found += [row.short for row in growth]
    return ", ".join(found) or words["what.clear"].said


def _blocked_by(ends: LineEnds, crossed: CrossedHex, contents: HexContents, height: int) -> str | None:
    if ends.is_one_building:
        return None
    if ends.is_underwater and not contents.water and height > min(ends.heights):
        return LAND_BETWEEN
    if not _is_in_line(ends, crossed, height):
        return None
    is_ground = contents.building is None or _is_in_line(ends, crossed, contents.level)
    return GROUND if is_ground else BUILDING


def _is_in_line(ends: LineEnds, crossed: CrossedHex, height: int) -> bool:
    """Is it as high as both ends, or as the one that it lies beside?"""
    attacker, target = ends.heights
    return (
        height >= max(attacker, target)
        or (height >= attacker and distance(ends.attacker.place, crossed.hex) == 1)
        or (height >= target and distance(ends.target.place, crossed.hex) == 1)
    )


def _growth(edition: BattleTechEdition, contents: HexContents) -> Iterator[HexGrowthRow]:
    for key in (f"woods.{contents.woods}", f"smoke.{contents.smoke}", f"ground.{contents.ground}"):
        if key in edition.hex_growth:
            yield edition.hex_growth[key]
