"""Which questions can be asked about a move, reach, the best positions, one unit, and the order of a turn?

No solver is imported here, so that the help of a command appears at once.
"""

from typing import Annotated, ClassVar, Final

from astrike.dataclass import dataclass
from astrike.formats.checks import MAX_ITEMS
from astrike.model.movement import MODES, MOST_THREATS, MoveQuestion, Waypoint
from astrike.model.question_schema import (
    FieldDescription,
    InlinedQuestion,
    ListField,
    NeededWithout,
    PathPointField,
    RenamedFormField,
    RepeatedFormField,
    TextField,
    UnitIdField,
    WordField,
)
from astrike.web.questions.shared_fields import About

UnitMember = Annotated[str, FieldDescription(UnitIdField(), "The id of a unit.", argument="A")]
ModeMember = Annotated[
    str | None,
    FieldDescription(
        WordField(MODES), f"{', '.join(MODES)}; else what fits the card and state.", metavar="M"
    ),
]


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """May a unit go along a path, and at what cost?"""

    ABOUT: ClassVar[About] = About.TABLE

    unit: UnitMember
    question: Annotated[MoveQuestion, InlinedQuestion()]
    contact: Annotated[
        str | None,
        FieldDescription(
            UnitIdField(but="unit"),
            "End in base contact with this enemy, instead of the end of a path or after it.",
            metavar="B",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class ReachRequest:
    """Where can a unit end its move, and by which way does it get to a point?"""

    ABOUT: ClassVar[About] = About.TABLE

    unit: UnitMember
    mode: ModeMember = None
    to: Annotated[
        Waypoint | None,
        FieldDescription(PathPointField(), "Also find the cheapest way to this point.", metavar="X,Y"),
    ] = None


@dataclass(frozen=True, slots=True)
class BestPositionsRequest:
    """Where does a unit hit one enemy best, and where do others hit it least?"""

    ABOUT: ClassVar[About] = About.TABLE

    unit: UnitMember
    target: Annotated[
        str | None,
        FieldDescription(
            UnitIdField(but="unit"),
            "The enemy to hit.",
            needed_without=NeededWithout("threats", "an enemy to hit, or threats to stay away from"),
            form=RenamedFormField("hit"),
        ),
    ] = None
    threats: Annotated[
        tuple[str, ...],
        FieldDescription(
            ListField(UnitIdField(but="unit"), most=MOST_THREATS, noun="units", are_different=True),
            "The enemies to stay away from.",
            form=RepeatedFormField("threat"),
        ),
    ] = ()
    mode: ModeMember = None


@dataclass(frozen=True, slots=True)
class UnitRequest:
    """What is a unit right now: Move and TMM of every mode, arcs, modifiers?"""

    ABOUT: ClassVar[About] = About.TABLE

    unit: UnitMember


@dataclass(frozen=True, slots=True)
class OrderRequest:
    """Who moves how many units when?"""

    ABOUT: ClassVar[About] = About.TABLE

    lost: Annotated[
        tuple[str, ...],
        FieldDescription(
            ListField(TextField(), most=MAX_ITEMS, noun="sides"),
            "Ids of sides, who lost initiative first; a side that is not named comes after those. "
            "Without it what the table says.",
            form=RepeatedFormField("lost"),
            argument="[LOST]...",
        ),
    ] = ()


@dataclass(slots=True)
class MovementRequests:
    """The questions about movement, each by the name that addresses and commands call it."""

    move: type[MoveRequest] = MoveRequest
    reach: type[ReachRequest] = ReachRequest
    prospects: type[BestPositionsRequest] = BestPositionsRequest
    unit: type[UnitRequest] = UnitRequest
    order: type[OrderRequest] = OrderRequest


REQUESTS: Final = MovementRequests()
"""Looked into whenever something is asked."""
