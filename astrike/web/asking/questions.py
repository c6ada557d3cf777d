"""What can be asked about a table? Every question in one list, each one dataclass with its fields described.

Requests, commands, the API's description and saved rulings look a question up here.
"""

from dataclasses import dataclass, field
from typing import Annotated, Final

from astrike.formats.checks import MAX_ITEMS
from astrike.model.attack import AttackQuestion, Point
from astrike.model.combat import EFFECT_KINDS, MOST_MARGIN, MOST_SETTINGS
from astrike.model.explain import Fact
from astrike.model.movement import MODES, MOST_THREATS, MoveQuestion, Waypoint
from astrike.model.schema import (
    AnyFact,
    Called,
    Code,
    Described,
    FlatPoint,
    Inlined,
    ListOf,
    Named,
    NamedBy,
    Number,
    PathPoint,
    Place,
    Repeated,
    SideId,
    Text,
    UnitId,
    UnitOrPiece,
    Whole,
    Word,
    YesNo,
)
from astrike.model.terrain import FARTHEST
from astrike.rules.effects.settings import SETTINGS as EFFECT_SETTINGS

SETTINGS: Final = ("edition", "options", "environment")
"""What can be said with every question: other settings than those of its table."""

MOST_DICE: Final = 200
HIGHEST_DIE: Final = 999
LARGEST_SEED: Final = 2**53 - 1
"""The largest whole number that every reader of JSON keeps."""

Dice: Final = ListOf(Whole(1, HIGHEST_DIE), most=MOST_DICE, noun="numbers")
Seed = Annotated[int | None, Described(Whole(0, LARGEST_SEED), "Rolls the same dice again.", metavar="S")]
Mover = Annotated[str, Described(UnitId(), "The id of a unit.", argument="A")]
Mode = Annotated[
    str | None,
    Described(Word(MODES), f"{', '.join(MODES)}; else what fits the card and state.", metavar="M"),
]
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


@dataclass(frozen=True, slots=True)
class Move:
    """May a unit go along a path, and at what cost?"""

    unit: Mover
    question: Annotated[MoveQuestion, Inlined()]


@dataclass(frozen=True, slots=True)
class Reach:
    """Where can a unit end its move, and by which way does it get to a point?"""

    unit: Mover
    mode: Mode = None
    to: Annotated[
        Waypoint | None,
        Described(PathPoint(), "Also find the cheapest way to this point.", metavar="X,Y"),
    ] = None


@dataclass(frozen=True, slots=True)
class Prospects:
    """Where does a unit hit one enemy best, and where do others hit it least?"""

    unit: Mover
    target: Annotated[str | None, Described(UnitId(but="unit"), "The enemy to hit.", form=Called("hit"))] = (
        None
    )
    threats: Annotated[
        tuple[str, ...],
        Described(
            ListOf(UnitId(but="unit"), most=MOST_THREATS, noun="units", are_different=True),
            "The enemies to stay away from.",
            form=Repeated("threat"),
        ),
    ] = ()
    mode: Mode = None


@dataclass(frozen=True, slots=True)
class OneUnit:
    """What is a unit right now: Move and TMM of every mode, arcs, modifiers?"""

    unit: Mover


@dataclass(frozen=True, slots=True)
class Networks:
    """Which networks work for whom, and which electronic fields are on?"""

    next_turn: Annotated[bool, Described(YesNo(), "As things stand when this turn has ended.")] = False


@dataclass(frozen=True, slots=True)
class Order:
    """Who moves how many units when?"""

    lost: Annotated[
        tuple[str, ...],
        Described(
            ListOf(Text(), most=MAX_ITEMS, noun="sides"),
            "Ids of sides, who lost initiative first; a side that is not named comes after those. "
            "Without it what the table says.",
            form=Repeated("lost"),
            argument="[LOST]...",
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class Blast:
    """Who is caught by an area effect at a point?"""

    at: Annotated[tuple[float, float], Described(FlatPoint(), "[x, y]", argument="X,Y")]
    weapon: Annotated[
        str,
        Described(
            Code("the code of a weapon with an area effect"),
            "A weapon with an area effect, such as ART-LT.",
            metavar="CODE",
        ),
    ]
    z: Annotated[
        float | None,
        Described(
            Number(-FARTHEST, FARTHEST, "a height in inches"),
            "Height of the point; else the surface there.",
            metavar="Z",
        ),
    ] = None

    @property
    def point(self) -> Point:
        """The point that is aimed at."""
        return Point(*self.at, self.z)


@dataclass(frozen=True, slots=True)
class Scatter(Blast):
    """Where does a miss land, and who is caught there?"""

    dice: Annotated[
        tuple[int, ...], Described(Dice, "Direction and distance that were rolled.", metavar="D,N")
    ] = ()
    margin: Annotated[
        int | None, Described(Whole(0, MOST_MARGIN), "By how much the attack missed.", metavar="M")
    ] = None
    seed: Seed = None
    by: Annotated[
        str | None,
        Described(UnitId(), "Who dropped it: a bomb scatters along the flight.", metavar="A"),
    ] = None
    series: Annotated[bool, Described(YesNo(), "It is one of a series from high altitude.")] = False


@dataclass(frozen=True, slots=True)
class Effect:
    """What comes of a roll on a table, a fall, a collapse and the like?"""

    kind: Annotated[str, Described(Word(EFFECT_KINDS), ", ".join(EFFECT_KINDS), argument="KIND")]
    unit: Annotated[
        str,
        Described(
            UnitOrPiece(), "The id of a unit, of a piece that collapses, or a point x,y.", argument="A"
        ),
    ]
    set: Annotated[
        tuple[tuple[str, Fact], ...],
        Described(
            Named(AnyFact(), most=MOST_SETTINGS, noun="settings"),
            "What else the effect needs to know.",
            form=NamedBy(
                "kind",
                {
                    kind: {name: setting.holds for name, setting in settings.items()}
                    for kind, settings in EFFECT_SETTINGS.items()
                },
            ),
            metavar="K=V",
        ),
    ] = ()
    dice: Annotated[
        tuple[int, ...],
        Described(Dice, "Dice that fell, in the order in which the answer names them.", metavar="N,N ..."),
    ] = ()
    seed: Seed = None


@dataclass(slots=True)
class Questions:
    """The question behind each door, by the name that addresses and commands call it."""

    attack: type[Attack] = Attack
    sight: type[Sight] = Sight
    matrix: type[Matrix] = Matrix
    move: type[Move] = Move
    reach: type[Reach] = Reach
    prospects: type[Prospects] = Prospects
    unit: type[OneUnit] = OneUnit
    networks: type[Networks] = Networks
    order: type[Order] = Order
    blast: type[Blast] = Blast
    scatter: type[Scatter] = Scatter
    effect: type[Effect] = Effect


QUESTIONS: Final = Questions()
