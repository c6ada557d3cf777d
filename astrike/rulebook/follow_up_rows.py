"""What stands in a row about criticals, motive damage, heat, support and mines: all that follows a hit?"""

from dataclasses import fields
from typing import Annotated, Final

from astrike.dataclass import dataclass
from astrike.model.unit import FLAGS, Hits
from astrike.rulebook.references import CriticalEffectKey, GunKey, SupportKey, one_of
from astrike.rulebook.row import RulebookRow, words_field

_HITS: Final = tuple(spec.name.replace("_", "-") for spec in fields(Hits) if spec.name != "motive")


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalRow(RulebookRow):
    """One roll of the critical table: for each column a key of the critical effects."""

    roll: int
    mech: CriticalEffectKey = "none"
    protomech: CriticalEffectKey = "none"
    vehicle: CriticalEffectKey = "none"
    aerospace: CriticalEffectKey = "none"
    large: CriticalEffectKey = "none"
    """DropShips and small craft."""
    structure: CriticalEffectKey = "none"

    def column(self, name: str) -> str:
        """Give the effect of this roll in a column; the columns stand in the unit types."""
        return str(getattr(self, name))


CriticalColumn = Annotated[
    str, one_of(*(spec.name for spec in fields(CriticalRow) if spec.default == "none"))
]
"""A column of the critical table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalEffectRow(RulebookRow):
    """What a critical hit does: which hit is counted, which state it brings, how many of it destroy."""

    hit: Annotated[str, one_of(*_HITS)] = ""
    """A key of the table file's `hits`."""
    state: Annotated[str, one_of(*FLAGS)] = ""
    """A flag of the table file's `state`."""
    destroys_mech: int = 0
    """With so many of these hits a 'Mech or ProtoMech is destroyed, or crashes; 0: never."""
    destroys_vehicle: int = 0
    destroys_aerospace: int = 0
    destroys_large: int = 0
    destroys_structure: int = 0
    """With so many of these hits a mobile structure is destroyed; 0: never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MotiveRow(RulebookRow):
    """A result of the motive roll, from this roll on."""

    roll: int = 0
    loss: Annotated[str, one_of("-2", "half", "immobile")] = ""
    """A word of the table file's `hits.motive`; empty: nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MotiveModifierRow(RulebookRow):
    """What a mover, by its key, or a special ability changes on the motive roll."""

    value: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportRow(RulebookRow):
    """A kind of battlefield support: its Target Number, which nothing changes, and what it does."""

    need: int = 0
    damage: int = 0
    outer: int = 0
    """Damage in the outer ring, where there is one."""
    area: Annotated[str, one_of("unit", "circle", "strip", "template", "field")] = "unit"
    weapon: GunKey = ""
    """The artillery weapon whose template and scatter it has."""
    scatters: bool = False
    cost: float = 0.0
    """Battlefield support points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AirCoverRow(RulebookRow):
    """Air cover against a kind of support: the roll that cancels it."""

    cover: Annotated[str, one_of("light", "heavy")]
    against: SupportKey
    need: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MinefieldRow(RulebookRow):
    """Mines of one density: the roll that sets them off, and what they do."""

    density: int
    need: int = 0
    damage: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatRow(RulebookRow):
    """A step of the heat in the End Phase; the order of the rows is that of the steps."""

    value: int = 0
    """Levels it adds: for each point or hit where there are several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUpRow(RulebookRow):
    """Something that a hit brings about, by its key: a roll, or what just happens."""

    measured: tuple[str, ...] = words_field(())
    """Whom it is about, and what was counted."""
