"""What do rows about punches, kicks, clubs and physical weapons hold? Charges, jumps and pushes are impacts."""

from typing import Annotated

from astrike.dataclass import dataclass
from astrike.rulebook.references import key_of, one_of
from astrike.rulebook.row import RulebookRow, inner_field, subject_field, words_field

FORMS = ("punch", "kick", "club", "weapon")
"""How an attack is made: with an arm, a leg, both hands, or a weapon in one arm."""
AGAINST = ("mech", "prone", "vehicle")
TABLES = ("full", "punch", "kick")


@dataclass(frozen=True, slots=True, kw_only=True)
class PhysicalAttackRow(RulebookRow):
    """A kind of physical attack: its base number, and its damage by tons or in points."""

    form: Annotated[str, one_of(*FORMS)] = inner_field("weapon")
    base: int = 0
    tons: int = 0
    """One point for so many tons; 0 where points say it."""
    up: bool = False
    """That division is rounded up, not down."""
    plus: int = 0
    """Points on top of it."""
    points: int = 0
    most: int = 0
    """At most so many points; 0 for no such limit."""
    doubled: bool = False
    """Active triple-strength myomer doubles it."""
    halved: bool = False
    """Damaged upper and lower actuators halve it, each."""
    sure: bool = False
    """It hits without a roll."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhysicalModifierRow(RulebookRow):
    """A figure of physical attacks beside those that charges, jumps and pushes share."""

    value: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PhysicalRefusalRow(RulebookRow):
    """Why a physical attack cannot be made."""

    forms: tuple[Annotated[str, one_of(*FORMS)], ...] = subject_field(())
    """The forms that it bars."""
    refusal: str = words_field("")


@dataclass(frozen=True, slots=True, kw_only=True)
class PhysicalLevelRow(RulebookRow):
    """On which hit location table an attack is rolled, by the level of the target; nothing where it is refused."""

    forms: tuple[Annotated[str, one_of(*FORMS)], ...] = inner_field(())
    against: Annotated[str, one_of(*AGAINST)] = inner_field("mech")
    same: Annotated[str, one_of("", *TABLES)] = ""
    lower: Annotated[str, one_of("", *TABLES)] = ""
    """The target stands one level lower."""
    higher: Annotated[str, one_of("", *TABLES)] = ""

    def table(self, levels: int) -> str:
        """Name the table against a target so many levels higher; empty where there is none."""
        return {-1: self.lower, 0: self.same, 1: self.higher}.get(levels, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class PhysicalAfterRow(RulebookRow):
    """What follows a physical attack."""

    attack: Annotated[str, key_of("physical_attacks")] = inner_field("")
    missed: bool = subject_field(default=False)
    to: Annotated[str, one_of("attacker", "target")] = subject_field("target")
    event: Annotated[str, one_of("", "kicked", "missed-kick", "missed-mace")] = inner_field("")
    """The event that a piloting roll is due for; empty where there is none."""
