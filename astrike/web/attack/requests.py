"""Which questions can be asked about an attack, a line of sight, and all attacks at once?

No solver is imported here, so that the help of a command appears at once.
"""

from dataclasses import field
from typing import Annotated, ClassVar, Final

from astrike.dataclass import dataclass
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.question_schema import (
    FieldDescription,
    InlinedQuestion,
    PlaceField,
    SideIdField,
    UnitIdField,
)
from astrike.web.questions.shared_fields import About, MarginMember


@dataclass(frozen=True, slots=True)
class AttackRequest:
    """May one unit attack another, or a point, what does it need, and why?"""

    ABOUT: ClassVar[About] = About.TABLE

    attacker: Annotated[str, FieldDescription(UnitIdField(), "The id of a unit.", argument="A")]
    target: Annotated[
        str | TablePoint,
        FieldDescription(PlaceField(TablePoint), "The id of a unit, or a point.", argument="B"),
    ]
    question: Annotated[AttackQuestion, InlinedQuestion()] = field(default_factory=AttackQuestion)
    margin: MarginMember = True


@dataclass(frozen=True, slots=True)
class SightRequest:
    """Does one unit see another, and is it in cover?"""

    ABOUT: ClassVar[About] = About.TABLE

    attacker: Annotated[str, FieldDescription(UnitIdField(), "The id of a unit.", argument="A")]
    target: Annotated[str, FieldDescription(UnitIdField(), "The id of a unit.", argument="B")]
    margin: MarginMember = True


@dataclass(frozen=True, slots=True)
class MatrixRequest:
    """What does every attacker need against every enemy?"""

    ABOUT: ClassVar[About] = About.TABLE

    side: Annotated[
        str | None, FieldDescription(SideIdField(), "Only the attackers of this side.", metavar="S")
    ] = None


@dataclass(slots=True)
class AttackRequests:
    """The questions about attacks and sight, each by the name that addresses and commands call it."""

    attack: type[AttackRequest] = AttackRequest
    sight: type[SightRequest] = SightRequest
    matrix: type[MatrixRequest] = MatrixRequest


REQUESTS: Final = AttackRequests()
"""Looked into whenever something is asked."""
