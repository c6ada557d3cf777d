"""What are attacks told apart by, as columns of small numbers?

For each to-hit step about both units, and for each thing that forbids attacks: everything that it looks at in a plain
weapon attack, so that what it gives is worked out once for all attacks that agree in that.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools, Ints
from astrike.rules.attack.distinct_rows import coded
from astrike.rules.attack.kind import AttackContext
from astrike.rules.attack.sight import carries_torpedoes
from astrike.rules.attack.sight_columns import SightColumns
from astrike.rules.shot.facts import Circumstances, Combatant
from astrike.rules.shot.pair_steps import is_hidden_by_stealth
from astrike.rules.shot.see_through import is_by_inches, is_own_strip, lies_between, points_of_inches
from astrike.rules.table.line_columns import LineColumns
from astrike.rules.units.weapons import Weapon

Numbers = Sequence[Ints | Bools]
"""Columns of small numbers."""
BEYOND = -1
"""In place of a bracket: beyond the last one."""


@dataclass(frozen=True, slots=True, eq=False)
class AttackRows:
    """What is known of n attacks before anything is added up: (n,) each."""

    lines: LineColumns
    sight: SightColumns
    fire: Ints
    """With what and through which arc is fired: twice the attacker, and one more where the target is in its arc."""
    underwater: Bools
    bracket: Ints
    is_rear: Bools
    """Is the target struck from the rear?"""


class UnitWords:
    """What is told of each unit of a table in a word, as numbers (units,), and by them attacks are told apart."""

    def __init__(self, at: Circumstances, who: Sequence[Combatant], context: AttackContext) -> None:
        self._at, self._who, self._context = at, who, context

    def weapon(self, fire: int) -> tuple[Weapon, str | None]:
        """Give with what and through which arc is fired, as rows number it."""
        return self._context.weapon(fire // 2, in_arc=bool(fire % 2), torpedo=False)

    def _flags(self, of: Callable[[Combatant], bool]) -> Bools:
        return np.array([of(who) for who in self._who], dtype=np.bool_)

    # ---- units

    @cached_property
    def always_front(self) -> Bools:
        """Is it struck in front wherever the attack comes from?"""
        return self._flags(lambda who: who.row.always_front)

    @cached_property
    def torpedoes(self) -> Bools:
        """Does it carry torpedoes?"""
        return self._flags(lambda who: carries_torpedoes(who.unit))

    @cached_property
    def _under(self) -> Ints:
        return coded([who.submersion for who in self._who])

    @cached_property
    def _is_under(self) -> Bools:
        return self._flags(lambda who: who.submersion == "completely")

    @cached_property
    def _is_wet(self) -> Bools:
        return self._flags(lambda who: who.submersion != "none")

    @cached_property
    def _sides(self) -> Ints:
        return coded([None, *(who.unit.side for who in self._who)])[1:]

    @cached_property
    def _inside(self) -> Ints:
        return coded([None, *(who.inside for who in self._who)])[1:]

    @cached_property
    def _infantry(self) -> Bools:
        return self._flags(lambda who: who.row.infantry)

    @cached_property
    def _woods(self) -> Ints:
        return coded([who.woods for who in self._who])

    @cached_property
    def _is_in_fields(self) -> Bools:
        return self._flags(lambda who: who.row.infantry and who.in_fields)

    @cached_property
    def _hull_down(self) -> Bools:
        return self._flags(lambda who: "hull-down" in who.unit.state)

    @cached_property
    def _stealth(self) -> Ints:
        """Tell whose stealth armor is on, and that of battle armor by itself."""
        hidden = [is_hidden_by_stealth(who.unit, self._at.edition) for who in self._who]
        return np.array(
            [is_on + (is_on and who.unit.type == "BA") for is_on, who in zip(hidden, self._who, strict=True)],
            dtype=np.intp,
        )

    # ---- what to-hit steps look at

    def see_through(self, rows: AttackRows) -> Numbers | None:
        """What lies between the two, what either stands in, and how near the attacker's own woods count."""
        at, lines = self._at, rows.lines
        if not at.see_through:
            return None
        found: list[Ints | Bools] = [
            lines.meets_woods,
            self._woods[lines.attacker],
            self._woods[lines.target],
            self._is_in_fields[lines.target],
        ]
        for kind, row in enumerate(at.see_through):
            own, between, theirs = lines.own[:, kind], lines.between[:, kind], lines.theirs[:, kind]
            found.append(np.asarray(lies_between(row, own, between, theirs)))
            found.append(np.asarray(is_own_strip(at.edition, own, lines.range)))
            if is_by_inches(at, row):
                found.append(points_of_inches(at.edition, between + theirs).astype(np.intp))
        return found

    def cover(self, rows: AttackRows) -> Numbers:
        """Whether there is cover."""
        return (rows.sight.cover,)

    def underwater(self, rows: AttackRows) -> Numbers | None:
        """Whether the attack runs under water, and how deep the target is."""
        return (rows.underwater, self._under[rows.lines.target]) if rows.underwater.any() else None

    def rear_weapon(self, rows: AttackRows) -> Numbers | None:
        """What is fired; without being asked for, nothing to the rear is."""
        return (rows.fire,) if self._context.question.special else None

    def hull_down(self, rows: AttackRows) -> Numbers | None:
        """Whether the target is hull down, and from where it is struck."""
        down = self._hull_down[rows.lines.target]
        return (down, rows.is_rear) if down.any() else None

    def stealth(self, rows: AttackRows) -> Numbers | None:
        """Whose stealth armor it is, and how far away."""
        armor = self._stealth[rows.lines.target]
        return (armor, rows.bracket - BEYOND) if armor.any() else None

    def range(self, rows: AttackRows) -> Numbers:
        """How far it is."""
        return (rows.bracket - BEYOND,)

    def question(self, rows: AttackRows) -> Numbers:
        """Nothing but the question, and that neither flies nor has abilities that count."""
        return (np.zeros(len(rows.lines), dtype=np.intp),)

    # ---- what refusals look at

    def side(self, rows: AttackRows) -> Numbers:
        """Whether the two are one, or friends, and who is inside a building."""
        a, t = rows.lines.attacker, rows.lines.target
        is_friend = (self._sides[a] == self._sides[t]) & (self._sides[a] > 0)
        is_hidden = (self._inside[t] > 0) & self._infantry[t]
        return a == t, is_friend, self._inside[a] == self._inside[t], is_hidden

    def fire(self, rows: AttackRows) -> Numbers:
        """Who fires what through which arc, in contact or not, and how deep the target is under water."""
        return rows.fire, rows.sight.contact, self._under[rows.lines.target]

    def reach(self, rows: AttackRows) -> Numbers:
        """Who fires what how far, and whether both are under water."""
        lines = rows.lines
        return rows.fire, rows.bracket - BEYOND, self._is_under[lines.attacker] & self._is_under[lines.target]

    def water(self, rows: AttackRows) -> Numbers | None:
        """Who fires what, how deep both are, whether in the same water, and whether they are in contact."""
        lines = rows.lines
        if not (self._is_wet[lines.attacker] | self._is_wet[lines.target]).any():
            return None
        return rows.fire, self._under[lines.target], lines.same_water, lines.contact


STEPS_LOOK_AT: Mapping[str, Callable[[UnitWords, AttackRows], Numbers | None]] = MappingProxyType(
    {
        "see-through": UnitWords.see_through,
        "cover": UnitWords.cover,
        "underwater": UnitWords.underwater,
        "rear-weapon": UnitWords.rear_weapon,
        "hull-down": UnitWords.hull_down,
        "stealth": UnitWords.stealth,
        "range": UnitWords.range,
        "secondary": UnitWords.question,
        "aerospace": UnitWords.question,
        "airborne-target-from-ground": UnitWords.question,
        "abilities": UnitWords.question,
    }
)
"""Everything that a to-hit step about both units looks at in a plain attack; None: it gives nothing on any line."""

REFUSALS_LOOK_AT: Mapping[str, Callable[[UnitWords, AttackRows], Numbers | None]] = MappingProxyType(
    {
        "side": UnitWords.side,
        "fire": UnitWords.fire,
        "reach": UnitWords.reach,
        "water": UnitWords.water,
    }
)
"""The same for what forbids attacks, beside sight and what either unit is."""
