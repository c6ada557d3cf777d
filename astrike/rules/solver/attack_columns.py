"""What do many attacks need, and which of them are allowed, as columns of numbers?

Whoever shows numbers alone asks here; a row's answer, with ledger and measured reasons, is opened by `answer`. A plain
weapon attack depends on the attacker, the target, and a few words about the line between them. So its number is
gathered from what either unit puts into all of its ledgers and from what each to-hit step gives for the lines that
differ in what that step looks at; its reasons are gathered likewise. The functions that work these out are those that
write the ledger. Attacks that something else decides as well - a path of flight, a network, an ability, a mark, another
kind of attack - are worked out one by one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools, Floats, Ints
from astrike.model.attack_answer import AttackAnswer, SightAnswer, WoodsParts
from astrike.model.explain import NO_FACTS, Reason
from astrike.rulebook.schema import BracketRow
from astrike.rules.attack.ability_conditions import bonus_bearers
from astrike.rules.attack.attack_rows import BEYOND, REFUSALS_LOOK_AT, STEPS_LOOK_AT, AttackRows, UnitWords
from astrike.rules.attack.combatants import combatants
from astrike.rules.attack.distinct_rows import Distinct
from astrike.rules.attack.kind import direction_of_attack
from astrike.rules.attack.shared_ranges import shared_ranges
from astrike.rules.attack.sight_columns import STATES, SightOfMany
from astrike.rules.edition_rows import reason
from astrike.rules.shot.ability_rows import is_for
from astrike.rules.shot.facts import Shot, brackets_in_use
from astrike.rules.shot.refusals import (
    arc_refusals,
    own_refusals,
    reach_refusals,
    side_refusals,
    unprinted_rules,
    water_refusals,
)
from astrike.rules.solver.attack_solver import AttackSolver, HitChance
from astrike.rules.table.line_columns import LineColumns
from astrike.tolerance import TOUCH

PLAIN_KIND = "weapon"


@dataclass(frozen=True, slots=True, eq=False)
class AttackColumns:
    """The numbers of n attacks of one question, in the order asked."""

    solver: AttackSolver
    lines: LineColumns
    brackets: tuple[BracketRow, ...]
    range: Floats
    """(n,) Inches that count."""
    bracket: Ints
    """(n,) Places in `brackets`, or BEYOND."""
    state: Ints
    """(n,) Places in `sight_columns.STATES`."""
    cover: Bools
    total: Ints
    """(n,) What the terms of each ledger add up to, whether the attack is allowed or not."""
    probability: Floats
    """(n,) 0 where the attack is refused."""
    reasons: tuple[Reason, ...]
    """Everything that forbids any of them, without what was measured."""
    refusals: Bools
    """(n, reasons) Which of these forbid which attack."""

    def __len__(self) -> int:
        return len(self.total)

    @property
    def allowed(self) -> Bools:
        """(n,) May they attack at all?"""
        return np.asarray(~self.refusals.any(axis=1))

    def chances(self) -> tuple[HitChance, ...]:
        """Give probability and Target Number of each, no number where it is refused."""
        return tuple(
            HitChance(chance, number if allowed else None)
            for chance, number, allowed in zip(
                self.probability.tolist(), self.total.tolist(), self.allowed.tolist(), strict=True
            )
        )

    def answer(self, row: int) -> AttackAnswer:
        """Open one attack: its answer as lists hold it, with ledger, reasons and damage."""
        return self.solver.answers([self.lines.line(row)])[0]

    def answers(self) -> tuple[AttackAnswer, ...]:
        """Open all of them."""
        return self.solver.answers(self.lines.lines())


_ShotAt = Callable[[int], Shot]
"""Gives the facts of one row."""


class _Share(NamedTuple):
    """What one thing about an attack brings to it."""

    points: int = 0
    """What it adds to the Target Number."""
    refusals: frozenset[str] = frozenset()
    """Keys of what it forbids the attack for."""
    is_printed: bool = True
    """Does a source print all of it for this edition?"""


class ColumnSolver:
    """Answers one question about many lines of one table as columns; what has been worked out is kept."""

    def __init__(self, solver: AttackSolver) -> None:
        self._solver = solver
        self._prepared, self._question = solver.prepared, solver.question
        self._who = combatants(self._prepared)
        self._at = solver.circumstances
        self._builder, self._context = solver.ledger_builder, solver.context
        self._brackets = tuple(brackets_in_use(self._at))
        self._words = UnitWords(self._at, self._who, self._context)
        self._units = {about: Distinct[_Share]() for about in ("attacker", "target")}
        self._steps = {name: Distinct[_Share]() for name in self._builder.pair_steps}
        self._forbidden = {about: Distinct[_Share]() for about in _FORBIDS}

    def columns(self, lines: LineColumns) -> AttackColumns:
        """Give the numbers of attacks along lines that have been measured."""
        is_plain = self._is_plain(lines)
        found = _Found(lines)
        rows = np.flatnonzero(is_plain)
        if len(rows):
            self._gather(lines if len(rows) == len(lines) else lines.take(rows), rows, found)
        others = np.flatnonzero(~found.is_known)
        if len(others):
            self._one_by_one(lines, others, found)
        reasons, refusals = found.refused()
        return AttackColumns(
            solver=self._solver,
            lines=lines,
            brackets=self._brackets,
            range=found.range,
            bracket=found.bracket,
            state=found.state,
            cover=found.cover,
            total=found.total,
            probability=np.where(refusals.any(axis=1), 0.0, found.chance),
            reasons=reasons,
            refusals=refusals,
        )

    # ---- one by one

    def _one_by_one(self, lines: LineColumns, rows: Ints, found: "_Found") -> None:
        place = {row.key: k for k, row in enumerate(self._brackets)}
        numbers = self._solver.numbers(lines.take(rows).lines())
        for k, one in zip(rows.tolist(), numbers, strict=True):
            found.bracket[k] = BEYOND if one.bracket is None else place[one.bracket.key]
            found.range[k] = one.range
            found.state[k], found.cover[k] = STATES.index(one.sight.state), one.sight.cover
            found.total[k], found.chance[k] = one.total, one.probability
            for why in one.refusals:
                found.refuse(why, np.array([k]))

    # ---- which attacks hang on nothing but the two units and the line between them

    def _is_plain(self, lines: LineColumns) -> Bools:
        if not self._is_plain_question:
            return np.zeros(len(lines), dtype=np.bool_)
        attacks, is_target = self._plain_units
        torpedoes = lines.same_water & self._words.torpedoes[lines.attacker]
        return attacks[lines.attacker] & is_target[lines.target] & ~torpedoes

    @cached_property
    def _is_plain_question(self) -> bool:
        return (
            self._question.kind == PLAIN_KIND
            and not self._question.choices
            and self._context.aim is None
            and SightOfMany.is_for(self._prepared)
            and not bonus_bearers(self._prepared).always
            and self._builder.pair_steps.keys() <= STEPS_LOOK_AT.keys()
        )

    @cached_property
    def _plain_units(self) -> tuple[Bools, Bools]:
        """Say who attacks, and who is a target, by plain rules alone."""
        prepared, bearers, context = self._prepared, bonus_bearers(self._prepared), self._context
        count = len(self._who)
        sharing = shared_ranges(prepared) if prepared.networks else None
        marked = {mark.target for mark in prepared.table.marks}
        kind = prepared.edition.kinds[self._question.kind]
        attacks, is_target = np.ones(count, dtype=np.bool_), np.ones(count, dtype=np.bool_)
        for i, who in enumerate(self._who):
            flies = i in context.flyers
            mine, theirs = (
                any(
                    not row.choice and is_for(self._question, kind, row.kinds, row.families)
                    for row in rows[i]
                )
                for rows in (bearers.attacker, bearers.target)
            )
            is_linked = sharing is not None and sharing.is_sharing(i)
            attacks[i] = not (flies or mine or is_linked or i in context.many_armed)
            is_target[i] = not (flies or theirs or who.unit.id in marked)
        return attacks, is_target

    # ---- what is so on each line

    @cached_property
    def _sight(self) -> SightOfMany:
        return SightOfMany(self._prepared)

    def _rows(self, lines: LineColumns) -> AttackRows:
        edition = self._prepared.edition
        seen = self._sight.columns(lines)
        fire = 2 * lines.attacker + (lines.arc_share >= self._context.half)
        halved = seen.underwater
        if halved.any() and not edition.number("torpedo.halved"):
            is_torpedo = np.array(
                [self._words.weapon(each)[0].code == "TOR" for each in fire.tolist()], dtype=np.bool_
            )
            halved = halved & ~is_torpedo
        return AttackRows(
            lines=lines,
            sight=seen,
            fire=fire,
            underwater=seen.underwater,
            bracket=_brackets_at(self._brackets, lines.range, halved),
            is_rear=~self._words.always_front[lines.target]
            & ~np.isnan(lines.off_rear)
            & (np.abs(lines.off_rear) > edition.number("rear.from") + TOUCH),
        )

    # ---- adding up

    def _gather(self, lines: LineColumns, at: Ints, found: "_Found") -> None:
        rows = self._rows(lines)
        sums = _Sums(rows, sum(value for _user, value in self._question.modifiers))
        shot = cache(partial(self._shot, rows))
        self._add_units(rows, sums)
        self._add_steps(rows, shot, sums)
        self._add_refusals(rows, shot, sums)
        is_known = sums.is_printed & ~self._is_uncertain_bracket[rows.bracket]
        found.is_known[at] = is_known
        found.bracket[at], found.state[at], found.cover[at] = rows.bracket, rows.sight.state, rows.sight.cover
        found.total[at], found.chance[at] = sums.total, self._chances(sums.total)
        for key, which in sums.refused.items():
            if (which & is_known).any():
                found.refuse(reason(self._at, key), at[which & is_known])

    def _add_units(self, rows: AttackRows, sums: "_Sums") -> None:
        """Add what each unit alone brings to all of its attacks."""
        for about, of in (("attacker", rows.lines.attacker), ("target", rows.lines.target)):
            sums.add(*self._units[about].rows((of,), partial(self._of_unit, about, of)))

    def _of_unit(self, about: str, of: Ints, k: int) -> _Share:
        i = int(of[k])
        part = self._builder.of_unit(self._who[i], about)
        states = frozenset(self._solver.states(i, about == "attacker"))
        return _Share(part.total, states, not part.unknown)

    def _add_steps(self, rows: AttackRows, shot: _ShotAt, sums: "_Sums") -> None:
        """Add what each step about both units gives."""
        for name, known in self._steps.items():
            looked_at = STEPS_LOOK_AT[name](self._words, rows)
            if looked_at is not None:
                sums.add(*known.rows(looked_at, partial(self._of_step, name, shot)))

    def _of_step(self, name: str, shot: _ShotAt, k: int) -> _Share:
        part = self._builder.of_pair(name, shot(k))
        return _Share(part.total, is_printed=not part.unknown)

    def _add_refusals(self, rows: AttackRows, shot: _ShotAt, sums: "_Sums") -> None:
        """Add what else forbids the attacks."""
        for about, known in self._forbidden.items():
            looked_at = REFUSALS_LOOK_AT[about](self._words, rows)
            if looked_at is not None:
                sums.add(*known.rows(looked_at, partial(_forbidden, about, shot)))

    def _chances(self, total: Ints) -> Floats:
        numbers, which = np.unique(total, return_inverse=True)
        return np.array([self._solver.chance_of(number) for number in numbers.tolist()])[which]

    def _shot(self, rows: AttackRows, k: int) -> Shot:
        """Give the facts of one row, as far as steps and refusals of plain attacks look at them."""
        line, sight = rows.lines.line(k), rows.sight
        a, t = line.attacker, line.target
        weapon, arc = self._words.weapon(int(rows.fire[k]))
        bracket = int(rows.bracket[k])
        seen = SightAnswer(
            state=STATES[int(sight.state[k])],
            hidden=line.hidden,
            hidden_back=line.hidden_back,
            cover=bool(sight.cover[k]),
            woods=0.0,
            woods_parts=WoodsParts(0.0, 0.0, 0.0),
            by=(),
            own_woods=(),
            hiders=(),
            reasons=(),
            contact=bool(sight.contact[k]),
            underwater=bool(sight.underwater[k]),
        )
        return Shot(
            self._at,
            self._who[a],
            self._who[t],
            self._question,
            line.range,
            None if bracket == BEYOND else self._brackets[bracket],
            seen,
            line,
            line,
            weapon,
            arc,
            direction_of_attack(self._prepared, t, line.off_rear),
            bool(rows.underwater[k]),
            bool(rows.fire[k] % 2),
            viewer_woods=self._prepared.woods_of[a],
        )

    @cached_property
    def _is_uncertain_bracket(self) -> Bools:
        """Brackets of which more is asked than who, what and how far; the last place stands for BEYOND."""
        return np.array([bool(row.option or row.unknown) for row in self._brackets] + [False], dtype=np.bool_)


def _forbidden(about: str, shot: _ShotAt, k: int) -> _Share:
    return _FORBIDS[about](shot(k))


def _of_side(shot: Shot) -> _Share:
    return _Share(refusals=frozenset(side_refusals(shot)))


def _of_fire(shot: Shot) -> _Share:
    keys = frozenset((*own_refusals(shot), *arc_refusals(shot)))
    return _Share(refusals=keys, is_printed=not any(unprinted_rules(shot)))


def _of_reach(shot: Shot) -> _Share:
    return _Share(refusals=frozenset(why.key for why in reach_refusals(shot)))


def _of_water(shot: Shot) -> _Share:
    return _Share(refusals=frozenset(why.key for why in water_refusals(shot)))


_FORBIDS: Mapping[str, Callable[[Shot], _Share]] = MappingProxyType(
    {"side": _of_side, "fire": _of_fire, "reach": _of_reach, "water": _of_water}
)
"""What forbids attacks, beside sight and what either unit is."""


class _Sums:
    """What n attacks add up to so far, and what forbids them."""

    def __init__(self, rows: AttackRows, points: int) -> None:
        """`points`: what each of them begins with."""
        count = len(rows.lines)
        self.total = np.full(count, points, dtype=np.intp)
        self.is_printed = np.ones(count, dtype=np.bool_)
        self.refused: dict[str, Bools] = dict(rows.sight.reasons)

    def add(self, shares: Sequence[_Share], which: Ints) -> None:
        """Add to each attack the share that it has."""
        if any(share.points for share in shares):
            self.total += np.array([share.points for share in shares], dtype=np.intp)[which]
        if not all(share.is_printed for share in shares):
            self.is_printed &= np.array([share.is_printed for share in shares], dtype=np.bool_)[which]
        for key in dict.fromkeys(key for share in shares for key in sorted(share.refusals)):
            refused = self.refused.setdefault(key, np.zeros(len(self.total), dtype=np.bool_))
            refused |= np.array([key in share.refusals for share in shares], dtype=np.bool_)[which]


class _Found:
    """What has been found of n attacks so far."""

    def __init__(self, lines: LineColumns) -> None:
        count = len(lines)
        self.range = lines.range.copy()
        self.is_known = np.zeros(count, dtype=np.bool_)
        self.bracket = np.full(count, BEYOND, dtype=np.intp)
        self.state = np.zeros(count, dtype=np.intp)
        self.cover = np.zeros(count, dtype=np.bool_)
        self.total = np.zeros(count, dtype=np.intp)
        self.chance = np.zeros(count)
        self._refused: dict[str, tuple[Reason, Bools]] = {}

    def refuse(self, why: Reason, rows: Ints) -> None:
        """Refuse some attacks."""
        known = self._refused.get(why.key)
        if known is None:
            known = self._refused[why.key] = (
                replace(why, facts=NO_FACTS),
                np.zeros(len(self.total), dtype=np.bool_),
            )
        known[1][rows] = True

    def refused(self) -> tuple[tuple[Reason, ...], Bools]:
        """Give the reasons, and which forbid which attack."""
        some = [(why, which) for why, which in self._refused.values() if which.any()]
        if not some:
            return (), np.zeros((len(self.total), 0), dtype=np.bool_)
        return tuple(why for why, _which in some), np.column_stack([which for _why, which in some])


def _brackets_at(brackets: Sequence[BracketRow], inches: Floats, underwater: Bools) -> Ints:
    """Give the bracket of each range, as `bracket_at` does."""
    found = np.full(len(inches), BEYOND, dtype=np.intp)
    for k in reversed(range(len(brackets))):
        upto = np.where(underwater, brackets[k].underwater, brackets[k].upto)
        found[inches <= upto + TOUCH] = k
    return found
