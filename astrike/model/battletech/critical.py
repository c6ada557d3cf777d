"""What is asked about critical hits: the sheet as far as it is known, the location that was hit, and the dice?

Dice are part of the question. What is left out of the sheet is as on a standard one.
"""

from typing import Annotated, Final

from astrike.dataclass import dataclass
from astrike.model.battletech.settings import EditionMember, OptionsMember
from astrike.model.battletech.unit import ARMORS, COCKPITS, GYROS, MECHS, MOST_MP, STRUCTURES, WORST_SKILL
from astrike.model.question_schema import (
    FieldDescription,
    ListField,
    NamedRecordsField,
    NestedListField,
    NothingOrField,
    RecordField,
    TextField,
    WholeField,
    WordField,
    YesNoField,
)

LOCATIONS: Final = (
    "head", "center-torso", "left-torso", "right-torso", "left-arm", "right-arm", "left-leg", "right-leg",
    "front-left-leg", "front-right-leg", "rear-left-leg", "rear-right-leg",
)  # fmt: skip
COMPONENTS: Final = (
    "weapon", "equipment", "ammo", "explosive-weapon", "heat-sink", "double-heat-sink", "jump-jet", "engine", "gyro",
    "sensors", "life-support", "cockpit", "shoulder", "upper-arm", "lower-arm", "hand", "hip", "upper-leg", "lower-leg",
    "foot", "partial-wing", "coolant-pod", "case", "filler",
)  # fmt: skip
"""What an item can be; which engine, gyro or sensors they are, the sheet says."""
ENGINES: Final = (
    "standard", "light", "xl", "xl-clan", "xxl", "xxl-clan", "compact", "combustion", "fuel-cell", "fission",
)  # fmt: skip
CASES: Final = ("none", "case", "case-ii")
CAUSES: Final = ("structure", "through-armor", "weak-legs", "supercharger", "masc")
MOST_SLOTS: Final = 12
UPPER: Final = 6
"""Slots of the upper half, and of a location without halves."""
MOST_DICE: Final = 200
MOST_ITEMS: Final = 100
MOST_POINTS: Final = 10_000
MOST_WOUNDS: Final = 6
LONGEST_NAME: Final = 60
LIGHTEST, HEAVIEST = 20, 100
_SLOT_LIST: Final = ListField(WholeField(1, MOST_SLOTS), most=MOST_SLOTS, noun="slots", are_different=True)
_WHETHER: Final = YesNoField()


@dataclass(frozen=True, slots=True)
class SheetLocation:
    """One location of a record sheet."""

    slots: Annotated[
        tuple[str | None, ...] | None,
        FieldDescription(
            NestedListField(NothingOrField(TextField(LONGEST_NAME)), most=MOST_SLOTS, noun="slots"),
            "Name of the item in each slot, from the first on; null where it is empty. Left out: the standard layout.",
        ),
    ] = None
    armor: Annotated[int, FieldDescription(WholeField(0, 200), "Armor left in front.")] = 0
    rear_armor: Annotated[int, FieldDescription(WholeField(0, 200), "Armor left in the rear.")] = 0
    full_armor: Annotated[
        int | None, FieldDescription(WholeField(0, 200), "Armor as built; left out: the most it can have.")
    ] = None
    structure: Annotated[
        int | None,
        FieldDescription(WholeField(0, 200), "Internal structure left; left out: that of its tonnage."),
    ] = None
    case: Annotated[str, FieldDescription(WordField(CASES), "Its CASE.")] = "none"
    destroyed: Annotated[bool, FieldDescription(_WHETHER, "It is destroyed.")] = False
    blown_off: Annotated[bool, FieldDescription(_WHETHER, "It is blown off.")] = False
    flooded: Annotated[
        bool, FieldDescription(_WHETHER, "It was flooded: what is in it stays out, also back on land.")
    ] = False
    hit: Annotated[
        tuple[int, ...],
        FieldDescription(
            _SLOT_LIST, "Slots hit in earlier phases, in the order of the hits; counted from 1."
        ),
    ] = ()
    hit_this_phase: Annotated[
        tuple[int, ...], FieldDescription(_SLOT_LIST, "Slots hit in this phase, in the order of the hits.")
    ] = ()
    spared: Annotated[
        tuple[int, ...],
        FieldDescription(_SLOT_LIST, "Slots whose component armor has taken its hit; they stay open."),
    ] = ()


@dataclass(frozen=True, slots=True)
class SheetItem:
    """What is known of an item beside its name; what is left out is guessed from the name."""

    kind: Annotated[str | None, FieldDescription(WordField(COMPONENTS), "What it is.")] = None
    slots: Annotated[
        int | None, FieldDescription(WholeField(1, 24), "Slots of one, where several stand in a row.")
    ] = None
    shots: Annotated[int | None, FieldDescription(WholeField(0, 1000), "Shots left in a slot.")] = None
    damage: Annotated[int | None, FieldDescription(WholeField(0, 100), "Damage of a shot or missile.")] = None
    missiles: Annotated[int | None, FieldDescription(WholeField(1, 60), "Missiles of a shot.")] = None
    points: Annotated[
        int | None,
        FieldDescription(
            WholeField(0, MOST_POINTS), "Points of its explosion, where it is not shots times damage."
        ),
    ] = None
    armored: Annotated[bool, FieldDescription(_WHETHER, "It has component armor.")] = False
    hittable: Annotated[bool, FieldDescription(_WHETHER, "Its slots can be hit.")] = True
    used: Annotated[bool, FieldDescription(_WHETHER, "It is used up: a coolant pod, say.")] = False


@dataclass(frozen=True, slots=True)
class RecordSheet:
    """A record sheet as far as it is known. Locations that are not named are standard and whole."""

    kind: Annotated[str, FieldDescription(WordField(MECHS), "Biped or quad.")] = "biped"
    layout: Annotated[
        str | None,
        FieldDescription(
            WordField(("standard",)),
            "standard: what a standard sheet has stands where the slots of a location say nothing.",
        ),
    ] = None
    locations: Annotated[
        tuple[tuple[str, SheetLocation], ...],
        FieldDescription(
            NamedRecordsField(RecordField(SheetLocation), most=len(LOCATIONS), noun="locations"),
            "What is known of locations, by name.",
        ),
    ] = ()
    items: Annotated[
        tuple[tuple[str, SheetItem], ...],
        FieldDescription(
            NamedRecordsField(
                RecordField(SheetItem), most=MOST_ITEMS, noun="items", longest_name=LONGEST_NAME
            ),
            "What is known of items, by the name that stands in the slots.",
        ),
    ] = ()
    tons: Annotated[int, FieldDescription(WholeField(LIGHTEST, HEAVIEST), "Its tonnage.")] = 55
    piloting: Annotated[int, FieldDescription(WholeField(0, WORST_SKILL), "Piloting skill.")] = 5
    walk: Annotated[int, FieldDescription(WholeField(0, MOST_MP), "Walking MP as built.")] = 5
    jump: Annotated[int, FieldDescription(WholeField(0, MOST_MP), "Jumping MP as built.")] = 0
    dissipation: Annotated[
        int | None, FieldDescription(WholeField(0, 200), "Heat dissipation as built, where it is known.")
    ] = None
    wing: Annotated[int, FieldDescription(WholeField(0, 3), "Jump bonus of a partial wing.")] = 0
    engine: Annotated[str, FieldDescription(WordField(ENGINES), "Its engine.")] = "standard"
    gyro: Annotated[str, FieldDescription(WordField(GYROS), "Its gyro.")] = "standard"
    cockpit: Annotated[str, FieldDescription(WordField(COCKPITS), "Its cockpit.")] = "standard"
    industrial: Annotated[bool, FieldDescription(_WHETHER, "It is an IndustrialMech.")] = False
    armor: Annotated[str, FieldDescription(WordField(ARMORS), "Its armor.")] = "standard"
    structure: Annotated[str, FieldDescription(WordField(STRUCTURES), "Its internal structure.")] = "standard"
    prone: Annotated[bool, FieldDescription(_WHETHER, "It lies on the ground.")] = False
    wounds: Annotated[int, FieldDescription(WholeField(0, MOST_WOUNDS), "Damage of the pilot.")] = 0
    phase: Annotated[
        int,
        FieldDescription(
            WholeField(0, 100_000),
            "The phase in which `hit_this_phase` was hit; in a later one these are hits of an earlier phase.",
        ),
    ] = 0


@dataclass(frozen=True, slots=True)
class CriticalCircumstances:
    """How the roll for critical hits came about."""

    cause: Annotated[
        str,
        FieldDescription(
            WordField(CAUSES), "Damage to the structure, a hit through armor, or a failed system."
        ),
    ] = "structure"
    damage: Annotated[
        int | None, FieldDescription(WholeField(0, MOST_POINTS), "Points that the hit dealt.")
    ] = None
    armor_piercing: Annotated[
        int, FieldDescription(WholeField(-6, 6), "What armor-piercing ammunition adds to the roll.")
    ] = 0
    moved_on: Annotated[
        bool, FieldDescription(_WHETHER, "The damage moved on from another location to this one's armor.")
    ] = False
    rear: Annotated[bool, FieldDescription(_WHETHER, "It was hit from behind.")] = False
    auto_eject: Annotated[bool, FieldDescription(_WHETHER, "The pilot ejects before an explosion.")] = False


@dataclass(frozen=True, slots=True)
class CriticalQuestion:
    """A location was hit: which slots, and what stops working?"""

    location: Annotated[str, FieldDescription(WordField(LOCATIONS), "The location that was hit.")]
    sheet: Annotated[RecordSheet, FieldDescription(RecordField(RecordSheet), "The sheet before.")] = (
        RecordSheet()
    )
    number: Annotated[
        int | None,
        FieldDescription(
            WholeField(0, 3), "How many critical hits; left out: the first dice are the roll for them."
        ),
    ] = None
    dice: Annotated[
        tuple[tuple[int, ...], ...],
        FieldDescription(
            NestedListField(
                ListField(WholeField(1, 12), most=2, noun="dice", fewest=1), most=MOST_DICE, noun="throws"
            ),
            "The throws in the order in which they were asked for, each a list of its dice; "
            "2D6 that are added up may be one number.",
        ),
    ] = ()
    phase: Annotated[int, FieldDescription(WholeField(1, 100_000), "Number of the phase, counted up.")] = 1
    modifiers: Annotated[
        CriticalCircumstances,
        FieldDescription(RecordField(CriticalCircumstances), "How the roll came about."),
    ] = CriticalCircumstances()
    edition: EditionMember = None
    options: OptionsMember = None
