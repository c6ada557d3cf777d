"""Answers about everything in combat beside one attack's Target Number, as plain values.

Which question: what do spotters, area effects, networks and the rolls after a hit look like? Each is made once, in
`rules`, and made readable in `report`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from astrike.model.dice import Die
from astrike.model.explain import NO_FACTS, Assumed, Citation, Fact, Facts, Modifier, OptionUsed, Reason

Place = tuple[float, float, float]
"""x, y, z."""


@dataclass(frozen=True, slots=True)
class SpotterAnswer:
    """A unit that could spot for an attack: may it, and what does the attack then need?"""

    unit: str
    """Id of a unit, or of a sensor on the table."""
    range: float
    """Inches from it to the target."""
    sight: str
    """`clear`, `partial` or `blocked`."""
    refusals: tuple[Reason, ...]
    modifiers: tuple[Modifier, ...]
    """What spotting by it adds to the Target Number, terrain along its line among it."""
    target_number: int | None
    tag: str = ""
    """`tag` or `ltag` when its designation counts here, else empty."""
    chosen: bool = False
    """Is it the one the answer uses?"""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that players decide about this attack: a row of the choices table."""

    key: str
    label: str
    cite: Citation
    value: Fact
    """What is chosen now; False, 0 or an empty word when nothing is."""
    values: tuple[str, ...] = ()
    """Words to choose from; empty: a yes or no, or a number."""
    low: int = 0
    high: int = 0
    """Least and most, for a number; both 0: a yes or no."""
    whose: str = ""
    """Id of the unit whose card has it; empty: the table's."""


@dataclass(frozen=True, slots=True)
class Odds:
    """How likely a number of points is."""

    points: int
    share: float


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A roll, or a certain effect, that a hit brings about."""

    key: str
    """`critical.twelve`, `critical.structure`, `motive`, `hull-breach`, `threshold`, `heat`, ..."""
    label: str
    cite: Citation
    chance: float | None = None
    """How likely it comes about when the attack hits; None when it depends on what is not known."""
    need: int = 0
    """What has to be rolled, 0 when a table decides."""
    dice: int = 0
    """How many dice are rolled; 0: none, it happens."""
    modifier: int = 0
    table: str = ""
    """The table that is rolled on: `criticals.mech`, `motive`, ..."""
    facts: Facts = field(default_factory=lambda: NO_FACTS)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an attack does in the end: how likely which damage, and what else may follow."""

    on_hit: tuple[Odds, ...]
    """Damage of a hit, points rising; shares sum to one."""
    overall: tuple[Odds, ...]
    """The same with the chance to hit in it."""
    expected: float
    """Points on average, misses among them."""
    rolls: int = 1
    """Attack rolls made: more than one with the option for one roll a point."""
    hits: int | None = None
    """How many of the typed rolls hit."""
    dealt: int | None = None
    """What the typed rolls do together, after everything the target takes off."""
    follow_ups: tuple[FollowUp, ...] = ()
    options: tuple[OptionUsed, ...] = ()
    """Options that decided it and nothing else; the whole answer names them among its own."""


@dataclass(frozen=True, slots=True)
class Caught:
    """A unit or building inside an area effect."""

    unit: str
    """Id of the unit, or of the piece."""
    distance: float
    """Inches from the point of impact to the nearest point of its base, difference in height added."""
    damage: int | str
    ring: str
    """`inner` or `outer`."""
    close: bool = False
    """Within the table's tolerance of another verdict?"""
    is_piece: bool = False
    terms: tuple[Modifier, ...] = ()
    """What changed the damage for this one."""
    target_number: int | None = None
    """What is needed against this one, where each is rolled for apart, as in strafing."""


@dataclass(frozen=True, slots=True)
class BlastAnswer:
    """Who is caught by an area effect at a point, and how it came there."""

    weapon: str
    edition: str
    poi: Place
    """The point aimed at."""
    final: Place
    """Where it lands."""
    inner: float
    """Radius within which the first damage value counts."""
    outer: float
    """Radius within which the second damage value counts; the first radius when there is but one."""
    caught: tuple[Caught, ...]
    label: str
    cite: Citation
    near: tuple[Caught, ...] = ()
    """Not caught, but within the table's tolerance of it; `damage` is what they would take."""
    dice: tuple[Die, ...] = ()
    bearing: float | None = None
    """Direction in degrees in which it scattered."""
    inches: float = 0.0
    """Inches that it scattered."""
    notes: tuple[Reason, ...] = ()
    """What else is true: off the table, no effect under water, ..."""
    options_used: tuple[OptionUsed, ...] = ()
    assumed: tuple[Assumed, ...] = ()
    outline: tuple[tuple[float, float], ...] = ()
    """Corners of the area, where it is a strip and no circle."""
    more: tuple["BlastAnswer", ...] = ()
    """The other bombs of a series, in order."""


@dataclass(frozen=True, slots=True)
class Bubble:
    """The field of an electronic system around its carrier, for pictures and lists."""

    unit: str
    code: str
    """`ECM`, `AECM`, `LECM`, `WAT`, `NOVA`, `PRB`, `TAG`, ..."""
    kind: str
    """`ecm`, `eccm`, `probe` or `tag`."""
    label: str
    cite: Citation
    radius: float
    """Inches from where it is measured."""
    side: str | None
    on: bool
    reasons: tuple[Reason, ...] = ()
    """Why it is off."""
    count: int = 1
    """As how many fields it counts against ECCM."""
    hidden: float = 0.0
    """Probes: within how many inches it finds hidden units."""
    measured_from: str = "edge"
    """`edge` of the carrier's base, or its `centre`."""


@dataclass(frozen=True, slots=True)
class MemberAnswer:
    """One member of a network."""

    unit: str
    role: str
    """`master`, `slave` or `peer`."""
    on: bool
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class NetworkAnswer:
    """One network: does it work, and for whom?"""

    id: str
    type: str
    label: str
    cite: Citation
    on: bool
    """Is any range shared at all?"""
    members: tuple[MemberAnswer, ...]
    findings: tuple[Reason, ...] = ()
    """What is wrong with its make-up: too many members, no master, a card without the system."""


@dataclass(frozen=True, slots=True)
class NetworksAnswer:
    """All networks and electronic fields of a table."""

    edition: str
    networks: tuple[NetworkAnswer, ...]
    bubbles: tuple[Bubble, ...]
    options_used: tuple[OptionUsed, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """What an effect does to a unit's card or state: a property of the table file, before and after."""

    unit: str
    at: str
    """`hits.mp`, `armor_left`, `state`, ..."""
    before: Fact
    after: Fact
    label: str


@dataclass(frozen=True, slots=True)
class EffectAnswer:
    """What comes of a roll on a table, a fall, a collapse and the like."""

    kind: str
    unit: str
    edition: str
    label: str
    """The result in a few words."""
    cite: Citation
    result: str
    """Key of the result: `critical.mp`, `motive.half`, `none`, ..."""
    terms: tuple[Modifier, ...] = ()
    """What the roll or the damage is made of."""
    total: int | None = None
    """The roll with its modifiers, or the Target Number of support."""
    damage: int | str | None = None
    success: bool | None = None
    """Of a roll against a number; None where a table decides."""
    dice: tuple[Die, ...] = ()
    changes: tuple[Change, ...] = ()
    notes: tuple[Reason, ...] = ()
    caught: tuple[Caught, ...] = ()
    """Who else takes damage: in a collapsing building, on a path."""
    tables: tuple[str, ...] = ()
    refusals: tuple[Reason, ...] = ()
    assumed: tuple[Assumed, ...] = ()
    options_used: tuple[OptionUsed, ...] = ()
    facts: Mapping[str, Fact] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Instead:
    """What may be used where an attack is refused: how to ask for it, and what it needs."""

    kind: str
    special: str | None
    weapon: str | None
    target_number: int
    probability: float
    damage: int | str | None
    heat: int | None = None
    """Heat a hit brings the target."""
