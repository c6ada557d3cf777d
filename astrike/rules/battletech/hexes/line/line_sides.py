"""What adds up along a line, and which side counts where it runs along the borders of hexes?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from astrike.dataclass import dataclass
from astrike.model.battletech.hex import LINE_SIDES
from astrike.rules.battletech.hexes.line.crossed_hexes import CrossedHex, sides_of
from astrike.rules.battletech.hexes.line.line_ends import LineEnds
from astrike.rules.battletech.hexes.line.obstacles import HexObstacle
from astrike.rules.battletech.hexes.line.side_hit import SideHit, side_hit


@dataclass(frozen=True)
class LineReading:
    """What lies along a line where one hex of each place counts."""

    side: str | None
    """The side that counts along borders; at the end of the line where each place has its own."""
    obstacles: tuple[HexObstacle, ...]
    block: int
    """How many points block."""
    hit: SideHit | None

    @cached_property
    def points(self) -> int:
        """Add up the points of woods and smoke, and drop what is left of a point."""
        return int(sum((each.points for each in self.obstacles), Fraction(0)))

    @cached_property
    def is_blocked(self) -> bool:
        """Is there no sight along these hexes?"""
        return self.points >= self.block or any(each.blocked_by for each in self.obstacles)

    @property
    def covered_by(self) -> CrossedHex | None:
        """Give the hex beside the target that covers it."""
        return next((each.crossed for each in self.obstacles if each.covers), None)

    @property
    def attacker_covered_by(self) -> CrossedHex | None:
        """Give the hex beside the attacker that covers its legs."""
        return next((each.crossed for each in self.obstacles if each.covers_attacker), None)

    @property
    def severity(self) -> tuple[bool, int, int, bool]:
        """How bad it is for the attacker; the greater, the worse."""
        covered = self.covered_by is not None
        return self.is_blocked, self.points + covered, self.points, self.attacker_covered_by is not None

    @property
    def outcome(self) -> tuple[object, ...]:
        """Give everything that a player notices of it."""
        return self.is_blocked, self.points, self.covered_by, self.attacker_covered_by, self.hit


@dataclass(frozen=True, slots=True)
class ChosenSide:
    """How a line is read."""

    reading: LineReading
    other: LineReading | None
    """The reading on the other side, where both are equally bad for the attacker."""
    by_side: Mapping[str, LineReading]
    """The readings on both sides; empty where the line follows no border."""


def choose_side(ends: LineEnds, obstacles: Sequence[HexObstacle]) -> ChosenSide:
    """Read a line by the side that the target prefers; which hexes are chosen among is an option."""
    block = ends.case.edition.hex_measures["points.block"].value
    sides = sides_of([each.crossed for each in obstacles])
    if not sides:
        return ChosenSide(LineReading(None, tuple(obstacles), block, side_hit(ends, None)), None, {})
    by_side = {
        side: LineReading(side, tuple(_on_side(obstacles, side)), block, side_hit(ends, side))
        for side in sides
    }
    order = sorted(by_side.values(), key=_preference, reverse=True)
    best = order[0]
    other = order[1] if len(order) > 1 and order[1].severity == best.severity else None
    by_pair = _by_pair(ends, obstacles, best)
    if by_pair.outcome != best.outcome and ends.case.options.word("border-run") == "pair":
        return ChosenSide(by_pair, None, by_side)
    return ChosenSide(best, other, by_side)


def _preference(reading: LineReading) -> tuple[tuple[bool, int, int, bool], int, bool]:
    """Say how much the target prefers a reading: worse for the attacker, then hit where it hurts less, then left."""
    severity = reading.hit.severity if reading.hit else 0
    return reading.severity, -severity, reading.side == LINE_SIDES[0]


def _on_side(obstacles: Sequence[HexObstacle], side: str) -> Iterator[HexObstacle]:
    """Give the hexes of one side; where a place has none there, since the map ends, the one that it has."""
    single = _single_places(obstacles)
    for each in obstacles:
        if each.crossed.side in (None, side) or each.crossed.place in single:
            yield each


def _single_places(obstacles: Sequence[HexObstacle]) -> set[int]:
    places = [each.crossed.place for each in obstacles]
    return {place for place in places if places.count(place) == 1}


def _by_pair(ends: LineEnds, obstacles: Sequence[HexObstacle], best: LineReading) -> LineReading:
    """Read a line by the worse hex of each place; where both are equal, by the side of the whole line."""
    chosen: dict[int, HexObstacle] = {}
    for each in obstacles:
        rival = chosen.get(each.crossed.place)
        if rival is None or _is_worse(each, rival, best.side):
            chosen[each.crossed.place] = each
    sides = [each.crossed.side for each in chosen.values() if each.crossed.side]
    return replace(best, side=sides[-1], obstacles=tuple(chosen.values()), hit=side_hit(ends, sides[-1]))


def _is_worse(one: HexObstacle, other: HexObstacle, side: str | None) -> bool:
    if one.severity == other.severity:
        return one.crossed.side == side
    return one.severity > other.severity
