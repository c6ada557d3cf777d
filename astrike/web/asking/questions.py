"""What can be asked about a table? Every question in one list, each one dataclass with its fields described.

Requests, commands, the API's description and saved rulings look a question up here.
"""

from dataclasses import dataclass, field
from typing import Annotated, Final

from astrike.model.schema import Described, Inlined, Place, SideId, UnitId, YesNo
from astrike.rules.situation import AttackQuestion, Point

SETTINGS: Final = ("edition", "options", "environment")
"""What can be said with every question: other settings than those of its table."""

WantsMargin = Annotated[
    bool,
    Described(YesNo(), "Whether the answer says how far it holds; that takes most of the time.", option=None),
]


@dataclass(frozen=True, slots=True)
class Attack:
    """May one unit attack another, or a point, what does it need, and why?"""

    attacker: Annotated[str, Described(UnitId(), "The id of a unit.", argument="A")]
    target: Annotated[str | Point, Described(Place(Point), "The id of a unit, or a point.", argument="B")]
    question: Annotated[AttackQuestion, Inlined()] = field(default_factory=AttackQuestion)
    margin: WantsMargin = True


@dataclass(frozen=True, slots=True)
class Sight:
    """Does one unit see another, and is it in cover?"""

    attacker: Annotated[str, Described(UnitId(), "The id of a unit.", argument="A")]
    target: Annotated[str, Described(UnitId(), "The id of a unit.", argument="B")]
    margin: WantsMargin = True


@dataclass(frozen=True, slots=True)
class Matrix:
    """What does every attacker need against every enemy?"""

    side: Annotated[str | None, Described(SideId(), "Only the attackers of this side.", metavar="S")] = None


@dataclass(slots=True)
class Questions:
    """The question behind each door, by the name that addresses and commands call it."""

    attack: type[Attack] = Attack
    sight: type[Sight] = Sight
    matrix: type[Matrix] = Matrix


QUESTIONS: Final = Questions()
