"""What do many attacks need, and which of them are allowed, as columns of numbers?

Whoever shows numbers alone asks here; a row's answer, with ledger and measured reasons, is opened by `answer`. A plain
weapon attack depends on the attacker, the target, and a few words about the line between them. So its number is
gathered from what either unit puts into all of its ledgers and from what each to-hit step gives for the lines that
differ in what that step looks at; its reasons are gathered likewise. The functions that work these out are those that
write the ledger. Attacks that something else decides as well - a path of flight, a network, an ability, a mark, another
kind of attack - are worked out one by one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from types import MappingProxyType

import numpy as np

from astrike.geometry.arrays import Bools, Floats, Ints
from astrike.model.attack_answer import AttackAnswer, SightAnswer, WoodsParts
from astrike.model.explain import NO_FACTS, Reason
from astrike.rulebook.schema import BracketRow
from astrike.rules.attack.ability_conditions import bonus_bearers
from astrike.rules.attack.combatants import combatants
from astrike.rules.attack.distinct_rows import Distinct, coded
from astrike.rules.attack.kind import direction_of_attack
from astrike.rules.attack.shared_ranges import shared_ranges
from astrike.rules.attack.sight import carries_torpedoes
from astrike.rules.attack.sight_columns import STATES, SightColumns, SightOfMany
from astrike.rules.edition_rows import reason
from astrike.rules.shot.ability_rows import is_for
from astrike.rules.shot.facts import Shot, brackets_in_use
from astrike.rules.shot.pair_steps import is_hidden_by_stealth
from astrike.rules.shot.refusals import (
    arc_refusals,
    own_refusals,
    reach_refusals,
    side_refusals,
    unprinted_rules,
    water_refusals,
)
from astrike.rules.shot.see_through import is_by_inches, is_own_strip, lies_between, points_of_inches
from astrike.rules.solver.attack_solver import AttackSolver, HitChance
from astrike.rules.table.line_columns import LineColumns
from astrike.rules.units.weapons import Weapon
from astrike.tolerance import TOUCH

BEYOND = -1
"""In place of a bracket: beyond the last one."""
PLAIN_KIND = "weapon"


@dataclass(frozen=True, slots=True, eq=False)
class AttackColumns:
    """The numbers of n attacks of one question, in the order asked."""

    solver: AttackSolver
    lines: LineColumns
    brackets: tuple[BracketRow, ...]
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
        return ~self.refusals.any(axis=1)

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


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """What is known of each row before anything is added up: (n,) each."""

    lines: LineColumns
    sight: SightColumns
    fire: Ints
    """With what and through which arc is fired: twice the attacker, and one more where the target is in its arc."""
    underwater: Bools
    bracket: Ints
    is_rear: Bools
    """Is the target struck from the rear?"""


class ColumnSolver:
    """Answers one question about many lines of one table as columns; what has been worked out is kept."""

    def __init__(self, solver: AttackSolver) -> None:
        self._solver = solver
        self._prepared, self._question = solver.prepared, solver.question
        self._who = combatants(self._prepared)
        self._at = solver.circumstances
        self._builder, self._context = solver.ledger_builder, solver.context
        self._brackets = tuple(brackets_in_use(self._at))
        self._own = Distinct[tuple[int, frozenset[str], bool]]()
        self._theirs = Distinct[tuple[int, frozenset[str], bool]]()
        self._steps = {name: Distinct[tuple[int, bool]]() for name in self._builder.pair_steps}
        self._sides = Distinct[frozenset[str]]()
        self._fired = Distinct[tuple[frozenset[str], bool]]()
        self._reach = Distinct[frozenset[str]]()
        self._water = Distinct[frozenset[str]]()

    def columns(self, lines: LineColumns) -> AttackColumns:
        """Give the numbers of attacks along lines that have been measured."""
        is_plain = self._is_plain(lines)
        found = _Found(len(lines))
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
            found.state[k], found.cover[k] = STATES.index(one.sight.state), one.sight.cover
            found.total[k], found.chance[k] = one.total, one.probability
            for why in one.refusals:
                found.refuse(why, np.array([k]))

    # ---- which attacks hang on nothing but the two units and the line between them

    def _is_plain(self, lines: LineColumns) -> Bools:
        if not self._is_plain_question:
            return np.zeros(len(lines), dtype=np.bool_)
        attacks, is_target = self._plain_units
        torpedoes = lines.same_water & self._torpedoes[lines.attacker]
        return attacks[lines.attacker] & is_target[lines.target] & ~torpedoes

    @cached_property
    def _is_plain_question(self) -> bool:
        return (
            self._question.kind == PLAIN_KIND
            and not self._question.choices
            and self._context.aim is None
            and SightOfMany.is_for(self._prepared)
            and not bonus_bearers(self._prepared).always
            and self._builder.pair_steps.keys() <= _LOOKS_AT.keys()
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

    @cached_property
    def _torpedoes(self) -> Bools:
        return np.array([carries_torpedoes(who.unit) for who in self._who], dtype=np.bool_)

    # ---- what is so on each line

    @cached_property
    def _sight(self) -> SightOfMany:
        return SightOfMany(self._prepared)

    def _weapon(self, fire: int) -> tuple[Weapon, str | None]:
        return self._context.weapon(fire // 2, in_arc=bool(fire % 2), torpedo=False)

    def _rows(self, lines: LineColumns) -> _Rows:
        edition = self._prepared.edition
        seen = self._sight.columns(lines)
        fire = 2 * lines.attacker + (lines.arc_share >= self._context.half)
        halved = seen.underwater
        if halved.any() and not edition.number("torpedo.halved"):
            is_torpedo = np.array(
                [self._weapon(each)[0].code == "TOR" for each in fire.tolist()], dtype=np.bool_
            )
            halved = halved & ~is_torpedo
        return _Rows(
            lines=lines,
            sight=seen,
            fire=fire,
            underwater=seen.underwater,
            bracket=_brackets_at(self._brackets, lines.range, halved),
            is_rear=~self._always_front[lines.target]
            & ~np.isnan(lines.off_rear)
            & (np.abs(lines.off_rear) > edition.number("rear.from") + TOUCH),
        )

    @cached_property
    def _always_front(self) -> Bools:
        return np.array([who.row.always_front for who in self._who], dtype=np.bool_)

    # ---- adding up

    def _gather(self, lines: LineColumns, at: Ints, found: "_Found") -> None:
        rows = self._rows(lines)
        count = len(lines)
        is_known = np.ones(count, dtype=np.bool_)
        total = np.full(count, sum(value for _user, value in self._question.modifiers), dtype=np.intp)
        refused: dict[str, Bools] = dict(rows.sight.reasons)

        def refuse(keys: Sequence[frozenset[str]], which: Ints, some: Ints | None = None) -> None:
            for key in sorted(frozenset().union(*keys)):
                hit = np.array([key in each for each in keys], dtype=np.bool_)[which]
                column = refused.setdefault(key, np.zeros(count, dtype=np.bool_))
                if some is None:
                    column |= hit
                else:
                    column[some] |= hit

        @cache
        def shot(k: int) -> Shot:
            return self._shot(rows, k)

        for about, of, known in (
            ("attacker", lines.attacker, self._own),
            ("target", lines.target, self._theirs),
        ):
            parts, which = known.rows((of,), lambda k, about=about, of=of: self._of_unit(int(of[k]), about))
            total += np.array([part[0] for part in parts], dtype=np.intp)[which]
            refuse([part[1] for part in parts], which)
            is_known &= np.array([part[2] for part in parts], dtype=np.bool_)[which]
        for name in self._builder.pair_steps:
            looked_at = _LOOKS_AT[name](self, rows)
            if looked_at is None:
                continue
            terms, which = self._steps[name].rows(
                looked_at, lambda k, name=name: self._of_step(name, shot(k))
            )
            total += np.array([term[0] for term in terms], dtype=np.intp)[which]
            is_known &= np.array([term[1] for term in terms], dtype=np.bool_)[which]

        sides, which = self._sides.rows(
            self._side_columns(lines), lambda k: frozenset(side_refusals(shot(k)))
        )
        refuse(sides, which)
        fired, which = self._fired.rows(
            (rows.fire, rows.sight.contact, self._under[lines.target]), lambda k: self._of_fire(shot(k))
        )
        refuse([each[0] for each in fired], which)
        is_known &= np.array([each[1] for each in fired], dtype=np.bool_)[which]
        both_under = self._is_under[lines.attacker] & self._is_under[lines.target]
        reach, which = self._reach.rows(
            (rows.fire, rows.bracket + 1, both_under),
            lambda k: frozenset(why.key for why in reach_refusals(shot(k))),
        )
        refuse(reach, which)
        is_known &= ~self._is_uncertain_bracket[rows.bracket]
        wet = np.flatnonzero(self._is_wet[lines.attacker] | self._is_wet[lines.target])
        if len(wet):
            some = lines.take(wet)
            keys, which = self._water.rows(
                (rows.fire[wet], self._under[some.target], some.same_water, some.contact),
                lambda k: frozenset(why.key for why in water_refusals(shot(int(wet[k])))),
            )
            refuse(keys, which, wet)
        found.is_known[at] = is_known
        found.bracket[at], found.state[at], found.cover[at] = rows.bracket, rows.sight.state, rows.sight.cover
        found.total[at], found.chance[at] = total, self._chances(total)
        for key, which in refused.items():
            if (which & is_known).any():
                found.refuse(reason(self._at, key), at[which & is_known])

    def _of_unit(self, i: int, about: str) -> tuple[int, frozenset[str], bool]:
        """Give what a unit adds to all of its attacks, what forbids them, and whether every row is printed."""
        part = self._builder.of_unit(self._who[i], about)
        states = frozenset(self._solver.states(i, about == "attacker"))
        return part.total, states, not part.unknown

    def _of_step(self, name: str, shot: Shot) -> tuple[int, bool]:
        part = self._builder.of_pair(name, shot)
        return part.total, not part.unknown

    def _of_fire(self, shot: Shot) -> tuple[frozenset[str], bool]:
        return frozenset((*own_refusals(shot), *arc_refusals(shot))), not any(unprinted_rules(shot))

    def _chances(self, total: Ints) -> Floats:
        numbers, which = np.unique(total, return_inverse=True)
        return np.array([self._solver.chance_of(number) for number in numbers.tolist()])[which]

    def _shot(self, rows: _Rows, k: int) -> Shot:
        """Give the facts of one row, as far as steps and refusals of plain attacks look at them."""
        line, sight = rows.lines.line(k), rows.sight
        a, t = line.attacker, line.target
        weapon, arc = self._weapon(int(rows.fire[k]))
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

    # ---- what rows are told apart by

    @cached_property
    def _under(self) -> Ints:
        return coded([who.submersion for who in self._who])

    @cached_property
    def _is_under(self) -> Bools:
        return np.array([who.submersion == "completely" for who in self._who], dtype=np.bool_)

    @cached_property
    def _is_wet(self) -> Bools:
        return np.array([who.submersion != "none" for who in self._who], dtype=np.bool_)

    @cached_property
    def _is_uncertain_bracket(self) -> Bools:
        """Brackets of which more is asked than who, what and how far; the last place stands for BEYOND."""
        return np.array([bool(row.option or row.unknown) for row in self._brackets] + [False], dtype=np.bool_)

    @cached_property
    def _side_words(self) -> tuple[Ints, Ints, Ints]:
        sides = coded([None, *(who.unit.side for who in self._who)])[1:]
        inside = coded([None, *(who.inside for who in self._who)])[1:]
        return sides, inside, np.array([who.row.infantry for who in self._who], dtype=np.intp)

    def _side_columns(self, lines: LineColumns) -> Sequence[Ints | Bools]:
        a, t = lines.attacker, lines.target
        sides, inside, infantry = self._side_words
        is_friend = (sides[a] == sides[t]) & (sides[a] > 0)
        return a == t, is_friend, inside[a] == inside[t], (inside[t] > 0) & (infantry[t] > 0)

    @cached_property
    def _woods_words(self) -> tuple[Ints, Ints]:
        """Give what each unit stands in, and whether it is infantry in fields."""
        return (
            coded([who.woods for who in self._who]),
            np.array([who.row.infantry and who.in_fields for who in self._who], dtype=np.intp),
        )

    def see_through_columns(self, rows: _Rows) -> Sequence[Ints | Bools] | None:
        """Tell lines apart by what woods and the like give: what lies between, and what the two stand in."""
        at, lines = self._at, rows.lines
        if not at.see_through:
            return None
        woods, in_fields = self._woods_words
        found: list[Ints | Bools] = [woods[lines.attacker], woods[lines.target], in_fields[lines.target]]
        found.append(lines.meets_woods)
        for kind, row in enumerate(at.see_through):
            own, between, theirs = lines.own[:, kind], lines.between[:, kind], lines.theirs[:, kind]
            found.append(np.asarray(lies_between(row, own, between, theirs)))
            found.append(np.asarray(is_own_strip(at.edition, own, lines.range)))
            if is_by_inches(at, row):
                found.append(points_of_inches(at.edition, between + theirs).astype(np.intp))
        return found

    def cover_columns(self, rows: _Rows) -> Sequence[Ints | Bools]:
        """Tell lines apart by whether there is cover."""
        return (rows.sight.cover,)

    def underwater_columns(self, rows: _Rows) -> Sequence[Ints | Bools] | None:
        """Tell attacks under water apart by how deep the target is."""
        return (rows.underwater, self._under[rows.lines.target]) if rows.underwater.any() else None

    @cached_property
    def _rear_weapons(self) -> Bools:
        fires = range(2 * len(self._who))
        return np.array([self._weapon(fire)[0].code == "REAR" for fire in fires], dtype=np.bool_)

    def rear_weapon_columns(self, rows: _Rows) -> Sequence[Ints | Bools] | None:
        """Tell weapons apart that fire to the rear; they are asked for."""
        return (self._rear_weapons[rows.fire],) if self._question.special else None

    @cached_property
    def _hull_down(self) -> Bools:
        return np.array(["hull-down" in who.unit.state for who in self._who], dtype=np.bool_)

    def hull_down_columns(self, rows: _Rows) -> Sequence[Ints | Bools] | None:
        """Tell targets apart that are hull down, and from where they are struck."""
        down = self._hull_down[rows.lines.target]
        return (down, rows.is_rear) if down.any() else None

    @cached_property
    def _stealth(self) -> Ints:
        edition = self._at.edition
        return np.array(
            [
                (2 if who.unit.type == "BA" else 1) if is_hidden_by_stealth(who.unit, edition) else 0
                for who in self._who
            ],
            dtype=np.intp,
        )

    def stealth_columns(self, rows: _Rows) -> Sequence[Ints | Bools] | None:
        """Tell stealth armor apart, and how far it is away."""
        armor = self._stealth[rows.lines.target]
        return (armor, rows.bracket + 1) if armor.any() else None

    def range_columns(self, rows: _Rows) -> Sequence[Ints | Bools]:
        """Tell ranges apart."""
        return (rows.bracket + 1,)

    def same_for_all(self, rows: _Rows) -> Sequence[Ints | Bools]:
        """Tell nothing apart: the question says it, and everybody who does not fly."""
        return (np.zeros(len(rows.lines), dtype=np.intp),)


_LOOKS_AT: Mapping[str, Callable[[ColumnSolver, _Rows], Sequence[Ints | Bools] | None]] = MappingProxyType(
    {
        "see-through": ColumnSolver.see_through_columns,
        "cover": ColumnSolver.cover_columns,
        "underwater": ColumnSolver.underwater_columns,
        "rear-weapon": ColumnSolver.rear_weapon_columns,
        "hull-down": ColumnSolver.hull_down_columns,
        "stealth": ColumnSolver.stealth_columns,
        "range": ColumnSolver.range_columns,
        "secondary": ColumnSolver.same_for_all,
        "aerospace": ColumnSolver.same_for_all,
        "airborne-target-from-ground": ColumnSolver.same_for_all,
        "abilities": ColumnSolver.same_for_all,
    }
)
"""What tells lines apart for each step about both units; None: the step gives nothing on any of them."""


class _Found:
    """What has been found of n attacks so far."""

    def __init__(self, count: int) -> None:
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
