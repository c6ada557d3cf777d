"""Which of many lines are seen along, which are in cover, and which reasons block the others?

The same as `sight.sight_answer` says of each line, as columns: without what was measured, which the answer of that line
has. Bounds and limits are those of `SightRules`; what depends on few words is asked there for each of them once.
"""

from collections.abc import Iterator, Mapping

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools, Floats, Ints
from astrike.rules.attack.distinct_rows import Distinct, coded
from astrike.rules.attack.sight import (
    carries_torpedoes,
    hidden_above,
    level_reasons,
    may_have_cover,
    sees_in_contact,
    sight_rules,
    water_verdict,
)
from astrike.rules.table.line_columns import LineColumns
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

STATES = ("clear", "partial", "blocked")


@dataclass(frozen=True, slots=True, eq=False)
class SightColumns:
    """What n lines mean for sight."""

    state: Ints
    """(n,) Places in STATES."""
    cover: Bools
    contact: Bools
    underwater: Bools
    reasons: Mapping[str, Bools]
    """The lines that each reason blocks, by its key."""


class SightOfMany:
    """Sight on one table where nobody flies as aerospace units do and everybody sees equally far."""

    def __init__(self, prepared: PreparedTable) -> None:
        self._prepared, self._rules = prepared, sight_rules(prepared)
        units, count = prepared.units, range(len(prepared.units.units))
        self._under = coded([body.submersion for body in units.of])
        self._is_under = np.array([body.submersion == "completely" for body in units.of], dtype=np.bool_)
        self._is_partly = np.array([body.submersion == "partly" for body in units.of], dtype=np.bool_)
        self._is_dry = np.array([body.submersion == "none" for body in units.of], dtype=np.bool_)
        self._airborne = np.array(units.airborne, dtype=np.bool_)
        self._hidden_above = np.array([hidden_above(prepared, self._rules, i) for i in count])
        self._may_have_cover = np.array(
            [may_have_cover(prepared, self._rules, i) for i in count], dtype=np.bool_
        )
        self._has_cover_row = np.array([row.cover for row in units.rows], dtype=np.bool_)
        self._torpedoes = np.array([carries_torpedoes(unit) for unit in units.units], dtype=np.bool_)
        self._limits = np.array([rules[-1][0] for rules in self._rules.limits])
        self._water = Distinct[tuple[str, ...]]()

    @staticmethod
    def is_for(prepared: PreparedTable) -> bool:
        """Does everybody see equally far here?"""
        return not sight_rules(prepared).concealing

    def columns(self, lines: LineColumns) -> SightColumns:
        """Say what measured lines mean for sight."""
        prepared, rules = self._prepared, self._rules
        a, t = lines.attacker, lines.target
        contact = self._contacts(lines)
        in_the_air = (self._airborne[a] | self._airborne[t]) & rules.practical
        is_open = contact & prepared.metric.contact_uncovers | in_the_air
        reasons: dict[str, Bools] = {}
        is_blocked = np.zeros(len(lines), dtype=np.bool_)
        for key, which in self._reasons(lines, contact, is_open):
            reasons[key] = reasons[key] | which if key in reasons else which
            is_blocked |= which
        # Water covers from all sides, also from a unit that stands beside (CE p.43); in contact nothing else does.
        wet = self._is_partly[t] & ~in_the_air & ~is_blocked
        is_partly_hidden = np.where(is_open, 0.0, lines.hidden) > rules.cover_from
        is_partial = is_partly_hidden | (wet & self._has_cover_row[t])
        return SightColumns(
            state=np.where(is_blocked, 2, np.where(is_partial, 1, 0)),
            cover=~is_blocked & (is_partly_hidden | wet) & self._may_have_cover[t],
            contact=contact,
            underwater=self._is_under[a],
            reasons=reasons,
        )

    def _contacts(self, lines: LineColumns) -> Bools:
        contact = lines.contact.copy()
        for k in np.flatnonzero(contact).tolist():
            contact[k] = sees_in_contact(self._prepared, int(lines.attacker[k]), int(lines.target[k]))
        return contact

    def _reasons(self, lines: LineColumns, contact: Bools, is_open: Bools) -> Iterator[tuple[str, Bools]]:
        rules, a, t = self._rules, lines.attacker, lines.target
        yield from self._between_levels(lines, contact)
        is_apart = ~contact & ~is_open
        yield "sight.solid", is_apart & (lines.hidden > self._hidden_above[t])
        if rules.hidden_attacker_blocks:
            yield "sight.attacker-hidden", is_apart & (lines.hidden_back > self._hidden_above[a])
        if self._prepared.terrain.kinds:
            is_met = lines.meets_woods | lines.meets_woods_back
            there, back = (used_up(self._prepared, each) for each in (lines.between, lines.between_back))
            yield "sight.woods", is_apart & is_met & (np.maximum(there, back) >= 1.0 - TOUCH)
        yield "sight.max", ~contact & (lines.range > self._limits[a] + TOUCH)
        yield from self._in_water(lines)

    def _between_levels(self, lines: LineColumns, contact: Bools) -> Iterator[tuple[str, Bools]]:
        for k in np.flatnonzero(contact).tolist():
            for why in level_reasons(self._prepared, int(lines.attacker[k]), int(lines.target[k])):
                yield why.key, np.arange(len(contact)) == k

    def _in_water(self, lines: LineColumns) -> Iterator[tuple[str, Bools]]:
        rows = np.flatnonzero(~(self._is_dry[lines.attacker] & self._is_dry[lines.target]))
        if not len(rows):
            return
        a, t, same = lines.attacker[rows], lines.target[rows], lines.same_water[rows]

        def verdict(k: int) -> tuple[str, ...]:
            return water_verdict(self._prepared, int(a[k]), int(t[k]), bool(same[k]))

        keys, which = self._water.rows((self._under[a], self._under[t], same, self._torpedoes[a]), verdict)
        for key in dict.fromkeys(key for found in keys for key in found):
            blocked = np.zeros(len(lines), dtype=np.bool_)
            blocked[rows] = np.array([key in found for found in keys])[which]
            yield key, blocked


def used_up(prepared: PreparedTable, between: Floats) -> Floats:
    """Give how much of its limits the see-through terrain on lines (n, kinds) uses up: 1 blocks (CE p.40, AS p.34)."""
    filled = between / np.array([kind.limit for kind in prepared.terrain.kinds], dtype=np.float64)
    is_sum = prepared.options.word("woods.mixed") == "sum"
    return np.asarray(filled.sum(axis=1) if is_sum else filled.max(axis=1, initial=0.0))
