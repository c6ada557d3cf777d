"""What stands in the rows about piloting and driving rolls: modifiers, events, terrain, wounds, what follows?"""

from typing import Annotated, Final

from astrike.dataclass import dataclass
from astrike.model.battletech.answers import MOMENTS
from astrike.model.battletech.unit import KINDS, MECHS
from astrike.rulebook.references import key_of, one_of
from astrike.rulebook.row import RulebookRow, subject_field, words_field

ROLLED: Final = "roll"
FALLS: Final = "falls"
NO_ROLL: Final = "none"
KindWord = Annotated[str, one_of(*KINDS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RollLastingRow(RulebookRow):
    """A modifier that stays with a unit, its pilot or its crew."""

    value: int = 0
    groups: tuple[str, ...] = subject_field(())
    """The groups of events that it counts for; empty: all."""
    worse_than: int = subject_field(-1)
    """It counts for skills above this only."""
    kinds: tuple[KindWord, ...] = subject_field(MECHS)


@dataclass(frozen=True, slots=True, kw_only=True)
class RollEventRow(RulebookRow):
    """Something that happens to a unit: whether dice are rolled, when, at which modifier, and what failing does."""

    value: int = 0
    settled: Annotated[str, one_of(ROLLED, FALLS, NO_ROLL)] = NO_ROLL
    when: Annotated[str, one_of(*MOMENTS)] = "at-once"
    failing: Annotated[str, key_of("roll_effects")] = subject_field("fall")
    group: Annotated[str, one_of("damage", "attack", "move", "terrain", "pilot")] = subject_field("move")
    kinds: tuple[KindWord, ...] = subject_field(MECHS)
    """Who it can happen to."""
    leaves: Annotated[str, key_of("roll_lasting")] = subject_field("")
    """The modifier that it leaves behind, which counts for its own roll already; empty for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollTerrainRow(RulebookRow):
    """What the terrain of a hex adds to the rolls that are made in it."""

    mech: int = 0
    vehicle: int = 0
    hover: int = 0
    """For hovercraft and WiGE."""
    counted: Annotated[str, one_of("", "four", "all")] = subject_field("")
    """The least value of the option `hex-terrain` with which it counts; empty: it adds nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollDistanceRow(RulebookRow):
    """What the hexes moved before add, from so many hexes on."""

    hexes: int
    skid: int = 0
    building: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundRow(RulebookRow):
    """What a pilot needs to stay awake with so many points of damage."""

    wounds: int
    target: int = 0
    """0: the pilot is dead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollEffectRow(RulebookRow):
    """What a failed roll brings about, or what has to be known beside a roll."""

    said: str = words_field("")
    """A sentence that says it to a player."""
