"""What does the answer to an attack or to a line of sight hold, as plain values for page, command and API?

Each is made once, in `rules`, and made readable in `report`.
"""

from dataclasses import replace

from astrike.dataclass import dataclass
from astrike.model.area_answer import BlastAnswer
from astrike.model.attack_outcome import Alternative, AttackChoice, AttackOutcome, SpotterAnswer
from astrike.model.explain import Assumed, Citation, Modifier, OptionUsed, Reason, Tally


@dataclass(frozen=True, slots=True)
class WoodsParts:
    """Inches of see-through terrain on the line: attacker's own strip, between, target's own strip."""

    attacker: float
    between: float
    target: float


@dataclass(frozen=True, slots=True)
class SeeThroughStretch:
    """One stretch of see-through terrain on the line, in inches from the attacker's centre, for pictures."""

    start: float
    end: float
    piece: str
    part: str
    """`attacker`, `between` or `target`."""


@dataclass(frozen=True, slots=True)
class HidingPiece:
    """A solid piece and the share of the target's silhouette that it alone hides."""

    piece: str
    share: float


@dataclass(frozen=True, slots=True)
class SightAnswer:
    """Line of sight from one unit to another, with everything measured on the way."""

    state: str
    """`clear`, `partial` or `blocked`."""
    hidden: float
    """Share of the target's silhouette behind solids."""
    hidden_back: float
    """Share of the attacker's silhouette hidden from the target."""
    cover: bool
    """Does the partial cover modifier apply?"""
    woods: float
    """Intervening inches of woods and the like."""
    woods_parts: WoodsParts
    by: tuple[str, ...]
    """Ids of the pieces that matter: solids that hide, then what intervenes or is around the target."""
    own_woods: tuple[str, ...]
    """Ids of see-through pieces that lie on the line in the attacker's own strip alone."""
    hiders: tuple[HidingPiece, ...]
    reasons: tuple[Reason, ...]
    """All reasons for `blocked`; empty otherwise."""
    contact: bool
    """Are the two bases in contact?"""
    underwater: bool
    """Is the whole attack under water (halved brackets)?"""
    hexes: tuple[str, ...] = ()
    """On hexes the numbers of those that the line touches between the two units."""


@dataclass(frozen=True, slots=True)
class SightReport:
    """Line of sight from one unit to another, with what was assumed and which options decided."""

    attacker: str
    target: str
    range: float
    sight: SightAnswer
    assumed: tuple[Assumed, ...]
    options_used: tuple[OptionUsed, ...]


@dataclass(frozen=True, slots=True)
class DamageTerm:
    """One term of the damage: key, points, label, page."""

    key: str
    value: int | str
    label: str
    cite: Citation


@dataclass(frozen=True, slots=True)
class Damage:
    """What a hit does: points, ``"0*"`` (a die decides) or None when the card does not say."""

    target: int | str | None
    terms: tuple[DamageTerm, ...] = ()
    attacker_on_hit: int = 0
    attacker_on_miss: int = 0
    recoil_on_hit: tuple[DamageTerm, ...] = ()
    """What the damage to the attacker is made of when it hits."""
    recoil_on_miss: tuple[DamageTerm, ...] = ()
    """What the damage to the attacker is made of when it misses."""
    heat: int | None = None
    """Heat a hit brings the target."""
    inner: int | str | None = None
    """Damage of an area effect inside the first radius."""
    outer: int | str | None = None
    """Damage of an area effect outside the first radius, up to the second."""


@dataclass(frozen=True, slots=True)
class AttackAnswer:
    """May this unit attack that one, what does it need, and why."""

    attacker: str
    target: str
    kind: str
    edition: str
    tally: Tally
    considered: tuple[Modifier, ...]
    """Terms that were checked and add nothing, for the ledger people read."""
    refusals: tuple[Reason, ...]
    range: float
    bracket: str | None
    sight: SightAnswer
    arc: str | None
    """`front`, `turret`, `rear-weapon`, of a unit with several the one chosen: `nose`, `left`, `right` or `aft`.

    None when the target lies in no usable arc.
    """
    direction: str
    """Where the attack arrives: `front` or `rear`."""
    damage: Damage
    probability: float
    automatic: str | None
    """`hit`, `miss` or None."""
    assumed: tuple[Assumed, ...] = ()
    options_used: tuple[OptionUsed, ...] = ()
    not_applied: tuple[str, ...] = ()
    """Special and pilot abilities on the two cards that this answer does not use."""
    spotters: tuple[SpotterAnswer, ...] = ()
    """Who could spot for it, the best first. Empty in lists of attacks."""
    outcome: AttackOutcome | None = None
    blast: BlastAnswer | None = None
    """Who is caught when it hits."""
    choices: tuple[AttackChoice, ...] = ()
    """What the players decide about it."""
    notes: tuple[Reason, ...] = ()
    """What else is to be known: overheat that adds nothing, who is inside the building, whose range is lent."""
    instead: tuple[Alternative, ...] = ()
    """Where it is refused, what of the same card may be used at this target, the best odds first."""
    tables: tuple[str, ...] = ()
    """Tables of the edition that made the answer, or that a hit rolls on: `modifiers`, `criticals.mech`, ..."""
    building: str | None = None
    """Id of the building that is attacked because the point that is aimed at lies in it."""

    @property
    def allowed(self) -> bool:
        """May it attack at all?"""
        return not self.refusals

    @property
    def turns_in_flight(self) -> int:
        """For how many turns its shell is in the air (CE p.151); 0 for what hits in the turn in which it is fired."""
        notes = () if self.blast is None else self.blast.notes
        return sum(int(str(each.facts["turns"])) for each in notes if each.key == "flight.turns")

    @property
    def as_listed(self) -> "AttackAnswer":
        """The same answer as lists of attacks hold it: without what single answers add."""
        later = self.outcome.options if self.outcome is not None else ()
        used = tuple(option for option in self.options_used if option not in later)
        return replace(
            self,
            options_used=used,
            spotters=(),
            outcome=None,
            blast=None,
            choices=(),
            notes=(),
            instead=(),
            tables=(),
        )

    @property
    def target_number(self) -> int | None:
        """The plain sum, or None when the attack is refused."""
        return self.tally.total if self.allowed else None


@dataclass(frozen=True, slots=True)
class StandingUnit:
    """How one unit stands on the table, as every answer and picture uses it."""

    id: str
    at: tuple[float, float]
    ground: float
    """Elevation of what it stands on."""
    foot: float
    """Height at which the silhouette starts."""
    top: float
    """Height at which the silhouette ends."""
    eye: float
    width: float
    submersion: str
    """`none`, `partly`, `completely` or `surface`."""
    depth: float
    """Depth of the water it is in, 0 outside."""
    inside: str | None = None
    """Id of the building it is in."""
    on: str | None = None
    """Id of the piece it stands on: roof, deck, hill."""


@dataclass(frozen=True, slots=True)
class PairGeometry:
    """What pictures of one question need beside the answer."""

    attacker: StandingUnit
    target: StandingUnit
    nearest: tuple[tuple[float, float], tuple[float, float]]
    stretches: tuple[SeeThroughStretch, ...]
    strips: tuple[tuple[float, float, float, float, float, float], ...]
    """Hidden trapezoids on the target's silhouette: left, right, low/high left, low/high right, in inches."""
