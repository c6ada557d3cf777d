"""What stands in the rows about lines across hexes: heights, what hides, cover, sides and arcs, and words for them?"""

from typing import Annotated, Final

from astrike.dataclass import dataclass
from astrike.model.battletech.unit import KINDS
from astrike.rulebook.references import key_of, one_of
from astrike.rulebook.row import RulebookRow, subject_field, words_field

TURNS_NOT, TURNS_WITH_TORSO, TURNS_FREELY = "no", "torso", "turret"
WHOLE_TURN: Final = 360


@dataclass(frozen=True, slots=True, kw_only=True)
class HexMeasureRow(RulebookRow):
    """A limit of a line across hexes or of a pose."""

    value: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HexUnitRow(RulebookRow):
    """A kind of unit: how tall it is, whether it floats, how it turns, and on what its sides are hit."""

    height: int = 1
    """Levels that it reaches above its floor."""
    prone: int = 1
    """The same while it lies prone."""
    has_cover: bool = False
    """While it stands, its legs can be behind cover."""
    floats: bool = False
    """It is on or above the surface of water, not on the bottom."""
    turns: Annotated[str, one_of(TURNS_NOT, TURNS_WITH_TORSO, TURNS_FREELY)] = TURNS_NOT
    """What of it turns: its torso, a turret, or nothing."""
    column: Annotated[str, one_of("none", "mech", "vehicle")] = "none"
    """The column of the side hit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HexGrowthRow(RulebookRow):
    """Woods, smoke and the like: how high it reaches above the ground, and how much it hides."""

    height: int = 0
    points: int = 0
    for_hexes: int = 1
    """In how many hexes on the line together it has these points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HexCoverRow(RulebookRow):
    """What covers a standing 'Mech partly."""

    value: int = 0
    """How much higher than the 'Mech's floor its cover is."""
    from_above: bool = False
    """It covers from a higher attacker as well."""
    legs: Annotated[str, one_of("cover", "building", "nothing")] = "cover"
    """What takes a hit on a leg."""
    said: str = words_field("")
    """How a player says it, with the hex in braces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HexSideRow(RulebookRow):
    """A hexside through which an attack comes: the side that it hits."""

    hexside: int = subject_field(0)
    """Counted clockwise from the one that the target faces."""
    mech: Annotated[str, one_of("front", "left", "right", "rear")] = "front"
    vehicle: Annotated[str, one_of("front", "left", "right", "rear")] = "front"


@dataclass(frozen=True, slots=True, kw_only=True)
class HexArcRow(RulebookRow):
    """A firing arc: its bearings in degrees, clockwise from where the mount points."""

    start: int = 0
    end: int = 0
    has_start: bool = True
    """A bearing of just so many degrees is in it."""
    has_end: bool = True

    def holds(self, degrees: int) -> bool:
        """Is a bearing in the arc?

        >>> left = HexArcRow(key="left", label="Left", ref="base", start=240, end=300, has_end=False)
        >>> [left.holds(degrees) for degrees in (239, 240, 299, 300, 0)]
        [False, True, True, False, False]
        """
        after = (degrees - self.start) % WHOLE_TURN
        width = self.end - self.start if self.end > self.start else self.end - self.start + WHOLE_TURN
        return (self.has_start or after > 0) and (after < width or (after == width and self.has_end))


@dataclass(frozen=True, slots=True, kw_only=True)
class HexMountRow(RulebookRow):
    """Where a weapon can be: who has such a mount, and what it fires into."""

    kinds: tuple[Annotated[str, one_of(*KINDS)], ...] = subject_field(())
    arc: Annotated[str, key_of("hex_arcs")] = "front"
    flipped: Annotated[str, key_of("hex_arcs")] = ""
    """The arc of flipped arms; empty where it cannot be flipped."""
    rear: Annotated[str, key_of("hex_arcs")] = ""
    """The arc of weapons that are mounted to the rear; empty where none can be."""
    turns: bool = False
    """It turns with the torso or the turret."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HexLineWordsRow(RulebookRow):
    """Something that is said of a line, of a hex on it or of how a unit stands."""

    said: str = words_field("")
    """The words, with what was measured in braces."""
