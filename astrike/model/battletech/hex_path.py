"""What is asked about a path across hexes, step by step, and what does it cost?"""

from typing import Annotated, Final

from astrike.dataclass import dataclass
from astrike.model.battletech.answers import DueRoll
from astrike.model.battletech.rolls import RollQuestion
from astrike.model.battletech.unit import ClassicUnit
from astrike.model.explain import Citation, Modifier, Reason
from astrike.model.question_schema import (
    FieldDescription,
    ListField,
    RecordField,
    TextField,
    WholeField,
    WordField,
    YesNoField,
)

PATH_MODES: Final = ("walk", "run", "jump")
STEPS: Final = (
    "forward", "backward", "left", "right", "side-left", "side-right", "stand", "careful-stand", "prone", "up", "down",
)  # fmt: skip
"""Left and right turn by one hexside; to the side steps a quad; up and down change how high a flyer is."""
ENTERING: Final = ("forward", "backward", "side-left", "side-right")
"""Steps that lead into another hex."""
BOOSTS: Final = ("none", "masc", "supercharger", "both")
JETS: Final = ("standard", "underwater")
MOST_WING: Final = 2
INFANTRY: Final = (
    "foot",
    "motorized",
    "jump",
    "mechanized-tracked",
    "mechanized-wheeled",
    "mechanized-hover",
)
MOST_TURNS: Final = 5
MOST_STEPS: Final = 200


@dataclass(frozen=True, slots=True)
class HexPath:
    """Where a unit starts, and what it does step by step."""

    from_: Annotated[str, FieldDescription(TextField(4, shortest=4), "The hex it starts in.")]
    unit: Annotated[
        ClassicUnit | None,
        FieldDescription(RecordField(ClassicUnit), "Who moves; the attacker where left out."),
    ] = None
    mode: Annotated[
        str, FieldDescription(WordField(PATH_MODES), "How it moves; run means flank for vehicles.")
    ] = "walk"
    facing: Annotated[int, FieldDescription(WholeField(0, 5), "The hexside it faces at the start.")] = 0
    elevation: Annotated[
        int, FieldDescription(WholeField(-30, 30), "Levels above the ground at the start.")
    ] = 0
    steps: Annotated[
        tuple[str, ...],
        FieldDescription(
            ListField(WordField(STEPS), most=MOST_STEPS, noun="steps"), "What it does, in this order."
        ),
    ] = ()
    boost: Annotated[str, FieldDescription(WordField(BOOSTS), "MASC or supercharger in use.")] = "none"
    boost_turns: Annotated[
        int, FieldDescription(WholeField(1, MOST_TURNS), "Turns in a row in which it is used, this one too.")
    ] = 1
    jets: Annotated[
        str, FieldDescription(WordField(JETS), "Its jump jets; underwater ones work below the surface only.")
    ] = "standard"
    wing: Annotated[
        int,
        FieldDescription(
            WholeField(0, MOST_WING),
            "Jumping MP that its partial wing still adds; no more than its tonnage allows count.",
        ),
    ] = 0
    infantry: Annotated[
        str | None, FieldDescription(WordField(INFANTRY), "How infantry moves; on foot where left out.")
    ] = None
    stuck: Annotated[bool, FieldDescription(YesNoField(), "It is bogged down at the start.")] = False
    myomer: Annotated[
        bool,
        FieldDescription(YesNoField(), "It has triple-strength myomer; its heat says whether that works."),
    ] = False
    reckless: Annotated[
        bool, FieldDescription(YesNoField(), "It enters terrain recklessly: a roll in place of MP.")
    ] = False


@dataclass(frozen=True, slots=True)
class PathLeg:
    """One step of a path: where it leads, and what it costs."""

    step: str
    hex: str
    """Where it is after the step."""
    facing: int
    elevation: int
    cost: int
    total: int
    """MP spent up to and with this step."""
    ledger: tuple[Modifier, ...]
    """What the cost is made of."""


@dataclass(frozen=True, slots=True)
class PathRoll:
    """A roll that a step brings, and the question that the Roll card answers about it."""

    leg: int
    """Which step, from 1; a roll at the end of the move names the last."""
    asked: RollQuestion
    roll: DueRoll


@dataclass(frozen=True, slots=True)
class PathSkid:
    """A skid that a failed roll would bring: what the Impact card needs to know about it."""

    leg: int
    direction: int
    moved_before: int
    start: str
    """The hex in which it begins."""
    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MpRow:
    """How many MP there are and what they are made of."""

    mp: int
    ledger: tuple[Modifier, ...]


@dataclass(frozen=True, slots=True)
class PathAnswer:
    """What a path costs, step by step, and what it brings."""

    mode: str
    """The mode that it counts as: a walk may turn out to be a run."""
    available: MpRow
    cost: int
    hexes: int
    """Hexes entered, as they count for being hit."""
    charge_hexes: int
    """Of these, hexes since the last reversal, as they count for a charge."""
    heat: int
    """Heat that the movement makes."""
    heat_ledger: tuple[Modifier, ...]
    legs: tuple[PathLeg, ...]
    rolls: tuple[PathRoll, ...]
    skids: tuple[PathSkid, ...]
    refusals: tuple[Reason, ...]
    notes: tuple[Reason, ...]
    cite: Citation
    """Where the costs of the mode stand."""
