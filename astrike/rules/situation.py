"""One attack as it is laid out on a table: who, whom, with what, over which line.

Which question: what has a table settled about an attack? The rules look at the facts that are left of it without the
table, in `shot`.
"""

from typing import NamedTuple

from astrike.model.answer import SightAnswer
from astrike.model.attack import AttackQuestion, Point
from astrike.model.unit import Unit
from astrike.rulebook.combat import KindRow
from astrike.rulebook.schema import BracketRow, UnitRow
from astrike.rules.armament import Weapon
from astrike.rules.battlefield import Field
from astrike.rules.line import Line
from astrike.rules.shot import Approach, Spotting


class Situation(NamedTuple):
    """Everything that a table has settled about one attack."""

    field: Field
    line: Line
    a: int
    """Index of the attacker."""
    t: int
    """Index of the target."""
    attacker: Unit
    target: Unit
    question: AttackQuestion
    sight: SightAnswer
    bracket: BracketRow | None
    underwater: bool
    weapon: Weapon
    in_arc: bool
    """Does the target lie in the attacker's own arc?"""
    arc: str | None
    direction: str
    aim: Point | None = None
    """The point that is aimed at; `target` is then a speck that lies there."""
    measured: float | None = None
    """Inches that count as the range where they are not those of the line, as to a flight path."""
    spotting: Spotting | None = None
    """Who spots for it; terrain then counts along the spotter's line, and `sight` is the spotter's."""
    approach: Approach | None = None
    """The move into contact that is asked for; None where the bases touch already, and where none is needed."""

    @property
    def view(self) -> Line:
        """The line along which terrain counts: the spotter's where one spots."""
        return self.line if self.spotting is None else self.spotting.line

    @property
    def woods_of_viewer(self) -> frozenset[int]:
        """The kinds of see-through terrain that the attacker, or whoever spots for it, stands in."""
        return self.field.woods_of[self.a] if self.spotting is None else self.spotting.woods

    @property
    def kind(self) -> KindRow:
        """The kind of attack."""
        return self.field.edition.kinds[self.question.kind]

    @property
    def range(self) -> float:
        """Inches from base edge to base edge."""
        return self.line.range if self.measured is None else self.measured

    @property
    def attacker_row(self) -> UnitRow:
        """The attacker's type."""
        return self.field.units.rows[self.a]

    @property
    def target_row(self) -> UnitRow:
        """The target's type."""
        return self.field.units.rows[self.t]
