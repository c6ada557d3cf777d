"""What did a roll on a table, a fall or a collapse do to which unit, as plain values?

Made once, in `rules.effects`, and made readable in `report.effects`. What changes is named after the property of the
table file that holds it.
"""

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from astrike.dataclass import dataclass
from astrike.model.area_answer import CaughtTarget
from astrike.model.dice import DiceRoll
from astrike.model.explain import Assumed, Citation, Fact, Modifier, OptionUsed, Reason


@dataclass(frozen=True, slots=True)
class StateChange:
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
    dice: tuple[DiceRoll, ...] = ()
    changes: tuple[StateChange, ...] = ()
    notes: tuple[Reason, ...] = ()
    caught: tuple[CaughtTarget, ...] = ()
    """Who else takes damage: in a collapsing building, on a path."""
    tables: tuple[str, ...] = ()
    refusals: tuple[Reason, ...] = ()
    assumed: tuple[Assumed, ...] = ()
    options_used: tuple[OptionUsed, ...] = ()
    facts: Mapping[str, Fact] = field(default_factory=lambda: MappingProxyType({}))
