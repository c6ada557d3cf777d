"""How is one kind of attack set up at a table, and what does its answer mention besides number and damage?

An `AttackKind` holds the functions that the attack solver calls in turn. What forbids the attack and what it does are
decided by its `rules`, from facts alone; the to-hit steps of each kind are named by the edition's kinds table.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial

from astrike.dataclass import dataclass
from astrike.model.attack_answer import AttackAnswer, SightAnswer
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.explain import Assumed, Reason
from astrike.model.unit import Unit
from astrike.rulebook.schema import BracketRow
from astrike.rules.attack.situation import Situation
from astrike.rules.attack.weapon_arcs import units_with_many_arcs
from astrike.rules.shot.facts import Shot
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.shot.rule_types import KindRules
from astrike.rules.table.flyers import aerospace_flyers
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.weapons import Weapon, choose_weapon
from astrike.tolerance import TOUCH


class AttackContext:
    """One field and one way to attack, with what depends on one unit alone worked out once."""

    def __init__(
        self, prepared: PreparedTable, question: AttackQuestion, aim: TablePoint | None = None
    ) -> None:
        self.prepared = prepared
        self.question = question
        self.aim = aim
        """The point that is aimed at, None for a unit; the target is then a point target that lies there."""
        self.flyers = aerospace_flyers(prepared)
        """The units that fly as aerospace units do."""
        self.many_armed = units_with_many_arcs(prepared)
        """The units that attack through several arcs."""
        self.half = prepared.edition.number("half-base") - TOUCH
        units = prepared.units.units  # not through the field, which would then never be freed at once
        self._weapon = cache(partial(_chosen, units, question))

    def laid(
        self,
        line: MeasuredLine,
        seen: SightAnswer,
        bracket: BracketRow | None,
        weapon: Weapon,
        arc: str | None,
        *,
        in_arc: bool,
        underwater: bool,
    ) -> Situation:
        """Lay an attack along a line out, with what a kind has settled about it."""
        prepared, a, t = self.prepared, line.attacker, line.target
        units, came = prepared.units.units, direction_of_attack(prepared, t, line.off_rear)
        return Situation(
            prepared, line, a, t, units[a], units[t], self.question, seen, bracket, underwater, weapon, in_arc,
            arc, came, self.aim,
        )  # fmt: skip

    def is_in_arc(self, line: MeasuredLine) -> bool:
        """Does the target lie in the attacker's own arc?"""
        return line.arc_share >= self.half

    def weapon(self, i: int, *, in_arc: bool, torpedo: bool) -> tuple[Weapon, str | None]:
        """Choose what a unit fires and through which arc."""
        return self._weapon(i, in_arc, torpedo)


def _chosen(
    units: Sequence[Unit], question: AttackQuestion, i: int, in_arc: bool, torpedo: bool
) -> tuple[Weapon, str | None]:
    return choose_weapon(units[i], question, in_arc=in_arc, torpedo=torpedo)


def direction_of_attack(prepared: PreparedTable, t: int, off_rear: float) -> str:
    """Say where the attack arrives; exactly over the corner is the front (CE p.48)."""
    if prepared.units.rows[t].always_front or math.isnan(off_rear):
        return "front"
    return "rear" if abs(off_rear) > prepared.edition.number("rear.from") + TOUCH else "front"


def arc_assumed(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed where the attacker's facing is not given."""
    if s.attacker.facing is None and s.attacker_row.arc != "all":
        yield Assumed(f"units.{s.attacker.id}.facing", "unknown", "Facing not given: arc not checked")


def side_assumed(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed where the target's facing is not given."""
    if s.target.facing is None and not s.target_row.always_front:
        yield Assumed(f"units.{s.target.id}.facing", "unknown", "Facing not given: hit in front")


def answer_unchanged(s: Situation, shot: Shot, answer: AttackAnswer) -> AttackAnswer:
    """Leave an answer as it is."""
    return answer


@dataclass(frozen=True, slots=True)
class AttackKind:
    """How one kind of attack is worked out."""

    situation: Callable[[AttackContext, MeasuredLine, SightAnswer], Situation]
    """Settle with what is attacked, from where, at which bracket."""
    rules: KindRules
    """What forbids it, what it does, which options decided."""
    obstacles: Callable[[Situation, Shot], Iterable[Reason]] | None = None
    """Collect the reasons that only the table tells; None: there are none for this kind."""
    assumed: Callable[[Situation], Iterable[Assumed]] = lambda s: ()
    """Name what was assumed about this attack, beside what was assumed about the two units."""
    complete: Callable[[Situation, Shot, AttackAnswer], AttackAnswer] = answer_unchanged
    """Add to a single answer what lists do without: spotters, who else is caught, what follows a hit."""
