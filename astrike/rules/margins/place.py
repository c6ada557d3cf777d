"""By how much does the verdict on an attack at a place hold?

Which question: how far may the attacker's base be off, or the point that is aimed at, before the answer is another one?
A point has no height of its own: elsewhere it lies on what is there. The verdict never depends on this.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from astrike.geometry.arrays import Bools, Floats, corners_of
from astrike.model.answer import AttackAnswer
from astrike.model.attack import PLAIN, AttackQuestion, Point
from astrike.model.explain import facts
from astrike.model.margin import POINT, Looked, Margin, Margins, Outcome, Unmeasured, outcome_of
from astrike.rules.attack import Detail, attack
from astrike.rules.battlefield import Field
from astrike.rules.hypothetical import among, with_unit_at
from astrike.rules.margins.asked import answered
from astrike.rules.margins.displaced import displaced, on_table, unmeasured
from astrike.rules.margins.likeness import company, friends_cover, is_led
from astrike.rules.margins.nearest import Change, Grid, Reading, Search
from astrike.rules.margins.readings import Judged
from astrike.rules.margins.seeds import Spot, seeds_around

GRID = Grid(0.5, 1 / 4, 1 / 32, 1 / 4, is_first_alone=True, rays=1)
SEEDS = 10
COLUMNS = ("verdict", "range", "woods", "hidden", "arc", "contact")
CAUSES = ("contact", "range", "arc", "hidden", "woods")
"""Why a verdict changes; of several at one place the first."""
MOST_CORNERS = 1500
"""Corners of terrain, up to which the question is asked whole at dozens of places; a crowded table has a thousand."""
MATTERS = np.zeros((0, len(COLUMNS)), dtype=np.bool_)

_Ask = Callable[[tuple[float, float]], AttackAnswer]


def place_margins(field: Field, attacker: str, point: Point, question: AttackQuestion = PLAIN) -> Margins:
    """Say how far the answer to an attack at a place holds; raise as `attack` does."""
    question = replace(question, rolls=())
    (now,) = attack(field, [(attacker, point)], question, detail=Detail.LISTED)
    if len(corners_of(field.lie.polygons)[0]) > MOST_CORNERS:
        return _left_out(field, now)
    why = unmeasured(field, field.place_of(attacker))
    if not field.metric.unmeasured:
        field = _without_bystanders(field, attacker, question)
    a = field.place_of(attacker)
    looked: list[Looked] = []
    units: list[Margin] = []
    for unit, home in ((attacker, field.units.units[a].at), (POINT, (point.x, point.y))):
        if field.metric.unmeasured or (unit == attacker and why is not None):
            continue
        ask = (
            _from_elsewhere(field, a, point, question)
            if unit == attacker
            else _at_elsewhere(field, attacker, point, question)
        )
        reader = _PlaceReader(field, home, ask)
        search = Search(reader.read, GRID, MATTERS)
        (change, *_) = search.changes(_seeds(field, a, point, is_point=unit == POINT))
        looked.append(Looked(unit, GRID.reach))
        if change is not None:
            units.append(_margin(field, unit, change, reader, now))
    least = min(units, key=lambda one: one.inches, default=None)
    return Margins(
        now=outcome_of(now),
        least=least,
        units=tuple(units),
        aspects=(),
        hidden=None,
        beyond=min((each.inches for each in looked), default=0.0),
        tolerance=field.table.tolerance,
        close=least is not None and least.inches < field.table.tolerance,
        looked=tuple(looked),
        unmeasured=_fixed(why),
    )


def _left_out(field: Field, now: AttackAnswer) -> Margins:
    """Say that nothing was looked at, and why."""
    return Margins(
        now=outcome_of(now),
        least=None,
        units=(),
        aspects=(),
        hidden=None,
        beyond=0.0,
        tolerance=field.table.tolerance,
        close=False,
        unmeasured=(Unmeasured("corners"),),
    )


def _without_bystanders(field: Field, attacker: str, question: AttackQuestion) -> Field:
    """Give the table without the units that play no part, where it is known which ones do: the answer is the same."""
    a = field.place_of(attacker)
    is_between_two = question.kind in field.edition.tagged("between-two")
    are_known = is_between_two and not question.choices and not field.networks
    if not are_known or friends_cover(field) or is_led(field, a):
        return field
    kept = company(field, a, a) | {a}
    return among(field, sorted(kept))


def _fixed(why: Unmeasured | None) -> tuple[Unmeasured, ...]:
    return () if why is None else (why,)


def _from_elsewhere(field: Field, a: int, point: Point, question: AttackQuestion) -> _Ask:
    def ask(place: tuple[float, float]) -> AttackAnswer:
        (unit,) = displaced(field, a, np.array([place]))
        there = with_unit_at(field, a, unit)
        (answer,) = attack(there, [(unit.id, point)], question, detail=Detail.LISTED)
        return answer

    return ask


def _at_elsewhere(field: Field, attacker: str, point: Point, question: AttackQuestion) -> _Ask:
    def ask(place: tuple[float, float]) -> AttackAnswer:
        there = replace(point, x=place[0], y=place[1])
        (answer,) = attack(field, [(attacker, there)], question, detail=Detail.LISTED)
        return answer

    return ask


def _seeds(field: Field, a: int, point: Point, *, is_point: bool) -> Floats:
    ours = Spot.of_unit(field, a)
    theirs = Spot((point.x, point.y), 0.0)
    here, there = (theirs, ours) if is_point else (ours, theirs)
    return seeds_around(field, here, there, reach=GRID.reach, most=SEEDS)


class _PlaceReader:
    """Asks at each place whole."""

    def __init__(self, field: Field, home: tuple[float, float], ask: _Ask) -> None:
        self._field, self._home, self._ask = field, np.array(home), ask
        self._codes: list[dict[object, int]] = [{} for _ in COLUMNS]
        self._outcomes: dict[tuple[int, ...], Outcome] = {}

    def read(self, displacements: Floats) -> tuple[Bools, Reading]:
        places = self._home + displacements
        can = on_table(self._field, places)
        rows = [self._coded(answered(self._ask((x, y)))) for x, y in places[can].tolist()]
        classes = np.array(rows, dtype=np.intp).reshape(-1, len(COLUMNS))
        return can, Reading(classes, np.empty((len(rows), 0)))

    def outcome_of(self, change: Change) -> Outcome:
        return self._outcomes[tuple(change.beyond.tolist())]

    def _coded(self, judged: Judged) -> list[int]:
        values = (judged.verdict, judged.range, judged.woods, judged.hidden, judged.arc, judged.contact)
        found = [
            codes.setdefault(value, len(codes)) for codes, value in zip(self._codes, values, strict=True)
        ]
        self._outcomes.setdefault(tuple(found), judged.outcome)
        return found


def _margin(field: Field, unit: str, change: Change, reader: _PlaceReader, now: AttackAnswer) -> Margin:
    pairs = zip(COLUMNS, change.before, change.beyond, strict=True)
    changed = {of for of, before, beyond in pairs if before != beyond}
    of = next((of for of in CAUSES if of in changed), "verdict")
    becomes = reader.outcome_of(change)
    measured = facts(measured=now.range) if of == "range" else facts()
    between = [key for key in (now.bracket, becomes.bracket) if key is not None]
    if of == "range" and between and now.bracket != becomes.bracket:
        brackets = field.edition.brackets
        nearer = min(between, key=lambda key: brackets[key].upto)
        measured = facts(measured=now.range, bound=brackets[nearer].upto, bracket=nearer)
    return Margin(of, unit, round(change.inches, 4), change.toward, becomes, measured)
