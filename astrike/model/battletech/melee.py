"""What is asked about a punch, a kick, a club or a physical weapon, and what is answered?"""

from typing import Annotated, Final

from astrike.dataclass import dataclass
from astrike.model.battletech.answers import CardAnswer
from astrike.model.battletech.impact import ImpactMovement
from astrike.model.battletech.settings import EditionMember, OptionsMember
from astrike.model.battletech.unit import ClassicUnit
from astrike.model.explain import Modifier
from astrike.model.question_schema import (
    FieldDescription,
    ListField,
    RecordField,
    WholeField,
    WordField,
    YesNoField,
)

ATTACKS: Final = (
    "punch", "claw", "kick", "thrash", "club", "hatchet", "sword", "mace", "lance", "flail", "retractable-blade",
    "vibroblade-small", "vibroblade-medium", "vibroblade-large", "vibroblade-small.off", "vibroblade-medium.off",
    "vibroblade-large.off", "chain-whip", "chainsaw", "dual-saw", "backhoe", "rock-cutter", "wrecking-ball",
    "pile-driver", "mining-drill",
)  # fmt: skip
LIMBS: Final = (
    "left-arm", "right-arm", "left-leg", "right-leg", "front-left-leg", "front-right-leg", "rear-left-leg",
    "rear-right-leg",
)  # fmt: skip
AIMED: Final = ("full", "punch", "kick")
INTO: Final = ("unit", "building")
_UNIT: Final = RecordField(ClassicUnit)
_STANDS: Final = ClassicUnit()
_STOOD: Final = ImpactMovement()


@dataclass(frozen=True, slots=True)
class MeleeQuestion:
    """Who strikes whom, with what, and what is in the way."""

    attack: Annotated[str, FieldDescription(WordField(ATTACKS), "The kind of attack.")]
    limb: Annotated[
        str, FieldDescription(WordField(LIMBS), "The arm or leg it is made with; of a club the first arm.")
    ] = "right-arm"
    attacker: Annotated[ClassicUnit, FieldDescription(_UNIT, "The 'Mech that attacks.")] = _STANDS
    target: Annotated[ClassicUnit, FieldDescription(_UNIT, "The unit attacked.")] = _STANDS
    into: Annotated[str, FieldDescription(WordField(INTO), "What is attacked.")] = "unit"
    levels: Annotated[
        int, FieldDescription(WholeField(-50, 50), "The target's level less the attacker's.")
    ] = 0
    moved: Annotated[
        ImpactMovement, FieldDescription(RecordField(ImpactMovement), "How the attacker moved.")
    ] = _STOOD
    target_moved: Annotated[
        ImpactMovement, FieldDescription(RecordField(ImpactMovement), "How the target moved.")
    ] = _STOOD
    woods: Annotated[int, FieldDescription(WholeField(0, 4), "Points of woods and smoke at the target.")] = 0
    water: Annotated[
        int, FieldDescription(WholeField(0, 50), "Depth of the water that the target stands in.")
    ] = 0
    limb_under_water: Annotated[bool, FieldDescription(YesNoField(), "The limb is under water.")] = False
    spotting: Annotated[bool, FieldDescription(YesNoField(), "The attacker spots this turn.")] = False
    next_to: Annotated[bool, FieldDescription(YesNoField(), "The target is in the next hex.")] = True
    same_hex: Annotated[
        bool, FieldDescription(YesNoField(), "Both are in the same hex, in place of the next one.")
    ] = False
    in_arc: Annotated[bool, FieldDescription(YesNoField(), "The target is in the arc of the limb.")] = True
    flipped: Annotated[bool, FieldDescription(YesNoField(), "The arms are flipped.")] = False
    fired: Annotated[
        tuple[str, ...],
        FieldDescription(
            ListField(WordField(LIMBS), most=4, noun="limbs", are_different=True),
            "Limbs whose weapons fired this turn.",
        ),
    ] = ()
    slot_hit: Annotated[bool, FieldDescription(YesNoField(), "The weapon is destroyed.")] = False
    target_jumps: Annotated[bool, FieldDescription(YesNoField(), "The target makes a death from above.")] = (
        False
    )
    inside: Annotated[
        bool,
        FieldDescription(YesNoField(), "The target is inside a building and the attacker is not."),
    ] = False
    ejected: Annotated[bool, FieldDescription(YesNoField(), "The target is an ejected warrior.")] = False
    myomer: Annotated[bool, FieldDescription(YesNoField(), "The attacker has triple-strength myomer.")] = (
        False
    )
    overhead_arms: Annotated[bool, FieldDescription(YesNoField(), "Quirk: overhead arms.")] = False
    mule: Annotated[bool, FieldDescription(YesNoField(), "A quad kicks to the rear.")] = False
    aimed: Annotated[
        str, FieldDescription(WordField(AIMED), "The table that a club or weapon is aimed at.")
    ] = "full"
    edition: EditionMember = None
    options: OptionsMember = None


@dataclass(frozen=True, slots=True)
class MeleeFollow:
    """What follows the attack, of whom."""

    key: str
    label: str
    to: str
    event: str
    """The event that a piloting roll is due for; empty where there is none."""


@dataclass(frozen=True, slots=True)
class MeleeAnswer(CardAnswer):
    """What a physical attack needs and does."""

    target: int | None
    """Number on 2D6; None where it hits without a roll, or is refused."""
    odds: float
    modifiers: tuple[Modifier, ...]
    damage: int
    ledger: tuple[Modifier, ...]
    table: str
    """The hit location table; empty where there is none."""
    hit: tuple[MeleeFollow, ...]
    missed: tuple[MeleeFollow, ...]
