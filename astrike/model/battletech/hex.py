"""What is asked about a patch of hexes, and what is answered? Sight, cover, side hit, Target Number, a path."""

from typing import Annotated, Final

from astrike.dataclass import dataclass
from astrike.model.battletech.answers import CardAnswer
from astrike.model.battletech.hex_attack import HexShot, HexWeapon
from astrike.model.battletech.hex_patch import HexContents, PlacedUnit
from astrike.model.battletech.hex_path import HexPath, PathAnswer
from astrike.model.battletech.settings import EditionMember, OptionsMember
from astrike.model.explain import Citation, Modifier, Reason
from astrike.model.question_schema import FieldDescription, NamedRecordsField, RecordField

LINE_SIDES: Final = ("left", "right")
SIDES_HIT: Final = ("front", "left", "right", "rear")
MOST_HEXES: Final = 3_600
_AS_USUAL: Final = HexShot()


@dataclass(frozen=True, slots=True)
class HexQuestion:
    """A patch of hexes, two units on it, a weapon, a path."""

    hexes: Annotated[
        tuple[tuple[str, HexContents], ...],
        FieldDescription(
            NamedRecordsField(RecordField(HexContents), most=MOST_HEXES, noun="hexes", longest_name=4),
            "What lies in hexes, by column and row; those not named are level 0 and clear.",
        ),
    ] = ()
    attacker: Annotated[
        PlacedUnit | None, FieldDescription(RecordField(PlacedUnit), "Who looks and fires.")
    ] = None
    target: Annotated[
        PlacedUnit | None, FieldDescription(RecordField(PlacedUnit), "Who is looked and fired at.")
    ] = None
    weapon: Annotated[
        HexWeapon | None,
        FieldDescription(RecordField(HexWeapon), "The weapon; without one only sight is answered."),
    ] = None
    shot: Annotated[HexShot, FieldDescription(RecordField(HexShot), "How the weapon is fired.")] = _AS_USUAL
    path: Annotated[HexPath | None, FieldDescription(RecordField(HexPath), "A path to be paid for.")] = None
    edition: EditionMember = None
    options: OptionsMember = None


@dataclass(frozen=True, slots=True)
class HexOnLine:
    """One hex that a line crosses: how high it reaches, and what it does to the line."""

    hex: str
    place: int
    """Which place of the line, from 0; both hexes of a border run are one place."""
    side: str | None
    """Which side of a border run it is on; None where the line goes through it."""
    height: int
    """Level up to which its solid part reaches."""
    points: int
    """Points of woods and smoke that count."""
    is_blocking: bool
    gives_cover: bool
    is_counted: bool
    """It lies on the side that counts."""
    label: str
    """Its name, what is there, and what it does."""
    cite: Citation
    what: str = ""
    """What is there."""
    effect: str = ""
    """What it does to the line; empty where it does nothing."""


@dataclass(frozen=True, slots=True)
class HexSight:
    """What one unit sees of another along one line."""

    distance: int
    line: tuple[tuple[str, ...], ...]
    """The hexes of each place between the two; where the line runs along a border, two."""
    side_taken: str | None
    """The side that counts along borders; None where there is none."""
    attacker_height: int
    target_height: int
    hexes: tuple[HexOnLine, ...]
    woods: int
    """Points of woods and smoke."""
    is_clear: bool
    blocked_by: tuple[Reason, ...]
    """Everything that blocks; empty where there is sight."""
    has_cover: bool
    cover_by: str | None
    """The hex that covers the target, its own hex where its building does, or `water`."""
    cover: Reason | None
    """Why there is cover."""
    attacker_cover_by: str | None
    """The hex in front of the attacker that stops its leg weapons, or `water`."""
    side_hit: str | None
    """Side of the target on which the attack is rolled; None for units that have no sides."""
    side_ledger: tuple[Modifier, ...] = ()
    """Points on the left and on the right, where the line runs along borders."""
    side_reason: Reason | None = None
    """Through which hexside the attack comes, or why that does not matter."""
    line_notes: tuple[Reason, ...] = ()
    """Notes about the line."""
    is_one_building: bool = False
    """Both are in one building, at least one of them not on its roof, and the line never leaves it."""
    hexes_inside: int = 0
    """Hexes between two units inside one building."""
    levels_inside: int = 0
    """Levels between two units inside one building."""
    is_underwater: bool = False
    """The line runs below the surface."""

    @property
    def range(self) -> int:
        """The distance as weapons count it: inside one building levels count as well."""
        return self.distance + self.levels_inside


@dataclass(frozen=True, slots=True)
class HexArc:
    """Whether the target lies in the firing arc of one mount."""

    mount: str
    is_rear: bool
    is_in: bool
    arc: str
    """Key of the arc."""


@dataclass(frozen=True, slots=True)
class HexNumber:
    """The Target Number of the weapon attack."""

    target: int | None
    """None where it is refused."""
    odds: float | None
    modifiers: tuple[Modifier, ...]
    refusals: tuple[Reason, ...]
    notes: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class HexAnswer(CardAnswer):
    """What is seen and hit from there, and what a path costs."""

    sight: HexSight | None
    """From the attacker to the target."""
    back: HexSight | None
    """From the target to the attacker."""
    arcs: tuple[HexArc, ...]
    number: HexNumber | None
    move: PathAnswer | None
