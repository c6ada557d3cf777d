"""What do rows about falls, skids, charges, collapses and where damage lands hold?"""

from astrike.dataclass import dataclass
from astrike.rulebook.row import RulebookRow, subject_field


@dataclass(frozen=True, slots=True, kw_only=True)
class ImpactRow(RulebookRow):
    """A figure of an impact: what tons or CF are divided by, a number on the dice, a modifier."""

    value: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackModifierRow(RulebookRow):
    """A modifier that shots, blows, charges and jumps on a target have in common."""

    value: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ImpactWordsRow(RulebookRow):
    """A sentence that is said beside an impact: a note, a move, a reason why not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImpactFacingRow(RulebookRow):
    """A result of the die for the facing after a fall."""

    turn: int = 0
    """Hexsides turned clockwise."""
    column: str = ""
    """The column on which the damage of the fall lands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImpactBandRow(RulebookRow):
    """How hard a unit is to hit from so many hexes moved."""

    hexes: int = subject_field(0)
    value: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ImpactBasementRow(RulebookRow):
    """A result of the dice for a basement."""

    die: int = subject_field(0)
    levels: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ImpactHitRow(RulebookRow):
    """A result of a hit location table: the part hit, by column, of a 'Mech on two legs and of one on four."""

    table: str
    die: int
    front: str
    left: str
    right: str
    rear: str
    quad_front: str
    quad_left: str
    quad_right: str
    quad_rear: str
    is_critical: bool = False
    """The part struck takes a critical chance."""

    def part(self, column: str, *, is_quad: bool) -> str:
        """Name the part that is hit on a column."""
        of_two = {"front": self.front, "left": self.left, "right": self.right, "rear": self.rear}
        of_four = {
            "front": self.quad_front,
            "left": self.quad_left,
            "right": self.quad_right,
            "rear": self.quad_rear,
        }
        return (of_four if is_quad else of_two)[column]
