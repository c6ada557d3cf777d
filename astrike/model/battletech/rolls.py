"""What is asked about piloting and driving rolls, and what is answered?"""

from typing import Annotated, Final

from astrike.dataclass import dataclass
from astrike.model.battletech.answers import CardAnswer, DueRoll
from astrike.model.battletech.settings import EditionMember, OptionsMember
from astrike.model.battletech.unit import BIPED_LEGS, LEG_ACTUATORS, QUAD_LEGS, ClassicUnit
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

EVENTS: Final = (
    "damage", "gyro-hit", "leg-hit", "hip-hit", "leg-gone", "shutdown",
    "kicked", "pushed", "counter-push", "missed-kick", "missed-mace", "charge", "missed-charge", "dfa", "missed-dfa",
    "stand", "careful-stand", "run-damaged", "jump-damaged", "side-step", "dislodge",
    "water", "rubble", "building", "skid", "sideslip", "heavy-woods",
    "swamp", "mud", "snow", "ice", "reckless", "break-free", "rotor-engine",
    "fall-pilot", "head-hit", "ammo-explosion", "pilot-hit", "life-support", "wake",
)  # fmt: skip
"""What can happen to a unit; the rulebook says which of it asks for a roll."""
ROLES: Final = ("attacker", "target")
ENTRIES: Final = ("walk", "jump")
MODES: Final = ("stand", "walk", "run", "jump", "charge", "dfa")
TERRAINS: Final = (
    "clear", "pavement", "woods", "swamp", "mud", "snow", "ice", "rapids", "torrent", "sand", "tundra", "magma-crust",
    "magma", "industrial", "light-jungle", "heavy-jungle", "ultra-jungle",
)  # fmt: skip
BUILDINGS: Final = ("light", "medium", "heavy", "hardened")
EXTRAS: Final = (
    "modular-armor", "industrial-myomer", "actuator-enhancement", "cramped-cockpit", "hard-to-pilot", "easy-to-pilot",
    "unbalanced", "driver-hit", "commander-hit", "motive-1", "motive-2", "motive-3",
)  # fmt: skip
MOST_EVENTS: Final = 20
MOST_WOUNDS: Final = 5
"""With one more the pilot is dead."""
MOST_HEXES: Final = 60
MOST_LEVELS: Final = 30
MOST_POINTS: Final = 1000


def _with(*events: str) -> OnlyWith:
    return OnlyWith("event", frozenset(events))


@dataclass(frozen=True, slots=True)
class RollEvent:
    """One thing that happened, or that the unit tries."""

    event: Annotated[str, FieldDescription(WordField(EVENTS), "What happened.")]
    points: Annotated[
        int,
        FieldDescription(
            WholeField(0, MOST_POINTS),
            "Damage really taken this phase, or points to the pilot.",
            only_with=_with("damage", "pilot-hit"),
        ),
    ] = 0
    structure_points: Annotated[
        int,
        FieldDescription(
            WholeField(0, MOST_POINTS), "Those of the points that structure took.", only_with=_with("damage")
        ),
    ] = 0
    leg: Annotated[
        str | None,
        FieldDescription(
            WordField(BIPED_LEGS + QUAD_LEGS),
            "Which leg; one that is whole where none is named.",
            only_with=_with("leg-hit", "hip-hit", "leg-gone"),
        ),
    ] = None
    part: Annotated[
        str, FieldDescription(WordField(LEG_ACTUATORS), "Which actuator.", only_with=_with("leg-hit"))
    ] = "foot"
    role: Annotated[
        str,
        FieldDescription(
            WordField(ROLES), "Which side of the attack it was.", only_with=_with("charge", "dfa")
        ),
    ] = "target"
    by: Annotated[
        str,
        FieldDescription(
            WordField(ENTRIES),
            "How it came into the hex.",
            only_with=_with("water", "rubble", "swamp", "mud", "snow", "ice", "reckless"),
        ),
    ] = "walk"
    depth: Annotated[
        int,
        FieldDescription(
            WholeField(0, MOST_LEVELS), "Depth of the water that it enters.", only_with=_with("water")
        ),
    ] = 0
    from_depth: Annotated[
        int,
        FieldDescription(WholeField(0, MOST_LEVELS), "Depth of the hex it leaves.", only_with=_with("water")),
    ] = 0
    hexes: Annotated[
        int | None,
        FieldDescription(
            WholeField(0, MOST_HEXES),
            "Hexes moved before this; those of `moved` where left out.",
            only_with=_with("skid", "sideslip", "building"),
        ),
    ] = None
    building: Annotated[
        str, FieldDescription(WordField(BUILDINGS), "Class of the building.", only_with=_with("building"))
    ] = "medium"
    cf: Annotated[
        int | None,
        FieldDescription(
            WholeField(1, MOST_POINTS),
            "Its CF; that of its class where left out.",
            only_with=_with("building"),
        ),
    ] = None
    levels: Annotated[
        int, FieldDescription(WholeField(0, MOST_LEVELS), "Levels that it falls, or would fall on a failure.")
    ] = 0
    hits: Annotated[
        int, FieldDescription(WholeField(1, 6), "How many hits on the head.", only_with=_with("head-hit"))
    ] = 1
    modifier: Annotated[
        int,
        FieldDescription(
            WholeField(-10, 10),
            "Modifier of the failed roll, which stays for the pilot.",
            only_with=_with("fall-pilot"),
        ),
    ] = 0
    voluntary: Annotated[
        bool, FieldDescription(YesNoField(), "The player chose to shut down.", only_with=_with("shutdown"))
    ] = False
    reckless: Annotated[
        bool,
        FieldDescription(
            YesNoField(),
            "It pays no extra MP and rolls instead.",
            only_with=_with("rubble", "swamp", "mud", "snow", "ice"),
        ),
    ] = False
    on_purpose: Annotated[bool, FieldDescription(YesNoField(), "The player wants the roll to fail.")] = False


@dataclass(frozen=True, slots=True)
class MovedBefore:
    """How a unit moved this turn."""

    mode: Annotated[
        str | None,
        FieldDescription(
            WordField(MODES),
            "Its movement, or the attack that it makes; where left out, walking, or what the events need.",
        ),
    ] = None
    hexes: Annotated[int, FieldDescription(WholeField(0, MOST_HEXES), "Hexes entered so far.")] = 0


WHOLE_UNIT: Final = ClassicUnit()
WALKED: Final = MovedBefore()


TerrainMember = Annotated[
    str, FieldDescription(WordField(TERRAINS), "Terrain of the hex in which the rolls are made.")
]
WoundsMember = Annotated[
    int, FieldDescription(WholeField(0, MOST_WOUNDS), "Points that the pilot had taken before.")
]
ExtrasMember = Annotated[
    tuple[str, ...],
    FieldDescription(
        ListField(WordField(EXTRAS), most=len(EXTRAS), noun="extras", are_different=True),
        "Quirks, equipment, and damage of vehicles that count for its rolls.",
    ),
]


@dataclass(frozen=True, slots=True)
class RollQuestion:
    """Which rolls does a unit have to make after what happened in one phase?"""

    unit: Annotated[
        ClassicUnit, FieldDescription(RecordField(ClassicUnit), "The unit as it was before what happened.")
    ] = WHOLE_UNIT
    events: Annotated[
        tuple[RollEvent, ...],
        FieldDescription(
            NestedListField(RecordField(RollEvent), most=MOST_EVENTS, noun="events"),
            "What happened in one phase, in its order.",
        ),
    ] = ()
    moved: Annotated[MovedBefore, FieldDescription(RecordField(MovedBefore), "How it moved this turn.")] = (
        WALKED
    )
    terrain: TerrainMember = "clear"
    water: Annotated[
        int, FieldDescription(WholeField(0, MOST_LEVELS), "Depth of the water that it stands in.")
    ] = 0
    wounds: WoundsMember = 0
    extras: ExtrasMember = ()
    dice: Annotated[
        tuple[int, ...],
        FieldDescription(
            ListField(WholeField(2, 12), most=2 * MOST_EVENTS, noun="rolls"),
            "Sums of 2D6 in the order of the rolls that the answer lists: for consciousness first.",
        ),
    ] = ()
    edition: EditionMember = None
    options: OptionsMember = None


@dataclass(frozen=True, slots=True)
class RollCause:
    """What a roll comes of."""

    event: RollEvent
    unit: ClassicUnit
    """The unit as it is when the roll is made."""
    own: int
    """What the event adds of its own; it stays for the pilot where the roll fails."""


@dataclass(frozen=True, slots=True)
class RollResult:
    """How one of the rolls ended."""

    event: str
    rolled: int | None
    """None where no dice were needed."""
    outcome: str
    """`succeeds`, `fails` or `lapses`."""
    margin: int | None
    """By how much; below 0 where it failed."""


@dataclass(frozen=True, slots=True)
class RollAnswer(CardAnswer):
    """The rolls that are due, in the order in which they are made."""

    consciousness: tuple[DueRoll, ...]
    rolls: tuple[DueRoll, ...]
    causes: tuple[RollCause, ...]
    """What each of these rolls comes of."""
    results: tuple[RollResult, ...]
    """How those ended for which there are dice, and those before them that need none."""
    needs: str | None
    """The event whose roll needs dice next; None where none does."""
