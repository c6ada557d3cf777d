"""What can be asked about a table? Every question in one list, each one dataclass with its fields described.

Requests, commands, the API's description and saved rulings look a question up here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final

from astrike.formats.checks import MAX_ITEMS
from astrike.model.attack import AttackQuestion, Point
from astrike.model.effects import EFFECT_KINDS, MOST_MARGIN, MOST_SETTINGS
from astrike.model.explain import Fact
from astrike.model.movement import MODES, MOST_THREATS, MoveQuestion, Waypoint
from astrike.model.schema import (
    AnyFact,
    Called,
    Code,
    Described,
    EditionId,
    FlatPoint,
    Inlined,
    ListOf,
    Named,
    NamedBy,
    NeededWithout,
    Number,
    PathPoint,
    Place,
    PresetOrId,
    Repeated,
    RosterDocument,
    SideId,
    TableDocument,
    TableSize,
    Text,
    UnitId,
    UnitOrPiece,
    Whole,
    Word,
    YesNo,
)
from astrike.model.sizes import FARTHEST, LARGEST_TABLE, NARROWEST_BASE, SMALLEST_TABLE, WIDEST_BASE
from astrike.rules.effects.settings import SETTINGS as EFFECT_SETTINGS
from astrike.web.questions.shared_fields import DICE_MEMBER, About, MarginMember, SeedMember

MOST_TABLES: Final = 100
"""Of one question, and as many lists of units."""
WIDEST_TOLERANCE: Final = 2.0

Mover = Annotated[str, Described(UnitId(), "The id of a unit.", argument="A")]
Mode = Annotated[
    str | None,
    Described(Word(MODES), f"{', '.join(MODES)}; else what fits the card and state.", metavar="M"),
]

Profile = Annotated[
    str | Mapping[str, object] | None,
    Described(
        PresetOrId(),
        "The preset of an event by its id, or one of your own; else the default.",
        metavar="ID|FILE",
    ),
]


@dataclass(frozen=True, slots=True)
class Attack:
    """May one unit attack another, or a point, what does it need, and why?"""

    ABOUT: ClassVar[About] = About.TABLE

    attacker: Annotated[str, Described(UnitId(), "The id of a unit.", argument="A")]
    target: Annotated[str | Point, Described(Place(Point), "The id of a unit, or a point.", argument="B")]
    question: Annotated[AttackQuestion, Inlined()] = field(default_factory=AttackQuestion)
    margin: MarginMember = True


@dataclass(frozen=True, slots=True)
class Sight:
    """Does one unit see another, and is it in cover?"""

    ABOUT: ClassVar[About] = About.TABLE

    attacker: Annotated[str, Described(UnitId(), "The id of a unit.", argument="A")]
    target: Annotated[str, Described(UnitId(), "The id of a unit.", argument="B")]
    margin: MarginMember = True


@dataclass(frozen=True, slots=True)
class Matrix:
    """What does every attacker need against every enemy?"""

    ABOUT: ClassVar[About] = About.TABLE

    side: Annotated[str | None, Described(SideId(), "Only the attackers of this side.", metavar="S")] = None


@dataclass(frozen=True, slots=True)
class Move:
    """May a unit go along a path, and at what cost?"""

    ABOUT: ClassVar[About] = About.TABLE

    unit: Mover
    question: Annotated[MoveQuestion, Inlined()]


@dataclass(frozen=True, slots=True)
class Reach:
    """Where can a unit end its move, and by which way does it get to a point?"""

    ABOUT: ClassVar[About] = About.TABLE

    unit: Mover
    mode: Mode = None
    to: Annotated[
        Waypoint | None,
        Described(PathPoint(), "Also find the cheapest way to this point.", metavar="X,Y"),
    ] = None


@dataclass(frozen=True, slots=True)
class Prospects:
    """Where does a unit hit one enemy best, and where do others hit it least?"""

    ABOUT: ClassVar[About] = About.TABLE

    unit: Mover
    target: Annotated[
        str | None,
        Described(
            UnitId(but="unit"),
            "The enemy to hit.",
            needed_without=NeededWithout("threats", "an enemy to hit, or threats to stay away from"),
            form=Called("hit"),
        ),
    ] = None
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

    ABOUT: ClassVar[About] = About.TABLE

    unit: Mover


@dataclass(frozen=True, slots=True)
class Networks:
    """Which networks work for whom, and which electronic fields are on?"""

    ABOUT: ClassVar[About] = About.TABLE

    next_turn: Annotated[bool, Described(YesNo(), "As things stand when this turn has ended.")] = False


@dataclass(frozen=True, slots=True)
class Order:
    """Who moves how many units when?"""

    ABOUT: ClassVar[About] = About.TABLE

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

    ABOUT: ClassVar[About] = About.TABLE

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
            Number(-FARTHEST, FARTHEST, f"a height in inches from {-FARTHEST:g} to {FARTHEST:g}"),
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
        tuple[int, ...], Described(DICE_MEMBER, "Direction and distance that were rolled.", metavar="D,N")
    ] = ()
    margin: Annotated[
        int | None, Described(Whole(0, MOST_MARGIN), "By how much the attack missed.", metavar="M")
    ] = None
    seed: SeedMember = None
    by: Annotated[
        str | None,
        Described(UnitId(), "Who dropped it: a bomb scatters along the flight.", metavar="A"),
    ] = None
    series: Annotated[bool, Described(YesNo(), "It is one of a series from high altitude.")] = False


@dataclass(frozen=True, slots=True)
class Effect:
    """What comes of a roll on a table, a fall, a collapse and the like?"""

    ABOUT: ClassVar[About] = About.TABLE

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
        Described(
            DICE_MEMBER, "Dice that fell, in the order in which the answer names them.", metavar="N,N ..."
        ),
    ] = ()
    seed: SeedMember = None


@dataclass(frozen=True, slots=True)
class LegalLimits:
    """How exactly are tables held against what an event prescribes?"""

    tolerance: Annotated[
        float | None,
        Described(
            Number(0, WIDEST_TOLERANCE),
            "How close is too close to call; else the preset's.",
            metavar="INCHES",
        ),
    ] = None
    base: Annotated[
        float | None,
        Described(
            Number(NARROWEST_BASE, WIDEST_BASE),
            "The base that has to pass; else the preset's.",
            metavar="INCHES",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class Legal:
    """Do tables meet what an event prescribes, and do their units stand where they may?"""

    ABOUT: ClassVar[About] = About.TABLES

    tables: Annotated[
        tuple[Mapping[str, object], ...],
        Described(
            ListOf(TableDocument(), most=MOST_TABLES, noun="tables", fewest=1),
            "The tables, each checked by itself.",
            argument="FILE...",
        ),
    ]
    profile: Profile = None
    limits: Annotated[LegalLimits, Inlined()] = field(default_factory=LegalLimits)
    pack: Annotated[
        Mapping[str, object] | None,
        Described(TableDocument(), "A table that the pieces have to lie like.", metavar="FILE"),
    ] = None


@dataclass(frozen=True, slots=True)
class List:
    """Are lists of units as an event wants them?"""

    ABOUT: ClassVar[About] = About.LISTS

    rosters: Annotated[
        tuple[object, ...],
        Described(
            ListOf(RosterDocument(), most=MOST_TABLES, noun="rosters, each as text or as JSON", fewest=1),
            "Lists; a table has one for each of its sides.",
            argument="FILE...",
        ),
    ]
    profile: Profile = None
    cards: Annotated[
        tuple[object, ...],
        Described(
            ListOf(RosterDocument(), most=MOST_TABLES, noun="rosters, each as text or as JSON"),
            "Rosters with the cards of what is known by its id.",
            metavar="FILE",
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class Convert:
    """What is said about a file that is to become a table, or a roster of another kind?"""

    ABOUT: ClassVar[About] = About.FILE

    scale: Annotated[
        float | None,
        Described(Number(1e-6, 1e6), "Inches a unit of a map that does not say.", metavar="N"),
    ] = None
    y: Annotated[
        str | None,
        Described(Word(("up", "down")), "Which way y runs in a map that does not say.", metavar="up|down"),
    ] = None
    kinds: Annotated[
        tuple[tuple[str, str], ...],
        Described(
            Named(Text(shortest=0), most=MAX_ITEMS, noun="groups"),
            "What a group of outlines is; empty: left out.",
            option="--kind",
            metavar="GROUP=KIND",
        ),
    ] = ()
    heights: Annotated[
        tuple[tuple[str, float], ...],
        Described(
            Named(Number(-100, 100), most=MAX_ITEMS, noun="groups"),
            "How high or deep a group is, in inches.",
            option="--height",
            metavar="GROUP=N",
        ),
    ] = ()
    thickness: Annotated[
        float | None, Described(Number(0.01, 12), "Inches that lines are thick.", metavar="N")
    ] = None
    simplify: Annotated[
        float | None,
        Described(
            Number(0.001, 2),
            "Inches that outlines may be off, for a map with too many corners.",
            metavar="N",
        ),
    ] = None
    size: Annotated[
        tuple[float, float] | None,
        Described(
            TableSize(SMALLEST_TABLE, LARGEST_TABLE),
            "Width and depth of the table in inches.",
            metavar="W,D",
        ),
    ] = None
    ignore_origin: Annotated[
        bool,
        Described(YesNo(), "Count places from the map's corner, whatever origin it names."),
    ] = False
    scene: Annotated[
        str,
        Described(Text(shortest=0), "Which scene, of a Foundry file with several.", metavar="NAME|ID|NUMBER"),
    ] = ""
    title: Annotated[
        str, Described(Text(shortest=0), "Name of the table.", option="--name", metavar="NAME")
    ] = ""
    edition: Annotated[
        str | None,
        Described(EditionId(), "An id that astrike editions lists, for the table.", metavar="E"),
    ] = None


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
    legal: type[Legal] = Legal
    list: type[List] = List
    convert: type[Convert] = Convert


QUESTIONS: Final = Questions()
WITHOUT_ADDRESS: Final = frozenset({"convert"})
"""What can be asked by command only."""
