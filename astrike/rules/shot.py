"""One attack as plain facts: all that a Target Number is made of.

Which question: what does to-hit look at? Where the facts come from - a table, what players say, a place that is tried
out - is asked elsewhere; nothing here knows how anything is measured.
"""

from dataclasses import dataclass
from typing import NamedTuple

from astrike.model.answer import SightAnswer
from astrike.model.attack import AttackQuestion, Point
from astrike.model.table import Conditions
from astrike.model.unit import Unit
from astrike.rulebook.abilities import BonusRow
from astrike.rulebook.combat import KindRow, MunitionRow
from astrike.rulebook.schema import BracketRow, Edition, UnitRow
from astrike.rules.line import Line
from astrike.rules.motion import Motion
from astrike.rules.options import Options
from astrike.rules.situation import Spotting, Weapon


@dataclass(frozen=True, slots=True)
class SeeThroughKind:
    """One kind of see-through terrain as lines meet it: inches that block, and the modifier's row."""

    key: str
    limit: float
    modifier: str
    from_inches: float
    counts_when_occupied: bool
    whole_line: bool


@dataclass(frozen=True, slots=True, eq=False)
class Circumstances:
    """What is the same for every attack at one table."""

    edition: Edition
    options: Options
    conditions: Conditions
    environment: str
    see_through: tuple[SeeThroughKind, ...] = ()
    """The kinds of see-through terrain on the table; lines and units name them by their place in this row."""


@dataclass(frozen=True, slots=True, eq=False)
class Combatant:
    """One of the two units of an attack: its card and state, and where it is."""

    unit: Unit
    row: UnitRow
    motion: Motion
    size_class: int = 0
    """Rank of its size class; 0 for what is not Large."""
    airborne: bool = False
    flies: bool = False
    """Is it in flight as aerospace units are?"""
    submersion: str = "none"
    woods: frozenset[int] = frozenset()
    """The kinds of see-through terrain that it stands in."""
    in_fields: bool = False
    """Does it stand in planted fields?"""
    carries_armor: bool = False
    """Does battle armor ride on the outside of it?"""

    @property
    def is_airborne_craft(self) -> bool:
        """Is it an aerospace unit in flight? (CE p.47, AS p.37 note 8)"""
        return self.row.aerospace and (self.airborne or self.unit.flight is not None)

    @property
    def is_conventional(self) -> bool:
        """Is it infantry without battle armor?"""
        return self.row.infantry and self.unit.type != "BA"


class Lent(NamedTuple):
    """The range of a friend that counts in place of the attacker's own."""

    network: str
    """Id of the network that links the two."""
    lender: str
    range: float
    bracket: BracketRow


class Shot(NamedTuple):
    """One attack: who, whom, with what, over what."""

    circumstances: Circumstances
    attacker: Combatant
    target: Combatant
    question: AttackQuestion
    range: float
    """Inches that count as the range."""
    bracket: BracketRow | None
    sight: SightAnswer
    """What the attacker, or whoever spots for it, sees."""
    view: Line
    """The line along which terrain counts."""
    weapon: Weapon
    arc: str | None = "front"
    direction: str = "front"
    """From where it strikes the target: `front` or `rear`."""
    underwater: bool = False
    viewer_woods: frozenset[int] = frozenset()
    """The kinds of see-through terrain that the attacker, or whoever spots for it, stands in."""
    aim: Point | None = None
    """The point that is aimed at; `target` then stands for what lies there."""
    spotting: Spotting | None = None
    munition: MunitionRow | None = None
    """The special munition of an artillery weapon; None for plain shells."""
    lent: Lent | None = None
    bonuses: tuple[BonusRow, ...] = ()
    """Rows of abilities, munitions and choices that count in this attack."""
    shields: tuple[tuple[str, str], ...] = ()
    """Units that stand between as cover, each with the row of the bonuses table that it brings."""

    @property
    def kind(self) -> KindRow:
        """The kind of attack."""
        return self.circumstances.edition.kinds[self.question.kind]


def points_of(edition: Edition, bracket: BracketRow) -> int:
    """Give what a bracket adds to the Target Number."""
    return edition.modifiers[bracket.modifier].value
