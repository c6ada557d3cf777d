"""What lies in the hexes of a patch, and who stands there? Hexes are named as on printed maps: column, then row."""

from typing import Annotated, Final, TypeAlias

from astrike.dataclass import dataclass
from astrike.model.battletech.rolls import BUILDINGS
from astrike.model.battletech.unit import ClassicUnit
from astrike.model.question_schema import (
    FieldDescription,
    ListField,
    RecordField,
    TextField,
    WholeField,
    WordField,
    YesNoField,
)

WOODS: Final = ("none", "light", "heavy", "ultra-heavy")
SMOKE: Final = ("none", "light", "heavy")
GROUNDS: Final = (
    "clear", "swamp", "mud", "snow", "thin-snow", "ice", "sand", "rapids", "torrent", "fields", "industrial",
)  # fmt: skip
"""What the ground is beside levels, woods, water, rubble and rough."""
MODES: Final = ("stand", "walk", "run", "jump")
LOWEST, HIGHEST = -30, 30
"""Levels of hexes."""
MOST_LEVELS: Final = 30
MOST_DEPTH: Final = 30
MOST_CF: Final = 150
MOST_HEXES_MOVED: Final = 60
LONGEST_NAME: Final = 40
HEXSIDES: Final = 6
HexsideField: Final = WholeField(0, HEXSIDES - 1)
_WHOLE_MECH: Final = ClassicUnit()


@dataclass(frozen=True, slots=True)
class HexBuilding:
    """The part of a building in one hex."""

    levels: Annotated[int, FieldDescription(WholeField(1, MOST_LEVELS), "How many levels it has.")] = 1
    class_: Annotated[str, FieldDescription(WordField(BUILDINGS), "Its class.")] = "medium"
    cf: Annotated[
        int | None,
        FieldDescription(
            WholeField(1, MOST_CF), "Its CF as the phase began; that of its class where left out."
        ),
    ] = None
    name: Annotated[
        str,
        FieldDescription(
            TextField(LONGEST_NAME, shortest=0),
            "Hexes with the same name are one building; without names those that touch and have one class.",
        ),
    ] = ""
    basement: Annotated[
        int, FieldDescription(WholeField(0, 2), "Levels of its basement, where it is known.")
    ] = 0


@dataclass(frozen=True, slots=True)
class HexContents:
    """What lies in one hex."""

    level: Annotated[
        int, FieldDescription(WholeField(LOWEST, HIGHEST), "Level of the ground or the water's surface.")
    ] = 0
    woods: Annotated[str, FieldDescription(WordField(WOODS), "Its woods.")] = "none"
    smoke: Annotated[str, FieldDescription(WordField(SMOKE), "Smoke in it.")] = "none"
    water: Annotated[
        int | None, FieldDescription(WholeField(0, MOST_DEPTH), "Depth of its water; null without water.")
    ] = None
    rough: Annotated[bool, FieldDescription(YesNoField(), "It is rough.")] = False
    rubble: Annotated[bool, FieldDescription(YesNoField(), "It is rubble.")] = False
    pavement: Annotated[bool, FieldDescription(YesNoField(), "It is paved all over.")] = False
    road: Annotated[
        bool, FieldDescription(YesNoField(), "A road or, over water, a bridge leads through it.")
    ] = False
    road_sides: Annotated[
        tuple[int, ...],
        FieldDescription(
            ListField(HexsideField, most=HEXSIDES, noun="hexsides", are_different=True),
            "Hexsides through which the road leads; where none is named, to every neighbor with a road or pavement.",
        ),
    ] = ()
    ground: Annotated[str, FieldDescription(WordField(GROUNDS), "What else the ground is.")] = "clear"
    building: Annotated[
        HexBuilding | None, FieldDescription(RecordField(HexBuilding), "The building in it.")
    ] = None


NamedHexes: TypeAlias = tuple[tuple[str, HexContents], ...]
"""What lies in hexes, by their names."""
NEEDS_WATER: Final = ("rapids", "torrent")
"""Ground that is moving water."""
APART: Final = (
    ("building", "woods"), ("building", "water"), ("building", "rubble"), ("water", "rough"), ("water", "rubble"),
    ("water", "pavement"), ("woods", "pavement"), ("rough", "pavement"),
    *(("water", ground) for ground in ("swamp", "mud", "snow", "thin-snow", "sand", "fields", "industrial")),
    *(("pavement", ground) for ground in ("swamp", "mud", "sand", "fields")),
)  # fmt: skip
"""What cannot be in one hex together; a board that has both keeps the first."""


def has_feature(contents: HexContents, feature: str) -> bool:
    """Is this in a hex? A word of its own, or what else its ground is.

    >>> has_feature(HexContents(water=0), "water"), has_feature(HexContents(ground="mud"), "mud")
    (True, True)
    """
    if feature in GROUNDS:
        return contents.ground == feature
    held = getattr(contents, feature)
    return held is not None and held is not False and held != "none"


@dataclass(frozen=True, slots=True)
class HexMovement:
    """How a unit moved this turn."""

    mode: Annotated[
        str, FieldDescription(WordField(MODES), "How it moved; run means flank for vehicles.")
    ] = "stand"
    hexes: Annotated[int, FieldDescription(WholeField(0, MOST_HEXES_MOVED), "Hexes it entered.")] = 0
    skidded: Annotated[bool, FieldDescription(YesNoField(), "It skidded.")] = False
    dropped: Annotated[bool, FieldDescription(YesNoField(), "It came by a combat drop.")] = False
    stuck: Annotated[bool, FieldDescription(YesNoField(), "It is bogged down.")] = False


@dataclass(frozen=True, slots=True)
class PlacedUnit:
    """A unit in a hex: where it stands, how it faces, how it moved."""

    hex: Annotated[str, FieldDescription(TextField(4, shortest=4), "Column and row, two digits each.")]
    unit: Annotated[ClassicUnit, FieldDescription(RecordField(ClassicUnit), "The unit.")] = _WHOLE_MECH
    facing: Annotated[
        int, FieldDescription(HexsideField, "The hexside it faces: 0 is up the map, then clockwise.")
    ] = 0
    twist: Annotated[
        int,
        FieldDescription(
            WholeField(-2, 3), "Hexsides that its torso or turret is turned, clockwise; a torso turns by one."
        ),
    ] = 0
    elevation: Annotated[
        int,
        FieldDescription(
            WholeField(-MOST_DEPTH, MOST_LEVELS),
            "Levels above the ground: the level in a building, whose levels are the roof; how high it flies.",
        ),
    ] = 0
    flipped: Annotated[bool, FieldDescription(YesNoField(), "Its arms are flipped to the rear.")] = False
    moved: Annotated[HexMovement, FieldDescription(RecordField(HexMovement), "How it moved this turn.")] = (
        HexMovement()
    )
