"""What is the answer about critical hits: which slots are hit, what does it do, what is next, and the sheet after?"""

from fractions import Fraction

from astrike.dataclass import dataclass
from astrike.model.battletech.answers import CardAnswer, DueRoll
from astrike.model.battletech.critical import RecordSheet
from astrike.model.battletech.rolls import RollQuestion
from astrike.model.explain import Citation, Modifier, Reason


@dataclass(frozen=True, slots=True)
class SlotHit:
    """A hit on a slot, and what it did."""

    location: str
    slot: int | None
    """None where the hit found no slot."""
    item: str | None
    component: str
    effects: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class CriticalCheck:
    """One roll for critical hits and what came of it; hits = applied + soaked + moved_on + lost + unplaced."""

    location: str
    cause: str
    """hit or explosion."""
    roll: int | None
    """The dice added up; None where no dice are rolled or they are still to come."""
    total: int | None
    """The dice with the modifiers."""
    modifiers: tuple[Modifier, ...]
    count: Reason | None
    """The row of the table; None as long as there is no result."""
    hits: int
    blown_off: bool
    applied: tuple[SlotHit, ...]
    soaked: tuple[SlotHit, ...]
    lost: tuple[SlotHit, ...]
    moved_on: int
    """Hits that are still to be rolled in the next location."""
    unplaced: int
    """Hits that are still to be rolled in the location itself."""


@dataclass(frozen=True, slots=True)
class BlastStep:
    """What an explosion does in one location: points = lost + passed_on + vented."""

    location: str
    points: int
    structure: int
    armor: int
    lost: int
    """Points that end here: structure, armor, and what is left over where nothing moves on."""
    passed_on: int
    vented: int
    destroyed: bool
    case: str


@dataclass(frozen=True, slots=True)
class Blast:
    """An explosion and its way through the sheet."""

    item: str
    location: str
    slot: int
    shots: int | None
    missiles: int | None
    damage: int | None
    points: int
    pilot: int
    """Damage of the pilot."""
    path: tuple[BlastStep, ...]
    cite: Citation


@dataclass(frozen=True, slots=True)
class DiceNeed:
    """What has to be rolled, or said, next."""

    dice: int
    purpose: str
    """count, slot, slot-second, case-ii or ammo."""
    location: str
    hit: int
    """Which hit of the check it is for, counted from 1; 0 for none."""
    hits: int
    first: int | None
    """The first die, where the second is needed."""
    item: str | None
    """The item that has to be described."""


@dataclass(frozen=True, slots=True)
class SlotOdds:
    """The chance that the next hit strikes a slot."""

    location: str
    slot: int
    item: str
    probability: Fraction


@dataclass(frozen=True, slots=True)
class ItemOdds:
    """The chance that the next hit strikes an item, and what it would do."""

    location: str
    item: str
    component: str
    open_slots: int
    of: int
    probability: Fraction
    effect: str
    points: int | None
    """Points of the explosion it would be."""
    how: str
    """How these points come about."""


@dataclass(frozen=True, slots=True)
class CountOdds:
    """The chance of a result of the roll for critical hits."""

    hits: int
    blown_off: bool
    label: str
    probability: Fraction


@dataclass(frozen=True, slots=True)
class ThrowUse:
    """What a throw was for and what came of it."""

    dice: tuple[int, ...]
    purpose: str
    location: str
    slot: int | None
    rerolled: bool


@dataclass(frozen=True, slots=True)
class PilotDamage:
    """What happens to the pilot."""

    damage: int
    rolls: int
    """Consciousness rolls that are due."""
    dead: bool


@dataclass(frozen=True, slots=True)
class CriticalFall:
    """A fall that needs no roll: points in groups."""

    damage: int
    groups: tuple[int, ...]
    levels: int
    cite: Citation


@dataclass(frozen=True, slots=True)
class SheetFigures:
    """What is left of the figures of the sheet; None where the sheet does not state them."""

    walk: int
    run: int
    jump: int
    wing: int
    dissipation: int | None
    heat: int
    immobile: bool
    can_fire: bool


@dataclass(frozen=True, slots=True)
class CriticalAnswer(CardAnswer):
    """All that comes of a roll for critical hits, as far as the dice go."""

    checks: tuple[CriticalCheck, ...]
    """The first is the one that was asked for; the others come of explosions."""
    needs: DiceNeed | None
    odds: tuple[SlotOdds, ...]
    item_odds: tuple[ItemOdds, ...]
    count_odds: tuple[CountOdds, ...]
    throws: tuple[ThrowUse, ...]
    unused_dice: tuple[tuple[int, ...], ...]
    explosions: tuple[Blast, ...]
    effects: tuple[Reason, ...]
    """What happens beside the hits on slots: a limb blown off, a location destroyed."""
    consciousness: tuple[DueRoll, ...]
    """Rolls of the pilot to stay awake, which come first."""
    rolls: tuple[DueRoll, ...]
    modifiers: tuple[Modifier, ...]
    """All lasting modifiers of the sheet after."""
    figures: SheetFigures
    pilot: PilotDamage
    fall: CriticalFall | None
    piloting: RollQuestion
    """What the piloting rolls are the answer to."""
    sparing: RollQuestion | None
    """What the pilot's roll in a fall that needs no roll answers; None where there is no such fall."""
    out_of_action: bool
    sheet: RecordSheet

    @property
    def first(self) -> CriticalCheck:
        """The check that was asked for."""
        return self.checks[0]
