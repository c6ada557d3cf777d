"""How far may the attacker's base, or the point aimed at, be off before the answer about an attack at a place changes?

A point has no height of its own: elsewhere it is on whatever is there. The verdict never depends on this.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from astrike.geometry.arrays import Bools, Floats, corners_of
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import PLAIN, AttackQuestion, TablePoint
from astrike.model.explain import facts
from astrike.model.margin import (
    POINT,
    Margin,
    Margins,
    SearchedAround,
    Unmeasured,
    VerdictParts,
    verdict_parts,
)
from astrike.rules.rulings.attack_at_places import answer_parts
from astrike.rules.rulings.candidate_places import BaseOrPoint, candidate_displacements_around
from astrike.rules.rulings.displaced import are_on_table, displaced_units, unmeasured
from astrike.rules.rulings.displaced_values import PairVerdict
from astrike.rules.rulings.equivalent_places import fails_where_jammed, friends_cover, units_that_matter
from astrike.rules.rulings.nearest_change import ChangeSearch, NearestChange, PlaceValues, SearchGrid
from astrike.rules.solver.attack import Detail, attack
from astrike.rules.table.hypothetical import with_only_units, with_unit_at
from astrike.rules.table.prepared_table import PreparedTable

GRID = SearchGrid(0.5, 1 / 4, 1 / 32, 1 / 4, is_first_alone=True, rays=1)
SEEDS = 10
COLUMNS = ("verdict", "range", "woods", "hidden", "arc", "contact")
CAUSES = ("contact", "range", "arc", "hidden", "woods")
"""Why a verdict changes; of several at one place the first."""
MOST_CORNERS = 1500
"""Corners of terrain, up to which the question is asked whole at dozens of places; a crowded table has a thousand."""
MATTERS = np.zeros((0, len(COLUMNS)), dtype=np.bool_)

_Ask = Callable[[tuple[float, float]], AttackAnswer]


def place_margins(
    prepared: PreparedTable, attacker: str, point: TablePoint, question: AttackQuestion = PLAIN
) -> Margins:
    """Say how far the answer to an attack at a place holds; raise as `attack` does."""
    question = replace(question, rolls=())
    (now,) = attack(prepared, [(attacker, point)], question, detail=Detail.LISTED)
    if len(corners_of(prepared.terrain.polygons)[0]) > MOST_CORNERS:
        return _left_out(prepared, now)
    why = unmeasured(prepared, prepared.place_of(attacker))
    if not prepared.metric.unmeasured:
        prepared = _without_bystanders(prepared, attacker, question)
    a = prepared.place_of(attacker)
    searched: list[SearchedAround] = []
    units: list[Margin] = []
    for unit, home in ((attacker, prepared.units.units[a].at), (POINT, (point.x, point.y))):
        if prepared.metric.unmeasured or (unit == attacker and why is not None):
            continue
        ask = (
            _from_elsewhere(prepared, a, point, question)
            if unit == attacker
            else _at_elsewhere(prepared, attacker, point, question)
        )
        reader = _PlaceReader(prepared, home, ask)
        search = ChangeSearch(reader.read, GRID, MATTERS)
        (change, *_) = search.changes(_seeds(prepared, a, point, is_point=unit == POINT))
        searched.append(SearchedAround(unit, GRID.reach))
        if change is not None:
            units.append(_margin(prepared, unit, change, reader, now))
    least = min(units, key=lambda one: one.inches, default=None)
    return Margins(
        now=verdict_parts(now),
        least=least,
        units=tuple(units),
        aspects=(),
        hidden=None,
        beyond=min((each.inches for each in searched), default=0.0),
        tolerance=prepared.table.tolerance,
        close=least is not None and least.inches < prepared.table.tolerance,
        searched=tuple(searched),
        unmeasured=_fixed(why),
    )


def _left_out(prepared: PreparedTable, now: AttackAnswer) -> Margins:
    """Say that nothing was checked, and why."""
    return Margins(
        now=verdict_parts(now),
        least=None,
        units=(),
        aspects=(),
        hidden=None,
        beyond=0.0,
        tolerance=prepared.table.tolerance,
        close=False,
        unmeasured=(Unmeasured("corners"),),
    )


def _without_bystanders(prepared: PreparedTable, attacker: str, question: AttackQuestion) -> PreparedTable:
    """Give the table without the units that play no part, where it is known which ones do: the answer is the same."""
    a = prepared.place_of(attacker)
    is_between_two = question.kind in prepared.edition.tagged("between-two")
    are_known = is_between_two and not question.choices and not prepared.networks
    if not are_known or friends_cover(prepared) or fails_where_jammed(prepared, a):
        return prepared
    kept = units_that_matter(prepared, a, a) | {a}
    return with_only_units(prepared, sorted(kept))


def _fixed(why: Unmeasured | None) -> tuple[Unmeasured, ...]:
    return () if why is None else (why,)


def _from_elsewhere(prepared: PreparedTable, a: int, point: TablePoint, question: AttackQuestion) -> _Ask:
    def ask(place: tuple[float, float]) -> AttackAnswer:
        (unit,) = displaced_units(prepared, a, np.array([place]))
        there = with_unit_at(prepared, a, unit)
        (answer,) = attack(there, [(unit.id, point)], question, detail=Detail.LISTED)
        return answer

    return ask


def _at_elsewhere(
    prepared: PreparedTable, attacker: str, point: TablePoint, question: AttackQuestion
) -> _Ask:
    def ask(place: tuple[float, float]) -> AttackAnswer:
        there = replace(point, x=place[0], y=place[1])
        (answer,) = attack(prepared, [(attacker, there)], question, detail=Detail.LISTED)
        return answer

    return ask


def _seeds(prepared: PreparedTable, a: int, point: TablePoint, *, is_point: bool) -> Floats:
    ours = BaseOrPoint.of_unit(prepared, a)
    theirs = BaseOrPoint((point.x, point.y), 0.0)
    here, there = (theirs, ours) if is_point else (ours, theirs)
    return candidate_displacements_around(prepared, here, there, reach=GRID.reach, most=SEEDS)


class _PlaceReader:
    """Asks at each place whole."""

    def __init__(self, prepared: PreparedTable, home: tuple[float, float], ask: _Ask) -> None:
        self._field, self._home, self._ask = prepared, np.array(home), ask
        self._codes: list[dict[object, int]] = [{} for _ in COLUMNS]
        self._outcomes: dict[tuple[int, ...], VerdictParts] = {}

    def read(self, displacements: Floats) -> tuple[Bools, PlaceValues]:
        places = self._home + displacements
        can = are_on_table(self._field, places)
        rows = [self._coded(answer_parts(self._ask((x, y)))) for x, y in places[can].tolist()]
        classes = np.array(rows, dtype=np.intp).reshape(-1, len(COLUMNS))
        return can, PlaceValues(classes, np.empty((len(rows), 0)))

    def outcome_of(self, change: NearestChange) -> VerdictParts:
        return self._outcomes[tuple(change.beyond.tolist())]

    def _coded(self, judged: PairVerdict) -> list[int]:
        values = (judged.verdict, judged.range, judged.woods, judged.hidden, judged.arc, judged.contact)
        found = [
            codes.setdefault(value, len(codes)) for codes, value in zip(self._codes, values, strict=True)
        ]
        self._outcomes.setdefault(tuple(found), judged.outcome)
        return found


def _margin(
    prepared: PreparedTable, unit: str, change: NearestChange, reader: _PlaceReader, now: AttackAnswer
) -> Margin:
    pairs = zip(COLUMNS, change.before, change.beyond, strict=True)
    changed = {of for of, before, beyond in pairs if before != beyond}
    of = next((of for of in CAUSES if of in changed), "verdict")
    becomes = reader.outcome_of(change)
    measured = facts(measured=now.range) if of == "range" else facts()
    between = [key for key in (now.bracket, becomes.bracket) if key is not None]
    if of == "range" and between and now.bracket != becomes.bracket:
        brackets = prepared.edition.brackets
        nearer = min(between, key=lambda key: brackets[key].upto)
        measured = facts(measured=now.range, bound=brackets[nearer].upto, bracket=nearer)
    return Margin(of, unit, round(change.inches, 4), change.toward, becomes, measured)
