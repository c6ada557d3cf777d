"""What do spotters, the choices of an attack and the rolls after a hit look like, as plain values?

Everything in combat beside one attack's Target Number. Each is made once, in `rules`, and made readable in `report`.
"""

from dataclasses import field

from astrike.dataclass import dataclass
from astrike.model.explain import NO_FACTS, Citation, Fact, Facts, Modifier, OptionUsed, Reason


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
class AttackChoice:
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
class PointsChance:
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
class AttackOutcome:
    """What an attack does in the end: how likely which damage, and what else may follow."""

    on_hit: tuple[PointsChance, ...]
    """Damage of a hit, points rising; shares sum to one."""
    overall: tuple[PointsChance, ...]
    """Damage of the attack, points rising, the chance to miss counted as 0; shares sum to one."""
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
class Alternative:
    """What may be used where an attack is refused: how to ask for it, and what it needs."""

    kind: str
    special: str | None
    weapon: str | None
    target_number: int
    probability: float
    damage: int | str | None
    heat: int | None = None
    """Heat a hit brings the target."""
