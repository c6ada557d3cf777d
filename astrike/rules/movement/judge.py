"""May this unit move so, what does it cost, and where does it end?

The one way in for every declared move. Each mode is judged by a module of its own; what is the same in all of them -
the question's form, the Move available, the end of the move, the margin - is settled here. Sources: CE pp.31-39, AS
pp.30-32.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np

from astrike.errors import InputError, Problem
from astrike.model.explain import Assumed, facts
from astrike.model.inch_limits import FARTHEST
from astrike.model.movement import (
    HEIGHT_WORDS,
    MODES,
    MOST_POINTS,
    MoveAnswer,
    MoveCheck,
    MoveQuestion,
    MoveReason,
    MoveTerm,
    Waypoint,
)
from astrike.model.table import MetricName
from astrike.rules.movement.aerospace_path import flies_a_path, judge_aerospace_path
from astrike.rules.movement.after_move import after_move, is_loop
from astrike.rules.movement.along_path import reason_along
from astrike.rules.movement.budget import MoveBudget, budget_of, options_used
from astrike.rules.movement.contradictions import conflicting_requests
from astrike.rules.movement.declared_move import MoveCase, MoveVerdict
from astrike.rules.movement.hazards import hazard_checks
from astrike.rules.movement.hex_moves import HexMoveMetric
from astrike.rules.movement.inch_moves import InchMoveMetric
from astrike.rules.movement.mobility_profile import usual_mode
from astrike.rules.movement.move_end import end_checks, end_refusals
from astrike.rules.movement.move_margin import margin_of
from astrike.rules.movement.move_metric import MoveMetric
from astrike.rules.movement.transport import transport_checks, transport_options, transport_terms
from astrike.rules.movement.wige import taxi_refusals
from astrike.rules.table.elevation import NoSuchPlaceError, UnitOverTerrain
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.terrain.construction import assumed_factor
from astrike.rules.units.mobility import ground_parts
from astrike.tolerance import TOUCH

COUNTS_INCHES = frozenset({"move.minimum-far", "move.wige-take-off"})
"""Reasons after which nobody needs to hear that the Move does not suffice."""
MOVE_METRICS: Mapping[MetricName, MoveMetric] = {"inches": InchMoveMetric(), "hexes": HexMoveMetric()}


def judge_move(prepared: PreparedTable, unit: str, question: MoveQuestion) -> MoveAnswer:
    """Judge a declared move; raise `NotFound` or `InputError` where the question makes no sense."""
    i = prepared.place_of(unit)
    _check(prepared, unit, question)
    if flies_a_path(prepared, i, question.mode):
        return judge_aerospace_path(prepared, i, question)
    wrong = tuple(conflicting_requests(prepared, i, question))
    if wrong:
        raise InputError(wrong)
    question, notes = MOVE_METRICS[prepared.metric.name].stated(prepared, i, question)
    answer = _best_of(prepared, i, question)
    return replace(answer, assumed=(*notes, *answer.assumed)) if notes else answer


def _best_of(prepared: PreparedTable, i: int, question: MoveQuestion) -> MoveAnswer:
    mode = question.mode or usual_mode(prepared, i, takes_off=question.take_off)
    answer = _judged(prepared, i, question, mode, choice=0)
    if answer.allowed or mode not in prepared.edition.tagged("on-ground"):
        return answer
    # CE p.37: a card with several motive codes moves by the one that is chosen with the mode.
    for choice in range(1, len(ground_parts(prepared.units.units[i]))):
        other = _judged(prepared, i, question, mode, choice=choice)
        if other.allowed:
            return other
    return answer


def _judged(prepared: PreparedTable, i: int, question: MoveQuestion, mode: str, *, choice: int) -> MoveAnswer:
    work = _Work(prepared, i, question, mode, choice)
    if work.is_minimum:
        shorter = _Work(prepared, i, question, "minimum", choice)
        if not shorter.refusals or all(reason.key != "move.minimum-climb" for reason in shorter.refusals):
            return shorter.answer()
    return work.answer()


class _Work:
    """One declared move in one mode, with everything that adds to its answer."""

    def __init__(
        self, prepared: PreparedTable, i: int, question: MoveQuestion, mode: str, choice: int
    ) -> None:
        self.prepared, self.i, self.question, self.mode = prepared, i, question, mode
        self.moves, self.unit = MOVE_METRICS[prepared.metric.name], prepared.units.units[i]
        leaves = question.dismount is not None
        budget = budget_of(prepared, i, mode, dismounting=leaves, choice=choice)
        self.case = _case(prepared, i, question, mode, budget)
        self.verdict = self._verdict()
        if self.verdict.is_smooth and mode in prepared.edition.tagged("on-ground"):
            is_paved = self.verdict.is_paved
            budget = budget_of(
                prepared, i, mode, paved=is_paved, smooth=True, dismounting=leaves, choice=choice
            )
            self.case = replace(self.case, budget=budget)
        self.budget: MoveBudget = budget
        self.terms, moved = self._terms()
        self.cost = math.fsum(term.value for term in self.terms)
        self.refusals = tuple(self._refusals(moved))

    def _verdict(self) -> MoveVerdict:
        judges, mover = self.moves.judges, self.case.budget.mover
        element = mover.key if "own-element" in mover.tags else "ground"
        is_same = self.mode in self.prepared.edition.tagged("same-for-all")
        return judges[self.mode if is_same else element](self.case)

    @property
    def is_minimum(self) -> bool:
        """Is this a ground move that is only possible as minimum movement? (CE p.32)"""
        closed = [reason for reason in self.refusals if reason.key != "move.too-far"]
        most = self.prepared.edition.number("minimum.inches")
        is_far = len(closed) < len(self.refusals)
        is_ground = self.mode == "ground" and "own-element" not in self.case.budget.mover.tags
        # CE p.38: who was put down has half its Move, and no minimum.
        is_ground &= self.question.dismount is None and "dismounted" not in self.unit.state
        return is_ground and is_far and not self.budget.refusals and self.case.track.total <= most + TOUCH

    def _terms(self) -> tuple[tuple[MoveTerm, ...], tuple[MoveReason, ...]]:
        terms: tuple[MoveTerm, ...] = (*self.budget.fees, *self.verdict.terms)
        if self.question.mount is None and self.question.dismount is None:
            return terms, ()
        added, refused = transport_terms(self.case, self.verdict)
        return (*terms, *added), refused

    def _refusals(self, transport: tuple[MoveReason, ...]) -> list[MoveReason]:
        later = list(self._not_yet())
        if later:
            return _in_order([*self.budget.refusals, *later])
        found = [*self.budget.refusals, *self.verdict.refusals, *transport, *end_refusals(self.case)]
        if self.budget.mover.key == "hover" and self.budget.code == "g":
            found += taxi_refusals(self.case)
        found += self._turned_too_far()
        found += self._does_not_stand_still()
        # Who cannot move at all, or by so many inches, gets no further reason that the inches do not suffice.
        is_said = self.mode == "standstill" or any(self._counts_inches(reason) for reason in found)
        is_said |= self.budget.available <= 0.0 and bool(found)
        if self.cost > self.budget.available + TOUCH and not is_said:
            found.append(self._too_far())
        return _in_order(found)

    def _not_yet(self) -> Iterator[MoveReason]:
        """Say what comes with a later version."""
        if self.budget.mover.key in self.moves.later:
            yield reason_along(self.case, "grid.not-yet", 0.0, self.case.track.total)

    def _does_not_stand_still(self) -> Iterator[MoveReason]:
        """Standing still is less than an inch, in the air and under water too, and up and down as well (CE p.37)."""
        most = self.prepared.edition.number("standstill")
        inches = math.fsum(term.value for term in self.verdict.terms)
        is_still = self.mode == "standstill" and "own-element" in self.budget.mover.tags
        if is_still and inches > most - TOUCH:
            at = _runs_out(self.case, self.verdict, most)
            measured = facts(inches=inches, limit=most)
            yield reason_along(self.case, "move.too-far", at, self.case.track.total, measured=measured)

    def _turned_too_far(self) -> Iterator[MoveReason]:
        """Mobile structures turn by so many degrees at most (CE p.65)."""
        before, after = self.unit.facing, self.question.facing
        if self.case.mover.facing_free or before is None or after is None:
            return
        turn, limit = (
            abs((after - before + 180.0) % 360.0 - 180.0),
            self.prepared.edition.number("structure.turn"),
        )
        if turn > limit + TOUCH:
            total = self.case.track.total
            measured = facts(degrees=turn, limit=limit)
            yield reason_along(self.case, "move.structure-turn", total, total, measured=measured)

    def _counts_inches(self, reason: MoveReason) -> bool:
        """Does this reason say that the Move does not suffice, or that no source says how much there is?"""
        return reason.key in COUNTS_INCHES or reason.key not in self.prepared.edition.reasons

    def _too_far(self) -> MoveReason:
        """Not enough Move: where it runs out (CE p.31)."""
        available = self.budget.available
        measured = facts(cost=self.cost, available=available)
        fees = math.fsum(term.value for term in self.budget.fees)
        at = _runs_out(self.case, self.verdict, available - fees)
        return reason_along(self.case, "move.too-far", at, self.case.track.total, measured=measured)

    def _checks(self) -> Iterator[MoveCheck]:
        yield from self.verdict.checks
        yield from hazard_checks(self.case, self.verdict)
        if self.question.mount is not None or self.question.dismount is not None:
            yield from transport_checks(self.case, self.verdict)
        yield from end_checks(self.case, self.verdict)

    def answer(self) -> MoveAnswer:
        """Put the answer together."""
        prepared, verdict, case = self.prepared, self.verdict, self.case
        x, y = case.end
        return MoveAnswer(
            unit=self.unit.id,
            mode=self.mode,
            edition=prepared.edition.id,
            allowed=not self.refusals,
            cost=self.cost,
            available=self.budget.available,
            length=case.track.total,
            legs=self.moves.legs(case, verdict.legs),
            terms=self.terms,
            end=(x, y, verdict.end_z),
            on=verdict.on,
            inside=verdict.inside,
            facing=self.question.facing if self.question.facing is not None else self.unit.facing,
            cf_lost=verdict.cf_lost,
            derived=after_move(case),
            refusals=tuple(
                replace(reason, leg=self.moves.leg_of(case, reason.leg)) for reason in self.refusals
            ),
            checks=tuple(sorted(self._checks(), key=lambda check: check.at)),
            profile=verdict.profile,
            ground=verdict.ground,
            margin=margin_of(
                case,
                refusals=self.refusals,
                margins=verdict.margins,
                cost=self.cost,
                available=self.budget.available,
            ),
            assumed=tuple(dict.fromkeys(self._assumed())),
            options_used=options_used(prepared, (*self.budget.options, *verdict.options, *self._options())),
        )

    def _options(self) -> Iterator[str]:
        yield from transport_options(self.case)
        if is_loop(self.case):
            yield "move.loop"

    def _assumed(self) -> Iterator[Assumed]:
        unit = self.unit
        if self.question.mode is None:
            yield Assumed("move.mode", self.mode, "Mode by card and state")
        for key, value, label in (
            ("type", unit.type, "Type not given"),
            ("motion", unit.motion, "Movement not given"),
        ):
            if key not in unit.stated:
                yield Assumed(f"units.{unit.id}.{key}", value, label)
        yield from self.prepared.units.assumed[self.i]
        yield from self.budget.assumed
        known = {each.at for each in self.verdict.assumed}
        yield from self.verdict.assumed
        for name in self.verdict.cf_lost:
            piece = self.prepared.terrain.pieces[self.prepared.terrain.index[name]]
            found = assumed_factor(piece, self.prepared.edition)
            yield from (each for each in found if each.at not in known)


# ---- before judging


def _case(prepared: PreparedTable, i: int, question: MoveQuestion, mode: str, budget: MoveBudget) -> MoveCase:
    unit = prepared.units.units[i]
    z_start = float(prepared.units.z[i])
    points = [(point.x, point.y) for point in question.path]
    heights = tuple(point.z for point in question.path)
    if question.dismount is None:
        points.insert(0, unit.at)
    else:
        # CE p.38: where it is put down costs nothing; the move begins there.
        z_start = _put_down(prepared, i, question.path[0])
        heights = heights[1:] or heights
    laid = MOVE_METRICS[prepared.metric.name].laid(prepared, i, points, heights, budget)
    return MoveCase(
        prepared=prepared,
        i=i,
        unit=unit,
        mover=budget.mover,
        mode=mode,
        question=question,
        budget=budget,
        track=laid.track,
        heights=laid.heights,
        footprint=prepared.metric.footprint(prepared.units.bases, i),
        z_start=z_start,
        hexes=laid.hexes,
    )


def _put_down(prepared: PreparedTable, i: int, at: Waypoint) -> float:
    """Give the height at which a unit that leaves its transport stands."""
    unit = replace(
        prepared.units.units[i], at=(at.x, at.y), elevation=at.z, state=frozenset(), motion="ground"
    )
    centre = np.array([unit.at], dtype=np.float64)
    (ground,), (depth, _) = prepared.terrain.ground_at(centre).tolist(), prepared.terrain.depth_at(centre)
    (over,) = prepared.terrain.pieces_over(centre)
    place = UnitOverTerrain(
        prepared.terrain,
        unit,
        over,
        ground,
        float(depth[0]),
        prepared.edition,
        prepared.options,
        airborne=False,
        height=prepared.units.height(i),
    )
    try:
        return place.stand().z
    except NoSuchPlaceError as error:
        raise InputError([Problem("path[0].z", error.found, error.expected)]) from error


def _check(prepared: PreparedTable, unit: str, question: MoveQuestion) -> None:
    """Raise `InputError` with everything that is wrong with a question."""
    problems = list(_problems(prepared, unit, question))
    if problems:
        raise InputError(problems)


def _problems(prepared: PreparedTable, unit: str, question: MoveQuestion) -> Iterator[Problem]:
    if question.mode is not None and question.mode not in MODES:
        yield Problem("mode", repr(question.mode), ", ".join(MODES))
    if not question.path and question.mode != "standstill":
        yield Problem("path", "no points", "at least one point")
    if len(question.path) > MOST_POINTS:
        yield Problem("path", f"{len(question.path)} points", f"at most {MOST_POINTS}")
    for k, point in enumerate(question.path[:MOST_POINTS]):
        yield from _point_problems(k, point)
    if question.facing is not None and not _is_sound(question.facing):
        yield Problem("facing", str(question.facing), "degrees")
    for key, name in (("mount", question.mount), ("dismount", question.dismount)):
        if name is not None and name not in prepared.units.index:
            yield Problem(key, repr(name), f"one of {', '.join(prepared.units.index)}")
        elif name == unit:
            yield Problem(key, repr(name), "another unit")


def _point_problems(k: int, point: Waypoint) -> Iterator[Problem]:
    for key, value in (("x", point.x), ("y", point.y)):
        if not _is_sound(value):
            yield Problem(f"path[{k}].{key}", str(value), f"a number from -{FARTHEST:g} to {FARTHEST:g}")
    if isinstance(point.z, str) and point.z not in HEIGHT_WORDS:
        yield Problem(f"path[{k}].z", repr(point.z), f"a number, {', '.join(HEIGHT_WORDS)}")
    elif isinstance(point.z, int | float) and not _is_sound(point.z):
        yield Problem(f"path[{k}].z", str(point.z), f"a number from -{FARTHEST:g} to {FARTHEST:g}")


def _is_sound(value: float) -> bool:
    return math.isfinite(value) and abs(value) <= FARTHEST


# ---- after judging


def _runs_out(case: MoveCase, verdict: MoveVerdict, available: float) -> float:
    """Give after how many inches of the path the Move is spent."""
    spent = list(verdict.spent)
    if not spent:
        cost, offset = 0.0, case.track.offset.tolist()
        spent = [(0.0, 0.0)]
        for k, leg in enumerate(verdict.legs):
            cost += leg.cost
            spent.append((offset[min(k + 1, len(offset) - 1)], cost))
    before = (0.0, 0.0)
    for at, cost in spent:
        if cost > available + TOUCH:
            run, rise = at - before[0], cost - before[1]
            share = max(available - before[1], 0.0) / rise if rise > 0.0 else 0.0
            return before[0] + run * min(share, 1.0)
        before = (at, cost)
    return case.track.total


def _in_order(reasons: list[MoveReason]) -> list[MoveReason]:
    """Sort reasons by inch, each cause once."""
    seen: dict[tuple[object, ...], MoveReason] = {}
    for reason in reasons:
        seen.setdefault((reason.key, reason.by, round(reason.at, 6)), reason)
    return sorted(seen.values(), key=lambda reason: reason.at)
