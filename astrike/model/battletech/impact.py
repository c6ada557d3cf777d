"""What is asked about an impact, and what is answered? Falls, skids, charges, pushes, collapses, buildings."""

from typing import Annotated, Final

from astrike.dataclass import dataclass
from astrike.model.battletech.answers import CardAnswer, DueRoll
from astrike.model.battletech.rolls import (
    BUILDINGS,
    ExtrasMember,
    RollQuestion,
    TerrainMember,
    WoundsMember,
)
from astrike.model.battletech.settings import EditionMember, OptionsMember
from astrike.model.battletech.unit import ClassicUnit
from astrike.model.explain import Citation, Modifier
from astrike.model.question_schema import (
    FieldDescription,
    ListField,
    NestedListField,
    OnlyWith,
    RecordField,
    WholeField,
    WordField,
    YesNoField,
)

IMPACT_KINDS: Final = ("fall", "skid", "charge", "dfa", "push", "collapse", "drop", "enter", "basement")
ATTACKS: Final = ("charge", "dfa", "push")
MOVED_BY: Final = ("stand", "walk", "run", "jump")
OUTCOMES: Final = ("open", "hit", "missed")
FALLS: Final = ("plain", "landing", "submerged", "missed-dfa")
OBSTACLES: Final = ("nothing", "unit", "building", "rise", "drop", "water", "edge")
TARGETS: Final = ("unit", "building", "hill")
TROOPS: Final = ("foot", "motorized", "jump", "mechanized")
SIDES: Final = ("front", "left", "right", "rear")
MOST_LEVELS: Final = 50
MOST_HEXES: Final = 99
MOST_CF: Final = 150
MOST_IN_THE_WAY: Final = 50
MOST_GROUPS: Final = 2_000
DIE: Final = WholeField(1, 6)
_UNIT: Final = RecordField(ClassicUnit)
_ON_ITS_FEET: Final = ClassicUnit()


@dataclass(frozen=True, slots=True)
class ImpactMovement:
    """How a unit moved this turn."""

    mode: Annotated[str, FieldDescription(WordField(MOVED_BY), "How it moved.")] = "stand"
    hexes: Annotated[int, FieldDescription(WholeField(0, MOST_HEXES), "Hexes it moved.")] = 0


@dataclass(frozen=True, slots=True)
class SkidHex:
    """One hex along a skid, and what is in the way there."""

    what: Annotated[str, FieldDescription(WordField(OBSTACLES), "What is there.")] = "nothing"
    unit: Annotated[
        ClassicUnit | None, FieldDescription(_UNIT, "The unit there, also in the building or below the drop.")
    ] = None
    moved: Annotated[
        ImpactMovement, FieldDescription(RecordField(ImpactMovement), "How that unit moved this turn.")
    ] = ImpactMovement()
    building: Annotated[
        str, FieldDescription(WordField(BUILDINGS), "Class of the building, for its MP cost.")
    ] = "medium"
    cf: Annotated[int, FieldDescription(WholeField(0, MOST_CF), "CF of the building.")] = 0
    levels: Annotated[
        int,
        FieldDescription(WholeField(0, MOST_LEVELS), "Levels down into this hex, of a drop or into water."),
    ] = 0
    depth: Annotated[int, FieldDescription(WholeField(0, MOST_LEVELS), "Depth of the water.")] = 0
    outcome: Annotated[
        str,
        FieldDescription(
            WordField(OUTCOMES), "Whether the collision hit; open: the dice say so, else it hit."
        ),
    ] = "open"
    dice: Annotated[
        tuple[int, ...],
        FieldDescription(
            ListField(WholeField(1, 6), most=2, noun="dice"), "Two dice to hit in the collision."
        ),
    ] = ()
    cleared: Annotated[
        bool,
        FieldDescription(YesNoField(), "The unit was moved away or destroyed, so that the skid goes on."),
    ] = False


@dataclass(frozen=True, slots=True)
class ImpactDice:
    """Dice as they fell; where one is missing the answer says what it is for."""

    facing: Annotated[int | None, FieldDescription(DIE, "Facing after the fall.")] = None
    facings: Annotated[
        tuple[int, ...],
        FieldDescription(
            ListField(DIE, most=MOST_GROUPS, noun="dice"), "Facing for each group, where a vehicle falls."
        ),
    ] = ()
    locations: Annotated[
        tuple[tuple[int, ...], ...],
        FieldDescription(
            NestedListField(
                ListField(DIE, most=2, noun="dice", fewest=1), most=MOST_GROUPS, noun="hit locations"
            ),
            "Hit locations of the groups in their order: two dice each, one for punch and kick locations.",
        ),
    ] = ()
    to_hit: Annotated[
        tuple[int, ...], FieldDescription(ListField(DIE, most=2, noun="dice"), "Two dice to hit.")
    ] = ()
    basement: Annotated[
        tuple[int, ...], FieldDescription(ListField(DIE, most=2, noun="dice"), "Two dice for the basement.")
    ] = ()
    motives: Annotated[
        tuple[tuple[int, ...], ...],
        FieldDescription(
            NestedListField(
                ListField(DIE, most=2, noun="dice", fewest=2), most=MOST_GROUPS, noun="motive rolls"
            ),
            "Two dice for each motive roll of a vehicle, once all locations are known.",
        ),
    ] = ()
    troopers: Annotated[
        tuple[int, ...],
        FieldDescription(
            ListField(DIE, most=3, noun="dice"), "Dice for the troopers of a platoon that falls."
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class ImpactQuestion:
    """What hits what, and how."""

    kind: Annotated[str, FieldDescription(WordField(IMPACT_KINDS), "What happens.")]
    attacker: Annotated[
        ClassicUnit, FieldDescription(_UNIT, "The unit that falls, skids, attacks, or is in the building.")
    ] = _ON_ITS_FEET
    target: Annotated[
        ClassicUnit | None, FieldDescription(_UNIT, "The unit hit or fallen on; the load that is dropped.")
    ] = None
    into: Annotated[str, FieldDescription(WordField(TARGETS), "What is charged.")] = "unit"
    levels: Annotated[
        int,
        FieldDescription(
            WholeField(-MOST_LEVELS, MOST_LEVELS),
            "Levels fallen; of a charge or jump the target's level less the attacker's; in a collapse the levels"
            " above the unit.",
        ),
    ] = 0
    hexes: Annotated[
        int,
        FieldDescription(
            WholeField(0, MOST_HEXES),
            "Hexes moved in a charge, without the target's, or jumped; hexes skidded, where they are known.",
        ),
    ] = 0
    not_counted: Annotated[
        int, FieldDescription(WholeField(0, MOST_HEXES), "Of these, hexes before the last reversal or fall.")
    ] = 0
    moved_before: Annotated[
        int, FieldDescription(WholeField(0, MOST_HEXES), "Hexes moved before the turn that led to the skid.")
    ] = 0
    moved: Annotated[
        ImpactMovement, FieldDescription(RecordField(ImpactMovement), "How the attacker moved.")
    ] = ImpactMovement("run")
    target_moved: Annotated[
        ImpactMovement, FieldDescription(RecordField(ImpactMovement), "How the target moved.")
    ] = ImpactMovement()
    how: Annotated[
        str,
        FieldDescription(
            WordField(FALLS),
            "The fall: plain, on landing after a jump, under water, or from a missed jump attack.",
        ),
    ] = "plain"
    water: Annotated[
        int,
        FieldDescription(
            WholeField(0, MOST_LEVELS), "Depth of the water that a unit falls or is moved into."
        ),
    ] = 0
    modifier: Annotated[
        int,
        FieldDescription(
            WholeField(-10, 10), "Modifier of the roll whose failure led to the fall; it stays for the pilot."
        ),
    ] = 0
    terrain: TerrainMember = "clear"
    troops: Annotated[
        str, FieldDescription(WordField(TROOPS), "The kind of platoon, where infantry falls.")
    ] = "foot"
    wounds: WoundsMember = 0
    extras: ExtrasMember = ()
    target_water: Annotated[
        int, FieldDescription(WholeField(0, MOST_LEVELS), "Depth of the water that the target stands in.")
    ] = 0
    cf: Annotated[
        int, FieldDescription(WholeField(0, MOST_CF), "CF of the building, as the phase began.")
    ] = 0
    loads: Annotated[
        tuple[int, ...],
        FieldDescription(
            ListField(WholeField(1, 100_000), most=20, noun="units"), "Tons of the other units on the level."
        ),
    ] = ()
    storey: Annotated[
        int, FieldDescription(WholeField(0, MOST_LEVELS), "Levels above the ground inside a building.")
    ] = 0
    roof: Annotated[bool, FieldDescription(YesNoField(), "It stands on the roof.")] = False
    woods: Annotated[int, FieldDescription(WholeField(0, 4), "Points of woods and smoke at the target.")] = 0
    spotting: Annotated[bool, FieldDescription(YesNoField(), "The attacker spots this turn.")] = False
    ahead: Annotated[
        bool, FieldDescription(YesNoField(), "The target is straight ahead in the next hex.")
    ] = True
    fell: Annotated[bool, FieldDescription(YesNoField(), "The attacker fell in the weapon phase.")] = False
    outcome: Annotated[
        str,
        FieldDescription(WordField(OUTCOMES), "Whether the attack hit; open: the dice say so, else it hit."),
    ] = "open"
    weak_legs: Annotated[bool, FieldDescription(YesNoField(), "The attacker has the quirk of weak legs.")] = (
        False
    )
    attacker_lost: Annotated[
        bool, FieldDescription(YesNoField(), "The attacker does not survive the attack.")
    ] = False
    target_lost: Annotated[
        bool, FieldDescription(YesNoField(), "The target is destroyed, before a jump attack lands or by it.")
    ] = False
    side: Annotated[str, FieldDescription(WordField(SIDES), "The side on which the target is hit.")] = "front"
    facing: Annotated[int, FieldDescription(WholeField(0, 5), "Facing before the fall, clockwise.")] = 0
    direction: Annotated[
        int, FieldDescription(WholeField(0, 5), "Hexside toward which it skids, charges or pushes.")
    ] = 0
    barred: Annotated[
        tuple[int, ...],
        FieldDescription(
            ListField(WholeField(0, 5), most=6, noun="hexsides", are_different=True),
            "Hexsides through which the target cannot be moved.",
        ),
    ] = ()
    drop: Annotated[
        int,
        FieldDescription(
            WholeField(-MOST_LEVELS, MOST_LEVELS), "Levels down into the hex the target is moved to."
        ),
    ] = 0
    path: Annotated[
        tuple[SkidHex, ...],
        FieldDescription(
            NestedListField(RecordField(SkidHex), most=MOST_IN_THE_WAY, noun="hexes"),
            "The hexes along a skid in their order; further ones have nothing in the way.",
            only_with=OnlyWith("kind", frozenset({"skid"})),
        ),
    ] = ()
    dice: Annotated[ImpactDice, FieldDescription(RecordField(ImpactDice), "Dice as they fell.")] = (
        ImpactDice()
    )
    edition: EditionMember = None
    options: OptionsMember = None


@dataclass(frozen=True, slots=True)
class ImpactHit:
    """One group of damage, and where it lands as far as the dice say."""

    points: int
    dice: tuple[int, ...]
    """Empty where they are still to be rolled."""
    column: str | None
    location: str | None
    is_rear: bool
    """It is taken off the armor of the rear."""
    is_critical: bool
    """The part struck takes a critical chance."""
    is_motive: bool = False
    """A motive roll is due."""


@dataclass(frozen=True, slots=True)
class ImpactMotive:
    """A motive roll of a vehicle, and what comes of it as far as the dice say."""

    to: str
    dice: tuple[int, ...]
    """Empty where they are still to be rolled."""
    modifiers: tuple[Modifier, ...]
    total: int | None
    key: str | None
    label: str | None
    cite: Citation
    driving: int = 0
    """Added to its driving rolls, each of the three levels once."""
    cruise: int = 0
    is_halved: bool = False
    is_immobile: bool = False


@dataclass(frozen=True, slots=True)
class ImpactDamage:
    """One lot of damage: to whom, how much and in which groups, which are rolled for apart."""

    to: str
    unit_kind: str
    cause: str
    label: str
    total: int
    groups: tuple[int, ...]
    table: str
    column: str | None
    """The side that is hit; None where a die or a direction is still needed."""
    ledger: tuple[Modifier, ...]
    cite: Citation
    hits: tuple[ImpactHit, ...] = ()
    has_turret: bool = True


@dataclass(frozen=True, slots=True)
class ImpactToHit:
    """The number that the attack needs."""

    target: int
    odds: float
    modifiers: tuple[Modifier, ...]
    outcome: str


@dataclass(frozen=True, slots=True)
class ImpactRelocation:
    """Who ends where after it."""

    to: str
    key: str
    label: str
    cite: Citation
    hexsides: tuple[tuple[int, ...], ...] = ()
    """Hexsides to move through, those to be tried first in front; of several the owner picks."""


@dataclass(frozen=True, slots=True)
class NeededOdds:
    """One result of dice, and how likely it is."""

    result: str
    probability: float


@dataclass(frozen=True, slots=True)
class NeededDice:
    """Dice that are still to be rolled, and what comes of each result."""

    dice: int
    key: str
    number: int
    """Which of several, from 1."""
    odds: tuple[NeededOdds, ...]


@dataclass(frozen=True, slots=True)
class FacingAfterFall:
    """How the unit faces after the fall."""

    die: int
    label: str
    turn: int
    facing: int
    column: str
    cite: Citation


@dataclass(frozen=True, slots=True)
class ImpactRoll:
    """A piloting roll that follows, whose it is, and what it answers."""

    to: str
    asked: RollQuestion
    """What the roll is the answer to."""
    roll: DueRoll


@dataclass(frozen=True, slots=True)
class ImpactAnswer(CardAnswer):
    """What an impact does."""

    kind: str
    damage: tuple[ImpactDamage, ...]
    to_hit: ImpactToHit | None
    rolls: tuple[ImpactRoll, ...]
    moves: tuple[ImpactRelocation, ...]
    facing: FacingAfterFall | None
    needs: tuple[NeededDice, ...]
    motives: tuple[ImpactMotive, ...]
    """Motive rolls of vehicles, those of hits in front."""
    shooting: tuple[Modifier, ...]
    """What changes for shooting in this turn."""
    hexes_left: int
    """Hexes of a skid not used up."""
    hexes_reached: int
    """Stated hexes of a skid that it came to; further ones do not matter."""
