"""What do rows about damage hold: what armor makes of it, and what plasma does to woods and buildings?"""

from typing import Annotated

from astrike.dataclass import dataclass
from astrike.rulebook.references import one_of
from astrike.rulebook.row import RulebookRow, subject_field

DAMAGE_KINDS = ("direct-ballistic", "missile", "flamer", "laser", "ppc", "plasma", "other")
"""What damage comes from, as far as armor minds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmorSoakRow(RulebookRow):
    """What armor that is not plain makes of the damage of a hit."""

    soaks: tuple[Annotated[str, one_of(*DAMAGE_KINDS)], ...] = subject_field(())
    """What the damage has to come from; empty for all of it."""
    points: int = 0
    """Points that each circle soaks up."""
    least: int = 0
    """Circles that every hit takes."""
    keeps: bool = False
    """Points left over are noted for the next hit, not discarded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlasmaDamageRow(RulebookRow):
    """What a plasma weapon does to woods, jungle and buildings: a roll and what is added, times something."""

    plus: int = 0
    dice: int = 0
    """D6 that are rolled."""
    times: int = 0
