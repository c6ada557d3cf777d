"""What is asked when a unit moves, and what does the answer hold, as plain values for page, command and API?

Answers are made in `rules.movement` and made readable in `report`. Lengths are inches; places along a path are inches
from its start.
"""

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Annotated

from astrike.dataclass import dataclass
from astrike.model.explain import NO_FACTS, Assumed, Citation, Facts, OptionUsed, Reason
from astrike.model.question_schema import (
    AngleField,
    FieldDescription,
    ListField,
    OnlyWith,
    PathPointField,
    RenamedFormField,
    RepeatedFormField,
    UnitIdField,
    WordField,
    YesNoField,
)

Height = float | str | None
"""Height of a waypoint: inches, or one of the words for heights; None: where such a unit stands there."""
HEIGHT_WORDS = ("roof", "inside", "surface", "under")
MOST_POINTS = 200
"""How many waypoints a declared move may have."""
MOST_THREATS = 4
"""From how many enemies a unit can ask to stay away."""
NOTHING_LOST: Mapping[str, int] = MappingProxyType({})

MODES = ("ground", "minimum", "sprint", "jump", "vtol", "wige", "submersible", "standstill", "flight")
"""How a unit can be asked to move; the words of `Unit.motion`."""


@dataclass(frozen=True, slots=True)
class Waypoint:
    """A point that the centre of the base is moved to, and how high the base is there."""

    x: float
    y: float
    z: Height = None


@dataclass(frozen=True, slots=True)
class MoveQuestion:
    """A declared move: the points after the start, the mode, and what else is done on the way."""

    path: Annotated[
        tuple[Waypoint, ...],
        FieldDescription(
            ListField(PathPointField(), most=MOST_POINTS, noun="points", fewest=1),
            "The points that the center of the base goes to, one after another.",
            left_out_with=OnlyWith("mode", frozenset({"standstill"}), or_given="contact"),
            form=RepeatedFormField("via"),
            argument="X,Y[,Z|roof|inside|surface|under] ...",
        ),
    ]
    mode: Annotated[
        str | None,
        FieldDescription(
            WordField(MODES), f"{', '.join(MODES)}; else what fits the card and state.", metavar="M"
        ),
    ] = None
    """One of MODES; None: the card's mode that fits the unit's state."""
    facing: Annotated[
        float | None,
        FieldDescription(AngleField(), "Degrees at the end; -90 and 270 are the same.", metavar="D"),
    ] = None
    """At the end, degrees; None: as at the start."""
    mount: Annotated[
        str | None, FieldDescription(UnitIdField(but="unit"), "Board this transport at the end.", metavar="T")
    ] = None
    """The transport boarded at the end."""
    dismount: Annotated[
        str | None,
        FieldDescription(UnitIdField(but="unit"), "Leave this transport at the start.", metavar="T"),
    ] = None
    """The transport left at the start."""
    land: Annotated[
        bool, FieldDescription(YesNoField(), "Land at the end.", form=RenamedFormField("landing"))
    ] = False
    take_off: Annotated[
        bool, FieldDescription(YesNoField(), "Take off at the start.", form=RenamedFormField("takeoff"))
    ] = False


@dataclass(frozen=True, slots=True)
class MoveTerm:
    """One line of the cost: key, inches of Move, label and page. `facts` are what was measured."""

    key: str
    """`path`, `terrain.KIND`, `level`, `take-off`, `mount`, ...: a row of the edition's prices table."""
    value: float
    label: str
    cite: Citation
    facts: Facts = field(default_factory=lambda: NO_FACTS)
    """Such as inches=3.79, rate=1.0, pieces="rough-3", height=2.0, count=2."""


@dataclass(frozen=True, slots=True)
class MoveLeg:
    """One straight part of the path."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    length: float
    cost: float
    """What this leg adds to the cost; the legs' costs and whatever belongs to no leg make the sum."""
    terrain: tuple[str, ...]
    """Ids of the pieces under any part of the base."""
    climb: float
    """Inches of height, up and down, that were paid on this leg."""


@dataclass(frozen=True, slots=True)
class MoveReason:
    """One reason why the move is not so, and where it happens."""

    key: str
    label: str
    cite: Citation
    at: float
    """Inches from the start at which it first happens."""
    until: float
    """Inches at which it ends; the same as `at` for what is a point."""
    place: tuple[float, float]
    """The centre of the base at `at`."""
    leg: int
    """Index of the leg."""
    by: str | None = None
    """Id of the terrain piece or unit that is the cause."""
    facts: Facts = field(default_factory=lambda: NO_FACTS)


@dataclass(frozen=True, slots=True)
class MoveCheck:
    """Dice or damage that this move brings about without forbidding it: a skid check, bogging down, cracking ice."""

    key: str
    label: str
    cite: Citation
    at: float
    place: tuple[float, float]
    need: int | None = None
    """2D6 at least this; None when it is not a roll against a number."""
    by: str | None = None
    facts: Facts = field(default_factory=lambda: NO_FACTS)


@dataclass(frozen=True, slots=True)
class ProfilePart:
    """A straight part of the height profile: from so many inches of travel to so many, and the heights there.

    Where one ends lower or higher than the next begins, there is a step.
    """

    start: float
    end: float
    z_start: float
    z_end: float


@dataclass(frozen=True, slots=True)
class TerrainUnderPath:
    """Terrain under any part of the base: from so many inches of travel to so many, for pictures."""

    start: float
    end: float
    piece: str
    kind: str
    surcharge: float
    is_barred: bool = False


@dataclass(frozen=True, slots=True)
class DerivedMove:
    """What the move leaves behind: current Move of the mode, TMM as a target, and what the file will say."""

    move: float
    tmm: int
    motion: str
    manner: str
    """As `rules.motion`: `ground`, `jump`, `minimum`, `standstill`, ..."""
    terms: tuple[MoveTerm, ...] = ()
    """How the available Move came about: printed, hits, heat, weather, sprint, pavement; their sum is it."""


@dataclass(frozen=True, slots=True)
class MoveMargin:
    """By how much the verdict holds: inches, of what, and whether that is within the table's tolerance."""

    inches: float
    of: str
    """`move` (inches of Move left or missing), `clearance`, `travel` (between climbs), `height`, `end` (beside it),
    `road` (to the side before road movement is lost)."""
    by: str | None
    """The piece or unit that is so close."""
    close: bool


@dataclass(frozen=True, slots=True)
class MoveSuggestion:
    """A refused path that is allowed when it says how it meets the walls and buildings on it."""

    way: str
    """`over` or `inside`."""
    by: tuple[str, ...]
    """Ids of those walls and buildings."""
    cost: float
    path: tuple[Waypoint, ...]
    """The path that says so."""


@dataclass(frozen=True, slots=True)
class MoveAnswer:
    """May this unit move so, what does it cost, and where does it end?"""

    unit: str
    mode: str
    """The mode judged; `minimum` when a ground move is only possible as minimum movement."""
    edition: str
    allowed: bool
    cost: float
    available: float
    length: float
    """Horizontal inches along the path."""
    legs: tuple[MoveLeg, ...]
    terms: tuple[MoveTerm, ...]
    """The ledger: its values add up to the cost."""
    end: tuple[float, float, float]
    on: str | None
    """The piece it ends on, if any."""
    inside: str | None
    """The building it ends in."""
    facing: float | None
    cf_lost: Mapping[str, int]
    derived: DerivedMove
    refusals: tuple[MoveReason, ...]
    checks: tuple[MoveCheck, ...]
    profile: tuple[ProfilePart, ...]
    ground: tuple[TerrainUnderPath, ...]
    margin: MoveMargin | None
    assumed: tuple[Assumed, ...]
    options_used: tuple[OptionUsed, ...]
    offers: tuple[MoveSuggestion, ...] = ()
    """What makes a refused path an allowed one: to climb over what is in its way, or to go into it."""
    unmeasured: tuple[str, ...] = ()
    """Why the margin of its end was not measured: `reasons`, there are too many against the move."""


@dataclass(frozen=True, slots=True)
class Contour:
    """Where a unit can end for at most so much Move: closed rings (exterior first, then holes) of centre places."""

    cost: float
    rings: tuple[tuple[tuple[float, float], ...], ...]
    is_proven: bool
    """Was the judge asked about a path to each sampled place of it, and accepted?"""


@dataclass(frozen=True, slots=True)
class ReachAnswer:
    """Where a unit can end its move in one mode: an illustration from the judge's costs."""

    unit: str
    mode: str
    edition: str
    available: float
    contours: tuple[Contour, ...]
    refused: tuple[tuple[float, float], ...]
    """Sampled places at which the judge did not accept the path found."""
    sampled: int
    refusals: tuple[MoveReason, ...]
    """Why the unit cannot move in this mode at all."""
    assumed: tuple[Assumed, ...]
    options_used: tuple[OptionUsed, ...]


@dataclass(frozen=True, slots=True)
class CheapestRoute:
    """The cheapest path found to a place, and the judge's answer to it."""

    path: tuple[Waypoint, ...]
    answer: MoveAnswer
    beside: str | None = None
    """Id of the unit on the place asked for: the way ends in base contact with it, as near to the place as it can."""


@dataclass(frozen=True, slots=True)
class ContactAnswer:
    """By which move does a unit get into base contact with another?"""

    unit: str
    target: str
    route: CheapestRoute | None
    """The cheapest move found that ends in contact; None where none does."""
    leaves_points: bool = False
    """Does it go another way than by the points of the question, from which no allowed move led on?"""
    refused: MoveAnswer | None = None
    """Where none does, the judge's answer to the straight move."""
    closest: CheapestRoute | None = None
    """Where none does, an allowed move that ends as near to the other as was found."""
    gap: float = 0.0
    """Inches that are missing to contact where the closest move ends; without one, where the unit stands."""


@dataclass(frozen=True, slots=True)
class ContactAttack:
    """A physical attack that contact allows, or that goes with the move and why it is not allowed."""

    kind: str
    target: str
    is_with_move: bool
    """Is it declared with the move?"""
    target_number: int | None
    """None where it is not allowed."""
    probability: float
    refusals: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveContact:
    """What became of a move that was to end in base contact with an enemy."""

    target: str
    is_reached: bool
    path: tuple[Waypoint, ...]
    """The move into contact; empty where none leads there."""
    leaves_points: bool
    gap: float
    """Inches that are missing where the nearest move ends; 0 in contact."""
    nearest: CheapestRoute | None
    """Where no move leads into contact, one that ends as near as was found."""
    touches: tuple[str, ...]
    """Ids of the enemies that the move ends in contact with."""
    attacks: tuple[ContactAttack, ...]


@dataclass(frozen=True, slots=True)
class PositionChances:
    """One place on the half-inch grid: chances there."""

    x: float
    y: float
    z: float
    cost: float
    hit: float
    """Chance to hit the chosen enemy from here; 0 where it cannot be attacked."""
    target_number: int | None
    risks: tuple[float, ...]
    """Chance of each threat to hit the unit here, in the order asked."""
    risk: float
    """Chance that at least one of them hits."""


@dataclass(frozen=True, slots=True)
class BestPositionsAnswer:
    """Where to stand: every reachable place with its chances, the best to hit and the safest."""

    unit: str
    mode: str
    edition: str
    target: str | None
    threats: tuple[str, ...]
    step: float
    places: tuple[PositionChances, ...]
    best: PositionChances | None
    """Highest chance to hit; among equals the lowest risk, then the lowest cost."""
    safest: PositionChances | None
    """Lowest risk; among equals the highest chance to hit, then the lowest cost."""
