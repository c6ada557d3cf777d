"""How far may a base be off before the verdict changes, and what does an answer say about that, as plain values?

Margins are found in `rules.margins` and
made readable in `report`; they never change a verdict. Lengths are inches.
"""

from dataclasses import field

from astrike.dataclass import dataclass
from astrike.model.attack_answer import AttackAnswer
from astrike.model.explain import NO_FACTS, Facts

ASPECTS = (
    "range",
    "minimum",
    "woods",
    "hidden",
    "arc",
    "direction",
    "elevation",
    "contact",
    "template",
    "verdict",
)
"""What a margin can be of; `verdict` where nothing measured says more."""

POINT = "point"
"""What margins of a point that is aimed at name in place of a unit."""
UNMEASURED = ("hexes", "flight", "off-table", "carried", "area", "corners")
"""Why nothing is measured around a base: positions are whole hexes, a path is flown, there is no base on the table of
its own, an area has no rings, or the terrain has so many corners that asking at many places would take too long."""


@dataclass(frozen=True, slots=True)
class VerdictParts:
    """What a verdict says, as far as standing elsewhere can change it."""

    allowed: bool
    target_number: int | None
    bracket: str | None
    state: str
    """Of sight: `clear`, `partial` or `blocked`; empty where nobody asked."""
    cover: bool
    arc: str | None
    direction: str
    probability: float = 0.0
    reasons: tuple[str, ...] = ()
    """Labels of what forbids it."""
    ring: str | None = None
    """Of an area effect: `inner`, `outer` or None for out of it."""
    damage: int | str | None = None
    """Damage of a hit; None where the card does not say it."""
    heat: int = 0
    """Heat that a hit brings the target."""
    recoil: tuple[int, int] = (0, 0)
    """Damage that the attacker takes when it hits, and when it misses."""


def verdict_parts(answer: AttackAnswer) -> VerdictParts:
    """Give what an answer says, as far as standing elsewhere can change it."""
    return VerdictParts(
        allowed=answer.allowed,
        target_number=answer.target_number,
        bracket=answer.bracket,
        state=answer.sight.state,
        cover=answer.sight.cover,
        arc=answer.arc,
        direction=answer.direction,
        probability=answer.probability,
        reasons=tuple(why.label for why in answer.refusals),
        damage=answer.damage.target,
        heat=answer.damage.heat or 0,
        recoil=(answer.damage.attacker_on_hit, answer.damage.attacker_on_miss),
    )


@dataclass(frozen=True, slots=True)
class Margin:
    """The smallest displacement of one base after which the verdict, or one aspect of it, is another one."""

    of: str
    """One of ASPECTS."""
    unit: str
    """Id of the unit whose base is displaced."""
    inches: float
    toward: tuple[float, float]
    """Direction of the displacement, of length 1."""
    becomes: VerdictParts
    """The verdict just beyond."""
    facts: Facts = field(default_factory=lambda: NO_FACTS)
    """What was measured against what: `measured`, `bound`, `bracket` ..."""


@dataclass(frozen=True, slots=True)
class HiddenShare:
    """The share of the target's silhouette that is hidden, and how far it is from the thirds: above 0 beyond them."""

    share: float
    to_third: float
    to_two_thirds: float


@dataclass(frozen=True, slots=True)
class Unmeasured:
    """A base that is not displaced, and why; without a unit no base is."""

    why: str
    """One of UNMEASURED."""
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class SearchedAround:
    """How far one base, or a point, was displaced at most."""

    unit: str
    inches: float


@dataclass(frozen=True, slots=True)
class Margins:
    """How far a verdict holds: by base and by aspect."""

    now: VerdictParts
    """The verdict itself."""
    least: Margin | None
    """The smallest displacement that changes the verdict; None when it holds as far as it was checked."""
    units: tuple[Margin, ...]
    """The smallest for each base for which there is one, the attacker first."""
    aspects: tuple[Margin, ...]
    """The smallest displacement that changes each aspect, the least first, be the verdict as a whole the same."""
    hidden: HiddenShare | None
    beyond: float
    """How far every base that can be off was displaced at most, in inches; 0 where none can be off."""
    tolerance: float
    close: bool
    """Is the least within the table's tolerance: too close to call?"""
    searched: tuple[SearchedAround, ...] = ()
    """How far each base was displaced at most."""
    unmeasured: tuple[Unmeasured, ...] = ()
    """Bases around which nothing was measured."""

    @property
    def holds(self) -> float:
        """Give the inches within which it holds for certain, whichever base is off."""
        return self.beyond if self.least is None else min(self.least.inches, self.beyond)
