"""What has a table settled about one attack: who attacks whom, with what, over which line?

The rules of an attack do not see a situation; they get the facts that `shot` describes, which are taken from it.
"""

from typing import NamedTuple

from astrike.model.attack_answer import SightAnswer
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.unit import Unit
from astrike.rulebook.combat_rows import KindRow
from astrike.rulebook.schema import BracketRow, UnitTypeRow
from astrike.rules.shot.facts import ContactMove, SpotterFacts
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.weapons import Weapon


class Situation(NamedTuple):
    """Everything that a table has settled about one attack."""

    prepared: PreparedTable
    line: MeasuredLine
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
    aim: TablePoint | None = None
    """The point that is aimed at; `target` is then a point target that lies there."""
    measured: float | None = None
    """Inches that count as the range where they are not those of the line, as to a flight path."""
    spotting: SpotterFacts | None = None
    """Who spots for it; terrain then counts along the spotter's line, and `sight` is the spotter's."""
    approach: ContactMove | None = None
    """The move into contact that is asked for; None where the bases touch already, and where none is needed."""

    @property
    def view(self) -> MeasuredLine:
        """The line along which terrain counts: the spotter's where one spots."""
        return self.line if self.spotting is None else self.spotting.line

    @property
    def woods_of_viewer(self) -> frozenset[int]:
        """The kinds of see-through terrain that the attacker, or whoever spots for it, stands in."""
        return self.prepared.woods_of[self.a] if self.spotting is None else self.spotting.woods

    @property
    def kind(self) -> KindRow:
        """The kind of attack."""
        return self.prepared.edition.kinds[self.question.kind]

    @property
    def range(self) -> float:
        """Inches from base edge to base edge."""
        return self.line.range if self.measured is None else self.measured

    @property
    def attacker_row(self) -> UnitTypeRow:
        """The attacker's type."""
        return self.prepared.units.rows[self.a]

    @property
    def target_row(self) -> UnitTypeRow:
        """The target's type."""
        return self.prepared.units.rows[self.t]
