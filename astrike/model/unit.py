"""What is known about a unit on the table: card, position and state, as the table file describes them?

What a state does is a rule.
"""

from collections.abc import Mapping
from dataclasses import field, replace

from astrike.dataclass import dataclass
from astrike.model.card import OTHER_MODES, DamageRow, PrintedMove, Special, specials_by_code

MOTIONS = (
    "unmoved", "standstill", "minimum", "ground", "jump", "sprint", "vtol", "wige", "submersible", "flight",
)  # fmt: skip
MOTIVE_CODES = {"jump": "j", "vtol": "v", "wige": "g", "submersible": "s"}
"""The motive code behind the inches that a card prints for a way to move; for the others it is that of the ground."""
FLAGS = (
    "immobile", "shutdown", "stunned", "hull-down", "airborne", "submerged", "dropping", "dropped", "bogged",
    "dug-in", "on-the-deck", "stealth-off", "mounted-this-turn", "dismounted", "climbing", "intimidated",
    "vehicle-mode", "crippled", "destroyed", "off-table",
)  # fmt: skip
DUE_ROLLS = ("critical", "motive", "hull-breach", "crash", "control-roll")
"""Effects that an attack may leave to be rolled for its target."""


@dataclass(frozen=True, slots=True)
class Base:
    """A base: `round` of one width, `hex` across its flats with a flat side in front, or `rect`."""

    shape: str
    width: float
    length: float

    @property
    def is_round(self) -> bool:
        """Is it a disc?"""
        return self.shape == "round"


@dataclass(frozen=True, slots=True)
class Hits:
    """Critical and motive hits, motive ones in the order received."""

    mp: int = 0
    engine: int = 0
    fire_control: int = 0
    weapon: int = 0
    crew: int = 0
    motive: tuple[str, ...] = ()

    def __add__(self, more: "Hits") -> "Hits":
        """Count more hits, motive ones behind those there are."""
        return Hits(
            mp=self.mp + more.mp,
            engine=self.engine + more.engine,
            fire_control=self.fire_control + more.fire_control,
            weapon=self.weapon + more.weapon,
            crew=self.crew + more.crew,
            motive=(*self.motive, *more.motive),
        )

    def since(self, before: "Hits") -> "Hits":
        """Give the hits that have come to those of before."""
        return Hits(
            mp=self.mp - before.mp,
            engine=self.engine - before.engine,
            fire_control=self.fire_control - before.fire_control,
            weapon=self.weapon - before.weapon,
            crew=self.crew - before.crew,
            motive=self.motive[len(before.motive) :],
        )


@dataclass(frozen=True, slots=True)
class Pending:
    """What the attacks of a Combat Phase leave for its End Phase, where effects of damage begin (CE pp.45, 48)."""

    hits: Hits = field(default_factory=Hits)
    """Critical and motive hits to come, beside those that count already."""
    state: frozenset[str] = frozenset()
    """Flags to come."""
    rolls: tuple[str, ...] = ()
    """Effects that are still to be rolled for, each as often as it is due."""
    at_once: tuple[str, ...] = ()
    """Those of the rolls whose effects do not wait for the End Phase: of surprise attacks."""
    heat: int = 0
    """Heat that attacks have brought this turn (CE p.52)."""

    def __bool__(self) -> bool:
        """Is there anything to come?"""
        return self != Pending()


@dataclass(frozen=True, slots=True)
class SpottingState:
    """A unit that spots this turn: for whom, what else it does, and whether it is a remote sensor."""

    target: str | tuple[float, float] | None
    attacks: str = "none"
    remote: bool = False


@dataclass(frozen=True, slots=True)
class FlightLine:
    """A flight line over the table and its altitude."""

    start: tuple[float, float]
    end: tuple[float, float]
    altitude: str


@dataclass(frozen=True, slots=True)
class InPiece:
    """An elevation given as a level inside a piece."""

    piece: str
    level: int


Elevation = float | str | InPiece | None


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit. `None` means that the file does not say; the edition's default is then named in answers."""

    id: str
    at: tuple[float, float]
    name: str
    type: str = "BM"
    side: str | None = None
    size: int = 1
    skill: int = 4
    heat: int = 0
    base: Base | None = None
    height: float | None = None
    stand: float = 0.0
    facing: float | None = None
    elevation: Elevation = None
    move: PrintedMove | None = None
    tmm: int | None = None
    damage: DamageRow | None = None
    overheat: int = 0
    armor: int = 0
    structure: int = 0
    threshold: int = 0
    specials: tuple[Special, ...] = ()
    pilot: tuple[str, ...] = ()
    motion: str = "unmoved"
    moved: float | None = None
    done: bool | None = None
    fired: bool = False
    """Has it made its attack this turn, or given it up?"""
    heat_made: int | None = None
    """Overheat that its weapon attacks of this turn used (CE p.53); None: it made no weapon attack."""
    pending: Pending = field(default_factory=Pending)
    """What the attacks of this Combat Phase leave for the End Phase."""
    hits: Hits = field(default_factory=Hits)
    armor_left: int | None = None
    structure_left: int | None = None
    state: frozenset[str] = frozenset()
    sunk: float = 0.0
    """Inches that it has sunk in quicksand so far."""
    spotter: SpottingState | None = None
    ecm: str = "ecm"
    flight: FlightLine | None = None
    carried_by: str | None = None
    carried_as: str | None = None
    stated: frozenset[str] = frozenset()
    """The property names that the file gives; everything else was assumed."""
    unknown: frozenset[str] = frozenset()
    """Properties that the file gives as unknown: not none, only nobody knows what."""
    pv: int | None = None
    """Point value of the card at Skill 4; None: nobody says."""
    mul: int | None = None
    """Number in the Master Unit List; None: nobody says."""

    def has(self, code: str) -> bool:
        """Does the card print this special ability outside a turret?"""
        return any(special.code == code for special in self.specials)

    def has_any(self, *codes: str) -> bool:
        """Does the card print one of these?"""
        return any(special.code in codes for special in self.specials)

    def number_of(self, code: str) -> int:
        """Give the number behind a special ability; 0 without it."""
        special = self.special(code)
        return special.number or 0 if special is not None else 0

    @property
    def has_other_modes(self) -> bool:
        """Can it change into a form that moves in another way, as land-air 'Mechs can?"""
        return self.has_any(*OTHER_MODES)

    def special(self, code: str) -> Special | None:
        """Give the special ability with this code."""
        return self.by_code.get(code)

    @property
    def by_code(self) -> Mapping[str, Special]:
        """Index the card's special abilities."""
        return specials_by_code(self.specials)

    @property
    def with_pending(self) -> "Unit":
        """The unit once the damage of this Combat Phase takes effect: with the hits and flags to come."""
        to_come = self.pending
        if not to_come.state and to_come.hits == Hits():
            return self
        return replace(self, hits=self.hits + to_come.hits, state=self.state | to_come.state)

    @property
    def move_is_thrust(self) -> bool:
        """Is the printed Move an aerospace unit's Thrust?"""
        return self.move is not None and self.move.is_thrust

    @property
    def is_on_table(self) -> bool:
        """Does it stand on the table itself, neither off it nor carried by another?"""
        return "off-table" not in self.state and self.carried_by is None

    def is_enemy_of(self, other: "Unit") -> bool:
        """Are these two of different sides? Who has no side is everyone's enemy."""
        return self.side is None or self.side != other.side
