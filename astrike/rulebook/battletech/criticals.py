"""What do the tables of critical hits say: how many, where, on which slots, and what each hit does?"""

from typing import Annotated

from astrike.dataclass import dataclass
from astrike.model.battletech.rolls import EVENTS
from astrike.model.battletech.unit import LEG_ACTUATORS
from astrike.rulebook.references import one_of
from astrike.rulebook.row import RulebookRow, inner_field, subject_field, words_field


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalCountRow(RulebookRow):
    """How many critical hits a result of 2D6 gives."""

    least: int = 0
    most: int = 0
    hits: int = 0
    limb_off: bool = False
    """On head, arm or leg the part is blown off instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalLocationRow(RulebookRow):
    """A location of the record sheet: its slots, and where hits and explosions go from it."""

    part: str = inner_field("")
    """head, torso, arm or leg."""
    slots: int = 0
    next: str = subject_field("")
    """Key of the next location; empty where nothing moves on."""
    frames: tuple[str, ...] = inner_field(())
    """Kinds of 'Mech that have it."""
    column: str = inner_field("")
    """Which figure of the structure table is its own."""
    torn_with: str = subject_field("")
    """Key of the location whose destruction tears it off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalStructureRow(RulebookRow):
    """Internal structure by location of a 'Mech of some tonnage."""

    tons: int = subject_field(0)
    head: int = 0
    center: int = 0
    side: int = 0
    arm: int = 0
    leg: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalLayoutRow(RulebookRow):
    """What stands in the slots of a standard location, from the first on; the rest is empty."""

    slots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalEngineRow(RulebookRow):
    """How many slots an engine fills, and which component it is."""

    center: int = 0
    side: int = 0
    component: str = inner_field("")


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalGyroRow(RulebookRow):
    """How many slots a gyro fills, which component it is, and what it stands."""

    slots: int = 0
    component: str = inner_field("")
    hits: int = 0
    """Hits that destroy it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalComponentRow(RulebookRow):
    """A kind of item on the sheet."""

    slots: int = 0
    """Slots of one; 0 where slots of one name in a row are one item."""
    counts: bool = False
    """Hits are counted, over all its slots; other items die with the first."""
    spread: bool = False
    """All its slots in a location are one item, also where others stand between."""
    explodes: bool = False
    points: int = 0
    """Points of its explosion, where the kind says so."""
    unhittable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentEffectRow(RulebookRow):
    """What a hit on a component does, at once and lastingly."""

    component: str = inner_field("")
    hit: int = subject_field(1)
    event: Annotated[str, one_of("", *EVENTS)] = inner_field("")
    """What it is where piloting rolls are asked about; empty where it asks for none."""
    part: Annotated[str, one_of("", *LEG_ACTUATORS)] = inner_field("")
    """Which actuator of a leg."""
    now: str = words_field("")
    lasting: str = words_field("")
    is_out: bool = False
    kills_pilot: bool = False
    immobile: bool = False
    no_fire: bool = False
    explodes_on: int = 0
    """2D6 on which the engine explodes at the end of the phase; 0 for no such roll."""
    explodes_plus: int = 0
    replaces: bool = False
    """Other modifiers of the same limb do not count beside it."""
    weapons: int = 0
    punch: int = 0
    kick: int = 0
    halves: bool = False
    """It halves the damage of punches or kicks with its limb."""
    push: int = 0
    heat: int = 0
    walk: int = 0
    jump: int = 0
    dissipation: int = 0
    wing: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalMeasureRow(RulebookRow):
    """What the lasting figures of effects are added to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalNameRow(RulebookRow):
    """Which kind of item a name on a sheet stands for."""

    words: tuple[str, ...] = inner_field(())
    """A name that has the words of one of these in a row is this kind; none: every other name."""
    component: str = inner_field("")
    slots: int = 0
    """Slots of one; 0 where the kind says it."""
    damage: int = 0
    shots: int = 0
    """Shots of a full slot."""
    sized: str = inner_field("")
    """What the number in the name is: missiles or damage of one shot."""
    points: int = 0
    inert: bool = False
    """Ammunition that does not explode."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalNoteRow(RulebookRow):
    """What is said beside an answer about critical hits."""

    text: str = words_field("")
